package search

import (
	"slices"
	"strings"
	"testing"
)

func TestNamed(t *testing.T) {
	const file = "internal/auth/jwt.go"
	for _, c := range []struct {
		text string
		want int
	}{
		{"See internal/auth/jwt.go.", len(file)},
		{"[the code](../../internal/auth/jwt.go)", len(file)},
		{"https://example.org/o/r/blob/main/internal/auth/jwt.go#L10", len(file)},
		{"`auth/jwt.go` signs", len("auth/jwt.go")},
		{"`./jwt.go`, line 4", len("jwt.go")},
		{"in jwt.go:", len("jwt.go")},
		{"other/auth/jwt.go", 0},
		{"xauth/jwt.go", 0},
		{"old-jwt.go, jwt.gob and jwt.go.bak", 0},
		{"first lib/jwt.go, then auth/jwt.go", len("auth/jwt.go")},
		{"jwt", 0},
		{"", 0},
	} {
		if got := named(c.text, file); got != c.want {
			t.Errorf("%q: %d, want %d", c.text, got, c.want)
		}
	}
	if got := named("the Makefile builds", "Makefile"); got != len("Makefile") {
		t.Errorf("a file of the root: %d", got)
	}
}

// How surely a chunk speaks of a file or a symbol: by how much of the path it names, and how many chunks do.
func TestHowSurelyAFileIsMeant(t *testing.T) {
	long := strings.Repeat("d", 509) + ".go"
	s := shelved(slices.Concat(copies(11, "a", "See `few.go` there."), copies(13, "b", "See `some.go` there."), copies(24, "c",
		"Call `rareName` now."), copies(25, "d", "Call `commonName` now."),
		copies(64, "e", "See lots/many.go there."), copies(65, "f", "See heaps/most.go there."), []book{prose("g.md",
			"See src/few.go, not the Makefile, in 1.go, `abc`, `ab` and `"+long+"`; src/most.go."), prose("h.md",
			"In Z.go, "+long+" and `"+long+"o`.")})...)
	for _, tt := range []struct {
		file, symbol string
		n            int
		weight       float64 // of the surest
	}{
		{"lib/few.go", "", 11, 0.45}, {"few.go", "", 12, 1}, {"src/few.go", "", 12, 1}, {"x/src/few.go", "", 12, 0.85},
		{"lib/odd/Z.go", "", 1, 0.45}, {"lib/1.go", "", 1, 0.45},
		{"lib/some.go", "", 0, 0}, {"some.go", "", 13, 1}, {"lots/many.go", "", 64, 1}, {"x/lots/many.go", "", 64, 0.85},
		{"heaps/most.go", "", 0, 0}, {"src/most.go", "", 1, 1}, {"lib/Makefile", "", 0, 0}, {"Makefile", "", 1, 1},
		{long, "", 2, 1}, {"/" + long + "/", "", 2, 1}, {"x" + long, "", 0, 0}, {"", "", 0, 0},
		{"", "rareName", 24, 0.007609239}, {"", "commonName", 0, 0}, {"", "_abc_", 1, 0.6}, {"", "ab", 0, 0}, {"", "abc", 1, 0.6},
		{"", long, 1, 0.6}, {"", long + "o", 0, 0},
	} {
		var files, symbols []string
		if tt.symbol == "" {
			files = []string{tt.file}
		} else {
			symbols = []string{tt.symbol}
		}
		got, err := s.Mentions(t.Context(), files, symbols)
		weight := 0.0
		for _, m := range got {
			if weight = max(weight, m.Weight); m.Name != strings.Trim(tt.file, "/")+tt.symbol || m.Hit.Snippet != "" {
				t.Errorf("%.20s%.20s: %+v", tt.file, tt.symbol, m)
			}
		}
		if err != nil || len(got) != tt.n || weight != tt.weight {
			t.Errorf("%.20s%.20s: %d times %v, want %d times %v; %v", tt.file, tt.symbol, len(got), weight, tt.n, tt.weight, err)
		}
	}
	in := ""
	for c := range 256 {
		if nameByte(byte(c)) && c < 0x80 {
			in += string(rune(c))
		}
	}
	if in != "-.0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz" || !nameByte(0x80) || !nameByte(0xff) {
		t.Errorf("in names stand %q", in)
	}
}
