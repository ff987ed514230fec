package history

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/kb/gittest"
	"github.com/9aea2451/kb/kb/history/walk"
)

// generated is one generated history in a repository, read by the git program.
type generated struct {
	*past
	rt   *rapid.T
	r    *gitRepo
	repo *kb.Repo
	ids  []string // of its commits
	h    *History
}

// Whatever happened in a repository, all that the history tells of it is what the trees say. One
// repository of each round serves all that is asked: to make it takes longer than to ask.
func TestHistoryTellsWhatTheTreesSay(t *testing.T) {
	gittest.Rounds(t, 40)
	base := newGitRepo(t)
	hostileConfig(base)
	round, spared, told := 0, 0, 0
	rapid.Check(t, func(rt *rapid.T) {
		round++
		g := generate(rt, base, round)
		defer os.RemoveAll(g.r.Dir)
		commits := g.checkWalk(t)
		g.record(t)
		defer func() { g.h.Close() }()
		s, m := g.checkRows(t, commits)
		spared, told = spared+s, told+m
		if t.Failed() {
			rt.FailNow()
		}
		g.checkLine()
		g.checkNotes(commits)
		g.checkKept()
	})
	if !testing.Short() && (spared == 0 || told == 0) { // the few rounds of a short run may hold no such merge
		t.Errorf("merges were spared %d rows, and needed %d for what they left as it was", spared, told)
	}
}

// generate makes a repository of a generated history.
func generate(rt *rapid.T, base *gitRepo, round int) *generated {
	g := &generated{past: generatePast(rt), rt: rt, r: base.at(filepath.Join(base.Dir, fmt.Sprint("r", round)))}
	if err := os.Mkdir(g.r.Dir, 0o755); err != nil {
		rt.Fatal(err)
	}
	g.r.Git("init", "-q", "-b", "main", "--template=")
	g.r.Feed(g.stream.Bytes(), "fast-import", "--quiet", "--force")
	g.ids = make([]string, len(g.trees))
	for record := range strings.Lines(g.r.Git("for-each-ref", "--format=%(refname:lstrip=2) %(objectname)", "refs/heads/c*")) {
		var n int
		var id string
		if _, err := fmt.Sscanf(record, "c%d %s", &n, &id); err != nil {
			rt.Fatal(err)
		}
		g.ids[n] = id
	}
	g.repo = g.r.open("on")
	tip := len(g.ids) - 1
	diff(base.T, "what git lists", listedTree(g.r, g.ids[tip]), g.listed(tip))
	return g
}

// listed is a tree as git lists it.
func (g *generated) listed(i int) map[string]string {
	tree := map[string]string{}
	for path, f := range g.trees[i] {
		tree[path] = f.mode + " " + f.blob()
	}
	return tree
}

// checkWalk sees to it that the git program and go-git give the same records, parents before
// children, and that the changes of each lead from its parent's tree to its own.
func (g *generated) checkWalk(t *testing.T) []*walk.Commit {
	on, off := walked(t, g.repo, g.ids...), walked(t, g.r.open("off"), g.ids...)
	diff(t, "git and go-git", off, on)
	if len(on) != len(g.trees) {
		t.Errorf("%d commits of %d", len(on), len(g.trees))
	}
	trees := map[string]map[string]string{}
	for _, c := range on {
		tree := map[string]string{}
		for i, p := range c.Parents {
			if trees[p] == nil {
				t.Errorf("%s comes before its parent %s", c.ID, p)
			}
			if i == 0 {
				tree = g.changed(t, trees[p], c)
			}
		}
		if len(c.Parents) == 0 {
			tree = g.changed(t, nil, c)
		}
		trees[c.ID] = tree
		diff(t, "tree of "+c.ID, tree, g.listed(slices.Index(g.ids, c.ID)))
	}
	return on
}

