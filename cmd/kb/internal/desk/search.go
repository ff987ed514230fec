package desk

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/9aea2451/kb/cmd/kb/internal/desk/rerank"
	"github.com/9aea2451/kb/cmd/kb/internal/packing"
	"github.com/9aea2451/kb/index"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/cited"
	"github.com/9aea2451/kb/kb/code"
	"github.com/9aea2451/kb/kb/codebase"
	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/kb/graph"
	"github.com/9aea2451/kb/kb/snapshot"
	"github.com/9aea2451/kb/kb/stale"
	"github.com/9aea2451/kb/model"
	"github.com/9aea2451/kb/text/wording"
)

// ErrNoModel is the error of work for a model in this process where the person named none.
var ErrNoModel = errors.New("your configuration names no model on your disk (models: embed: provider: local)")

// Search answers a query from the notes of the view. The view says which tree and, for a past
// commit, whose day counts, what changes together and, for the work tree, how notes were used.
func (v *View) Search(ctx context.Context, q index.Query) (*index.Answer, error) {
	if v.local != nil && v.At.Commit == "" && !v.HasList() {
		v.listless.Store(true)
	}
	return v.Ranked(ctx, v.Asked(q), v.Searcher.Search)
}

// Ranked answers a query by search, and has the model that the person named, if any, rank the first
// hits anew.
func (d *Desk) Ranked(
	ctx context.Context, q index.Query, search func(context.Context, index.Query) (*index.Answer, error),
) (*index.Answer, error) {
	by, way := d.reranker, rerank.ByServer()
	if by == nil && d.local != nil {
		by, way = d.local, rerank.ByLocal(d.shares.First)
	}
	if by == nil || !rerank.Asks(&q) {
		return search(ctx, q)
	}
	if d.local != nil {
		q.Beside = d.list()
	}
	if way.Share == 0 {
		return search(ctx, q)
	}
	limit, explain := cmp.Or(q.Limit, index.DefaultLimit), q.Explain
	q.Limit, q.Explain = max(limit, rerank.First), true
	a, err := search(ctx, q)
	if err == nil {
		err = rerank.Hits(ctx, by, way, a, sectionsOf(q, search), d.o.Warn)
	}
	if err != nil {
		return nil, err
	}
	a.Hits = a.Hits[:min(limit, len(a.Hits))]
	for i := range a.Hits {
		if !explain {
			a.Hits[i].Factors, a.Hits[i].Confidence = nil, nil
		}
	}
	return a, nil
}

// sectionsPerNote is how many sections of a note the model looks at; more gain nothing.
const sectionsPerNote = 4

// sectionsOf finds the best sections of the notes that a query finds.
func sectionsOf(q index.Query, search func(context.Context, index.Query) (*index.Answer, error)) rerank.Others {
	q.ChunksPerNote, q.Limit, q.Explain, q.NoSnippet = sectionsPerNote, sectionsPerNote*rerank.First, false, true
	return func(ctx context.Context) (map[string][]string, error) {
		a, err := search(ctx, q)
		if err != nil {
			return nil, err
		}
		out := map[string][]string{}
		for i := range a.Hits {
			out[a.Hits[i].Path] = append(out[a.Hits[i].Path], rerank.Text(&a.Hits[i]))
		}
		return out, nil
	}
}

// Chat opens the model that answers, nil when the person named none. Its answers are kept in the
// clone unless use says where.
func (d *Desk) Chat(use model.Use) (model.Chat, error) {
	if use.Kept == nil && !use.Forget {
		use.Kept = model.KeepIn(filepath.Join(d.Repo.StateDir(), "answers"))
	}
	return d.o.Config.Chat(use)
}

// Asked adds to a query what the view says of the day and of use.
func (v *View) Asked(q index.Query) index.Query {
	q.Together = v.together
	if v.At.Commit == "" {
		q.Usage = v.Usage
	}
	if !v.At.Day.IsZero() {
		q.Day = v.At.Day
	}
	return q
}

