package learn

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/9aea2451/kb/kb/chat"
	"github.com/9aea2451/kb/text/lazy"
	"github.com/9aea2451/kb/text/wording"
)

// Exchange is a unit of a session: what a person typed, and all that was said and done until they
// spoke again.
type Exchange struct {
	Events     [2]int      `json:"events"`     // the first and the last
	Importance float64     `json:"importance"` // .5, + .2 with code or edits, + .1 with a long answer, + .1 with files
	Entities   []Named     `json:"entities"`   // the surest first
	Code       []CodeBlock `json:"code"`
}

// Named is a thing that an exchange is about.
type Named struct {
	Type       string  `json:"type"` // language or file
	Name       string  `json:"name"`
	Confidence float64 `json:"confidence"` // 1 for the language of a block of code, .7 for a file
}

// CodeBlock is a block of code that somebody showed.
type CodeBlock struct {
	Event    int    `json:"event"`
	Lines    [2]int `json:"lines"` // of the event's text, from 1, without the fences
	Language string `json:"language,omitempty"`
	Context  string `json:"context,omitempty"` // the line of text before it, at most 300 bytes
}

// Bounds of an exchange.
const (
	longAnswer   = 2000 // bytes
	mostEntities = 20
	mostCode     = 50
	mostContext  = 300 // bytes
)

// Exchanges are the units of a session, in order. What comes before a person spoke is in none.
func Exchanges(s *chat.Session) []Exchange {
	out := []Exchange{}
	for i, e := range s.Events {
		if e.Role == chat.User && e.Kind == chat.Text {
			end := i + 1
			for end < len(s.Events) && (s.Events[end].Role != chat.User || s.Events[end].Kind != chat.Text) {
				end++
			}
			out = append(out, exchange(s.Events[i:end], i))
		}
	}
	return out
}

// exchange is the unit of some events, the first of which is a person's and has the number at.
func exchange(events []chat.Event, at int) Exchange {
	x := Exchange{Events: [2]int{at, at + len(events) - 1}, Importance: .5, Entities: []Named{}, Code: []CodeBlock{}}
	answer, code := 0, false
	for i, e := range events {
		if e.Kind == chat.Text && (e.Role == chat.User || e.Role == chat.Agent) {
			found := blocks(e.Text, at+i)
			x.Code = append(x.Code, found[:min(len(found), mostCode-len(x.Code))]...)
			for _, f := range fileName().FindAllString(e.Text, mostEntities) {
				x.entity("file", f, .7)
			}
			if e.Role == chat.Agent {
				answer += len(e.Text)
				code = code || len(found) > 0
			}
		}
		code = code || isEdit(e)
		for _, f := range e.Files {
			if f != chat.Outside {
				x.entity("file", f, .7)
			}
		}
	}
	named := len(x.Entities) > 0
	for _, c := range x.Code {
		if c.Language != "" {
			x.entity("language", c.Language, 1)
		}
	}
	for _, adds := range []struct {
		holds bool
		much  float64
	}{{code, .2}, {answer > longAnswer, .1}, {named, .1}} {
		if adds.holds {
			x.Importance = math.Round(10*(x.Importance+adds.much)) / 10
		}
	}
	slices.SortStableFunc(x.Entities, func(a, b Named) int { return cmp.Compare(b.Confidence, a.Confidence) })
	x.Entities = x.Entities[:min(len(x.Entities), mostEntities)]
	return x
}

// entity adds a thing, once. It takes twice as many as are kept, since the surest are sorted out
// last.
func (x *Exchange) entity(typ, name string, sure float64) {
	if e := (Named{typ, name, sure}); len(x.Entities) < 2*mostEntities && !slices.Contains(x.Entities, e) {
		x.Entities = append(x.Entities, e)
	}
}

// blocks are the fenced blocks of a text; one that is not closed ends with it.
func blocks(text string, event int) (out []CodeBlock) {
	var fence, before string
	n := 0
	for line := range strings.Lines(text) {
		n++
		line = strings.TrimSpace(line)
		switch mark := fenceMark().FindString(line); {
		case fence != "" && strings.HasPrefix(line, fence) && strings.Trim(line, fence[:1]) == "":
			fence = ""
		case fence != "":
			out[len(out)-1].Lines[1] = n
		case mark != "":
			fence = mark
			language := strings.ToLower(group(languageOf(), line[len(mark):], 1))
			context := wording.ClipBytes(before, mostContext)
			out = append(out, CodeBlock{Event: event, Lines: [2]int{n + 1, n}, Language: language, Context: context})
		case line != "":
			before = line
		}
	}
	return out
}

var (
	fenceMark  = lazy.Pattern("^(?:`{3,}|~{3,})")
	languageOf = lazy.Pattern(`^\s*\{?\.?([A-Za-z][\w+#-]{0,15})(?:[\s,:{}]|$)`)
)

// value tells how much the exchanges matter that a candidate was found in, and of what languages their
// code is; of those that a text from outside came into, only the first.
func (r *reading) value(c *Candidate) {
	from, to := c.Evidence[0].Turns[0], c.Evidence[0].Turns[1]
	first, _ := slices.BinarySearchFunc(r.exchanges, from, func(x Exchange, at int) int { return cmp.Compare(x.Events[1], at) })
	for _, x := range r.exchanges[first:min(len(r.exchanges), first+mostBetween)] {
		if x.Events[0] > to {
			break
		}
		c.Importance = max(c.Importance, x.Importance)
		for _, e := range x.Entities {
			if e.Type == "language" && x.Events[1] < r.taint {
				c.concerns([]Named{e})
			}
		}
	}
}

// concerns adds things that a candidate is about.
func (c *Candidate) concerns(entities []Named) {
	for _, e := range entities {
		if len(c.Entities) < maxFiles && !slices.Contains(c.Entities, e) {
			c.Entities = append(c.Entities, e)
		}
	}
}
