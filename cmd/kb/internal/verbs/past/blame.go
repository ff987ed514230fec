package past

import (
	"context"
	"fmt"
	"slices"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
	"github.com/9aea2451/kb/cmd/kb/internal/desk"
	"github.com/9aea2451/kb/cmd/kb/internal/session"
	"github.com/9aea2451/kb/kb/blame"
	"github.com/9aea2451/kb/kb/history"
	"github.com/9aea2451/kb/kb/history/walk"
	"github.com/9aea2451/kb/markdown"
)

// Blame is kb blame.
func (Verbs) Blame() app.Verb {
	return app.Verb{
		Name: "blame", Place: 60,
		Help:    "Tell where each section of a note comes from: commit, author, pull request, reviewers.",
		Command: &blameCmd{},
		Answers: []any{NoteBlame{}},
	}
}

// blameCmd tells where the sections of a note come from.
type blameCmd struct {
	Note  string `arg:"" name:"note" complete:"section" help:"Path, stem, title, alias, id or number, with #heading for one section."`
	Lines bool   `help:"Tell it of each line, as git blame does."`
	session.AtFlag
}

// NoteBlame is the JSON form of where a note comes from.
type NoteBlame struct {
	Note     string         `json:"note"`
	Lines    int            `json:"lines"`
	Sections []SectionBlame `json:"sections"`
	Holders  []LineHolder   `json:"holders"`
	Runs     []LineRun      `json:"runs,omitempty"`
	Partial  bool           `json:"partial"`
	Unknown  []string       `json:"unknown"`
}

// SectionBlame is where one section comes from, its subsections left out.
type SectionBlame struct {
	Part      string              `json:"part"`
	Path      []string            `json:"heading_path"`
	Anchor    string              `json:"anchor"`
	Level     int                 `json:"level"`
	StartLine int                 `json:"start_line"`
	EndLine   int                 `json:"end_line"`
	Last      *history.Provenance `json:"last,omitempty"`
	Subject   string              `json:"subject,omitempty"`
	Credits   []walk.Credit       `json:"credits"`
	Boundary  bool                `json:"boundary"`
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
	StartLine int    `json:"start_line"`
	EndLine   int    `json:"end_line"`
	Commit    string `json:"commit,omitempty"`
	Path      string `json:"path,omitempty"`
	Date      string `json:"date,omitempty"`
	Author    string `json:"author,omitempty"`
	Boundary  bool   `json:"boundary"`
}

// Run prints the sections, or the lines.
func (c *blameCmd) Run(ctx context.Context, a *app.App) error {
	b, _, when, err := session.ReadAt(ctx, a, c.AtFlag)
	if err != nil {
		return err
	}
	defer b.Close()
	at, err := b.Lookup(ctx, c.Note, true)
	if err != nil {
		return err
	}
	read, err := b.Text(ctx, at)
	if err != nil {
		return err
	}
	text := read.Source
	shown, err := session.Cut(text, at)
	if err != nil {
		return err
	}
	past, err := session.OpenChronicleAt(ctx, a, b.Repo, when.Commit)
	if err != nil {
		return err
	}
	defer past.Close()
	found, err := blame.Of(ctx, b.Repo, past.History, past.Head, at.Path, text)
	if err != nil {
		return err
	}
	if !slices.ContainsFunc(found.Origins, func(o blame.Origin) bool { return o.Commit != nil }) {
		if err := past.Known(ctx, b.Repo, at.Path); err != nil {
			return err
		}
	}
	if found.Partial {
		a.Remark("%s has more history than kb compares: older lines are given to the last version looked at", b.Shown(at.Path))
	}
	form := &blameForm{past: past, found: found, from: shown.StartLine, to: shown.EndLine}
	out, err := form.make(ctx, at.Path, text)
	if err != nil {
		return err
	}
	if !c.Lines {
		out.Runs = nil
	}
	switch {
	case a.JSON:
		return a.Emit(out)
	case c.Lines:
		form.printLines(a, text)
	default:
		form.print(a, b, out)
	}
	return nil
}

// blameForm makes the answer of what was found, for the lines asked for.
type blameForm struct {
	past     *session.Chronicle
	found    *blame.Blame
	from, to int // lines, from 1 and inclusive
}

func (f *blameForm) make(ctx context.Context, path string, text []byte) (*NoteBlame, error) {
	f.to = min(f.to, len(f.found.Lines))
	out := &NoteBlame{Note: path, Lines: max(0, f.to-f.from+1), Partial: f.found.Partial, Unknown: f.past.Unknowns(), Runs: f.runs()}
	for _, p := range f.found.Parts(markdown.Parse(text), text) {
		if p.StartLine < f.from || p.EndLine > f.to {
			continue
		}
		row, err := f.row(ctx, p)
		if err != nil {
			return nil, err
		}
		out.Sections = append(out.Sections, row)
	}
	if out.Lines > 0 {
		out.Holders = lineHolders(f.found.Holders(f.from, f.to))
	}
	return out, nil
}

// row is the answer for one part of the note.
func (f *blameForm) row(ctx context.Context, p blame.Part) (SectionBlame, error) {
	row := SectionBlame{Part: "section", StartLine: p.StartLine, EndLine: p.EndLine, Holders: lineHolders(p.Holders)}
	switch {
	case p.Front:
		row.Part = "front matter"
	case p.Section == nil:
		row.Part = "beginning"
	default:
		row.Path, row.Anchor, row.Level = p.Section.Path, p.Section.Anchor, p.Section.Level
	}
	origin := f.found.Origins[p.Last]
	row.Boundary = origin.Boundary
	if origin.Commit == nil {
		return row, nil
	}
	row.Subject, row.Credits = origin.Commit.Subject, origin.Commit.Credits()
	last, err := f.past.ProvenanceOf(ctx, f.past.Head, origin.Commit, desk.Committed(p.Holders))
	if err != nil {
		return row, fmt.Errorf("provenance of %s: %w", origin.Path, err)
	}
	row.Last = last
	return row, nil
}

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

// runs joins lines of one origin.
func (f *blameForm) runs() []LineRun {
	var out []LineRun
	for i := f.from - 1; i < f.to; i++ {
		if i > f.from-1 && f.found.Lines[i] == f.found.Lines[i-1] {
			out[len(out)-1].EndLine = i + 1
			continue
		}
		o := f.found.Origins[f.found.Lines[i]]
		run := LineRun{StartLine: i + 1, EndLine: i + 1, Boundary: o.Boundary}
		if c := o.Commit; c != nil {
			run.Commit, run.Path, run.Date, run.Author = c.ID, o.Path, c.Author.When.Format("2006-01-02"), authorName(c.Author)
		}
		out = append(out, run)
	}
	return out
}
