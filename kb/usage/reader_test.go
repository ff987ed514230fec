package usage_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/9aea2451/kb/kb/usage"
	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

func (d *diary) reader() *usage.Reader {
	d.t.Helper()
	r := usage.NewReader(d.dir)
	d.t.Cleanup(r.Close)
	return r
}

// Ranking hears how a note was used, and which share of what was opened after the words of a query it was.
func TestViewOfUse(t *testing.T) {
	d := newDiary(t)
	r := d.reader()
	if v := r.View([]string{"cache"}, d.now); v != nil {
		t.Error("a view of nothing")
	}
	d.asks("cache", "a.md", "b.md")
	if v := r.View([]string{"cache"}, d.now); v != nil {
		t.Error("a view before anything was opened")
	}
	d.opens("a.md")
	d.asks("queue", "b.md", "a.md")
	d.opens("b.md")
	d.opens("c.md")
	view := r.View([]string{"queue", "cache", "queue"}, d.now)
	if view == nil {
		t.Fatal("no view")
	}
	about := cmpopts.EquateApprox(0, 1e-9)
	for path, want := range map[string]usage.Use{
		// half of what was opened after one of the two words, a single open being no habit
		"a.md": {Opened: 1, LastOpened: noon(), Affinity: 0.25},
		"b.md": {Opened: 1, LastOpened: noon(), Affinity: 0.25},
		"c.md": {Opened: 1, LastOpened: noon()},
		"d.md": {},
	} {
		if diff := cmp.Diff(want, view.Of(usage.Note{Path: path}), about); diff != "" {
			t.Errorf("%s: %s", path, diff)
		}
	}
	if got := r.View([]string{"cache"}, d.now).Of(usage.Note{Path: "a.md"}).Affinity; got != 0.5 {
		t.Errorf("after its only word: %v", got)
	}
	if got := r.View([]string{"cache"}, d.now.Add(usage.HalfLife)).Of(usage.Note{Path: "a.md"}).Affinity; got < 0.333 || got > 0.334 {
		t.Errorf("a half-life later: %v, want a third", got)
	}
	if got := r.View(nil, d.now).Of(usage.Note{Path: "a.md"}); got.Affinity != 0 || got.Opened != 1 {
		t.Errorf("without words: %+v", got)
	}
	var none *usage.Reader
	if none.View(nil, d.now) != nil || none.Companions(usage.Note{Path: "a.md"}, d.now) != nil {
		t.Error("no reader knows something")
	}
	if use := (*usage.View)(nil).Of(usage.Note{Path: "a.md"}); use != (usage.Use{}) {
		t.Errorf("no view knows %+v", use)
	}
	r.Close()
	if use := view.Of(usage.Note{Path: "a.md"}); use != (usage.Use{}) {
		t.Errorf("a view of a closed reader knows %+v", use)
	}
}

// A note with an id takes its use along, and none over from whoever had its path.
func TestViewGoesByIds(t *testing.T) {
	d := newDiary(t)
	d.Read(usage.Read{At: d.now, Note: usage.Note{Path: "a.md", ID: "X"}})
	d.opens("plain.md")
	v := d.reader().View(nil, d.now)
	for n, want := range map[usage.Note]int{{Path: "moved.md", ID: "X"}: 1, {Path: "a.md", ID: "X"}: 1, {Path: "a.md"}: 1,
		{Path: "a.md", ID: "Y"}:     0,
		{Path: "plain.md", ID: "Z"}: 1, {Path: "plain.md"}: 1} {
		if got := v.Of(n).Opened; got != want {
			t.Errorf("%+v was opened %d times, want %d", n, got, want)
		}
	}
}

// What other clones counted is added, by the path and by the id of a note.
func TestViewAddsOtherClones(t *testing.T) {
	ctx := context.Background()
	one, two := newDiary(t), newDiary(t)
	one.asks("cache", "a.md")
	one.opens("a.md")
	one.Read(usage.Read{At: one.now, Note: usage.Note{Path: "b.md", ID: "X"}})
	own, err := one.store().Own(ctx)
	if err != nil {
		t.Fatal(err)
	}
	if own.Clones() != 1 || usage.NewLedger().Clones() != 0 {
		t.Errorf("%d clones", own.Clones())
	}
	two.asks("cache", "a.md")
	if err := two.store().Absorb(ctx, own); err != nil {
		t.Fatal(err)
	}
	v := two.reader().View([]string{"cache"}, two.now)
	midnight := noon().Truncate(24 * time.Hour)
	for n, want := range map[usage.Note]usage.Use{{Path: "a.md"}: {Opened: 1, LastOpened: midnight},
		{Path: "b.md", ID: "X"}: {Opened: 1, LastOpened: midnight}, {Path: "b.md"}: {}} {
		if diff := cmp.Diff(want, v.Of(n)); diff != "" {
			t.Errorf("%+v: %s", n, diff)
		}
	}
	c, err := two.store().Counts(ctx)
	if err != nil {
		t.Fatal(err)
	}
	if got := c.Of(usage.Note{Path: "a.md"}); got.Shown != 2 || got.Opened != 1 || !got.LastShown.Equal(noon()) ||
		!got.LastOpened.Equal(midnight) {
		t.Errorf("%+v", got)
	}
	if got := c.Of(usage.Note{Path: "b.md", ID: "X"}); got.Opened != 1 {
		t.Errorf("%+v", got)
	}
}

