package learn

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/9aea2451/kb/kb/chat"
	"github.com/9aea2451/kb/text/wording"
)

// Bounds of what a model is shown of a session, and of what it says.
const (
	nearby      = 3        // events before and after each that is of interest
	mostEvent   = 800      // bytes of one
	mostWindows = 70 << 10 // bytes of all: about 24,000 tokens
	leastShared = 0.6      // of an item's content words that stand in the events it quotes
	mostTold    = 2        // sentences of a reason, and of a statement

	toldBase = 0.65 // as sure as what was seen to mend an error
)

// Item is one item of what a model finds in a session.
type Item struct {
	Type       string   `json:"type" jsonschema:"solution, pattern, decision, standard, preference, gotcha or dead_end"`
	Statement  string   `json:"statement" jsonschema:"one or two sentences"`
	Why        string   `json:"why" jsonschema:"one sentence, empty where nobody said why"`
	Files      []string `json:"files" jsonschema:"paths of the repository that it is about"`
	QuoteFrom  []int    `json:"quote_from" jsonschema:"numbers of the events that it is taken from"`
	Confidence float64  `json:"confidence" jsonschema:"0 to 1"`
}

// toldTypes are the types that an item may have.
func toldTypes() []string {
	return []string{"solution", "pattern", "decision", "standard", "preference", "gotcha", "dead_end"}
}

// Windows is the part of a session that a model is shown: what people said and what the rules have
// found, with three events before and after, numbered as in the session, without what is private.
// Texts from outside the repository are left out. It is "" for a session in which nothing is of
// interest. The earliest are left out where there is too much.
func Windows(s *chat.Session, repo Repository) string {
	r := read(s, repo)
	wanted := make([]bool, len(s.Events))
	mark := func(from, to int) {
		for i := max(0, from-nearby); i <= min(len(wanted)-1, to+nearby); i++ {
			wanted[i] = true
		}
	}
	for _, i := range r.humans {
		mark(i, i)
	}
	for _, c := range r.found() {
		for _, e := range c.Evidence {
			mark(e.Turns[0], e.Turns[1])
		}
	}
	var lines []string
	room := mostWindows
	for i := len(s.Events) - 1; i >= 0 && len(r.humans) > 0; i-- {
		if line := r.shown(i); wanted[i] && line != "" {
			if room -= len(line); room < 0 {
				break
			}
			lines = append(lines, line)
		}
	}
	slices.Reverse(lines)
	return strings.Join(lines, "")
}

// shown is an event as a model is shown it, "" for one that it is not.
func (r *reading) shown(i int) string {
	e := r.s.Events[i]
	text := wording.ClipBytes(wording.OneLine(r.repo.Redact.Text(e.Text)), mostEvent)
	if e.Kind == chat.Result && r.fromOutside(i) {
		text = "(a text from outside)"
	}
	if text == "" || e.Role == chat.System {
		return ""
	}
	what := string(e.Role) + " " + string(e.Kind)
	if e.Tool != "" {
		what += " " + e.Tool
	}
	return fmt.Sprintf("[%d] %s: %s\n", i, what, text)
}

// fromOutside tells whether a result is that of a call that brings in foreign texts.
func (r *reading) fromOutside(i int) bool {
	e := r.s.Events[i]
	if outside(e) {
		return true
	}
	for j := i - 1; j >= max(0, i-20); j-- {
		if c := r.s.Events[j]; c.Kind == chat.Call && c.Call == e.Call {
			return outside(c)
		}
	}
	return false
}

// FromModel makes candidates of what a model found in a session, by the gates that every candidate
// passes. An item is dropped that names no events, or has few of its words from them: a model may
// put things better, and may not make them up.
func FromModel(s *chat.Session, repo Repository, told []Item) *Learnt {
	r := read(s, repo)
	out := &Learnt{Dropped: map[string]int{}, Kind: r.kind}
	g := gates{repo: repo, session: r, dropped: out.Dropped}
	for _, t := range told {
		c, ok := r.told(t)
		if !ok {
			out.Dropped["a model said it, and the session does not"]++
			continue
		}
		if c, ok = g.pass(c); ok {
			out.Candidates = Add(out.Candidates, c)
		}
	}
	slices.SortStableFunc(out.Candidates, func(a, b Candidate) int { return cmp.Compare(b.Confidence, a.Confidence) })
	out.Candidates = out.Candidates[:min(len(out.Candidates), r.kind.most())]
	return out
}

// told makes a candidate of an item that the session bears out. Where all that it quotes was typed by
// a person, it has a person's weight; else the agent's, which the gate of taint looks at.
func (r *reading) told(t Item) (Candidate, bool) {
	statement := wording.OneLine(t.Statement)
	if !slices.Contains(toldTypes(), t.Type) || t.Confidence < Least || len(t.QuoteFrom) == 0 || len(t.QuoteFrom) > 2*nearby ||
		len(statement) > 400 || len(sentences(statement)) > mostTold {
		return Candidate{}, false
	}
	var text strings.Builder
	origin := Human
	for _, n := range t.QuoteFrom {
		if n < 0 || n >= len(r.s.Events) || r.s.Events[n].Kind == chat.Result && r.fromOutside(n) {
			return Candidate{}, false
		}
		text.WriteString(r.s.Events[n].Text + "\n")
		if !slices.Contains(r.humans, n) {
			origin = Agents
		}
	}
	if !borne(statement, text.String()) {
		return Candidate{}, false
	}
	c := r.candidate("model", min(toldBase, t.Confidence), t.Type, statement, slices.Min(t.QuoteFrom), slices.Max(t.QuoteFrom))
	c.Origin = origin
	if why := wording.OneLine(t.Why); len(sentences(why)) <= mostTold && borne(why, text.String()) {
		c.Why = why
	}
	for _, f := range t.Files {
		if r.repo.Known != nil && r.repo.Known(f) {
			c.also(Candidate{Files: []string{f}})
		}
	}
	return c, true
}

// borne tells whether a text has enough of its content words from another.
func borne(said, from string) bool {
	words, all := tokens(said), tokens(from)
	shared := 0
	for _, w := range words {
		if slices.Contains(all, w) {
			shared++
		}
	}
	return len(words) > 0 && float64(shared) >= leastShared*float64(len(words))
}
