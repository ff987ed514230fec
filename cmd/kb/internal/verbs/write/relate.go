package write

import (
	"context"
	"fmt"
	"strings"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
	"github.com/9aea2451/kb/cmd/kb/internal/edits"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/text/wording"
)

// Relate is kb relate.
func (Verbs) Relate() app.Verb {
	return app.Verb{
		Name: "relate", Place: 170,
		Help:    "Add a relation between two notes.",
		Command: &relateCmd{},
		Answers: []any{edits.Edited{}},
		Edits:   true,
		Words: map[string]string{
			"relations": `Type of the relation, such as depends_on, or its inverse, such as "required by".`,
			"types":     strings.Join(kb.RelationTypes(), ", "),
		},
	}
}

// relateCmd adds a relation between two notes.
type relateCmd struct {
	From     string   `arg:"" name:"from" complete:"note" help:"The note that has the relation."`
	Type     string   `arg:"" name:"type" complete:"relation" help:"${relations}"`
	To       string   `arg:"" name:"to" complete:"note" help:"The note that it is to."`
	Strength *float64 `placeholder:"F" help:"From 0 to 1 (default 0.5)."`
	DryRun   bool     `help:"Show the lines that would change, and change nothing."`
}

// Run adds the relation.
func (c *relateCmd) Run(ctx context.Context, a *app.App) error {
	typ, inverse, ok := kb.ParseRelation(c.Type)
	if !ok {
		err := fmt.Errorf("no relation is called %q", c.Type)
		if near := wording.Nearest(c.Type, kb.RelationTypes(), 3); len(near) > 0 {
			return app.WithHint(err, "did you mean %s?", strings.Join(near, " or "))
		}
		return app.WithHint(err, "the types are: %s", strings.Join(kb.RelationTypes(), ", "))
	}
	strength := 0.0
	if c.Strength != nil {
		if strength = *c.Strength; !(strength > 0 && strength <= 1) { // nor what is not a number
			return fmt.Errorf("--strength %g: expected a number above 0, up to 1", strength)
		}
	}
	e, err := edits.Open(ctx, a)
	if err != nil {
		return err
	}
	from, err := e.Find(c.From)
	if err != nil {
		return err
	}
	to, err := e.Find(c.To)
	if err != nil {
		return err
	}
	if from == to {
		return fmt.Errorf("%s cannot have a relation to itself", app.CleanName(e.Shown(from)))
	}
	if inverse {
		from, to = to, from
	}
	if err := e.Relate(from, typ, to, strength); err != nil {
		return err
	}
	return e.Finish(c.DryRun)
}

// Supersede is kb supersede.
func (Verbs) Supersede() app.Verb {
	return app.Verb{
		Name: "supersede", Place: 180,
		Help:    "Put one note in the place of another.",
		Command: &supersedeCmd{},
		Answers: []any{edits.Edited{}},
		Edits:   true,
	}
}

// supersedeCmd puts one note in the place of another.
type supersedeCmd struct {
	Old    string `arg:"" name:"old" complete:"note" help:"The note that holds no more."`
	New    string `arg:"" name:"new" complete:"note" help:"The note that takes its place."`
	DryRun bool   `help:"Show the lines that would change, and change nothing."`
}

// Run edits both notes.
func (c *supersedeCmd) Run(ctx context.Context, a *app.App) error {
	e, err := edits.Open(ctx, a)
	if err != nil {
		return err
	}
	old, err := e.Find(c.Old)
	if err != nil {
		return err
	}
	now, err := e.Find(c.New)
	if err != nil {
		return err
	}
	if old == now {
		return fmt.Errorf("%s cannot supersede itself", app.CleanName(e.Shown(old)))
	}
	if err := e.Supersede(old, now); err != nil {
		return err
	}
	return e.Finish(c.DryRun)
}
