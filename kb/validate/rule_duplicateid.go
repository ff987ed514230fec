package validate

import (
	"fmt"
	"path"
	"slices"
	"strings"
	"unicode"

	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/adr"
	"github.com/9aea2451/kb/kb/snapshot"
	"github.com/9aea2451/kb/text/edition"
)

// duplicateID is the rule about ids that two notes have.
func duplicateID() Rule {
	return Rule{
		Name: "duplicate-id", Severity: Error,
		Finds: "an id that two notes have",
		About: `An id names one note through all its renames, so two notes cannot share one. It mostly comes from copying a file.

Settle it by removing the ` + "`id`" + ` of the copy, or giving it one of its own (` + "`kb new`" + ` makes ids).`,
		Tree: func(r *Run) []Finding { return r.duplicateIDs() },
	}
}

// duplicateIDs finds the notes that the change gives an id which another note has. Ids are compared
// without regard to case.
func (r *Run) duplicateIDs() []Finding {
	holders := map[string][]*snapshot.Entry{}
	for _, e := range r.After.Entries {
		if id := strings.ToLower(e.Note.ID); id != "" {
			holders[id] = append(holders[id], e)
		}
	}
	var found []Finding
	for _, c := range r.Changes {
		if c.New == nil || c.New.Note.ID == "" || c.Old != nil && strings.EqualFold(c.Old.Note.ID, c.New.Note.ID) {
			continue
		}
		with := holders[strings.ToLower(c.New.Note.ID)]
		_, own := edition.Of(c.New.File.Path)
		i := slices.IndexFunc(with, func(e *snapshot.Entry) bool {
			_, of := edition.Of(e.File.Path)
			return e != c.New && of == own // ids repeat in the versions and translations of a site
		})
		if i < 0 {
			continue
		}
		found = append(found, Finding{Place: at(c.New.File.Path, 1, 1), Related: []Place{at(with[i].File.Path, 1, 1)},
			Message:     fmt.Sprintf("id %s is also that of %s", c.New.Note.ID, with[i].File.Path),
			Suggestion:  "remove the id of the copy, or give it one of its own",
			Fingerprint: fingerprint("duplicate-id", strings.ToLower(c.New.Note.ID), c.New.File.Path)})
	}
	return found
}

// duplicateNumber is the rule about numbers that two records of one log have.
func duplicateNumber() Rule {
	return Rule{
		Name: "duplicate-number", Severity: Warning,
		Finds: "a number that two records of one log have",
		About: `A decision is called by its number, so two records of one log cannot share one. It mostly comes from two branches that each
took the next one; ` + "`kb new decision`" + ` looks at all branches that this clone knows.

Settle it with ` + "`kb mv`" + ` of the later one to the next free number: its title and what calls it follow.`,
		Tree: func(r *Run) []Finding { return r.duplicateNumbers() },
	}
}

// logNumber returns what tells a record of a numbered log from others, its log and its number; "" for what is none.
func logNumber(e *snapshot.Entry) string {
	name, number := kb.SeriesName(e.File.Path)
	if e.Note.Kind != "decision" || number == "" || adr.Dated(name+"-") != "" || datedFolder(name) {
		return ""
	}
	dir := path.Dir(strings.TrimSuffix(e.File.Path, path.Ext(e.File.Path)))
	if path.Base(dir) == name { // the record is a folder
		dir = path.Dir(dir)
	}
	_, own := edition.Of(e.File.Path)
	prefix := name[:strings.IndexAny(name, "0123456789")]
	return strings.Join([]string{dir, strings.ToLower(strings.Trim(prefix, "-_ ")), number, own}, "\x00")
}

// datedFolder reports whether a name begins with a year and a month.
func datedFolder(name string) bool {
	return len(name) > 7 && adr.Dated(name[:7]+"-01-") != ""
}

