package build

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"testing"

	"github.com/9aea2451/kb/index/store"
	"github.com/9aea2451/kb/index/words"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/gittest"
)

// listed are words in memory: "field term" and the documents that have it, with how often they do.
type listed struct {
	terms  map[string][]words.Posting
	failed string // of what a question fails: "terms", or a term
}

func (l listed) Postings(_ context.Context, field words.Field, term string) ([]words.Posting, error) {
	if term == l.failed {
		return nil, errors.New("cannot be read")
	}
	return l.terms[fmt.Sprint(int(field), " ", term)], nil
}

func (l listed) Near(field words.Field, _ string, _, _ int) (map[string]int, error) {
	if l.failed == "terms" {
		return nil, errors.New("cannot be read")
	}
	out := map[string]int{}
	for key := range l.terms {
		if of := fmt.Sprint(int(field), " "); key[:len(of)] == of {
			out[key[len(of):]] = 1
		}
	}
	return out, nil
}

func (listed) Close() error { return nil }

// Words are compared by the chunks in which they stand: document numbers may differ, what is deleted counts
// for nothing, and whichever side has a word more is told.
func TestWordsAreCompared(t *testing.T) {
	clean := map[string][]words.Posting{"0 door": {{Doc: 0, Freq: 1}, {Doc: 2, Freq: 2}}, "0 key": {{Doc: 1, Freq: 1}},
		"1 key": {{Doc: 2, Freq: 1}}}
	with := func(key string, list ...words.Posting) map[string][]words.Posting {
		out := map[string][]words.Posting{"0 door": {{Doc: 3, Freq: 2}, {Doc: 5, Freq: 1}, {Doc: 1, Freq: 9}}, "0 key": {{Doc: 4, Freq: 1}},
			"1 key": {{Doc: 3, Freq: 1}}}
		if out[key] = list; list == nil {
			delete(out, key)
		}
		return out
	}
	const other = " stands in other chunks, or so often"
	for name, tt := range map[string]struct {
		mine map[string][]words.Posting
		want string
	}{
		"the same, otherwise numbered": {with("0 old", words.Posting{Doc: 1, Freq: 1}), ""},
		"so often":                     {with("0 key", words.Posting{Doc: 4, Freq: 2}), `a.md: the term "key"` + other},
		"elsewhere":                    {with("1 key", words.Posting{Doc: 5, Freq: 1}), `a.md: the term "key"` + other},
		"one less":                     {with("1 key"), `b.md: the term "key"` + other},
		"one more":                     {with("3 new", words.Posting{Doc: 3, Freq: 1}), `b.md: the term "new"` + other},
	} {
		a, b := &store.Generation{Rows: threeChunks(), Words: listed{terms: tt.mine}}, &store.Generation{Rows: threeChunks(),
			Words: listed{terms: clean}}
		a.Rows.Docs, b.Rows.Docs = []int32{-1, -1, -1, 2, 1, 0}, []int32{0, 1, 2}
		c := &checking{Folder: &store.Folder{Options: store.Options{Progress: func(string, int, int) {}}}, out: &CheckedIndex{}}
		err := c.sameWords(t.Context(), "", a, b)
		got := ""
		for _, d := range c.out.Differences {
			got += d.Path + ": " + d.What
		}
		if err != nil || got != tt.want {
			t.Errorf("%s: %q, %v, want %q", name, got, err, tt.want)
		}
	}
	for _, failed := range []string{"terms", "door", "key"} {
		for side := range 2 {
			both := [2]*store.Generation{}
			for i := range both {
				both[i] = &store.Generation{Rows: threeChunks(), Words: listed{terms: clean}}
			}
			both[side].Words = listed{terms: clean, failed: failed}
			c := &checking{out: &CheckedIndex{}}
			if err := c.sameWords(t.Context(), "", both[0], both[1]); err == nil {
				t.Errorf("side %d cannot read %s, and that is no error", side, failed)
			}
		}
	}
}

// constant is a server that gives every text the same vector.
type constant struct{ of float32 }

func (constant) Model() string   { return "test:constant" }
func (constant) Dimensions() int { return 2 }
func (c constant) Documents(ctx context.Context, texts []string) (out [][]float32, err error) {
	for range texts {
		v, _ := c.Query(ctx, "")
		out = append(out, v)
	}
	return out, nil
}
func (c constant) Query(context.Context, string) ([]float32, error) { return []float32{1, c.of}, nil }

