// Package build makes and keeps the index: it brings a view up to date with its tree, parses what it
// has not read, makes the next generation of words and vectors, resolves links and ranks notes by
// them, keeps the trees of commits, and compares an index with one that is built clean.
//
// # Limitations
//
// One process builds at a time: whoever comes second waits for the lock, or is told who has it.
package build

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/9aea2451/kb/index/search"
	"github.com/9aea2451/kb/index/store"
	"github.com/9aea2451/kb/index/words"
	"github.com/9aea2451/kb/kb"
)

// Options steer an update.
type Options struct {
	// Full reads and parses every file again, builds the words anew and trains the model anew.
	Full bool
	// Cheap limits the work of a command that only wants to read: with more than so many files to
	// parse Update does nothing and returns ErrLong; while another process indexes it returns
	// ErrBusy at once. 0: no limit.
	Cheap int
}

// Update brings the index of the work tree up to date. It returns ErrBusy when another process
// holds the lock for longer than LockTimeout. A crash at any instant leaves the old or the new
// state to be found.
func Update(ctx context.Context, x *store.Folder, o Options) (*Report, error) {
	if x.Commit != "" {
		return updatePast(ctx, x, o)
	}
	started := time.Now()
	scan, err := x.Repo.Scan(ctx)
	if err != nil {
		return nil, err
	}
	scanned := time.Since(started)
	if s := x.LoadState(); !o.Full && s.Current(x, scan) && (s.Gaps == 0 || o.Cheap > 0) {
		report := reportOf(s)
		report.stage("scan", scanned)
		return report, nil
	}
	release, err := x.Acquire(ctx, waitFor(x, o))
	if err != nil {
		return nil, err
	}
	defer release()
	report := newReport()
	report.stage("scan", scanned)
	return updateLocked(ctx, x, scan, o, report)
}

// waitFor is how long the lock is waited for: not at all by a command that only wants to read.
func waitFor(x *store.Folder, o Options) time.Duration {
	if o.Cheap > 0 {
		return 0
	}
	return x.Options.LockTimeout
}

// updateLocked runs the update and, when the index proves to be damaged, wipes it and runs it once more.
func updateLocked(ctx context.Context, x *store.Folder, scan *kb.Scan, o Options, report *Report) (*Report, error) {
	err := runUpdate(ctx, x, scan, o, report)
	if !errors.Is(err, store.ErrDamaged) {
		return report, err
	}
	x.Options.Warn(fmt.Sprintf("rebuilding the index: %v", err))
	reason := err.Error()
	if err := x.Wipe(ctx); err != nil {
		return nil, fmt.Errorf("remove damaged index: %w", err)
	}
	report = newReport()
	report.Rebuilt = reason
	o.Cheap = 0
	return report, runUpdate(ctx, x, scan, o, report)
}

// RebuildDamaged rebuilds a damaged index, unless another process has: then it opens, and with another
// generation than the damaged one.
func RebuildDamaged(ctx context.Context, x *store.Folder, generation string, damage error) error {
	release, err := x.Acquire(ctx, x.Options.LockTimeout)
	if err != nil {
		return err
	}
	defer release()
	if s, err := search.Open(ctx, x, nil); err == nil {
		defer s.Close()
		if s.Generation() != generation {
			return nil
		}
	}
	x.Options.Warn(fmt.Sprintf("rebuilding the index: %v", damage))
	if err := x.Wipe(ctx); err != nil {
		return fmt.Errorf("remove damaged index: %w", err)
	}
	var scan *kb.Scan
	if x.Commit == "" {
		if scan, err = x.Repo.Scan(ctx); err != nil {
			return err
		}
	}
	return runUpdate(ctx, x, scan, Options{}, newReport())
}

// configPath is the repository's own configuration.
const configPath = ".memory/kb.yaml"

// updater is one run of an update under the lock.
type updater struct {
	*store.Folder
	o      Options
	db     store.Records
	report *Report
	view   store.View
	scan   *kb.Scan // nil for the tree of a commit
	tree   *kb.Tree
	old    *store.Generation // its words are not opened
	lent   bool              // old is the generation of another view
	diff   diff
	rows   *store.Rows
	began  []words.Segment // of the words that the new generation began with
	next   string          // name of the new generation
	gaps   int             // chunks whose vector is missing

	trained bool // the model is of this run
	absent  bool // bytes of files are missing in the repository
}

// runUpdate runs one update. The caller holds the lock; scan is nil for the tree of a commit. What
// SQLite calls corrupt comes back as ErrDamaged, and the report is filled in as far as it got.
func runUpdate(ctx context.Context, x *store.Folder, scan *kb.Scan, o Options, report *Report) error {
	db, err := x.OpenRecords(ctx, true)
	if err != nil {
		return err
	}
	defer db.Close()
	u := &updater{Folder: x, o: o, db: db, report: report, scan: scan}
	if u.view, err = db.LoadView(x.View); err != nil {
		return store.AsDamage(err)
	}
	if err := u.shareModel(); err != nil {
		return store.AsDamage(err)
	}
	return store.AsDamage(u.run(ctx))
}