// duplicateNumbers finds the records that the change gives a number which another one has. A file beside a record that
// only adds to its name, such as an appendix, is a part of it.
func (r *Run) duplicateNumbers() []Finding {
	if !slices.ContainsFunc(r.Changes, func(c Change) bool { return c.New != nil && logNumber(c.New) != "" }) {
		return nil
	}
	holders := map[string][]*snapshot.Entry{}
	for _, e := range r.After.Entries {
		if n := logNumber(e); n != "" {
			holders[n] = append(holders[n], e)
		}
	}
	told := map[*snapshot.Entry]bool{}
	var found []Finding
	for _, c := range r.Changes {
		if c.New == nil || c.Old != nil && logNumber(c.Old) == logNumber(c.New) {
			continue
		}
		name, number := kb.SeriesName(c.New.File.Path)
		for _, other := range holders[logNumber(c.New)] {
			called, _ := kb.SeriesName(other.File.Path)
			if other == c.New || told[other] || strings.HasPrefix(name, called) || strings.HasPrefix(called, name) {
				continue
			}
			told[c.New] = true
			found = append(found, Finding{Place: at(c.New.File.Path, 1, 1), Related: []Place{at(other.File.Path, 1, 1)},
				Message:     fmt.Sprintf("number %s is also that of %s", number, other.File.Path),
				Suggestion:  "give it the next free number: kb mv OLD NEW",
				Fingerprint: fingerprint("duplicate-number", c.New.File.Path, other.File.Path)})
			break
		}
	}
	return found
}

// changeOverlap is the rule about requirements that two open changes say anew.
func changeOverlap() Rule {
	return Rule{
		Name: "change-overlap", Severity: Warning,
		Finds: "a requirement that two open changes say anew",
		About: `Each open change of OpenSpec is written against the requirement that stands. Of two that change one requirement, the one
that is archived last takes back what the other one brought.

Settle it by putting them together, or by archiving one and writing the other anew against what then stands.`,
		Tree: func(r *Run) []Finding { return r.changeOverlaps() },
	}
}

// changeOverlaps finds the requirements of a delta that the change touches which another open change says anew too.
func (r *Run) changeOverlaps() []Finding {
	if !slices.ContainsFunc(r.Changes, func(c Change) bool { return changedRequirements(c.New) != nil }) {
		return nil
	}
	holders := map[string][]*snapshot.Entry{}
	for _, e := range r.After.Entries {
		for _, name := range changedRequirements(e) {
			holders[name] = append(holders[name], e)
		}
	}
	told := map[string]bool{}
	var found []Finding
	for _, c := range r.Changes {
		if c.New == nil {
			continue
		}
		before := changedRequirements(c.Old)
		for _, name := range changedRequirements(c.New) {
			i := slices.IndexFunc(holders[name], func(e *snapshot.Entry) bool { return e != c.New })
			if i < 0 || slices.Contains(before, name) || told[name] {
				continue
			}
			told[name] = true
			other, anchor := holders[name][i].File.Path, name[strings.IndexByte(name, 0)+1:]
			place, called := at(c.New.File.Path, 1, 1), "#"+anchor
			for _, st := range c.New.Statements() {
				n := len(st.HeadingPath)
				if n > 0 && strings.EqualFold(anchor, strings.Join(strings.FieldsFunc(st.HeadingPath[n-1], notWord), "-")) {
					place, called = at(c.New.File.Path, st.Line, st.Col), st.HeadingPath[n-1]
					break
				}
			}
			found = append(found, Finding{Place: place, Related: []Place{at(other, 1, 1)},
				Message:     fmt.Sprintf("%s is also changed by %s", called, other),
				Suggestion:  "put the two changes together, or archive one and write the other anew",
				Fingerprint: fingerprint("change-overlap", c.New.File.Path, other, anchor)})
		}
	}
	return found
}

// changedRequirements returns the requirements that a delta of an open change says anew: the path of what it changes and the
// anchor of each; none of other notes.
func changedRequirements(e *snapshot.Entry) (names []string) {
	spec := Amended(e)
	if spec == "" {
		return nil
	}
	for _, anchor := range e.Anchors() {
		if strings.HasPrefix(anchor, "requirement-") {
			names = append(names, spec+"\x00"+anchor)
		}
	}
	return names
}

// notWord reports whether a letter parts the words of an anchor.
func notWord(c rune) bool { return !unicode.IsLetter(c) && !unicode.IsDigit(c) && c != '_' }
