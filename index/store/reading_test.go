package store_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/9aea2451/kb/index"
	"github.com/9aea2451/kb/index/build"
	"github.com/9aea2451/kb/index/indextest"
	"github.com/9aea2451/kb/index/store"
	"github.com/9aea2451/kb/kb"
)

// indexed is the index of some files.
func indexed(t *testing.T, files map[string]string, o store.Options) *index.Index {
	t.Helper()
	dir := t.TempDir()
	indextest.Git(t, dir, "init", "-q")
	for name, text := range files {
		indextest.WriteFile(t, dir, name, text)
	}
	indextest.Git(t, dir, "add", "-A")
	indextest.Git(t, dir, "commit", "-qm", "files")
	x := indextest.Open(t, dir, o)
	if _, err := x.Update(t.Context(), build.Options{}); err != nil {
		t.Fatal(err)
	}
	return x
}

// readerOf opens the state of an index.
func readerOf(t *testing.T, x *index.Index) *store.Reader {
	t.Helper()
	r, err := store.OpenReader(t.Context(), x.Folder)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(r.Close)
	return r
}

// manyParts is a note of so many sections.
func manyParts(n int) string {
	var b strings.Builder
	b.WriteString("# Parts\n\nAll of them.\n")
	for i := range n {
		fmt.Fprintf(&b, "\n## Part %d\n\nThis is part %d of the note.\n", i, i)
	}
	return b.String()
}

// Whatever way the chunks of notes are read, by note, by number, from the front or all at once, they
// are the same.
func TestChunksAreTheSameHoweverRead(t *testing.T) {
	x := indexed(t, map[string]string{
		"long.md": manyParts(150), "copy/long.md": manyParts(150), "short.md": "# Short\n\nOne.\n", "some.md": manyParts(9), "empty.md": "",
	}, store.Options{NoVectors: true})
	r := readerOf(t, x)
	rows := r.Gen.Rows
	all := map[string][]store.Chunk{}
	for n, path := range rows.Paths {
		chunks, err := r.ChunksOf(rows.Blobs[n], path)
		if err != nil || len(chunks) != int(rows.First[n+1]-rows.First[n]) {
			t.Fatalf("%s: %d chunks of %d, %v", path, len(chunks), rows.First[n+1]-rows.First[n], err)
		}
		all[path] = chunks
		for ord := range chunks {
			c, err := r.ChunkOf(rows.Blobs[n], path, ord)
			if err != nil || !reflect.DeepEqual(c, chunks[ord]) {
				t.Fatalf("%s, chunk %d: %+v, %v", path, ord, c, err)
			}
		}
		if _, err := r.ChunkOf(rows.Blobs[n], path, len(chunks)); !errors.Is(err, store.ErrDamaged) {
			t.Errorf("%s has a chunk after the last: %v", path, err)
		}
	}
	if long := all["long.md"]; len(long) != 151 || len(all["short.md"]) != 1 || !strings.Contains(long[150].Text, "part 149 of") {
		t.Errorf("%d chunks and %d", len(long), len(all["short.md"]))
	}
	var mu sync.Mutex
	scanned := map[string]int{}
	err := r.Scan(t.Context(), func(path string) bool { return path != "some.md" }, func(g store.NoteChunks) {
		mu.Lock()
		defer mu.Unlock()
		scanned[g.Path] += len(g.Chunks)
		for i := range g.Chunks {
			if !reflect.DeepEqual(g.Chunks[i], all[g.Path][g.First+i]) {
				t.Errorf("%s, chunk %d: %+v", g.Path, g.First+i, g.Chunks[i])
			}
		}
	})
	if want := map[string]int{"long.md": 151, "copy/long.md": 151, "short.md": 1}; err != nil || !maps.Equal(scanned, want) {
		t.Errorf("scanned %v, want %v, %v", scanned, want, err)
	}
	for _, count := range []int{1, 2, 100, 1000} {
		opened, last := map[string]int{}, ""
		for g, err := range r.Openings(t.Context(), count) {
			if err != nil || g.Path < last || g.First != opened[g.Path] {
				t.Fatalf("%s from %d after %s: %v", g.Path, g.First, last, err)
			}
			opened[g.Path], last = opened[g.Path]+len(g.Chunks), g.Path
		}
		for path, chunks := range all {
			if n := opened[path]; n < min(count, len(chunks)) || n > len(chunks) || count == 1 && len(chunks) > 100 && n == len(chunks) {
				t.Errorf("the first %d of %s: %d of %d", count, path, n, len(chunks))
			}
		}
	}
}

