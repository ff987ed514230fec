package statistics

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

var now = time.Date(2026, 5, 4, 12, 0, 0, 0, time.UTC)

func TestOfNotes(t *testing.T) {
	ago := func(days int) time.Time { return now.AddDate(0, 0, -days) }
	notes := []Note{
		{
			Path:       "a.md",
			Kind:       "doc",
			Active:     true,
			Confidence: 0.8,
			Touched:    ago(3),
			PageRank:   0.5,
			InLinks:    2,
			Shown:      9,
			Opened:     4,
			LastOpened: ago(1),
		},
		{Path: "b.md", Kind: "doc", Active: true, Confidence: 0.7, Touched: ago(100), Stale: true, PageRank: 1, InLinks: 1, Shown: 12},
		{Path: "c.md", Kind: "memory", Status: "accepted", Category: "auth", Active: true, Confidence: 0.29, Touched: ago(900), Shown: 2},
		{Path: "d.md", Kind: "decision", Status: "superseded", Confidence: 0.8, Shown: 40, Opened: 4},
		{Path: "e.md", Kind: "doc", Active: true, Confidence: 0.3, Touched: ago(31)},
	}
	want := Notes{
		Total: 5, Active: 4, Inactive: 1, Stale: new(1), High: 1, Medium: 2, Low: 1, NeverOpened: 3,
		Kinds: []Bin{{"doc", 3}, {"decision", 1}, {"memory", 1}}, Statuses: []Bin{{"none", 3}, {"accepted", 1}, {"superseded", 1}},
		Category: []Bin{{"none", 4}, {"auth", 1}},
		Ages: []Bin{
			{"under a month", 1},
			{"1 to 3 months", 1},
			{"3 to 12 months", 1},
			{"1 to 2 years", 0},
			{"over 2 years", 1},
			{"not known", 1},
		},
		MostUsed: []Used{
			{"d.md", "", 4, 40, time.Time{}},
			{"a.md", "", 4, 9, ago(1)},
		}, LeastUsed: []Used{{"b.md", "", 0, 12, time.Time{}}, {"c.md", "", 0, 2, time.Time{}}},
		Authorities: []Authority{{"b.md", "", 1, 1}, {"a.md", "", 0.5, 2}},
	}
	if diff := cmp.Diff(want, OfNotes(notes, now, 2)); diff != "" {
		t.Error(diff)
	}
}

func TestOfSearches(t *testing.T) {
	var searches []Search
	for i := range 100 {
		searches = append(
			searches,
			Search{
				At:      now.AddDate(0, 0, -i%2),
				Query:   "q",
				Match:   "keyword",
				Latency: time.Duration(i+1) * time.Millisecond,
				Results: 3,
				Opened:  i % 4 / 3,
			},
		)
	}
	searches[7].Results, searches[7].Match, searches[7].Query = 0, "", "Zebra  stripes"
	searches[9].Results, searches[9].Match, searches[9].Query = 0, "", "zebra stripes"
	searches[8].Results, searches[8].Match, searches[8].Query = 0, "", "okapi"
	got := OfSearches(searches, now.AddDate(0, 0, -2), now, 5)
	want := Searches{
		Total: 100, Days: []Day{{"2026-05-02", 0}, {"2026-05-03", 50}, {"2026-05-04", 50}}, PerDay: 33.333, HitRate: 0.97, OpenedRate: 0.25,
		Matches: []Bin{{"keyword", 97}, {"nothing", 3}}, P50: 50, P95: 95, P99: 99,
		Empty: []Asked{{"zebra stripes", 2, now.AddDate(0, 0, -1)}, {"okapi", 1, now}},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if got := OfSearches(nil, now, now, 5); got.Total != 0 || got.P50 != 0 || len(got.Days) != 1 {
		t.Errorf("of none: %+v", got)
	}
}
