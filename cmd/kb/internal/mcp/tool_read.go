package mcp

import (
	"context"
	"errors"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/9aea2451/kb/cmd/kb/internal/desk"
	"github.com/9aea2451/kb/cmd/kb/internal/desk/warm"
	"github.com/9aea2451/kb/cmd/kb/internal/mcp/render"
	"github.com/9aea2451/kb/cmd/kb/internal/mcp/wire"
	"github.com/9aea2451/kb/index"
	"github.com/9aea2451/kb/kb/notes"
)

// ReadArgs are the arguments of read.
type ReadArgs struct {
	Note      string `json:"note" jsonschema:"path, title or id (#heading, :5-7)"`
	At        string `json:"at,omitempty" jsonschema:"as of this commit, tag or day"`
	StartLine int    `json:"start_line,omitempty" jsonschema:"first line to give"`
	MaxChars  int    `json:"max_chars,omitempty" jsonschema:"at most about so many characters"`
	Cursor    string `json:"cursor,omitempty" jsonschema:"next_cursor of the page before, with the same arguments"`
	Root      string `json:"root,omitempty" jsonschema:"its repository"`
}

// addRead registers read, which takes titles, paths and URIs of notes alike.
func (s *Server) addRead() {
	addTool(s, tool{
		name:  "read",
		title: "Read a note",
		description: "Read one note or one section of it, as search names it, with who wrote it and what speaks against it. " +
			"Use it when a hit of search is cut off; read a section rather than a long note.",
		adjust: func(in *jsonschema.Schema) {
			wire.Between(in, "max_chars", render.LeastChars, render.MostChars, render.DefaultChars)
			wire.Between(in, "start_line", 1, 1_000_000, 1)
			wire.MaxLength(in, "note", 1_000)
		},
	}, s.read)
}

// read gives a note, or a section of one, as it is now or was at a commit or on a day, from the
// first line that is asked for and the cursor. What is quoted is UTF-8, whatever the file is.
func (s *Server) read(ctx context.Context, c *call, in ReadArgs) (*render.Read, error) {
	b, name, err := s.locate(ctx, c, in.Root, in.Note)
	if err != nil {
		return nil, err
	}
	cur, err := render.ReadCursor(in.Cursor, render.Digest("read", in.Note, in.At, in.Root, in.StartLine), maxLines)
	if err != nil {
		return nil, err
	}
	var out *render.Read
	err = c.with(ctx, b, func(ctx context.Context, st *warm.View) error {
		text, err := textOf(ctx, st, name, in.At)
		if err != nil {
			return err
		}
		if text.Encoding != "" {
			c.note("the file is " + text.Encoding + "; it is quoted as UTF-8")
		}
		out, err = c.part(ctx, st, text, in, cur)
		return err
	})
	return out, err
}

// part cuts out of a note what was asked for.
func (c *call) part(ctx context.Context, st *warm.View, text desk.Text, in ReadArgs, cur render.Cursor) (*render.Read, error) {
	asked, err := text.Excerpt(in.StartLine, cur.Offset)
	if err != nil {
		return nil, err
	}
	blob := render.Digest(string(text.Source))
	if cur.State != "" && cur.State != blob {
		return nil, render.Hint(errors.New("the note has changed since the page before"), "read it anew: leave cursor out")
	}
	rec, err := st.Note(ctx, text.Path)
	if err != nil {
		return nil, err
	}
	if rec == nil || in.At != "" {
		n, _ := notes.Of(text.Path, text.Source)
		rec = &index.NoteRecord{Note: n}
	}
	out := &render.Read{
		URI:      uriOf(st.Keeper, text.Path),
		Lines:    asked.Lines,
		Sections: []render.Section{},
		Note:     render.Excerpt(text.Path, rec, &asked),
	}
	if err := c.judgeRead(ctx, st, &out.Note, in.At, out); err != nil {
		return nil, err
	}
	out.Fit(c.form, notes.Document(text.Source), asked.Rest(), render.Cursor{Offset: cur.Offset, Asked: cur.Asked, State: blob})
	c.use.opens(ctx, st, text.Path)
	return out, nil
}
