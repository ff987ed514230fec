package history

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/9aea2451/kb/kb/history/walk"
)

// life is the history of a note as "subject: R old→path".
func life(t testing.TB, h *History, commit, path string) []string {
	t.Helper()
	events, err := h.Note(context.Background(), commit, path)
	if err != nil {
		t.Fatal(err)
	}
	out := []string{}
	for _, e := range events {
		out = append(out, e.Commit.Subject+": "+short(&walk.Commit{Changes: []walk.Change{e.Change}})[0])
	}
	return out
}

func TestNoteIsFollowedOnEveryBranchByItsNameThere(t *testing.T) {
	r := newGitRepo(t)
	r.Write("old.md", lines(0, 20))
	r.commit("2026-01-01T00:00:00Z", "A", "begin")
	r.Git("checkout", "-q", "-b", "side")
	r.Write("old.md", lines(0, 19)+"side\n")
	r.commit("2026-01-04T00:00:00Z", "B", "side edit") // after the rename on main
	r.Git("checkout", "-q", "main")
	r.Git("mv", "old.md", "new.md")
	r.commit("2026-01-03T00:00:00Z", "A", "rename")
	r.Git("merge", "-q", "side", "-m", "clean merge")
	r.Write("new.md", lines(0, 30))
	head := r.commit("2026-01-06T00:00:00Z", "A", "edit")
	h := openHistory(t, r.open("on"), "")
	update(t, h)
	diff(t, "life", life(t, h, head, "new.md"),
		[]string{"edit: M new.md", "side edit: M old.md", "rename: R old.md→new.md", "begin: A old.md"})
	s, err := h.FirstLast(context.Background(), head, "new.md")
	if err != nil {
		t.Fatal(err)
	}
	diff(t, "names", s.Names, []string{"new.md", "old.md"})
	if s.First.Subject != "begin" || s.Last.ID != head || !s.Began || s.Commits != 4 {
		t.Errorf("%+v", s)
	}
	var authors []string
	for _, a := range s.Authors {
		authors = append(authors,
			fmt.Sprintf("%s <%s> %d %s–%s", a.Name, a.Email, a.Commits, a.First.Format("01-02"), a.Last.Format("01-02")))
	}
	diff(t, "authors", authors, []string{"A <a@example.com> 3 01-01–01-06", "B <b@example.com> 1 01-04–01-04"})
	diff(t, "a path of before", life(t, h, head, "old.md"), []string{"side edit: M old.md", "rename: R old.md→new.md", "begin: A old.md"})
	diff(t, "a path of nowhere", life(t, h, head, "none.md"), []string{})
	if _, err := h.Note(context.Background(), strings.Repeat("1", 40), "new.md"); !errors.Is(err, ErrNotRecorded) {
		t.Errorf("a commit that is not there: %v", err)
	}
}

func TestRenamesWithoutAMerge(t *testing.T) {
	r := newGitRepo(t)
	r.Write("a.md", lines(0, 20))
	r.commit("2026-01-01T00:00:00Z", "A", "begin")
	r.Write("a.md", lines(0, 22))
	r.commit("2026-01-02T00:00:00Z", "A", "edit")
	r.Git("mv", "a.md", "b.md")
	r.commit("2026-01-03T00:00:00Z", "A", "rename")
	r.Git("mv", "b.md", "c.md")
	r.Write("other.md", "other")
	head := r.commit("2026-01-04T00:00:00Z", "A", "rename again")
	h := openHistory(t, r.open("on"), "")
	update(t, h)
	diff(t, "life", life(t, h, head, "c.md"), []string{"rename again: R b.md→c.md", "rename: R a.md→b.md", "edit: M a.md", "begin: A a.md"})
}

func TestMergeThatDiffersFromAllParentsIsListed(t *testing.T) {
	r := newGitRepo(t)
	r.Write("a.md", "base\n")
	r.commit("2026-01-01T00:00:00Z", "A", "begin")
	r.Git("checkout", "-q", "-b", "side")
	r.Write("a.md", "side\n")
	r.commit("2026-01-02T00:00:00Z", "B", "side")
	r.Git("checkout", "-q", "main")
	r.Write("a.md", "main\n")
	r.commit("2026-01-03T00:00:00Z", "A", "main")
	r.Git("merge", "-q", "-s", "ours", "--no-commit", "side")
	r.Write("a.md", "both\n")
	head := r.commit("2026-01-04T00:00:00Z", "A", "resolved")
	h := openHistory(t, r.open("on"), "")
	update(t, h)
	diff(t, "life", life(t, h, head, "a.md"), []string{"resolved: M a.md", "main: M a.md", "side: M a.md", "begin: A a.md"})
}

