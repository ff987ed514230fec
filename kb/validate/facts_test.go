package validate

import (
	"testing"

	"github.com/9aea2451/kb/contradict/fact"
)

// A number is wrong where the repository is the series, has the other number and not this one.
func TestWrongNumber(t *testing.T) {
	series := map[string]int{}
	for i := range aSeries {
		series[string(rune('a'+i))]++
	}
	series["1344"], series["2200"] = 1, 1
	for _, test := range []struct {
		says    [2]string
		numbers map[string]int
		wrong   bool
		doubted int
	}{
		{[2]string{"1334", "1344"}, series, true, 0},
		{[2]string{"1344", "1334"}, series, true, 1},
		{[2]string{"01344", "01334"}, series, true, 1},
		{[2]string{"1344", "2200"}, series, false, 1},
		{[2]string{"7230", "7231"}, series, false, 0},
		{[2]string{"1344", "1334"}, map[string]int{"1344": 1}, false, 0},
	} {
		d := fact.Disagreement{Kind: fact.Reference, Says: test.says}
		if got := wrongNumber(&d, test.numbers); got != test.wrong || got && d.Doubted != test.doubted {
			t.Errorf("%v: %v, side %d", test.says, got, d.Doubted)
		}
	}
}

// A number that stands in the text and in the target of its link was meant.
func TestLinkedNumberIsMeant(t *testing.T) {
	numbers := map[string]int{"3329": 1}
	for i := range aSeries {
		numbers[string(rune('a'+i))]++
	}
	for text, wrong := range map[string]bool{
		"see [KEP-3322](https://example.org/issues/3322)": false, "see [KEP-3322](https://example.org/issues/3329)": true,
		"see KEP-3322": true,
	} {
		d := fact.Disagreement{Kind: fact.Reference, Says: [2]string{"3322", "3329"}, A: fact.Place{Text: text}}
		if got := wrongNumber(&d, numbers); got != wrong {
			t.Errorf("%s: %v", text, got)
		}
	}
}

// A number that a note cites in several places was meant, whatever the repository lacks.
func TestRepeatedNumberIsMeant(t *testing.T) {
	numbers := map[string]int{"112": 1}
	for i := range aSeries {
		numbers[string(rune('a'+i))]++
	}
	for meant, wrong := range map[[2]bool]bool{{}: true, {true, false}: true, {false, true}: false} {
		d := fact.Disagreement{Kind: fact.Reference, Says: [2]string{"112", "0113"}, Meant: meant}
		if got := wrongNumber(&d, numbers); got != wrong {
			t.Errorf("%v: %v", meant, got)
		}
	}
}

// What several places say in the same words is one finding, as sure as the surest, with all of them.
func TestOneFindingOfOneFingerprint(t *testing.T) {
	at := func(path string) Place { return Place{Path: path, Line: 3} }
	found := joinAlike([]Finding{
		{Fingerprint: "a", Place: at("one.md"), Related: []Place{at("zero.md")}, Energy: 0.4, Message: "m"},
		{Fingerprint: "b", Place: at("other.md"), Energy: 0.5, Message: "n"},
		{Fingerprint: "a", Place: at("two.md"), Energy: 0.6, Message: "m"},
		{Fingerprint: "a", Place: at("three.md"), Energy: 0.3, Message: "m"},
	})
	if len(found) != 2 || found[0].Path != "two.md" || found[0].Energy != 0.6 || found[1].Message != "n" {
		t.Fatalf("%+v", found)
	}
	if f := found[0]; len(f.Related) != 2 || f.Related[0].Path != "one.md" || f.Message != "m, and in 2 more places" {
		t.Errorf("%+v", f)
	}
}
