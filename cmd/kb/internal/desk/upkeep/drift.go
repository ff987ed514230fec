package upkeep

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/store"
)

// Drift is what changed between the last run and now.
type Drift struct {
	Since   string         `json:"since,omitempty"` // commit that is compared with, "" where there is none
	Day     string         `json:"day,omitempty"`   // of it, in UTC, such as 2026-03-04
	Added   int            `json:"added"`           // notes
	Changed int            `json:"changed"`
	Removed int            `json:"removed"`
	Before  map[string]int `json:"before"` // what each list had in the last run of this clone; empty where there was none
	Now     map[string]int `json:"now"`    // what each list has
}

// last is what a clone keeps of its last run.
type last struct {
	Commit string         `json:"commit"`
	Lists  map[string]int `json:"lists"`

	Summaries worked `json:"summaries"`
}

// maxLast bounds that file, in bytes.
const maxLast = 1 << 20

// lastFile lies beside the index and not in it: an index that is made anew forgets no run.
func (r *run) lastFile() string { return filepath.Join(r.d.Repo.StateDir(), "upkeep.json") }

// drift compares with the last run of this clone, else with the state a day, a week or a month ago.
func (r *run) drift(ctx context.Context) error {
	d := Drift{Before: map[string]int{}, Now: map[string]int{}}
	for _, j := range slices.Concat(r.out.Jobs, r.out.Look) {
		d.Now[j.Name] = len(j.Items)
	}
	commit := r.was.Commit
	if commit != "" {
		d.Before = r.was.Lists
	} else {
		days := []int{1, 7, 30}[r.set]
		commit = r.now.UTC().AddDate(0, 0, -days).Format(time.DateOnly)
	}
	if then, err := r.d.Repo.TreeAt(ctx, commit); err == nil && then.Commit != "" {
		d.Since = then.Commit
		if t, err := r.d.Repo.CommitTime(ctx, then.Commit); err == nil {
			d.Day = t.UTC().Format(time.DateOnly)
		}
		for _, c := range kb.Diff(then, r.tree) {
			switch {
			case c.Old.Path == "":
				d.Added++
			case c.New.Path == "":
				d.Removed++
			default:
				d.Changed++
			}
		}
	}
	r.out.Drift = d
	return ctx.Err()
}

// last reads what was kept of the last run; damage counts as none.
func (r *run) last() (was last, err error) {
	info, err := os.Stat(r.lastFile())
	if errors.Is(err, fs.ErrNotExist) || err == nil && info.Size() > maxLast {
		return was, nil
	}
	data, err := os.ReadFile(r.lastFile())
	if err != nil {
		return was, fmt.Errorf("read the last upkeep: %w", err)
	}
	if json.Unmarshal(data, &was) != nil {
		return last{}, nil
	}
	return was, nil
}

// keep keeps what the next run compares with.
func (r *run) keep(dry bool) error {
	if dry {
		return nil
	}
	data, err := json.Marshal(last{r.out.Base, r.out.Drift.Now, r.worked})
	if err != nil {
		return err
	}
	return store.Replace(r.lastFile(), data)
}
