package snapshot

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/9aea2451/kb/contradict/fact"
	"github.com/9aea2451/kb/contradict/judge"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/kb/gittest"
	"github.com/9aea2451/kb/kb/store"
	"github.com/9aea2451/kb/markdown"
)

var day = time.Date(2026, 5, 4, 12, 0, 0, 0, time.UTC)

type fataler interface {
	Helper()
	Fatal(...any)
}

func repository(t fataler, dir string) *kb.Repo {
	t.Helper()
	if out, err := exec.Command("git", "init", "-q", dir).CombinedOutput(); err != nil {
		t.Fatal(string(out), err)
	}
	repo, err := kb.Open(context.Background(), dir)
	if err != nil {
		t.Fatal(err)
	}
	return repo
}

func load(t fataler, repo *kb.Repo, cache string) *Snapshot {
	t.Helper()
	return loadWith(t, repo, Options{Cache: cache})
}

func loadWith(t fataler, repo *kb.Repo, o Options) *Snapshot {
	t.Helper()
	ctx := context.Background()
	scan, err := repo.Scan(ctx)
	if err != nil {
		t.Fatal(err)
	}
	tree, err := repo.WorkTree(ctx, scan, nil)
	if err != nil {
		t.Fatal(err)
	}
	s, err := Load(ctx, repo, tree, o)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// view is all that a snapshot says, as far as a caller can see it.
type view struct {
	Notes      []kb.Note
	Links      [][]markdown.Link
	Statements [][]markdown.Statement
	Facts      [][]fact.Disagreement
	Conflicts  []string
	Rarity     []float64
}

func viewOf(s *Snapshot) view {
	var v view
	for _, e := range s.Entries {
		note := e.Note
		note.Extra = nil
		v.Notes = append(v.Notes, note)
		v.Links = append(v.Links, append([]markdown.Link{}, e.Links()...))
		v.Statements = append(v.Statements, append([]markdown.Statement{}, e.Statements()...))
		v.Facts = append(v.Facts, append([]fact.Disagreement{}, e.Facts()...))
	}
	stated := s.Statements(day)
	found := map[string]bool{}
	for _, f := range stated.All(judge.Warn) {
		a, b := PlaceOf(f.A), PlaceOf(f.B)
		x, y := fmt.Sprint(a.Entry.File.Path, a.Statement.Line), fmt.Sprint(b.Entry.File.Path, b.Statement.Line)
		found[min(x, y)+" "+max(x, y)+fmt.Sprintf(" %.6f", f.Verdict.Energy)] = true
	}
	for f := range found {
		v.Conflicts = append(v.Conflicts, f)
	}
	for _, term := range []string{"session", "expire", "gateway", "retri"} {
		v.Rarity = append(v.Rarity, stated.Rarity(term))
	}
	return v
}

var sameView = cmp.Options{cmp.Transformer("set", func(list []string) map[string]bool {
	set := map[string]bool{}
	for _, s := range list {
		set[s] = true
	}
	return set
})}

// drawNote writes a note that agrees or disagrees with others, links to some, and supersedes some.
func drawNote(t *rapid.T, n int) string {
	text := ""
	if rapid.Bool().Draw(t, "front matter") {
		text = fmt.Sprintf(
			"---\nstatus: %s\ntags: [a, b]\nconfidence: 0.%d\nrelations: [{type: supersedes, target: note%d}]\n---\n",
			rapid.SampledFrom([]string{"accepted", "deprecated", "draft"}).Draw(t, "status"),
			rapid.IntRange(1, 9).Draw(t, "confidence"),
			rapid.IntRange(0, 9).Draw(t, "target"),
		)
	}
	text += fmt.Sprintf("# Note %d\n\n", n)
	for range rapid.IntRange(0, 4).Draw(t, "statements") {
		text += rapid.SampledFrom([]string{
			"User sessions expire after 30 minutes.\n\n", "User sessions expire after 12 hours.\n\n",
			"The gateway MUST retry failed uploads.\n\n",
			"The gateway MUST NOT retry failed uploads.\n\n", "See [another](note3.md) and [[note4#part|it]].\n\n",
			"As RFC 7230 says.\n\n", "As RFC 7231 has it.\n\n", "There are two ways:\n\n- one\n- another\n- a third\n\n",
			"- GIVEN a queue\n- THEN it SHALL be empty\n\n",
		}).Draw(t, "statement")
	}
	return text
}

// TestCachedSnapshotsSayTheSame edits, adds and removes notes, and compares what is read with a
// cache, with an earlier snapshot, and without.
func TestCachedSnapshotsSayTheSame(t *testing.T) {
	gittest.Rounds(t, 40)
	rapid.Check(t, func(t *rapid.T) {
		dir, err := os.MkdirTemp("", "kb-snapshot")
		if err != nil {
			t.Fatal(err)
		}
		defer os.RemoveAll(dir)
		repo := repository(t, dir)
		cache := filepath.Join(dir, ".git", "kb", "snapshot")
		var earlier *Snapshot
		for round := range rapid.IntRange(1, 4).Draw(t, "rounds") {
			for n := range 10 {
				name := filepath.Join(dir, fmt.Sprintf("note%d.md", n))
				switch rapid.IntRange(0, 3+round).Draw(t, "edit") {
				case 0, 1:
					if err := os.WriteFile(name, []byte(drawNote(t, n)), 0o666); err != nil {
						t.Fatal(err)
					}
				case 2:
					os.Remove(name)
				}
			}
			plain, cached := viewOf(load(t, repo, "")), load(t, repo, cache)
			if diff := cmp.Diff(plain, viewOf(cached), sameView); diff != "" {
				t.Fatalf("round %d: without the cache (-) and with it (+):\n%s", round, diff)
			}
			earlier = loadWith(t, repo, Options{Cache: cache, Earlier: earlier})
			if diff := cmp.Diff(plain, viewOf(earlier), sameView); diff != "" {
				t.Fatalf("round %d: without an earlier snapshot (-) and with it (+):\n%s", round, diff)
			}
			if rapid.Bool().Draw(t, "save") {
				if _, err := cached.Save(cache); err != nil {
					t.Fatal(err)
				}
			}
		}
	})
}

// TestEarlierSnapshotsAreShared takes the notes that have not changed from the snapshot before.
func TestStatementsOfReplacedNotes(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"old.md": "---\nstatus: superseded\n---\n# Old\n\nTokens live for an hour.\n\nGuests get none.\n",
		"off.md": "---\nstatus: archived\n---\n# Off\n\nTokens live for a day.\n",
		"now.md": "# Now\n\nTokens live for a week.\n\nStaff get two.\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	s := load(t, repository(t, dir), "")
	if n := s.Superseded(time.Now()).Len(); n != 2 {
		t.Errorf("%d statements were superseded", n)
	}
}

func TestEarlierSnapshotsAreShared(t *testing.T) {
	dir := t.TempDir()
	repo := repository(t, dir)
	write := func(n, minutes int) {
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("note%03d.md", n)),
			fmt.Appendf(nil, "# Note %d\n\nUser sessions expire after %d minutes.\n", n, minutes), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for n := range 10 {
		write(n, n)
	}
	before := load(t, repo, "")
	shared := func(s *Snapshot) (n int) {
		for i, e := range s.Entries {
			if e == before.Entries[i] {
				n++
			}
		}
		return n
	}
	write(3, 99)
	after := loadWith(t, repo, Options{Earlier: before})
	if n := shared(after); n != len(before.Entries)-1 {
		t.Errorf("%d of %d notes are shared after one has changed", n, len(before.Entries))
	}
	if st := after.Entries[3].Statements(); len(st) != 1 || st[0].Text != "User sessions expire after 99 minutes." {
		t.Errorf("the changed note says %v", st)
	}
}

// What was read before, on another branch say, is not parsed again, whether a snapshot or a file knows of it.
func TestKeptNotesAreNotParsed(t *testing.T) {
	dir := t.TempDir()
	repo := repository(t, dir)
	write := func(minutes int) {
		for n := range staleEntries + 6 {
			if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("note%03d.md", n)),
				fmt.Appendf(nil, "# Note %d\n\nUser sessions expire after %d minutes.\n", n, minutes), 0o666); err != nil {
				t.Fatal(err)
			}
		}
	}
	kept := func(s *Snapshot) (n int) {
		for _, e := range s.Entries {
			if e.Kept() {
				n++
			}
		}
		return n
	}
	cache := filepath.Join(dir, ".git", "kb", "index", "statements")
	for _, minutes := range []int{5, 10} {
		write(minutes)
		load(t, repo, cache)
	}
	ten := load(t, repo, cache)
	write(5)
	five := loadWith(t, repo, Options{Earlier: ten})
	said := five.Entries[0].Statements()[0].Text
	if n, m := kept(ten), kept(five); n != len(ten.Entries) || m != n || said != "User sessions expire after 5 minutes." {
		t.Errorf("%d and %d of %d notes are kept: %v", n, m, len(ten.Entries), said)
	}
	write(15)
	if n := kept(loadWith(t, repo, Options{Earlier: five})); n != 0 {
		t.Errorf("%d notes that nobody has read are kept", n)
	}
}

