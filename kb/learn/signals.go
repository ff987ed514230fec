package learn

import (
	"strings"

	"github.com/9aea2451/kb/kb/observe"
)

// sameClass is how many signals of one class a session may give: a session that changes everything
// tells of nothing that belongs together.
const sameClass = 5

// signals makes candidates of how the work went. One session tells little: most wait until as many
// have shown the same as their class needs.
func (r *reading) signals() []Candidate {
	var out []Candidate
	n := map[observe.Class]int{}
	all := observe.Of(r.s)
	for _, s := range all {
		n[s.Class]++
	}
	for _, s := range all {
		typ, statement := seen(s)
		if value := s.Class.Value(1, 0, 0); typ != "" && n[s.Class] <= sameClass && value >= observe.Least {
			c := r.candidate("signal", min(.75, value), typ, statement, s.First, s.Last)
			if s.Class == observe.ErrorRetry { // less sure than one that was mended: the same error is one candidate
				c.Base, c.Error, c.Title = .69, s.What, title(s.What)
			}
			c.Origin, c.Files = Observed, s.Files
			c.Needs = s.Class.Needs()
			c.Waiting = c.Needs > 1
			c.ID = identify(string(s.Class), s.Key)
			if c.Error != "" {
				c.ID = identify(typ, c.Error)
			}
			out = append(out, c)
		}
	}
	return out
}

// seen words what a signal shows, as the type of a note; "" for classes that tell nothing by one
// session, or of which a rule of its own makes a candidate.
func seen(s observe.Signal) (typ, statement string) {
	switch s.Class {
	case observe.CoAccess:
		return "causal_dependency", list(s.Files) + " are changed together."
	case observe.ErrorRetry:
		return "error_pattern", "An error that came again and again in a session: " + s.What
	case observe.Conflict:
		return "gotcha", "An edit of " + list(s.Files) + " failed since the file had changed after it was read."
	case observe.ReadAbandon:
		return "gotcha", "Who looks for `" + strings.ReplaceAll(s.What, "`", "'") + "` reads " + list(s.Files) + " in vain."
	}
	return "", ""
}
