package learn

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
	"github.com/9aea2451/kb/cmd/kb/internal/lessons"
	"github.com/9aea2451/kb/cmd/kb/internal/session"
	"github.com/9aea2451/kb/cmd/kb/internal/userconfig"
	"github.com/9aea2451/kb/kb/agents"
	"github.com/9aea2451/kb/kb/chat"
	"github.com/9aea2451/kb/kb/learn"
	"github.com/9aea2451/kb/text/wording"
)

// Sessions is kb sessions.
func (Verbs) Sessions() app.Verb {
	return app.Verb{
		Name: "sessions", Place: 336,
		Help:    "List the sessions with agents of this repository; say which may be read.",
		Command: &sessionsCmd{},
		Answers: []any{SessionList{}, SessionTold{}, Allowed{}, SessionsForgotten{}},
		Words:   map[string]string{"stores": "Where sessions are kept: " + strings.Join(userconfig.Stores(), ", ") + "."},
	}
}

type sessionsCmd struct {
	List   sessionsListCmd   `cmd:"" default:"withargs" help:"List them, the latest first."`
	Show   sessionsShowCmd   `cmd:"" help:"Print one as it is read."`
	Allow  sessionsAllowCmd  `cmd:"" help:"Say which stores may be read, in your own configuration."`
	Forget sessionsForgetCmd `cmd:"" help:"Erase what is known of a session, or of all."`
}

// SessionList is the JSON form of the list.
type SessionList struct {
	Stores   []string      `json:"stores"` // that may be read
	Seen     []string      `json:"seen"`   // that are on this machine
	Sessions []SessionLine `json:"sessions"`
}

// SessionLine is a session of the list.
type SessionLine struct {
	ID      string    `json:"id"`
	Client  string    `json:"client"`
	Touched time.Time `json:"touched,omitzero"`
	Read    bool      `json:"read"`            // as it stands now
	Outside bool      `json:"outside"`         // it came with the repository
	Event   int       `json:"event,omitempty"` // that has the words which were searched
	Said    string    `json:"said,omitempty"`  // the line of it
}

type sessionsListCmd struct {
	From  string `placeholder:"STORE" help:"Only those of this store."`
	Limit int    `short:"n" default:"50" placeholder:"N" help:"At most so many (${default}; 0 for all)."`

	Search string `placeholder:"WORDS" help:"Only those in which somebody said all of these words, with the first place."`
}

// Run lists.
func (c *sessionsListCmd) Run(ctx context.Context, a *app.App) error {
	if c.Limit < 0 {
		return errors.New("--limit must not be negative")
	}
	return enter(ctx, a, func(s *lessons.School, _ *session.Base) error {
		seats, err := s.Sessions(ctx, c.From)
		if err != nil {
			return err
		}
		out := SessionList{Stores: s.Config.Agents.Stores, Seen: s.Seen()}
		searched, rest := 0, 0
		for i, seat := range seats {
			if c.Limit > 0 && len(out.Sessions) == c.Limit {
				rest = len(seats) - i
				break
			}
			line := SessionLine{ID: seat.ID, Client: seat.Client, Touched: seat.Touched.UTC(), Read: seat.Read,
				Outside: seat.Outside}
			if c.Search != "" {
				told, err := s.Tell(ctx, seat)
				if ctx.Err() != nil {
					return ctx.Err()
				}
				if err != nil {
					a.Remark("%s %s could not be read: %v", seat.Client, seat.ID, err)
					continue
				}
				searched++
				if line.Event, line.Said = told.Find(c.Search); line.Said == "" {
					continue
				}
			}
			out.Sessions = append(out.Sessions, line)
		}
		if a.JSON {
			return a.Emit(out)
		}
		for _, l := range out.Sessions {
			l.print(a)
		}
		switch {
		case len(out.Stores) == 0:
			a.Remark("no sessions may be read; %s", allowHint(out.Seen))
		case len(seats) == 0:
			a.Remark("no sessions of this repository in %s", strings.Join(s.Config.Agents.Stores, ", "))
		case len(out.Sessions) == 0:
			a.Remark("nobody said that in %s", wording.Count(searched, "session"))
		case rest > 0 && c.Search != "":
			a.Remark("%s not searched: -n 0 searches all", wording.Plural(rest, "session was", "sessions were"))
		case rest > 0:
			a.Remark("%d more: -n 0 lists all", rest)
		}
		return nil
	})
}

// print writes a session, and the place where it was said.
func (l *SessionLine) print(a *app.App) {
	state := "new"
	if l.Read {
		state = "read"
	}
	if l.Outside {
		state += ", from outside"
	}
	a.Printf("%s  %-9s  %s  %s\n", l.ID, l.Client, l.Touched.Format("2006-01-02 15:04"), state)
	if l.Said != "" {
		a.Printf("    %d: %s\n", l.Event, app.CleanName(l.Said))
	}
}

// SessionTold is the JSON form of a session.
type SessionTold struct {
	Header  chat.Header  `json:"header"`
	Events  []chat.Event `json:"events"`
	Skipped int          `json:"skipped"` // records that could not be read

	Exchanges []learn.Exchange `json:"exchanges"` // what a person typed, with all that followed
}

