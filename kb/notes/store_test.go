package notes

import (
	"crypto/sha1"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/kb/record"
	"github.com/9aea2451/kb/kb/store"
	"github.com/9aea2451/kb/kb/workers"
	"github.com/9aea2451/kb/markdown"
)

// file is a file of some text.
func file(path, text string) git.File {
	return git.File{Path: path, Blob: fmt.Sprintf("%x", sha1.Sum([]byte(text)))}
}

// add keeps notes, in one pack.
func add(t testing.TB, s *Store, files map[string]string) {
	t.Helper()
	err := s.Add(func(yield func(*Packed, error) bool) {
		for _, path := range slices.Sorted(maps.Keys(files)) {
			yield(Parse(file(path, files[path]), []byte(files[path])).Pack(), nil)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
}

// filled is a store of some notes.
func filled(t testing.TB, dir string, files map[string]string) *Store {
	t.Helper()
	s := Open(dir)
	add(t, s, files)
	return s
}

// everything is a note with each kind of thing that is kept, and long enough for several groups and blocks.
func everything(n int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "---\nid: N%d\naliases: [a, b]\nowner: {name: Ada, level: %d}\n---\n# Note %d\n\n", n, n, n)
	for i := range 120 {
		fmt.Fprintf(&b, "## Part %d of %d {#part-%d}\n\nSessions MUST expire after %d minutes. See [b](b.md#x) and `worker_%d`.\n\n%s\n\n",
			i, n, i, i+n, i, strings.Repeat(fmt.Sprintf("Text %d ends. ", i), 20))
	}
	b.WriteString("| Name | Default |\n|--|--|\n| `ttl` | 5 |\n\nThe default of `ttl` is 6.\n\n```go\nfunc run() {}\n```\n")
	return b.String()
}

// said is all that a reading says.
type said struct {
	Note       kb.Note
	Links      []markdown.Link
	Code       []markdown.CodeSpan
	Anchors    []string
	Statements []markdown.Statement
	Facts      any
	Errors     []string
	Stated     int
}

func whatIsSaid(n kb.Note, r *Reading) said {
	return said{n, slices.Clip(r.Links()), r.Code(), r.Anchors(), r.Statements(), r.Facts(), r.Errors(), r.Stated()}
}

// What is kept of a note is what was parsed, chunks and all.
func TestKeptIsWhatWasParsed(t *testing.T) {
	files := map[string]string{"empty.md": "", "one.md": "One.\n", "b.md": "# B\n",
		"fails.md": "---\nkind: memory\ntype: error_pattern\n---\n# Error: no space left on device\n"}
	for n := range 9 {
		files[fmt.Sprintf("docs/%d.md", n)] = everything(n)
	}
	s := filled(t, t.TempDir(), files)
	for path, text := range files {
		p := Parse(file(path, text), []byte(text))
		note, r := s.Note(path, p.Note.Blob, true)
		if r == nil {
			t.Fatalf("%s is not kept", path)
		}
		if !r.Kept() || p.Kept() || !s.Has(path, p.Note.Blob) {
			t.Errorf("%s: kept %v, parsed %v", path, r.Kept(), p.Kept())
		}
		if p.Note.Extra != nil { // numbers come back as JSON has them
			p.Note.Extra["owner"] = map[string]any{"name": "Ada", "level": note.Extra["owner"].(map[string]any)["level"]}
		}
		want, got := fmt.Sprintf("%+v", whatIsSaid(p.Note, p.Reading)), fmt.Sprintf("%+v", whatIsSaid(note, r))
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: parsed (-), kept (+)\n%s", path, diff)
		}
		if long := strings.HasPrefix(path, "docs/"); long && (len(r.Links())*len(r.Code())*len(r.Statements())*len(r.Facts()) == 0 ||
			len(r.kept.Firsts()) < 3) {
			t.Errorf("%s: the test shows nothing: %+v", path, whatIsSaid(note, r))
		}
		if path == "fails.md" && len(r.Errors()) != 1 {
			t.Errorf("%s quotes %q", path, r.Errors())
		}
		if name, ok := s.Name(path, p.Note.Blob); !ok || name.ID != note.ID || name.Title != note.Title {
			t.Errorf("%s is called %+v, %v", path, name, ok)
		}
		chunks, err := r.Chunks()
		if err != nil || len(chunks) != len(p.Doc.Chunks) {
			t.Fatalf("%s: %d chunks of %d, %v", path, len(chunks), len(p.Doc.Chunks), err)
		}
		for i := range chunks {
			want := &p.Doc.Chunks[i]
			if c := chunks[i]; c.Ord != want.Ordinal || c.Kind != string(want.Kind) || c.Language != want.Language ||
				c.Anchor != want.Anchor || !slices.Equal(c.Heading, want.HeadingPath) || c.StartLine != want.Span.StartLine ||
				c.EndLine != want.Span.EndLine || c.Text != want.Text(p.Source) {
				t.Errorf("%s: chunk %d is %+v", path, i, c)
			}
			if c, err := r.Chunk(i); err != nil || !cmp.Equal(c, chunks[i]) {
				t.Errorf("%s: chunk %d alone is %+v, %v", path, i, c, err)
			}
		}
		for _, none := range []int{-1, len(chunks)} {
			if _, err := r.Chunk(none); !errors.Is(err, record.ErrDamaged) {
				t.Errorf("%s: chunk %d: %v", path, none, err)
			}
		}
	}
	for _, none := range []git.File{file("b.md", "other"), file("c.md", "# B\n"), {Path: "b.md"}} {
		if _, r := s.Note(none.Path, none.Blob, false); r != nil || s.Has(none.Path, none.Blob) {
			t.Errorf("%+v is kept", none)
		}
	}
}

// Small packs become one, what a reader has open stays readable, and what nobody wants goes.
func TestPacksAreJoined(t *testing.T) {
	dir := t.TempDir()
	s := Open(dir)
	add(t, s, map[string]string{"big.md": everything(1), "old.md": "# Old\n"})
	_, old := s.Note("big.md", file("", everything(1)).Blob, false)
	_, gone := s.Note("old.md", file("", "# Old\n").Blob, false)
	for i := range 40 {
		add(t, s, map[string]string{"a.md": fmt.Sprintf("# A %d\n", i), "same.md": "# Same\n"})
	}
	if packs := len(packsIn(t, dir)); packs > 9 {
		t.Errorf("%d packs", packs)
	}
	count := func() (n int) {
		t.Helper()
		seen := map[string]bool{}
		if err := Open(dir).Each(func(n *Packed) error {
			seen[n.Name+n.Blob] = n.Head != ""
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		return len(seen)
	}
	if n := count(); n != 43 {
		t.Errorf("%d notes", n)
	}
	alive := func(path, _ string) bool { return path != "old.md" && path != "a.md" }
	if n := s.Dead(alive); n != 41 {
		t.Errorf("%d are dead", n)
	}
	if err := s.Keep(alive); err != nil {
		t.Fatal(err)
	}
	if n := count(); n != 2 || len(packsIn(t, dir)) != 1 || s.Dead(alive) != 0 {
		t.Errorf("%d notes in %d packs", n, len(packsIn(t, dir)))
	}
	if chunks, err := old.Chunks(); err != nil || len(chunks) < 100 || len(old.Links()) < 100 {
		t.Errorf("%d chunks, %d links, %v", len(chunks), len(old.Links()), err)
	}
	if _, err := gone.Chunks(); !errors.Is(err, record.ErrDamaged) || gone.Err() == nil {
		t.Errorf("what went is there: %v, %v", err, gone.Err())
	}
	if err := s.Renew(func(yield func(*Packed, error) bool) {
		p := Parse(file("same.md", "# Same\n"), []byte("# Other\n"))
		yield(p.Pack(), nil)
	}); err != nil || count() != 2 {
		t.Errorf("%d notes, %v", count(), err)
	}
	if note, _ := s.Note("same.md", file("", "# Same\n").Blob, false); note.Title != "Other" {
		t.Errorf("a note that was read anew is called %q", note.Title)
	}
	failed := errors.New("no more")
	if err := s.Add(func(yield func(*Packed, error) bool) { yield(nil, failed) }); !errors.Is(err, failed) || count() != 2 {
		t.Errorf("a list that fails: %v", err)
	}
	if err := Open(dir).Check(); err != nil {
		t.Error(err)
	}
}

// packsIn lists the packs of a folder.
func packsIn(t testing.TB, dir string) []string {
	t.Helper()
	list, err := filepath.Glob(filepath.Join(dir, "*"+".pack"))
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// Who reads notes while packs come and are joined finds each of them, whole.
func TestReadersBesideWriters(t *testing.T) {
	dir := t.TempDir()
	s := Open(dir)
	files := map[string]string{}
	for n := range 20 {
		files[fmt.Sprintf("%d.md", n)] = fmt.Sprintf("# Note %d\n\nSessions MUST expire after %d minutes. See [b](b%d.md).\n", n, n, n)
	}
	add(t, s, files)
	done := make(chan struct{})
	var readers workers.Group
	for range 3 {
		readers.Go(func() {
			for {
				for path, text := range files {
					_, r := s.Note(path, file(path, text).Blob, true)
					if r == nil {
						t.Errorf("%s is not kept", path)
						return
					}
					links := r.Links()
					if chunks, err := r.Chunks(); err != nil || len(chunks) != 1 || chunks[0].Text != text || len(links) != 1 {
						t.Errorf("%s: %+v, %v, %v", path, chunks, links, err)
						return
					}
				}
				select {
				case <-done:
					return
				default:
				}
			}
		})
	}
	for n := range 30 {
		add(t, s, map[string]string{"new.md": fmt.Sprintf("# New %d\n", n)})
		Open(dir)
	}
	if err := s.Keep(func(path, _ string) bool { return path != "new.md" }); err != nil {
		t.Error(err)
	}
	close(done)
	readers.Wait()
}

// Whatever byte of a pack is another one, or wherever it is cut, what is read of it is right, or missing.
func TestDamageIsNotBelieved(t *testing.T) {
	dir := t.TempDir()
	files := map[string]string{"a.md": "# A\n\nSessions MUST expire. See [b](b.md).\n", "b.md": "# B\n\nText of it.\n"}
	filled(t, dir, files)
	whole, err := os.ReadFile(packsIn(t, dir)[0])
	if err != nil {
		t.Fatal(err)
	}
	for i := range whole {
		for n, harmed := range [][]byte{whole[:i], slices.Concat(whole[:i], []byte{whole[i] ^ 0x55}, whole[i+1:])} {
			place := filepath.Join(dir, fmt.Sprint(i, n)) // a store of its own
			if err := errors.Join(os.Mkdir(place, 0o700), os.WriteFile(filepath.Join(place, "0"+".pack"), harmed, 0o600)); err != nil {
				t.Fatal(err)
			}
			s := Open(place)
			if s.Check() == nil {
				t.Errorf("byte %d: no damage is found", i)
			}
			for name, text := range files {
				p := Parse(file(name, text), []byte(text))
				note, r := s.Note(name, p.Note.Blob, true)
				if r == nil {
					continue
				}
				if note.Title != p.Note.Title {
					t.Errorf("byte %d: a note is called %q", i, note.Title)
				}
				if links := r.Links(); r.Err() == nil && !cmp.Equal(links, p.Links(), cmpopts.EquateEmpty()) {
					t.Errorf("byte %d: links %+v", i, links)
				}
				if chunks, err := r.Chunks(); err == nil && chunks[0].Text != text {
					t.Errorf("byte %d: chunks %+v", i, chunks)
				}
			}
		}
	}
}

// FuzzPack reads packs whose foot is right.
func FuzzPack(f *testing.F) {
	dir := f.TempDir()
	filled(f, dir, map[string]string{"a.md": "# A\n\nSessions MUST expire. See [b](b.md).\n"})
	whole, err := os.ReadFile(packsIn(f, dir)[0])
	if err != nil {
		f.Fatal(err)
	}
	f.Add(whole)
	f.Fuzz(func(t *testing.T, data []byte) {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "0"+".pack"), data, 0o600); err != nil {
			t.Fatal(err)
		}
		s := Open(dir)
		s.Each(func(n *Packed) error {
			if _, r := s.Note(n.Name, n.Blob, true); r != nil {
				r.Links()
				r.Facts()
				r.Statements()
				r.Chunks()
				r.Chunk(0)
			}
			return nil
		})
	})
}

// A folder that cannot be made is an error, and one that is not there is an empty store.
func TestNoStore(t *testing.T) {
	if s := Open(""); s.Has("a.md", "00") || s.Check() != nil || s.Dead(func(string, string) bool { return false }) != 0 {
		t.Error("nowhere is something")
	}
	place := filepath.Join(t.TempDir(), "file")
	if err := store.Write(place, nil); err != nil {
		t.Fatal(err)
	}
	s := Open(filepath.Join(place, "notes"))
	p := Parse(file("a.md", "A.\n"), []byte("A.\n"))
	if err := s.Add(func(yield func(*Packed, error) bool) { yield(p.Pack(), nil) }); err == nil {
		t.Error("a file serves as a folder")
	}
}
