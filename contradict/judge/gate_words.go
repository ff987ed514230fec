package judge

import (
	"strings"

	"github.com/9aea2451/kb/contradict/read"
	"github.com/9aea2451/kb/contradict/words"
)

// measureMismatch weighs what is left unexplained on both sides.
func (p *pair) measureMismatch() {
	var left, right float64
	for _, i := range p.onlyA {
		left += p.rarity(p.a.Contents[i].Term)
	}
	for _, i := range p.onlyB {
		right += p.rarity(p.b.Contents[i].Term)
	}
	p.mismatch = min(left, right)
	p.extra = max(left, right) - p.mismatch
}

func bothSayMore(p *pair) bool { return p.mismatch > 0 }

func unexplained(p *pair) bool { return p.unexplained > 0 }

func littleShared(p *pair) bool {
	return p.shared < fewWords && (p.mismatch > 0 || p.extra > 0 || p.shared < noWords)
}

func oneSaysMore(p *pair) bool {
	const none = 1e-9
	return p.extra/(p.shared+none) > muchMore
}

func oppositeSubjects(p *pair) bool { return p.subjectFlip }

// rolesSwapped tells "A calls B" from "B calls A"; "sessions of users" are user sessions.
func rolesSwapped(p *pair) bool {
	if len(p.a.Contents) == 0 || len(p.b.Contents) == 0 {
		return false
	}
	if p.a.PronounActs() != p.b.PronounActs() {
		return false // "we squash branches" is "branches are squashed"
	}
	if words.HasAnySuffix(p.a.Contents[0].Word, "ing") != words.HasAnySuffix(p.b.Contents[0].Word, "ing") {
		return false // "uploading is possible for guests" is "guests can upload"
	}
	x, y := p.a.Contents[0].Term, p.b.Contents[0].Term
	return x != y && p.b.Has(x) && p.a.Has(y) && !hasToken(p.a, "by") && !hasToken(p.b, "by") && hasToken(p.a, "of") == hasToken(p.b, "of")
}

func hasToken(p *read.Parsed, text string) bool {
	for i := range p.Tokens {
		if p.Tokens[i].Text == text {
			return true
		}
	}
	return false
}

// labelled reports whether both sides name what they are of, and name other things.
func labelled(p *pair) bool {
	a, b := p.a.Label(), p.b.Label()
	return a != "" && b != "" && a != b
}

func unreal(p *pair) bool { return p.a.Unreal || p.b.Unreal }

func possibleOnOneSide(p *pair) bool { return supposes(p.a) != supposes(p.b) }

func failureOnOneSide(p *pair) bool { return failed(p.a) != failed(p.b) }

// partOfTheOther reports whether one text contains the other.
func partOfTheOther(p *pair) bool {
	if kind := p.strongestSignal().Kind; kind != SignalSlot && kind != SignalOnly {
		return false
	}
	x, y := strings.Trim(strings.ToLower(p.a.Text), ".*_ "), strings.Trim(strings.ToLower(p.b.Text), ".*_ ")
	return strings.Contains(x, y) || strings.Contains(y, x)
}

// supposes tells a sentence of what could happen.
func supposes(p *read.Parsed) bool {
	text := strings.ToLower(p.Text)
	return strings.Contains(text, " could ") || strings.Contains(text, " might ")
}

// failed tells "Failed to save", which says what happened once and denies nothing.
func failed(p *read.Parsed) bool {
	word, _, _ := strings.Cut(strings.ToLower(strings.TrimLeft(p.Text, "*_\"'")), " ")
	return word == "failed" || word == "failing" || word == "unable"
}
