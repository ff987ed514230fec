package lsp

import (
	"context"
	"fmt"
	"strings"

	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/schema"
	"github.com/9aea2451/kb/kb/snapshot"
	"github.com/9aea2451/kb/markdown"
	"github.com/9aea2451/kb/text/wording"
)

// hover tells of the note that the link under the cursor names, or what a key of the front matter means.
func (s *Server) hover(ctx context.Context, p *placeParams) (any, error) {
	b, err := s.buffer(p.Document.URI)
	if err != nil {
		return nil, nil
	}
	now, err := s.now(ctx)
	if err != nil {
		return nil, err
	}
	at := b.offset(p.Position)
	if b.inFront(at) {
		start := b.lines[b.position(at).Line]
		key, _, ok := strings.Cut(string(b.text[start:b.lineEnd(at)]), ":")
		f, known := schema.Key(strings.TrimSpace(key))
		if !ok || !known {
			return nil, nil
		}
		text := "**" + f.Key + "**: " + f.Description
		if len(f.Words) > 0 {
			text += "\n\nOne of: " + strings.Join(f.Words, ", ")
		}
		return Hover{markdownOf(text), b.span(start, start+len(key))}, nil
	}
	l := b.linkAt(at)
	if l == nil {
		return nil, nil
	}
	return Hover{markdownOf(s.aboutLink(ctx, now, b, l)), b.span(l.Start, l.End)}, nil
}

// aboutLink tells of what a link names.
func (s *Server) aboutLink(ctx context.Context, now *snapshot.Snapshot, b *buffer, l *markdown.Link) string {
	to, section, res := s.target(now, b, l)
	switch {
	case len(res.Candidates) > 0:
		return "May mean several notes:\n\n- " + strings.Join(res.Candidates, "\n- ")
	case res.Broken():
		return "No note has the name `" + l.Target + "`."
	case res.Elsewhere:
		there := s.desk.Elsewhere(ctx, l.Target)[l.Target]
		if there.Path == "" {
			return "Of another base: " + there.Why + "."
		}
		return fmt.Sprintf("`%s` of the base %s.", there.Path, there.Base)
	case to == nil:
		return "Not a note of this repository."
	}
	e := now.Entry(to.path)
	if e == nil {
		return to.path
	}
	var out strings.Builder
	line := e.Note.Kind
	if e.Note.Status != "" {
		line += ", " + e.Note.Status
	}
	line = fmt.Sprintf("%s, `%s`", line, e.File.Path)
	reason, headings := now.Inactive(e, s.o.Now()), []string(nil)
	if reason != "" && reason != e.Note.Status {
		line += ", **" + reason + "**"
	}
	if section >= 0 {
		headings = to.document().Sections[section].Path
	}
	if said := kb.StandingWord(e.Standing(reason, headings), e.Note.Status, reason); said != "" {
		line += ", **" + said + "**"
	}
	if by := now.SupersededBy(e, s.o.Now()); by != "" {
		line += " by `" + by + "`"
	}
	fmt.Fprintf(&out, "**%s**  \n%s", escapeMarkdown(e.Note.Title), line)
	if who := s.life.line(ctx, to.path); who != "" {
		fmt.Fprintf(&out, "  \n%s", escapeMarkdown(who))
	}
	if text := opening(to, section); text != "" {
		fmt.Fprintf(&out, "\n\n---\n\n%s", text)
	}
	return out.String()
}

// escapeMarkdown keeps a title from being read as markup.
func escapeMarkdown(text string) string {
	return strings.NewReplacer("\\", "\\\\", "*", "\\*", "_", "\\_", "[", "\\[", "<", "&lt;", "`", "\\`").Replace(text)
}

// shownOpening bounds what a hover shows of a note, in characters.
const shownOpening = 500

// opening is the beginning of what a note, or a section of it, says.
func opening(b *buffer, section int) string {
	doc := b.document()
	for _, p := range markdown.Passages(doc, b.text) {
		within := section < 0 || p.Span.Start >= doc.Sections[section].Span.Start && p.Span.Start < doc.Sections[section].Span.End
		if p.Kind != markdown.Paragraph || !within {
			continue
		}
		if text := strings.TrimSpace(markdown.PlainText(b.text, p.Span)); text != "" { // an image alone says nothing
			return wording.Clip(escapeMarkdown(text), shownOpening)
		}
	}
	return ""
}

// target is the note that a link names, with the section of its fragment, -1 for none; nil where it
// names none.
func (s *Server) target(now *snapshot.Snapshot, b *buffer, l *markdown.Link) (to *buffer, section int, res kb.Resolution) {
	if l.Target == "" && l.Fragment != "" {
		res.Path = b.path
	} else {
		res = now.Resolver().Link(b.path, *l)
	}
	if res.Path == "" {
		return nil, -1, res
	}
	to, err := s.at(res.Path)
	if err != nil {
		return nil, -1, res
	}
	return to, to.section(l.Fragment), res
}

// section is the number of the section that a fragment names, -1 for none.
func (b *buffer) section(fragment string) int {
	doc := b.document()
	if place, i, ok := doc.Find(b.text, fragment); ok && i >= 0 && place == doc.Sections[i].Span {
		return i
	}
	return -1
}
