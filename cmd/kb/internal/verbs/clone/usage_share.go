package clone

import (
	"context"
	"errors"
	"fmt"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
	"github.com/9aea2451/kb/cmd/kb/internal/report"
	"github.com/9aea2451/kb/cmd/kb/internal/session"
	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/kb/usage"
	"github.com/9aea2451/kb/text/wording"
)

// usageRef is where counts are shared: a reference that no branch is made of, and that git fetches
// only when asked.
const usageRef = "refs/kb/usage"

// usagePushCmd gives counts to others.
type usagePushCmd struct {
	Remote string `arg:"" optional:"" placeholder:"REMOTE" help:"Name of the remote; the only one, or origin."`
}

// usagePullCmd takes the counts of others in.
type usagePullCmd struct {
	Remote string `arg:"" optional:"" placeholder:"REMOTE" help:"Name of the remote; the only one, or origin."`
}

// UsageShared is the JSON form of what was given or taken.
type UsageShared struct {
	Remote string `json:"remote"`
	Clones int    `json:"clones"` // with counts at the remote, this one included
}

// Run pushes.
func (c *usagePushCmd) Run(ctx context.Context, a *app.App) error {
	return share(ctx, a, c.Remote, func(e *git.Exchange, u *usage.Store) (*usage.Ledger, error) {
		own, err := u.Own(ctx)
		if err != nil {
			return nil, unusable(err)
		}
		for range pushTries {
			there, commit, err := fetchUsage(ctx, a, e)
			if err != nil {
				return nil, err
			}
			there.Merge(own)
			if commit == "" && len(there.Files()) == 0 {
				return there, nil // nothing to give
			}
			if err := e.Push(ctx, there.Files(), commit, a.Now()); !errors.Is(err, git.ErrMoved) {
				return there, err
			}
		}
		return nil, git.ErrMoved
	})
}

// pushTries is how often a push begins anew because somebody else was faster.
const pushTries = 5

// Run pulls.
func (c *usagePullCmd) Run(ctx context.Context, a *app.App) error {
	return share(ctx, a, c.Remote, func(e *git.Exchange, u *usage.Store) (*usage.Ledger, error) {
		there, _, err := fetchUsage(ctx, a, e)
		if err != nil {
			return nil, err
		}
		return there, unusable(u.Absorb(ctx, there))
	})
}

// fetchUsage reads the counts at the remote, and the commit that they come from.
func fetchUsage(ctx context.Context, a *app.App, e *git.Exchange) (*usage.Ledger, string, error) {
	files, commit, err := e.Fetch(ctx, usage.MaxLedgerFiles)
	if err != nil {
		return nil, "", fmt.Errorf("fetch usage: %w", err)
	}
	l, err := usage.ReadLedger(files, a.Now())
	if err != nil {
		return nil, "", app.WithHint(fmt.Errorf("%s of %s: %w", usageRef, e.Remote(), err),
			"something else wrote it; look at it with: git fetch %s %s && git ls-tree -r FETCH_HEAD", e.Remote(), usageRef)
	}
	return l, commit, nil
}

// share opens both sides, and says what became of it.
func share(ctx context.Context, a *app.App, remote string, f func(e *git.Exchange, u *usage.Store) (*usage.Ledger, error)) error {
	repo, err := session.OpenRepo(ctx, a)
	if err != nil {
		return err
	}
	e, err := repo.Exchange(ctx, remote, usageRef)
	if errors.Is(err, git.ErrNoRemote) {
		return app.WithHint(err, "counts are shared through a remote of this repository: git remote -v")
	}
	if err != nil {
		return err
	}
	u, err := session.In(a, repo).OpenUsage(ctx)
	if err != nil {
		return unusable(err)
	}
	defer u.Close()
	l, err := f(e, u)
	if err != nil {
		return err
	}
	shared := UsageShared{Remote: e.Remote(), Clones: l.Clones()}
	if a.JSON {
		return a.Emit(shared)
	}
	a.Printf("%s holds the counts of %s\n", report.CleanLine(shared.Remote), wording.Count(shared.Clones, "clone"))
	return nil
}
