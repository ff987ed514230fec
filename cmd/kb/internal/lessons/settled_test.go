package lessons

import (
	"errors"
	"maps"
	"testing"

	"github.com/9aea2451/kb/kb/inbox"
	"github.com/9aea2451/kb/kb/learn"
)

// A proposal is merged where the default branch has its note, under whatever name, open while its branch goes on, and else refused.
func TestWhatBecameOfProposals(t *testing.T) {
	r, s := inSchool(t, "", nil, "taken.md", "# Taken\n", "moved.md", "---\nid: moved\nkind: memory\n---\n# Moved\n")
	r.Git("branch", "-q", "empty")
	r.Git("checkout", "-q", "-b", "going-on")
	r.Write("x.md", "# X\n")
	r.Commit("x")
	r.Git("checkout", "-q", "main")
	r.Git("update-ref", "refs/remotes/origin/pushed", "going-on")
	want := map[string]inbox.State{}
	for _, c := range []struct {
		id, path, branch string
		want             inbox.State
	}{
		{"a", "taken.md", "gone", inbox.Merged}, {"moved", "before.md", "gone", inbox.Merged},
		{"c", "c.md", "going-on", inbox.Proposed}, {"d", "d.md", "pushed", inbox.Proposed}, {"e", "e.md", "gone", inbox.Refused},
		{"f", "f.md", "empty", inbox.Refused}, {"g", "taken.md", "going-on", inbox.Merged},
	} {
		item := inbox.Item{State: inbox.Proposed, Path: c.path, Branch: c.branch, Candidate: learn.Candidate{ID: c.id, Statement: c.id}}
		if err := s.Inbox.Put(item); err != nil {
			t.Fatal(err)
		}
		want[c.id] = c.want
	}
	check := func(when string) {
		t.Helper()
		err := s.Settle(t.Context())
		items, listed := s.Inbox.Items()
		if err = errors.Join(err, listed); err != nil {
			t.Fatal(err)
		}
		got := map[string]inbox.State{}
		for _, i := range items {
			got[i.ID] = i.State
		}
		if !maps.Equal(got, want) {
			t.Errorf("%s: %v, want %v", when, got, want)
		}
	}
	check("at the default branch")
	// Who looks at another branch has its notes, which nobody has merged for that.
	item := inbox.Item{State: inbox.Proposed, Path: "later.md", Branch: "going-on", Candidate: learn.Candidate{ID: "later", Statement: "l"}}
	if err := s.Inbox.Put(item); err != nil {
		t.Fatal(err)
	}
	want["later"] = inbox.Proposed
	r.Git("checkout", "-q", "going-on")
	r.Write("elsewhere.md", "---\nid: later\nkind: memory\n---\n# Later\n")
	r.Commit("later")
	check("on another branch")
	r.Git("checkout", "-q", "main")
	r.Git("merge", "-q", "going-on")
	want["later"], want["c"], want["d"] = inbox.Merged, inbox.Refused, inbox.Proposed
	check("after that was merged")
}
