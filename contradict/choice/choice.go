// Package choice reads what a decision chooses, for what, and what it leaves, and compares two decisions that choose
// for one thing.
//
// It knows the grammar by which decisions are written in English ("use X for Y", "move from X to Y", "all Y run on X",
// "remove X") and not the names of things: that two things exclude each other is said by one of the decisions, which
// leaves what the other chooses, or has it among its options, or by the exclusive classes of package words. All is pure,
// and the work on one decision is bounded.
package choice

import (
	"slices"
	"strings"

	"github.com/9aea2451/kb/contradict/words"
)

// Place is where something is said: a line and a column from 1, and the sentence.
type Place struct {
	Line, Col int
	Text      string
}

// Name holds what something is called: its words as stems, without articles and words that say what kind of thing it is.
type Name struct {
	Text  string
	Terms []string
}

// Choice is one thing that a decision takes or leaves.
type Choice struct {
	Place
	Name
	Left   bool       // not taken: removed, replaced, or "instead of" it
	Beside bool       // left in favour of another choice of the sentence, for its purpose alone
	For    [][]string // what for: stems of each phrase of the sentence that says it
	About  [][]string // what the title of its decision is about
}

// Decision holds what one decision chooses.
type Decision struct {
	Choices []Choice
	Options []Name // what it weighed, what it chose among them
}

// Difference holds what two decisions choose differently.
type Difference struct {
	A, B   *Choice
	Energy float64 // 0–1: how sure it is that both cannot hold
	Why    string
}

// maxChoices bounds what is read of one decision.
const maxChoices = 12

// Read returns what a decision chooses by its title and by the sentences that say what was decided, the first ones alone.
func Read(title Place, said []Place, options []string) (d Decision) {
	if !strings.Contains(title.Text, " ") { // the name of its file
		title.Text = strings.NewReplacer("-", " ", "_", " ").Replace(title.Text)
	}
	d.read(title, true, nil)
	purpose := phrasesOf(d.Choices, title.Text)
	for _, s := range said {
		d.read(s, false, purpose)
	}
	for _, o := range options {
		if n := nameOf(tokens(o)); len(n.Terms) > 0 && len(n.Terms) <= maxName && len(d.Options) < maxChoices {
			d.Options = append(d.Options, n)
		}
	}
	return d
}

// phrasesOf returns what the choices of a title are for, or where it makes none, what it speaks of: "Message broker".
func phrasesOf(list []Choice, title string) (phrases [][]string) {
	for _, c := range list {
		phrases = append(phrases, c.For...)
	}
	if len(list) == 0 {
		phrases = addPhrase(nil, tokens(title))
	}
	return phrases
}

// add keeps a choice. What is named before is the same choice, for one purpose more.
func (d *Decision) add(c Choice) {
	if len(c.Terms) == 0 {
		return
	}
	for i := range d.Choices {
		if o := &d.Choices[i]; o.Left == c.Left && o.Beside == c.Beside && o.is(&c.Name) {
			for _, phrase := range c.For {
				if !slices.ContainsFunc(o.For, func(p []string) bool { return slices.Equal(p, phrase) }) {
					o.For = append(o.For, phrase)
				}
			}
			return
		}
	}
	if len(d.Choices) < maxChoices {
		d.Choices = append(d.Choices, c)
	}
}

// is reports whether two names are of one thing: all words of one are words of the other, and the first ones agree.
func (n *Name) is(o *Name) bool {
	short, long := n.Terms, o.Terms
	if len(short) > len(long) {
		short, long = long, short
	}
	return len(short) > 0 && short[0] == long[0] && !slices.ContainsFunc(short, func(t string) bool { return !slices.Contains(long, t) })
}

// class returns the exclusive class that both names have a member of, not the same one; "" for none.
func (n *Name) class(o *Name) string {
	l := words.English()
	for _, x := range n.Terms {
		for _, y := range o.Terms {
			if c := l.SharedClass(x, y); c != "" && !l.IsOne(x, y) {
				return c
			}
		}
	}
	return ""
}

// maxOther is the length in words of what is taken otherwise: a longer name says more than what it is called.
const maxOther = 2

// How sure it is that two decisions exclude each other, from 0 to 1.
const (
	takenBack = 0.6 // one leaves what the other takes
	weighed   = 0.5 // one weighed what the other takes, and took something else
	oneClass  = 0.6 // of two things of one exclusive class each takes another one
)

