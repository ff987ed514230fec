package ask

import (
	"regexp"
	"strings"
	"sync"
	"time"
)

// Limits bound what a model is asked for one question.
type Limits struct {
	Iterations int           // rounds in which it decides what to look at
	Calls      int           // questions about parts of the notes
	AtOnce     int           // of these
	Time       time.Duration // of all of it
	Cost       float64       // US dollars, where the price is known
}

// DefaultLimits hold where neither the person nor a flag says otherwise.
func DefaultLimits() Limits {
	return Limits{Iterations: 10, Calls: 50, AtOnce: 5, Time: 2 * time.Minute, Cost: 0.50}
}

// Bytes of the sections that may answer, from which on a question is looked into in parts.
const deepBytes = 50_000

// deep reports whether a question wants more than one look: it counts, compares or joins, or more
// stands about it than can be shown at once. Simple questions never recurse.
func (r *reader) deep() bool {
	bytes := 0
	for _, s := range r.sections {
		if s.share >= leastShare {
			bytes += s.size()
		}
	}
	return bytes > deepBytes || manyNotes().MatchString(r.q.text)
}

// manyNotes matches questions that no single section answers.
var manyNotes = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(
		`(?i)\b(how many|count|list all|compare|summari[sz]e|aggregate|because|therefore|which\b.*\bthen|after\b.*\bwhen)\b`,
	)
})

// contents is a question without what it asks to be done with what is found.
func contents(question string) string {
	if rest := toDo().ReplaceAllString(question, " "); strings.TrimSpace(rest) != "" {
		return rest
	}
	return question
}

// toDo matches orders to count, join or compare, and what measure is asked for: no note need repeat it.
var toDo = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(
		`(?i)\b(how (many|much|long|often|far|old|big|large|fast|soon)|count|list all|compare|summari[sz]e|aggregate|each|every)\b`,
	)
})

// size is the bytes of a section's text.
func (s *section) size() int {
	n := 0
	for i := range s.parts {
		n += len(s.parts[i].Text)
	}
	return n
}

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
