package usage_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/9aea2451/kb/kb/usage"
)

// A ledger is read on behind a day that is left out, and what a clone counted before it forgot something is void.
func TestLedgerOfSeveralFiles(t *testing.T) {
	a, b, c := strings.Repeat("0a", 16), strings.Repeat("0b", 16), strings.Repeat("0c", 16)
	note := strings.Repeat("1b", 12)
	line := []byte(note + " 1 1\n")
	l, err := usage.ReadLedger(map[string][]byte{a + "/2026-05-06": line, a + "/2026-05-04": line, b + "/2026-05-03": line, b +
		"/void": nil,
		c + "/2026-05-04": line}, noon())
	if err != nil {
		t.Fatal(err)
	}
	if got, want := slices.Sorted(maps.Keys(l.Files())), []string{a + "/2026-05-04", b + "/void", c + "/2026-05-04"}; !slices.Equal(got,
		want) {
		t.Errorf("%q, want %q", got, want)
	}
	if l.Clones() != 2 {
		t.Errorf("%d clones", l.Clones())
	}
	// Of two entries of a day the greater one counts, of two that count the same the later by its lines, whoever brings it.
	for _, tt := range []struct{ mine, other, want string }{{" 1 1\n", " 1 2\n", " 1 2\n"}, {" 3 0\n", " 1 1\n", " 3 0\n"},
		{" 1 2\n", " 2 1\n", " 2 1\n"}, {" 2 1\n", " 1 2\n", " 2 1\n"}} {
		read := func(text string) *usage.Ledger {
			l, err := usage.ReadLedger(map[string][]byte{a + "/2026-05-04": []byte(note + text)}, noon())
			if err != nil {
				t.Fatal(err)
			}
			return l
		}
		mine := read(tt.mine)
		mine.Merge(read(tt.other))
		if got := string(mine.Files()[a+"/2026-05-04"]); got != note+tt.want {
			t.Errorf("%q and %q make %q", tt.mine, tt.other, got)
		}
	}
	void := usage.NewLedger()
	void.Merge(l)
	withVoid, err := usage.ReadLedger(map[string][]byte{c + "/void": nil}, noon())
	if err != nil {
		t.Fatal(err)
	}
	void.Merge(withVoid)
	if void.Clones() != 1 {
		t.Errorf("%d clones count after one became void", void.Clones())
	}
}

