package validate

import (
	"slices"
	"strings"

	"github.com/9aea2451/kb/kb/snapshot"
)

// supersedesCycle is the rule about notes that supersede each other in a circle.
func supersedesCycle() Rule {
	return Rule{
		Name: "supersedes-cycle", Severity: Error,
		Finds: "notes that supersede each other in a circle",
		About: `When A supersedes B and B, directly or through others, supersedes A, none of them holds.

Settle it by removing the relation that is wrong.`,
		Tree: func(r *Run) []Finding { return r.supersedesCycles() },
	}
}

// supersedesCycles finds the circles that lead through a changed note, each once.
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
				way := []string{at}
				for at != start {
					at = from[at]
					way = append(way, at)
				}
				slices.Reverse(way)
				return way
			}
			if _, seen := from[to]; !seen {
				from[to] = at
				queue = append(queue, to)
			}
		}
	}
	return nil
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
