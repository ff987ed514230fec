package inbox

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/9aea2451/kb/kb/agents"
	"github.com/9aea2451/kb/kb/habit"
	"github.com/9aea2451/kb/kb/learn"
	"github.com/9aea2451/kb/kb/observe"
)

var noon = time.Date(2026, 8, 1, 12, 0, 0, 0, time.UTC)

func newInbox(t *testing.T, dir string) *Inbox {
	t.Helper()
	b, err := Open(dir, func() time.Time { return noon })
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { b.Close() })
	return b
}

// said is a candidate that was found in one session.
func said(id, text, session string, files ...string) learn.Candidate {
	return learn.Candidate{ID: id, Kind: "memory", Statement: text, Title: text, Files: files, Origin: learn.Human, Base: .75,
		Evidence: []learn.Evidence{{Client: "claude", Session: session}}}
}

func (b *Inbox) must(t *testing.T) []Item {
	t.Helper()
	items, err := b.Items()
	if err != nil {
		t.Fatal(err)
	}
	return items
}

// Two processes may have one inbox open: both see what either wrote, and it is there the next time.
func TestTwoAtOnce(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "agents")
	if Exists(dir) {
		t.Error("it is there before it is made")
	}
	a, b := newInbox(t, dir), newInbox(t, dir)
	if err := a.Put(Item{Candidate: said("A", "Use UTC", "s1"), State: New}); err != nil {
		t.Fatal(err)
	}
	if err := b.Put(Item{Candidate: said("B", "Use cents", "s1"), State: Waiting}); err != nil {
		t.Fatal(err)
	}
	items := a.must(t)
	if len(items) != 2 || items[0].N != 1 || items[1].N != 2 || items[1].State != Waiting || items[0].Statement != "Use UTC" ||
		!Exists(dir) {
		t.Fatalf("%+v", items)
	}
	items[0].State, items[0].Branch = Proposed, "kb/x"
	if err := b.Put(items[0]); err != nil {
		t.Fatal(err)
	}
	if got := a.must(t)[0]; got.State != Proposed || got.Branch != "kb/x" || !got.At.Equal(noon) {
		t.Errorf("%+v", got)
	}
	info, err := os.Stat(filepath.Join(dir, file))
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info.Mode(), err)
	}
}

// How much waits is known without opening the inbox.
func TestWaitingIsLeftForHooks(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "agents")
	b := newInbox(t, dir)
	for n, state := range []State{New, Edited, Proposed, Waiting, Dropped, Merged, Refused} {
		if err := b.Put(Item{Candidate: said(string(rune('A'+n)), "Use UTC", "s1"), State: state}); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(b.Close(), b.Close()); err != nil {
		t.Fatal(err)
	}
	if got, want := (agents.State{Dir: dir}).Waiting(), (agents.News{Inbox: 2, Proposed: 1}); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
}

// A session is read again when it changed, and only then.
func TestReadOnce(t *testing.T) {
	b := newInbox(t, t.TempDir())
	if err := b.PutSession(Session{ID: "claude/1", Client: "claude", Stamp: "10-1"}); err != nil {
		t.Fatal(err)
	}
	for stamp, want := range map[string]bool{"10-1": true, "11-2": false} {
		if got, err := b.Read("claude/1", stamp); got != want || err != nil {
			t.Errorf("%s: %v, %v", stamp, got, err)
		}
	}
	if got, _ := b.Read("codex/1", "10-1"); got {
		t.Error("another program's session is taken for it")
	}
}

