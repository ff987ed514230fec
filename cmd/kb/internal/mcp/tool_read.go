package mcp

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/9aea2451/kb/cmd/kb/internal/desk"
	"github.com/9aea2451/kb/cmd/kb/internal/desk/warm"
	"github.com/9aea2451/kb/cmd/kb/internal/mcp/render"
	"github.com/9aea2451/kb/cmd/kb/internal/mcp/wire"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/markdown"
)

// ReadArgs are the arguments of read.
type ReadArgs struct {
	Note      string `json:"note" jsonschema:"path, title or id; #heading for one section"`
	At        string `json:"at,omitempty" jsonschema:"as of this commit, branch, tag or day"`
	StartLine int    `json:"start_line,omitempty" jsonschema:"first line to give"`
	MaxChars  int    `json:"max_chars,omitempty" jsonschema:"at most about so many characters"`
	Cursor    string `json:"cursor,omitempty" jsonschema:"next_cursor of the page before, with the same arguments"`
	Root      string `json:"root,omitempty" jsonschema:"the repository that the note is in"`
}

// maxLines is where the cursor of a note can stand at most: every line takes a byte.
const maxLines = git.MaxFile

func (s *Server) addRead() {
	addTool(s, tool{
		name:  "read",
		title: "Read a note",
		description: "Read one note or one section of it, as search names it, with who wrote it and what speaks against it. " +
			"Use it when a hit of search is cut off or its surroundings matter; read a section rather than a long note.",
		adjust: func(in *jsonschema.Schema) {
			wire.Between(in, "max_chars", render.LeastChars, render.MostChars, render.DefaultChars)
			wire.Between(in, "start_line", 1, 1_000_000, 1)
			wire.MaxLength(in, "note", 1_000)
		},
	}, s.read)
}

func (s *Server) read(ctx context.Context, c *call, in ReadArgs) (*render.Read, error) {
	b, name, err := s.locate(ctx, c, in.Root, in.Note)
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
		cur, err := render.ReadCursor(in.Cursor, render.Digest("read", in.Note, in.At, in.Root, in.StartLine), maxLines)
		if err != nil {
			return err
		}
		out, err = c.part(ctx, st, text.Ref, text.Source, in, cur)
		return err
	})
	return out, err
}

// part cuts out of a note what was asked for.
func (c *call) part(
	ctx context.Context, st *warm.View, at desk.Ref, source []byte, in ReadArgs, cur render.Cursor,
) (*render.Read, error) {
	doc := markdown.Parse(source)
	asked, err := at.Section(doc, source)
	if err != nil {
		return nil, err
	}
	start, end, heading := asked.StartLine, asked.EndLine, strings.Join(asked.HeadingPath, " › ")
	out := &render.Read{URI: uriOf(st.Keeper, at.Path), Lines: end, Sections: []render.Section{}}
	lines := strings.SplitAfter(string(source), "\n")
	if lines[len(lines)-1] == "" && len(lines) > 1 {
		lines = lines[:len(lines)-1]
	}
	out.Lines = len(lines)
	end = min(end, len(lines))
	whole, from := end-start+1, max(start, in.StartLine)+cur.Offset
	if from > end {
		return nil, render.Hint(fmt.Errorf("line %d is beyond the end, line %d", from, end), "leave start_line and cursor out")
	}
	blob := render.Digest(string(source))
	if cur.State != "" && cur.State != blob {
		return nil, render.Hint(errors.New("the note has changed since the page before"), "read it anew: leave cursor out")
	}
	rec, err := st.Note(ctx, at.Path)
	if err != nil {
		return nil, err
	}
	e := render.Evidence{Path: at.Path, StartLine: from, EndLine: end, Heading: heading, Text: strings.Join(lines[from-1:end], "")}
	if rec != nil && in.At == "" {
		e.Title, e.Kind, e.Type, e.Status = render.Clip(rec.Title, render.TitleChars), rec.Kind, rec.Type, rec.Status
	} else {
		n, _ := kb.NewNote(at.Path, "", doc, source)
		e.Title, e.Kind, e.Type, e.Status = render.Clip(n.Title, render.TitleChars), n.Kind, n.Type, n.Status
	}
	e.Heading = render.Clip(strings.TrimPrefix(e.Heading, e.Title+" › "), render.HeadingChars)
	if err := c.judgeRead(ctx, st, &e, in.At, out); err != nil {
		return nil, err
	}
	if room := c.form.Room(); c.form.Size(&e) > room {
		out.Sections = render.Sections(doc, room/3)
		c.form.Shorten(&e, room-render.SizeOf(out.Sections))
	}
	if given := e.EndLine - from + 1; from-start+given < whole {
		next := render.Cursor{Offset: cur.Offset + max(1, given), Asked: cur.Asked, State: blob}
		out.NextCursor = next.Encode()
	}
	out.Note = e
	c.use.opens(st, at.Path)
	return out, nil
}

// judgeRead adds what is known of the note; of an earlier state only what the note says itself.
func (c *call) judgeRead(ctx context.Context, st *warm.View, e *render.Evidence, at string, out *render.Read) error {
	if at != "" {
		e.Warnings = []string{"as it was at " + render.CleanLine(at) + ", which may not hold today"}
		return nil
	}
	if err := c.judge(ctx, st, e); err != nil {
		return err
	}
	if life := st.Keeper.History.Life(ctx, e.Path); life != nil {
		out.Provenance = render.ProvenanceOf(life)
	} else {
		c.note("no provenance: the note is not committed, or the history is still being read")
	}
	return nil
}

// textOf reads the note that a name, or the URI of a resource, means; at is a commit or day, "" for now.
func textOf(ctx context.Context, st *warm.View, name, at string) (desk.Text, error) {
	if at != "" {
		return st.TextAt(ctx, fromURI(st.Keeper, name), at)
	}
	return st.Text(ctx, fromURI(st.Keeper, strings.TrimSpace(name)))
}
