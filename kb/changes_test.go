package kb

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/9aea2451/kb/kb/git"

	"github.com/9aea2451/kb/kb/gittest"
)

// changeLines is a difference as "+path", "-path" and "~path".
func changeLines(changes []Change) (out []string) {
	for _, c := range changes {
		switch {
		case c.Old.Path == "":
			out = append(out, "+"+c.Path)
		case c.New.Path == "":
			out = append(out, "-"+c.Path)
		default:
			out = append(out, "~"+c.Path)
		}
	}
	return out
}

func TestDiff(t *testing.T) {
	tree := func(files string) *Tree {
		out := &Tree{}
		for _, f := range strings.Fields(files) {
			path, blob, _ := strings.Cut(f, "=")
			out.Files = append(out.Files, git.File{Path: path, Blob: blob})
		}
		return out
	}
	for _, tt := range []struct{ before, after, want string }{
		{"", "", ""}, {"a=1", "a=1", ""}, {"", "a=1 b=2", "+a +b"}, {"a=1 b=2", "", "-a -b"},
		{"a=1 c=3 d=4", "b=2 c=9 d=4", "-a +b ~c"}, {"b=1", "a=1 b=1 c=1", "+a +c"}, {"a=1 b=1 c=1", "b=1", "-a -c"},
	} {
		if got := strings.Join(changeLines(Diff(tree(tt.before), tree(tt.after))), " "); got != tt.want {
			t.Errorf("%q to %q: %q, want %q", tt.before, tt.after, got, tt.want)
		}
	}
}

// TestStaged is the tree that the next commit would make, and the one before it; nothing when no
// note is staged.
func TestStaged(t *testing.T) {
	backends(t, func(t *testing.T, open func(*testRepo, string) (*Repo, error)) {
		r := newTestRepo(t)
		staged := func() []string {
			t.Helper()
			before, after, err := opened(t, open, r, r.Dir).Staged(context.Background())
			if err != nil {
				t.Fatal(err)
			}
			if before == nil || after == nil {
				if before != after {
					t.Error("one of the trees is there without the other")
				}
				return nil
			}
			return changeLines(Diff(before, after))
		}
		diff(t, "an empty repository", staged(), []string(nil))
		r.Write("first.md", "1\n")
		r.Git("add", "-A")
		diff(t, "before the first commit", staged(), []string{"+first.md"})

		r.Write("change.md", "1\n", "gone.md", "1\n", "same.md", "1\n", "code.go", "package x\n")
		r.commit("2026-01-10T12:00:00Z")
		diff(t, "nothing staged", staged(), []string(nil))
		r.Write("change.md", "2\n", "code.go", "package y\n")
		diff(t, "nothing staged, but edited", staged(), []string(nil))
		r.Git("add", "code.go")
		diff(t, "code staged", staged(), []string(nil))
		r.Write("new.md", "1\n")
		r.Git("add", "change.md", "new.md")
		r.Git("rm", "-q", "--cached", "gone.md")
		r.Write("intent.md", "1\n")
		r.Git("add", "-N", "intent.md")
		diff(t, "notes staged", staged(), []string{"~change.md", "-gone.md", "+new.md"})

		// What belongs to the tree can change too.
		r.Write(".memory/kb.yaml", "exclude: [same.md]\n")
		r.Git("add", ".memory/kb.yaml")
		diff(t, "configuration staged", staged(), []string{"~change.md", "-gone.md", "+new.md", "-same.md"})
	})
}

func TestUserName(t *testing.T) {
	backends(t, func(t *testing.T, open func(*testRepo, string) (*Repo, error)) {
		r := newTestRepo(t)
		if got := opened(t, open, r, r.Dir).UserName(context.Background()); got != "A" {
			t.Errorf("%q of the environment, want A", got)
		}
		r.Git("config", "user.name", "Grace Hopper")
		r.Env = slices.DeleteFunc(r.Env, func(v string) bool {
			return strings.HasPrefix(v, "GIT_AUTHOR_NAME=") || strings.HasPrefix(v, "GIT_COMMITTER_NAME=")
		})
		if got := opened(t, open, r, r.Dir).UserName(context.Background()); got != "Grace Hopper" {
			t.Errorf("%q of the configuration", got)
		}
	})
}

