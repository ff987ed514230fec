package survey

import (
	"testing"
	"time"

	"github.com/9aea2451/kb/cmd/kb/internal/desk"
	"github.com/9aea2451/kb/kb/category"
)

func TestSurveyInWords(t *testing.T) {
	for want, got := range map[string]string{
		"1 note began before the known history": earlier(&Timeline{Earlier: 1}),
		"2026-05-04":                            span(CategoryInfo{Oldest: "2026-05-04T01:00:00Z", Newest: "2026-05-04T09:00:00Z"}),
		"2026-05-03 – 2026-05-04":               span(CategoryInfo{Oldest: "2026-05-03T01:00:00Z", Newest: "2026-05-04T09:00:00Z"}),
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	if span(CategoryInfo{}) != "" || earlier(&Timeline{}) != "" {
		t.Error("something is said of nothing")
	}
}

// A category counts its notes and those that name it, and dates from those whose day is known.
func TestCategoryInFigures(t *testing.T) {
	day := func(n int) time.Time { return time.Date(2026, 5, n, 0, 0, 0, 0, time.UTC) }
	c := &desk.Category{Group: &category.Group{}, Notes: []desk.CategoryNote{
		{Named: true}, {When: day(4)}, {When: day(2), Named: true}, {}, {When: day(6)}, {When: day(5)},
	}}
	got := infoOf(c)
	if got.Notes != 6 || got.Named != 2 || got.Oldest != "2026-05-02T00:00:00Z" || got.Newest != "2026-05-06T00:00:00Z" {
		t.Errorf("%+v", got)
	}
	if got := infoOf(&desk.Category{Group: c.Group, Notes: []desk.CategoryNote{{}}}); got.Oldest != "" || got.Newest != "" {
		t.Errorf("of no known day: %+v", got)
	}
}
