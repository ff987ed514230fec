package search_test

import (
	"context"
	"errors"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/9aea2451/kb/index"
	"github.com/9aea2451/kb/index/build"
	"github.com/9aea2451/kb/index/indextest"
	"github.com/9aea2451/kb/index/query"
	"github.com/9aea2451/kb/index/search"
	"github.com/9aea2451/kb/index/store"
)

// counted is a model whose vectors are how often each everyday word stands in a text.
type counted struct{}

func (counted) Model() string   { return "test:counted" }
func (counted) Dimensions() int { return len(everyday) }

func (c counted) Documents(ctx context.Context, texts []string) (out [][]float32, err error) {
	for _, text := range texts {
		v, _ := c.Query(ctx, text)
		out = append(out, v)
	}
	return out, nil
}

func (counted) Query(_ context.Context, text string) ([]float32, error) {
	v, square := make([]float32, len(everyday)), 1e-6
	words := strings.Fields(strings.ToLower(text))
	for i, w := range everyday {
		for _, other := range words {
			if strings.Trim(other, "#.") == strings.ToLower(w) {
				v[i]++
			}
		}
		square += float64(v[i]) * float64(v[i])
	}
	for i := range v {
		v[i] = (v[i] + 1e-4) / float32(math.Sqrt(square))
	}
	return v, nil
}

