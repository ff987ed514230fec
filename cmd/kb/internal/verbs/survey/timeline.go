package survey

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
	"github.com/9aea2451/kb/cmd/kb/internal/dates"
	"github.com/9aea2451/kb/cmd/kb/internal/desk"
	"github.com/9aea2451/kb/cmd/kb/internal/picture"
	"github.com/9aea2451/kb/cmd/kb/internal/session"
	"github.com/9aea2451/kb/index/query"
	"github.com/9aea2451/kb/kb/timeline"
	"github.com/9aea2451/kb/text/wording"
)

// Timeline is kb timeline.
func (Verbs) Timeline() app.Verb {
	return app.Verb{
		Name: "timeline", Place: 100,
		Help:    "Count notes added, changed, superseded and removed over time.",
		Command: &timelineCmd{},
		Answers: []any{Timeline{}, Arc{}},
	}
}

// timelineCmd counts what became of notes over time.
type timelineCmd struct {
	By    string   `enum:"week,month,quarter,year" default:"month" help:"Count by week, month, quarter or year (${default})."`
	Kinds bool     `help:"Divide each period by kind."`
	Path  []string `placeholder:"GLOB" complete:"file" help:"${glob}" group:"filter"`
	Kind  []string `enum:"${kinds}" placeholder:"KIND" help:"Only notes of this kind: ${choices}." group:"filter"`
	Since string   `placeholder:"DATE" help:"From this day on (2026, 2026-05 or 2026-05-04)." group:"filter"`
	Until string   `placeholder:"DATE" help:"Up to this day and with it." group:"filter"`
	Topic string   `placeholder:"WORDS" help:"Instead tell the episodes about something, in the order of time."`
	SVG   string   `name:"svg" short:"o" placeholder:"FILE" complete:"file" help:"Draw it into this file."`
}

// Timeline is the JSON form of what became of notes.
type Timeline struct {
	By      string                `json:"by"`
	Periods []timeline.Period     `json:"periods"`
	Kinds   []timeline.KindCounts `json:"kinds"` // of all periods
	Total   timeline.Counts       `json:"total"`
	Earlier int                   `json:"earlier"` // notes that were there where the known history begins
	Unknown []string              `json:"unknown"` // what cannot be known of the history, in words

	Passed []string `json:"passed,omitempty"` // commits, cut: of layout alone, or that git blame is to ignore
}

// Run counts, and prints or draws.
func (c *timelineCmd) Run(ctx context.Context, a *app.App) error {
	within, err := c.within(a.Now())
	if err != nil {
		return err
	}
	if c.Topic != "" && (c.SVG != "" || c.Kinds || len(c.Path)+len(c.Kind) > 0) {
		return errors.New("--topic tells episodes: of the other flags it takes --since and --until")
	}
	b, _, err := session.Read(ctx, a)
	if err != nil {
		return err
	}
	defer b.Close()
	if c.Topic != "" {
		arc, err := c.arc(ctx, b, within)
		switch {
		case err != nil:
			return b.Worded(err)
		case a.JSON:
			return a.Emit(arc)
		}
		part := ""
		for _, e := range arc.Episodes {
			if e.Part != part {
				part = e.Part
				a.Printf("%s\n", a.Style.Heading(part))
			}
			a.Printf("  %s  %s\n", cmp.Or(e.Day, "          "), a.Style.Title(app.CleanName(e.Title)))
			a.Printf("              %s\n", app.CleanName(e.Said))
			a.Printf("              %s\n", a.Style.Place(app.CleanName(b.Shown(e.Path))))
		}
		if len(arc.Episodes) == 0 {
			a.Remark("no episode is about that; kb learn finds episodes in sessions with agents")
		}
		return nil
	}
	answer := Timeline{By: c.By, Periods: []timeline.Period{}, Kinds: []timeline.KindCounts{}, Unknown: []string{}}
	past, err := b.HistoryAt(ctx, "")
	if err != nil {
		return err
	}
	if past.Head == "" {
		a.Remark("there is no commit yet")
	} else if err := c.count(ctx, b, past, within, &answer); err != nil {
		return err
	}
	switch {
	case c.SVG != "":
		if err := c.draw(a, &answer); err != nil || !a.JSON {
			return err
		}
		return a.Emit(answer)
	case a.JSON:
		return a.Emit(answer)
	}
	if past.Head != "" {
		c.print(a, &answer)
	}
	return nil
}

// within reads --since and --until.
func (c *timelineCmd) within(now time.Time) (timeline.Range, error) {
	days, err := dates.Between(now, "--since", c.Since, "--until", c.Until)
	r := timeline.Range{Since: days.First, Until: days.Last}
	if err != nil {
		return r, err
	}
	if !r.Until.IsZero() {
		r.Until = r.Until.AddDate(0, 0, 1)
	}
	return r, nil
}

// count follows the notes through the history, and counts those that are wanted.
func (c *timelineCmd) count(
	ctx context.Context, b *session.Base, past *desk.Past, within timeline.Range, answer *Timeline,
) error {
	notes, steps, err := b.View.Lives(ctx, past)
	if err != nil {
		return err
	}
	if len(c.Path) != 0 {
		paths := make([]string, len(notes))
		for i := range notes {
			paths[i] = notes[i].Last().Path
		}
		c.Path = query.FromFolder(b.Repo.Prefix, b.Repo.Root, c.Path, paths)
	}
	notes = slices.DeleteFunc(notes, func(n timeline.Note) bool {
		path := n.Last().Path
		return !((len(c.Kind) == 0 || slices.Contains(c.Kind, n.Kind)) &&
			(len(c.Path) == 0 || slices.ContainsFunc(c.Path, func(want string) bool { return query.PathMatch(want, path) })))
	})
	if periods := timeline.Count(notes, timeline.Unit(c.By), within); periods != nil {
		answer.Periods = periods
	}
	answer.Total, answer.Kinds = timeline.Sum(answer.Periods)
	for _, n := range notes {
		if !n.Known {
			answer.Earlier++
		}
	}
	for i := range steps {
		if steps[i].Layout && within.Holds(steps[i].When) {
			answer.Passed = append(answer.Passed, past.Short(steps[i].Commit))
		}
	}
	answer.Unknown = append(answer.Unknown, past.Unknown()...)
	return nil
}

// draw writes the picture.
func (c *timelineCmd) draw(a *app.App, answer *Timeline) error {
	p := picture.Timeline{By: c.By, Periods: answer.Periods, Kinds: answer.Kinds, Note: earlier(answer)}
	if err := a.WriteFile(c.SVG, "picture", p.SVG()); err != nil {
		return err
	}
	a.Remark("wrote %s: %s", c.SVG, wording.Count(len(answer.Periods), c.By))
	return nil
}
