package validate

import (
	"fmt"
	"slices"
	"strings"

	"github.com/9aea2451/kb/kb/git"
)

// largeNoteBytes is the size from which on a note is over-large.
const largeNoteBytes = 200_000

// largeNote is the rule about the size of a note, in bytes.
func largeNote() Rule {
	return Rule{
		Name: "large-note", Severity: Warning,
		Finds: "a note that is too large to be read as one",
		About: `A note of over 200,000 bytes is hard to review, and one over 8 MiB is not indexed at all. The limit can be set:
` + "`rules: [{rule: large-note, limit: 50000}]`" + ` in .memory/kb.yaml.

Settle it by splitting the note.`,
		File: func(r *Run, f *File) []Finding {
			limit := r.Config.RuleNumber("large-note", "limit", f.Path, largeNoteBytes)
			if float64(len(f.Source)) <= limit {
				return nil
			}
			return []Finding{{Place: at(f.Path, 1, 1), Message: fmt.Sprintf("%d bytes, more than %.0f", len(f.Source), limit),
				Suggestion: "split it into notes of one matter each", Fingerprint: fingerprint("large-note", f.Path)}}
		},
		Tree: func(r *Run) (found []Finding) {
			for _, s := range slices.Concat(r.After.Tree.Skipped, r.After.Skipped) {
				if strings.Contains(s.Reason, git.ErrTooLarge.Error()) && !slices.Contains(r.Before.Tree.Skipped, s) {
					found = append(found, Finding{Place: at(s.Path, 1, 1), Message: s.Reason + ": it is not read at all",
						Suggestion: "split it", Fingerprint: fingerprint("large-note", s.Path)})
				}
			}
			return found
		},
	}
}