func TestDeletedAndAddedAgain(t *testing.T) {
	r := newGitRepo(t)
	r.Write("a.md", lines(0, 9), "b.md", "b")
	r.commit("2026-01-01T00:00:00Z", "A", "begin")
	r.Git("rm", "-q", "a.md")
	r.commit("2026-01-02T00:00:00Z", "A", "delete")
	r.Write("a.md", lines(50, 60))
	head := r.commit("2026-01-03T00:00:00Z", "A", "again")
	h := openHistory(t, r.open("on"), "")
	update(t, h)
	diff(t, "life", life(t, h, head, "a.md"), []string{"again: A a.md", "delete: D a.md", "begin: A a.md"})
}

// touching lists the commits behind a tip in which a path is as in none of the parents.
func (p *past) touching(ids []string, tip int, path string) []string {
	out := map[string]bool{}
	seen := map[int]bool{}
	todo := []int{tip}
	for len(todo) > 0 {
		i := todo[0]
		todo = todo[1:]
		if seen[i] {
			continue
		}
		seen[i] = true
		here, is := p.trees[i][path]
		differs := is || len(p.parents[i]) > 0
		for _, parent := range p.parents[i] {
			before, was := p.trees[parent][path]
			differs = differs && (is != was || here != before)
		}
		if differs {
			out[ids[i]] = true
		}
		todo = append(todo, p.parents[i]...)
	}
	return slices.Sorted(maps.Keys(out))
}

func TestLimits(t *testing.T) {
	programs(t, func(t *testing.T, program string) {
		r := newGitRepo(t)
		for i := range 3 {
			r.Write("a.md", fmt.Sprint(i), fmt.Sprint("f", i, ".md"), "x")
			r.commit(fmt.Sprintf("2026-01-0%dT00:00:00Z", i+1), "A", fmt.Sprint("change ", i))
		}
		head := r.Git("rev-parse", "HEAD")
		dir := filepath.Join(t.TempDir(), "shallow")
		r.Git("clone", "-q", "--depth=1", "file://"+r.Dir, dir)
		h := openHistory(t, r.openAt(dir, program), "")
		update(t, h)
		l, err := h.Limits(context.Background(), head)
		if err != nil {
			t.Fatal(err)
		}
		diff(t, "limits", l, Limits{Commits: 1, Shallow: true, Cut: 1})
		diff(t, "messages", l.Messages(), []string{"history is shallow: 1 of ? commits; run git fetch --unshallow"})
		diff(t, "nothing is guessed", life(t, h, head, "a.md"), []string{})
		s, err := h.FirstLast(context.Background(), head, "a.md")
		if err != nil || s.Began || s.First != nil {
			t.Errorf("%+v, %v", s, err)
		}
		whole := openHistory(t, r.open(program), "")
		update(t, whole)
		if l, err = whole.Limits(context.Background(), head); err != nil || !l.whole() || l.Commits != 3 || len(l.Messages()) > 0 {
			t.Errorf("%+v, %v", l, err)
		}
		first := r.Git("rev-parse", "HEAD~2")
		diff(t, "as of the first commit", life(t, whole, first, "a.md"), []string{"change 0: A a.md"})
	})
}

func TestCommitIsReadBack(t *testing.T) {
	r := newGitRepo(t)
	r.Write("a.md", lines(0, 9))
	r.commit("2026-01-01T00:00:00Z", "A", "begin")
	r.Git("mv", "a.md", "b.md")
	r.Write("c.md", "c")
	head := r.commit("2026-01-02T00:00:00+05:30", "B", "subject\n\nbody\n\nReviewed-by: R <r@example.com>")
	repo := r.open("on")
	h := openHistory(t, repo, "")
	update(t, h)
	for _, want := range walked(t, repo, head) {
		got, err := h.Commit(context.Background(), want.ID)
		if err != nil {
			t.Fatal(err)
		}
		diff(t, want.Subject, got, want)
	}
}

func TestPeopleAreToldApartByAddressAndName(t *testing.T) {
	day := func(n int) time.Time { return time.Date(2026, 1, n, 0, 0, 0, 0, time.UTC) }
	var c census
	for i, who := range []struct{ name, email string }{{"Ann", "ann@home"}, {"A. Writer", "ANN@home"}, {"Bob", "bob@x"},
		{"a. writer", "ann@work"}, {"", "bob@x"}, {"Bob", ""}, {"", ""}, {"Cy", "cy@x"}} {
		c.add(walk.Signature{Name: who.name, Email: who.email, When: day(i + 1)})
	}
	var got []string
	for _, a := range c.list() {
		got = append(got, fmt.Sprintf("%s <%s> %d, %d to %d", a.Name, a.Email, a.Commits, a.First.Day(), a.Last.Day()))
	}
	diff(t, "people", got, []string{"Bob <> 3, 3 to 6", "a. writer <ann@work> 3, 1 to 4", " <> 1, 7 to 7", "Cy <cy@x> 1, 8 to 8"})
}
