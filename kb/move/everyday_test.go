package move

import (
	"errors"
	"strings"
	"testing"
)

// A move that changes another note's title would break the links that name it by that title.
func TestTitleThatChangesWithALinkInIt(t *testing.T) {
	files := tree{"old.md": "# The plan\n", "why.md": "# Why `old.md` stays\n", "b.md": "Read [[Why old.md stays]].\n"}
	_, err := files.plan(Moves{"old.md": "new.md"})
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
	_, err := files.plan(Moves{"specs/auth.md": "specs/one,two.md"})
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
	if _, err := files.plan(Moves{"old.md": "new.md"}); err == nil || !strings.Contains(err.Error(), "a.md:3:") {
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

// A name of the file is written anew although the title or an alias has it, too; a name that only they have stays.
func TestNamesOfTheFileFollowIt(t *testing.T) {
	text := join("---", "related: \"[[coffee]]\"", "requires: [coffee, notes/coffee]", "---",
		"[[coffee]] [[coffee|x]] ![[coffee]] [[Coffee]] [[notes/coffee.md#Beans|b]] [[Java]] [[the drink]]", "", "Refs: coffee")
	for _, title := range []string{
		"---\ntitle: coffee\naliases: [the drink, Java]\n---\n", "---\naliases: [the drink, Java]\n---\n# Coffee\n",
		"---\naliases: [coffee, the drink]\n---\n# Java\n", "---\nid: coffee\naliases: [the drink]\n---\n# Java\n",
	} {
		got := move(t, tree{"notes/coffee.md": title, "tea.md": text}, "notes/coffee.md", "notes/brewing.md")
		lines(t, got["tea.md"], "---", "related: \"[[brewing]]\"", "requires: [brewing, notes/brewing]", "---",
			"[[brewing]] [[brewing|x]] ![[brewing]] [[brewing]] [[notes/brewing.md#Beans|b]] [[Java]] [[the drink]]", "", "Refs: brewing")
	}
	files := tree{"foo-bar.md": "# Foo Bar\n", "a.md": "[[Foo Bar]] [[foo-bar]]\n"}
	lines(t, move(t, files, "foo-bar.md", "baz.md")["a.md"], "[[Foo Bar]] [[baz]]")
}

// Images and other files are followed in every form of link; where their names become those of others, by longer ones.
func TestFilesThatAreNoNotes(t *testing.T) {
	files := tree{"img/a b.png": "", "other/b.png": "", "static/img/logo.svg": "", "data/x.csv": "",
		"a.md": join("![i](img/a%20b.png?raw=true 'T') [r][d] ![[a b.png|200]] ![[img/a b.png]] [[A B.png]]",
			"![[b.png]] ![l](/img/logo.svg) [x](data/x.csv#L3) ![](gone.png) `img/a b.png`", "", "[d]: <img/a b.png>"),
		"docs/b.md": "![i](../img/a%20b.png) ![j](/img/a%20b.png) ![l](logo.svg) [d](../img/)\n"}
	got := moveAll(t, files, Moves{"img/a b.png": "pics/b.png", "static/img/logo.svg": "static/mark.svg", "data": "docs/data"})
	lines(t, got["a.md"], "![i](pics/b.png?raw=true 'T') [r][d] ![[pics/b.png|200]] ![[pics/b.png]] [[pics/b.png]]",
		"![[other/b.png]] ![l](/mark.svg) [x](docs/data/x.csv#L3) ![](gone.png) `img/a b.png`", "", "[d]: <pics/b.png>")
	lines(t, got["docs/b.md"], "![i](../pics/b.png) ![j](/pics/b.png) ![l](mark.svg) [d](../img/)")
}

// A folder takes its notes and files along: what they say of one another stays, what others say of them follows.
func TestFolders(t *testing.T) {
	files := tree{
		"docs/a.md": "[b](b.md) [b](/docs/b.md) ![i](img/i.png) [up](../README.md) [[b]] [[docs/b]] docs/b.md\n",
		"docs/b.md": "# B\n", "docs/img/i.png": "", "docs/README.md": "# Docs\n",
		"README.md":  "[d](docs/) [d](docs) [i](docs/img/) ![i](docs/img/i.png) [[docs/b|b]]\n",
		"docsy/c.md": "[a](../docs/a.md)\n",
	}
	got := move(t, files, "docs", "deep/manual")
	lines(t, got["deep/manual/a.md"],
		"[b](b.md) [b](/deep/manual/b.md) ![i](img/i.png) [up](../../README.md) [[b]] [[deep/manual/b]] deep/manual/b.md")
	lines(t, got["README.md"],
		"[d](deep/manual/) [d](deep/manual) [i](deep/manual/img/) ![i](deep/manual/img/i.png) [[deep/manual/b|b]]")
	lines(t, got["docsy/c.md"], "[a](../deep/manual/a.md)")
}
