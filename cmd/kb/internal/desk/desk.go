// Package desk is the one place behind all doors: an open repository with its index, its history
// and its usage, and what can be asked of it. The command line and the server for agents read a
// request, call a method here and print the value that it returns, so that both answer alike.
//
// Package warm adds what a server needs: it keeps a view of the work tree open and up to date, and
// reads ahead. What is printed, and how an error advises its reader, is the business of the doors.
package desk

import (
	"sync"
	"time"

	"github.com/9aea2451/kb/cmd/kb/internal/packing"
	"github.com/9aea2451/kb/index"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/usage"
)

// Desk is an open repository with its index, history and usage. It may be used from several
// goroutines.
type Desk struct {
	Repo    *kb.Repo
	Index   *index.Index
	History *History
	Usage   *usage.Reader // how the notes were used before, for ranking; nil: not known
	Now     func() time.Time

	packed packing.Cache

	mu      sync.Mutex
	skipped []kb.Skip
}

// New returns a desk whose index ranks memories by when its history says that they were touched.
// Close its history.
func New(repo *kb.Repo, x *index.Index, u *usage.Reader, now func() time.Time) *Desk {
	d := &Desk{Repo: repo, Index: x, Usage: u, Now: now, History: newHistory(repo)}
	x.SetTouches(d.touches)
	return d
}
