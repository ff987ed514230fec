package read

import (
	"github.com/9aea2451/kb/contradict/words"
)

// Clause is a condition inside a sentence: "if …", "when …", "for paid plans, …".
type Clause struct {
	Opener     string // its first word, in lower case
	Leading    bool   // opens the sentence
	start, end int    // tokens, end behind the last
}

// startsClause reports whether token i opens a condition: "if" anywhere, "in" at the head, "for"
// and "under" there and behind a sign. "After 15 minutes" is an amount.
func (p *Parsed) startsClause(i int) bool {
	t := &p.Tokens[i]
	if t.Text == "by" && i+1 < len(p.Tokens) && p.Tokens[i+1].Text == "default" {
		return false
	}
	lead := i == 0 || p.Tokens[i-1].Kind == Punctuation && p.Tokens[i-1].Text != "="
	switch {
	case t.Kind != WordToken:
		return false
	case t.Class&words.Conditional != 0:
	case i == 0 && t.Class&words.Circumstance != 0:
	case lead && (t.Text == "for" || t.Text == "under"):
	default:
		return false
	}
	if lead && i > 0 && (t.Text == "where" || t.Text == "while" || t.Text == "whereas") ||
		t.Text == "except" && i+1 < len(p.Tokens) && p.Tokens[i+1].Text == "that" {
		return false // goes on to say something else
	}
	if t.Text == "once" && !lead && !p.isArticle(i+1) {
		return false // "once" as a count
	}
	return !p.opensAmount(i)
}

// opensAmount reports whether "after", "within", … at i opens an amount ("after 15 minutes") instead
// of a condition.
func (p *Parsed) opensAmount(i int) bool {
	switch p.Tokens[i].Text {
	case "after", "before", "until", "within", "at", "during", "under", "by", "once":
		return p.IsNumber(i + 1)
	}
	return false
}

// IsNumber reports whether token i is a number, in digits or in words; false behind the last token.
// It panics for a negative i.
func (p *Parsed) IsNumber(i int) bool {
	return i < len(p.Tokens) && (p.Tokens[i].Kind == NumberToken || p.Tokens[i].Class&words.InNumbers != 0)
}

// isArticle reports whether token i is an article with a token behind it.
func (p *Parsed) isArticle(i int) bool {
	if i+1 >= len(p.Tokens) {
		return false
	}
	switch p.Tokens[i].Text {
	case "the", "a", "an":
		return true
	}
	return false
}

// clauseEnd returns the token after the condition that opens at i: up to a comma, or, where a
// leading condition has none, up to the subject of the first modal.
func (p *Parsed) clauseEnd(i int) int {
	j := i + 1
	for j < len(p.Tokens) && !p.closesClause(j) {
		j++
	}
	if i > 0 || j < len(p.Tokens) && p.Tokens[0].Class&words.Conditional != 0 {
		return j
	}
	for k := 1; k < j; k++ {
		if p.Tokens[k].Kind == ModalMark {
			return max(1, k-2)
		}
	}
	if j < len(p.Tokens) {
		return j
	}
	switch p.Tokens[0].Text {
	case "if", "when", "whenever", "unless", "while", "until":
		return len(p.Tokens)
	}
	return min(len(p.Tokens), 6)
}

// closesClause tells the signs, and "then", before which a condition ends.
func (p *Parsed) closesClause(j int) bool {
	switch p.Tokens[j].Text {
	case ",", ";", "then":
		return true
	}
	return false
}

// opensClause reports whether one of the conditions found so far begins with token i.
func (p *Parsed) opensClause(i int) bool {
	for _, c := range p.Clauses {
		if c.start == i {
			return true
		}
	}
	return false
}
