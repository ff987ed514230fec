package search

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/9aea2451/kb/index/query"
	"github.com/9aea2451/kb/index/store"
)

// shortened tells the hits of an answer: the line of the chunk, the score, and what found it.
func shortened(a *Answer) string {
	var out []string
	for _, h := range a.Hits {
		text := fmt.Sprintf("%s:%d %.3f %s", h.Path, h.StartLine, h.Score, h.Match)
		if len(h.SameText) > 0 {
			text += " and " + strings.Join(h.SameText, " ")
		}
		out = append(out, text)
	}
	return strings.Join(out, ", ")
}

func ask(t *testing.T, s *Searcher, q query.Query) *Answer {
	t.Helper()
	a, err := s.Search(t.Context(), q)
	if err != nil {
		t.Fatalf("%q: %v", q.Text, err)
	}
	return a
}

// The chunks of a note come best first, a bare heading only where there is nothing else, and what has no score
// not at all behind the first.
func TestBestChunksOfANote(t *testing.T) {
	s := shelved(prose("a.md", "# Tea\n", "# Tea\n\nA pot.", "# Tea\n\nA cup.", "# Tea\n\nA leaf.", "# Tea of leaves\n"),
		prose("b.md", "# Milk\n", "# Milk\n"), prose("c.md"))
	r := &run{Searcher: s}
	for _, tt := range []struct {
		scores []float64 // of the chunks of a.md and b.md
		note   int
		most   int
		want   []int
	}{
		{[]float64{9, 1, 3, 2, 8, 0, 0}, 0, 9, []int{2, 3, 1}}, {[]float64{9, 1, 3, 2, 8, 0, 0}, 0, 2, []int{2, 3}},
		{[]float64{9, 1, 1, 1, 8, 0, 0}, 0, 2, []int{1, 2}}, {[]float64{9, 0, 3, 0, 8, 0, 0}, 0, 3, []int{2}},
		{[]float64{9, 0, 0, 0, 8, 0, 0}, 0, 3, []int{1}}, {[]float64{9, -1, 3, 0, 8, 0, 0}, 0, 3, []int{2}}, {[]float64{0, 0, 0, 0,
			0, 1, 2}, 1, 3, []int{6}},
		{[]float64{0, 0, 0, 0, 0, 0, 0}, 1, 1, []int{5}}, {make([]float64, 7), 2, 3, nil},
	} {
		r.best = chunkScores{words: tt.scores, plain: true}
		if got := r.bestChunks(tt.note, tt.most); !slices.Equal(got, tt.want) {
			t.Errorf("the best %d of note %d by %v: %v, want %v", tt.most, tt.note, tt.scores, got, tt.want)
		}
	}
}

// How chunks of notes become hits: the best one of each, several, or each for itself; to the last place of the
// page, and those that are asked for beside it.
func TestChunksBecomeHits(t *testing.T) {
	text := func(words string) string { return "# Shop\n\n" + words + "\n" }
	books := []book{
		prose("a.md", text("Tea tea tea."), text("Tea and milk."), text("Bread.")), prose("b.md", text("Tea tea tea.")),
		prose("c.md", text("Some tea is sold with a cup of milk and a spoon.")), prose("d.md", text("Bread.")),
		prose("e.md", "# Stall\n\nTea tea tea.\n"),
	}
	s := shelved(books...)
	for _, tt := range []struct {
		q    query.Query
		want string
	}{
		{query.Query{}, "b.md:1 0.777 keyword and a.md, e.md:1 0.777 keyword, c.md:1 0.386 keyword"},
		{query.Query{Limit: 1}, "b.md:1 0.777 keyword"},
		{query.Query{Limit: 2}, "b.md:1 0.777 keyword, e.md:1 0.777 keyword"},
		{query.Query{ChunksPerNote: 2}, "b.md:1 0.777 keyword and a.md, e.md:1 0.777 keyword, a.md:4 0.748 keyword, c.md:1 0.386 keyword"},
		{query.Query{ChunksPerNote: 2, Limit: 3}, "b.md:1 0.777 keyword and a.md, e.md:1 0.777 keyword, a.md:4 0.748 keyword"},
		{query.Query{NoDedupe: true},
			"b.md:1 0.777 keyword, e.md:1 0.777 keyword, a.md:1 0.748 keyword, a.md:4 0.525 keyword, c.md:1 0.386 keyword"},
		{query.Query{NoDedupe: true, Limit: 2}, "b.md:1 0.777 keyword, e.md:1 0.777 keyword"},
		{query.Query{NoDedupe: true, Limit: 2, Also: []string{"c.md", "d.md", "x.md", "b.md"}},
			"b.md:1 0.777 keyword, e.md:1 0.777 keyword, c.md:1 0.386 keyword"},
		{query.Query{Exclude: []string{"a.md", "e.md", "x.md"}}, "b.md:1 0.777 keyword, c.md:1 0.386 keyword"},
		{query.Query{Baseline: true}, "b.md:1 0.476 keyword and a.md, e.md:1 0.476 keyword, c.md:1 0.252 keyword"},
		{query.Query{Fusion: "rrf"}, "b.md:1 0.769 keyword and a.md, e.md:1 0.757 keyword, c.md:1 0.740 keyword"},
		{query.Query{Text: "tea -spoon"}, "b.md:1 0.777 keyword and a.md, e.md:1 0.777 keyword"},
		{query.Query{Text: "tea -\"cup of milk\""}, "b.md:1 0.777 keyword and a.md, e.md:1 0.777 keyword"},
		{query.Query{Text: "\"tea and milk\" tea"}, "a.md:4 0.893 keyword"},
		{query.Query{Text: "\"TEA  and\" \"and milk\""}, "a.md:4 0.932 keyword"},
		{query.Query{Text: "\"milk and tea\""}, ""},
		{query.Query{Text: "path:c.md tea"}, "c.md:1 0.386 keyword"},
		{query.Query{Text: "bre"}, "d.md:1 0.777 prefix and a.md"},
		{query.Query{Text: "Spoom of spun bred"}, "d.md:1 0.765 fuzzy and a.md, c.md:1 0.710 fuzzy; Spoom of spun bread"},
		{query.Query{Text: "ND a sp"}, "c.md:1 0.777 substring"},
		{query.Query{Text: "zebra"}, ""},
	} {
		if tt.q.Mode = query.Keyword; tt.q.Text == "" {
			tt.q.Text = "tea"
		}
		a := ask(t, s, tt.q)
		got := shortened(a)
		if a.Suggestion != "" {
			got += "; " + a.Suggestion
		}
		if got != tt.want {
			t.Errorf("%s %+v: %s, want %s", tt.q.Text, a.Tried, got, tt.want)
		}
	}
}

