package move

import (
	"fmt"
	"testing"

	"github.com/9aea2451/kb/markdown"
)

// A path is written with as few escapes as the old one had, and never so that it would end or mean
// something else.
func TestEncode(t *testing.T) {
	for _, tt := range []struct {
		path, raw string
		angle     bool
		want      string
	}{
		{"docs/new.md", "docs/old.md", false, "docs/new.md"},
		{"docs/new name.md", "docs/old.md", false, "docs/new%20name.md"},
		{"docs/new name.md", "docs/old.md", true, "docs/new name.md"},
		{"docs/new name.md", "docs/old%20one.md", true, "docs/new%20name.md"},
		{"a/über.md", "b.md", false, "a/über.md"},
		{"a/über.md", "%C3%A4.md", false, "a/%C3%BCber.md"},
		{"a/über.md", "a%20b.md", false, "a/über.md"},
		{"a/À.md", "%C3%A4.md", false, "a/%C3%80.md"},
		{"a/über.md", "%84.md", false, "a/%C3%BCber.md"}, {"a/über.md", "100%", false, "a/über.md"},
		{"a/über.md", "x%7Fy.md", false, "a/über.md"},
		{"ä/über.md", "%C3%A4/old.md", false, "%C3%A4/%C3%BCber.md"},
		{"a%b/#1?.md", "old.md", false, "a%25b/%231%3F.md"},
		{"a (b).md", "old.md", false, "a%20%28b%29.md"},
		{"a (b).md", "old.md", true, "a (b).md"},
		{"we%ird/new.md", "we%25ird/old.md", false, "we%25ird/new.md"},
		{"new.md", "old.md?raw=1", false, "new.md?raw=1"},
		{"tab\there.md", "old.md", true, "tab\there.md"},
		{"bell\x07.md", "old.md", true, "bell%07.md"}, {"del\x7f.md", "old.md", false, "del%7F.md"},
		{"two\nlines.md", "old.md", false, ""}, {"two\rlines.md", "old.md", true, ""},
	} {
		if got := encode(tt.path, tt.raw, tt.angle); got != tt.want {
			t.Errorf("%q in the place of %q: %q, want %q", tt.path, tt.raw, got, tt.want)
		}
	}
	if got := escapeAll("a b/ü~(x)^.md"); got != "a%20b/%C3%BC~%28x%29%5E.md" {
		t.Errorf("%q", got)
	}
}

// A target is the word of that name, not a part of a longer one, and before others one that is a link.
func TestTargetInALine(t *testing.T) {
	for _, tt := range []struct {
		line, target string
		used         int // -1 for none
		want         int // -1 for none
	}{
		{"supersedes: a.md", "a.md", -1, 12},
		{"supersedes: [aa.md, a.md]", "a.md", -1, 20},
		{"supersedes: [a.md.md, x/a.md, a.md-b, a.md_, üa.md]", "a.md", -1, -1},
		{"a.md: a.md", "a.md", -1, 6},
		{"- {type: a.md, target: a.md}", "a.md", -1, 23},
		{"Supersedes a.md and [A](a.md)", "a.md", -1, 24},
		{"Supersedes a.md and [A](<a.md>)", "a.md", -1, 25},
		{"Supersedes a.md and [[a.md]]", "a.md", -1, 22},
		{"- a.md, a.md", "a.md", 2, 8},
		{"(a: b) a.md", "a.md", -1, 7},
		{"d: d", "d", -1, 3}, {"target: target", "target", -1, 8}, {"a.md", "a.md", -1, 0}, {"a.md", "a.md", 0, -1},
		{"nothing", "a.md", -1, -1}, {"", "a.md", -1, -1},
	} {
		at, ok := targetInLine([]byte(tt.line), tt.target, func(at int) bool { return at == tt.used })
		if !ok {
			at = -1
		}
		if at != tt.want {
			t.Errorf("%s in %q: %d, want %d", tt.target, tt.line, at, tt.want)
		}
	}
	source := []byte("---\nsupersedes:\n  - b.md\n  - a.md\n---\na.md\n")
	for line, want := range map[int]string{2: "29-33", 4: "29-33", 5: "38-42", 7: "0-0"} {
		start, end := findTarget(source, markdown.Link{Target: "a.md", Line: line}, map[int]bool{})
		if got := fmt.Sprintf("%d-%d", start, end); got != want {
			t.Errorf("from line %d on: %s, want %s", line, got, want)
		}
	}
	if start, _ := findTarget(source, markdown.Link{Target: "a.md", Line: 2}, map[int]bool{29: true}); start != 38 {
		t.Errorf("behind one that is taken: %d", start)
	}
	if start, end := lineSpan([]byte("a\n\nb\n"), 2); start != 2 || end != 2 {
		t.Errorf("an empty line: %d-%d", start, end)
	}
	for line, want := range map[int]string{1: "0-3", 2: "4-15", 6: "38-42", 7: "43-43", 8: "43-43"} {
		start, end := lineSpan(source, line)
		if got := fmt.Sprintf("%d-%d", start, end); got != want {
			t.Errorf("line %d: %s, want %s", line, got, want)
		}
	}
}

