package kb

import (
	"context"
	"errors"
	"io/fs"
	"strings"
	"testing"
	"time"

	"github.com/9aea2451/kb/kb/git"
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
			before, after, _, err := opened(t, open, r, r.Dir).Staged(context.Background())
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

// TestMerge tells what merging makes of each file, and leaves the repository as it is.
func TestMerge(t *testing.T) {
	backends(t, func(t *testing.T, open func(*testRepo, string) (*Repo, error)) {
		r := newTestRepo(t)
		long := strings.Repeat("A line that nobody changes.\n", 9)
		r.Write("both.md", "head\n"+long+"foot\n", "clash.md", "green\n", "same.md", "1\n", "ours.md", "1\n", "theirs.md", "1\n", "gone.md",
			"1\n", "hidden.md", "1\n")
		base := r.commit("2026-01-01T12:00:00Z")
		r.Write("both.md", "our head\n"+long+"foot\n", "clash.md", "red\n", "same.md", "2\n", "ours.md", "2\n", "new/ours.md", "1\n")
		ours := r.commit("2026-01-02T12:00:00Z")
		r.Git("checkout", "-q", "-b", "theirs", base)
		r.Write("both.md", "head\n"+long+"their foot\n", "clash.md", "blue\n", "same.md", "2\n", "theirs.md", "2\n", "new/theirs.md", "1\n",
			".memory/kb.yaml", "exclude: [same.md]\n")
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
		want := map[string]string{"both.md": "our head\n" + long + "their foot\n", "same.md": "2\n", "ours.md": "2\n", "theirs.md": "2\n",
			"hidden.md":   "1\n",
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
		r.Write("a.md", "1\n", "old/b.md", "1\n", ".memory/kb.yaml", "exclude: [old/]\n", ".memory/queries.yaml", "queries: []\n",
			"script.sh", "#!/bin/sh\n")
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
		if when, err := repo.CommitTime(context.Background(), second); err != nil ||
			!when.Equal(time.Date(2026, 1, 2, 12, 0, 0, 0, time.UTC)) {
			t.Errorf("%v %v", when, err)
		}
	})
}
