package index

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/9aea2451/kb/index/words"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/store"
)

// UpdateOptions steer an update.
type UpdateOptions struct {
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
func (x *Index) Update(ctx context.Context, o UpdateOptions) (*Report, error) {
	if x.commit != "" {
		return x.updatePast(ctx, o)
	}
	started := time.Now()
	scan, err := x.repo.Scan(ctx)
	if err != nil {
		return nil, err
	}
	scanned := time.Since(started)
	if s := x.loadState(); !o.Full && s.current(x, scan) && (s.Gaps == 0 || o.Cheap > 0) {
		report := s.report()
		report.stage("scan", scanned)
		return report, nil
	}
	release, err := acquire(ctx, x.dir, x.patience(o), x.o.Warn)
	if err != nil {
		return nil, err
	}
	defer release()
	report := newReport()
	report.stage("scan", scanned)
	return x.updateLocked(ctx, scan, o, report)
}

func (x *Index) patience(o UpdateOptions) time.Duration {
	if o.Cheap > 0 {
		return 0
	}
	return x.o.LockTimeout
}

// updateLocked runs the update and, when the index proves to be damaged, wipes it and runs it once more.
func (x *Index) updateLocked(ctx context.Context, scan *kb.Scan, o UpdateOptions, report *Report) (*Report, error) {
	err := x.runUpdate(ctx, scan, o, report)
	if !errors.Is(err, errDamaged) {
		return report, x.asFull(err)
	}
	x.o.Warn(fmt.Sprintf("rebuilding the index: %v", err))
	reason := err.Error()
	if err := x.wipe(ctx); err != nil {
		return nil, fmt.Errorf("remove damaged index: %w", err)
	}
	report = newReport()
	report.Rebuilt = reason
	o.Cheap = 0
	return report, x.asFull(x.runUpdate(ctx, scan, o, report))
}

// wipe removes what an update makes, but for the lock and the vectors of servers. Nothing is lost:
// it is a function of the repository. What others keep in the folder, such as the history, is
// theirs to judge and to remove.
func (x *Index) wipe(ctx context.Context) error {
	if !x.embeddingsSound(ctx) {
		if err := x.mendEmbeddings(ctx); err != nil {
			return err
		}
	}
	x.keepEmbeddings(ctx)
	if err := removeStore(filepath.Join(x.dir, recordsFile)); err != nil {
		return err
	}
	entries, err := os.ReadDir(x.dir)
	for _, e := range entries {
		state := strings.HasPrefix(e.Name(), workTreePrefix) && strings.HasSuffix(e.Name(), ".json")
		if state || e.Name() == generationsDir || e.Name() == modelsDir {
			err = errors.Join(err, store.RemoveAll(filepath.Join(x.dir, e.Name())))
		}
	}
	return err
}

// keepEmbeddings moves the vectors of servers out of records that are about to go, where an older
// kb kept them.
func (x *Index) keepEmbeddings(ctx context.Context) {
	records := filepath.Join(x.dir, recordsFile)
	if _, err := os.Stat(filepath.Join(x.dir, embeddingsFile)); err == nil || !hasBought(ctx, records) {
		return
	}
	if db, err := x.openEmbeddings(ctx); err == nil {
		saveEmbeddings(ctx, records, db)
		db.Close()
	}
}

// configPath is the repository's own configuration.
const configPath = ".memory/kb.yaml"

// updater is one run of an update under the lock.
type updater struct {
	*Index
	o      UpdateOptions
	db     *sql.DB
	report *Report
	view   view
	scan   *kb.Scan // nil for the tree of a commit
	tree   *kb.Tree
	old    *generation // its words are not opened
	lent   bool        // old is the generation of another view
	diff   diff
	rows   *rows
	began  []words.Segment // of the words that the new generation began with
	next   string          // name of the new generation
	gaps   int             // chunks whose vector is missing

	vectorsEnd int64 // bytes of the vectors that belong to the new generation
	trained    bool  // the model is of this run
	absent     bool  // bytes of files are missing in the repository
}

func (x *Index) runUpdate(ctx context.Context, scan *kb.Scan, o UpdateOptions, report *Report) error {
	db, err := openStore(ctx, x.dir, true)
	if err != nil {
		return err
	}
	defer db.Close()
	u := &updater{Index: x, o: o, db: db, report: report, scan: scan}
	if u.view, err = loadView(ctx, db, x.view); err != nil {
		return asDamage(err)
	}
	if err := u.shareModel(ctx); err != nil {
		return asDamage(err)
	}
	return asDamage(u.run(ctx))
}

func (u *updater) run(ctx context.Context) error {
	if err := u.compare(ctx); err != nil {
		return err
	}
	if err := u.read(ctx); err != nil {
		return err
	}
	if !u.diff.empty() || u.view.generation == "" || u.o.Full {
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
		u.Index.o.Warn(fmt.Sprintf("%s:%d:%d: %s", configPath, p.Line, p.Col, p.Message))
	}
	u.old = &generation{rows: &rows{first: []int32{0}}}
	if u.view.generation != "" && !u.o.Full {
		u.openOld()
	}
	if u.view.generation == "" && !u.o.Full {
		if err := u.borrow(ctx); err != nil {
			return err
		}
	}
	u.diff = compare(u.old.rows, tree.Files)
	return nil
}

func (u *updater) listTree(ctx context.Context) (*kb.Tree, error) {
	if u.Index.commit != "" {
		return u.repo.TreeAt(ctx, u.Index.commit)
	}
	last := u.loadState()
	return u.repo.WorkTree(ctx, u.scan, last.known)
}

// openOld reads the tables of the view's generation; a damaged one is built anew from the records.
func (u *updater) openOld() {
	dir := filepath.Join(u.dir, generationsDir, u.view.generation)
	m, err := checkManifest(dir)
	var r *rows
	if err == nil {
		r, err = readRows(filepath.Join(dir, rowsFile), m)
	}
	if err != nil {
		u.Index.o.Warn(fmt.Sprintf("rebuilding the words: %v", err))
		u.report.Rebuilt = err.Error()
		u.view.generation = ""
		return
	}
	u.take(dir, r)
}

// distrust reads the old generation before another is made from it: what is damaged is not passed
// on, but made anew from the records.
func (u *updater) distrust() {
	if u.old.dir == "" {
		return
	}
	if err := checkSums(u.old.dir); err != nil {
		u.Index.o.Warn(fmt.Sprintf("rebuilding the words: %v", err))
		u.report.Rebuilt = err.Error()
		u.old, u.lent, u.view.generation = &generation{rows: &rows{first: []int32{0}}}, false, ""
		u.diff = compare(u.old.rows, u.tree.Files)
	}
}

// take makes a generation the one that the next is made from.
func (u *updater) take(dir string, r *rows) {
	u.old.dir, u.old.rows = dir, r
	if model, dim, err := readVectorsHeader(filepath.Join(dir, vectorsFile)); err == nil && len(r.slots) == r.count() {
		u.old.vectors = &vectors{model: model, dim: dim, slots: r.slots}
	}
}

// read parses the files that the records have no reading of, and leaves out those that cannot be indexed.
func (u *updater) read(ctx context.Context) error {
	defer u.report.time("parse")()
	files := u.diff.put
	if !u.o.Full {
		var err error
		if files, err = unread(ctx, u.db, u.diff.put); err != nil {
			return err
		}
	}
	if u.o.Cheap > 0 && len(files) > u.o.Cheap {
		return fmt.Errorf("%w: %d files to read", ErrLong, len(files))
	}
	skipped, err := u.ingest(ctx, u.db, files, u.o.Full, u.report)
	if err != nil {
		return err
	}
	u.leaveOut(skipped)
	u.warnOfGaps(skipped)
	u.report.Read = len(files)
	u.report.Skipped = append(append(u.report.Skipped, u.tree.Skipped...), skipped...)
	u.report.Added, u.report.Changed, u.report.Removed, u.report.Unchanged = u.diff.added, u.diff.changed, u.diff.gone, u.diff.unchanged
	u.report.Moves = u.diff.moves(u.old.rows)
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
	u.diff = compare(u.old.rows, kept)
}