// meaningOf searches notes by the model that counts words, or by one that is trained on them.
func meaningOf(t *testing.T, files map[string]string, o store.Options) *search.Searcher {
	t.Helper()
	dir := t.TempDir()
	indextest.Git(t, dir, "init", "-q")
	for name, text := range files {
		indextest.WriteFile(t, dir, name, text)
	}
	x := indextest.Open(t, dir, o)
	t.Cleanup(func() { x.Close() })
	if _, err := x.Update(t.Context(), build.Options{}); err != nil {
		t.Fatal(err)
	}
	s, err := x.Searcher(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// meanings searches the notes of several bases as one.
func meanings(t *testing.T, bases map[string]map[string]string, o store.Options) *search.Searcher {
	t.Helper()
	var members []index.Member
	for _, name := range slices.Sorted(maps.Keys(bases)) {
		members = append(members, index.Member{Searcher: meaningOf(t, bases[name], o), Name: name, Scope: "project", Prefix: name + ":"})
	}
	return index.Union(members)
}

// With one model for all, several bases answer by meaning as one repository does; notes of one base are
// as like as they are there.
func TestUnionMeansLikeOneRepository(t *testing.T) {
	bases, all := someNotes(rand.New(rand.NewPCG(5, 1))), map[string]string{}
	for base, files := range bases {
		for path, text := range files {
			all[base+"/"+path] = text
		}
	}
	o := store.Options{Provider: counted{}}
	one, many := meaningOf(t, all, o), meanings(t, bases, o)
	random := rand.New(rand.NewPCG(5, 2))
	for range 20 {
		var text []string
		for range 2 + random.IntN(3) {
			text = append(text, everyday[random.IntN(len(everyday))])
		}
		for _, mode := range []query.Mode{query.Vector, query.Hybrid} {
			q := query.Query{Text: strings.Join(text, " "), Mode: mode, Limit: 10}
			want, got := found(t, one, q), found(t, many, q)
			if a, b := told(want), told(got); !slices.Equal(a, b) || len(a) == 0 {
				t.Fatalf("%s %q:\n%s\nof one repository:\n%s", mode, q.Text, strings.Join(b, "\n"), strings.Join(a, "\n"))
			}
			if got.Model != "test:counted" || !slices.Contains(got.Tried, "meaning: test:counted") {
				t.Errorf("%q was looked for by %q: %q", q.Text, got.Model, got.Tried)
			}
		}
	}
	a, b := "gamma/docs/n1.md", "gamma/docs/n2.md"
	want, ok1 := one.Likeness(a, b)
	got, ok2 := many.Likeness("gamma:docs/n1.md", "gamma:docs/n2.md")
	if !ok1 || !ok2 || math.Abs(want-got) > 1e-6 || got <= 0 || got > 1 {
		t.Errorf("likeness %v %v, of one repository %v %v", got, ok2, want, ok1)
	}
	if self, ok := one.Likeness(a, a); !ok || math.Abs(self-1) > 1e-3 {
		t.Errorf("a note is like itself by %v", self)
	}
	for _, pair := range [][2]string{{"gamma:docs/n1.md", "beta:docs/n1.md"}, {"gamma:docs/n1.md", "gamma:none.md"}, {"none:x", "none:x"}} {
		if _, ok := many.Likeness(pair[0], pair[1]); ok {
			t.Errorf("%s and %s are alike", pair[0], pair[1])
		}
	}
	// What is related to a note in one repository is so in another base, too.
	for _, note := range []string{"docs/n1.md", "docs/n7.md"} {
		related := func(s *search.Searcher, path string) (out []string) {
			t.Helper()
			hits, err := s.Related(t.Context(), path, 8)
			if err != nil {
				t.Fatal(err)
			}
			for _, h := range hits {
				out = append(out, strings.Replace(h.Path, ":", "/", 1))
			}
			return out
		}
		if want, got := related(one, "gamma/"+note), related(many, "gamma:"+note); !slices.Equal(want, got) || len(want) == 0 {
			t.Errorf("related to %s: %q, of one repository %q", note, got, want)
		}
	}
}

// Bases whose models were trained on their own notes answer together; a base without a model answers by
// its words.
func TestUnionOfSeveralModels(t *testing.T) {
	bases := someNotes(rand.New(rand.NewPCG(6, 1)))
	s := meanings(t, bases, store.Options{})
	a := found(t, s, query.Query{Text: "retry queue worker", Mode: query.Vector, Limit: 20})
	if len(a.Hits) == 0 || a.Model != "" {
		t.Errorf("%d hits by the model %q", len(a.Hits), a.Model)
	}
	tried := 0
	for _, what := range a.Tried {
		if strings.HasPrefix(what, "meaning: lsa") {
			tried++
		}
	}
	if tried < 2 {
		t.Errorf("tried %q", a.Tried)
	}
	if hits, err := s.Related(t.Context(), "gamma:docs/n1.md", 8); err != nil || len(hits) == 0 {
		t.Errorf("related: %d, %v", len(hits), err)
	}
	plain := meanings(t, bases, store.Options{NoVectors: true})
	b := found(t, plain, query.Query{Text: "retry queue worker", Mode: query.Vector})
	if len(b.Hits) == 0 || b.Model != "" || !slices.Contains(b.Tried, "meaning: no vectors, so words") {
		t.Errorf("without vectors: %d hits, tried %q", len(b.Hits), b.Tried)
	}
	if _, ok := plain.Likeness("gamma:docs/n1.md", "gamma:docs/n2.md"); ok {
		t.Error("notes are alike without vectors")
	}
}

// failing is a model that fails when it is asked for a query.
type failing struct{ counted }

var errAway = errors.New("the server is away")

func (failing) Query(context.Context, string) ([]float32, error) { return nil, errAway }

// A model that fails is said to, and words answer in its place.
func TestModelThatFails(t *testing.T) {
	var warned []string
	s := meaningOf(t, map[string]string{"a.md": "# Cache\n\nThe cache retries the queue.\n", "b.md": "# Garden\n\nThe garden is green.\n"},
		store.Options{Provider: failing{}, Warn: func(text string) { warned = append(warned, text) }})
	for _, mode := range []query.Mode{query.Vector, query.Hybrid} {
		warned = nil
		a := found(t, s, query.Query{Text: "cache queue", Mode: mode})
		if len(a.Hits) != 1 || a.Hits[0].Path != "a.md" || len(warned) != 1 || !strings.Contains(warned[0], "the server is away") {
			t.Errorf("%s: %d hits, warned %q", mode, len(a.Hits), warned)
		}
	}
	warned = nil
	if a := found(t, s, query.Query{Text: "cache queue", Mode: query.Keyword}); len(a.Hits) != 1 || len(warned) > 0 {
		t.Errorf("words alone: %d hits, warned %q", len(a.Hits), warned)
	}
}

// A note is given as the state has it, in its parts, with a vector for each.
func TestPartsOfANote(t *testing.T) {
	files := map[string]string{"a.md": "# Cache\n\nThe cache retries the queue. See [b](b.md).\n\n## Limits\n\nAt most ten workers.\n",
		"b.md": "---\nrelations: [{type: supersedes, target: a.md}]\n---\n# Garden\n\nThe garden is green.\n"}
	for name, o := range map[string]store.Options{"with vectors": {Provider: counted{}}, "without": {NoVectors: true}} {
		s := meaningOf(t, files, o)
		chunks, vectors, err := s.Parts(t.Context(), "a.md")
		if err != nil || len(chunks) != 2 || len(vectors) != 2 {
			t.Fatalf("%s: %d parts, %d vectors, %v", name, len(chunks), len(vectors), err)
		}
		for i, v := range vectors {
			if want := map[bool]int{true: 4 + len(everyday), false: 0}[o.Provider != nil]; len(v) != want {
				t.Errorf("%s: vector %d has %d bytes, want %d", name, i, len(v), want)
			}
		}
		record, links, err := s.Derived(t.Context(), "a.md")
		if err != nil || record.Path != "a.md" || record.InLinks != 1 || record.SupersededBy != "b.md" || len(links) != 1 ||
			links[0].To != "b.md" {
			t.Errorf("%s: %+v, %+v, %v", name, record, links, err)
		}
		if _, _, err := s.Parts(t.Context(), "none.md"); !errors.Is(err, store.ErrNoNote) {
			t.Errorf("%s: parts of no note: %v", name, err)
		}
		if _, _, err := s.Derived(t.Context(), "none.md"); !errors.Is(err, store.ErrNoNote) {
			t.Errorf("%s: state of no note: %v", name, err)
		}
	}
	if got := search.Terms("The workers retry, retries and retried"); !slices.Equal(got, []string{"retri", "worker", "~retri", "~worker"}) {
		t.Errorf("words %q", got)
	}
}
