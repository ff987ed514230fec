package clone

import (
	"fmt"
	"time"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
	"github.com/9aea2451/kb/cmd/kb/internal/desk"
	"github.com/9aea2451/kb/cmd/kb/internal/edits"
	"github.com/9aea2451/kb/cmd/kb/internal/report"
	"github.com/9aea2451/kb/cmd/kb/internal/session"
	"github.com/9aea2451/kb/text/wording"
)

// shownDiff is how many lines of a difference are printed.
const shownDiff = 12

// garbagePrinter tells what can go.
type garbagePrinter struct {
	*session.Base
	answer *desk.Collected
}

// print tells what was found.
func (g garbagePrinter) print(diff bool) {
	style := g.App.Style
	for i := range g.answer.Duplicates {
		g.printDuplicate(&g.answer.Duplicates[i], diff)
	}
	for _, p := range g.answer.Prunable {
		g.App.Printf("%s  %s\n", style.Title("faded"), style.Place(app.CleanName(g.Shown(p.Path))))
		if p.Why != "" {
			g.App.Printf("    %s%s\n", report.CleanLine(p.Why), kept(p.Kept))
			continue
		}
		g.App.Printf("    confidence %.2f, never opened, last touched %s%s\n", p.Confidence, p.Touched.Format(time.DateOnly), kept(p.Kept))
	}
	verb := "can go"
	if g.answer.Applied {
		verb = "dropped"
	}
	i := g.answer.Index
	if !i.Empty() {
		g.App.Printf("index  %s: %s, %s, %s of meaning", verb, wording.Count(len(i.Trees), "tree"),
			wording.Count(i.Blobs, "parsed file"), wording.Count(len(i.Models), "model"))
		if g.answer.Applied {
			g.App.Printf(" (%s)", app.SizeOf(i.Bytes))
		}
		g.App.Printf("\n")
	}
	if g.answer.Metrics > 0 {
		g.App.Printf("metrics  %s: %s older than 30 days\n", verb, wording.Count(g.answer.Metrics, "event"))
	}
	if g.answer.Unknown != "" {
		g.App.Remark("which notes have faded is not known: %s", g.answer.Unknown)
	}
	free := 0
	for _, d := range g.answer.Duplicates {
		if d.Kept == "" {
			free++
		}
	}
	for _, p := range g.answer.Prunable {
		if p.Kept == "" {
			free++
		}
	}
	g.App.Remark("%s and %s, %d of which may be touched", wording.Count(len(g.answer.Duplicates), "duplicate"),
		wording.Count(len(g.answer.Prunable), "faded note"), free)
	switch {
	case len(g.answer.Edited) > 0:
		g.App.Remark("look at the changes and commit them: %s", edits.AddCommand(g.Base, g.answer.Edited))
	case !g.answer.Applied && (free > 0 || !g.answer.Index.Empty() || g.answer.Metrics > 0):
		g.App.Remark("nothing was changed: kb gc --apply does it")
	}
}

// kept says why a note is left alone, "" for one that is not.
func kept(why string) string {
	if why == "" {
		return ""
	}
	return "; kept: " + report.CleanLine(why)
}

// printDuplicate names both notes, how alike they are, and at most shownDiff lines that differ.
func (g garbagePrinter) printDuplicate(d *desk.Duplicate, diff bool) {
	style := g.App.Style
	g.App.Printf("%s  %s\n           %s\n", style.Title("duplicate"), style.Place(app.CleanName(g.Shown(d.Older))),
		style.Place(app.CleanName(g.Shown(d.Newer))))
	meaning := ""
	if d.Meaning != nil {
		meaning = fmt.Sprintf("meaning %.2f, ", *d.Meaning)
	}
	g.App.Printf("    %swording %.2f, the second is newer%s\n", meaning, d.Words, kept(d.Kept))
	if !diff {
		return
	}
	left := shownDiff
	for _, part := range []struct {
		sign  string
		lines []string
		paint func(string) string
	}{{"- ", d.Removed, style.Match}, {"+ ", d.Added, style.Code}} {
		for _, line := range part.lines {
			if left--; left >= 0 {
				g.App.Printf("    %s\n", part.paint(part.sign+report.CleanLine(line)))
			}
		}
	}
	if left < 0 {
		g.App.Printf("    %s\n", style.Faint(fmt.Sprintf("… and %s more", wording.Count(-left, "line"))))
	}
}
