package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"text/tabwriter"

	"gonum.org/v1/gonum/optimize"
)

// answer holds what kb said to one query: its first notes with what speaks for each.
type answer struct {
	Repo, Kind, ID string
	Hits           []hit
}

// hit is one note of an answer.
type hit struct {
	Path     string
	Title    string
	Headings []string `json:"heading_path"`
	Anchor   string
	Score    float64
	Factors  map[string]float64
	Right    bool
	Words    float64 // share of the query's words in title, headings and path
}

// mostHits bounds the notes of an answer that are dumped and put in order anew.
const mostHits = 30

// dump asks every query of the first repositories and keeps the answers as DATA/dump.jsonl.
func (l *lab) dump(ctx context.Context, repos []repository) error {
	out, err := os.Create(filepath.Join(l.data, map[bool]string{false: "dump.jsonl", true: "dump.held.jsonl"}[l.held]))
	if err != nil {
		return err
	}
	w := bufio.NewWriter(out)
	for i := range repos {
		if err := l.dumpOne(ctx, &repos[i], json.NewEncoder(w)); err != nil {
			fmt.Fprintln(os.Stderr, "lab:", err)
		}
		if ctx.Err() != nil {
			break
		}
	}
	return errors.Join(w.Flush(), out.Close(), ctx.Err())
}

func (l *lab) dumpOne(ctx context.Context, r *repository, e *json.Encoder) error {
	b, err := os.ReadFile(filepath.Join(l.data, "copies", r.dir()+".jsonl"))
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	for line := range strings.Lines(string(b)) {
		var q query
		if err := json.Unmarshal([]byte(line), &q); err != nil {
			return err
		}
		if ofSection(q.ID) {
			continue
		}
		a := answer{Repo: r.Name, Kind: r.Kind, ID: q.ID}
		if err := l.ask(ctx, r, &a, "search", "--json", "--explain", "-n", fmt.Sprint(mostHits), "--", q.Query); err != nil {
			return err
		}
		for k := range a.Hits {
			h := &a.Hits[k]
			h.Right = q.Relevant[h.Path] > 0
			h.Words = shared(q.Query, h.Title+" "+strings.Join(h.Headings, " ")+" "+strings.Map(wordRune, h.Path))
		}
		if err := e.Encode(a); err != nil {
			return err
		}
	}
	return err
}

func wordRune(r rune) rune {
	if strings.ContainsRune("/-_.", r) {
		return ' '
	}
	return r
}

// shared returns the share of the words of a query that a text has.
func shared(query, text string) float64 {
	has := map[string]bool{}
	for _, w := range strings.Fields(strings.ToLower(text)) {
		has[strings.Trim(w, "`'\".,;:?!()")] = true
	}
	words, n := strings.Fields(strings.ToLower(query)), 0
	for _, w := range words {
		if w = strings.Trim(w, "`'\".,;:?!()"); len(w) > 3 && has[w] {
			n++
		}
	}
	return float64(n) / float64(max(len(words), 1))
}

// kindsOfFiles are what a path says of a file: folders, or the stem of its name.
var kindsOfFiles = sync.OnceValue(func() map[string]*regexp.Regexp {
	out := map[string]*regexp.Regexp{}
	for name, words := range map[string]string{
		"news":       `change-?logs?|release-?notes?|releases?|history|news|blog|posts?|whats-?new`,
		"internal":   `contributing|maintainers?|code_of_conduct|security|governance|authors|(pull_request|issue)_template|\.github`,
		"tests":      `__?tests?__?|tests?|testdata|fixtures?|e2e|__fixtures__|snapshots?`,
		"parts":      `_?partials?|_?includes?|snippets?|_shared|_?templates?`,
		"examples":   `examples?|samples?|demos?|playground`,
		"locale":     `i18n|translations?|zh|zh-(cn|tw|hans|hant)|ja|ko|fr|de|es|pt|pt-br|ru|it|pl|tr|uk|vi|id|ar|fa|hi|cs|nl`,
		"version":    `versioned_docs|version-[^/]+|v?\d+(\.(\d+|x))+|archived?|old|legacy`,
		"api":        `api|reference|commands|cli|man`,
		"guide":      `guides?|tutorials?|how-?to|getting-?started|concepts?|learn|usage|manual`,
		"front page": `readme|_?index|summary|_sidebar|toc|home`,
	} {
		out[name] = regexp.MustCompile(`(?i)(^|/)(` + words + `)(/|\.mdx?$)`)
	}
	return out
})

