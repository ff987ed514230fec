package ask

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/9aea2451/kb/index"
	"github.com/9aea2451/kb/model"
)

func set(words string) map[string]bool {
	out := map[string]bool{}
	for word := range strings.FieldsSeq(words) {
		out[word] = true
	}
	return out
}

// part is a section of one chunk.
func part(path, heading, text string) *section {
	hit := index.Hit{Path: path, HeadingPath: []string{"Tea", heading}, Text: text}
	return &section{hit: hit, parts: []index.Hit{hit}}
}

// A model is shown as many sections as fit, each under a number that stays, and none that could end what surrounds it.
func TestWhatIsShown(t *testing.T) {
	a, b, c := part("a.md", "Pot", "A pot.\n"), part("b.md", "Cup", "A cup </notes> now.\n"), part("c.md", "Can", "A can.\n")
	w := writer{numbers: map[*section]int{}}
	const first, second, third = "[1] a.md: Tea › Pot\nA pot.\n\n", "[2] b.md: Tea › Cup\nA cup < /notes> now.\n\n",
		"[3] c.md: Tea › Can\nA can.\n\n"
	both := len("<notes>\n"+first) + len("A cup < /notes> now.\n")
	for _, tt := range []struct {
		sections []*section
		room     int
		want     string
	}{
		{[]*section{a, b}, both, first + second}, {[]*section{a, b}, both - 1, first}, {[]*section{a, b, c}, both - 1,
			first + third}, {[]*section{c, a}, 999, third + first}, {nil, 9, ""},
		{[]*section{a}, 3, "[1] a.md: Tea › Pot\nA p\n"},
	} {
		if got := w.show(tt.sections, tt.room); got != "<notes>\n"+tt.want+"</notes>\n" {
			t.Errorf("%d sections in %d bytes: %q", len(tt.sections), tt.room, got)
		}
	}
	if got := cut("aé", 2) + cut("aé", 3) + cut("aé", 9); got != "aaéaé" {
		t.Errorf("cut to %q", got)
	}
}

// What sums a note up is shown alone where it has enough of the question, and that asks for no more.
func TestTiers(t *testing.T) {
	summary, pot := part("a.md", "Summary", ""), part("a.md", "Pot", "")
	pot.score = 1
	other := part("b.md", "Cup", "")
	other.hit.Kind, other.score = "summary", 0.5
	for _, tt := range []struct {
		text  string
		share float64 // of the summary
		want  int     // sections shown at first
	}{
		{"what is tea", leastShare, 2}, {"what is tea", leastShare - 0.01, 3}, {"how is tea made", leastShare, 3}, {"fix the tea",
			leastShare, 3}, {"the fixed tea", leastShare, 2},
	} {
		summary.share = tt.share
		r := &reader{q: question{text: tt.text}, sections: []*section{summary, pot, other}}
		got := r.tiers()
		all := []*section{pot, other, summary}
		if want := map[int][][]*section{2: {{other, summary}, all}, 3: {all}}[tt.want]; !slices.EqualFunc(got, want, slices.Equal) {
			t.Errorf("%s with %v: %d tiers, the first of %d", tt.text, tt.share, len(got), len(got[0]))
		}
	}
}

// A quotation is found in lines that follow one another, by its first and its last; not backwards, and none of too few words.
func TestWhereAQuotationStands(t *testing.T) {
	lines := []string{"Tea is made of", "leaves and of water.", "It is hot.", "Tea is made of milk"}
	for _, tt := range []struct {
		quote   string
		numbers []int
		want    string
	}{
		{"tea is made of leaves", []int{1, 2}, "1-2 true"}, {"tea is made of", []int{1, 2, 3, 4}, "1-1 true"}, {"of water",
			[]int{2}, "0-0 false"}, {"leaves and of water", []int{2}, "2-2 true"}, {"made of milk", []int{1, 2, 3, 4}, "4-4 true"},
		{"of water It is hot", []int{2, 3}, "2-3 true"}, {"it is hot tea is made", []int{3, 1}, "0-0 false"},
		{"tea is made of gold", []int{1, 2, 3, 4}, "0-0 false"}, {"and of water it is hot now", []int{2, 3}, "0-0 false"},
	} {
		from, to, ok := Find(tt.quote, lines, tt.numbers)
		if got := fmt.Sprintf("%d-%d %v", from, to, ok); got != tt.want {
			t.Errorf("%q in %v: %s, want %s", tt.quote, tt.numbers, got, tt.want)
		}
	}
}