// TestMergeBase goes back to the newest commit that both histories have, over merges too.
func TestMergeBase(t *testing.T) {
	backends(t, func(t *testing.T, open func(*testRepo, string) (*Repo, error)) {
		r := newTestRepo(t)
		first := r.commit("2026-01-01T12:00:00Z")
		fork := r.commit("2026-01-02T12:00:00Z")
		main := r.commit("2026-01-03T12:00:00Z")
		r.Git("checkout", "-q", "-b", "side", fork)
		side := r.commit("2026-01-04T12:00:00Z")
		r.At(r.Dir, gittest.Date("2026-01-05T12:00:00Z")...).Git("merge", "-q", "-m", "merge", main)
		merge := r.Git("rev-parse", "HEAD")
		later := r.commit("2026-01-06T12:00:00Z")
		r.Git("checkout", "-q", "main")
		next := r.commit("2026-01-07T12:00:00Z")
		r.Git("checkout", "-q", "--orphan", "alone")
		alone := r.commit("2026-01-08T12:00:00Z")
		repo := opened(t, open, r, r.Dir)
		for _, tt := range []struct{ a, b, want string }{
			{main, side, fork}, {side, main, fork}, {later, next, main}, {next, later, main}, {merge, later, merge}, {first, later, first},
			{main, main, main}, {alone, main, ""}, {main, alone, ""},
		} {
			if got, err := repo.MergeBase(context.Background(), tt.a, tt.b); err != nil || got != tt.want {
				t.Errorf("of %.7s and %.7s: %.7s %v, want %.7s", tt.a, tt.b, got, err, tt.want)
			}
		}
	})
}

// TestMerge tells what merging makes of each file, and leaves the repository as it is.
func TestMerge(t *testing.T) {
	backends(t, func(t *testing.T, open func(*testRepo, string) (*Repo, error)) {
		r := newTestRepo(t)
		long := strings.Repeat("A line that nobody changes.\n", 9)
		r.Write("both.md", "head\n"+long+"foot\n", "clash.md", "green\n", "same.md", "1\n", "ours.md", "1\n", "theirs.md", "1\n", "gone.md", "1\n", "hidden.md", "1\n")
		base := r.commit("2026-01-01T12:00:00Z")
		r.Write("both.md", "our head\n"+long+"foot\n", "clash.md", "red\n", "same.md", "2\n", "ours.md", "2\n", "new/ours.md", "1\n")
		ours := r.commit("2026-01-02T12:00:00Z")
		r.Git("checkout", "-q", "-b", "theirs", base)
		r.Write("both.md", "head\n"+long+"their foot\n", "clash.md", "blue\n", "same.md", "2\n", "theirs.md", "2\n", "new/theirs.md", "1\n", ".memory/kb.yaml", "exclude: [same.md]\n")
		r.Git("rm", "-q", "gone.md")
		theirs := r.commit("2026-01-03T12:00:00Z")
		objects := r.Git("count-objects", "-v")

		repo := opened(t, open, r, r.Dir)
		rules := &Tree{Config: &Config{}}
		if tree, err := repo.TreeAt(context.Background(), ours); err == nil {
			rules = tree
		}
		merged, err := repo.Merge(context.Background(), base, ours, theirs, rules, nil)
		if err != nil {
			t.Fatal(err)
		}
		got := texts(t, repo, merged.Tree)
		want := map[string]string{"both.md": "our head\n" + long + "their foot\n", "same.md": "2\n", "ours.md": "2\n", "theirs.md": "2\n", "hidden.md": "1\n",
			"new/ours.md": "1\n", "new/theirs.md": "1\n", "clash.md": got["clash.md"]}
		if len(merged.Unjudged) > 0 { // without git whole files are merged
			want["both.md"], want["clash.md"] = "our head\n"+long+"foot\n", "red\n"
			diff(t, "unjudged", merged.Unjudged, []string{"both.md", "clash.md"})
		} else {
			diff(t, "conflicts", merged.Conflicts, []string{"clash.md"})
			if _, marked := ConflictMarkers([]byte(got["clash.md"])); !marked {
				t.Errorf("no markers in %q", got["clash.md"])
			}
		}
		diff(t, "files", got, want)
		if !merged.Tree.Dirty || merged.Tree.Commit != ours {
			t.Errorf("the tree is said to be that of %q", merged.Tree.Commit)
		}
		if now := r.Git("count-objects", "-v"); now != objects {
			t.Errorf("merging wrote to the repository: %s, then %s", objects, now)
		}
	})
}

