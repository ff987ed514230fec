package judge

import (
	"testing"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
	"github.com/9aea2451/kb/cmd/kb/internal/desk/secondread"
	"github.com/9aea2451/kb/cmd/kb/internal/session"
	"github.com/9aea2451/kb/cmd/kb/internal/story"
	"github.com/9aea2451/kb/kb/gittest"
	"github.com/9aea2451/kb/kb/validate"
	"github.com/9aea2451/kb/model"
)

// Each statement that a new one meets is told with what the new one would be to it, and whose it is.
func TestCheckedInLines(t *testing.T) {
	r := gittest.New(t)
	r.Write("a.md", "# A\n")
	r.Commit("Begin")
	place := func(path string) validate.Place {
		return validate.Place{Path: path, Line: 3, Col: 1, Text: "Tokens last 12 hours."}
	}
	team := Whose{"work", "team"}
	found := []CheckedSaid{
		{Whose{}, validate.Said{Place: place("a.md"), Relation: "contradicts", Energy: .875, Explanation: "numbers differ"}},
		{team, validate.Said{Place: place("b.md"), Relation: "duplicates"}},
		{Whose{}, validate.Said{Place: place("c.md"), Relation: "superseded", SupersededBy: "d.md"}},
	}
	const text = "    Tokens last 12 hours.\n"
	const others = "b.md:3:1: says the same  [work, team]\n" + text + "c.md:3:1: was said before, and superseded by d.md\n" + text
	for _, c := range []struct {
		explain   bool
		answer    Checked
		out, said string
	}{
		{false, Checked{Found: found}, "a.md:3:1: would contradict, energy 0.88\n" + text + others, ""},
		{true, Checked{Found: found}, "a.md:3:1: would contradict, energy 0.88\n" + text + "    numbers differ\n" + others, ""},
		{false, Checked{}, "", "kb: nothing in the base speaks against it, and nothing speaks of it\n"},
		{false, Checked{Nearest: []CheckedPlace{{team, place("e.md")}}}, "e.md:3:1: near  [work, team]\n" + text,
			"kb: nothing in the base speaks against it; nearest to it:\n"},
	} {
		a, out, said := story.Person(r.Dir, app.Globals{})
		repo, err := session.OpenRepo(t.Context(), a)
		if err != nil {
			t.Fatal(err)
		}
		(&checkCmd{Explain: c.explain}).print(session.In(a, repo), &c.answer)
		if err := a.Flush(); err != nil || out.String() != c.out || said.String() != c.said {
			t.Errorf("%v\n%s%s\nwant\n%s%s", err, out, said, c.out, c.said)
		}
	}
}

// What a second reader was asked is said, and why it stopped.
func TestSecondReaderInWords(t *testing.T) {
	for want, r := range map[string]secondread.Report{
		"kb: second reader: 1 pair, 2 known, 3 judged now, 4 left for the next time\n": {Pairs: 1, Known: 2, Judged: 3, Left: 4},
		"kb: second reader: 5 pairs, 0 known, 0 judged now, 5 left for the next time\nkb: second reader: no answer\n" +
			"kb: asked the model: 1 request, 2 tokens in and 0 out\n": {
			Pairs: 5, Left: 5, Failed: "no answer", Model: model.Count{Requests: 1, In: 2},
		},
	} {
		a, _, said := story.Person(t.TempDir(), app.Globals{})
		if remarkReader(a, &r); said.String() != want {
			t.Errorf("%s\nwant %s", said, want)
		}
	}
	if a, out, _ := story.Person(t.TempDir(), app.Globals{}); shownBy(nil, a) != nil || a.Flush() != nil || out.Len() > 0 {
		t.Errorf("without a model something is shown: %s", out)
	}
}
