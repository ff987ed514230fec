package usage_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/9aea2451/kb/kb/usage"
	"github.com/google/go-cmp/cmp"
)

// threeDays is a diary of which each day has a search and a read.
func threeDays(t *testing.T) *diary {
	d := newDiary(t)
	for _, query := range []string{"first", "second", "third"} {
		d.asks(query, "a.md", query+".md")
		d.opens("a.md")
		d.later(24 * time.Hour)
	}
	return d
}

func TestForgettingADay(t *testing.T) {
	d := threeDays(t)
	got, err := d.store().ForgetDays(context.Background(), noon().AddDate(0, 0, 1), noon().AddDate(0, 0, 1))
	if err != nil {
		t.Fatal(err)
	}
	if want := (usage.Forgotten{Notes: 2, Searches: 1, Reads: 1}); got != want {
		t.Errorf("forgotten: %+v; want %+v", got, want)
	}
	d.wants(map[string]string{"a.md": "2/2", "first.md": "1/0", "third.md": "1/0"})
	e, err := d.store().Export(context.Background(), nil, time.Time{}, time.Time{})
	if err != nil {
		t.Fatal(err)
	}
	if len(e.Words) != 0 || len(e.Searches) != 2 || len(e.Reads) != 2 {
		t.Errorf("left: %+v", e)
	}
}

func TestForgettingANote(t *testing.T) {
	d := threeDays(t)
	if _, err := d.store().ForgetNote(context.Background(), usage.Note{Path: "a.md"}); err != nil {
		t.Fatal(err)
	}
	d.wants(map[string]string{"first.md": "1/0", "second.md": "1/0", "third.md": "1/0"})
}

// What is forgotten stands nowhere in the files any more.
func TestForgottenWordsAreOverwritten(t *testing.T) {
	d := newDiary(t)
	d.asks("zanzibar", "a.md")
	d.opens("a.md")
	if _, err := d.store().ForgetAll(context.Background()); err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob(filepath.Join(d.dir, "*"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		if b, err := os.ReadFile(file); err == nil && bytes.Contains(b, []byte("zanzibar")) {
			t.Errorf("%s holds it still", filepath.Base(file))
		}
	}
	d.wants(map[string]string{})
}

func TestExportOfANoteAndOfDays(t *testing.T) {
	d := threeDays(t)
	days := func(only *usage.Note, from, to time.Time) []string {
		e, err := d.store().Export(context.Background(), only, from, to)
		if err != nil {
			t.Fatal(err)
		}
		var out []string
		for _, day := range e.Days {
			out = append(out, day.Day+" "+day.Path)
		}
		for _, q := range e.Searches {
			out = append(out, q.Query)
		}
		return out
	}
	if diff := cmp.Diff([]string{"2026-05-05 second.md", "second"},
		days(&usage.Note{Path: "second.md"}, time.Time{}, time.Time{})); diff != "" {
		t.Errorf("of a note: %s", diff)
	}
	from := noon().AddDate(0, 0, 2)
	if diff := cmp.Diff([]string{"2026-05-06 a.md", "2026-05-06 third.md", "third"}, days(nil, from, time.Time{})); diff != "" {
		t.Errorf("of days: %s", diff)
	}
}
