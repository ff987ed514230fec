// Package query reads what is asked of the index: the request, the words, phrases, exclusions and
// filters of its text, and what sort of question it is; and it says which notes pass a filter.
//
// # Limitations
//
// It knows nothing of what is indexed: which words exist, and which note a name means, is asked of
// the records by those who search.
package query

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/9aea2451/kb/kb/usage"
)

// Mode is how candidates are found.
type Mode string

const (
	Hybrid  Mode = "hybrid"  // by words and by meaning
	Keyword Mode = "keyword" // by words alone
	Vector  Mode = "vector"  // by meaning alone; by words where there are no vectors
)

// Filter narrows a search. Empty fields do not filter; values within a field are alternatives;
// fields must all hold.
type Filter struct {
	// Path: globs (**) or folders; File: paths of code
	Label, Kind, Type, DocType, Tag, Status, Path, ID, Category, Entity, File []string
	// who wrote it: user, agent, import, observed
	Source []string
	// Importance and Declared are comparisons such as >0.7 or 0.5, all of which must hold. Declared is
	// the confidence that the front matter says.
	Importance, Declared []string
	Standing             []string            // in-force, proposed, not-chosen, history, example, for Stands; Match does not look at it
	Confidence           []string            // the same, of what age and use have left of it; Match does not look at it
	After, Before        string              // ISO dates, inclusive, for Dated; Match does not look at them
	Extra                map[string][]string // unknown front-matter keys
	Without              []Filter            // notes that pass one of these do not pass
}

// Query is a search request.
type Query struct {
	Text          string // as typed; field:value filters within it are read by Search
	Mode          Mode   // default Hybrid
	Fusion        string // "cc" (default) or "rrf"
	Filter        Filter
	Folder        string // from the root, where paths of filters are typed; "" is the root
	Limit         int    // default DefaultLimit
	ChunksPerNote int    // default 1
	NoDedupe      bool   // every chunk a hit of its own; ChunksPerNote above 1 still bounds them
	ActiveOnly    bool   // leave out what is not in force; else it is marked, weighed less, and behind what replaces it
	Explain       bool
	NoSnippet     bool          // hits have their text only
	Also          []string      // paths of notes whose best chunks follow when they are not among the hits, with NoDedupe
	Day           time.Time     // whose validity counts, and to which confidence has aged; the zero day is today
	Usage         *usage.Reader // how notes were used before; nil: not known
	Exclude       []string      // paths dropped from the ranking (evaluation)
	Baseline      bool          // plain whole-file BM25, for evaluation
	Beside        *Beside       // a model that stands beside the index's own; nil: none

	// Together tells how much the files of the repository change in the same commits as a note:
	// from 0 to 1, by path. Only a query that asks what changes with a note asks it; nil where no
	// history is known.
	Together func(ctx context.Context, path string) (map[string]float64, error)
}

// Beside is a model whose list is mixed with those of words and of the index's own meaning, where
// the state that answers has its vectors. It finds nothing where these find nothing.
type Beside struct {
	Model string
	Dim   int                                                       // of its vectors
	Share float64                                                   // of its list in a score, 0–1
	Query func(ctx context.Context, text string) ([]float32, error) // the vector of what is looked for
}

// DefaultLimit is how many hits there are at most where nothing is said.
const DefaultLimit = 10

// ErrQuery is wrapped by errors about a request that cannot be answered as asked.
var ErrQuery = errors.New("query")

// Check puts the defaults where nothing is said, and refuses an unknown Mode or Fusion with
// ErrQuery. Searches call it themselves.
func (q *Query) Check() error {
	if q.Mode == "" {
		q.Mode = Hybrid
	}
	if q.Fusion == "" {
		q.Fusion = "cc"
	}
	if q.Limit <= 0 {
		q.Limit = DefaultLimit
	}
	if q.ChunksPerNote <= 0 {
		q.ChunksPerNote = 1
	}
	switch q.Mode {
	case Hybrid, Keyword, Vector:
	default:
		return fmt.Errorf("%w: unknown mode %q: use hybrid, keyword or vector", ErrQuery, q.Mode)
	}
	if q.Fusion != "cc" && q.Fusion != "rrf" {
		return fmt.Errorf("%w: unknown fusion %q: use cc or rrf", ErrQuery, q.Fusion)
	}
	return nil
}
