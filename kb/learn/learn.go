// Package learn finds in sessions with coding agents what is worth a note: orders that hold beyond
// the session, corrections, errors and what mended them, dead ends, decisions. It does so by eight
// rules, each of which needs a trigger and something that corroborates it, and passes what they
// find through gates. No I/O.
//
// # Limitations
//
// The rules know English. They quote what was said and never put it in words of their own; what
// they find is a candidate that a person looks at, not knowledge. What needs the notes of the
// repository, novelty and contradiction, is asked by who has them.
package learn

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"math"
	"slices"
	"time"

	"github.com/9aea2451/kb/kb/chat"
	"github.com/9aea2451/kb/kb/observe"
)

// Least is the confidence from which on something is a candidate.
const Least = 0.6

// Origin says whose word a candidate rests on.
type Origin string

const (
	Human    Origin = "human"    // a person typed it
	Agents   Origin = "agent"    // an agent said it
	Observed Origin = "observed" // it was only seen to happen
	Outside  Origin = "outside"  // a session has it that came with the repository, whoever said it there
)

// trust is what the word of an origin is worth.
func (o Origin) trust() float64 {
	switch o {
	case Human:
		return 1
	case Agents:
		return .85
	}
	return .8
}

// Evidence says where something was found. Its day is in UTC, as 2026-05-04, "" when not known.
type Evidence struct {
	Client  string `json:"client"`
	Session string `json:"session"` // the first eight hexadecimal digits of the SHA-256 of the program's id
	Turns   [2]int `json:"turns"`   // the first and the last event
	Day     string `json:"day,omitempty"`
}

// Candidate is something that may become a note.
type Candidate struct {
	ID         string     `json:"id"` // made of what it says: the same statement has the same id
	Rule       string     `json:"rule"`
	Kind       string     `json:"kind"` // of kb.Kinds
	Type       string     `json:"type,omitempty"`
	Title      string     `json:"title"`
	Statement  string     `json:"statement"`
	Why        string     `json:"why,omitempty"`
	Quote      string     `json:"quote,omitempty"` // a person's words, at most MaxQuote bytes
	Error      string     `json:"error,omitempty"` // the error that it is about, normalised
	Files      []string   `json:"files,omitempty"` // from the root
	Origin     Origin     `json:"origin"`
	Base       float64    `json:"base"`              // from 0 to 1: see weigh
	Tainted    bool       `json:"tainted,omitempty"` // said after a text from outside was read
	Waiting    bool       `json:"waiting,omitempty"` // nothing corroborates it yet but to be said again
	Evidence   []Evidence `json:"evidence"`
	Confidence float64    `json:"confidence"`           // from 0 to .95
	Importance float64    `json:"importance,omitempty"` // of the exchanges that it was found in, the greatest
	Entities   []Named    `json:"entities,omitempty"`   // languages of the code in them

	Signal  string   `json:"signal,omitempty"`         // of the rule signal: which one
	Count   int      `json:"seen_in,omitempty"`        // sessions, where not all are named as evidence
	Steps   []string `json:"steps,omitempty"`          // of a recipe
	Tried   string   `json:"tried,omitempty"`          // of a dead end, as the next two
	Because string   `json:"failed_because,omitempty"` // why it was given up
	Instead string   `json:"instead,omitempty"`        // what was done in its place

	Commits  []string `json:"commits,omitempty"`   // of an episode
	OfBranch string   `json:"of_branch,omitempty"` // of an episode or a state of work

	said Said // see Heard
}

// MaxQuote is the greatest length of a quotation in bytes.
const MaxQuote = 240

// Sessions counts the sessions in which a candidate was found.
func (c *Candidate) Sessions() int {
	seen := map[string]struct{}{}
	for _, e := range c.Evidence {
		seen[e.Session] = struct{}{}
	}
	return max(len(seen), c.Count)
}

