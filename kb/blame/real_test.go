package blame

import (
	"cmp"
	"math/rand"
	"os"
	"slices"
	"strings"
	"testing"
)

// Of 200 notes of the repository that KB_HISTORY_REPO names, each line comes from the commit that
// git blame names, or it is told where not.
func TestRealLinesAreGits(t *testing.T) {
	dir := os.Getenv("KB_HISTORY_REPO")
	if dir == "" {
		t.Skip("KB_HISTORY_REPO names no repository")
	}
	repo, h := opened(t, dir, "on")
	head := runGit(t, dir, nil, "rev-parse", "HEAD")
	paths := strings.Split(runGit(t, dir, nil, "ls-tree", "-r", "--name-only", "HEAD"), "\n")
	paths = slices.DeleteFunc(paths, func(p string) bool { return !strings.HasSuffix(p, ".md") || strings.HasPrefix(p, `"`) })
	rand.New(rand.NewSource(2026)).Shuffle(len(paths), func(i, j int) { paths[i], paths[j] = paths[j], paths[i] })
	lines, agree, authors, notes := 0, 0, 0, 0
	authorOf := map[string]string{"": ""}
	author := func(id string) string {
		if _, ok := authorOf[id]; !ok {
			authorOf[id] = runGit(t, dir, nil, "show", "-s", "--format=%ae", id)
		}
		return authorOf[id]
	}
	for _, path := range paths[:min(len(paths), 200)] {
		text := runGit(t, dir, nil, "cat-file", "blob", "HEAD:"+path)
		want := byGit(t, dir, path)
		got := byKB(t, repo, h, head, path, []byte(text+"\n"))
		if len(got) == len(want)+1 || len(want) != len(got) {
			got = byKB(t, repo, h, head, path, []byte(text))
		}
		same := 0
		for i := range min(len(want), len(got)) {
			if want[i] == got[i] {
				same++
			} else {
				t.Logf("%s:%d: git %.9s, kb %.9s", path, i+1, want[i], cmp.Or(got[i], "none"))
			}
			if author(want[i]) == author(got[i]) {
				authors++
			}
		}
		if lines, agree = lines+len(want), agree+same; same == len(want) {
			notes++
		}
	}
	t.Logf("%d of %d lines agree (%.3f %%), %d by author; %d notes of %d wholly", agree, lines, 100*float64(agree)/float64(lines),
		authors, notes, min(len(paths), 200))
}
