package validate

import (
	"fmt"
	"slices"

	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/snapshot"
)

// status is the rule about a status that contradicts the relations of its note.
func status() Rule {
	return Rule{
		Name: "status", Severity: Warning,
		Finds: "a status that disagrees with the relations",
		About: `A note that is accepted while another one supersedes it, a note that is given up and yet supersedes another, or a ` +
			`validity that
ends before it begins, or a line of the text with another status than the front matter: the note says two things.

Settle it with ` + "`kb supersede OLD NEW`" + `, which sets both sides, or by correcting the status.`,
		Tree: func(r *Run) []Finding { return r.statuses() },
		File: func(_ *Run, f *File) []Finding {
			said := kb.StatusesSaid(f.Doc, f.Source)
			for _, s := range said {
				if was := said[0]; f.New.Note.Kind == "decision" && s.Status != was.Status {
					return []Finding{{Place: at(f.Path, s.Line, 1), Suggestion: "correct the one that is wrong",
						Message:     fmt.Sprintf("status is %s here, and %s in line %d", s.Status, was.Status, was.Line),
						Fingerprint: fingerprint("status", f.Path, s.Status, was.Status)}}
				}
			}
			return nil
		},
	}
}

// statuses finds the contradictions that the change brings. Those that the earlier note had are
// left out.
func (r *Run) statuses() []Finding {
	var found []Finding
	for _, e := range r.touchedByRelations() {
		for _, problem := range r.statusProblems(r.After, e) {
			if old := r.Before.Entry(e.File.Path); old != nil && slices.Contains(r.statusProblems(r.Before, old), problem) {
				continue
			}
			found = append(found, Finding{Place: at(e.File.Path, 1, 1), Message: problem, Suggestion: "correct the status or the relation",
				Fingerprint: fingerprint("status", e.File.Path, problem)})
		}
	}
	return found
}

// touchedByRelations are the changed notes and those that they supersede.
func (r *Run) touchedByRelations() []*snapshot.Entry {
	var out []*snapshot.Entry
	seen := map[string]bool{}
	add := func(e *snapshot.Entry) {
		if e != nil && !seen[e.File.Path] {
			seen[e.File.Path] = true
			out = append(out, e)
		}
	}
	for _, c := range r.Changes {
		if c.New == nil {
			continue
		}
		add(c.New)
		for _, s := range r.After.Supersessions(c.New) {
			add(r.After.Entry(s.Old))
		}
	}
	return out
}

// statusProblems says what of a note's front matter disagrees.
func (r *Run) statusProblems(s *snapshot.Snapshot, e *snapshot.Entry) (problems []string) {
	n := &e.Note
	if by := s.SupersededBy(e, r.Day); by != "" && n.Status == "accepted" {
		problems = append(problems, fmt.Sprintf("status is accepted, but %s supersedes it", by))
	}
	if n.Status == "rejected" || n.Status == "deprecated" {
		for _, pair := range s.Supersessions(e) {
			if pair.New == e.File.Path {
				problems = append(problems, fmt.Sprintf("status is %s, but it supersedes %s", n.Status, pair.Old))
			}
		}
	}
	if n.ValidFrom != "" && n.ValidUntil != "" && n.ValidUntil < n.ValidFrom {
		problems = append(problems, fmt.Sprintf("valid_until %s is before valid_from %s", n.ValidUntil, n.ValidFrom))
	}
	return problems
}