// changed is a tree after the changes of a commit.
func (g *generated) changed(t *testing.T, before map[string]string, c *walk.Commit) map[string]string {
	tree := map[string]string{}
	for path, blob := range before {
		tree[path] = blob
	}
	for _, ch := range c.Changes {
		if ch.Status == walk.Renamed || ch.Status == walk.Deleted {
			old := ch.OldPath
			if ch.Status == walk.Deleted {
				old = ch.Path
			}
			if !strings.HasSuffix(tree[old], ch.OldBlob) {
				t.Errorf("%s: %s was %s, not %s", c.ID, old, tree[old], ch.OldBlob)
			}
			delete(tree, old)
		}
	}
	for _, ch := range c.Changes {
		if ch.Status != walk.Deleted {
			tree[ch.Path] = fmt.Sprintf("%06o %s", ch.NewMode, ch.NewBlob)
		}
	}
	return tree
}

// record records the commits, some before the others, in any order.
func (g *generated) record(t *testing.T) {
	dir := filepath.Join(g.r.Dir, "history")
	g.h = openHistory(t, g.repo, dir)
	before := rapid.IntRange(0, len(g.ids)).Draw(g.rt, "before")
	for _, tip := range rapid.Permutation(g.ids).Draw(g.rt, "order")[:before] {
		update(t, g.h, tip)
		if rapid.Bool().Draw(g.rt, "again") {
			g.h.Close()
			g.h = openHistory(t, g.repo, dir)
		}
	}
	update(t, g.h, g.ids...)
}

// checkRows sees to it that the tree of every commit, told from the rows alone, is its own, and that
// what a commit changed is what the walk found. It counts the rows that merges were spared, and
// those that they needed for what they left as it was.
func (g *generated) checkRows(t *testing.T, commits []*walk.Commit) (spared, told int) {
	for _, c := range commits {
		recorded, err := g.h.Commit(t.Context(), c.ID)
		if err != nil {
			g.rt.Fatal(err)
		}
		diff(t, "changes of "+c.ID, append([]walk.Change{}, recorded.Changes...), append([]walk.Change{}, c.Changes...))
		diff(t, "tree of "+c.ID, treeByRows(t, g.h, c.ID), g.listed(slices.Index(g.ids, c.ID)))
		if c.Merge() {
			own, marks := ownRows(t, g.h, c.ID)
			spared += max(0, len(c.Changes)-own)
			told += marks
		}
	}
	return spared, told
}

// checkLine sees to it that at every place of the first-parent history what landed last says which
// blob each path has.
func (g *generated) checkLine() {
	ctx, tip := g.rt.Context(), len(g.ids)-1
	l, err := g.h.Line(ctx, g.ids[tip])
	if err != nil {
		g.rt.Fatal(err)
	}
	for at := tip; ; at = g.parents[at][0] {
		place, ok, err := l.Place(ctx, g.ids[at])
		if err != nil || !ok {
			g.rt.Fatalf("c%d is not on the line: %v", at, err)
		}
		for _, path := range pastPaths() {
			landed, err := l.Landed(ctx, path)
			if err != nil {
				g.rt.Fatal(err)
			}
			got := ""
			if i := slices.IndexFunc(landed, func(x Landing) bool { return x.Place <= place }); i >= 0 {
				got = landed[i].Blob(path)
			}
			if want := g.trees[at][path].blob(); got != want {
				g.rt.Fatalf("%q at c%d: %q, want %q", path, at, got, want)
			}
		}
		if len(g.parents[at]) == 0 {
			return
		}
	}
}

// checkNotes sees to it that a path's history without renames is each commit in which it is as in
// none of the parents.
func (g *generated) checkNotes(commits []*walk.Commit) {
	tip := len(g.ids) - 1
	renamed := map[string]bool{}
	for _, c := range commits {
		for _, ch := range c.Changes {
			if ch.Status == walk.Renamed {
				renamed[ch.Path], renamed[ch.OldPath] = true, true
			}
		}
	}
	for _, path := range pastPaths() {
		if renamed[path] {
			continue
		}
		events, err := g.h.Note(g.rt.Context(), g.ids[tip], path)
		if err != nil {
			g.rt.Fatal(err)
		}
		var got []string
		for _, e := range events {
			got = append(got, e.Commit.ID)
		}
		slices.Sort(got)
		if want := g.touching(g.ids, tip, path); !slices.Equal(got, want) {
			g.rt.Fatalf("%q: %q, want %q", path, got, want)
		}
	}
}

