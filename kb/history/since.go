package history

import (
	"context"
	"errors"
	"fmt"
	"slices"
)

// keep looks up where a note comes from.
func (h *History) keep(ctx context.Context, commit, path string) (keptNote, error) {
	s, err := h.FirstLast(ctx, commit, path)
	n := keptNote{Path: path, Blob: s.Blob, Names: s.asked.names, Plain: s.asked.plain}
	n.unsure = s.First != nil && s.Last == nil
	if err == nil && s.Last != nil {
		n.Source, err = h.provenanceOf(ctx, commit, &s)
	}
	return n, err
}

// Carry gives those summaries of notes, by path, as FirstLast gave them for a commit, that hold for
// a later one as well.
func (h *History) Carry(ctx context.Context, from, to string, lives map[string]*Summary) map[string]*Summary {
	out := map[string]*Summary{}
	since := h.since(ctx, from, to)
	for path, s := range lives {
		if since != nil && s != nil && s.basis == since.basis && since.leaves(s.asked) {
			out[path] = s
		}
	}
	return out
}

// sinceThen is what commits did that came to the history of a commit.
type sinceThen struct {
	touched map[string]bool // paths
	merges  bool            // some of them join lines
	basis   string          // see History.basis
}

// basis identifies what an answer goes by beside the commits: who counts as whom, who does not count,
// and what the database held before it was last emptied, be it that much was unknown then.
func (h *History) basis() string { return fmt.Sprint(h.people(), " ", h.graph.emptied) }

// maxSince bounds the commits that since looks at.
const maxSince = 1000

// since tells what happened between two commits, of which the first is on the second's line of
// first parents: what lies on that line, with what came in by its merges. nil when the first is not
// there, or when that is too much to look at or not known.
func (h *History) since(ctx context.Context, from, to string) *sinceThen {
	defer h.begin(ctx)()
	if from == "" {
		return nil
	}
	a, err := h.number(from)
	if err != nil || a < 0 {
		return nil
	}
	b, err := h.tip(to)
	if err != nil {
		return nil
	}
	at := b
	for at > a && len(h.graph.parents[at]) > 0 {
		at = h.graph.parents[at][0]
	}
	if at != a {
		return nil
	}
	s := &sinceThen{touched: map[string]bool{}, basis: h.basis()}
	before, n := h.graph.ancestors(a), 0
	for i, in := range h.graph.ancestors(b) {
		if !in || i < len(before) && before[i] {
			continue
		}
		if n++; n > maxSince || h.graph.flags[i] != 0 || !h.touchedBy(int32(i), s.touched) {
			return nil
		}
		s.merges = s.merges || len(h.graph.parents[i]) != 1
	}
	return s
}

// touchedBy adds the paths of which a commit has rows, as JSON writes them.
func (h *History) touchedBy(commit int32, touched map[string]bool) bool {
	paths, err := h.rows.by(commit)
	for _, t := range paths {
		name, e := h.pathName(t.path)
		err = errors.Join(err, e)
		touched[string([]rune(name))] = true
	}
	return err == nil
}

// leaves tells that what was told of a note is as it was: nothing touched a name of it. Where lines
// were joined, one that was renamed may have gone by another name on the other line, and is looked
// up anew.
func (s *sinceThen) leaves(a asked) bool {
	touched := func(name string) bool { return s.touched[string([]rune(name))] }
	return (a.plain || !s.merges) && !slices.ContainsFunc(a.names, touched)
}
