package desk

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"slices"

	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/snapshot"
	"github.com/9aea2451/kb/kb/store"
	"github.com/9aea2451/kb/kb/validate"
)

// CheckedCache is a file in which answers keep what they would else work out again, and whether
// that can be believed.
type CheckedCache struct {
	File  string `json:"file"`  // in kb/index
	State string `json:"state"` // compared, sealed, unused, differs
	What  string `json:"what,omitempty"`
}

// The states of a cache.
const (
	Compared = "compared" // it says what is found without it
	Sealed   = "sealed"   // its sum holds; what it says was not worked out anew
	Unused   = "unused"   // another version wrote it, or it is not used for another reason
	Differs  = "differs"  // it is damaged, or says something else
)

// caching is one run of CheckCaches.
type caching struct {
	*Desk
	dir    string // where the caches lie
	folder string // for copies
	tree   *kb.Tree
	found  []validate.Finding // of the tree, judged without a cache
	out    []CheckedCache
}

// CheckCaches proves the caches beside the index, those that are there, by file: what was parsed and
// judged is compared with what is found without it, of the others the sums are checked. Copies go
// into a folder that the caller removes: a cache that is asked is one that may be changed.
func (d *Desk) CheckCaches(ctx context.Context, folder string) ([]CheckedCache, error) {
	c := &caching{Desk: d, dir: filepath.Join(d.Repo.StateDir(), "index"), folder: folder, out: []CheckedCache{}}
	defer d.o.rest()
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return nil, err
	}
	for _, pattern := range []string{"doubts", "disputes", "names-*", "worktree-*.provenance"} {
		files, err := filepath.Glob(filepath.Join(c.dir, pattern))
		if err != nil {
			return nil, err
		}
		for _, file := range files {
			if format, err := store.Sealed(file); err != nil {
				c.tell(filepath.Base(file), Differs, "its sum does not hold")
			} else {
				c.tell(filepath.Base(file), Sealed, "%s", format)
			}
		}
	}
	var err error
	if c.tree, err = d.Repo.Present(ctx); err != nil {
		return nil, err
	}
	if c.found, err = c.judged(ctx, "", validate.Keeping{}); err != nil {
		return nil, err
	}
	for _, check := range []func(context.Context) error{c.statements, c.judgement} {
		if err := check(ctx); err != nil {
			return nil, err
		}
	}
	slices.SortFunc(c.out, func(a, b CheckedCache) int { return cmp.Compare(a.File, b.File) })
	return c.out, nil
}

// DropCaches removes the caches that differ: they are made anew by the answers that use them.
func (d *Desk) DropCaches(found []CheckedCache) error {
	for _, f := range found {
		if f.State != Differs {
			continue
		}
		if err := store.Remove(filepath.Join(d.Repo.StateDir(), "index", f.File)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("remove a damaged cache: %w", err)
		}
	}
	return nil
}

// tell notes what was found of a cache.
func (c *caching) tell(file, state, format string, args ...any) {
	c.out = append(c.out, CheckedCache{file, state, fmt.Sprintf(format, args...)})
}

// judged judges all statements of the tree.
func (c *caching) judged(ctx context.Context, cache string, k validate.Keeping) ([]validate.Finding, error) {
	return validate.Findings(ctx, c.Repo, &kb.Tree{Config: &kb.Config{}}, c.tree, validate.Options{
		Day: c.Now(), Cache: cache, Keeping: k, Progress: c.o.Progress,
	})
}

// copied copies a cache into the folder, and returns the copy; "" where there is none.
func (c *caching) copied(file string) (to string, err error) {
	data, err := os.ReadFile(filepath.Join(c.dir, file))
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	to = filepath.Join(c.folder, file)
	return to, os.WriteFile(to, data, 0o600)
}

// statements checks the index of what the notes state; what was read of the notes, `kb index --check` compares.
func (c *caching) statements(ctx context.Context) error {
	name := filepath.Base(snapshot.CacheFile(c.Repo))
	file, err := c.copied(name)
	if err != nil || file == "" {
		return err
	}
	if _, err := store.Sealed(file); err != nil {
		c.tell(name, Differs, "its sum does not hold")
		return nil
	}
	cached, err := snapshot.Load(ctx, c.Repo, c.tree, snapshot.Options{Cache: file})
	if err != nil {
		return err
	}
	if !cached.Cached() {
		c.tell(name, Unused, "another version wrote it")
		return nil
	}
	found, err := c.judged(ctx, file, validate.Keeping{})
	if err == nil && !reflect.DeepEqual(found, c.found) {
		c.tell(name, Differs, "with it %d findings come, without it %d", len(found), len(c.found))
	} else if err == nil {
		c.tell(name, Compared, "")
	}
	return err
}

// ours tells whether this version made a judgement that is there; what is damaged is told of.
func (c *caching) ours(name, file string, format store.Format) bool {
	switch found, err := store.Sealed(file); {
	case err != nil:
		c.tell(name, Differs, "its sum does not hold")
	case found != format:
		c.tell(name, Unused, "another version wrote it: %s", found)
	default:
		return true
	}
	return false
}

// judgement checks what judging all statements found last.
func (c *caching) judgement(ctx context.Context) error {
	k := c.keeping()
	name := filepath.Base(k.File)
	file, err := c.copied(name)
	if err != nil || file == "" || !c.ours(name, file, k.Format()) {
		return err
	}
	k.File = file
	found, err := c.judged(ctx, "", k)
	if err == nil && !reflect.DeepEqual(found, c.found) {
		c.tell(name, Differs, "with it %d findings come, without it %d", len(found), len(c.found))
	} else if err == nil {
		c.tell(name, Compared, "")
	}
	return err
}
