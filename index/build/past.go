package build

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"strings"
	"time"

	"github.com/9aea2451/kb/index/store"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/git"
)

// maxPast is how many trees of commits the index keeps; the one not asked for the longest goes first.
const maxPast = 12

// updatePast makes the generation of a commit's tree when there is none. A tree of a commit never
// changes, so what is there is only marked as used.
func updatePast(ctx context.Context, x *store.Folder, o Options) (*Report, error) {
	if v, ok := builtPast(ctx, x); ok && !o.Full {
		x.MarkUsed(v.Generation)
		report := newReport()
		report.Unchanged, report.Notes, report.Chunks, report.Links, report.Model = v.Notes, v.Notes, v.Chunks, v.Links, v.Model
		return report, nil
	}
	release, err := x.Acquire(ctx, waitFor(x, o))
	if err != nil {
		return nil, err
	}
	defer release()
	return updateLocked(ctx, x, nil, o, newReport())
}

// builtPast gives the view of the commit when it stands, lacks no file, and has the vectors that
// are asked for.
func builtPast(ctx context.Context, x *store.Folder) (store.View, bool) {
	db, err := x.OpenRecords(ctx, false)
	if err != nil {
		return store.View{}, false
	}
	defer db.Close()
	v, err := db.LoadView(x.View)
	if err != nil {
		return store.View{}, false
	}
	if p := x.Options.Provider; !x.Options.NoVectors && (p != nil && p.Model() != v.Model || p == nil && otherModel(db, v)) {
		return store.View{}, false
	}
	dir := x.GenerationDir(v.Generation)
	_, err = store.CheckManifest(dir)
	return v, err == nil && !store.HasAbsent(dir)
}

// otherModel tells that the work trees have been given another trained model since.
func otherModel(db store.Records, v store.View) bool {
	model, _, err := db.AnyModel(true)
	return err == nil && model != v.Model
}

// shareModel gives a past tree the trained model of the work trees, which it never trains anew.
func (u *updater) shareModel() error {
	if u.Folder.Commit == "" || u.Folder.Options.Provider != nil || u.Folder.Options.NoVectors {
		return nil
	}
	model, training, err := u.db.AnyModel(true)
	if model != "" {
		u.view.Model, u.view.Training = model, training
	}
	return err
}

// warnOfGaps says that files of a past tree cannot be read, as in a partial clone.
func (u *updater) warnOfGaps(skipped []kb.Skip) {
	if u.Folder.Commit != "" && len(skipped) > 0 {
		u.Folder.Options.Warn(
			fmt.Sprintf("%d files of %.10s could not be read and are left out (%s: %s)", len(skipped), u.Folder.Commit,
				skipped[0].Path, skipped[0].Reason),
		)
		u.absent = slices.ContainsFunc(skipped, func(s kb.Skip) bool { return strings.Contains(s.Reason, git.ErrMissing.Error()) })
	}
}

// markAbsent marks the new generation of a past tree some of whose bytes were missing: it is made
// anew when it is asked for again. The manifest, which lists the mark, is written after it.
func (u *updater) markAbsent(dir string) error {
	if !u.absent {
		return nil
	}
	return store.PutAbsent(dir)
}

// finishPast removes the trees of commits that were not asked for the longest, and what no view
// needs any more.
func (u *updater) finishPast() error {
	if err := u.forgetPast(); err != nil {
		return err
	}
	used, err := u.db.GenerationsInUse()
	if err != nil {
		return err
	}
	u.DropGenerations(used, "")
	return nil
}

// forgetPast drops the views of commits beyond maxPast; never the one that was just made.
func (u *updater) forgetPast() error {
	past, err := u.pastViews()
	if err != nil || len(past) <= maxPast {
		return err
	}
	return u.db.Write(func() error {
		for _, p := range past[maxPast:] {
			if err := u.db.DropView(p.id); err != nil {
				return err
			}
		}
		return nil
	})
}

// pastView is one tree in the cache.
type pastView struct {
	id   int64
	name string
	used time.Time
}

// pastViews lists the views of commits, the one of this update first, then by when they were last asked for.
func (u *updater) pastViews() ([]pastView, error) {
	var out []pastView
	for row, err := range u.db.Rows(`SELECT id, name, generation FROM views WHERE name LIKE ? || '%'`, store.PastPrefix) {
		if err != nil {
			return nil, err
		}
		p := pastView{id: row.ColumnInt64(0), name: row.ColumnText(1)}
		generation := row.ColumnText(2)
		if info, err := os.Stat(filepath.Join(u.GenerationDir(generation), store.ManifestFile)); err == nil {
			p.used = info.ModTime()
		}
		out = append(out, p)
	}
	sort.Slice(out, func(i, j int) bool {
		if mine := out[i].id == u.view.ID; mine != (out[j].id == u.view.ID) {
			return mine
		}
		if !out[i].used.Equal(out[j].used) {
			return out[i].used.After(out[j].used)
		}
		return out[i].name < out[j].name
	})
	return out, nil
}
