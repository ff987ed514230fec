package lessons

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/9aea2451/kb/index/query"
	"github.com/9aea2451/kb/kb/agents"
	"github.com/9aea2451/kb/kb/chat"
	"github.com/9aea2451/kb/kb/habit"
	"github.com/9aea2451/kb/kb/inbox"
	"github.com/9aea2451/kb/kb/learn"
	"github.com/9aea2451/kb/kb/observe"
)

// silence is how long after its last event a session counts as ended.
const silence = time.Hour

// atWork reports whether a session may go on.
func (s *School) atWork(session *chat.Session) bool {
	age := s.Desk.Now().Sub(session.Ended)
	return !session.Ended.IsZero() && age >= 0 && age < silence && !s.ended(learn.SessionID(session.Session))
}

// ended reports whether hooks noted the end of a session.
func (s *School) ended(id string) bool {
	all, err := agents.At(s.Desk.Repo.StateDir()).Sessions()
	return err == nil && slices.ContainsFunc(all, func(lines []agents.Line) bool {
		last := lines[len(lines)-1]
		return last.Session == id && last.Event == "end"
	})
}

// maxIgnored is how many paths git is asked about in a run: each is a process.
const maxIgnored = 200

// repository is what the rules know of the repository.
func (l *lesson) repository(ctx context.Context) learn.Repository {
	if l.ignored == nil {
		l.ignored = map[string]bool{}
	}
	return learn.Repository{Known: l.notes.files, Redact: l.school.redact, Ignored: func(path string) bool {
		if known, ok := l.ignored[path]; ok || len(l.ignored) >= maxIgnored || l.notes.files == nil || l.notes.files(path) {
			return known
		}
		ignored, err := l.school.Desk.Repo.Ignored(ctx, path)
		l.ignored[path] = err == nil && ignored
		return l.ignored[path]
	}}
}

// hooked takes in the sessions of which only hooks told: of those that no store tells.
func (l *lesson) hooked(ctx context.Context, seats []Seat, req LearnRequest) error {
	if len(req.Sessions) > 0 || req.From != "" {
		return nil
	}
	all, err := agents.At(l.school.Desk.Repo.StateDir()).Sessions()
	if err != nil {
		return err
	}
	for _, lines := range all {
		first, last := lines[0], lines[len(lines)-1]
		id, stamp := first.Client+"/"+first.Session, fmt.Sprintf("hooks %d", len(lines))
		if slices.ContainsFunc(seats, func(s Seat) bool { return s.ID == first.Session }) || last.Time.Before(req.Since) {
			continue
		}
		if read, err := l.school.Inbox.Read(id, stamp); err != nil || read {
			if err != nil {
				return err
			}
			continue
		}
		if l.notes == nil {
			if l.notes, err = l.school.notes(ctx); err != nil {
				return err
			}
		}
		session := fromHooks(lines)
		got := learn.From(session, l.repository(ctx))
		got.Trace.Hooked = true
		got.Trace.Session = first.Session // hooks keep no more of its name
		got.Trace.Signals = append(got.Trace.Signals, retried(lines)...)
		l.noted(id, stamp, session, got)
		l.out.Hooked++
	}
	return nil
}

// fromHooks tells of a session what hooks noted: files and outcomes, no texts.
func fromHooks(lines []agents.Line) *chat.Session {
	s := &chat.Session{Header: chat.Header{
		Client: lines[0].Client, Session: lines[0].Session, Started: lines[0].Time, Ended: lines[len(lines)-1].Time,
	}}
	for i, l := range lines {
		if l.Event != "read" && l.Event != "edit" && l.Event != "shell" {
			continue
		}
		if i > 0 && l.Exit == 0 && lines[i-1].Event == l.Event && slices.Equal(lines[i-1].Files, l.Files) {
			continue // before and after the same call
		}
		ok := l.Exit == 0
		s.Events = append(s.Events,
			chat.Event{N: len(s.Events), Time: l.Time, Role: chat.Agent, Kind: chat.Call, Tool: l.Event, Files: l.Files},
			chat.Event{N: len(s.Events) + 1, Time: l.Time, Role: chat.Tool, Kind: chat.Result, Tool: l.Event, Files: l.Files, OK: &ok})
	}
	return s
}

// retried are the errors that hooks saw more than once, by their fingerprints.
func retried(lines []agents.Line) []observe.Signal {
	var out []observe.Signal
	n := map[string]int{}
	for i, l := range lines {
		for _, e := range l.Errors[:min(1, len(l.Errors))] {
			if n[e]++; n[e] == 2 {
				out = append(out, observe.Signal{Class: observe.ErrorRetry, Key: e, Count: 2, First: i, Last: i})
			}
		}
	}
	return out
}

