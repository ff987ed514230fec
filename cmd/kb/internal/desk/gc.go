package desk

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/9aea2451/kb/index"
	"github.com/9aea2451/kb/kb/category"
	"github.com/9aea2451/kb/kb/history"
	"github.com/9aea2451/kb/kb/usage"
)

// CollectRequest asks for what can go.
type CollectRequest struct {
	Apply   bool // drop the data that nothing needs; notes are left to the one who asks
	NoNotes bool // leave the notes alone
	NoData  bool // do not look at the data of the index and of the metrics
	Old     Old  // find old notes that are hardly read, too
}

// Old says which notes are old and hardly read; days of 0 ask for none.
type Old struct {
	FoldDays    int // a note that was left alone for more days, and opened less than FoldReads times, is for the summary
	FoldReads   int
	ArchiveDays int // a note that was left alone and unopened for more days can be archived
}

// Collected is what can go, or has gone.
type Collected struct {
	Applied    bool           `json:"applied"`
	Duplicates []Duplicate    `json:"duplicates"` // the most alike first
	Prunable   []Prunable     `json:"prunable"`
	Unknown    string         `json:"unknown,omitempty"` // why it is not known which notes have faded
	Index      *index.Garbage `json:"index"`
	Metrics    int            `json:"metrics"` // searches and reads older than 30 days
	Edited     []string       `json:"edited"`  // notes that were changed

	Fold          []Prunable `json:"-"`
	UnknownFold   string     `json:"-"` // why it is not known which
	Unread        []Prunable `json:"-"`
	UnknownUnread string     `json:"-"`
}

// keepMetrics is how long single searches and reads are kept; the counts of notes stay.
const keepMetrics = 30 * 24 * time.Hour

// collector looks for what can go. It holds what is known of the notes.
type collector struct {
	view   *View
	past   *Past
	usage  *usage.Store // nil where it cannot be read
	now    time.Time
	answer *Collected

	records []*index.NoteRecord  // of active notes
	bodies  map[string]string    // their text without front matter, by path
	touched map[string]time.Time // last commit
	counts  *usage.Counts
	refers  map[string]string // an active note that refers to it, by path
}

// Collect finds duplicates, notes that have faded, and data that nothing needs. Without the record
// of use it goes on, and says so.
func (v *View) Collect(ctx context.Context, past *Past, req CollectRequest) (*Collected, error) {
	defer v.o.rest()
	out := &Collected{Applied: req.Apply, Duplicates: []Duplicate{}, Prunable: []Prunable{}, Edited: []string{}}
	g := &collector{view: v, past: past, now: v.Now(), answer: out}
	v.FollowRenames(ctx)
	var err error
	if g.usage, err = v.OpenUsage(ctx); err != nil {
		v.o.Remark(fmt.Sprintf("what was used is not known: %v", err))
		g.usage = nil
	} else {
		defer g.usage.Close()
	}
	if !req.NoNotes {
		// Summaries are none: they repeat notes, and what they cite is not needed for that.
		records, err := g.view.Searcher.Notes(ctx, g.now)
		if err != nil {
			return nil, err
		}
		g.records = slices.DeleteFunc(records, func(r *index.NoteRecord) bool { return r.Inactive != "" || r.Kind == category.Kind })
		if err := g.findReferrers(ctx); err != nil {
			return nil, err
		}
		if g.past.Head != "" {
			if g.touched, err = g.past.LastTouches(ctx, g.past.Head); err != nil {
				return nil, err
			}
		}
		g.counts = &usage.Counts{}
		if g.usage != nil {
			if g.counts, err = g.usage.Counts(ctx); err != nil {
				return nil, err
			}
		}
		if err := g.readBodies(ctx); err != nil {
			return nil, err
		}
		if err := g.findDuplicates(ctx); err != nil {
			return nil, err
		}
		if err := g.findOver(ctx); err != nil {
			return nil, err
		}
		if err := g.findPrunable(ctx); err != nil {
			return nil, err
		}
	}
	if req.Old != (Old{}) {
		g.findOld(ctx, req.Old)
	}
	if req.NoData {
		return out, nil
	}
	return out, g.data(ctx, req.Apply)
}

// data drops, or with apply false only counts, what the index and the metrics no longer need.
func (g *collector) data(ctx context.Context, apply bool) error {
	alive, err := g.alive(ctx)
	if err != nil {
		return err
	}
	if apply {
		g.answer.Index, err = g.view.Index.Collect(ctx, alive)
		if err == nil {
			err = history.DropKept(g.view.Repo)
		}
	} else {
		g.answer.Index, err = g.view.Index.Garbage(ctx, alive)
	}
	if err != nil || g.usage == nil {
		return err
	}
	before := g.now.Add(-keepMetrics)
	if apply {
		g.answer.Metrics, err = g.usage.Prune(ctx, before)
		return err
	}
	searches, reads, err := g.usage.Events(ctx, before)
	g.answer.Metrics = searches + reads
	return err
}

// alive finds what references lead to. Of a history that is not known whole every file may be needed.
func (g *collector) alive(ctx context.Context) (index.Alive, error) {
	reached, err := g.view.Repo.Reachable(ctx)
	if err != nil {
		return index.Alive{}, err
	}
	alive := index.Alive{Commit: func(id string) bool { return reached[id] }}
	tips, err := g.view.Repo.Tips(ctx)
	if err != nil || len(tips) == 0 {
		return alive, err
	}
	if err := g.past.Reach(ctx, tips...); err != nil {
		return alive, err
	}
	blobs, whole, err := g.past.Blobs(ctx, tips...)
	if err == nil && whole {
		alive.Blob = func(id string) bool { return blobs[id] }
	}
	return alive, err
}
