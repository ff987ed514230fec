package render

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/9aea2451/kb/cmd/kb/internal/desk"
	"github.com/9aea2451/kb/index"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/text/wording"
)

// Stats is the answer of memory_stats.
type Stats struct {
	About
	Repositories []Repository `json:"repositories"`
}

// Repository tells what one repository knows.
type Repository struct {
	Root     string         `json:"root" jsonschema:"its name"`
	Folder   string         `json:"folder"`
	Commit   string         `json:"commit,omitempty" jsonschema:"that the index is of; +dirty where the files differ from it"`
	Notes    int            `json:"notes"`
	Chunks   int            `json:"chunks" jsonschema:"parts that search finds"`
	Links    int            `json:"links"`
	Broken   int            `json:"broken_links"`
	Updated  string         `json:"updated,omitempty" jsonschema:"when the index was made"`
	Kinds    map[string]int `json:"kinds" jsonschema:"notes by kind"`
	Types    map[string]int `json:"types" jsonschema:"memories by type"`
	Statuses map[string]int `json:"statuses" jsonschema:"notes by status"`
	Inactive int            `json:"inactive" jsonschema:"notes that do not hold today"`
	Review   int            `json:"needs_review"`
	Tags     []string       `json:"tags" jsonschema:"the most used"`
	History  string         `json:"history" jsonschema:"how far the history of the notes is read"`
	Missing  []string       `json:"missing" jsonschema:"what the repository does not have, and how to add it"`
	Limits   []string       `json:"limits" jsonschema:"what cannot be known of the history, and files that are not read"`
}

// Render writes a few lines for each repository. None of it is quoted: names and tags are cleaned.
func (s *Stats) Render(b *strings.Builder) {
	for _, r := range s.Repositories {
		fmt.Fprintf(b, "%s at %s, commit %s\n", ShownPath(r.Root), ShownPath(r.Folder), cmp.Or(r.Commit, "none"))
		fmt.Fprintf(b, "%d notes in %d chunks, %d links (%d broken), %d do not hold, %d need review, indexed %s\n", r.Notes,
			r.Chunks, r.Links, r.Broken, r.Inactive, r.Review, r.Updated)
		fmt.Fprintf(b, "kinds: %s\n", counts(r.Kinds))
		if len(r.Types) > 0 {
			fmt.Fprintf(b, "types: %s\n", counts(r.Types))
		}
		fmt.Fprintf(b, "statuses: %s\ntags: %s\nhistory: %s\n", counts(r.Statuses), CleanLine(strings.Join(r.Tags, ", ")), r.History)
		for _, m := range append(r.Limits, r.Missing...) {
			fmt.Fprintf(b, "! %s\n", CleanLine(m))
		}
	}
}

// counts writes counts as "memory 12, doc 3", the greatest first and at most 20; "none" for none.
func counts(m map[string]int) string {
	if len(m) == 0 {
		return "none"
	}
	names := slices.SortedFunc(maps.Keys(m), func(a, b string) int { return cmp.Or(cmp.Compare(m[b], m[a]), cmp.Compare(a, b)) })
	for i, n := range names {
		names[i] = fmt.Sprintf("%s %d", CleanLine(Clip(n, 40)), m[n])
	}
	return strings.Join(names[:min(len(names), 20)], ", ")
}

// MostTags is how many tags are named.
const MostTags = 20

// Count takes a note into the counts of kinds, types and statuses, whose maps must be made. A note
// without a status counts as "none".
func (r *Repository) Count(n *index.NoteRecord) {
	r.Kinds[n.Kind]++
	if n.Type != "" {
		r.Types[n.Type]++
	}
	r.Statuses[cmp.Or(n.Status, "none")]++
	if n.Inactive != "" {
		r.Inactive++
	}
	if n.NeedsReview {
		r.Review++
	}
}

// Missing says what the repository does not have yet.
func Missing(r *Repository) []string {
	var out []string
	if r.Notes == 0 {
		return append(out, NoNotes)
	}
	for kind, how := range map[string]string{"decision": `kb new decision "TITLE"`, "memory": `kb remember "TEXT"`, "summary": "kb init"} {
		if r.Kinds[kind] == 0 {
			out = append(out, fmt.Sprintf("no note is a %s; a person adds one with: %s", kind, how))
		}
	}
	slices.Sort(out)
	return out
}

// Reached says how far the history is read.
func Reached(r desk.Reach) string {
	switch {
	case r.Failed != nil:
		return "could not be read: " + CleanLine(r.Failed.Error())
	case r.Head == "" && r.Reading:
		return "is being read"
	case r.Head == "":
		return "no commits"
	}
	return fmt.Sprintf("%s, read up to %s", wording.Count(r.Commits, "commit"), r.Head[:min(len(r.Head), shortID)])
}

// shownSkips is how many files are named that are not read.
const shownSkips = 8

// LeftOut says which markdown files are not read, and why.
func LeftOut(skipped []kb.Skip) []string {
	if len(skipped) == 0 {
		return nil
	}
	var names []string
	for _, s := range skipped[:min(len(skipped), shownSkips)] {
		names = append(names, fmt.Sprintf("%s (%s)", Clip(s.Path, 200), s.Reason))
	}
	if len(skipped) > shownSkips {
		names = append(names, "…")
	}
	return []string{fmt.Sprintf("%s not read: %s", wording.Count(len(skipped), "markdown file"), strings.Join(names, ", "))}
}

// NoNotes says why answers are empty; memory_stats tells it with what else is missing.
const NoNotes = "there is no markdown in this repository yet: begin with kb init"
