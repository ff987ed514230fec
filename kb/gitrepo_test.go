package kb

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
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

func TestOpenOutsideAnyRepository(t *testing.T) {
	backends(t, func(t *testing.T, open func(*testRepo, string) (*Repo, error)) {
		dir := t.TempDir()
		r := &testRepo{t: t, env: append(cleanEnviron(t), "GIT_CEILING_DIRECTORIES="+filepath.Dir(dir))}
		_, err := open(r, dir)
		if !errors.Is(err, ErrNoRepository) || !strings.Contains(err.Error(), "git init") {
			t.Errorf("Open = %v, want ErrNoRepository with the hint git init", err)
		}
	})
}

func TestOpenFromSubfolder(t *testing.T) {
	backends(t, func(t *testing.T, open func(*testRepo, string) (*Repo, error)) {
		r := newTestRepo(t)
		r.write("docs/deep/a.md", "a")
		repo := opened(t, open, r, filepath.Join(r.dir, "docs", "deep"))
		if repo.Root != r.dir || repo.Prefix != "docs/deep" || repo.GitDir != filepath.Join(r.dir, ".git") || repo.CommonDir != repo.GitDir {
			t.Errorf("Open = %+v", repo)
		}
	})
}

func TestWorkTreeStates(t *testing.T) {
	backends(t, func(t *testing.T, open func(*testRepo, string) (*Repo, error)) {
		r := newTestRepo(t)
		r.write("clean.md", "clean", "edited.md", "before", "deleted.md", "x", "staged.md", "1", "removed.md", "r", "code.go", "package x", "Upper.MD", "u", "b.markdown", "b")
		head := r.commit("2026-01-02T03:04:05Z")
		repo := opened(t, open, r, r.dir)
		s, tree := workTree(t, repo)
		diff(t, "clean listing", listing(tree), []string{"Upper.MD", "b.markdown", "clean.md", "deleted.md", "edited.md", "removed.md", "staged.md"})
		if tree.Dirty || s.Staged || len(s.Dirty) > 0 || s.Head != head || tree.Commit != head {
			t.Errorf("a fresh commit is dirty: %+v %+v", s, tree)
		}
		r.write("edited.md", "after", "staged.md", "2", "new.md", "new", ".gitignore", "ignored.md\n/build/\n", "ignored.md", "i", "build/x.md", "i", "sub/.gitignore", "*.md\n!keep.md\n", "sub/drop.md", "d", "sub/keep.md", "k")
		os.Remove(filepath.Join(r.dir, "deleted.md"))
		r.git("add", "staged.md")
		r.git("rm", "-q", "removed.md")
		s, tree = workTree(t, repo)
		diff(t, "listing", listing(tree), []string{"Upper.MD", "b.markdown", "clean.md", "edited.md*", "new.md*", "staged.md", "sub/keep.md*"})
		diff(t, "texts", texts(t, repo, tree), map[string]string{"Upper.MD": "u", "b.markdown": "b", "clean.md": "clean", "edited.md": "after", "new.md": "new", "staged.md": "2", "sub/keep.md": "k"})
		var dirty []string
		for _, d := range s.Dirty {
			dirty = append(dirty, d.Path)
		}
		diff(t, "dirty", dirty, []string{"deleted.md", "edited.md", "new.md", "sub/keep.md"})
		if !s.Staged || !tree.Dirty || s.Dirty[0].Size != -1 || s.Dirty[1].Size != 5 {
			t.Errorf("scan = %+v, dirty = %v", s, tree.Dirty)
		}
	})
}

func TestScanEqualUntilSomethingChanges(t *testing.T) {
	backends(t, func(t *testing.T, open func(*testRepo, string) (*Repo, error)) {
		r := newTestRepo(t)
		r.write("a.md", "a", "code.go", "x")
		r.commit("2026-01-02T03:04:05Z")
		repo := opened(t, open, r, r.dir)
		last, _ := workTree(t, repo)
		step := func(name string, equal bool, do func()) {
			t.Helper()
			do()
			s, _ := workTree(t, repo)
			if s.Equal(last) != equal {
				t.Errorf("%s: Equal = %v\n%+v\n%+v", name, !equal, last, s)
			}
			last = s
		}
		step("nothing", true, func() {})
		step("code", true, func() { r.write("code.go", "y") })
		step("untracked note", false, func() { r.write("b.md", "b") })
		step("same size", false, func() { r.write("b.md", "c") })
		step("edit", false, func() { r.write("a.md", "a2") })
		step(".kbignore", false, func() { r.write(".kbignore", "b.md") })
		step("kb.yaml", false, func() { r.write(".memory/kb.yaml", "exclude: [x/]") })
		step("commit", false, func() { r.commit("2026-01-03T03:04:05Z") })
		step("remove", false, func() { os.Remove(filepath.Join(r.dir, "a.md")) })
	})
}

