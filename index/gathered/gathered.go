// Package gathered makes a searchable state of notes that no index on disk holds: some of many, as
// another place has handed them out. A search.Searcher answers from it as from an index, so that
// scores, marks and explanations are the same.
//
// # Limitations
//
// It is for one question: everything is in memory, and the text of notes is fetched when it is asked
// for. How rare a word is in the whole collection has to be said by a store.Corpus.
package gathered

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/9aea2451/kb/index/search"
	"github.com/9aea2451/kb/index/store"
	"github.com/9aea2451/kb/index/words"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/text/wording"
)

// Note is one of the notes.
type Note struct {
	Record   store.NoteRecord // as an index has it: not judged by a day
	Links    []store.LinkRecord
	Names    []string               // what it is called, as words.Names has it
	Length   [][words.Fields]uint16 // terms of each chunk
	Words    [words.Fields]Postings // of its chunks
	Standing []byte                 // of each chunk, as store.Rows has it; nil: all in force
	Vector   [][]byte               // of each chunk, as store.Quantise packs it; nil without a model
}

// Postings are the terms of a field of one note, in rising order, each with the ordinals of the
// chunks that hold it.
type Postings []Term

// Term is one term of a note. Doc of its postings is the ordinal of a chunk.
type Term struct {
	Text string
	In   []words.Posting
}

// find gives the postings of a term, nil where the note does not have it in this field.
func (p Postings) find(term string) []words.Posting {
	at, ok := slices.BinarySearchFunc(p, term, func(t Term, term string) int { return strings.Compare(t.Text, term) })
	if !ok {
		return nil
	}
	return p[at].In
}

// Texts fetches the chunks of the notes at some paths. It is asked for several at once, since each
// question of it may be a journey.
type Texts func(ctx context.Context, paths []string) (map[string][]store.Chunk, error)

// Collection is what New makes a searcher of.
type Collection struct {
	Notes  []Note // in the order in which their text is likely to be asked for; no path twice
	Corpus store.Corpus
	Words  words.Index // of the notes, by row in order of path; nil: each has its own
	Texts  Texts
	Inner  func(path string) string // the path of a note in its own repository
	Tree   string                   // what is answered from, as answers name it
	Model  string                   // of the vectors, "" for none
	Dim    int                      // of the vectors
}

// New opens a searcher over the notes, for questions until ctx ends. x has the options and the
// repository in which is asked.
func New(ctx context.Context, x *store.Folder, c Collection) *search.Searcher {
	likely := make([]string, len(c.Notes))
	for i := range c.Notes {
		likely[i] = c.Notes[i].Record.Path
	}
	notes := slices.Clone(c.Notes)
	slices.SortFunc(notes, func(a, b Note) int { return strings.Compare(a.Record.Path, b.Record.Path) })
	s := &state{ctx: ctx, notes: notes, texts: c.Texts, likely: likely, known: map[string][]store.Chunk{}, byBlob: map[string]int{}}
	for i := range notes {
		if _, ok := s.byBlob[notes[i].Record.Blob]; !ok {
			s.byBlob[notes[i].Record.Blob] = i
		}
	}
	gen := &store.Generation{Rows: rowsOf(notes), Corpus: c.Corpus}
	s.first = gen.Rows.First
	if gen.Words = c.Words; c.Words == nil {
		gen.Words = (*dictionary)(s)
	}
	view := store.View{Tree: c.Tree, Notes: len(notes), Chunks: gen.Rows.Count()}
	if c.Model != "" {
		var packed [][]byte
		for i := range notes {
			packed = append(packed, vectorsOf(&notes[i])...)
		}
		view.Model = c.Model
		gen.Vectors = store.VectorsOf(c.Model, c.Dim, packed)
	}
	return search.Over(x, view, gen, s, c.Inner)
}

// vectorsOf gives a vector for each chunk of a note, nil where it has none.
func vectorsOf(n *Note) [][]byte {
	out := make([][]byte, len(n.Length))
	copy(out, n.Vector)
	return out
}

// rowsOf lays out the chunks of the notes, which are in order of path.
func rowsOf(notes []Note) *store.Rows {
	r := &store.Rows{First: make([]int32, 1, len(notes)+1)}
	for i := range notes {
		n := &notes[i]
		r.Paths, r.Blobs = append(r.Paths, n.Record.Path), append(r.Blobs, n.Record.Blob)
		for _, lengths := range n.Length {
			for f, l := range lengths {
				r.Length[f] = append(r.Length[f], l)
			}
			r.Docs = append(r.Docs, int32(len(r.Docs)))
		}
		r.Standing = append(append(r.Standing, n.Standing...), make([]byte, len(n.Length)-len(n.Standing))...)
		r.First = append(r.First, int32(len(r.Docs)))
	}
	r.Derive()
	return r
}

// dictionary is the words of the notes.
type dictionary state

// Postings lists the chunks with a term, by row.
func (d *dictionary) Postings(_ context.Context, field words.Field, term string) ([]words.Posting, error) {
	var out []words.Posting
	for i := range d.notes {
		n := &d.notes[i]
		if field == words.Names {
			if slices.Contains(n.Names, term) && len(n.Length) > 0 {
				out = append(out, words.Posting{Doc: d.first[i], Freq: 1})
			}
			continue
		}
		for _, p := range n.Words[field].find(term) {
			out = append(out, words.Posting{Doc: d.first[i] + p.Doc, Freq: p.Freq})
		}
	}
	return out, nil
}

// Near lists up to limit terms that begin with a term, or lie within so many edits of it.
func (d *dictionary) Near(field words.Field, term string, edits, limit int) (map[string]int, error) {
	counts := map[string]int{}
	for i := range d.notes {
		for _, t := range d.notes[i].Words[field] {
			if edits == 0 && strings.HasPrefix(t.Text, term) || edits > 0 && wording.Distance(term, t.Text, edits+1) <= edits {
				counts[t.Text] += len(t.In)
			}
		}
	}
	all := make([]string, 0, len(counts))
	for t := range counts {
		all = append(all, t)
	}
	slices.SortFunc(all, cmp.Compare[string])
	for _, t := range all[min(limit, len(all)):] {
		delete(counts, t)
	}
	return counts, nil
}

// Close does nothing: nothing is open.
func (d *dictionary) Close() error { return nil }

var _ words.Index = (*dictionary)(nil)

// unread is a note of a list, which is read already.
type unread struct{ note *kb.Note }

func (u unread) Name() (kb.Name, error) {
	return kb.Name{Path: u.note.Path, ID: u.note.ID, Title: u.note.Title, Aliases: u.note.Aliases}, nil
}

// Read gives the whole note, also without being asked for its unknown keys.
func (u unread) Read(bool) (kb.Note, error) { return *u.note, nil }
