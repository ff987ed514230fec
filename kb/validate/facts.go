package validate

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/9aea2451/kb/contradict/choice"
	"github.com/9aea2451/kb/contradict/fact"
	"github.com/9aea2451/kb/contradict/judge"
	"github.com/9aea2451/kb/kb/snapshot"
)

// factEnergy is how sure a disagreement of facts is: a person looks, and no commit is stopped. Of those
// that were read on five repositories most were mistakes of the note.
var factEnergy = map[fact.Kind]float64{
	fact.Constant: 0.6, fact.Reference: 0.6, fact.Link: 0.6, fact.Name: 0.5, fact.Formula: 0.5, fact.Force: 0.5, fact.Default: 0.5,
	fact.Count: 0.4, fact.Amount: 0.4,
}

// disagreements are the facts of a note that disagree, as findings.
// least is the energy that they take, nil for what the configuration says.
func (r *Run) disagreements(e *snapshot.Entry, numbers map[string]int, least *float64) (found []Finding) {
	warn := r.leastOf(e, least)
	told := map[string]int{} // where a number that no note has is told: once, whatever numbers are like it
	for _, d := range e.Facts() {
		if d.Kind == fact.Reference && !wrongNumber(&d, numbers) {
			continue
		}
		energy := factEnergy[d.Kind]
		if energy < warn {
			continue
		}
		f := r.factFinding(e.File.Path, &d, energy)
		if d.Kind == fact.Reference {
			number := d.Says[d.Doubted]
			if i, before := told[number]; before {
				found[i].Related = append(found[i].Related, f.Related...)
				continue
			}
			told[number] = len(found)
		}
		found = append(found, f)
	}
	return found
}

// factFinding words that a note says two things of one subject: what stands later is the finding, the
// earlier place is related.
func (r *Run) factFinding(path string, d *fact.Disagreement, energy float64) Finding {
	at := func(p fact.Place) Place {
		return Place{Path: path, Line: p.Line, Col: p.Col, EndLine: p.EndLine, Text: p.Text}
	}
	here, there := at(d.B), at(d.A)
	print := fingerprint("fact", string(d.Kind), d.Subject, statementFingerprint(d.A.Text), statementFingerprint(d.B.Text))
	says := fmt.Sprintf("%s %s, %q here, %q there", d.Kind, d.Subject, d.Says[1], d.Says[0])
	switch d.Kind {
	case fact.Reference:
		wrong, right := d.Says[d.Doubted], d.Says[1-d.Doubted]
		if d.Doubted == 0 {
			here, there = there, here
		}
		says = fmt.Sprintf("no note has the number %s, and %s is there", wrong, right)
	case fact.Count:
		says = fmt.Sprintf("%s here, %s there", d.Says[1], d.Says[0])
	case fact.Link:
		says = fmt.Sprintf("the link says %q and leads to %q", d.Says[0], d.Says[1])
	case fact.Force, fact.Amount:
		says = fmt.Sprintf("%q here, %q there", d.Says[1], d.Says[0])
	case fact.Name:
		says = fmt.Sprintf("%s: %q here, %q there", d.Subject, d.Says[1], d.Says[0])
	}
	f := Finding{
		Rule: "contradiction", Severity: Warning, Place: here, Related: []Place{there}, Energy: energy,
		Message:     fmt.Sprintf("contradicts %s: %s", there, says),
		Explanation: fmt.Sprintf("two facts of one note disagree (%s)", d.Kind),
		Suggestion:  waysOut(print),
		Fingerprint: print,
	}
	for _, p := range d.More {
		f.Related = append(f.Related, at(p))
	}
	if d.Kind == fact.Link {
		f.Message, f.Explanation = says, "the words of a link and its target disagree"
		f.Suggestion = "change the words or the target; or kb waive " + print + " --reason …"
	}
	if energy >= r.Config.RuleNumber("contradiction", "reject", path, threshold(r.Config.Thresholds, "reject", judge.Reject)) {
		f.Severity = Error
	}
	return f
}

// aboutChoices holds the words of the rule on decisions that choose differently, and of findings that are one.
const aboutChoices = `Two decisions of one folder that hold, and neither of which supersedes the other, choose differently where
one leaves what the other takes for one thing ("instead of X", "no longer X", "move from X to Y", "remove X"), where one had among
its options what the other takes for it, or where each takes another one of a class, such as two databases. What they choose is read
in the title and in the first sentences of the decision, in English, and what it is for has to be the same in both, but for words
that say little. They are warnings.

Statements of one section that contradict statements of another, and have one of them in common, are one finding.`

