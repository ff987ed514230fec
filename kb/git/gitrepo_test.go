package git

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/9aea2451/kb/kb/gittest"
)

// testRepo is a repository whose commits say nothing.
type testRepo struct{ *gittest.Repo }

func newTestRepo(t *testing.T, options ...string) *testRepo {
	t.Helper()
	return &testRepo{gittest.New(t, options...)}
}

// at is the repository of another folder, or seen with further variables.
func (r *testRepo) at(dir string, env ...string) *testRepo { return &testRepo{r.At(dir, env...)} }

// commit commits everything, and gives the commit's id.
func (r *testRepo) commit(date string) string {
	r.T.Helper()
	return r.Commit("change", gittest.Date(date)...)
}

// backends runs a test with the git program and without.
func backends(t *testing.T, test func(t *testing.T, open func(r *testRepo, dir string) (*Repo, error))) {
	for _, mode := range []string{"on", "off"} {
		t.Run("git="+mode, func(t *testing.T) {
			test(t, func(r *testRepo, dir string) (*Repo, error) {
				return Open(context.Background(), dir, markdownFiles(), WithEnviron(append(slices.Clone(r.Env), "KB_GIT="+mode)))
			})
		})
	}
}

// opened opens the repository at dir, which must succeed.
func opened(t *testing.T, open func(*testRepo, string) (*Repo, error), r *testRepo, dir string) *Repo {
	t.Helper()
	repo, err := open(r, dir)
	if err != nil {
		t.Fatalf("Open(%s): %v", dir, err)
	}
	return repo
}

// markdownFiles is an interest in notes.
func markdownFiles() Interest {
	specs := []string{"*.md"}
	isNote := func(path string) bool { return strings.HasSuffix(path, ".md") }
	return Interest{isNote, specs, func(path []byte) bool { return isNote(string(path)) }, specs}
}

func diff(t *testing.T, what string, got, want any) {
	t.Helper()
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("%s (-want +got):\n%s", what, d)
	}
}