// Some notes at a time, all chunks that hold a text are found, in order and whatever the case of letters.
func TestHoldingATextInBatches(t *testing.T) {
	x := indexed(t, map[string]string{
		"long.md": manyParts(150), "copy/long.md": manyParts(150), "short.md": "# Short\n\nOne.\n", "some.md": "# Some\n\nPARTLY so.\n",
	}, store.Options{NoVectors: true})
	r := readerOf(t, x)
	for _, most := range []int{1, 2000, 1 << 20} {
		var found []string
		batches := 0
		for path, more := "", true; more; batches++ {
			b, err := r.After(t.Context(), path, most)
			if err != nil {
				t.Fatal(err)
			}
			_, err = b.Holding("part", func(g store.NoteChunks) bool {
				for i := range g.Chunks {
					if strings.Contains(strings.ToLower(g.Chunks[i].Text), "part") {
						found = append(found, fmt.Sprint(g.Path, " ", g.First+i))
					}
				}
				return true
			})
			if err != nil {
				t.Fatal(err)
			}
			path, more = b.Last, b.Last != ""
		}
		if len(found) != 303 || found[0] != "copy/long.md 0" || found[151] != "long.md 0" || found[302] != "some.md 0" {
			t.Errorf("%d at a time: %d found: %v", most, len(found), found)
		}
		if whole := most == 1<<20; (batches == 2) != whole || batches > 5 {
			t.Errorf("%d at a time: %d batches", most, batches)
		}
	}
	b, err := r.After(t.Context(), "", 1<<20)
	if err != nil {
		t.Fatal(err)
	}
	calls := 0
	more, err := b.Holding("one.", func(g store.NoteChunks) bool { calls++; return false })
	if more || err != nil || calls != 1 {
		t.Errorf("of one note: %d calls, %v, %v", calls, more, err)
	}
}

// Notes come in order with what they say, and so do those that say of which files they speak.
func TestNotesAreListed(t *testing.T) {
	x := indexed(t, map[string]string{
		"b.md":   "---\nfiles: [\"*.go\", cmd/**]\naliases: [Bee]\nteam: red\n---\n# B\n\nSee [a](a.md).\n",
		"a.md":   "---\nid: note-a\ntags: [x]\n---\n# A\n\nSee [b](b.md), [[b]] and [gone](gone.md).\n",
		"c/d.md": "---\nfiles: docs/*.md\n---\n# D\n",
	}, store.Options{NoVectors: true})
	r := readerOf(t, x)
	var names, extra []string
	err := r.EachNote(t.Context(), func(note store.Unread, rec *store.NoteRecord) error {
		name, err := note.Name()
		if err != nil {
			return err
		}
		short, err := note.Read(false)
		if err != nil || len(short.Extra) > 0 {
			t.Errorf("%s: %+v, %v", name.Path, short, err)
		}
		whole, err := note.Read(true)
		single, err2 := r.Record(name.Path)
		if err != nil || err2 != nil || !reflect.DeepEqual(whole, single.Note) || single.InLinks != rec.InLinks ||
			single.PageRank != rec.PageRank {
			t.Errorf("%s: %+v, alone %+v, %v, %v", name.Path, whole, single, err, err2)
		}
		if of, err := r.NoteOf(whole.Blob, whole.Path); err != nil || !reflect.DeepEqual(*of, whole) {
			t.Errorf("%s by its blob: %+v, %v", name.Path, of, err)
		}
		named, err := r.Records.NameOf(whole.Blob, name.Path)
		if err != nil || !reflect.DeepEqual(named, name) || name.Title != short.Title || !slices.Equal(name.Aliases, short.Aliases) {
			t.Errorf("%+v, alone %+v, %v", name, named, err)
		}
		names = append(names, fmt.Sprintf("%s %s %d", name.Path, short.Title, rec.InLinks))
		extra = append(extra, fmt.Sprint(whole.Extra["team"]))
		return nil
	})
	if want := []string{"a.md A 1", "b.md B 1", "c/d.md D 0"}; err != nil || !slices.Equal(names, want) || extra[1] != "red" {
		t.Errorf("%q, %q, %v", names, extra, err)
	}
	var files []string
	err = r.EachWithFiles(t.Context(), func(path string, globs []string) { files = append(files, path+" "+strings.Join(globs, " ")) })
	if want := []string{"b.md *.go cmd/**", "c/d.md docs/*.md"}; err != nil || !slices.Equal(files, want) {
		t.Errorf("%q, %v", files, err)
	}
	for _, err := range []error{
		func() error { _, err := r.Record("none.md"); return err }(), func() error { _, err := r.NoteOf("none", "a.md"); return err }(),
		func() error { _, err := r.Records.NameOf("none", "none.md"); return err }(),
		func() error { _, _, err := r.Records.LinksIn("none", "a.md"); return err }(),
	} {
		if !errors.Is(err, store.ErrDamaged) {
			t.Errorf("what is not there: %v", err)
		}
	}
	stop := errors.New("stop")
	if err := r.EachNote(t.Context(), func(store.Unread, *store.NoteRecord) error { return stop }); !errors.Is(err, stop) {
		t.Errorf("the error of the caller is lost: %v", err)
	}
}

