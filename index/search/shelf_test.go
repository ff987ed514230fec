package search

import (
	"cmp"
	"context"
	"iter"
	"slices"
	"strings"
	"time"

	"github.com/9aea2451/kb/index/embed"
	"github.com/9aea2451/kb/index/store"
	"github.com/9aea2451/kb/index/words"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/kb/worktree"
	"github.com/9aea2451/kb/text/wording"
)

// book is a note of a shelf. Each text is a chunk below the headings that it begins with; `words` so
// marked are identifiers.
type book struct {
	store.NoteRecord
	texts   []string
	vectors [][]float32 // of the texts
	links   []store.LinkRecord
	names   []string // beside its title
}

// shelf holds notes in memory, so that a Searcher over them needs no repository.
type shelf struct {
	Notes
	books []book // in order of path
}

// noon is when all questions at a shelf are asked.
var noon = time.Date(2026, 5, 4, 12, 0, 0, 0, time.UTC)

// a book of prose that nothing else is known of.
func prose(path string, texts ...string) book {
	return book{NoteRecord: store.NoteRecord{Note: kb.Note{Path: path, Kind: "doc", Importance: kb.DefaultImportance}}, texts: texts}
}

func shelved(books ...book) *Searcher {
	sh, list := &shelf{books: books}, wordlist{}
	slices.SortFunc(sh.books, func(a, b book) int { return cmp.Compare(a.Path, b.Path) })
	rows, a := &store.Rows{First: []int32{0}}, words.NewAnalyzer()
	var packed [][]byte
	dim := 0
	for i := range sh.books {
		b := &sh.books[i]
		b.Blob = b.Path
		rows.Paths, rows.Blobs = append(rows.Paths, b.Path), append(rows.Blobs, b.Blob)
		for ord, text := range b.texts {
			c := b.chunk(ord)
			if ord == 0 && len(c.Heading) > 0 {
				b.Title = cmp.Or(b.Title, c.Heading[0])
			}
			code := strings.Split(strings.ToLower(text), "`")
			terms := map[words.Field][]string{words.Body: a.Terms(text), words.Head: a.Terms(strings.Join(c.Heading, "\n"))}
			for at := 1; at < len(code); at += 2 {
				terms[words.Code] = append(terms[words.Code], code[at])
			}
			if ord == 0 {
				terms[words.Names] = append(b.names, words.Name(b.Title))
			}
			for f := words.Body; f <= words.Names; f++ {
				list.put(f, int32(len(rows.Docs)), terms[f])
				if f < words.Fields {
					rows.Length[f] = append(rows.Length[f], uint16(len(terms[f])))
				}
			}
			rows.Docs = append(rows.Docs, int32(len(rows.Docs)))
			rows.Standing = append(rows.Standing, 0)
			packed = append(packed, nil)
			if ord < len(b.vectors) && b.vectors[ord] != nil {
				dim = len(b.vectors[ord])
				packed[len(packed)-1] = store.Quantise(b.vectors[ord], dim)
			}
		}
		rows.First = append(rows.First, int32(len(rows.Docs)))
	}
	rows.Derive()
	gen, view := &store.Generation{Rows: rows, Words: list}, store.View{}
	o := store.Options{Now: func() time.Time { return noon }, Warn: func(string) {}}
	if dim > 0 {
		gen.Vectors, view.Model, o.Provider = store.VectorsOf("compass", dim, packed), "compass", compass{dim: dim}
	}
	return Over(&store.Folder{Repo: &kb.Repo{Repo: worktree.Repo{Repo: &git.Repo{}}}, Options: o}, view, gen, sh, nil)
}

// compass is a model that takes the first letter of a question for its direction.
type compass struct {
	embed.Provider
	dim int
}

func (compass) Model() string { return "compass" }

func (c compass) Query(_ context.Context, text string) ([]float32, error) {
	v := make([]float32, c.dim)
	v[int(text[0])%c.dim] = 1
	return v, nil
}

func (b *book) chunk(ord int) store.Chunk {
	c := store.Chunk{Kind: "prose", Text: b.texts[ord], StartLine: 1}
	for _, before := range b.texts[:ord] {
		c.StartLine += strings.Count(before, "\n")
	}
	for line := range strings.Lines(c.Text) {
		head, is := strings.CutPrefix(strings.TrimLeft(line, "#"), " ")
		if !is || line[0] != '#' {
			break
		}
		c.Heading = append(c.Heading, strings.TrimSpace(head))
	}
	return c
}

func (sh *shelf) at(path string) (*book, error) {
	i, ok := slices.BinarySearchFunc(sh.books, path, func(b book, path string) int { return cmp.Compare(b.Path, path) })
	if !ok {
		return nil, store.ErrNoNote
	}
	return &sh.books[i], nil
}

