package reviews

import (
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/9aea2451/kb/kb/impact"
	"github.com/9aea2451/kb/kb/review"
)

// The notes that speak of changed code are listed with their place and owners; the first ones, unless all are wanted.
func TestNotesThatAChangeConcerns(t *testing.T) {
	concerned := func(n int) *review.Review {
		r := everyday()
		r.Concerns = &review.Concerns{Total: n + 2}
		for i := range n {
			note := review.ConcernedNote{NoteOfCode: impact.NoteOfCode{
				Path: fmt.Sprintf("docs/c%02d.md", i), Title: "Signing", Kind: "gotcha", Place: "jwt.go#Sign", Line: i,
			}}
			if i == 1 {
				note.Owners = []string{"@security", "@web"}
			}
			r.Concerns.Notes = append(r.Concerns.Notes, note)
		}
		return r
	}
	text := func(n int, all bool) string {
		return written(t, func(w io.Writer) error { return Text(w, concerned(n), Options{All: all}) })
	}
	comment := func(n int, all bool) string {
		return written(t, func(w io.Writer) error { return Markdown(w, concerned(n), Options{All: all}, 0) })
	}
	two := text(2, false)
	if !strings.Contains(two, "  docs/c00.md Signing  gotcha; of jwt.go#Sign\n"+
		"  docs/c01.md:1 Signing  gotcha; of jwt.go#Sign; @security, @web\n") {
		t.Error(two)
	}
	page := comment(2, false)
	const line = "` Signing: gotcha of `jwt.go#Sign` `@security` `@web`\n"
	if !strings.Contains(page, "#### This change concerns\n\n- `docs/c00.md:1") || !strings.Contains(page, line) {
		t.Error(page)
	}
	for _, c := range []struct {
		n, shown int
		all      bool
		text     string
	}{
		{concernLines, concernLines, false, ""}, {concernLines + 3, concernLines, false, "  … and 5 more (--all)\n"},
		{concernLines + 1, concernLines + 1, true, ""}, {0, 0, false, ""},
	} {
		got, page := text(c.n, c.all), comment(c.n, c.all)
		if strings.Count(got, "docs/c") != c.shown || strings.Count(page, "docs/c") != c.shown {
			t.Errorf("%d, all %v: %d and %d are shown", c.n, c.all, strings.Count(got, "docs/c"), strings.Count(page, "docs/c"))
		}
		if c.text != "" && (!strings.Contains(got, c.text) || !strings.Contains(page, "- … and 5 more\n")) {
			t.Errorf("%d: the rest is not counted\n%s\n%s", c.n, got, page)
		}
		if strings.Contains(got, "concerns") != (c.n > 0) || strings.Contains(page, "This change concerns") != (c.n > 0) {
			t.Errorf("%d: %s", c.n, got)
		}
	}
}
