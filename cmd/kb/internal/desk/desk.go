// Package desk is the one place behind all doors: an open repository with its index, its history
// and its usage, and what can be asked of it. The command line and the server for agents read a
// request, call a method here and print the value that it returns, so that both answer alike.
//
// A desk that answers once opens views of its own (Look) and reads the history beside the answer.
// Package warm adds what a server needs: it keeps a view of the work tree open and up to date, and
// reads ahead. What is printed, and how an error advises its reader, is the business of the doors;
// remarks in prose that are no part of an answer go through Options.
package desk

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/9aea2451/kb/cmd/kb/internal/desk/rerank"
	"github.com/9aea2451/kb/cmd/kb/internal/packing"
	"github.com/9aea2451/kb/cmd/kb/internal/userconfig"
	"github.com/9aea2451/kb/index"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/usage"
	"github.com/9aea2451/kb/model"
	"github.com/9aea2451/kb/model/local"
)

// Options of Open. Now and Config are required; what says something may be nil.
type Options struct {
	Now      func() time.Time
	Config   *userconfig.Config                  // who turns text to vectors
	Remark   func(message string)                // prose for the person who asks
	Warn     func(message string)                // prose of which the same comes again and again
	Progress func(stage string, done, total int) // of long work
	Rest     func()                              // long work has ended, or more may follow

	Version string // of kb; what was judged by another one is judged again

	Server bool // somebody else keeps views and history up to date: see package warm

	// What follows is for a desk that answers once.
	AsIs    bool // answer from the index and the history as they are
	Quick   bool // do not wait for the history
	Patient bool // wait for the history however long that takes

	Untracked string // why the use of notes is not recorded, "" where it is
}

// rest says that long work has ended.
func (o *Options) rest() {
	if o.Rest != nil {
		o.Rest()
	}
}

// lockWait is how long to wait for another process that indexes, when nothing can be done without
// its result.
const lockWait = 10 * time.Minute

// Desk is an open repository with its index, history and usage. It may be used from several
// goroutines. Close it.
type Desk struct {
	Repo    *kb.Repo
	Index   *index.Index
	History *History
	Usage   *usage.Reader // how the notes were used before, for ranking
	Now     func() time.Time

	o        Options
	whole    context.Context // that the desk was opened with
	packed   packing.Cache
	reranker model.Reranker // of the first hits, nil where the person named none
	local    *rerank.Local  // likewise, by a model in this process
	shares   rerank.Shares  // of that
	listless atomic.Bool    // a search had to do without its list

	endReaders func() // of the repository that are kept for the next answer, nil for none

	mu      sync.Mutex
	skipped []kb.Skip
}

// Release is the version of kb.
func (d *Desk) Release() string { return d.o.Version }

// Open opens the index, the history and the usage of a repository. Errors of the user's
// configuration are those of userconfig. A desk that answers once begins to read the history at
// once if start, else when that is needed.
func Open(ctx context.Context, repo *kb.Repo, o Options, start bool) (*Desk, error) {
	d := Of(repo, o)
	if o.Server {
		d.endReaders = repo.KeepReaders()
	} else {
		d.History.readBeside(ctx, &d.o)
	}
	if start {
		d.History.Start()
	}
	if err := d.OpenIndex(ctx, o.Config); err != nil {
		d.close(func() {})
		return nil, err
	}
	return d, nil
}

// Of returns a desk on which nothing is opened yet but the repository.
func Of(repo *kb.Repo, o Options) *Desk {
	quiet := func(string) {}
	if o.Remark == nil {
		o.Remark = quiet
	}
	if o.Warn == nil {
		o.Warn = quiet
	}
	if o.Progress == nil {
		o.Progress = func(string, int, int) {}
	}
	return &Desk{
		Repo:    repo,
		Usage:   usage.NewReader(repo.StateDir()),
		Now:     o.Now,
		o:       o,
		History: &History{repo: repo, busy: make(chan struct{}, 1)},
	}
}

// Configure tells a desk that Of returned what the person has chosen.
func (d *Desk) Configure(config *userconfig.Config) { d.o.Config = config }

// OpenIndex opens the index, which ranks memories by when the history says that they were touched,
// on a desk that Of returned.
func (d *Desk) OpenIndex(ctx context.Context, config *userconfig.Config) error {
	if !d.o.Server && d.History.beside == nil {
		d.History.readBeside(ctx, &d.o)
	}
	d.whole = ctx
	provider, none, err := d.embedder(config)
	if err != nil {
		return err
	}
	if d.reranker, err = config.Reranker(model.Use{}); err != nil {
		return err
	}
	d.Index, err = index.Open(ctx, d.Repo, index.Options{
		Provider:    provider,
		NoVectors:   none,
		Beside:      d.beside(),
		Warn:        d.o.Warn,
		Progress:    d.o.Progress,
		Now:         d.Now,
		LockTimeout: lockWait,
		Touches:     d.touches,
		Days:        d.days,
	})
	if err != nil {
		return fmt.Errorf("open the index: %w", err)
	}
	return nil
}

// embedder is who embeds all texts of the index. A model that runs in this process does not: kb's own
// stays, and what is found by it the model ranks.
func (d *Desk) embedder(config *userconfig.Config) (e model.Embedder, none bool, err error) {
	e, none, err = config.Embedder(model.Use{Local: local.Folder(config.ModelDir()).Embedder})
	if errors.Is(err, local.ErrUnusable) {
		d.o.Warn(fmt.Sprintf("%v; hits are ranked without it", err))
		return nil, none, nil
	}
	if here, ok := e.(*local.Embedder); ok {
		d.local = rerank.NewLocal(here, func(ctx context.Context) (*index.KeptVectors, error) {
			return d.Index.KeptVectors(ctx, here.Model())
		})
		d.local.Patient = d.o.Patient
		d.shares = config.Shares()
		return nil, none, nil
	}
	return e, none, err
}

// Reranks reports whether a model has a say in the order of hits: it may have more of one the next time.
func (d *Desk) Reranks() bool { return d.reranker != nil || d.local != nil }

// beside names the model in this process, "" where there is none.
func (d *Desk) beside() string {
	if d.local == nil {
		return ""
	}
	return d.local.Model()
}

// Close releases the repository. out hands out the answer before a history that is still being read
// is waited for; it may be nil.
func (d *Desk) Close(out func()) error {
	d.o.rest()
	if out == nil {
		out = func() {}
	}
	d.close(out)
	if d.local != nil {
		if d.listless.Load() && !d.o.Server && d.whole.Err() == nil {
			out()
			_ = d.keepList(d.whole) // the next answer tries again
		}
		if err := d.local.End(d.whole, out); err != nil {
			d.o.Warn(fmt.Sprintf("vectors could not be kept: %v", err))
		}
	}
	if d.Index == nil {
		return nil
	}
	return d.Index.Close()
}

// close ends the reading of the history beside an answer, and releases what was opened but the
// index.
func (d *Desk) close(out func()) {
	if b := d.History.beside; b != nil {
		b.end(d.History, out)
	}
	d.History.Close()
	d.Usage.Close()
	if d.endReaders != nil {
		d.endReaders()
	}
}
