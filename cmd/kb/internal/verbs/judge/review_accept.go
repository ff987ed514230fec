package judge

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
	"github.com/9aea2451/kb/cmd/kb/internal/branching"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/kb/review"
	"github.com/9aea2451/kb/text/wording"
)

// canAccept tells why the notes of a range could not be accepted where it ends. It is asked before the
// work.
func (c *reviewCmd) canAccept(ctx context.Context, repo *kb.Repo, r *review.Range) error {
	if !c.Accept {
		return nil
	}
	if r.WorkTree {
		return errors.New("--accept and --work-tree exclude each other")
	}
	branches, err := repo.Branches(ctx, r.HeadName)
	if err != nil {
		return err
	}
	if branches["refs/heads/"+r.HeadName] != r.Head {
		return app.WithHint(fmt.Errorf("--accept: %s is no branch here", r.HeadName),
			"name the branch that has the proposals, as in: kb review main..kb/learn-2026-08-01-1 --accept")
	}
	return repo.CanBranch(ctx, "")
}

// accept writes into the branch that its proposals are accepted, unless something speaks against them.
func (c *reviewCmd) accept(ctx context.Context, a *app.App, repo *kb.Repo, r *review.Review) error {
	if !c.Accept {
		return nil
	}
	var paths []string
	for _, n := range r.Notes {
		if n.Touched && n.Status == "proposed" && n.Change != "removed" {
			paths = append(paths, n.Path)
		}
	}
	slices.Sort(paths)
	switch {
	case c.verdict(r) != nil:
		a.Remark("nothing was accepted: see the findings")
		return nil
	case len(paths) == 0:
		a.Remark("nothing to accept: no note of %s is proposed", r.Range.HeadName)
		return nil
	}
	err := branching.Accept(ctx, repo, r.Range.HeadName, r.Range.Head, paths)
	if errors.Is(err, git.ErrCheckedOut) {
		return app.WithHint(err, "nothing was accepted; in that work tree: kb set NOTE... status=accepted")
	}
	if err == nil {
		a.Remark("accepted %s on %s, in one commit", wording.Count(len(paths), "note"), r.Range.HeadName)
	}
	return err
}
