package read

import (
	"strings"

	"github.com/9aea2451/kb/contradict/words"
)

// Designator is a name that a number tells apart from others of its family: HTTP/1.1, ERC-20, OAuth
// 2.0, phase 1, #123.
type Designator struct {
	Family  string // the name with every number in it written as "#"
	Name    string // in lower case
	Subject bool   // stands before the main verb
}

// maxDesignators bounds the designators that are read of one statement.
const maxDesignators = 8

// readDesignators collects the names with numbers of the whole statement.
func (p *Parsed) readDesignators() {
	predicate := p.Predicate()
	for i := range p.Tokens {
		if len(p.Designators) >= maxDesignators {
			return
		}
		t := &p.Tokens[i]
		name := ""
		switch {
		case t.Kind == WordToken && words.HasDigit(t.Text) && !t.IsMeasure(),
			t.Kind == CodeToken && words.HasDigit(t.Text) && len(t.Text) <= maxLabel:
			name = t.Text
		case p.IsDesignation(i):
			name = p.Tokens[i-1].Text + " " + t.Text
		default:
			continue
		}
		p.Designators = append(p.Designators, Designator{numberFamily(name), name, i < predicate})
	}
}

// IsDesignation reports whether the number at i is part of the name before it ("OAuth 2.0", "phase
// 1") rather than an amount.
func (p *Parsed) IsDesignation(i int) bool {
	if i <= 0 || i >= len(p.Tokens) || p.Tokens[i].Kind != NumberToken {
		return false
	}
	before := &p.Tokens[i-1]
	if before.Kind != WordToken ||
		before.Class&(words.StopWord|words.Comparative|words.Universal|words.Existential|words.NegationCue) != 0 ||
		IsComparator(before.Text) {
		return false
	}
	if before.Class&words.LabelNoun != 0 || words.English().Is(strings.TrimSuffix(before.Text, "s"), words.LabelNoun) {
		return true
	}
	if !before.Name && !p.opensWithName(i) || before.Code {
		return false
	}
	return i+1 >= len(p.Tokens) || words.English().Units[p.Tokens[i+1].Text].Dimension == ""
}

// opensWithName tells "Python 3.8 is …" and "Release 3.0 keeps …": a capital that opens the sentence, and
// a number right before the verb.
func (p *Parsed) opensWithName(i int) bool {
	if i != 1 || i+1 >= len(p.Tokens) {
		return false
	}
	first, next := &p.Tokens[0], &p.Tokens[i+1]
	r := p.Text[first.Start]
	version := strings.Contains(p.Tokens[1].Text, ".") && next.Kind == WordToken && p.isFiniteVerb(2, false)
	return r >= 'A' && r <= 'Z' && (version || next.Kind == ModalMark || next.Class&(words.BeVerb|words.Auxiliary) != 0)
}

// IsMeasure tells "10mb", an amount whose unit follows without a space.
func (t *Token) IsMeasure() bool {
	unit := strings.TrimLeft(t.Text, "0123456789.,")
	return unit != t.Text && (unit == "" || words.English().Units[unit].Dimension != "")
}

// numberFamily writes "#" for each number of a name, its dots included: "http/#" for "http/1.1".
func numberFamily(name string) string {
	var b strings.Builder
	for i := 0; i < len(name); i++ {
		if c := name[i]; !words.IsDigit(c) {
			b.WriteByte(c)
			continue
		}
		b.WriteByte('#')
		for i+1 < len(name) && (words.IsDigit(name[i+1]) || name[i+1] == '.' && i+2 < len(name) && words.IsDigit(name[i+2])) {
			i++
		}
	}
	return b.String()
}

// Predicate returns the token of the main verb: the first modal or "be", else the first word that
// looks like a verb; the number of tokens where there is none.
func (p *Parsed) Predicate() int { return p.main }

// findPredicate computes what Predicate returns: Parse does it once, as it is asked of every pair.
func (p *Parsed) findPredicate() int {
	if p.Verb >= 0 {
		return p.Verb
	}
	for i := range p.Tokens {
		if t := &p.Tokens[i]; i > 0 && !t.Condition && t.Kind == WordToken && p.Tokens[i-1].Class&words.Determiner == 0 &&
			p.isFiniteVerb(i, false) {
			return i
		}
	}
	return len(p.Tokens)
}

// maxLabel is the length of the longest label, in bytes.
const maxLabel = 60

// dashedLabel is the one word that a list of definitions names its item by, as in "`allOf` - Schemas must …".
func (p *Parsed) dashedLabel() (string, bool) {
	word, rest, ok := strings.Cut(p.Text, " ")
	if !ok || len(word) > maxLabel || !strings.HasPrefix(rest, "- ") && !strings.HasPrefix(rest, "– ") && !strings.HasPrefix(rest, "— ") {
		return "", false
	}
	return strings.ToLower(strings.Trim(word, "`*_\"")), true
}
