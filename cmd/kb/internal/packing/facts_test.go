package packing

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/9aea2451/kb/kb/history"
)

func days(n int) *int { return &n }

// The line above a text says what sort of note it is, how old, why it is here and why to doubt it.
func TestFactLine(t *testing.T) {
	for _, tt := range []struct {
		kind, status, date string
		age                *int
		stale              string
		why                []string
		want               string
	}{
		{"doc", "", "", nil, "", nil, "doc"},
		{"spec", "accepted", "2026-05-04", days(1), "", []string{taskReason}, "spec, accepted, 2026-05-04 (1 day old)"},
		{"gotcha", "", "2027-05-04", nil, "", []string{taskReason, "names Retry", "names Wait"}, "gotcha, 2027-05-04; names Retry, Wait"},
		{"doc", "", "", nil, "cites retry.go,\nwhich is gone", []string{"one\nof two"},
			"doc; one\\x0aof two\nmay be stale: cites retry.go,\\x0awhich is gone"},
	} {
		if got := factLine(tt.kind, tt.status, tt.date, tt.age, tt.stale, tt.why); got != tt.want {
			t.Errorf("%q, want %q", got, tt.want)
		}
	}
}

func TestAgeInWords(t *testing.T) {
	for age, want := range map[int]string{0: "0 days", 1: "1 day", 59: "59 days", 60: "2 months", 89: "2 months", 90: "3 months",
		729: "24 months", 730: "2 years", 1094: "2 years", 1095: "3 years"} {
		if got := ageWords(&age); got != " ("+want+" old)" {
			t.Errorf("%d days: %q, want %s", age, got, want)
		}
	}
	if got := ageWords(nil); got != "" {
		t.Errorf("no age: %q", got)
	}
}

func TestReasonsAreGrouped(t *testing.T) {
	for _, tt := range []struct{ reasons, want []string }{
		{nil, nil},
		{[]string{"names A", "is pinned", "names B"}, []string{"names A, B", "is pinned"}},
		{[]string{"names A", "names B", "names C", "names D"}, []string{"names A, B and 2 more"}},
		{[]string{"is pinned", "speaks of a.go", "changes with a.go", "speaks of b.go"},
			[]string{"is pinned", "speaks of a.go, b.go", "changes with a.go"}},
		{[]string{"stands in a", "is linked with b.md", "supersedes c.md"},
			[]string{"stands in a", "is linked with b.md", "supersedes c.md"}},
	} {
		if got := grouped(tt.reasons); !slices.Equal(got, tt.want) {
			t.Errorf("%q: %q, want %q", tt.reasons, got, tt.want)
		}
	}
	for names, want := range map[string]string{"a": "a", "a b c": "a, b, c", "a b c d e": "a, b, c and 2 more"} {
		if got := list(strings.Fields(names)); got != want {
			t.Errorf("%s: %s, want %s", names, got, want)
		}
	}
}

