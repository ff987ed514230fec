package stale

import (
	"slices"
	"strings"
	"testing"
)

// Names of code are told from words of prose by their underscores and humps.
func TestNamesOfAWord(t *testing.T) {
	for word, want := range map[string]string{
		"parseTree": "parseTree", "ParseTree()": "ParseTree", "max_retries,": "max_retries", "pkg.parseTree": "parseTree", "a.b": "",
		"Retry": "", "RETRY": "",
		"x2Y": "", "http2Server": "http2Server", "A_Z_limit": "A_Z_limit", "Zero_Z": "Zero_Z", "__init__": "", "2fast_2furious": "",
		"(getUser,setUser)": "getUser setUser", "": "", "--": "",
		strings.Repeat("a", 90) + "B" + strings.Repeat("c", 60): "",
	} {
		if got := strings.Join(namesOf(word), " "); got != want {
			t.Errorf("%q: %q, want %q", word, got, want)
		}
	}
}

func TestTellingFileNames(t *testing.T) {
	for name, want := range map[string]bool{"under_score.go": true, "two-words.ts": true, "parseTree.js": true, "main.go": false,
		"notes_of.md": false, ".hidden_file.go": false,
		"_private.go": false, "a_b.go": false, "README": false, "Some_Thing.PY": true} {
		if got := telling(name); got != want {
			t.Errorf("%s: %v", name, got)
		}
	}
	for path, want := range map[string]bool{"cmd/kb/main.go": true, "internal": true, "auth/token.go": false, "srcs/a.go": false} {
		if got := fromRoot(path); got != want {
			t.Errorf("%s: %v", path, got)
		}
	}
	for text, want := range map[string]bool{"parseTree": true, "ParseTree": true, "v2Beta": true, "PARSE": false, "parse": false,
		"Parse": false, "aZ": true, "zA": true, "0Z": true, "9A": true} {
		if got := humps(text); got != want {
			t.Errorf("%s: %v", text, got)
		}
	}
}

// A word is a path when it looks like one of this repository; places in the file and signs about it
// are taken off.
func TestPathOfAWord(t *testing.T) {
	c := &citing{from: "docs/api"}
	for word, want := range map[string]string{
		"src/auth/token.go":      "src/auth/token.go docs/api/src/auth/token.go",
		`"src/auth/token.go",`:   "src/auth/token.go docs/api/src/auth/token.go",
		"src/auth/token.go:12":   "src/auth/token.go docs/api/src/auth/token.go",
		"src/auth/token.go:12:3": "src/auth/token.go docs/api/src/auth/token.go",
		"src/auth/token.go:1-9":  "src/auth/token.go docs/api/src/auth/token.go",
		"src/auth/token.go#L3":   "src/auth/token.go docs/api/src/auth/token.go",
		"src/auth/token.go.":     "src/auth/token.go docs/api/src/auth/token.go",
		"/etc/hosts":             "etc/hosts",
		"auth/token.go":          "auth/token.go docs/api/auth/token.go …",
		"under_score.go":         "docs/api/under_score.go under_score.go …",
		"main.go":                "", "go": "", "a/b*": "", "--flag/x": "", "user@host/x": "", "x=1/2": "", "a,b/c": "", "http://x/y": "",
	} {
		p, ok := c.pathOf(word, false)
		got := strings.Join(p.paths, " ")
		if p.suffix {
			got += " …"
		}
		if got != want || ok != (want != "") {
			t.Errorf("%q: %q %v, want %q", word, got, ok, want)
		}
	}
	for word, want := range map[string]bool{"cmd/": true, "cmd/kb": false, "a/b/c.go": false, "/etc/hosts": true} {
		if p, ok := c.pathOf(word, false); !ok || p.command != want {
			t.Errorf("%q may be no path of this repository: %v %v", word, p.command, ok)
		}
	}
	if _, ok := c.pathOf("under_score.go", true); ok {
		t.Error("a file without a folder in a command is cited")
	}
}

// A share is between nothing and all, and a small file says little by changing.
func TestShares(t *testing.T) {
	for _, tt := range []struct {
		l    Lines
		want float64
	}{{Lines{}, 0}, {Lines{1, 0}, 0}, {Lines{1, 4}, 0.25}, {Lines{9, 4}, 1}, {Lines{-1, 4}, 0}} {
		if got := tt.l.Share(); got != tt.want {
			t.Errorf("%+v: %v, want %v", tt.l, got, tt.want)
		}
	}
	small, large := churnScore(Lines{2, 2}), churnScore(Lines{200, 200})
	if small >= large || small > 0.35 || large < 0.9 || churnScore(Lines{0, 100}) != 0 {
		t.Errorf("of a line %v, of a hundred %v", small, large)
	}
	scores := []float64{churnScore(Lines{10, 200}), churnScore(Lines{50, 200}), churnScore(Lines{100, 200})}
	if !slices.IsSorted(scores) || scores[2] < 0.35 {
		t.Errorf("%v", scores)
	}
	for share, want := range map[float64]string{0: "1 %", 0.004: "1 %", 0.5: "50 %", 1: "100 %"} {
		if got := percent(share); got != want {
			t.Errorf("%v: %s", share, got)
		}
	}
}
