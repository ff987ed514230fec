package history

import (
	"errors"
	"fmt"
	"testing"
	"time"
)

// What was read of a history that another process has emptied and recorded anew since, with other
// numbers, is in no answer.
func TestHistoryThatAnotherEmptied(t *testing.T) {
	r := newGitRepo(t)
	r.Write("old.md", "old")
	r.commit("2026-01-01T00:00:00Z", "A", "old")
	r.Git("checkout", "-q", "--orphan", "other")
	r.Git("rm", "-rfq", ".")
	r.Write("b.md", "1")
	first := r.commit("2026-01-02T00:00:00Z", "B", "first")
	r.Write("b.md", "2")
	head := r.commit("2026-01-03T00:00:00Z", "B", "second")
	repo, dir := r.open("on"), t.TempDir()
	server, command := openHistory(t, repo, dir), openHistory(t, repo, dir)
	update(t, server, r.Git("rev-parse", "main"), head)
	line, err := server.Line(t.Context(), head)
	if err != nil {
		t.Fatal(err)
	}
	want := life(t, server, head, "b.md")
	update(t, command)
	if err := command.forget(""); err != nil {
		t.Fatal(err)
	}
	if server.Has(t.Context(), head) {
		t.Error("a commit is still known")
	}
	update(t, command, first)
	if server.Has(t.Context(), head) || !server.Has(t.Context(), first) {
		t.Error("other commits are known than those that are recorded")
	}
	update(t, command)
	diff(t, "life", life(t, server, head, "b.md"), want)
	diff(t, "touches", len(touches(t, server, head)), 1)
	if _, err := line.Landed(t.Context(), "b.md"); !errors.Is(err, ErrBusy) {
		t.Errorf("a line of the history before: %v", err)
	}
	if line.Before(time.Now()) != line.Tip() || line.When(line.Tip()).Day() != 3 {
		t.Error("its times are others")
	}
	diff(t, "report", update(t, server), Report{})
	diff(t, "records", dump(t, server), fresh(t, repo))
}

// touches are those that a history tells of a commit.
func touches(t *testing.T, h *History, commit string) map[string]time.Time {
	t.Helper()
	out, err := h.LastTouches(t.Context(), commit)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// What one process recorded is not followed by what another goes on to write after the numbers of
// before.
func TestWriterOfAnEmptiedHistory(t *testing.T) {
	r := newGitRepo(t)
	commits := []string{}
	for i := range 3 {
		r.Write("a.md", fmt.Sprint(i))
		commits = append(commits, r.commit("2026-01-01T00:00:00Z", "A", fmt.Sprint(i)))
	}
	r.Git("checkout", "-q", "--orphan", "other")
	r.Write("a.md", "other")
	other := []string{r.commit("2026-01-01T00:00:00Z", "A", "other")}
	r.Write("a.md", "another")
	other = append(other, r.commit("2026-01-01T00:00:00Z", "A", "another"))
	repo, dir := r.open("on"), t.TempDir()
	slow, quick := openHistory(t, repo, dir), openHistory(t, repo, dir)
	update(t, slow, commits[1])
	slow.Progress = func(done, total int) {
		if done > 0 { // what is new is being read
			return
		}
		if err := quick.forget(""); err != nil {
			t.Error(err)
		}
		if _, err := quick.Update(t.Context(), other[1]); err != nil { // two commits, as there were
			t.Error(err)
		}
		slow.Progress = nil
	}
	update(t, slow, commits[2])
	diff(t, "records", dump(t, openHistory(t, repo, dir)), fresh(t, repo, other[1], commits[2]))
}
