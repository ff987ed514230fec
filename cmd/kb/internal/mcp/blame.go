package mcp

import (
	"cmp"
	"context"
	"errors"
	"strings"

	"github.com/9aea2451/kb/cmd/kb/internal/desk"
	"github.com/9aea2451/kb/cmd/kb/internal/desk/warm"
	"github.com/9aea2451/kb/cmd/kb/internal/mcp/render"
	"github.com/9aea2451/kb/kb/blame"
	"github.com/9aea2451/kb/markdown"
)

// blame tells where the sections of a note, or the one that was named, come from.
func (c *call) blame(ctx context.Context, st *warm.View, p desk.Place, in HistoryArgs, out *render.Past) error {
	if in.At != "" {
		return render.Hint(errors.New("blame tells of the note as it is now"), "leave at out, or ask for the view log")
	}
	text, err := st.Text(ctx, p.Path)
	if err != nil {
		return err
	}
	source := text.Source
	doc := markdown.Parse(source)
	from, to, _, err := p.Section(doc, source)
	if err != nil {
		return err
	}
	h, head, err := c.history(ctx, st.Keeper)
	if err != nil {
		return err
	}
	found, err := blame.Of(ctx, st.Keeper.Repo, h, head, p.Path, source)
	if err != nil {
		return err
	}
	out.Path = p.Path
	out.Commits = len(found.Origins)
	room := cmp.Or(in.MaxChars, render.DefaultChars) - render.FrameChars
	for _, part := range found.Parts(doc, source) {
		if part.Front || part.StartLine < from || part.EndLine > to {
			continue
		}
		s := render.SectionBlame(found, &part)
		if room -= len(s.Section) + len(s.Subject) + len(strings.Join(s.Holders, "")) + 220; room < 0 {
			c.note("more sections did not fit: name one as NOTE#heading, or raise max_chars")
			break
		}
		out.Sections = append(out.Sections, s)
	}
	return nil
}
