package rerank

import (
	"context"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/9aea2451/kb/index"
	"github.com/9aea2451/kb/index/store"
	"github.com/9aea2451/kb/model"
)

// bagModel knows the words tea and cups alone: a text's vector says how often it has each.
type bagModel struct {
	asked []string // documents, and queries with a "?" behind them
	fail  error
}

func (m *bagModel) Model() string   { return "bag" }
func (m *bagModel) Dimensions() int { return 2 }

func (m *bagModel) vector(text string) []float32 {
	tea, cups := float64(strings.Count(text, "tea")), float64(strings.Count(text, "cups"))
	if tea+cups == 0 {
		return nil
	}
	norm := math.Hypot(tea, cups)
	return []float32{float32(tea / norm), float32(cups / norm)}
}

func (m *bagModel) Documents(ctx context.Context, texts []string) ([][]float32, error) {
	out := make([][]float32, len(texts))
	for i, text := range texts {
		m.asked = append(m.asked, text)
		out[i] = m.vector(text)
	}
	if m.fail != nil {
		return make([][]float32, len(texts)), m.fail
	}
	return out, ctx.Err()
}

func (m *bagModel) Query(_ context.Context, text string) ([]float32, error) {
	m.asked = append(m.asked, text+"?")
	return m.vector(text), m.fail
}

// local opens a model of which a folder keeps the vectors.
func local(t *testing.T, dir string) (*Local, *bagModel) {
	t.Helper()
	m := &bagModel{}
	l := NewLocal(m, func(ctx context.Context) (*index.KeptVectors, error) {
		return (&store.Folder{Dir: dir}).KeptVectors(ctx, m.Model())
	})
	t.Cleanup(func() { l.End(context.Background(), func() {}) })
	return l, m
}

func near(a, b []float64) bool {
	return slices.EqualFunc(a, b, func(x, y float64) bool { return math.Abs(x-y) < .01 })
}

// The first answer of a clone does not wait for vectors; they are made behind it, and the next one has them.
func TestFirstAnswerDoesNotWait(t *testing.T) {
	dir := t.TempDir()
	l, m := local(t, dir)
	texts := []string{"tea", "cups", "tea and cups", "tea"}
	if _, err := l.Rerank(t.Context(), "tea", texts); !errors.Is(err, model.ErrLate) || len(m.asked) > 0 {
		t.Fatalf("%v, asked %q", err, m.asked)
	}
	out := 0
	if err := l.End(t.Context(), func() { out = 1 + len(m.asked) }); err != nil || out != 1 {
		t.Errorf("%v: the answer was handed out after %d texts", err, out-1)
	}
	if want := []string{"tea", "cups", "tea and cups"}; !slices.Equal(m.asked, want) {
		t.Errorf("made %q, want %q", m.asked, want)
	}
	l, m = local(t, dir)
	for range 2 { // the query's vector is kept in memory
		scores, err := l.Rerank(t.Context(), "tea", texts)
		if err != nil || !near(scores, []float64{1, 0, .707, 1}) {
			t.Fatalf("%v, %v", scores, err)
		}
	}
	if !slices.Equal(m.asked, []string{"tea?"}) {
		t.Errorf("asked again: %q", m.asked)
	}
	if n, err := l.Kept(t.Context()); n != 3 || err != nil {
		t.Errorf("%d are kept, %v", n, err)
	}
	out = 0
	if err := l.End(t.Context(), func() { out++ }); err != nil || out > 0 {
		t.Errorf("with nothing to make: handed out %d times, %v", out, err)
	}
	if err := l.End(t.Context(), func() { out++ }); err != nil || out > 0 {
		t.Errorf("ended twice: %d, %v", out, err)
	}
}

// A clone that has vectors makes the few that are missing in front of the answer, as does who is patient.
func TestMissingVectorsAreMade(t *testing.T) {
	l, m := local(t, t.TempDir())
	l.Patient = true
	if scores, err := l.Rerank(t.Context(), "tea", []string{"tea", "cups"}); err != nil || !near(scores, []float64{1, 0}) {
		t.Fatalf("%v, %v", scores, err)
	}
	l.Patient = false
	m.asked = nil
	if scores, err := l.Rerank(t.Context(), "tea", []string{"cups", "tea cups"}); err != nil || !near(scores, []float64{0, .707}) {
		t.Fatalf("%v, %v", scores, err)
	}
	if !slices.Equal(m.asked, []string{"tea cups"}) {
		t.Errorf("asked %q", m.asked)
	}
	m.fail = errors.New("no weights")
	if _, err := l.Rerank(t.Context(), "tea", []string{"tea, tea and cups"}); !errors.Is(err, m.fail) {
		t.Error(err)
	}
	if _, err := l.Rerank(t.Context(), "cups", []string{"tea"}); !errors.Is(err, m.fail) {
		t.Errorf("of a query without a vector: %v", err)
	}
}

