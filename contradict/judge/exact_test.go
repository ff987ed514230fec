package judge

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/9aea2451/kb/contradict/read"
)

// What a statement is turned into, of each kind.
func TestFlipsWordByWord(t *testing.T) {
	for text, want := range map[string]string{
		"Doors MUST open.": "polarity: Doors MUST NOT open.", "Doors MUST NOT open.": "polarity: Doors MUST open.",
		"Doors must open within 5 days.": "polarity: Doors must not open within 5 days.; number: Doors must open within 22 days.",
		"Doors do not open.":             "polarity: Doors open.", "Doors are open.": "polarity: Doors are not open.",
		"Doors must open to any guest.": "", "There is no door.": "", "If doors open, they are green.": "",
		"Doors (which are green) open.": "", "Doors: they are open.": "", "The door is enabled.": "polarity: The door is not enabled.; " +
			"antonym: The door is disabled.",
		"Doors enabledness counts.": "", "Doors enabled-ness counts.": "antonym: Doors disabled-ness counts.",
		"Doors open before noon.":   "antonym: Doors open after noon.",
		"Doors enabledNess counts.": "", "Doors stay enabled": "antonym: Doors stay disabled", "Doors enabledzz count.": "",
		"Doors enabledAA count.": "",
		"Doors enabledZ count.":  "", "Doors enabled[x] count.": "antonym: Doors disabled[x] count.",
		"Doors enabled@x count.":  "antonym: Doors disabled@x count.",
		"Doors enabled{x} count.": "antonym: Doors disabled{x} count.", "Doors enabled`x` count.": "antonym: Doors disabled`x` count.",
		"Doors open 7 times.": "number: Doors open 28 times.", "Doors open 50%.": "number: Doors open 157%.",
		"A share of 50% opens.":           "number: A share of 157% opens.",
		"When asked, doors open 7 times.": "", "Doors open.": "",
	} {
		var got []string
		for _, f := range Flips(text) {
			got = append(got, f.Kind+": "+f.Text)
		}
		if strings.Join(got, "; ") != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// What is as sure as is told of, or as stops a commit, counts as that.
func TestEvaluationAtTheBoundary(t *testing.T) {
	var pairs []LabelledPair
	energies := []float64{Warn, Warn - .001, Reject, Reject - .001}
	for range energies {
		pairs = append(pairs, LabelledPair{Label: LabelContradiction, Category: "c"})
	}
	pairs = append(pairs, LabelledPair{Label: "neutral"})
	energies = append(energies, Reject)
	e := EvaluateBy(pairs, func(i int, _ *LabelledPair) Verdict { return Verdict{Energy: energies[i]} })
	warn, reject := Measure{TP: 3, FN: 1, FP: 1}, Measure{TP: 1, FN: 3, FP: 1}
	warn.finish()
	reject.finish()
	if e.Warn != warn || e.Reject != reject || e.Warn.F1 != .75 {
		t.Errorf("%+v, %+v", e.Warn, e.Reject)
	}
	for _, g := range append(e.Labels, e.Categories...) {
		want := GroupMeasure{Name: g.Name, Pairs: 4, Warn: Measure{TP: 3, FN: 1}, Reject: Measure{TP: 1, FN: 3}}
		if g.Name == "neutral" {
			want = GroupMeasure{Name: g.Name, Pairs: 1, Warn: Measure{FP: 1}, Reject: Measure{FP: 1}}
		}
		want.Warn.finish()
		want.Reject.finish()
		if !reflect.DeepEqual(g, want) {
			t.Errorf("%+v, want %+v", g, want)
		}
	}
	none := Measure{}
	if none.finish(); none.F1 != 1 || none.Precision != 1 || none.FalsePositiveRate != 0 {
		t.Errorf("of nothing: %+v", none)
	}
	wrong := Measure{FP: 2, FN: 3}
	if wrong.finish(); wrong.F1 != 0 || wrong.Precision != 0 || wrong.FalsePositiveRate != 1 {
		t.Errorf("all wrong: %+v", wrong)
	}
}

// The energy is the formula, capped at the boundaries of the alignment and the strength.
func TestEnergyAtTheBoundary(t *testing.T) {
	for _, c := range []struct{ s, c, g, want float64 }{
		{1, 1, 1, 1}, {1, .7, 1, .88}, {1, .699, 1, belowReject}, {1, .5, 1, belowReject}, {1, .499, 1, belowWarn}, {.5, 1, 1,
			belowReject},
		{.501, 1, 1, .7006}, {.499, 1, 1, belowWarn}, {.6, .5, .5, .28}, {1, 1, .29, .29},
	} {
		if got := energy(c.s, c.c, c.g); got < c.want-1e-9 || got > c.want+1e-9 {
			t.Errorf("%+v: %v", c, got)
		}
	}
	v := Verdict{Relation: Conflict, Energy: .9, Strength: 1, Alignment: 1, Gate: 1, Signal: Signal{Kind: SignalNumber}}
	if v.Doubt(&Doubt{Gate: Gate{"half", Warn}}); v.Energy != Warn || v.Relation != Conflict || len(v.Gates) != 1 {
		t.Errorf("doubted down to a warning: %+v", v)
	}
	if v.Doubt(&Doubt{Gate: Gate{"more", .99}}); v.Energy >= Warn || v.Relation != None {
		t.Errorf("doubted further: %+v", v)
	}
	plain := Verdict{Relation: Duplicate, Gate: 1}
	if plain.Doubt(&Doubt{Gate: Gate{"half", .5}}); plain.Relation != Duplicate || plain.Gate != .5 || plain.Energy != 0 {
		t.Errorf("without a signal: %+v", plain)
	}
}

// Amounts differ, exclude each other, or are one, as their kinds and units say.
func TestAmountsAtTheBoundary(t *testing.T) {
	q := func(c read.Comparator, value, high float64) *read.Quantity {
		return &read.Quantity{Comparator: c, Value: value, High: high}
	}
	for _, c := range []struct {
		x, y *read.Quantity
		want string
	}{
		{q(read.Equals, 5, 0), q(read.AtMost, 5, 0), "false 0"}, {q(read.Equals, 6, 0), q(read.AtMost, 5, 0), "true 1"},
		{q(read.AtLeast, 5, 0), q(read.AtMost, 5, 0), "false 0"}, {q(read.AtLeast, 6, 0), q(read.AtMost, 5, 0), "true 1"},
		{q(read.Between, 3, 5), q(read.Equals, 5, 0), "false 0"}, {q(read.Between, 3, 5), q(read.Equals, 6, 0), "true 1"},
		{q(read.Between, 3, 20), q(read.AtMost, 64, 0), fmt.Sprint("false ", otherLimit)}, {q(read.Between, 3, 20), q(read.AtMost, 20,
			0), "false 0"},
		{q(read.Between, 3, 20), q(read.Between, 4, 20), fmt.Sprint("false ", otherLimit)}, {q(read.Between, 3, 20), q(read.AtLeast,
			3, 0), "false 0"},
		{q(read.AtMost, 5, 0), q(read.AtLeast, 3, 0), "false 0"},
		{q(read.Between, 100, 1000), q(read.Between, 100, 1000*(1+otherUnits)), "false 0"},
	} {
		if got := fmt.Sprint(disjoint(c.x, c.y), " ", rangesDiffer(c.x, c.y)); got != c.want {
			t.Errorf("%+v and %+v: %s, want %s", *c.x, *c.y, got, c.want)
		}
	}
	if x, y := q(0, 100, 0), q(0, 100*(1-nearlyEqual), 0); !nearly(x, y) || nearly(x, q(0, 80, 0)) || !nearly(x, x) {
		t.Error("within a seventh")
	}
	a, b := q(0, 100, 0), q(0, 100*(1+otherUnits), 0)
	if sameAmount(a, b) || !sameAmount(a, a) {
		t.Error("of one unit only equal amounts are the same")
	}
	if b.Factor = 2; !sameAmount(q(0, 100, 0), &read.Quantity{Value: 100 * (1 + otherUnits), Factor: 2}) {
		t.Error("of two units they need not be equal")
	}
	for text, want := range map[string]bool{"It runs once.": true, "It runs once": true, "Once it runs.": false, "": false,
		"It runs (once).": true} {
		if endsWithOnce(parse(text)) != want {
			t.Errorf("%q ends with once: %v", text, !want)
		}
	}
	for text, want := range map[string]bool{"Exactly one door opens.": true, "Only a single door opens.": true,
		"Exactly 1 door opens.": true,
		"Only one":              false, "Exactly two doors open.": false, "Mostly one door opens.": false, "Only a door opens.": false} {
		if opensWithOne(parse(text)) != want {
			t.Errorf("%q opens with one: %v", text, !want)
		}
	}
	for text, want := range map[string]bool{"Doors open in about 5 days.": true, "Doors open in ~5 days.": true,
		"Doors open ~~in~~ 5 days.": false,
		"Doors open in ≈ 5 days.":   true, "About the doors that are open, 5 days.": false, "Doors open in 5 days or about that.": false} {
		p := parse(text)
		if len(p.Quantities) != 1 || hedged(p, &p.Quantities[0]) != want {
			t.Errorf("%q gives an estimate: %v (%d amounts)", text, !want, len(p.Quantities))
		}
	}
}

// The one run of words in which two sentences differ.
func TestReplacedRun(t *testing.T) {
	for texts, want := range map[[2]string]string{
		{"Rows are sorted by date.", "Rows are sorted by relevance."}:             "date/relevance",
		{"Rows are sorted by date.", "Rows are sorted by date."}:                  "",
		{"Rows are sorted by date.", "Rows are sorted by date of birth."}:         "",
		{"Rows are sorted by date of birth.", "Rows are sorted by date."}:         "",
		{"Rows of shops are sorted.", "Rows of banks are sorted."}:                "shops/banks",
		{"Shops sort rows.", "Banks sort rows."}:                                  "Shops/Banks",
		{"Rows are sorted by date and name.", "Rows are sorted by name and age."}: "",
		{"Rows are sorted by the shop date.", "Rows are sorted by relevance."}:    "shop date/relevance",
		{"Rows rows sorted.", "Rows sorted."}:                                     "",
		{"Doors open.", "Old doors open."}:                                        "",
	} {
		p := newPair(parse(texts[0]), parse(texts[1]), Uniform)
		got := ""
		if start, endA, endB, ok := p.replacedRun(); ok {
			got = joinWords(p.a.Contents[start:endA]) + "/" + joinWords(p.b.Contents[start:endB])
		}
		if p.release(); !strings.EqualFold(got, want) {
			t.Errorf("%q: %q, want %q", texts, got, want)
		}
	}
	for text, want := range map[string]string{"Rows are sorted by the date.": "by", "Rows are the date.": "=", "Date.": "",
		"The date.":    "",
		"Rows = date.": "=", "Rows, the date.": "rows", "Its date.": ""} {
		p := parse(text)
		if got := leadsTo(p, len(p.Tokens)-1); got != want {
			t.Errorf("%q leads to its last word by %q, want %q", text, got, want)
		}
	}
	for text, want := range map[string]bool{"Rows are the new date.": true, "Rows are not all the new date.": false,
		"Rows is date.": true, "Rows were date.": false} {
		p := parse(text)
		if got := followsBe(p, len(p.Tokens)-1); got != want {
			t.Errorf("%q has its last word behind a form of be: %v", text, got)
		}
	}
	askTexts(t, "is a step", commands, []string{"Use the door.", "Store the rows in the shop."}, []string{"The door opens.",
		"Doors must open.", "", "Shop doors."})
}

// Outlines keep of a statement what doubts it, and give up pairs by that alone, at the very energy too.
func TestOutlinesAtTheBoundary(t *testing.T) {
	outline := func(text, document string, conditions ...string) Outline {
		return OutlineOf(read.Parse(read.Statement{Text: text, Document: document, Conditions: conditions}))
	}
	plain, other := outline("The door of the shop is open.", "a.md"), outline("The door of the shop is shut.", "b.md")
	for name, c := range map[string]struct {
		a, b  Outline
		gates float64 // product
	}{
		"nothing speaks against it": {plain, other, 1},
		"one says it":               {outline("It is open.", "a.md"), other, Unlikely},
		"both say it, in one long sentence": {outline("It keeps all old doors of the big shop open.", "a.md"),
			outline("It keeps all old doors of the big shop shut.", "b.md"), 1},
		"in two long sentences": {outline("It keeps all old doors of the big shop open.", "a.md"),
			outline("It is sold to all guests of the small bank at noon.", "b.md"), Unlikely},
		"under a condition": {outline("The door is open.", "a.md", "At night:"), other, Unlikely},
		"under two conditions": {outline("The door is open.", "a.md", "At night:"), outline("The door is shut.", "b.md",
			"By day:"), Unlikely},
		"under the same condition": {outline("The door is open.", "a.md", "At night:"), outline("The door is shut.", "b.md",
			"At night:"), 1},
	} {
		for _, at := range []struct {
			least float64
			want  bool
		}{{c.gates, false}, {c.gates + .01, true}, {0, false}, {-1, false}} {
			if got := c.a.Doubtful(&c.b, at.least); got != at.want || c.b.Doubtful(&c.a, at.least) != got {
				t.Errorf("%s, asked for %v: given up %v", name, at.least, got)
			}
		}
	}
	if same := outline("It is open.", "b.md"); same.Doubtful(&same, 1) {
		t.Error("the same text is given up")
	}
	if plain.Stems != 0 &&
		len(parse("The door of the shop is open.").Contents) < longSentence {
		t.Errorf("%+v", plain)
	}
}
