// Package index keeps the rebuildable index of a repository's trees: SQLite for records, Bleve for
// words, vectors for meaning.
//
// It is the front of four packages, each of which imports only those before it: query reads what is
// asked, store has what lies on disk, search answers, build brings the index up to date, checks and
// repairs it. Callers open an Index and name what it takes and gives by the names below.
package index

import (
	"context"

	"github.com/9aea2451/kb/index/build"
	"github.com/9aea2451/kb/index/query"
	"github.com/9aea2451/kb/index/search"
	"github.com/9aea2451/kb/index/store"
	"github.com/9aea2451/kb/kb"
)

// What is asked.
type (
	Query  = query.Query
	Filter = query.Filter
	Mode   = query.Mode
	Beside = query.Beside

	ValueError = query.ValueError
	Exact      = search.Exact
)

// How candidates are found.
const (
	Hybrid  = query.Hybrid
	Keyword = query.Keyword
	Vector  = query.Vector
)

// DefaultLimit is how many hits there are at most where nothing is said.
const DefaultLimit = query.DefaultLimit

// What is answered.
type (
	Searcher    = search.Searcher
	Member      = search.Member
	Answer      = search.Answer
	Hit         = search.Hit
	Listed      = search.Listed
	Holding     = search.Holding
	MatchedLine = search.MatchedLine
	Source      = search.Source
	Weights     = search.Weights
	NoteRecord  = store.NoteRecord
	LinkRecord  = store.LinkRecord
)

// What keeps the index.
type (
	Options       = store.Options
	Touches       = store.Touches
	Alive         = store.Alive
	Garbage       = store.Garbage
	KeptVectors   = store.KeptVectors
	PackedVector  = store.Packed
	UpdateOptions = build.Options
	Report        = build.Report
	Problem       = build.Problem
	Move          = build.Move
	Status        = build.Status
	CheckedIndex  = build.CheckedIndex
)

// VectorsOfServers is the name of what in the folder keeps what was paid for.
const VectorsOfServers = store.EmbeddingsDir

// Errors that a caller branches on.
var (
	ErrBusy    = store.ErrBusy
	ErrLong    = store.ErrLong
	ErrNoIndex = store.ErrNoIndex
	ErrNoNote  = store.ErrNoNote
	ErrQuery   = query.ErrQuery
)

// Index is the index of one repository, opened by one process.
type Index struct{ *store.Folder }

// Open opens the index of a repository without reading or building anything. A damaged or older
// index is noticed and rebuilt by the next Update.
func Open(_ context.Context, repo *kb.Repo, o Options) (*Index, error) {
	x, err := store.Open(repo, o)
	if err != nil {
		return nil, err
	}
	return &Index{x}, nil
}

// At is the index of the tree of a commit, whose id must be whole. It shares everything with that
// of the work tree; its generation is made when Update is first called and kept for as long as it
// is among the last to have been asked for.
func (x *Index) At(commit string) *Index { return &Index{x.Folder.At(commit)} }

// Update brings the index up to date; see Update in the package build.
func (x *Index) Update(ctx context.Context, o UpdateOptions) (*Report, error) {
	return build.Update(ctx, x.Folder, o)
}

// Searcher opens the current state of the index; ErrNoIndex when there is none. A damaged index is
// rebuilt first.
func (x *Index) Searcher(ctx context.Context) (*Searcher, error) {
	return search.Open(ctx, x.Folder, build.RebuildDamaged)
}

// Status reports on the index as it stands; one that was not built yet, or is damaged, has no notes.
func (x *Index) Status(ctx context.Context) (*Status, error) {
	return build.StatusOf(ctx, x.Folder)
}

// Check compares the index with one that is built clean in an empty folder; ErrNoIndex where there
// is nothing to check.
func (x *Index) Check(ctx context.Context, folder string) (*CheckedIndex, error) {
	return build.Check(ctx, x.Folder, folder)
}

// Repair removes what an update makes, and makes it anew. The vectors of servers stay, but for
// those that are damaged.
func (x *Index) Repair(ctx context.Context) error { return build.Repair(ctx, x.Folder) }

// Union answers from several bases as from one; see Union in the package search.
func Union(members []Member) *Searcher { return search.Union(members) }

// ShortenLog writes the log of the records back into them once it is long. The searchers that this
// process has open take part, and go on with the same state.
func (x *Index) ShortenLog(ctx context.Context, open ...*Searcher) error {
	if !x.LogIsLong() {
		return nil
	}
	return search.ShortenLog(ctx, x.Folder, open...)
}
