package history

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/kb/history/quiet"
	"github.com/9aea2451/kb/kb/history/walk"
	"github.com/9aea2451/kb/kb/workers"
)

// Report tells what Update did.
type Report struct {
	Added   int  // commits
	Rebuilt bool // because a shallow history was deepened, missing objects came back, or a rewritten one had left too much behind
}

// errLong tells that more commits are new than Update was allowed to record.
var errLong = errors.New("many commits are new")

// slack is how many commits nobody can reach may stay recorded, beside as many as can be reached.
const slack = 10_000

// An update that another process overtook, which has then recorded the same, waits a while and goes
// on from there.
const (
	maxTries = 50
	pause    = 50 * time.Millisecond // times the number of tries
)

// Update records the commits that the tips (ids) descend from, HEAD's when none are given. Only new
// ones are read. What is recorded stays complete if it is cut short at any instant; then the next
// one goes on from there. Commits that a rewritten history left behind are in no answer, and are
// dropped when there are too many of them.
func (h *History) Update(ctx context.Context, tips ...string) (Report, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.store.people, h.pass.ignored = walk.ReadMailmap(h.repo), quiet.ReadIgnored(h.repo)
	var report Report
	if len(tips) == 0 {
		head, err := h.repo.Head(ctx)
		if err != nil || head == "" {
			return report, err
		}
		tips = []string{head}
	}
	for try := 0; ; try++ {
		err := h.update(ctx, tips, &report)
		switch {
		case err == nil:
			h.following = false
			return report, nil
		case ctx.Err() != nil:
			err = ctx.Err()
		case errors.Is(err, errOvertaken) && try < maxTries:
			if err = h.reload(ctx, time.Duration(try+1)*pause); err == nil {
				continue
			}
		case errors.Is(err, errDamaged) && try == 0:
			if err = h.restart(&report); err == nil {
				continue
			}
		}
		return report, fmt.Errorf("update history: %w", err)
	}
}

// catchUp reads what another process has recorded since this one last did: nothing of that is new to
// the walk, so that nothing else would tell.
func (h *History) catchUp(ctx context.Context) error {
	same, err := h.store.holds(h.graph.len(), h.graph)
	if err != nil || same {
		return err
	}
	return h.reload(ctx, 0)
}

// reload waits, and reads what another process has recorded.
func (h *History) reload(ctx context.Context, wait time.Duration) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(wait):
	}
	g, err := h.store.loadGraph()
	if err == nil {
		h.hold(g)
	}
	return err
}

// restart begins with an empty database.
func (h *History) restart(report *Report) error {
	path := h.store.path
	h.store.Close()
	if path != "" {
		if err := removeStore(path); err != nil {
			return err
		}
	}
	s, err := newStore(path)
	if err != nil {
		return err
	}
	s.people = walk.ReadMailmap(h.repo)
	h.store, report.Rebuilt = s, true
	h.hold(&graph{})
	return nil
}

// update is one try of Update: edges first, then what an earlier one left incomplete, then what is
// new.
func (h *History) update(ctx context.Context, tips []string, report *Report) error {
	defer h.store.Interruptible(ctx)()
	if err := h.catchUp(ctx); err != nil {
		return err
	}
	edges, err := h.repo.HistoryEdges()
	if err != nil {
		return err
	}
	if err := h.followShallow(edges, report); err != nil {
		return err
	}
	if err := h.mend(ctx, edges, report); err != nil {
		return err
	}
	unknown, err := h.unknown(tips)
	if err != nil || len(unknown) == 0 {
		return err
	}
	added, err := h.record(ctx, unknown)
	report.Added += added
	if err != nil {
		return err
	}
	return h.dropUnreachable(ctx, tips, report)
}

// followShallow forgets everything when the history ends elsewhere than it did: what was a
// beginning may be none.
func (h *History) followShallow(edges git.HistoryEdges, report *Report) error {
	shallow, err := h.store.meta("shallow")
	if err != nil || shallow == edges.Shallow {
		return err
	}
	report.Rebuilt = report.Rebuilt || h.graph.len() > 0
	return h.forget(edges.Shallow)
}

// forget empties the database.
func (h *History) forget(shallow string) error {
	g := &graph{}
	err := h.store.Write(func() (err error) {
		if g.emptied, err = h.store.clear(); err != nil {
			return err
		}
		return h.store.setMeta("shallow", shallow)
	})
	h.hold(g)
	return err
}

