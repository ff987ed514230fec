package main

import (
	"context"
	"fmt"
	"strings"

	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/markdown/edit"
)

// relateCmd adds a relation between two notes.
type relateCmd struct {
	From     string   `arg:"" name:"from" complete:"note" help:"The note that has the relation."`
	Type     string   `arg:"" name:"type" help:"Type of the relation, such as depends_on, or its inverse, such as \"required by\"."`
	To       string   `arg:"" name:"to" complete:"note" help:"The note that it is to."`
	Strength *float64 `placeholder:"F" help:"From 0 to 1 (default 0.5)."`
	DryRun   bool     `help:"Show the lines that would change, and change nothing."`
}

// Help holds the verb's details and examples.
func (relateCmd) Help() string {
	return `The relation is written into the front matter of FROM; of an inverse into that of TO. One that is there is not doubled.
The types: ` + strings.Join(kb.RelationTypes(), ", ") + `.

Examples:

    kb relate docs/login.md depends_on docs/sessions.md
    kb relate login implements specs/auth --strength 0.9
    kb relate sessions "required by" login`
}

// Run adds the relation.
func (c *relateCmd) Run(ctx context.Context, a *app) error {
	typ, inverse, ok := kb.ParseRelation(c.Type)
	if !ok {
		err := fmt.Errorf("no relation is called %q", c.Type)
		if near := nearest(c.Type, kb.RelationTypes(), 3); len(near) > 0 {
			return withHint(err, "did you mean %s?", strings.Join(near, " or "))
		}
		return withHint(err, "the types are: %s", strings.Join(kb.RelationTypes(), ", "))
	}
	strength := 0.0
	if c.Strength != nil {
		if strength = *c.Strength; strength <= 0 || strength > 1 {
			return fmt.Errorf("--strength %g: expected a number above 0, up to 1", strength)
		}
	}
	e, err := a.newEditor(ctx)
	if err != nil {
		return err
	}
	from, err := e.find(c.From)
	if err != nil {
		return err
	}
	to, err := e.find(c.To)
	if err != nil {
		return err
	}
	if from == to {
		return fmt.Errorf("%s cannot have a relation to itself", cleanName(e.shown(from)))
	}
	if inverse {
		from, to = to, from
	}
	if err := e.relate(from, typ, to, strength); err != nil {
		return err
	}
	return e.finish(c.DryRun)
}

// relate adds a relation unless it is there.
func (e *editor) relate(from, typ, to string, strength float64) error {
	for _, rel := range e.snapshot.Entry(from).Note.Relations {
		if rel.Type == typ && !rel.Inverse && e.snapshot.Resolver().Relation(from, rel.Target).Path == to {
			e.app.remark("%s has this relation already (line %d)", cleanName(e.shown(from)), rel.Line)
			return nil
		}
	}
	return e.edit(from, func(source []byte) ([]byte, error) {
		return edit.AddRelation(source, typ, e.nameFor(from, to), strength)
	})
}

// supersedeCmd puts one note in the place of another.
type supersedeCmd struct {
	Old    string `arg:"" name:"old" complete:"note" help:"The note that holds no more."`
	New    string `arg:"" name:"new" complete:"note" help:"The note that takes its place."`
	DryRun bool   `help:"Show the lines that would change, and change nothing."`
}

// Help holds the verb's details and examples.
func (supersedeCmd) Help() string {
	return `NEW gets the relation supersedes to OLD, and OLD the status superseded. Both are edited, or neither.

Examples:

    kb supersede 0003-server-sessions 0007-jwt-sessions
    kb supersede docs/old.md docs/new.md --dry-run`
}

// Run edits both notes.
func (c *supersedeCmd) Run(ctx context.Context, a *app) error {
	e, err := a.newEditor(ctx)
	if err != nil {
		return err
	}
	old, err := e.find(c.Old)
	if err != nil {
		return err
	}
	now, err := e.find(c.New)
	if err != nil {
		return err
	}
	if old == now {
		return fmt.Errorf("%s cannot supersede itself", cleanName(e.shown(old)))
	}
	for _, pair := range e.snapshot.Supersessions(e.snapshot.Entry(old)) {
		if pair.New == old && pair.Old == now {
			return withHint(
				fmt.Errorf("%s supersedes %s already", cleanName(e.shown(old)), cleanName(e.shown(now))),
				"in which order did you mean it? kb supersede OLD NEW",
			)
		}
	}
	if err := e.relate(now, "supersedes", old, 0); err != nil {
		return err
	}
	if e.snapshot.Entry(old).Note.Status != "superseded" {
		if err := e.edit(old, func(source []byte) ([]byte, error) { return edit.Set(source, "status", "superseded") }); err != nil {
			return err
		}
	}
	return e.finish(c.DryRun)
}
