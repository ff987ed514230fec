package store

import (
	"slices"

	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/history"
	"github.com/9aea2451/kb/markdown"
)

// Dispute settles whether the note that disputes this one counts: one that is only proposed, or given
// up, disputes nothing. by is nil where there is none.
func (n *NoteRecord) Dispute(by *kb.Note) {
	if by == nil || slices.Contains([]string{"draft", "proposed", "deprecated", "superseded", "rejected", "archived"}, by.Status) {
		n.DisputedBy = ""
		return
	}
	n.Disputed = true
}

// NoteRecord is a note of the tree with what the index derived.
type NoteRecord struct {
	kb.Note
	PageRank     float64 `json:"pagerank"`
	InLinks      int     `json:"in_links"`
	SupersededBy string  `json:"superseded_by,omitempty"`
	DisputedBy   string  `json:"disputed_by,omitempty"` // a note that disputes it
	Inactive     string  `json:"inactive,omitempty"`    // why the note does not hold

	Standing markdown.Standing `json:"standing,omitzero"` // as a whole; in force where it is left out

	Tasks string `json:"-"` // the state of the tasks of its feature, as kb.Note.Standing takes it; for the reader to fill in

	Provenance *history.Provenance `json:"provenance,omitempty"` // for the caller to fill in, like what follows

	ProvenancePending bool `json:"provenance_pending,omitempty"` // it is not known, since the history was not read
}
