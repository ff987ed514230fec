package judge

import (
	"fmt"
	"strings"
	"testing"

	"github.com/9aea2451/kb/contradict/everyday"
	"github.com/9aea2451/kb/contradict/read"
	"github.com/9aea2451/kb/contradict/words"
)

// Who asks for contradictions from an energy on is told the same of those, and of duplicates, as who asks for all;
// nothing of them is given up before.
func TestJudgedFromAnEnergyOn(t *testing.T) {
	for _, file := range []string{"everyday.txt", "notes.txt"} {
		for _, lines := range everyday.Groups(t, file) {
			for i, x := range lines {
				for _, y := range lines[:i] {
					a, b := titled(x), titled(y)
					v := Judge(a, b, nil)
					for _, least := range []float64{Warn, Reject} {
						w := JudgeFrom(least, a, b, Uniform)
						switch told := v.Energy >= least || v.Relation == Duplicate; {
						case told && (w.Explain() != v.Explain() || w.Energy != v.Energy || w.Relation != v.Relation):
							t.Errorf("%q and %q from %v on: %s %v %s, want %s %v %s", x.Text, y.Text, least, w.Relation,
								w.Energy, w.Explain(),
								v.Relation, v.Energy, v.Explain())
						case !told && (w.Energy >= least || w.Relation == Duplicate):
							t.Errorf("%q and %q from %v on: %s %v, but %v", x.Text, y.Text, least, w.Relation, w.Energy, v.Energy)
						}
						if v.Energy >= least && (Doubtful(a, b, least) || Doubtful(b, a, least)) {
							t.Errorf("%q and %q of %v are given up at %v", x.Text, y.Text, v.Energy, least)
						}
					}
				}
			}
		}
	}
}

