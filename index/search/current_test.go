package search

import (
	"slices"
	"testing"

	"github.com/9aea2451/kb/index/query"
)

// The page of the version of now comes first, and those of older versions behind what else answers, unless
// the query names a version or only an old page says what is asked for.
func TestPreferEditions(t *testing.T) {
	const doors = "# Doors\n\nThe doors are opened by the warden with a brass key in the morning."
	const now = doors + " Knock."
	halls := prose("halls.md", "# Halls\n\nThe halls are opened by the warden with a brass key in the evening.")
	for _, tt := range []struct {
		name, query string
		books       []book
		want        []string
	}{
		{"by number", "warden brass key",
			[]book{prose("v1.9/doors.md", doors), prose("v1.10/doors.md", now), prose("v1.2/doors.md", doors), halls},
			[]string{"v1.10/doors.md", "halls.md"}},
		{"the folder of now has no number", "warden brass key",
			[]book{prose("site/v1.9-docs/doors.md", doors), prose("site/docs/doors.md", now), halls},
			[]string{"site/docs/doors.md", "halls.md"}},
		{"a folder beside it is of another thing", "warden brass key",
			[]book{prose("v2/doors.md", doors),
				prose("tools/doors.md", "# Hinges\n\nThe warden has a brass key for hinges in the morning, too.")},
			[]string{"v2/doors.md", "tools/doors.md"}},
		{"names differ in more", "warden brass key",
			[]book{prose("a-v1/doors.md", doors), prose("b-v2/doors.md", now)},
			[]string{"a-v1/doors.md", "b-v2/doors.md"}},
		{"the query names it", "warden brass key in v1.2",
			[]book{prose("v1.2/doors.md", doors), prose("v1.3/doors.md", now)},
			[]string{"v1.2/doors.md", "v1.3/doors.md"}},
		{"only the old page says it", "brass key of the warden",
			[]book{prose("v1/doors.md", doors), prose("v2/doors.md", "# Doors\n\nThey open by themselves. Nobody has a key.")},
			[]string{"v1/doors.md", "v2/doors.md"}},
		{"years and plain numbers are no versions", "warden brass key",
			[]book{prose("2023/doors.md", doors), prose("2024/doors.md", now)},
			[]string{"2023/doors.md", "2024/doors.md"}},
	} {
		a, err := shelved(tt.books...).Search(t.Context(), query.Query{Text: tt.query, Mode: query.Keyword, Limit: 10})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, h := range a.Hits {
			got = append(got, h.Path)
		}
		if len(got) < len(tt.want) || !slices.Equal(got[:len(tt.want)], tt.want) {
			t.Errorf("%s: %v, want first %v", tt.name, got, tt.want)
		}
	}
}
