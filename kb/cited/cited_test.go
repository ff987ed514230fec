package cited

import (
	"testing"

	"github.com/9aea2451/kb/markdown"
)

// A citation is found where it stands by itself in the front matter or in a code span, and nowhere else.
func TestSpans(t *testing.T) {
	source := "---\nfiles: [a.go#Sign, b/a.go#Sign, \"a.go#Sign\"]\n---\n# a.go#Sign\n\n" +
		"a.go#Sign in text, `a.go#Sign` `a.go#Signs` `a.go#Sign.Of` `a.go#Sign::of` ``go a.go#Sign()``.\n\n```\na.go#Sign\n```\n"
	var got []string
	for _, s := range Spans(markdown.Parse([]byte(source)).Code, []byte(source), "a.go#Sign") {
		got = append(got, source[s.Start-1:s.End+1])
	}
	want := []string{"[a.go#Sign,", "\"a.go#Sign\"", "`a.go#Sign`", " a.go#Sign("}
	if len(got) != len(want) {
		t.Fatalf("got %q, want %q", got, want)
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("got %q, want %q", got[i], want[i])
		}
	}
}

// FuzzSpans: what is found is the text, in order, and none of it twice.
func FuzzSpans(f *testing.F) {
	f.Add("---\nfiles: [a#b]\n---\n`a#b` a#b", "a#b")
	f.Add("`` ` a``\r\n`a", "a")
	f.Fuzz(func(t *testing.T, source, text string) {
		last := 0
		for _, s := range Spans(markdown.Parse([]byte(source)).Code, []byte(source), text) {
			if s.Start < last || source[s.Start:s.End] != text {
				t.Fatalf("%q of %q at %v", text, source, s)
			}
			last = s.End
		}
	})
}
