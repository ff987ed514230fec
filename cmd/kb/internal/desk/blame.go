package desk

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/9aea2451/kb/kb/blame"
	"github.com/9aea2451/kb/kb/code"
	"github.com/9aea2451/kb/kb/history"
	"github.com/9aea2451/kb/kb/history/walk"
)

// NoteBlame is where a note, or a section of one, comes from.
type NoteBlame struct {
	Note     string         `json:"note"`
	Lines    int            `json:"lines"`
	Sections []SectionBlame `json:"sections"`
	Holders  []LineHolder   `json:"holders"`
	Runs     []LineRun      `json:"runs,omitempty"`
	Partial  bool           `json:"partial"` // older lines are given to the last version that was looked at
	Unknown  []string       `json:"unknown"` // what is not known of the history, in words

	Passed []history.Passed `json:"passed,omitempty"` // commits that changed layout alone, or that git blame is to ignore

	Origins int `json:"-"` // commits that the lines of the whole note come from
}

// SectionBlame is where one section comes from, its subsections left out.
type SectionBlame struct {
	Part      string              `json:"part"` // front matter, beginning, section, or symbol of a source file
	Path      []string            `json:"heading_path"`
	Anchor    string              `json:"anchor"`
	Level     int                 `json:"level"`
	StartLine int                 `json:"start_line"`     // 1-based
	EndLine   int                 `json:"end_line"`       // inclusive
	Last      *history.Provenance `json:"last,omitempty"` // absent where the newest line is not committed
	Subject   string              `json:"subject,omitempty"`
	Credits   []walk.Credit       `json:"credits"`
	Boundary  bool                `json:"boundary"` // it may be older: its commit is where the known history begins
	Holders   []LineHolder        `json:"holders"`
}

// LineHolder is somebody with the number of lines that they wrote.
type LineHolder struct {
	Name      string `json:"name"`
	Email     string `json:"email"`
	Agent     bool   `json:"agent"`
	Committed bool   `json:"committed"`
	Lines     int    `json:"lines"`
}

// LineRun is a run of lines that come from one commit.
type LineRun struct {
	StartLine int    `json:"start_line"`       // 1-based
	EndLine   int    `json:"end_line"`         // inclusive
	Commit    string `json:"commit,omitempty"` // absent where the lines are not committed
	Path      string `json:"path,omitempty"`
	Date      string `json:"date,omitempty"`
	Author    string `json:"author,omitempty"`
	Boundary  bool   `json:"boundary"`
}

// Blame tells where the lines of a text come from, which is what the note at the place says: of the
// section alone that the place names.
func (p *Past) Blame(ctx context.Context, at Ref, text []byte) (*NoteBlame, error) {
	asked, err := at.Section(text)
	if err != nil {
		return nil, err
	}
	return p.blame(ctx, at.Path, text, asked.StartLine, asked.EndLine, func(b *blame.Blame) []blame.Part { return b.Parts(text) })
}

// BlameSymbol tells where the lines of a symbol of a source file come from, whose text it is given.
func (p *Past) BlameSymbol(ctx context.Context, file string, s code.Symbol, text []byte) (*NoteBlame, error) {
	from, to := s.Span.Line, s.Span.EndLine
	out, err := p.blame(ctx, file, text, from, to, func(b *blame.Blame) []blame.Part { return []blame.Part{b.Part(text, from, to)} })
	if err != nil {
		return nil, err
	}
	for i := range out.Sections {
		row := &out.Sections[i]
		row.Part, row.Path, row.Anchor = "symbol", []string{s.Path()}, s.Path()
	}
	return out, nil
}

// blame tells where some lines of a text come from, and of each of its parts.
func (p *Past) blame(
	ctx context.Context, path string, text []byte, from, to int, parts func(*blame.Blame) []blame.Part,
) (*NoteBlame, error) {
	found, err := blame.Of(ctx, p.desk.Repo, p.History, p.Head, path, text)
	if err != nil {
		return nil, err
	}
	if !slices.ContainsFunc(found.Origins, func(o blame.Origin) bool { return o.Commit != nil }) {
		if err := p.missing(ctx, path); err != nil {
			return nil, err
		}
	}
	to = min(to, len(found.Lines))
	out := &NoteBlame{
		Note: path, Lines: max(0, to-from+1), Runs: runs(found, from, to), Partial: found.Partial,
		Unknown: p.Unknown(), Origins: len(found.Origins), Passed: p.PassedOver(found.Passed),
	}
	for _, part := range parts(found) {
		if part.StartLine < from || part.EndLine > to {
			continue
		}
		row, err := p.section(ctx, part, found.Origins[part.Last])
		if err != nil {
			return nil, err
		}
		out.Sections = append(out.Sections, row)
	}
	if out.Lines > 0 {
		out.Holders = lineHolders(found.Holders(from, to))
	}
	return out, nil
}

// section is the answer for one part of a note, whose newest line has an origin.
func (p *Past) section(ctx context.Context, part blame.Part, origin blame.Origin) (SectionBlame, error) {
	row := SectionBlame{Part: "section", StartLine: part.StartLine, EndLine: part.EndLine, Holders: lineHolders(part.Holders)}
	switch {
	case part.Front:
		row.Part = "front matter"
	case part.Section == nil:
		row.Part = "beginning"
	default:
		row.Path, row.Anchor, row.Level = part.Section.Path, part.Section.Anchor, part.Section.Level
	}
	row.Boundary = origin.Boundary
	if origin.Commit == nil {
		return row, nil
	}
	row.Subject, row.Credits = origin.Commit.Subject, origin.Commit.Credits()
	last, err := p.ProvenanceOf(ctx, p.Head, origin.Commit, committed(part.Holders))
	if err != nil {
		return row, fmt.Errorf("provenance of %s: %w", origin.Path, err)
	}
	row.Last = last
	return row, nil
}

// lineHolders is the form in which holders are told.
func lineHolders(holders []blame.Holder) []LineHolder {
	out := make([]LineHolder, 0, len(holders))
	for _, h := range holders {
		out = append(out, LineHolder{
			Name: h.Person.Name, Email: h.Person.Email, Agent: walk.Agent(h.Person.Name, h.Person.Email),
			Committed: !h.Person.When.IsZero(), Lines: h.Lines,
		})
	}
	return out
}

// committed counts the people among the holders: what is not committed has nobody.
func committed(holders []blame.Holder) int {
	n := 0
	for _, h := range holders {
		if !h.Person.When.IsZero() {
			n++
		}
	}
	return n
}

// runs joins lines of one origin.
func runs(found *blame.Blame, from, to int) []LineRun {
	var out []LineRun
	for i := from - 1; i < to; i++ {
		if i > from-1 && found.Lines[i] == found.Lines[i-1] {
			out[len(out)-1].EndLine = i + 1
			continue
		}
		o := found.Origins[found.Lines[i]]
		run := LineRun{StartLine: i + 1, EndLine: i + 1, Boundary: o.Boundary}
		if c := o.Commit; c != nil {
			run.Commit, run.Path, run.Date = c.ID, o.Path, c.Author.When.Format(time.DateOnly)
			run.Author = cmp.Or(c.Author.Name, c.Author.Email)
		}
		out = append(out, run)
	}
	return out
}