// A tree is compared in its notes, and where these are the same chunks in its vectors; each tree, note and
// chunk is counted.
func TestTreesAreCompared(t *testing.T) {
	r := gittest.New(t)
	r.Write("a.md", "# A\n\nSee [b](b.md).\n\n## Part\n\nA door.\n", "b.md", "# B\n\nA key.\n")
	repo, err := kb.Open(t.Context(), r.Dir)
	if err != nil {
		t.Fatal(err)
	}
	made := func(of float32) *store.Folder {
		t.Helper()
		x, err := store.Open(repo, store.Options{Dir: filepath.Join(t.TempDir(), "index"), Provider: constant{of}})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := Update(t.Context(), x, Options{}); err != nil {
			t.Fatal(err)
		}
		return x
	}
	first, second := made(1), made(0)
	r.Write("c.md", "# C\n\nSee [b](b.md).\n")
	third := made(1)
	for _, tt := range []struct {
		name        string
		mine, clean *store.Folder
		want        []string
		counts      [3]int // trees, notes, chunks
	}{
		{"itself", first, first, nil, [3]int{1, 2, 3}},
		{"other vectors", first, second, []string{"vectors a.md differs from what the model says of its text",
			"vectors b.md differs from what the model says of its text"}, [3]int{1, 2, 3}},
		{"a note more", first, third, []string{"notes a.md is not what the file says", "notes b.md is not what the file says",
			"notes b.md is not what the file says", "notes c.md is missing", "notes c.md is missing",
			"words  the table has 2 notes and 3 chunks that should be 3 and 4"}, [3]int{1, 3, 4}},
	} {
		c := &checking{Folder: tt.mine, out: &CheckedIndex{}}
		if err := c.tree(t.Context(), tt.mine, tt.clean); err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, d := range c.out.Differences {
			got = append(got, d.Part+" "+d.Path+" "+d.What)
		}
		slices.Sort(got)
		if counts := [3]int{c.out.Trees, c.out.Notes, c.out.Chunks}; !slices.Equal(got, tt.want) || counts != tt.counts {
			t.Errorf("%s: %q, counted %v\nwant %q, %v", tt.name, got, counts, tt.want, tt.counts)
		}
	}
	none := *first
	none.Dir = filepath.Join(t.TempDir(), "none")
	c := &checking{Folder: first, out: &CheckedIndex{}}
	if err := errors.Join(c.tree(t.Context(), first, &none)); err == nil {
		t.Error("a clean index that is not there is no error")
	}
	if err := c.tree(t.Context(), &none, first); err == nil {
		t.Error("an index that is not there is no error")
	}
}

// Whatever of a note's rank is not what the links say is written again.
func TestRanksAreWrittenAgain(t *testing.T) {
	r := gittest.New(t)
	r.Write("a.md", "See [b](b.md).\n", "b.md", "Text.\n")
	repo, err := kb.Open(t.Context(), r.Dir)
	if err != nil {
		t.Fatal(err)
	}
	x, err := store.Open(repo, store.Options{NoVectors: true})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Update(t.Context(), x, Options{}); err != nil {
		t.Fatal(err)
	}
	from, err := store.OpenReader(t.Context(), x)
	if err != nil {
		t.Fatal(err)
	}
	defer from.Close()
	db, err := x.OpenRecords(t.Context(), true)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	u := &updater{Folder: x, db: db, report: newReport(), view: from.View, rows: from.Gen.Rows}
	g := &grapher{updater: u}
	ranks := func() (out string) {
		t.Helper()
		for row, err := range db.Rows(`SELECT path, pagerank, in_links, superseded_by, disputed_by FROM notes ORDER BY path`) {
			if err != nil {
				t.Fatal(err)
			}
			out += fmt.Sprintf("%s %.4f %d %s%s\n", row.ColumnText(0), row.ColumnFloat(1), row.ColumnInt(2), row.ColumnText(3),
				row.ColumnText(4))
		}
		return out
	}
	want := ranks()
	for _, change := range []string{"pagerank = pagerank + 1", "in_links = 7", "superseded_by = 'a.md'", "disputed_by = 'a.md'"} {
		err := db.Write(func() error {
			return errors.Join(db.Run(`UPDATE notes SET `+change+` WHERE path = 'b.md'`), g.rank())
		})
		if got := ranks(); err != nil || got != want {
			t.Errorf("after %s: %v\n%swant\n%s", change, err, got, want)
		}
	}
	for _, absent := range []bool{false, true} {
		u.absent = absent
		dir := t.TempDir()
		if err := u.markAbsent(dir); err != nil || store.HasAbsent(dir) != absent {
			t.Errorf("bytes are missing: %v; said: %v, %v", absent, !absent, err)
		}
	}
}