// Related lists the notes near to a note, by links, meaning and the company that it keeps.
func (v *View) Related(ctx context.Context, path string, limit int) (*Related, error) {
	company, err := v.company(ctx, path)
	if err != nil {
		return nil, err
	}
	hits, err := v.Searcher.Related(ctx, path, limit, company.Sources()...)
	if err != nil {
		return nil, err
	}
	return &Related{Note: path, Hits: hits, Files: company.Files(), company: company}, nil
}

// Links are the links of a note in both directions.
type Links struct {
	Note string             `json:"note"`
	Out  []index.LinkRecord `json:"out"`
	In   []index.LinkRecord `json:"in"`

	Symbols []CitedSymbol `json:"symbols,omitempty"` // of the code, that the note cites
}

// CitedSymbol is a symbol of the code that a note cites with its file.
type CitedSymbol struct {
	Line   int    `json:"line,omitempty"` // of the note, 0 in the front matter
	Cites  string `json:"cites"`          // as it stands there
	State  string `json:"state"`          // ok, gone (the file declares no such symbol) or unknown (there is no file that can be read)
	Path   string `json:"path,omitempty"` // of the file
	Symbol string `json:"symbol,omitempty"`
	Kind   string `json:"kind,omitempty"` // function, method, …
	At     int    `json:"at,omitempty"`   // the first line of the symbol
	Doc    string `json:"doc,omitempty"`  // the first sentence of what documents it
}

// Links lists what a note links to, by line, and what links to it.
func (v *View) Links(ctx context.Context, path string) (*Links, error) {
	out, in, err := v.Searcher.Links(ctx, path)
	if err != nil {
		return nil, err
	}
	symbols, err := v.symbols(ctx, path)
	return &Links{Note: path, Out: out, In: in, Symbols: symbols}, err
}

// symbols looks the symbols up that a note cites. No code is read for a note that cites none.
func (v *View) symbols(ctx context.Context, note string) (out []CitedSymbol, err error) {
	if of, there := v.Of(note); of != v {
		return of.symbols(ctx, there)
	}
	text, err := v.TextOf(ctx, Ref{Path: note})
	if err != nil {
		return nil, ctx.Err() // its file is gone; what the index knows of its links is told
	}
	e := snapshot.ReadEntry(git.File{Path: note}, &kb.Config{}, text.Source)
	cites := cited.Of(e)
	if len(cites) == 0 {
		return nil, nil
	}
	b, files, err := v.sources(ctx)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, b.Close()) }()
	for i := range cites {
		c := &cites[i]
		s := CitedSymbol{Line: c.Line, Cites: c.Text + "#" + c.Symbol, State: "unknown"}
		if f := cited.File(files, c); f != nil {
			_, symbols, whole, err := b.Declared(ctx, *f)
			if err != nil {
				return nil, err
			}
			s.Path = f.Path
			if found := cited.Named(symbols, c.Symbol); found != nil {
				s.State, s.Symbol, s.Kind, s.At = "ok", found.Path(), found.Kind.String(), found.Span.Line
				s.Doc, _, _ = strings.Cut(wording.OneLine(found.Doc), ". ")
			} else if whole {
				s.State = "gone"
			}
		}
		out = append(out, s)
	}
	return out, nil
}

// sources opens the source files of the view. Close the base.
func (v *View) sources(ctx context.Context) (*codebase.Base, []git.File, error) {
	b, err := codebase.Open(v.Repo.Repo.Repo, codebase.Options{Dir: filepath.Join(v.Repo.StateDir(), "index")})
	if err != nil {
		return nil, nil, err
	}
	files, err := b.Tree(ctx, v.At.Commit)
	if err != nil {
		return nil, nil, errors.Join(err, b.Close())
	}
	return b, files, nil
}

