package render

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Found is an answer made of parts of notes.
type Found struct {
	About
	Summary    string     `json:"summary" jsonschema:"what was found and how"`
	Hits       []Evidence `json:"hits" jsonschema:"best first"`
	Suggestion string     `json:"suggestion,omitempty" jsonschema:"what may have been meant"`
	Counted    *Counted   `json:"counted,omitempty" jsonschema:"in place of hits, where regexp, group_by or count asks for it"`
	NextCursor string     `json:"next_cursor,omitempty" jsonschema:"pass it as cursor for more"`
}

// Render writes what was found: the hits within a fence, or what was counted, and how to get more.
func (f *Found) Render(b *strings.Builder) {
	fmt.Fprintf(b, "%s\n", CleanLine(f.Summary))
	if f.Suggestion != "" {
		fmt.Fprintf(b, "Did you mean: %s\n", CleanLine(f.Suggestion))
	}
	parts(b, f.Hits)
	if f.Counted != nil {
		f.Counted.render(b)
	}
	if f.NextCursor != "" {
		fmt.Fprintf(b, "\nMore: repeat the call with cursor %q\n", f.NextCursor)
	}
}

// Summary says in a line what was found, of "a note" or "a source file".
func Summary(of string, n int, cur Cursor, more bool, tried []string, empty string) string {
	if n == 0 && cur.Offset == 0 {
		out := "Nothing found."
		if len(tried) > 0 {
			out += " Tried " + strings.Join(tried, "; ") + "."
		}
		if empty != "" {
			return out + " " + empty
		}
		return out + " Try other words, or fewer filters."
	}
	if n == 0 {
		return "No more."
	}
	out := fmt.Sprintf("%d parts of %ss, best first", n, strings.TrimPrefix(of, "a "))
	if n == 1 {
		out = "1 part of " + of
	}
	if more {
		out += "; there are more"
	}
	return out + "."
}

// sortByAge puts the oldest first: by the day on which a note last changed, but no note before one
// that it supersedes.
func sortByAge(found []Evidence) {
	slices.SortStableFunc(found, func(a, b Evidence) int {
		return cmp.Or(cmp.Compare(a.Changed, b.Changed), cmp.Compare(a.Path, b.Path))
	})
	for range found { // bubbles until each stands before its successor; a cycle ends with the rounds
		moved := false
		for i := range found {
			by := found[i].SupersededBy
			for j := 0; j < i; j++ {
				if by != "" && found[j].Path == by && found[j].Root == found[i].Root {
					e := found[i]
					found = slices.Insert(slices.Delete(found, i, i+1), j, e)
					moved = true
					break
				}
			}
		}
		if !moved {
			return
		}
	}
}
