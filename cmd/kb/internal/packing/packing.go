// Package packing gathers what to know before working on files or on a task, and packs it into a
// budget of tokens.
package packing

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/9aea2451/kb/index"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/code"
	"github.com/9aea2451/kb/kb/history"
	"github.com/9aea2451/kb/kb/usage"
	"github.com/9aea2451/kb/rank"
)

// Request is what someone is about to do. It has a task, files, or both.
type Request struct {
	Task   string     // in words
	Files  []string   // that will be worked on: paths, folders or globs (**) from the root, a path with a symbol (a.go#Sign)
	Phase  rank.Phase // default implement
	Budget int        // tokens of the whole answer; 0: the phase's
	Day    time.Time  // whose validity counts; the zero day is today

	symbols []string // of Files, which lose them
}

// Source is what is known of a repository.
type Source struct {
	Repo     *kb.Repo
	Searcher *index.Searcher
	// Of tells the source of a note alone, and its path there, where the Searcher answers from several
	// bases; nil for one.
	Of func(path string) (Source, string)
	// History may be nil, or lack the commit of the tree: then there is no co-change, and no age of
	// notes that tell no date.
	History *history.History
	// Stale says why a note may no longer be true, "" when nothing says so. Where it is nil, what the
	// note's front matter and its age say counts.
	Stale func(ctx context.Context, path string) (string, error)
	Cache *Cache // of what the history says; nil: none
	// Text reads a note; nil for one whose file is gone since it was indexed. Where Text is nil, nothing
	// is said of sections that contradict each other.
	Text func(ctx context.Context, path string) ([]byte, error)
	// Settings returns the tree whose configuration and waivers count. It is asked where sections do.
	Settings func(ctx context.Context) (*kb.Tree, error)
	// Code lists parts of source files to know before the work, best first; nil where none is asked for.
	Code  func(ctx context.Context, files []string, task string) ([]index.Hit, error)
	Usage *usage.Reader    // how notes were used before; nil: not known
	Now   func() time.Time // clock of the ages
}

// of is the source of a note alone, and its path there.
func (s *Source) of(path string) (Source, string) {
	if s.Of == nil {
		return *s, path
	}
	return s.Of(path)
}

// ErrRequest is wrapped by errors about a request that cannot be answered as asked.
var ErrRequest = errors.New("context")

// maxFiles bounds the paths and globs of a request.
const maxFiles = 200

// Pack chooses the sections that are worth most before the work that is asked for, most useful
// first: notes whose `files` cover the files, notes that name them or their symbols, that change
// together with them or stand beside them, and what a search for the task finds; all weighed by the
// phase. What no longer holds is left out, and what superseded it comes in its place. Sections come
// whole, none nearly repeats another, and the markdown form of the answer has at most Budget
// tokens.
func Pack(ctx context.Context, src Source, req Request) (*Context, error) {
	if err := req.check(); err != nil {
		return nil, err
	}
	g := &gatherer{
		Source:   src,
		req:      req,
		day:      req.Day,
		sections: map[place]*section{},
		notes:    map[string]*kin{},
		heirs:    map[string]*heir{},
		hits:     map[string][]index.Hit{},
	}
	if g.day.IsZero() {
		g.day = src.Now()
	}
	if len(g.req.Files) > 0 {
		g.found = expand(g.Repo, g.req.Files)
		for _, find := range []func(context.Context) error{g.covering, g.naming, g.beside, g.together, g.replaceInactive, g.linked} {
			if err := find(ctx); err != nil {
				return nil, err
			}
		}
	}
	if err := g.search(ctx); err != nil {
		return nil, err
	}
	if err := g.inherit(ctx); err != nil {
		return nil, err
	}
	if err := g.kinSections(ctx); err != nil {
		return nil, err
	}
	p := &packer{
		gatherer: g,
		answer: &Context{
			Task:      req.Task,
			Files:     req.Files,
			Phase:     string(req.Phase),
			Budget:    req.Budget,
			Tokenizer: tokenizer,
			Tree:      src.Searcher.Tree(),
			Tried:     g.tried,
			Terms:     g.terms,
			Several:   src.Of != nil,
		},
	}
	if _, err := p.pack(ctx); err != nil {
		return nil, err
	}
	return p.answer, p.addCode(ctx)
}

