package revision

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/9aea2451/kb/text/diff"
)

// told writes a difference as lines.
func told(d *Diff) []string {
	var out []string
	for _, f := range d.Fields {
		out = append(out, strings.TrimSpace(fmt.Sprintf("%s %s: %s → %s", f.Op, f.Key, f.Old, f.New)))
	}
	for _, s := range d.Sections {
		line := fmt.Sprintf("%s #%s", s.Op, strings.Join(s.Path, "/"))
		if len(s.OldPath) > 0 {
			line += " was " + strings.Join(s.OldPath, "/")
		}
		out = append(out, line)
		for _, p := range s.Passages {
			text := p.Old
			switch p.Op {
			case Added, Moved:
				text = p.New
			case Changed:
				text = diff.Plain(p.Words)
			}
			out = append(out, fmt.Sprintf("  %s %d-%d %s", p.Op, p.OldLine, p.NewLine, text))
		}
	}
	return out
}

const before = `---
title: Sessions
tags: [auth]
old: x
---
# Sessions

Who is logged in.

## Expiry

Sessions expire after 12 hours. A person can log out.

- Tokens are signed.

## Storage

Sessions are kept in the database of the service.

## Gone

This will go away.
`

func TestCompare(t *testing.T) {
	for _, c := range []struct {
		name, old, new string
		want           []string
	}{
		{"layout", before, strings.ReplaceAll(before, "Sessions expire after 12 hours. A person",
			"Sessions expire\nafter 12 hours.\nA person"), nil},
		{"words", before, strings.Replace(before, "12 hours", "30 minutes", 1), []string{
			"changed #Sessions/Expiry", "  changed 12-12 Sessions expire after [-12 hours-]{+30 minutes+}."}},
		{"fields", before, strings.Replace(before, "tags: [auth]\nold: x", "tags: [auth, web]\nnew: 2", 1), []string{
			"changed tags: auth → auth, web", "added new:  → 2", "removed old: x →"}},
		{"title", before, strings.Replace(before, "# Sessions\n", "# Logins\n", 1), []string{"renamed #Logins was Sessions"}},
		{"heading", before, strings.Replace(before, "## Storage", "## Where they are kept", 1), []string{
			"renamed #Sessions/Where they are kept was Sessions/Storage"}},
		{"section", before, strings.Replace(before, "## Gone\n\nThis will go away.\n", "## Come\n\nOther words stand here.\n", 1), []string{
			"removed #Sessions/Gone", "  removed 22-0 This will go away.",
			"added #Sessions/Come", "  added 0-22 Other words stand here."}},
		{"moved sentence", before, strings.Replace(strings.Replace(before, " A person can log out.", "", 1), "service.\n",
			"service. A person can log out.\n", 1), []string{
			"changed #Sessions/Storage", "  moved 12-18 A person can log out."}},
		{"moved section", before + "\n# Other\n",
			strings.Replace(before, "## Gone\n\nThis will go away.\n", "\n# Other\n\n## Gone\n\nThis will go away.\n", 1), []string{
				"moved #Other/Gone was Sessions/Gone"}},
		{"from nothing", "", "# A\n\nOne.\n", []string{"added #A", "  added 0-3 One."}},
	} {
		got := told(Compare(Read([]byte(c.old)), Read([]byte(c.new))))
		if d := cmp.Diff(c.want, got); d != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, d)
		}
	}
}

func TestStatementsAreMarked(t *testing.T) {
	d := Compare(Read([]byte("# A\n\n```\nx = 1\n```\n")), Read([]byte("# A\n\nTokens MUST be signed.\n\n```\nx = 2\n```\n")))
	got := map[string]bool{}
	for _, p := range d.Sections[0].Passages {
		got[p.New] = p.Statement
	}
	if d := cmp.Diff(map[string]bool{"Tokens MUST be signed.": true, "x = 2": false}, got); d != "" {
		t.Error(d)
	}
}

// Of any two texts: a version does not differ from itself, and what is said is true: old texts
// stand in the old version, new ones in the new, and as many passages came and went as the counts
// of both differ by.
func TestCompareIsTrue(t *testing.T) {
	line := rapid.SampledFrom(
		[]string{"# A", "## B", "## C", "### D", "", "", "One two three four.", "One two three five.", "- item one", "- item two",
			"```", "code()", "---", "key: v", "> said", "| a | b |"},
	)
	note := rapid.SliceOfN(line, 0, 25)
	rapid.Check(t, func(t *rapid.T) {
		old, new := strings.Join(note.Draw(t, "old"), "\n"), strings.Join(note.Draw(t, "new"), "\n")
		a, b := Read([]byte(old)), Read([]byte(new))
		if d := Compare(a, Read([]byte(old))); !d.Empty() {
			t.Fatalf("%q differs from itself: %v", old, told(d))
		}
		balance := 0
		for _, s := range Compare(a, b).Sections {
			for _, p := range s.Passages {
				switch p.Op {
				case Added:
					balance++
				case Removed:
					balance--
				}
				if !has(a, p.Old) || !has(b, p.New) {
					t.Fatalf("%+v is in neither version", p)
				}
			}
		}
		if want := len(b.passages) - len(a.passages); balance != want {
			t.Fatalf("%q → %q: %d passages came, not %d", old, new, balance, want)
		}
	})
}

func has(n *Note, text string) bool {
	for _, p := range n.passages {
		if p.Text == text {
			return true
		}
	}
	return text == ""
}