func TestRacilyCleanFile(t *testing.T) {
	backends(t, func(t *testing.T, open func(*testRepo, string) (*Repo, error)) {
		r := newTestRepo(t)
		r.write("a.md", "one")
		r.commit("2026-01-02T03:04:05Z")
		p := filepath.Join(r.dir, "a.md")
		info, err := os.Stat(p)
		if err != nil {
			t.Fatal(err)
		}
		// The same size and time as git's index remembers, and the index no younger than the file.
		r.write("a.md", "two")
		if err := errors.Join(os.Chtimes(p, info.ModTime(), info.ModTime()), os.Chtimes(filepath.Join(r.dir, ".git/index"), info.ModTime(), info.ModTime())); err != nil {
			t.Fatal(err)
		}
		repo := opened(t, open, r, r.dir)
		_, tree := workTree(t, repo)
		diff(t, "texts", texts(t, repo, tree), map[string]string{"a.md": "two"})
	})
}

func TestKnownSparesHashing(t *testing.T) {
	backends(t, func(t *testing.T, open func(*testRepo, string) (*Repo, error)) {
		r := newTestRepo(t)
		r.write("a.md", "a")
		repo := opened(t, open, r, r.dir)
		s, _ := workTree(t, repo)
		tree, err := repo.WorkTree(context.Background(), s, func(d DirtyFile) (string, bool) { return "remembered", d == s.Dirty[0] })
		if err != nil || len(tree.Files) != 1 || tree.Files[0].Blob != "remembered" {
			t.Errorf("WorkTree = %+v, %v", tree, err)
		}
	})
}

