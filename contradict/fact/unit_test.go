package fact

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// listing writes units, a line each: kind, line (and last line), column, what makes it an item, and
// the text with its headings.
func listing(units []unit) string {
	var b strings.Builder
	for _, u := range units {
		fmt.Fprintf(&b, "%s %d", [...]string{"prose", "row", "code", "field"}[u.kind], u.line)
		if u.endLine != u.line {
			fmt.Fprintf(&b, "-%d", u.endLine)
		}
		fmt.Fprintf(&b, ":%d", u.col)
		if u.item {
			fmt.Fprintf(&b, " item+%d", u.indent)
		}
		if u.header != nil {
			fmt.Fprintf(&b, " of %s", strings.Join(u.header, "/"))
		}
		if len(u.headings) > 0 {
			fmt.Fprintf(&b, " in %s", strings.Join(u.headings, ">"))
		}
		fmt.Fprintf(&b, ": %s\n", u.text)
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// A note is cut into sentences, rows, lines of code and fields, each with its place.
func TestRead(t *testing.T) {
	for _, test := range []struct{ name, note, want string }{
		{"sentences of a paragraph", "The shop opens at nine. It closes\nat six. We are open\non Sunday.",
			"prose 1:1: The shop opens at nine.\nprose 1-2:1: It closes at six.\nprose 2-3:1: We are open on Sunday."},
		{"sentences of a line each", "One room.\nTwo rooms here\nand there.\nThree rooms.",
			"prose 1:1: One room.\nprose 2-3:1: Two rooms here and there.\nprose 4:1: Three rooms."},
		{"a row with dashes", "| a |\n|--|\n| b -- c |", "row 3:1 of a: | b -- c |"},
		{"a paragraph that is indented", "  The shop opens.", "prose 1:3: The shop opens."},
		{"two paragraphs", "One room.\n\nTwo rooms.", "prose 1:1: One room.\nprose 3:1: Two rooms."},
		{"items", "- bread\n  - rye\n* milk\n+ eggs\n1. first\n12) second",
			"prose 1:3 item+0: bread\nprose 2:5 item+2: rye\nprose 3:3 item+0: milk\nprose 4:3 item+0: eggs\n" +
				"prose 5:4 item+0: first\nprose 6:5 item+0: second"},
		{"the second sentence of an item begins no item", "- Bread is cut. It is sold.",
			"prose 1:3 item+0: Bread is cut.\nprose 1:1: It is sold."},
		{"a line that goes on in an item", "- bread\n  and butter", "prose 1-2:3 item+0: bread and butter"},
		{"no items", "-bread\n\n. bread\n\n1.bread\n\n1234. bread\n\n- ", "prose 1:1: -bread\nprose 3:1: . bread\n" +
			"prose 5:1: 1.bread\nprose 7:1: 1234. bread\nprose 9:1: -"},
		{"headings nest", "# Shop\n\na\n\n## Hours\n\nb\n\n### Winter\n\nc\n\n## Prices ##\n\nd\n\n# Staff\n\ne",
			"prose 3:1 in Shop: a\nprose 7:1 in Shop>Hours: b\nprose 11:1 in Shop>Hours>Winter: c\n" +
				"prose 15:1 in Shop>Prices: d\nprose 19:1 in Staff: e"},
		{"a number sign without a blank heads nothing", "#7 is mended", "prose 1:1: #7 is mended"},
		{"front matter", "---\ntitle: Shop\n\nowner: Ada\n---\nOpen.", "field 2:1: title: Shop\nfield 4:1: owner: Ada\nprose 6:1: Open."},
		{"front matter that never ends is none", "---\ntitle: Shop", "prose 1-2:1: --- title: Shop"},
		{"code", "Run:\n\n```sh\nopen --now\n\n  close\n```\nThen stop.",
			"prose 1:1: Run:\ncode 4:1: open --now\ncode 6:3: close\nprose 8:1: Then stop."},
		{"a fence ends at one as long", "````\n```\na\n````\nb", "code 2:1: ```\ncode 3:1: a\nprose 5:1: b"},
		{"a fence of tildes", "~~~\n```\n~~~ not yet\n~~~\nb", "code 2:1: ```\ncode 3:1: ~~~ not yet\nprose 5:1: b"},
		{"a comment", "a\n<!-- b\nc\n-->\nd\n<!-- e -->\nf", "prose 1:1: a\nprose 5:1: d\nprose 7:1: f"},
		{"a table", "| Day | Hours |\n|---|---|\n| Monday | 9 |\n  | Sunday | `a|b` |\n\nEnd",
			"row 3:1 of Day/Hours: | Monday | 9 |\nrow 4:3 of Day/Hours: | Sunday | `a|b` |\nprose 6:1: End"},
		{"a table below a sentence", "Our hours\n| Day | Hours |\n|---|---|\n| Monday | 9 |",
			"prose 1:1: Our hours\nrow 4:1 of Day/Hours: | Monday | 9 |"},
		{"a bar in a sentence", "Choose a | b here", "prose 1:1: Choose a | b here"},
		{"a rule without a head", "|---|---|\n| Monday | 9 |", "prose 2:1: | Monday | 9 |"},
		{"lines of Windows", "One.\r\n\r\nTwo.\r\n", "prose 1:1: One.\nprose 3:1: Two."},
		{"front matter of Windows", "---\r\ntitle: Shop\r\n---\r\nOpen.\r\n", "field 2:1: title: Shop\nprose 4:1: Open."},
		{"front matter without a field", "---\n---\nOpen.", "prose 3:1: Open."},
		{"headings that end in a sign", "# C#\n\na\n\n## F# ##\n\nb\n\n## Go#\n\nc",
			"prose 3:1 in C#: a\nprose 7:1 in C#>F#: b\nprose 11:1 in C#>Go#: c"},
		{"capitals of all scripts", "Wir siehe Abs. über Tee. Über Kaffee nicht.",
			"prose 1:1: Wir siehe Abs. über Tee.\nprose 1:1: Über Kaffee nicht."},
	} {
		if got := listing(read(test.note)); got != test.want {
			t.Errorf("%s:\n got %s\nwant %s", test.name, strings.ReplaceAll(got, "\n", "\n     "), strings.ReplaceAll(test.want, "\n",
				"\n     "))
		}
	}
}

// Each paragraph, list item and table has a number of its own, which sentences of one share.
func TestParagraphsAreNumbered(t *testing.T) {
	var got []int
	for _, u := range read("Room one. Two.\n\nThree.\n\n- four\n- five\n\n| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |") {
		got = append(got, u.paragraph)
	}
	first := map[int]int{}
	for i, n := range got {
		if _, ok := first[n]; !ok {
			first[n] = i
		}
		got[i] = first[n]
	}
	if want := []int{0, 0, 2, 3, 4, 5, 5}; !slices.Equal(got, want) {
		t.Errorf("units share the paragraph of %v, want %v", got, want)
	}
}

// A note and its units are read up to their bounds.
func TestReadIsBounded(t *testing.T) {
	if n := len(read("```\n" + strings.Repeat("a\n", maxUnits+5) + "```\n")); n != maxUnits {
		t.Errorf("%d units, want %d", n, maxUnits)
	}
	for _, note := range []string{strings.Repeat("a", maxText+5), "```\n" + strings.Repeat("a", maxText+5) + "\n```"} {
		if n := len(read(note)[0].text); n != maxText {
			t.Errorf("a unit of %d bytes, want %d", n, maxText)
		}
	}
}

func TestCells(t *testing.T) {
	for row, want := range map[string][]string{
		"| a | b |":         {"a", "b"},
		"a|b":               {"a", "b"},
		"| `a|b` | c |":     {"`a|b`", "c"},
		`| a\|b | c |`:      {`a\|b`, "c"},
		"||":                {""},
		"| a || b |":        {"a", "", "b"},
		"|| a |":            {"", "a"},
		"| open `code | b|": {"open `code | b"},
	} {
		if got := cells(row); !slices.Equal(got, want) {
			t.Errorf("cells(%q) = %q, want %q", row, got, want)
		}
	}
}

// A sentence ends behind a stop before a capital, a code span or an emphasis, but not within code, after
// an abbreviation, or after a number of a list.
func TestSentenceEnd(t *testing.T) {
	for _, marked := range []string{
		"It is open. ‖We close.", "Is it open? ‖We close.", "It is! ‖We close.",
		"It is open. ‖`make` runs.", "It is open. ‖*Now* it is.",
		"It is open. we close.", "Run `a. B` now. ‖Then stop.", "See e.g. Berlin.", "It is open.We close.", "It is in z. B now",
		"No. It is.", "Abc. It is.", "Abcd. ‖It is.", "It costs 3.5 Euro; so it is.", "Open. ", "Open. ‖A", "Opens. ‖A b",
	} {
		text := strings.ReplaceAll(marked, "‖", "")
		want := len(text)
		if before, _, ok := strings.Cut(marked, "‖"); ok {
			want = len(before)
		}
		if got := sentenceEnd(text, 0); got != want {
			t.Errorf("%q ends at %d (%q), want %d", text, got, text[:got], want)
		}
	}
	if text := "One is. No. It is."; sentenceEnd(text, 8) != len(text) {
		t.Errorf("a short word with a stop ends no sentence: %q", text[8:sentenceEnd(text, 8)])
	}
	text := "One is. Two is. Three is."
	if got := sentenceEnd(text, 8); got != 16 {
		t.Errorf("the second sentence of %q ends at %d, want 16", text, got)
	}
}
