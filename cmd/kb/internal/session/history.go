package session

import (
	"context"
	"errors"
	"fmt"
	"path"
	"path/filepath"
	"slices"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/kb/history"
)

// Chronicle is the recorded history of a repository, as far as the commit that is asked about.
type Chronicle struct {
	*history.History
	Head   string         // the commit to ask about; "" in a repository without commits
	called string         // it is, in a message
	Gaps   history.Limits // what is not known
	Added  int            // commits that this run recorded
}

// OpenChronicle opens the history for a verb that answers from it, brought up to date however long
// that takes, and says once what cannot be known. With --no-update it is taken as it is.
func OpenChronicle(ctx context.Context, a *app.App, repo *kb.Repo) (*Chronicle, error) {
	return OpenChronicleAt(ctx, a, repo, "")
}

// OpenChronicleAt is openChronicle as of a commit; "" is HEAD.
func OpenChronicleAt(ctx context.Context, a *app.App, repo *kb.Repo, head string) (c *Chronicle, err error) {
	called := fmt.Sprintf("%.10s", head)
	if head == "" {
		called = "HEAD"
		if head, err = repo.Head(ctx); err != nil {
			return nil, err
		}
	}
	h, err := history.Open(ctx, repo, "")
	if err != nil {
		return nil, err
	}
	c = &Chronicle{History: h, Head: head, called: called}
	if err = c.catchUp(ctx, a); err != nil {
		h.Close()
		return nil, err
	}
	for _, message := range c.Gaps.Messages() {
		a.Remark("%s", message)
	}
	return c, nil
}

// catchUp records what is new, and asks what is not known.
func (c *Chronicle) catchUp(ctx context.Context, a *app.App) error {
	if c.Head == "" {
		return nil
	}
	if !a.NoUpdate {
		if err := c.walk(ctx, a); err != nil {
			return err
		}
	}
	var err error
	c.Gaps, err = c.Limits(ctx, c.Head)
	if errors.Is(err, history.ErrNotRecorded) {
		return app.WithHint(fmt.Errorf("the history has not been read as far as %s", c.called),
			"read it with: kb index\nor leave out --no-update")
	}
	return err
}

// walk records the commits that the one asked about descends from, showing how far it is.
func (c *Chronicle) walk(ctx context.Context, a *app.App) error {
	c.Progress = func(done, total int) { a.Progress.Report("history", done, total) }
	defer a.Progress.Stop()
	report, err := c.Update(ctx, c.Head)
	c.Added = report.Added
	if errors.Is(err, history.ErrBusy) {
		return app.WithHint(err, "wait for it to end, then ask again")
	}
	if err != nil {
		return fmt.Errorf("read the history: %w", err)
	}
	return nil
}

// Unknowns are the messages of what is not known, for JSON.
func (c *Chronicle) Unknowns() []string { return c.Gaps.Messages() }

// Known is an error for a note that HEAD has though no commit tells of it: what its commits changed
// is not known.
func (c *Chronicle) Known(ctx context.Context, repo *kb.Repo, path string) error {
	if c.Gaps.Unknown == 0 {
		return nil
	}
	tree, err := repo.TreeAt(ctx, c.Head)
	if err != nil || !slices.ContainsFunc(tree.Files, func(f git.File) bool { return f.Path == path }) {
		return err
	}
	return app.WithHint(fmt.Errorf("where %s comes from is not known: objects are missing", path),
		"fetch them: git fetch --refetch --no-filter")
}

// LookupPast finds the note that a name means; a path that only the history knows is one too.
func (b *Base) LookupPast(ctx context.Context, c *Chronicle, name string) (string, error) {
	at, err := b.Lookup(ctx, name, false)
	if err == nil || c.Head == "" {
		return at.Path, err
	}
	for _, path := range []string{path.Join(b.Repo.Prefix, filepath.ToSlash(b.Typed(name))), b.Typed(name)} {
		if !kb.IsMarkdown(path) {
			continue
		}
		if events, pastErr := c.Note(ctx, c.Head, path); pastErr != nil {
			return "", pastErr
		} else if len(events) > 0 {
			return path, nil
		}
	}
	return "", err
}

// Reach records the history of commits that HEAD may not descend from.
func (c *Chronicle) Reach(ctx context.Context, a *app.App, commits ...string) error {
	for _, commit := range commits {
		if commit == "" {
			continue
		}
		if _, err := c.Limits(ctx, commit); !errors.Is(err, history.ErrNotRecorded) || a.NoUpdate {
			if err != nil {
				return err
			}
			continue
		}
		if _, err := c.Update(ctx, commit); err != nil {
			return fmt.Errorf("read the history of %.10s: %w", commit, err)
		}
	}
	return nil
}
