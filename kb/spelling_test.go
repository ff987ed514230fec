package kb

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/9aea2451/kb/kb/git"

	"github.com/9aea2451/kb/markdown"
)

func TestRuleSettings(t *testing.T) {
	c, problems := ParseConfig([]byte(`rules:
  - {rule: broken-link, severity: off, paths: [drafts/]}
  - {rule: broken-link, severity: warn, paths: [drafts/api/]}
  - {rule: contradiction, warn: 0.3, reject: 0.9}
  - {rule: contradiction, warn: 0.5, paths: "*.old.md"}
  - {rule: size, limit: 4096}
`))
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	for _, tt := range []struct{ rule, path, want string }{
		{"broken-link", "drafts/a.md", "off"}, {"broken-link", "drafts/api/a.md", "warning"}, {"broken-link", "docs/a.md", ""},
		{"contradiction", "docs/a.md", ""}, {"other", "drafts/a.md", ""},
	} {
		if got := c.RuleSeverity(tt.rule, tt.path); got != tt.want {
			t.Errorf("%s of %s: %q, want %q", tt.rule, tt.path, got, tt.want)
		}
	}
	for _, tt := range []struct {
		rule, name, path string
		want             float64
	}{
		{"contradiction", "warn", "a.md", 0.3}, {"contradiction", "warn", "a.old.md", 0.5}, {"contradiction", "reject", "a.old.md", 0.9},
		{"contradiction", "limit", "a.md", 7}, {"size", "limit", "a.md", 4096}, {"other", "warn", "a.md", 7},
	} {
		if got := c.RuleNumber(tt.rule, tt.name, tt.path, 7); got != tt.want {
			t.Errorf("%s of %s in %s: %v, want %v", tt.name, tt.rule, tt.path, got, tt.want)
		}
	}
}

// A mistake in a setting is told with its place, and leaves the whole setting out.
func TestRuleSettingsWithMistakes(t *testing.T) {
	for _, tt := range []struct {
		text string
		line int
		want string
	}{
		{"rules: broken-link\n", 1, "expected a list such as"},
		{"rules: [broken-link]\n", 1, "expected a setting such as"},
		{"rules:\n  - {severity: off}\n", 2, "which rule?"},
		{"rules:\n  - {rule: a, severity: of}\n", 2, `severity "of": expected error, warning, info or off`},
		{"rules:\n  - {rule: a, sevrity: off}\n", 2, `unknown key "sevrity" (did you mean "severity"?)`},
		{"rules:\n  - {rule: a, warn: 1.5}\n", 2, "warn: expected a number from 0 to 1"},
		{"rules:\n  - {rule: a, reject: -0.1}\n", 2, "reject: expected a number from 0 to 1"},
		{"rules:\n  - {rule: a, reject: much}\n", 2, "reject: expected a number from 0 to 1"},
		{"rules:\n  - {rule: a, reject: .nan}\n", 2, "reject: expected a number from 0 to 1"},
		{"rules:\n  - rule: a\n    reject: 0.5\n    warn: 0.8\n", 4, "warn: expected at most reject, which is 0.5"},
		{fmt.Sprintf("rules:\n  - {rule: a, limit: %d}\n", git.MaxFile+1), 2, "limit: expected a number from 0 to"},
		{"rules:\n" + strings.Repeat("  - {rule: a}\n", maxRuleSettings+1), maxRuleSettings + 2, "more than 200 rule settings"},
	} {
		c, problems := ParseConfig([]byte(tt.text))
		if len(problems) != 1 || problems[0].Line != tt.line || !strings.Contains(problems[0].Message, tt.want) {
			t.Errorf("%.60q: %v, want %q in line %d", tt.text, problems, tt.want, tt.line)
		}
		if n := len(c.Rules); n != 0 && n != maxRuleSettings {
			t.Errorf("%.60q: %d settings hold", tt.text, n)
		}
	}
	for _, edge := range []string{"warn: 0", "warn: 1", "warn: 0.5, reject: 0.5", fmt.Sprintf("limit: %d", git.MaxFile)} {
		if c, problems := ParseConfig([]byte("rules:\n  - {rule: a, " + edge + "}\n")); len(problems) > 0 || len(c.Rules) != 1 {
			t.Errorf("%s: %v", edge, problems)
		}
	}
}

