package validate

import (
	"fmt"
	"slices"
	"strings"

	"github.com/9aea2451/kb/contradict/base"
	"github.com/9aea2451/kb/contradict/read"
	"github.com/9aea2451/kb/kb/snapshot"
	"github.com/9aea2451/kb/markdown"
	"github.com/9aea2451/kb/text/edition"
	"github.com/9aea2451/kb/text/wording"
)

// nearDuplicate is the rule about new notes most of whose statements stand in another one.
func nearDuplicate() Rule {
	return Rule{
		Name: "near-duplicate", Severity: Warning,
		Finds: "a new note that says what another one says already",
		About: `Most of the statements of a new note stand, in the same or nearly the same words, in one other active note.
Templates, data of tests, history and what a program generated are not compared. Lines that are code alone do not count: a
translation has the same ones.
What is said twice drifts apart. The share of statements from which on a note counts as a near-duplicate is 0.8
(` + "`thresholds: {duplicate: 0.9}`" + ` in .memory/kb.yaml).

Settle it by adding to the note that is there, or by superseding it.`,
		Tree: func(r *Run) []Finding { return r.nearDuplicates() },
	}
}

const (
	// duplicateShare is the share of a note's statements that another note must have.
	duplicateShare = 0.8
	// shortStatement is the number of words below which a statement is too short to be a copy.
	shortStatement = 4
	// commonStatement is the number of notes from which on a statement is a form's and tells nothing.
	commonStatement = 3
)

// nearDuplicates compares the notes that the change adds with all that hold. Notes that relate to
// each other are let pass.
func (r *Run) nearDuplicates() []Finding {
	var notes []*snapshot.Entry
	for _, c := range r.Changes {
		if c.New != nil && c.Old == nil && !r.generated[c.Path] && r.After.Inactive(c.New, r.Day) == "" && len(c.New.Statements()) > 0 {
			notes = append(notes, c.New)
		}
	}
	if len(notes) == 0 {
		return nil
	}
	same := r.duplicated(notes)
	tied := Ties(r.After)
	var found []Finding
	told := map[[2]string]bool{} // a new note and the one that has its statements
	for _, e := range notes {
		if f, ok := r.nearDuplicate(e, same, tied); ok {
			found = append(found, f)
			told[[2]string{f.Path, f.Related[0].Path}] = true
		}
	}
	return slices.DeleteFunc(found, func(f Finding) bool { // of two new notes that repeat each other the later is told of
		other := f.Related[0].Path
		return f.Path < other && told[[2]string{other, f.Path}]
	})
}

// duplicates tells for a statement which other notes say the same.
type duplicates map[*markdown.Statement]map[string]bool

// add adds pairs of statements that say the same.
func (d duplicates) add(stated *base.Base, pairs []base.Pair) {
	add := func(p *read.Parsed, other string) {
		st := snapshot.PlaceOf(p).Statement
		if p.Document == other {
			return
		}
		if len(d[st]) >= commonStatement {
			return // that many tell nothing
		}
		if d[st] == nil {
			d[st] = map[string]bool{}
		}
		d[st][other] = true
	}
	for _, p := range pairs {
		a, b := stated.Statement(int(p.A)), stated.Statement(int(p.B))
		add(a, b.Document)
		add(b, a.Document)
	}
}

// nearDuplicate finds the note that says most of what a new one says.
func (r *Run) nearDuplicate(e *snapshot.Entry, same duplicates, tied *Tied) (Finding, bool) {
	counts, own := map[string]int{}, 0
	_, edited := edition.Of(e.File.Path)
	for i := range e.Statements() {
		others := same[&e.Statements()[i]]
		text := e.Statements()[i].Text
		if len(others) >= commonStatement || len(strings.Fields(text)) < shortStatement || onlyCode(text) {
			continue
		}
		own++
		for d := range others {
			if _, of := edition.Of(d); of == edited {
				counts[d]++
			}
		}
	}
	other, most := "", 0
	for d, n := range counts {
		if n > most || n == most && d < other {
			other, most = d, n
		}
	}
	share := threshold(r.Config.Thresholds, "duplicate", duplicateShare)
	if most == 0 || float64(most) < share*float64(own) || tied.pairs[[2]string{e.File.Path, other}] || amendsNote(e, r.After.Entry(other)) {
		return Finding{}, false
	}
	to := at(other, 1, 1)
	to.Text = r.After.Entry(other).Note.Title
	return Finding{Place: at(e.File.Path, 1, 1), Related: []Place{to}, Fingerprint: fingerprint("near-duplicate", e.File.Path, other),
		Message:    fmt.Sprintf("%d of its %s also in %s", most, wording.Plural(own, "statement stands", "statements stand"), other),
		Suggestion: "add to that note, or supersede it: kb supersede " + other + " " + e.File.Path}, true
}

// onlyCode tells a command line by itself: a page in another language has the same ones.
func onlyCode(text string) bool {
	code, ok := strings.CutPrefix(strings.TrimRight(text, " .,;:"), "`")
	code, closed := strings.CutSuffix(code, "`")
	return ok && closed && !strings.Contains(code, "`")
}

// amendsNote tells a delta of a specification from a copy.
func amendsNote(e, other *snapshot.Entry) bool {
	return e.Note.Label == "delta-spec" || other.Note.Label == "delta-spec"
}