type sessionsShowCmd struct {
	ID string `arg:"" name:"session" help:"Its id or the program's, or the first digits of either."`
}

// Run prints a session.
func (c *sessionsShowCmd) Run(ctx context.Context, a *app.App) error {
	return enter(ctx, a, func(s *lessons.School, _ *session.Base) error {
		seats, err := s.Sessions(ctx, "")
		if err != nil {
			return err
		}
		seat, err := lessons.Pick(seats, c.ID)
		if err != nil {
			return app.WithHint(err, "kb sessions lists them")
		}
		told, err := s.Tell(ctx, seat)
		if err != nil {
			return err
		}
		if a.JSON {
			return a.Emit(SessionTold{told.Header, told.Events, told.Skipped, learn.Exchanges(told)})
		}
		if told.Outside {
			a.Remark("from outside: the session came with the repository")
		}
		units := learn.Exchanges(told)
		for _, e := range told.Events {
			if len(units) > 0 && units[0].Events[0] == e.N {
				printExchange(a, units[0])
				units = units[1:]
			}
			what := string(e.Kind)
			if e.Tool != "" {
				what += " " + e.Tool
			}
			if len(e.Files) > 0 {
				what += " " + strings.Join(e.Files, " ")
			}
			a.Printf("%s\n", a.Style.Heading(fmt.Sprintf("%d %s %s", e.N, e.Role, app.CleanName(what))))
			for line := range strings.Lines(wording.Clip(e.Text, 2000)) {
				a.Printf("    %s\n", app.CleanName(strings.TrimRight(line, "\r\n")))
			}
		}
		return nil
	})
}

// printExchange prints what an exchange is about before its events.
func printExchange(a *app.App, x learn.Exchange) {
	about := []string{fmt.Sprintf("importance %.1f", x.Importance)}
	if len(x.Code) > 0 {
		about = append(about, wording.Count(len(x.Code), "code block"))
	}
	for _, e := range x.Entities[:min(len(x.Entities), 5)] {
		about = append(about, app.CleanName(e.Name))
	}
	a.Printf("-- %d to %d: %s\n", x.Events[0], x.Events[1], strings.Join(about, ", "))
}

// Allowed is the JSON form of what may be read.
type Allowed struct {
	File   string   `json:"file"`
	Stores []string `json:"stores"`
}

type sessionsAllowCmd struct {
	Stores []string `arg:"" optional:"" name:"store" help:"${stores}"`
	None   bool     `help:"Allow none."`
}

// Run writes the configuration of the person.
func (c *sessionsAllowCmd) Run(_ context.Context, a *app.App) error {
	if len(c.Stores) == 0 && !c.None {
		return app.WithHint(errors.New("which stores?"), "kb sessions allow claude codex\nto read none any more: kb sessions allow --none")
	}
	if len(c.Stores) > 0 && c.None {
		return errors.New("--none and stores exclude each other")
	}
	path, err := userconfig.AllowStores(a.Getenv, c.Stores)
	if err != nil {
		return session.ConfigError(err)
	}
	if a.JSON {
		return a.Emit(Allowed{path, c.Stores})
	}
	a.Printf("%s\n", app.CleanName(path))
	if c.None {
		a.Remark("no sessions may be read")
		return nil
	}
	a.Remark("kb may read: %s", strings.Join(c.Stores, ", "))
	return nil
}

// SessionsForgotten is the JSON form of what was erased.
type SessionsForgotten struct {
	Sessions []string `json:"sessions"`
	All      bool     `json:"all"`
}

type sessionsForgetCmd struct {
	ID  string `arg:"" optional:"" name:"session" help:"Its id."`
	All bool   `help:"Erase all that kb noted of agents in this clone: sessions, inbox, verdicts, scratch."`
}

// Run erases.
func (c *sessionsForgetCmd) Run(ctx context.Context, a *app.App) error {
	if (c.ID == "") != c.All {
		return app.WithHint(errors.New("which session?"), "kb sessions forget ID, or kb sessions forget --all")
	}
	if c.All {
		repo, err := session.OpenRepo(ctx, a)
		if err != nil {
			return err
		}
		if err := agents.At(repo.StateDir()).Forget(); err != nil {
			return err
		}
		return c.said(a, SessionsForgotten{All: true})
	}
	return enter(ctx, a, func(s *lessons.School, _ *session.Base) error {
		found, err := s.Inbox.Forget(c.ID)
		if err != nil {
			return err
		}
		if !found {
			return app.WithHint(fmt.Errorf("no session %s was read", c.ID), "kb sessions lists them; the whole id is needed here")
		}
		return c.said(a, SessionsForgotten{Sessions: []string{c.ID}})
	})
}

// said answers what was erased: in JSON, or as a remark.
func (c *sessionsForgetCmd) said(a *app.App, f SessionsForgotten) error {
	if a.JSON {
		return a.Emit(f)
	}
	a.Remark("forgotten")
	return nil
}
