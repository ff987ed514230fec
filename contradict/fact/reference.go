package fact

import (
	"regexp"
	"strings"
	"sync"
)

var referencePattern = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(
		`\b(EIP|ERC|RFC|KEP|ADR|PEP|BIP|JEP|SIP|CIP|TIP|LIP|IIP|requires|Requires)(s?)[-: #]*([0-9]{3,5})\b` +
			`((?:(?:,| and|, and|,? or) [0-9]{3,5}\b)*)`,
	)
})

var numbersOnly = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`[0-9]{3,5}`) })

// cited is where a number of a series stands.
type cited []*unit

// citation is a number with what stands before it: "" where the front matter says no more than that it
// requires the number.
type citation struct{ series, number string }

// comparable tells citations that may be of one series. What is required is mostly of the note's own, which
// is no RFC of the internet.
func (x citation) comparable(y citation) bool {
	return x.series == y.series || x.series == "" && y.series != "RFC" || y.series == "" && x.series != "RFC"
}

// references finds two numbers of one series, cited in one note, that differ in a digit or in two that
// changed places. One of them would be wrong if the repository had the series and not that number: who
// knows the repository decides. A number that many places cite was meant: a wrong one is copied once at most.
func references(units []unit) (found []Disagreement) {
	all := map[citation]cited{}
	var order []citation
	for i := range units {
		u := &units[i]
		if u.kind == code {
			continue
		}
		for _, number := range numbersOf(u.text) {
			if all[number] == nil {
				order = append(order, number)
			}
			all[number] = append(all[number], u)
		}
	}
	// However a number is written: "CIP 113" or "CIP-0113".
	places := map[string]int{}
	for _, x := range order {
		places[WithoutZeros(x.number)] += len(all[x])
	}
	const meant = 3 // places of a number that nobody has mistyped
	const many = 60 // numbers from which on a note is a list of them
	if len(order) > many {
		return nil
	}
	for i, x := range order {
		for _, y := range order[i+1:] {
			if !x.comparable(y) || !oneEdit(x.number, y.number) {
				continue
			}
			a, b := nearest(all[x], all[y])
			d := disagree(Reference, "reference", a, x.number, b, y.number)
			d.Meant = [2]bool{
				places[WithoutZeros(x.number)] >= meant || allLead(all[x], x.number),
				places[WithoutZeros(y.number)] >= meant || allLead(all[y], y.number),
			}
			if !d.Meant[0] || !d.Meant[1] {
				found = append(found, d)
			}
		}
	}
	return found
}

// allLead reports whether a number is cited in the words of links to notes alone, whose files have no number:
// what it is called there is known.
func allLead(places cited, number string) bool {
	for _, u := range places {
		leads := false
		for _, m := range linkPatterns().link.FindAllStringSubmatch(u.text, 20) {
			target, _, _ := strings.Cut(m[2], "#")
			leads = leads || strings.Contains(m[1], number) && strings.HasSuffix(target, ".md") && !strings.ContainsAny(target, digits)
		}
		if !leads {
			return false
		}
	}
	return true
}

// WithoutZeros is a number of a series as it is compared: "0113" is 113.
func WithoutZeros(number string) string { return strings.TrimLeft(number, "0") }

// nearest are the two places of which the words have most in common: there one number was meant.
func nearest(xs, ys cited) (a, b *unit) {
	const few = 8 // places of a number that are looked at
	best := -1
	for _, x := range xs[:min(len(xs), few)] {
		words := map[string]bool{}
		for w := range strings.FieldsSeq(strings.ToLower(x.text)) {
			words[w] = true
		}
		for _, y := range ys[:min(len(ys), few)] {
			n := 0
			for w := range strings.FieldsSeq(strings.ToLower(y.text)) {
				if words[w] {
					n++
				}
			}
			if (x.kind == field || y.kind == field) && best >= 0 {
				continue // it says no more than the number
			}
			if n > best || a.kind == field || b.kind == field {
				a, b, best = x, y, n
			}
		}
	}
	return a, b
}

// numbersOf are the numbers of series that a text cites.
func numbersOf(text string) (out []citation) {
	if !citesNumber(text) {
		return nil
	}
	for _, m := range referencePattern().FindAllStringSubmatch(text, 40) {
		series := strings.ToUpper(m[1])
		if series == "REQUIRES" {
			series = ""
		}
		for _, number := range append([]string{m[3]}, numbersOnly().FindAllString(m[4], 20)...) {
			out = append(out, citation{series, number})
		}
	}
	return out
}

// citesNumber tells a text with three digits in a row behind a name of a series, as far as is cheap to tell.
func citesNumber(text string) bool {
	digits := 0
	for i := range len(text) {
		if text[i] < '0' || text[i] > '9' {
			digits = 0
		} else if digits++; digits == 3 {
			return strings.Contains(text, "equires") || strings.ContainsAny(text[:i], "EPRCSJ")
		}
	}
	return false
}

// oneEdit tells numbers of one length that differ in one digit, or in two neighbours that changed places.
func oneEdit(x, y string) bool {
	if len(x) != len(y) || x == y {
		return false
	}
	i := 0
	for x[i] == y[i] {
		i++
	}
	return x[i+1:] == y[i+1:] || x[i] == y[i+1] && x[i+1] == y[i] && x[i+2:] == y[i+2:]
}
