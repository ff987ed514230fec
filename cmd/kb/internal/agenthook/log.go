package agenthook

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"time"

	"github.com/9aea2451/kb/cmd/kb/internal/deliver"
	"github.com/9aea2451/kb/kb/agents"
	"github.com/9aea2451/kb/kb/failure"
)

// twice is the time within which two programs that run the same hook tell of the same call: Cursor
// and VS Code read Claude's hooks besides their own.
const twice = 2 * time.Second

// log is the scratch file of the session, with what was in it before this call.
type log struct {
	own    agents.Scratch
	line   agents.Line
	all    []agents.Line // of this session and program
	recent []agents.Line // of this agent of the session, whichever program told of it
	lines  []agents.Line // those of them since the agent forgot what was before
}

// log reads the scratch file of the session.
func (h *hook) log() *log {
	session := agents.Short(cmp.Or(h.call.session, h.repo.Root))
	agent := ""
	if h.call.agent != "" {
		agent = agents.Short(h.call.agent)
	}
	state := agents.At(h.repo.StateDir())
	l := &log{own: state.Scratch(h.client, session)}
	l.line = agents.Line{Time: h.now.UTC(), Client: h.client, Session: session, Agent: agent, Event: h.word(), Files: h.files}
	l.line.Group = agents.GroupOf(session, h.own.Control)
	if h.call.failed == failed || h.event == Failed {
		l.line.Exit = 1
	}
	for _, e := range h.errors() {
		if l.line.Errors = append(l.line.Errors, failure.Fingerprint(e)); len(l.line.Errors) == 8 {
			break
		}
	}
	var each [][]agents.Line // of this agent, by the program that told of it
	for _, client := range Clients() {
		lines, _ := state.Scratch(client, session).Lines() // what cannot be read was not given, as far as is known
		if client == h.client {
			l.all = lines
		}
		each = append(each, slices.DeleteFunc(slices.Clone(lines), func(l agents.Line) bool { return l.Agent != agent }))
	}
	l.recent = slices.Concat(each...)
	if h.event == Start && h.call.source == "compact" && lastOf(l.recent, summary, restart) == summary {
		l.line.Event = begin // what was before was forgotten when the summary was announced
	}
	for _, lines := range each {
		lines = remembered(append(lines, l.line))
		l.lines = append(l.lines, lines[:max(0, len(lines)-1)]...)
	}
	if agent == "" && h.call.source != "compact" && l.line.Event != restart && l.line.Event != summary {
		l.inherit(h, state)
	}
	return l
}

// The words for the beginnings of a session, and for events at which an agent forgets what was before, or
// what it was told at starts.
const (
	begin   = "start"
	forked  = "fork"
	summary = "compact"
	restart = "restart"
	resumed = "resumed" // in Copilot CLI; in OpenCode each start, of which the instructions of one process tell
	opened  = "opened"  // in Gemini CLI, which is told with the first prompt
)

// lastOf is the last event of some lines that has one of some words; "" where none has.
func lastOf(lines []agents.Line, words ...string) string {
	for _, l := range slices.Backward(lines) {
		if slices.Contains(words, l.Event) {
			return l.Event
		}
	}
	return ""
}

// waiting reports whether a start was not told of yet. What is said when Gemini CLI tells of it would
// stand in the text of the prompt, which the program then forgets when the session is resumed.
func (l *log) waiting() bool { return lastOf(l.lines, begin, opened, restart) != begin }

// remembered are the lines since what went before was summarised or cleared, without the starts before
// a session was resumed.
func remembered(lines []agents.Line) []agents.Line {
	for i := len(lines) - 1; i >= 0; i-- {
		switch lines[i].Event {
		case summary:
			return lines[i+1:]
		case restart:
			return lines[i:]
		case resumed:
			start := func(o agents.Line) bool { return o.Event == begin || o.Event == resumed }
			return append(slices.DeleteFunc(slices.Clone(remembered(lines[:i])), start), lines[i:]...)
		}
	}
	return lines
}

