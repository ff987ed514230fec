package gathered

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/9aea2451/kb/index/store"
	"github.com/9aea2451/kb/index/words"
	"github.com/9aea2451/kb/kb"
)

// note is one with so many chunks, each of three terms, and the words of its body.
func note(path string, chunks int, body ...Term) Note {
	n := Note{Record: store.NoteRecord{Note: kb.Note{Path: path, Blob: "blob of " + path}}, Length: make([][words.Fields]uint16, chunks)}
	for i := range n.Length {
		n.Length[i][words.Body] = 3
	}
	n.Words[words.Body] = body
	return n
}

func in(doc, freq int32) []words.Posting { return []words.Posting{{Doc: doc, Freq: freq}} }

// opened is a state of two notes and an empty one, whose texts are counted as they are asked for.
func opened(t *testing.T, notes ...Note) (s *state, asked *[][]string) {
	t.Helper()
	asked = new([][]string)
	c := Collection{Notes: notes, Texts: func(_ context.Context, paths []string) (map[string][]store.Chunk, error) {
		*asked = append(*asked, slices.Clone(paths))
		out := map[string][]store.Chunk{}
		for _, p := range paths {
			out[p] = []store.Chunk{{Text: "first of " + p}, {Text: "second of " + p}}
		}
		return out, nil
	}}
	sorted := slices.Clone(notes)
	slices.SortFunc(sorted, func(a, b Note) int { return strings.Compare(a.Record.Path, b.Record.Path) })
	s = &state{ctx: t.Context(), notes: sorted, first: rowsOf(sorted).First, texts: c.Texts, known: map[string][]store.Chunk{},
		byBlob: map[string]int{}}
	for i := range notes {
		s.likely = append(s.likely, notes[i].Record.Path)
	}
	for i := range sorted {
		s.byBlob[sorted[i].Record.Blob] = i
	}
	return s, asked
}

// The chunks of the notes are rows, one after another in order of path; a note without a chunk has none.
func TestRows(t *testing.T) {
	r := rowsOf([]Note{note("a.md", 2), note("b.md", 0), note("c.md", 1)})
	if !slices.Equal(r.First, []int32{0, 2, 2, 3}) || !slices.Equal(r.Paths, []string{"a.md", "b.md", "c.md"}) || r.Count() != 3 {
		t.Errorf("first rows %v of %v, %d rows", r.First, r.Paths, r.Count())
	}
	if !slices.Equal(r.Docs, []int32{0, 1, 2}) || !slices.Equal(r.Length[words.Body], []uint16{3, 3, 3}) {
		t.Errorf("rows %v of lengths %v", r.Docs, r.Length[words.Body])
	}
}

// Postings name rows of all notes; a name belongs to the first chunk of a note that has one.
func TestPostingsOfAllNotes(t *testing.T) {
	a := note("a.md", 2, Term{"attic", in(1, 4)}, Term{"room", in(0, 1)})
	b, c := note("b.md", 0), note("c.md", 1, Term{"room", in(0, 2)})
	a.Names, b.Names, c.Names = []string{"hall"}, []string{"hall"}, []string{"hall", "loft"}
	s, _ := opened(t, a, b, c)
	d := (*dictionary)(s)
	for _, test := range []struct {
		field words.Field
		term  string
		want  []words.Posting
	}{
		{words.Body, "room", []words.Posting{{Doc: 0, Freq: 1}, {Doc: 2, Freq: 2}}},
		{words.Body, "attic", []words.Posting{{Doc: 1, Freq: 4}}},
		{words.Body, "cellar", nil},
		{words.Head, "room", nil},
		{words.Names, "hall", []words.Posting{{Doc: 0, Freq: 1}, {Doc: 2, Freq: 1}}},
		{words.Names, "loft", []words.Posting{{Doc: 2, Freq: 1}}},
	} {
		if got, err := d.Postings(t.Context(), test.field, test.term); err != nil || !slices.Equal(got, test.want) {
			t.Errorf("postings of %q in field %v are %v, %v; want %v", test.term, test.field, got, err, test.want)
		}
	}
}

// Near terms begin alike, or lie within some edits; of too many the first by the alphabet stay.
func TestNearTerms(t *testing.T) {
	s, _ := opened(t, note("a.md", 2, Term{"room", in(0, 1)}, Term{"roomy", in(0, 1)}, Term{"rope", in(1, 1)}),
		note("b.md", 2, Term{"room", []words.Posting{{Doc: 0, Freq: 1}, {Doc: 1, Freq: 1}}}))
	for _, test := range []struct {
		term         string
		edits, limit int
		want         map[string]int
	}{
		{"roo", 0, 9, map[string]int{"room": 3, "roomy": 1}},
		{"ro", 0, 9, map[string]int{"room": 3, "roomy": 1, "rope": 1}},
		{"ro", 0, 2, map[string]int{"room": 3, "roomy": 1}},
		{"rom", 0, 9, map[string]int{}},
		{"rom", 1, 9, map[string]int{"room": 3}},
		{"rom", 2, 9, map[string]int{"room": 3, "roomy": 1, "rope": 1}},
		{"oom", 1, 9, map[string]int{"room": 3}},
	} {
		if got, err := (*dictionary)(s).Near(words.Body, test.term, test.edits, test.limit); err != nil || cmp.Diff(test.want,
			got) != "" {
			t.Errorf("near %q by %d edits, at most %d: %v, %v; want %v", test.term, test.edits, test.limit, got, err, test.want)
		}
	}
}

