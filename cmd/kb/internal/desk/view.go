package desk

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/9aea2451/kb/index"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/graph"
	"github.com/9aea2451/kb/kb/usage"
)

// View is one state of a repository's notes: of the work tree, or of a commit. What is read of it
// is kept. It may be used from several goroutines.
type View struct {
	*Desk
	ID       string // the same as long as no note changes
	Searcher *index.Searcher
	At       Moment // zero for the work tree as it is today
	Behind   bool   // it may be older than the files

	x *index.Index // of its tree, where Look opened it

	bases []Base // that Joined made it of

	// Doubts says why notes may no longer be true, by path, once all were judged, else nil: then it is
	// what their front matter and their age say.
	Doubts func() map[string]string

	// Code lists parts of source files for a context; nil where none is asked for.
	Code func(ctx context.Context, files []string, task string) ([]index.Hit, error)

	mu      sync.Mutex
	records []*index.NoteRecord
	day     string // on which records were judged
	names   *kb.Resolver
	tree    *kb.Tree // see Committed

	categoriesOnce sync.Mutex // guards categories
	categories     *Categories
}

// View returns a view of what a searcher of the desk's index sees. The caller closes the searcher.
func (d *Desk) View(id string, s *index.Searcher, at Moment) *View {
	v := &View{Desk: d, ID: id, Searcher: s, At: at}
	v.Doubts = v.KeptDoubts
	return v
}

// Today is the time that ages and validity count from: the clock, or the time that was asked for.
func (v *View) Today() time.Time {
	if !v.At.Day.IsZero() {
		return v.At.Day
	}
	return v.Now()
}

// Notes lists every note in order of path, as it stands today.
func (v *View) Notes(ctx context.Context) ([]*index.NoteRecord, error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	today := v.Today().Format(time.DateOnly)
	if v.records != nil && v.day == today {
		return v.records, nil
	}
	records, err := v.Searcher.Notes(ctx, v.At.Day)
	if err != nil {
		return nil, fmt.Errorf("read the notes: %w", err)
	}
	v.records, v.day = records, today
	return records, nil
}

// Note returns the record of a note, nil when there is none at that path.
func (v *View) Note(ctx context.Context, path string) (*index.NoteRecord, error) {
	rec, err := v.Searcher.NoteOn(ctx, path, v.At.Day)
	if errors.Is(err, index.ErrNoNote) {
		return nil, nil
	}
	return rec, err
}

// Used names a note for the record of usage, by its id too where it has one.
func (v *View) Used(ctx context.Context, path string) usage.Note {
	n := usage.Note{Path: path}
	if rec, err := v.Note(ctx, path); err == nil && rec != nil {
		n.ID = rec.ID
	}
	return n
}

// Committed returns the tree of the commit that the view is of or based on, read once.
func (v *View) Committed(ctx context.Context) (*kb.Tree, error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.tree == nil {
		tree, err := v.Repo.TreeAt(ctx, v.Searcher.Commit())
		if err != nil {
			return nil, err
		}
		v.tree = tree
	}
	return v.tree, nil
}

// Resolver finds notes by their names.
func (v *View) Resolver(ctx context.Context) (*kb.Resolver, error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.names == nil {
		names, err := v.Searcher.Names(ctx)
		if err != nil {
			return nil, err
		}
		v.names = kb.NewResolver(names, kb.WithOrigin(v.Repo.Origin()))
	}
	return v.names, nil
}

// GraphRequest says which notes and edges of a graph count.
type GraphRequest struct {
	Day      time.Time // the zero day: notes count whether they hold or not
	Start    string    // path of a note that stays in any case
	Types    []string  // of edges, graph.Link for plain links; none for all
	Strength float64   // least, 0–1
}

// Graph returns how the notes of the view hang together.
func (v *View) Graph(ctx context.Context, f GraphRequest) (*graph.Graph, error) {
	records, err := v.Searcher.Notes(ctx, f.Day)
	if err != nil {
		return nil, err
	}
	links, err := v.Searcher.AllLinks(ctx)
	if err != nil {
		return nil, err
	}
	return f.Of(records, links), nil
}

// Of makes the graph of some notes and their links.
func (f *GraphRequest) Of(records []*index.NoteRecord, links []index.LinkRecord) *graph.Graph {
	var nodes []graph.Node
	for _, r := range records {
		if r.Inactive == "" || f.Day.IsZero() || r.Path == f.Start {
			nodes = append(
				nodes,
				graph.Node{Path: r.Path, Title: r.Title, Kind: r.Kind, Status: r.Status, PageRank: r.PageRank, Inactive: r.Inactive},
			)
		}
	}
	var edges []graph.Edge
	for i := range links {
		if e := edgeOf(&links[i]); links[i].State == "ok" && f.passes(&e) {
			edges = append(edges, e)
		}
	}
	return graph.New(nodes, edges)
}

// passes tells whether an edge is strong enough and of a type that is asked for; no types ask for
// all.
func (f *GraphRequest) passes(e *graph.Edge) bool {
	return e.Strength >= f.Strength && (len(f.Types) == 0 || slices.Contains(f.Types, e.Type))
}

// edgeOf turns a link so that it begins at the note that has the relation.
func edgeOf(l *index.LinkRecord) graph.Edge {
	e := graph.Edge{From: l.From, To: l.To, Type: l.Type, Kind: l.Kind, Strength: l.Strength, Source: l.From, Line: l.Line}
	if e.Type == "" {
		e.Type = graph.Link
	}
	if l.Inverse {
		e.From, e.To = l.To, l.From
	}
	return e
}
