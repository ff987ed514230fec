package clone

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
	"github.com/9aea2451/kb/cmd/kb/internal/schedule"
	"github.com/9aea2451/kb/cmd/kb/internal/session"
	"github.com/9aea2451/kb/text/wording"
)

// upkeepScheduleCmd registers upkeep with the machine.
type upkeepScheduleCmd struct {
	Set    string `enum:"nightly,weekly,monthly" default:"weekly" help:"${set}"`
	Push   bool   `help:"Push the branch each time."`
	DryRun bool   `help:"Only print the files and commands."`
}

// upkeepUnscheduleCmd takes it back.
type upkeepUnscheduleCmd struct {
	DryRun bool `help:"Only print what would be taken back."`
}

// Scheduled is the JSON form of what was registered, or taken back.
type Scheduled struct {
	DryRun   bool              `json:"dry_run,omitempty"`
	Name     string            `json:"name"`     // of the unit, agent or task
	Files    []string          `json:"files"`    // that were written, or removed
	Commands []schedule.Called `json:"commands"` // that were run, with what came of them
}

// Run registers.
func (c *upkeepScheduleCmd) Run(ctx context.Context, a *app.App) error {
	s, err := newScheduler(ctx, a)
	if err != nil {
		return err
	}
	program, err := os.Executable()
	if err != nil {
		return err
	}
	args := []string{program, "-C", s.Root, "upkeep", "--set", c.Set}
	if c.Push {
		args = append(args, "--push")
	}
	done, err := s.Add(ctx, schedule.Task{Set: c.Set, Args: args, Path: a.Getenv("PATH")}, c.DryRun)
	if errors.Is(err, schedule.ErrThere) {
		return app.WithHint(err, "take it back first: kb upkeep unschedule")
	}
	if err != nil {
		return err
	}
	return tellSchedule(a, done, c.DryRun, "+")
}

// Run takes back.
func (c *upkeepUnscheduleCmd) Run(ctx context.Context, a *app.App) error {
	s, err := newScheduler(ctx, a)
	if err != nil {
		return err
	}
	done, err := s.Remove(ctx, c.DryRun)
	if errors.Is(err, schedule.ErrNone) {
		a.Remark("nothing is scheduled for this clone")
		done, err = &schedule.Done{Files: []string{}, Commands: []schedule.Called{}}, nil
	}
	if err != nil {
		return err
	}
	return tellSchedule(a, done, c.DryRun, "-")
}

// newScheduler is that of this machine, for the clone that holds the working folder.
func newScheduler(ctx context.Context, a *app.App) (*schedule.Scheduler, error) {
	repo, err := session.OpenRepo(ctx, a)
	if err != nil {
		return nil, err
	}
	root := repo.Root
	if root == "" {
		root = repo.CommonDir
	}
	call := func(ctx context.Context, args ...string) error {
		found, err := exec.LookPath(args[0])
		if err != nil {
			return err
		}
		said, err := exec.CommandContext(ctx, found, args[1:]...).CombinedOutput()
		if text := strings.TrimSpace(string(said)); err != nil && text != "" {
			return fmt.Errorf("%w: %s", err, wording.OneLine(text))
		}
		return err
	}
	return &schedule.Scheduler{
		System: runtime.GOOS, Getenv: a.Getenv, Call: call, Root: root,
		Kept: filepath.Join(repo.StateDir(), "schedule.json"),
	}, nil
}

// tellSchedule prints the files and what came of the commands.
func tellSchedule(a *app.App, done *schedule.Done, dry bool, mark string) error {
	if a.JSON {
		return a.Emit(Scheduled{dry, done.Name, done.Files, done.Commands})
	}
	for _, file := range done.Files {
		a.Printf("%s %s\n", mark, app.CleanName(file))
		if text := done.Texts[file]; dry && text != "" {
			if err := app.PrintText(a, text); err != nil {
				return err
			}
		}
	}
	for _, c := range done.Commands {
		switch {
		case dry:
			a.Printf("$ %s\n", app.CleanName(c.Line))
		case c.Error != "" && mark == "-":
			a.Remark("%s: %s: what it would have stopped does not run", app.CleanName(c.Line), app.CleanName(c.Error))
		case c.Error != "":
			a.Remark("%s: %s: it takes effect when you log in again", app.CleanName(c.Line), app.CleanName(c.Error))
		}
	}
	if dry {
		a.Remark("nothing was changed")
	}
	return nil
}
