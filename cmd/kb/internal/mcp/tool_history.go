package mcp

import (
	"cmp"
	"context"
	"errors"

	"github.com/9aea2451/kb/cmd/kb/internal/desk"
	"github.com/9aea2451/kb/cmd/kb/internal/desk/warm"
	"github.com/9aea2451/kb/cmd/kb/internal/mcp/render"
	"github.com/9aea2451/kb/cmd/kb/internal/mcp/wire"
	"github.com/9aea2451/kb/kb/notelog"
	"github.com/google/jsonschema-go/jsonschema"
)

// HistoryArgs are the arguments of history.
type HistoryArgs struct {
	Note     string `json:"note" jsonschema:"path, title or id; #heading for one section"`
	View     string `json:"view,omitempty" jsonschema:"blame: where sections come from"`
	At       string `json:"at,omitempty" jsonschema:"as of this commit, tag or day"`
	Limit    int    `json:"limit,omitempty" jsonschema:"at most so many commits"`
	MaxChars int    `json:"max_chars,omitempty" jsonschema:"at most about so many characters"`
	Cursor   string `json:"cursor,omitempty" jsonschema:"next_cursor of the page before, with the same arguments"`
	Root     string `json:"root,omitempty" jsonschema:"the repository that the note is in"`
}

// How many commits an answer lists.
const (
	defaultEvents = 10
	mostEvents    = 100
)

// addHistory registers history. Its limit is one of commits and has bounds of its own.
func (s *Server) addHistory() {
	addTool(s, tool{
		name:  "history",
		title: "See the history of a note",
		description: "See who changed a note when, through renames, with the messages of the commits. " +
			"Use it to learn why a note says what it says, how old a rule is, or whom to ask.",
		adjust: func(in *jsonschema.Schema) {
			wire.Between(in, "limit", 1, mostEvents, defaultEvents)
			wire.Between(in, "max_chars", render.LeastChars, render.MostChars, render.DefaultChars)
			wire.MaxLength(in, "note", 1_000)
			wire.OneOf(in, "view", "log", "blame")
		},
	}, s.history)
}

// history gives the commits of a note, or for the view blame where its sections come from. With at
// a note that is gone today is found by its path alone, and blame is refused: it tells of now.
func (s *Server) history(ctx context.Context, c *call, in HistoryArgs) (*render.Past, error) {
	cur, err := render.ReadCursor(in.Cursor, render.Digest("history", in.Note, in.View, in.At, in.Root), maxLines)
	if err != nil {
		return nil, err
	}
	b, name, err := s.locate(ctx, c, in.Root, in.Note)
	if err != nil {
		return nil, err
	}
	out := &render.Past{Events: []render.Event{}, Sections: []render.Blame{}}
	err = c.with(ctx, b, func(ctx context.Context, st *warm.View) error {
		p, err := find(ctx, st, name)
		if err != nil {
			if p = desk.SplitHeading(name); in.At == "" || p.Path == "" {
				return err
			}
		}
		c.use.opens(ctx, st, p.Path)
		if in.View == "blame" && in.At != "" {
			return render.Hint(errors.New("blame tells of the note as it is now"), "leave at out, or ask for the view log")
		}
		past, err := c.readHistory(ctx, b, in.At)
		if err != nil {
			return err
		}
		if in.View == "blame" {
			text, err := st.TextOf(ctx, p)
			if err != nil {
				return err
			}
			found, err := past.Blame(ctx, p, text.Source)
			if err == nil && !out.FillBlame(found, c.form) {
				c.note("more sections did not fit: name one as NOTE#heading, or raise max_chars")
			}
			return err
		}
		for _, m := range past.Unknown() {
			c.note(m)
		}
		c.movedOn(&cur, render.Digest(past.Head))
		limit := cmp.Or(in.Limit, defaultEvents)
		log, err := past.Log(ctx, p.Path, notelog.Options{Limit: cur.Offset + limit, NoDiff: true})
		if err == nil {
			out.Fill(log, cur, limit, c.form)
		}
		return err
	})
	return out, err
}
