package query

import (
	"fmt"
	"testing"

	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/markdown"
)

func TestFilter(t *testing.T) {
	n := &kb.Note{
		Path:     "docs/auth/login.md",
		Kind:     "decision",
		Label:    "decision",
		Status:   "accepted",
		Tags:     []string{"Auth/OAuth", "ops"},
		Date:     "2026-03-04",
		Entities: []kb.Entity{{Name: "redis"}},
		Files:    []string{"internal/auth/**"},
		Extra:    map[string]any{"team": []any{"core", "web"}},
	}
	for _, tt := range []struct {
		name string
		f    Filter
		want bool
	}{
		{"empty", Filter{}, true},
		{"kind", Filter{Kind: []string{"spec", "Decision"}}, true},
		{"other kind", Filter{Kind: []string{"spec"}}, false},
		{"nested tag", Filter{Tag: []string{"#auth"}}, true},
		{"part of a tag", Filter{Tag: []string{"au"}}, false},
		{"folder", Filter{Path: []string{"docs/"}}, true},
		{"half a folder", Filter{Path: []string{"doc"}}, false},
		{"glob", Filter{Path: []string{"docs/**/*.md"}}, true},
		{"glob of one level", Filter{Path: []string{"docs/*.md"}}, false},
		{"bad glob", Filter{Path: []string{"docs/["}}, false},
		{"after", Filter{After: "2026-03-04"}, true},
		{"after, later", Filter{After: "2026-03-05"}, false},
		{"before", Filter{Before: "2026-03"}, true},
		{"before, earlier", Filter{Before: "2026-02"}, false},
		{"entity", Filter{Entity: []string{"Redis"}}, true},
		{"file", Filter{File: []string{"internal/auth/token.go"}}, true},
		{"other file", Filter{File: []string{"internal/db"}}, false},
		{"unknown key", Filter{Extra: map[string][]string{"team": {"web"}}}, true},
		{"unknown key, other value", Filter{Extra: map[string][]string{"team": {"ops"}}}, false},
		{"all must hold", Filter{Kind: []string{"decision"}, Status: []string{"draft"}}, false},
	} {
		if got := tt.f.Match(n) && tt.f.Dated(n.Date); got != tt.want {
			t.Errorf("%s: %v", tt.name, got)
		}
	}
}

// A month passes where a day of it would; a day that is not known passes no bound, and none leaves it out.
func TestDated(t *testing.T) {
	for _, tt := range []struct {
		f    Filter
		day  string
		want bool
	}{
		{Filter{After: "2026-03-15"}, "2026-03", true}, {Filter{After: "2026-04-01"}, "2026-03", false},
		{Filter{Before: "2026-03-15"}, "2026-03", true}, {Filter{Before: "2026-02-28"}, "2026-03", false},
		{Filter{After: "2026-03-15"}, "2026-03-15T01:00:00+02:00", true}, {Filter{Before: "2026-03-15"}, "2026-03-15T01:00:00+02:00", true},
		{Filter{After: "2026-03-15"}, "", false}, {Filter{Before: "2026-03-15"}, "", false}, {Filter{}, "", true},
		{Filter{Without: []Filter{{After: "2026-03-15"}}}, "", true},
		{Filter{Without: []Filter{{After: "2026-03-15"}}}, "2026-03-16", false},
		{Filter{Without: []Filter{{Kind: []string{"memory"}}}}, "2026-03-16", true},
	} {
		if got := tt.f.Dated(tt.day); got != tt.want {
			t.Errorf("%+v, %q: %v", tt.f, tt.day, got)
		}
		if bounds := len(tt.f.Without)+len(tt.f.After)+len(tt.f.Before) > 0 && tt.f.Without == nil || len(tt.f.Without) > 0 &&
			tt.f.Without[0].After != ""; tt.f.AsksDate() != bounds {
			t.Errorf("%+v asks for dates: %v", tt.f, !bounds)
		}
	}
}

