// Package stale tells which notes may no longer say what is so, and why.
//
// A note is judged in four layers, each a reason with its evidence: what its front matter says of
// it (explicit), how far its confidence has decayed (confidence), how much of the code that it
// speaks of has changed since it was last touched (churn), and which of the files and names that it
// cites are gone (reference). Assess is the arithmetic, without I/O; a Judge gathers the facts from
// git.
package stale

import (
	"strings"
	"time"
)

// Layer names where a reason comes from.
type Layer string

// The layers, in the order in which reasons are given.
const (
	Explicit   Layer = "explicit"
	Confidence Layer = "confidence"
	Churn      Layer = "churn"
	Reference  Layer = "reference"
)

// Assessment is what is to be said of a note.
type Assessment struct {
	Path     string   `json:"path"`
	Title    string   `json:"title"`
	Kind     string   `json:"kind"`
	Status   string   `json:"status,omitempty"`
	Inactive string   `json:"inactive"` // why the note does not hold today, "" when it does
	Score    float64  `json:"score"`    // from 0 to 1: 1 − Π(1 − score of each reason)
	Touched  Touch    `json:"touched"`
	Reasons  []Reason `json:"reasons"` // in the order of the layers
}

// Touch is when somebody last saw to a note, from which on changes count.
type Touch struct {
	By     string     `json:"by"`     // commit, verified, uncommitted (changes in the work tree), or "" when it is not known
	Date   string     `json:"date"`   // ISO 8601, "" when it is not known
	Commit *CommitRef `json:"commit"` // the last one of the branch that touched the note, null for none
}

// Reason is one layer of a note's staleness.
type Reason struct {
	Layer    Layer      `json:"layer"`
	Score    float64    `json:"score"` // from 0 to 1
	Text     string     `json:"text"`  // one line for a person
	Evidence []Evidence `json:"evidence"`
}

// Evidence is one fact behind a reason. Which fields are set depends on the layer.
type Evidence struct {
	Cited   string      `json:"cited,omitempty"`    // as the note has it: a path, a glob, a name; of the explicit layer the key
	Line    int         `json:"line,omitempty"`     // of the note, where it is cited
	Path    string      `json:"path,omitempty"`     // the file or folder that is meant, or that held the name
	NewPath string      `json:"new_path,omitempty"` // that it was renamed to
	Fate    Fate        `json:"fate,omitempty"`     // of a reference
	Seen    bool        `json:"seen,omitempty"`     // the note was touched after it went, and still cites it
	Local   bool        `json:"local,omitempty"`    // no other file than Path held the name
	Share   float64     `json:"share,omitempty"`    // of the lines that changed, from 0 to 1
	Changes int         `json:"changes,omitempty"`  // commits that changed it since
	Commits []CommitRef `json:"commits,omitempty"`  // of them, at most 10: the newest, or after Judge.Explain those that changed most
	Value   string      `json:"value,omitempty"`    // of the key
	Text    string      `json:"text"`               // one line for a person

	steps []step // of churn
}

// Fate is what became of what a note refers to.
type Fate string

// The fates.
const (
	Deleted Fate = "deleted" // a file or folder
	Renamed Fate = "renamed" // a file or folder, to NewPath
	Removed Fate = "removed" // a name, from Path
)

// CommitRef is a commit in short.
type CommitRef struct {
	ID      string `json:"id"`
	Date    string `json:"date"` // of the committer, ISO 8601
	Author  string `json:"author"`
	Subject string `json:"subject"`
	Lines   int    `json:"lines,omitempty"` // that it changed of what the evidence is about; after Judge.Explain
}

// reason gives the reason of a layer, nil when the note has none.
func (n *Assessment) reason(l Layer) *Reason {
	for i := range n.Reasons {
		if n.Reasons[i].Layer == l {
			return &n.Reasons[i]
		}
	}
	return nil
}

// Line says in one line why a note may be stale, the strongest reason first, "" when there is no reason.
func (n *Assessment) Line() string {
	var texts []string
	for _, r := range n.ByScore() {
		texts = append(texts, r.Text)
	}
	return strings.Join(texts, "; ")
}

// day writes a time as a date.
func day(t time.Time) string { return t.UTC().Format(time.DateOnly) }

// shortID is a commit's id as people write it.
func shortID(id string) string { return id[:min(len(id), 10)] }
