package org

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/9aea2451/kb/index/gathered"
	"github.com/9aea2451/kb/index/org/cluster"
	"github.com/9aea2451/kb/index/query"
	"github.com/9aea2451/kb/index/search"
	"github.com/9aea2451/kb/index/store"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/kb/history"
)

// Scope is that of every hit.
const Scope = "organization"

// separator stands between the name of a repository and a path in it, as between those of bases.
const separator = ":"

// Within is a path of a repository without the name before it.
func Within(repository, path string) string {
	return strings.TrimPrefix(path, repository+separator)
}

// Search answers a query from all repositories that the asker may read. x is the index of the
// repository in which is asked, of which only the options count.
func (o *Org) Search(ctx context.Context, x *store.Folder, q query.Query) (*search.Answer, error) {
	var a *search.Answer
	err := o.again(ctx, x, q, func(g *Gathered) (err error) {
		defer g.Close()
		a, err = g.Search(ctx, q)
		return err
	})
	return a, err
}

// Gathered is what the cluster has for one question, to be searched. Its paths begin with the name of
// the repository. Close it.
type Gathered struct {
	*search.Searcher
	byPath map[string]*whole
	repos  map[string]string // name of a note's repository, by path
}

// Search answers a query from what was gathered. Each hit says its repository.
func (g *Gathered) Search(ctx context.Context, q query.Query) (*search.Answer, error) {
	q.Folder, q.Usage, q.Together = "", nil, nil // of the repository at hand, not of these
	a, err := g.Searcher.Search(ctx, q)
	if err != nil {
		return nil, err
	}
	for i := range a.Hits {
		h := &a.Hits[i]
		if w := g.byPath[h.Path]; w != nil {
			h.Provenance = w.provenance
		}
		h.Base, h.Scope = g.repos[h.Path], Scope
	}
	return a, nil
}

// gatherTries is how often a question is asked anew because a push has just replaced what it found.
const gatherTries = 3

// ErrMoved tells that pushes replace what is found faster than it can be read.
var ErrMoved = errors.New("what was found has just been replaced")

// Gather fetches what the cluster has for a query. Close what it gives. ErrMoved where pushes were
// faster gatherTries times.
func (o *Org) Gather(ctx context.Context, x *store.Folder, q query.Query) (g *Gathered, err error) {
	err = o.again(ctx, x, q, func(found *Gathered) error {
		if g != nil {
			g.Close()
		}
		g = found
		return nil
	})
	if err != nil && g != nil {
		g.Close()
		g = nil
	}
	return g, err
}

// again calls f with what the cluster has, anew while pushes change that under its hands.
func (o *Org) again(ctx context.Context, x *store.Folder, q query.Query, f func(*Gathered) error) error {
	index, err := o.opened(ctx)
	if err != nil {
		return err
	}
	for range gatherTries {
		r := &round{
			o: o, ctx: ctx, x: x, index: index, q: q,
			heads: map[string]*repository{}, pushes: map[string]string{}, notes: map[place]*whole{},
		}
		var g *Gathered
		if g, err = r.gather(); err == nil {
			err = f(g)
		}
		if err == nil {
			err = r.still()
		}
		if !errors.Is(err, ErrMoved) {
			return err
		}
	}
	return err
}

// round is one question to the cluster.
type round struct {
	o     *Org
	ctx   context.Context
	x     *store.Folder
	index string
	q     query.Query

	request query.Request
	vector  []float32 // of the question, nil without a shared model
	corpus  *corpus
	not     aside
	heads   map[string]*repository
	pushes  map[string]string // that are under way, by repository
	found   []place           // best first
	notes   map[place]*whole
}

// repository is a repository as its head has it at the time of the question.
type repository struct {
	name  string
	push  string
	table table
}

// gather reads the query, finds notes for it, reads them and what replaces them, and makes
// them searchable. A value of a filter is never refused: which ones the notes have only
// the cluster knows.
func (r *round) gather() (*Gathered, error) {
	known := query.Known{Today: r.x.Options.Now(), Any: func(func(*kb.Note) bool) (bool, error) { return true, nil }}
	var err error
	if r.request, err = query.Parse(r.q.Text, r.q.Filter, known); err != nil {
		return nil, err
	}
	// As the searcher reads them that judges what is found.
	r.request.Filter.Path = query.FromFolder("", r.x.Repo.Root, r.request.Filter.Path, nil)
	aggs := cluster.Body{}
	for _, f := range []string{"notes", "chunks", "length_body", "length_head", "length_code", "length_tags"} {
		aggs[f] = cluster.Body{"sum": cluster.Body{"field": f}}
	}
	got, err := r.o.c.Search(r.ctx, r.index,
		cluster.Body{"size": 0, "query": r.o.readable("h", aside{}), "aggs": aggs}, r.underWayNow())
	if err != nil {
		return nil, err
	}
	sum := func(field string) float64 {
		var v struct{ Value float64 }
		_ = json.Unmarshal(got[0].Aggs[field], &v) // 0 where it is missing
		return v.Value
	}
	r.corpus = &corpus{r: r, notes: int(sum("notes")), chunks: int(sum("chunks")), known: map[string][2]int{}}
	for f, name := range []string{"length_body", "length_head", "length_code", "length_tags"} {
		r.corpus.totals[f] = sum(name)
	}
	if err := r.underWay(got[1].Hits.Hits); err != nil {
		return nil, err
	}
	if err := r.find(); err != nil {
		return nil, err
	}
	if err := r.read(r.found); err != nil {
		return nil, err
	}
	// The notes that replace those that were found: what became of a note decides whether it holds.
	var more []place
	for p, w := range r.notes {
		name := r.heads[p.repo].name + separator
		if by := w.Record.SupersededBy; by != "" {
			more = append(more, place{p.repo, key(strings.TrimPrefix(by, name))})
		}
		for _, l := range w.Links {
			if l.Type == "supersedes" && l.Inverse && l.To != "" {
				more = append(more, place{p.repo, key(strings.TrimPrefix(l.To, name))})
			}
		}
	}
	slices.SortFunc(more, func(a, b place) int { return strings.Compare(a.repo+a.note, b.repo+b.note) })
	more = slices.Compact(more)
	r.found = append(r.found, more...)
	if err := r.read(more); err != nil {
		return nil, err
	}
	return r.searcher(), nil
}

