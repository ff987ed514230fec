package usage_test

import (
	"context"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/9aea2451/kb/kb/usage"
	"github.com/google/go-cmp/cmp"
)

// A rename that was told before, or tells nothing, leaves the counts as they are.
func TestRenamesToldTwice(t *testing.T) {
	d := newDiary(t)
	d.asks("cache", "a.md", "c.md")
	d.opens("a.md")
	for _, r := range []usage.Rename{{From: "a.md", To: "b.md"}, {From: "a.md", To: "b.md"}, {From: "b.md", To: "b.md"},
		{From: "none.md", To: "c.md"}} {
		if err := d.store().Rename(context.Background(), r.From, r.To); err != nil {
			t.Fatal(err)
		}
		d.wants(map[string]string{"b.md": "1/1", "c.md": "1/0"})
	}
}

// Of a search its first 50 results count, and the first five of them as going together; a note that
// comes twice takes no place of another.
func TestResultsThatCount(t *testing.T) {
	d := newDiary(t)
	paths := []string{"n00.md"}
	for i := range 60 {
		paths = append(paths, fmt.Sprintf("n%02d.md", i))
	}
	d.asks("cache", paths...)
	got := d.counts()
	if len(got) != 50 || got["n49.md"] != "1/0" || got["n50.md"] != "" {
		t.Errorf("%d notes count; the 50th %q, the one after it %q", len(got), got["n49.md"], got["n50.md"])
	}
	e, err := d.store().Export(context.Background(), nil, time.Time{}, time.Time{})
	if err != nil {
		t.Fatal(err)
	}
	var pairs []string
	for _, p := range e.Together {
		pairs = append(pairs, fmt.Sprint(p.A[1:3], "-", p.B[1:3], " ", p.Shown, "/", p.Opened))
	}
	slices.Sort(pairs)
	want := "00-01 1/0, 00-02 1/0, 00-03 1/0, 00-04 1/0, 01-02 1/0, 01-03 1/0, 01-04 1/0, 02-03 1/0, 02-04 1/0, 03-04 1/0"
	if got := strings.Join(pairs, ", "); got != want {
		t.Errorf("shown together: %s\nwant %s", got, want)
	}
}

// A note is opened after the first 32 words of a query, and after none that follow them.
func TestWordsThatCount(t *testing.T) {
	d := newDiary(t)
	var words []string
	for i := range 40 {
		words = append(words, fmt.Sprintf("w%02d", i))
	}
	d.Search(usage.Search{At: d.now, Query: "long", Terms: words, Results: []usage.Result{{Note: usage.Note{Path: "a.md"}}}})
	for range 2 { // opened twice after one search, it counts once
		d.opens("a.md")
		d.later(time.Second)
	}
	e, err := d.store().Export(context.Background(), nil, time.Time{}, time.Time{})
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]float64{}
	for _, w := range e.Words {
		got[w.Word] = w.Opened
	}
	if names := slices.Sorted(maps.Keys(got)); len(names) != 32 || names[0] != "w00" || names[31] != "w31" || got["w31"] != 1 {
		t.Errorf("opened after %v", got)
	}
}

// A day goes from its first moment to its last.
func TestExportOfOneDay(t *testing.T) {
	d := newDiary(t)
	midnight := time.Date(2026, 5, 5, 0, 0, 0, 0, time.UTC)
	for i, at := range []time.Duration{-time.Millisecond, 0, 24*time.Hour - time.Millisecond, 24 * time.Hour} {
		d.now = midnight.Add(at)
		d.asks(fmt.Sprint("query ", i), fmt.Sprint(i, ".md"))
		d.opens(fmt.Sprint(i, ".md"))
	}
	e, err := d.store().Export(context.Background(), nil, midnight.Add(time.Hour), midnight.Add(2*time.Hour))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, s := range e.Searches {
		got = append(got, fmt.Sprint(s.Query, s.Results))
	}
	for _, r := range e.Reads {
		got = append(got, r.Path)
	}
	for _, n := range e.Notes {
		got = append(got, fmt.Sprint(n.Path, n.Shown, n.Opened))
	}
	for _, x := range e.Days {
		got = append(got, fmt.Sprint(x.Day, x.Path, x.Shown, x.Opened))
	}
	want := []string{"query 1[1.md]", "query 2[2.md]", "1.md", "2.md", "1.md1 1", "2.md1 1", "2026-05-051.md1 1", "2026-05-052.md1 1"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// A clone shares once it has made its ledger. What it has shared before something was forgotten is
// void, each time under the name that it had then.
func TestForgettingMakesWhatWasSharedVoid(t *testing.T) {
	ctx := context.Background()
	d := newDiary(t)
	d.opens("a.md")
	d.opens("b.md")
	d.opens("c.md")
	shares := func(want bool) {
		t.Helper()
		if got, err := d.store().Shares(ctx); err != nil || got != want {
			t.Errorf("shares: %v, %v; want %v", got, err, want)
		}
	}
	clone := func(voided ...string) (id string) {
		t.Helper()
		l, err := d.store().Own(ctx)
		if err != nil {
			t.Fatal(err)
		}
		var void []string
		for name := range l.Files() {
			if name, ok := strings.CutSuffix(name, "/void"); ok {
				void = append(void, name)
			} else {
				id = filepath.ToSlash(filepath.Dir(filepath.FromSlash(name)))
			}
		}
		slices.Sort(void)
		slices.Sort(voided)
		if !slices.Equal(void, voided) || len(id) != 32 || slices.Contains(void, id) || l.Clones() != 1 {
			t.Errorf("of %q and %d clones is void %q; want %q", id, l.Clones(), void, voided)
		}
		return id
	}
	forget := func(path string) {
		t.Helper()
		if got, err := d.store().ForgetNote(ctx, usage.Note{Path: path}); err != nil || got.Notes != 1 {
			t.Fatal(got, err)
		}
	}
	shares(false)
	first := clone()
	shares(true)
	if again := clone(); again != first {
		t.Errorf("a second name: %q, %q", first, again)
	}
	forget("a.md")
	shares(true)
	second := clone(first)
	forget("b.md")
	clone(first, second)
}

// Databases that are damaged within one second are set aside each under a name of its own, and what
// records tells of the first alone.
func TestDamagedTwiceInASecond(t *testing.T) {
	d := newDiary(t)
	d.opens("a.md")
	rec, lines := said(t, d.dir)
	for range 3 {
		checkpoint(t, d.path())
		sqlOn(t, d.path(), `DROP TABLE results`)
		rec.Close()
		rec.Read(usage.Read{At: d.now, Note: usage.Note{Path: "a.md"}})
		d.wants(map[string]string{"a.md": "0/1"}) // in a new one each time
	}
	list, err := filepath.Glob(filepath.Join(d.dir, "usage-damaged-*.db"))
	if err != nil {
		t.Fatal(err)
	}
	for i, file := range list {
		list[i] = filepath.Base(file)
	}
	stem := "usage-damaged-20260504T120000Z"
	if want := []string{stem + "-2.db", stem + "-3.db", stem + ".db"}; !slices.Equal(list, want) || len(*lines) != 1 {
		t.Errorf("set aside %q, said %q", list, *lines)
	}
}
