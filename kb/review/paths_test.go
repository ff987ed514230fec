package review

import (
	"slices"
	"testing"

	"github.com/9aea2451/kb/kb/validate"
)

func TestMissingPaths(t *testing.T) {
	files := map[string]bool{"src/auth/token.go": true, "docs/a.md": true, "main.go": true}
	folders := map[string]bool{"src": true, "src/auth": true, "docs": true}
	for path, want := range map[string]bool{
		"src/auth/token.go": false, "src/auth": false, "src/auth/": false, "src/auth/keys.go": true, "src/keys.go": true, "docs/b.md": true,
		"src/billing/keys.go": false, "src/billing/old/keys.go": false, "application/json": false, "other/repo/file.go": false,
		"src/auth/keys": false,
	} {
		c := citation{note: "docs/x.md", path: path}
		if got := c.missing(files, folders); got != want {
			t.Errorf("%s: %v, want %v", path, got, want)
		}
	}
	for path, want := range map[string]bool{"src/**": false, "src/auth/*.go": false, "src/billing/**": true, "gone.go": true,
		"main.go": false, "token.go": true,
		"src/auth/token.go#Sign": false, "main.go#": false, "src/gone.go#Sign": true, "!src/gone.go": false, "#": false} {
		c := citation{note: "docs/x.md", path: path, glob: true}
		if got := c.missing(files, folders); got != want {
			t.Errorf("files: %s: %v, want %v", path, got, want)
		}
	}
	text := "See `src/auth/token.go`, `./src/b.go`, `a/b` and `http://x/y`, not `x := a/b` nor src/c.go or `../up/a.go`."
	if got, want := codePaths(text), []string{"src/auth/token.go", "src/b.go", "a/b"}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

// TestCollapse makes one finding of a statement that stands in several places.
func TestCollapse(t *testing.T) {
	at := func(path string) validate.Place {
		return validate.Place{Path: path, Line: 1, Col: 1, EndLine: 1, Text: "No."}
	}
	found := func(path, other, print string) ScopedFinding {
		return ScopedFinding{
			Finding: validate.Finding{Rule: "contradiction", Place: at(path), Related: []validate.Place{at(other)}, Fingerprint: print},
			Scope:   InBase,
		}
	}
	got := collapse([]ScopedFinding{found("a", "x", "1"), found("a", "y", "1"), found("b", "x", "1"), found("a", "x", "2")})
	if len(got) != 2 || len(got[0].Related) != 3 || got[0].Related[2].Path != "b" || len(got[1].Related) != 1 {
		t.Errorf("%+v", got)
	}
}