// TestTreeUnder reads a commit by the rules of another one: a change does not say itself what is looked at.
func TestTreeUnder(t *testing.T) {
	backends(t, func(t *testing.T, open func(*testRepo, string) (*Repo, error)) {
		r := newTestRepo(t)
		r.Write("a.md", "1\n", "old/b.md", "1\n", ".memory/kb.yaml", "exclude: [old/]\n", ".memory/queries.yaml", "queries: []\n", "script.sh", "#!/bin/sh\n")
		first := r.commit("2026-01-01T12:00:00Z")
		r.Write("c.md", "1\n", ".memory/kb.yaml", "exclude: [c.md]\nexclud: x\n", ".memory/queries.yaml", "queries: [1]\n")
		second := r.commit("2026-01-02T12:00:00Z")
		repo := opened(t, open, r, r.Dir)
		rules, err := repo.TreeAt(context.Background(), first)
		if err != nil {
			t.Fatal(err)
		}
		under, err := repo.TreeUnder(context.Background(), second, rules)
		if err != nil {
			t.Fatal(err)
		}
		diff(t, "by the rules of the first", listing(under), []string{"a.md", "c.md"})
		if setting, err := under.Setting(QueriesFile); err != nil || string(setting) != "queries: [1]\n" || len(under.Problems) != 1 {
			t.Errorf("the settings are not those of the commit itself: %q %v %v", setting, err, under.Problems)
		}
		if _, err := under.Setting("script.sh"); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("a file that steers nothing is read: %v", err)
		}
		if _, err := under.Setting(WaiversFile); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("a setting that is not there: %v", err)
		}
		r.Write("old/new.md", "1\n", "d.md", "1\n", ".memory/queries.yaml", "queries: [2]\n")
		scan, err := repo.Scan(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		work, err := repo.WorkTreeUnder(context.Background(), scan, rules)
		if err != nil {
			t.Fatal(err)
		}
		diff(t, "the work tree by the rules of the first", listing(work), []string{"a.md", "c.md", "d.md*"})
		if setting, err := work.Setting(QueriesFile); err != nil || string(setting) != "queries: [2]\n" {
			t.Errorf("setting of the work tree: %q %v", setting, err)
		}
		files, err := repo.Files(context.Background(), first)
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, f := range files {
			names = append(names, f.Path)
		}
		diff(t, "all files", names, []string{".memory/kb.yaml", ".memory/queries.yaml", "a.md", "old/b.md", "script.sh"})
		if none, err := repo.Files(context.Background(), ""); none != nil || err != nil {
			t.Errorf("files of no commit: %v %v", none, err)
		}
		if when, err := repo.CommitTime(context.Background(), second); err != nil || !when.Equal(time.Date(2026, 1, 2, 12, 0, 0, 0, time.UTC)) {
			t.Errorf("%v %v", when, err)
		}
	})
}