// Who asks for the text of a note gets it with the next sixteen that are likely to be asked for, once.
func TestTextsAreFetchedAhead(t *testing.T) {
	var notes []Note
	for i := range ahead + 4 {
		notes = append(notes, note(fmt.Sprintf("n%02d.md", i), 2))
	}
	slices.Reverse(notes)
	s, asked := opened(t, notes...)
	if got, err := s.ChunksOf("", "n05.md"); err != nil || len(got) != 2 || got[1].Text != "second of n05.md" {
		t.Fatalf("chunks %v, %v", got, err)
	}
	if len(*asked) != 1 || len((*asked)[0]) != ahead+1 || (*asked)[0][0] != "n05.md" || (*asked)[0][1] != "n19.md" {
		t.Fatalf("asked for %v", *asked)
	}
	for _, n := range []int{5, 19, 3} {
		if _, err := s.ChunksOf("", fmt.Sprintf("n%02d.md", n)); err != nil {
			t.Fatal(err)
		}
	}
	if len(*asked) != 1 {
		t.Errorf("what is known was asked for: %v", (*asked)[1:])
	}
	if _, err := s.ChunkOf("", "n00.md", 0); err != nil {
		t.Fatal(err)
	}
	if len(*asked) != 2 || !slices.Equal((*asked)[1], []string{"n00.md", "n02.md", "n01.md"}) {
		t.Errorf("then asked for %v, want the three that are left", (*asked)[1:])
	}
}

// What is told to be asked for comes at once and alone; what is known, or is of no note, is not asked for.
func TestExpectedTexts(t *testing.T) {
	var notes []Note
	for i := range 6 {
		notes = append(notes, note(fmt.Sprintf("n%d.md", i), 2))
	}
	s, asked := opened(t, notes...)
	for _, blobs := range [][]string{
		{"blob of n4.md", "blob of none", "blob of n2.md"}, {"blob of n2.md", "blob of n5.md"}, {"blob of n4.md"}, nil,
	} {
		if err := s.Expect(blobs); err != nil {
			t.Fatal(err)
		}
	}
	if diff := cmp.Diff([][]string{{"n4.md", "n2.md"}, {"n5.md"}}, *asked); diff != "" {
		t.Errorf("(-want +asked):\n%s", diff)
	}
	if _, err := s.ChunkOf("", "n2.md", 1); err != nil || len(*asked) != 2 {
		t.Errorf("%v, asked for %v", err, *asked)
	}
	broken := errors.New("the line is cut")
	s.texts = func(context.Context, []string) (map[string][]store.Chunk, error) { return nil, broken }
	if err := s.Expect([]string{"blob of n0.md"}); !errors.Is(err, broken) {
		t.Errorf("a text that cannot be fetched: %v", err)
	}
}

func TestChunkOf(t *testing.T) {
	s, _ := opened(t, note("a.md", 2))
	if got, err := s.ChunkOf("", "a.md", 1); err != nil || got.Text != "second of a.md" {
		t.Errorf("chunk 1: %v, %v", got, err)
	}
	for _, ask := range []struct {
		path string
		ord  int
	}{{"a.md", 2}, {"b.md", 0}} {
		if got, err := s.ChunkOf("", ask.path, ask.ord); !errors.Is(err, store.ErrNoNote) || got.Text != "" {
			t.Errorf("chunk %d of %s: %v, %v", ask.ord, ask.path, got, err)
		}
	}
	broken := errors.New("the line is cut")
	s.texts = func(context.Context, []string) (map[string][]store.Chunk, error) { return nil, broken }
	s.known = map[string][]store.Chunk{}
	if _, err := s.ChunkOf("", "a.md", 0); !errors.Is(err, broken) {
		t.Errorf("a text that cannot be fetched: %v", err)
	}
	for _, err := range s.Openings(t.Context(), 0) {
		if !errors.Is(err, broken) {
			t.Errorf("openings that cannot be fetched: %v", err)
		}
	}
	if err := s.Scan(t.Context(), func(string) bool { return true }, func(store.NoteChunks) {}); !errors.Is(err, broken) {
		t.Errorf("a scan that cannot be fetched: %v", err)
	}
}

