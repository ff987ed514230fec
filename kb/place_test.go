package kb

import (
	"strings"
	"testing"
)

func TestUnfit(t *testing.T) {
	backends(t, func(t *testing.T, open func(*testRepo, string) (*Repo, error)) {
		r := newTestRepo(t)
		r.Write("a.md", "a", ".gitignore", "build/\n*.tmp.md\n", "docs/.gitignore", "drafts\n!x.tmp.md\n", ".kbignore", "private/\n",
			".memory/kb.yaml", "exclude: [vendor/**]\n", "file", "x")
		repo := opened(t, open, r, r.Dir)
		for path, want := range map[string]string{
			"b.md":                "",
			"new/folder/b.md":     "",
			"docs/x.tmp.md":       "",
			"b.txt":               "does not end in .md",
			"../b.md":             "leads out of the repository",
			".git/b.md":           "leads into .git",
			"build/b.md":          "git is told",
			"x/build/b.md":        "git is told",
			"y.tmp.md":            "git is told",
			"docs/drafts/deep.md": "git is told",
			"private/b.md":        "kb is told",
			"vendor/x/b.md":       "kb is told",
			"file/b.md":           "file is no folder",
		} {
			reason, err := repo.Unfit(t.Context(), path)
			if err != nil || want == "" && reason != "" || !strings.Contains(reason, want) {
				t.Errorf("%s: %q, %v, want %q", path, reason, err, want)
			}
		}
	})
}
