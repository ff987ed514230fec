package validate

import (
	"github.com/9aea2451/kb/kb"
)

// conflictMarker is the rule about merges that were not finished. It finds the first marker of a
// file.
func conflictMarker() Rule {
	return Rule{
		Name: "conflict-marker", Severity: Error,
		Finds: "the markers of a merge that was not finished",
		About: `Lines that begin with <<<<<<<, ======= and >>>>>>>, in this order and outside of code blocks, are what git leaves ` +
			`where a merge
could not be finished.

Settle it by finishing the merge: keep what holds and remove the three lines.`,
		File: func(_ *Run, f *File) []Finding {
			line, ok := kb.ConflictMarkers(f.Source)
			if !ok {
				return nil
			}
			return []Finding{{Place: at(f.Path, line, 1), Message: "conflict markers of an unfinished merge",
				Suggestion:  "finish the merge: keep what holds and remove the markers",
				Fingerprint: fingerprint("conflict-marker", f.Path)}}
		},
	}
}
