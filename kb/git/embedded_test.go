package git

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"
)

// embed makes a repository whose work tree holds a bare one, below tools, tracked or not.
func embed(t *testing.T, tracked bool) *testRepo {
	t.Helper()
	inner, outer := newTestRepo(t), newTestRepo(t)
	inner.Write("a.md", "inner")
	inner.commit("2026-01-02T03:04:05Z")
	outer.Write("a.md", "outer")
	outer.Git("clone", "-q", "--bare", inner.Dir, filepath.Join(outer.Dir, "tools"))
	outer.Write("tools/refs/keep", "", "tools/docs/b.md", "b")
	if tracked {
		outer.commit("2026-01-02T03:04:05Z")
	}
	return outer
}

func TestEmbeddedBareRepositoryIsNotEntered(t *testing.T) {
	backends(t, func(t *testing.T, open func(*testRepo, string) (*Repo, error)) {
		for _, tracked := range []bool{true, false} {
			r := embed(t, tracked)
			tools := filepath.Join(r.Dir, "tools")
			for _, dir := range []string{tools, filepath.Join(tools, "objects"), filepath.Join(tools, "docs")} {
				// A ceiling hides the outer repository from git, but not that it is there.
				for _, at := range []*testRepo{r, r.at(dir, "GIT_CEILING_DIRECTORIES="+r.Dir)} {
					_, err := open(at, dir)
					var embedded *EmbeddedError
					if !errors.As(err, &embedded) || embedded.Dir != tools || embedded.Outer != r.Dir {
						t.Errorf("tracked %v: Open(%s) = %v", tracked, dir, err)
					}
				}
			}
			if repo := opened(t, open, r.at(r.Dir, "GIT_DIR="+tools), r.Dir); repo.GitDir != tools {
				t.Errorf("named by GIT_DIR: %+v", repo)
			}
			if repo := opened(t, open, r, r.Dir); repo.Root != r.Dir {
				t.Errorf("the outer one: %+v", repo)
			}
		}
	})
}

func TestBareNamesARepository(t *testing.T) {
	r := embed(t, true)
	tools := filepath.Join(r.Dir, "tools")
	for _, mode := range []string{"on", "off"} {
		env := WithEnviron(append(r.Env, "KB_GIT="+mode))
		repo, err := Open(context.Background(), tools, markdownFiles(), env, Bare())
		if err != nil || repo.Root != "" || repo.GitDir != tools {
			t.Fatalf("git=%s: %+v, %v", mode, repo, err)
		}
		_, tree := workTree(t, repo)
		diff(t, "texts", texts(t, repo, tree), map[string]string{"a.md": "inner"})
		if _, err := Open(context.Background(), r.Dir, markdownFiles(), env, Bare()); !errors.Is(err, ErrNoRepository) {
			t.Errorf("git=%s: the top of a work tree taken for a bare repository: %v", mode, err)
		}
	}
}

// A .git file leads to where it says, but not into files that another repository tracks.
func TestGitFileIntoTrackedFiles(t *testing.T) {
	backends(t, func(t *testing.T, open func(*testRepo, string) (*Repo, error)) {
		for _, tracked := range []bool{true, false} {
			r := embed(t, tracked)
			r.Write("work/.git", "gitdir: ../tools\n", "work/a.md", "a")
			_, err := open(r, filepath.Join(r.Dir, "work"))
			var embedded *EmbeddedError
			if errors.As(err, &embedded) != tracked || err != nil && !tracked {
				t.Errorf("tracked %v: %v", tracked, err)
			}
		}
	})
}

// A folder that lends its HEAD to the outer repository would add its own config.worktree to it.
func TestEmbeddedFolderThatNamesTheOuterRepository(t *testing.T) {
	backends(t, func(t *testing.T, open func(*testRepo, string) (*Repo, error)) {
		r := newTestRepo(t)
		r.Git("config", "extensions.worktreeConfig", "true")
		r.Write("tools/HEAD", "ref: refs/heads/main\n", "tools/commondir", "../.git\n", "tools/config.worktree",
			"[core]\n\tfsmonitor = touch ran\n")
		r.commit("2026-01-02T03:04:05Z")
		_, err := open(r, filepath.Join(r.Dir, "tools"))
		var embedded *EmbeddedError
		if !errors.As(err, &embedded) {
			t.Errorf("Open = %v", err)
		}
	})
}

// Ways to lay out a repository that look alike and are the user's own.
func TestGitFoldersBesideTheWorkTree(t *testing.T) {
	backends(t, func(t *testing.T, open func(*testRepo, string) (*Repo, error)) {
		r := newTestRepo(t)
		r.Write("a.md", "a")
		r.commit("2026-01-02T03:04:05Z")
		project := filepath.Join(t.TempDir(), "project") // a hidden bare repository with work trees around it
		r.Git("clone", "-q", "--bare", r.Dir, filepath.Join(project, ".bare"))
		top := r.at(project)
		top.Write(".git", "gitdir: ./.bare\n")
		top.Git("worktree", "add", "-q", "-b", "side", "side")
		top.Git("-C", ".bare", "worktree", "add", "-q", "-b", "within", "within")
		separate := filepath.Join(t.TempDir(), "separate")
		for _, dir := range []string{"data", "own"} {
			if err := os.MkdirAll(filepath.Join(separate, dir), 0o755); err != nil {
				t.Fatal(err)
			}
		}
		r.Git("clone", "-q", "--separate-git-dir", filepath.Join(separate, "data", "git"), r.Dir, filepath.Join(separate, "work"))
		r.Git("clone", "-q", "--separate-git-dir", filepath.Join(separate, "own", "git"), r.Dir, filepath.Join(separate, "own", "work"))
		r.Git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", r.Dir, "sub")
		for dir, inWorkTree := range map[string]bool{
			project: false, filepath.Join(project, ".bare"): false, filepath.Join(project, "side"): true,
			filepath.Join(project, ".bare", "within"): true,
			filepath.Join(separate, "work"):           true, filepath.Join(separate, "own", "work"): true,
			filepath.Join(r.Dir, "sub"): true, filepath.Join(r.Dir, ".git"): false, filepath.Join(r.Dir, ".git", "modules", "sub"): false,
		} {
			repo := opened(t, open, r, dir)
			if (repo.Root != "") != inWorkTree {
				t.Errorf("Open(%s): Root = %q", dir, repo.Root)
			}
		}
	})
}