// checkKept sees to it that what is kept from commit to commit, whatever the way between them, is
// what the history says anew.
func (g *generated) checkKept() {
	lives, last := map[string]*Summary{}, ""
	for _, i := range rapid.SliceOfN(rapid.IntRange(0, len(g.ids)-1), 2, 4).Draw(g.rt, "heads") {
		k := LoadKept(g.repo, g.ids[i])
		for _, path := range pastPaths() {
			g.checkAsked(k, g.ids[i], path)
		}
		if err := k.Save(g.rt.Context(), g.h); err != nil {
			g.rt.Fatal(err)
		}
		lives = g.h.Carry(g.rt.Context(), last, g.ids[i], lives)
		last = g.ids[i]
		for _, path := range pastPaths() {
			want, err := g.h.FirstLast(g.rt.Context(), last, path)
			if err != nil {
				g.rt.Fatal(err)
			}
			if carried := lives[path]; carried != nil {
				got, fresh := *carried, want
				got.asked, fresh.asked = asked{}, asked{} // what was looked at may differ
				if !reflect.DeepEqual(got, fresh) {
					g.rt.Fatalf("%q in %s: carried %+v, want %+v", path, last, got, fresh)
				}
			}
			lives[path] = &want
		}
	}
}

// checkAsked compares what is kept of a path with what the history says.
func (g *generated) checkAsked(k *Kept, head, path string) {
	ctx := g.rt.Context()
	want, err := g.h.Provenance(ctx, head, path, "")
	if err != nil {
		g.rt.Fatal(err)
	}
	got, err := k.Ask(ctx, g.h, path, "")
	if err != nil {
		g.rt.Fatal(err)
	}
	if d := cmp.Diff(want, got); d != "" {
		g.rt.Fatalf("%q in %s, kept since %.7s (-want +got):\n%s", path, head, k.old.Head, d)
	}
	sum, err := g.h.FirstLast(ctx, head, path)
	if err != nil {
		g.rt.Fatal(err)
	}
	file := []git.File{{Path: path, Blob: sum.Blob}}
	fresh, err := g.h.Touches(ctx, head, file)
	if err != nil {
		g.rt.Fatal(err)
	}
	kept, ok := k.Touches(file)
	if !ok {
		if kept, err = k.AskTouches(ctx, g.h, file); err != nil {
			g.rt.Fatal(err)
		}
	}
	if d := cmp.Diff(fresh, kept); d != "" {
		g.rt.Fatalf("touch of %q in %s, kept since %.7s (-want +got):\n%s", path, head, k.old.Head, d)
	}
}

// hostileConfig sets whatever could change what git shows.
func hostileConfig(r *gitRepo) {
	for _, v := range []string{"i18n.logOutputEncoding=ISO-8859-1", "log.showSignature=true", "diff.renames=copies", "diff.renameLimit=1",
		"log.follow=true", "diff.orderFile=/nowhere", "core.quotePath=true", "log.diffMerges=combined", "diff.ignoreSubmodules=all",
		"log.mailmap=true", "log.showRoot=false", "diff.noprefix=true", "color.ui=always", "format.pretty=oneline", "core.abbrev=5"} {
		key, value, _ := strings.Cut(v, "=")
		r.Git("config", "--global", key, value)
	}
}

// listedTree is the tree of a commit as git lists it.
func listedTree(r *gitRepo, id string) map[string]string {
	tree := map[string]string{}
	for record := range strings.SplitSeq(r.Git("ls-tree", "-r", "-z", id), "\x00") {
		if head, path, ok := strings.Cut(record, "\t"); ok {
			fields := strings.Fields(head)
			tree[path] = fields[0] + " " + fields[2]
		}
	}
	return tree
}