// word names the event in a scratch line.
func (h *hook) word() string {
	switch h.event {
	case Start:
		switch source := h.call.source; {
		case source == "compact", source == "clear":
			return restart
		case source == forked:
			return forked
		case h.client == "gemini" && h.call.native == "SessionStart":
			return opened
		case h.client == "opencode", h.client == "copilot" && source == "resume":
			return resumed
		}
		return begin
	case Prompt:
		return "prompt"
	case Compact:
		return summary
	case End:
		return "end"
	}
	return h.call.kind
}

// repeated tells that another program told of the same call just now.
func (l *log) repeated() bool {
	return slices.ContainsFunc(l.recent, func(o agents.Line) bool {
		age := l.line.Time.Sub(o.Time)
		return o.Client != l.line.Client && o.Event == l.line.Event && age >= 0 && age < twice && slices.Equal(o.Files, l.line.Files) &&
			slices.Equal(o.Errors, l.line.Errors)
	})
}

// late is the word for a line that says what calls before it missed.
const late = "late"

// missed are the calls that asked while notes were still being read, as far as nobody has made up for it.
func (l *log) missed() (out []agents.Line) {
	for _, o := range slices.Backward(l.lines) {
		switch {
		case o.Event == late && !o.Behind:
			return out
		case o.Event != late && o.Behind:
			out = append(out, o)
		}
	}
	return out
}

// catchUp finds what the calls missed that asked while notes were still being read, and notes that it is
// said. As long as there is something the next call asks again.
func (l *log) catchUp(a *deliver.Asking, missed []agents.Line) ([]deliver.Item, deliver.About) {
	later := *l
	later.line.Event, later.line.Files, later.line.Errors, later.line.Exit = late, nil, nil, 0
	var errors []string
	about := deliver.Earlier
	for _, o := range missed {
		errors = append(errors, o.Errors...)
		for _, f := range o.Files {
			if !slices.Contains(later.line.Files, f) && len(later.line.Files) < maxFiles {
				later.line.Files = append(later.line.Files, f)
			}
		}
		if slices.Contains([]string{begin, restart, resumed}, o.Event) {
			about = deliver.Work
		}
	}
	items := a.Missed(later.line.Files, errors, about == deliver.Work)
	later.line.Behind = len(items) > 0
	return later.note(items), about
}

// given tells that a note was given to this agent since the last summary.
func (l *log) given(path string) bool {
	return slices.ContainsFunc(l.lines, func(o agents.Line) bool {
		return slices.Contains(o.Given, path) || slices.Contains(o.Held, path)
	})
}

// count is how many notes the session was given.
func (l *log) count() int {
	notes := map[string]bool{}
	for _, o := range l.all {
		for _, path := range slices.Concat(o.Given, o.Held) {
			notes[path] = true
		}
	}
	return len(notes)
}

// touched are the files that the session has read or edited, the last first.
func (l *log) touched() []string {
	var out []string
	for _, o := range slices.Backward(l.all) {
		for _, f := range o.Files {
			if !slices.Contains(out, f) && len(out) < maxFiles {
				out = append(out, f)
			}
		}
	}
	return out
}

// note adds the call to the scratch file, and returns the notes that it may give. Of two calls at
// once that would give the same note, the one whose line came first does.
func (l *log) note(items []deliver.Item) []deliver.Item {
	if l.line.Group == agents.Control {
		for _, i := range items {
			l.line.Held = append(l.line.Held, i.Path)
		}
		_ = l.own.Append(l.line) // nothing is said in any case
		return nil
	}
	for _, i := range items {
		l.line.Given = append(l.line.Given, i.Path)
	}
	if len(items) > 0 {
		l.line.Mark = fmt.Sprintf("%x-%x", os.Getpid(), rand.Uint32())
	}
	if err := l.own.Append(l.line); err != nil {
		return nil // what cannot be noted would be given again and again
	}
	if len(items) == 0 || l.line.Event == summary {
		return items
	}
	lines, err := l.own.Lines()
	if err != nil {
		return nil
	}
	lines = slices.DeleteFunc(lines, func(o agents.Line) bool { return o.Agent != l.line.Agent })
	first := map[string]string{}
	for _, o := range remembered(lines) {
		for _, path := range o.Given {
			if _, ok := first[path]; !ok {
				first[path] = o.Mark
			}
		}
	}
	return slices.DeleteFunc(items, func(i deliver.Item) bool { return first[i.Path] != l.line.Mark })
}
