package upkeep

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
)

// worked is what the summaries came to, in a state of all that they are made of.
type worked struct {
	Of    string            `json:"of"`    // the state
	Files map[string]string `json:"files"` // what was to be written: the sum of its bytes by path
}

// settled reports whether nothing is to be made of the summaries that an earlier run did not make of the
// same, and that is still proposed. That a day has passed makes none anew.
func (r *run) settled() bool {
	if r.was.Summaries.Of != r.made() {
		return false
	}
	for path, sum := range r.was.Summaries.Files {
		if !r.proposed(path, sum) {
			return false
		}
	}
	r.worked = r.was.Summaries
	return true
}

// made is a sum of all that the summaries are made of: the notes as they are after the work so far, which
// of them hold, the settings, and kb.
func (r *run) made() string {
	h := sha256.New()
	settings, _ := json.Marshal(r.tree.Config) // it holds nothing that JSON cannot
	fmt.Fprintf(h, "%s\n%s\n%+v\n%+v\n", r.d.Release(), settings, r.tree.Config.Ranking(), r.rules)
	for _, e := range r.snap.Entries {
		fmt.Fprintf(h, "%q %s %s\n", e.File.Path, e.File.Blob, r.snap.Inactive(e, r.now))
	}
	for _, path := range slices.Sorted(maps.Keys(r.news)) {
		fmt.Fprintf(h, "%q %s\n", path, sumOf(r.news[path]))
	}
	fmt.Fprintf(h, "%q", slices.Sorted(slices.Values(r.fold)))
	return fmt.Sprintf("%x", h.Sum(nil))
}

// sumOf tells bytes apart, as SHA-256 in hex: of what was to be written and of what a branch has.
func sumOf(data []byte) string { return fmt.Sprintf("%x", sha256.Sum256(data)) }
