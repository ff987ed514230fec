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

// renamed holds the thing that a rename at a place is about: a note, a heading of one, or the label of a reference.
type renamed struct {
	note    *buffer
	section int // -1 for the note itself
	at      Range
	name    string // that it has
	labels  []span // where the label stands, nil for other things
}

// span is a range of bytes.
type span struct{ start, end int }

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
			return nil, errors.New("this heading is not one line")
		}
		return &renamed{note: b, section: i, at: b.span(start, end), name: string(b.text[start:end])}, nil
	}
	if r := b.label(at); r != nil {
		return r, nil
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
			return nil, errors.New("the heading is not one line")
		}
		return &renamed{note: to, section: section, at: b.span(start, end), name: string(to.text[from:till])}, nil
	}
	return &renamed{note: to, section: -1, at: b.span(l.TargetStart, l.TargetEnd), name: stemOf(to.path)}, nil
}

// label is the label of the reference at a byte, with all places where it stands: in the links of the note
// that use it, and in its definition. nil where there is none.
func (b *buffer) label(at int) *renamed {
	byDefinition := map[int][]span{}
	here, name := -1, span{}
	for _, l := range b.document().Links {
		if l.Kind != markdown.LinkMarkdown && l.Kind != markdown.LinkURL || l.TargetStart >= l.Start && l.TargetStart < l.End {
			continue
		}
		s := b.labelOf(l.Start, l.End)
		byDefinition[l.TargetStart] = append(byDefinition[l.TargetStart], s)
		start := b.lines[b.position(l.TargetStart).Line]
		open := start + bytes.IndexByte(b.text[start:l.TargetStart], '[')
		definition := span{open + 1, open + 1 + max(0, bytes.IndexByte(b.text[open+1:l.TargetStart], ']'))}
		if len(byDefinition[l.TargetStart]) == 1 {
			byDefinition[l.TargetStart] = append(byDefinition[l.TargetStart], definition)
		}
		for _, s := range []span{s, definition} {
			if s.start <= at && at <= s.end {
				here, name = l.TargetStart, s
			}
		}
	}
	if here < 0 {
		return nil
	}
	r := &renamed{note: b, section: -1, at: b.span(name.start, name.end), labels: byDefinition[here]}
	r.name = string(b.text[name.start:name.end])
	return r
}

// labelOf is where the label of a reference stands, "[text][label]", "[label][]" or "[label]".
func (b *buffer) labelOf(start, end int) span {
	text := bytes.TrimSuffix(b.text[start:end], []byte("[]"))
	open := bytes.LastIndexByte(text, '[')
	return span{start + open + 1, start + max(open+1, len(text)-1)}
}

// headingText is where the words of a heading stand; false for one of several lines.
func (b *buffer) headingText(section int) (start, end int, ok bool) {
	start = b.document().Sections[section].Span.Start
	end = b.lineEnd(start)
	line := string(b.text[start:end])
	inner := strings.TrimLeft(line, " ")
	words := strings.TrimLeft(inner, "#")
	underlined := words == inner
	if underlined { // by the line below
		next := min(end+1, len(b.text))
		if strings.Trim(string(b.text[next:b.lineEnd(next)]), "=- \t\r") != "" {
			return 0, 0, false
		}
	}
	if strings.Trim(words, " \t") == "" {
		return 0, 0, false
	}
	start += strings.Index(line, words) + len(words) - len(strings.TrimLeft(words, " \t"))
	trimmed := strings.TrimRight(string(b.text[start:end]), " \t")
	if closed := strings.TrimRight(trimmed, "#"); !underlined && closed != trimmed && strings.HasSuffix(closed, " ") {
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
	switch {
	case len(r.labels) > 0 && strings.ContainsAny(name, "[]"):
		return nil, errors.New("a label has no brackets in it")
	case len(r.labels) > 0:
		changes := changeSet{}
		for _, l := range r.labels {
			changes.replace(r.note, l.start, l.end, name)
		}
		return changes.edit(), nil
	case r.section >= 0:
		return s.renameHeading(ctx, r, name)
	}
	to := name
	if !kb.IsMarkdown(to) {
		to += path.Ext(r.note.path)
	}
	if strings.Contains(to, "/") {
		to = path.Clean(strings.TrimPrefix(to, "/"))
	} else {
		to = path.Join(path.Dir(r.note.path), to)
	}
	switch reason, err := s.desk.Repo.Unfit(ctx, to); {
	case err != nil:
		return nil, err
	case reason != "":
		return nil, fmt.Errorf("%s cannot be a note: %s", to, reason)
	case s.Exists(to) && !strings.EqualFold(r.note.path, to):
		return nil, fmt.Errorf("%s is there already", to)
	}
	edit, err := s.moveAll(ctx, move.Moves{r.note.path: to})
	if err != nil {
		return nil, err
	}
	edit.Changes = append(edit.Changes, FileOperation{Kind: "rename", OldURI: s.uri(r.note.path), NewURI: s.uri(to)})
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