// verdictsHold is how long what people decided about candidates weighs on others of their class.
const verdictsHold = 180 * 24 * time.Hour

// habits counts over all sessions, and adds what they repeat.
func (l *lesson) habits(ctx context.Context) error {
	if len(l.traces) == 0 {
		return nil
	}
	old, err := l.school.Inbox.Traces()
	if err != nil {
		return err
	}
	all := slices.DeleteFunc(old, func(t inbox.Traced) bool {
		return slices.ContainsFunc(l.traces, func(n inbox.Traced) bool { return n.ID == t.ID })
	})
	all = append(all, l.traces...)
	slices.SortStableFunc(all, func(a, b inbox.Traced) int {
		if a.Started != b.Started {
			return int(min(1, max(-1, a.Started-b.Started)))
		}
		return strings.Compare(a.ID, b.ID)
	})
	traces := make([]observe.Trace, len(all))
	for i, t := range all {
		traces[i] = t.Trace
	}
	done, err := l.school.Inbox.Modules()
	if err != nil {
		return err
	}
	if l.notes == nil {
		if l.notes, err = l.school.notes(ctx); err != nil {
			return err
		}
	}
	tally := habit.Count(traces, inbox.Verdicts(l.items, l.school.Desk.Now().Add(-verdictsHold)))
	found := tally.Signals()
	if tally.Faint > 0 {
		l.out.Dropped[learn.Faint] += tally.Faint
	}
	more, reached := tally.Synthesis(done, func(a, b string) bool { return l.notes.covers("causal_dependency", []string{a, b}) != "" })
	l.reached = reached
	for _, h := range append(found, more...) {
		if c, ok := learn.FromHabit(h); ok {
			if err := l.addHabit(c); err != nil {
				return err
			}
		}
	}
	return nil
}

// addHabit adds what sessions repeat, or brings it up to date where it is known. One that a person
// has decided about stays as it is.
func (l *lesson) addHabit(c learn.Candidate) error {
	for i := range l.items {
		item := &l.items[i]
		switch {
		case item.ID != c.ID && !(c.Error != "" && item.Says(&c)):
			continue
		case item.Signal == "":
			l.strengthen(i, c) // a rule found it, too
		case item.State == inbox.New || item.State == inbox.Waiting:
			if item.Count != c.Count || item.Statement != c.Statement {
				item.Candidate = c
				l.weigh(item)
				l.changed(i)
			}
		case item.State == inbox.Dropped || item.State == inbox.Refused:
			l.out.Dropped[learn.Refused]++
		}
		return nil
	}
	decided, err := l.school.Inbox.DecidedID(c.ID)
	if err != nil || decided {
		l.out.Dropped[learn.Refused]++
		return err
	}
	if l.notes.tellOf(c) {
		l.out.Dropped[learn.Told]++
		return nil
	}
	item := inbox.Item{Candidate: c}
	l.weigh(&item)
	l.items = append(l.items, item)
	l.changed(len(l.items) - 1)
	return nil
}

// changed marks an item for keep to write, once however often it changes.
func (l *lesson) changed(i int) {
	if !slices.Contains(l.dirty, i) {
		l.dirty = append(l.dirty, i)
	}
}

// tellOf reports whether the notes tell of a habit: one of its type is about the same files, or a
// statement says nearly the same and names them.
func (n *notes) tellOf(c learn.Candidate) bool {
	if c.Type == "causal_dependency" || c.Type == "prefetch_pattern" {
		return n.covers(c.Type, c.Files) != ""
	}
	if n.said == nil {
		n.hear()
	}
	said := learn.Hear(c.Statement)
	return slices.ContainsFunc(n.said, func(o heard) bool {
		return said.Alike(o.Said) > 0 && !slices.ContainsFunc(c.Files, func(f string) bool { return !strings.Contains(o.text, f) })
	})
}

// covers is the note of a type whose files cover some files or folders, "" for none.
func (n *notes) covers(typ string, files []string) string {
	if len(files) == 0 {
		return ""
	}
	for _, e := range n.snap.Entries {
		if e.Note.Type != typ || n.snap.Inactive(e, time.Time{}) != "" {
			continue
		}
		one := func(f string) bool {
			f = strings.TrimSuffix(f, "/**")
			return slices.ContainsFunc(e.Note.Files, func(g string) bool {
				return g == f || strings.HasPrefix(g, f+"/") || query.PathMatch(g, f)
			})
		}
		if !slices.ContainsFunc(files, func(f string) bool { return !one(f) }) {
			return e.File.Path
		}
	}
	return ""
}