// Making vectors ahead counts those that were made; with 0 none is.
func TestMake(t *testing.T) {
	l, m := local(t, t.TempDir())
	texts := []string{"tea", "cups", "tea cups", "cups cups tea", "tea"}
	vectors, made, err := l.Make(t.Context(), texts, 0)
	if err != nil || made != 0 || len(vectors) != len(texts) || vectors[0] != nil || len(m.asked) > 0 {
		t.Errorf("%d made of %q, %v", made, m.asked, err)
	}
	vectors, made, err = l.Make(t.Context(), texts, 3)
	if err != nil || made != 4 || slices.ContainsFunc(vectors, func(v index.PackedVector) bool { return v == nil }) {
		t.Errorf("%d made, %v", made, err)
	}
	asked := len(m.asked)
	if _, made, err := l.Make(t.Context(), texts, 3); made != 0 || err != nil || len(m.asked) != asked {
		t.Errorf("made again: %d, %v", made, err)
	}
	m.fail = errors.New("no weights")
	if _, made, err := l.Make(t.Context(), []string{"tea tea cups", "tea tea tea cups"}, 1); !errors.Is(err, m.fail) || made != 0 {
		t.Errorf("%d made, %v", made, err)
	}
	if v, err := l.Query(t.Context(), "tea"); v != nil || err == nil {
		t.Errorf("%v, %v", v, err)
	}
}

// What is kept is bounded: the vectors of queries in memory are thrown away when there are too many.
func TestQueriesInMemory(t *testing.T) {
	l, m := local(t, t.TempDir())
	for i := range mostQueries + 1 {
		if _, err := l.Query(t.Context(), "tea "+strings.Repeat("x", i)); err != nil {
			t.Fatal(err)
		}
	}
	if len(l.queries) != 1 || len(m.asked) != mostQueries+1 {
		t.Errorf("%d are kept, of %d", len(l.queries), len(m.asked))
	}
}

// fixed is a server's reranker.
type fixed struct {
	scores []float64
	err    error
	texts  []string
}

func (f *fixed) Model() string { return "fixed" }
func (f *fixed) Rerank(_ context.Context, _ string, texts []string) ([]float64, error) {
	f.texts = texts
	return f.scores[:min(len(texts), len(f.scores))], f.err
}

func answer(scores ...float64) *index.Answer {
	a := &index.Answer{Query: "tea", Hits: hitsOf(scores...)}
	a.Terms = append(a.Terms, "tea")
	return a
}

// The order that a reranker gives is told; what the query names stays in front of it.
func TestHitsAreRankedAnew(t *testing.T) {
	f := &fixed{scores: []float64{0, 0, 9}}
	a := answer(4, 3, 2, 1)
	a.Hits[0].Factors["name"] = 2
	a.Hits[1].Title, a.Hits[1].Text = "B", "text b"
	if err := Hits(t.Context(), f, ByServer(), a, nil, nil); err != nil || pathsOf(a.Hits) != "abdc" && pathsOf(a.Hits) != "adbc" {
		t.Errorf("%s, %v", pathsOf(a.Hits), err)
	}
	if !slices.Equal(a.Tried, []string{"rerank: fixed"}) || len(f.texts) != 3 || f.texts[0] != "B\ntext b" {
		t.Errorf("%q, seen %q", a.Tried, f.texts)
	}
	for name, change := range map[string]func(a *index.Answer){
		"one hit is named and one is not": func(a *index.Answer) { a.Hits = a.Hits[:2]; a.Hits[0].Factors["name"] = 1 },
		"no words":                        func(a *index.Answer) { a.Terms = nil },
		"it asks for links":               func(a *index.Answer) { a.Type = "graph" },
		"all are named":                   func(a *index.Answer) { a.Hits = a.Hits[:1]; a.Hits[0].Factors["name"] = 1 },
	} {
		f, a := &fixed{scores: []float64{0, 1, 2, 3}}, answer(4, 3, 2, 1)
		change(a)
		before := pathsOf(a.Hits)
		err := Hits(t.Context(), f, ByServer(), a, nil, nil)
		if err != nil || f.texts != nil || pathsOf(a.Hits) != before || a.Tried != nil {
			t.Errorf("%s: %s, %q, %v", name, pathsOf(a.Hits), a.Tried, err)
		}
	}
	a, f = answer(2, 1), &fixed{scores: []float64{0, 1}}
	if err := Hits(t.Context(), f, Way{First: 5, Lead: 5, Share: 1}, a, nil, nil); err != nil || pathsOf(a.Hits) != "ba" {
		t.Errorf("two hits: %s, %v", pathsOf(a.Hits), err)
	}
}