// How surely statements of two forces, one of them negated, cannot both hold, whichever comes first.
func TestStrengthOfDenials(t *testing.T) {
	forces := []read.Force{read.Must, read.Should, read.May, read.Will, read.Assertion, read.NotRequired}
	var got []string
	for i, a := range forces {
		for _, b := range forces[i:] {
			if flipStrength(a, b) != flipStrength(b, a) {
				t.Errorf("%s and %s: %v, the other way round %v", a, b, flipStrength(a, b), flipStrength(b, a))
			}
			got = append(got, fmt.Sprintf("%v/%v %v", a, b, flipStrength(a, b)))
		}
	}
	want := []string{
		fmt.Sprint("MUST/MUST ", certain), fmt.Sprint("MUST/SHOULD ", sure), fmt.Sprint("MUST/MAY ", nearlySure),
		fmt.Sprint("MUST/will ", certain), fmt.Sprint("MUST/assertion ", certain), fmt.Sprint("MUST/not required ", weak),
		fmt.Sprint("SHOULD/SHOULD ", nearlySure), fmt.Sprint("SHOULD/MAY ", shouldOrMay), fmt.Sprint("SHOULD/will ", strongSignal),
		fmt.Sprint("SHOULD/assertion ", strongSignal), fmt.Sprint("SHOULD/not required ", weak), fmt.Sprint("MAY/MAY ", sure),
		fmt.Sprint("MAY/will ", bindsAndWill), fmt.Sprint("MAY/assertion ", sure), fmt.Sprint("MAY/not required ", weak),
		fmt.Sprint("will/will ", certain), fmt.Sprint("will/assertion ", certain), fmt.Sprint("will/not required ", weak),
		fmt.Sprint("assertion/assertion ", certain), fmt.Sprint("assertion/not required ", weak),
		fmt.Sprint("not required/not required ", weak),
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

// A fact within a norm is no conflict, nor is a recommendation within a duty; two duties, or two facts, of other bounds
// are one.
func TestFactsWithinNorms(t *testing.T) {
	for _, c := range []struct {
		fact, norm string
		want       float64
	}{
		{"The pool keeps at most 20 doors.", "The pool must keep at most 30 doors.", 0},
		{"The pool keeps at most 30 doors.", "The pool must keep at most 20 doors.", sure},
		{"The pool keeps at least 30 doors.", "The pool must keep at least 20 doors.", 0},
		{"The pool keeps at least 20 doors.", "The pool must keep at least 30 doors.", sure},
		{"The pool keeps at most 20 doors.", "The pool keeps at most 30 doors.", sure},
		{"The pool should keep at most 20 doors.", "The pool must keep at most 30 doors.", 0},
		{"The pool should keep at most 30 doors.", "The pool must keep at most 20 doors.", sure},
		{"A name SHOULD NOT exceed 40 letters.", "A name MUST NOT exceed 60 letters.", 0},
		{"The pool must keep at most 20 doors.", "The pool must keep at most 30 doors.", sure},
	} {
		for _, order := range [][2]string{{c.fact, c.norm}, {c.norm, c.fact}} {
			p := newPair(parse(order[0]), parse(order[1]), Uniform)
			if got := p.boundsDiffer(&p.a.Quantities[0], &p.b.Quantities[0]); got != c.want {
				t.Errorf("%q and %q: %v, want %v", order[0], order[1], got, c.want)
			}
			p.release()
		}
	}
}

// Words that point into the page, that name an exception, or that lead a subject.
func TestWordsThatPoint(t *testing.T) {
	for text, want := range map[string]bool{
		"The rules above are public.": true, "See the rules above.": true, "The rules above.": true,
		"The lamp above the door is lit.": false,
		"The rules above hold.":           false, "The rules above": true, "The following rules hold.": true,
		"The preceding rules hold.": true,
		"The rules hold.":           false, "Below, the rules hold.": true,
	} {
		p := parse(text)
		points := false
		for _, c := range p.Contents {
			points = points || pointsAt(p, c)
		}
		if points != want {
			t.Errorf("%q points into the page: %v (%d contents)", text, points, len(p.Contents))
		}
	}
	askTexts(t, "names an exception", excepts, []string{"All doors open except one.", "All besides one.", "None other than this.",
		"Doors open unless locked."}, []string{"The other door opens.", "Than other doors.", "Doors open.", "No other"})
}

// What changes by a row counts once, and with its sign.
func TestCountOfAChange(t *testing.T) {
	for _, c := range []struct {
		before, after, right bool
		want                 Change
	}{{true, true, true, Change{}}, {false, false, false, Change{}}, {false, true, true, Change{Right: 1}},
		{true, false, true, Change{Right: -1}}, {false, true, false, Change{Wrong: 1}}, {true, false, false, Change{Wrong: -1}}} {
		var got Change
		if got.count(c.before, c.after, c.right); got != c.want {
			t.Errorf("%+v: %+v", c, got)
		}
	}
	p := newPair(parse("Doors open."), parse("Doors shut."), nil)
	defer p.release()
	for rarity, want := range map[float64]float64{commonWord: 0, rareWord: 1, (commonWord + rareWord) / 2: .5, rareWord + 1: 1, 0: 0} {
		p.rarity = func(string) float64 { return rarity }
		if got := p.distinction("door"); got < want-1e-9 || got > want+1e-9 {
			t.Errorf("a word of rarity %v tells things apart by %v, want %v", rarity, got, want)
		}
	}
}

// Amounts that are called by an acronym are numbers of documents; those with a unit, or behind another word, are not.
func TestCitedDocuments(t *testing.T) {
	for text, want := range map[string]bool{"The path is as defined in ICS 24.": true, "The path is as defined in Ics 24.": false,
		"The path is 24 days old.": false, "The path is as defined in ICS 2.4.": false} {
		p := parse(text)
		got := false
		for i := range p.Quantities {
			got = got || cites(p, &p.Quantities[i])
		}
		if got != want {
			t.Errorf("%q cites a document: %v (%d amounts)", text, got, len(p.Quantities))
		}
	}
	if a, b := parse("The worker of the hall stops all old jobs at night when the big disk is full."),
		parse("The big disk is full, the worker of the hall stops all old jobs at night."); !stemsAlike(b, a) || !stemsAlike(a, b) {
		t.Error("what stands in a condition of the other is no word more")
	}
}

// "This value" of one note is not that of another where its amount differs.
func TestTheThingOfANote(t *testing.T) {
	long := [2]string{"The length of this old value is 8 bytes in all halls of the shop.",
		"The length of this old value is 9 bytes in all halls of the shop."}
	for _, c := range []struct {
		name string
		a, b string
		want bool
	}{
		{"an amount of this thing", long[0], long[1], true},
		{"an amount of this thing and one of such", strings.Replace(long[0], "this", "such", 1), long[1], true},
		{"an amount of that thing", strings.Replace(long[0], "this", "such", 1), strings.Replace(long[1], "this", "such", 1), false},
		{"of this thing no amount", strings.Replace(long[0], "is 8", "is no", 1), strings.Replace(long[0], "is 8", "is", 1), false},
	} {
		p := aligned(t, said(c.a, "a.md"), said(c.b, "b.md"))
		if got := pointsElsewhere(p); got != c.want {
			t.Errorf("%s points elsewhere: %v (anaphoric %v, one sentence %v)", c.name, got, p.a.Anaphoric, p.oneSentence())
		}
	}
}

// Opposite attributes of a short sentence make two things; a long one that differs in nothing else was reversed.
func TestOppositeAttributes(t *testing.T) {
	const long = "The worker of the hall sends a secure copy of each report to the old shop"
	reversed := func(s string) string { return strings.Replace(s, "secure", "insecure", 1) }
	for name, c := range map[string]struct {
		a, b string
		want float64
	}{
		"long":             {long, reversed(long), longAttributes},
		"short":            {"The worker sends a secure copy.", "The worker sends an insecure copy.", oppositeAttributes},
		"long, and a word": {long, reversed(long) + " and the bank", oppositeAttributes},
		"long, and permitted": {strings.Replace(long, "sends", "may send", 1), reversed(strings.Replace(long, "sends", "may send", 1)),
			permittedAttributes},
		"long, and of support": {long + " and supports it", reversed(long) + " and supports it", permittedAttributes},
	} {
		p := newPair(parse(c.a), parse(c.b), Uniform)
		p.alignWords()
		p.pairAntonyms()
		if got := p.attributeStrength(); got != c.want {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
		p.release()
	}
}

// A place where something holds is no choice, and what only a rule prescribes is exclusive where it is unknown.
func TestChoicesAndComplements(t *testing.T) {
	for texts, want := range map[[2]string]int{{"Reports are sealed for Linux.", "Reports are sealed for Windows."}: 1,
		{"We settled for Linux.", "We settled for Windows."}: 0} {
		p := newPair(parse(texts[0]), parse(texts[1]), Uniform)
		p.alignWords()
		if p.signalChoice(); p.unread != want || len(p.choices) != 1-want {
			t.Errorf("%q: %d unexplained, %d choices", texts, p.unread, len(p.choices))
		}
		p.release()
	}
	for texts, want := range map[[2]string]bool{
		{"Reports MUST begin with a title.", "Reports MUST begin with a date."}:     true,
		{"Reports MUST begin with a title.", "Reports begin with a date."}:          false,
		{"Reports begin with a title.", "Reports MUST begin with a date."}:          false,
		{"Reports SHOULD begin with a title.", "Reports SHOULD begin with a date."}: false,
		{"Reports are sorted by title.", "Reports are sorted by date."}:             true,
		{"Reports are sold by title.", "Reports are sold by date."}:                 false,
		{"Reports MUST begin titles.", "Reports MUST begin dates."}:                 false,
	} {
		p := newPair(parse(texts[0]), parse(texts[1]), Uniform)
		p.alignWords()
		start, _, _, ok := p.replacedRun()
		if !ok || p.prescribesComplement(start) != want {
			t.Errorf("%q: prescribed %v, a run %v", texts, !want, ok)
		}
		p.release()
	}
}

// A denial is answered by one of the same word, or of a word that only its own side has and that is no opposite.
func TestAnsweredDenials(t *testing.T) {
	p := newPair(parse("Doors open in the hall with a lamp."), parse("Doors open in the shop with a key."), Uniform)
	defer p.release()
	for _, c := range []struct {
		of   read.Negation
		by   []read.Negation
		want int
	}{
		{read.Negation{Target: "door"}, []read.Negation{{Target: "key"}, {Target: "door"}}, 1},
		{read.Negation{Target: "lamp"}, []read.Negation{{Target: "key"}}, 0},
		{read.Negation{Target: "lamp"}, []read.Negation{{Target: "key", Condition: true}}, -1},
		{read.Negation{Target: "door"}, []read.Negation{{Target: "key"}}, -1},
		{read.Negation{Target: "lamp"}, []read.Negation{{Target: "door"}}, -1},
		{read.Negation{Target: "enabl"}, []read.Negation{{Target: "disabl"}}, -1}, {read.Negation{},
			[]read.Negation{{Target: "key"}}, -1},
		{read.Negation{}, []read.Negation{{}}, 0}, {read.Negation{Target: "lamp"}, nil, -1},
	} {
		if got := p.answering(c.of, c.by); got != c.want {
			t.Errorf("%+v by %+v: %d, want %d", c.of, c.by, got, c.want)
		}
	}
}

// Rules that are asked of two things are not satisfied by one.
func TestRulesOfBoth(t *testing.T) {
	two := func(a, b string) *pair {
		t.Helper()
		p := newPair(parse(a), parse(b), Uniform)
		t.Cleanup(p.release)
		return p
	}
	for name, c := range map[string]struct{ got, want bool }{
		"both have the word":       {two("Doors allow keys.", "Doors allow lamps.").shares("allow"), true},
		"one has the word":         {two("Doors allow keys.", "Doors open.").shares("allow"), false},
		"the other has the word":   {two("Doors open.", "Doors allow lamps.").shares("allow"), false},
		"no conditions":            {two("Doors open.", "Doors shut.").conditionsAgree(), false},
		"one condition":            {two("If keys turn, doors open.", "If keys turn, doors shut.").conditionsAgree(), true},
		"as much besides":          {speaksOfMore(&pair{anchored: 1, restA: bothRest, restB: bothRest + 1}), false},
		"more besides":             {speaksOfMore(&pair{anchored: 1, restA: bothRest + .1, restB: bothRest + 1}), true},
		"one has as much":          {speaksOfMore(&pair{anchored: 1, restA: 1 + oneRest}), false},
		"one has more":             {speaksOfMore(&pair{anchored: 1, restB: 1.1 + oneRest}), true},
		"nothing is given up at 0": {Doubtful(parse("It is open."), parse("The door is shut."), 0), false},
		"a denial behind a sign": {deniesOfAnother(parse("Doors open; keys do not turn."), read.Negation{At: 9,
			Target: "turn"}, parse("Doors open.")), true},
		"a denial of the same thing": {deniesOfAnother(parse("Doors open; doors do not shut."), read.Negation{At: 1,
			Target: "door"}, parse("Doors shut.")), false},
	} {
		if c.got != c.want {
			t.Errorf("%s: %v", name, c.got)
		}
	}
	p := two("See the rules above.", "The lamp is below the door.")
	p.alignWords()
	if p.pairAntonyms(); len(p.antonyms) != 1 {
		t.Errorf("a place of the page against one of a thing: %d opposites", len(p.antonyms))
	}
	for text, want := range map[string]string{"Doors of shops must open daily.": "door shop", "Open doors.": "open door",
		"Doors are green.": "door"} {
		if got := strings.Join(subjectTerms(parse(text)), " "); got != want {
			t.Errorf("%q speaks of %q, want %q", text, got, want)
		}
	}
	for text, want := range map[string]string{"With `pool`, `max_connections` is set to 400.": "`max_connections",
		"`max_connections` is 400.": "`max_connections", "The pool `main` opens 400 doors.": "", "The pool opens 400 doors.": ""} {
		q := parse(text)
		if got := settingOf(q, &q.Quantities[0]); got != want {
			t.Errorf("%q: the number is of %q, want %q", text, got, want)
		}
	}
	names := two("Sessions of limits expire.", "Sessions of limits do not expire.")
	for names2, want := range map[[2]string]bool{{"limit red session small", "big limit session"}: true,
		{"limit red session small tall", "big limit session"}: false, {"red small", "big tall"}: false, {"limit session",
			"limit session"}: false} {
		x, y := strings.Fields(names2[0]), strings.Fields(names2[1])
		if got := names.apart(x, y, &Signal{}); got != want {
			t.Errorf("%q are apart: %v", names2, got)
		}
	}
}

// "Not enabled" against "disabled" makes no difference, where the denial may be of that word.
func TestTwoReversalsMakeNone(t *testing.T) {
	for kind, want := range map[words.AntonymKind]int{words.State: 0, words.Prefixed: 0, words.Reversible: 1, words.Relational: 1} {
		p := newPair(parse("The lamp is enabled."), parse("The lamp is disabled."), Uniform)
		p.alignWords()
		p.pairAntonyms()
		p.antonyms[0].kind = kind
		if rest := p.cancelAntonyms([]flip{{target: ""}}); len(rest) != want || len(p.antonyms) != want {
			t.Errorf("opposites of kind %v: %d denials and %d opposites are left, want %d", kind, len(rest), len(p.antonyms), want)
		}
		p.release()
	}
}
