package clone

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
	"github.com/9aea2451/kb/cmd/kb/internal/edits"
	"github.com/9aea2451/kb/cmd/kb/internal/session"
	"github.com/9aea2451/kb/index"
	"github.com/9aea2451/kb/kb/history"
	"github.com/9aea2451/kb/kb/usage"
	"github.com/9aea2451/kb/kb/worktree"
	"github.com/9aea2451/kb/markdown/edit"
)

// GC is kb gc.
func (Verbs) GC() app.Verb {
	return app.Verb{
		Name: "gc", Place: 310,
		Help:    "Find duplicates, faded notes and data that nothing needs.",
		Command: &gcCmd{},
		Answers: []any{Collected{}},
		Edits:   true,
	}
}

// gcCmd finds what can go.
type gcCmd struct {
	Apply   bool `help:"Mark the duplicates superseded and the prunable notes archived, in the work tree; drop the data that nothing needs."`
	DryRun  bool `help:"Only show what would be done (this is what happens without --apply)."`
	NoDiff  bool `help:"Do not show how duplicates differ."`
	NoNotes bool `help:"Leave the notes alone: only the data of the index and of the metrics."`
}

// Collected is the JSON form of what gc found.
type Collected struct {
	Applied    bool           `json:"applied"`
	Duplicates []Duplicate    `json:"duplicates"` // the most alike first
	Prunable   []Prunable     `json:"prunable"`
	Unknown    string         `json:"unknown,omitempty"` // why it is not known which notes have faded
	Index      *index.Garbage `json:"index"`
	Metrics    int            `json:"metrics"` // searches and reads older than 30 days
	Edited     []string       `json:"edited"`  // notes that --apply changed
}

// keepMetrics is how long single searches and reads are kept; the counts of notes stay.
const keepMetrics = 30 * 24 * time.Hour

// Run finds what can go, and with --apply lets it go.
func (c *gcCmd) Run(ctx context.Context, a *app.App) error {
	if c.Apply && c.DryRun {
		return errors.New("--apply and --dry-run exclude each other")
	}
	b, s, err := session.Read(ctx, a)
	if err != nil {
		return err
	}
	defer b.Close()
	g := &collector{
		Base:     b,
		searcher: s,
		now:      a.Now(),
		answer:   Collected{Applied: c.Apply, Duplicates: []Duplicate{}, Prunable: []Prunable{}, Edited: []string{}},
	}
	if err := g.open(ctx); err != nil {
		return err
	}
	defer g.close()
	if !c.NoNotes {
		if err := g.findNotes(ctx); err != nil {
			return err
		}
	}
	if err := g.data(ctx, c.Apply); err != nil {
		return err
	}
	if c.Apply && !c.NoNotes {
		if err := g.edit(ctx); err != nil {
			return err
		}
	}
	a.Progress.Stop()
	if a.JSON {
		return a.Emit(g.answer)
	}
	g.print(!c.NoDiff)
	return nil
}

// collector is one run.
type collector struct {
	*session.Base
	searcher *index.Searcher
	past     *session.Chronicle
	usage    *usage.Store
	now      time.Time
	answer   Collected

	records []*index.NoteRecord
	bodies  map[string]string    // text of active notes without front matter, by path
	touched map[string]time.Time // last commit
	counts  *usage.Counts
	refers  map[string]string // an active note that refers to it, by path
}

// open opens the history and the record of use. Without the latter the run goes on, and says so.
func (g *collector) open(ctx context.Context) (err error) {
	if g.past, err = session.OpenChronicle(ctx, g.App, g.Repo); err != nil {
		return err
	}
	g.FollowRenames(ctx)
	g.usage, err = usage.Open(ctx, g.Repo.StateDir(), g.now, func(message string) { g.App.Remark("%s", message) })
	if err != nil {
		g.App.Remark("what was used is not known: %v", err)
		g.usage = nil
	}
	return nil
}

// close releases what open opened.
func (g *collector) close() {
	g.past.Close()
	if g.usage != nil {
		g.usage.Close()
	}
}

// data drops, or with apply false only counts, what the index and the metrics no longer need.
func (g *collector) data(ctx context.Context, apply bool) error {
	alive, err := g.alive(ctx)
	if err != nil {
		return err
	}
	if apply {
		g.answer.Index, err = g.Index.Collect(ctx, alive)
		if err == nil {
			err = history.DropKept(g.Repo)
		}
	} else {
		g.answer.Index, err = g.Index.Garbage(ctx, alive)
	}
	if err != nil || g.usage == nil {
		return err
	}
	before := g.now.Add(-keepMetrics)
	if apply {
		g.answer.Metrics, err = g.usage.Prune(ctx, before)
		return err
	}
	searches, reads, err := g.usage.Events(ctx, before)
	g.answer.Metrics = searches + reads
	return err
}

// alive finds what references lead to. Of a history that is not known whole every file may be needed.
func (g *collector) alive(ctx context.Context) (index.Alive, error) {
	reached, err := g.Repo.Reachable(ctx)
	if err != nil {
		return index.Alive{}, err
	}
	alive := index.Alive{Commit: func(id string) bool { return reached[id] }}
	tips, err := g.Repo.Tips(ctx)
	if err != nil {
		return alive, err
	}
	if len(tips) == 0 {
		return alive, nil
	}
	if err := g.past.Reach(ctx, g.App, tips...); err != nil {
		return alive, err
	}
	blobs, whole, err := g.past.Blobs(ctx, tips...)
	if err == nil && whole {
		alive.Blob = func(id string) bool { return blobs[id] }
	}
	return alive, err
}

// edit marks the notes in the work tree.
func (g *collector) edit(ctx context.Context) error {
	e, err := edits.Open(ctx, g.App)
	if err != nil {
		return err
	}
	for _, d := range g.answer.Duplicates {
		if d.Kept != "" {
			continue
		}
		if err := e.Relate(d.Newer, "supersedes", d.Older, 0); err != nil {
			return err
		}
		if err := e.Edit(d.Older, func(source []byte) ([]byte, error) { return edit.Set(source, "status", "superseded") }); err != nil {
			return err
		}
	}
	for _, p := range g.answer.Prunable {
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
			write, g.answer.Edited = append(write, ed), append(g.answer.Edited, ed.Path)
		}
	}
	if err := e.Repo.Write(write); err != nil {
		return fmt.Errorf("mark notes: %w", err)
	}
	return nil
}
