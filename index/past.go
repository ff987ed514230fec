package index

import (
	"context"
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"strings"
	"time"

	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/store"
)

const (
	// pastPrefix begins the names of the views of commits.
	pastPrefix = "commit-"
	// maxPast is how many trees of commits the index keeps; the one not asked for the longest goes first.
	maxPast = 12
)

// At is the index of the tree of a commit, whose id must be whole. It shares everything with that
// of the work tree; its generation is made when Update is first called and kept for as long as it
// is among the last to have been asked for.
func (x *Index) At(commit string) *Index {
	past := *x
	past.commit, past.view = commit, pastPrefix+commit
	return &past
}

// updatePast makes the generation of a commit's tree when there is none. A tree of a commit never
// changes, so what is there is only marked as used.
func (x *Index) updatePast(ctx context.Context, o UpdateOptions) (*Report, error) {
	if v, ok := x.builtPast(ctx); ok && !o.Full {
		x.markUsed(v.generation)
		report := newReport()
		report.Unchanged, report.Notes, report.Chunks, report.Links, report.Model = v.notes, v.notes, v.chunks, v.links, v.model
		return report, nil
	}
	release, err := acquire(ctx, x.dir, x.patience(o), x.o.Warn)
	if err != nil {
		return nil, err
	}
	defer release()
	return x.updateLocked(ctx, nil, o, newReport())
}

// builtPast gives the view of the commit when it stands, lacks no file, and has the vectors that
// are asked for.
func (x *Index) builtPast(ctx context.Context) (view, bool) {
	db, err := openStore(ctx, x.dir, false)
	if err != nil {
		return view{}, false
	}
	defer db.Close()
	v, err := loadView(ctx, db, x.view)
	if err != nil || v.generation == "" {
		return view{}, false
	}
	if p := x.o.Provider; !x.o.NoVectors && (p != nil && p.Model() != v.model || p == nil && x.otherModel(ctx, db, v)) {
		return view{}, false
	}
	dir := filepath.Join(x.dir, generationsDir, v.generation)
	_, err = checkManifest(dir)
	return v, err == nil && !hasAbsent(dir)
}

// otherModel tells that the work trees have been given another trained model since.
func (x *Index) otherModel(ctx context.Context, db *sql.DB, v view) bool {
	model, _, err := anyModel(ctx, db, true)
	return err == nil && model != v.model
}

// shareModel gives a past tree the trained model of the work trees, which it never trains anew.
func (u *updater) shareModel(ctx context.Context) error {
	if u.Index.commit == "" || u.Index.o.Provider != nil || u.Index.o.NoVectors {
		return nil
	}
	model, training, err := anyModel(ctx, u.db, true)
	if model != "" {
		u.view.model, u.view.training = model, training
	}
	return err
}

// warnOfGaps says that files of a past tree cannot be read, as in a partial clone.
func (u *updater) warnOfGaps(skipped []kb.Skip) {
	if u.Index.commit != "" && len(skipped) > 0 {
		u.Index.o.Warn(
			fmt.Sprintf(
				"%d files of %.10s could not be read and are left out (%s: %s)",
				len(skipped),
				u.Index.commit,
				skipped[0].Path,
				skipped[0].Reason,
			),
		)
		u.absent = slices.ContainsFunc(skipped, func(s kb.Skip) bool { return strings.Contains(s.Reason, kb.ErrMissing.Error()) })
	}
}

// absentFile marks a generation of a past tree that lacks files whose bytes were missing in the
// repository: they may come.
const absentFile = "absent"

func (u *updater) markAbsent(dir string) error {
	if !u.absent {
		return nil
	}
	if err := store.Write(filepath.Join(dir, absentFile), nil); err != nil {
		return fmt.Errorf("mark what is missing: %w", err)
	}
	return nil
}

func hasAbsent(dir string) bool {
	_, err := os.Stat(filepath.Join(dir, absentFile))
	return err == nil
}

// markUsed notes the time at which a generation was last asked for, by that of its manifest.
func (x *Index) markUsed(generation string) {
	store.Touch(filepath.Join(x.dir, generationsDir, generation, manifestFile), time.Now())
}

// finishPast removes the trees of commits that were not asked for the longest, and what no view
// needs any more.
func (u *updater) finishPast(ctx context.Context) error {
	if err := u.forgetPast(ctx); err != nil {
		return err
	}
	used, err := generationsInUse(ctx, u.db)
	if err != nil {
		return err
	}
	dropGenerations(u.dir, used, "")
	return nil
}

// forgetPast drops the views of commits beyond maxPast; never the one that was just made.
func (u *updater) forgetPast(ctx context.Context) error {
	past, err := u.pastViews(ctx)
	if err != nil || len(past) <= maxPast {
		return err
	}
	tx, err := u.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	for _, p := range past[maxPast:] {
		if err := dropView(ctx, tx, p.id); err != nil {
			return err
		}
	}
	return tx.Commit()
}

// pastView is one tree in the cache.
type pastView struct {
	id   int64
	name string
	used time.Time
}

// pastViews lists the views of commits, the one of this update first, then by when they were last asked for.
func (u *updater) pastViews(ctx context.Context) ([]pastView, error) {
	rows, err := u.db.QueryContext(ctx, `SELECT id, name, generation FROM views WHERE name LIKE ? || '%'`, pastPrefix)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var out []pastView
	for rows.Next() {
		var p pastView
		var generation string
		if err := rows.Scan(&p.id, &p.name, &generation); err != nil {
			return nil, err
		}
		if info, err := os.Stat(filepath.Join(u.dir, generationsDir, generation, manifestFile)); err == nil {
			p.used = info.ModTime()
		}
		out = append(out, p)
	}
	sort.Slice(out, func(i, j int) bool {
		if mine := out[i].id == u.view.id; mine != (out[j].id == u.view.id) {
			return mine
		}
		if !out[i].used.Equal(out[j].used) {
			return out[i].used.After(out[j].used)
		}
		return out[i].name < out[j].name
	})
	return out, rows.Err()
}
