package clone

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
	"github.com/9aea2451/kb/cmd/kb/internal/desk"
	"github.com/9aea2451/kb/cmd/kb/internal/report"
	"github.com/9aea2451/kb/cmd/kb/internal/session"
	"github.com/9aea2451/kb/index"
	"github.com/9aea2451/kb/kb/history"
	"github.com/9aea2451/kb/text/wording"
)

// IndexCheck is the JSON form of kb index --check.
type IndexCheck struct {
	Index    *index.CheckedIndex     `json:"index"`
	History  *history.CheckedHistory `json:"history"`
	Caches   []desk.CheckedCache     `json:"caches"`
	Repaired bool                    `json:"repaired"` // what is listed was made anew, and proved to be right then
}

// sound reports whether nothing differs.
func (c *IndexCheck) sound() bool { return c.differences() == 0 }

// differences counts those of the index, the history and the caches; what was not compared is none.
func (c *IndexCheck) differences() int {
	return len(c.Index.Differences) + len(c.History.Differences) + len(c.caches(desk.Differs))
}

// caches names the caches in a state.
func (c *IndexCheck) caches(state string) (files []string) {
	for _, f := range c.Caches {
		if f.State == state {
			files = append(files, f.File)
		}
	}
	return files
}

// check compares the index with a clean build, and with --repair mends it.
func (c *indexCmd) check(ctx context.Context, b *session.Base) error {
	found, err := compareClean(ctx, b)
	if errors.Is(err, index.ErrNoIndex) {
		return app.WithHint(err, "build it with: kb index")
	}
	if err != nil {
		return err
	}
	if c.Repair && !found.sound() {
		if err := repair(ctx, b, found); err != nil {
			return err
		}
		again, err := compareClean(ctx, b)
		if err != nil {
			return err
		}
		if found.Repaired = again.sound(); !found.Repaired {
			found = again
		}
	}
	b.App.Progress.Stop()
	if b.App.JSON {
		err = b.App.Emit(found)
	} else {
		found.print(b.App)
	}
	if err == nil && !found.sound() && !found.Repaired {
		return app.ErrFindings
	}
	return err
}

// compareClean builds clean in a folder that is removed afterwards.
func compareClean(ctx context.Context, b *session.Base) (*IndexCheck, error) {
	folder, err := os.MkdirTemp("", "kb-check-")
	if err != nil {
		return nil, fmt.Errorf("make a folder for a clean build: %w", err)
	}
	defer os.RemoveAll(folder)
	out := &IndexCheck{}
	if out.Index, err = b.Index.Check(ctx, filepath.Join(folder, "index")); err != nil {
		return nil, err
	}
	out.History, err = history.Check(ctx, b.Repo, filepath.Join(folder, "history"), func(done, total int) {
		b.App.Progress.Report("history", done, total)
	})
	if err != nil {
		return nil, err
	}
	out.Caches, err = b.CheckCaches(ctx, filepath.Join(folder, "caches"))
	return out, err
}

// repair removes what differs, and makes it anew; caches are made anew by the answers that use them.
func repair(ctx context.Context, b *session.Base, found *IndexCheck) error {
	if err := b.DropCaches(found.Caches); err != nil {
		return err
	}
	if len(found.Index.Differences) > 0 {
		if err := b.Index.Repair(ctx); err != nil {
			return err
		}
	}
	if len(found.History.Differences) > 0 {
		if err := history.Remove(b.Repo); err != nil {
			return fmt.Errorf("remove the history: %w", err)
		}
		_, err := walkHistory(ctx, b.App, b, true)
		return err
	}
	return nil
}

// print lists the differences, whether all is sound or repaired, and what became of the caches.
func (c *IndexCheck) print(a *app.App) {
	for _, d := range c.Index.Differences {
		place := d.Part
		if d.Tree != "" {
			place += fmt.Sprintf(" of %.10s", d.Tree)
		}
		if d.Path != "" {
			place += ": " + app.CleanName(d.Path)
		}
		a.Printf("%s: %s\n", place, report.CleanLine(d.What))
	}
	for _, what := range c.History.Differences {
		a.Printf("history: %s\n", report.CleanLine(what))
	}
	for _, f := range c.Caches {
		if f.State == desk.Differs {
			a.Printf("cache %s: %s\n", app.CleanName(f.File), report.CleanLine(f.What))
		}
	}
	if n := c.differences(); n == 0 {
		a.Printf("the index is what a clean build is: %s, %s, %s, %s\n", wording.Count(c.Index.Trees, "tree"),
			wording.Count(c.Index.Notes, "note"), wording.Count(c.Index.Chunks, "chunk"),
			wording.Count(c.History.Commits, "commit"))
	} else if c.Repaired {
		a.Printf("%s repaired\n", wording.Count(n, "difference"))
	}
	for _, say := range []struct{ state, as string }{
		{desk.Compared, "caches that say what is found without them: %s\n"},
		{desk.Sealed, "caches whose sums hold, and that were not compared: %s\n"},
		{desk.Unused, "caches that are not used, and were not compared: %s\n"},
	} {
		if files := c.caches(say.state); len(files) > 0 {
			a.Printf(say.as, app.CleanName(strings.Join(files, ", ")))
		}
	}
	if n := c.Index.Unverified + c.History.Unverified; n > 0 {
		a.Remark("%s of what the repository no longer has could not be compared", wording.Count(n, "record"))
	}
}
