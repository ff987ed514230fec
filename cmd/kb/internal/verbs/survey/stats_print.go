package survey

import (
	"fmt"
	"strings"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
	"github.com/9aea2451/kb/cmd/kb/internal/desk"
	"github.com/9aea2451/kb/cmd/kb/internal/report"
	"github.com/9aea2451/kb/cmd/kb/internal/session"
	"github.com/9aea2451/kb/cmd/kb/internal/statistics"
	"github.com/9aea2451/kb/text/wording"
)

const (
	statsBar    = 24 // greatest length of a bar, in characters
	statsGroups = 8  // greatest number of groups that are printed
)

// statsPrinter writes the sums of a base.
type statsPrinter struct {
	*session.Base
	answer *desk.Stats
}

// print writes the sums for a person.
func (t statsPrinter) print() {
	a, n := t.App, &t.answer.Notes
	a.Printf("%s, %d active, %d inactive\n", a.Style.Title(wording.Count(n.Total, "note")), n.Active, n.Inactive)
	a.Printf("of the active: %d of high confidence, %d medium, %d low (decayed)", n.High, n.Medium, n.Low)
	if n.Stale != nil {
		a.Printf("; %d stale", *n.Stale)
	}
	a.Printf("\n")
	t.bars("kind", n.Kinds)
	t.bars("status", n.Statuses)
	t.bars("category", n.Category)
	t.bars("last touched", n.Ages)
	t.used("most used", n.MostUsed, "nothing was opened yet")
	t.used("shown, never opened", n.LeastUsed, "")
	t.printSearches()
	t.printWorth()
	l := &t.answer.Links
	t.heading("links")
	a.Printf("  %s, %d broken, %d ambiguous; %s linked to nothing\n", wording.Count(l.Total, "link"), l.Broken, l.Ambiguous,
		wording.Count(l.Orphans, "active note"))
	for _, auth := range n.Authorities {
		a.Printf("  %.2f  %s %s\n", auth.PageRank, a.Style.Place(app.CleanName(t.Shown(auth.Path))),
			a.Style.Faint(fmt.Sprintf("(%s)", wording.Count(auth.InLinks, "note"))))
	}
	for _, u := range t.answer.Unknown {
		a.Remark("%s", u)
	}
}

// printWorth writes what agents were given and what was learnt from them.
func (t statsPrinter) printWorth() {
	w := t.answer.Agents
	if w == nil {
		return
	}
	t.heading("agents")
	a := t.App
	if w.Sessions > 0 {
		a.Printf("  %s: %s given, %d of them before their file was changed\n", wording.Count(w.Sessions, "session"),
			wording.Count(w.Given, "note"),
			w.Followed)
	}
	if w.DeadEnds > 0 {
		a.Printf("  %s given, %d entered all the same\n", wording.Count(w.DeadEnds, "dead end"), w.ReEntered)
	}
	if all := w.Waiting + w.Proposed + w.Merged + w.Refused; all > 0 {
		a.Printf("  learnt: %d in the inbox, %d proposed, %d merged, %d refused\n", w.Waiting, w.Proposed, w.Merged, w.Refused)
	}
	for _, o := range w.Overruns {
		a.Printf("  %s: %.1f calls for a planned step; %d of %s took half as many again as planned\n", app.CleanName(o.Module), o.Ratio,
			o.Over, wording.Count(o.Sessions, "session"))
	}
}

// printValue writes how the sessions that are given notes differ from those that are not.
func (t statsPrinter) printValue() {
	v, a := t.answer.Value, t.App
	if v == nil || v.Sessions == 0 {
		a.Remark("no session is in a group yet: `agents: {control: 10}` in .memory/kb.yaml gives ten of a hundred sessions nothing")
		return
	}
	a.Printf("%s in groups; intervals of 99.5 %%\n", wording.Count(v.Sessions, "session"))
	for _, m := range v.Measures {
		a.Printf("%s\n  given    %s\n  control  %s\n", a.Style.Heading(m.Measure), sideText(m.Given), sideText(m.Control))
		switch {
		case !m.Enough:
			a.Printf("  nothing can be said: fewer than %d sessions on a side\n", v.Least)
		case m.Differs:
			a.Printf("  the difference is %+.0f points (%+.0f to %+.0f)\n", 100*m.Difference, 100*m.Low, 100*m.High)
		default:
			a.Printf("  no difference is shown: %+.0f points (%+.0f to %+.0f)\n", 100*m.Difference, 100*m.Low, 100*m.High)
		}
	}
}

// sideText is the mean of a group and its interval.
func sideText(s statistics.Side) string {
	if s.Sessions == 0 {
		return "no session"
	}
	return fmt.Sprintf("%3.0f %%  (%.0f to %.0f), %s", 100*s.Mean, 100*s.Low, 100*s.High, wording.Count(s.Sessions, "session"))
}

func (t statsPrinter) heading(text string) { t.App.Printf("\n%s\n", t.App.Style.Heading(text)) }

// bars writes one bar a group.
func (t statsPrinter) bars(title string, bins []statistics.Bin) {
	if len(bins) < 2 {
		return
	}
	t.heading(title)
	widest, most := 0, 1
	for _, b := range bins[:min(len(bins), statsGroups)] {
		widest, most = max(widest, len([]rune(report.CleanLine(b.Name)))), max(most, b.Count)
	}
	for _, b := range bins[:min(len(bins), statsGroups)] {
		bar := strings.Repeat("█", (b.Count*statsBar+most-1)/most)
		t.App.Printf("  %-*s %6d  %s\n", widest, report.CleanLine(b.Name), b.Count, t.App.Style.Faint(bar))
	}
	if rest := len(bins) - statsGroups; rest > 0 {
		t.App.Printf("  %s\n", t.App.Style.Faint(fmt.Sprintf("… and %d more", rest)))
	}
}

// used lists notes by use; none is said where there are none, unless it is "".
func (t statsPrinter) used(title string, notes []statistics.Used, none string) {
	if len(notes) == 0 && none == "" {
		return
	}
	t.heading(title)
	if len(notes) == 0 {
		t.App.Printf("  %s\n", none)
	}
	for _, u := range notes {
		t.App.Printf("  %4d opened %4d shown  %s\n", u.Opened, u.Shown, t.App.Style.Place(app.CleanName(t.Shown(u.Path))))
	}
}

// printSearches sums up the searches, and lists those that found nothing.
func (t statsPrinter) printSearches() {
	s := &t.answer.Searches
	t.heading("searches of the last " + wording.Count(len(s.Days), "day"))
	if s.Total == 0 {
		t.App.Printf("  none is recorded\n")
		return
	}
	t.App.Printf("  %s, %.1f a day; %.0f %% found something, after %.0f %% a note was opened\n", wording.Count(s.Total, "query"),
		s.PerDay, 100*s.HitRate, 100*s.OpenedRate)
	t.App.Printf("  latency p50 %.0f ms, p95 %.0f ms, p99 %.0f ms\n", s.P50, s.P95, s.P99)
	t.bars("answered by", s.Matches)
	if len(s.Empty) > 0 {
		t.heading("asked and not found")
		for _, q := range s.Empty {
			t.App.Printf("  %4d  %s\n", q.Times, report.CleanLine(q.Query))
		}
	}
}
