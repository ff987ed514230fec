package notes

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/record"
	"github.com/9aea2451/kb/markdown"
)

// What is written of a note, its name and its links is read again, each field as it was.
func TestNotesComeBack(t *testing.T) {
	for name, n := range map[string]kb.Note{
		"empty": {Path: "a.md", Blob: "b1"},
		"full": {Path: "a.md", Blob: "b1", ID: "N-1", Title: "Rooms", Aliases: []string{"halls", "lofts"}, Kind: "decision", Type: "adr",
			Label: "ADR", DocType: "guide", Status: "accepted", RawStatus: "Accepted!", Category: "house", Source: "talk",
			Verified: "2026-05-01", ValidFrom: "2026-01-01", ValidUntil: "2026-12-31", Date: "2026-02-03", Tags: []string{"a", "b"},
			Files: []string{"*.go"}, Confidence: .8, Importance: .3, HasConfidence: true, Pinned: true, NeedsReview: true, Disputed: true,
			Entities: []kb.Entity{{Type: "person", Name: "Ada"}},
			Relations: []kb.Relation{{Type: "supersedes", Target: "b.md", Strength: .5, Inverse: true, Body: true, Line: 7},
				{Type: "see", Target: "c.md"}}},
		"pinned":   {Path: "a.md", Blob: "b1", Pinned: true},
		"disputed": {Path: "a.md", Blob: "b1", Disputed: true},
	} {
		var w record.Writer
		WriteNote(&w, &n)
		data := string(w.Data)
		r := record.Read(data)
		got := ReadNote(r, "a.md", "b1")
		if err := r.End(); err != nil || cmp.Diff(n, got) != "" {
			t.Errorf("%s: %v\n%s", name, err, cmp.Diff(n, got))
		}
		if called := ReadName(record.Read(data), "a.md"); called.ID != n.ID || called.Title != n.Title || called.Path != n.Path {
			t.Errorf("%s: the name is %+v", name, called)
		}
	}
}

// The section of a link is -1 where it stands in none.
func TestLinksComeBack(t *testing.T) {
	links := []markdown.Link{
		{Kind: "wiki", Target: "b.md", Fragment: "top", Text: "the rooms", Type: "see", Image: true, Line: 1, Col: 2, Start: 3, End: 4,
			TargetStart: 5, TargetEnd: 6, Section: -1},
		{Kind: "inline", Target: "c.md", Section: 3},
		{Section: 0},
	}
	var w record.Writer
	WriteLinks(&w, links)
	r := record.Read(string(w.Data))
	got := ReadLinks(r)
	if err := r.End(); err != nil || cmp.Diff(links, got) != "" {
		t.Errorf("%v\n%s", err, cmp.Diff(links, got))
	}
}
