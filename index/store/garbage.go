package store

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/9aea2451/kb/kb/store"
)

// Alive says what of the repository can still be asked for.
type Alive struct {
	Commit func(id string) bool // some reference leads to it
	Blob   func(id string) bool // some commit that a reference leads to has it; nil when that is not known: then all do
}

// Garbage is what the index keeps of what can no longer be asked for.
type Garbage struct {
	Trees  []string `json:"trees"`  // names of views: of commits that no reference leads to, and of work trees that are gone
	Blobs  int      `json:"blobs"`  // parsed files that no tree has
	Models []string `json:"models"` // of meaning, that no tree uses
	Bytes  int64    `json:"bytes"`  // that collecting has freed; 0 before
}

// Empty tells that there is nothing to collect.
func (g *Garbage) Empty() bool { return len(g.Trees)+g.Blobs+len(g.Models) == 0 }

// Garbage tells what Collect would drop.
func (x *Folder) Garbage(ctx context.Context, alive Alive) (*Garbage, error) {
	db, err := x.OpenRecords(ctx, false)
	if errors.Is(err, ErrNoIndex) || errors.Is(err, ErrDamaged) {
		return &Garbage{Trees: []string{}, Models: []string{}}, nil
	}
	if err != nil {
		return nil, err
	}
	defer db.Close()
	f, err := x.findGarbage(ctx, db, alive)
	if err != nil {
		return nil, err
	}
	return &f.Garbage, nil
}

// Collect drops what can no longer be asked for. It waits for another process that writes.
func (x *Folder) Collect(ctx context.Context, alive Alive) (*Garbage, error) {
	release, err := x.Acquire(ctx, x.Options.LockTimeout)
	if err != nil {
		return nil, err
	}
	defer release()
	db, err := x.OpenRecords(ctx, true)
	if err != nil {
		return nil, err
	}
	defer db.Close()
	f, err := x.findGarbage(ctx, db, alive)
	if err != nil || f.Empty() {
		return &f.Garbage, err
	}
	before, err := FileSizes(x.Dir)
	if err != nil {
		return nil, err
	}
	if err := x.drop(ctx, db, f); err != nil {
		return nil, fmt.Errorf("collect garbage: %w", err)
	}
	after, err := FileSizes(x.Dir)
	f.Bytes = max(0, total(before)-total(after))
	return &f.Garbage, err
}

// total adds up the bytes of files.
func total(sizes map[string]int64) (n int64) {
	for _, size := range sizes {
		n += size
	}
	return n
}

// foundGarbage has the numbers of the views, and which notes stay.
type foundGarbage struct {
	Garbage
	views []int64
	stays func(path, blob string) bool
}

// findGarbage looks for views of no use first: models and blobs are kept for the views that stay.
func (x *Folder) findGarbage(ctx context.Context, db Records, alive Alive) (*foundGarbage, error) {
	f := &foundGarbage{Garbage: Garbage{Trees: []string{}, Models: []string{}}}
	models, err := x.deadViews(db, alive, f)
	if err != nil {
		return nil, err
	}
	if err := x.deadModels(ctx, models, f); err != nil {
		return nil, err
	}
	return f, x.deadBlobs(db, alive, f)
}

// deadViews finds the views of no use, and gives the models of the others.
func (x *Folder) deadViews(db Records, alive Alive, f *foundGarbage) (models map[string]bool, err error) {
	trees := map[string]bool{x.View: true}
	for _, dir := range x.Repo.WorkTreeDirs() {
		trees[workTreeView(dir)] = true
	}
	models = map[string]bool{x.ProviderName(): true}
	for row, err := range db.Rows(`SELECT id, name, model FROM views ORDER BY name`) {
		if err != nil {
			return nil, err
		}
		id, name, model := row.ColumnInt64(0), row.ColumnText(1), row.ColumnText(2)
		commit, past := strings.CutPrefix(name, PastPrefix)
		if past && alive.Commit(commit) || !past && trees[name] {
			models[model] = true
			continue
		}
		f.views, f.Trees = append(f.views, id), append(f.Trees, name)
	}
	return models, nil
}

// deadModels finds the models whose vectors no view has.
func (x *Folder) deadModels(ctx context.Context, used map[string]bool, f *foundGarbage) error {
	models := x.trainedModels()
	for _, k := range x.allKept() {
		if k.model != "" {
			models = append(models, k.model)
		}
	}
	f.Models = append(f.Models, slices.DeleteFunc(models, func(m string) bool { return used[m] || m == x.Options.Beside })...)
	slices.Sort(f.Models)
	return nil
}

// deadBlobs counts the parsed files that no view that stays has, and no commit that can be reached.
func (x *Folder) deadBlobs(db Records, alive Alive, f *foundGarbage) error {
	if alive.Blob == nil {
		return nil
	}
	held, err := x.heldNotes(db, f.Trees)
	if err != nil {
		return err
	}
	f.stays = func(path, blob string) bool { return held[path+"\x00"+blob] || alive.Blob(blob) }
	f.Blobs = db.Notes.Dead(f.stays)
	return nil
}

// heldNotes returns the paths with the blobs that some view has, beside those that go.
func (x *Folder) heldNotes(db Records, going []string) (map[string]bool, error) {
	views, err := db.ViewNames()
	if err != nil {
		return nil, err
	}
	held := map[string]bool{}
	for generation, name := range views {
		if generation == "" || slices.Contains(going, name) {
			continue
		}
		rows, err := ReadRows(x.GenerationDir(generation))
		if err != nil {
			return nil, err
		}
		for i, path := range rows.Paths {
			held[path+"\x00"+rows.Blobs[i]] = true
		}
	}
	return held, nil
}

// drop removes rows, then the files that no row names any more.
func (x *Folder) drop(ctx context.Context, db Records, f *foundGarbage) error {
	if err := db.Write(func() error { return db.dropViews(f.views) }); err != nil {
		return err
	}
	if f.Blobs > 0 {
		if err := db.Notes.Keep(f.stays); err != nil {
			return err
		}
	}
	used, err := db.GenerationsInUse()
	if err != nil {
		return err
	}
	x.DropGenerations(used, "")
	for _, model := range f.Models {
		store.Remove(x.modelPath(model))
	}
	for _, view := range f.Trees {
		store.Remove(filepath.Join(x.Dir, stateFile(view)))
	}
	for _, model := range f.Models {
		if err := x.keptVectors(model).vectors.Drop(); err != nil {
			return err
		}
	}
	if err := db.Exec(`VACUUM`); err != nil && ctx.Err() == nil {
		return nil // the space is used again, if not given back
	}
	// A reader keeps the log from being cut, and it may be this very command's: that is not waited for.
	return db.Exec(`PRAGMA busy_timeout(100); PRAGMA wal_checkpoint(TRUNCATE)`)
}

// dropViews removes views. The caller has begun a transaction.
func (r Records) dropViews(ids []int64) error {
	for _, id := range ids {
		if err := r.DropView(id); err != nil {
			return err
		}
	}
	return nil
}
