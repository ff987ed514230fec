package find

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
	"github.com/9aea2451/kb/cmd/kb/internal/desk/reach"
	"github.com/9aea2451/kb/cmd/kb/internal/report"
	"github.com/9aea2451/kb/cmd/kb/internal/session"
	"github.com/9aea2451/kb/index"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/markdown"
	"github.com/9aea2451/kb/text/wording"
)

// print writes the answer in the format that was asked for.
func (c *searchCmd) print(b *session.Base, answer *index.Answer) error {
	if b.App.JSON {
		out := *answer
		out.Hits = slices.Clone(answer.Hits)
		if b.Elsewhere {
			reach.Within(out.Hits)
		} else {
			b.View.Within(out.Hits)
		}
		return b.App.Emit(out)
	}
	format := c.Format
	if c.OnlyPaths {
		format = "paths"
	}
	printFormat(b, format, answer.Hits)
	return nil
}

// printFormat writes hits as --format says.
func printFormat(b *session.Base, format string, hits []index.Hit) {
	if format != "default" {
		b.App.Verbatim()
	}
	switch format {
	case "paths":
		var seen []string
		for _, h := range hits {
			for _, path := range append([]string{h.Path}, h.SameText...) {
				if !slices.Contains(seen, path) {
					seen = append(seen, path)
					b.App.Printf("%s\n", b.App.Style.Place(app.CleanName(b.Shown(path))))
				}
			}
		}
	case "line":
		style := b.App.Style
		for _, h := range hits {
			heading := h.Title
			if n := len(h.HeadingPath); n > 0 {
				heading = h.HeadingPath[n-1]
			}
			b.App.Printf("%s:%d: %s: %s\n", style.Place(app.CleanName(b.Shown(h.Path))), h.StartLine,
				style.Title(report.CleanLine(heading)), oneLine(style, h))
		}
	default:
		printHits(b, hits, factors)
	}
}

// printHits writes the readable form: title, place, snippet, and why it was found.
func printHits(b *session.Base, hits []index.Hit, reason func(index.Hit) string) {
	width := len(fmt.Sprint(len(hits)))
	margin := strings.Repeat(" ", width+2)
	room := widthIn(app.ColumnsOf(b.App.Stdout), len(margin))
	for i, h := range hits {
		if i > 0 {
			b.App.Printf("\n")
		}
		b.App.Printf("%*d. %s\n", width, i+1, b.App.Style.Title(hitTitle(h)))
		b.App.Printf("%s%s%s\n", margin, place(b, h), badges(b.App.Style, h))
		if h.Provenance != nil {
			b.App.Printf("%s%s\n", margin, b.App.Style.Faint(report.CleanLine(h.Provenance.String())))
		}
		if h.Factors != nil && h.Provenance != nil {
			for _, passed := range h.Provenance.Passed {
				b.App.Printf("%s%s\n", margin, b.App.Style.Faint(report.CleanLine("passed over: "+passed.String())))
			}
		}
		if h.DisputedBy != "" {
			b.App.Printf("%s%s\n", margin, b.App.Style.Warning("disputed by "+app.CleanName(b.Shown(h.DisputedBy))))
		}
		if note := inactiveNote(b, h); note != "" {
			b.App.Printf("%s%s\n", margin, b.App.Style.Warning(note))
		}
		for _, line := range snippet(b.App.Style, h, room) {
			b.App.Printf("%s%s\n", margin, line)
		}
		if len(h.SameText) > 0 {
			var shown []string
			for _, p := range h.SameText[:min(len(h.SameText), shownTwins)] {
				shown = append(shown, app.CleanName(b.Shown(p)))
			}
			twins := "the same text: " + strings.Join(shown, ", ")
			if more := len(h.SameText) - shownTwins; more > 0 {
				twins += " and " + wording.Count(more, "other note")
			}
			b.App.Printf("%s%s\n", margin, b.App.Style.Faint(twins))
		}
		if h.Editions != "" {
			b.App.Printf("%s%s\n", margin, b.App.Style.Faint("also in: "+report.CleanLine(h.Editions)))
		}
		if why := reason(h); why != "" {
			b.App.Printf("%s%s\n", margin, b.App.Style.Faint(why))
		}
	}
}

// hitTitle is the note's title with the headings below it.
func hitTitle(h index.Hit) string {
	return app.HeadingPath(append([]string{h.Title}, wording.Below(h.Title, h.HeadingPath)...))
}

