package git

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// The branch that HEAD is on, and the tip of the default branch as a clone knows it.
func TestWhereHeadIs(t *testing.T) {
	r := newTestRepo(t)
	repo, err := Open(t.Context(), r.Dir, markdownFiles(), WithEnviron(r.Env))
	if err != nil {
		t.Fatal(err)
	}
	if repo.Branch() != "main" || repo.mainTip() != "" {
		t.Errorf("before the first commit on %q, default at %q", repo.Branch(), repo.mainTip())
	}
	first := r.commit("2026-01-10T12:00:00Z")
	r.Git("checkout", "-q", "-b", "kb/work")
	second := r.commit("2026-01-11T12:00:00Z")
	if repo.Branch() != "kb/work" || repo.mainTip() != first {
		t.Errorf("on %q, default at %q", repo.Branch(), repo.mainTip())
	}
	r.Git("checkout", "-q", "--detach")
	if repo.Branch() != "" {
		t.Errorf("detached on %q", repo.Branch())
	}
	r.Git("branch", "-q", "-m", "main", "master")
	if repo.mainTip() != first {
		t.Errorf("master at %q", repo.mainTip())
	}
	r.Git("update-ref", "refs/remotes/origin/master", second)
	if repo.mainTip() != second {
		t.Errorf("that of origin at %q", repo.mainTip())
	}
	os.Remove(filepath.Join(r.Dir, ".git", "HEAD"))
	if repo.Branch() != "" {
		t.Errorf("without HEAD on %q", repo.Branch())
	}
}

// Replacements and grafts make a history another one; empty folders and files of them do not.
func TestEdgesOfHistory(t *testing.T) {
	r := newTestRepo(t)
	r.commit("2026-01-10T12:00:00Z")
	repo, err := Open(t.Context(), r.Dir, markdownFiles(), WithEnviron(r.Env))
	if err != nil {
		t.Fatal(err)
	}
	common := filepath.Join(r.Dir, ".git")
	for _, c := range []struct {
		path, text string
		want       HistoryEdges
	}{
		{"refs/replace", "", HistoryEdges{}}, {"info/grafts", "", HistoryEdges{}}, {"shallow", "", HistoryEdges{}},
		{"info/grafts", "a b\n", HistoryEdges{Replaced: true}}, {"info/grafts", "", HistoryEdges{}},
		{"refs/replace/x", "y", HistoryEdges{Replaced: true}}, {"shallow", "z\n", HistoryEdges{sha1Format.blobID([]byte("z\n")), true}},
	} {
		file := filepath.Join(common, c.path)
		if c.path == "refs/replace" {
			err = os.Mkdir(file, 0o700)
		} else {
			err = errors.Join(os.MkdirAll(filepath.Dir(file), 0o700), os.WriteFile(file, []byte(c.text), 0o600))
		}
		if got, err2 := repo.HistoryEdges(); got != c.want || err != nil || err2 != nil {
			t.Errorf("%s %q: %+v, %v %v", c.path, c.text, got, err, err2)
		}
	}
}

// What is not tracked is listed but for what some list ignores, folders that are repositories, and what is no file.
func TestUntrackedFiles(t *testing.T) {
	backends(t, func(t *testing.T, open func(*testRepo, string) (*Repo, error)) {
		r := newTestRepo(t)
		home := t.TempDir()
		r.Env = append(r.Env, "HOME="+home, "XDG_CONFIG_HOME=", "GIT_CONFIG_GLOBAL="+filepath.Join(home, ".gitconfig"))
		r.Write("tracked.md", "1")
		staged := opened(t, open, r, r.Dir)
		state := func(want string) {
			t.Helper()
			s, err := staged.Status(t.Context())
			slices.Sort(s.Dirty)
			if got := fmt.Sprint(s.Dirty, s.Staged); got != want || err != nil {
				t.Errorf("%s, %v, want %s", got, err, want)
			}
		}
		state("[tracked.md] false")
		r.Git("add", "-N", "tracked.md")
		state("[tracked.md] false")
		r.Git("add", "tracked.md")
		state("[] true")
		r.commit("2026-01-10T12:00:00Z")
		r.Write("new.md", "1", "deep/er/new.md", "1", "out/x.md", "1", "deep/out/x.md", "1", "deep/.gitignore", "/out\nno.md\n",
			"deep/no.md", "1",
			"deep/yes.md", "1", "mine.md", "1", "clone.md", "1", ".git/info/exclude", "/clone.md\n", "other.txt", "1",
			"nested/.git/HEAD", "ref: refs/heads/main\n", "nested/x.md", "1", "half/.git/x", "1")
		r.At(home).Write(".config/git/ignore", "mine.md\n")
		r.At(r.Dir).Git("init", "-q", "own")
		r.Write("own/x.md", "1")
		for name, to := range map[string]string{"link.md": "new.md", "nowhere.md": "gone", "folder.md": "deep", "deep/folder": "../out"} {
			if err := os.Symlink(to, filepath.Join(r.Dir, filepath.FromSlash(name))); err != nil {
				t.Skip(err)
			}
		}
		state("[deep/er/new.md deep/yes.md folder.md link.md nested/x.md new.md nowhere.md out/x.md] false")
		r.At(home).Write(".gitconfig", "[core]\n\texcludesFile = ~/my ignore\n", "my ignore", "new.md\n")
		staged = opened(t, open, r, r.Dir)
		state("[deep/yes.md folder.md link.md mine.md nested/x.md nowhere.md out/x.md] false")
		for path, want := range map[string]bool{"new.md": true, "deep/out/x.md": true, "out/x.md": false, "clone.md": true} {
			if got, err := staged.Ignored(t.Context(), path); got != want || err != nil {
				t.Errorf("%s is ignored: %v, %v", path, got, err)
			}
		}
	})
}

