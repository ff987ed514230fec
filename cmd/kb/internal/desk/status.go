package desk

import (
	"cmp"
	"context"
	"errors"
	"os"
	"path/filepath"

	"github.com/9aea2451/kb/index"
	"github.com/9aea2451/kb/kb/history"
	"github.com/9aea2451/kb/kb/usage"
)

// Status is what is indexed of a repository, how fresh it is, and what it takes.
type Status struct {
	Repository string `json:"repository"`
	Indexed    bool   `json:"indexed"`
	index.Status
	Usage *UsageInfo `json:"usage,omitempty"` // absent where it cannot be read

	History HistoryInfo `json:"history"`
}

// HistoryInfo is what is known of the repository's commits.
type HistoryInfo struct {
	Commits int  `json:"commits"` // that are recorded, on whatever branch
	Fresh   bool `json:"fresh"`   // HEAD and all that it descends from is
}

// UsageInfo is what is kept of searches and reads.
type UsageInfo struct {
	usage.Summary
	Recording bool   `json:"recording"`
	OffBy     string `json:"off_by,omitempty"` // what switches recording off
}

// Status tells what is there, and changes nothing. Why the record of use cannot be read is returned
// beside it.
func (d *Desk) Status(ctx context.Context) (s *Status, unread, err error) {
	s = &Status{Repository: cmp.Or(d.Repo.Root, d.Repo.GitDir)}
	st, err := d.Index.Status(ctx)
	if err != nil && !errors.Is(err, index.ErrNoIndex) {
		return nil, nil, err
	}
	if st != nil {
		s.Status = *st
	}
	s.Provider = cmp.Or(d.o.Config.Models.Embed.Provider, s.Provider)
	s.Indexed = err == nil && s.Updated != ""
	if s.History, err = d.recorded(ctx); err != nil {
		return nil, nil, err
	}
	s.Usage, unread = d.UsageInfo(ctx)
	return s, unread, nil
}

// recorded says what is recorded of the history, without recording anything.
func (d *Desk) recorded(ctx context.Context) (HistoryInfo, error) {
	var info HistoryInfo
	head, err := d.Repo.Head(ctx)
	if err != nil || head == "" {
		return info, err
	}
	if _, err := os.Stat(filepath.Join(d.Repo.StateDir(), "index", history.File)); err != nil {
		return info, nil
	}
	h, err := d.History.open(ctx)
	if err != nil {
		return info, err
	}
	return HistoryInfo{Commits: h.Recorded(), Fresh: h.Has(ctx, head)}, nil
}

// UsageInfo looks at what is kept of searches and reads, and changes nothing.
func (d *Desk) UsageInfo(ctx context.Context) (*UsageInfo, error) {
	u, err := usage.Look(d.Repo.StateDir())
	if err != nil {
		return nil, err
	}
	defer u.Close()
	summary, err := u.Summary(ctx)
	if err != nil {
		return nil, err
	}
	return &UsageInfo{Summary: *summary, Recording: d.o.Untracked == "", OffBy: d.o.Untracked}, nil
}
