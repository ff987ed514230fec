package store

import (
	"testing"

	"github.com/9aea2451/kb/kb"
)

// A note that is only proposed, or given up, disputes nothing.
func TestDispute(t *testing.T) {
	for status, want := range map[string]bool{
		"": true, "accepted": true, "draft": false, "proposed": false, "deprecated": false, "superseded": false,
		"rejected": false, "archived": false,
	} {
		n := NoteRecord{DisputedBy: "b.md"}
		if n.Dispute(&kb.Note{Status: status}); n.Disputed != want || (n.DisputedBy == "b.md") != want {
			t.Errorf("by one that is %q: %v by %q", status, n.Disputed, n.DisputedBy)
		}
	}
	n := NoteRecord{DisputedBy: "b.md"}
	if n.Dispute(nil); n.Disputed || n.DisputedBy != "" {
		t.Errorf("by none: %v by %q", n.Disputed, n.DisputedBy)
	}
}
