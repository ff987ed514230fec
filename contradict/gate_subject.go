package contradict

import "slices"

// Specific words tell of what two statements of different documents speak. Where all that they share is said everywhere, as in
// "the feature is off by default", each speaks of the subject of its own document.
const (
	everydayRarity   = 0.4 // up to here a word says nothing of the subject
	specificWords    = 0.7 // sum of what the shared words say beyond that, from which on the subject is one
	specificAnchors  = 1.1 // the same for statements that share few words
	leastSubjectGate = 0.3
)

// gateSubjects doubts statements that share only what everybody says. A small base has no common words yet.
func (b *Base) gateSubjects(f *Finding) {
	if b.live < smallBase || f.A.Document == "" || f.B.Document == "" {
		return
	}
	sum := b.specificity(f.A.Terms(), f.B.Terms())
	if !b.forms().hasHeading(f.A) && !b.forms().hasHeading(f.B) {
		sum += b.specificity(f.A.headingTerms(), f.B.headingTerms())
	}
	enough := specificWords
	if f.Verdict.Anchored {
		enough = specificAnchors
	}
	if sum < enough {
		f.Verdict.doubt("common words", max(leastSubjectGate, sum/enough))
	}
}

// specificity is what the stems that both sides have say beyond everyday words.
func (b *Base) specificity(a, c []string) float64 {
	sum := 0.0
	a = slices.Sorted(slices.Values(a)) // whichever is which, the sum is the same to the last bit
	for i, term := range a {
		if slices.Contains(c, term) && !slices.Contains(a[:i], term) {
			sum += max(0, b.Rarity(term)-everydayRarity)
		}
	}
	return sum
}

// headingTerms are the stems of the heading path.
func (p *Parsed) headingTerms() []string { return conditionSet(p.Context) }