// NoSymbolError is the error of a symbol that a source file does not declare.
type NoSymbolError struct {
	File, Symbol string
	Near         string // a symbol of the file that is written like it, "" for none
}

func (e *NoSymbolError) Error() string { return fmt.Sprintf("%s declares no %s", e.File, e.Symbol) }

// Symbol reads a symbol of a source file of the view, with the file's bytes; not ok where kb reads no such
// file.
func (v *View) Symbol(ctx context.Context, file, name string) (s code.Symbol, data []byte, ok bool, err error) {
	if !codebase.IsSource(file) {
		return s, nil, false, nil
	}
	b, files, err := v.sources(ctx)
	if err != nil {
		return s, nil, false, err
	}
	defer func() { err = errors.Join(err, b.Close()) }()
	f := cited.File(files, &stale.Citation{Text: file, Symbol: name, Paths: []string{file}})
	if f == nil {
		return s, nil, false, nil
	}
	data, symbols, _, err := b.Declared(ctx, *f)
	if err != nil || data == nil {
		return s, nil, false, err
	}
	if found := cited.Named(symbols, name); found != nil {
		return *found, data, true, nil
	}
	return s, nil, false, &NoSymbolError{File: file, Symbol: name, Near: cited.Nearest(symbols, name)}
}

// WithSymbols adds to the graph of a walk the symbols of the code that some of its notes cite.
func (v *View) WithSymbols(ctx context.Context, g *graph.Graph, notes []string) (*graph.Graph, error) {
	nodes, edges := slices.Clone(g.Nodes), slices.Clone(g.Edges)
	known := map[string]bool{}
	for _, note := range notes {
		symbols, err := v.symbols(ctx, note)
		if err != nil {
			return nil, err
		}
		for _, s := range symbols {
			if s.State != "ok" {
				continue
			}
			name := s.Path + "#" + s.Symbol
			if !known[name] {
				known[name] = true
				nodes = append(nodes, graph.Node{Path: name, Title: strings.TrimSpace(s.Kind + " " + s.Doc), Kind: "symbol"})
			}
			edges = append(edges, graph.Edge{From: note, To: name, Type: "cites", Kind: "code", Strength: kb.DefaultStrength,
				Source: note, Line: s.Line})
		}
	}
	return graph.New(nodes, edges), nil
}

// FollowElsewhere finds the notes of other bases that links name: To is then NAME:path. The state of a
// link to a base that cannot be asked here is unknown.
func (v *View) FollowElsewhere(ctx context.Context, links []index.LinkRecord) {
	var names []string
	for i := range links {
		if links[i].State == "external" {
			names = append(names, links[i].Target)
		}
	}
	found := v.Elsewhere(ctx, names...)
	for i := range links {
		l := &links[i]
		switch at, ok := found[l.Target]; {
		case !ok || l.State != "external":
		case at.Path != "":
			l.State, l.To = "ok", at.Base+":"+at.Path
		case at.Lost:
			l.State = "broken"
		default:
			l.State = "unknown"
		}
	}
}

// Context packs what to know before working on files or on a task.
func (v *View) Context(ctx context.Context, req packing.Request) (*packing.Context, error) {
	req.Day = v.At.Day
	src := v.source(ctx)
	if v.bases != nil {
		src.Of = func(path string) (packing.Source, string) {
			of, there := v.Of(path)
			return of.source(ctx), there
		}
	}
	if doubts := v.Doubts(); v.At.Commit == "" && doubts != nil {
		src.Stale = func(_ context.Context, path string) (string, error) { return doubts[path], nil }
	}
	answer, err := packing.Pack(ctx, src, req)
	if err != nil {
		return nil, err
	}
	answer.ProvenancePending = v.History.Pending()
	return answer, nil
}

