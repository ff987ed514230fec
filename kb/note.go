package kb

import "github.com/9aea2451/kb/markdown"

// Relation is a typed link from the front matter.
type Relation struct {
	Type     string  `json:"type"`
	Target   string  `json:"target"`
	Strength float64 `json:"strength"` // 0–1
	Line     int     `json:"line,omitempty"`
}

// Entity is a named thing that a note speaks of.
type Entity struct {
	Type string `json:"type,omitempty"`
	Name string `json:"name"`
}

// Note is what a file's path and front matter say about it, defaults filled in. Dates are ISO 8601, "" when absent.
type Note struct {
	Path          string         `json:"path"`
	Blob          string         `json:"blob"`
	ID            string         `json:"id,omitempty"`
	Kind          string         `json:"kind"`           // memory, decision, spec, summary, doc
	Type          string         `json:"type,omitempty"` // of a memory
	Label         string         `json:"label"`
	DocType       string         `json:"doc_type"`             // semantic or procedural
	Title         string         `json:"title"`                // front matter, first H1, else the file's stem
	Status        string         `json:"status,omitempty"`     // one of the design's, mapped from foreign ones; "" when the file has none
	RawStatus     string         `json:"raw_status,omitempty"` // as written, where it differs
	Tags          []string       `json:"tags,omitempty"`
	Aliases       []string       `json:"aliases,omitempty"`
	Category      string         `json:"category,omitempty"`
	Confidence    float64        `json:"confidence"` // 0–1, default 0.8
	HasConfidence bool           `json:"-"`
	Importance    float64        `json:"importance"` // 0–1, default 0.5
	Pinned        bool           `json:"pinned,omitempty"`
	Source        string         `json:"source,omitempty"`
	Verified      string         `json:"verified,omitempty"`
	NeedsReview   bool           `json:"needs_review,omitempty"`
	ValidFrom     string         `json:"valid_from,omitempty"`
	ValidUntil    string         `json:"valid_until,omitempty"`
	Date          string         `json:"date,omitempty"` // date, created or modified of the front matter
	Files         []string       `json:"files,omitempty"`
	Entities      []Entity       `json:"entities,omitempty"`
	Relations     []Relation     `json:"relations,omitempty"`
	Extra         map[string]any `json:"extra,omitempty"` // unknown keys, as they are
}

// NewNote reads a note from its path and parsed document. Wrong values are dropped and returned as problems.
func NewNote(path, blob string, doc *markdown.Document) (Note, []markdown.Problem) {
	return Note{}, nil
}
