package find

import (
	"context"
	"fmt"
	"strings"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
	"github.com/9aea2451/kb/cmd/kb/internal/desk"
	"github.com/9aea2451/kb/cmd/kb/internal/report"
	"github.com/9aea2451/kb/cmd/kb/internal/session"
	"github.com/9aea2451/kb/index"
	"github.com/9aea2451/kb/kb"
)

// Links is kb links.
func (Verbs) Links() app.Verb {
	return app.Verb{
		Name: "links", Place: 30,
		Help:    "Show what a note links to and what links to it.",
		Command: &linksCmd{},
		Answers: []any{desk.Links{}},
	}
}

// linksCmd shows the links of a note.
type linksCmd struct {
	Note string `arg:"" name:"note" complete:"note" help:"Path, stem, title, alias, id or number."`
	session.AtFlag
}

// Run prints both directions.
func (c *linksCmd) Run(ctx context.Context, a *app.App) error {
	b, err := session.ReadNamed(ctx, a, c.Note, c.AtFlag)
	if err != nil {
		return err
	}
	defer b.Close()
	at, err := b.Lookup(ctx, c.Note, false)
	if err != nil {
		return err
	}
	links, err := b.View.Links(ctx, at.Path)
	if err != nil {
		return err
	}
	b.View.FollowElsewhere(ctx, links.Out)
	if a.JSON {
		return a.Emit(links)
	}
	style := b.App.Style
	b.App.Printf("%s links to%s\n", style.Title(app.CleanName(b.Shown(at.Path))), none(len(links.Out)))
	for _, same := range alike(links.Out, func(l index.LinkRecord) string { return linkTarget(b, l) + "\x00" + linkSyntax(l) }) {
		l := same[0]
		b.App.Printf("  %4d  %s  %s\n", l.Line, linkTarget(b, l), style.Faint(linkSyntax(l)+also(same)))
		for _, c := range l.Candidates {
			b.App.Printf("          %s\n", app.CleanName(b.Shown(c)))
		}
		if len(l.Candidates) == kb.MostCandidates {
			b.App.Printf("          %s\n", style.Faint("and others, if there are more"))
		}
	}
	printSymbols(b, links.Symbols)
	printIn(b, at.Path, links.In)
	return nil
}

// printSymbols lists the symbols of the code that the note cites, by the line of the citation; those of the
// front matter have none.
func printSymbols(b *session.Base, symbols []desk.CitedSymbol) {
	style := b.App.Style
	for _, s := range symbols {
		line, said := "", style.Warning("there is no such file that kb reads")
		if s.Line > 0 {
			line = fmt.Sprint(s.Line)
		}
		switch s.State {
		case "ok":
			place := fmt.Sprintf("%s:%d", app.CleanName(b.Shown(s.Path)), s.At)
			said = style.Place(place) + "  " + style.Faint(report.CleanLine(strings.TrimSpace(s.Kind+" "+s.Doc)))
		case "gone":
			said = style.Warning("gone (kb validate --all)")
		}
		b.App.Printf("  %4s  %s  %s\n", line, report.CleanLine(s.Cites), said)
	}
}

// printIn lists what links to the note.
func printIn(b *session.Base, note string, in []index.LinkRecord) {
	style := b.App.Style
	b.App.Printf("%s is linked from%s\n", style.Title(app.CleanName(b.Shown(note))), none(len(in)))
	for _, same := range alike(in, func(l index.LinkRecord) string { return l.From + "\x00" + linkSyntax(l) }) {
		l := same[0]
		place := fmt.Sprintf("%s:%d", app.CleanName(b.Shown(l.From)), l.Line)
		b.App.Printf("  %s  %s\n", style.Place(place), style.Faint(linkSyntax(l)+also(same)))
	}
}

// alike puts links together that a reader takes for the same, in the order of the first of each.
func alike(links []index.LinkRecord, key func(index.LinkRecord) string) [][]index.LinkRecord {
	var groups [][]index.LinkRecord
	at := map[string]int{}
	for _, l := range links {
		k := key(l)
		i, known := at[k]
		if !known {
			i = len(groups)
			at[k] = i
			groups = append(groups, nil)
		}
		groups[i] = append(groups[i], l)
	}
	return groups
}

// shownLines is how many further lines of the same link are named.
const shownLines = 6

// also names the lines of all links but the first.
func also(same []index.LinkRecord) string {
	if len(same) == 1 {
		return ""
	}
	text := ", also in"
	for i, l := range same[1:] {
		if i == shownLines {
			return fmt.Sprintf("%s and %d more", text, len(same)-1-shownLines)
		}
		text += fmt.Sprintf(" %d", l.Line)
	}
	return text
}

// none ends a heading of which there is nothing to list.
func none(n int) string {
	if n == 0 {
		return " nothing"
	}
	return ""
}

// linkTarget is where a link leads, or what is wrong with it.
func linkTarget(b *session.Base, l index.LinkRecord) string {
	style := b.App.Style
	written := report.CleanLine(l.Target)
	fragment := ""
	if l.Fragment != "" {
		fragment = "#" + report.CleanLine(l.Fragment)
	}
	switch l.State {
	case "broken":
		return style.Warning("broken: " + written + fragment)
	case "ambiguous":
		return style.Warning("ambiguous: " + written + fragment + ", one of")
	case "unknown":
		return style.Warning("unknown: " + written + fragment + ": your configuration names no such base, or it cannot be read")
	case "external":
		return style.Link(written + fragment)
	}
	return style.Place(app.CleanName(b.Shown(l.To)) + fragment)
}

// linkSyntax names how the link is written and what relation it states.
func linkSyntax(l index.LinkRecord) string {
	return report.CleanLine(strings.TrimSpace(l.Kind + " " + relationName(l.Type, l.Inverse)))
}

// relationName is the name of a relation, as it reads from the note that states it.
func relationName(relation string, inverse bool) string {
	if inverse {
		return kb.Inverse(relation)
	}
	return relation
}
