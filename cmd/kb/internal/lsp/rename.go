package lsp

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/url"
	"path"
	"strings"

	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/move"
	"github.com/9aea2451/kb/markdown"
)

// renamed is what a rename at a place is about: a note, or a heading of one.
type renamed struct {
	note    *buffer
	section int // -1 for the note itself
	at      Range
	name    string // that it has
}

// toRename finds what stands under the cursor: a link names its note, or the heading of its fragment;
// a heading is itself.
func (s *Server) toRename(ctx context.Context, p *placeParams) (*renamed, error) {
	b, err := s.buffer(p.Document.URI)
	if err != nil {
		return nil, err
	}
	s.exactly()
	now, err := s.now(ctx)
	if err != nil {
		return nil, err
	}
	at := b.offset(p.Position)
	if i := b.headingAt(at); i >= 0 && b.linkAt(at) == nil {
		start, end, ok := b.headingText(i)
		if !ok {
			return nil, errors.New("this heading is not one line behind #")
		}
		return &renamed{b, i, b.span(start, end), string(b.text[start:end])}, nil
	}
	l := b.linkAt(at)
	if l == nil || l.TargetEnd <= l.TargetStart && l.Fragment == "" {
		return nil, errors.New("there is no link and no heading here")
	}
	to, section, _ := s.target(now, b, l)
	if to == nil {
		return nil, fmt.Errorf("the link to %q names no note", l.Target)
	}
	if start, end := b.fragment(l); section >= 0 && at >= start && at <= end {
		from, till, ok := to.headingText(section)
		if !ok {
			return nil, errors.New("the heading is not one line behind #")
		}
		return &renamed{to, section, b.span(start, end), string(to.text[from:till])}, nil
	}
	return &renamed{to, -1, b.span(l.TargetStart, l.TargetEnd), stemOf(to.path)}, nil
}

// headingText is where the words of a heading stand; false for one that is underlined instead.
func (b *buffer) headingText(section int) (start, end int, ok bool) {
	start = b.document().Sections[section].Span.Start
	end = b.lineEnd(start)
	line := string(b.text[start:end])
	inner := strings.TrimLeft(line, " ")
	words := strings.TrimLeft(inner, "#")
	if words == inner || strings.Trim(words, " \t") == "" {
		return 0, 0, false
	}
	start += strings.Index(line, words) + len(words) - len(strings.TrimLeft(words, " \t"))
	trimmed := strings.TrimRight(string(b.text[start:end]), " \t")
	if closed := strings.TrimRight(trimmed, "#"); closed != trimmed && strings.HasSuffix(closed, " ") {
		trimmed = strings.TrimRight(closed, " \t")
	}
	trimmed, _ = markdown.CutID(trimmed) // which stays what links name
	return start, start + len(trimmed), trimmed != ""
}

// fragment is where that of a link stands, without #: equal where there is none. That of a link by
// its label stands in the label's definition.
func (b *buffer) fragment(l *markdown.Link) (start, end int) {
	start = l.TargetEnd
	if start == 0 || start >= len(b.text) || b.text[start] != '#' {
		return 0, 0
	}
	start++
	line := string(b.text[start:b.lineEnd(start)])
	if b.wiki(l) {
		line = line[:max(strings.IndexAny(line, "|]"), 0)]
		return start, start + len(strings.TrimSuffix(line, `\`)) // an escaped bar within a table
	}
	for end := range len(line) + 1 { // it ends where it says what the link does
		raw := line[:end]
		if plain, err := url.PathUnescape(raw); err == nil {
			raw = plain
		}
		if raw == l.Fragment {
			return start, start + end
		}
	}
	return 0, 0
}

// wiki reports whether the target of a link stands in double brackets.
func (b *buffer) wiki(l *markdown.Link) bool {
	return bytes.HasSuffix(b.text[:l.TargetStart], []byte("[["))
}

// prepareRename says what would be renamed.
func (s *Server) prepareRename(ctx context.Context, p *placeParams) (any, error) {
	r, err := s.toRename(ctx, p)
	if err != nil {
		return nil, err
	}
	return map[string]any{"range": r.at, "placeholder": r.name}, nil
}

// rename gives a note or a heading another name, and every link to it.
func (s *Server) rename(ctx context.Context, p *placeParams) (any, error) {
	r, err := s.toRename(ctx, p)
	if err != nil {
		return nil, err
	}
	name := strings.TrimSpace(p.NewName)
	if name == "" || strings.ContainsAny(name, "\r\n") {
		return nil, errors.New("a name is one line that is not empty")
	}
	if r.section >= 0 {
		return s.renameHeading(ctx, r, name)
	}
	return s.renameNote(ctx, r.note.path, name)
}

// renameNote moves a note to a new stem beside the old one, or to a path.
func (s *Server) renameNote(ctx context.Context, from, name string) (any, error) {
	to := name
	if !kb.IsMarkdown(to) {
		to += path.Ext(from)
	}
	if strings.Contains(to, "/") {
		to = path.Clean(strings.TrimPrefix(to, "/"))
	} else {
		to = path.Join(path.Dir(from), to)
	}
	switch reason, err := s.desk.Repo.Unfit(ctx, to); {
	case err != nil:
		return nil, err
	case reason != "":
		return nil, fmt.Errorf("%s cannot be a note: %s", to, reason)
	case s.Exists(to) && !strings.EqualFold(from, to):
		return nil, fmt.Errorf("%s is there already", to)
	}
	edit, err := s.moveAll(ctx, move.Moves{from: to})
	if err != nil {
		return nil, err
	}
	edit.Changes = append(edit.Changes, FileOperation{Kind: "rename", OldURI: s.uri(from), NewURI: s.uri(to)})
	return edit, nil
}

// renameHeading writes a heading and the fragments of the links to it anew, and the anchors of links
// to headings of either name that are counted otherwise now, such as #notes-1.
func (s *Server) renameHeading(ctx context.Context, r *renamed, name string) (any, error) {
	back, err := s.linked(ctx, r.note.path)
	if err != nil {
		return nil, err
	}
	start, end, _ := r.note.headingText(r.section)
	changes := changeSet{}
	before, after := r.note.document().Sections, markdown.Parse(changes.replace(r.note, start, end, name)).Sections
	if len(after) != len(before) {
		return nil, fmt.Errorf("%q cannot be a heading", name)
	}
	for _, ref := range back {
		i := r.note.section(ref.fragment)
		if i < 0 || i != r.section && ref.fragment != before[i].Anchor ||
			ref.fragment == before[i].Anchor && after[i].Anchor == before[i].Anchor {
			continue
		}
		from, err := s.at(ref.from)
		if err != nil {
			return nil, err
		}
		l := from.linkAt(from.byteAt(ref.line, ref.col))
		if l == nil {
			continue // of the front matter, which names no section
		}
		start, end := from.fragment(l)
		if start == end {
			continue
		}
		fragment := after[i].Anchor
		if i == r.section && from.wiki(l) {
			fragment = strings.TrimSpace(strings.NewReplacer("[", "", "]", "", "|", "", "#", "").Replace(name))
		}
		changes.replace(from, start, end, fragment)
	}
	return changes.edit(), nil
}