// How sections and statements are scored, to the last weight.
func TestScores(t *testing.T) {
	r := &reader{q: question{text: "tea pot", stems: []string{"tea", "pot"}, weight: map[string]float64{"tea": 1, "pot": 9}}}
	if got := r.q.share(set("pot"), math.Inf(1)); got != 0.9 {
		t.Errorf("the rare word is %v of the question", got)
	}
	if got := r.q.share(set("pot"), mostRarity); got != 0.75 {
		t.Errorf("of at most three it is %v", got)
	}
	if got := (&question{}).share(set("pot"), 1); got != 0 {
		t.Errorf("of nothing %v", got)
	}
	s := part("a.md", "Summary", "")
	s.note, s.fit = 0.5, fit{words: 1, cosine: 0.5, stems: set("tea pot")}
	s.said = []statement{{in: s, chunk: &fit{words: 0.5, stems: set("tea")}, stems: set("pot")}}
	r.weigh(s)
	above, whole, chunk := 0.8*0.5+0.3, 0.4+0.1*0.5+0.35, 0.4*0.5+0.35*0.25
	if st := s.said[0]; math.Abs(s.score-above-whole) > 1e-9 || s.share != 1 || st.share != 0.1 ||
		math.Abs(st.score-above-(whole+chunk)/2-0.2*0.75) > 1e-9 {
		t.Errorf("section %v of share %v, statement %v of %v", s.score, s.share, st.score, st.share)
	}
}

// The best statements come from several places, and none says what another says.
func TestBestStatements(t *testing.T) {
	a, b := part("a.md", "Pot", ""), part("b.md", "Cup", "")
	beside := part("a.md", "Can", "")
	a.said = []statement{{in: a, text: "first", stems: set("s1 s2 s3 s4 s5 s6 s7"), score: 1}, {in: a, text: "same place",
		stems: set("x"), score: 0.9}, {in: a, under: "Lid", text: "under another", stems: set("y"), score: 0.8},
		{in: a, text: "said already", stems: set("s1 s2 s3 s4 s5 s6 s7 z1 z2 z3"), score: 0.99}}
	beside.said = []statement{{in: beside, text: "beside", stems: set("u"), score: 0.71}}
	b.said = []statement{{in: b, text: "elsewhere", stems: set("v"), score: 0.79}, {in: b, text: "as good", stems: set("w"), score: 0.79}}
	r := &reader{sections: []*section{a, beside, b}}
	for n, want := range map[int]string{0: "", 1: "first", 3: "first, under another, beside",
		9: "first, under another, beside, elsewhere, same place, as good"} {
		var got []string
		for _, st := range r.best(n) {
			got = append(got, st.text)
		}
		if strings.Join(got, ", ") != want {
			t.Errorf("the best %d: %q, want %q", n, got, want)
		}
	}
	for _, tt := range []struct {
		a, b string
		want float64
	}{{"x y", "y z w", 0.5}, {"", "x", 0}, {"x", "x", 1}, {"x y z", "x", 1}} {
		if got := alike(set(tt.a), set(tt.b)); got != tt.want {
			t.Errorf("%q and %q are alike by %v", tt.a, tt.b, got)
		}
	}
}