// A text is decoded, its raw bytes are not; what is too large or no file is told, and the next one is read.
func TestOddObjects(t *testing.T) {
	backends(t, func(t *testing.T, open func(*testRepo, string) (*Repo, error)) {
		r := newTestRepo(t)
		most := bytes.Repeat([]byte("a\n"), MaxFile/2)
		r.Write("latin.md", "caf\xe9\n", "d/x.md", "x", "most.md", string(most), "more.md", string(most)+"b")
		r.commit("2026-01-10T12:00:00Z")
		repo := opened(t, open, r, r.Dir)
		var files []File
		for _, rev := range []string{"HEAD:latin.md", "HEAD:d", "HEAD:most.md", "HEAD", "HEAD:more.md", "HEAD:d/x.md"} {
			files = append(files, Blob(r.Git("rev-parse", rev)))
		}
		describe := func(data []byte, err error) string {
			switch {
			case errors.Is(err, ErrMissing):
				return "missing"
			case errors.Is(err, ErrTooLarge):
				return "large"
			case err != nil:
				return err.Error()
			case len(data) > 9:
				return fmt.Sprint(len(data))
			}
			return string(data)
		}
		for raw, want := range map[bool]string{false: "café\n missing 8388608 missing large x",
			true: "caf\xe9\n missing 8388608 missing large x"} {
			b, err := map[bool]func(context.Context) (*BlobReader, error){false: repo.Blobs, true: repo.RawBlobs}[raw](t.Context())
			if err != nil {
				t.Fatal(err)
			}
			var each, read []string
			err = b.Each(files, func(_ File, data []byte, err error) error { each = append(each, describe(data, err)); return nil })
			if got := strings.Join(each, " "); got != want || err != nil || b.Reads != (Reads{Objects: 6}) {
				t.Errorf("raw %v: %q, %v, %+v", raw, got, err, b.Reads)
			}
			for _, f := range files {
				read = append(read, describe(b.Read(f)))
				if encoding := map[bool]string{true: "", false: "windows-1252"}[raw]; len(read) == 1 && b.Encoding != encoding {
					t.Errorf("raw %v: decoded from %q", raw, b.Encoding)
				}
			}
			if got := strings.Join(read, " "); got != want {
				t.Errorf("raw %v, one by one: %q", raw, got)
			}
			stop, n := errors.New("enough"), 0
			if err := b.Each(files, func(File, []byte, error) error { n++; return stop }); !errors.Is(err, stop) || n != 1 {
				t.Errorf("after an error: %v, %d files", err, n)
			}
			b.Close()
		}
		head := Blob(r.Git("rev-parse", "HEAD:d/x.md"))
		if data, err := (&BlobReader{}).Read(head.Holding("held")); string(data) != "held" || err != nil {
			t.Errorf("held: %q, %v", data, err)
		}
	})
}

// Folders that become files and files that become folders, modes and links, as each commit changed them.
func TestKindsOfChanges(t *testing.T) {
	backends(t, func(t *testing.T, open func(*testRepo, string) (*Repo, error)) {
		r := newTestRepo(t)
		blob := func(text string) string { return r.Feed([]byte(text), "hash-object", "-w", "--stdin") }
		a, b := blob("a"), blob("b")
		var parent []string
		commit := func(lines ...string) string {
			r.Git("read-tree", "--empty")
			r.Feed([]byte(strings.Join(lines, "\n")+"\n"), "update-index", "--add", "--index-info")
			id := r.Git(append([]string{"commit-tree", "-m", fmt.Sprint(len(parent)), r.Git("write-tree")}, parent...)...)
			parent = []string{"-p", id}
			return id
		}
		commit("100644 "+a+"\tx/y/1.md", "100644 "+a+"\tx/y/2.md", "100644 "+a+"\tx.md", "100644 "+a+"\tz")
		commit("100644 "+a+"\tx", "100755 "+a+"\tx.md", "100644 "+b+"\tz/1.md", "100644 "+a+"\ty")
		last := commit("100644 "+a+"\tx/y/1.md", "120000 "+a+"\tx.md", "160000 "+a+"\tz", "100644 "+a+"\tw", "100644 "+a+"\ty")
		got, _ := walked(t, opened(t, open, r, r.Dir), CommitWalk{Tips: []string{last}})
		diff(t, "changes", got, []string{"0 A:x.md A:x/y/1.md A:x/y/2.md A:z", "2 A:x M:x.md D:x/y/1.md D:x/y/2.md A:y D:z A:z/1.md",
			"2 A:w D:x T:x.md A:x/y/1.md A:z D:z/1.md"})
		none, n := walked(t, opened(t, open, r, r.Dir), CommitWalk{Tips: []string{strings.Repeat("1", 40)}})
		if len(none) > 0 || n != 0 {
			t.Errorf("of a commit that is not here: %q", none)
		}
	})
}

