package find

import (
	"context"
	"time"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
	"github.com/9aea2451/kb/cmd/kb/internal/desk"
	"github.com/9aea2451/kb/cmd/kb/internal/report"
	"github.com/9aea2451/kb/cmd/kb/internal/session"
	"github.com/9aea2451/kb/index"
	"github.com/9aea2451/kb/kb/history"
)

// Show is kb show.
func (Verbs) Show() app.Verb {
	return app.Verb{
		Name: "show", Place: 20,
		Help:    "Print a note, or one section of it.",
		Command: &showCmd{},
		Answers: []any{Shown{}, index.NoteRecord{}},
		Words: map[string]string{
			"note": "Path, stem, title, alias, id or number, with #heading for one section, #^id for one block, :5-7 for lines.",
		},
	}
}

// showCmd prints a note.
type showCmd struct {
	Note string `arg:"" name:"note" complete:"section" help:"${note}"`
	Meta bool   `help:"Print what is known about the note instead of its text."`
	session.AtFlag
	session.QuickFlag
}

// Shown is the JSON form of a note with its text, or the text of one section.
type Shown struct {
	Note *index.NoteRecord `json:"note"`
	desk.Section
	Encoding string `json:"encoding,omitempty"` // that the file has, unless it is UTF-8

	Provenance        *history.Provenance `json:"provenance,omitempty"`         // of the section, or of the whole note
	ProvenancePending bool                `json:"provenance_pending,omitempty"` // it is not known, since the history was not read
}

// Run prints the note.
func (c *showCmd) Run(ctx context.Context, a *app.App) error {
	a.Quick = c.Quick
	a.Recollects = a.JSON || c.Meta || app.IsTerminal(a.Stdout)
	b, err := session.ReadNamed(ctx, a, c.Note, c.AtFlag)
	if err != nil {
		return err
	}
	defer b.Close()
	s, when := b.View.Searcher, b.View.At
	at, err := b.Lookup(ctx, c.Note, true)
	if err != nil {
		return err
	}
	record, err := s.NoteOn(ctx, at.Path, when.Day)
	if err != nil {
		return err
	}
	if a.Recollects {
		record.Provenance = b.View.Provenance(ctx, at.Path, record.Blob)
	}
	record.ProvenancePending = b.History.Pending()
	if c.Meta {
		return printMeta(b, record)
	}
	if !when.Day.IsZero() && record.Inactive != "" {
		a.Remark("%s does not hold on %s: %s", b.Shown(at.Path), when.Day.Format(time.DateOnly), inactiveReason(b, record))
	}
	remarkDisputed(b, record)
	text, err := b.Text(ctx, at)
	if err != nil {
		return err
	}
	cut, err := session.Cut(text.Source, at)
	if err != nil {
		return err
	}
	part := Shown{Section: cut}
	if part.Encoding = text.Encoding; text.Encoding != "" {
		a.Remark("%s is %s, shown as UTF-8; no command of kb edits it", app.CleanName(b.Shown(at.Path)), text.Encoding)
	}
	if part.Provenance = record.Provenance; at.IsPart() && a.Recollects {
		part.Provenance = b.View.SectionProvenance(ctx, at.Path, text.Source, part.StartLine, part.EndLine)
	}
	if a.JSON {
		part.Note, part.ProvenancePending = record, b.History.Pending()
		err = a.Emit(part)
	} else {
		if p := part.Provenance; p != nil && app.IsTerminal(a.Stdout) {
			a.Printf("%s\n\n", a.Style.Faint(report.CleanLine(p.String())))
		}
		err = app.PrintText(a, part.Text)
	}
	if err != nil || c.At != "" {
		return err
	}
	return b.RecordRead(record)
}

// remarkDisputed says that a note is disputed, and by which.
func remarkDisputed(b *session.Base, n *index.NoteRecord) {
	switch {
	case n.DisputedBy != "":
		b.App.Remark("%s is disputed by %s", b.Shown(n.Path), b.Shown(n.DisputedBy))
	case n.Disputed:
		b.App.Remark("%s is disputed", b.Shown(n.Path))
	}
}