// Keys returns words of which two decisions that choose differently have one in common.
func (d *Decision) Keys() (keys []string) {
	names := slices.Clone(d.Options)
	for i := range d.Choices {
		names = append(names, d.Choices[i].Name)
		for _, t := range d.Choices[i].Terms {
			for _, class := range words.English().Classes[t] {
				keys = append(keys, "a "+class)
			}
		}
	}
	for _, n := range names {
		keys = append(keys, n.Terms[:min(1, len(n.Terms))]...)
	}
	slices.Sort(keys)
	return slices.Compact(keys)
}

// Compare returns the strongest difference of what two decisions choose.
func Compare(a, b *Decision) (best Difference, ok bool) {
	for i := range a.Choices {
		for j := range b.Choices {
			x, y := &a.Choices[i], &b.Choices[j]
			if d := compare(a, b, x, y); d.Energy > best.Energy {
				best = d
			}
		}
	}
	return best, best.Energy > 0
}

func compare(a, b *Decision, x, y *Choice) Difference {
	d := Difference{A: x, B: y}
	switch {
	case x.Left && y.Left:
	case x.Left != y.Left:
		left, taken, other := x, y, b
		if y.Left {
			left, taken, other = y, x, a
		}
		everywhere := len(left.For) == 0 && len(left.About) == 0 || !left.Beside && (len(left.For) == 0 || len(taken.For) == 0)
		if left.is(&taken.Name) && len(left.Terms) <= len(taken.Terms) && !other.leaves(&left.Name) && (everywhere || meet(x, y)) {
			d.Energy, d.Why = takenBack, "one leaves what the other takes"
		}
	case len(x.Terms) > maxOther || len(y.Terms) > maxOther || x.is(&y.Name) || a.takes(&y.Name) || b.takes(&x.Name) || !meet(x, y):
	case x.class(&y.Name) != "":
		d.Energy, d.Why = oneClass, "each takes another one of a class: "+x.class(&y.Name)
	case a.weighs(&y.Name) || b.weighs(&x.Name):
		d.Energy, d.Why = weighed, "one weighed what the other takes"
	}
	return d
}

// takes reports whether a decision takes a thing, whatever for.
func (d *Decision) takes(n *Name) bool {
	return slices.ContainsFunc(d.Choices, func(c Choice) bool { return !c.Left && c.is(n) })
}

// leaves reports whether a decision leaves a thing, too.
func (d *Decision) leaves(n *Name) bool {
	return slices.ContainsFunc(d.Choices, func(c Choice) bool { return c.Left && c.is(n) })
}

// weighs reports whether a thing is among the options of a decision, or left by it in favour of another.
func (d *Decision) weighs(n *Name) bool {
	return slices.ContainsFunc(d.Options, func(o Name) bool { return o.is(n) }) ||
		slices.ContainsFunc(d.Choices, func(c Choice) bool { return c.Left && c.Beside && c.is(n) })
}

// meet reports whether a phrase of one choice has all words of a phrase of the other, and what it has besides does not say
// which of several is meant ("end-to-end tests"). Where both take something it is of the same words but for those that
// say little: the one service that is written in another language is an exception.
func meet(x, y *Choice) bool {
	for _, p := range slices.Concat(x.For, x.About) {
		for _, q := range slices.Concat(y.For, y.About) {
			if len(p) == 1 && slices.Contains(q, initials+p[0]) || len(q) == 1 && slices.Contains(p, initials+q[0]) {
				return true
			}
			short, long := slices.DeleteFunc(slices.Clone(p), isInitials), slices.DeleteFunc(slices.Clone(q), isInitials)
			if len(short) > len(long) {
				short, long = long, short
			}
			more := slices.DeleteFunc(slices.Clone(long), func(t string) bool { return slices.Contains(short, t) })
			says := len(more) == 0 || slices.ContainsFunc(short, isTelling) && !slices.ContainsFunc(more, isTelling)
			if len(more) == len(long)-len(short) && !narrows(short, long) && (says || x.Left != y.Left) {
				return true
			}
		}
	}
	return false
}

// initials stands before the first letters of a phrase, as which it may be written: "=ci" of continuous integration.
const initials = "="

// isInitials reports whether a term of a phrase is its first letters.
func isInitials(term string) bool { return strings.HasPrefix(term, initials) }

// isTelling reports whether a stem says which thing is meant.
func isTelling(term string) bool { return !words.English().Is(term, words.GenericWord) }

// narrows reports whether a phrase has a word that tells which of several like things is meant, and the other has not.
func narrows(short, long []string) bool {
	return slices.ContainsFunc(long, func(t string) bool { return len(words.English().Scopes[t]) > 0 && !slices.Contains(short, t) })
}

func unmarked(s string) string {
	return strings.NewReplacer("**", "", "__", "", "*", "").Replace(s)
}
