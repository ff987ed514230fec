package lsp

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/9aea2451/kb/cmd/kb/internal/report"
	"github.com/9aea2451/kb/markdown"
)

// definition is where the link under the cursor leads.
func (s *Server) definition(ctx context.Context, p *placeParams) (any, error) {
	b, err := s.buffer(p.Document.URI)
	if err != nil {
		return nil, nil
	}
	now, err := s.now(ctx)
	if err != nil {
		return nil, err
	}
	at := b.offset(p.Position)
	l := b.linkAt(at)
	if l == nil {
		l = b.frontLink(at)
	}
	if l == nil {
		return nil, nil
	}
	to, section, res := s.target(now, b, l)
	if res.Elsewhere {
		if there := s.desk.Elsewhere(ctx, l.Target)[l.Target]; there.File != "" {
			return Location{uriOf(there.File), Range{}}, nil
		}
	}
	if to == nil {
		return nil, nil
	}
	if place, _, ok := to.document().Find(to.text, l.Fragment); ok && section < 0 { // a block, an id
		return Location{s.uri(to.path), to.span(place.Start, place.Start)}, nil
	}
	return Location{s.uri(to.path), to.headingRange(section)}, nil
}

// frontLink is the name of a note that stands on the line of a byte as the target of a relation.
func (b *buffer) frontLink(at int) *markdown.Link {
	if !b.inFront(at) {
		return nil
	}
	line := string(b.text[b.lines[b.position(at).Line]:b.lineEnd(at)])
	col := at - b.lines[b.position(at).Line]
	if open := strings.LastIndex(line[:min(col+2, len(line))], "[["); open >= 0 {
		if inner, _, ok := strings.Cut(line[open+2:], "]]"); ok && open+2+len(inner)+2 > col {
			target, _, _ := strings.Cut(inner, "|")
			return &markdown.Link{Kind: markdown.LinkRelation, Target: target}
		}
	}
	_, target, ok := strings.Cut(line, "target:")
	if !ok {
		key, value, _ := strings.Cut(line, ":")
		if key = strings.TrimSpace(key); key != "supersedes" && key != "superseded_by" && key != "superseded-by" && key != "relates_to" {
			return nil
		}
		target = value
	}
	target, _, _ = strings.Cut(target, ",")
	return &markdown.Link{Kind: markdown.LinkRelation, Target: strings.Trim(target, " \t\"'}]")}
}

// headingRange is the heading of a section, or the beginning of the document.
func (b *buffer) headingRange(section int) Range {
	if section < 0 {
		return Range{}
	}
	start := b.document().Sections[section].Span.Start
	return b.span(start, b.lineEnd(start))
}

// references are the links to the note that the link under the cursor names, to the heading under it,
// else to this note.
func (s *Server) references(ctx context.Context, p *placeParams) (any, error) {
	b, err := s.buffer(p.Document.URI)
	if err != nil {
		return nil, nil
	}
	now, err := s.now(ctx)
	if err != nil {
		return nil, err
	}
	at := b.offset(p.Position)
	to, section := b, b.headingAt(at)
	if l := b.linkAt(at); l != nil {
		if to, section, _ = s.target(now, b, l); to == nil {
			return []Location{}, nil
		}
	}
	if section >= 0 && to.document().Sections[section].Level == 1 {
		section = -1 // the title stands for the note
	}
	found, err := s.linksTo(ctx, to, section)
	if err != nil {
		return nil, err
	}
	if p.Context.Declaration {
		found = append([]Location{{s.uri(to.path), to.headingRange(section)}}, found...)
	}
	return found, nil
}

// linksTo lists the links to a note, or to one section of it.
func (s *Server) linksTo(ctx context.Context, to *buffer, section int) ([]Location, error) {
	back, err := s.linked(ctx, to.path)
	if err != nil {
		return nil, err
	}
	found := []Location{}
	for _, r := range back {
		if section >= 0 && to.section(r.fragment) != section {
			continue
		}
		from, err := s.at(r.from)
		if err != nil {
			continue // it has gone since the notes were read
		}
		start := from.byteAt(r.line, r.col)
		end := start + r.length
		if r.length == 0 {
			end = from.lineEnd(start)
		}
		found = append(found, Location{s.uri(r.from), from.span(start, end)})
	}
	slices.SortFunc(found, func(a, b Location) int {
		return cmp.Or(cmp.Compare(a.URI, b.URI), cmp.Compare(a.Range.Start.Line, b.Range.Start.Line),
			cmp.Compare(a.Range.Start.Character, b.Range.Start.Character))
	})
	return found, nil
}

// documentSymbols are the headings of a document, each with those below it.
func (s *Server) documentSymbols(_ context.Context, p *documentParams) (any, error) {
	b, err := s.buffer(p.Document.URI)
	if err != nil {
		return []DocumentSymbol{}, nil
	}
	next := 0
	for next < len(b.document().Sections) && b.parsed.Sections[next].Level == 0 {
		next++
	}
	return b.symbols(&next, 0), nil
}

// symbols takes the headings from a number on that stand below a level.
func (b *buffer) symbols(next *int, above int) []DocumentSymbol {
	out := []DocumentSymbol{}
	for *next < len(b.parsed.Sections) && b.parsed.Sections[*next].Level > above {
		sec := &b.parsed.Sections[*next]
		name := sec.Heading
		if name == "" {
			name = strings.Repeat("#", sec.Level) // a symbol without a name is refused
		}
		symbol := DocumentSymbol{
			Name:      report.CleanLine(name),
			Kind:      symbolText,
			Range:     b.span(sec.Span.Start, sec.Span.End),
			Selection: b.headingRange(*next),
		}
		*next++
		symbol.Children = b.symbols(next, sec.Level)
		out = append(out, symbol)
	}
	return out
}

// workspaceSymbols are the notes that fit what was typed.
func (s *Server) workspaceSymbols(ctx context.Context, p *symbolParams) (any, error) {
	now, err := s.now(ctx)
	if err != nil {
		return nil, err
	}
	found, _ := s.matching(now, p.Query)
	out := make([]WorkspaceSymbol, 0, len(found))
	for _, n := range found {
		title := n.title
		if title == "" {
			title = n.wiki
		}
		out = append(out, WorkspaceSymbol{
			Name: report.CleanLine(title), Kind: symbolFile, Location: Location{URI: s.uri(n.path)}, Container: report.CleanLine(n.path),
		})
	}
	return out, nil
}
