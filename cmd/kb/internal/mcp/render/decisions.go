package render

import (
	"slices"

	"github.com/9aea2451/kb/text/wording"
)

// FitDecisions puts decisions into their order and takes what fits: the newest, for they hold. none
// tells that the repository has no decision at all.
func (f *Found) FitDecisions(form Form, none bool) {
	sortByAge(f.Hits)
	whole := len(f.Hits)
	for form.Fit(slices.Clone(f.Hits)) < len(f.Hits) {
		f.Hits = f.Hits[1:]
	}
	form.Fit(f.Hits)
	switch {
	case none:
		f.Summary = "No note of this repository is a decision: what other notes say of it is found with search. " + MissingKind("decision")
	case len(f.Hits) == 0:
		f.Summary = "No decision speaks of this. Try other words, or search for it in all notes."
	case len(f.Hits) < whole:
		f.Summary = wording.Count(len(f.Hits), "decision") + ", oldest to newest. Older ones did not fit: raise max_chars."
	default:
		f.Summary = wording.Count(len(f.Hits), "decision") + ", oldest to newest."
	}
}

// MissingKind says how a person adds what is missing.
func MissingKind(kind string) string {
	if kind == "decision" {
		return `A person adds one with kb new decision "TITLE"; kb init --from imports decision records.`
	}
	return `A person or an agent adds one with kb remember "TEXT" --type ` + kind + "."
}
