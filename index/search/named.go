package search

import (
	"context"

	"github.com/9aea2451/kb/index/query"
	"github.com/9aea2451/kb/kb"
)

// graphShare is what a link to the named note adds to the score in a question about links.
const graphShare = 0.6

// neighboursOfNamed finds the note that a question about links names, and the notes that link to
// it; of a question about what changes with a note, those that do.
func (r *run) neighboursOfNamed(ctx context.Context) error {
	names, err := r.Names(ctx)
	if err != nil {
		return err
	}
	named := kb.NewResolver(names, kb.WithOrigin(r.x.Repo.Origin())).Note("", query.GraphPhrase(folded(r.q.Text)))
	if named.Path == "" {
		return nil
	}
	if query.AsksTogether(folded(r.q.Text)) {
		return r.changingWith(ctx, named.Path)
	}
	r.answer.Tried = append(r.answer.Tried, "links to "+named.Path)
	_, in, err := r.Links(ctx, named.Path)
	if err != nil {
		return err
	}
	r.graph = map[int]float64{}
	for _, l := range in {
		if n, ok := r.numberOf(l.From); ok && l.From != named.Path {
			r.graph[n] = max(r.graph[n], graphShare+l.Strength/2)
		}
	}
	return nil
}

// changingWith makes candidates of the notes that change in the same commits as a note.
func (r *run) changingWith(ctx context.Context, path string) error {
	r.answer.Tried = append(r.answer.Tried, "commits with "+path)
	if r.q.Together == nil {
		return nil
	}
	near, err := r.q.Together(ctx, path)
	if err != nil {
		return err
	}
	r.graph = map[int]float64{}
	for other, x := range near {
		if n, ok := r.numberOf(other); ok && other != path && x > 0 {
			r.graph[n] = graphShare + x/2
		}
	}
	return nil
}