// A text passes by its standing, in one word, and not by what is left out.
func TestStands(t *testing.T) {
	stand := func(names ...string) *Filter { return &Filter{Standing: names} }
	without := &Filter{Without: []Filter{*stand("history"), {Kind: []string{"doc"}}}}
	for name, c := range map[string]struct {
		filter *Filter
		asks   bool
		want   string // of those in force, proposed, not chosen, history and examples
	}{
		"none": {&Filter{}, false, "ttttt"}, "other": {&Filter{Without: []Filter{{Kind: []string{"doc"}}}}, false, "ttttt"},
		"one": {stand("not-chosen"), true, "fftff"}, "two": {stand("In-Force", "proposed"), true, "ttfff"},
		"without": {without, true, "tttft"}, "both": {&Filter{Standing: []string{"history"}, Without: without.Without}, true, "fffff"},
	} {
		got := ""
		for i := range markdown.Standings() {
			got += fmt.Sprint(c.filter.Stands(markdown.Standing(i)))[:1]
		}
		if got != c.want || c.filter.AsksStanding() != c.asks {
			t.Errorf("%s: %s, asks %v", name, got, c.filter.AsksStanding())
		}
	}
	// What is left out by its standing is left out of texts, and of no note as a whole.
	if n := (&kb.Note{Kind: "decision"}); !without.Match(n) || without.Match(&kb.Note{Kind: "doc"}) {
		t.Error("a note is left out by the standing of its texts")
	}
}

func TestFileMatch(t *testing.T) {
	for _, tt := range []struct {
		want, have string
		match      bool
	}{
		{"internal/auth/jwt.go", "internal/auth/**", true},
		{"internal/auth", "internal/auth/**", true},
		{"internal/auth/", "./internal/auth/**", true},
		{"internal", "internal/auth/**", true},
		{"internal/auth/deep/x.go", "internal/auth/", true},
		{"internal/auth", "internal/*/jwt.go", true},
		{"internal/auth/jwt.go", "internal/*/jwt.go", true},
		{"internal/auth/other.go", "internal/*/jwt.go", false},
		{"internal/auth", "**/*.go", true},
		{"README.md", "**/*.go", false},
		{"cmd/main.go", "**/*.go", true},
		{".github", "**/*.yml", true},
		{"internal/**", "internal/auth/jwt.go", true},
		{"internal/au", "internal/auth/**", false},
		{"internal/db", "internal/auth/**", false},
		{"internal/auth/jwt.go", "[", false},
		{"internal/auth/jwt.go", "internal/auth/jwt.go#Sign", true},
		{"internal/auth/**", "internal/auth/jwt.go#Sign", true},
		{"internal/auth/key.go", "internal/auth/jwt.go#Sign", false},
		{"docs/c#.md", "docs/c#.md", true},
	} {
		if got := FileMatch(tt.want, tt.have); got != tt.match {
			t.Errorf("file:%s against %s: %v", tt.want, tt.have, got)
		}
	}
}

func TestComparison(t *testing.T) {
	for _, tt := range []struct {
		text     string
		x        float64
		ok, hold bool
	}{
		{">0.7", 0.7, true, false}, {">0.7", 0.71, true, true}, {">=0.7", 0.7, true, true}, {"<0.7", 0.7, true, false},
		{"<=0.7", 0.7, true, true},
		{"=0.5", 0.5, true, true}, {"0.5", 0.5, true, true}, {"0.5", 0.51, true, false}, {"1", 1, true, true},
		{"", 0, false, false}, {">", 0, false, false}, {"=>0.5", 1, false, false}, {"high", 1, false, false}, {">1.5", 1, false, false},
		{">-1", 1, false, false}, {"NaN", 1, false, false},
	} {
		c, ok := parseComparison(tt.text)
		if ok != tt.ok || ok && c.holds(tt.x) != tt.hold {
			t.Errorf("%s of %v: read %v", tt.text, tt.x, ok)
		}
		if got := allHold([]string{tt.text}, tt.x); got != tt.hold {
			t.Errorf("allHold(%s, %v) = %v", tt.text, tt.x, got)
		}
	}
}

func TestFieldsOfQuery(t *testing.T) {
	n := &kb.Note{
		Importance: 0.9,
		Confidence: 0.4,
		Source:     "agent",
		Entities:   []kb.Entity{{Type: "tool", Name: "Redis"}},
		Files:      []string{"internal/auth/**"},
	}
	for _, tt := range []struct {
		text, words string
		match       bool
	}{
		{"entity:redis", "", true}, {"entity:tool:redis", "", true}, {"entity:person:redis", "", false}, {"entity:tool", "", false},
		{"source:agent", "", true}, {"source:user", "", false},
		{"importance:>0.7", "", true}, {"importance:>0.7 importance:<0.8", "", false},
		{"declared_confidence:<=0.4", "", true}, {"declared-confidence:>0.4", "", false}, {"confidence:>0.9", "", true},
		{"token file:internal/auth/jwt.go", "token", true}, {"file:internal/db", "", false},
	} {
		r := mustParse(t, tt.text, Filter{})
		if r.Words != tt.words || (r.Filter.Match(n) && r.Filter.Dated(n.Date)) != tt.match {
			t.Errorf("%s: words %q, match %v", tt.text, r.Words, r.Filter.Match(n))
		}
	}
}