// The sections nearest to the question are named, but for those that are cited; and what is about much is looked into.
func TestNearestAndDeep(t *testing.T) {
	var r reader
	for i := range mostNearest + 2 {
		s := part("a.md", fmt.Sprint(i), strings.Repeat("x", deepBytes/4))
		s.score = 1 - float64(i)/10
		r.sections = append(r.sections, s)
	}
	out := &Reply{Sentences: []Sentence{{Citations: []Citation{{Path: "a.md", HeadingPath: []string{"Tea", "1"}}, {Path: "b.md",
		HeadingPath: []string{"Tea", "0"}}}}}}
	r.addNearest(out)
	var got []string
	for _, n := range out.Nearest {
		got = append(got, n.HeadingPath[1])
	}
	if want := []string{"0", "2", "3", "4", "5"}; !slices.Equal(got, want) {
		t.Errorf("nearest %q, want %q", got, want)
	}
	for i := range 4 {
		r.sections[i].share = leastShare
	}
	r.q.text = "what is tea"
	if r.deep() {
		t.Error("just as much as can be shown at once is looked into in parts")
	}
	if r.sections[4].share = leastShare; !r.deep() {
		t.Error("more than can be shown at once is not looked into in parts")
	}
	if r.q.text, r.sections = "how many teas", nil; !r.deep() {
		t.Error("what counts is not looked into in parts")
	}
}

// guesser is a chat that always says the same.
type guesser struct {
	text string
	err  error
}

func (guesser) Model() string { return "guesser" }
func (g guesser) Answer(context.Context, model.Prompt) (model.Answer, error) {
	return model.Answer{Text: g.text}, g.err
}

// Where few sections are near, a model's guess is searched for as well; a guess that fails leaves what there is.
func TestGuess(t *testing.T) {
	broken := errors.New("the line is cut")
	for name, tt := range map[string]struct {
		near   int
		chat   guesser
		failed error // of the search
		asked  string
		err    error
	}{
		"enough is near":      {leastGood, guesser{text: "Never."}, nil, "", nil},
		"too little":          {leastGood - 1, guesser{text: "kind:spec, in \"pots\""}, nil, "tea kind spec in pots", nil},
		"the model fails":     {0, guesser{err: broken}, nil, "", broken},
		"the answer is cut":   {0, guesser{text: "In pots", err: model.ErrForm}, nil, "tea in pots", nil},
		"it is shown already": {0, guesser{text: "In pots", err: fmt.Errorf("so: %w", model.ErrShown)}, nil, "tea in pots", nil},
		"nothing is said":     {0, guesser{text: " \n"}, nil, "", nil},
		"the search fails":    {0, guesser{text: "In pots"}, broken, "tea in pots", broken},
	} {
		r := &reader{q: question{text: "tea", stems: []string{"tea"}, weight: map[string]float64{"tea": 1}},
			steps: []AskStep{{"search", "once"}}}
		for range tt.near {
			r.sections = append(r.sections, &section{share: leastShare})
		}
		r.sections = append(r.sections, &section{share: leastShare - 0.01})
		asked, wider := "", &reader{sections: []*section{{fit: fit{stems: set("tea")}}}}
		got, err := guess(t.Context(), func(_ context.Context, req Request) (*reader, error) {
			asked = req.Query.Text
			return wider, tt.failed
		}, tt.chat, Request{Query: index.Query{Text: "tea"}}, r)
		found := r
		if tt.asked != "" && tt.err == nil {
			found = wider
			if got.sections[0].share != 1 || got.q.text != "tea" ||
				len(got.steps) != 2 ||
				got.steps[1].Detail != fmt.Sprintf("%d sections were near; searched again by the model's words", tt.near) {
				t.Errorf("%s: %+v", name, got.steps)
			}
		}
		if got != found || !errors.Is(err, tt.err) || asked != tt.asked {
			t.Errorf("%s: asked %q, %v", name, asked, err)
		}
	}
}
