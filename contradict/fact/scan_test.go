package fact

import (
	"regexp"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// What is scanned by hand is what these patterns find.
func TestScans(t *testing.T) {
	span := regexp.MustCompile("`([^`]+)`")
	name := regexp.MustCompile(`[A-Za-z_][A-Za-z0-9_]*(?:[-.][A-Za-z0-9_]+)*`)
	if got := spansOf("`a` of `b` and `c`", 2); !slices.Equal(got, []string{"a", "b"}) {
		t.Errorf("the first two spans are %q", got)
	}
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringOf(rapid.RuneFrom([]rune("`azAZ_09-. é@[{"))).Draw(t, "text")
		var spans []string
		for _, m := range span.FindAllStringSubmatch(text, 3) {
			spans = append(spans, m[1])
		}
		if got := spansOf(text, 3); !slices.Equal(got, spans) {
			t.Errorf("spans %q, want %q", got, spans)
		}
		if got, want := slices.Collect(identifiers(text)), name.FindAllString(text, -1); !slices.Equal(got, want) {
			t.Errorf("names %q, want %q", got, want)
		}
	})
}
