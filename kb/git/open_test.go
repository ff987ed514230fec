package git

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestOpenOutsideAnyRepository(t *testing.T) {
	backends(t, func(t *testing.T, open func(*testRepo, string) (*Repo, error)) {
		dir := t.TempDir()
		r := newTestRepo(t).at("", "GIT_CEILING_DIRECTORIES="+filepath.Dir(dir))
		_, err := open(r, dir)
		if !errors.Is(err, ErrNoRepository) || !strings.Contains(err.Error(), "git init") {
			t.Errorf("Open = %v, want ErrNoRepository with the hint git init", err)
		}
	})
}

// A ceiling may be named by a link, as temporary folders are on macOS; none behind an empty one is followed.
func TestCeilingBehindALink(t *testing.T) {
	r := newTestRepo(t)
	r.Write("notes/deep/a.md", "a")
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(filepath.Join(r.Dir, "notes"), link); err != nil {
		t.Skip(err)
	}
	list := string(filepath.ListSeparator)
	notes := filepath.Join(r.Dir, "notes")
	for ceilings, found := range map[string]bool{link: false, list + link: true, link + list: false, list + notes: false} {
		env := append(slices.Clone(r.Env), "GIT_CEILING_DIRECTORIES="+ceilings)
		_, err := Open(t.Context(), filepath.Join(notes, "deep"), markdownFiles(), WithEnviron(env))
		cmd := exec.Command("git", "rev-parse", "--git-dir")
		cmd.Dir, cmd.Env = filepath.Join(notes, "deep"), env
		if git := cmd.Run(); (err == nil) != found || (git == nil) != found {
			t.Errorf("with %q: %v; git: %v", ceilings, err, git)
		}
	}
}

func TestOpenFromSubfolder(t *testing.T) {
	backends(t, func(t *testing.T, open func(*testRepo, string) (*Repo, error)) {
		r := newTestRepo(t)
		r.Write("docs/deep/a.md", "a")
		repo := opened(t, open, r, filepath.Join(r.Dir, "docs", "deep"))
		if repo.Root != r.Dir || repo.Prefix != "docs/deep" || repo.GitDir != filepath.Join(r.Dir, ".git") ||
			repo.CommonDir != repo.GitDir {
			t.Errorf("Open = %+v", repo)
		}
	})
}

func TestBareRepository(t *testing.T) {
	backends(t, func(t *testing.T, open func(*testRepo, string) (*Repo, error)) {
		r := newTestRepo(t)
		r.Write("a.md", "a")
		head := r.commit("2026-01-02T03:04:05Z")
		bare := filepath.Join(t.TempDir(), "bare.git")
		r.Git("clone", "-q", "--bare", r.Dir, bare)
		repo := opened(t, open, r, filepath.Join(bare, "objects"))
		if repo.Root != "" {
			t.Errorf("Root = %q", repo.Root)
		}
		_, tree := workTree(t, repo)
		diff(t, "texts", texts(t, repo, tree), map[string]string{"a.md": "a"})
		if tree.Commit != head || tree.Dirty {
			t.Errorf("tree = %+v", tree)
		}
	})
}

func TestLinkedWorktree(t *testing.T) {
	backends(t, func(t *testing.T, open func(*testRepo, string) (*Repo, error)) {
		r := newTestRepo(t)
		r.Write("a.md", "a")
		r.commit("2026-01-02T03:04:05Z")
		dir, _ := filepath.EvalSymlinks(t.TempDir())
		linked := filepath.Join(dir, "linked")
		r.Git("worktree", "add", "-q", "-b", "side", linked)
		other := r.at(linked)
		other.Write("b.md", "b")
		other.commit("2026-01-03T03:04:05Z")
		repo := opened(t, open, r, linked)
		if repo.Root != linked || repo.CommonDir != filepath.Join(r.Dir, ".git") || repo.GitDir == repo.CommonDir {
			t.Errorf("Open = %+v", repo)
		}
		_, tree := workTree(t, repo)
		diff(t, "texts", texts(t, repo, tree), map[string]string{"a.md": "a", "b.md": "b"})
		if tree.Dirty {
			t.Error("clean worktree is dirty")
		}
	})
}

