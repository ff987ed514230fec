package kb

import (
	"context"
	"slices"
	"testing"

	"github.com/9aea2451/kb/kb/git"

	"github.com/google/go-cmp/cmp"

	"github.com/9aea2451/kb/kb/gittest"
)

// testRepo is a repository whose commits say nothing.
type testRepo struct{ *gittest.Repo }

func newTestRepo(t *testing.T, options ...string) *testRepo {
	t.Helper()
	return &testRepo{gittest.New(t, options...)}
}

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
				return Open(context.Background(), dir, git.WithEnviron(append(slices.Clone(r.Env), "KB_GIT="+mode)))
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

// workTree scans and lists.
func workTree(t *testing.T, r *Repo) (*Scan, *Tree) {
	t.Helper()
	s, err := r.Scan(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	tree, err := r.WorkTree(context.Background(), s, nil)
	if err != nil {
		t.Fatal(err)
	}
	return s, tree
}

// listing is a tree as "path" or "path*" for a file of the work tree, skipped files as "-path".
func listing(tree *Tree) []string {
	var out []string
	for _, f := range tree.Files {
		name := f.Path
		if !f.InGit {
			name += "*"
		}
		out = append(out, name)
	}
	for _, s := range tree.Skipped {
		out = append(out, "-"+s.Path)
	}
	return out
}

// texts reads every file of a tree, by Read and by Each, which must agree.
func texts(t *testing.T, r *Repo, tree *Tree) map[string]string {
	t.Helper()
	b, err := r.Blobs(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	got := map[string]string{}
	for _, f := range tree.Files {
		data, err := b.Read(f)
		if err != nil {
			t.Fatalf("Read(%s): %v", f.Path, err)
		}
		got[f.Path] = string(data)
	}
	var order []string
	err = b.Each(tree.Files, func(f git.File, data []byte, err error) error {
		if err != nil || string(data) != got[f.Path] {
			t.Errorf("Each gives %q, %v for %s, Read %q", data, err, f.Path, got[f.Path])
		}
		order = append(order, f.Path)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for i, f := range tree.Files {
		if order[i] != f.Path {
			t.Fatalf("Each goes in order %q", order)
		}
	}
	return got
}

func diff(t *testing.T, what string, got, want any) {
	t.Helper()
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("%s (-want +got):\n%s", what, d)
	}
}
