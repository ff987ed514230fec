package mcp

import (
	"cmp"
	"context"

	"github.com/9aea2451/kb/cmd/kb/internal/desk"
	"github.com/9aea2451/kb/cmd/kb/internal/desk/warm"
	"github.com/9aea2451/kb/cmd/kb/internal/mcp/render"
	"github.com/9aea2451/kb/cmd/kb/internal/mcp/wire"
	"github.com/9aea2451/kb/kb/history"
	"github.com/google/jsonschema-go/jsonschema"
)

// HistoryArgs are the arguments of history.
type HistoryArgs struct {
	Note     string `json:"note" jsonschema:"path, title, id or alias of the note; #heading after it for one section"`
	View     string `json:"view,omitempty" jsonschema:"log (default): the commits that touched the note; blame: for each section the commit that changed it last, and whose lines it holds"`
	At       string `json:"at,omitempty" jsonschema:"as it was at this commit, branch, tag or day"`
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

func (s *Server) addHistory() {
	addTool(s, tool{
		name:  "history",
		title: "See the history of a note",
		description: "See who changed a note when, with the messages and trailers of the commits, through renames; or, with view blame, where each section comes from. " +
			"Use it to learn why a note says what it says, how old a rule is, or whom to ask.",
		adjust: func(in *jsonschema.Schema) {
			wire.Between(in, "limit", 1, mostEvents, defaultEvents)
			wire.Between(in, "max_chars", render.LeastChars, render.MostChars, render.DefaultChars)
			wire.MaxLength(in, "note", 1_000)
			wire.OneOf(in, "view", "log", "blame")
		},
	}, s.history)
}

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
		c.use.opens(st, p.Path)
		if in.View == "blame" {
			return c.blame(ctx, st, p, in, out)
		}
		events, head, err := c.events(ctx, b, p.Path, in.At)
		if err != nil {
			return err
		}
		for _, m := range b.History.Limits(ctx) {
			c.note(m)
		}
		c.movedOn(&cur, render.Digest(head))
		out.Path, out.Commits = p.Path, len(events)
		out.Fill(events, cur, cmp.Or(in.Limit, defaultEvents), cmp.Or(in.MaxChars, render.DefaultChars))
		return nil
	})
	return out, err
}

// events lists the commits that touched a note, newest first, up to a commit or day.
func (c *call) events(ctx context.Context, b *warm.Keeper, path, at string) ([]history.Event, string, error) {
	h, head, err := c.history(ctx, b)
	if err != nil {
		return nil, "", err
	}
	if at != "" {
		m, err := b.Moment(ctx, at)
		if err != nil {
			return nil, "", err
		}
		if m.Commit != "" {
			head = m.Commit
			if _, err := h.Update(ctx, head); err != nil {
				return nil, "", err
			}
		}
	}
	events, err := h.Note(ctx, head, path)
	return events, head, err
}
