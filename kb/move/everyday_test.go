package move

import (
	"errors"
	"strings"
	"testing"
)

// A move that changes another note's title would break the links that name it by that title.
func TestTitleThatChangesWithALinkInIt(t *testing.T) {
	files := tree{"old.md": "# The plan\n", "why.md": "# Why `old.md` stays\n", "b.md": "Read [[Why old.md stays]].\n"}
	_, err := Make(files.load(), "old.md", "new.md", files)
	var refused *Refusal
	if !errors.As(err, &refused) || refused.Path != "b.md" || refused.Target != "Why old.md stays" {
		t.Errorf("got %v, want a refusal of the link in b.md", err)
	}
	files["b.md"] = "Read [[why]].\n"
	got := move(t, files, "old.md", "new.md")
	lines(t, got["why.md"], "# Why `new.md` stays")
	lines(t, got["b.md"], "Read [[why]].")
}

func TestRelationBehindOneThatStays(t *testing.T) {
	got := move(t, tree{
		"old.md": "# First\n", "other.md": "# Second\n",
		"a.md": join("---", "related: [other, old]", "---", "# A"),
	}, "old.md", "new.md")
	lines(t, got["a.md"], "---", "related: [other, new]", "---", "# A")
}

func TestMentionAtTheStartOfANote(t *testing.T) {
	got := move(t, tree{"specs/auth.md": "# Auth\n", "a.md": "specs/auth.md says how.\n"}, "specs/auth.md", "specs/login.md")
	lines(t, got["a.md"], "specs/login.md says how.")
}

// What was written from the root of the repository stays so, and what named the file names the
// file, where a shorter name or the folder would do as well.
func TestFormOfANameStays(t *testing.T) {
	got := move(t, tree{"notes/old.md": "# First\n", "a.md": "[[notes/old]] [[old]]\n"}, "notes/old.md", "docs/deep/new.md")
	lines(t, got["a.md"], "[[docs/deep/new]] [[new]]")
	got = move(t, tree{"guide/old.md": "# Old\n", "a.md": "[x](guide/old)\n"}, "guide/old.md", "guide/index.md")
	lines(t, got["a.md"], "[x](guide/index)")
	got = move(t, tree{"it's/old.md": "# Old\n", "a.md": "[x](it's/old.md)\n"}, "it's/old.md", "it's/what's new.md")
	lines(t, got["a.md"], "[x](it's/what%27s%20new.md)")
}

// A link that is right on every forge must not become one that only kb can follow.
func TestRelativeLinkStaysRightForOtherReaders(t *testing.T) {
	got := move(t, tree{"docs/old.md": "# Old\n", "docs/a.md": "[x](old.md)\n"}, "docs/old.md", "old.md")
	lines(t, got["docs/a.md"], "[x](../old.md)")
}

// A file that gets capitals, or loses them, is another one for most readers. What they could not
// follow before stays.
func TestNameInOtherCase(t *testing.T) {
	got := move(t, tree{
		"docs/old.md": "# The plan\n\n[me](old.md#h)\n",
		"a.md":        "[x](docs/old.md#h) [y](/docs/old.md) [z](docs/old) [[old]] [v](docs/OLD.md)\n",
		"docs/b.md":   "[x](./old.md) [y](<old.md>)\n",
	}, "docs/old.md", "docs/Old.md")
	lines(t, got["docs/Old.md"], "# The plan", "", "[me](Old.md#h)")
	lines(t, got["a.md"], "[x](docs/Old.md#h) [y](/docs/Old.md) [z](docs/Old) [[old]] [v](docs/OLD.md)")
	lines(t, got["docs/b.md"], "[x](./Old.md) [y](<Old.md>)")
}

// What stands before a colon is no scheme of an address.
func TestNameWithAColon(t *testing.T) {
	got := move(t, tree{
		"old.md": "# Old\n\n[me](old.md)\n", "docs/a.md": "[x](../old.md)\n",
		"a.md": "[x](old.md) [y](./old.md) <old.md>\n\n[z]\n\n[z]: old.md\n", "b.md": "[x](<old.md>)\n",
	}, "old.md", "ADR: new.md")
	lines(t, got["ADR: new.md"], "# Old", "", "[me](ADR%3A%20new.md)")
	lines(t, got["docs/a.md"], "[x](../ADR:%20new.md)")
	lines(t, got["a.md"], "[x](ADR%3A%20new.md) [y](./ADR:%20new.md) <old.md>", "", "[z]", "", "[z]: ADR%3A%20new.md")
	lines(t, got["b.md"], "[x](<ADR%3A new.md>)")
}

func TestRefsThatCannotBeWritten(t *testing.T) {
	files := tree{"specs/auth.md": "# A\n", "a.md": "Text.\n\nRefs: auth\n"}
	_, err := Make(files.load(), "specs/auth.md", "specs/one,two.md", files)
	var refused *Refusal
	if !errors.As(err, &refused) || refused.Path != "a.md" || refused.Line != 3 {
		t.Errorf("got %v, want a refusal at a.md:3", err)
	}
}

// A note that is not UTF-8 is moved as it is; a link in it cannot be written.
func TestNotesInOtherEncodings(t *testing.T) {
	files := tree{"old.md": "# Caf\xe9\n", "a.md": "[x](old.md)\n"}
	got := move(t, files, "old.md", "new.md")
	if got["new.md"] != files["old.md"] {
		t.Errorf("the bytes became %q", got["new.md"])
	}
	files = tree{"old.md": "# Old\n", "a.md": "# Caf\xe9\n\n[x](old.md)\n"}
	if _, err := Make(files.load(), "old.md", "new.md", files); err == nil || !strings.Contains(err.Error(), "a.md:3:") {
		t.Errorf("got %v, want an error at a.md:3", err)
	}
}

func TestRelativePath(t *testing.T) {
	for _, tt := range []struct{ dir, to, want string }{
		{".", "docs/a.md", "docs/a.md"},
		{"docs", "docs/a.md", "a.md"},
		{"docs", "a.md", "../a.md"},
		{"docs/x", "docs/y/a.md", "../y/a.md"},
		{"docs/x", "docs/x", "../x"}, // a folder, by its name
	} {
		if got := relativePath(tt.dir, tt.to); got != tt.want {
			t.Errorf("from %s to %s: %s, want %s", tt.dir, tt.to, got, tt.want)
		}
	}
}
