package kb

import (
	"testing"
	"time"
)

func TestInactive(t *testing.T) {
	day := time.Date(2026, 5, 4, 23, 30, 0, 0, time.FixedZone("", -8*3600))
	for _, test := range []struct {
		note Note
		by   string
		want string
	}{
		{Note{}, "", ""},
		{Note{Status: "accepted"}, "", ""},
		{Note{Status: "draft"}, "", ""},
		{Note{Status: "proposed"}, "", ""},
		{Note{Status: "deprecated"}, "", "deprecated"},
		{Note{Status: "superseded"}, "", "superseded"},
		{Note{Status: "rejected"}, "x.md", "rejected"},
		{Note{Status: "archived"}, "", "archived"},
		{Note{Status: "deprecated", RawStatus: "Stagnant"}, "", "stagnant"},
		{Note{Status: "rejected", RawStatus: "Withdrawn (2020)"}, "", "withdrawn"},
		{Note{Status: "rejected", RawStatus: "Rejected, by vote"}, "", "rejected"},
		{Note{Status: "superseded", RawStatus: "replaced by 0004"}, "", "superseded"},
		{Note{Status: "accepted"}, "b.md", "superseded"},
		{Note{Path: "a.md"}, "a.md", ""},
		{Note{ValidFrom: "2026-05-04"}, "", ""},
		{Note{ValidFrom: "2026-05-05"}, "", "not yet valid"},
		{Note{ValidFrom: "2026-05"}, "", ""},
		{Note{ValidFrom: "2026/06"}, "", "not yet valid"},
		{Note{ValidUntil: "2026-05-04"}, "", ""},
		{Note{ValidUntil: "2026-05-03"}, "", "expired"},
		{Note{ValidUntil: "2026-05"}, "", ""},
		{Note{ValidUntil: "2026-04"}, "", "expired"},
		{Note{ValidUntil: "2026-05-04T12:00:00Z"}, "", ""},
		{Note{ValidUntil: "2026-05-03T12:00:00Z"}, "", "expired"},
		{Note{ValidUntil: "nonsense"}, "", ""},
	} {
		if got := Inactive(&test.note, test.by, day); got != test.want {
			t.Errorf("Inactive(%+v, %q) = %q, want %q", test.note, test.by, got, test.want)
		}
	}
}

func TestNormalDate(t *testing.T) {
	for in, want := range map[string]string{
		"2026-05-04": "2026-05-04", "2026/5/4": "2026-05-04", "2026-05": "2026-05", "2026-05-04T01:02:03Z": "2026-05-04T01:02:03Z",
		"2026-05-04 01:02:03 +0200": "2026-05-04T01:02:03+02:00", "18-Mar-2013": "2013-03-18", "March 4, 2024": "2024-03-04",
		"2026-02-30": "", "05/04/2026": "", "": "", "2026": "", "99999-01-01": "",
	} {
		if got, ok := normalDate(in); got != want || ok != (want != "") {
			t.Errorf("normalDate(%q) = %q, %v", in, got, ok)
		}
	}
}
