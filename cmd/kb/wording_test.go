package main

import (
	"path"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/9aea2451/kb/cmd/kb/internal/report"
	"github.com/9aea2451/kb/index"
	"github.com/9aea2451/kb/kb/history"
	"github.com/9aea2451/kb/kb/notelog"
	"github.com/9aea2451/kb/kb/revision"
)

func TestSizes(t *testing.T) {
	for bytes, want := range map[int64]string{0: "0 B", 1023: "1023 B", 1024: "1.0 KiB", 1536: "1.5 KiB", 1<<20 - 1: "1024.0 KiB", 1 << 20: "1.0 MiB", 1 << 30: "1.0 GiB", 5 << 30: "5.0 GiB"} {
		if got := sizeOf(bytes); got != want {
			t.Errorf("%d: %s, want %s", bytes, got, want)
		}
	}
	for live, want := range map[uint64]int{0: 100, headroom: 100, 2 * headroom: 50, 3 * headroom: leastGC, 5 * headroom / 4: 80, 1 << 62: leastGC} {
		if got := gcPercent(live); got != want {
			t.Errorf("of %d bytes %d %% may gather, want %d %%", live, got, want)
		}
	}
}

// What is offered or told to be typed is taken by a shell as it is meant.
func TestWordsForShells(t *testing.T) {
	for word, want := range map[string]string{"docs/a.md": "docs/a.md", "a b": `a\ b`, "#a": `\#a`, "a#b": "a#b", "~a": `\~a`, "a~": "a~", "ü (x)": `ü\ \(x\)`, `$'"`: `\$\'\"`, "": ""} {
		if got := shellQuoted(word); got != want {
			t.Errorf("%q: %s, want %s", word, got, want)
		}
	}
	for word, want := range map[string]string{"docs/a-b_c.md": "docs/a-b_c.md", "a b": "'a b'", "it's": `'it'\''s'`, "ü": "'ü'", "": "", "Z9": "Z9", "z0A": "z0A"} {
		if got := shellWord(word); got != want {
			t.Errorf("%q: %s, want %s", word, got, want)
		}
	}
	for _, tt := range []struct {
		rest  string
		quote rune
		want  bool
	}{{"x", 0, true}, {"", 0, false}, {"x", '"', false}, {`"`, '"', true}, {"$", '"', true}, {"", '"', false}} {
		if got := escapes([]rune(tt.rest), tt.quote); got != tt.want {
			t.Errorf("%+v: %v", tt, got)
		}
	}
	for value, want := range map[string]bool{"": false, "0": false, " False ": false, "NO": false, "off": false, "1": true, "yes": true, "x": true} {
		if got := switchedOn(value); got != want {
			t.Errorf("%q: %v", value, got)
		}
	}
}

// The patterns of .gitattributes match the notes of the folders that kb.yaml names, and nothing else.
func TestPatternsOfNotes(t *testing.T) {
	for pattern, want := range map[string]string{
		"a.md": "a.md", "docs/": "**/docs/**/*.md", "docs": "**/docs/**/*.md", "docs/api": "docs/api/**/*.md", "docs/**": "docs/**/*.md", "*": "*.md", "**": "*.md", "/": "*.md",
		"my notes/x": `"my notes/x/**/*.md"`, "#odd/x": `"#odd/x/**/*.md"`, "my notes.md": `"my notes.md"`,
	} {
		got := notePatterns(pattern)
		if got[0] != want {
			t.Errorf("%s: %s, want %s", pattern, got[0], want)
		}
		if ending := path.Ext(strings.Trim(pattern, "/*")); ending == "" && len(got) != 3 {
			t.Errorf("%s: %q", pattern, got)
		}
	}
	if got := quotePattern("a\t\"b\\"); got != `"a\t\"b\\"` {
		t.Error(got)
	}
}

func TestRevisionsOfARequest(t *testing.T) {
	if got := named("", " main ", "--all", "x"); !slices.Equal(got, []string{"main", "x"}) {
		t.Errorf("%q", got)
	}
	if remoteBranch("") != "" || remoteBranch("main") != "refs/remotes/origin/main" {
		t.Error(remoteBranch("main"))
	}
	for _, tt := range []struct{ prefix, path, want string }{{"", "docs/a.md", "docs/a.md"}, {"docs", "docs/a.md", "a.md"}, {"doc", "docs/a.md", "docs/a.md"}} {
		if got := fromFolder(tt.prefix, tt.path); got != tt.want {
			t.Errorf("%+v: %s", tt, got)
		}
	}
}