func TestUnmodifiedFilesAreNotRead(t *testing.T) {
	backends(t, func(t *testing.T, open func(*testRepo, string) (*Repo, error)) {
		r := newTestRepo(t)
		r.write("a.md", "a", "b.md", "b")
		r.commit("2026-01-02T03:04:05Z")
		r.write("c.md", "c")
		p := filepath.Join(r.dir, "a.md")
		repo := opened(t, open, r, r.dir)
		_, tree := workTree(t, repo)
		b, err := repo.Blobs(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		defer b.Close()
		if err := b.Each(tree.Files, func(_ File, _ []byte, err error) error { return err }); err != nil {
			t.Fatal(err)
		}
		diff(t, "reads", b.Reads, Reads{Objects: 2, Files: 1})
		// A file that nobody can read is listed all the same while git's index vouches for it.
		if os.Getuid() != 0 && runtime.GOOS != "windows" {
			if err := os.Chmod(p, 0); err != nil {
				t.Fatal(err)
			}
			_, tree := workTree(t, repo)
			diff(t, "listing", listing(tree), []string{"a.md", "b.md", "c.md*"})
		}
	})
}

func TestUnbornBranch(t *testing.T) {
	backends(t, func(t *testing.T, open func(*testRepo, string) (*Repo, error)) {
		r := newTestRepo(t)
		repo := opened(t, open, r, r.dir)
		s, tree := workTree(t, repo)
		if s.Head != "" || len(tree.Files) != 0 || tree.Dirty {
			t.Errorf("empty repository: %+v %+v", s, tree)
		}
		r.write("a.md", "a", "b.md", "b")
		r.git("add", "a.md")
		_, tree = workTree(t, repo)
		diff(t, "listing", listing(tree), []string{"a.md", "b.md*"})
		if !tree.Dirty {
			t.Error("staged files on an unborn branch are not dirty")
		}
		if _, err := repo.TreeAt(context.Background(), "HEAD"); !errors.Is(err, ErrUnknownRev) {
			t.Errorf("TreeAt(HEAD) = %v", err)
		}
		if _, err := repo.TreeAt(context.Background(), "2026-01-01"); !errors.Is(err, ErrUnknownRev) {
			t.Errorf("TreeAt(date) = %v", err)
		}
	})
}

func TestBareRepository(t *testing.T) {
	backends(t, func(t *testing.T, open func(*testRepo, string) (*Repo, error)) {
		r := newTestRepo(t)
		r.write("a.md", "a")
		head := r.commit("2026-01-02T03:04:05Z")
		bare := filepath.Join(t.TempDir(), "bare.git")
		r.git("clone", "-q", "--bare", r.dir, bare)
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
		r.write("a.md", "a")
		r.commit("2026-01-02T03:04:05Z")
		dir, _ := filepath.EvalSymlinks(t.TempDir())
		linked := filepath.Join(dir, "linked")
		r.git("worktree", "add", "-q", "-b", "side", linked)
		other := &testRepo{t: t, dir: linked, env: r.env}
		other.write("b.md", "b")
		other.commit("2026-01-03T03:04:05Z")
		repo := opened(t, open, r, linked)
		if repo.Root != linked || repo.CommonDir != filepath.Join(r.dir, ".git") || repo.GitDir == repo.CommonDir {
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
		inner.write("in.md", "inner")
		inner.commit("2026-01-02T03:04:05Z")
		r.write("out.md", "outer")
		r.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", inner.dir, "mod.md")
		r.commit("2026-01-02T03:04:05Z")
		r.write("mod.md/new.md", "n", "nested/x.md", "in a repository of its own")
		(&testRepo{t: t, dir: filepath.Join(r.dir, "nested"), env: r.env}).git("init", "-q")
		_, tree := workTree(t, opened(t, open, r, r.dir))
		diff(t, "outer", listing(tree), []string{"out.md"})
		repo := opened(t, open, r, filepath.Join(r.dir, "mod.md"))
		if repo.Root != filepath.Join(r.dir, "mod.md") {
			t.Errorf("Root = %s", repo.Root)
		}
		_, tree = workTree(t, repo)
		diff(t, "inner", listing(tree), []string{"in.md", "new.md*"})
	})
}

func TestRevisionsAndDates(t *testing.T) {
	backends(t, func(t *testing.T, open func(*testRepo, string) (*Repo, error)) {
		r := newTestRepo(t)
		r.write("a.md", "1")
		first := r.commit("2026-01-10T12:00:00Z")
		r.git("tag", "-a", "-m", "v1", "v1")
		r.write("a.md", "2", "dir/b.md", "b")
		second := r.commit("2026-02-10T12:00:00Z")
		r.git("checkout", "-q", "-b", "side", first)
		r.write("side.md", "s")
		side := r.commit("2026-02-20T12:00:00Z")
		r.git("checkout", "-q", "main")
		r.git("merge", "-q", "--no-ff", "-m", "merge", "side")
		merge := r.git("rev-parse", "HEAD")
		r.git("gc", "-q")
		repo := opened(t, open, r, r.dir)
		// The merge has the committer date of the environment, which is before its parents'.
		for rev, want := range map[string]string{
			"HEAD": merge, "@": merge, "main": merge, "side": side, "v1": first, "v1^{}": first, "v1^{commit}": first, "HEAD~1": second,
			"HEAD^": second, "HEAD^2": side, "HEAD~2": first, "HEAD^1~1": first, "HEAD^0": merge, "refs/heads/side": side, "heads/side": side, second[:9]: second,
			first: first, "tags/v1~0": first, "2026-01-02": merge, "2026-06-01": merge,
		} {
			tree, err := repo.TreeAt(context.Background(), rev)
			if err != nil || tree.Commit != want {
				t.Errorf("TreeAt(%s) = %+v, %v; want %s", rev, tree, err, want)
			}
		}
		for _, rev := range []string{"nope", "HEAD~9", "HEAD^3", "", "-x", "--help", "HEAD^{tree}", "2025-12-31", "HEAD:a.md"} {
			if tree, err := repo.TreeAt(context.Background(), rev); !errors.Is(err, ErrUnknownRev) {
				t.Errorf("TreeAt(%q) = %v, %v; want ErrUnknownRev", rev, tree, err)
			}
		}
		tree, err := repo.TreeAt(context.Background(), "HEAD")
		if err != nil {
			t.Fatal(err)
		}
		diff(t, "texts", texts(t, repo, tree), map[string]string{"a.md": "2", "dir/b.md": "b", "side.md": "s"})
	})
}

func TestDatesFollowFirstParents(t *testing.T) {
	backends(t, func(t *testing.T, open func(*testRepo, string) (*Repo, error)) {
		r := newTestRepo(t)
		r.write("a.md", "1")
		first := r.commit("2026-01-10T12:00:00Z")
		r.write("a.md", "2")
		second := r.commit("2026-02-10T12:00:00Z")
		r.git("branch", "2026-01-20", second)
		repo := opened(t, open, r, r.dir)
		for date, want := range map[string]string{
			"2026-01-10": first, "2026-02-09": first, "2026-02-10": second, "2026-02-10T11:59:59Z": first, "2026-02-10T13:00:00+01:00": second,
			"2026-01-20": second, // a branch of that name
		} {
			if id, err := repo.Resolve(context.Background(), date); err != nil || id != want {
				t.Errorf("Resolve(%s) = %s, %v; want %s", date, id, err, want)
			}
		}
	})
}

func TestShallowClone(t *testing.T) {
	backends(t, func(t *testing.T, open func(*testRepo, string) (*Repo, error)) {
		r := newTestRepo(t)
		r.write("a.md", "1")
		r.commit("2026-01-10T12:00:00Z")
		r.write("a.md", "2")
		r.commit("2026-02-10T12:00:00Z")
		dir := filepath.Join(t.TempDir(), "shallow")
		r.git("clone", "-q", "--depth=1", "file://"+r.dir, dir)
		repo := opened(t, open, r, dir)
		_, tree := workTree(t, repo)
		diff(t, "texts", texts(t, repo, tree), map[string]string{"a.md": "2"})
		for _, rev := range []string{"HEAD~1", "2026-01-15"} {
			if _, err := repo.TreeAt(context.Background(), rev); !errors.Is(err, ErrUnknownRev) {
				t.Errorf("TreeAt(%s) = %v", rev, err)
			}
		}
	})
}

func TestConflictedMerge(t *testing.T) {
	backends(t, func(t *testing.T, open func(*testRepo, string) (*Repo, error)) {
		r := newTestRepo(t)
		r.write("a.md", "base\n", "both.md", "b\n")
		r.commit("2026-01-10T12:00:00Z")
		r.git("checkout", "-q", "-b", "side")
		r.write("a.md", "side\n")
		os.Remove(filepath.Join(r.dir, "both.md"))
		r.commit("2026-01-11T12:00:00Z")
		r.git("checkout", "-q", "main")
		r.write("a.md", "main\n", "both.md", "changed\n")
		r.commit("2026-01-12T12:00:00Z")
		if out, err := r.try("merge", "side"); err == nil {
			t.Fatalf("no conflict: %s", out)
		}
		repo := opened(t, open, r, r.dir)
		s, tree := workTree(t, repo)
		diff(t, "listing", listing(tree), []string{"a.md*", "both.md*"})
		if got := texts(t, repo, tree); !strings.Contains(got["a.md"], "<<<<<<<") || !s.Staged || !tree.Dirty {
			t.Errorf("texts = %q, staged %v", got, s.Staged)
		}
	})
}

func TestIntentToAddAndIndexFlags(t *testing.T) {
	backends(t, func(t *testing.T, open func(*testRepo, string) (*Repo, error)) {
		r := newTestRepo(t)
		r.write("assumed.md", "1", "sparse.md", "s", "plain.md", "p")
		r.commit("2026-01-10T12:00:00Z")
		r.write("intended.md", "i", "assumed.md", "2")
		r.git("add", "-N", "intended.md")
		r.git("update-index", "--assume-unchanged", "assumed.md")
		r.git("update-index", "--skip-worktree", "sparse.md")
		os.Remove(filepath.Join(r.dir, "sparse.md"))
		repo := opened(t, open, r, r.dir)
		s, tree := workTree(t, repo)
		diff(t, "texts", texts(t, repo, tree), map[string]string{"assumed.md": "1", "intended.md": "i", "plain.md": "p", "sparse.md": "s"})
		diff(t, "listing", listing(tree), []string{"assumed.md", "intended.md*", "plain.md", "sparse.md"})
		if s.Staged {
			t.Error("intent to add counts as staged")
		}
	})
}

func TestIndexVersionFourAndSplitIndex(t *testing.T) {
	backends(t, func(t *testing.T, open func(*testRepo, string) (*Repo, error)) {
		r := newTestRepo(t)
		r.write("folder/first.md", "1", "folder/second.md", "2", "folder/sub/third.md", "3", "z.md", "4")
		r.commit("2026-01-10T12:00:00Z")
		r.git("update-index", "--index-version", "4")
		repo := opened(t, open, r, r.dir)
		_, tree := workTree(t, repo)
		want := map[string]string{"folder/first.md": "1", "folder/second.md": "2", "folder/sub/third.md": "3", "z.md": "4"}
		diff(t, "version 4", texts(t, repo, tree), want)
		r.git("update-index", "--split-index")
		s, err := repo.Scan(context.Background())
		if strings.HasSuffix(t.Name(), "off") {
			if !errors.Is(err, ErrUnsupported) {
				t.Errorf("Scan of a split index = %v", err)
			}
			return
		}
		tree, err = repo.WorkTree(context.Background(), s, nil)
		if err != nil {
			t.Fatal(err)
		}
		diff(t, "split index", texts(t, repo, tree), want)
	})
}

func TestSHA256AndReftable(t *testing.T) {
	backends(t, func(t *testing.T, open func(*testRepo, string) (*Repo, error)) {
		off := strings.HasSuffix(t.Name(), "off")
		r := newTestRepo(t, "--object-format=sha256")
		r.write("a.md", "a")
		r.commit("2026-01-10T12:00:00Z")
		r.write("b.md", "b")
		repo, err := open(r, r.dir)
		if off {
			if !errors.Is(err, ErrUnsupported) || !strings.Contains(err.Error(), "sha256") || !strings.Contains(err.Error(), "git program") {
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
	r.git("config", "core.repositoryformatversion", "1")
	for key, ok := range map[string]bool{"worktreeconfig": true, "partialclone": true, "refstorage": false, "future": false} {
		value := map[bool]string{true: "true", false: "reftable"}[ok]
		r.write(".git/config", "[core]\n\trepositoryformatversion = 1\n[extensions]\n\t"+key+" = "+value+"\n")
		_, err := Open(context.Background(), r.dir, WithEnviron(append(r.env, "KB_GIT=off")))
		if errors.Is(err, ErrUnsupported) == ok {
			t.Errorf("extensions.%s: %v", key, err)
		}
	}
}

func TestSymlinks(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("symbolic links need a privilege on Windows")
	}
	backends(t, func(t *testing.T, open func(*testRepo, string) (*Repo, error)) {
		outside := filepath.Join(t.TempDir(), "secret.md")
		if err := os.WriteFile(outside, []byte("secret"), 0o644); err != nil {
			t.Fatal(err)
		}
		r := newTestRepo(t)
		r.write("real.md", "real", "was.md", "was a file", "dir/x.md", "x")
		for link, to := range map[string]string{"out.md": outside, "in.md": "real.md", "loop.md": "loop.md", "around": ".", "escape": filepath.Dir(outside), "code.go": "x"} {
			if err := os.Symlink(to, filepath.Join(r.dir, link)); err != nil {
				t.Fatal(err)
			}
		}
		r.commit("2026-01-10T12:00:00Z")
		os.Remove(filepath.Join(r.dir, "was.md"))
		os.RemoveAll(filepath.Join(r.dir, "dir"))
		if err := errors.Join(os.Symlink(outside, filepath.Join(r.dir, "was.md")), os.Symlink(outside, filepath.Join(r.dir, "untracked.md")), os.Symlink(filepath.Dir(outside), filepath.Join(r.dir, "dir"))); err != nil {
			t.Fatal(err)
		}
		repo := opened(t, open, r, r.dir)
		_, tree := workTree(t, repo)
		diff(t, "listing", listing(tree), []string{"real.md", "-in.md", "-loop.md", "-out.md", "-untracked.md", "-was.md"})
		at, err := repo.TreeAt(context.Background(), "HEAD")
		if err != nil {
			t.Fatal(err)
		}
		diff(t, "listing of HEAD", listing(at), []string{"dir/x.md", "real.md", "was.md", "-in.md", "-loop.md", "-out.md"})
		// Nobody who makes a File up gets out either.
		b, err := repo.Blobs(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		defer b.Close()
		for _, p := range []string{"out.md", "escape/secret.md", "../secret.md", "/etc/passwd", "dir/secret.md", ".git/config"} {
			if data, err := b.Read(File{Path: p, Blob: sha1Format.blobID([]byte("secret"))}); err == nil {
				t.Errorf("Read(%s) = %q", p, data)
			}
		}
	})
}

func TestHostileNames(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("such names cannot be made on Windows")
	}
	backends(t, func(t *testing.T, open func(*testRepo, string) (*Repo, error)) {
		r := newTestRepo(t)
		names := []string{"new\nline.md", `quo"te'.md`, "tab\t.md", "back\\slash.md", "-dash.md", ":(glob)x.md", " space .md", "ünï.md", "a b/c d.md", "#x.md", "*.md"}
		for i, n := range names {
			r.write(n, strings.Repeat("x", i+1))
		}
		r.write("bad\xff.md", "not UTF-8")
		_, untracked := workTree(t, opened(t, open, r, r.dir))
		r.commit("2026-01-10T12:00:00Z")
		repo := opened(t, open, r, r.dir)
		_, tracked := workTree(t, repo)
		at, err := repo.TreeAt(context.Background(), "HEAD")
		if err != nil {
			t.Fatal(err)
		}
		for name, tree := range map[string]*Tree{"untracked": untracked, "tracked": tracked, "commit": at} {
			if len(tree.Files) != len(names) {
				t.Errorf("%s: %q", name, listing(tree))
			}
			diff(t, name+" skipped", tree.Skipped, []Skip{{"bad\uFFFD.md", "the file name is not UTF-8"}})
			for path, text := range texts(t, repo, tree) {
				if i := slices.Index(names, path); i < 0 || len(text) != i+1 {
					t.Errorf("%s: %q has %q", name, path, text)
				}
			}
		}
	})
}

func TestCraftedTree(t *testing.T) {
	backends(t, func(t *testing.T, open func(*testRepo, string) (*Repo, error)) {
		r := newTestRepo(t)
		r.write("a.md", "a")
		r.commit("2026-01-10T12:00:00Z")
		blob := r.git("rev-parse", "HEAD:a.md")
		raw := func(mode, name, id string) []byte {
			bin := make([]byte, 20)
			for i := range bin {
				bin[i] = unhex(id[2*i])<<4 | unhex(id[2*i+1])
			}
			return append([]byte(mode+" "+name+"\x00"), bin...)
		}
		inner := r.object("tree", raw("100644", "evil.md", blob))
		top := r.object("tree", slices.Concat(raw("40000", "..", inner), raw("40000", ".git", inner), raw("40000", "ok", inner), raw("100644", "x.md", blob), raw("160000", "gone.md", blob)))
		commit := r.git("commit-tree", "-m", "crafted", top)
		tree, err := opened(t, open, r, r.dir).TreeAt(context.Background(), commit)
		if err != nil {
			t.Fatal(err)
		}
		diff(t, "listing", listing(tree), []string{"ok/evil.md", "x.md", "-../evil.md", "-.git/evil.md"})
	})
}

func unhex(c byte) byte {
	if c >= 'a' {
		return c - 'a' + 10
	}
	return c - '0'
}

// object writes an object as it is, without git's checks.
func (r *testRepo) object(kind string, data []byte) string {
	r.t.Helper()
	cmd := exec.Command("git", "hash-object", "-t", kind, "-w", "--literally", "--stdin")
	cmd.Dir, cmd.Env, cmd.Stdin = r.dir, r.env, bytes.NewReader(data)
	out, err := cmd.Output()
	if err != nil {
		r.t.Fatal(err)
	}
	return strings.TrimSpace(string(out))
}

func TestLargeAndBinaryFiles(t *testing.T) {
	backends(t, func(t *testing.T, open func(*testRepo, string) (*Repo, error)) {
		r := newTestRepo(t)
		big := strings.Repeat("0123456789abcde\n", 9<<20/16)
		r.write("big.md", big, "small.md", "s")
		r.commit("2026-01-10T12:00:00Z")
		r.write("newbig.md", big, "binary.md", "a\x00b")
		repo := opened(t, open, r, r.dir)
		_, tree := workTree(t, repo)
		diff(t, "listing", listing(tree), []string{"small.md", "-big.md", "-binary.md", "-newbig.md"})
		diff(t, "skipped", tree.Skipped, []Skip{{"big.md", "larger than 8 MiB"}, {"binary.md", "binary"}, {"newbig.md", "larger than 8 MiB"}})
		// A commit's sizes are not known before reading.
		at, err := repo.TreeAt(context.Background(), "HEAD")
		if err != nil {
			t.Fatal(err)
		}
		b, err := repo.Blobs(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		defer b.Close()
		var got []string
		err = b.Each(at.Files, func(f File, data []byte, err error) error {
			if errors.Is(err, ErrTooLarge) {
				data = []byte("too large")
			} else if err != nil {
				return err
			}
			got = append(got, f.Path+": "+string(data))
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		diff(t, "Each", got, []string{"big.md: too large", "small.md: s"})
		if _, err := b.Read(at.Files[0]); !errors.Is(err, ErrTooLarge) {
			t.Errorf("Read = %v", err)
		}
		if data, err := b.Read(at.Files[1]); err != nil || string(data) != "s" {
			t.Errorf("Read after a large file = %q, %v", data, err)
		}
	})
}

func TestFileChangesBeforeItIsRead(t *testing.T) {
	r := newTestRepo(t)
	r.write("a.md", "a")
	repo, err := Open(context.Background(), r.dir, WithEnviron(r.env))
	if err != nil {
		t.Fatal(err)
	}
	_, tree := workTree(t, repo)
	r.write("a.md", "b")
	b, err := repo.Blobs(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	if _, err := b.Read(tree.Files[0]); !errors.Is(err, ErrChanged) {
		t.Errorf("Read = %v, want ErrChanged", err)
	}
}

func TestMissingObjects(t *testing.T) {
	backends(t, func(t *testing.T, open func(*testRepo, string) (*Repo, error)) {
		r := newTestRepo(t)
		r.write("a.md", "a", "b.md", "b", "gone.md", "g")
		r.commit("2026-01-10T12:00:00Z")
		for _, name := range []string{"a.md", "gone.md"} {
			id := r.git("rev-parse", "HEAD:"+name)
			if err := os.Remove(filepath.Join(r.dir, ".git/objects", id[:2], id[2:])); err != nil {
				t.Fatal(err)
			}
		}
		repo := opened(t, open, r, r.dir)
		_, tree := workTree(t, repo)
		os.Remove(filepath.Join(r.dir, "gone.md"))
		b, err := repo.Blobs(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		defer b.Close()
		var got []string
		err = b.Each(tree.Files, func(f File, data []byte, err error) error {
			if err != nil {
				data = []byte("error")
			}
			got = append(got, f.Path+": "+string(data))
			return nil
		})
		// The work tree makes up for an object that is missing, when it has the same bytes.
		diff(t, "Each", got, []string{"a.md: a", "b.md: b", "gone.md: error"})
		if err != nil {
			t.Error(err)
		}
	})
}

func TestGitEnvironment(t *testing.T) {
	backends(t, func(t *testing.T, open func(*testRepo, string) (*Repo, error)) {
		r := newTestRepo(t)
		r.write("a.md", "a", "b.md", "b")
		r.commit("2026-01-10T12:00:00Z")
		elsewhere := t.TempDir()
		moved := &testRepo{t: t, dir: elsewhere, env: append(slices.Clone(r.env), "GIT_DIR="+filepath.Join(r.dir, ".git"), "GIT_WORK_TREE="+r.dir)}
		repo := opened(t, open, moved, elsewhere)
		if repo.Root != r.dir || repo.Prefix != "" {
			t.Errorf("Open = %+v", repo)
		}
		// In a hook of "commit PATH" git works on an index of its own.
		r.write("a.md", "a2", "b.md", "b2")
		index := filepath.Join(t.TempDir(), "index")
		hook := &testRepo{t: t, dir: r.dir, env: append(slices.Clone(r.env), "GIT_INDEX_FILE="+index)}
		hook.git("read-tree", "HEAD")
		hook.git("add", "a.md")
		repo = opened(t, open, hook, r.dir)
		_, tree := workTree(t, repo)
		diff(t, "listing", listing(tree), []string{"a.md", "b.md*"})
		if got := texts(t, repo, tree); got["a.md"] != "a2" {
			t.Errorf("texts = %q", got)
		}
	})
}

func TestCancelled(t *testing.T) {
	backends(t, func(t *testing.T, open func(*testRepo, string) (*Repo, error)) {
		r := newTestRepo(t)
		r.write("a.md", "a")
		r.commit("2026-01-10T12:00:00Z")
		repo := opened(t, open, r, r.dir)
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		if _, err := repo.Scan(ctx); !errors.Is(err, context.Canceled) {
			t.Errorf("Scan = %v", err)
		}
	})
}
