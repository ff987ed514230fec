package evolve

import (
	"slices"
	"strings"
	"testing"

	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/kb/snapshot"
	"github.com/9aea2451/kb/markdown"
)

func TestAlone(t *testing.T) {
	for _, c := range []struct{ text, want string }{ // "" where it is not taken
		{"Tokens live for ten minutes.", "Tokens live for ten minutes."},
		{"[Tokens](t.md) live for [ten][n] [[minutes]].", "Tokens live for ten minutes."},
		{"Tokens live for ten [[min|minutes]].", ""},
		{"`tokens` live for ten minutes", "`tokens` live for ten minutes"},
		{"42 tokens live for ten minutes", "42 tokens live for ten minutes"},
		{"\"Tokens\" (of guests) live **shortly**", "\"Tokens\" (of guests) live **shortly**"},
		{"Every token lives shortly", "Every token lives shortly"}, // 25 bytes
		{"Each token lives shortly", ""},                           // 24
		{"Tokens of all guests " + strings.Repeat("x", 379), "Tokens of all guests " + strings.Repeat("x", 379)},
		{"Tokens of all guests " + strings.Repeat("x", 380), ""},
		{"Tokens live for ten minutes:", ""},
		{"Tokens live for ten minutes?", ""},
		{"Tokens live for ten `minutes.", ""},
		{"Tokens live for ten (minutes.", ""},
		{"Tokens live for ten **minutes.", ""},
		{"Tokens live for ten TODO minutes.", ""},
		{"Tokens live for <b>ten</b> minutes.", ""},
		{"- [ ] tokens live for ten minutes", ""},
		{"tokens live for ten minutes.", ""},
		{"– Tokens live for ten minutes.", ""},
		{"2. Tokens live for ten minutes.", ""},
		{"Authentication/authorization", ""}, // too few words
		{"Autorisierungsverfahrensanweisung Zwei", ""},
		{"Überprüfungsverfahren Anweisung Zwei", "Überprüfungsverfahren Anweisung Zwei"},
		{"This token lives for ten minutes.", ""},
		{"Because tokens live for ten minutes.", ""},
		{"For tokens there are ten minutes.", "For tokens there are ten minutes."},
		{"The token lives for ten minutes.", "The token lives for ten minutes."},
		{"The same tokens live for minutes.", ""},
		{"For such tokens ten minutes hold.", ""},
		{"In this house tokens live shortly.", ""},
		{"In that house tokens live shortly.", ""},
		{"Tokens live this year for minutes.", "Tokens live this year for minutes."},
		{"Tokens obey the following rules.", ""},
		{"Tokens obey all the rules above.", ""},
	} {
		text, ok := alone(&markdown.Statement{Text: c.text})
		if want := c.want != ""; ok != want || ok && text != c.want {
			t.Errorf("%q: %q, %v", c.text, text, ok)
		}
	}
	if text, ok := alone(&markdown.Statement{Text: "Tokens live for ten minutes.", Conditions: []string{"for guests"}}); ok {
		t.Errorf("%q stands below a condition", text)
	}
}

func TestReadable(t *testing.T) {
	for text, want := range map[string]string{
		"no link":                        "no link",
		"[a](b)":                         "a",
		"x [a](b) y [c][d] z":            "x a y c z",
		"[[note]] and [[note|words]]":    "note and words",
		"[a] and [b":                     "[a] and [b",
		"[a](b and [c](d)":               "a", // the target ends at the first bracket that closes
		"[see [a](b)](c)":                "[see a](c)",
		"an array a[i] of [names](n.md)": "an array a[i] of names",
	} {
		if got := readable(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// Of the links of a summary those between its marks are citations; people's own may lead where they like.
func TestCitationsOfASummary(t *testing.T) {
	b := base(t, harbour(t))
	text := []byte(summary + "\nSee [none](../../docs/none.md).\n\n" + kb.DerivedBegin + "\n\n" +
		"- Sails are washed. [Sails](../../docs/sails.md)\n" +
		"- CI/CD is [gone](../../docs/gone.md), [the rig](../../docs/gaff.md) does not hold.\n\n" + kb.DerivedEnd +
		"\n\nAnd [none](../../docs/none.md) of [radio](../../docs/radio.md).\n")
	at, err := find(text)
	if err != nil {
		t.Fatal(err)
	}
	path := ".memory/categories/boats.md"
	b.Snapshot = b.Snapshot.With(b.Snapshot.Tree,
		map[string]*snapshot.Entry{path: snapshot.ReadEntry(git.File{Path: path}, b.Snapshot.Tree.Config, text)})
	cited, gone := b.cited(path, at)
	if len(cited) != 1 || !cited["docs/sails.md"] || gone != 2 {
		t.Errorf("%v, %d are gone", cited, gone)
	}
	b.Fold = []string{"docs/sails.md", "docs/radio.md", "docs/cars.md"}
	if got := b.toFold(b.active(b.Categories.Below(b.Categories.Named("boats"))), cited); !slices.Equal(got, []string{"docs/radio.md"}) {
		t.Errorf("to be folded in: %q", got)
	}
}