// underWayNow asks for the pushes that are under way, of some repositories or of all.
func (r *round) underWayNow(repos ...string) cluster.Body {
	var of []any
	if len(repos) > 0 {
		of = append(of, terms("repo", repos))
	}
	return cluster.Body{"size": maxListed, "query": r.o.readable("p", aside{}, of...), "sort": asTheyLie()}
}

// still gives ErrMoved where a push of a repository that the answer is from has begun, shown what it
// pushed or ended meanwhile: then parts of the answer may be of the state before and parts of that after.
func (r *round) still() error {
	repos := slices.Sorted(maps.Keys(r.heads))
	for part := range slices.Chunk(repos, 1000) {
		ids := make([]string, len(part))
		for i, repo := range part {
			ids[i] = headID(repo)
		}
		heads := cluster.Body{"size": len(part), "query": r.o.readable("h", aside{}, cluster.Body{"ids": cluster.Body{"values": ids}})}
		got, err := r.o.c.Search(r.ctx, r.index, columns(heads, "repo", "push"), columns(r.underWayNow(part...), "repo", "push"))
		if err != nil {
			return err
		}
		shown, pushing := tokens(got[0].Hits.Hits), tokens(got[1].Hits.Hits)
		for _, repo := range part {
			was := ""
			if head := r.heads[repo]; head != nil {
				was = head.push
			}
			if shown[repo] != was || pushing[repo] != r.pushes[repo] {
				return ErrMoved
			}
		}
	}
	return nil
}

// tokens are those of the pushes that wrote documents, by repository.
func tokens(found []cluster.Found) map[string]string {
	out := map[string]string{}
	for _, h := range found {
		if c := columnsOf(h); c.repo != "" {
			out[c.repo] = c.push
		}
	}
	return out
}

// underWay notes the pushes whose documents do not count: those that no head has shown yet.
func (r *round) underWay(found []cluster.Found) error {
	if len(found) == 0 {
		return nil
	}
	var pushes []pushDoc
	var repos []string
	for _, h := range found {
		var p pushDoc
		if json.Unmarshal(h.Source, &p) == nil {
			pushes, repos = append(pushes, p), append(repos, p.Repo)
			r.pushes[p.Repo] = p.Push
		}
	}
	if err := r.readHeads(repos); err != nil {
		return err
	}
	for _, p := range pushes {
		for _, token := range append(p.Dead, p.Push) {
			if head := r.heads[p.Repo]; head == nil || head.push != token {
				r.not.pushes = append(r.not.pushes, token)
			}
		}
		if head := r.heads[p.Repo]; head != nil && head.push == p.GoneBy {
			r.not.ids = append(r.not.ids, p.Gone...)
		}
	}
	return nil
}

// readHeads reads the heads of repositories that are not known yet; nil is known of one that the
// asker may not read, or that is gone.
func (r *round) readHeads(repos []string) error {
	var ids []string
	for _, repo := range repos {
		if _, known := r.heads[repo]; !known {
			r.heads[repo] = nil
			ids = append(ids, headID(repo))
		}
	}
	for part := range slices.Chunk(ids, 1000) {
		heads := cluster.Body{"size": len(part), "query": r.o.readable("h", aside{}, cluster.Body{"ids": cluster.Body{"values": part}})}
		got, err := r.o.c.Search(r.ctx, r.index, columns(heads, "repo", "push", "name", "version", "data"))
		if err != nil {
			return err
		}
		for _, h := range got[0].Hits.Hits {
			if err := r.addHead(columnsOf(h)); err != nil {
				return err
			}
		}
	}
	return nil
}

// addHead notes what a head says.
func (r *round) addHead(c columnar) error {
	t, err := unpackTable(c.data)
	if err != nil || c.version != form {
		return fmt.Errorf("%w: head of %s", errDamaged, c.name)
	}
	r.heads[c.repo] = &repository{c.name, c.push, t}
	return nil
}

