package ask

import (
	"testing"

	"github.com/9aea2451/kb/contradict/base"
	"github.com/9aea2451/kb/contradict/read"
)

// TestOnlyWhatIsSaidIsContradicted cites one of two sentences of a line: what contradicts the other one
// is not told of it, but is told of a sentence of a model that has other words.
func TestOnlyWhatIsSaidIsContradicted(t *testing.T) {
	j := &judging{}
	for _, st := range []struct {
		text, path string
		line       int
	}{
		{"Session tokens expire after 30 minutes.", "a.md", 3},
		{"The gateway signs every request.", "a.md", 3},
		{"Session tokens expire after 12 hours.", "b.md", 7},
	} {
		j.parsed = append(j.parsed, read.Parse(read.Statement{Text: st.text, Document: st.path, Source: spot{st.path, st.line}}))
	}
	j.base = base.New(j.parsed)
	j.waived = func(a, b string) string { return a + "/" + b }
	c := &Citation{Path: "a.md", Line: 3, EndLine: 3}
	for sentence, want := range map[string]int{
		"The gateway signs every  request.":       0,
		"Session tokens expire after 30 minutes.": 1,
		"Tokens live for half an hour.":           1,
		// What is quoted stands in the sentence, or the sentence in what is quoted.
		"We say: The gateway signs every request. So be it.":        0,
		"gateway signs every":                                       0,
		"We say: Session tokens expire after 30 minutes. So be it.": 1,
	} {
		if got := j.against(c, sentence); len(got) != want || want == 1 &&
			(got[0].Path != "b.md" || got[0].Waived != "Session tokens expire after 30 minutes./"+got[0].Text) {
			t.Errorf("%q: %+v", sentence, got)
		}
	}
}
