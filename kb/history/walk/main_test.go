package walk

import (
	"slices"
	"testing"

	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/kb/gittest"
	"github.com/google/go-cmp/cmp"
)

func TestMain(m *testing.M) { gittest.Main(m) }

func openRepo(t *testing.T, r *gittest.Repo) *kb.Repo {
	t.Helper()
	repo, err := kb.Open(t.Context(), r.Dir, git.WithEnviron(slices.Clone(r.Env)))
	if err != nil {
		t.Fatal(err)
	}
	return repo
}

func diff(t testing.TB, what string, got, want any) {
	t.Helper()
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("%s (-want +got):\n%s", what, d)
	}
}