// choices finds which of some decisions choose otherwise than another one of their folder that holds, as neither says of
// the other. least is the energy that it takes, nil for what the configuration says.
func (r *Run) choices(s *snapshot.Snapshot, of []*snapshot.Entry, least *float64) (found []Finding) {
	type log struct{ folder, key string }
	told, asked := map[string]bool{}, map[*snapshot.Entry]bool{}
	folders, all := map[string]bool{}, map[log][]*snapshot.Entry{}
	for _, e := range of {
		if e.Note.Kind == "decision" && len(e.Chosen().Choices) > 0 {
			asked[e], folders[path.Dir(e.File.Path)] = true, true
		}
	}
	if len(asked) == 0 {
		return nil
	}
	tied := Ties(s)
	for _, e := range s.Entries {
		folder := path.Dir(e.File.Path)
		if e.Note.Kind != "decision" || !folders[folder] || s.Inactive(e, r.Day) != "" {
			continue
		}
		mine := e.Chosen()
		for _, key := range mine.Keys() {
			for _, o := range all[log{folder, key}] {
				here, there := e, o
				if !asked[e] {
					here, there = o, e
				}
				theirs := o.Chosen()
				d, ok := choice.Compare(&mine, &theirs)
				if here != e {
					d.A, d.B = d.B, d.A
				}
				if !ok || !asked[here] || d.Energy < r.leastOf(here, least) || tied.pairs[[2]string{here.File.Path, there.File.Path}] {
					continue
				}
				if f := choiceFinding(here.File.Path, there.File.Path, &d); !told[f.Fingerprint] {
					told[f.Fingerprint], found = true, append(found, f)
				}
			}
			all[log{folder, key}] = append(all[log{folder, key}], e)
		}
	}
	return found
}

// leastOf returns the energy from which on what contradicts a note is told: least, or where it is nil what the configuration says.
func (r *Run) leastOf(e *snapshot.Entry, least *float64) float64 {
	if least != nil {
		return *least
	}
	return r.Config.RuleNumber("contradiction", "warn", e.File.Path, threshold(r.Config.Thresholds, "warn", judge.Warn))
}

// choiceFinding words that two decisions choose differently.
func choiceFinding(here, there string, d *choice.Difference) Finding {
	at := func(path string, c *choice.Choice) Place {
		return Place{Path: path, Line: c.Line, Col: c.Col, EndLine: c.Line, Text: c.Place.Text}
	}
	shown := func(c *choice.Choice) string {
		if c.Left {
			return "not " + c.Name.Text
		}
		return c.Name.Text
	}
	prints := []string{statementFingerprint(d.A.Place.Text), statementFingerprint(d.B.Place.Text)}
	slices.Sort(prints)
	print, other := fingerprint("contradiction", prints...), at(there, d.B)
	return Finding{
		Rule: "contradiction", Severity: Warning, Place: at(here, d.A), Related: []Place{other}, Energy: d.Energy,
		Message:     fmt.Sprintf("contradicts %s: choice, %q here, %q there", other, shown(d.A), shown(d.B)),
		Explanation: "two decisions that hold choose differently for one thing: " + d.Why,
		Suggestion:  waysOut(print),
		Fingerprint: print,
	}
}

// newDisagreements are those that the change brings.
func (r *Run) newDisagreements() (found []Finding) {
	numbers := noteNumbers(r.After)
	for _, e := range r.awakened() {
		found = append(found, r.disagreements(e, numbers, nil)...)
	}
	found = append(found, r.choices(r.After, r.awakened(), nil)...)
	var before []Finding
	if !r.everythingNew() {
		before = r.choices(r.Before, r.earlier(), nil)
	}
	for _, e := range r.earlier() {
		before = append(before, r.disagreements(e, numbers, nil)...)
	}
	return without(found, before)
}

// earlier are the changed notes as they were, where they held.
func (r *Run) earlier() (list []*snapshot.Entry) {
	for _, c := range r.Changes {
		if c.Old != nil && r.Before.Inactive(c.Old, r.Day) == "" {
			list = append(list, c.Old)
		}
	}
	return list
}

// standing are those of all notes that hold, from an energy on.
func (r *Run) standing(least *float64) (found []Finding) {
	numbers := noteNumbers(r.After)
	var active []*snapshot.Entry
	for _, e := range r.After.Entries {
		if r.After.Inactive(e, r.Day) == "" {
			active = append(active, e)
			found = append(found, r.disagreements(e, numbers, least)...)
		}
	}
	return append(found, r.choices(r.After, active, least)...)
}

// aSeries is how many numbered notes make a series of which one can say that it lacks a number.
const aSeries = 20

// wrongNumber decides which number of a reference nothing has, where the repository has the other: the
// series is its own then. It reports whether one is wrong: a number that the note cites in many places,
// or that stands in its sentence twice, as in the text and the target of a link, was meant, though its note
// is not there yet; nor is one that is proposed.
func wrongNumber(d *fact.Disagreement, numbers map[string]int) bool {
	if len(numbers) < aSeries {
		return false
	}
	first, second := numbers[fact.WithoutZeros(d.Says[0])] > 0, numbers[fact.WithoutZeros(d.Says[1])] > 0
	text := d.A.Text
	if d.Doubted = 0; first {
		d.Doubted, text = 1, d.B.Text
	}
	return first != second && !d.Meant[d.Doubted] && strings.Count(text, d.Says[d.Doubted]) < 2 && !strings.Contains(text, "/pull/")
}

// noteNumbers counts the notes that are named by a number: "eip-1559.md", "0401-coercions.md",
// "1710-relabeling/README.md".
func noteNumbers(s *snapshot.Snapshot) map[string]int {
	numbers := map[string]int{}
	for _, e := range s.Entries {
		dir, name := path.Split(e.File.Path)
		for _, name := range []string{name, path.Base(dir)} {
			for part := range strings.FieldsFuncSeq(name, func(r rune) bool { return r < '0' || r > '9' }) {
				if len(part) > 2 && len(part) < 6 {
					numbers[fact.WithoutZeros(part)]++
				}
			}
		}
	}
	return numbers
}
