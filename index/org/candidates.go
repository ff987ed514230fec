package org

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"github.com/9aea2451/kb/index/org/cluster"
	"github.com/9aea2451/kb/index/query"
	"github.com/9aea2451/kb/index/search"
	"github.com/9aea2451/kb/index/words"
	"github.com/9aea2451/kb/model"
)

// maxTerms bounds the words of a question that the cluster is asked for: the rarest stay.
const maxTerms = 64

// exactVectors is up to how many chunks every vector is compared; above it the nearest are taken from
// a graph, more than are needed, since it misses some.
const (
	exactVectors = 200_000
	oversampling = 4
)

// scaleOfAll is how many candidates that need not pass the filters are looked at with those that do.
const scaleOfAll = 50

// find lists the places of the notes that a question may be answered from, best first, and counts its words.
func (r *round) find() error {
	if r.corpus.chunks <= r.o.s.Candidates {
		// There are no more notes than a question looks at.
		all := cluster.Body{"size": maxCandidates, "query": r.o.readable("n", r.not), "sort": asTheyLie()}
		lists, err := r.listed(search.Terms(r.request.Words), all)
		if err != nil {
			return err
		}
		r.found = lists[0]
		slices.SortFunc(r.found, func(a, b place) int { return strings.Compare(a.repo+a.note, b.repo+b.note) })
		r.nearest(1) // for the vector of the question
		return nil
	}
	looked := search.Terms(r.request.Words)
	looked = looked[:min(len(looked), maxTerms)]
	filters := passing(&r.request.Filter)
	var byChunk, byNote []any
	for _, t := range append(slices.Clone(looked), joined(r.request.Words)...) {
		byChunk = append(byChunk, holding(t))
		byNote = append(byNote, term("all", unbroken(t)))
	}
	var out []cluster.Body
	add := func(kind string, size int, should []any, more ...any) {
		b := r.o.filter(kind, r.not, more...)
		if b["should"] = should; len(should) > 0 {
			b["minimum_should_match"] = 1
		}
		out = append(out, cluster.Body{"size": size, "query": cluster.Body{"bool": b}})
	}
	size := r.o.s.Candidates
	if len(byChunk) > 0 {
		all := size
		if len(filters) > 0 {
			all = min(size, scaleOfAll) // they do not pass, but scores are shares of the greatest of all
		}
		add("c", all, byChunk)
		add("n", all, byNote)
	}
	if len(filters) > 0 || len(byChunk) == 0 && !r.request.Filter.Empty() {
		add("n", size, byNote, filters...)
	}
	if names := namesIn(r.request.Words); len(names) > 0 {
		add("n", size, nil, append(filters, terms("names", names))...)
	}
	if v := r.nearest(size); v != nil {
		out = append(out, v)
	}
	lists, err := r.listed(looked, out...)
	if err != nil {
		return err
	}
	if r.found = mixed(lists); len(r.found) == 0 && len(looked) > 0 {
		return r.findLike(looked)
	}
	r.found = r.found[:min(len(r.found), r.o.s.Candidates)]
	if r.request.Kind == query.Graph {
		return r.findLinking()
	}
	return nil
}

// listed lists the places that each of some searches finds. With the same call it counts words.
func (r *round) listed(counted []string, searches ...cluster.Body) ([][]place, error) {
	asked := make([]countedTerm, len(counted))
	for i, t := range counted {
		asked[i].text = t
	}
	for _, s := range searches {
		columns(s, "place")
	}
	got, err := r.o.c.Search(r.ctx, r.index, append(searches, r.counting(asked)...)...)
	if err != nil {
		return nil, err
	}
	lists := make([][]place, len(searches))
	for i := range searches {
		lists[i] = placesOf(got[i].Hits.Hits)
	}
	counts, err := countsOf(asked, got[len(searches):])
	for i := range counts {
		r.corpus.known[counted[i]] = counts[i]
	}
	return lists, err
}

// joined are the neighbours of a text written as one word, as kb's search asks for them as well.
func joined(text string) (out []string) {
	a := words.NewAnalyzer()
	parts := strings.Fields(strings.ReplaceAll(text, "-", " "))
	for i := 1; i < min(len(parts), 16); i++ {
		if t := a.Stem(strings.ToLower(parts[i-1] + parts[i])); t != "" {
			out = append(out, t)
		}
	}
	return out
}

// namesIn are the names that a question may be: all of it, and the number in it.
func namesIn(text string) []string {
	full := words.Name(text)
	if full == "" {
		return nil
	}
	out := []string{full}
	for _, p := range strings.Fields(full) {
		digits := strings.TrimLeft(p, "abcdefghijklmnopqrstuvwxyz#")
		if n, err := strconv.Atoi(digits); err == nil && n >= 0 {
			out = append(out, "#"+strconv.Itoa(n))
		}
	}
	return out
}

