// Package chat reads the sessions that people had with coding agents, where the agents' own
// programs keep them, and tells all of them in one neutral form: a header and events in order.
//
// A Store is one program's place and format. Stores are read only, never changed, never locked for
// others, and nothing is sent anywhere. A session belongs to a repository when it was held in one
// of its work trees; to learn that, no more than Probe bytes of a file (or one row of a database)
// are read, and a session of another folder is closed again without a trace.
//
// # Limitations
//
// Formats are those of the programs' versions named at each reader; what a reader does not know is
// skipped and counted, never guessed. Texts are cut at MaxText, sessions at MaxEvents. Windsurf's
// store is encrypted and not read.
package chat

import (
	"context"
	"iter"
	"slices"
	"strings"
	"time"

	"github.com/9aea2451/kb/text/wording"
)

// Bounds of what is read, in bytes unless said otherwise.
const (
	Probe     = 64 << 10 // of a session, before it is known to be of the repository
	MaxLine   = 64 << 20 // of one record; longer ones are skipped and counted
	MaxText   = 32 << 10 // of one event's text; the middle is left out
	MaxEvents = 100_000  // events of a session; later ones are counted
	maxDocs   = 64 << 20 // of a file that is one JSON document or one page of markdown
	maxShown  = 300      // of a line that Find returns
)

// Who an event comes from. A user's event of kind Text is what a person typed, and nothing else is:
// commands, tool results, reminders and summaries come from the system.
type Role string

const (
	User   Role = "user"
	Agent  Role = "agent"
	Tool   Role = "tool"
	System Role = "system"
)

// Kind says what happened.
type Kind string

const (
	Text     Kind = "text"
	Thinking Kind = "thinking"
	Call     Kind = "call"    // a tool is called
	Result   Kind = "result"  // what it gave
	Compact  Kind = "compact" // what went before was summarised; the summary is not told
	Rewind   Kind = "rewind"  // the session went back: what was said since is not told
	Abort    Kind = "abort"   // the person stopped the agent
)

// Event is one thing that happened in a session. Its JSON form is that of `kb sessions show --json`.
// Native is what the program itself calls the tool. Tokens is how long the model's input was at a
// call; 0 where the store does not say it.
type Event struct {
	V      int       `json:"v"` // version of the form: 1
	N      int       `json:"n"` // place in the session, from 0
	Time   time.Time `json:"t,omitzero"`
	Role   Role      `json:"role"`
	Kind   Kind      `json:"kind"`
	Text   string    `json:"text,omitempty"` // of a call: the command, the pattern, or the lines of an edit with - and +
	Tool   string    `json:"tool,omitempty"` // read, edit, write, search, glob, shell, web, mcp, task, ask or other
	Native string    `json:"native,omitempty"`
	Call   string    `json:"call,omitempty"`  // joins a result to its call
	Files  []string  `json:"files,omitempty"` // from the root of the repository; Outside for others
	OK     *bool     `json:"ok,omitempty"`    // of a result, where the store says it
	Exit   int       `json:"exit,omitempty"`  // status of a shell's result
	Tokens int       `json:"in_tokens,omitempty"`
}

// Failed reports whether a result says that its call failed.
func (e Event) Failed() bool { return e.Kind == Result && (e.Exit != 0 || e.OK != nil && !*e.OK) }

// Header is what is known of a session as a whole.
type Header struct {
	V       int       `json:"v"`
	Client  string    `json:"client"`  // of the store: claude, codex and so on
	Session string    `json:"session"` // the program's own id
	Started time.Time `json:"started,omitzero"`
	Ended   time.Time `json:"ended,omitzero"`
	Dir     string    `json:"cwd"` // from the root of the repository: "." for the root
	Branch  string    `json:"branch,omitempty"`
	Commit  string    `json:"commit,omitempty"` // at the beginning, hexadecimal
	Model   string    `json:"model,omitempty"`  // that the store named last
	Parent  string    `json:"parent,omitempty"` // the session that this one was forked from, where the store says it
	Version string    `json:"store_version,omitempty"`
	Title   string    `json:"title,omitempty"`
	Outside bool      `json:"outside,omitempty"` // git tracks its page: it came with the repository, whoever typed it
}

// Session is a session as read.
type Session struct {
	Header
	Events  []Event
	Skipped int // records that could not be read, or were too many
}

