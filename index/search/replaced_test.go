package search

import (
	"testing"

	"github.com/9aea2451/kb/index/store"
	"github.com/9aea2451/kb/kb"
)

func TestPreferReplacements(t *testing.T) {
	note := func(path, by string, score float64) candidate {
		rec := &store.NoteRecord{Note: kb.Note{Path: path}, SupersededBy: by}
		if by != "" {
			rec.Inactive = "superseded"
		}
		return candidate{record: rec, score: score}
	}
	for _, tt := range []struct {
		name string
		kept []candidate
		want []string // best first
	}{
		{"what replaces stands right above", []candidate{note("old", "new", 0.9), note("new", "", 0.1), note("other", "", 0.5)},
			[]string{"new", "old", "other"}},
		{"what stands above stays", []candidate{note("old", "new", 0.4), note("new", "", 0.8), note("other", "", 0.5)},
			[]string{"new", "other", "old"}},
		{"a chain is followed", []candidate{note("a", "b", 0.9), note("b", "c", 0.5), note("c", "", 0.1)}, []string{"c", "b", "a"}},
		{"what is not found replaces nothing", []candidate{note("old", "gone", 0.9), note("other", "", 0.5)}, []string{"old", "other"}},
		{"two that replace each other end", []candidate{note("a", "b", 0.9), note("b", "a", 0.5), note("c", "", 0.7)}, nil},
	} {
		preferReplacements(tt.kept)
		for i, p := range bestFirst(tt.kept, asPlaced) {
			if got := tt.kept[p.at].record.Path; tt.want != nil && got != tt.want[i] {
				t.Errorf("%s: place %d is %s, want %s", tt.name, i+1, got, tt.want[i])
			}
		}
	}
}

// The note that the query names leads, and what replaced it stands right below, whatever is nearer to the words.
func TestReplacementOfTheNamed(t *testing.T) {
	note := func(number int, path, by string, score float64) candidate {
		return candidate{number: number, record: &store.NoteRecord{Note: kb.Note{Path: path}, SupersededBy: by}, score: score}
	}
	r := &run{named: map[int]int{1: 1}}
	kept := []candidate{note(0, "other", "", 0.9), note(1, "old", "new", 0.2), note(2, "new", "", 0.5), note(3, "more", "", 0.8)}
	r.leadNamed(kept)
	for i, p := range bestFirst(kept, asPlaced) {
		if want := []string{"old", "new", "other", "more"}[i]; kept[p.at].record.Path != want {
			t.Errorf("place %d is %s, want %s", i+1, kept[p.at].record.Path, want)
		}
	}
}