// nearest asks for the chunks nearest in meaning, nil without a shared model.
func (r *round) nearest(size int) cluster.Body {
	if r.o.embedder == nil || r.q.Mode == query.Keyword || strings.TrimSpace(r.request.Words) == "" {
		return nil
	}
	vector, err := r.o.embedder.Query(r.ctx, r.request.Words)
	if err != nil || len(vector) == 0 {
		r.x.Options.Warn("meaning is not searchable for now: " + cmp.Or(errorText(err), "the model gives no vector"))
		return nil
	}
	r.vector = vector
	among := r.o.readable("c", r.not, cluster.Body{"exists": cluster.Body{"field": "vector"}})
	question := cluster.Body{"script_score": cluster.Body{"query": among, "script": cluster.Body{
		"lang": "knn", "source": "knn_score", "params": cluster.Body{"field": "vector", "query_value": vector, "space_type": "cosinesimil"},
	}}}
	if r.corpus.chunks > exactVectors {
		question = cluster.Body{"knn": cluster.Body{"vector": cluster.Body{"vector": vector, "k": oversampling * size, "filter": among}}}
	}
	return cluster.Body{"size": size, "query": question}
}

// errorText is the message of an error, "" where there is none.
func errorText(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

// asked is a model that has embedded the question already.
type asked struct {
	model.Embedder
	vector []float32
}

// Query gives the vector of the question.
func (a *asked) Query(context.Context, string) ([]float32, error) { return a.vector, nil }

// findLike finds notes with words like those that no note has.
func (r *round) findLike(looked []string) error {
	var searches []cluster.Body
	for _, t := range looked[:min(len(looked), 12)] {
		searches = append(searches, cluster.Body{
			"size": r.o.s.Candidates, "query": r.o.readable("n", r.not, append(passing(&r.request.Filter), like(t))...),
		})
	}
	lists, err := r.listed(nil, searches...)
	r.found = mixed(lists)
	return err
}

// findLinking adds the notes that link to one which a question about links names.
func (r *round) findLinking() error {
	names := namesIn(query.GraphPhrase(strings.Join(strings.Fields(strings.ToLower(r.q.Text)), " ")))
	if len(names) == 0 {
		return nil
	}
	holding := func(field string, values []string) ([]place, error) {
		search := cluster.Body{"size": r.o.s.Candidates, "query": r.o.readable("n", r.not, terms(field, values)), "sort": asTheyLie()}
		lists, err := r.listed(nil, search)
		return slices.Concat(lists...), err
	}
	named, err := holding("names", names)
	if err != nil {
		return err
	}
	if err := r.read(named); err != nil {
		return err
	}
	var targets []string
	for _, p := range named {
		if w := r.notes[p]; w != nil {
			name := r.heads[p.repo].name
			targets = append(targets, key(name, strings.TrimPrefix(w.Record.Path, name+separator)))
		}
	}
	if len(targets) == 0 {
		return nil
	}
	linking, err := holding("links", targets)
	r.found = mixed([][]place{append(named, linking...), r.found})
	return err
}

// placesOf lists the notes of documents, each once, in their order.
func placesOf(found []cluster.Found) []place {
	out := make([]place, 0, len(found))
	seen := map[place]bool{}
	for _, h := range found {
		if p, ok := placeOf(columnsOf(h).place); ok && !seen[p] {
			seen[p] = true
			out = append(out, p)
		}
	}
	return out
}

// mixed takes from each list in turn, each place once.
func mixed(lists [][]place) []place {
	var out []place
	seen := map[place]bool{}
	for i, more := 0, true; more; i++ {
		more = false
		for _, l := range lists {
			if i >= len(l) {
				continue
			}
			if more = true; !seen[l[i]] {
				seen[l[i]] = true
				out = append(out, l[i])
			}
		}
	}
	return out
}

// countedTerm is a term whose spread is asked for; see store.Corpus.
type countedTerm struct {
	text  string
	parts []string
}

// counting asks for the counts of terms among notes and among chunks, nothing where there is no term.
// Only what holds one of them is gone through, not all that there is.
func (r *round) counting(asked []countedTerm) []cluster.Body {
	if len(asked) == 0 {
		return nil
	}
	side := func(kind string, holding func(countedTerm) cluster.Body) cluster.Body {
		each, some := cluster.Body{}, []any{}
		for i, t := range asked {
			each[strconv.Itoa(i)] = holding(t)
			some = append(some, holding(t))
		}
		return cluster.Body{
			"size": 0, "query": r.o.readable(kind, r.not, anyOf(some)), "track_total_hits": false,
			"aggs": cluster.Body{"t": cluster.Body{"filters": cluster.Body{"filters": each}}},
		}
	}
	return []cluster.Body{
		side("n", func(t countedTerm) cluster.Body { return term("all", unbroken(t.text)) }),
		side("c", func(t countedTerm) cluster.Body { return apart(holding(t.text), t.parts) }),
	}
}

// countsOf reads the counts of terms, of notes and of chunks for each.
func countsOf(asked []countedTerm, got []cluster.Result) ([][2]int, error) {
	out := make([][2]int, len(asked))
	for side := range got {
		var agg struct {
			Buckets map[string]struct {
				Count int `json:"doc_count"`
			}
		}
		if err := json.Unmarshal(got[side].Aggs["t"], &agg); err != nil {
			return nil, err
		}
		for i := range out {
			out[i][side] = agg.Buckets[strconv.Itoa(i)].Count
		}
	}
	for i, t := range asked {
		if len(t.parts) > 0 {
			out[i][0] = min(out[i][0], out[i][1]) // a note has a chunk of them at least
		}
	}
	return out, nil
}
