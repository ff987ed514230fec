package evolve

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/9aea2451/kb/cmd/kb/internal/desk"
	"github.com/9aea2451/kb/contradict/fact"
	"github.com/9aea2451/kb/contradict/read"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/category"
	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/kb/snapshot"
	"github.com/9aea2451/kb/markdown"
)

// Of two sides that disagree the rarer goes, of two alike the later; what people wrote stays.
func TestTheRarerSideGoes(t *testing.T) {
	s := &Renewed{Path: "s.md"}
	for _, text := range []string{"Boats are blue.", "All boats are blue.", "Boats are red.", "Oars are long."} {
		s.Sentences = append(s.Sentences, Cited{Text: text, Path: "a.md", Line: len(s.Sentences) + 1, Title: "A"})
	}
	lines := [][]byte{[]byte("# Summary")}
	for i := range s.Sentences {
		lines = append(lines, []byte("  "+s.Sentences[i].item(s.Path)+" "))
	}
	lines = append(lines, []byte("Boats are green."))
	for _, c := range []struct {
		lines [2]int
		says  [2]string
		want  int // the sentence, -1 for none
	}{
		{[2]int{2, 4}, [2]string{"are blue", "are red"}, 2},
		{[2]int{4, 2}, [2]string{"are red", "are blue"}, 2},
		{[2]int{4, 5}, [2]string{"are red", "are long"}, 3},
		{[2]int{4, 6}, [2]string{"are red", "are green"}, 2},
		{[2]int{6, 1}, [2]string{"are green", "Summary"}, -1},
		{[2]int{2, 6}, [2]string{"are", "are green"}, 0}, // all say it, and are fewer than nobody
	} {
		d := &fact.Disagreement{A: fact.Place{Line: c.lines[0]}, B: fact.Place{Line: c.lines[1]}, Says: c.says}
		want := ""
		if c.want >= 0 {
			want = s.Sentences[c.want].item(s.Path)
		}
		if got := s.rarer(d, lines); got != want {
			t.Errorf("%+v: %q, want %q", c, got, want)
		}
	}
}

