package deliver

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/kb/gittest"
	"github.com/9aea2451/kb/kb/notes"
	"github.com/9aea2451/kb/kb/store"
)

// kb's own folders are watched before others, each sort by its paths; one that changed just now is not relied on.
func TestFoldersThatAreWatched(t *testing.T) {
	root := t.TempDir()
	old := time.Now().Add(-time.Hour)
	var files []git.File
	for _, f := range []string{"b/x.md", "a/deep/y.md", ".memory/z.md", ".memory/memories/m.md", ".memoryless/n.md", "top.md"} {
		files = append(files, git.File{Path: f})
		dir := filepath.Join(root, filepath.FromSlash(filepath.Dir(f)))
		if err := os.MkdirAll(dir, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	now := time.Now()
	for _, dir := range []string{"b", "a/deep", "a", ".memory/memories", ".memory", ".memoryless", "."} {
		when := old
		if dir == "b" {
			when = now
		}
		if err := os.Chtimes(filepath.Join(root, dir), when, when); err != nil {
			t.Fatal(err)
		}
	}
	var got []string
	for _, f := range foldersOf(root, files, now) {
		name := f.path
		if f.at == 0 {
			name += " (young)"
		} else if f.at != old.UnixNano() {
			t.Errorf("%s changed at %d", f.path, f.at)
		}
		got = append(got, name)
	}
	if want := []string{".", ".memory", ".memory/memories", ".memoryless", "a", "a/deep", "b (young)"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	for _, c := range []struct {
		a, b string
		want int
	}{{"a", "b", -1}, {"b", "a", 1}, {"a", "a", 0}, {".memory/x", "a", -1}, {"a", ".memory", 1}, {".memory/", ".memory/x", 1}} {
		if got := byDepth(c.a, c.b); got != c.want {
			t.Errorf("%s and %s: %d, want %d", c.a, c.b, got, c.want)
		}
	}
}

// While another call reads the notes one answers from what is known, which is nothing at first, and says that it is behind.
func TestAnotherCallReads(t *testing.T) {
	r := gittest.New(t)
	r.Write("m/a.md", gotcha("a.go", "All."))
	r.Commit("Begin")
	repo := opened(t, r.Dir)
	if err := store.MakeDirs(filepath.Dir(place(repo, "files"))); err != nil {
		t.Fatal(err)
	}
	release, ok, err := store.Try(place(repo, "files") + ".lock")
	if err != nil || !ok {
		t.Fatal(ok, err)
	}
	later := time.Now().Add(time.Hour)
	x, err := Open(t.Context(), repo, later, time.Minute, false)
	if err != nil || !x.Behind || x.kept.len() != 0 {
		t.Errorf("meanwhile: %d notes, behind %v, %v", x.kept.len(), x.Behind, err)
	}
	release()
	if x, err = Open(t.Context(), repo, later, time.Minute, false); err != nil || x.Behind || x.kept.len() != 1 {
		t.Errorf("afterwards: %d notes, behind %v, %v", x.kept.len(), x.Behind, err)
	}
	release, ok, err = store.Try(place(repo, "files") + ".lock")
	if err != nil || !ok {
		t.Fatal(ok, err)
	}
	defer release()
	for thorough, behind := range map[bool]bool{false: false, true: true} {
		if x, err = Open(t.Context(), repo, later, time.Minute, thorough); err != nil || x.Behind != behind || x.kept.len() != 1 {
			t.Errorf("thorough %v, with the lock held: %d notes, behind %v, %v", thorough, x.kept.len(), x.Behind, err)
		}
	}
}

// Notes that hold nothing to give, or are too long, are not read again; one that could not be read
// is no such note.
func TestNotesThatCannotBeRead(t *testing.T) {
	r := gittest.New(t)
	r.Write("m/a.md", gotcha("a.go", "All."), "m/plain.md", "# Of no interest\n", "m/long.md", strings.Repeat("Long. ", maxNote/6+1))
	if err := os.MkdirAll(filepath.Join(r.Dir, "m", "folder.md"), 0o700); err != nil {
		t.Fatal(err)
	}
	root, err := os.OpenRoot(r.Dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	in := reading{root: root, kept: notes.Open(t.TempDir()), until: time.Now().Add(time.Minute)}
	var never []uint64
	for _, name := range []string{"m/a.md", "m/plain.md", "m/long.md", "m/gone.md", "m/folder.md", "none/a.md", "m/a.md/b.md"} {
		f := git.File{Path: name, Blob: "1"}
		in.unknown = append(in.unknown, f)
		if name == "m/plain.md" || name == "m/long.md" {
			never = append(never, short(keyOf(f)))
		}
	}
	in.read(t.Context())
	if len(in.entries) != 1 || in.entries[0].name.Path != "m/a.md" || len(in.unknown) != 0 || !slices.Equal(in.others, never) {
		t.Errorf("%+v; still to be read %v; never to be read again %v, want %v", in.entries, in.unknown, in.others, never)
	}
}

// What was kept of a note when it was indexed is not read again.
func TestNotesThatAreKept(t *testing.T) {
	f := git.File{Path: "m/a.md", Blob: "1"}
	kept := notes.Open(t.TempDir())
	text := "---\nkind: memory\ntype: error_pattern\n---\n# Mill\n\n`a/b.go` says `Error: disk quota exceeded`.\n"
	if err := kept.Add(func(yield func(*notes.Packed, error) bool) { yield(notes.Parse(f, []byte(text)).Pack(), nil) }); err != nil {
		t.Fatal(err)
	}
	root, err := os.OpenRoot(t.TempDir()) // where the note is not
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	in := reading{root: root, kept: kept, until: time.Now().Add(time.Minute), unknown: []git.File{f}}
	in.read(t.Context())
	if len(in.entries) != 1 || !slices.Equal(in.entries[0].named, []string{"a/b.go"}) || len(in.entries[0].errors) != 1 {
		t.Errorf("%+v", in.entries)
	}
}

// A note that is away while it is to be read, as in the middle of a checkout, is known once it is
// back.
func TestNoteThatComesBack(t *testing.T) {
	r := gittest.New(t)
	r.Write("m/a.md", gotcha("a.go", "All."))
	r.Commit("Begin")
	repo, later, folder := opened(t, r.Dir), time.Now().Add(time.Hour), filepath.Join(r.Dir, "m")
	if x, err := Open(t.Context(), repo, later, 0, false); err != nil || x.state.complete {
		t.Fatalf("%v, read in no time", err)
	}
	before, err := os.Lstat(folder)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(filepath.Join(folder, "a.md"), filepath.Join(r.Dir, ".git", "a.md")); err != nil {
		t.Fatal(err)
	}
	if err := os.Chtimes(folder, before.ModTime(), before.ModTime()); err != nil { // as when it goes while the call reads
		t.Fatal(err)
	}
	if x, err := Open(t.Context(), repo, later, time.Minute, false); err != nil || !x.state.complete || x.kept.len() != 0 {
		t.Fatalf("away: %d notes, %v", x.kept.len(), err)
	}
	if err := os.Rename(filepath.Join(r.Dir, ".git", "a.md"), filepath.Join(folder, "a.md")); err != nil {
		t.Fatal(err)
	}
	if x, err := Open(t.Context(), repo, later, time.Minute, false); err != nil || x.Behind || x.kept.len() != 1 {
		t.Errorf("back: %d notes, behind %v, %v", x.kept.len(), x.Behind, err)
	}
}

// A long note is quoted as far as its first sentences, and one without any by its title.
func TestQuotedNotes(t *testing.T) {
	long := strings.Repeat("Another sentence of the mill stands here. ", 40)
	for text, want := range map[string]string{
		"# Short\n\nOne.\n":                         "3 Short: One.",
		"# Only a title\n":                          "1 Only a title",
		"---\ntype: gotcha\n---\n# Behind\n":        "4 Behind",
		"# Title of it\n\nTitle of it is said.\n":   "3 Title of it is said.",
		"# A\n\n- One two three.\n\nOne two three.": "3 A: One two three.",
		"# A\n\n<!-- hidden -->\n\nSaid.\n":         "5 A: Said.",
		"# A\n\nFirst.\n\n```\ncode\n```\n":         "3 A: First. code",
	} {
		note, doc, source := parse("n.md", []byte(text))
		said, line := quoted(&note, doc, source, warning)
		if got := strings.Join([]string{string(rune('0' + line)), said}, " "); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	note, doc, source := parse("n.md", []byte("# Long\n\n"+long+"\n\nThe end.\n"))
	if said, _ := quoted(&note, doc, source, warning); len([]rune(said)) > maxQuote || !strings.HasPrefix(said, "Long: Another sentence") {
		t.Errorf("%d characters: %q", len([]rune(said)), said)
	}
}
