package org

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/9aea2451/kb/index/org/cluster"
	"github.com/9aea2451/kb/kb/workers"
)

// deadAfter is how many signs of life a push may miss before others take it for dead. They watch its
// document by their own clock, so that no two clocks have to agree.
const deadAfter = 5

// life is the sign that a push is under way: a document that is written anew every now and then.
type life struct {
	p     *push
	stop  context.CancelFunc
	beats workers.Group

	mu    sync.Mutex
	doc   pushDoc
	state cluster.Version
	err   error
}

// begin waits until no other push of the repository lives, and says that this one does. What a dead
// one left is removed.
func (p *push) begin(ctx context.Context) error {
	p.token = rand.Text()
	l := &life{p: p}
	for {
		was, dead, err := p.watch(ctx)
		if err != nil {
			return err
		}
		l.doc = pushDoc{common: p.common("p")}
		if dead != nil {
			l.doc.Dead, l.doc.Gone, l.doc.GoneBy = append(dead.Dead, dead.Push), dead.Gone, dead.GoneBy
		}
		if l.state, err = p.o.c.Put(ctx, p.index, pushID(p.repo), was, &l.doc); err == nil {
			break
		}
		if !errors.Is(err, cluster.ErrConflict) {
			return err
		}
	}
	p.life = l
	beating, stop := context.WithCancel(ctx)
	l.stop = stop
	l.beats.Go(func() { l.run(beating) })
	if len(l.doc.Dead) == 0 {
		return nil
	}
	if err := p.sweep(ctx); err != nil {
		stop() // the sign stays: who comes next sweeps
		l.beats.Wait()
		return err
	}
	return l.tell(ctx, func(d *pushDoc) { d.Dead, d.Gone, d.GoneBy = nil, nil, "" })
}

// watch waits until there is no other push, or none that lives. It gives the document of a dead one.
func (p *push) watch(ctx context.Context) (was *cluster.Version, dead *pushDoc, err error) {
	var seen cluster.Version
	for missed := 0; ; missed++ {
		var doc pushDoc
		v, found, err := p.o.c.Get(ctx, p.index, pushID(p.repo), &doc)
		switch {
		case err != nil:
			return nil, nil, err
		case !found:
			return nil, nil, nil
		case v != seen:
			if seen, missed = v, 0; p.src.Progress != nil {
				p.src.Progress("waiting for another push of this repository", 0, 0)
			}
		case missed >= deadAfter:
			return &v, &doc, nil
		}
		select {
		case <-ctx.Done():
			return nil, nil, ctx.Err()
		case <-time.After(p.o.beat):
		}
	}
}

// run gives signs of life until ctx ends. Only other pushes look for them, who need no refresh.
func (l *life) run(ctx context.Context) {
	tick := time.NewTicker(l.p.o.beat)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			// Not cut off in the middle: who cannot tell whether it was written cannot take it back.
			if l.write(context.WithoutCancel(ctx), l.p.o.c.PutLater, func(d *pushDoc) { d.Beat++ }) != nil {
				return
			}
		}
	}
}

// tell changes the document for all who ask.
func (l *life) tell(ctx context.Context, change func(*pushDoc)) error {
	return l.write(ctx, func(ctx context.Context, index, id string, was cluster.Version, source any) (cluster.Version, error) {
		return l.p.o.c.Put(ctx, index, id, &was, source)
	}, change)
}

// putting writes a document in the place of one in a given state.
type putting func(ctx context.Context, index, id string, was cluster.Version, source any) (cluster.Version, error)

// write changes the document. Where somebody else has, this push has been taken for dead.
func (l *life) write(ctx context.Context, put putting, change func(*pushDoc)) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.err != nil {
		return l.err
	}
	change(&l.doc)
	v, err := put(ctx, l.p.index, pushID(l.p.repo), l.state, &l.doc)
	switch {
	case err == nil:
		l.state = v
	case errors.Is(err, cluster.ErrConflict):
		l.err = ErrOvertaken
	default:
		if ctx.Err() == nil {
			l.err = fmt.Errorf("a sign that the push goes on could not be given: %w", err)
		}
		return err
	}
	return l.err
}

// lost is why the push must not go on, nil where it may.
func (l *life) lost() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.err
}

// maxEnd is how long the end of a push may take, interrupted or not: a call of a cluster at work, and its tries.
const maxEnd = 30 * time.Second

// end says that no push is under way any more. One that failed in the middle leaves its sign for the next
// one, which removes what it wrote.
func (p *push) end(ctx context.Context) error {
	p.life.stop()
	p.life.beats.Wait()
	if ctx.Err() != nil || p.life.lost() != nil || p.open {
		return nil
	}
	ctx, stop := context.WithTimeout(context.WithoutCancel(ctx), maxEnd)
	defer stop()
	err := p.o.c.Delete(ctx, p.index, pushID(p.repo), p.life.state)
	if errors.Is(err, cluster.ErrConflict) {
		return nil
	}
	return err
}

// sweep deletes all documents of the repository that its table does not name.
func (p *push) sweep(ctx context.Context) error {
	if err := p.readHead(ctx); err != nil {
		return err
	}
	p.was, p.head = nil, headDoc{} // read again by who goes on
	live := map[string]bool{}
	notes, err := p.oldNotes(ctx, p.before)
	if err != nil {
		return err
	}
	for _, e := range p.before {
		live[noteID(p.repo, e.note, e.version)], live[textID(p.repo, e.note, e.version)] = true, true
		if w := notes[e.note]; w != nil {
			for _, c := range w.contents {
				live[chunkID(p.repo, e.note, c)] = true
			}
		}
	}
	if err := p.o.c.Refresh(ctx, p.index); err != nil {
		return err
	}
	query := cluster.Body{"bool": cluster.Body{"filter": []any{
		term("repo", p.repo), cluster.Body{"terms": cluster.Body{"k": []string{"c", "n", "t"}}},
	}}}
	err = p.o.c.Scroll(ctx, p.index, query, func(id string) error {
		if live[id] {
			return nil
		}
		return p.bulk.Delete(ctx, id)
	})
	if err != nil {
		return err
	}
	if err := p.bulk.Flush(ctx); err != nil {
		return err
	}
	return p.o.c.Refresh(ctx, p.index)
}
