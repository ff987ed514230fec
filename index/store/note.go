package store

import (
	"encoding/json"
	"fmt"

	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/history"
	"github.com/9aea2451/kb/kb/sqlite"
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

func scanRecord(row *sqlite.Row) (*NoteRecord, error) {
	rec := &NoteRecord{PageRank: row.ColumnFloat(1), InLinks: row.ColumnInt(2), SupersededBy: row.ColumnText(3)}
	if err := json.Unmarshal(row.ColumnRawBlob(0), &rec.Note); err != nil {
		return nil, fmt.Errorf("%w: record of a note: %s", ErrDamaged, err)
	}
	if label := row.ColumnText(4); label != "" {
		rec.Label = label
	}
	return rec, nil
}

// NameOf reads only the names out of a note's record.
func NameOf(record []byte) (kb.Name, error) {
	var n struct {
		Path    string   `json:"path"`
		ID      string   `json:"id"`
		Title   string   `json:"title"`
		Aliases []string `json:"aliases"`
	}
	if err := json.Unmarshal(record, &n); err != nil {
		return kb.Name{}, fmt.Errorf("%w: record of a note: %s", ErrDamaged, err)
	}
	return kb.Name{Path: n.Path, ID: n.ID, Title: n.Title, Aliases: n.Aliases}, nil
}
