package validate

import (
	"fmt"
	"slices"
	"strings"

	"github.com/9aea2451/kb/contradict/base"
	"github.com/9aea2451/kb/contradict/judge"
	"github.com/9aea2451/kb/contradict/read"
	"github.com/9aea2451/kb/kb/snapshot"
	"github.com/9aea2451/kb/markdown"
	"github.com/9aea2451/kb/text/wording"
)

// contradiction is the rule about statements that cannot both hold. Its thresholds are energies
// from 0 to 1.
func contradiction() Rule {
	return Rule{
		Name: "contradiction", Severity: Warning,
		Finds: "a statement that cannot hold beside one that stands",
		About: `Two statements of active notes cannot both hold: one says MUST and one MUST NOT, one says 30 minutes and one 12 hours.
The energy of the pair, from 0 to 1, says how sure that is: from 0.7 on it is an error, from 0.3 on a warning. Both numbers can be
set: ` + "`rules: [{rule: contradiction, warn: 0.4, reject: 0.8}]`" + ` in .memory/kb.yaml.

Only what a change brings is judged, against the base as it will be after it. Notes that are superseded, rejected, deprecated,
archived or out of their validity contradict nothing, nor do two of which one supersedes the other. Nothing is asserted

- by templates, workflows, lists of tasks, changelogs and minutes, documents named by a day, and what lies in folders such as archive,
blog or vendor;
- below headings such as Alternatives, Option 2, Pros, Examples, Motivation, History and Open Questions, or the day of an entry;
- by code, tables, quotes, comments, questions and "see …"; a box (a note, a tab) is text, unless it is one of quotes or examples.

Two statements may speak of two things, or of two cases of one. Each of these doubts keeps the energy below 0.3 whatever else speaks
for the pair, so that it is not told of unasked:

- two subjects: each side names something that the other does not (staging and production, plan A and plan B), or the notes are of
one series (free-plan.md and paid-plan.md, aws.md and azure.md, two versions, proposals by number whose subject is not named);
- an exception: a condition, a scope ("in staging") or much more is said on one side;
- a course of events or a list: steps, cases or items of one section, or of sections with parallel headings;
- another time: what was or is only imagined, or what could be on one side;
- too little: no verb, no subject ("Returns the name"), or a word that points elsewhere ("it", "this"),
unless the whole sentence stands in both notes.

The title of an accepted decision is a statement, and the items of a list go on with a lead-in that ends with its verb ("The server
MUST:").

An error takes the same words on both sides but for one thing that excludes the other, and no doubt. Weaker doubts, such as two amounts
of one section, or a word more in another note that has a name in common, make a warning of an error, or less. What pages of a
reference say each of its own thing is not told of: an attribute without its thing ("The default value is 50"), a sentence of five
notes or more, what an error by its number describes, and words that name both notes. Statements that share few words are told of
where they give amounts, an owner by name, a place or members of a class, or name one thing by two words and nothing else.

How large the base is does not enter the energy: how rare a word is only chooses the pairs to judge. ` + "`kb conflicts --min 0.1`" + ` also
lists most pairs that one doubt keeps below a warning, and names the doubt.

Facts of one note are looked up, too, in its tables, its code and its sentences. They are warnings, never errors:

- two values: of a constant or a setting, of its default, of a formula, of a cost, of the literal behind one noun, and an amount in the
summary that the body gives otherwise;
- two names: a feature gate that is introduced under one and declared under another, a metric or variable with one word changed, a constant
that is defined and never used beside one like it that is used and never defined, a name or a link of names misspelt in one place;
- two forces: what is a MUST here and a SHOULD or a MUST NOT there, what the note says that it does and does not define, "no other" with
and without an exception;
- a wrong reference: a link whose words name one number and whose target another, and a number of the repository's own series that no note
has, a digit away from one that is cited beside it;
- a list of more or fewer items than its lead-in says.

` + aboutChoices + `

Settle it by changing one side, by a ` + "`supersedes`" + ` relation from the new note to the old one (` + "`kb supersede OLD NEW`" + `), by
` + "`relations: [{type: contradicts, target: …}]`" + ` in the front matter where the tension is known and wanted, or by a waiver
with a reason (` + "`kb waive FINDING --reason …`" + `).`,
		Tree: func(r *Run) []Finding { return r.contradictions() },
	}
}

