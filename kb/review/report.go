// Package review tells what a change does to what a team knows: which notes come and go, what they
// say that was not said before, what contradicts, what no longer fits, and who should look.
//
// What counts is the base: its configuration, its waivers, its saved queries and its code owners. A
// change cannot silence its own review.
package review

import (
	"cmp"
	"fmt"

	"github.com/9aea2451/kb/kb/validate"
	"github.com/9aea2451/kb/text/diff"
)

// Review is what a change does to what is known. Lists are in a fixed order: notes and statements
// by path and line, findings as validate.Sort has them, dependents by weight.
type Review struct {
	Range      Range            `json:"range"`
	Verdict    Verdict          `json:"verdict"`
	Risk       Risk             `json:"risk"`
	Counts     Counts           `json:"counts"`
	Notes      []Note           `json:"notes"`
	Statements []Statement      `json:"statements"`
	Merge      Merge            `json:"merge"`
	Gone       []Gone           `json:"gone"`
	Dependents []Dependent      `json:"dependents"`
	Concerns   *Concerns        `json:"concerns,omitempty"` // where the change is of code, too
	Summaries  []OverdueSummary `json:"summaries"`
	Staleness  []Staleness      `json:"staleness"`
	Queries    []Query          `json:"queries"`
	Recall     *Recall          `json:"recall,omitempty"`
	Findings   []ScopedFinding  `json:"findings"`
	Reviewers  []Reviewer       `json:"reviewers"`
	Commits    []Commit         `json:"commits"`
	NotJudged  []string         `json:"not_judged"` // what could not be looked at, and why
}

// Verdict sums a review up in a word.
type Verdict string

// The verdicts.
const (
	Clean    Verdict = "clean"    // nothing speaks against it
	Look     Verdict = "look"     // a person should look at something
	Conflict Verdict = "conflict" // it cannot stand beside what is known
)

// Tally counts what becomes of statements.
type Tally struct {
	Added    int `json:"added"`
	Removed  int `json:"removed"`
	Reworded int `json:"reworded"`
	Changed  int `json:"changed"`
	Moved    int `json:"moved"` // to another note, or from one
}

// add counts one more.
func (t *Tally) add(change string) {
	switch change {
	case Added:
		t.Added++
	case Removed:
		t.Removed++
	case Reworded:
		t.Reworded++
	case Changed:
		t.Changed++
	case Moved:
		t.Moved++
	}
}

// Counts are the numbers of a report.
type Counts struct {
	Notes int `json:"notes"`
	Tally
	Errors     int `json:"errors"`     // findings
	Warnings   int `json:"warnings"`   // findings
	Waived     int `json:"waived"`     // findings
	Proposed   int `json:"proposed"`   // findings that the change itself waives: they count until it is merged
	Conflicts  int `json:"conflicts"`  // contradictions that no waiver silences
	Dependents int `json:"dependents"` // notes that depend on what changes
}

// Remains says how many findings the change waives by itself and how many of errors and warnings are
// left without them, "" where it waives none.
func (c *Counts) Remains() string {
	if c.Proposed == 0 {
		return ""
	}
	return fmt.Sprintf("%d of them waived by the change, %d remain", c.Proposed, max(0, c.Errors+c.Warnings-c.Proposed))
}

// Note is one note that the change touches, or whose standing it changes.
type Note struct {
	// Change is added, changed, renamed, removed, superseded, deprecated, archived, rejected, expired,
	// not yet valid or restored.
	Change       string   `json:"change"`
	Path         string   `json:"path"`
	OldPath      string   `json:"old_path,omitempty"` // of a renamed one
	Title        string   `json:"title"`
	Kind         string   `json:"kind"`
	Type         string   `json:"type,omitempty"` // of a memory
	Status       string   `json:"status,omitempty"`
	OldStatus    string   `json:"old_status,omitempty"` // where it differs
	Category     string   `json:"category,omitempty"`
	SupersededBy string   `json:"superseded_by,omitempty"`
	Authors      []string `json:"authors"` // of the commits of the change that touch it
	Agents       []string `json:"agents"`  // that the trailers of those name
	PageRank     float64  `json:"pagerank"`
	Statements   int      `json:"statements"` // that it makes now; of one that goes, that it made
	Tally
	Amends  []Amendment `json:"amends,omitempty"` // of a new delta of OpenSpec
	Touched bool        `json:"touched"`          // its file differs; else another note changes what holds
}

// The ways in which a statement changes.
const (
	Added    = "added"
	Removed  = "removed"
	Reworded = "reworded" // says the same in other words
	Changed  = "changed"  // says something else
	Moved    = "moved"    // says it elsewhere
)

// Statement is one thing that is said otherwise than before.
type Statement struct {
	Change  string            `json:"change"` // added, removed, reworded, changed or moved
	Kind    string            `json:"kind"`   // sentence, item, row, heading, code or field
	Old     *Wording          `json:"old,omitempty"`
	New     *Wording          `json:"new,omitempty"`
	Words   []diff.Word       `json:"words,omitempty"` // of a pair: what went, came and stayed
	Aspects []string          `json:"aspects"`         // of a pair: force, polarity, value, scope, condition, name, words, link, format
	Moved   bool              `json:"moved"`           // a pair that stands elsewhere than before
	Binds   bool              `json:"binds"`           // it is a rule on one side: MUST, SHOULD, MAY, never, …
	Argues  bool              `json:"argues"`          // it stands where a text argues or illustrates, on both sides that there are
	Level   validate.Severity `json:"severity"`
	Delta   string            `json:"delta,omitempty"` // of a statement of a specification: the delta of OpenSpec that removes it
}

