package ask

import (
	"regexp"
	"sync"
)

// want is a kind of question, and the headings under which documents answer it.
type want struct{ asked, heading *regexp.Regexp }

// wants are what people ask of proposals, decisions and handbooks, and what these call the place.
var wants = sync.OnceValue(func() []want {
	var out []want
	for _, w := range [][2]string{
		{`why|reasons?|worr(y|ies)|concerns?|wrong`, `motivation|rationale|alternatives?|background|drawbacks?|concerns?|discussion`},
		{`why .{0,45}\bnot|other (ways|options)|instead of|wrong with|considered`, `alternatives?|rejected|drawbacks?`},
		{`later|future|left|next|could`, `future|unresolved|open|later`},
		{`tests?|tested|testing`, `tests?|testing|conformance|validation`},
		{`breaks?|compatib\w+|existing|old|upgrades?|migrat\w+`, `\w*compatib\w+|upgrades?|migration|transition|resilience`},
		{`attacks?|attackers?|malicious|secure|security`, `security|threats?|attacks?`},
		{`how (do|can|should) (i|we|you)|how to`, `usage|how|steps?|guide|stor(y|ies)|experience`},
		{`depends?|dependenc\w+|needed|required`, `dependenc\w+|prerequisites?|requirements?`},
	} {
		out = append(out, want{regexp.MustCompile(`(?i)\b(` + w[0] + `)\b`), regexp.MustCompile(`(?i)\b(` + w[1] + `)\b`)})
	}
	return out
})

// wants is 1 for a heading under which what is asked for usually stands, else 0.
func (q *question) wants(headings []string) float64 {
	if len(headings) == 0 {
		return 0
	}
	for _, w := range wants() {
		if w.heading.MatchString(headings[len(headings)-1]) && w.asked.MatchString(q.text) {
			return 1
		}
	}
	return 0
}
