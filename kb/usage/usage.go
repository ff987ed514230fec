// Package usage keeps what was searched and read in a clone: the one thing that kb cannot rebuild from git.
//
// # What is recorded
//
// A search with the notes that it returned, and a read with the search that it followed. From them
// the database counts, for ever and by day, how often a note was shown and opened, which notes go
// together, and after which words a note was opened. The events themselves, with the words of the
// queries, are the metrics: Prune drops them when they are old, and no count changes by that.
//
// A note is known by its id where it has one, and by all the paths that it is known to have had:
// Rename tells of a new one.
//
// # Limitations
//
// A note without id that is renamed and edited in one commit is followed only as far as the history
// tells it (see kb/history). Events of processes that are killed are lost when the transaction has
// not ended: at most the one in flight.
package usage

import "time"

// FileName is the name of the database in the repository's state folder.
const FileName = "usage.db"

const (
	// Session is how long a reader stays with one matter: notes that are opened within it go
	// together, and a read follows a search within it.
	Session = 5 * time.Minute
	// Repeat is how long an identical search counts as the same one.
	Repeat = time.Minute
	// HalfLife is the age at which a count of notes that go together, or of words after which a
	// note was opened, weighs half.
	HalfLife = 30 * 24 * time.Hour
	// MetricsAge is how long events are worth keeping; counts are kept for ever.
	MetricsAge = 30 * 24 * time.Hour
)

// Limits of what one event keeps.
const (
	maxResults = 50
	maxTerms   = 32
	maxText    = 1000 // bytes of a query, and of the filters
	coShown    = 5    // results of an answer that are counted as shown together
)

// Note names a note of the tree that is searched.
type Note struct {
	Path string `json:"path"`
	ID   string `json:"id,omitempty"`
}

// Search is a query and what it returned.
type Search struct {
	At      time.Time `json:"at"`
	Source  string    `json:"source"`            // where it was asked: cli, mcp
	Session string    `json:"session,omitempty"` // of one agent; reads follow searches of the same session
	Query   string    `json:"query"`
	Terms   []string  `json:"terms,omitempty"` // as the index has them
	Mode    string    `json:"mode"`            // asked for: hybrid, keyword, vector
	// what found the best hit: hybrid, keyword, vector, graph, prefix, fuzzy, filter, context
	Match   string        `json:"match,omitempty"`
	Filters string        `json:"filters,omitempty"`
	Latency time.Duration `json:"latency_ns"`
	Results []Result      `json:"results"` // best first
}

// Result is a note that a search returned.
type Result struct {
	Note
	Score float64 `json:"score"`
}

// Read is a note that was opened.
type Read struct {
	At      time.Time `json:"at"`
	Source  string    `json:"source"`
	Session string    `json:"session,omitempty"`
	Note    Note      `json:"note"`
}