// readBatch is how many notes are read at a time.
const readBatch = 500

// read reads the notes at some places as their heads have them now. Places that are none any more are
// passed over.
func (r *round) read(places []place) error {
	var repos []string
	for _, p := range places {
		repos = append(repos, p.repo)
	}
	if err := r.readHeads(repos); err != nil {
		return err
	}
	ids := map[place]string{}
	var order []place
	for _, p := range places {
		head := r.heads[p.repo]
		if head == nil || r.notes[p] != nil {
			continue
		}
		if e, ok := head.table.find(p.note); ok {
			ids[p] = noteID(p.repo, p.note, e.version)
			order = append(order, p)
		}
	}
	for part := range slices.Chunk(order, readBatch) {
		out := make([]string, len(part))
		for i, p := range part {
			out[i] = ids[p]
		}
		docs, err := r.o.packed(r.ctx, r.index, out, r.o.readers())
		if err != nil {
			return err
		}
		for _, p := range part {
			data, ok := docs[p]
			if !ok {
				return ErrMoved
			}
			w, err := unpackNote(data)
			if err != nil {
				return fmt.Errorf("%w: %s", err, ids[p])
			}
			r.place(p, w)
		}
	}
	return nil
}

// place puts a note under the name of its repository.
func (r *round) place(p place, w *whole) {
	head := r.heads[p.repo]
	e, _ := head.table.find(p.note)
	under := func(path *string) {
		if *path != "" {
			*path = head.name + separator + *path
		}
	}
	w.Record.PageRank, w.Record.InLinks = e.pageRank, e.inLinks
	under(&w.Record.Path)
	under(&w.Record.SupersededBy)
	for i := range w.Links {
		l := &w.Links[i]
		under(&l.From)
		under(&l.To)
		for j := range l.Candidates {
			under(&l.Candidates[j])
		}
	}
	r.notes[p] = w
}

// searcher makes what was read searchable.
func (r *round) searcher() *Gathered {
	g := &Gathered{byPath: map[string]*whole{}, repos: map[string]string{}}
	texts := map[string]text{} // by path
	c := gathered.Collection{Corpus: r.corpus, Tree: r.index}
	c.Inner = func(path string) string { return Within(g.repos[path], path) }
	for _, p := range r.found {
		w := r.notes[p]
		if w == nil || g.byPath[w.Record.Path] != nil {
			continue
		}
		head := r.heads[p.repo]
		e, _ := head.table.find(p.note)
		g.byPath[w.Record.Path], g.repos[w.Record.Path] = w, head.name
		texts[w.Record.Path] = text{p, textID(p.repo, p.note, e.version)}
		c.Notes = append(c.Notes, w.Note)
	}
	c.Texts = func(ctx context.Context, paths []string) (map[string][]store.Chunk, error) {
		return r.texts(ctx, paths, texts)
	}
	x := *r.x
	x.View, x.Commit = "", ""
	x.Options.Provider, x.Options.NoVectors = nil, true
	if r.vector != nil {
		c.Model, c.Dim = r.o.s.Model, len(r.vector)
		x.Options.Provider, x.Options.NoVectors = &asked{r.o.embedder, r.vector}, false
	}
	x.Options.Touches, x.Options.Days = g.touches, g.days
	g.Searcher = gathered.New(r.ctx, &x, c)
	return g
}

// touches tells when memories were last changed, as the push knew it.
func (g *Gathered) touches(_ context.Context, _ string, files []git.File) []history.Touch {
	out := make([]history.Touch, len(files))
	for i, f := range files {
		if w := g.byPath[f.Path]; w != nil && w.touch != nil {
			out[i] = *w.touch
		}
	}
	return out
}

// days returns when notes were last changed, as the push knew it.
func (g *Gathered) days(_ context.Context, _ string, files []git.File, _ func(a, b string) bool) []string {
	out := make([]string, len(files))
	for i, f := range files {
		if w := g.byPath[f.Path]; w != nil && w.provenance != nil {
			out[i] = w.provenance.Date
		}
	}
	return out
}

// text is where the text of a note lies.
type text struct {
	place place
	id    string
}

// texts reads the text of notes.
func (r *round) texts(ctx context.Context, paths []string, by map[string]text) (map[string][]store.Chunk, error) {
	out := map[string][]store.Chunk{}
	for part := range slices.Chunk(paths, readBatch) {
		var wanted []string
		for _, p := range part {
			wanted = append(wanted, by[p].id)
		}
		docs, err := r.o.packed(ctx, r.index, wanted, r.o.readers())
		if err != nil {
			return nil, err
		}
		for _, p := range part {
			data, ok := docs[by[p].place]
			if !ok {
				return nil, fmt.Errorf("%w: %s; ask again", ErrMoved, p)
			}
			if out[p], err = unpackText(data); err != nil {
				return nil, fmt.Errorf("%w: %s", err, by[p].id)
			}
		}
	}
	return out, nil
}
