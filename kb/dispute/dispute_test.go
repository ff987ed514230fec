package dispute

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"testing"
	"time"
	"unsafe"

	"pgregory.net/rapid"

	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/kb/snapshot"
	"github.com/9aea2451/kb/kb/workers"
)

func day() time.Time { return time.Date(2026, 5, 4, 0, 0, 0, 0, time.UTC) }

// snapshotOf makes a snapshot of notes.
func snapshotOf(notes map[string]string) *snapshot.Snapshot {
	entries := map[string]*snapshot.Entry{}
	for path, text := range notes {
		entries[path] = snapshot.ReadEntry(git.File{Path: path, Blob: fmt.Sprintf("%040x", text)}, &kb.Config{}, []byte(text))
	}
	return new(snapshot.Snapshot).With(nil, entries)
}

func must(t interface{ Fatal(...any) }, l *Ledger, err error) *Ledger {
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func sessions(minutes int) string {
	return fmt.Sprintf("# Sessions\n\nA user session must expire after %d minutes.\n", minutes)
}

func TestJudge(t *testing.T) {
	notes := map[string]string{"a.md": sessions(30), "b.md": "# Login\n\nLogin is by password.\n\n" + sessions(45)}
	l, err := Judge(t.Context(), snapshotOf(notes), day(), nil, nil)
	must(t, l, err)
	want := []Dispute{
		{
			Line:   3,
			Text:   "A user session must expire after 30 minutes.",
			Path:   "b.md",
			There:  7,
			Says:   "A user session must expire after 45 minutes.",
			Energy: l.Of("a.md", 1, 9)[0].Energy,
		},
	}
	if got := l.Of("a.md", 1, 9); !reflect.DeepEqual(got, want) || got[0].Energy < least {
		t.Errorf("%+v", got)
	}
	if got := l.Of("b.md", 1, 6); len(got) > 0 {
		t.Errorf("other lines: %+v", got)
	}
	if !l.Knows("a.md", fmt.Sprintf("%040x", notes["a.md"])) || l.Knows("a.md", "0") || l.Knows("c.md", "") {
		t.Error("it does not know what it judged")
	}
	for name, c := range map[string]struct{ path, text string }{
		"superseded": {"b.md", "---\nkind: decision\nstatus: accepted\nrelations:\n  - {type: supersedes, target: a}\n---\n" +
			sessions(45)},
		"archived": {"b.md", "---\nkind: decision\nstatus: archived\n---\n" + sessions(45)},
		"agreed":   {"b.md", sessions(30)},
	} {
		changed := map[string]string{"a.md": notes["a.md"], c.path: c.text}
		if l, err := Judge(t.Context(), snapshotOf(changed), day(), l, nil); err != nil || len(l.Of("a.md", 1, 9)) > 0 {
			t.Errorf("%s: %v %+v", name, err, l.Of("a.md", 1, 9))
		}
	}
}

// A ledger holds no part of the notes that it was judged by.
func TestLedgerCopies(t *testing.T) {
	s := snapshotOf(map[string]string{"a.md": "---\nkind: decision\nstatus: accepted\n---\n" + sessions(30), "b.md": sessions(45)})
	l, err := Judge(t.Context(), s, day(), nil, nil)
	must(t, l, err)
	held := map[*byte]bool{}
	for _, e := range s.Entries {
		held[unsafe.StringData(e.Note.Kind)], held[unsafe.StringData(e.Note.Status)] = true, true
		for _, st := range e.Statements() {
			held[unsafe.StringData(st.Text)] = true
		}
	}
	for path, n := range l.notes {
		if held[unsafe.StringData(n.Kind)] || n.Status != "" && held[unsafe.StringData(n.Status)] {
			t.Errorf("%s: %+v", path, n)
		}
		for _, d := range l.Of(path, 1, 9) {
			if held[unsafe.StringData(d.Text)] || held[unsafe.StringData(d.Says)] {
				t.Errorf("%s: %+v", path, d)
			}
		}
	}
	if len(l.byPath) != 2 {
		t.Errorf("%+v", l.byPath)
	}
}

// What is judged of changed notes alone is what judging everything finds.
func TestFollowingFindsWhatJudgingAnewFinds(t *testing.T) {
	each := limits{small: 0, changed: 1e9}
	rapid.Check(t, func(t *rapid.T) {
		draw := func(name string) string {
			return fmt.Sprintf(
				"# Limits of %s\n\nThe %s must expire after %d minutes.\n\nThe queue must hold %d jobs.\n\nThe cache %s shared.\n",
				name,
				rapid.SampledFrom([]string{"user session", "login token"}).Draw(t, "what"),
				rapid.IntRange(1, 3).Draw(t, "minutes"),
				rapid.IntRange(1, 2).Draw(t, "jobs"),
				rapid.SampledFrom([]string{"is", "is not", "must be", "must never be"}).Draw(t, "verb"),
			)
		}
		notes := map[string]string{}
		var l *Ledger
		for range rapid.IntRange(1, 5).Draw(t, "states") {
			for range rapid.IntRange(0, 3).Draw(t, "edits") {
				path := rapid.SampledFrom([]string{"a.md", "b.md", "c.md", "d.md"}).Draw(t, "path")
				if notes[path] != "" && rapid.Bool().Draw(t, "delete") {
					delete(notes, path)
				} else {
					notes[path] = draw(path)
				}
			}
			next, err := each.judge(context.Background(), snapshotOf(notes), day(), l, nil)
			l = must(t, next, err)
			anew, err := Judge(context.Background(), snapshotOf(notes), day(), nil, nil)
			must(t, anew, err)
			if !slices.Equal(l.pairs, anew.pairs) || !reflect.DeepEqual(l.byPath, anew.byPath) {
				t.Fatalf("%v\nfollowed: %+v\nanew: %+v", notes, l.pairs, anew.pairs)
			}
		}
	})
}

func TestDriftIsBounded(t *testing.T) {
	m := limits{small: 0, changed: 0.5}
	notes := map[string]string{}
	for i := range 10 {
		notes[fmt.Sprintf("%d.md", i)] = sessions(30)
	}
	l, err := m.judge(t.Context(), snapshotOf(notes), day(), nil, nil)
	must(t, l, err)
	var drifts []int
	for i := range 8 {
		notes[fmt.Sprintf("%d.md", i)] = sessions(30 + i%2)
		l, err = m.judge(t.Context(), snapshotOf(notes), day(), l, nil)
		must(t, l, err)
		drifts = append(drifts, l.drift)
	}
	if want := []int{0, 1, 1, 2, 2, 3, 3, 4}; !slices.Equal(drifts, want) { // every other edit changes nothing
		t.Errorf("%v, not %v", drifts, want)
	}
	for i := range 8 {
		notes[fmt.Sprintf("%d.md", i)] = sessions(60)
	}
	if l, err = m.judge(t.Context(), snapshotOf(notes), day(), l, nil); err != nil || l.drift != 0 {
		t.Errorf("after many edits: %v, %v", l.drift, err)
	}
}

func TestFile(t *testing.T) {
	file := filepath.Join(t.TempDir(), "disputes")
	s := snapshotOf(map[string]string{"a.md": sessions(30), "b.md": sessions(45)})
	l, err := Judge(t.Context(), s, day(), nil, nil)
	must(t, l, err)
	if err := l.Save(file, "v1"); err != nil {
		t.Fatal(err)
	}
	watched := 0
	again, err := limits{}.judge(t.Context(), s, day(), Read(file, "v1"), func(int, int) bool { watched++; return true })
	if must(t, again, err); !reflect.DeepEqual(again, l) || watched > 0 {
		t.Errorf("%+v, not %+v; judged %d times", again, l, watched)
	}
	if Read(file, "v2") != nil || Read(file+"x", "v1") != nil {
		t.Error("read what another version judged, or nothing")
	}
	whole, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, damaged := range []string{"", "{", "null", string(whole[:len(whole)/2]), string(whole[:len(whole)-1]) + "x"} {
		if err := os.WriteFile(file, []byte(damaged), 0o666); err != nil {
			t.Fatal(err)
		}
		if Read(file, "v1") != nil {
			t.Errorf("read %q", damaged)
		}
	}
	hostile := &Ledger{
		notes: map[string]judged{"a.md": {Blob: "x", Statements: -5}},
		pairs: []pair{{A: place{"a.md", 99}, B: place{"../x", -1}, Energy: 7}},
	}
	if err := hostile.Save(file, "v1"); err != nil {
		t.Fatal(err)
	}
	mended, err := Judge(t.Context(), s, day(), Read(file, "v1"), nil)
	if must(t, mended, err); !reflect.DeepEqual(mended.byPath, l.byPath) {
		t.Errorf("%+v", mended.byPath)
	}
	if err := l.Save(filepath.Join(file, "x"), "v1"); err == nil {
		t.Error("saved below a file")
	}
}

func TestEnding(t *testing.T) {
	s := snapshotOf(map[string]string{"a.md": sessions(30), "b.md": sessions(45)})
	if _, err := Judge(t.Context(), s, day(), nil, func(int, int) bool { return false }); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Judge(ctx, s, day(), nil, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}

// A panic of a goroutine that judges reaches who asked for the judgement, and ends no process.
func TestPanicOfAJudgeReachesWhoAsked(t *testing.T) {
	s := snapshotOf(map[string]string{"a.md": sessions(30), "b.md": sessions(45)})
	p := workers.Carry(func() {
		Judge(t.Context(), s, day(), nil, func(int, int) bool { panic("the judge is ill") })
	})
	if p == nil {
		t.Fatal("no panic")
	}
	if inner, ok := p.Value.(*workers.Panic); !ok || inner.Value != "the judge is ill" {
		t.Errorf("%v", p.Value)
	}
}
