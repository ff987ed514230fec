package store

import (
	"strings"
	"testing"

	"github.com/9aea2451/kb/kb"
)

// To a server goes what a note knows, and neither what it is nor what stands in comments alone; the
// model that is trained here reads all.
func TestWhatGoesToAServer(t *testing.T) {
	note := &kb.Note{Path: "text/0401-coercions.md", Title: "Coercions"}
	for text, sent := range map[string]bool{
		"Coercions happen at coercion sites.":                      true,
		"- Start Date: 2014-10-30\n- RFC PR: 401\n":                false,
		"- Start Date: 2014-10-30\n\nCoercions happen at sites.\n": true,
	} {
		c := &Chunk{}
		c.Text = text
		if got := Contextual(note, c, true); strings.Contains(got, text) != sent || got == "" == sent {
			t.Errorf("%q: %q is sent", text, got)
		}
		if got := Contextual(note, c, false); !strings.Contains(got, text) {
			t.Errorf("%q: %q is trained on", text, got)
		}
	}
}
