package fact

import (
	"regexp"
	"strings"
	"sync"
	"unicode"
)

var formulaPatterns = sync.OnceValue(func() (p struct{ span, number, means, call *regexp.Regexp }) {
	p.span = regexp.MustCompile("`([^`]+)`")
	p.number = regexp.MustCompile(`\b[0-9][0-9_]*(?:\.[0-9]+)?\b`)
	p.means = regexp.MustCompile(`\b(?:means?|associates?|parses?|parsed|equivalent|reads?|interpreted|binds|same as|becomes?)\b`)
	p.call = regexp.MustCompile(`\b([a-z_][A-Za-z_0-9]{5,})\(([^()]*)\)`)
	return p
})

// formula is an arithmetic expression of a unit.
type formula struct {
	text, skeleton string
	numbers        string
	unit           *unit
}

// spansOf returns what stands between the backticks of a text, of so many pairs at most.
func spansOf(text string, most int) (spans []string) {
	for len(spans) < most {
		_, behind, opened := strings.Cut(text, "`")
		span, rest, closed := strings.Cut(behind, "`")
		if !opened || !closed {
			break
		}
		if text = rest; span == "" {
			text = behind // two in a row: the second may open
		} else {
			spans = append(spans, span)
		}
	}
	return spans
}

// formulas finds one formula with other numbers: "43000*k + 65000" and "23000*k + 115000", where the
// headings share a word that says what it is of.
func formulas(units []unit) (found []Disagreement) {
	bySkeleton := map[string][]formula{}
	for i := range units {
		for _, f := range formulasOf(&units[i]) {
			for _, other := range bySkeleton[f.skeleton] {
				if other.numbers != f.numbers && other.unit.paragraph != f.unit.paragraph && shareHeading(other.unit, f.unit) {
					found = append(found, disagree(Formula, f.skeleton, other.unit, other.text, f.unit, f.text))
				}
			}
			bySkeleton[f.skeleton] = append(bySkeleton[f.skeleton], f)
		}
	}
	for skeleton, list := range bySkeleton {
		if len(list) > 2 { // a case each
			var kept []Disagreement
			for _, d := range found {
				if d.Subject != skeleton {
					kept = append(kept, d)
				}
			}
			found = kept
		}
	}
	return found
}

// formulasOf reads the expressions of two numbers and a name or more that a unit has.
func formulasOf(u *unit) (out []formula) {
	if !strings.ContainsAny(u.text, "*+") {
		return nil
	}
	var texts []string
	switch u.kind {
	case code:
		texts = append(texts, u.text)
	case prose, row:
		texts = spansOf(u.text, 8)
	}
	for _, text := range texts {
		if _, right, ok := strings.Cut(text, "="); ok {
			text = right
		}
		text = strings.TrimRight(strings.TrimSpace(text), ";,.")
		skeleton := strings.ReplaceAll(formulaPatterns().number.ReplaceAllString(text, "#"), " ", "")
		if strings.ContainsAny(skeleton, "\"'[]{}<>!?:&|$\\/,.") || strings.Count(skeleton, "#") < 2 ||
			strings.Count(skeleton, "*")+strings.Count(skeleton, "+") < 2 || !strings.ContainsFunc(skeleton, unicode.IsLetter) ||
			calculates(skeleton) {
			continue
		}
		out = append(out, formula{text, skeleton, strings.Join(formulaPatterns().number.FindAllString(text, -1), " "), u})
	}
	return out
}

// calculates tells a calculation of one example, in which all are amounts: "25 MiB * 60 s * 16 cores".
func calculates(skeleton string) bool {
	for operand := range strings.FieldsFuncSeq(skeleton, func(r rune) bool { return strings.ContainsRune("*+-()", r) }) {
		if operand[0] != '#' {
			return false
		}
	}
	return true
}

// shareHeading reports whether the innermost headings have a word of their subject in common.
func shareHeading(a, b *unit) bool {
	if len(a.headings) == 0 || len(b.headings) == 0 {
		return false
	}
	x, y := headingWords(a), headingWords(b)
	for w := range x {
		if y[w] {
			return true
		}
	}
	return false
}

// headingWords are the words of the innermost heading, in small letters, without short ones and
// those that any heading above a formula may have. There must be a heading.
func headingWords(u *unit) map[string]bool {
	out := map[string]bool{}
	for w := range strings.FieldsFuncSeq(strings.ToLower(u.headings[len(u.headings)-1]),
		func(r rune) bool { return !unicode.IsLetter(r) }) {
		switch w {
		case "cost",
			"costs",
			"price",
			"formula",
			"schedule",
			"calculation",
			"operation",
			"function",
			"parameters",
			"constants",
			"specification":
		default:
			if len(w) > 3 {
				out[w] = true
			}
		}
	}
	return out
}

// parentheses finds one expression that is read in two ways: `i @ p | q` that means `(i @ p) | q` here and
// `i @ (p | q)` there. What a sentence says first counts: "… as opposed to …" has both.
func parentheses(units []unit) (found []Disagreement) {
	type reading struct {
		text string
		unit *unit
	}
	bare := strings.NewReplacer("(", "", ")", "", " ", "")
	first := map[string]reading{}
	for i := range units {
		u := &units[i]
		if u.kind != prose || strings.Count(u.text, "`") < 4 || !strings.ContainsAny(u.text, "()") ||
			!formulaPatterns().means.MatchString(u.text) {
			continue
		}
		said := map[string]bool{} // expressions of the sentence without parentheses
		for _, span := range spansOf(u.text, 8) {
			key := bare.Replace(span)
			if !strings.ContainsAny(span, "()") {
				said[key] = true
				continue
			}
			if !said[key] || len(key) < 4 || !strings.ContainsAny(span, " ") {
				continue
			}
			said[key] = false
			text := strings.ReplaceAll(span, " ", "")
			if before, known := first[key]; !known {
				first[key] = reading{text, u}
			} else if before.text != text {
				found = append(found, disagree(Formula, span, before.unit, before.text, u, text))
			}
		}
	}
	return found
}

// signatures finds one sentence that calls a function with other arguments: all else of it is the same.
func signatures(units []unit) (found []Disagreement) {
	const least = 40 // bytes of the rest of the sentence
	type call struct {
		args string
		unit *unit
	}
	seen := map[string]call{}
	for i := range units {
		u := &units[i]
		if u.kind != prose || !strings.Contains(u.text, "(") || !strings.Contains(u.text, "`") {
			continue
		}
		m := formulaPatterns().call.FindAllStringSubmatch(u.text, 3)
		if len(m) != 1 {
			continue
		}
		rest := formulaPatterns().call.ReplaceAllString(u.text, "$1()")
		before, known := seen[rest]
		switch {
		case len(formulaPatterns().span.ReplaceAllString(rest, "")) < least/2 || len(rest) < least:
		case !known:
			seen[rest] = call{m[0][2], u}
		case strings.Count(before.args, ",") != strings.Count(m[0][2], ",") && before.args != "" && m[0][2] != "":
			found = append(found, disagree(Name, m[0][1], before.unit, m[0][1]+"("+before.args+")", u, m[0][1]+"("+m[0][2]+")"))
		}
	}
	return found
}