// contradictions judges the statements that the change brings against all that hold after it.
func (r *Run) contradictions() []Finding {
	tied := Ties(r.After)
	var found []Finding
	for _, c := range r.contradicted() {
		if f, ok := r.conflict(&c, tied, nil); ok {
			found = append(found, f)
		}
	}
	found = joinAlike(append(r.joinLists(r.secondRead(found, tied, nil)), r.newDisagreements()...))
	if len(r.others) > 0 {
		found = append(found, r.againstOthers(r.newStatements())...)
	}
	return found
}

// everythingNew tells that there was nothing before: a first commit, or the whole base is judged.
func (r *Run) everythingNew() bool { return r.whole || len(r.Before.Tree.Files) == 0 }

// newStatements returns the statements that were said in no note that the change touches, as far as
// that was active.
func (r *Run) newStatements() (news []*read.Parsed) {
	said := map[string]bool{}
	for _, c := range r.Changes {
		if c.Old != nil && r.Before.Inactive(c.Old, r.Day) == "" {
			for _, st := range c.Old.Statements() {
				said[saidKey(&st)] = true
			}
		}
	}
	for _, e := range r.awakened() {
		for i, st := range e.Statements() {
			if !said[saidKey(&st)] {
				news = append(news, e.Parse(i))
			}
		}
	}
	return news
}

// saidKey is the same for two statements that say the same under the same conditions.
func saidKey(st *markdown.Statement) string {
	return strings.ToLower(wording.OneLine(st.Text)) + "\x00" + strings.Join(st.Conditions, "\x00")
}

// lastStated is all that is stated after a change, the new statements last: from number first on.
type lastStated struct {
	base  *base.Base
	first int
	news  []*read.Parsed
}

// statements returns all that is stated after the change, the new statements last: from number first on.
// Rules that ask about the same statements one after the other share it: to read it takes longer than they do.
func (r *Run) statements(news []*read.Parsed) (*base.Base, int) {
	same := func(a, b *read.Parsed) bool { return snapshot.PlaceOf(a).Statement == snapshot.PlaceOf(b).Statement }
	if r.stated.base == nil || !slices.EqualFunc(r.stated.news, news, same) {
		all, first := r.allWith(news)
		r.stated = lastStated{all, first, news}
	}
	return r.stated.base, r.stated.first
}

// allWith puts the new statements behind all others: what the awakened notes said before is taken
// out and added again without them. Where everything is new the order stays, and first is 0.
func (r *Run) allWith(news []*read.Parsed) (stated *base.Base, first int) {
	stated = r.After.Statements(r.Day)
	stated.Watch = r.watch
	if r.everythingNew() {
		return stated, 0
	}
	isNew := make(map[*markdown.Statement]bool, len(news))
	for _, p := range news {
		isNew[snapshot.PlaceOf(p).Statement] = true
	}
	awakened := r.awakened()
	paths := make([]string, len(awakened))
	for i, e := range awakened {
		paths[i] = e.File.Path
	}
	stated.Drop(paths...)
	for _, e := range awakened {
		for i := range e.Statements() {
			if !isNew[&e.Statements()[i]] {
				stated.Add(e.Parse(i))
			}
		}
	}
	first = stated.Len()
	for _, p := range news {
		stated.Add(p)
	}
	return stated, first
}

// awakened are the notes that are active and changed, or that the change made active.
func (r *Run) awakened() []*snapshot.Entry {
	var out []*snapshot.Entry
	changed := map[string]bool{}
	for _, c := range r.Changes {
		if c.New == nil {
			continue
		}
		changed[c.New.File.Path] = true
		if r.After.Inactive(c.New, r.Day) == "" {
			out = append(out, c.New)
		}
	}
	if !r.relationsChanged() {
		return out
	}
	for _, e := range r.After.Entries {
		if changed[e.File.Path] || r.After.Inactive(e, r.Day) != "" {
			continue
		}
		if old := r.Before.Entry(e.File.Path); old != nil && r.Before.Inactive(old, r.Day) != "" {
			out = append(out, e)
		}
	}
	return out
}

