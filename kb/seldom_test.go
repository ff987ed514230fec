package kb

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/9aea2451/kb/markdown"
)

// A wiki link that several notes could be meant by leads to the one in the same folder.
func TestNamesNearby(t *testing.T) {
	r := NewResolver([]Name{{Path: "a/tea.markdown"}, {Path: "b/tea.mdx"}, {Path: "c/pot.md"}})
	const both = "a/tea.markdown|b/tea.mdx"
	for from, want := range map[string]string{"a/x.md": "a/tea.markdown", "b/x.md": "b/tea.mdx", "c/x.md": both, "x.md": both} {
		for _, target := range []string{"tea", "tea.md"} {
			if got := outcome(r.Link(from, markdown.Link{Kind: markdown.LinkWiki, Target: target})); got != want {
				t.Errorf("%s from %s: %s, want %s", target, from, got, want)
			}
		}
	}
}

// What agents write of what they tried is checked for its form, and shown and searched like any other key.
func TestFieldsOfSessions(t *testing.T) {
	n, problems := read("a.md", "---\nsteps: [one, two]\ncommits: abc\ntried: a way\nfailed_because: it broke\ninstead: another\n"+
		"branch: main\nrelations: {supersedes: b}\n---\n# A\n")
	if len(problems) > 0 {
		t.Error(problems)
	}
	diff(t, "extra", n.Extra, map[string]any{"steps": []any{"one", "two"}, "commits": "abc", "tried": "a way",
		"failed_because": "it broke", "instead": "another", "branch": "main"})
	if len(n.Relations) != 1 || n.Relations[0].Type != "supersedes" || n.Relations[0].Target != "b" {
		t.Errorf("a relation that stands alone: %+v", n.Relations)
	}
	if n, _ := read("a.md", "---\nsupersedes: {a: 1}\n---\n# A\n"); len(n.Relations) > 0 || n.Extra["supersedes"] == nil {
		t.Errorf("what names no note: %+v, %v", n.Relations, n.Extra)
	}
	for field, want := range map[string]string{
		"steps: {a: 1}": "expected a list such as [a, b]", "tried: [a]": "expected text, not a list or a mapping",
		"confidence: .nan": "not \".nan\"", "confidence: 7": "(nearest: 1)",
	} {
		_, problems := read(".memory/memories/a.md", "---\n"+field+"\n---\n# A\n")
		if len(problems) != 1 || !strings.Contains(problems[0].Message, want) {
			t.Errorf("%q: %v, want %s", field, problems, want)
		}
	}
	_, problems = read(".memory/memories/a.md", "+++\nconfidence = nan\n+++\n# A\n")
	if len(problems) != 1 || problems[0].Message != "confidence: expected a number from 0 to 1, not NaN" {
		t.Errorf("what is no number: %v", problems)
	}
}

// The tree of git's index alone has what is staged, the present one what is there; a bare repository has that of HEAD.
func TestTreesOfStates(t *testing.T) {
	backends(t, func(t *testing.T, open func(*testRepo, string) (*Repo, error)) {
		r := newTestRepo(t)
		files := func(tree *Tree, err error) string {
			t.Helper()
			if err != nil {
				t.Fatal(err)
			}
			var names []string
			for _, f := range tree.Files {
				names = append(names, f.Path)
			}
			return strings.Join(names, " ")
		}
		repo, bare := opened(t, open, r, r.Dir), filepath.Join(t.TempDir(), "bare.git")
		r.Git("clone", "-q", "--bare", r.Dir, bare)
		if got := files(opened(t, open, r, bare).Present(t.Context())); got != "" {
			t.Errorf("bare, before the first commit: %s", got)
		}
		r.Write("a.md", "a")
		r.commit("2026-05-04T12:00:00Z")
		r.Write("b.md", "b")
		r.Git("add", "b.md")
		r.Write("c.md", "c")
		if staged, present := files(repo.StagedTree(t.Context())), files(repo.Present(t.Context())); staged != "a.md b.md" ||
			present != "a.md b.md c.md" {
			t.Errorf("staged %s, present %s", staged, present)
		}
		r.Git("push", "-q", bare, "HEAD")
		of := opened(t, open, r, bare)
		if got := files(of.Present(t.Context())); got != "a.md" {
			t.Errorf("bare: %s", got)
		}
		if why, err := of.Unfit(t.Context(), "d.md"); err != nil || why != "the repository has no work tree" {
			t.Errorf("a new note of a bare repository: %q, %v", why, err)
		}
		if why, err := repo.Unfit(t.Context(), Sessions+"2026/d.md"); err != nil || !strings.Contains(why, "kb learn reads") {
			t.Errorf("a session: %q, %v", why, err)
		}
	})
}

// Settings that cannot be read are told, and change nothing.
func TestSettingsThatAreNoFiles(t *testing.T) {
	r := newTestRepo(t)
	r.Write("a.md", "a", "real.yaml", "exclude: [a.md]\n", "real", "a.md\n", ".memory/x.txt", "x")
	for name, to := range map[string]string{ConfigFile: "../real.yaml", ignoreFile: "real"} {
		if err := os.Symlink(to, filepath.Join(r.Dir, filepath.FromSlash(name))); err != nil {
			t.Skip(err)
		}
	}
	repo, err := Open(t.Context(), r.Dir)
	if err != nil {
		t.Fatal(err)
	}
	tree, err := repo.Present(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if len(tree.Files) != 1 || len(tree.Problems) != 1 || !strings.HasPrefix(tree.Problems[0].Message, "ignored: ") {
		t.Errorf("%d files, %v", len(tree.Files), tree.Problems)
	}
	left := func(s Skip) bool { return s.Path == ignoreFile && strings.HasPrefix(s.Reason, "ignored: ") }
	if !slices.ContainsFunc(tree.Skipped, left) {
		t.Errorf("%+v", tree.Skipped)
	}
	if c, problems := ParseConfig([]byte("version: 1\nthresholds: [1]\n")); len(c.Thresholds) > 0 || len(problems) != 1 ||
		!strings.Contains(problems[0].Message, "expected NAME: NUMBER lines") {
		t.Errorf("%+v, %v", c.Thresholds, problems)
	}
}

// A note has one of the labels and sorts that are listed, and a symbol says which notes cite it.
func TestListsOfWords(t *testing.T) {
	for path, kind := range map[string]string{"a.md": "doc", ".memory/decisions/1.md": "decision", "openspec/specs/a/spec.md": "spec"} {
		n, _ := read(path, "# A\n")
		if n.Kind != kind || !slices.Contains(Labels(), n.Label) || n.DocType != "" && !slices.Contains(DocTypes(), n.DocType) {
			t.Errorf("%s: %s %q %q", path, n.Kind, n.Label, n.DocType)
		}
	}
	if got := Inverse("cites"); got != "cited by" {
		t.Error(got)
	}
}