// What was dropped stays dropped: the same words in another order, and nearly the same files; other
// words, and the same words about another file, do not.
func TestVerdicts(t *testing.T) {
	b := newInbox(t, t.TempDir())
	if err := b.Decide(said("A", "Retry three times at most", "s1", "dial.go"), Dropped, "no"); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		candidate learn.Candidate
		want      bool
	}{
		{said("A", "Other words", "s2"), true}, // the same id
		{said("B", "At most retry three times", "s2", "dial.go", "x.go"), true},
		{said("C", "Retry three times at most", "s2"), true},
		{said("D", "Retry three times at most", "s2", "mail.go"), false},
		{said("E", "Books are kept in euro cents", "s2", "dial.go"), false},
	} {
		if got, err := b.Decided(c.candidate); got != c.want || err != nil {
			t.Errorf("%s: %v, %v", c.candidate.Statement, got, err)
		}
	}
	for id, want := range map[string]bool{"A": true, "B": false} {
		if got, err := b.DecidedID(id); got != want || err != nil {
			t.Errorf("%s: %v, %v", id, got, err)
		}
	}
	if n, _, err := b.Remember(said("F", "Retry three times at most", "s3")); n != 0 || err != nil {
		t.Errorf("%d, %v", n, err)
	}
}

// Forgetting a session takes its part out of candidates, and those that it alone gave; what was
// proposed stays.
func TestForget(t *testing.T) {
	b := newInbox(t, t.TempDir())
	both := said("A", "Use UTC", "aaaa")
	both.Evidence = append(both.Evidence, learn.Evidence{Client: "codex", Session: "bbbb"})
	for _, i := range []Item{{Candidate: both, State: New}, {Candidate: said("B", "Use cents", "aaaa"), State: New},
		{Candidate: said("C", "Never log names", "aaaa"), State: Proposed}} {
		if err := b.Put(i); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(b.PutSession(Session{ID: "claude/aaaa"}),
		b.Confirm(Confirmation{Path: "x.md", Evidence: learn.Evidence{Session: "aaaa"}})); err != nil {
		t.Fatal(err)
	}
	if found, err := b.Forget("cccc"); found || err != nil {
		t.Errorf("%v, %v", found, err)
	}
	if found, err := b.Forget("aaaa"); !found || err != nil {
		t.Fatalf("%v, %v", found, err)
	}
	items := b.must(t)
	if len(items) != 2 || len(items[0].Evidence) != 1 || items[0].Evidence[0].Session != "bbbb" || items[1].ID != "C" {
		t.Errorf("%+v", items)
	}
	if left, _ := b.Confirmations(); len(left) > 0 {
		t.Errorf("%+v", left)
	}
}

// A session is forgotten by its whole id: what matches any text in SQL is no id.
func TestForgetOneSession(t *testing.T) {
	b := newInbox(t, t.TempDir())
	for _, id := range []string{"claude/aaaa", "codex/bbbb", "cursor/faaaa"} {
		if err := errors.Join(b.PutSession(Session{ID: id}), b.PutTrace(id, 1, observe.Trace{}), b.PutTurn("of "+id, id)); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		id    string
		found bool
		left  int
	}{{"%", false, 3}, {"____", false, 3}, {"", false, 3}, {"aaaa", true, 2}, {"bbbb", true, 1}} {
		found, err := b.Forget(c.id)
		if err != nil || found != c.found {
			t.Errorf("%q: %v, %v", c.id, found, err)
		}
		sessions, err := b.db.Number("SELECT count(*) FROM session")
		turns, err2 := b.db.Number("SELECT count(*) FROM turn")
		if traces, _ := b.Traces(); err != nil || err2 != nil || int(sessions) != c.left || len(traces) != c.left || int(turns) != c.left {
			t.Errorf("%q leaves %d sessions, %d traces, %d turns, want %d: %v", c.id, sessions, len(traces), turns, c.left, err)
		}
	}
}

// A note is forgotten by its whole path. What names another note, whose path only holds that of the
// forgotten one, is neither counted nor changed; nor is a finding about another note.
func TestForgetNoteByItsWholePath(t *testing.T) {
	b := newInbox(t, t.TempDir())
	items := []Item{
		{Candidate: said("A", "Use UTC", "s1"), Finding: "contradicts data.md:3: x", Against: "data.md"},
		{Candidate: said("B", "Use cents", "s1", "data.md", "old/a.md")},
		{Candidate: said("C", "Use tabs", "s1", "a.md", "x.go"), Finding: "contradicts data.md:5: x", Against: "data.md"},
		{Candidate: said("D", "Use tea", "s1", "y.go"), Finding: "contradicts a.md:7: x", Against: "a.md"},
	}
	for _, i := range items {
		if err := b.Put(i); err != nil {
			t.Fatal(err)
		}
	}
	for _, want := range []int{2, 0} {
		for _, dry := range []bool{true, false} {
			if n, err := b.ForgetNote([]string{"a.md"}, nil, dry); err != nil || n != (NoteTraces{Mentions: want}) {
				t.Errorf("%+v, want %d mentions: %v", n, want, err)
			}
		}
	}
	items[2].Files, items[3].Finding, items[3].Against = []string{"x.go"}, "", ""
	for n, got := range b.must(t) {
		if want := items[n]; got.Finding != want.Finding || got.Against != want.Against || !slices.Equal(got.Files, want.Files) {
			t.Errorf("%+v, want %+v", got, want)
		}
	}
}

// What a person typed is of the session that had it first.
func TestTurns(t *testing.T) {
	b := newInbox(t, t.TempDir())
	if err := errors.Join(b.PutTurn("t", "claude/1"), b.PutTurn("t", "claude/2")); err != nil {
		t.Fatal(err)
	}
	for id, want := range map[string]string{"t": "claude/1", "u": ""} {
		if got, err := b.Turn(id); got != want || err != nil {
			t.Errorf("%s: %q, %v", id, got, err)
		}
	}
}

// An inbox of an older kb gets what it lacks, and its sessions are read again.
func TestOlder(t *testing.T) {
	for version, without := range map[int]string{1: "DROP TABLE turn; DROP TABLE trace; DROP TABLE module", 2: "DROP TABLE turn"} {
		dir := t.TempDir()
		b := newInbox(t, dir)
		err := errors.Join(b.PutSession(Session{ID: "claude/1", Stamp: "10-1"}),
			b.db.Exec(fmt.Sprintf("%s; PRAGMA user_version=%d", without, version)), b.Close())
		if err != nil {
			t.Fatal(err)
		}
		b = newInbox(t, dir)
		read, err := b.Read("claude/1", "10-1")
		if err := errors.Join(err, b.PutTurn("t", "claude/1"), b.PutTrace("claude/1", 1, observe.Trace{})); err != nil || read {
			t.Errorf("version %d: %v, %v", version, read, err)
		}
	}
}

// An inbox of a newer kb is left alone.
func TestNewer(t *testing.T) {
	dir := t.TempDir()
	b := newInbox(t, dir)
	if err := b.db.Exec("PRAGMA user_version=99"); err != nil {
		t.Fatal(err)
	}
	b.Close()
	if _, err := Open(dir, time.Now); !errors.Is(err, errNewer) {
		t.Errorf("%v", err)
	}
}

// What people decided weighs on the class of a signal, for a time; what no signal gave weighs on none.
func TestVerdictsOfClasses(t *testing.T) {
	old, late := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC), time.Date(2026, 6, 1, 0, 0, 0, 0, time.UTC)
	item := func(signal string, state State, at time.Time) Item {
		return Item{State: state, At: at, Candidate: learn.Candidate{Signal: signal}}
	}
	got := Verdicts([]Item{
		item("co-access", Merged, late), item("co-access", Dropped, late), item("co-access", Refused, late), item("co-access", New, late),
		item("co-access", Dropped, old), item("", Dropped, late), item("backtrack", Dropped, old),
	}, time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC))
	if want := map[observe.Class]habit.Verdicts{observe.CoAccess: {Kept: 1, Dropped: 2}}; !maps.Equal(got, want) {
		t.Errorf("%v", got)
	}
}
