package search

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/9aea2451/kb/index/query"
	"github.com/9aea2451/kb/index/words"
)

func joinedTerms(list []queryTerm) string {
	var out []string
	for _, t := range list {
		out = append(out, strings.TrimSpace(t.text+" "+strings.Join(t.parts, "+")))
	}
	slices.Sort(out)
	return strings.Join(out, ", ")
}

// copies are so many notes of one text.
func copies(n int, name, text string) (out []book) {
	for i := range n {
		out = append(out, prose(fmt.Sprintf("%s%d.md", name, i), text))
	}
	return out
}

// A query is asked in the other spelling of a compound as well where at least as many chunks have that, or,
// of a word that hardly any chunk has, where more have its parts side by side.
func TestCompoundsAreAskedBothWays(t *testing.T) {
	for _, tt := range []struct {
		name  string
		books []book
		text  string
		want  string
	}{
		{"one word as often as two", slices.Concat(copies(2, "a", "The frontmatter."), copies(2, "b", "Its front matter.")),
			"front matter", "front, frontmatt front+matter, matter"},
		{"one word less often", slices.Concat(copies(2, "a", "The frontmatter."), copies(3, "b", "Its front matter.")),
			"front matter", "front, matter"},
		{"with a hyphen less often", slices.Concat(copies(2, "a", "The frontmatter."), copies(3, "b", "Its front-matter.")),
			"front-matter", "front, matter"},
		{"not side by side", slices.Concat(copies(2, "a", "The frontmatter."), copies(3, "b", "What is in front does not matter.")),
			"front matter", "front, frontmatt front+matter, matter"},
		{"with both of its parts beside it", copies(2, "a", "The frontmatter: a front, a matter."), "front matter", "front, matter"},
		{"with one of its parts beside it", copies(2, "a", "The frontmatter: a front."), "front matter",
			"front, frontmatt front+matter, matter"},
		{"asked for already", copies(2, "a", "The frontmatter."), "front matter frontmatter", "front, frontmatt, matter"},
		{"apart in the query", copies(2, "a", "The frontmatter."), "front of matter", "front, matter"},
		{"with a stop behind", copies(2, "a", "The frontmatter."), "front matter?", "front, frontmatt front+matter, matter"},
		{"with a stop between", copies(2, "a", "The frontmatter."), "front, matter", "front, matter"},
		{"a verb and its particle", copies(2, "a", "The login fails."), "log in", "log, login log+"},
		{"a filler before", copies(2, "a", "The islog fails."), "is log", "log"},
		{"a word of signs", copies(2, "a", "The c3po fails."), "c3 po", "c3, po"},
		{"two words for one", slices.Concat(copies(3, "a", "The time zone."), copies(1, "b", "A timezone.")), "timezone",
			"time, timezon, zone"},
		{"two words, not more often", slices.Concat(copies(1, "a", "The time zone."), copies(1, "b", "A timezone.")), "timezone",
			"timezon"},
		{"one word is this repository's", slices.Concat(copies(9, "a", "The time zone."), copies(4, "b", "A timezone.")),
			"timezone", "timezon"},
		{"three have it", slices.Concat(copies(9, "a", "The time zone."), copies(3, "b", "A timezone.")), "timezone",
			"time, timezon, zone"},
		{"with a hyphen", copies(2, "a", "The time-zone."), "Timezone", "time, timezon, zone"},
		{"two words apart", copies(2, "a", "The zone has its time."), "timezone", "timezon"},
		{"six letters", copies(2, "a", "A log off."), "logoff", "log, logoff, off"},
		{"five letters", copies(2, "a", "A log of."), "logof", "logof"},
		{"one part asked for", copies(2, "a", "The time zone."), "timezone zone", "time, timezon, zone"},
		{"the likelier cut", slices.Concat(copies(2, "a", "A car park."), copies(1, "b", "A carp ark.")), "carpark", "car, carpark, park"},
	} {
		s := shelved(tt.books...)
		a := words.NewAnalyzer()
		r := &run{Searcher: s, request: query.Request{Words: tt.text}, terms: terms(a, tt.text, false)}
		if err := r.compounds(t.Context(), a); err != nil {
			t.Fatal(err)
		}
		if got := joinedTerms(r.terms); got != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, got, tt.want)
		}
	}
}

