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
	Inverse    bool     `json:"inverse,omitempty"` // the target has the relation to this note
}

const linkColumns = `source, line, kind, type, target, fragment, dest, state, candidates, strength, inverse`

// Links lists the links of which a condition holds; it may end with an order.
func (r Records) Links(where string, args ...any) ([]LinkRecord, error) {
	out := []LinkRecord{}
	for row, err := range r.Rows(`SELECT `+linkColumns+` FROM links WHERE `+where, args...) {
		if err != nil {
			return nil, err
		}
		var l LinkRecord
		var candidates []byte
		sqlite.Scan(row, &l.From, &l.Line, &l.Kind, &l.Type, &l.Target, &l.Fragment, &l.To, &l.State, &candidates, &l.Strength, &l.Inverse)
		if len(candidates) > 0 {
			if err := json.Unmarshal(candidates, &l.Candidates); err != nil {
				return nil, fmt.Errorf("%w: candidates of a link: %s", ErrDamaged, err)
			}
		}
		out = append(out, l)
	}
	return out, nil
}
