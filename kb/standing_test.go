package kb

import (
	"testing"
	"time"
)

func TestInactiveOn(t *testing.T) {
	by := func(path, status, from, until string) *Note {
		return &Note{Path: path, Status: status, ValidFrom: from, ValidUntil: until}
	}
	for _, test := range []struct {
		name    string
		note    Note
		by      []*Note
		why, as string
	}{
		{"nobody", Note{}, nil, "", ""},
		{"in force", Note{}, []*Note{by("b.md", "accepted", "", "")}, "superseded", "b.md"},
		{"the first in force", Note{}, []*Note{by("b.md", "", "2026-06-01", ""), by("c.md", "", "", ""), by("d.md", "", "", "")},
			"superseded", "c.md"},
		{"only proposed", Note{}, []*Note{by("b.md", "proposed", "", "")}, "", ""},
		{"given up", Note{}, []*Note{by("b.md", "rejected", "", "")}, "", ""},
		{"superseded itself", Note{}, []*Note{by("b.md", "superseded", "", "")}, "superseded", "b.md"},
		{"itself", Note{Path: "b.md"}, []*Note{by("b.md", "", "", "")}, "", ""},
		{"begins later", Note{}, []*Note{by("b.md", "", "2026-05-05", "")}, "", ""},
		{"begins today", Note{}, []*Note{by("b.md", "", "2026-05-04", "")}, "superseded", "b.md"},
		{"has ended", Note{}, []*Note{by("b.md", "", "", "2026-05-03")}, "", ""},
		{"by status, begins later", Note{Status: "superseded"}, []*Note{by("b.md", "", "2026-05-05", "")}, "", ""},
		{"by status, one begins later", Note{Status: "superseded"},
			[]*Note{by("b.md", "", "2026-05-05", ""), by("c.md", "", "", "2026-01-01")}, "superseded", ""},
		{"by status alone", Note{Status: "superseded"}, nil, "superseded", ""},
		{"rejected all the same", Note{Status: "rejected"}, []*Note{by("b.md", "", "2026-05-05", "")}, "rejected", ""},
	} {
		why, as := InactiveOn(&test.note, test.by, time.Date(2026, 5, 4, 12, 0, 0, 0, time.UTC))
		if why != test.why || as != test.as {
			t.Errorf("%s: %q by %q, want %q by %q", test.name, why, as, test.why, test.as)
		}
	}
}