// Find returns the first line that somebody said, or that a command is, which has all of some words,
// whatever their case, and its event; "" where there is none.
func (s *Session) Find(words string) (event int, line string) {
	if s == nil {
		return 0, ""
	}
	wanted := strings.Fields(strings.ToLower(words))
	for _, e := range s.Events {
		if e.Kind != Text && !(e.Kind == Call && e.Tool == "shell") || e.Role == System {
			continue
		}
		for l := range strings.Lines(e.Text) {
			lower := strings.ToLower(l)
			if len(wanted) > 0 && !slices.ContainsFunc(wanted, func(w string) bool { return !strings.Contains(lower, w) }) {
				return e.N, wording.ClipBytes(strings.TrimSpace(l), maxShown)
			}
		}
	}
	return 0, ""
}

// Ref names a session that has not been read.
type Ref struct {
	Client  string
	ID      string
	Stamp   string    // changes whenever the session does: sizes and times, no content
	Touched time.Time // when it last changed, as the store says
	Page    string    // the file, from the root of the work tree, where it lies there: git may have put it
	path    string    // the file
	row     string    // the row of a database, or the part of a file
	dir     string    // the work tree's folder in which it was held
	parent  string    // as Header.Parent
	branch  string
}

// Store is where one program keeps its sessions.
type Store interface {
	// Name is how a person names the store when consenting to its being read.
	Name() string
	// Seen reports whether the store is on this machine at all; it opens no session.
	Seen() bool
	// Sessions lists the sessions that were held in the repository.
	Sessions(ctx context.Context, p Place) iter.Seq2[Ref, error]
	// Read reads a session that Sessions listed.
	Read(ctx context.Context, p Place, ref Ref) (*Session, error)
}

// Homes are the folders of this machine below which programs keep their stores. An empty one is not
// looked into.
type Homes struct {
	User   string // the home folder
	Config string // of desktop programs: ~/.config, ~/Library/Application Support, %APPDATA%
	Data   string // $XDG_DATA_HOME or ~/.local/share
	Codex  string // $CODEX_HOME or ~/.codex
	Claude string // $CLAUDE_CONFIG_DIR or ~/.claude
}

// Stores returns every store that kb can read, in the order in which they are told. The root is the
// work tree whose own stores (SpecStory's and Aider's) are meant.
func Stores(h Homes, root string) []Store {
	return []Store{
		specstory{root}, claude{h.Claude}, codex{h.Codex}, cursor{h.Config, h.User}, cursorAgent{h.User},
		copilot{h.User}, vscode{h.Config}, gemini{h.User}, aider{root}, opencode{h.Data},
	}
}

// session begins the telling of a session.
func session(ref Ref, p Place) *builder {
	return &builder{
		place: p,
		calls: map[string]int{},
		s: Session{Header: Header{
			V: 1, Client: ref.Client, Session: ref.ID, Dir: p.relative(ref.dir), Parent: ref.parent, Branch: ref.branch,
		}},
	}
}

// builder collects the events of a session in order.
type builder struct {
	place Place
	s     Session
	calls map[string]int // the events of the calls, by their ids
}

// add appends an event, within the bounds of the package.
func (b *builder) add(e Event) {
	if len(b.s.Events) == MaxEvents {
		b.s.Skipped++
		return
	}
	e.V, e.N, e.Text = 1, len(b.s.Events), cut(e.Text)
	if e.Kind == Call && e.Call != "" {
		b.calls[e.Call] = e.N
	}
	b.s.Events = append(b.s.Events, e)
	b.seen(e.Time)
}

// text appends what somebody said, unless it is nothing.
func (b *builder) text(t time.Time, role Role, kind Kind, text string) {
	if text != "" {
		b.add(Event{Time: t, Role: role, Kind: kind, Text: text})
	}
}

// seen widens the time of the session, from Started to Ended, to hold a moment; the zero time, of
// an event without one, changes nothing.
func (b *builder) seen(t time.Time) {
	if t.IsZero() {
		return
	}
	if b.s.Started.IsZero() || t.Before(b.s.Started) {
		b.s.Started = t
	}
	if t.After(b.s.Ended) {
		b.s.Ended = t
	}
}

// done returns the session.
func (b *builder) done() *Session { return &b.s }