// A clone that forgets goes on under a new number: what it shared before is void for everybody.
func TestForgettingIsShared(t *testing.T) {
	ctx := context.Background()
	one, two := newDiary(t), newDiary(t)
	share := func() *usage.Ledger {
		t.Helper()
		own, err := one.store().Own(ctx)
		if err != nil {
			t.Fatal(err)
		}
		if err := two.store().Absorb(ctx, own); err != nil {
			t.Fatal(err)
		}
		return own
	}
	opened := func(path string) int {
		c, err := two.store().Counts(ctx)
		if err != nil {
			t.Fatal(err)
		}
		return c.Of(usage.Note{Path: path}).Opened
	}
	one.opens("secret.md")
	one.opens("a.md")
	before := share()
	if opened("secret.md") != 1 || opened("a.md") != 1 {
		t.Fatalf("shared %d and %d", opened("secret.md"), opened("a.md"))
	}
	for range 2 { // twice: all earlier numbers are void
		one.opens("secret.md")
		share()
		if _, err := one.store().ForgetNote(ctx, usage.Note{Path: "secret.md"}); err != nil {
			t.Fatal(err)
		}
	}
	after := share()
	if opened("secret.md") != 0 || opened("a.md") != 1 {
		t.Errorf("after forgetting: %d and %d, want 0 and 1", opened("secret.md"), opened("a.md"))
	}
	void := 0
	for name := range after.Files() {
		if strings.HasSuffix(name, "/void") {
			void++
		}
	}
	if void != 2 {
		t.Errorf("%d numbers are void, want 2", void)
	}
	if err := two.store().Absorb(ctx, before); err != nil || opened("secret.md") != 0 { // somebody still has it
		t.Errorf("what was forgotten is back: %d, %v", opened("secret.md"), err)
	}
}

func TestReaderTellsCompanions(t *testing.T) {
	d := newDiary(t)
	r := d.reader()
	if got := r.Companions(usage.Note{Path: "a.md"}, d.now); got != nil {
		t.Errorf("of nothing: %v", got)
	}
	d.asks("cache", "a.md", "b.md")
	d.opens("a.md")
	d.opens("c.md")
	want := []usage.Companion{{Note: usage.Note{Path: "c.md"}, Opened: 1}, {Note: usage.Note{Path: "b.md"}, Shown: 1}}
	if diff := cmp.Diff(want, r.Companions(usage.Note{Path: "a.md"}, d.now)); diff != "" {
		t.Error(diff)
	}
	if got := r.Companions(usage.Note{Path: "never.md"}, d.now); len(got) > 0 {
		t.Errorf("of a note that was never seen: %v", got)
	}
}

// Counts follow renamed notes without being asked to, and no database is made for it.
func TestTryRename(t *testing.T) {
	d := newDiary(t)
	usage.TryRename(d.dir, []usage.Rename{{From: "a.md", To: "b.md"}})
	d.wants(map[string]string{})
	d.asks("cache", "a.md", "x.md")
	usage.TryRename(d.dir, []usage.Rename{{From: "a.md", To: "b.md"}, {From: "never.md", To: "n.md"}, {From: "x.md", To: "y.md"}})
	d.wants(map[string]string{"b.md": "1/0", "y.md": "1/0"})
	d.asks("queue", "b.md")
	d.wants(map[string]string{"b.md": "2/0", "y.md": "1/0"})
}

