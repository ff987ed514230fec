package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"

	"github.com/9aea2451/kb/index"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/history"
)

// chronicle is the recorded history of a repository, as far as the commit that is asked about.
type chronicle struct {
	*history.History
	head   string         // the commit to ask about; "" in a repository without commits
	called string         // it is, in a message
	limits history.Limits // what is not known
	added  int            // commits that this run recorded
}

// openChronicle opens the history for a verb that answers from it, brought up to date however long
// that takes, and says once what cannot be known. With --no-update it is taken as it is.
func (a *app) openChronicle(ctx context.Context, repo *kb.Repo) (*chronicle, error) {
	return a.openChronicleAt(ctx, repo, "")
}

// openChronicleAt is openChronicle as of a commit; "" is HEAD.
func (a *app) openChronicleAt(ctx context.Context, repo *kb.Repo, head string) (c *chronicle, err error) {
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
	c = &chronicle{History: h, head: head, called: called}
	if err = c.catchUp(ctx, a); err != nil {
		h.Close()
		return nil, err
	}
	for _, message := range c.limits.Messages() {
		a.remark("%s", message)
	}
	return c, nil
}

// catchUp records what is new, and asks what is not known.
func (c *chronicle) catchUp(ctx context.Context, a *app) error {
	if c.head == "" {
		return nil
	}
	if !a.NoUpdate {
		if err := c.walk(ctx, a); err != nil {
			return err
		}
	}
	var err error
	c.limits, err = c.Limits(ctx, c.head)
	if errors.Is(err, history.ErrNotRecorded) {
		return withHint(
			fmt.Errorf("the history has not been read as far as %s", c.called),
			"read it with: kb index\nor leave out --no-update",
		)
	}
	return err
}

// walk records the commits that the one asked about descends from, showing how far it is.
func (c *chronicle) walk(ctx context.Context, a *app) error {
	c.Progress = func(done, total int) { a.progress.report("history", done, total) }
	defer a.progress.stop()
	report, err := c.Update(ctx, c.head)
	c.added = report.Added
	if errors.Is(err, history.ErrBusy) {
		return withHint(err, "wait for it to end, then ask again")
	}
	if err != nil {
		return fmt.Errorf("read the history: %w", err)
	}
	return nil
}

// unknowns are the messages of what is not known, for JSON.
func (c *chronicle) unknowns() []string { return c.limits.Messages() }

// known is an error for a note that HEAD has though no commit tells of it: what its commits changed
// is not known.
func (c *chronicle) known(ctx context.Context, repo *kb.Repo, path string) error {
	if c.limits.Unknown == 0 {
		return nil
	}
	tree, err := repo.TreeAt(ctx, c.head)
	if err != nil || !slices.ContainsFunc(tree.Files, func(f kb.File) bool { return f.Path == path }) {
		return err
	}
	return withHint(
		fmt.Errorf("where %s comes from is not known: objects are missing", path),
		"fetch them: git fetch --refetch --no-filter",
	)
}

// historyInfo tells what is recorded, without recording anything.
func (b *base) historyInfo(ctx context.Context) (HistoryInfo, error) {
	var info HistoryInfo
	head, err := b.repo.Head(ctx)
	if err != nil || head == "" {
		return info, err
	}
	if _, err := os.Stat(filepath.Join(b.repo.StateDir(), "index", history.File)); err != nil {
		return info, nil
	}
	h, err := history.Open(ctx, b.repo, "")
	if err != nil {
		return info, err
	}
	defer h.Close()
	return HistoryInfo{Commits: h.Recorded(), Fresh: h.Has(ctx, head)}, nil
}

// lookupPast finds the note that a name means; a path that only the history knows is one too.
func (b *base) lookupPast(ctx context.Context, s *index.Searcher, c *chronicle, name string) (string, error) {
	at, err := b.lookup(ctx, s, name, false)
	if err == nil || c.head == "" {
		return at.path, err
	}
	for _, path := range []string{path.Join(b.repo.Prefix, filepath.ToSlash(b.typed(name))), b.typed(name)} {
		if !kb.IsMarkdown(path) {
			continue
		}
		if events, pastErr := c.Note(ctx, c.head, path); pastErr != nil {
			return "", pastErr
		} else if len(events) > 0 {
			return path, nil
		}
	}
	return "", err
}