// A link is told by the note that has it and by the one that it leads to.
func TestLinksAreToldFromBothEnds(t *testing.T) {
	x := indexed(t, map[string]string{
		"a.md": "# A\n\nSee [b](b.md) and [b again](b.md#b).\n\nAnd [gone](gone.md).\n", "b.md": "# B\n\nBack to [[a]].\n", "c.md": "# C\n",
	}, store.Options{NoVectors: true})
	r := readerOf(t, x)
	total, broken := 0, 0
	err := r.EachLinks(func(links []store.LinkRecord) error {
		from, err := r.LinksFrom(links[0].From)
		if err != nil || !reflect.DeepEqual(from, links) {
			t.Errorf("%+v, alone %+v, %v", links, from, err)
		}
		for _, l := range links {
			total++
			if l.To == "" {
				broken++
				continue
			}
			to, err := r.LinksTo(l.To)
			if err != nil || !slices.ContainsFunc(to, func(o store.LinkRecord) bool { return reflect.DeepEqual(o, l) }) {
				t.Errorf("%+v is not among those to %s: %+v, %v", l, l.To, to, err)
			}
		}
		return nil
	})
	if none, err2 := r.LinksFrom("c.md"); err != nil || err2 != nil || total != 4 || broken != 1 || len(none) != 0 {
		t.Errorf("%d links, %d broken, %d of a note without, %v, %v", total, broken, len(none), err, err2)
	}
}