func (sh *shelf) Record(path string) (*store.NoteRecord, error) {
	b, err := sh.at(path)
	if err != nil {
		return nil, err
	}
	rec := b.NoteRecord
	return &rec, nil
}

func (sh *shelf) NoteOf(_, path string) (*kb.Note, error) {
	b, err := sh.at(path)
	if err != nil {
		return nil, err
	}
	return &b.Note, nil
}

func (sh *shelf) ChunksOf(_, path string) (out []store.Chunk, err error) {
	b, err := sh.at(path)
	for ord := range b.texts {
		out = append(out, b.chunk(ord))
	}
	return out, err
}

func (sh *shelf) ChunkOf(_, path string, ord int) (store.Chunk, error) {
	b, err := sh.at(path)
	return b.chunk(ord), err
}

func (sh *shelf) LinksFrom(path string) ([]store.LinkRecord, error) {
	b, err := sh.at(path)
	return b.links, err
}

func (sh *shelf) LinksTo(path string) (out []store.LinkRecord, err error) {
	for _, b := range sh.books {
		for _, l := range b.links {
			if l.To == path {
				out = append(out, l)
			}
		}
	}
	return out, nil
}

func (sh *shelf) Scan(_ context.Context, wanted func(path string) bool, f func(store.NoteChunks)) error {
	for i := range sh.books {
		if chunks, _ := sh.ChunksOf("", sh.books[i].Path); wanted(sh.books[i].Path) {
			for ord := 0; ord < len(chunks); ord += 2 { // groups of two
				f(store.NoteChunks{Path: sh.books[i].Path, First: ord, Chunks: chunks[ord:min(ord+2, len(chunks))]})
			}
		}
	}
	return nil
}

func (sh *shelf) After(ctx context.Context, _ string, _ int) (store.Batch, error) {
	var all []store.NoteChunks
	err := sh.Scan(ctx, func(string) bool { return true }, func(g store.NoteChunks) { all = append(all, g) })
	return store.NewBatch(all), err
}

func (sh *shelf) EachNote(_ context.Context, f func(note store.Unread, rec *store.NoteRecord) error) (err error) {
	for i := 0; i < len(sh.books) && err == nil; i++ {
		b := &sh.books[i]
		err = f(unread{b}, &store.NoteRecord{SupersededBy: b.SupersededBy, DisputedBy: b.DisputedBy, PageRank: b.PageRank})
	}
	return err
}

func (sh *shelf) Openings(ctx context.Context, count int) iter.Seq2[store.NoteChunks, error] {
	return func(yield func(store.NoteChunks, error) bool) {
		err := sh.Scan(ctx, func(string) bool { return true }, func(g store.NoteChunks) {
			if g.First < count {
				yield(g, nil)
			}
		})
		if err != nil {
			yield(store.NoteChunks{}, err)
		}
	}
}

func (sh *shelf) EachLinks(f func(links []store.LinkRecord) error) (err error) {
	for i := 0; i < len(sh.books) && err == nil; i++ {
		err = f(sh.books[i].links)
	}
	return err
}

// unread is a book of a list.
type unread struct{ *book }

func (u unread) Name() (kb.Name, error) {
	return kb.Name{Path: u.Path, Title: u.Title}, nil
}

func (u unread) Read(bool) (kb.Note, error) { return u.Note, nil }

func (sh *shelf) Interruptible(context.Context) func() { return func() {} }

func (sh *shelf) Close() {}

// wordlist is the words of a shelf.
type wordlist map[words.Field]map[string][]words.Posting

func (w wordlist) Postings(_ context.Context, field words.Field, term string) ([]words.Posting, error) {
	return w[field][term], nil
}

func (w wordlist) Near(field words.Field, term string, edits, _ int) (map[string]int, error) {
	out := map[string]int{}
	for t, list := range w[field] {
		if edits == 0 && strings.HasPrefix(t, term) || edits > 0 && wording.Distance(t, term, edits+1) <= edits {
			out[t] = len(list)
		}
	}
	return out, nil
}

func (w wordlist) Close() error { return nil }

func (w wordlist) put(f words.Field, doc int32, terms []string) {
	if w[f] == nil {
		w[f] = map[string][]words.Posting{}
	}
	for _, t := range terms {
		list := w[f][t]
		if n := len(list); n > 0 && list[n-1].Doc == doc {
			list[n-1].Freq++
			continue
		}
		w[f][t] = append(list, words.Posting{Doc: doc, Freq: 1})
	}
}

// link is a sound link between two notes.
func link(from, to string) store.LinkRecord {
	return store.LinkRecord{From: from, To: to, State: "ok", Kind: "markdown", Strength: 0.5}
}
