package lessons

import (
	"context"
	"slices"

	"github.com/9aea2451/kb/cmd/kb/internal/branching"
	"github.com/9aea2451/kb/kb/inbox"
	"github.com/9aea2451/kb/kb/learn"
)

// fate is what became of a branch.
type fate int

const (
	open   fate = iota // it is there, and is not part of the default branch
	merged             // its commits are part of the default branch, or it is the default branch
	lost               // it is gone, and nothing of it was taken
)

// episode adds what a session was for and how it ended. All sessions of a branch give one: the state
// of the work while the branch is there, an episode once it is merged.
func (l *lesson) episode(ctx context.Context, c *learn.Candidate) error {
	if c == nil {
		return nil
	}
	if c.OfBranch != "" && !learn.IsMain(c.OfBranch) {
		switch l.fateOf(ctx, c.OfBranch, c.Commits) {
		case lost:
			return nil
		case merged:
			c.OnBranch(true)
		default:
			c.OnBranch(false)
		}
	} else {
		c.OfBranch = ""
	}
	for i := range l.items {
		item := &l.items[i]
		if item.ID != c.ID && (c.OfBranch == "" || item.OfBranch != c.OfBranch || item.Rule != c.Rule) {
			continue
		}
		if item.State == inbox.New && !slices.ContainsFunc(item.Evidence, func(e learn.Evidence) bool { return e == c.Evidence[0] }) {
			item.ID, item.Type = c.ID, c.Type
			item.GoOn(*c)
			l.changed(i)
		}
		return nil // one that a person has decided about stays as it is
	}
	decided, err := l.school.Inbox.DecidedID(c.ID)
	if err != nil || decided {
		l.out.Dropped[learn.Refused]++
		return err
	}
	item := inbox.Item{Candidate: *c}
	l.weigh(&item)
	l.items = append(l.items, item)
	l.changed(len(l.items) - 1)
	return nil
}

// fateOf is what became of a branch: by its tip or, where it is gone, by the commits that were made
// on it. What was squashed when it was merged counts as lost, since nothing tells that it was taken.
func (l *lesson) fateOf(ctx context.Context, branch string, commits []string) fate {
	if f, ok := l.merged[branch]; ok {
		return f
	}
	if l.merged == nil {
		l.merged = map[string]fate{}
	}
	s, repo := l.school, l.school.Desk.Repo
	tips := s.mainTips(ctx)
	f := lost
	for _, ref := range []string{"refs/heads/" + branch, "refs/remotes/origin/" + branch} {
		if tip, err := repo.Resolve(ctx, ref); err == nil {
			if f = open; branching.Within(ctx, s.Desk.Repo, tip, tips...) && l.took(ctx, commits, tips) {
				f = merged
			}
			break
		}
	}
	if f == lost && l.took(ctx, commits, tips) {
		f = merged
	}
	l.merged[branch] = f
	return f
}

// took reports whether one of some commits is part of the default branch.
func (l *lesson) took(ctx context.Context, commits, tips []string) bool {
	return slices.ContainsFunc(commits, func(id string) bool {
		full, err := l.school.Desk.Repo.Resolve(ctx, id)
		return err == nil && branching.Within(ctx, l.school.Desk.Repo, full, tips...)
	})
}
