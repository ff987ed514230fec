package validate

import (
	"fmt"
	"slices"
	"strings"

	"github.com/9aea2451/kb/kb/snapshot"
)

func supersedesCycle() Rule {
	return Rule{
		Name: "supersedes-cycle", Severity: Error,
		Finds: "notes that supersede each other in a circle",
		About: `When A supersedes B and B, directly or through others, supersedes A, none of them holds.

Settle it by removing the relation that is wrong.`,
		Tree: func(r *Run) []Finding { return r.supersedesCycles() },
	}
}

func (r *Run) supersedesCycles() []Finding {
	next := map[string][]string{} // from the note that supersedes to the ones superseded
	for _, e := range r.After.Entries {
		for _, s := range r.After.Supersessions(e) {
			if !slices.Contains(next[s.New], s.Old) {
				next[s.New] = append(next[s.New], s.Old)
			}
		}
	}
	var found []Finding
	seen := map[string]bool{}
	for _, c := range r.Changes {
		if c.New == nil {
			continue
		}
		cycle := cycleFrom(next, c.New.File.Path)
		if cycle == nil {
			continue
		}
		sorted := slices.Sorted(slices.Values(cycle))
		key := strings.Join(sorted, "\x00")
		if seen[key] {
			continue
		}
		seen[key] = true
		found = append(found, Finding{Place: at(c.New.File.Path, relationLine(c.New, "supersedes"), 1),
			Message:     "supersedes itself: " + strings.Join(append(cycle, cycle[0]), " supersedes "),
			Suggestion:  "remove the relation that is wrong",
			Fingerprint: fingerprint("supersedes-cycle", sorted...)})
	}
	return found
}

// cycleFrom finds the shortest way from a note back to itself, nil when there is none.
func cycleFrom(next map[string][]string, start string) []string {
	from := map[string]string{}
	queue := []string{start}
	for len(queue) > 0 {
		at := queue[0]
		queue = queue[1:]
		for _, to := range next[at] {
			if to == start {
				return wayTo(from, start, at)
			}
			if _, seen := from[to]; !seen {
				from[to] = at
				queue = append(queue, to)
			}
		}
	}
	return nil
}

func wayTo(from map[string]string, start, end string) []string {
	way := []string{end}
	for end != start {
		end = from[end]
		way = append(way, end)
	}
	slices.Reverse(way)
	return way
}

// relationLine is the line of the note's first relation of a type, else 1.
func relationLine(e *snapshot.Entry, typ string) int {
	for _, rel := range e.Note.Relations {
		if rel.Type == typ && rel.Line > 0 {
			return rel.Line
		}
	}
	return 1
}

func status() Rule {
	return Rule{
		Name: "status", Severity: Warning,
		Finds: "a status that disagrees with the relations",
		About: `A note that is accepted while another one supersedes it, a note that is given up and yet supersedes another, or a validity that
ends before it begins: the front matter says two things.

Settle it with ` + "`kb supersede OLD NEW`" + `, which sets both sides, or by correcting the status.`,
		Tree: func(r *Run) []Finding { return r.statuses() },
	}
}

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
