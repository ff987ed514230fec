package search

import "testing"

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