// weigh computes the confidence: min(.95, base × trust × (1 + .1·(sessions − 1))), × .7 if tainted, and
// below Least, however often it was said, for what came from outside.
func (c *Candidate) weigh() {
	v := c.Base * c.Origin.trust() * (1 + .1*float64(c.Sessions()-1))
	if c.Tainted && c.Signal != string(observe.Reference) { // nothing of a page is told but where it lies
		v *= .7
	}
	if c.Origin == Outside {
		v = min(v, Least-.1)
	}
	c.Confidence = math.Round(min(.95, v)*1000) / 1000
}

// Ready reports whether a candidate may be shown to a person.
func (c *Candidate) Ready() bool {
	return c.Confidence >= Least && (!c.Waiting || c.Sessions() >= 2)
}

// Join adds what another candidate that says the same was found by. The one that is surer keeps its
// words.
func (c *Candidate) Join(o Candidate) {
	if c.outranks(o) {
		return
	}
	if o.Origin.trust()*o.Base > c.Origin.trust()*c.Base || c.Waiting && !o.Waiting {
		known := *c
		*c = o
		c.ID, c.Evidence, c.Files, c.Entities = known.ID, known.Evidence, known.Files, known.Entities
		c.also(known)
		c.also(o)
		c.weigh()
		return
	}
	c.also(o)
	c.Waiting = c.Waiting && o.Waiting
	c.Tainted = c.Tainted && o.Tainted
	c.weigh()
}

// outranks reports whether only one of two candidates that say the same came from outside. That one
// counts for nothing: what was said here keeps its place, or takes it.
func (c *Candidate) outranks(o Candidate) bool {
	if (c.Origin == Outside) == (o.Origin == Outside) {
		return false
	}
	if c.Origin == Outside {
		o.ID, *c = c.ID, o
		c.weigh()
	}
	return true
}

// witness adds a place where a candidate was found, once, in the order of day, session and event.
func (c *Candidate) witness(e Evidence) {
	if !slices.Contains(c.Evidence, e) {
		c.Evidence = append(c.Evidence, e)
		slices.SortFunc(c.Evidence, func(a, b Evidence) int {
			return cmp.Or(cmp.Compare(a.Day, b.Day), cmp.Compare(a.Session, b.Session), cmp.Compare(a.Turns[0], b.Turns[0]))
		})
	}
}

// maxFiles is how many files a candidate names.
const maxFiles = 5

// also adds where another candidate was found, and what it is about.
func (c *Candidate) also(o Candidate) {
	for _, e := range o.Evidence {
		c.witness(e)
	}
	c.Importance = max(c.Importance, o.Importance)
	c.concerns(o.Entities)
	for _, f := range o.Files {
		if len(c.Files) < maxFiles && !slices.Contains(c.Files, f) {
			c.Files = append(c.Files, f)
		}
	}
}

// Echo is something a person said that is no candidate by itself, but says again what one says.
type Echo struct {
	Statement string
	Evidence  Evidence
}

// Learnt is what a session gave.
type Learnt struct {
	Candidates []Candidate
	Echoes     []Echo
	Dropped    map[string]int // how many the gates dropped, by their reasons
	Kind       SessionKind
	Turns      int           // things that a person typed, without those that were counted with another session
	Trace      observe.Trace // to be counted with those of other sessions
	Episode    *Candidate    // what the session was for and how it ended; nil where that is not told
}

// Repository is what the rules know of the repository.
type Repository struct {
	Known  func(name string) bool // whether a file of this path or name is in it; nil: none is known
	Redact Redaction

	Ignored func(path string) bool // whether git ignores a path; nil: none is known to be
	Counted func(chat.Event) bool  // whether what a person typed was counted with another session; nil: nothing was
}

// SessionID names a session as evidence does.
func SessionID(native string) string {
	sum := sha256.Sum256([]byte(native))
	return hex.EncodeToString(sum[:4])
}

// Bounds of a session: turns in which something is found beyond them are counted as TooMany.
const (
	mostFound   = 200  // candidates that are compared with each other, the surest
	mostEchoes  = 200  // the first
	mostBetween = 1000 // events before or after one, or between two, that are looked at
	mostAfter   = 200  // events after a dead end in which something else works
)