// run makes a new generation where the tree has changed, where there is none, or where all is to be
// made anew; otherwise fill does what is left.
func (u *updater) run(ctx context.Context) error {
	for n := 1; ; n++ {
		err := u.compare(ctx)
		if err == nil {
			err = u.read(ctx)
		}
		if err != nil {
			return err
		}
		if u.scan == nil || n == kb.Readings || !kb.Changed(u.report.Skipped) {
			break
		}
		if u.scan, err = u.Repo.Scan(ctx); err != nil {
			return err
		}
		u.report.Skipped = u.report.Skipped[:0]
	}
	if !u.diff.empty() || u.view.Generation == "" || u.o.Full {
		u.distrust()
		return u.build(ctx)
	}
	return u.fill(ctx)
}

// compare lists the tree and finds what changed since the view was built.
func (u *updater) compare(ctx context.Context) error {
	defer u.report.time("list")()
	tree, err := u.listTree(ctx)
	if err != nil {
		return err
	}
	u.tree = tree
	u.report.addProblems(configPath, tree.Problems)
	for _, p := range tree.Problems {
		u.Folder.Options.Warn(fmt.Sprintf("%s:%d:%d: %s", configPath, p.Line, p.Col, p.Message))
	}
	u.old = &store.Generation{Rows: &store.Rows{First: []int32{0}}}
	if u.view.Generation != "" && !u.o.Full {
		u.openOld()
	}
	if u.view.Generation == "" && !u.o.Full {
		if err := u.borrow(); err != nil {
			return err
		}
	}
	u.diff = compare(u.old.Rows, tree.Files)
	return nil
}

// listTree lists the files of the commit, or of the work tree as it was scanned. Dirty files that
// the last update hashed in the same state are not hashed again.
func (u *updater) listTree(ctx context.Context) (*kb.Tree, error) {
	if u.Folder.Commit != "" {
		return u.Repo.TreeAt(ctx, u.Folder.Commit)
	}
	last := u.LoadState()
	return u.Repo.WorkTree(ctx, u.scan, last.Known)
}

// openOld reads the tables of the view's generation; a damaged one is built anew from the records.
func (u *updater) openOld() {
	dir := u.GenerationDir(u.view.Generation)
	r, err := store.ReadRows(dir)
	if err != nil {
		u.Folder.Options.Warn(fmt.Sprintf("rebuilding the words: %v", err))
		u.report.Rebuilt = err.Error()
		u.view.Generation = ""
		return
	}
	u.take(dir, r)
}

// distrust reads the old generation before another is made from it: what is damaged is not passed
// on, but made anew from the records.
func (u *updater) distrust() {
	if u.old.Dir == "" {
		return
	}
	if err := store.CheckSums(u.old.Dir); err != nil {
		u.Folder.Options.Warn(fmt.Sprintf("rebuilding the words: %v", err))
		u.report.Rebuilt = err.Error()
		u.old, u.lent, u.view.Generation = &store.Generation{Rows: &store.Rows{First: []int32{0}}}, false, ""
		u.diff = compare(u.old.Rows, u.tree.Files)
	}
}

// take makes a generation the one that the next is made from.
func (u *updater) take(dir string, r *store.Rows) {
	u.old.Dir, u.old.Rows = dir, r
	if r.Dim > 0 {
		u.old.Vectors = &store.Vectors{Model: r.Model, Dim: r.Dim, Slots: r.Slots}
	}
}

// read parses the files that the records have no reading of, and leaves out those that cannot be indexed.
func (u *updater) read(ctx context.Context) error {
	defer u.report.time("parse")()
	files := u.diff.put
	if !u.o.Full {
		files = u.db.Unread(files)
	}
	if u.o.Cheap > 0 && len(files) > u.o.Cheap {
		return fmt.Errorf("%w: %d files to read", store.ErrLong, len(files))
	}
	skipped, err := ingest(ctx, u.Folder, u.db, files, u.o.Full, u.report)
	if err != nil {
		return err
	}
	u.leaveOut(skipped)
	u.warnOfGaps(skipped)
	u.report.Read = len(files)
	u.report.Skipped = append(append(u.report.Skipped, u.tree.Skipped...), skipped...)
	u.report.Added, u.report.Changed, u.report.Removed, u.report.Unchanged = u.diff.added, u.diff.changed, u.diff.gone, u.diff.unchanged
	u.report.Moves = u.diff.moves(u.old.Rows)
	if u.lent {
		u.report.Added, u.report.Changed, u.report.Removed, u.report.Unchanged = len(u.tree.Files), 0, 0, 0
		u.report.Moves = nil
	}
	return nil
}

// leaveOut drops files that turned out not to be indexable from the tree.
func (u *updater) leaveOut(skipped []kb.Skip) {
	if len(skipped) == 0 {
		return
	}
	out := make(map[string]bool, len(skipped))
	for _, s := range skipped {
		out[s.Path] = true
	}
	kept := u.tree.Files[:0:0]
	for _, f := range u.tree.Files {
		if !out[f.Path] {
			kept = append(kept, f)
		}
	}
	u.tree.Files = kept
	u.diff = compare(u.old.Rows, kept)
}
