package session

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
	"github.com/9aea2451/kb/index"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/blame"
	"github.com/9aea2451/kb/kb/history"
)

// mostUnread is how many new commits an answer waits for, which takes ten seconds or twenty. With
// more of them it says that the history is pending, whatever the machine is busy with: an answer
// must not depend on that.
const mostUnread = 50_000

// afterWait is how long such a reading goes on when the answer is out. What it has read is kept.
const afterWait = 250 * time.Millisecond

// QuickFlag asks for an answer that does not wait.
type QuickFlag struct {
	Quick bool `help:"Do not wait for the history: where notes come from may be missing, and memories fade by their own dates."`
}

// recollection opens the history beside an answer and brings it up to date, unless what was told
// before suffices. It is waited for where the answer needs it.
type recollection struct {
	cancel  context.CancelFunc
	look    func() // begins, once
	looks   bool
	looked  chan struct{} // closed when head and kept are there
	Head    string
	kept    *history.Kept
	begin   func() // opens the history, once
	begun   bool
	done    chan struct{}
	far     chan struct{} // closed when there is more to read than is waited for
	unread  atomic.Int64
	waited  atomic.Bool      // an answer waits, so that progress is shown
	History *history.History // once done; nil when the history cannot be had
	ready   bool             // the history is recorded as far as HEAD
	failed  error            // why it is not
	known   func() bool      // waits until it is there, or it is clear that it takes too long
	Pending bool             // an answer had to do without
	save    func()           // keeps what was told for the next answer, which looks it up again without
}

// recollect makes a recollection that has not begun.
func recollect(whole context.Context, a *app.App, repo *kb.Repo) *recollection {
	ctx, cancel := context.WithCancel(whole)
	r := &recollection{cancel: cancel, looked: make(chan struct{}), done: make(chan struct{}), far: make(chan struct{})}
	r.known = sync.OnceValue(func() bool {
		known := r.wait(a)
		r.Pending = !known && r.Head != ""
		return known
	})
	r.save = func() { r.kept.Save(whole, r.History) }
	r.begin = sync.OnceFunc(func() {
		r.begun = true
		go func() {
			defer close(r.done)
			r.failed = r.open(ctx, a, repo)
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
		r.Head, r.kept = head, history.LoadKept(repo, head)
	}
	if r.kept == nil || !r.kept.Current() {
		r.begin()
	}
}

// open opens the history and reads what is new, unless that was not wanted.
func (r *recollection) open(ctx context.Context, a *app.App, repo *kb.Repo) error {
	if r.Head == "" {
		return nil
	}
	h, err := history.Open(ctx, repo, "")
	if err != nil {
		return err
	}
	r.History = h
	if !a.NoUpdate && !a.Quick {
		h.Progress = func(done, total int) {
			if r.unread.Swap(int64(total)) == 0 && total > mostUnread {
				close(r.far)
			}
			if r.waited.Load() {
				a.Progress.Report("history", done, total)
			}
		}
		_, err = h.Update(ctx, r.Head) // what it could not read is asked for next
	}
	r.ready = h.Has(ctx, r.Head)
	return err
}

// wait tells whether the history is there, once it is or will not soon be, and says why not.
func (r *recollection) wait(a *app.App) bool {
	r.look()
	<-r.looked
	r.begin()
	r.waited.Store(true)
	defer a.Progress.Stop()
	defer r.waited.Store(false)
	var far chan struct{} // of a patient verb: never
	if !a.Patient {
		far = r.far
	}
	select {
	case <-r.done:
	case <-far:
		a.Remark("the history is not read yet and counts for nothing: %d commits are new. Read it with: kb index", r.unread.Load())
		return false
	}
	if !r.ready && r.failed != nil {
		a.Remark("the history is left out of this answer: %v", r.failed)
	}
	return r.ready
}

// end hands out the answer, lets a walk that is not done go on for a moment, and breaks it off.
// What was told is kept.
func (r *recollection) end(a *app.App) {
	defer r.cancel()
	if !r.looks {
		return
	}
	<-r.looked
	if !r.begun {
		return
	}
	a.Flush() // an error comes again
	select {
	case <-r.done:
	case <-time.After(afterWait):
	}
	r.cancel()
	<-r.done
	if r.History == nil {
		return
	}
	if r.ready {
		r.save()
	}
	r.History.Close()
}

// Provenance tells where a note comes from, nil when that is not known.
func (b *Base) Provenance(ctx context.Context, path, blob string) *history.Provenance {
	if !b.App.Recollects {
		return nil
	}
	b.Past.look()
	<-b.Past.looked
	present := b.Commit == "" && b.Past.kept != nil
	if present {
		if p, ok := b.Past.kept.Provenance(path, blob); ok {
			return p
		}
	}
	if !b.HistoryKnown(ctx) {
		return nil
	}
	ask := func() (*history.Provenance, error) { return b.Past.History.Provenance(ctx, b.Tip(), path, blob) }
	if present {
		ask = func() (*history.Provenance, error) { return b.Past.kept.Ask(ctx, b.Past.History, path, blob) }
	}
	p, err := ask()
	if err != nil {
		return nil
	}
	return p
}

// SectionProvenance tells where lines of a note come from, 1-based and inclusive, of the text that was read.
func (b *Base) SectionProvenance(ctx context.Context, path string, text []byte, start, end int) *history.Provenance {
	if !b.App.Recollects || !b.HistoryKnown(ctx) || len(text) > maxSectionBlame {
		return nil
	}
	found, err := blame.Of(ctx, b.Repo, b.Past.History, b.Tip(), path, text)
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
	p, err := b.Past.History.ProvenanceOf(ctx, b.Tip(), found.Origins[newest].Commit, Committed(found.Holders(start, end)))
	if err != nil {
		return nil
	}
	p.Changed = changed
	return p
}

// maxSectionBlame is the greatest size of a note of which a section's lines are followed when it is shown.
const maxSectionBlame = 1 << 20

// Tip is the commit whose history is asked.
func (b *Base) Tip() string {
	if b.Commit != "" {
		return b.Commit
	}
	return b.Past.Head
}

// AddProvenance says of each hit where its note comes from.
func (b *Base) AddProvenance(ctx context.Context, hits []index.Hit) {
	known := map[string]*history.Provenance{}
	for i := range hits {
		h := &hits[i]
		p, ok := known[h.Path]
		if !ok {
			p = b.Provenance(ctx, h.Path, h.Blob)
			known[h.Path] = p
		}
		h.Provenance = p
	}
}

// Committed counts the people among the holders.
func Committed(holders []blame.Holder) int {
	n := 0
	for _, h := range holders {
		if !h.Person.When.IsZero() {
			n++
		}
	}
	return n
}
