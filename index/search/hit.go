package search

import (
	"context"
	"fmt"
	"time"

	"github.com/9aea2451/kb/index/query"
	"github.com/9aea2451/kb/index/store"
	"github.com/9aea2451/kb/kb/history"
	"github.com/9aea2451/kb/markdown"
)

// Hit is one chunk of an answer.
type Hit struct {
	Base         string             `json:"base,omitempty"`  // where several are searched: its name
	Scope        string             `json:"scope,omitempty"` // and whose it is: personal, project, team or organization
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
	Standing     markdown.Standing  `json:"standing,omitzero"`  // of the section; in force where it is left out
	Inactive     string             `json:"inactive,omitempty"` // why the note does not hold
	SupersededBy string             `json:"superseded_by,omitempty"`
	Disputed     bool               `json:"disputed,omitempty"`    // somebody holds that the note is wrong
	DisputedBy   string             `json:"disputed_by,omitempty"` // the note that says so
	Factors      map[string]float64 `json:"factors,omitempty"`
	Confidence   *Confidence        `json:"confidence,omitempty"` // behind the factor of that name

	SameText []string `json:"same_text,omitempty"` // paths of notes of this title that have the section to the letter, and are no hits

	AlsoIn   []Edition `json:"also_in,omitempty"` // other versions and translations of the page, which are no hits
	Editions string    `json:"-"`                 // which these are, such as "de, it; 2.17, 2.16"

	Provenance *history.Provenance `json:"provenance,omitempty"` // of the note; for the caller to fill in
}

// Answer is what a search found and how.
type Answer struct {
	Hits       []Hit      `json:"hits"`
	Query      string     `json:"query"`
	Type       string     `json:"query_type"` // identifier, question, graph, words
	Mode       query.Mode `json:"mode"`
	Fusion     string     `json:"fusion"`
	Model      string     `json:"model,omitempty"`
	Tried      []string   `json:"tried"` // what was tried, in order, when it matters
	Suggestion string     `json:"suggestion,omitempty"`
	LeftOut    int        `json:"left_out,omitempty"`        // notes that were found and are not in force, with ActiveOnly
	BelowMin   int        `json:"below_min_score,omitempty"` // hits that scored less than .memory/kb.yaml asks for
	Terms      []string   `json:"-"`                         // stems that were looked for, as usage keeps them
	Unreached  string     `json:"unreached,omitempty"`       // why this repository alone answered, though more was asked for
	Tree       string     `json:"tree"`                      // commit, "+dirty" where the work tree differs

	ProvenancePending bool `json:"provenance_pending,omitempty"` // the history was not read, and counts for nothing: set by the caller
}

// Chunks lists the chunks of the note at a path in their order, as hits without score and snippet;
// ErrNoNote when there is none. The zero day is today.
func (s *Searcher) Chunks(ctx context.Context, path string, day time.Time) ([]Hit, error) {
	n, ok := s.numberOf(path)
	if !ok {
		return nil, fmt.Errorf("%w: %s", store.ErrNoNote, path)
	}
	records, err := s.records(ctx, []int{n}, s.day(day))
	if err != nil {
		return nil, store.AsDamage(err)
	}
	chunks, err := s.chunks(ctx, n)
	if err != nil {
		return nil, store.AsDamage(err)
	}
	r := &run{Searcher: s, q: query.Query{NoSnippet: true}, match: "listed"}
	out := make([]Hit, 0, len(chunks))
	for i := range chunks {
		out = append(out, r.hit(candidate{number: n, record: records[0]}, &chunks[i], int(s.gen.Rows.First[n])+i, 0))
	}
	return out, nil
}

// rowHit makes a hit of a row, as the note stands today.
func (s *Searcher) rowHit(ctx context.Context, row int) (Hit, error) {
	n := int(s.gen.Rows.NoteOf[row])
	records, err := s.records(ctx, []int{n}, s.day(time.Time{}))
	if err != nil {
		return Hit{}, err
	}
	ch, err := s.chunk(ctx, row)
	if err != nil {
		return Hit{}, err
	}
	r := &run{Searcher: s, q: query.Query{NoSnippet: true}, match: "named"}
	return r.hit(candidate{number: n, record: records[0]}, ch, row, 0), nil
}

// Tree names the tree that is answered from: its commit, and "+dirty" where the work tree differs.
func (s *Searcher) Tree() string { return s.view.TreeName() }

// Commit is the id of the commit that the tree is, or is based on; "" before the first one.
func (s *Searcher) Commit() string { return s.view.Tree }

// Dirty tells whether the tree differs from its commit.
func (s *Searcher) Dirty() bool { return s.view.Dirty }

// Paths lists the paths of the notes in rising order. The caller must not change it.
func (s *Searcher) Paths() []string { return s.gen.Rows.Paths }

// Blob returns the id of the bytes of the note at a path, "" where there is none.
func (s *Searcher) Blob(path string) string {
	n, ok := s.numberOf(path)
	if !ok {
		return ""
	}
	return s.gen.Rows.Blobs[n]
}
