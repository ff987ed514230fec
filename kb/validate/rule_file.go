package validate

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/schema"
)

func conflictMarker() Rule {
	return Rule{
		Name: "conflict-marker", Severity: Error,
		Finds: "the markers of a merge that was not finished",
		About: `Lines that begin with <<<<<<<, ======= and >>>>>>>, in this order and outside of code blocks, are what git leaves where a merge
could not be finished.

Settle it by finishing the merge: keep what holds and remove the three lines.`,
		File: func(_ *Run, f *File) []Finding {
			line, ok := kb.ConflictMarkers(f.Source)
			if !ok {
				return nil
			}
			return []Finding{{Place: at(f.Path, line, 1), Message: "conflict markers of an unfinished merge",
				Suggestion: "finish the merge: keep what holds and remove the markers", Fingerprint: fingerprint("conflict-marker", f.Path)}}
		},
	}
}

// largeNoteBytes is the size from which on a note is over-large.
const largeNoteBytes = 200_000

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
				if strings.Contains(s.Reason, kb.ErrTooLarge.Error()) && !slices.Contains(r.Before.Tree.Skipped, s) {
					found = append(found, Finding{Place: at(s.Path, 1, 1), Message: s.Reason + ": it is not read at all",
						Suggestion: "split it", Fingerprint: fingerprint("large-note", s.Path)})
				}
			}
			return found
		},
	}
}

func schemaRule() Rule {
	return Rule{
		Name: "schema", Severity: Warning,
		Finds: "front matter with a value that its key does not take",
		About: `The front matter of a note has values that its keys do not take: a status that there is none of, a date that is none, a confidence
above 1, a key that is there twice, or YAML that cannot be read. In ` + "`.memory/`" + ` unknown values are mistakes; elsewhere
they may belong to another tool and are let pass. ` + "`kb schema KIND`" + ` prints what is allowed.

Settle it by correcting the value.`,
		File: schemaProblems,
	}
}

func schemaProblems(_ *Run, f *File) []Finding {
	var found []Finding
	for _, p := range schema.Check(f.Path, f.Doc, f.Source) {
		fd := Finding{Place: at(f.Path, p.Line, p.Col), Message: p.Message, Fingerprint: fingerprint("schema", f.Path, p.Message)}
		if p.Nearest != "" {
			fd.Suggestion = "write " + p.Nearest
		}
		if strings.HasPrefix(f.Path, ".memory/") {
			fd.Severity = Error
		}
		found = append(found, fd)
	}
	return found
}

func configuration() Rule {
	return Rule{
		Name: "configuration", Severity: Warning,
		Finds: "a mistake in .memory/kb.yaml",
		About: `A setting that kb does not know, a value that it does not take, or a setting that a repository may not make. It is ignored.

Settle it by correcting the line; docs/configuration.md lists the settings.`,
		Tree: func(r *Run) []Finding {
			return without(configurationProblems(r.After.Tree), configurationProblems(r.Before.Tree))
		},
	}
}

// configurationProblems finds the mistakes of a tree's kb.yaml, and the settings of rules that there are none of.
func configurationProblems(t *kb.Tree) (found []Finding) {
	for _, p := range t.Problems {
		found = append(found, Finding{Place: at(".memory/kb.yaml", p.Line, p.Col), Message: p.Message, Fingerprint: fingerprint("configuration", p.Message)})
	}
	for _, s := range t.Config.Rules {
		if _, ok := RuleNamed(s.Rule); !ok {
			found = append(found, Finding{Place: at(".memory/kb.yaml", s.Line, 1), Message: fmt.Sprintf("no rule is called %q", s.Rule),
				Suggestion: "kb rules lists them", Fingerprint: fingerprint("configuration", s.Rule)})
		}
	}
	return found
}

func waiverRule() Rule {
	return Rule{
		Name: "waiver", Severity: Warning,
		Finds: "a waiver that is wrong, has ended, or silences nothing any more",
		About: `.memory/waivers.yaml holds findings that were looked at and accepted, each with a reason. An entry whose statements are no longer
in the base, or whose date has passed, only hides what it was not meant for.

Settle it by removing the entry.`,
		Tree: func(r *Run) []Finding { return r.staleWaivers() },
	}
}

// isAbsent tells an error that means nothing is there.
func isAbsent(err error) bool { return errors.Is(err, fs.ErrNotExist) }
