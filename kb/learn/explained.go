package learn

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"github.com/9aea2451/kb/kb/chat"
	"github.com/9aea2451/kb/text/lazy"
)

// explained finds what a person explains in passing, without any of the words of an order: how a
// thing is or has to be, with the reason or what happens otherwise. People seldom give reasons for
// what holds once. No single word tells it; signs are added up, and some speak against it.
func (r *reading) explained() []Candidate {
	var out []Candidate
	for _, i := range r.humans {
		text := r.s.Events[i].Text
		if len(text) > 1200 {
			continue
		}
		turn := sentences(text)
		statement := r.explanation(turn)
		if statement == "" || !short(turn) {
			continue
		}
		files, _ := r.followed(i)
		if edit := r.editBefore(i); len(files) == 0 && edit >= 0 {
			files = inside(r.s.Events[edit].Files)
		}
		c := r.candidate("explained", .65, explainedType(statement), statement, i, i)
		c.Quote, c.Files = quote(statement), files
		out = append(out, c)
	}
	return out
}

// explanation is the sentence of a turn that has the most signs of one, with those next to it that
// have any, "" when none has enough. At most three sentences and 400 bytes.
func (r *reading) explanation(turn []string) string {
	const enough = 4
	best, most := -1, enough-1
	for n, s := range turn {
		if v := r.explains(s); v > most {
			best, most = n, v
		}
	}
	if best < 0 {
		return ""
	}
	return strip(around(turn, best))
}

// around is a sentence of a turn with those next to it that belong to it: what it goes on from where
// it begins with a pronoun, and what follows as long as that is no errand. At most three sentences
// and 400 bytes.
func around(turn []string, n int) string {
	from, to := n, n+1
	if from > 0 && usable(turn[from-1]) && (resumes().MatchString(turn[from]) || signs(turn[from-1]) > 1) {
		from--
	}
	for to < len(turn) && to-from < 3 && usable(turn[to]) && len(tokens(turn[to])) > 1 && !errandStart().MatchString(turn[to]) {
		to++
	}
	for to > n+1 && len(strings.Join(turn[from:to], " ")) > 400 {
		to--
	}
	return strings.Join(turn[from:to], " ")
}

// inside are the files that lie in the repository.
func inside(files []string) []string {
	return slices.DeleteFunc(slices.Clone(files), func(f string) bool { return f == chat.Outside })
}

// usable reports whether a sentence may be part of a statement at all.
func usable(s string) bool {
	return len(s) <= 400 && !pasted().MatchString(s) && !strings.HasSuffix(s, "?") && !passing().MatchString(s)
}

// explains adds up the signs of a sentence.
func (r *reading) explains(s string) int {
	if !usable(s) || question().MatchString(s) && !condition().MatchString(s) || complaint().MatchString(s) || idle().MatchString(s) {
		return 0
	}
	v := signs(s)
	if r.named(s) {
		v++
	}
	if len(tokens(s)) < 4 {
		v -= 2
	}
	if resumes().MatchString(s) {
		v--
	}
	return v
}

// signs are those that a sentence has by its words alone.
func signs(s string) int {
	v := 0
	for _, sign := range explaining {
		if sign.words().MatchString(s) {
			v += sign.worth
		}
	}
	return v
}

// explaining are the signs, and what each is worth.
var explaining = []struct {
	words func() *regexp.Regexp
	worth int
}{
	{
		norm,
		2,
	}, {cause, 2}, {harm, 1}, {asserts, 1}, {team, 1}, {mark, 1}, {made, 2}, {taste, 1}, {errandStart, -3}, {plans, -2}, {story, -2},
}

