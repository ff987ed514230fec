package store

import (
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/history"
)

// NoteRecord is a note of the tree with what the index derived.
type NoteRecord struct {
	kb.Note
	PageRank     float64 `json:"pagerank"`
	InLinks      int     `json:"in_links"`
	SupersededBy string  `json:"superseded_by,omitempty"`
	Inactive     string  `json:"inactive,omitempty"` // why the note does not hold

	Provenance *history.Provenance `json:"provenance,omitempty"` // for the caller to fill in, like what follows

	ProvenancePending bool `json:"provenance_pending,omitempty"` // it is not known, since the history was not read
}
