package history

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/9aea2451/kb/kb/history/walk"
	"github.com/google/go-cmp/cmp"

	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/kb/gittest"
)

func TestMain(m *testing.M) { gittest.Main(m) }

// gitRepo is a repository to which several people commit.
type gitRepo struct{ *gittest.Repo }

func newGitRepo(t testing.TB) *gitRepo {
	t.Helper()
	return &gitRepo{gittest.New(t)}
}

// at is the repository of another folder.
func (r *gitRepo) at(dir string) *gitRepo { return &gitRepo{r.At(dir)} }

// commit commits everything at a date, by an author, and gives the commit's id.
func (r *gitRepo) commit(date, author, message string) string {
	r.T.Helper()
	by := append(gittest.Date(date), "GIT_AUTHOR_NAME="+author, "GIT_AUTHOR_EMAIL="+strings.ToLower(author)+"@example.com")
	return r.Commit(message, append(by, "GIT_COMMITTER_NAME=C", "GIT_COMMITTER_EMAIL=c@example.com")...)
}

// open opens the repository with the git program ("on") or without ("off").
func (r *gitRepo) open(program string) *kb.Repo {
	r.T.Helper()
	return r.openAt(r.Dir, program)
}

func (r *gitRepo) openAt(dir, program string) *kb.Repo {
	r.T.Helper()
	repo, err := kb.Open(context.Background(), dir, git.WithEnviron(append(slices.Clone(r.Env), "KB_GIT="+program)))
	if err != nil {
		r.T.Fatal(err)
	}
	return repo
}

// programs runs a test with the git program and without.
func programs(t *testing.T, test func(t *testing.T, program string)) {
	for _, program := range []string{"on", "off"} {
		t.Run("git="+program, func(t *testing.T) { test(t, program) })
	}
}

// walked gives the records of all that the tips descend from.
func walked(t testing.TB, repo *kb.Repo, tips ...string) []*walk.Commit {
	t.Helper()
	var out []*walk.Commit
	if _, err := walk.Walk(context.Background(), repo, git.CommitWalk{Tips: tips}, func(c *walk.Commit) error {
		out = append(out, c)
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	return out
}

func diff(t testing.TB, what string, got, want any) {
	t.Helper()
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("%s (-want +got):\n%s", what, d)
	}
}
