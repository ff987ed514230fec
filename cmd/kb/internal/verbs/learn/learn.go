package learn

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
	"github.com/9aea2451/kb/cmd/kb/internal/lessons"
	"github.com/9aea2451/kb/cmd/kb/internal/session"
	"github.com/9aea2451/kb/text/wording"
)

// Learn is kb learn.
func (Verbs) Learn() app.Verb {
	return app.Verb{
		Name: "learn", Place: 337,
		Help:    "Find in sessions with agents what is worth a note.",
		Command: &learnCmd{},
		Answers: []any{lessons.Learnt{}, session.Unsent{}},
		Words: map[string]string{
			"sessions": "Ids, or the first digits of them (default: those that are new or have grown).",
			"since":    "Only sessions that changed since: 14d, 3w, or a day such as 2026-08-01 (${default}).",
		},
	}
}

type learnCmd struct {
	Sessions []string `arg:"" optional:"" name:"session" help:"${sessions}"`
	Since    string   `default:"14d" placeholder:"AGE" help:"${since}"`
	From     string   `placeholder:"STORE" help:"Only sessions of this store."`
	DryRun   bool     `help:"Only say what would be learnt; the inbox stays as it is."`
	Model    bool     `help:"Also ask the model that you named about each session; with --dry-run print what it would be sent."`

	MaxRequests int      `default:"50" placeholder:"N" help:"At most so many requests to the model (${default})."`
	MaxCost     *float64 `placeholder:"DOLLARS" help:"Send nothing that could make it cost more than this."`
}

// Run learns.
func (c *learnCmd) Run(ctx context.Context, a *app.App) error {
	since, err := sinceWhen(c.Since, a.Now())
	if err != nil {
		return err
	}
	return enter(ctx, a, func(s *lessons.School, b *session.Base) error {
		req := lessons.LearnRequest{Sessions: c.Sessions, Since: since, From: c.From, DryRun: c.DryRun}
		models, err := c.models(s, b)
		if err != nil {
			return err
		}
		if models != nil {
			req.Chat = models.Chat
		}
		got, err := s.Learn(ctx, req)
		a.Progress.Stop()
		if err != nil {
			return err
		}
		if models != nil && c.DryRun {
			return models.PrintShown(a)
		}
		if models != nil {
			session.RemarkCount(a, models.Meter.Count())
		}
		if a.JSON {
			err = a.Emit(got)
		} else {
			c.print(a, got)
		}
		if err == nil && got.Withheld() > 0 {
			err = app.ErrFindings
		}
		return err
	})
}

// models opens the model that is asked about sessions, nil where none is to be. Its answers are not
// kept: what is learnt is forgotten with its session.
func (c *learnCmd) models(s *lessons.School, b *session.Base) (*session.Models, error) {
	if !c.Model {
		return nil, nil
	}
	if err := s.MayAsk(); err != nil {
		return nil, app.WithHint(err, "name a chat under models:, and its provider under agents: model: in your own configuration")
	}
	return b.OpenModels(&session.ModelFlags{DryRun: c.DryRun, MaxRequests: c.MaxRequests, MaxCost: c.MaxCost, Forget: true})
}

// sinceWhen reads an age or a day.
func sinceWhen(text string, now time.Time) (time.Time, error) {
	if t, err := time.Parse(time.DateOnly, text); err == nil {
		return t, nil
	}
	if n := len(text); n > 0 {
		days, known := map[byte]int{'d': 1, 'w': 7, 'm': 30, 'y': 365}[text[n-1]]
		count, err := strconv.Atoi(text[:n-1])
		if known && err == nil && count >= 0 && count < 100000 {
			return now.AddDate(0, 0, -days*count), nil
		}
	}
	return time.Time{}, app.WithHint(fmt.Errorf("--since %s is no age and no day", text), "write it as 14d, 3w or 2026-08-01")
}

// print lists the candidates that are new, then those found again, then what notes say already.
// What was read and what was left out is remarked upon.
func (c *learnCmd) print(a *app.App, got *lessons.Learnt) {
	for _, i := range got.New {
		printItem(a, i)
	}
	for _, i := range got.Stronger {
		a.Printf("%3d  again: %s (%s)\n", i.N, app.CleanName(i.Title), wording.Count(i.Sessions(), "session"))
	}
	seen := map[string]bool{}
	for _, k := range got.Confirmations {
		if at := fmt.Sprintf("%s:%d", k.Path, k.Line); !seen[at] {
			seen[at] = true
			a.Printf("     said again: %s (kb verify %s)\n", app.CleanName(at), app.CleanName(k.Path))
		}
	}
	said := fmt.Sprintf("read %s", wording.Count(got.Read, "session"))
	if got.Unchanged > 0 {
		said += fmt.Sprintf(", %d unchanged", got.Unchanged)
	}
	if got.Waiting > 0 {
		said += fmt.Sprintf("; %d not sure enough yet", got.Waiting)
	}
	a.Remark("%s", said)
	if got.Outside > 0 {
		a.Remark("%s with the repository: from outside, and nothing of it is offered (kb inbox --all lists it)",
			wording.Plural(got.Outside, "session came", "sessions came"))
	}
	for _, why := range slices.Sorted(maps.Keys(got.Dropped)) {
		a.Remark("left out: %d: %s", got.Dropped[why], why)
	}
	if got.Skipped > 0 {
		a.Remark("%s could not be read", wording.Count(got.Skipped, "record"))
	}
	for _, f := range got.Failed {
		a.Remark("not read: %s", f)
	}
	switch {
	case len(got.New) > 0 && !c.DryRun:
		a.Remark("look at them: kb inbox show N; propose them: kb propose")
	case len(got.New)+len(got.Stronger)+len(got.Confirmations) == 0:
		a.Remark("nothing new")
	}
}

// numbers reads the numbers of candidates, each once.
func numbers(words []string) ([]int, error) {
	var out []int
	for _, w := range words {
		for part := range strings.SplitSeq(w, ",") {
			n, err := strconv.Atoi(part)
			if err != nil || n < 1 {
				return nil, app.WithHint(fmt.Errorf("%q is no number of a candidate", part), "kb inbox lists them")
			}
			if !slices.Contains(out, n) {
				out = append(out, n)
			}
		}
	}
	return out, nil
}