func TestBlameInWords(t *testing.T) {
	holder := func(name string, lines int, more ...string) LineHolder {
		return LineHolder{
			Name:      name,
			Email:     name + "@x",
			Lines:     lines,
			Committed: !slices.Contains(more, "new"),
			Agent:     slices.Contains(more, "agent"),
		}
	}
	for _, tt := range []struct {
		holders []LineHolder
		want    string
	}{
		{nil, "nobody"},
		{[]LineHolder{holder("Ann", 3), holder("Scribe", 2, "agent"), holder("", 1)}, "Ann 3, Scribe (agent) 2, @x 1"},
		{[]LineHolder{holder("Ann", 3, "new")}, notCommitted + " 3"},
	} {
		if got := holderLine(tt.holders); got != tt.want {
			t.Errorf("%q, want %q", got, tt.want)
		}
	}
	var many []LineHolder
	for range shownHolders + 1 {
		many = append(many, holder("A", 2))
	}
	if got := holderLine(many); strings.Contains(got, "others") {
		t.Errorf("one is left out: %s", got)
	}
	if got := holderLine(append(many, holder("B", 5))); !strings.HasSuffix(got, ", 2 others 7") {
		t.Errorf("two are left out: %s", got)
	}
	for _, tt := range []struct {
		text  string
		width int
		want  string
	}{{"ab", 4, "ab  "}, {"abcd", 4, "abcd"}, {"abcde", 4, "abc…"}, {"üüüüü", 4, "üüü…"}} {
		if got := pad(tt.text, tt.width); got != tt.want {
			t.Errorf("%q, want %q", got, tt.want)
		}
	}
	if got := lineRange(SectionBlame{StartLine: 3, EndLine: 3}) + " " + lineRange(SectionBlame{StartLine: 3, EndLine: 4}); got != "3 3-4" {
		t.Error(got)
	}
	for want, s := range map[string]SectionBlame{"(front matter)": {Part: "front matter"}, "(before the first heading)": {Part: "beginning"}, "A": {Path: []string{"A"}, Level: 1}, "    B": {Path: []string{"A", "B"}, Level: 3}} {
		if got := sectionName(s); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	credits := []history.Credit{
		{Name: "Ann", Role: history.CoAuthor},
		{Email: "b@x", Role: history.Reviewer},
		{Name: "Scribe", Role: history.Assistant, Agent: true},
		{Name: "Cid", Role: history.Reviewer},
	}
	if got, want := creditLine(credits), "with Ann; assisted by Scribe (agent); reviewed by b@x, Cid"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestStatusInWords(t *testing.T) {
	for want, got := range map[string]string{
		"up to date, since today":                 freshness(State{Status: index.Status{Fresh: true, Updated: "today"}}),
		"behind the files, from today: kb index":  freshness(State{Status: index.Status{Updated: "today"}}),
		"1 link":                                  linkCounts(State{Status: index.Status{Links: 1}}),
		"3 links, 1 broken one, 2 ambiguous ones": linkCounts(State{Status: index.Status{Links: 3, Broken: 1, Ambiguous: 2}}),
		"none, switched off":                      vectors(State{Status: index.Status{Provider: "none", Vectors: 3}}),
		"3 vectors by lsa, model x":               vectors(State{Status: index.Status{Provider: "lsa", Vectors: 3, Model: "x"}}),
		"0 vectors by lsa":                        vectors(State{Status: index.Status{Provider: "lsa"}}),
		"not read yet: kb index":                  historyLine(HistoryInfo{Fresh: true}),
		"2 commits, not as far as HEAD: kb index": historyLine(HistoryInfo{Commits: 2}),
		"1 commit":                                historyLine(HistoryInfo{Commits: 1, Fresh: true}),
		"1 note began before the known history":   earlier(&Timeline{Earlier: 1}),
		"2026-05-04":                              span(CategoryInfo{Oldest: "2026-05-04T01:00:00Z", Newest: "2026-05-04T09:00:00Z"}),
		"2026-05-03 – 2026-05-04":                 span(CategoryInfo{Oldest: "2026-05-03T01:00:00Z", Newest: "2026-05-04T09:00:00Z"}),
		"text":                                    extraText("text"),
		`["a",2]`:                                 extraText([]any{"a", 2}),
		"yes":                                     yes(true),
		"Ann":                                     authorName(history.Signature{Name: "Ann", Email: "a@x"}),
		"a@x":                                     authorName(history.Signature{Email: "a@x"}),
		"Ann <a@x>":                               personLine(history.Signature{Name: "Ann", Email: "a@x"}),
		"<a@x>":                                   personLine(history.Signature{Email: "a@x", When: time.Unix(0, 0)}),
		"  [spec]  [draft]":                       badges(report.Style{}, index.Hit{Kind: "spec", Status: "draft"}),
		"  [memory]  [gotcha]":                    badges(report.Style{}, index.Hit{Kind: "memory", Type: "gotcha", Status: "accepted"}),
		"does not hold: expired":                  inactiveNote(nil, index.Hit{Inactive: "expired"}),
		"score 0.5000 (hybrid) · links 0.25 · note 1": factors(index.Hit{Score: 0.5, Match: "hybrid", Factors: map[string]float64{"note": 1, "links": 0.25}}),
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	if span(CategoryInfo{}) != "" || earlier(&Timeline{}) != "" || yes(false) != "" ||
		badges(report.Style{}, index.Hit{Kind: "doc"}) != "" ||
		factors(index.Hit{}) != "" {
		t.Error("something is said of nothing")
	}
}

func TestChangeInALine(t *testing.T) {
	section := func(ops ...revision.Op) revision.Section {
		var s revision.Section
		for _, op := range ops {
			s.Passages = append(s.Passages, revision.Passage{Op: op})
		}
		return s
	}
	for _, tt := range []struct {
		entry notelog.Entry
		want  string
	}{
		{notelog.Entry{Change: history.Change{Status: history.Deleted}}, "  deleted"},
		{notelog.Entry{Change: history.Change{Status: history.Renamed}}, "  renamed"},
		{notelog.Entry{Diff: &revision.Diff{Sections: []revision.Section{section(revision.Added, revision.Added, revision.Removed), section(revision.Changed, revision.Moved, revision.Equal)},
			Fields: []revision.Field{{Op: revision.Changed}}}}, "  +2  -1  ~2  >1"},
		{notelog.Entry{Diff: &revision.Diff{}}, ""},
	} {
		if got := changeSummary(tt.entry); got != tt.want {
			t.Errorf("%q, want %q", got, tt.want)
		}
	}
}

// A commit says why below its subject; comments of git, and the change that it shows, say nothing.
func TestMessagesSayWhy(t *testing.T) {
	for message, want := range map[string]bool{
		"Subject": false, "Subject\n\nBecause.": true, "Subject\n\n# a comment\n": false, "Merge branch x": true, "Revert \"x\"": true, "fixup! x": true, "Merged x": false,
		"Subject\n\nkb-skip: typo": true, "Subject\n# ------------------------ >8 ---\ndiff": false,
	} {
		if got := saysWhy(message); got != want {
			t.Errorf("%q: %v", message, got)
		}
	}
}

func TestWordsOfASnippet(t *testing.T) {
	for _, tt := range []struct {
		text string
		at   int
		want int
	}{{"ab cd", 0, 2}, {"ab cd", 2, 2}, {"ab cd", 3, 5}, {"ab\ncd", 1, 2}, {"", 0, 0}} {
		if got := wordEnd(tt.text, tt.at); got != tt.want {
			t.Errorf("%+v: %d", tt, got)
		}
	}
	for _, tt := range []struct {
		word  string
		width int
		want  string
	}{{"abc", 2, "ab"}, {"abc", 3, "abc"}, {"üü", 1, "ü"}, {"abc", 0, ""}} {
		if got := cutRunes(tt.word, tt.width); got != tt.want {
			t.Errorf("%+v: %q", tt, got)
		}
	}
	hit := index.Hit{Snippet: "one two\nthree", Highlights: [][2]int{{0, 3}, {4, 7}}}
	if got := oneLine(report.Style{}, hit); got != "one two three" {
		t.Errorf("%q", got)
	}
	if got := marked(report.Style{Colour: true}, hit, 2, 6); got != "\x1b[1;31me\x1b[0m \x1b[1;31mtw\x1b[0m" {
		t.Errorf("%q", got)
	}
}
