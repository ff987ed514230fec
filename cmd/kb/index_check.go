package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/9aea2451/kb/cmd/kb/internal/report"
	"github.com/9aea2451/kb/index"
	"github.com/9aea2451/kb/kb/history"
)

// IndexCheck is the JSON form of kb index --check.
type IndexCheck struct {
	Index    *index.CheckedIndex     `json:"index"`
	History  *history.CheckedHistory `json:"history"`
	Repaired bool                    `json:"repaired"` // what is listed was made anew, and proved to be right then
}

// sound tells that nothing differs.
func (c *IndexCheck) sound() bool { return len(c.Index.Differences)+len(c.History.Differences) == 0 }

// check compares the index with a clean build, and with --repair mends it.
func (c *indexCmd) check(ctx context.Context, b *base) error {
	found, err := b.compareClean(ctx)
	if errors.Is(err, index.ErrNoIndex) {
		return withHint(err, "build it with: kb index")
	}
	if err != nil {
		return err
	}
	if c.Repair && !found.sound() {
		if err := b.repair(ctx, found); err != nil {
			return err
		}
		again, err := b.compareClean(ctx)
		if err != nil {
			return err
		}
		if found.Repaired = again.sound(); !found.Repaired {
			found = again
		}
	}
	b.app.progress.stop()
	if b.app.JSON {
		err = b.app.emit(found)
	} else {
		found.print(b.app)
	}
	if err == nil && !found.sound() && !found.Repaired {
		return errFindings
	}
	return err
}

// compareClean builds clean in a folder that is removed afterwards.
func (b *base) compareClean(ctx context.Context) (*IndexCheck, error) {
	folder, err := os.MkdirTemp("", "kb-check-")
	if err != nil {
		return nil, fmt.Errorf("make a folder for a clean build: %w", err)
	}
	defer os.RemoveAll(folder)
	out := &IndexCheck{}
	if out.Index, err = b.index.Check(ctx, filepath.Join(folder, "index")); err != nil {
		return nil, err
	}
	out.History, err = history.Check(ctx, b.repo, filepath.Join(folder, "history"), func(done, total int) {
		b.app.progress.report("history", done, total)
	})
	return out, err
}

// repair removes what differs, and makes it anew.
func (b *base) repair(ctx context.Context, found *IndexCheck) error {
	if len(found.Index.Differences) > 0 {
		if err := b.index.Repair(ctx); err != nil {
			return err
		}
	}
	if len(found.History.Differences) > 0 {
		if err := history.Remove(b.repo); err != nil {
			return fmt.Errorf("remove the history: %w", err)
		}
		_, err := b.app.walkHistory(ctx, b, true)
		return err
	}
	return nil
}

func (c *IndexCheck) print(a *app) {
	for _, d := range c.Index.Differences {
		place := d.Part
		if d.Tree != "" {
			place += fmt.Sprintf(" of %.10s", d.Tree)
		}
		if d.Path != "" {
			place += ": " + cleanName(d.Path)
		}
		a.printf("%s: %s\n", place, report.CleanLine(d.What))
	}
	for _, what := range c.History.Differences {
		a.printf("history: %s\n", report.CleanLine(what))
	}
	if n := len(c.Index.Differences) + len(c.History.Differences); n == 0 {
		a.printf(
			"the index is what a clean build is: %s, %s, %s, %s\n",
			count(c.Index.Trees, "tree"),
			count(c.Index.Notes, "note"),
			count(c.Index.Chunks, "chunk"),
			count(c.History.Commits, "commit"),
		)
	} else if c.Repaired {
		a.printf("%s repaired\n", count(n, "difference"))
	}
	if n := c.Index.Unverified + c.History.Unverified; n > 0 {
		a.remark("%s of what the repository no longer has could not be compared", count(n, "record"))
	}
}