// found is what the rules find in a session. The turns of what is left out of it are crowded then.
func (r *reading) found() (found []Candidate) {
	for _, rule := range Rules() {
		if rule.find != nil {
			found = append(found, rule.find(r)...)
		}
	}
	if len(found) <= mostFound {
		return found
	}
	slices.SortStableFunc(found, func(a, b Candidate) int { return cmp.Compare(b.Base*b.Origin.trust(), a.Base*a.Origin.trust()) })
	for _, c := range found[mostFound:] {
		r.crowded[c.Evidence[0].Turns[0]] = true
	}
	for _, c := range found[:mostFound] {
		delete(r.crowded, c.Evidence[0].Turns[0])
	}
	return found[:mostFound]
}

// From applies the rules and gates to a session. One that came with the repository gives candidates of
// the origin Outside alone: it says nothing again, and nothing of how work goes here.
func From(s *chat.Session, repo Repository) *Learnt {
	r := read(s, repo)
	out := &Learnt{Dropped: map[string]int{}, Kind: r.kind, Turns: len(r.own)}
	found := fold(r.found())
	slices.SortStableFunc(found, func(a, b Candidate) int { return cmp.Compare(a.Evidence[0].Turns[0], b.Evidence[0].Turns[0]) })
	g := gates{repo: repo, session: r, dropped: out.Dropped}
	var kept []Candidate
	for _, c := range found {
		if c, ok := g.pass(c); ok {
			kept = Add(kept, c)
		}
	}
	slices.SortStableFunc(kept, func(a, b Candidate) int { return cmp.Compare(b.Confidence, a.Confidence) })
	if most := r.kind.most(); len(kept) > most {
		out.Dropped[TooMany] += len(kept) - most
		kept = kept[:most]
	}
	out.Candidates = kept
	if !s.Outside {
		out.Echoes = r.echoes(kept, &g)
	}
	if len(r.crowded) > 0 {
		out.Dropped[TooMany] += len(r.crowded)
	}
	if s.Outside {
		return out
	}
	if c, ok := g.episode(); ok {
		out.Episode = &c
	}
	out.Trace = g.trace()
	for _, c := range found {
		if c.Rule == "correction" && !r.copied[c.Evidence[0].Turns[1]] {
			out.Trace.Corrections++
		}
	}
	return out
}

// Add adds a candidate to others, joining it with the one that says the same.
func Add(all []Candidate, c Candidate) []Candidate {
	for i := range all {
		if all[i].Says(&c) {
			all[i].Join(c)
			return all
		}
	}
	return append(all, c)
}

// evidence is the place from one event to another, both included, as a list of one. Its day is that
// of the last event, else of the beginning of the session; "" where neither has a time.
func (r *reading) evidence(from, to int) []Evidence {
	e := Evidence{Client: r.s.Client, Session: SessionID(r.s.Header.Session), Turns: [2]int{from, to}}
	t := r.s.Events[to].Time
	if t.IsZero() {
		t = r.s.Started
	}
	if !t.IsZero() {
		e.Day = t.UTC().Format(time.DateOnly)
	}
	return []Evidence{e}
}

// Absorb makes another candidate part of this one, which keeps its words.
func (c *Candidate) Absorb(o Candidate) {
	if c.outranks(o) {
		return
	}
	c.also(o)
	c.Waiting = false
	c.weigh()
}

// Remembered is a candidate that somebody wrote down, by the rule of what is said explicitly.
func Remembered(text, kind, typ, name string, files []string, source string, now time.Time) Candidate {
	c := Candidate{
		Rule: "explicit", Kind: kind, Type: typ, Title: title(name), Statement: text, Files: files[:min(len(files), maxFiles)],
		Origin: Human, Base: RuleNamed("explicit").Base,
		Evidence: []Evidence{{Client: "kb", Session: SessionID("remember " + text), Day: now.UTC().Format(time.DateOnly)}},
	}
	if source != "user" {
		c.Origin = Agents
	}
	c.ID = identify(c.Type, c.Statement)
	c.weigh()
	return c
}
