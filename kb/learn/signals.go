package learn

import (
	"crypto/sha256"
	"fmt"
	"slices"
	"strings"

	"github.com/9aea2451/kb/kb/chat"
	"github.com/9aea2451/kb/kb/habit"
	"github.com/9aea2451/kb/kb/observe"
)

// trace is what is kept of a session to count over many: nothing of one that failed or that only
// wrote a changelog, and no signal that holds a secret or speaks to agents.
func (g *gates) trace() observe.Trace {
	r := g.session
	own := slices.DeleteFunc(slices.Clone(r.s.Events), func(e chat.Event) bool { return r.copied[e.N] })
	t := observe.TraceOf(&chat.Session{Header: r.s.Header, Events: own}, observe.World{Ignored: g.repo.Ignored})
	g.count(Crowded, t.Crowded)
	if r.failed {
		g.count(Failed, len(t.Signals))
		t = observe.Trace{Tainted: -1}
	}
	if r.taint < len(r.s.Events) {
		t.Tainted = r.taint
	}
	t.Client, t.Session = r.s.Client, SessionID(r.s.Header.Session)
	if n := len(r.s.Events); n > 0 {
		t.Day = r.evidence(0, n-1)[0].Day
	}
	kept := t.Signals[:0]
	for _, s := range t.Signals {
		key, ok := g.text(s.Key)
		what, fine := g.text(s.What)
		files := strings.Join(s.Files, "\n")
		switch {
		case !ok || !fine || secretIn(files):
			g.dropped[HasSecret]++
		case toAgents().MatchString(s.What) || toAgents().MatchString(s.Key):
			g.dropped[ToAgents]++
		default:
			s.Key, s.What = key, what
			kept = append(kept, s)
		}
	}
	for _, names := range []*[]string{&t.Tests, &t.Modules, &t.Read, &t.Edited} {
		// Those that hold a secret are left out.
		all := *names
		kept := all[:0]
		for _, s := range all {
			if s, ok := g.text(s); ok {
				kept = append(kept, s)
			}
		}
		*names = kept
	}
	if secretIn(t.Main) {
		t.Main = ""
	}
	t.Signals = observe.First(kept, r.kind.most())
	g.count(TooMany, len(kept)-len(t.Signals))
	if r.kind.most() == 0 {
		t = observe.Trace{Client: t.Client, Session: t.Session, Day: t.Day, Tainted: t.Tainted, Signals: t.Signals}
	}
	return t
}

// count counts what is dropped without being looked at one by one.
func (g *gates) count(why string, n int) {
	if n > 0 {
		g.dropped[why] += n
	}
}

// maxEvidence is how many sessions are named as evidence of a habit.
const maxEvidence = 10

// Cap and scale of what a habit's value is worth as the base of a confidence: what one session shows
// for sure is worth .75 at most, as much as an order.
const (
	habitCap   = .75
	habitScale = .85
)

// FromHabit words a habit as a candidate, false for one that cannot be worded.
func FromHabit(h habit.Habit) (Candidate, bool) {
	typ, statement := worded(h)
	if statement == "" {
		return Candidate{}, false
	}
	c := Candidate{
		Rule: "signal", Signal: string(h.Class), Kind: "memory", Type: typ, Statement: statement, Title: title(statement), Origin: Observed,
		Files: h.Files[:min(len(h.Files), maxFiles)], Steps: h.Steps, Tainted: h.Tainted, Count: len(h.Seen),
		ID: identifyKey(string(h.Class), h.Key),
	}
	switch h.Class {
	case observe.ErrorRetry:
		c.Error, c.Why, c.Title = h.What, "The command printed: "+h.What, title(h.What)
		c.ID = identify(typ, c.Error)
	case observe.FileAccess:
		if c.Files = nil; h.What != "." {
			c.Files = []string{h.What + "/**"}
		}
	}
	for _, s := range h.Seen[max(0, len(h.Seen)-maxEvidence):] {
		c.witness(Evidence{Client: s.Client, Session: s.Session, Turns: [2]int{s.First, s.Last}, Day: s.Day})
	}
	clean := h.Class.Value(len(h.Seen), 0, 0)
	c.Base = min(habitCap, habitScale*clean) * h.Value / clean
	c.weigh()
	return c, true
}

// identifyKey makes the id of a habit out of its class and key: its words change with the sessions
// that show it.
func identifyKey(class, key string) string {
	return idOf(sha256.Sum256([]byte("habit\x00" + class + "\x00" + key)))
}

// worded says what a habit shows, as the type of a note; "" for what tells nothing.
func worded(h habit.Habit) (typ, statement string) {
	files := list(h.Files)
	switch h.Class {
	case observe.CoAccess:
		if strings.HasSuffix(h.Files[0], "/**") {
			return "causal_dependency", files + " are worked on together."
		}
		if h.What != observe.BothEdited {
			return "causal_dependency", files + " are read and changed together."
		}
		return "causal_dependency", files + " are changed together."
	case observe.ConfigTouch:
		return "causal_dependency", files + " are changed together."
	case observe.ErrorRetry:
		if h.What == "" {
			return "", "" // only hooks saw it, and they keep no text
		}
		return "error_pattern", "An error that came again and again in a session: " + h.What
	case observe.Conflict:
		return "gotcha", "An edit of " + files + " failed since the file had changed after it was read."
	case observe.ReadAbandon:
		return "gotcha", "Who looks for " + code(h.What) + " reads " + files + " in vain."
	case observe.RepeatedSearch:
		return "module_insight", code(h.What) + " is searched for again and again; it is found in " + files + "."
	case observe.ToolSequence:
		return "workflow_recipe", "These steps go together: " + steps(h.Steps) + "."
	case observe.TestOrder:
		return "workflow_recipe", "Before a commit these run in this order: " + steps(h.Steps) + "."
	case observe.FileAccess:
		said := "Who works on " + code(h.What) + " reads " + list(h.Always)
		if len(h.Often) > 0 {
			said += ", and often " + list(h.Often[:min(len(h.Often), maxFiles)])
		}
		return "prefetch_pattern", said + "."
	}
	return wordedFile(h)
}

// wordedFile words the habits that are about one file, page or command.
func wordedFile(h habit.Habit) (typ, statement string) {
	files := list(h.Files)
	switch h.Class {
	case observe.Backtrack:
		return "gotcha", "The same edit of " + files + " is made, and taken back, again and again."
	case observe.GlobIgnore:
		return "gotcha", code(h.Key) + " is read though git ignores it or a program writes it: look for what it is made from."
	case observe.TokenSpike:
		if len(h.Files) != 1 {
			return "gotcha", code(h.Key) + " prints about " + h.What + " tokens: narrow it."
		}
		return "gotcha", files + " is long, about " + h.What + " tokens: do not read it whole."
	case observe.Reference:
		return "module_insight", code(h.Key) + " is looked up again and again."
	case observe.ImportChase:
		return "causal_dependency", fmt.Sprintf("`%s` leads to `%s` over %s files that import one another.", h.Files[0], h.Files[1], h.What)
	}
	return "", ""
}

func code(s string) string { return "`" + strings.ReplaceAll(s, "`", "'") + "`" }

// steps names the steps of a recipe in a sentence: of "edit FILE" and "read FILE" the file stands
// between backticks, of a command all of it.
func steps(all []string) string {
	quoted := make([]string, len(all))
	for i, s := range all {
		verb, file, ok := strings.Cut(s, " ")
		if ok && (verb == "edit" || verb == "read") {
			quoted[i] = verb + " " + code(file)
		} else {
			quoted[i] = code(s)
		}
	}
	return strings.Join(quoted, ", ")
}