// features returns what speaks for a hit, by name; nothing is 0.
func (h *hit) features() map[string]float64 {
	f := map[string]float64{"heading words": h.Words, "depth": float64(strings.Count(h.Path, "/")) / 4}
	for name, x := range h.Factors {
		switch name {
		case "fused", "meaning_share", "importance", "section":
		case "bm25_chunk", "bm25_note":
			f[name] = math.Log(1+max(x, 0)) / 2
		case "cosine", "bm25_cover":
			f[name] = x
		default:
			if x > 0 {
				f[name] = math.Log(x)
			}
		}
	}
	for name, path := range kindsOfFiles() {
		if path.MatchString(h.Path) {
			f[name] = 1
		}
	}
	return f
}

// example is an answer as the fit sees it.
type example struct {
	repo, id string
	base     []float64 // log of the score as it is
	x        [][]float64
	right    []bool
	count    int // of right ones
}

// fit finds weights w for score·exp(w·features) on the training repositories: those with the greatest
// likelihood of the right notes among those of their answer, each repository counting the same. Half of
// the repositories proves what the other half chose, twice over.
func (l *lab) fit(repos []repository) error {
	examples, names, err := l.examples()
	if err != nil {
		return err
	}
	sharpness = least(func(x float64) float64 { sharpness = x; return loss(examples, nil, nil) }, 0.5, 20)
	fmt.Fprintf(l.out, "a score twice as high: odds %.1f\n", math.Pow(2, sharpness))
	part := func(rest byte) (out []*example) {
		for _, e := range examples {
			if hash("fit " + e.repo)[0]&1 == rest {
				out = append(out, e)
			}
		}
		return out
	}
	halves := [][]*example{part(0), part(1)}
	w := tabwriter.NewWriter(l.out, 0, 0, 2, ' ', 0)
	var all [][]float64
	for i, half := range halves {
		weights, err := solve(half, len(names))
		if err != nil {
			return err
		}
		all = append(all, weights)
		fmt.Fprintf(w, "half %d\tas it is %.4f\tfitted %.4f\tunseen half: as it is %.4f\tfitted %.4f\n", i+1,
			gain(half, nil), gain(half, weights), gain(halves[1-i], nil), gain(halves[1-i], weights))
	}
	whole, err := solve(examples, len(names))
	if err != nil {
		return err
	}
	fmt.Fprintf(w, "all\tas it is %.4f\tfitted %.4f\n\n", gain(examples, nil), gain(examples, whole))
	fmt.Fprintln(w, "feature\tall\thalf 1\thalf 2\talone, unseen")
	for k, name := range names {
		var alone [2]float64
		for i, half := range halves {
			one := make([]float64, len(names))
			one[k] = solveOne(half, k, len(names))
			alone[i] = gain(halves[1-i], one) - gain(halves[1-i], nil)
		}
		fmt.Fprintf(w, "%s\t%+.3f\t%+.3f\t%+.3f\t%+.4f %+.4f\n", name, whole[k], all[0][k], all[1][k], alone[0], alone[1])
	}
	return w.Flush()
}

// examples reads the dump; an answer without a right note teaches nothing, and counts as 0.
func (l *lab) examples() (out []*example, names []string, err error) {
	f, err := os.Open(filepath.Join(l.data, map[bool]string{false: "dump.jsonl", true: "dump.held.jsonl"}[l.held]))
	if err != nil {
		return nil, nil, err
	}
	defer f.Close()
	var answers []answer
	seen := map[string]bool{}
	for d := json.NewDecoder(f); d.More(); {
		var a answer
		if err := d.Decode(&a); err != nil {
			return nil, nil, err
		}
		if l.only != "" && !slices.Contains(strings.Split(l.only, ","), category(a.ID)) {
			continue
		}
		answers = append(answers, a)
		for i := range a.Hits {
			for name := range a.Hits[i].features() {
				seen[name] = true
			}
		}
	}
	names = slices.Sorted(maps.Keys(seen))
	for _, a := range answers {
		e := &example{repo: a.Repo, id: a.ID}
		for i := range a.Hits {
			h := &a.Hits[i]
			x, given := make([]float64, len(names)), h.features()
			for k, name := range names {
				x[k] = given[name]
			}
			e.base, e.x, e.right = append(e.base, math.Log(max(h.Score, 1e-9))), append(e.x, x), append(e.right, h.Right)
			if h.Right {
				e.count++
			}
		}
		out = append(out, e)
	}
	return out, names, nil
}

