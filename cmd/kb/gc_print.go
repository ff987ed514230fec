package main

import (
	"fmt"
	"time"

	"github.com/9aea2451/kb/cmd/kb/internal/report"
)

// shownDiff is how many lines of a difference are printed.
const shownDiff = 12

// print tells what was found.
func (g *collector) print(diff bool) {
	style := g.app.style
	for i := range g.answer.Duplicates {
		g.printDuplicate(&g.answer.Duplicates[i], diff)
	}
	for _, p := range g.answer.Prunable {
		g.app.printf("%s  %s\n", style.Title("faded"), style.Place(cleanName(g.shown(p.Path))))
		g.app.printf("    confidence %.2f, never opened, last touched %s%s\n", p.Confidence, p.Touched.Format(time.DateOnly), kept(p.Kept))
	}
	g.printData()
	g.remarkNotes()
}

func kept(why string) string {
	if why == "" {
		return ""
	}
	return "; kept: " + report.CleanLine(why)
}

func (g *collector) printDuplicate(d *Duplicate, diff bool) {
	style := g.app.style
	g.app.printf(
		"%s  %s\n           %s\n",
		style.Title("duplicate"),
		style.Place(cleanName(g.shown(d.Older))),
		style.Place(cleanName(g.shown(d.Newer))),
	)
	meaning := ""
	if d.Meaning != nil {
		meaning = fmt.Sprintf("meaning %.2f, ", *d.Meaning)
	}
	g.app.printf("    %swording %.2f, the second is newer%s\n", meaning, d.Words, kept(d.Kept))
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
				g.app.printf("    %s\n", part.paint(part.sign+report.CleanLine(line)))
			}
		}
	}
	if left < 0 {
		g.app.printf("    %s\n", style.Faint(fmt.Sprintf("… and %s more", count(-left, "line"))))
	}
}

// printData tells of the data that nothing needs.
func (g *collector) printData() {
	verb := "can go"
	if g.answer.Applied {
		verb = "dropped"
	}
	i := g.answer.Index
	if !i.Empty() {
		g.app.printf(
			"index  %s: %s, %s, %s of meaning",
			verb,
			count(len(i.Trees), "tree"),
			count(i.Blobs, "parsed file"),
			count(len(i.Models), "model"),
		)
		if g.answer.Applied {
			g.app.printf(" (%s)", sizeOf(i.Bytes))
		}
		g.app.printf("\n")
	}
	if g.answer.Metrics > 0 {
		g.app.printf("metrics  %s: %s older than 30 days\n", verb, count(g.answer.Metrics, "event"))
	}
}

// remarkNotes sums up, and says what comes next.
func (g *collector) remarkNotes() {
	if g.answer.Unknown != "" {
		g.app.remark("which notes have faded is not known: %s", g.answer.Unknown)
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
	g.app.remark(
		"%s and %s, %d of which may be touched",
		count(len(g.answer.Duplicates), "duplicate"),
		count(len(g.answer.Prunable), "faded note"),
		free,
	)
	switch {
	case len(g.answer.Edited) > 0:
		g.app.remark("look at the changes and commit them: %s", g.addCommand(g.answer.Edited))
	case !g.answer.Applied && (free > 0 || !g.answer.Index.Empty() || g.answer.Metrics > 0):
		g.app.remark("nothing was changed: kb gc --apply does it")
	}
}