// place is where the hit stands, as editors and terminals open it.
func place(b *session.Base, h index.Hit) string {
	return b.App.Style.Place(fmt.Sprintf("%s:%d-%d", app.CleanName(b.Shown(h.Path)), h.StartLine, h.EndLine))
}

// badges name kind, type and status where they are not the plain ones.
func badges(style report.Style, h index.Hit) string {
	var words []string
	if h.Base != "" {
		words = append(words, h.Base+", "+h.Scope)
	}
	if h.Kind != "" && h.Kind != "doc" {
		words = append(words, h.Kind)
	}
	if h.Type != "" {
		words = append(words, h.Type)
	}
	switch h.Status {
	case "", "accepted":
	case "deprecated", "rejected", "archived":
		words = append(words, cmp.Or(h.Inactive, h.Status)) // the note's own word, such as stagnant
	case "draft", "proposed":
		if h.Standing != markdown.InForce { // as of a feature that is built
			words = append(words, h.Status)
		}
	default:
		words = append(words, h.Status)
	}
	if said := kb.StandingWord(h.Standing, h.Status, h.Inactive); said != "" {
		words = append(words, said)
	}
	if h.Disputed {
		words = append(words, "disputed")
	}
	out := ""
	for _, w := range words {
		out += "  " + style.Badge("["+report.CleanLine(w)+"]")
	}
	return out
}

// inactiveNote says why a note no longer holds, and what does instead.
func inactiveNote(b *session.Base, h index.Hit) string {
	switch {
	case h.SupersededBy != "":
		return "superseded by " + app.CleanName(b.Shown(h.SupersededBy))
	case h.Inactive != "":
		return "does not hold: " + report.CleanLine(h.Inactive)
	}
	return ""
}

// shownTwins is how many notes that say the same are named.
const shownTwins = 2

// factors writes what a score is made of, in one line, sorted by name.
func factors(h index.Hit) string {
	if len(h.Factors) == 0 {
		return ""
	}
	parts := []string{fmt.Sprintf("score %.4f (%s)", h.Score, h.Match)}
	for _, name := range slices.Sorted(maps.Keys(h.Factors)) {
		part := fmt.Sprintf("%s %.4g", name, h.Factors[name])
		if name == "confidence" {
			part += confidence(h)
		}
		parts = append(parts, part)
	}
	return strings.Join(parts, " · ")
}

// confidence says what is behind the factor of that name: " (0.15, half-life 90 days since the
// commit of 2026-03-04)".
func confidence(h index.Hit) string {
	c := h.Confidence
	switch {
	case c == nil || c.By == "" && h.Factors["confidence"] == 1:
		return ""
	case c.By == "":
		return fmt.Sprintf(" (%.2f)", c.Value)
	case c.HalfLife == 0:
		return fmt.Sprintf(" (%.2f, does not fade)", c.Value)
	}
	since := map[string]string{
		"commit": "the commit of ", "uncommitted": "an edit that is not committed, ", "date": "its date ",
		"verified": "it was verified, ", "opened": "it was opened, ",
	}[c.By]
	return fmt.Sprintf(" (%.2f, half-life %g days since %s%s)", c.Value, c.HalfLife, since, c.Touched)
}

// remarkEmpty says what was tried, and what might be meant.
func remarkEmpty(b *session.Base, answer *index.Answer) {
	if b.Empty {
		return // that has been said
	}
	a := b.App
	a.Remark("nothing found")
	if len(answer.Tried) > 0 {
		a.Remark("tried: %s", strings.Join(answer.Tried, ", "))
	}
	if answer.Suggestion != "" {
		a.Remark("did you mean: %s", answer.Suggestion)
	}
	if inner := submodules(b.Repo.Root); len(inner) > 0 {
		a.Remark("submodules are repositories of their own and were not searched: kb -C %s search …", report.CleanLine(inner[0]))
	}
}

// mostModules is how many bytes of .gitmodules are read.
const mostModules = 1 << 16

// submodules lists the folders that .gitmodules names, in its order.
func submodules(root string) []string {
	name := filepath.Join(root, ".gitmodules")
	if at, err := os.Lstat(name); root == "" || err != nil || !at.Mode().IsRegular() {
		return nil
	}
	file, err := os.Open(name)
	if err != nil {
		return nil
	}
	defer file.Close()
	var found []string
	lines := bufio.NewScanner(io.LimitReader(file, mostModules))
	for lines.Scan() {
		key, value, _ := strings.Cut(lines.Text(), "=")
		if value = strings.TrimSpace(value); strings.TrimSpace(key) == "path" && filepath.IsLocal(value) {
			found = append(found, value)
		}
	}
	return found
}
