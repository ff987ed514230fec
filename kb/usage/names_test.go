package usage_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/9aea2451/kb/kb/usage"
)

// A note is known under all its paths and its id; an id is worth more than a path, and a path that
// passes to another note is no longer its.
func TestNamesOfANote(t *testing.T) {
	d := newDiary(t)
	read := func(path, id string) {
		t.Helper()
		d.later(time.Hour)
		d.Read(usage.Read{At: d.now, Source: "cli", Note: usage.Note{Path: path, ID: id}})
	}
	names := func(path, id, want string) {
		t.Helper()
		paths, ids, err := d.store().Names(context.Background(), usage.Note{Path: path, ID: id})
		if err != nil {
			t.Fatal(err)
		}
		slices.Sort(paths)
		if got := strings.Join(paths, " ") + " | " + strings.Join(ids, " "); got != want {
			t.Errorf("%s %s goes by %q, want %q", path, id, got, want)
		}
	}
	names("a.md", "", "a.md | ")
	read("a.md", "")
	read("a.md", "one") // it was given an id
	read("b.md", "one") // and moved
	names("b.md", "one", "a.md b.md | one")
	names("c.md", "one", "a.md b.md c.md | one")
	names("a.md", "", "a.md b.md | one")
	names("a.md", "two", "a.md | two")
	names("plain.md", "three", "plain.md | three")
	read("plain.md", "")
	names("plain.md", "three", "plain.md | three")
	d.wants(map[string]string{"b.md": "0/3", "plain.md": "0/1"})
	read("a.md", "two") // another note at its old path
	names("a.md", "two", "a.md | two")
	names("b.md", "one", "b.md | one")
	d.wants(map[string]string{"a.md": "0/1", "b.md": "0/3", "plain.md": "0/1"})
}

// The searches that returned a note are erased with all that they returned; reads and counts stay.
func TestForgettingSearches(t *testing.T) {
	d := threeDays(t)
	ctx := context.Background()
	for path, want := range map[string]int{"second.md": 1, "none.md": 0} {
		if got, err := d.store().ForgetSearches(ctx, usage.Note{Path: path}); err != nil || got != want {
			t.Errorf("of %s: %d, %v; want %d", path, got, err, want)
		}
	}
	e, err := d.store().Export(ctx, nil, time.Time{}, time.Time{})
	if err != nil {
		t.Fatal(err)
	}
	var left []string
	for _, s := range e.Searches {
		left = append(left, s.Query)
	}
	slices.Sort(left)
	if !slices.Equal(left, []string{"first", "third"}) || len(e.Reads) != 3 {
		t.Errorf("searches %q and %d reads are left", left, len(e.Reads))
	}
	d.wants(map[string]string{"a.md": "3/3", "first.md": "1/0", "second.md": "1/0", "third.md": "1/0"})
	if got, err := d.store().ForgetSearches(ctx, usage.Note{Path: "a.md"}); err != nil || got != 2 {
		t.Errorf("of a.md: %d, %v", got, err)
	}
}

// What is erased of one note is counted; of one that is not known nothing is.
func TestForgettingIsCounted(t *testing.T) {
	d := threeDays(t)
	ctx := context.Background()
	for _, tt := range []struct {
		note usage.Note
		want usage.Forgotten
	}{
		{usage.Note{Path: "none.md"}, usage.Forgotten{}}, {usage.Note{Path: "none.md", ID: "x"}, usage.Forgotten{}},
		{usage.Note{Path: "first.md"}, usage.Forgotten{Notes: 1}}, {usage.Note{Path: "a.md"}, usage.Forgotten{Notes: 1, Reads: 3}},
		{usage.Note{Path: "a.md"}, usage.Forgotten{}},
	} {
		got, err := d.store().ForgetNote(ctx, tt.note)
		if err != nil || got != tt.want {
			t.Errorf("%+v: %+v, %v; want %+v", tt.note, got, err, tt.want)
		}
	}
	got, err := d.store().ForgetAll(ctx)
	if want := (usage.Forgotten{Notes: 2, Searches: 3}); err != nil || got != want {
		t.Errorf("all: %+v, %v; want %+v", got, err, want)
	}
	d.wants(map[string]string{})
	empty := newDiary(t)
	if got, err := empty.store().ForgetAll(ctx); err != nil || got != (usage.Forgotten{}) {
		t.Errorf("of nothing: %+v, %v", got, err)
	}
}

// The version of what is recorded changes with each event, and is empty where nothing is or nobody reads.
func TestVersionOfUse(t *testing.T) {
	var none *usage.Reader
	if none.Version() != "" {
		t.Error("nobody reads a version")
	}
	d := newDiary(t)
	r := usage.NewReader(d.dir)
	defer r.Close()
	if v := r.Version(); v != "" {
		t.Errorf("of nothing: %q", v)
	}
	d.opens("a.md")
	first := r.Version()
	if first == "" || r.Version() != first {
		t.Errorf("%q, then %q", first, r.Version())
	}
	d.later(time.Hour)
	d.opens("b.md")
	if r.Version() == first {
		t.Error("an event changes no version")
	}
}
