package judge

import (
	"slices"
	"strings"

	"github.com/9aea2451/kb/contradict/read"
	"github.com/9aea2451/kb/contradict/words"
)

// Difference says in what two versions of a statement mean something else. All false: they say the
// same in other words.
type Difference struct {
	Force     bool // MUST became SHOULD, an assertion became a MAY
	Polarity  bool // one denies what the other says
	Value     bool // an amount, a version or a date
	Condition bool // the case in which it holds
	Scope     bool // all, some, only, none
	Name      bool // a name, an identifier or a piece of code
	Words     bool // other words of substance, beyond synonyms and inflections
}

// Any reports whether the versions differ in meaning.
func (d Difference) Any() bool { return d != Difference{} }

// Aspects names what differs, the weightiest first.
func (d Difference) Aspects() []string {
	var out []string
	for _, a := range []struct {
		set  bool
		name string
	}{{d.Force, "force"}, {d.Polarity, "polarity"}, {d.Value, "value"}, {d.Scope, "scope"}, {d.Condition, "condition"}, {d.Name, "name"},
		{d.Words, "words"}} {
		if a.set {
			out = append(out, a.name)
		}
	}
	return out
}

// Compare tells in what two versions of one statement differ. Unlike Judge it takes for granted
// that they speak of the same thing.
func Compare(a, b *read.Parsed) Difference {
	var d Difference
	if a.Text == b.Text {
		return d
	}
	d.Force = a.Force != b.Force && forceMatters(a.Force, b.Force)
	d.Polarity = denials(a)%2 != denials(b)%2
	d.Value = !slices.Equal(amounts(a), amounts(b)) || !slices.Equal(numerals(a.Text), numerals(b.Text))
	d.Name = !slices.Equal(codeSpans(a.Text), codeSpans(b.Text))
	d.Scope = a.Quantifier.Universal != b.Quantifier.Universal || a.Quantifier.No != b.Quantifier.No || a.Only != b.Only
	p := newPair(a, b, Uniform)
	p.alignWords()
	p.pairAntonyms()
	d.Polarity = d.Polarity || len(p.antonyms) > 0
	// Words that differ in a letter or two: "recieve" and "receive".
	for i := 0; i < len(p.onlyA); {
		x := p.a.Contents[p.onlyA[i]].Word
		j := -1
		for k, c := range p.onlyB {
			if misspelled(x, p.b.Contents[c].Word) {
				j = k
				break
			}
		}
		if j < 0 {
			i++
			continue
		}
		p.explain(i, j)
	}
	for _, i := range p.onlyA {
		sort(p.a, p.a.Contents[i], &d)
	}
	for _, i := range p.onlyB {
		sort(p.b, p.b.Contents[i], &d)
	}
	d.Condition = !sameTerms(a.ConditionTerms, b.ConditionTerms) || !sameTerms(a.Inherited, b.Inherited)
	if d.Condition && !d.Force && !d.Polarity && sameTerms(sortedTerms(a), sortedTerms(b)) {
		d.Condition = false // the same words, of which another part is read as the condition
	}
	return d
}

// forceMatters reports whether two forces bind differently: what "will" be is asserted.
func forceMatters(a, b read.Force) bool {
	plain := func(f read.Force) bool { return f == read.Assertion || f == read.Will }
	return !plain(a) || !plain(b)
}

// denials counts the negations; "neither … nor" is one.
func denials(p *read.Parsed) int {
	n := len(p.Negations)
	if lower := strings.ToLower(p.Text); strings.Contains(lower, "neither ") {
		n -= strings.Count(lower, " nor ")
	}
	return max(n, 0)
}

// codeSpans are the code spans of a text, sorted, their spacing left aside.
func codeSpans(text string) (out []string) {
	parts := strings.Split(text, "`")
	for i := 1; i < len(parts); i += 2 {
		if code := strings.Join(strings.Fields(parts[i]), ""); code != "" {
			out = append(out, code)
		}
	}
	slices.Sort(out)
	return out
}

// numerals are the runs of digits of what a reader sees of a text, sorted: targets of links and footnotes have none.
func numerals(text string) (out []string) {
	for i := 0; i < len(text); {
		rest := text[i:]
		switch {
		case strings.HasPrefix(rest, "]("):
			i += closed(rest, ')')
		case strings.HasPrefix(rest, "]["), strings.HasPrefix(rest, "[^"):
			i += 1 + closed(rest[1:], ']')
		case words.IsDigit(text[i]):
			start := i
			for i < len(text) && words.IsDigit(text[i]) {
				i++
			}
			out = append(out, text[start:i])
		default:
			i++
		}
	}
	slices.Sort(out)
	return out
}

// closed is how many bytes lead behind the next sign of this kind, 1 where there is none.
func closed(text string, sign byte) int { return max(strings.IndexByte(text, sign)+1, 1) }

// amounts are the quantities of a statement, sorted.
func amounts(p *read.Parsed) []string {
	out := make([]string, 0, len(p.Quantities))
	for i := range p.Quantities {
		q := &p.Quantities[i]
		out = append(out, q.Text())
	}
	slices.Sort(out)
	return out
}

// sort says what kind of word only one version has.
func sort(p *read.Parsed, c read.Content, d *Difference) {
	t := &p.Tokens[c.Token]
	if t.Code || t.Kind == read.CodeToken || t.Name && c.Token > 0 {
		d.Name = true
		return
	}
	if t.Class&words.StopWord == 0 {
		d.Words = true
	}
}

// misspelled reports whether two words are one with a slip of the finger: two letters exchanged, in longer words one more, less or other.
func misspelled(x, y string) bool {
	if len(x) > len(y) {
		x, y = y, x
	}
	if len(x) < 4 || strings.ContainsAny(x+y, "0123456789_") {
		return x == y
	}
	i := 0
	for i < len(x) && x[i] == y[i] {
		i++
	}
	switch len(y) - len(x) {
	case 0:
		return i == len(x) || i+1 < len(x) && x[i] == y[i+1] && x[i+1] == y[i] && x[i+2:] == y[i+2:] || len(x) >= 8 && x[i+1:] == y[i+1:]
	case 1:
		return len(x) >= 6 && x[i:] == y[i+1:]
	}
	return false
}

// sortedTerms are the stems of a statement and its conditions, each once.
func sortedTerms(p *read.Parsed) []string {
	terms := p.Terms()
	slices.Sort(terms)
	return slices.Compact(terms)
}

// sameTerms compares sorted sets, inflections left aside.
func sameTerms(a, b []string) bool {
	return slices.EqualFunc(a, b, func(x, y string) bool { return x == y || words.Inflected(x, y) || misspelled(x, y) })
}
