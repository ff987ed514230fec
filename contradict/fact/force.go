package fact

import (
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/9aea2451/kb/text/stem"
)

var forcePattern = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`\b(MUST NOT|MUST|SHALL NOT|SHALL|SHOULD NOT|SHOULD|MAY)\b`)
})

var codePattern = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile("`[^`]+`") })

// rule is what a sentence with a word of RFC 2119 asks.
type rule struct {
	force     int // 3 must, 2 should, 1 may
	denied    bool
	subject   []string // stems before the word
	predicate []string // behind it
	code      []string // its code spans
	unit      *unit
	said      string
}

// spacedMarks takes the marks of code and emphasis out, and parts the words of a name.
var spacedMarks = strings.NewReplacer("*", "", "`", "", "_", " ")

// rulesOf reads the rules of a sentence, four at most. What stands before the first word of RFC
// 2119 is the subject of all; a predicate ends where the next rule begins.
func rulesOf(u *unit) (list []rule) {
	text := spacedMarks.Replace(u.text)
	code := codePattern().FindAllString(u.text, -1)
	const most = 4 // rules of one sentence; where the next one begins is where the last of them ends
	at := forcePattern().FindAllStringIndex(text, most+1)
	for i, m := range at[:min(len(at), most)] {
		end := len(text)
		if i+1 < len(at) {
			end = at[i+1][0]
		}
		said := text[m[0]:m[1]]
		r := rule{unit: u, code: code, said: said, subject: contentOf(text[:at[0][0]]), predicate: contentOf(text[m[1]:end])}
		word, _, denied := strings.Cut(said, " ")
		r.denied = denied
		switch word {
		case "MUST", "SHALL":
			r.force = 3
		case "SHOULD":
			r.force = 2
		default:
			r.force = 1
		}
		list = append(list, r)
	}
	return list
}

// contentOf are the stems of the words that say something.
func contentOf(text string) (out []string) {
	for w := range strings.FieldsFuncSeq(strings.ToLower(text), func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < '0' || r > '9') && r < 128
	}) {
		switch w {
		case "a", "an", "the", "of", "to", "in", "on", "at", "by", "for", "with", "as", "be", "is", "are", "been", "and", "or", "that",
			"this", "it", "its", "which", "any", "all", "each", "every", "e", "g", "i", "from", "into", "if", "when", "then", "also",
			"than", "will", "can", "has", "have", "not", "no", "their", "they", "such", "these", "those", "only":
			continue
		}
		out = append(out, stem.Light(w))
	}
	return out
}

// overlap counts the words that both lists have, each once.
func overlap(a, b []string) (both int) {
	in := map[string]bool{}
	for _, w := range b {
		in[w] = true
	}
	for _, w := range a {
		if in[w] {
			both++
			delete(in, w)
		}
	}
	return both
}

func distinct(a []string) int { return overlap(a, a) }

// forces finds what a note requires here and recommends, or forbids, there.
func forces(units []unit) (found []Disagreement) {
	var sections [][2]string
	var rules []rule
	for i := range units {
		if u := &units[i]; u.kind == prose && !strings.HasSuffix(u.text, ":") && asks(u.text) {
			rules = append(rules, rulesOf(u)...)
		}
	}
	if len(rules) > 400 {
		return nil
	}
	for i := range rules {
		for k := i + 1; k < len(rules); k++ {
			a, b := &rules[i], &rules[k]
			if a.unit == b.unit || a.force == b.force && a.denied == b.denied {
				continue
			}
			if against(a, b) {
				found = append(found, disagree(Force, a.said, a.unit, a.said, b.unit, b.said))
				sections = append(sections, sectionsOf(a.unit, b.unit))
			}
		}
	}
	return single(found, sections)
}

// asks tells a text with a word of RFC 2119, as far as is cheap to tell.
func asks(text string) bool {
	return strings.Contains(text, "MUST") || strings.Contains(text, "SH") || strings.Contains(text, "MAY")
}

// against tells rules of one subject of which one asks more, or the opposite.
func against(a, b *rule) bool {
	if len(a.subject)+len(b.subject) == 0 && !sameSection(a.unit, b.unit) { // each of what its section is about
		return false
	}
	if pointsElsewhere(a.unit.text) || pointsElsewhere(b.unit.text) || sameSection(a.unit, b.unit) && a.denied != b.denied ||
		parallel(a.unit, b.unit) || namesBeyond(a.code, b.code) && namesBeyond(b.code, a.code) {
		return false
	}
	pa, pb := distinct(a.predicate), distinct(b.predicate)
	both := overlap(a.predicate, b.predicate)
	subject := overlap(a.subject, b.subject)
	if a.denied == b.denied {
		if both < pa && both < pb { // each of its own: the agent, the aggregator
			return false
		}
		return both >= 3 && both*5 >= max(pa, pb)*4 && subject > 0 &&
			(subject == distinct(a.subject) || subject == distinct(b.subject)) &&
			!narrows(a, b) && !narrows(b, a)
	}
	wa, wb := append(
		a.subject[:len(a.subject):len(a.subject)],
		a.predicate...), append(
		b.subject[:len(b.subject):len(b.subject)],
		b.predicate...)
	all := overlap(wa, wb)
	return both >= 2 && both == min(pa, pb) && all >= 5 && all*5 >= min(distinct(wa), distinct(wb))*4 && a.force == b.force
}

// namesBeyond reports whether one rule names in code what the other does not.
func namesBeyond(code, other []string) bool {
	return slices.ContainsFunc(code, func(c string) bool { return !slices.Contains(other, c) })
}

// narrows tells a rule that requires of some of a subject what the other one allows of all.
func narrows(some, all *rule) bool {
	shared := overlap(all.subject, some.subject)
	return all.force == 1 && shared == distinct(all.subject) && distinct(some.subject) > shared
}

// pointsElsewhere tells a sentence that holds at its own place or time: a case of several.
func pointsElsewhere(text string) bool {
	if strings.ContainsAny(text, "<>=") {
		return true
	}
	for w := range strings.FieldsSeq(strings.ToLower(text)) {
		switch strings.Trim(w, ",.;:()*`") {
		case "see",
			"this", "these", "those", "before", "after", "until", "unless", "reject", "otherwise", "except", "following", "above", "below":
			return true
		}
	}
	return false
}

// sameSection compares whole heading paths; all text above the first heading is one section.
func sameSection(a, b *unit) bool {
	return len(a.headings) == len(b.headings) && (len(a.headings) == 0 || slices.Equal(a.headings, b.headings))
}

// parallel tells sections of two things by headings that have all but one word in common: "Instrument
// unit", "Instrument description".
func parallel(a, b *unit) bool {
	if len(a.headings) == 0 || len(b.headings) == 0 {
		return false
	}
	x, y := contentOf(a.headings[len(a.headings)-1]), contentOf(b.headings[len(b.headings)-1])
	n := overlap(x, y)
	return n > 0 && distinct(x) == n+1 && distinct(y) == n+1
}
