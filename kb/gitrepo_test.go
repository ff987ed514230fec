package kb

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// testRepo is a real repository in a temporary folder.
type testRepo struct {
	t   *testing.T
	dir string
	env []string
}

// cleanEnviron is an environment in which no git configuration of the machine and no hook around the test is seen.
func cleanEnviron(t *testing.T) []string {
	home := t.TempDir()
	env := []string{"HOME=" + home, "GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL=" + filepath.Join(home, "none"),
		"GIT_AUTHOR_NAME=A", "GIT_AUTHOR_EMAIL=a@example.com", "GIT_COMMITTER_NAME=A", "GIT_COMMITTER_EMAIL=a@example.com",
		"GIT_AUTHOR_DATE=2026-01-02T03:04:05Z", "GIT_COMMITTER_DATE=2026-01-02T03:04:05Z", "LC_ALL=C"}
	for _, v := range os.Environ() {
		name, _, _ := strings.Cut(v, "=")
		if !strings.HasPrefix(name, "GIT_") && !strings.HasPrefix(name, "XDG_") && name != "HOME" && name != "LC_ALL" && name != "KB_GIT" {
			env = append(env, v)
		}
	}
	return env
}

func newTestRepo(t *testing.T, initArgs ...string) *testRepo {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	r := &testRepo{t: t, dir: dir, env: cleanEnviron(t)}
	r.git(append([]string{"init", "-q", "-b", "main"}, initArgs...)...)
	return r
}

// git runs git in the repository; it must succeed.
func (r *testRepo) git(args ...string) string {
	r.t.Helper()
	out, err := r.try(args...)
	if err != nil {
		r.t.Fatalf("git %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return strings.TrimSpace(out)
}

func (r *testRepo) try(args ...string) (string, error) {
	cmd := exec.Command("git", args...)
	cmd.Dir, cmd.Env = r.dir, r.env
	out, err := cmd.CombinedOutput()
	return string(out), err
}

// write writes files given as path, text, path, text, …
func (r *testRepo) write(pairs ...string) {
	r.t.Helper()
	for i := 0; i < len(pairs); i += 2 {
		p := filepath.Join(r.dir, filepath.FromSlash(pairs[i]))
		if err := os.MkdirAll(filepath.Dir(p), 0o755); err != nil {
			r.t.Fatal(err)
		}
		if err := os.WriteFile(p, []byte(pairs[i+1]), 0o644); err != nil {
			r.t.Fatal(err)
		}
	}
}

// commit commits everything, and gives the commit's id.
func (r *testRepo) commit(date string) string {
	r.t.Helper()
	r.git("add", "-A")
	before := r.env
	r.env = append(slices.Clone(r.env), "GIT_COMMITTER_DATE="+date, "GIT_AUTHOR_DATE="+date)
	r.git("commit", "-q", "--allow-empty", "-m", "change")
	r.env = before
	return r.git("rev-parse", "HEAD")
}

// backends runs a test with the git program and without.
func backends(t *testing.T, test func(t *testing.T, open func(r *testRepo, dir string) (*Repo, error))) {
	for _, mode := range []string{"on", "off"} {
		t.Run("git="+mode, func(t *testing.T) {
			test(t, func(r *testRepo, dir string) (*Repo, error) {
				return Open(context.Background(), dir, WithEnviron(append(slices.Clone(r.env), "KB_GIT="+mode)))
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
	err = b.Each(tree.Files, func(f File, data []byte, err error) error {
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
