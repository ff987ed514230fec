package index

import (
	"context"
	"time"

	"github.com/9aea2451/kb/kb/history"
	"github.com/9aea2451/kb/kb/usage"
)

// Mode is how candidates are found.
type Mode string

const (
	Hybrid  Mode = "hybrid"
	Keyword Mode = "keyword"
	Vector  Mode = "vector"
)

// Filter narrows a search. Empty fields do not filter; values within a field are alternatives;
// fields must all hold.
type Filter struct {
	Label, Kind, Type, DocType, Tag, Status, Path, ID, Category, Entity, File []string            // Path: globs (**) or folders; File: paths of code
	Source                                                                    []string            // who wrote it: user, agent, import, observed
	Importance, Confidence                                                    []string            // comparisons such as >0.7 or 0.5; all of them must hold
	After, Before                                                             string              // ISO dates, inclusive, against the note's date
	Extra                                                                     map[string][]string // unknown front-matter keys
}

// Query is a search request.
type Query struct {
	Text          string // as typed; field:value filters within it are read by Search
	Mode          Mode   // default Hybrid
	Fusion        string // "cc" (default) or "rrf"
	Filter        Filter
	Folder        string // from the root, where paths of filters are typed; "" is the root
	Limit         int    // default 10
	ChunksPerNote int    // default 1
	NoDedupe      bool   // every chunk a hit of its own; ChunksPerNote above 1 still bounds them
	ActiveOnly    bool   // leave out what no longer holds; else it is marked, weighed less, and behind what replaces it
	Explain       bool
	NoSnippet     bool          // hits have their text only
	Also          []string      // paths of notes whose best chunks follow when they are not among the hits, with NoDedupe
	Day           time.Time     // whose validity counts, and to which confidence has aged; the zero day is today
	Usage         *usage.Reader // how notes were used before; nil: not known
	Exclude       []string      // paths dropped from the ranking (evaluation)
	Baseline      bool          // plain whole-file BM25, for evaluation

	// Together tells how much the files of the repository change in the same commits as a note:
	// from 0 to 1, by path. Only a query that asks what changes with a note asks it; nil where no
	// history is known.
	Together func(ctx context.Context, path string) (map[string]float64, error)
}

// Hit is one chunk of an answer.
type Hit struct {
	Path         string             `json:"path"`
	ID           string             `json:"-"` // of the note, "" for none
	StartLine    int                `json:"start_line"`
	EndLine      int                `json:"end_line"`
	HeadingPath  []string           `json:"heading_path"`
	Anchor       string             `json:"anchor"`
	Form         string             `json:"form"`               // of the chunk: prose, code or table
	Language     string             `json:"language,omitempty"` // of code
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
	Confidence   *Confidence        `json:"confidence,omitempty"` // behind the factor of that name

	Provenance *history.Provenance `json:"provenance,omitempty"` // of the note; for the caller to fill in
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
	LeftOut    int      `json:"left_out,omitempty"` // notes that were found and do not hold, with ActiveOnly
	Terms      []string `json:"-"`                  // stems that were looked for, as usage keeps them
	Tree       string   `json:"tree"`               // commit, "+dirty" where the work tree differs

	ProvenancePending bool `json:"provenance_pending,omitempty"` // the history was not read, and counts for nothing: set by the caller
}
