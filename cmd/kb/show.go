package main

import (
	"context"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/9aea2451/kb/cmd/kb/internal/report"
	"github.com/9aea2451/kb/index"
	"github.com/9aea2451/kb/kb/history"
	"github.com/9aea2451/kb/markdown"
)

// showCmd prints a note.
type showCmd struct {
	Note string `arg:"" name:"note" complete:"section" help:"Path, stem, title, alias or id, with #heading for one section, #^id for one block."`
	Meta bool   `help:"Print what is known about the note instead of its text."`
	atFlag
	quickFlag
}

// Help holds the verb's details and examples.
func (showCmd) Help() string {
	return `On a terminal the markdown is lightly rendered, below a line that says who changed it last, when and where; in a pipe it is the text of the file byte for byte (as UTF-8, where it is in another encoding).

Examples:

    kb show docs/architecture.md
    kb show "Sessions are JWTs"
    kb show 0003-server-sessions#consequences
    kb show notes/plan#^budget
    kb show docs/architecture.md --meta
    kb show 0003-server-sessions --meta --at 2026-01-31
    kb show docs/architecture.md --at v1.2
    kb show docs/architecture.md > copy.md`
}

// Shown is the JSON form of a note with its text, or the text of one section.
type Shown struct {
	Note        *index.NoteRecord `json:"note"`
	StartLine   int               `json:"start_line"`
	EndLine     int               `json:"end_line"`
	HeadingPath []string          `json:"heading_path"`
	Anchor      string            `json:"anchor"`
	Text        string            `json:"text"`
	Encoding    string            `json:"encoding,omitempty"` // that the file has, unless it is UTF-8

	Provenance        *history.Provenance `json:"provenance,omitempty"`         // of the section, or of the whole note
	ProvenancePending bool                `json:"provenance_pending,omitempty"` // it is not known, since the history was not read
}

// Run prints the note.
func (c *showCmd) Run(ctx context.Context, a *app) error {
	a.quick = c.Quick
	a.recollects = a.JSON || c.Meta || isTerminal(a.stdout)
	b, s, when, err := a.readAt(ctx, c.atFlag)
	if err != nil {
		return err
	}
	defer b.Close()
	defer s.Close()
	at, err := b.lookup(ctx, s, c.Note, true)
	if err != nil {
		return err
	}
	record, err := s.NoteOn(ctx, at.path, when.day)
	if err != nil {
		return err
	}
	record.Provenance = b.provenance(ctx, at.path, record.Blob)
	record.ProvenancePending = b.past.pending
	if c.Meta {
		return printMeta(b, record)
	}
	if !when.day.IsZero() && record.Inactive != "" {
		a.remark("%s does not hold on %s: %s", b.shown(at.path), when.day.Format(time.DateOnly), inactiveReason(b, record))
	}
	text, from, err := b.readNote(ctx, s, at.path)
	if err != nil {
		return err
	}
	part, err := section(text, at)
	if err != nil {
		return err
	}
	if part.Encoding = from; from != "" {
		a.remark("%s is %s, shown as UTF-8; no command of kb edits it", cleanName(b.shown(at.path)), from)
	}
	if part.Provenance = record.Provenance; at.heading != "" {
		part.Provenance = b.sectionProvenance(ctx, at.path, text, part.StartLine, part.EndLine)
	}
	if a.JSON {
		part.Note, part.ProvenancePending = record, b.past.pending
		err = a.emit(part)
	} else {
		if p := part.Provenance; p != nil && isTerminal(a.stdout) {
			a.printf("%s\n\n", a.style.Faint(report.CleanLine(p.String())))
		}
		err = printText(a, part.Text)
	}
	if err != nil || c.At != "" {
		return err
	}
	return b.recordRead(record)
}

// printText renders for a person, and hands the bytes on to a program.
func printText(a *app, text string) error {
	if err := a.out.Flush(); err != nil {
		return err
	}
	a.unwrapped()
	longest := a.guard.Longest
	a.guard.Longest, a.guard.Raw = 0, !isTerminal(a.stdout)
	defer func() { a.guard.Longest, a.guard.Raw = longest, false }()
	if !a.guard.Raw {
		if err := report.Markdown(a.out, a.style, text); err != nil {
			return err
		}
	} else if _, err := io.WriteString(a.out, text); err != nil {
		return err
	}
	return a.out.Flush()
}

// section cuts out the section under a heading: an anchor, a heading, or headings joined by '/' or
// " › ". Without one it is the whole file.
func section(source []byte, at lookup) (Shown, error) {
	doc := markdown.Parse(source)
	if at.heading == "" {
		return Shown{StartLine: 1, EndLine: max(1, lineCount(source)), Text: string(source)}, nil
	}
	if id, ok := strings.CutPrefix(at.heading, "^"); ok {
		return block(source, at, id)
	}
	var headings []string
	for i := range doc.Sections {
		sec := &doc.Sections[i]
		if sec.Level == 0 {
			continue
		}
		if names(sec, at.heading) {
			return Shown{
				StartLine: sec.Span.StartLine, EndLine: sec.Span.EndLine, HeadingPath: sec.Path, Anchor: sec.Anchor,
				Text: string(source[sec.Span.Start:sec.Span.End]),
			}, nil
		}
		headings = append(headings, sec.Heading)
	}
	return Shown{}, noHeading(at, headings)
}

// block cuts out the block that bears an Obsidian id.
func block(source []byte, at lookup, id string) (Shown, error) {
	span, ok := markdown.FindBlock(source, id)
	if !ok {
		return Shown{}, withHint(
			fmt.Errorf("%s has no block ^%s", at.path, id),
			"a block is marked by \" ^%s\" at the end of its last line",
			id,
		)
	}
	return Shown{StartLine: span.StartLine, EndLine: span.EndLine, Text: string(source[span.Start:span.End])}, nil
}

// names tells whether a section goes by a name.
func names(sec *markdown.Section, name string) bool {
	name = strings.TrimSpace(name)
	return strings.EqualFold(sec.Anchor, name) || strings.EqualFold(sec.Heading, name) ||
		strings.EqualFold(strings.Join(sec.Path, "/"), name) || strings.EqualFold(strings.Join(sec.Path, " › "), name)
}

// noHeading offers the headings that there are.
func noHeading(at lookup, headings []string) error {
	err := fmt.Errorf("%s has no section %q", at.path, at.heading)
	near := nearest(at.heading, headings, shownCandidates)
	switch {
	case len(headings) == 0:
		return withHint(err, "it has no headings at all")
	case len(near) > 0:
		return withHint(err, "did you mean:\n  %s", strings.Join(near, "\n  "))
	}
	return withHint(err, "its sections are:\n  %s", strings.Join(headings[:min(len(headings), 2*shownCandidates)], "\n  "))
}

// lineCount counts lines, the last one also without a line end.
func lineCount(source []byte) int {
	n := strings.Count(string(source), "\n")
	if len(source) > 0 && source[len(source)-1] != '\n' {
		n++
	}
	return n
}
