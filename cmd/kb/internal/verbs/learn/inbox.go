package learn

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
	"github.com/9aea2451/kb/cmd/kb/internal/lessons"
	"github.com/9aea2451/kb/cmd/kb/internal/session"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/inbox"
)

// Inbox is kb inbox.
func (Verbs) Inbox() app.Verb {
	return app.Verb{
		Name: "inbox", Place: 338,
		Help:    "Look at what was learnt, and decide about it.",
		Command: &inboxCmd{},
		Answers: []any{InboxList{}, inbox.Item{}},
	}
}

type inboxCmd struct {
	List  inboxListCmd  `cmd:"" default:"withargs" help:"List the candidates that are open."`
	Show  inboxShowCmd  `cmd:"" help:"Print the note that one would become."`
	Edit  inboxEditCmd  `cmd:"" help:"Change its words, title or type."`
	Drop  inboxDropCmd  `cmd:"" help:"Throw it away, for good: the like of it is not proposed again."`
	Merge inboxMergeCmd `cmd:"" help:"Make one of two that say the same."`
}

// InboxList is the JSON form of the inbox.
type InboxList struct {
	Items         []inbox.Item         `json:"items"`
	Confirmations []inbox.Confirmation `json:"confirmations"`
}

type inboxListCmd struct {
	All bool `help:"Also those that are waiting, proposed, merged, refused or dropped."`
}

// Run lists.
func (c *inboxListCmd) Run(ctx context.Context, a *app.App) error {
	return enter(ctx, a, func(s *lessons.School, _ *session.Base) error {
		if err := s.Settle(ctx); err != nil {
			return err
		}
		all, err := s.Inbox.Items()
		if err != nil {
			return err
		}
		if !c.All {
			all = slices.DeleteFunc(all, func(i inbox.Item) bool { return !i.State.Open() })
		}
		confirmed, err := s.Inbox.Confirmations()
		if err != nil {
			return err
		}
		if a.JSON {
			return a.Emit(InboxList{all, confirmed})
		}
		for _, i := range all {
			printItem(a, i)
			if c.All {
				a.Printf("     %s %s\n", i.State, app.CleanName(i.Branch))
			}
		}
		if len(all) == 0 {
			a.Remark("the inbox is empty: kb learn looks for more")
		}
		return nil
	})
}

// one finds a candidate by its number.
func one(s *lessons.School, n int) (inbox.Item, error) {
	all, err := s.Inbox.Items()
	if err != nil {
		return inbox.Item{}, err
	}
	i := slices.IndexFunc(all, func(i inbox.Item) bool { return i.N == n })
	if i < 0 {
		return inbox.Item{}, app.WithHint(fmt.Errorf("no candidate %d in the inbox", n), "kb inbox --all lists them")
	}
	return all[i], nil
}

// open finds a candidate that can still be decided about.
func open(s *lessons.School, n int) (inbox.Item, error) {
	i, err := one(s, n)
	if err == nil && !i.State.Open() && i.State != inbox.Waiting {
		err = fmt.Errorf("candidate %d is %s", n, i.State)
	}
	return i, err
}

type inboxShowCmd struct {
	N int `arg:"" name:"number" help:"Its number."`
}

// Run prints a candidate as the note that it would become.
func (c *inboxShowCmd) Run(ctx context.Context, a *app.App) error {
	return enter(ctx, a, func(s *lessons.School, _ *session.Base) error {
		i, err := one(s, c.N)
		if err != nil {
			return err
		}
		if a.JSON {
			return a.Emit(i)
		}
		return app.PrintText(a, lessons.Note(i))
	})
}

type inboxEditCmd struct {
	N     int    `arg:"" name:"number" help:"Its number."`
	Text  string `placeholder:"TEXT" help:"What it says."`
	Title string `placeholder:"TEXT" help:"Its title."`
	Type  string `placeholder:"TYPE" help:"Its type, such as gotcha or standard."`
}

// Run changes a candidate.
func (c *inboxEditCmd) Run(ctx context.Context, a *app.App) error {
	if c.Text == "" && c.Title == "" && c.Type == "" {
		return app.WithHint(fmt.Errorf("nothing to change"), "kb inbox edit %d --text \"…\"", c.N)
	}
	if c.Type != "" && !slices.Contains(kb.MemoryTypes(), c.Type) {
		return app.WithHint(fmt.Errorf("--type %s is none", c.Type), "one of %s", strings.Join(kb.MemoryTypes(), ", "))
	}
	return enter(ctx, a, func(s *lessons.School, _ *session.Base) error {
		i, err := open(s, c.N)
		if err != nil {
			return err
		}
		if err := s.Edit(ctx, &i, c.Text, c.Title, c.Type); err != nil {
			return err
		}
		if a.JSON {
			return a.Emit(i)
		}
		printItem(a, i)
		return nil
	})
}

type inboxDropCmd struct {
	N      []string `arg:"" name:"number" help:"Their numbers."`
	Reason string   `placeholder:"TEXT" help:"Why, for whoever wonders later."`
}

// Run drops candidates.
func (c *inboxDropCmd) Run(ctx context.Context, a *app.App) error {
	which, err := numbers(c.N)
	if err != nil {
		return err
	}
	return enter(ctx, a, func(s *lessons.School, _ *session.Base) error {
		var dropped []inbox.Item
		for _, n := range which {
			i, err := open(s, n)
			if err != nil {
				return err
			}
			dropped = append(dropped, i)
		}
		err := s.Inbox.Write(func() error {
			for k := range dropped {
				dropped[k].State = inbox.Dropped
				if err := s.Inbox.Decide(dropped[k].Candidate, inbox.Dropped, c.Reason); err != nil {
					return err
				}
				if err := s.Inbox.Put(dropped[k]); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil || !a.JSON {
			return err
		}
		return a.Emit(InboxList{Items: dropped})
	})
}

type inboxMergeCmd struct {
	N int `arg:"" name:"number" help:"The one that stays."`
	M int `arg:"" name:"other" help:"The one that becomes part of it."`
}

// Run merges two candidates.
func (c *inboxMergeCmd) Run(ctx context.Context, a *app.App) error {
	if c.N == c.M {
		return fmt.Errorf("%d cannot be merged with itself", c.N)
	}
	return enter(ctx, a, func(s *lessons.School, _ *session.Base) error {
		kept, err := open(s, c.N)
		if err != nil {
			return err
		}
		other, err := open(s, c.M)
		if err != nil {
			return err
		}
		kept.Absorb(other.Candidate)
		err = s.Inbox.Write(func() error {
			if err := s.Inbox.Remove(other.N); err != nil {
				return err
			}
			return s.Inbox.Put(kept)
		})
		if err != nil {
			return err
		}
		if a.JSON {
			return a.Emit(kept)
		}
		printItem(a, kept)
		return nil
	})
}