// Vectors that a model made are found again by text and model, unless a byte of them is another.
func TestKeptVectors(t *testing.T) {
	x := indexed(t, map[string]string{"a.md": "# A\n"}, store.Options{NoVectors: true})
	open := func(model string) *store.KeptVectors {
		k, err := x.KeptVectors(t.Context(), model)
		if err != nil {
			t.Fatal(err)
		}
		return k
	}
	k, other := open("test:a"), open("test:b")
	if n := k.Count(); n != 0 {
		t.Errorf("a new folder has %d vectors", n)
	}
	texts := []string{"tea", "coffee", "nothing"}
	if err := k.Put(texts, [][]float32{{1, 0, 0.5, -0.25}, {0, 0, 0, 2}, nil}); err != nil {
		t.Fatal(err)
	}
	if n := k.Count(); n != 2 {
		t.Errorf("%d are kept", n)
	}
	if n := other.Count(); n != 0 {
		t.Errorf("another model has %d", n)
	}
	tea := k.Find("tea", 4)
	if tea == nil {
		t.Fatal("nothing is found")
	}
	for _, c := range []struct {
		with []float32
		want float64
	}{{[]float32{1, 0, 0, 0}, 1}, {[]float32{0, 1, 0, 0}, 0}, {[]float32{0, 0, 1, 1}, 0.25}, {[]float32{1, 1, 1, 1}, 1.25}} {
		if got := tea.Dot(c.with); got < c.want-0.01 || got > c.want+0.01 {
			t.Errorf("with %v: %v, want %v", c.with, got, c.want)
		}
	}
	for what, find := range map[string]func() store.Packed{
		"of another model":      func() store.Packed { return other.Find("tea", 4) },
		"of another text":       func() store.Packed { return k.Find("water", 4) },
		"without a vector":      func() store.Packed { return k.Find("nothing", 4) },
		"of another dimensions": func() store.Packed { return k.Find("tea", 5) },
	} {
		if got := find(); got != nil {
			t.Errorf("%s: %v", what, got)
		}
	}
	if err := k.Put([]string{"tea"}, [][]float32{{1, 2}}); err != nil || k.Find("tea", 2) == nil || k.Count() != 2 {
		t.Errorf("of other dimensions: %v, %d in all, %v", k.Find("tea", 2), k.Count(), err)
	}
	packs, err := filepath.Glob(filepath.Join(x.Dir, store.EmbeddingsDir, "*", "*.pack"))
	if err != nil || len(packs) != 2 {
		t.Fatal(packs, err)
	}
	data, err := os.ReadFile(packs[0])
	if err != nil {
		t.Fatal(err)
	}
	data[bytes.Index(data, []byte("test:a"))+45] ^= 4
	if err := os.WriteFile(packs[0], data, 0o600); err != nil {
		t.Fatal(err)
	}
	left := func() (n int) {
		k := open("test:a")
		for _, text := range texts {
			if k.Find(text, 0) != nil {
				n++
			}
		}
		return n
	}
	if n := left(); n != 1 || x.CheckEmbeddings() == nil {
		t.Errorf("%d of 2 vectors are believed after one was changed", n)
	}
	if err := x.MendEmbeddings(); err != nil || left() != 1 || x.CheckEmbeddings() != nil {
		t.Errorf("%d are left, %v, %v", left(), err, x.CheckEmbeddings())
	}
}

// Vectors of a model that no tree uses any more are garbage; those of one in use, and of one that
// stands beside, are not.
func TestVectorsOfAModelThatIsGone(t *testing.T) {
	x, server, _ := withBought(t)
	k, err := x.KeptVectors(t.Context(), "test:gone")
	if err != nil {
		t.Fatal(err)
	}
	if err := k.Put([]string{"tea"}, [][]float32{{1, 2}}); err != nil {
		t.Fatal(err)
	}
	x.Options.Beside = "test:gone"
	alive := store.Alive{Commit: func(string) bool { return true }}
	if found, err := x.Collect(t.Context(), alive); err != nil || !found.Empty() {
		t.Errorf("%+v, %v", found, err)
	}
	x.Options.Beside = ""
	found, err := x.Collect(t.Context(), alive)
	if err != nil || !slices.Equal(found.Models, []string{"test:gone"}) {
		t.Errorf("%+v, %v", found, err)
	}
	if err := x.Wipe(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, err := x.Update(t.Context(), build.Options{}); err != nil || server.texts != 0 {
		t.Errorf("%d texts whose vectors are in use were sent again, %v", server.texts, err)
	}
}

// One writes at a time: who waits says for whom, gives up after a while, and comes in when the other
// is done.
func TestWritersWaitForEachOther(t *testing.T) {
	var said []string
	x := indexed(t, map[string]string{"a.md": "# A\n"}, store.Options{NoVectors: true, Warn: func(m string) { said = append(said, m) }})
	release, err := x.Acquire(t.Context(), 0)
	if err != nil {
		t.Fatal(err)
	}
	me := fmt.Sprintf("process %d", os.Getpid())
	if _, err := x.Acquire(t.Context(), 0); !errors.Is(err, store.ErrBusy) || !strings.Contains(err.Error(), me) {
		t.Errorf("a second writer: %v", err)
	}
	if len(said) != 0 {
		t.Errorf("who does not wait said %q", said)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 400*time.Millisecond)
	defer cancel()
	if _, err := x.Acquire(ctx, time.Minute); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("a writer that was ended: %v", err)
	}
	if len(said) != 1 || !strings.Contains(said[0], me) {
		t.Errorf("who waits said %q", said)
	}
	os.Remove(filepath.Join(x.Dir, "lock.pid"))
	if _, err := x.Acquire(t.Context(), 0); err == nil || !strings.Contains(err.Error(), "process unknown") {
		t.Errorf("nobody signed: %v", err)
	}
	release()
	release, err = x.Acquire(t.Context(), 0)
	if err != nil {
		t.Fatal(err)
	}
	release()
}

