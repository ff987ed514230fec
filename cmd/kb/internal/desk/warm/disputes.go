package warm

import (
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/9aea2451/kb/cmd/kb/internal/desk"
	"github.com/9aea2451/kb/kb/snapshot"
	"github.com/9aea2451/kb/kb/validate"
)

// disputes are what contradicts what in a repository. They are judged in the background: to judge the
// statements of a hit when it is found takes longer than the search. What is judged is kept part by part, where
// kb conflicts and the panel keep it, too.
type disputes struct {
	keeper *Keeper
	spells spells

	mu      sync.Mutex
	byPath  map[string][]desk.Dispute // the newest there are, each list the strongest first
	whole   bool                      // byPath is of all statements of a view, and not of a part
	next    *doubts                   // to be judged; nil when the newest is
	judging bool
}

// follow has the statements of a view judged, after those that are being judged.
func (d *disputes) follow(j *doubts) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.next = j; !d.judging {
		d.judging = true
		d.keeper.working.run(d.work)
	}
}

// work judges until there is nothing newer.
func (d *disputes) work() {
	for {
		d.mu.Lock()
		j := d.next
		d.next, d.judging = nil, j != nil
		d.mu.Unlock()
		if j == nil {
			return
		}
		err := d.keeper.Guard("judging statements", func() error { return d.judge(j) })
		if err != nil && d.keeper.ctx.Err() == nil {
			d.keeper.Log(fmt.Sprintf("%sit could not be judged which statements contradict each other: %v", d.keeper.Prefix(), err))
		}
	}
}

// judge judges the statements of a view, goes on from what was judged before, tells what is found on the way,
// and keeps the disputes for the next server.
func (d *disputes) judge(j *doubts) error {
	k, s := d.keeper, j.view.statements.snap
	found, err := k.Disputes(k.ctx, s, func() bool { return d.spells.yield(time.Now, k.yield) }, func(part []validate.Finding) {
		d.know(disputesOf(s, part), false)
	})
	if err != nil {
		return err
	}
	all := disputesOf(s, found)
	d.know(all, true)
	close(j.judged)
	if j.stands() {
		j.view.KeepDisputes(j.state, all)
	}
	return nil
}

// know takes disputes for the newest; those of a part only where nothing else is known.
func (d *disputes) know(byPath map[string][]desk.Dispute, whole bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if whole || !d.whole {
		d.byPath, d.whole = byPath, whole
	}
}

// disputesOf lists findings under the notes of both sides. It copies the texts: a part of a note would keep all that
// was read of all notes in memory.
func disputesOf(s *snapshot.Snapshot, found []validate.Finding) map[string][]desk.Dispute {
	out := map[string][]desk.Dispute{}
	add := func(here, there validate.Place, energy float64) {
		path := strings.Clone(here.Path)
		out[path] = append(out[path], desk.Dispute{
			Line: here.Line, Text: strings.Clone(here.Text), Blob: strings.Clone(s.Entry(path).File.Blob), Path: strings.Clone(there.Path),
			There: there.Line, Says: strings.Clone(there.Text), Other: strings.Clone(s.Entry(there.Path).File.Blob), Energy: energy,
		})
	}
	for i := range found {
		f := &found[i]
		add(f.Place, f.Related[0], f.Energy)
		add(f.Related[0], f.Place, f.Energy)
	}
	return out
}

// about returns what contradicts the statements of some lines of a note in a view, without what was judged of
// other versions of the two notes.
func (d *disputes) about(v *View, path string, start, end int) (found []desk.Dispute) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, f := range d.byPath[path] {
		if f.Line >= start && f.Line <= end && f.Blob == v.Searcher.Blob(path) && f.Other == v.Searcher.Blob(f.Path) {
			found = append(found, f)
		}
	}
	return found
}