// sharpness holds the weight of a difference of the logarithms of two scores; it is fitted first.
var sharpness = 8.0

// loss returns the negative mean log likelihood and, where grad is not nil, its gradient; weights are
// held small by a ridge.
func loss(list []*example, w, grad []float64) float64 {
	sizes := map[string]float64{}
	for _, e := range list {
		if e.count > 0 {
			sizes[e.repo]++
		}
	}
	sum := 0.0
	for k := range w {
		sum += ridge * w[k] * w[k]
		if grad != nil {
			grad[k] = 2 * ridge * w[k]
		}
	}
	for _, e := range list {
		if e.count == 0 {
			continue
		}
		share := 1 / sizes[e.repo] / float64(len(sizes))
		p, right := e.odds(w)
		sum -= share * math.Log(max(right, 1e-300))
		for i := range p {
			if grad == nil {
				break
			}
			d := p[i]
			if e.right[i] {
				d -= p[i] / right
			}
			for k, x := range e.x[i] {
				grad[k] += share * sharpness * d * x
			}
		}
	}
	return sum
}

const ridge = 0.1

// odds returns the softmax over the hits, and the sum of it over the right ones.
func (e *example) odds(w []float64) (p []float64, right float64) {
	p = e.scores(w)
	most, sum := slices.Max(p), 0.0
	for i := range p {
		p[i] = math.Exp(sharpness * (p[i] - most))
		sum += p[i]
	}
	for i := range p {
		p[i] /= sum
		if e.right[i] {
			right += p[i]
		}
	}
	return p, right
}

// scores returns the logarithms of the scores that weights make.
func (e *example) scores(w []float64) []float64 {
	out := slices.Clone(e.base)
	for i := range out {
		for k, x := range w {
			out[i] += x * e.x[i][k]
		}
	}
	return out
}

func solve(list []*example, n int) ([]float64, error) {
	p := optimize.Problem{
		Func: func(w []float64) float64 { return loss(list, w, nil) },
		Grad: func(grad, w []float64) { loss(list, w, grad) },
	}
	r, err := optimize.Minimize(p, make([]float64, n), &optimize.Settings{MajorIterations: 200}, &optimize.LBFGS{})
	if r == nil {
		return nil, err
	}
	return r.X, nil // where a line search ends early, what it has is good
}

// solveOne fits the weight of one feature alone by golden section.
func solveOne(list []*example, k, n int) float64 {
	at := func(x float64) float64 {
		w := make([]float64, n)
		w[k] = x
		return loss(list, w, nil)
	}
	return least(at, -2, 2)
}

// least returns where a function that falls and rises again is least, by golden section.
func least(f func(float64) float64, low, high float64) float64 {
	for range 16 {
		a, b := high-(high-low)*0.618, low+(high-low)*0.618
		if f(a) < f(b) {
			high = b
		} else {
			low = a
		}
	}
	return (low + high) / 2
}

// gain returns the mean over repositories of nDCG@10 when the hits are put in order by weights, nil for
// the order that they have. All right notes are taken to be among the hits.
func gain(list []*example, w []float64) float64 {
	sums, sizes := map[string]float64{}, map[string]float64{}
	for _, e := range list {
		sizes[e.repo]++
		if e.count == 0 {
			continue
		}
		order := make([]int, len(e.base))
		for i := range order {
			order[i] = i
		}
		if w != nil {
			s := e.scores(w)
			slices.SortStableFunc(order, func(a, b int) int { return int(math.Copysign(1, s[b]-s[a])) })
		}
		got, best := 0.0, 0.0
		for place, i := range order[:min(len(order), 10)] {
			discount := 1 / math.Log2(float64(place)+2)
			if e.right[i] {
				got += discount
			}
			if place < e.count {
				best += discount
			}
		}
		sums[e.repo] += got / best
	}
	total := 0.0
	for _, repo := range slices.Sorted(maps.Keys(sizes)) {
		total += sums[repo] / sizes[repo]
	}
	return total / float64(max(len(sizes), 1))
}
