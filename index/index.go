// Package index keeps the rebuildable index of a repository's trees: SQLite for records, Bleve for words, vectors for meaning.
package index

import (
	"context"
	"io"
	"time"

	"github.com/9aea2451/kb/index/embed"
	"github.com/9aea2451/kb/kb"
)

// Options of Open. The zero value works.
type Options struct {
	Dir         string                              // index folder; default CommonDir/kb/index, or the user's cache when that cannot be written
	Provider    embed.Provider                      // nil: lsa
	NoVectors   bool                                // provider "none"
	Warn        func(message string)                // one line about something noteworthy; nil: dropped
	Progress    func(stage string, done, total int) // called often during long work; nil: none
	Now         func() time.Time                    // nil: time.Now
	LockTimeout time.Duration                       // how long to wait for another writer; default 60 s
}

// Index is the index of one repository, opened by one process.
type Index struct{}

// Open opens the index of a repository without building anything. A damaged or older index is noticed and rebuilt by the next Update.
func Open(ctx context.Context, repo *kb.Repo, o Options) (*Index, error) { return nil, nil }

// Close releases the index.
func (x *Index) Close() error { return nil }

// Report counts what an update did.
type Report struct {
	Added     int                `json:"added"`
	Changed   int                `json:"changed"`
	Removed   int                `json:"removed"`
	Unchanged int                `json:"unchanged"`
	Notes     int                `json:"notes"`
	Chunks    int                `json:"chunks"`
	Links     int                `json:"links"`
	Read      int                `json:"files_read"`
	Parsed    int                `json:"files_parsed"`
	Embedded  int                `json:"chunks_embedded"`
	Seconds   map[string]float64 `json:"seconds"`
	Skipped   []kb.Skip          `json:"skipped"`
	Rebuilt   string             `json:"rebuilt,omitempty"` // why the index was built anew
	Model     string             `json:"model,omitempty"`
}

// UpdateOptions steer an update.
type UpdateOptions struct {
	Full bool // rebuild everything, train the model anew
	// Cheap limits the work: with more than this many files to parse, Update does nothing and returns ErrLong (0: no limit).
	Cheap int
}

// Update brings the index of the work tree up to date. It returns ErrBusy when another process holds the lock for longer than LockTimeout.
func (x *Index) Update(ctx context.Context, o UpdateOptions) (*Report, error) { return nil, nil }

// Mode is how candidates are found.
type Mode string

const (
	Hybrid  Mode = "hybrid"
	Keyword Mode = "keyword"
	Vector  Mode = "vector"
)

// Filter narrows a search. Empty fields do not filter; values within a field are alternatives; fields must all hold.
type Filter struct {
	Label, Kind, Type, DocType, Tag, Status, Path, ID, Category, Entity, File []string            // Path: globs (**) or folders
	After, Before                                                             string              // ISO dates, inclusive, against the note's date
	Extra                                                                     map[string][]string // unknown front-matter keys
}

// Query is a search request.
type Query struct {
	Text            string // as typed; field:value filters within it are read by Search
	Mode            Mode   // default Hybrid
	Fusion          string // "cc" (default) or "rrf"
	Filter          Filter
	Limit           int  // default 10
	ChunksPerNote   int  // default 1
	NoDedupe        bool // every chunk a hit of its own
	IncludeInactive bool
	Explain         bool
	At              string   // tree to answer from: "" the work tree (later: a revision)
	Exclude         []string // paths dropped from the ranking (evaluation)
	Baseline        bool     // plain whole-file BM25, for evaluation
}

// Hit is one chunk of an answer.
type Hit struct {
	Path         string             `json:"path"`
	StartLine    int                `json:"start_line"`
	EndLine      int                `json:"end_line"`
	HeadingPath  []string           `json:"heading_path"`
	Anchor       string             `json:"anchor"`
	Title        string             `json:"title"`
	Kind         string             `json:"kind"`
	Type         string             `json:"type,omitempty"`
	Label        string             `json:"label"`
	Status       string             `json:"status"`
	Tags         []string           `json:"tags"`
	Score        float64            `json:"score"`
	Match        string             `json:"match"` // keyword, vector, hybrid, graph, prefix, fuzzy
	Snippet      string             `json:"snippet"`
	Highlights   [][2]int           `json:"-"` // byte ranges of Snippet that match
	Text         string             `json:"text"`
	Blob         string             `json:"blob"`
	Inactive     string             `json:"inactive,omitempty"` // why the note does not hold
	SupersededBy string             `json:"superseded_by,omitempty"`
	Factors      map[string]float64 `json:"factors,omitempty"`
}