// Of statements that were judged the pairs are known as long as both are left, and only where no other came.
func TestPairsAreKnownAgain(t *testing.T) {
	own, other := &snapshot.Entry{}, &snapshot.Entry{}
	say := func(e *snapshot.Entry, text string) *read.Parsed {
		return &read.Parsed{Statement: read.Statement{Text: text, Source: snapshot.Place{Entry: e}}}
	}
	a, b, foreign := say(own, "Boats are blue."), say(own, "Boats are red."), say(other, "Boats are green.")
	j := judged{entry: own, said: map[string]bool{saying(a): true, saying(b): true}, pairs: [][2]*read.Parsed{{a, b}, {a, foreign}}}
	again := func(of ...*read.Parsed) string {
		pairs, known := j.again(of)
		var out []string
		for _, p := range pairs {
			out = append(out, p[0].Text+p[1].Text)
		}
		return fmt.Sprint(known, out)
	}
	for want, got := range map[string]string{
		"true [Boats are blue.Boats are red. Boats are blue.Boats are green.]": again(say(own, a.Text), say(own, b.Text)),
		"true [Boats are blue.Boats are green.]":                               again(say(own, a.Text)),
		"true []":                                                              again(say(own, b.Text)),
		"false []":                                                             again(say(own, a.Text), say(own, "Oars are long.")),
	} {
		if got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

// Each note in turn gives its best statement that no other says, until there are enough.
func TestStatementsInTurn(t *testing.T) {
	of := func(texts ...string) (out []candidate) {
		for _, text := range texts {
			c := candidate{text: text, stems: map[string]float64{}}
			for _, stem := range strings.Fields(text) {
				c.stems[stem] = 1
			}
			out = append(out, c)
		}
		return out
	}
	notes := func() [][]candidate {
		return [][]candidate{of("boats blue", "oars long", "sails white"), of("boats blue", "ropes thin"), of("crews small")}
	}
	for n, want := range map[int]string{
		0: "", 1: "boats blue", 2: "boats blue|ropes thin", 3: "boats blue|ropes thin|crews small",
		4: "boats blue|ropes thin|crews small|oars long",
	} {
		var got []string
		for _, c := range pick(notes(), n) {
			got = append(got, c.text)
		}
		if strings.Join(got, "|") != want {
			t.Errorf("%d: %q", n, got)
		}
	}
	var many []string
	for i := range perNote + 2 {
		many = append(many, fmt.Sprintf("a%d b%d", i, i))
	}
	if got := pick([][]candidate{of(many...)}, 99); len(got) != perNote {
		t.Errorf("%d of one note", len(got))
	}
}

// A statement is cited where its words stand, below the innermost heading, and not where the file was cut meanwhile.
func TestCitedWhereItStands(t *testing.T) {
	const text = "# Harbour\n\n## Boats\n\nAll boats in the harbour are blue.\n\n### Oars\n\nOars are long.\n"
	e := snapshot.ReadEntry(git.File{Path: "a.md"}, &kb.Config{}, []byte(text))
	at := slices.IndexFunc(e.Statements(), func(s markdown.Statement) bool { return strings.HasPrefix(s.Text, "All boats") })
	if at < 0 {
		t.Fatal("no statement")
	}
	end := e.Statements()[at].Span.End
	for n, held := range map[int]bool{len(text): true, end: true, end - 1: false, 0: false} {
		b := &Base{Read: func(string) ([]byte, error) { return []byte(text[:n]), nil }}
		got, ok, err := b.cite(&candidate{entry: e, at: at, text: "All boats in the harbour are blue."})
		if ok != held || err != nil || held && (got.Line != 5 || got.EndLine != 5 || got.Section != "Boats" || got.Anchor != "boats") {
			t.Errorf("of %d bytes: %+v, %v, %v", n, got, ok, err)
		}
	}
	for line, want := range map[int]string{1: "", 2: "", 3: "Boats", 5: "Boats", 7: "Oars", 9: "Oars"} {
		if got, _ := section([]byte(text), line); got != want {
			t.Errorf("line %d is below %q, want %q", line, got, want)
		}
	}
}

// Newer is what was touched later, or is about to be; a model is shown that first, then what the summary cites.
func TestNewerNotesAreShown(t *testing.T) {
	day := func(n int) time.Time { return time.Date(2026, 3, n, 0, 0, 0, 0, time.UTC) }
	c := &desk.Category{Group: &category.Group{Definition: category.Definition{Summary: "s.md"}}, Touched: day(5)}
	notes := []desk.CategoryNote{
		{Path: "old.md", Title: "Old", When: day(1)}, {Path: "new.md", Title: "New", When: day(6)},
		{Path: "cited.md", Title: "Cited", When: day(2)},
		{Path: "newest.md", Title: "Newest", When: day(7)},
	}
	for touched, want := range map[string]int{"": 2, "old.md": 3, "new.md": 2, "none.md": 2} {
		if got := (&Base{Touched: []string{touched}}).newer(c, notes); got != want {
			t.Errorf("with %q %d are newer, want %d", touched, got, want)
		}
	}
	long := strings.Repeat("x", noteBytes)
	sizes := map[string]string{}
	b := &Base{Read: func(path string) ([]byte, error) { return []byte(sizes[path]), nil }}
	of := func(old string) string {
		list, _, err := b.show(c, notes, old)
		if err != nil {
			t.Fatal(err)
		}
		var out []string
		for _, s := range list {
			out = append(out, strings.TrimSuffix(s.path, ".md"))
		}
		return strings.Join(out, " ")
	}
	for old, want := range map[string]string{
		"": "newest new cited old", "nothing is cited": "newest new", "See [Cited](cited.md), [New](new.md).": "newest new cited",
	} {
		if got := of(old); got != want {
			t.Errorf("%q: %s, want %s", old, got, want)
		}
	}
	for i := range mostShown { // more than there is room for: what does not fit ends it, though the last would
		notes = append(notes, desk.CategoryNote{Path: fmt.Sprintf("%d.md", i), When: day(8)})
	}
	for _, n := range notes {
		sizes[n.Path] = long
	}
	sizes["19.md"] = "short"
	if got := len(strings.Fields(of(""))); got != shownBytes/noteBytes {
		t.Errorf("%d are shown", got)
	}
}