// check trims the task, takes the symbols out of Files, and fills in phase and budget. What cannot
// be answered is an ErrRequest.
func (r *Request) check() error {
	r.Task = strings.TrimSpace(r.Task)
	r.splitSymbols()
	if r.Phase == "" {
		r.Phase = rank.Implement
	}
	if r.Budget == 0 {
		r.Budget = r.Phase.Budget()
	}
	switch {
	case r.Task == "" && len(r.Files) == 0:
		return fmt.Errorf("%w: neither a task nor files", ErrRequest)
	case !r.Phase.Valid():
		return fmt.Errorf("%w: no phase %q: use define, implement, validate, refine, explore or reflect", ErrRequest, r.Phase)
	case r.Budget < 0:
		return fmt.Errorf("%w: a budget of %d tokens", ErrRequest, r.Budget)
	case len(r.Files) > maxFiles:
		return fmt.Errorf("%w: %d files, more than %d: name their folder", ErrRequest, len(r.Files), maxFiles)
	}
	return nil
}

// splitSymbols takes the symbols from those files that are named with one (internal/auth/jwt.go#Sign).
func (r *Request) splitSymbols() {
	r.Files = slices.Clone(r.Files)
	for i, f := range r.Files {
		file, symbol, ok := strings.Cut(f, "#")
		if !ok || symbol == "" || code.Language(file) == "" {
			continue
		}
		symbol = code.PlainName(symbol)
		r.Files[i], r.symbols = file, append(r.symbols, symbol[strings.LastIndexByte(symbol, '.')+1:])
	}
}

// Context is what to know before some work.
type Context struct {
	Task      string   `json:"task"`
	Files     []string `json:"files"`
	Phase     string   `json:"phase"`
	Budget    int      `json:"budget"` // tokens that the markdown form may have
	Tokens    int      `json:"tokens"` // tokens that it has
	Tokenizer string   `json:"tokenizer"`
	Tree      string   `json:"tree"` // commit, "+dirty" where the work tree differs
	Chunks    []Chunk  `json:"chunks"`
	LeftOut   int      `json:"left_out"` // sections that would have been of use and did not fit
	Tried     []string `json:"tried"`
	Unreached string   `json:"unreached,omitempty"` // why this repository alone answered, though more was asked for: set by the caller
	Terms     []string `json:"-"`                   // of the task, as the index has them: for the record of what was searched
	Several   bool     `json:"-"`                   // it is of several bases
	WithCode  bool     `json:"-"`                   // some of the chunks are of source files

	ProvenancePending bool `json:"provenance_pending,omitempty"` // the history was not read, and counts for nothing: set by the caller
}

// Chunk is a section of a note, or several that follow each other.
type Chunk struct {
	Citation    string             `json:"citation"`        // [path:lines @commit]
	Base        string             `json:"base,omitempty"`  // of several, and whose it is
	Scope       string             `json:"scope,omitempty"` // personal, project, team or organization
	Path        string             `json:"path"`
	ID          string             `json:"id,omitempty"`
	StartLine   int                `json:"start_line"`
	EndLine     int                `json:"end_line"`
	HeadingPath []string           `json:"heading_path"`
	Anchor      string             `json:"anchor"`
	Title       string             `json:"title"`
	Kind        string             `json:"kind"`
	Type        string             `json:"type,omitempty"`
	Status      string             `json:"status"`
	Form        string             `json:"form"`
	Language    string             `json:"language,omitempty"`
	Date        string             `json:"date,omitempty"`      // last known to be right: a memory's own day, else that of its last change
	AgeDays     *int               `json:"age_days,omitempty"`  // since then
	Stale       string             `json:"stale,omitempty"`     // why it may no longer be true
	Why         []string           `json:"why"`                 // it was taken
	Conflicts   []Clash            `json:"conflicts,omitempty"` // with other chunks of the answer
	Tokens      int                `json:"tokens"`              // of its part of the markdown form
	Score       float64            `json:"score"`
	Factors     map[string]float64 `json:"factors"`
	Text        string             `json:"text"`
}
