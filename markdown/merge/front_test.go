package merge

import "testing"

// Only dates of one form are told apart by their order: others are for a person to choose.
func TestDays(t *testing.T) {
	for _, day := range []string{"2026-05-04", "1999-12-31"} {
		if !isDay(day) {
			t.Errorf("%s is a day", day)
		}
	}
	for _, other := range []string{
		"", "2026", "2026-5-4", "04-05-2026", "2026/05-04", "2026-05/04", "20260504", "2026 05-04", "2026-05 04", "2026-05-04T10:00",
		"May-04-2026", "2026-MM-DD", "2026-05-0x", "x026-05-04", "20260-5-04",
	} {
		if isDay(other) {
			t.Errorf("%q is no day", other)
		}
	}
}

// Of two dates the later one stays, and what is no date is a conflict, whichever side has it.
func TestLaterDateStays(t *testing.T) {
	for _, c := range []struct{ ours, theirs, want string }{
		{"2026-05-04", "2026-06-01", "date: 2026-06-01"}, {"2026-06-02", "2026-06-01", "date: 2026-06-02"},
		{"2026-05-04", "2026/06/01", ""}, {"soon", "2026-06-01", ""}, {"2026-05-04", "2026-05/30", ""},
	} {
		m := frontMerge{note: &note{}}
		side := func(day string) *entry { return &entry{text: "date: " + day, value: day} }
		got, ok := m.later(Latest, side(c.ours), side(c.theirs))
		if got != c.want || ok != (c.want != "") {
			t.Errorf("%s and %s: %q, %v", c.ours, c.theirs, got, ok)
		}
	}
}