// unknown gives the tips that are not recorded.
func (h *History) unknown(tips []string) ([]string, error) {
	var out []string
	for _, tip := range tips {
		n, err := h.number(tip)
		if err != nil {
			return nil, err
		}
		if n < 0 {
			out = append(out, tip)
		}
	}
	return out, nil
}

// record walks from the tips, and writes what it finds while it goes on reading.
func (h *History) record(ctx context.Context, tips []string) (added int, err error) {
	w, err := newWriter(h.store, h.graph, h.rows)
	if err != nil {
		return 0, err
	}
	defer w.Close()
	known, err := h.store.oids(h.graph.heads())
	if err != nil {
		return 0, err
	}
	before := h.graph.len()
	wanted := git.CommitWalk{Tips: tips, Known: known}
	if before > 0 { // the walk lists all commits before it reads the first one: Has is never asked while something is written
		wanted.Has = func(id string) bool { n, err := w.number(id); return n >= 0 && err == nil }
	}
	defer func() {
		added = w.saved - before
		if h.graph.len() > w.saved || h.rows.writing { // they are ahead of what was written
			h.graph.truncate(w.saved)
			h.rows.drop()
		}
	}()
	state := h.repo.ObjectsState()
	missing, err := h.pipe(ctx, wanted, w)
	if err != nil {
		return 0, err
	}
	if err = w.flush(); err != nil {
		return 0, err
	}
	if before == 0 && w.saved > batchCommits {
		h.store.shrink()
	}
	return 0, h.noteMissing(missing, state)
}

// pipe gives the commits of a walk to a writer, and tells what was missing.
func (h *History) pipe(ctx context.Context, wanted git.CommitWalk, w *writer) (missing walk.Missing, err error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	commits, listed := make(chan *walk.Commit, batchCommits), make(chan int, 1)
	var walker workers.Group
	var walkErr error
	long := false
	wanted.Listed = func(n int) {
		if h.Progress != nil {
			h.Progress(0, n)
		}
		if listed <- n; h.Most > 0 && n > h.Most {
			long = true
			cancel()
		}
	}
	walker.Go(func() {
		defer close(commits)
		missing, walkErr = walk.Walk(ctx, h.repo, wanted, func(c *walk.Commit) error {
			select {
			case commits <- c:
				return nil
			case <-ctx.Done():
				return ctx.Err()
			}
		})
	})
	read, total := 0, 0
	for c := range commits {
		if err != nil {
			continue
		}
		if err = w.add(c); err != nil {
			cancel()
		}
		if read++; read == 1 {
			total = <-listed
		}
		if h.Progress != nil {
			h.Progress(read, total)
		}
	}
	if walker.Wait(); err == nil {
		err = walkErr
	}
	if long {
		err = errLong
	}
	return missing, err
}

// dropUnreachable starts again when most of what is recorded cannot be reached, be it from the tips,
// from a reference or from the HEAD of a work tree.
func (h *History) dropUnreachable(ctx context.Context, tips []string, report *Report) error {
	tips, reached, err := h.reached(tips)
	if err != nil || len(tips) == 0 || h.graph.len() <= 2*reached+slack {
		return err
	}
	more, err := h.repo.Tips(ctx) // asked for only where it matters
	if err != nil {
		return err
	}
	tips, reached, err = h.reached(append(tips, more...))
	if err != nil || h.graph.len() <= 2*reached+slack {
		return err
	}
	if h.Most > 0 && reached > h.Most { // it may not be recorded again now
		return nil
	}
	edges, err := h.repo.HistoryEdges()
	if err != nil {
		return err
	}
	if err := h.forget(edges.Shallow); err != nil {
		return err
	}
	report.Rebuilt = true
	_, err = h.record(ctx, tips)
	return err
}

// reached gives those of some commits that are recorded, and how many commits they descend from,
// themselves included.
func (h *History) reached(tips []string) (recorded []string, commits int, err error) {
	var numbers []int32
	for _, tip := range tips {
		n, err := h.number(tip)
		if err != nil {
			return nil, 0, err
		}
		if n >= 0 {
			recorded, numbers = append(recorded, tip), append(numbers, n)
		}
	}
	for _, in := range h.graph.ancestors(numbers...) {
		if in {
			commits++
		}
	}
	return recorded, commits, nil
}