func TestConflictMarkers(t *testing.T) {
	merge := "<<<<<<< HEAD\nours\n=======\ntheirs\n>>>>>>> feature\n"
	for _, tt := range []struct {
		name, text string
		line       int // 0 for none
	}{
		{"a merge", "# A\n\n" + merge, 3},
		{"a merge at the top", merge, 1},
		{"of three sides", "<<<<<<< a\n1\n||||||| base\n0\n=======\n2\n>>>>>>> b\n", 1},
		{"with line ends of Windows", strings.ReplaceAll(merge, "\n", "\r\n"), 1},
		{"begun twice", "<<<<<<< a\n<<<<<<< b\n=======\n>>>>>>> b\n", 2},
		{"without an end", "<<<<<<< a\n=======\n", 0},
		{"without a middle", "<<<<<<< a\n>>>>>>> b\n", 0},
		{"the middle again begun", "<<<<<<< a\n=======\n<<<<<<< b\n>>>>>>> b\n", 0},
		{"a heading", "Title\n=======\n\n>>>>>>> quoted\n", 0},
		{"without a name", "<<<<<<< \n=======\n>>>>>>> \n", 0},
		{"eight signs", "<<<<<<<< a\n=======\n>>>>>>>> b\n", 0},
		{"six signs", "<<<<<< aa\n=======\n>>>>>> bb\n", 0},
		{"a shown merge", "```\n" + merge + "```\n", 0},
		{"a shown merge, fenced by waves", "~~~ text\n" + merge + "~~~\n", 0},
		{"a fence of other signs ends no code", "```\n~~~\n" + merge + "```\n", 0},
		{"a shorter fence ends no code", "````\n```\n" + merge + "````\n", 0},
		{"a longer fence ends code", "```\nx\n`````\n" + merge, 4},
		{"two signs open no code", "``\n" + merge, 2},
		{"indented by four it is no fence", "    ```\n" + merge, 2},
		{"indented by three it is one", "   ```\n" + merge, 0},
		{"behind code", "```\nx\n```\n" + merge, 4},
	} {
		if line, ok := ConflictMarkers([]byte(tt.text)); line != tt.line || ok != (tt.line > 0) {
			t.Errorf("%s: line %d, %v, want %d", tt.name, line, ok, tt.line)
		}
	}
}

// Every type is read in its own spelling and read backwards; the words of other tools mean one of them.
func TestParseRelation(t *testing.T) {
	for _, relation := range RelationTypes() {
		inverse := Inverse(relation)
		if inverse == "" {
			t.Errorf("%s has no inverse", relation)
		}
		for _, spelling := range []string{relation, strings.ReplaceAll(relation, "_", " "),
			strings.ToUpper(strings.ReplaceAll(relation, "_", "-"))} {
			if got, backwards, ok := ParseRelation(spelling); got != relation || backwards || !ok {
				t.Errorf("%q is %s %v %v", spelling, got, backwards, ok)
			}
		}
		symmetric := strings.ReplaceAll(relation, "_", " ") == inverse
		if got, backwards, ok := ParseRelation(inverse); got != relation || backwards == symmetric || !ok {
			t.Errorf("%q is %s %v %v", inverse, got, backwards, ok)
		}
	}
	for words, want := range map[string]string{
		"related, see also, refs, amends, amended by": "relates_to", "duplicate-of": "similar_to", "causes, results in": "leads_to",
		"extends, based on": "derived_from", "fixes, resolves": "solves", "replaces, obsoletes, supercedes": "supersedes",
		"precedes":       "occurred_before",
		"conflicts with": "contradicts", "preferred over": "prefers_over", "member of, belongs to": "part_of",
		"requires, blocked by, needs": "depends_on",
		"example of":                  "exemplifies", "tests, verifies": "validates",
		"caused by": "leads_to inverse", "extended by": "derived_from inverse", "fixed by, answered by": "solves inverse",
		"replaced by, obsoleted-by": "supersedes inverse", "follows": "occurred_before inverse", "contains, has": "part_of inverse",
		"blocks, needed by": "depends_on inverse", "tested by": "validates inverse", "likes, ": "",
	} {
		for word := range strings.SplitSeq(words, ", ") {
			got, inverse, ok := ParseRelation(word)
			if inverse {
				got += " inverse"
			}
			if got != want || ok != (want != "") {
				t.Errorf("%q is %q %v, want %q", word, got, ok, want)
			}
		}
	}
	if Inverse("likes") != "" {
		t.Error("what is no type has an inverse")
	}
}

