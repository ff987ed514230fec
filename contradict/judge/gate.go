package judge

import (
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

// gateMismatch doubts statements that differ in more than their signal.
func (p *pair) gateMismatch() {
	const none = 1e-9
	if p.mismatch > 0 {
		p.gate("both sides say more", Unlikely)
	}
	if p.rolesSwapped() {
		p.gate("roles swapped", 0.2)
	}
	if p.unexplained > 0 {
		p.gate("unexplained difference", Unlikely)
	}
	if p.shared < 1.5 && (p.mismatch > 0 || p.extra > 0 || p.shared < 0.6) {
		p.gate("little shared", Unlikely)
	}
	if p.extra/(p.shared+none) > 0.4 {
		p.gate("one side says more", Unlikely)
	}
	if p.labelled() {
		p.gate("different labels", Unlikely)
	}
	if p.subjectFlip {
		p.gate("opposite subjects", 0.25)
	}
}

// rolesSwapped tells "A calls B" from "B calls A"; "sessions of users" are user sessions.
func (p *pair) rolesSwapped() bool {
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

// labelled tells whether both sides name what they are of, and name other things.
func (p *pair) labelled() bool {
	a, b := p.a.Label(), p.b.Label()
	return a != "" && b != "" && a != b
}
