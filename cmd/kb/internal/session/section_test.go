package session

import (
	"fmt"
	"strings"
	"testing"

	"github.com/9aea2451/kb/cmd/kb/internal/desk"
)

// Where a section is not there the ones are offered that look like it, else those that there are.
func TestSectionsThatAreNotThere(t *testing.T) {
	many := "# Tea\n\n"
	for i := range 12 {
		many += fmt.Sprintf("## Kind %02d\n\n", i)
	}
	for _, c := range []struct{ text, heading, want string }{
		{"# Tea\n\n## Green tea\n\nHot.\n", "Gren tea", "did you mean:\n    Green tea"},
		{"# Tea\n\n## Green tea\n\nHot.\n", "quite another thing", "its sections are:\n    Tea\n    Green tea\n"},
		{"No heading.\n", "Green", "it has no headings at all\n"},
		{"# Tea\n", "^two", "a block is marked by \" ^two\" at the end of its last line\n"},
		{many, "zzzzzzzzzzzzzzzzzzzzzz", "its sections are:\n    Tea\n    Kind 00\n    Kind 01\n    Kind 02\n    Kind 03\n    Kind 04\n" +
			"    Kind 05\n    Kind 06\n    Kind 07\n    Kind 08\n"},
	} {
		_, err := Cut([]byte(c.text), desk.Ref{Path: "tea.md", Heading: c.heading})
		if got := told(err); !strings.Contains(got, c.want) || strings.Contains(got, "Kind 09") {
			t.Errorf("%s:\n%s", c.heading, got)
		}
	}
	cut, err := Cut([]byte("# Tea\n\n## Green\n\nHot.\n"), desk.Ref{Path: "tea.md", Heading: "Green"})
	if err != nil || !strings.Contains(fmt.Sprintf("%+v", cut), "Green") {
		t.Errorf("%+v, %v", cut, err)
	}
}