// Exactly counts each line once, and gives the first of them cut around what matches.
func TestLinesThatMatch(t *testing.T) {
	long := strings.Repeat("w", 40) + strings.Repeat("x", 80) + "needle" + strings.Repeat("z", 400)
	s := shelved(prose("a.md", "# Sewing\n\nA needle.\nTwo needles, a needle.\n", "Thread.\nA needle", "A needle", "\r\nA needle\r\nNo.\n"),
		prose("b.md", "Nothing.\n"), prose("c.md", "A needle of wood.\n"+long+"\n"))
	ofA := []string{"a.md:3 A needle.", "a.md:4 Two needles, a needle.", "a.md:6 A needleA needle", "a.md:7 A needle"}
	ofC := []string{"c.md:1 A needle of wood.", "c.md:2 …" + long[40:40+399] + "…"}
	for _, tt := range []struct {
		text, pattern string
		most          int
		notes         string
		lines         []string
	}{
		{"", "needle", 9, "a.md 4, c.md 2", slices.Concat(ofA, ofC)},
		{"", "needle", 2, "a.md 4, c.md 2", ofA[:2]},
		{"", "needle", 4, "a.md 4, c.md 2", ofA},
		{"", "needle", 5, "a.md 4, c.md 2", slices.Concat(ofA, ofC[:1])},
		{"", "needle", 0, "a.md 4, c.md 2", nil},
		{"wood", "needle", 9, "c.md 2", ofC},
		{"", "needle$", 9, "a.md 2", ofA[2:]},
		{"", "^A needle$", 9, "a.md 1", ofA[3:]},
		{"", "^A.*A", 9, "a.md 1", ofA[2:3]},
		{"", "needleA", 9, "a.md 1", ofA[2:3]},
		{"", "ne+dl", 1, "a.md 4, c.md 2", ofA[:1]},
		{"", "n.thing", 9, "", nil},
		{"needle", "", 9, "a.md 0, c.md 0", nil},
		{"needle -wood", "", 9, "a.md 0", nil},
		{"path:c.md", "(?i)NEEDLE", 1, "c.md 2", ofC[:1]},
	} {
		e := Exact{Query: query.Query{Text: tt.text}, Most: tt.most}
		if tt.pattern != "" {
			e.Pattern = regexp.MustCompile(tt.pattern)
		}
		notes, lines, err := s.Exactly(t.Context(), e)
		if err != nil {
			t.Fatal(err)
		}
		var gotNotes, gotLines []string
		for _, n := range notes {
			gotNotes = append(gotNotes, fmt.Sprintf("%s %d", n.Path, n.Lines))
		}
		for _, l := range lines {
			gotLines = append(gotLines, fmt.Sprintf("%s:%d %s", l.Path, l.Line, l.Text))
		}
		if got := strings.Join(gotNotes, ", "); got != tt.notes || !slices.Equal(gotLines, tt.lines) {
			t.Errorf("%q %q, %d lines: %s, %q; want %s, %q", tt.text, tt.pattern, tt.most, got, gotLines, tt.notes, tt.lines)
		}
	}
	for text, want := range map[string]string{
		strings.Repeat("x", 400): strings.Repeat("x", 400), " two ": "two", strings.Repeat("x", 500): strings.Repeat("x", 399) + "…",
	} {
		if got := excerpt(text, []int{0, 1}); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// inRoom is a shelf whose notes lie in directions: a.md east and north, b.md between them, c.md up, d.md nowhere.
func inRoom() *Searcher {
	north, east, both := []float32{1, 0, 0, 0}, []float32{0, 1, 0, 0}, []float32{1, 1, 0, 0}
	a, b, c := prose("a.md", "Tea tea.", "Milk."), prose("b.md", "Bread."), prose("c.md", "Cup.", "Spoon.")
	a.vectors, b.vectors, c.vectors = [][]float32{east, north}, [][]float32{both}, [][]float32{{0, 0, 1, 0}, nil}
	a.links = []store.LinkRecord{link("a.md", "b.md"), link("a.md", "c.md"), link("a.md", "b.md"), {From: "a.md", To: "d.md",
		State: "broken", Strength: 1}}
	c.links = []store.LinkRecord{link("c.md", "a.md")}
	return shelved(a, b, c, prose("d.md", "Cup."))
}

// Meaning finds what words do not, and mixes with them.
func TestMeaningFinds(t *testing.T) {
	s := inRoom()
	for _, tt := range []struct {
		q    query.Query
		want string
	}{
		{query.Query{Text: "tea"}, "a.md:1 0.742 keyword, b.md:1 0.248 vector"},
		{query.Query{Text: "tea", Mode: query.Keyword}, "a.md:1 0.777 keyword"},
		{query.Query{Text: "tea", Mode: query.Vector}, "b.md:1 0.815 vector, a.md:1 0.663 vector"},
		{query.Query{Text: "east"}, "b.md:1 0.248 vector, a.md:1 0.202 vector"},
		{query.Query{Text: "milk or tea", ChunksPerNote: 2}, "a.md:1 0.742 hybrid, a.md:1 0.742 keyword, b.md:1 0.248 vector"},
		{query.Query{Text: "tea", Fusion: "rrf"}, "a.md:1 0.775 keyword, b.md:1 0.246 vector"},
	} {
		if got := shortened(ask(t, s, tt.q)); got != tt.want {
			t.Errorf("%q %s %s: %s, want %s", tt.q.Text, tt.q.Mode, tt.q.Fusion, got, tt.want)
		}
	}
}

// What is related, by links and by meaning in equal parts, with the share of each.
func TestRelatedByLinksAndMeaning(t *testing.T) {
	s := inRoom()
	for path, want := range map[string]string{
		"a.md": "b.md 0.75: 0.25 0.5, c.md 0.5: 0.5 0", "b.md": "a.md 0.75: 0.25 0.5", "c.md": "a.md 0.5: 0.5 0", "d.md": "",
	} {
		hits, err := s.Related(t.Context(), path, 9)
		var got []string
		for _, h := range hits {
			got = append(got, fmt.Sprintf("%s %v: %v %v", h.Path, h.Score, h.Factors["links"], h.Factors["meaning"]))
		}
		if strings.Join(got, ", ") != want || err != nil {
			t.Errorf("%s: %q, want %q; %v", path, got, want, err)
		}
		if one, err := s.Related(t.Context(), path, 1); err != nil || len(one) != min(1, len(hits)) {
			t.Errorf("%s: %d hits of one, %v", path, len(one), err)
		}
	}
	for pair, want := range map[[2]string]string{{"a.md", "b.md"}: "1.000 true", {"a.md", "c.md"}: "0.000 true", {"c.md",
		"d.md"}: "0.000 false",
		{"d.md", "c.md"}: "0.000 false", {"x.md", "c.md"}: "0.000 false", {"c.md", "x.md"}: "0.000 false"} {
		l, ok := s.Likeness(pair[0], pair[1])
		if got := fmt.Sprintf("%.3f %v", l, ok); got != want {
			t.Errorf("%v are alike by %s, want %s", pair, got, want)
		}
	}
}

// Words of the best hit that are nearly those of the query are suggested in their place; the same words are not.
func TestSuggestion(t *testing.T) {
	s := shelved(prose("a.md", "Tea."))
	for text, want := range map[string]string{
		"Zebra  crossing": "", "Tee": "tea", "te": "tea", "t": "tea", "TEA": "", "teapot": "", "green tee": "green tea",
		"cip": "cup", "cop of tee": "cup of tea",
	} {
		r := &run{Searcher: s, request: query.Request{Words: text}, answer: &Answer{Hits: []Hit{{Title: "Tea",
			HeadingPath: []string{"Cup"}, Text: "A cup of Tea, cups."}}}}
		if r.suggest(); r.answer.Suggestion != want {
			t.Errorf("%q: %q, want %q", text, r.answer.Suggestion, want)
		}
	}
}
