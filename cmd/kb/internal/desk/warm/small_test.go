package warm

import (
	"context"
	"errors"
	"slices"
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
	if err != nil || snap.Entry("docs/a.md") == nil || !snap.Cached() {
		t.Fatalf("%v, from the cache %v", err, snap.Cached())
	}
	if keeper.lastRead.Load() != snap {
		t.Error("the next view is not read from what was read last")
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

// A note counts as judged once all is known that speaks against it, and not where judging failed.
func TestWhatIsJudged(t *testing.T) {
	if found := (&disputes{}).about(&View{}, "a.md", 1, 2); found != nil || (&View{}).Doubted() {
		t.Errorf("before anything is judged: %v", found)
	}
	failing := keep(t, func(what string, work func() error) error {
		if what == "judging statements" {
			return errors.New("no luck")
		}
		return work()
	})
	k := keep(t, nil)
	for of, want := range map[*kept][]string{
		failing: {"it could not be judged which statements contradict each other: no luck"}, k: nil,
	} {
		if got := settled(of.view()); got != (of == k) || !(Probe{of.Keeper}).Quiet() {
			t.Errorf("judged: %v, want %v", got, of == k)
		}
		of.mu.Lock()
		if !slices.Equal(of.log, want) {
			t.Errorf("logged %q, want %q", of.log, want)
		}
		of.mu.Unlock()
	}
	v, p := k.view(), Probe{k.Keeper}
	if hits, err := v.Code(t.Context(), nil, "tea"); hits != nil || err != nil {
		t.Errorf("of code that nobody has listed: %v, %v", hits, err)
	}
	works := make(chan struct{})
	p.working.run(func() { <-works })
	if p.Quiet() {
		t.Error("it is quiet while something works")
	}
	close(works)
	if p.Sleep() || p.Newest() == nil {
		t.Error("a view that is used was closed")
	}
}

// Whatever fails beside the calls is told once, and answers do without it.
func TestWhatFailsBesideTheCalls(t *testing.T) {
	for fails, want := range map[string]string{
		"judging statements":     "it could not be judged which statements contradict each other: no luck",
		"reading the statements": "the statements could not be read: no luck",
		"telling what is stale":  "it could not be told which notes are stale: no luck",
		"":                       "",
	} {
		k := keep(t, func(what string, work func() error) error {
			if what == fails {
				return errors.New("no luck")
			}
			return work()
		})
		v := k.view()
		judged := settled(v)
		stale, err := v.Stale(t.Context())
		<-k.working.ended()
		k.mu.Lock()
		log := strings.Join(k.log, "; ")
		k.mu.Unlock()
		if (log == "") != (want == "") || want != "" && strings.Count(log, want) != 1 {
			t.Errorf("where %s fails: %q", fails, log)
		}
		if judged != (fails == "" || fails == "telling what is stale") || (err == nil) != (fails == "" || fails == "judging statements") {
			t.Errorf("where %s fails: judged %v, stale %+v, %v", fails, judged, stale, err)
		}
	}
}
