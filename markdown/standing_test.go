package markdown

import (
	"slices"
	"strings"
	"testing"
)

// A section stands by the outermost heading that is the name of such a part, whatever stands around the name; a
// heading that has such a word in it alone is none, and a title only where it is nothing else.
func TestSectionStanding(t *testing.T) {
	for path, want := range map[string]string{
		"": "in force", "Cache": "in force", "Cache/Decision": "in force", "Cache/Context": "in force",
		"Cache/Alternatives considered": "not chosen", "Cache/3. Alternatives": "not chosen", "Cache/Alternatives:": "not chosen",
		"Cache/Non-Goals [optional]": "not chosen", "Cache/Rejected ideas (2024)": "not chosen", "Cache/**Out of scope**": "not chosen",
		"Cache/Drawbacks and alternatives": "not chosen", "Cache/Alternatives and trade-offs": "not chosen",
		"Cache/Prior art/Alternatives": "not chosen", "Cache/Prior art & alternatives": "not chosen",
		"Cache/Considered Options/Redis": "not chosen", "Cache/Redis: rejected": "not chosen", "Cache/Goals and non-goals": "in force",
		"Cache/Alternative text": "in force", "Cache/Alternative installation methods": "in force", "Cache/Non-goals of others": "in force",
		"Cache/Future work": "proposed", "Cache/Open Questions": "proposed", "Cache/Questions": "in force",
		"Cache/Revision history": "history",
		"Cache/2026-05-04":       "history", "Cache/12. May 4, 2026": "history", "2026-05-04": "in force",
		"Cache/[1.4.0] - 2026-05-04": "history",
		"Cache/History of caching":   "in force", "REMOVED Requirements/Requirement: Login": "history",
		"Cache/Example": "example", "Cache/Example: a cache": "example", "Cache/For example": "in force", "Cache/Samples": "example",
		"Cache/Future work/Alternatives": "proposed", "Cache/Alternatives/Future work": "not chosen",
		"Changelog": "history", "Alternatives": "not chosen", "Examples: caching": "in force",
	} {
		headings := strings.Split(path, "/")
		if path == "" {
			headings = nil
		}
		title := "Cache"
		if len(headings) == 1 {
			title = headings[0]
		}
		if got := SectionStanding(title, headings).String(); got != want {
			t.Errorf("%s: %s, want %s", path, got, want)
		}
	}
	if got := SectionStanding("Cache", []string{"Examples: caching"}); got != Example {
		t.Errorf("a first heading that is no title: %s", got)
	}
}

// A standing is written and read by its name; another name is in force.
func TestStandingByName(t *testing.T) {
	for i, name := range Standings() {
		text, err := Standing(i).MarshalText()
		var got Standing
		if err != nil || string(text) != name || got.UnmarshalText(text) != nil || got != Standing(i) {
			t.Errorf("%s: %q, %v, read as %s", name, text, err, got)
		}
	}
	got := History
	if err := got.UnmarshalText([]byte("gone")); err != nil || got != InForce || len(slices.Compact(Standings())) != 5 {
		t.Errorf("%v, %s", err, got)
	}
}