// Answer is what a search found and how.
type Answer struct {
	Hits       []Hit    `json:"hits"`
	Query      string   `json:"query"`
	Type       string   `json:"query_type"` // identifier, question, graph, words
	Mode       Mode     `json:"mode"`
	Fusion     string   `json:"fusion"`
	Model      string   `json:"model,omitempty"`
	Tried      []string `json:"tried"` // what was tried, in order, when it matters
	Suggestion string   `json:"suggestion,omitempty"`
	Tree       string   `json:"tree"` // commit, "+dirty" where the work tree differs
}

// Searcher answers from one consistent state of the index. Safe for concurrent use. Close it.
type Searcher struct{}

// Searcher opens the current state of the work tree's index.
func (x *Index) Searcher(ctx context.Context) (*Searcher, error) { return nil, nil }

// Close releases the state.
func (s *Searcher) Close() error { return nil }

// Search answers a query.
func (s *Searcher) Search(ctx context.Context, q Query) (*Answer, error) { return nil, nil }

// Weights are the tunable numbers of ranking (what kb tune searches).
type Weights struct{}

// NoteRecord is a note of the tree with what the index derived.
type NoteRecord struct {
	kb.Note
	PageRank     float64 `json:"pagerank"`
	InLinks      int     `json:"in_links"`
	SupersededBy string  `json:"superseded_by,omitempty"`
}

// Names lists path, id, title and aliases of every note, for resolving and completion.
func (s *Searcher) Names(ctx context.Context) ([]kb.Name, error) { return nil, nil }

// Tags lists every tag with its number of notes.
func (s *Searcher) Tags(ctx context.Context) (map[string]int, error) { return nil, nil }

// Note returns the record of the note at path.
func (s *Searcher) Note(ctx context.Context, path string) (*NoteRecord, error) { return nil, nil }

// LinkRecord is one link of the tree.
type LinkRecord struct {
	From       string   `json:"from"`
	Line       int      `json:"line"`
	Kind       string   `json:"kind"`
	Type       string   `json:"type,omitempty"`
	Target     string   `json:"target"` // as written
	Fragment   string   `json:"fragment,omitempty"`
	To         string   `json:"to,omitempty"` // resolved
	State      string   `json:"state"`        // ok, broken, ambiguous, external
	Candidates []string `json:"candidates,omitempty"`
	Strength   float64  `json:"strength"`
}

// Links returns what the note links to, and what links to it.
func (s *Searcher) Links(ctx context.Context, path string) (out, in []LinkRecord, err error) {
	return nil, nil, nil
}

// Related ranks notes near to the one at path by links and meaning.
func (s *Searcher) Related(ctx context.Context, path string, limit int) ([]Hit, error) {
	return nil, nil
}

// Status describes the index.
type Status struct {
	Dir       string `json:"dir"`
	Notes     int    `json:"notes"`
	Chunks    int    `json:"chunks"`
	Links     int    `json:"links"`
	Broken    int    `json:"broken_links"`
	Ambiguous int    `json:"ambiguous_links"`
	Bytes     int64  `json:"bytes"`
	Commit    string `json:"commit,omitempty"`
	Updated   string `json:"updated,omitempty"` // RFC 3339
	Fresh     bool   `json:"fresh"`
	Model     string `json:"model,omitempty"`
	Provider  string `json:"provider"`
	Vectors   int    `json:"vectors"`
	Schema    int    `json:"schema"`
}

// Status reports on the index as it stands.
func (x *Index) Status(ctx context.Context) (*Status, error) { return nil, nil }

var _ io.Closer = (*Index)(nil)
