package dates

import (
	"strings"
	"testing"
	"time"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
)

func noon() time.Time { return time.Date(2026, 4, 15, 12, 0, 0, 0, time.UTC) }

// What is typed for two flags becomes a span from the first day of the one to the last of the other.
func TestSpanOfTwoFlags(t *testing.T) {
	for _, c := range []struct{ from, to, first, last string }{
		{"", "", "", ""},
		{"2026-04-02", "", "2026-04-02", ""},
		{"", "2026-04-09", "", "2026-04-09"},
		{"2026-03", "2026-04", "2026-03-01", "2026-04-30"},
		{"2025", "2025", "2025-01-01", "2025-12-31"},
	} {
		s, err := Between(noon(), "--from", c.from, "--to", c.to)
		if err != nil || ISO(s.First) != c.first || ISO(s.Last) != c.last {
			t.Errorf("%q to %q: %s to %s, %v", c.from, c.to, ISO(s.First), ISO(s.Last), err)
		}
	}
}

// A span ends on its first day or later.
func TestSpansThatEndBeforeTheyBegin(t *testing.T) {
	if _, err := Between(noon(), "--from", "2026-04-02", "--to", "2026-04-02"); err != nil {
		t.Errorf("a day: %v", err)
	}
	_, err := Between(noon(), "--from", "2026-04-02", "--to", "2026-04-01")
	if err == nil || err.Error() != "--to 2026-04-01 is before --from 2026-04-02" {
		t.Errorf("the other way round: %v", err)
	}
}

// A wrong date is answered with the flag that it stood in, and with the forms that there are.
func TestWrongDatesNameTheirFlag(t *testing.T) {
	_, from := Between(noon(), "--from", "soonish", "--to", "")
	_, to := Between(noon(), "--from", "", "--to", "soonish")
	_, since := Since("--since", "soonish", noon())
	for flag, err := range map[string]error{"--from": from, "--to": to, "--since": since} {
		var said strings.Builder
		app.Explain(&said, err)
		if !strings.Contains(said.String(), "soonish") || !strings.Contains(said.String(), "write the date of "+flag+" as ") {
			t.Errorf("%s: %v", flag, &said)
		}
	}
	if got, err := Since("--since", "2 weeks ago", noon()); err != nil || ISO(got) != "2026-04-01" {
		t.Errorf("two weeks ago: %s, %v", got, err)
	}
}