// A note is found by its path, and nothing for another one.
func TestNotesByPath(t *testing.T) {
	a, b := note("a.md", 1), note("b.md", 1)
	a.Links = []store.LinkRecord{{From: "a.md", To: "b.md"}, {From: "a.md", Target: "gone.md"}}
	b.Links = []store.LinkRecord{{From: "b.md", To: "b.md"}}
	b.Record.Files, b.Record.PageRank, b.Record.InLinks, b.Record.SupersededBy = []string{"*.go"}, .5, 2, "a.md"
	b.Record.ID, b.Record.Title, b.Record.Aliases = "N-2", "Rooms", []string{"halls"}
	s, _ := opened(t, b, a)
	if rec, err := s.Record("b.md"); err != nil || rec.Path != "b.md" || rec.InLinks != 2 {
		t.Errorf("record: %+v, %v", rec, err)
	}
	if n, err := s.NoteOf("", "b.md"); err != nil || n.Title != "Rooms" {
		t.Errorf("note: %+v, %v", n, err)
	}
	if links, err := s.LinksFrom("a.md"); err != nil || len(links) != 2 {
		t.Errorf("links from a.md: %v, %v", links, err)
	}
	for range 2 {
		if links, err := s.LinksTo("b.md"); err != nil || len(links) != 2 || links[0].From != "a.md" || links[1].From != "b.md" {
			t.Errorf("links to b.md: %v, %v", links, err)
		}
	}
	if links, err := s.LinksTo(""); err != nil || links != nil {
		t.Errorf("links that lead nowhere: %v, %v", links, err)
	}
	_, err1 := s.Record("c.md")
	_, err2 := s.NoteOf("", "c.md")
	_, err3 := s.LinksFrom("c.md")
	for _, err := range []error{err1, err2, err3} {
		if !errors.Is(err, store.ErrNoNote) {
			t.Errorf("of no note: %v", err)
		}
	}
	var told []string
	err := s.EachNote(t.Context(), func(u store.Unread, rec *store.NoteRecord) error {
		name, _ := u.Name()
		n, _ := u.Read(false)
		told = append(told, fmt.Sprintf("%s %s %s %v, %s, %v %d %s", name.Path, name.ID, name.Title, name.Aliases, n.Path, rec.PageRank,
			rec.InLinks, rec.SupersededBy))
		return nil
	})
	if want := []string{"a.md   [], a.md, 0 0 ", "b.md N-2 Rooms [halls], b.md, 0.5 2 a.md"}; err != nil || !slices.Equal(told, want) {
		t.Errorf("each note: %q, %v; want %q", told, err, want)
	}
	var files []string
	if err := s.EachWithFiles(t.Context(), func(path string, globs []string) {
		files = append(append(files, path),
			globs...)
	}); err != nil ||
		!slices.Equal(files, []string{"b.md", "*.go"}) {
		t.Errorf("with files: %q, %v", files, err)
	}
}

// Who walks over the notes may stop, by an error, by the end of the question, or by asking for no more.
func TestWalksStop(t *testing.T) {
	s, _ := opened(t, note("a.md", 1), note("b.md", 1))
	enough := errors.New("enough")
	n := 0
	if err := s.EachLinks(func([]store.LinkRecord) error { n++; return enough }); !errors.Is(err, enough) || n != 1 {
		t.Errorf("links: %v after %d", err, n)
	}
	n = 0
	if err := s.EachLinks(func([]store.LinkRecord) error { n++; return nil }); err != nil || n != 2 {
		t.Errorf("all links: %v after %d", err, n)
	}
	n = 0
	if err := s.EachNote(t.Context(), func(store.Unread, *store.NoteRecord) error { n++; return enough }); !errors.Is(err, enough) ||
		n != 1 {
		t.Errorf("notes: %v after %d", err, n)
	}
	n = 0
	for range s.Openings(t.Context(), 0) {
		if n++; n == 1 {
			break
		}
	}
	var read []string
	err := s.Scan(t.Context(), func(path string) bool { return path == "b.md" }, func(c store.NoteChunks) { read = append(read, c.Path) })
	if err != nil || !slices.Equal(read, []string{"b.md"}) {
		t.Errorf("scanned %q, %v", read, err)
	}
	over, cancel := context.WithCancel(t.Context())
	cancel()
	for range s.Openings(over, 0) {
		t.Error("a note is told after the question has ended")
	}
	if err := s.EachNote(over, func(store.Unread, *store.NoteRecord) error { return nil }); !errors.Is(err, context.Canceled) {
		t.Errorf("notes after the end: %v", err)
	}
}

// Each chunk has a vector, or none where the note has fewer.
func TestVectors(t *testing.T) {
	n := note("a.md", 2)
	n.Vector = [][]byte{{1}}
	if got := vectorsOf(&n); len(got) != 2 || string(got[0]) != "\x01" || got[1] != nil {
		t.Errorf("vectors %v", got)
	}
}