var (
	// norm is what holds for every thing of a sort.
	norm = lazy.Pattern(`(?i)\b(?:always|never|every|each|must|only|at most|at least|no more than|max(?:imum)?|everywhere|in general|` +
		`generally|by design|as a rule|whenever|when(?:ever)? (?:you|u|we|someone)|anyone|anybody|nobody|not allowed|banned|forbidden|` +
		`has to|have to|needs?|no \w+|don'?t|do not|cannot|can'?t|won'?t|shouldn'?t|should|optional|required)\b`)
	// cause gives a reason.
	cause = lazy.Pattern(
		`(?i)\b(?:because|cause|cuz|since|otherwise|else|so that|unless|that'?s why|the reason|due to|by design|on purpose|` +
			`intended|deliberate(?:ly)?|meaningless|(?:,|or) (?:it|the|you|we|they|things|everything) \w+s?)\b`,
	)
	// made is where a thing comes from that is not written by hand.
	made = lazy.Pattern(
		`(?i)\b(?:is|are|gets?|was|were) (?:\w+ )?(?:generated|copied|synced|vendored|derived|overwritten|built) (?:by|from|out|` +
			`with|at|every|in)\b|\bcomes? (?:out of|from)\b`,
	)
	// taste is what somebody likes or wants done.
	taste = lazy.Pattern(`(?i)\b(?:prefer|i like|i hate|we like|respect|follow|stick to|convention|style)\b`)
	// harm is what happens otherwise.
	harm = lazy.Pattern(`(?i)\b(?:breaks?|broke|deadlock(?:s|ed)?|gone|los[te]s?|overwrit\w*|cuts?|bit(?:es|ten)?|burned|costs?|trips?|` +
		`chokes?|fails?|hangs?|crash\w*|silently|kills?|resets?|blocks?|rejects?|ignores?|worse|slow(?:er)?)\b`)
	// team is whose word or work it is.
	team = lazy.Pattern(`(?i)\b(?:we|our|us|the team|security|legal|ops|customers?|clients?|contracts?|partners?|reviewers?|guys|` +
		`auditors?|prod|production|staging|in (?:this|the) (?:\S+ )?(?:repo|repository|project|projects|codebase|service|module))\b`)
	// mark opens what is said for later.
	mark = lazy.Pattern(`(?i)(?:^|\b)(?:btw|by the way|fyi|mind|careful|beware|note|heads[- ]up|in general)\b`)
	// errandStart begins a wish for the work at hand.
	errandStart = lazy.Pattern(
		`(?i)^(?:\W*(?:ok|okay|so|and|then|now|also|please|pls|hm+|yes|no|great|good|nice|thanks|thx)\b[,.! ]*)*(?:i(?:'d|` +
			` would)? (?:like|want|` +
			`need|think|guess|see|get|tried)|we want|need|help|let'?s|lets|try|add|fix|make|create|implement|check|look|show|` +
			`explain|find|give|tell|` +
			`continue|go on|start|run|rename|move|update|remove|delete|why|what|how)\b`,
	)
	// pasted is an error that somebody pasted.
	pasted = lazy.Pattern(`(?i)^\W*[\w.]*(?:error|exception|panic|traceback|fatal|warning)\b[^a-z]*:|` +
		`[⨯✗✖✓✔×→]|-{4,}|={3,}|_{4,}|\w=\S+ \w+=|^\W*at \S+\(`)
	// story tells what happened.
	story = lazy.Pattern(
		`(?i)\b(?:i|you) (?:just )?(?:changed|did|was|were|made|forgot|missed|added|broke|saw|got|have (?:a|an|the)|had|found)\b`,
	)
)

// fold makes one candidate of those that say the same of one turn, each by a rule of its own: an
// order with its reason is one, not two.
func fold(found []Candidate) []Candidate {
	var out []Candidate
	slices.SortStableFunc(found, func(a, b Candidate) int {
		return cmp.Or(cmp.Compare(later(a), later(b)), cmp.Compare(b.Base, a.Base))
	})
	for _, c := range found {
		i := slices.IndexFunc(out, func(o Candidate) bool {
			if o.Origin != Human || c.Origin != Human || o.Evidence[0].Turns[0] != c.Evidence[0].Turns[0] {
				return false
			}
			if c.Rule == "explained" {
				return shares(o.Statement, c.Statement)
			}
			return o.Kind == c.Kind && c.Rule != "dead-end" && (Repeats(c.Statement, o.Statement) || Repeats(o.Statement, c.Statement))
		})
		if i < 0 {
			out = append(out, c)
			continue
		}
		if o := &out[i]; o.Rule != "explicit" && o.Rule != "dead-end" && o.Rule != "decision" && len(c.Statement) > len(o.Statement) &&
			Repeats(o.Statement, c.Statement) {
			o.Statement, o.Quote, o.Waiting = c.Statement, c.Quote, o.Waiting && c.Waiting
		}
	}
	return out
}

// later sorts explanations behind what the other rules found.
func later(c Candidate) int {
	if c.Rule == "explained" {
		return 1
	}
	return 0
}

// explainedType is the type of an explanation: a standard where it speaks of every thing of a sort,
// else a gotcha, for it says what one would not expect.
func explainedType(s string) string {
	if standing(s) {
		return "standard"
	}
	return "gotcha"
}
