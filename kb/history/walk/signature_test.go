package walk

import (
	"strings"
	"testing"
	"time"
)

func TestWhen(t *testing.T) {
	for text, want := range map[string]string{
		"1700000000 +0000":         "2023-11-14T22:13:20Z",
		"1700000000 +0530":         "2023-11-15T03:43:20+05:30",
		"1700000000 -0800":         "2023-11-14T14:13:20-08:00",
		"1700000000 +2359":         "2023-11-15T22:12:20+23:59",
		"1700000000 +2400":         "2023-11-14T22:13:20Z",
		"1700000000 +0060":         "2023-11-14T22:13:20Z",
		"1700000000 0530":          "2023-11-14T22:13:20Z",
		"1700000000 +05300":        "2023-11-14T22:13:20Z",
		"1700000000 +05x0":         "2023-11-14T22:13:20Z",
		"1700000000":               "2023-11-14T22:13:20Z",
		"253402300799 +0000":       "9999-12-31T23:59:59Z",
		"253402300800 +0000":       "1970-01-01T00:00:00Z",
		"-1 +0000":                 "1970-01-01T00:00:00Z",
		"99999999999999999999 +00": "1970-01-01T00:00:00Z",
		"":                         "1970-01-01T00:00:00Z",
	} {
		if got := parseWhen(text).Format(time.RFC3339); got != want {
			t.Errorf("%q is %s, want %s", text, got, want)
		}
	}
}

func TestSignatures(t *testing.T) {
	for text, want := range map[string][2]string{
		"A B <a@b> 1 +0000":   {"A B", "a@b"},
		"<a@b> 1 +0000":       {"", "a@b"},
		"A B <> 1 +0000":      {"A B", ""},
		"A B":                 {"A B", ""},
		"A <b <c> 1 +0000":    {"A", "b <c"},
		"  A   < a@b > 1 +00": {"A", "a@b"},
	} {
		if s := parseSignature([]byte(text), ""); s.Name != want[0] || s.Email != want[1] {
			t.Errorf("%q: %q %q", text, s.Name, s.Email)
		}
	}
	long := parseSignature([]byte(strings.Repeat("ä", maxName)+" <"+strings.Repeat("x", maxName+1)+"> 1 +0000"), "")
	if len(long.Name) != maxName || len(long.Email) != maxName {
		t.Errorf("names of %d and %d bytes are kept", len(long.Name), len(long.Email))
	}
}

func TestBounded(t *testing.T) {
	for _, c := range []struct {
		text string
		n    int
		want string
	}{{"abc", 3, "abc"}, {"abc", 2, "ab"}, {"aä", 2, "a"}, {"aä", 3, "aä"}, {"日本", 5, "日"}, {"日本", 2, ""}, {"x", 0, ""}} {
		if got := bounded(c.text, c.n); got != c.want {
			t.Errorf("%q in %d bytes: %q, want %q", c.text, c.n, got, c.want)
		}
	}
}

func TestSubjectAndBody(t *testing.T) {
	for message, want := range map[string][2]string{
		"one":                               {"one", ""},
		"one\n":                             {"one", ""},
		"one\ntwo\n\nbody\n":                {"one two", "body"},
		"\n \none\n\n\n\nbody\n\nmore\n\n ": {"one", "body\n\nmore"},
		"one\n \nbody":                      {"one", "body"},
		"  one  \n\n  indented\n":           {"one", "  indented"},
		"":                                  {"", ""},
	} {
		if subject, body := splitMessage(message); subject != want[0] || body != want[1] {
			t.Errorf("%q: %q and %q, want %q", message, subject, body, want)
		}
	}
}

// A quarter of the last paragraph must be trailers, and one of them git's own, where other text
// stands among them.
func TestTrailersAmongText(t *testing.T) {
	text := func(n int) string { return strings.Repeat("text\n", n) }
	for _, c := range []struct {
		body string
		want int
	}{
		{text(3) + "Signed-off-by: S", 1},
		{text(4) + "Signed-off-by: S", 0},
		{text(6) + "Signed-off-by: S\nA: 1", 2},
		{text(7) + "Signed-off-by: S\nA: 1", 0},
		{text(3) + "A: 1\n(cherry picked from commit 12)", 1},
		{" A: 1", 0},
		{"A b: 1", 0},
		{": 1", 0},
		{strings.TrimSpace(strings.Repeat("A: 1\n", maxTrailers+1)), maxTrailers},
	} {
		if got := len(ParseTrailers(c.body)); got != c.want {
			t.Errorf("%q: %d trailers, want %d", c.body, got, c.want)
		}
	}
}
