package search

import (
	"regexp"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// What a pattern requires stands in everything that it matches.
func TestRequiredStandsInEveryMatch(t *testing.T) {
	for pattern, want := range map[string]string{
		`std::move\(`: "std::move(", `a+bc?`: "a", `(?i)abc`: "", `x|y`: "", `(foo){2,}bar`: "foo", `\bfn \w+_mut`: "_mut",
		`(ab)?cd`: "cd", ``: "", `(ab)*`: "",
	} {
		if got := required(regexp.MustCompile(pattern)); got != want {
			t.Errorf("%s: %q, want %q", pattern, got, want)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		pattern := rapid.StringMatching(`([ab]{1,2}[?*+]?|\(a\|b\)|\(ab\)\+|\(\?i\)|[ab]\{2,3\}|\.){1,4}`).Draw(t, "pattern")
		re, err := regexp.Compile(pattern)
		if err != nil {
			t.Skip()
		}
		text := rapid.StringMatching(`[abAB]{0,12}`).Draw(t, "text")
		if at := re.FindString(text); re.MatchString(text) && !strings.Contains(at, required(re)) {
			t.Fatalf("%s matches %q, which lacks %q", pattern, at, required(re))
		}
	})
}

// A long line is cut around what matches.
func TestExcerptShowsTheMatch(t *testing.T) {
	long := strings.Repeat("ä", 500) + "needle" + strings.Repeat("x", 500)
	at := strings.Index(long, "needle")
	got := excerpt(long, []int{at, at + 6})
	if !strings.Contains(got, "needle") || len(got) > 2*excerptLength || !strings.HasPrefix(got, "…") {
		t.Errorf("%q", got)
	}
	if got := excerpt("  short  ", []int{2, 3}); got != "short" {
		t.Errorf("%q", got)
	}
}
