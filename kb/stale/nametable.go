package stale

import (
	"cmp"
	"context"
	"errors"
	"path/filepath"
	"slices"

	"github.com/9aea2451/kb/kb/encoding"
	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/kb/record"
	"github.com/9aea2451/kb/kb/store"
)

// nameTable tells in which of some trees a name stood last in the code, and where: those of the
// ends of quarters, or that of HEAD.
type nameTable struct {
	commits []string // ids, newest first
	places  []int    // of commits
	paths   []string
	names   []nameEntry // sorted by hash
	missing []string    // blobs that were not here
}

// nameEntry is a name, by its hash.
type nameEntry struct {
	hash uint64
	tree uint32 // index into commits
	path uint32 // index into paths: of one file of that tree that held it
	wide bool   // another one did too
}

// Bounds of the table.
const (
	maxQuarters  = 48
	maxNameBytes = 1 << 30 // read in all
	maxNames     = 4 << 20
)

// last finds a name.
func (t *nameTable) last(name string) (nameEntry, bool) {
	i, ok := slices.BinarySearchFunc(t.names, hashName([]byte(name)), func(e nameEntry, h uint64) int { return cmp.Compare(e.hash, h) })
	if !ok {
		return nameEntry{}, false
	}
	return t.names[i], true
}

// hashName is FNV-1a.
func hashName(name []byte) uint64 {
	hash := uint64(14695981039346656037)
	for _, c := range name {
		hash = (hash ^ uint64(c)) * 1099511628211
	}
	return hash
}

// namesAtHead gives the table of HEAD alone.
func (j *Judge) namesAtHead(ctx context.Context) (*nameTable, error) {
	head, err := j.commit(ctx, j.line.Tip())
	if err != nil {
		return nil, err
	}
	t := &nameTable{commits: []string{head.ID}, places: []int{j.line.Tip()}}
	return t, j.loadNames(ctx, t, "names-head")
}

// loadNames fills a table from the cache, or builds it: it is a function of the commits that it names.
func (j *Judge) loadNames(ctx context.Context, t *nameTable, name string) error {
	file := ""
	if j.o.Cache != "" {
		file = filepath.Join(j.o.Cache, name)
		if r, err := nameFormat.Load(file, maxTable); err == nil && t.read(r) && j.stillMissing(t) {
			return nil
		}
	}
	t.paths, t.names, t.missing = nil, nil, nil
	if err := j.buildNames(ctx, t); err != nil {
		return err
	}
	if file != "" {
		nameFormat.Save(file, t.write) // a cache that cannot be written is done without
	}
	return nil
}

// stillMissing tells whether the blobs that a table lacks are still not here, by the first of them.
func (j *Judge) stillMissing(t *nameTable) bool {
	for i, id := range t.missing {
		if i == 0 {
			if _, ok, err := j.read(id); ok || err != nil {
				return false
			}
		}
		j.missing[id] = true
	}
	return true
}

// buildNames reads each blob of the trees once, that of the newest tree first, so that the first
// time that a name is met is the last that it stood there.
func (j *Judge) buildNames(ctx context.Context, t *nameTable) error {
	b := nameBuilder{table: t, found: map[uint64]nameEntry{}, paths: map[string]uint32{}, read: map[string]bool{}}
	for i, commit := range t.commits {
		j.progress("names", i, len(t.commits))
		files, err := j.repo.Files(ctx, commit)
		if err != nil {
			return err
		}
		files = slices.DeleteFunc(files, func(f git.File) bool { return b.read[f.Blob] || !holdsNames(f.Path) })
		next := 0
		out := make([]git.File, len(files))
		for i, f := range files {
			out[i] = git.Blob(f.Blob)
		}
		err = j.blobs.Each(out, func(_ git.File, data []byte, err error) error {
			f := files[next]
			if next++; ctx.Err() != nil {
				return ctx.Err()
			}
			if errors.Is(err, git.ErrMissing) {
				j.missing[f.Blob] = true
				t.missing = append(t.missing, f.Blob)
			}
			if err == nil && len(data) <= maxBag && !encoding.Binary(data) {
				b.add(uint32(i), f.Path, data)
			}
			b.read[f.Blob] = true
			return nil
		})
		if err != nil {
			return err
		}
		if b.bytes > maxNameBytes || len(b.found) > maxNames {
			break
		}
	}
	for _, e := range b.found {
		t.names = append(t.names, e)
	}
	slices.SortFunc(t.names, func(a, b nameEntry) int { return cmp.Compare(a.hash, b.hash) })
	return nil
}

type nameBuilder struct {
	table *nameTable
	found map[uint64]nameEntry
	paths map[string]uint32
	read  map[string]bool // blobs
	bytes int
}

// add takes the names of a file that have not been met.
func (b *nameBuilder) add(tree uint32, path string, data []byte) {
	b.bytes += len(data)
	eachName(data, func(word []byte) bool {
		hash := hashName(word)
		number, ok := b.paths[path]
		if had, met := b.found[hash]; met {
			if had.tree == tree && !had.wide && (!ok || had.path != number) {
				had.wide = true
				b.found[hash] = had
			}
			return true
		}
		if !ok {
			number = uint32(len(b.table.paths))
			b.paths[path] = number
			b.table.paths = append(b.table.paths, path)
		}
		b.found[hash] = nameEntry{hash: hash, tree: tree, path: number}
		return true
	})
}

// nameFormat opens the cache. Change it with whatever changes what is found in a file, or how it is written.
const nameFormat = store.Format("kb names 8")

// maxTable bounds what is read into memory, in bytes.
const maxTable = 1 << 30

// write writes the table.
func (t *nameTable) write(w *store.Stream) error {
	for _, list := range [][]string{t.commits, t.paths, t.missing} {
		w.Strings(list)
	}
	w.Int(len(t.names))
	for _, e := range t.names {
		w.Uint64(e.hash)
		w.Int(int(e.tree))
		w.Int(int(e.path))
		w.Bool(e.wide)
	}
	return nil
}

// read fills the table from a cache; false when the cache is damaged, or of other commits.
func (t *nameTable) read(r *record.Reader) bool {
	if !slices.Equal(r.Strings(), t.commits) {
		return false
	}
	paths, missing := r.Strings(), r.Strings()
	names := make([]nameEntry, r.Count())
	for i := range names {
		names[i] = nameEntry{r.Uint64(), uint32(r.Below(len(t.commits))), uint32(r.Below(len(paths))), r.Bool()}
	}
	if r.End() != nil {
		return false
	}
	t.paths, t.names, t.missing = paths, names, missing
	return true
}