// Each filter takes the notes that have its value, whatever the case, and no others.
func TestEveryFilter(t *testing.T) {
	n := &kb.Note{
		Path:      "docs/api/limits.md",
		Label:     "spec",
		Kind:      "spec",
		Type:      "",
		DocType:   "semantic",
		Status:    "accepted",
		RawStatus: "final",
		ID:        "X-1",
		Category:  "API",
		Tags: []string{
			"net/http",
			"Retry",
		},
		Date:     "2026-05-04",
		Source:   "user",
		Entities: []kb.Entity{{Type: "tool", Name: "redis"}, {Name: "Kafka"}},
		Extra:    map[string]any{"owner": "Ann", "teams": []any{"a", "b"}, "level": 3},
	}
	for _, tt := range []struct {
		filter Filter
		want   bool
	}{
		{Filter{}, true}, {Filter{Label: []string{"SPEC"}}, true}, {Filter{Label: []string{"rfc"}}, false},
		{Filter{Kind: []string{"doc", "spec"}}, true}, {Filter{Kind: []string{"doc"}}, false},
		{Filter{Type: []string{"fact"}}, false}, {Filter{DocType: []string{"semantic"}}, true},
		{Filter{DocType: []string{"procedural"}}, false},
		{Filter{Status: []string{"final"}}, true}, {Filter{Status: []string{"accepted"}}, true}, {Filter{Status: []string{"draft"}}, false},
		{Filter{ID: []string{"x-1"}}, true}, {Filter{ID: []string{"x"}}, false}, {Filter{Category: []string{"api"}}, true},
		{Filter{Category: []string{"web"}}, false},
		{Filter{Tag: []string{"#net"}}, true}, {Filter{Tag: []string{"net/http"}}, true}, {Filter{Tag: []string{"http"}}, false},
		{Filter{Tag: []string{"RETRY"}}, true}, {Filter{Tag: []string{"ret"}}, false},
		{Filter{Entity: []string{"Redis"}}, true}, {Filter{Entity: []string{"tool:redis"}}, true},
		{Filter{Entity: []string{"tool"}}, false}, {Filter{Entity: []string{"kafka"}}, true},
		{Filter{Source: []string{"user"}}, true}, {Filter{Source: []string{"agent"}}, false},
		{Filter{Path: []string{"docs"}}, true}, {Filter{Path: []string{"./docs/"}}, true}, {Filter{Path: []string{"doc"}}, false},
		{Filter{Path: []string{"**/limits.md"}}, true}, {Filter{Path: []string{"."}}, true},
		{Filter{After: "2026-05-04"}, true}, {Filter{After: "2026-05-05"}, false}, {Filter{Before: "2026-05-04"}, true},
		{Filter{Before: "2026-05"}, true}, {Filter{Before: "2026-04"}, false},
		{Filter{Extra: map[string][]string{"owner": {"ann"}}}, true}, {Filter{Extra: map[string][]string{"owner": {"bob"}}}, false},
		{Filter{Extra: map[string][]string{"none": {"x"}}}, false},
		{Filter{Extra: map[string][]string{"teams": {"b"}}}, true}, {Filter{Extra: map[string][]string{"level": {"3"}}}, true},
		{Filter{Kind: []string{"spec"}, Status: []string{"draft"}}, false},
	} {
		if got := tt.filter.Match(n) && tt.filter.Dated(n.Date); got != tt.want {
			t.Errorf("%+v: %v", tt.filter, got)
		}
	}
	undated := &kb.Note{}
	for _, f := range []Filter{{After: "2000"}, {Before: "2100"}} {
		if f.Match(undated) && f.Dated(undated.Date) || f.Empty() {
			t.Errorf("%+v takes a note without a date", f)
		}
	}
	if f := (Filter{}); !f.Empty() || !PathMatch("docs/*", "docs/a.md") || PathMatch("docs/*", "docs/a/b.md") {
		t.Error("an empty filter, or a glob of one folder")
	}
}
