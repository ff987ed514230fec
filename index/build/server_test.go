package build_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/9aea2451/kb/index"
	"github.com/9aea2451/kb/index/build"
	"github.com/9aea2451/kb/index/indextest"
	"github.com/9aea2451/kb/index/query"
	"github.com/9aea2451/kb/index/store"
)

// server gives vectors, and remembers what it was sent.
type server struct {
	sent  []string
	most  int // texts of one call
	fails error
	dim   int
}

func (*server) Model() string   { return "test:server" }
func (*server) Dimensions() int { return 0 } // the first vector tells

func (s *server) Documents(ctx context.Context, texts []string) (out [][]float32, err error) {
	if s.fails != nil {
		return nil, s.fails
	}
	s.sent, s.most = append(s.sent, texts...), max(s.most, len(texts))
	for _, text := range texts {
		v, _ := s.Query(ctx, text)
		out = append(out, v)
	}
	return out, ctx.Err()
}

func (s *server) Query(_ context.Context, text string) ([]float32, error) {
	v := make([]float32, s.dim)
	for i := range v {
		v[i] = 1 + float32(strings.Count(text, string(rune('a'+i))))
	}
	return v, s.fails
}

// servedBase is an index of twenty notes whose vectors a server gives.
func servedBase(t *testing.T) (x *index.Index, s *server, warned *[]string) {
	s, warned = &server{dim: 5}, &[]string{}
	x = indextest.Open(t, indextest.NewRepository(t), store.Options{Provider: s, Warn: func(m string) { *warned = append(*warned, m) }})
	t.Cleanup(func() { x.Close() })
	return x, s, warned
}

// updated brings the index up to date, and tells how many texts the server was sent for it.
func updated(t *testing.T, x *index.Index, s *server) (sent int) {
	t.Helper()
	s.sent = nil
	if _, err := x.Update(t.Context(), build.Options{}); err != nil {
		t.Fatal(err)
	}
	return len(s.sent)
}

// vectors counts the chunks that have one, and those that have none.
func vectors(t *testing.T, x *index.Index) (with, without int) {
	t.Helper()
	st, err := build.StatusOf(t.Context(), x.Folder)
	if err != nil {
		t.Fatal(err)
	}
	return st.Vectors, st.Chunks - st.Vectors
}

// A server is sent each text once, wherever the note is moved, whichever branch is checked out.
func TestServerIsSentEachTextOnce(t *testing.T) {
	x, s, _ := servedBase(t)
	dir := x.Repo.Root
	if n := updated(t, x, s); n != 40 {
		t.Errorf("%d texts of 40 chunks", n)
	}
	if again := slices.Compact(slices.Sorted(slices.Values(s.sent))); len(again) != len(s.sent) {
		t.Error("a text was sent twice")
	}
	if n := updated(t, x, s); n != 0 {
		t.Errorf("nothing has changed: %d texts", n)
	}
	indextest.Git(t, dir, "mv", "n5.md", "moved.md")
	if n := updated(t, x, s); n != 0 {
		t.Errorf("a note was moved: %d texts", n)
	}
	indextest.WriteFile(t, dir, "n3.md", indextest.NoteText(3, "second"))
	if n := updated(t, x, s); n != 1 || !strings.Contains(s.sent[0], "second") {
		t.Errorf("a section was changed: %q", s.sent)
	}
	indextest.WriteFile(t, dir, "n3.md", indextest.NoteText(3, "first"))
	if n := updated(t, x, s); n != 0 {
		t.Errorf("it is as it was: %d texts", n)
	}
	if _, err := x.Update(t.Context(), build.Options{Full: true}); err != nil || len(s.sent) != 0 {
		t.Errorf("built anew: %d texts, %v", len(s.sent), err)
	}
	if with, without := vectors(t, x); with != 40 || without != 0 {
		t.Errorf("%d chunks with a vector, %d without", with, without)
	}
}

// Many texts go in calls of a bounded size.
func TestServerIsSentFewTextsAtOnce(t *testing.T) {
	x, s, _ := servedBase(t)
	for i := range 30 {
		var text strings.Builder
		for part := range 10 {
			fmt.Fprintf(&text, "# Part %d of %d\n\nWhat part %d of note %d says.\n\n", part, i, part, i)
		}
		indextest.WriteFile(t, x.Repo.Root, fmt.Sprintf("more/%d.md", i), text.String())
	}
	if n := updated(t, x, s); n != 340 || s.most > 200 || s.most < 100 {
		t.Errorf("%d texts, at most %d at once", n, s.most)
	}
}

// While a server fails words answer, and it is said; once it is back only what is missing is sent.
func TestServerThatFails(t *testing.T) {
	x, s, warned := servedBase(t)
	s.fails = errors.New("no route to it")
	updated(t, x, s)
	if _, without := vectors(t, x); without != 40 || len(*warned) != 1 || !strings.Contains((*warned)[0], "no route to it") {
		t.Errorf("%d without a vector, said %q", without, *warned)
	}
	if a := indextest.Ask(t, x, query.Query{Text: "handler7 retries", Mode: query.Keyword}); len(a.Hits) == 0 || a.Hits[0].Path != "n7.md" {
		t.Errorf("words answer %v", indextest.Paths(a))
	}
	s.fails = nil
	if n := updated(t, x, s); n != 40 {
		t.Errorf("it is back: %d texts", n)
	}
	if with, without := vectors(t, x); with != 40 || without != 0 {
		t.Errorf("%d with a vector, %d without", with, without)
	}
	s.dim = 6
	indextest.WriteFile(t, x.Repo.Root, "n1.md", indextest.NoteText(1, "wider"))
	*warned = nil
	updated(t, x, s)
	if with, _ := vectors(t, x); with != 39 || len(*warned) != 1 || !strings.Contains((*warned)[0], "6 dimensions") {
		t.Errorf("%d with a vector, said %q", with, *warned)
	}
}