func TestDays(t *testing.T) {
	for text, want := range map[string]string{"2026-05-04": "2026-05-04", "2026-05-04T10:00:00Z": "2026-05-04", "2026-05": "",
		"2026-13-01": "", "": "", "sometime ago": ""} {
		if got := isoDay(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	p := &packer{gatherer: &gatherer{day: time.Date(2026, 5, 4, 0, 0, 0, 0, time.UTC)}}
	for date, want := range map[string]int{"2026-05-04": 0, "2026-05-03": 1, "2025-05-04": 365, "2026-05-06": -1, "": -1, "x": -1} {
		got := p.daysSince(date)
		if got == nil && want >= 0 || got != nil && *got != want {
			t.Errorf("since %q: %v, want %d", date, got, want)
		}
	}
}

func TestFormsOfText(t *testing.T) {
	for text, want := range map[string]bool{"# A\n\n## B\n": true, "# Title\n=====\n\n---\n": true, "# A\n\ntext\n": false, "": true} {
		if got := bare(text); got != want {
			t.Errorf("%q is bare: %v", text, got)
		}
	}
	for text, want := range map[string]bool{
		"# Pages\n\n- [A](a.md)\n- [B](b.md)\n":        true,
		"- [A](a.md)\nSome text.\n":                    false,
		"1. see [A](#a)\n2. and [B](#b)\n":             true,
		"- [A](a.md) says what to do\n- [B](b.md)\n":   false,
		"[A](a.md) and [B](b.md)\n[C](c.md)\n[D](d)\n": true,
		"Text.\n": false, "": false,
	} {
		if got := isContents(text); got != want {
			t.Errorf("%q is a list of contents: %v", text, got)
		}
	}
	for path, want := range map[string]bool{"CHANGELOG.md": true, "docs/history/a.md": true, "a/testdata/b.md": true,
		"docs/release-notes-2.md": true, "v1/RelNotes.md": true,
		"docs/changelog-policy.md": false, "docs/releases.md": true, "docs/a.md": false} {
		if got := isRecord(path); got != want {
			t.Errorf("%s is a record: %v", path, got)
		}
	}
	for task, want := range map[string]bool{"fix ValidateToken": true, "ValidateToken": true,
		"why does the login fail when ValidateToken is slow": false,
		"let getUser call parseURL before it returns":        true, "```go\nx\n```": true, "how long is a session": false, "": false,
		"please say what max_retries does and when isIdle is read today": false} {
		if got := codeHeavy(task); got != want {
			t.Errorf("%q is about code: %v", task, got)
		}
	}
}

func TestFolders(t *testing.T) {
	paths := []string{"a.md", "docs/a.md", "docs/api/x.md", "docs/readme.md", "docs2/a.md"}
	for dir, want := range map[string][]string{"docs": {"docs/a.md", "docs/readme.md"}, "docs/api": {"docs/api/x.md"}, "zzz": nil,
		"doc": nil} {
		if got := inFolder(paths, dir); !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", dir, got, want)
		}
	}
	for path, want := range map[string]bool{"docs/README.md": true, "readme.markdown": true, "docs/readme-first.md": false, "a.md": false} {
		if got := isReadme(path); got != want {
			t.Errorf("%s: %v", path, got)
		}
	}
}

// The cache asks once for a path of a commit, and forgets what it heard of another one.
func TestCacheAsksOnce(t *testing.T) {
	asked := 0
	day := func() (string, error) { asked++; return fmt.Sprint("day ", asked), nil }
	moving := func() ([]history.Companion, error) { asked++; return []history.Companion{{Path: "b.md"}}, nil }
	c := &Cache{}
	get := func(commit, path string) string {
		t.Helper()
		got, err := c.day(commit, path, day)
		if err != nil {
			t.Fatal(err)
		}
		return got
	}
	if a, b, again := get("1", "a.md"), get("1", "b.md"), get("1", "a.md"); a != "day 1" || b != "day 2" || again != "day 1" {
		t.Errorf("%s, %s, %s", a, b, again)
	}
	for range 2 {
		if got, err := c.companions("1", "a.md", moving); err != nil || len(got) != 1 || asked != 3 {
			t.Errorf("%v %v, asked %d times", got, err, asked)
		}
	}
	if got := get("2", "a.md"); got != "day 4" {
		t.Errorf("of another commit: %s", got)
	}
	if got := get("1", "a.md"); got != "day 5" {
		t.Errorf("of the first one again: %s", got)
	}
	gone := errors.New("gone")
	for range 2 {
		if _, err := c.day("1", "x.md", func() (string, error) { asked++; return "", gone }); !errors.Is(err, gone) {
			t.Error(err)
		}
	}
	if asked != 7 {
		t.Errorf("a failure is kept: asked %d times", asked)
	}
	var none *Cache
	if got, err := none.day("1", "a.md", day); err != nil || got != "day 8" {
		t.Errorf("without a cache: %s %v", got, err)
	}
	if got, err := none.companions("1", "a.md", moving); err != nil || len(got) != 1 {
		t.Errorf("without a cache: %v %v", got, err)
	}
}

// What the files change with, link to and are superseded by is packed with them, and nothing that
// no longer holds.
func TestPackAboutFiles(t *testing.T) {
	src := base(t, map[string]string{
		"internal/auth/jwt.go": "package auth\n\nfunc ValidateToken() {}\n",
		"docs/tokens.md": "---\nfiles: [\"internal/auth/**\"]\n---\n# Tokens\n\nA token lives for ten minutes. See " +
			"[keys](keys.md).\n",
		"docs/keys.md": "# Keys\n\nKeys are rotated every Monday morning by the night shift.\n",
		"docs/far.md":  "# Far\n\nThe canteen opens at noon, and closes again at two.\n",
		"docs/old.md": "---\nfiles: [\"internal/auth/**\"]\nstatus: superseded\nsuperseded_by: new.md\n---\n# Old\n\nTokens " +
			"live for a day.\n",
		"docs/new.md":          "# New\n\nTokens live for as long as their session does.\n",
		"internal/README.md":   "# Internal\n\nNobody else imports what lies here.\n",
		"internal/other.md":    "# Other\n\nSomething else of this folder.\n",
		"internal/auth/why.md": "# Why\n\nWhy it is as it is.\n",
	})
	got, err := Pack(t.Context(), src, Request{Files: []string{"internal/auth/jwt.go"}, Budget: 4000})
	if err != nil {
		t.Fatal(err)
	}
	why := map[string]string{}
	for _, c := range got.Chunks {
		why[c.Path] = strings.Join(c.Why, "; ")
	}
	for path, want := range map[string]string{"docs/tokens.md": "speaks of internal/auth/jwt.go",
		"docs/keys.md": "is linked with docs/tokens.md", "docs/new.md": "supersedes docs/old.md",
		"internal/auth/why.md": "stands in internal/auth"} {
		if !strings.Contains(why[path], want) {
			t.Errorf("%s is here because it %q, want %q", path, why[path], want)
		}
	}
	for _, path := range []string{"docs/old.md", "docs/far.md", "internal/other.md"} {
		if w, ok := why[path]; ok {
			t.Errorf("%s is here because it %q", path, w)
		}
	}
}
