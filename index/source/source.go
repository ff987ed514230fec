// Package source searches source files: their chunks by the words in them, and symbols by their
// names. What is found of a file is kept by its blob in the database of kb/codebase; the answers are
// those of index/search, for which a file is what a note is for it.
//
// # Limitations
//
// There is no meaning beside the words. A Searcher is not for concurrent use.
package source

import (
	"context"
	"path"
	"slices"
	"strings"

	"github.com/9aea2451/kb/index/gathered"
	"github.com/9aea2451/kb/index/query"
	"github.com/9aea2451/kb/index/search"
	"github.com/9aea2451/kb/index/store"
	"github.com/9aea2451/kb/index/words"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/code"
	"github.com/9aea2451/kb/kb/code/chunk"
	"github.com/9aea2451/kb/kb/codebase"
	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/kb/impact"
)

// Kind is the kind of the hits: none of a note.
const Kind = "code"

// Searcher answers from the source files of one tree. Close it, and its base of code after it.
type Searcher struct {
	*search.Searcher
	base  *codebase.Base
	files []git.File // that can be found, by path
	cut   Cutter
	dict  *dictionary
	root  string // of the work tree
}

// Cutter cuts a file into chunks.
type Cutter struct {
	Version string // changes with whatever is cut otherwise
	Cut     func(f *code.File, source []byte) []chunk.Chunk
	Plain   bool // nothing is told of symbols
}

// AtSymbols cuts at symbols, as chunk.Cut does.
func AtSymbols() Cutter { return Cutter{Version: "symbols 2", Cut: chunk.Cut} }

// Prepare reads what is new of some files, and keeps what a search needs of them.
func (k Cutter) Prepare(ctx context.Context, b *codebase.Base, files []git.File) ([]codebase.Worded, error) {
	return b.Words(ctx, files, codebase.Wording{Version: k.Version, Of: k.words})
}

// Open opens the source files of a tree, sorted by path. Those that are new are read first. x has the
// options and the repository in which is asked.
func Open(ctx context.Context, x *store.Folder, b *codebase.Base, files []git.File, cut Cutter) (*Searcher, error) {
	kept, err := cut.Prepare(ctx, b, files)
	if err != nil {
		return nil, err
	}
	dict := &dictionary{base: b, known: map[string]map[int64]string{}, at: map[int64][]int32{}}
	s := &Searcher{base: b, cut: cut, dict: dict, root: x.Repo.Root}
	var notes []gathered.Note
	a := words.NewAnalyzer()
	for i, f := range files {
		lengths, err := readLengths(kept[i].Data)
		if err != nil {
			return nil, err
		}
		if len(lengths) == 0 {
			continue
		}
		terms := a.Terms(f.Path)
		terms = terms[:min(len(terms), maxPathTerms)]
		for c := range lengths {
			lengths[c][words.Head] += uint16(len(terms))
		}
		source := kept[i].Source
		chunks := len(lengths)
		s.dict.at[source] = append(s.dict.at[source], int32(len(s.dict.files)))
		s.dict.files = append(s.dict.files, wordedFile{terms, s.dict.first, chunks})
		s.dict.first += int32(chunks)
		s.files = append(s.files, f)
		notes = append(notes, gathered.Note{Record: recordOf(f), Length: lengths})
	}
	own := *x
	own.View, own.Commit = "", ""
	own.Options.Provider, own.Options.NoVectors, own.Options.Touches, own.Options.Days = nil, true, nil, nil
	s.Searcher = gathered.New(ctx, &own, gathered.Collection{Notes: notes, Words: s.dict, Texts: s.texts,
		Inner: func(path string) string { return path }})
	w := s.Settings().Weights
	w.Importance = 1        // a test counts half
	w.Title, w.Place = 0, 0 // a file of code is no page
	s.SetWeights(w)
	return s, nil
}

// recordOf is a file as a note. Tests are of no importance beside what they test.
func recordOf(f git.File) store.NoteRecord {
	n := kb.Note{Path: f.Path, Blob: f.Blob, Kind: Kind, Label: Kind, Type: code.Language(f.Path), Title: path.Base(f.Path),
		Confidence: kb.DefaultConfidence, Importance: kb.DefaultImportance}
	if impact.IsTest(f.Path) {
		n.Importance = 0
	}
	return store.NoteRecord{Note: n}
}

// Find answers a query: of one that is an identifier the definitions first, then what has its words.
func (s *Searcher) Find(ctx context.Context, q query.Query) (*search.Answer, error) {
	if err := q.Check(); err != nil {
		return nil, err
	}
	defined, err := s.Definitions(ctx, q)
	if err != nil {
		return nil, err
	}
	limit := q.Limit
	q.NoDedupe, q.Mode, q.Limit = true, query.Keyword, partsLooked*limit+len(defined)
	a, err := s.Search(ctx, q)
	if err != nil {
		return nil, err
	}
	top := 0.0
	if len(a.Hits) > 0 {
		top = a.Hits[0].Score
	}
	for i := range defined {
		defined[i].Score = top + 1
	}
	found := a.Hits
	a.Hits = defined
	for i := range found {
		if len(a.Hits) == limit {
			break
		}
		if h := &found[i]; !slices.ContainsFunc(a.Hits, func(have search.Hit) bool { return same(&have, h) }) {
			a.Hits = append(a.Hits, *h)
		}
	}
	return a, nil
}

// partsLooked is how many parts of code are looked at for each hit: those of one symbol are one hit.
const partsLooked = 5

// texts reads the chunks of some files.
func (s *Searcher) texts(ctx context.Context, paths []string) (map[string][]store.Chunk, error) {
	var files []git.File
	for _, p := range paths {
		if i, ok := s.at(p); ok {
			files = append(files, s.files[i])
		}
	}
	out := map[string][]store.Chunk{}
	err := s.base.Source(ctx, files, func(f git.File, read *code.File, source []byte) error {
		for _, c := range s.cut.Cut(read, source) {
			out[f.Path] = append(out[f.Path], s.cut.shown(read, source, &c))
		}
		return nil
	})
	return out, err
}

func (s *Searcher) at(path string) (int, bool) {
	return slices.BinarySearchFunc(s.files, path, func(f git.File, path string) int { return strings.Compare(f.Path, path) })
}

// shown is a chunk as hits have it: the anchor is the name of its symbol.
func (k *Cutter) shown(f *code.File, source []byte, c *chunk.Chunk) store.Chunk {
	out := store.Chunk{Kind: Kind, Language: f.Language, StartLine: c.Line, EndLine: c.EndLine,
		Text: strings.ToValidUTF8(strings.TrimRight(string(source[c.Start:c.End]), " \t\r\n"), "�")}
	if main := c.Main(); main >= 0 && !k.Plain {
		sym := &f.Symbols[main]
		out.Anchor = sym.Path()
		if sym.Container != "" {
			out.Heading = append(out.Heading, sym.Container)
		}
		out.Heading = append(out.Heading, sym.Signature)
	}
	return out
}
