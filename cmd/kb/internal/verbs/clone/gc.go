package clone

import (
	"context"
	"errors"
	"fmt"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
	"github.com/9aea2451/kb/cmd/kb/internal/desk"
	"github.com/9aea2451/kb/cmd/kb/internal/edits"
	"github.com/9aea2451/kb/cmd/kb/internal/session"
	"github.com/9aea2451/kb/cmd/kb/internal/userconfig"
	"github.com/9aea2451/kb/kb/agents"
	"github.com/9aea2451/kb/kb/worktree"
	"github.com/9aea2451/kb/markdown/edit"
	"github.com/9aea2451/kb/text/wording"
)

// GC is kb gc.
func (Verbs) GC() app.Verb {
	return app.Verb{
		Name: "gc", Place: 310,
		Help:    "Find duplicates, faded notes and data that nothing needs.",
		Command: &gcCmd{},
		Answers: []any{desk.Collected{}},
		Edits:   true,
	}
}

// gcCmd finds what can go.
type gcCmd struct {
	Apply   bool `help:"Mark the duplicates superseded and the prunable notes archived, and drop the data that nothing needs."`
	DryRun  bool `help:"Only show what would be done (this is what happens without --apply)."`
	NoDiff  bool `help:"Do not show how duplicates differ."`
	NoNotes bool `help:"Leave the notes alone: only the data of the index and of the metrics."`
}

// Run finds what can go, and with --apply lets it go.
func (c *gcCmd) Run(ctx context.Context, a *app.App) error {
	if c.Apply && c.DryRun {
		return errors.New("--apply and --dry-run exclude each other")
	}
	b, _, err := session.Read(ctx, a)
	if err != nil {
		return err
	}
	defer b.Close()
	past, err := b.HistoryAt(ctx, "")
	if err != nil {
		return err
	}
	found, err := b.View.Collect(ctx, past, desk.CollectRequest{Apply: c.Apply, NoNotes: c.NoNotes})
	if err != nil {
		return b.Worded(err)
	}
	if c.Apply {
		if err := mark(ctx, a, found); err != nil {
			return err
		}
		if err := sweepAgents(a, b); err != nil {
			return err
		}
	}
	if a.JSON {
		return a.Emit(found)
	}
	garbagePrinter{b, found}.print(!c.NoDiff)
	return nil
}

// sweepAgents removes what the hooks of agents noted of sessions that ended long ago.
func sweepAgents(a *app.App, b *session.Base) error {
	config, err := userconfig.Load(a.Getenv)
	if err != nil {
		return session.ConfigError(err)
	}
	n, err := agents.At(b.Repo.StateDir()).Sweep(a.Now().AddDate(0, 0, -config.Agents.RetainDays))
	if n > 0 {
		a.Remark("notes of %s with agents are older than %d days: removed", wording.Count(n, "session"), config.Agents.RetainDays)
	}
	return err
}

// mark marks the duplicates and the faded notes in the work tree.
func mark(ctx context.Context, a *app.App, found *desk.Collected) error {
	if len(found.Duplicates)+len(found.Prunable) == 0 {
		return nil
	}
	e, err := edits.Open(ctx, a)
	if err != nil {
		return err
	}
	for _, d := range found.Duplicates {
		if d.Kept != "" {
			continue
		}
		if err := e.Supersede(d.Older, d.Newer); err != nil {
			return err
		}
	}
	for _, p := range found.Prunable {
		if p.Kept != "" {
			continue
		}
		if err := e.Edit(p.Path, func(source []byte) ([]byte, error) { return edit.Set(source, "status", "archived") }); err != nil {
			return err
		}
	}
	var write []worktree.Edit
	for _, ed := range e.Edits {
		if string(ed.Old) != string(ed.New) {
			write, found.Edited = append(write, ed), append(found.Edited, ed.Path)
		}
	}
	if err := e.Repo.Write(write); err != nil {
		return fmt.Errorf("mark notes: %w", err)
	}
	return nil
}