func TestSubmodule(t *testing.T) {
	backends(t, func(t *testing.T, open func(*testRepo, string) (*Repo, error)) {
		inner, r := newTestRepo(t), newTestRepo(t)
		inner.Write("in.md", "inner")
		inner.commit("2026-01-02T03:04:05Z")
		r.Write("out.md", "outer")
		r.Git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", inner.Dir, "mod.md")
		r.commit("2026-01-02T03:04:05Z")
		r.Write("mod.md/new.md", "n", "nested/x.md", "in a repository of its own")
		r.at(filepath.Join(r.Dir, "nested")).Git("init", "-q")
		_, tree := workTree(t, opened(t, open, r, r.Dir))
		diff(t, "outer", listing(tree), []string{"out.md"})
		repo := opened(t, open, r, filepath.Join(r.Dir, "mod.md"))
		if repo.Root != filepath.Join(r.Dir, "mod.md") {
			t.Errorf("Root = %s", repo.Root)
		}
		_, tree = workTree(t, repo)
		diff(t, "inner", listing(tree), []string{"in.md", "new.md*"})
	})
}

func TestSHA256(t *testing.T) {
	backends(t, func(t *testing.T, open func(*testRepo, string) (*Repo, error)) {
		off := strings.HasSuffix(t.Name(), "off")
		r := newTestRepo(t, "--object-format=sha256")
		r.Write("a.md", "a")
		r.commit("2026-01-10T12:00:00Z")
		r.Write("b.md", "b")
		repo, err := open(r, r.Dir)
		if off {
			if !errors.Is(err, ErrUnsupported) || !strings.Contains(err.Error(), "sha256") ||
				!strings.Contains(err.Error(), "git program") {
				t.Errorf("Open = %v", err)
			}
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		_, tree := workTree(t, repo)
		diff(t, "texts", texts(t, repo, tree), map[string]string{"a.md": "a", "b.md": "b"})
		if len(tree.Files[0].Blob) != 64 || len(tree.Files[1].Blob) != 64 {
			t.Errorf("ids = %+v", tree.Files)
		}
	})
}

func TestUnknownExtensionNeedsGit(t *testing.T) {
	r := newTestRepo(t)
	r.Git("config", "core.repositoryformatversion", "1")
	for key, ok := range map[string]bool{"worktreeconfig": true, "partialclone": true, "refstorage": false, "future": false} {
		value := map[bool]string{true: "true", false: "reftable"}[ok]
		r.Write(".git/config", "[core]\n\trepositoryformatversion = 1\n[extensions]\n\t"+key+" = "+value+"\n")
		_, err := Open(context.Background(), r.Dir, markdownFiles(), WithEnviron(append(r.Env, "KB_GIT=off")))
		if errors.Is(err, ErrUnsupported) == ok {
			t.Errorf("extensions.%s: %v", key, err)
		}
	}
}

func TestGitEnvironment(t *testing.T) {
	backends(t, func(t *testing.T, open func(*testRepo, string) (*Repo, error)) {
		r := newTestRepo(t)
		r.Write("a.md", "a", "b.md", "b")
		r.commit("2026-01-10T12:00:00Z")
		elsewhere := t.TempDir()
		moved := r.at(elsewhere, "GIT_DIR="+filepath.Join(r.Dir, ".git"), "GIT_WORK_TREE="+r.Dir)
		repo := opened(t, open, moved, elsewhere)
		if repo.Root != r.Dir || repo.Prefix != "" {
			t.Errorf("Open = %+v", repo)
		}
		// In a hook of "commit PATH" git works on an index of its own.
		r.Write("a.md", "a2", "b.md", "b2")
		index := filepath.Join(t.TempDir(), "index")
		hook := r.at(r.Dir, "GIT_INDEX_FILE="+index)
		hook.Git("read-tree", "HEAD")
		hook.Git("add", "a.md")
		repo = opened(t, open, hook, r.Dir)
		_, tree := workTree(t, repo)
		diff(t, "listing", listing(tree), []string{"a.md", "b.md*"})
		if got := texts(t, repo, tree); got["a.md"] != "a2" {
			t.Errorf("texts = %q", got)
		}
	})
}