// The name of a state is another after every change of the notes or of the commit, and the same
// without one; an index that is gone has none.
func TestNameOfTheState(t *testing.T) {
	x := indexed(t, map[string]string{"a.md": "# A\n"}, store.Options{NoVectors: true})
	update := func() string {
		if _, err := x.Update(t.Context(), build.Options{}); err != nil {
			t.Fatal(err)
		}
		return x.Current()
	}
	first := x.Current()
	if again := update(); again != first || first == "" {
		t.Errorf("nothing has changed: %q, then %q", first, again)
	}
	indextest.WriteFile(t, x.Repo.Root, "a.md", "# A\n\nMore.\n")
	second := update()
	indextest.Git(t, x.Repo.Root, "commit", "-qam", "more")
	if third := update(); second == first || third == second || third == first {
		t.Errorf("%q, %q, %q", first, second, third)
	}
	if err := x.Wipe(t.Context()); err != nil || x.Current() != "" {
		t.Errorf("%q of a wiped index, %v", x.Current(), err)
	}
	if _, err := store.OpenReader(t.Context(), x.Folder); !errors.Is(err, store.ErrNoIndex) {
		t.Errorf("a wiped index is opened: %v", err)
	}
}

// Views are named by the commits that they are of, and can be forgotten one by one.
func TestViewsOfCommits(t *testing.T) {
	x := indexed(t, map[string]string{"a.md": "# A\n"}, store.Options{NoVectors: true})
	head := indextest.GitOut(t, x.Repo.Root, "rev-parse", "HEAD")
	if _, err := x.At(head).Update(t.Context(), build.Options{}); err != nil {
		t.Fatal(err)
	}
	db, err := x.OpenRecords(t.Context(), true)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	commits := func() (out []string) {
		names, err := db.ViewNames()
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			out = append(out, store.CommitOf(name))
		}
		slices.Sort(out)
		return out
	}
	if got := commits(); !slices.Equal(got, []string{"", head}) {
		t.Errorf("views of %q", got)
	}
	v, err := db.LoadView(x.At(head).View)
	if err != nil || v.Notes != 1 || v.Tree != head {
		t.Fatalf("%+v, %v", v, err)
	}
	if err := db.DropView(v.ID); err != nil {
		t.Fatal(err)
	}
	if got := commits(); !slices.Equal(got, []string{""}) {
		t.Errorf("left: %q", got)
	}
	if v, err := db.LoadView(v.Name); err != nil || v.ID != 0 {
		t.Errorf("%+v, %v", v, err)
	}
}

// A repository whose folder cannot be written has its index in the user's cache; where that cannot
// be either, both are named.
func TestIndexOfARepositoryThatCannotBeWritten(t *testing.T) {
	dir, cache := indextest.NewRepository(t), t.TempDir()
	indextest.WriteFile(t, dir, ".git/kb", "a file where the folder would be")
	repo, err := kb.Open(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	x, err := store.Open(repo, store.Options{CacheDir: cache})
	if err != nil || !strings.HasPrefix(x.Dir, cache) {
		t.Fatalf("%+v, %v", x, err)
	}
	if info, err := os.Stat(x.Dir); err != nil || info.Mode().Perm() != 0o700 {
		t.Errorf("%v, %v", info, err)
	}
	indextest.WriteFile(t, cache, "file", "a file")
	file := filepath.Join(cache, "file")
	_, err = store.Open(repo, store.Options{CacheDir: file})
	if err == nil || !strings.Contains(err.Error(), filepath.Join(dir, ".git", "kb")) || !strings.Contains(err.Error(), file) {
		t.Errorf("%v", err)
	}
	if _, err := store.Open(repo, store.Options{Dir: filepath.Join(file, "x"), CacheDir: cache}); err == nil {
		t.Error("a folder that was named is replaced by another")
	}
}