// A model that fails leaves the order, and is warned of unless it is late or paused.
func TestModelThatFails(t *testing.T) {
	for _, c := range []struct {
		err    error
		warned bool
	}{{model.ErrLate, false}, {model.ErrPaused, false}, {errors.New("no weights"), true}} {
		said := ""
		a := answer(3, 2, 1)
		err := Hits(t.Context(), &fixed{err: c.err}, ByServer(), a, nil, func(m string) { said = m })
		if err != nil || pathsOf(a.Hits) != "abc" || (said != "") != c.warned ||
			!slices.Equal(a.Tried, []string{"rerank: the order stays, " + c.err.Error()}) {
			t.Errorf("%v: %s, %q, said %q, %v", c.err, pathsOf(a.Hits), a.Tried, said, err)
		}
	}
	ended, end := context.WithCancel(t.Context())
	end()
	a := answer(3, 2, 1)
	err := Hits(ended, &fixed{scores: []float64{1, 2, 3}}, ByServer(), a, nil, nil)
	if !errors.Is(err, context.Canceled) || a.Tried != nil {
		t.Errorf("%v, %q", err, a.Tried)
	}
}

// A model in this process sees other sections of a note as well, if they have vectors; the nearest counts.
func TestOtherSections(t *testing.T) {
	l, m := local(t, t.TempDir())
	l.Patient = true
	if _, _, err := l.Make(t.Context(), []string{"tea tea"}, 1); err != nil {
		t.Fatal(err)
	}
	a := answer(1, .95)
	a.Hits[0].Title, a.Hits[1].Title = "cups", "cups cups"
	others := func(context.Context) (map[string][]string, error) {
		return map[string][]string{"b": {"tea tea", "never tea"}}, nil
	}
	if err := Hits(t.Context(), l, ByLocal(.5), a, others, nil); err != nil || pathsOf(a.Hits) != "ba" {
		t.Errorf("%s, %q, %v", pathsOf(a.Hits), a.Tried, err)
	}
	if slices.Contains(m.asked, "never tea") {
		t.Error("a vector was made of another section")
	}
	broken := errors.New("no sections")
	a = answer(1, .95)
	a.Hits[0].Title, a.Hits[1].Title = "cups", "cups cups"
	err := Hits(t.Context(), l, ByLocal(.5), a, func(context.Context) (map[string][]string, error) { return nil, broken }, func(string) {})
	if err != nil || pathsOf(a.Hits) != "ab" || len(a.Tried) != 1 || !strings.Contains(a.Tried[0], "no sections") {
		t.Errorf("%s, %q, %v", pathsOf(a.Hits), a.Tried, err)
	}
}

// Where the model's list has looked at all sections of the notes, the nearest of these counts, and no
// others are asked for; a note that the list does not know keeps the score of its hit.
func TestNearestSectionsOfTheList(t *testing.T) {
	l, _ := local(t, t.TempDir())
	l.Patient = true
	a := answer(1, .98, .95, .9)
	for i, title := range []string{"cups", "tea and cups", "cups cups", "tea"} {
		a.Hits[i].Title = title
	}
	for i, near := range []float64{.3, .2, .9} {
		a.Hits[i].Factors["model_nearest"] = near
	}
	others := func(context.Context) (map[string][]string, error) { return nil, errors.New("searched again") }
	if err := Hits(t.Context(), l, ByLocal(.5), a, others, nil); err != nil || pathsOf(a.Hits) != "dcba" {
		t.Errorf("%s, %q, %v", pathsOf(a.Hits), a.Tried, err)
	}
}

// What a model sees of a hit begins with the title of its note, once.
func TestTextOfAHit(t *testing.T) {
	for _, c := range []struct {
		h    index.Hit
		want string
	}{
		{index.Hit{Title: "Tea", Text: "Hot."}, "Tea\nHot."},
		{index.Hit{Title: "Tea", HeadingPath: []string{"Tea", "Green"}, Text: "Hot."}, "Tea\nGreen\nHot."},
		{index.Hit{Title: "Tea", HeadingPath: []string{"Green"}, Text: "Hot."}, "Tea\nGreen\nHot."},
	} {
		if got := Text(&c.h); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}

func TestWhichQueriesAreRanked(t *testing.T) {
	for _, c := range []struct {
		q    index.Query
		want bool
	}{
		{index.Query{Text: "tea"}, true},
		{index.Query{Text: "tea", Mode: index.Hybrid}, true},
		{index.Query{Text: "tea", Mode: index.Keyword}, false},
		{index.Query{Text: "tea", Baseline: true}, false},
		{index.Query{Text: "tea", Also: []string{"cups"}}, false},
		{index.Query{Text: "  "}, false},
	} {
		if got := Asks(&c.q); got != c.want {
			t.Errorf("%+v: %v", c.q, got)
		}
	}
}