// Looking changes nothing: of a database that is not there, is damaged, or waits for events.
func TestLookingAtWhatIsThere(t *testing.T) {
	dir := t.TempDir()
	counts := func() string {
		t.Helper()
		u, err := usage.Look(dir)
		if err != nil {
			return err.Error()
		}
		defer u.Close()
		c, err := u.Counts(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return fmt.Sprint(len(c.All), " notes at ", filepath.Base(u.Path()))
	}
	if got := counts(); got != "0 notes at usage.db" {
		t.Error(got)
	}
	if entries, err := os.ReadDir(dir); err != nil || len(entries) != 0 {
		t.Errorf("looking made %v, %v", entries, err)
	}
	rec, lines := said(t, dir)
	rec.Read(usage.Read{At: noon(), Note: usage.Note{Path: "a.md"}})
	rec.Close()
	if got := counts(); got != "1 notes at usage.db" || len(*lines) != 0 {
		t.Error(got, *lines)
	}
	if err := os.WriteFile(filepath.Join(dir, usage.FileName), []byte(strings.Repeat("no database ", 1000)), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, suffix := range []string{"-wal", "-shm"} {
		os.Remove(filepath.Join(dir, usage.FileName+suffix))
	}
	if got := counts(); strings.HasSuffix(got, "usage.db") {
		t.Errorf("a damaged database is told as %s", got)
	}
	if _, err := os.Stat(filepath.Join(dir, usage.FileName)); err != nil || len(asides(t, dir)) != 0 {
		t.Errorf("looking repaired it: %v", err)
	}
}

// A sound database needs no repair, nor does one that is not there.
func TestRepairsThatAreNotNeeded(t *testing.T) {
	dir := t.TempDir()
	if aside, err := usage.Repair(dir, noon()); aside != "" || err != nil {
		t.Errorf("of nothing: %q, %v", aside, err)
	}
	if entries, err := os.ReadDir(dir); err != nil || len(entries) != 0 {
		t.Errorf("repairing nothing made %v, %v", entries, err)
	}
	rec, _ := said(t, dir)
	rec.Read(usage.Read{At: noon(), Note: usage.Note{Path: "a.md"}})
	rec.Close()
	if aside, err := usage.Repair(dir, noon()); aside != "" || err != nil {
		t.Errorf("of a sound one: %q, %v", aside, err)
	}
	rec.Read(usage.Read{At: noon(), Note: usage.Note{Path: "a.md"}})
	rec.Close()
	if err := os.WriteFile(filepath.Join(dir, "usage-damaged-20260504T000000Z.db"), []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	u, err := usage.Open(t.Context(), dir, noon(), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer u.Close()
	if s, err := u.Summary(t.Context()); err != nil || len(s.Aside) == 0 {
		t.Errorf("%+v, %v", s, err)
	}
	if got, err := u.ForgetAll(t.Context()); err != nil || got.Notes != 1 || got.Reads != 2 {
		t.Errorf("forgotten %+v, %v", got, err)
	}
	if s, err := u.Summary(t.Context()); err != nil || len(s.Aside) != 0 || s.Notes != 0 {
		t.Errorf("left after all was forgotten: %+v, %v", s, err)
	}
}

// A note that is known by its id keeps it when its path becomes that of a note without one, in either order, and
// what other clones counted under its id goes with it.
func TestIdsOfRenamedNotes(t *testing.T) {
	for _, ids := range [][2]string{{"n1", ""}, {"", "n1"}} {
		d := newDiary(t)
		for i, path := range []string{"a.md", "b.md"} {
			d.Read(usage.Read{At: d.now, Note: usage.Note{Path: path, ID: ids[i]}})
		}
		u := d.store()
		if err := u.Rename(t.Context(), "a.md", "b.md"); err != nil {
			t.Fatal(err)
		}
		c, err := u.Counts(t.Context())
		if err != nil || len(c.All) != 1 || c.All[0].Note != (usage.Note{Path: "b.md", ID: "n1"}) || c.All[0].Opened != 2 {
			t.Errorf("%q: %+v, %v", ids, c, err)
		}
	}
	other, mine := newDiary(t), newDiary(t)
	other.Read(usage.Read{At: other.now, Note: usage.Note{Path: "x.md", ID: "n1"}})
	other.opens("z.md")
	shared, err := other.store().Own(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	u := mine.store()
	if err := u.Absorb(t.Context(), shared); err != nil {
		t.Fatal(err)
	}
	opened := func(n usage.Note) int {
		t.Helper()
		c, err := u.Counts(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return c.Of(n).Opened
	}
	n, z := usage.Note{Path: "y.md", ID: "n1"}, usage.Note{Path: "z.md"}
	if got := [2]int{opened(n), opened(z)}; got != [2]int{1, 1} {
		t.Errorf("opened elsewhere %v", got)
	}
	if _, err := u.ForgetNote(t.Context(), n); err != nil {
		t.Fatal(err)
	}
	if got := [2]int{opened(n), opened(z)}; got != [2]int{0, 1} {
		t.Errorf("after one was forgotten: opened elsewhere %v", got)
	}
}

// What is asked for in vain or too late says so, and a store in memory goes on in its file.
func TestStoreThatGetsAFile(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "state")
	u, err := usage.Open(t.Context(), dir, noon(), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer u.Close()
	clone, note := strings.Repeat("0a", 16), strings.Repeat("1b", 12)
	l, err := usage.ReadLedger(map[string][]byte{clone + "/2026-05-04": []byte(note + " 1 1\n")}, noon())
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := u.Absorb(t.Context(), l); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := os.Stat(filepath.Join(dir, usage.FileName)); err != nil {
		t.Errorf("what others counted is in no file: %v", err)
	}
	s, err := u.Summary(t.Context())
	if err != nil || s.Clones != 1 || s.Since.Format(time.DateOnly) != "2026-05-04" || s.Bytes == 0 || s.Notes != 0 {
		t.Errorf("%+v, %v", s, err)
	}
	ended, end := context.WithCancel(t.Context())
	end()
	if _, err := u.Counts(ended); !errors.Is(err, context.Canceled) {
		t.Errorf("counted after the end: %v", err)
	}
	failed := errors.New("enough")
	rec, _ := said(t, dir)
	rec.Search(usage.Search{At: noon(), Query: "a"})
	if err := u.Searches(t.Context(), time.Time{}, time.Time{}, func(usage.Searched) error { return failed }); !errors.Is(err, failed) {
		t.Errorf("the error of who asks is %v", err)
	}
}

// Databases of other programs and of none are told apart, as are versions that kb does not know.
func TestDatabasesOfOthers(t *testing.T) {
	for sql, want := range map[string]error{
		"CREATE TABLE a (b)": usage.ErrForeign, "PRAGMA application_id=7": usage.ErrForeign, "PRAGMA user_version=1": usage.ErrForeign,
		"": nil,
	} {
		dir := t.TempDir()
		path := filepath.Join(dir, usage.FileName)
		sqlOn(t, path, "CREATE TABLE z (b); DROP TABLE z; "+sql)
		u, err := usage.Open(t.Context(), dir, noon(), nil)
		if !errors.Is(err, want) || (err == nil) != (want == nil) {
			t.Errorf("%q: %v, want %v", sql, err, want)
		}
		if err == nil {
			u.Close()
		}
	}
	d := newDiary(t)
	d.opens("a.md")
	d.Close()
	sqlOn(t, d.path(), "PRAGMA user_version=0")
	if _, err := usage.Open(t.Context(), d.dir, noon(), nil); !errors.Is(err, usage.ErrForeign) {
		t.Errorf("of kb's without a version: %v", err)
	}
}

// A recorder that cannot write says so once, goes on with a new file, and counts what waited once.
func TestRecorderGoesOn(t *testing.T) {
	dir := t.TempDir()
	rec, lines := said(t, dir)
	read := func(path string) { rec.Read(usage.Read{At: noon(), Note: usage.Note{Path: path}}) }
	read("a.md")
	path := filepath.Join(dir, usage.FileName)
	for _, suffix := range []string{"", "-wal", "-shm"} {
		os.Remove(path + suffix)
	}
	read("b.md")
	read("b.md")
	u, err := usage.Open(t.Context(), dir, noon(), nil)
	if err != nil {
		t.Fatal(err)
	}
	c, err := u.Counts(t.Context())
	if err != nil || len(c.All) != 1 || c.All[0].Opened != 2 || c.All[0].Note.Path != "b.md" || len(*lines) != 0 {
		t.Errorf("in a new file: %+v, %v, %q", c.All, err, *lines)
	}
	u.Close()
	other := newDiary(t)
	other.opens("z.md")
	other.Close()
	checkpoint(t, other.path())
	checkpoint(t, path)
	if err := os.Rename(other.path(), path); err != nil {
		t.Fatal(err)
	}
	for _, suffix := range []string{"-wal", "-shm"} {
		os.Remove(path + suffix)
	}
	read("y.md")
	if u, err = usage.Look(dir); err != nil {
		t.Fatal(err)
	}
	if c, err := u.Counts(t.Context()); err != nil || len(c.All) != 2 || c.All[0].Note.Path != "y.md" || c.All[1].Note.Path != "z.md" {
		t.Errorf("in a file that took its place: %+v, %v", c.All, err)
	}
	u.Close()
	rec.Close()
	sqlOn(t, path, "CREATE TRIGGER full BEFORE INSERT ON searches BEGIN SELECT RAISE(ABORT, 'no room'); END")
	for range 2 {
		rec.Search(usage.Search{At: noon(), Query: "a", Results: []usage.Result{{Note: usage.Note{Path: "c.md"}}}})
	}
	if len(*lines) != 1 || !strings.Contains((*lines)[0], "no room") {
		t.Errorf("said %q", *lines)
	}
	rec.Close()
	sqlOn(t, path, "DROP TRIGGER full; CREATE TRIGGER full BEFORE INSERT ON reads BEGIN SELECT RAISE(ABORT, 'no room'); END")
	second, said := said(t, dir)
	second.Read(usage.Read{At: noon(), Note: usage.Note{Path: "d.md"}})
	if len(*said) != 1 || !strings.Contains((*said)[0], "no room") {
		t.Errorf("said %q", *said)
	}
}

// A note that was never used is forgotten without a fault, and its names are those that were given.
func TestForgettingWhatIsNotKnown(t *testing.T) {
	d := newDiary(t)
	d.asks("tea", "a.md", "b.md")
	d.later(time.Second)
	d.opens("a.md")
	u := d.store()
	forgotten, err := u.ForgetNote(t.Context(), usage.Note{Path: "none.md", ID: "n1"})
	if err != nil || forgotten.Notes != 0 || forgotten.Reads != 0 {
		t.Errorf("%+v, %v", forgotten, err)
	}
	paths, ids, err := u.Names(t.Context(), usage.Note{Path: "none.md", ID: "n1"})
	if err != nil || !slices.Equal(paths, []string{"none.md"}) || !slices.Equal(ids, []string{"n1"}) {
		t.Errorf("%q, %q, %v", paths, ids, err)
	}
	if err := u.Rename(t.Context(), "a.md", "c.md"); err != nil {
		t.Fatal(err)
	}
	paths, ids, err = u.Names(t.Context(), usage.Note{Path: "c.md"})
	if err != nil || !slices.Equal(paths, []string{"c.md", "a.md"}) || len(ids) != 0 {
		t.Errorf("%q, %q, %v", paths, ids, err)
	}
	d.wants(map[string]string{"b.md": "1/0", "c.md": "1/1"})
}

// What somebody was last told of is kept, though nothing else is.
func TestVisits(t *testing.T) {
	dir := t.TempDir()
	for _, want := range []string{"", "c1", "c2"} {
		u, err := usage.Open(t.Context(), dir, noon(), nil)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := u.Visited(t.Context()); got != want || err != nil {
			t.Errorf("told of %q, want %q, %v", got, want, err)
		}
		next := map[string]string{"": "c1", "c1": "c2"}[want]
		if err := u.Visit(t.Context(), next); err != nil {
			t.Fatal(err)
		}
		if got, err := u.Visited(t.Context()); got != next || err != nil {
			t.Errorf("told of %q at once, want %q, %v", got, next, err)
		}
		u.Close()
	}
}

// Who reads sees the events that are written meanwhile, another file that takes the place, and none where there is none.
func TestReaderFollowsTheFile(t *testing.T) {
	d := newDiary(t)
	r := d.reader()
	note := usage.Note{Path: "a.md"}
	now := func() string {
		return fmt.Sprint(r.View([]string{"tea"}, d.now).Of(note).Opened, " ", r.Version() != "", " ", len(r.Companions(note, d.now)))
	}
	if got := now(); got != "0 false 0" {
		t.Errorf("of no file: %s", got)
	}
	d.asks("tea", "a.md", "b.md")
	if got := now(); got != "0 true 1" {
		t.Errorf("when nothing was opened: %s", got)
	}
	d.later(time.Second)
	d.opens("a.md")
	if got := now(); got != "1 true 1" {
		t.Errorf("when it was opened: %s", got)
	}
	before := r.Version()
	if again := r.Version(); again != before {
		t.Errorf("version %q, then %q", before, again)
	}
	d.opens("a.md")
	if after := r.Version(); after == before {
		t.Errorf("version %q after something was recorded", after)
	}
	d.Close()
	checkpoint(t, d.path())
	other := newDiary(t)
	other.opens("b.md")
	other.Close()
	checkpoint(t, other.path())
	if err := os.Rename(other.path(), d.path()); err != nil {
		t.Fatal(err)
	}
	if got := now(); got != "0 true 0" {
		t.Errorf("of another file: %s", got)
	}
	if err := os.Remove(d.path()); err != nil {
		t.Fatal(err)
	}
	if got := now(); got != "0 false 0" {
		t.Errorf("of a file that is gone: %s", got)
	}
	if err := os.WriteFile(d.path(), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if got := now(); got != "0 false 0" {
		t.Errorf("of an empty file: %s", got)
	}
	if err := os.WriteFile(d.path(), []byte("no database"), 0o600); err != nil {
		t.Fatal(err)
	}
	if got := now(); got != "0 false 0" {
		t.Errorf("of no database: %s", got)
	}
}
