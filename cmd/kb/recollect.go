package main

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"github.com/9aea2451/kb/index"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/blame"
	"github.com/9aea2451/kb/kb/history"
)

// How long an answer waits for the history beside it, and the walk goes on behind it.
const (
	fewCommits = 1000                   // so many are read while the answer waits
	fewWait    = time.Second            // at most, for that
	blindWait  = 50 * time.Millisecond  // for what is not yet known to be few
	afterWait  = 250 * time.Millisecond // that a first walk goes on when the answer is out
)

// recollection opens the history beside an answer and brings it up to date, unless what was told before suffices. Where that
// would take long the answer has no provenance, and memories fade by their own dates alone: a first walk goes on for a moment
// behind each answer, and is then broken off; what it has read is kept.
type recollection struct {
	cancel  context.CancelFunc
	look    func() // begins, once
	looks   bool
	looked  chan struct{} // closed when head and kept are there
	head    string
	kept    *history.Kept
	begin   func() // opens the history, once
	begun   bool
	done    chan struct{}
	listed  chan struct{} // closed when it is known how many commits there are to read
	unread  atomic.Int64
	history *history.History // once done; nil when the history cannot be had
	ready   bool             // the history is recorded as far as HEAD
	had     func() bool      // it is there for provenance
	counts  func() bool      // it is there for the ranking, which must not depend on how busy the machine is
	save    func()           // keeps what was told for the next answer, which looks it up again without
}

// recollect makes a recollection that has not begun.
func (a *app) recollect(whole context.Context, repo *kb.Repo) *recollection {
	ctx, cancel := context.WithCancel(whole)
	r := &recollection{cancel: cancel, looked: make(chan struct{}), done: make(chan struct{}), listed: make(chan struct{})}
	r.had = sync.OnceValue(func() bool { return r.wait(blindWait) })
	r.counts = sync.OnceValue(func() bool {
		if !a.patient {
			return r.wait(fewWait)
		}
		<-r.looked
		r.begin()
		<-r.done
		return r.ready
	})
	r.save = func() { r.kept.Save(whole, r.history) }
	r.begin = sync.OnceFunc(func() {
		r.begun = true
		go func() {
			defer close(r.done)
			r.open(ctx, repo, !a.NoUpdate)
		}()
	})
	r.look = sync.OnceFunc(func() {
		r.looks = true
		go r.lookUp(ctx, repo)
	})
	return r
}

// lookUp reads what was kept, and opens the history where that does not suffice.
func (r *recollection) lookUp(ctx context.Context, repo *kb.Repo) {
	defer close(r.looked)
	if head, err := repo.Head(ctx); err == nil && head != "" {
		r.head, r.kept = head, history.LoadKept(repo, head)
	}
	if r.kept == nil || !r.kept.Current() {
		r.begin()
	}
}

// open opens the history and reads what is new. Errors leave the answer without provenance: they are told by the verbs that
// are about the history.
func (r *recollection) open(ctx context.Context, repo *kb.Repo, update bool) {
	if r.head == "" {
		return
	}
	h, err := history.Open(ctx, repo, "")
	if err != nil {
		return
	}
	r.history = h
	if update {
		var once sync.Once
		h.Progress = func(_, total int) {
			once.Do(func() {
				r.unread.Store(int64(total))
				close(r.listed)
			})
		}
		h.Update(ctx, r.head) // what it could not read is asked for next
	}
	r.ready = h.Has(ctx, r.head)
}

// wait tells whether the history is there, once it is or will not soon be. blind is how long to wait for what is not yet known
// to be few commits.
func (r *recollection) wait(blind time.Duration) bool {
	<-r.looked
	r.begin()
	select {
	case <-r.done:
		return r.ready
	case <-r.listed:
	case <-time.After(blind):
		return r.isDone()
	}
	if r.unread.Load() > fewCommits {
		return r.isDone()
	}
	select {
	case <-r.done:
	case <-time.After(fewWait):
	}
	return r.isDone()
}

func (r *recollection) isDone() bool {
	select {
	case <-r.done:
		return r.ready
	default:
		return false
	}
}

// end hands out the answer, lets a walk that is not done go on for a moment, and breaks it off. What was told is kept.
func (r *recollection) end(a *app) {
	defer r.cancel()
	if !r.looks {
		return
	}
	<-r.looked
	if !r.begun {
		return
	}
	a.flush() // an error comes again
	if !r.isDone() {
		select {
		case <-r.done:
		case <-time.After(afterWait):
		}
	}
	r.cancel()
	<-r.done
	if r.history == nil {
		return
	}
	if r.ready {
		r.save()
	}
	r.history.Close()
}

// provenance tells where a note comes from, nil when that is not known.
func (b *base) provenance(ctx context.Context, path, blob string) *history.Provenance {
	if !b.app.recollects {
		return nil
	}
	<-b.past.looked
	present := b.commit == "" && b.past.kept != nil
	if present {
		if p, ok := b.past.kept.Provenance(path, blob); ok {
			return p
		}
	}
	if !b.past.had() {
		return nil
	}
	ask := func() (*history.Provenance, error) { return b.past.history.Provenance(ctx, b.tip(), path, blob) }
	if present {
		ask = func() (*history.Provenance, error) { return b.past.kept.Ask(ctx, b.past.history, path, blob) }
	}
	p, err := ask()
	if err != nil {
		return nil
	}
	return p
}

// sectionProvenance tells where lines of a note come from, 1-based and inclusive, of the text that was read.
func (b *base) sectionProvenance(ctx context.Context, path string, text []byte, start, end int) *history.Provenance {
	if !b.app.recollects || !b.past.had() || len(text) > maxSectionBlame {
		return nil
	}
	found, err := blame.Of(ctx, b.repo, b.past.history, b.tip(), path, text)
	if err != nil || start < 1 || end > len(found.Lines) || start > end {
		return nil
	}
	newest, changed := -1, false
	for _, o := range found.Lines[start-1 : end] {
		if found.Origins[o].Commit == nil {
			changed = true
		} else if newest < 0 || o < newest {
			newest = o
		}
	}
	if newest < 0 {
		return nil
	}
	p, err := b.past.history.ProvenanceOf(ctx, b.tip(), found.Origins[newest].Commit, committed(found.Holders(start, end)))
	if err != nil {
		return nil
	}
	p.Changed = changed
	return p
}

// maxSectionBlame is the greatest size of a note of which a section's lines are followed when it is shown.
const maxSectionBlame = 1 << 20

// tip is the commit whose history is asked.
func (b *base) tip() string {
	if b.commit != "" {
		return b.commit
	}
	return b.past.head
}

// addProvenance says of each hit where its note comes from.
func (b *base) addProvenance(ctx context.Context, hits []index.Hit) {
	known := map[string]*history.Provenance{}
	for i := range hits {
		h := &hits[i]
		p, ok := known[h.Path]
		if !ok {
			p = b.provenance(ctx, h.Path, h.Blob)
			known[h.Path] = p
		}
		h.Provenance = p
	}
}