// What stands side by side is counted in a few chunks, and estimated from sixteen where there are more: of
// 17 chunks 8 have it, of 32 there are 23.
func TestSideBySideIsEstimated(t *testing.T) {
	s := shelved(slices.Concat(copies(8, "a", "A time zone."), copies(9, "b", "A zone of its time."), copies(15, "c", "A time-zone."))...)
	r := &run{Searcher: s}
	all := make([]int, 32)
	for i := range all {
		all[i] = i
	}
	for rows, want := range map[int]int{0: 0, 8: 8, 16: 8, 17: 7, 32: 22} {
		if got, err := r.adjacent(t.Context(), all[:rows], "time", "zone"); got != want || err != nil {
			t.Errorf("in %d chunks %d, want %d; %v", rows, got, want, err)
		}
	}
	for word, want := range map[string]bool{"ab": true, "a": false, "": false, "aZ": true, "Az": true, "zA": true, "a1": false,
		"a-b": false, "née": false, "`a": false, "a{": false, "@a": false, "a[": false} {
		if plainWord(word) != want {
			t.Errorf("%q is a word of letters: %v", word, !want)
		}
	}
}

// A query that is a name finds the notes that are called so; one with a number those of a series, when its other
// words are what series are called or stand in the note's own name.
func TestNamesAndNumbers(t *testing.T) {
	const sixteen = "a b c d e f g h i j k l m n o p"
	numbered := func(path, title, number string) book {
		b := prose(path, "# "+title+"\n\nText.")
		b.names = []string{"#" + number}
		return b
	}
	s := shelved(numbered("docs/rfc/0401-coercions.md", "Coercions of types", "401"), numbered("docs/adr/0007-seven.md", "Queue", "7"),
		numbered("docs/adr/0000-zero.md", "Zero", "0"), prose("queue.md", "# Queue\n\nMore."),
		prose("r.md", "# "+sixteen+"\n\nText."), prose("s.md", "# "+sixteen+" q\n\nText."))
	for text, want := range map[string]string{
		"queue": "docs/adr/0007-seven.md 2, queue.md 2", "Queue!": "docs/adr/0007-seven.md 2, queue.md 2",
		"401":  "docs/rfc/0401-coercions.md 1",
		"0401": "docs/rfc/0401-coercions.md 1", "rfc 401": "docs/rfc/0401-coercions.md 1", "rfc401": "docs/rfc/0401-coercions.md 1",
		"RFC-401": "docs/rfc/0401-coercions.md 1",
		"#401":    "docs/rfc/0401-coercions.md 2", "rfc 401 coercions": "docs/rfc/0401-coercions.md 1",
		"types 401":      "docs/rfc/0401-coercions.md 1",
		"rfc 401 garden": "", "401 402": "", "401 rfc402": "", "402": "", "7": "", "adr 7": "docs/adr/0007-seven.md 1",
		"adr7": "docs/adr/0007-seven.md 1", "seven 7": "docs/adr/0007-seven.md 1",
		"0": "", "adr 0": "docs/adr/0000-zero.md 1", "adr 00": "docs/adr/0000-zero.md 1", "401a": "", "": "", "...": "",
		sixteen: "r.md 2", sixteen + " q": "",
	} {
		r := &run{Searcher: s, request: query.Request{Words: text}}
		if err := r.findNamed(t.Context()); err != nil {
			t.Fatal(err)
		}
		var got []string
		for n, sure := range r.named {
			got = append(got, fmt.Sprintf("%s %d", s.Paths()[n], sure))
		}
		slices.Sort(got)
		if strings.Join(got, ", ") != want {
			t.Errorf("%q names %q, want %q", text, got, want)
		}
	}
}

// What was looked for is told in a few words, and so is what was not.
func TestWhatWasTriedIsToldInAFewWords(t *testing.T) {
	list := func(n int) (terms []queryTerm, names []string) {
		for i := range n {
			names = append(names, fmt.Sprintf("w%d", i+1))
			terms = append(terms, queryTerm{text: names[i]})
		}
		return terms, names
	}
	const twelve = "w1 w2 w3 w4 w5 w6 w7 w8 w9 w10 w11 w12"
	for n, want := range map[int][2]string{0: {"", ""}, 2: {"w1 w2", " (without w1 w2)"}, 12: {twelve, " (without " + twelve + ")"},
		14: {twelve + " and 2 more", " (without " + twelve + " …)"}} {
		asked, without := list(n)
		if got := [2]string{joinTerms(asked), notLookedFor(without)}; got != want {
			t.Errorf("of %d: %q, want %q", n, got, want)
		}
	}
	s := shelved(copies(2, "a", "The frontmatter.")...)
	for want, q := range map[string]query.Query{"words: front frontmatt matter": {Mode: query.Keyword},
		"words: front matter": {Baseline: true}} {
		q.Text = "front matter"
		if got := ask(t, s, q).Tried[0]; strings.Join(slices.Sorted(strings.FieldsSeq(got)),
			" ") != strings.Join(slices.Sorted(strings.FieldsSeq(want)), " ") {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