// Path is the note that it is about: where it stands now, else where it stood, or the delta that removes it.
func (s *Statement) Path() string { return cmp.Or(s.Delta, s.said().Path) }

// From returns where a statement stood; nil where that goes without saying: at the same place, or in the note that it is about.
func (s *Statement) From() *Wording {
	if s.New != nil && s.Moved || s.Delta != "" {
		return s.Old
	}
	return nil
}

// said is the side that a reader goes to.
func (s *Statement) said() *Wording {
	if s.New != nil {
		return s.New
	}
	return s.Old
}

// Wording is a statement with its place.
type Wording struct {
	Path    string   `json:"path"`
	Line    int      `json:"line"` // 1-based, in the tree of its side
	Col     int      `json:"col"`  // 1-based, bytes
	EndLine int      `json:"end_line"`
	Heading []string `json:"heading"` // outermost first
	Force   string   `json:"force,omitempty"`
	Text    string   `json:"text"`
}

// The scopes of a finding: against what it is one.
const (
	InChange = "change" // both sides are of the change
	InBase   = "base"   // the other side stands in the base
	InMerge  = "merge"  // each side is fine alone: it comes of merging them
	InBranch = "branch" // the other side is of another open branch: see Branch
)

// ScopedFinding is something that a person should look at.
type ScopedFinding struct {
	validate.Finding
	Scope  string `json:"scope"` // change, base, merge or branch
	Branch string `json:"branch,omitempty"`
}

// Merge is what git makes of the change and the tip of the base.
type Merge struct {
	Judged    bool     `json:"judged"`           // the result of merging was looked at
	Reason    string   `json:"reason,omitempty"` // why not, or only in part
	Conflicts []string `json:"conflicts"`        // notes that git cannot merge
	Unjudged  []string `json:"unjudged"`         // notes that both sides changed, where nothing here can merge them
}

// Gone is a name that the change takes away or gives up, with the notes outside of it that still say it.
type Gone struct {
	Name   string   `json:"name"`
	Now    string   `json:"now,omitempty"`  // the name that comes in its place
	Source string   `json:"source"`         // what takes it away: "code", "notes", or "note" where it is itself one, by its title
	Path   string   `json:"path"`           // of the file that had it, or of the note that says so
	Line   int      `json:"line,omitempty"` // of that note, in the tree after the change
	Total  int      `json:"total"`          // notes, before the limit
	Notes  []Naming `json:"notes"`          // at most 50; those of the nearest folders first, then by PageRank
}

// Naming is a note that says a name.
type Naming struct {
	Path     string  `json:"path"`
	Line     int     `json:"line"` // where it says it first, from 1
	Title    string  `json:"title"`
	PageRank float64 `json:"pagerank"` // 0–1
}

// Dependent is a note outside of the change that depends on what changes.
type Dependent struct {
	Path     string  `json:"path"`
	Title    string  `json:"title"`
	Kind     string  `json:"kind"`
	On       string  `json:"on"`       // the note of the change
	Relation string  `json:"relation"` // depends on, implements, …, or links to
	Line     int     `json:"line"`     // of the reference
	PageRank float64 `json:"pagerank"` // 0–1
}

// OverdueSummary is a category summary that says less than its notes.
type OverdueSummary struct {
	Category string   `json:"category"`
	Path     string   `json:"path"`
	Notes    []string `json:"notes"` // of the category, that the change touches
}

// Staleness is a note whose staleness changes.
type Staleness struct {
	Path    string   `json:"path"`
	Change  string   `json:"change"` // settled or caused
	Reasons []string `json:"reasons"`
}

// Query is a saved query whose answer changes.
type Query struct {
	Query  string `json:"query"`
	Note   string `json:"note"`   // that should answer
	Change string `json:"change"` // gained, lost, moved up or moved down
	Old    int    `json:"old"`    // rank from 1, 0 when it is not among the answers
	New    int    `json:"new"`
	Line   int    `json:"line"` // of the queries file
}

// Recall is the share of the saved queries whose note is among the first answers.
type Recall struct {
	Queries int     `json:"queries"`
	Top     int     `json:"top"` // answers that count
	Old     float64 `json:"old"` // 0–1
	New     float64 `json:"new"`
	Least   float64 `json:"least"` // that the base asks for
}

// Reviewer is somebody who should look.
type Reviewer struct {
	Name  string   `json:"name"` // as CODEOWNERS has it, else a person's name
	By    string   `json:"by"`   // owner or author
	Email string   `json:"email,omitempty"`
	Notes []string `json:"notes"`
}

// Commit is one commit of the change.
type Commit struct {
	ID      string   `json:"id"`
	Author  string   `json:"author"`
	Date    string   `json:"date"`
	Subject string   `json:"subject"`
	Agents  []string `json:"agents"`
}