// Of a branch that touched more files than are told, the first are.
func TestManyTouchedFiles(t *testing.T) {
	r := newTestRepo(t)
	first := r.commit("2026-01-10T12:00:00Z")
	var files []string
	for i := range maxTouched + 1 {
		files = append(files, fmt.Sprintf("%03d.md", i), "x")
	}
	r.Write(files...)
	r.commit("2026-01-11T12:00:00Z")
	r.Git("update-ref", "refs/remotes/origin/main", first)
	repo, err := Open(t.Context(), r.Dir, markdownFiles(), WithEnviron(r.Env))
	if err != nil {
		t.Fatal(err)
	}
	if touched, err := repo.Touched(t.Context()); err != nil || len(touched) != maxTouched || touched[maxTouched-1] != "499.md" {
		t.Errorf("%d touched files, %v", len(touched), err)
	}
	r.Git("update-ref", "-d", "refs/remotes/origin/main")
	if _, moved, err := repo.Moved(t.Context(), first); err != nil || len(moved) != maxTouched || moved[maxTouched-1].Path != "499.md" {
		t.Errorf("%d moved files, %v", len(moved), err)
	}
}

// A remote that takes no commit without its parent gets one with it; the only remote is that of a repository.
func TestExchangeWithAStrictRemote(t *testing.T) {
	hub := newTestRepo(t, "--bare")
	hub.Git("config", "receive.denyNonFastForwards", "true")
	r := newTestRepo(t)
	r.Git("remote", "add", "hub", hub.Dir)
	repo, err := Open(t.Context(), r.Dir, markdownFiles(), WithEnviron(r.Env))
	if err != nil {
		t.Fatal(err)
	}
	e, err := repo.Exchange(t.Context(), "", "refs/heads/usage")
	if err != nil || e.Remote() != "hub" {
		t.Fatalf("%+v, %v", e, err)
	}
	old, day := "", time.Date(2026, 5, 4, 0, 0, 0, 0, time.UTC)
	for n := range 3 {
		if err := e.Push(t.Context(), map[string][]byte{"uses/ann": []byte(fmt.Sprint(n))}, old, day); err != nil {
			t.Fatal(err)
		}
		var files map[string][]byte
		if files, old, err = e.Fetch(t.Context(), 1); err != nil || string(files["uses/ann"]) != fmt.Sprint(n) {
			t.Errorf("%q, %v", files, err)
		}
	}
	if got := hub.Git("rev-list", "--count", "usage"); got != "3" {
		t.Errorf("%s commits", got)
	}
	r.Git("remote", "add", "more", hub.Dir)
	if _, err := repo.Exchange(t.Context(), "", "refs/kb/usage"); !errors.Is(err, ErrNoRemote) {
		t.Errorf("of two remotes, none of which is origin: %v", err)
	}
	hub.Git("config", "transfer.hideRefs", "refs/heads")
	if err := e.Push(t.Context(), map[string][]byte{"uses/ann": nil}, "", day); err == nil {
		t.Error("a remote that takes nothing")
	}
}

// As many processes wait as are kept, and the last one is taken first.
func TestWaitingProcesses(t *testing.T) {
	r := newTestRepo(t)
	r.commit("2026-01-10T12:00:00Z")
	repo, err := Open(t.Context(), r.Dir, markdownFiles(), WithEnviron(append(r.Env, "KB_GIT=on")))
	if err != nil {
		t.Fatal(err)
	}
	c := &catFile{git: repo.git.(*gitProgram), ctx: t.Context()}
	w := &waiting{}
	var all []*catProcess
	for range maxKept + 1 {
		p, err := c.start(t.Context(), false)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, p)
		if got := w.put(p); got != (len(all) <= maxKept) {
			t.Errorf("there is room for process %d: %v", len(all), got)
		}
	}
	if got := w.take(); got != all[maxKept-1] {
		t.Error("another one than the last is taken")
	}
	w.drop(all[0])
	if w.drop(all[0]); all[0].cmd.ProcessState == nil || len(w.processes) != maxKept-2 || w.processes[0] != all[1] {
		t.Errorf("%d wait after one was dropped", len(w.processes))
	}
	w.end()
	if w.take() != nil || w.put(all[maxKept]) || all[1].cmd.ProcessState == nil || all[maxKept-2].cmd.ProcessState == nil {
		t.Error("a process waits after the end")
	}
	for _, p := range all[maxKept-1:] {
		p.finish()
	}
}