// HeaderLines are those that tell of the note: a block with a known key, above the first sentence.
func TestHeaderLines(t *testing.T) {
	for _, tt := range []struct {
		name, text string
		want       []int
	}{
		{"a record", "# Use a queue\n\nDate: 2026-01-02\n\nStatus: accepted\n\nWe use a queue.\n", []int{3, 5}},
		{"list items", "# Use a queue\n\n* Status: accepted\n* Deciders: Ann, Bob\n* Ticket: 7\n\nText.\n", []int{3, 4, 5}},
		{"bold keys", "# Q\n\n**Status**: accepted\n", []int{3}},
		{"behind a front matter", "---\ntitle: Q\n---\nStatus: accepted\nOwner: Ann\n\nText.\n", []int{4, 5}},
		{"a block that tells nothing", "# Q\n\nNote: this matters.\nHint: read it.\n", nil},
		{"one block of two", "# Q\n\nNote: this matters.\n\nStatus: draft\n", []int{5}},
		{"behind a sentence", "# Q\n\nFirst a sentence.\n\nStatus: accepted\n", nil},
		{"a time and an address", "# Q\n\n12:30\nhttp://x.example\n", nil},
	} {
		source := []byte(tt.text)
		diff(t, tt.name, HeaderLines(markdown.Parse(source), source), tt.want)
	}
}

func TestNumberOfAFrontMatter(t *testing.T) {
	for _, tt := range []struct {
		value any
		want  float64
		ok    bool
	}{
		{1, 1, true}, {int64(2), 2, true}, {uint64(3), 3, true}, {0.25, 0.25, true}, {"0.5", 0.5, true}, {" 80% ", 0.8, true},
		{"much", 0, false},
		{nil, 0, false}, {true, 0, false},
	} {
		if got, ok := number(tt.value); got != tt.want || ok != tt.ok {
			t.Errorf("%v: %v %v, want %v %v", tt.value, got, ok, tt.want, tt.ok)
		}
	}
}

func TestTimeOfAFrontMatter(t *testing.T) {
	for text, want := range map[string]string{"2026-05-04T00:00:00Z": "2026-05-04", "2026-05-04T00:00:01Z": "2026-05-04T00:00:01Z",
		"2026-05-04T00:01:00Z": "2026-05-04T00:01:00Z", "2026-05-04T07:00:00+02:00": "2026-05-04T07:00:00+02:00"} {
		when, err := time.Parse(time.RFC3339, text)
		if err != nil {
			t.Fatal(err)
		}
		if got := timeText(when); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
	if got := timeText(time.Minute); got != "1m0s" {
		t.Errorf("%s", got)
	}
}

func TestSplitNumber(t *testing.T) {
	for text, want := range map[string]string{"20": "/20", "0020": "/20", "EIP-20": "eip/20", "ADR 0005": "adr/5", "#7": "/7", "0": "/0",
		"000": "/0", "pep_8": "pep/8",
		"": "no", "abc": "no", "a1b2": "no", "v1.2": "no", "1234567890": "no", "123456789": "/123456789", "thirteenchars-1": "no",
		"twelveletter-1": "twelveletter/1", "é-1": "no"} {
		prefix, number, ok := splitNumber(text)
		got := prefix + "/" + number
		if !ok {
			got = "no"
		}
		if got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
	for text, want := range map[string]string{"0020-title": "/20", "eip-20": "eip/20", "pep_0008": "pep/8", "12.draft": "/12",
		"3d-models": "no", "readme": "no", "7": "/7"} {
		prefix, number, ok := stemNumber(text)
		got := prefix + "/" + number
		if !ok {
			got = "no"
		}
		if got != want {
			t.Errorf("%q begins with %s, want %s", text, got, want)
		}
	}
}

func TestOriginOfARemote(t *testing.T) {
	for address, want := range map[string]git.Origin{
		"https://GitHub.com/owner/name.git":        {Host: "github.com", Path: "owner/name"},
		"ssh://git@host.example:22/group/sub/name": {Host: "host.example", Path: "group/sub/name"},
		"git@github.com:owner/name.git":            {Host: "github.com", Path: "owner/name"},
		"github.com:owner/name":                    {Host: "github.com", Path: "owner/name"},
		"/srv/git/name.git":                        {}, "../name": {}, `C:\repos\name`: {}, "https://host.example/": {}, "": {},
	} {
		if got := git.ParseOrigin(address); got != want {
			t.Errorf("%q: %+v, want %+v", address, got, want)
		}
	}
	backends(t, func(t *testing.T, open func(*testRepo, string) (*Repo, error)) {
		r := newTestRepo(t)
		origin := func() string { return opened(t, open, r, r.Dir).Origin().Path }
		if got := origin(); got != "" {
			t.Errorf("without a remote: %q", got)
		}
		r.Git("remote", "add", "fork", "https://github.com/me/name")
		if got := origin(); got != "me/name" {
			t.Errorf("the only remote: %q", got)
		}
		r.Git("remote", "add", "up", "https://github.com/up/name")
		if got := origin(); got != "" {
			t.Errorf("one of two: %q", got)
		}
		r.Git("remote", "add", "origin", "https://github.com/owner/name")
		if got := origin(); got != "owner/name" {
			t.Errorf("origin: %q", got)
		}
	})
}