// A value of a front matter is quoted where YAML would read something else, unless quotes or
// brackets stand about it.
func TestQuotedValues(t *testing.T) {
	for _, tt := range []struct {
		source      string
		start       int
		written     string
		frontMatter bool
		want        string
	}{
		{"key: old", 5, "plain/new.md", true, "plain/new.md"},
		{"key: old", 5, "a #1.md", true, `"a #1.md"`},
		{"key: old", 5, `it's "x".md`, true, `"it's \"x\".md"`},
		{"key: old", 5, `a\b: c`, true, `"a\\b: c"`},
		{`key: "old"`, 6, "a #1.md", true, "a #1.md"}, {"key: 'old'", 6, "a #1.md", true, "a #1.md"},
		{"key: [old]", 6, "a #1.md", true, "a #1.md"},
		{"key: old", 5, "a #1.md", false, "a #1.md"},
		{"old", 0, "a: b", true, `"a: b"`},
	} {
		if got := quoted([]byte(tt.source), markdown.Link{TargetStart: tt.start}, tt.written, tt.frontMatter); got != tt.want {
			t.Errorf("%s in %q: %s, want %s", tt.written, tt.source, got, tt.want)
		}
	}
}

// Mentions within a name of a Refs line are left out, others are not.
func TestDistinctLinks(t *testing.T) {
	link := func(kind markdown.LinkKind, line, start, end int) markdown.Link {
		return markdown.Link{Kind: kind, Line: line, Start: start, End: end}
	}
	got := distinct([]markdown.Link{
		link(markdown.LinkRef, 1, 5, 15),
		link(markdown.LinkMention, 1, 5, 15),
		link(markdown.LinkMention, 1, 6, 14),
		link(markdown.LinkMention, 1, 4, 15),
		link(markdown.LinkMention, 1, 5, 16),
		link(markdown.LinkRef, 1, 20, 30),
		link(markdown.LinkMention, 1, 20, 30),
		link(markdown.LinkMention, 1, 6, 15),
		link(markdown.LinkRef, 2, 40, 50),
		link(markdown.LinkMention, 2, 51, 60),
	})
	var lines []string
	for _, l := range got {
		lines = append(lines, fmt.Sprintf("%s %d %d-%d", l.Kind, l.Line, l.Start, l.End))
	}
	want := fmt.Sprint([]string{"ref 1 5-15", "mention 1 4-15", "mention 1 5-16", "ref 1 20-30", "ref 2 40-50", "mention 2 51-60"})
	if fmt.Sprint(lines) != want {
		t.Errorf("%v, want %s", lines, want)
	}
}
