package mcp

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/9aea2451/kb/cmd/kb/internal/desk/warm"
	"github.com/9aea2451/kb/cmd/kb/internal/mcp/render"
	"github.com/9aea2451/kb/index"
	"github.com/9aea2451/kb/index/source"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/history"
	"github.com/9aea2451/kb/text/wording"
)

// evidence makes evidence of a hit.
func (c *call) evidence(ctx context.Context, st *warm.View, h *index.Hit) (render.Evidence, error) {
	e := evidenceOf(h)
	if h.Kind == source.Kind {
		e.Root, e.Scope, e.Title = c.server.rootOf(st), st.Keeper.Scope, cmp.Or(render.Clip(h.Anchor, render.TitleChars), e.Title)
		return e, nil
	}
	err := c.judge(ctx, st, &e)
	if said := kb.StandingWord(h.Standing, h.Status, h.Inactive); said != "" && !slices.Contains(e.Warnings, said) {
		e.Warnings = append(e.Warnings, said)
	}
	if n := len(h.SameText); n > 0 {
		e.Warnings = append(e.Warnings, "the same text stands in "+render.CleanLine(render.Clip(strings.Join(h.SameText, ", "), 200)))
	}
	return e, err
}

// evidenceOf is what a hit says by itself.
func evidenceOf(h *index.Hit) render.Evidence {
	return render.Evidence{
		Path: h.Path, StartLine: h.StartLine, EndLine: h.EndLine, Title: render.Clip(h.Title, render.TitleChars),
		Heading: render.Clip(strings.Join(wording.Below(h.Title, h.HeadingPath), " › "), render.HeadingChars),
		Kind:    h.Kind, Type: h.Type, Status: h.Status, Score: h.Score, Match: h.Match, Text: strings.Trim(h.Text, "\n"),
		AlsoIn: render.CleanLine(h.Editions),
	}
}

// judge adds to a part of a note what tells how far it can be relied on.
func (c *call) judge(ctx context.Context, st *warm.View, e *render.Evidence) error {
	e.Root, e.Scope = c.server.rootOf(st), st.Keeper.Scope
	rec, err := st.Note(ctx, e.Path)
	if err != nil {
		return err
	}
	now := st.Today()
	var life *history.Summary
	if st.At.Commit == "" {
		life = st.History.Life(ctx, e.Path)
	}
	e.SetChanged(rec, life, now)
	if rec != nil {
		e.Warnings, e.SupersededBy = render.Warnings(rec, now), rec.SupersededBy
	}
	doubt := st.Doubt(e.Path, e.StartLine, e.EndLine)
	if doubt.Stale != "" {
		e.Warnings = append(e.Warnings, "may be stale: "+render.CleanLine(render.Clip(doubt.Stale, 300)))
	}
	if !doubt.Whole {
		c.judgesOn()
	}
	for _, d := range doubt.Disputes[:min(len(doubt.Disputes), render.MaxConflicts)] {
		e.Conflicts = append(e.Conflicts, render.Conflict{
			Path:   d.Path,
			Line:   d.There,
			Text:   render.Clip(d.Says, render.ConflictChars),
			Says:   render.Clip(d.Text, render.ConflictChars),
			Energy: d.Energy,
		})
	}
	return ctx.Err()
}

// judgesOn says of an answer that there may be more that speaks against its notes.
func (c *call) judgesOn() {
	c.unjudged = true
	c.note("not all is told yet of conflicts and of what may be stale: the repository is still being judged")
}

// opening makes evidence of the gist of a note, or of the whole note.
func (c *call) opening(ctx context.Context, st *warm.View, path string, whole bool) (render.Evidence, error) {
	e := render.Evidence{Path: path}
	o, err := st.Opening(ctx, path, whole)
	if err != nil {
		return e, err
	}
	if r := o.Record; r != nil {
		e.Title, e.Kind, e.Type, e.Status = render.Clip(r.Title, render.TitleChars), r.Kind, r.Type, r.Status
	}
	e.Heading = render.Clip(strings.Join(wording.Below(e.Title, o.Headings), " › "), render.HeadingChars)
	e.StartLine, e.EndLine, e.Text = o.StartLine, o.EndLine, o.Text
	return e, c.judge(ctx, st, &e)
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
