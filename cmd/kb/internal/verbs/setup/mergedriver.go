package setup

import (
	"context"
	"fmt"
	"os"
	"strings"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
	"github.com/9aea2451/kb/contradict/judge"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/schema"
	"github.com/9aea2451/kb/kb/store"
	"github.com/9aea2451/kb/markdown/merge"
)

// MergeDriver is kb merge-driver.
func (Verbs) MergeDriver() app.Verb {
	return app.Verb{
		Name: "merge-driver", Place: 390,
		Help:    "Merge three versions of a note; git runs it.",
		Command: &mergeDriverCmd{},
		Hidden:  true,
	}
}

// mergeDriverCmd is what git runs for files whose attribute is merge=kb.
type mergeDriverCmd struct {
	Base   string `arg:"" help:"%O: file with the version that both sides began with."`
	Ours   string `arg:"" help:"%A: file with our version; the result is written into it."`
	Theirs string `arg:"" help:"%B: file with their version."`
	Size   int    `arg:"" optional:"" help:"%L: length of conflict markers."`
	Path   string `arg:"" optional:"" help:"%P: path of the note, for messages."`
	Labels string `arg:"" optional:"" help:"%S: label of the base."`
	Mine   string `arg:"" optional:"" help:"%X: label of our version."`
	Other  string `arg:"" optional:"" help:"%Y: label of their version."`
}

// maxMerged is the greatest size of a version in bytes; git merges what is larger.
const maxMerged = 64 << 20

// Run merges.
func (c *mergeDriverCmd) Run(ctx context.Context, a *app.App) error {
	var versions [3][]byte
	for i, name := range []string{c.Base, c.Ours, c.Theirs} {
		path, err := a.FromWorkDir(name)
		if err != nil {
			return err
		}
		info, err := os.Stat(path)
		if err != nil {
			return fmt.Errorf("no such file: %s", name)
		}
		if !info.Mode().IsRegular() || info.Size() > maxMerged {
			return fmt.Errorf("%s is not merged: it is no file of at most %s", name, app.SizeOf(maxMerged))
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		versions[i] = text
	}
	o := merge.Options{Base: label(c.Labels, "base"), Ours: label(c.Mine, "ours"), Theirs: label(c.Other, "theirs"),
		MarkerSize: c.Size, Rule: schema.MergeRule, Apart: judge.Apart}
	r := merge.Merge(versions[0], versions[1], versions[2], o)
	if r.Conflicts > 0 && !r.Binary {
		if o.Style = conflictStyle(ctx, a); o.Style != merge.Plain {
			r = merge.Merge(versions[0], versions[1], versions[2], o)
		}
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	name := c.Path
	if name == "" {
		name = c.Ours
	}
	if r.Binary {
		a.Remark("%s is not text: our version is kept, theirs is in git's index: git checkout --theirs", app.CleanName(name))
		return app.ErrFindings
	}
	// In one step: a crash leaves our version whole, for git to merge by itself.
	path, err := a.FromWorkDir(c.Ours)
	if err != nil {
		return err
	}
	info, err := os.Stat(path)
	if err != nil {
		return fmt.Errorf("write %s: %w", c.Ours, err)
	}
	if err := store.ReplaceAs(path, r.Text, info.Mode().Perm()); err != nil {
		return fmt.Errorf("write %s: %w", c.Ours, err)
	}
	if r.Conflicts > 0 {
		return app.ErrFindings
	}
	return nil
}

// label is what git says, unless it is a git that does not know the placeholder.
func label(given, fallback string) string {
	given = strings.TrimSpace(strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return -1
		}
		return r
	}, given))
	if given == "" || len(given) == 2 && given[0] == '%' {
		return fallback
	}
	return given
}

// conflictStyle is git's merge.conflictStyle.
func conflictStyle(ctx context.Context, a *app.App) merge.Style {
	dir, err := a.WorkDir()
	if err != nil {
		return merge.Plain
	}
	repo, err := kb.Open(ctx, dir)
	if err != nil {
		return merge.Plain
	}
	switch repo.GitSetting(ctx, "merge.conflictStyle") {
	case "diff3":
		return merge.Diff3
	case "zdiff3":
		return merge.ZDiff3
	}
	return merge.Plain
}
