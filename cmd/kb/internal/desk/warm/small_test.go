package warm

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/9aea2451/kb/kb/validate"
)

// How far long work is told in words; who keeps none may be told of it.
func TestProgressInWords(t *testing.T) {
	var none *Progress
	none.Report("reading", 1, 2)
	if none.String() != "" {
		t.Error(none.String())
	}
	p := &Progress{}
	for _, c := range []struct {
		stage       string
		done, total int
		want        string
	}{{"reading", 120, 683, "reading 120 of 683"}, {"reading", 0, 1, "reading 0 of 1"}, {"writing", 3, 0, "writing"}, {"", 0, 0, ""}} {
		if p.Report(c.stage, c.done, c.total); p.String() != c.want {
			t.Errorf("%q, want %q", p, c.want)
		}
	}
}

// Where there is nothing to answer from it is said why.
func TestWhyThereIsNoState(t *testing.T) {
	broken := errors.New("no disk")
	for _, c := range []struct {
		k    *Keeper
		want string
		is   error
	}{
		{&Keeper{failed: broken}, "no disk", broken}, {&Keeper{failed: broken, closed: true}, "no disk", broken},
		{&Keeper{closed: true}, "canceled", context.Canceled}, {&Keeper{}, "ask again in a few seconds", nil},
	} {
		err := c.k.noState()
		if !strings.HasSuffix(err.Error(), c.want) || c.is != nil && !errors.Is(err, c.is) {
			t.Errorf("%v, want %s", err, c.want)
		}
	}
}

// No view can be used and released like one.
func TestNoView(t *testing.T) {
	var v *View
	if v.Use() != nil || v.idle() {
		t.Error("no view is one")
	}
	v.Release()
	v = &View{users: 1}
	if !v.idle() || v.Use() != v || v.idle() {
		t.Error("a view with a caller is idle")
	}
	if v.Release(); !v.idle() {
		t.Error("a view without a caller is not idle")
	}
}

// What statements are checked against is kept for the same note on the same day.
func TestCheckerIsKept(t *testing.T) {
	var k keptChecker
	keeper := keep(t, nil)
	keeper.view()
	snap, err := Probe{keeper.Keeper}.Snapshot(t.Context())
	if err != nil || snap.Entry("docs/a.md") == nil {
		t.Fatal(err)
	}
	one, other := &Statements{snap: snap}, &Statements{snap: snap}
	morning := time.Date(2026, 3, 4, 8, 0, 0, 0, time.UTC)
	var last *validate.Checker
	for i, c := range []struct {
		of   *Statements
		note string
		at   time.Time
		kept bool
	}{
		{one, "a.md", morning, false}, {one, "a.md", morning, true}, {one, "a.md", morning.Add(9 * time.Hour), true},
		{one, "b.md", morning, false}, {one, "b.md", morning.AddDate(0, 0, 1), false}, {other, "b.md", morning.AddDate(0, 0, 1), false},
	} {
		got := k.against(c.of, c.note, c.at)
		if (got == last) != c.kept {
			t.Errorf("%d: kept %v", i, got == last)
		}
		last = got
	}
	k.forget()
	if k.against(other, "b.md", morning.AddDate(0, 0, 1)) == last {
		t.Error("what was forgotten is kept")
	}
	k.expiry.Stop()
}