// relationsChanged tells whether the change may have ended a supersession.
func (r *Run) relationsChanged() bool {
	return slices.ContainsFunc(r.Changes, func(c Change) bool { return c.Old != nil && len(r.Before.Supersessions(c.Old)) > 0 })
}

// lowestWarn is the least energy at which some file warns.
func (r *Run) lowestWarn() float64 {
	least := threshold(r.Config.Thresholds, "warn", judge.Warn)
	for _, s := range r.Config.Rules {
		if v, ok := s.Numbers["warn"]; ok && s.Rule == "contradiction" {
			least = min(least, v)
		}
	}
	return least
}

// threshold is what the configuration sets for a name, else the default.
func threshold(set map[string]float64, name string, otherwise float64) float64 {
	if v, ok := set[name]; ok {
		return v
	}
	return otherwise
}

// conflict makes a finding of a pair, unless something in the notes settles it. least is the energy
// that it takes, nil for what the configuration says.
func (r *Run) conflict(c *base.Finding, tied *Tied, least *float64) (Finding, bool) {
	a, b := snapshot.PlaceOf(c.A), snapshot.PlaceOf(c.B)
	if a.Entry == nil || b.Entry == nil || tied.Settled(a, b) {
		return Finding{}, false
	}
	path := a.Entry.File.Path
	warn := r.Config.RuleNumber("contradiction", "warn", path, threshold(r.Config.Thresholds, "warn", judge.Warn))
	reject := r.Config.RuleNumber("contradiction", "reject", path, threshold(r.Config.Thresholds, "reject", judge.Reject))
	if least != nil {
		warn = *least
	}
	if c.Verdict.Energy < warn {
		return Finding{}, false
	}
	f := Conflict(c)
	f.Severity = Warning
	if c.Verdict.Energy >= reject {
		f.Severity = Error
	}
	return f, true
}

// Conflict makes a finding of a pair of statements of a snapshot.
func Conflict(c *base.Finding) Finding {
	a, b := snapshot.PlaceOf(c.A), snapshot.PlaceOf(c.B)
	f := ofTexts(a.Statement.Text, b.Statement.Text)
	other := placeOf(b)
	f.Place, f.Related = placeOf(a), []Place{other}
	f.Energy, f.Explanation = c.Verdict.Energy, c.Verdict.Explain()
	f.Message = fmt.Sprintf("contradicts %s: %s", other, signalText(&c.Verdict))
	f.Suggestion, f.sections = waysOut(f.Fingerprint), sectionsOf(a, b)
	return f
}

// ofTexts returns the finding that two texts contradict each other, as far as it is known again by them.
func ofTexts(a, b string) Finding {
	prints := []string{statementFingerprint(a), statementFingerprint(b)}
	slices.Sort(prints)
	return Finding{Rule: "contradiction", Fingerprint: fingerprint("contradiction", prints...), statements: prints}
}

// sectionsOf names the sections of two statements, whichever comes first.
func sectionsOf(a, b snapshot.Place) string {
	x := fmt.Sprintf("%s\x00%d", a.Entry.File.Path, a.Statement.Section)
	y := fmt.Sprintf("%s\x00%d", b.Entry.File.Path, b.Statement.Section)
	return min(x, y) + "\x00" + max(x, y)
}

// waysOut names what settles a contradiction.
func waysOut(print string) string {
	return "change one side; or kb supersede OLD NEW; or say where each holds, or relate them as contradicts; or kb waive " + print +
		" --reason …"
}

// signalText says in a few words what excludes what.
func signalText(v *judge.Verdict) string {
	if v.Signal.A == "" && v.Signal.B == "" {
		return string(v.Signal.Kind)
	}
	return fmt.Sprintf("%s, %q here, %q there", v.Signal.Kind, v.Signal.A, v.Signal.B)
}