// TestDamagedCache cuts and changes a cache: it is not believed.
func TestDamagedCache(t *testing.T) {
	dir := t.TempDir()
	repo := repository(t, dir)
	for n := range 5 {
		text := fmt.Sprintf("# Note %d\n\nUser sessions expire after %d minutes. See [x](note1.md).\n", n, n+1)
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("note%d.md", n)), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	cache := filepath.Join(dir, ".git", "kb", "snapshot")
	s := load(t, repo, "")
	if saved, err := s.Save(cache); err != nil || !saved {
		t.Fatal(err)
	}
	data, err := os.ReadFile(cache)
	if err != nil {
		t.Fatal(err)
	}
	want := viewOf(s)
	for i := 0; i < len(data); i += 7 {
		for _, damaged := range [][]byte{data[:i],
			append(append([]byte{}, data[:i]...), append([]byte{data[i] ^ 0x55}, data[i+1:]...)...)} {
			if err := os.WriteFile(cache, damaged, 0o666); err != nil {
				t.Fatal(err)
			}
			if readBase(cache, false) != nil {
				t.Fatalf("a cache damaged at byte %d was believed", i)
			}
		}
	}
	if diff := cmp.Diff(want, viewOf(load(t, repo, cache)), sameView); diff != "" {
		t.Fatal(diff)
	}
}

// FuzzBase reads bases of statements whose sum is right.
func FuzzBase(f *testing.F) {
	e := ReadEntry(git.File{Path: "a.md", Blob: "00"}, &kb.Config{},
		[]byte("---\nid: x\n---\n# A\n\nSessions MUST expire. See [b](b.md).\n"))
	snapshotOf := func() *Snapshot { return newSnapshot(&kb.Tree{Config: &kb.Config{}}, git.Origin{}, []*Entry{e}) }
	path := filepath.Join(f.TempDir(), "cache")
	if _, err := snapshotOf().Save(path); err != nil {
		f.Fatal(err)
	}
	whole, err := os.ReadFile(path)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(string(whole[len(format)+1 : len(whole)-4]))
	f.Add("")
	f.Fuzz(func(t *testing.T, body string) {
		path := filepath.Join(t.TempDir(), "cache")
		if err := format.Save(path, func(s *store.Stream) error { s.Raw(body); return nil }); err != nil {
			t.Fatal(err)
		}
		s := snapshotOf()
		if base := readBase(path, false); base != nil {
			s.stored = func() *storedBase { return base }
		}
		s.Statements(day)
	})
}
