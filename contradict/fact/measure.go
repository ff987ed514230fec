package fact

import (
	"regexp"
	"slices"
	"strings"
	"sync"
)

var measurePatterns = sync.OnceValue(func() (p struct{ amount, literal, link, number *regexp.Regexp }) {
	p.amount = regexp.MustCompile(`(?:^|[^\w.$-])([0-9](?:[0-9_,]*[0-9_])?(?:\.[0-9]+)?)(?: |-)?([KMGT]i?B\b|(?:[a-z]+ )?[A-Za-z]{3,}\b)`)
	p.link = regexp.MustCompile(`\[([^\]]*)\](?:\([^)]*\)|\[[^\]]*\]|:.*)|<?https?://\S*`)
	p.number = regexp.MustCompile(`\b([0-9][0-9_]*(?:\.[0-9]+)?)(?:[KMGT]i?B)?\b`)
	p.literal = regexp.MustCompile("([a-zA-Z]+ )?([a-zA-Z]+) \\(?`(0x[0-9a-fA-F]{2,})`")
	return p
})

// measure is an amount of something that a sentence gives.
type measure struct {
	written string
	number  float64
	of      string   // its unit or noun, stemmed
	words   []string // of the sentence, stemmed
	unit    *unit
}

// summaries finds an amount in the summary of a note that its body gives otherwise, and nowhere the same.
func summaries(units []unit) (found []Disagreement) {
	var inSummary, inBody []measure
	for i := range units {
		if u := &units[i]; isSummary(u) && (u.kind == prose || u.kind == field) {
			inSummary = append(inSummary, measuresOf(u)...)
		}
	}
	if len(inSummary) == 0 {
		return nil
	}
	numbers := map[float64]bool{}
	for i := range units {
		u := &units[i]
		if isSummary(u) || !strings.ContainsAny(u.text, "0123456789") {
			continue
		}
		for _, n := range numbersIn(u.text) {
			numbers[n] = true
		}
		if u.kind == prose {
			inBody = append(inBody, measuresOf(u)...)
		}
	}
	if len(inSummary) > 40 {
		return nil
	}
	for _, s := range inSummary {
		if numbers[s.number] {
			continue
		}
		var best *measure
		values := map[float64]struct{}{}
		for k := range inBody {
			if b := &inBody[k]; b.of == s.of && b.number != s.number {
				shared := overlap(s.words, b.words)
				switch {
				case near(s.number, b.number): // counted otherwise: this one is meant
					best, values = b, map[float64]struct{}{b.number: {}}
				case best != nil && near(s.number, best.number):
				case shared >= 4 && shared*2 >= min(distinct(s.words), distinct(b.words)):
					if best == nil {
						best = b
					}
					values[b.number] = struct{}{}
				}
			}
		}
		if len(values) == 1 && !slices.Contains(numbersIn(s.unit.text), best.number) {
			found = append(found, disagree(Amount, s.of, s.unit, s.written, best.unit, best.written).also(giving(units, best)))
		}
	}
	return found
}

// giving lists the sentences and rows that have the number of an amount.
func giving(units []unit, m *measure) (list []*unit) {
	for i := range units {
		if u := &units[i]; (u.kind == prose || u.kind == row) && slices.Contains(numbersIn(u.text), m.number) {
			list = append(list, u)
		}
	}
	return list
}

// near tells numbers of which one may have been counted from zero and the other from one.
func near(a, b float64) bool { return a > 100 && (a-b == 1 || b-a == 1) }

// isSummary tells what sums up a note: the text below "Abstract" and the like, and the title, the
// summary and the description of the front matter.
func isSummary(u *unit) bool {
	if u.kind == field {
		return strings.HasPrefix(u.text, "description:") || strings.HasPrefix(u.text, "summary:") || strings.HasPrefix(u.text, "title:")
	}
	if len(u.headings) == 0 {
		return false
	}
	switch strings.ToLower(u.headings[len(u.headings)-1]) {
	case "abstract", "summary", "simple summary", "tl;dr", "overview", "synopsis":
		return true
	}
	return false
}

// numbersIn lists the numbers of a text, 50 at most, with and without units, "1,500" as 1500.
func numbersIn(text string) (out []float64) {
	for _, m := range measurePatterns().number.FindAllStringSubmatch(strings.ReplaceAll(text, ",", ""), 50) {
		if n, ok := numberOf(m[1]); ok {
			out = append(out, n)
		}
	}
	return out
}

// withoutCode takes the marks of code and of bold words out.
var withoutCode = strings.NewReplacer("`", "", "*", "")

// measuresOf reads the amounts of a sentence, eight at most. It leaves out numbers below 3, those
// from 1901 to 2099, which may be years, and sentences of a change.
func measuresOf(u *unit) (out []measure) {
	if !strings.ContainsAny(u.text, "0123456789") || tellsOfChange(u.text) {
		return nil
	}
	text := withoutCode.Replace(measurePatterns().link.ReplaceAllString(u.text, "$1"))
	words := contentOf(text)
	for _, m := range measurePatterns().amount.FindAllStringSubmatch(text, 8) {
		number, ok := numberOf(strings.TrimRight(m[1], ",_"))
		noun := contentOf(m[2])
		if !ok || len(noun) == 0 || number < 3 || number > 1900 && number < 2100 {
			continue
		}
		of := noun[len(noun)-1]
		out = append(out, measure{m[1] + " " + m[2], number, of, without(words, m[1], of), u})
	}
	return out
}

// without keeps the words that are not among those left out and do not begin with a digit.
func without(words []string, left ...string) (kept []string) {
	for _, w := range words {
		drop := len(w) > 0 && w[0] >= '0' && w[0] <= '9'
		for _, l := range left {
			drop = drop || w == l
		}
		if !drop {
			kept = append(kept, w)
		}
	}
	return kept
}

// literals finds a noun with a hexadecimal literal here, and with one there that begins with it.
func literals(units []unit) (found []Disagreement) {
	type use struct {
		text string
		unit *unit
	}
	byNoun := map[string][]use{}
	var nouns []string
	for i := range units {
		u := &units[i]
		if u.kind != prose || !strings.Contains(u.text, "`0x") {
			continue
		}
		for _, m := range measurePatterns().literal.FindAllStringSubmatch(u.text, 8) {
			noun := strings.ToLower(m[2])
			if byNoun[noun] == nil {
				nouns = append(nouns, noun)
			}
			byNoun[noun] = append(byNoun[noun], use{strings.ToLower(m[3]), u})
		}
	}
	for _, noun := range nouns {
		places := map[string][]*unit{}
		var order []string
		for _, u := range byNoun[noun] {
			if places[u.text] == nil {
				order = append(order, u.text)
			}
			places[u.text] = append(places[u.text], u.unit)
		}
		for _, rare := range order {
			for _, other := range order {
				if len(places[rare]) > 1 || len(places[other]) < 2 || rare == other || places[other][0] == places[rare][0] {
					continue
				}
				if strings.HasPrefix(other, rare) || strings.HasPrefix(rare, other) {
					found = append(found, disagree(Constant, noun, places[rare][0], rare, places[other][0], other).also(places[other]))
				}
			}
		}
	}
	return found
}