// source is what the view knows of its repository.
func (v *View) source(ctx context.Context) packing.Source {
	src := packing.Source{Code: v.Code, Repo: v.Repo, Searcher: v.Searcher, Now: v.Now, History: v.history(ctx), Cache: &v.packed}
	src.Text = func(ctx context.Context, path string) ([]byte, error) {
		text, err := v.TextOf(ctx, Ref{Path: path})
		if gone := new(GoneError); errors.As(err, &gone) {
			return nil, nil // its section was found all the same
		}
		return text.Source, err
	}
	src.Settings = v.Rules
	if v.At.Commit == "" {
		src.Usage = v.Usage
	}
	return src
}

// Rules returns the tree by whose configuration and waivers the view is judged.
func (v *View) Rules(ctx context.Context) (*kb.Tree, error) {
	if v.At.Commit == "" {
		return v.Repo.Present(ctx)
	}
	return v.Repo.TreeAt(ctx, v.At.Commit)
}

// Shares are how much the model in this process counts; ok is false where there is none, or a server
// ranks the first hits.
func (d *Desk) Shares() (s rerank.Shares, ok bool) {
	return d.shares, d.local != nil && d.reranker == nil
}

// SetShares changes them, for tuning. Not to be called while searches run.
func (d *Desk) SetShares(s rerank.Shares) { d.shares = s }

// list is the model in this process, whose list is mixed with those of words and meaning.
func (d *Desk) list() *index.Beside {
	return &index.Beside{Model: d.local.Model(), Dim: d.local.Dimensions(), Share: d.shares.List, Query: d.local.Query}
}

// Making says how vectors are made: so many texts at a time, with 0 none at all; On is asked before
// each few whether to go on.
type Making struct {
	Few int
	On  func() bool
}

// Embed makes the vectors of all chunks of the view that the person's model has not made yet, note by
// note. Each few are kept at once: whatever ends the work, the next run goes on from there. Then the
// state that is answered from gets them, so that the model has a list of its own.
func (v *View) Embed(ctx context.Context, m Making) (model string, texts, made int, err error) {
	if v.local == nil {
		return "", 0, 0, ErrNoModel
	}
	paths := v.Searcher.Paths()
	var rows []index.PackedVector
	for i, path := range paths {
		hits, err := v.Searcher.Chunks(ctx, path, time.Time{})
		if err != nil {
			return "", texts, made, err
		}
		batch := make([]string, len(hits))
		for j := range hits {
			batch[j] = rerank.Text(&hits[j])
		}
		for _, few := range slices.Collect(slices.Chunk(batch, cmp.Or(m.Few, rerank.Batch))) {
			if m.On != nil && !m.On() {
				return v.local.Model(), texts, made, nil
			}
			vectors, n, err := v.local.Make(ctx, few, m.Few)
			texts, made = texts+len(few), made+n
			if err != nil {
				return "", texts, made, err
			}
			rows = append(rows, vectors...)
		}
		v.o.Progress("embedding", i+1, len(paths))
	}
	return v.local.Model(), texts, made, v.Searcher.KeepBeside(v.local.Model(), v.local.Dimensions(), rows)
}

// HasModel reports whether the person named a model that runs in this process.
func (d *Desk) HasModel() bool { return d.local != nil }

// HasList reports whether the state that is answered from has the vectors of the model: without
// them the model has a say in the order of the first hits alone.
func (v *View) HasList() bool { return v.local != nil && v.Searcher.HasBeside(v.local.Model()) }

// keepList gives the state of the work tree the vectors that are kept, where a search had to do
// without the list of the model: behind the answer, after an edit.
func (d *Desk) keepList(ctx context.Context) error {
	s, err := d.Index.Searcher(ctx)
	if err != nil {
		return err
	}
	defer s.Close()
	v := d.View("", s, Moment{})
	i, err := s.Info(ctx)
	if err != nil || v.HasList() {
		return err
	}
	if n, err := d.local.Kept(ctx); err != nil || n < i.Chunks*9/10 {
		return err
	}
	_, _, _, err = v.Embed(ctx, Making{})
	return err
}