// walked lists commits by their subjects, with what each touches.
func walked(t *testing.T, repo *Repo, w git.CommitWalk) (out []string, announced int) {
	t.Helper()
	w.Listed = func(n int) { announced = n }
	err := repo.Commits(context.Background(), w, func(c *git.RawCommit) error {
		_, message, _ := strings.Cut(string(c.Data), "\n\n")
		line := strings.TrimSpace(message)
		for _, touch := range c.Touches {
			line += " " + string(touch.Status) + ":" + touch.Path
		}
		if c.Cut {
			line += " cut"
		}
		out = append(out, line)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return out, announced
}

// TestCommits walks parents before children, and tells of each commit what it changed against its
// first parent.
func TestCommits(t *testing.T) {
	backends(t, func(t *testing.T, open func(*testRepo, string) (*Repo, error)) {
		r := newTestRepo(t)
		commit := func(name, date string, files ...string) string {
			r.Write(files...)
			return r.Commit(name, gittest.Date(date)...)
		}
		first := commit("first", "2026-01-01T12:00:00Z", "a.md", "1\n", "run.sh", "x\n")
		r.Git("checkout", "-q", "-b", "side")
		commit("side", "2026-01-02T12:00:00Z", "dir/b.md", "1\n")
		r.Git("checkout", "-q", "main")
		if err := os.Chmod(filepath.Join(r.Dir, "run.sh"), 0o755); err != nil {
			t.Fatal(err)
		}
		r.Git("commit", "-q", "-a", "-m", "mode")
		if err := os.Remove(filepath.Join(r.Dir, "a.md")); err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink("run.sh", filepath.Join(r.Dir, "a.md")); err != nil {
			t.Fatal(err)
		}
		link := commit("link", "2026-01-03T12:00:00Z")
		r.Git("merge", "-q", "-m", "merge", "side")
		r.Git("rm", "-q", "run.sh")
		last := commit("last", "2026-01-05T12:00:00Z")

		repo := opened(t, open, r, r.Dir)
		got, n := walked(t, repo, git.CommitWalk{Tips: []string{last}})
		diff(t, "all", got, []string{"first A:a.md A:run.sh", "mode M:run.sh", "link T:a.md", "side A:dir/b.md", "merge A:dir/b.md", "last D:run.sh"})
		if n != 6 {
			t.Errorf("%d announced", n)
		}
		got, _ = walked(t, repo, git.CommitWalk{Tips: []string{last}, Known: []string{link}, Has: func(id string) bool { return id == link || id == first }})
		diff(t, "after the link", got, []string{"side A:dir/b.md", "merge A:dir/b.md", "last D:run.sh"})
		if err := repo.Commits(context.Background(), git.CommitWalk{Tips: []string{"HEAD"}}, nil); !errors.Is(err, git.ErrUnknownRev) {
			t.Errorf("a tip that is no id: %v", err)
		}
		stop := errors.New("enough")
		if err := repo.Commits(context.Background(), git.CommitWalk{Tips: []string{last}}, func(*git.RawCommit) error { return stop }); !errors.Is(err, stop) {
			t.Errorf("an error does not end the walk: %v", err)
		}
	})
}

// TestShallowCommits says where a shallow history ends.
func TestShallowCommits(t *testing.T) {
	backends(t, func(t *testing.T, open func(*testRepo, string) (*Repo, error)) {
		r := newTestRepo(t)
		r.Write("a.md", "1\n")
		r.commit("2026-01-01T12:00:00Z")
		r.Write("b.md", "1\n")
		last := r.commit("2026-01-02T12:00:00Z")
		whole, err := opened(t, open, r, r.Dir).HistoryEdges()
		if err != nil || whole != (git.HistoryEdges{}) {
			t.Errorf("of a whole history: %+v %v", whole, err)
		}
		dir := t.TempDir()
		r.At(dir).Git("clone", "-q", "--depth", "1", "file://"+r.Dir, ".")
		repo := opened(t, open, r, dir)
		got, _ := walked(t, repo, git.CommitWalk{Tips: []string{last}})
		diff(t, "the last commit alone", got, []string{"change A:a.md A:b.md cut"})
		edges, err := repo.HistoryEdges()
		if err != nil || edges.Shallow == "" || edges.Replaced {
			t.Errorf("of a shallow history: %+v %v", edges, err)
		}
		r.Git("replace", "--graft", last)
		if edges, err := opened(t, open, r, r.Dir).HistoryEdges(); err != nil || !edges.Replaced {
			t.Errorf("of a replaced commit: %+v %v", edges, err)
		}
	})
}

// TestObjectsState is another one after something was added to the store.
func TestObjectsState(t *testing.T) {
	r := newTestRepo(t)
	r.Write("a.md", "1\n")
	r.commit("2026-01-01T12:00:00Z")
	repo, err := Open(t.Context(), r.Dir, git.WithEnviron(r.Env))
	if err != nil {
		t.Fatal(err)
	}
	before := repo.ObjectsState()
	if before == "" || before != repo.ObjectsState() {
		t.Errorf("%q, then %q", before, repo.ObjectsState())
	}
	r.Git("gc", "-q")
	if repo.ObjectsState() == before {
		t.Error("packing the objects shows nowhere")
	}
}

// TestExchange carries files from one clone to another through a remote, and does not lose what
// another one pushed meanwhile.
func TestExchange(t *testing.T) {
	hub := newTestRepo(t, "--bare")
	clone := func() *git.Exchange {
		t.Helper()
		dir := t.TempDir()
		hub.At(dir).Git("clone", "-q", hub.Dir, ".")
		repo, err := Open(t.Context(), dir, git.WithEnviron(hub.Env))
		if err != nil {
			t.Fatal(err)
		}
		e, err := repo.Exchange(t.Context(), "", "refs/kb/usage")
		if err != nil {
			t.Fatal(err)
		}
		if e.Remote() != "origin" {
			t.Errorf("remote %q", e.Remote())
		}
		if _, err := repo.Exchange(t.Context(), "elsewhere", "refs/kb/usage"); !errors.Is(err, git.ErrNoRemote) {
			t.Errorf("a remote that is not there: %v", err)
		}
		return e
	}
	a, b := clone(), clone()
	fetch := func(e *git.Exchange, most int) (map[string]string, string, error) {
		files, commit, err := e.Fetch(t.Context(), most)
		texts := map[string]string{}
		for path, data := range files {
			texts[path] = string(data)
		}
		return texts, commit, err
	}
	if files, commit, err := fetch(a, 10); err != nil || commit != "" || len(files) > 0 {
		t.Fatalf("of nothing: %v %q %v", files, commit, err)
	}
	day := time.Date(2026, 5, 4, 0, 0, 0, 0, time.UTC)
	one := map[string][]byte{"uses/ann": []byte("1\n"), "uses/bob": []byte("2\n"), "marks/x": nil}
	if err := a.Push(t.Context(), one, "", day); err != nil {
		t.Fatal(err)
	}
	files, first, err := fetch(b, 10)
	diff(t, "fetched", files, map[string]string{"uses/ann": "1\n", "uses/bob": "2\n", "marks/x": ""})
	if err != nil || first == "" {
		t.Fatalf("%q %v", first, err)
	}
	if _, _, err := fetch(b, 2); err == nil || !strings.Contains(err.Error(), "more than 2 files") {
		t.Errorf("three files where two are allowed: %v", err)
	}
	if err := b.Push(t.Context(), map[string][]byte{"uses/cid": []byte("3\n")}, "", day); !errors.Is(err, git.ErrMoved) {
		t.Errorf("pushed over what is there: %v", err)
	}
	if err := b.Push(t.Context(), map[string][]byte{"uses/cid": []byte("3\n")}, first, day); err != nil {
		t.Fatal(err)
	}
	files, second, err := fetch(a, 1)
	diff(t, "what is no longer there is gone", files, map[string]string{"uses/cid": "3\n"})
	if err != nil || second == first {
		t.Errorf("%q %v", second, err)
	}
	if got := hub.Git("log", "--format=%an %ae %ad %p", "--date=short", "refs/kb/usage"); got != "kb kb@localhost 2026-05-04 " {
		t.Errorf("the commit says %q", got)
	}
	if err := a.Push(t.Context(), map[string][]byte{"top": nil}, second, day); err == nil {
		t.Error("a file in no folder is taken")
	}
	if refs := hub.Git("for-each-ref", "--format=%(refname)"); refs != "refs/kb/usage" {
		t.Errorf("references %q", refs)
	}
}

func TestExchangeNeedsGit(t *testing.T) {
	r := newTestRepo(t)
	repo, err := Open(t.Context(), r.Dir, git.WithEnviron(append(slices.Clone(r.Env), "KB_GIT=off")))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := repo.Exchange(t.Context(), "", "refs/kb/usage"); !errors.Is(err, git.ErrUnsupported) {
		t.Errorf("%v", err)
	}
	if got := repo.GitSetting(t.Context(), "user.name"); got != "" {
		t.Errorf("a setting of nobody: %q", got)
	}
}