// What an update that was ended had got is kept for the next.
func TestUpdateThatIsEnded(t *testing.T) {
	x, s, _ := servedBase(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := x.Update(ctx, build.Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
	if st, err := build.StatusOf(t.Context(), x.Folder); err != nil || st.Notes != 0 || st.Fresh {
		t.Errorf("%+v, %v", st, err)
	}
	if n := updated(t, x, s); n != 40 {
		t.Errorf("%d texts", n)
	}
}

// What is told of an index is what it is: not built, fresh, behind the files, damaged.
func TestStatus(t *testing.T) {
	x, s, _ := servedBase(t)
	status := func() *build.Status {
		t.Helper()
		st, err := build.StatusOf(t.Context(), x.Folder)
		if err != nil {
			t.Fatal(err)
		}
		return st
	}
	if st := status(); st.Fresh || st.Notes != 0 || st.Damaged != "" || st.Provider != "test:server" {
		t.Errorf("not built: %+v", st)
	}
	updated(t, x, s)
	head := indextest.GitOut(t, x.Repo.Root, "rev-parse", "HEAD")
	st := status()
	if !st.Fresh || st.Notes != 20 || st.Chunks != 40 || st.Links != 20 || st.Vectors != 40 || st.Commit != head ||
		st.Model != "test:server" || st.Bytes < 10_000 || st.Broken != 0 {
		t.Errorf("built: %+v", st)
	}
	indextest.WriteFile(t, x.Repo.Root, "n1.md", "# One\n\n[gone](gone.md)\n")
	if st := status(); st.Fresh || st.Notes != 20 {
		t.Errorf("behind the files: %+v", st)
	}
	updated(t, x, s)
	if st := status(); !st.Fresh || st.Broken != 1 || st.Commit != head+"+dirty" {
		t.Errorf("a link is broken: %+v", st)
	}
	records := filepath.Join(x.Dir, store.RecordsFile)
	os.Remove(records + "-wal")
	if err := os.WriteFile(records, []byte(strings.Repeat("no database ", 1000)), 0o600); err != nil {
		t.Fatal(err)
	}
	if st := status(); st.Fresh || st.Damaged == "" || st.Notes != 0 {
		t.Errorf("damaged: %+v", st)
	}
}

// Files that are no text are left out and told, and come in once they are; what is wrong with a note
// is told with its line.
func TestFilesThatCannotBeRead(t *testing.T) {
	dir := indextest.NewRepository(t)
	indextest.WriteFile(t, dir, "n2.md", "# Two\n\x00\x01\x02")
	indextest.WriteFile(t, dir, "bad.md", "---\ntags: [a\nkind: doc\n---\n# Bad\n\nStill read.\n")
	x := indextest.Open(t, dir, store.Options{NoVectors: true})
	defer x.Close()
	r, err := x.Update(t.Context(), build.Options{})
	if err != nil || len(r.Skipped) != 1 || r.Skipped[0].Path != "n2.md" || r.Added != 20 {
		t.Errorf("%+v, %v", r, err)
	}
	if len(r.Problems) != 1 || r.Problems[0].Path != "bad.md" || r.Problems[0].Line < 2 || r.Problems[0].Line > 3 {
		t.Errorf("%+v", r.Problems)
	}
	if a := indextest.Ask(t, x, query.Query{Text: "still read"}); len(a.Hits) == 0 || a.Hits[0].Path != "bad.md" {
		t.Errorf("%v", indextest.Paths(a))
	}
	indextest.WriteFile(t, dir, "n2.md", indextest.NoteText(2, "again"))
	if r, err := x.Update(t.Context(), build.Options{}); err != nil || len(r.Skipped) != 0 || r.Added != 1 || r.Unchanged != 20 {
		t.Errorf("%+v, %v", r, err)
	}
}

// Trees of commits are kept for who asks again, but no more than a dozen: that which was not asked for
// the longest goes.
func TestTreesOfCommitsThatAreKept(t *testing.T) {
	dir := t.TempDir()
	indextest.Git(t, dir, "init", "-q")
	var commits []string
	for i := range 14 {
		indextest.WriteFile(t, dir, "a.md", fmt.Sprintf("# A\n\nVersion %d.\n", i))
		indextest.Git(t, dir, "add", ".")
		indextest.Git(t, dir, "commit", "-qm", "version")
		commits = append(commits, indextest.GitOut(t, dir, "rev-parse", "HEAD"))
	}
	x := indextest.Open(t, dir, store.Options{NoVectors: true})
	defer x.Close()
	for _, c := range commits {
		if _, err := x.At(c).Update(t.Context(), build.Options{}); err != nil {
			t.Fatal(err)
		}
	}
	db, err := x.OpenRecords(t.Context(), false)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	names, err := db.ViewNames()
	if err != nil {
		t.Fatal(err)
	}
	kept := map[string]bool{}
	for _, name := range names {
		kept[store.CommitOf(name)] = true
	}
	if len(kept) != 12 || kept[commits[0]] || kept[commits[1]] || !kept[commits[2]] || !kept[commits[13]] {
		t.Errorf("%d are kept", len(kept))
	}
	folders, _ := os.ReadDir(filepath.Join(x.Dir, store.GenerationsDir))
	if len(folders) != 12 {
		t.Errorf("%d generations are left", len(folders))
	}
}