// Two notes with ids of their own stay two, whatever their paths were.
func TestRenameKeepsIdsApart(t *testing.T) {
	ctx := context.Background()
	d := newDiary(t)
	for path, id := range map[string]string{"a.md": "A", "b.md": "B", "c.md": "C", "d.md": ""} {
		d.Read(usage.Read{At: d.now, Note: usage.Note{Path: path, ID: id}})
	}
	for _, r := range []usage.Rename{{From: "a.md", To: "b.md"}, {From: "c.md", To: "d.md"}, {From: "b.md", To: "b.md"}} {
		if err := d.store().Rename(ctx, r.From, r.To); err != nil {
			t.Fatal(err)
		}
	}
	d.wants(map[string]string{"a.md": "0/1", "b.md": "0/1", "d.md": "0/2"})
	c, err := d.store().Counts(ctx)
	if err != nil {
		t.Fatal(err)
	}
	if got := c.Of(usage.Note{Path: "e.md", ID: "C"}); got.Opened != 2 {
		t.Errorf("the id is lost: %+v", got)
	}
}

// What others push is taken as far as it is a ledger, and not a number more than can be.
func TestReadLedger(t *testing.T) {
	clone, note := strings.Repeat("0a", 16), strings.Repeat("1b", 12)
	for _, tt := range []struct {
		name, file, text string
		files            int // -1 for an error
	}{
		{"an entry", clone + "/2026-05-04", note + " 10 1000000\n", 1},
		{"a void clone", clone + "/void", "", 1},
		{"an empty day", clone + "/2026-05-04", "", 0},
		{"tomorrow", clone + "/2026-05-05", note + " 1 1\n", 1},
		{"the day after", clone + "/2026-05-06", note + " 1 1\n", 0},
		{"too much", clone + "/2026-05-04", note + " 10 1000001\n", -1},
		{"less than nothing", clone + "/2026-05-04", note + " -1 1\n", -1},
		{"no number", clone + "/2026-05-04", note + " a 1\n", -1},
		{"two fields", clone + "/2026-05-04", note + " 1\n", -1},
		{"four fields", clone + "/2026-05-04", note + " 1 1 1\n", -1},
		{"a short hash", clone + "/2026-05-04", note[1:] + " 1 1\n", -1},
		{"capital letters", clone + "/2026-05-04", strings.ToUpper(note) + " 1 1\n", -1},
		{"a short clone", clone[1:] + "/2026-05-04", note + " 1 1\n", -1},
		{"no day", clone + "/today", note + " 1 1\n", -1},
		{"no folder", clone, note + " 1 1\n", -1},
	} {
		l, err := usage.ReadLedger(map[string][]byte{tt.file: []byte(tt.text)}, noon())
		if (err != nil) != (tt.files < 0) || err != nil && !errors.Is(err, usage.ErrLedger) {
			t.Errorf("%s: %v", tt.name, err)
			continue
		}
		if err == nil && len(l.Files()) != tt.files {
			t.Errorf("%s: %v", tt.name, l.Files())
		}
	}
	// The same note twice in an entry counts as one, up to what can be.
	l, err := usage.ReadLedger(map[string][]byte{clone + "/2026-05-04": []byte(note + " 999999 1\n" + note + " 2 3\n")}, noon())
	if err != nil || string(l.Files()[clone+"/2026-05-04"]) != note+" 1000000 4\n" {
		t.Errorf("%s %v", l.Files(), err)
	}
	_, err = usage.ReadLedger(map[string][]byte{clone + "/2026-05-04": []byte(note + " 1 1\n" + note + " 2 2\nnone\n")}, noon())
	if err == nil || !strings.HasSuffix(err.Error(), "line 3 of 2026-05-04") {
		t.Errorf("a line that is none: %v", err)
	}
}

// A note is counted by its id, else by a path that nobody with another id has had.
func TestCountsOfANote(t *testing.T) {
	d := newDiary(t)
	d.opens("plain.md")
	d.Read(usage.Read{At: d.now, Source: "cli", Note: usage.Note{Path: "named.md", ID: "n1"}})
	d.asks("tea", "shown.md")
	c, err := d.store().Counts(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for n, want := range map[usage.Note]string{
		{Path: "plain.md"}: "0 1 true false", {Path: "plain.md", ID: "n2"}: "0 1 true false",
		{Path: "named.md"}: "0 1 true false", {Path: "named.md", ID: "n1"}: "0 1 true false",
		{Path: "moved.md", ID: "n1"}: "0 1 true false", {Path: "named.md", ID: "n2"}: "0 0 true true",
		{Path: "shown.md"}: "1 0 false true", {Path: "nobody.md"}: "0 0 true true",
	} {
		of := c.Of(n)
		got := fmt.Sprint(of.Shown, " ", of.Opened, " ", of.LastShown.IsZero(), " ", of.LastOpened.IsZero())
		if got != want {
			t.Errorf("%+v: %s, want %s", n, got, want)
		}
	}
}
