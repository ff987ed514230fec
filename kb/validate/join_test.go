package validate

import (
	"fmt"
	"testing"
	"time"
)

// The statements of one list against those of another are one finding, the strongest, with the places
// of the others; what has no statement in common, or stands in other sections, is its own.
func TestListsAreJoined(t *testing.T) {
	place := func(path string, line int) Place { return Place{Path: path, Line: line, Col: 1} }
	pair := func(here, there int, energy float64, sections string) Finding {
		return Finding{Rule: "contradiction", Place: place("a.md", here), Related: []Place{place("b.md", there)}, Energy: energy,
			Message: "m", Fingerprint: fmt.Sprint(here, there), sections: sections}
	}
	found := []Finding{pair(1, 1, 0.4, "s"), pair(2, 1, 0.6, "s"), pair(2, 3, 0.5, "s"), pair(8, 8, 0.5, "s"), pair(1, 1, 0.5, "other")}
	joined := func(r *Run) []string {
		var out []string
		for _, f := range r.joinLists(found) {
			line := fmt.Sprintf("%d:%.1f %s:", f.Line, f.Energy, f.Message)
			for _, p := range f.Related {
				line += fmt.Sprintf(" %s%d", p.Path[:1], p.Line)
			}
			out = append(out, line)
		}
		return out
	}
	r := &Run{accepted: &Waivers{}, Day: time.Date(2026, 5, 4, 0, 0, 0, 0, time.UTC)}
	same(t, "three of a list", joined(r), []string{"2:0.6 m, and 2 more statements of these sections likewise: b1 a1 b3",
		"8:0.5 m: b8", "1:0.5 m: b1"})

	waive := func(fingerprint string) *Waivers {
		return parseWaivers([]byte("waivers:\n  - {finding: \""+fingerprint+"\", statements: [x, y], reason: both hold}\n"), nil)
	}
	r.accepted = waive("2 3")
	same(t, "a weaker one is waived", joined(r), []string{"2:0.5 m: b3",
		"2:0.6 m, and 1 more statement of these sections likewise: b1 a1", "8:0.5 m: b8", "1:0.5 m: b1"})
	r.accepted = waive("1 1")
	same(t, "the first is waived", joined(r), []string{"1:0.4 m: b1", "2:0.6 m, and 1 more statement of these sections likewise: b1 b3",
		"8:0.5 m: b8", "1:0.5 m: b1"})
	r.accepted = waive("2 1")
	same(t, "the strongest is waived", joined(r), []string{"2:0.6 m, and 2 more statements of these sections likewise: b1 a1 b3",
		"8:0.5 m: b8", "1:0.5 m: b1"})
}

// Of two notes that have as much of a new one, the first by path is named; short sentences, those of
// many notes, and notes that relate to each other count for nothing.
func TestNearDuplicates(t *testing.T) {
	const (
		uploads  = "The gateway retries uploads.\n\n"
		failures = "The gateway logs all failures.\n\n"
		copies   = "The gateway drops old duplicates.\n\n"
		short    = "It waits.\n\n"
	)
	text := "# N\n\n" + uploads + failures + copies
	for _, tt := range []struct {
		name   string
		before map[string]string
		text   string
		want   []string
	}{
		{"a sentence of many notes", map[string]string{"b.md": text, "a.md": text, "c.md": "# C\n\n" + uploads}, text,
			[]string{" new.md: 2 of its 2 statements stand also in a.md (add to that note, or supersede it: kb supersede a.md new.md)"}},
		{"two that have all", map[string]string{"b.md": text, "a.md": text}, text,
			[]string{" new.md: 3 of its 3 statements stand also in a.md (add to that note, or supersede it: kb supersede a.md new.md)"}},
		{"one that has more", map[string]string{"a.md": "# A\n\n" + uploads + failures, "b.md": text}, text,
			[]string{" new.md: 3 of its 3 statements stand also in b.md (add to that note, or supersede it: kb supersede b.md new.md)"}},
		{"half of it", map[string]string{"a.md": "# A\n\n" + uploads + failures}, text, nil},
		{"short ones aside", map[string]string{"a.md": "# A\n\n" + uploads}, "# N\n\n" + uploads + short + short,
			[]string{" new.md: 1 of its 1 statement stands also in a.md (add to that note, or supersede it: kb supersede a.md new.md)"}},
		{"related", map[string]string{"a.md": text}, "---\nrelations: [{type: contradicts, target: a}]\n---\n" + text, nil},
		{"given up", map[string]string{"a.md": text}, "---\nstatus: rejected\n---\n" + text, nil},
		{"of a note that is given up", map[string]string{"a.md": "---\nstatus: rejected\n---\n" + text}, text, nil},
	} {
		after := map[string]string{"new.md": tt.text}
		for path, text := range tt.before {
			after[path] = text
		}
		same(t, tt.name, said(changeOf(tt.before, after).nearDuplicates()), tt.want)
	}
}

// A target may name a note by its stem, with blanks, by a number, or by its folder.
func TestNamesThatTargetsMention(t *testing.T) {
	s := nameSet{}
	for _, name := range []string{"session timeout", "guide", "0042-queues", "auth"} {
		s.add(name)
	}
	for target, want := range map[string]bool{
		"guide": true, "../docs/Guide.md": true, "guide/": true, "docs/session-timeout.md": true, "docs/auth/README.md": true,
		"eip-42": true, "adr/042.md": true, "421": false, "4": false, "docs/other.md": false, "x9": false, "session": false,
	} {
		if got := s.mentions(target); got != want {
			t.Errorf("%s: %v", target, got)
		}
	}
}
