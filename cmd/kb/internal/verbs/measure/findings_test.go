package measure

import (
	"strings"
	"testing"

	"github.com/9aea2451/kb/kb/validate"
)

// A labelled finding is told of where both sides are places of one finding, by their text or their line.
func TestScoreFindings(t *testing.T) {
	lines, err := scanFindings(strings.NewReader(`
{"a": {"path": "a.md", "text": "It is  up."}, "b": {"path": "b.md", "line": 4}, "label": "no"}
{"a": {"path": "b.md", "line": 4}, "b": {"path": "a.md", "line": 9}, "label": "arguable"}
{"a": {"path": "a.md", "line": 1}, "b": {"path": "gone.md", "line": 1}, "label": "no"}
`), "f")
	if err != nil {
		t.Fatal(err)
	}
	place := func(path string, line int, text string) validate.Place {
		return validate.Place{Path: path, Line: line, EndLine: line + 1, Text: text}
	}
	told := []validate.Finding{
		{Place: place("b.md", 3, "It is down."), Related: []validate.Place{place("a.md", 2, "It is up.")}, Energy: 0.8},
		{Place: place("c.md", 3, "x"), Related: []validate.Place{place("a.md", 9, "y")}, Energy: 0.4},
	}
	e := scoreFindings(lines, told, func(path string) bool { return path != "gone.md" })
	want := []LabelledCount{{Label: "arguable", Findings: 1}, {Label: "no", Findings: 2, Absent: 1, Told: 1, Errors: 1}}
	if len(e.Labels) != 2 || e.Labels[0] != want[0] || e.Labels[1] != want[1] || e.Others != 1 || e.Findings[0].Energy != 0.8 {
		t.Errorf("%+v", e)
	}
}

func TestFindingsNameTheLine(t *testing.T) {
	for text, want := range map[string]string{"\n{": "line 2", `{"a":{"path":"a"},"b":{}}`: "line 1: a and b need a path"} {
		if _, err := scanFindings(strings.NewReader(text), "f"); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", text, err)
		}
	}
}
