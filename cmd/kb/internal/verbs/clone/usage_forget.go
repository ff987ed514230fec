package clone

import (
	"context"
	"errors"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
	"github.com/9aea2451/kb/cmd/kb/internal/dates"
	"github.com/9aea2451/kb/cmd/kb/internal/desk/traces"
	"github.com/9aea2451/kb/kb/usage"
	"github.com/9aea2451/kb/text/wording"
)

// Forget is kb forget, another name of kb usage forget.
func (Verbs) Forget() app.Verb {
	v := Verbs{}.Usage()
	return app.Verb{
		Name: "forget", Place: v.Place + 1, Help: "Erase what kb keeps of a note: kb usage forget.",
		Command: &usageForgetCmd{}, Answers: []any{usage.Forgotten{}, traces.Traces{}}, Words: v.Words, Hidden: true,
	}
}

// usageForgetCmd erases what is kept.
type usageForgetCmd struct {
	usagePart
	All        bool `help:"Everything, and damaged databases that were kept."`
	Everywhere bool `help:"Whatever else kb keeps of the note, too; and what git keeps is told."`
	DryRun     bool `help:"With --everywhere: only tell."`
}

// Run erases.
func (c *usageForgetCmd) Run(ctx context.Context, a *app.App) error {
	days, err := c.days(a.Now())
	if err != nil {
		return err
	}
	if err := c.check(days != dates.Span{}); err != nil {
		return err
	}
	if c.Everywhere {
		return forgetEverywhere(ctx, a, c.Note, c.DryRun)
	}
	u, note, err := c.open(ctx, a)
	if err != nil {
		return err
	}
	defer u.Close()
	gone, err := c.forget(ctx, a, u, note, days)
	if err != nil {
		return unusable(err)
	}
	if a.JSON {
		return a.Emit(gone)
	}
	a.Printf("forgotten: the use of %s, %s and %s\n", wording.Count(gone.Notes, "note"),
		wording.Count(gone.Searches, "search"), wording.Count(gone.Reads, "read"))
	return nil
}

// check sees to it that exactly one thing is to be forgotten.
func (c *usageForgetCmd) check(period bool) error {
	switch {
	case c.Everywhere && c.Note == "":
		return app.WithHint(errors.New("--everywhere without a note"), "name the note; all that kb keeps lies in kb/ of git's folder")
	case c.DryRun && !c.Everywhere:
		return app.WithHint(errors.New("--dry-run without --everywhere"), "kb usage export NOTE shows what is kept of its use")
	}
	chosen := 0
	for _, is := range []bool{c.All, c.Note != "", period} {
		if is {
			chosen++
		}
	}
	switch chosen {
	case 1:
		return nil
	case 0:
		return app.WithHint(errors.New("nothing said to forget"), "name a note, days (--after, --before), or --all")
	}
	return app.WithHint(errors.New("more than one thing said to forget"), "a note, days, or --all: one at a time")
}

// forget erases what is kept: all of it, that of a note, nil for none, or that of some days.
func (c *usageForgetCmd) forget(
	ctx context.Context, a *app.App, u *usage.Store, note *usage.Note, days dates.Span,
) (usage.Forgotten, error) {
	switch {
	case c.All:
		return u.ForgetAll(ctx)
	case note != nil:
		return u.ForgetNote(ctx, *note)
	}
	if days.Last.IsZero() {
		days.Last = a.Now().AddDate(1, 0, 0) // a clock may have been ahead
	}
	return u.ForgetDays(ctx, days.First, days.Last)
}
