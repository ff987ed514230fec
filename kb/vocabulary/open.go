package vocabulary

import (
	"cmp"
	"context"
	"errors"
	"path/filepath"
	"slices"
	"strings"

	"github.com/blevesearch/vellum"

	"github.com/9aea2451/kb/contradict/facts/slip"
	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/kb/store"
)

// Options say where a table is kept.
type Options struct {
	Dir      string                              // folder of the index; "" keeps nothing
	Hurried  bool                                // what is kept is made anew only where most of it differs, as for a hook
	Progress func(stage string, done, total int) // may be nil
}

// format opens the file. Change it with whatever is found in a file otherwise, or written otherwise.
const format = store.Format("kb names of a tree 4")

const (
	fileName = "names-tree-4"
	maxTable = 1 << 30 // bytes
	maxBytes = 1 << 30 // of text that is read in all
	// Beyond how many files that differ, and beyond which share of all for who is in a hurry, a table is made anew.
	manyFiles = 200
	mostFiles = 0.05
)

// Open returns a table that At makes the names of a tree from: what is kept, where the tree differs little from that;
// else the names of the files that list returns, which are in git and are read and kept then. Where a file is not
// here, as in a partial clone, or they are too much, nobody knows what nothing declares.
func Open(ctx context.Context, repo *git.Repo, tree []git.File, list func() ([]git.File, error), o Options) (*Table, error) {
	if o.Progress == nil {
		o.Progress = func(string, int, int) {}
	}
	if kept := load(o); kept != nil {
		gone, come := differ(kept.files, sorted(tree))
		bound := manyFiles
		if o.Hurried {
			bound = max(bound, int(mostFiles*float64(len(tree))))
		}
		if len(gone)+len(come) <= bound {
			return kept, nil
		}
	}
	files, err := list()
	if err != nil {
		return nil, err
	}
	files = sorted(files)
	g := newGathering()
	blobs, err := repo.Blobs(ctx)
	if err != nil {
		return nil, err
	}
	defer blobs.Close()
	err = g.read(ctx, blobs, files, 1, o.Progress)
	missing := errors.Is(err, git.ErrMissing)
	if g.partial = g.partial || missing; err != nil && !missing {
		return nil, err
	}
	t, err := g.table(files)
	if err == nil && o.Dir != "" && !missing {
		t.save(o) // what cannot be kept is made again the next time
	}
	return t, err
}

// sorted returns files in the order of their paths.
func sorted(files []git.File) []git.File {
	if slices.IsSortedFunc(files, func(a, b git.File) int { return strings.Compare(a.Path, b.Path) }) {
		return files
	}
	files = slices.Clone(files)
	slices.SortFunc(files, func(a, b git.File) int { return strings.Compare(a.Path, b.Path) })
	return files
}

// At returns the names of another tree: only the files that differ are read.
func (t *Table) At(ctx context.Context, repo *git.Repo, files []git.File) (*Table, error) {
	gone, come := differ(t.files, sorted(files))
	now := &Table{files: t.files, keys: t.keys, bytes: t.bytes, records: t.records, partial: t.partial}
	if len(gone)+len(come) == 0 {
		return now, nil
	}
	g := newGathering()
	blobs, err := repo.Blobs(ctx)
	if err != nil {
		return nil, err
	}
	defer blobs.Close()
	quiet := func(string, int, int) {}
	err = cmp.Or(g.read(ctx, blobs, gone, -1, quiet), g.read(ctx, blobs, come, 1, quiet))
	if g.partial = g.partial || errors.Is(err, git.ErrMissing); err != nil && !g.partial {
		return nil, err
	}
	now.partial = t.partial || g.partial
	now.since, now.changed, now.sinceOf = g, map[string]bool{}, map[string][]string{}
	for _, f := range gone {
		now.changed[f.Path] = true
	}
	for text := range g.names {
		key := slip.Key(text)
		now.sinceOf[key] = append(now.sinceOf[key], text)
	}
	for _, list := range now.sinceOf {
		slices.Sort(list)
	}
	return now, nil
}

// differ returns which files of a tree are not in another one, and the reverse. Both are sorted by path.
func differ(old, now []git.File) (gone, come []git.File) {
	for i, j := 0, 0; i < len(old) || j < len(now); {
		switch {
		case j == len(now) || i < len(old) && old[i].Path < now[j].Path:
			gone = append(gone, old[i])
			i++
		case i == len(old) || old[i].Path > now[j].Path:
			come = append(come, now[j])
			j++
		default:
			if old[i].Blob != now[j].Blob {
				gone, come = append(gone, old[i]), append(come, now[j])
			}
			i++
			j++
		}
	}
	return gone, come
}

// read adds the names of files, by 1 or -1.
func (g *gathering) read(ctx context.Context, blobs *git.BlobReader, files []git.File, by int, progress func(string, int, int)) error {
	i := 0
	return blobs.Each(files, func(f git.File, data []byte, err error) error {
		if i%100 == 0 {
			progress("names", i, len(files))
		}
		if i++; ctx.Err() != nil {
			return ctx.Err()
		}
		if errors.Is(err, git.ErrMissing) {
			return err
		}
		g.partial = g.partial || g.said > maxBytes
		if err != nil || g.partial {
			data = nil
		}
		g.add(f.Path, data, by)
		return nil
	})
}

// save keeps the table.
func (t *Table) save(o Options) {
	_ = format.Save(filepath.Join(o.Dir, fileName), func(w *store.Stream) error {
		w.Int(len(t.files))
		for _, f := range t.files {
			w.String(f.Path)
			w.String(f.Blob)
		}
		w.Bool(t.partial)
		w.String(t.bytes)
		w.String(t.records)
		return nil
	})
}

// load returns the table that is kept, nil for none.
func load(o Options) *Table {
	if o.Dir == "" {
		return nil
	}
	r, err := format.Map(filepath.Join(o.Dir, fileName), maxTable)
	if err != nil {
		return nil
	}
	t := &Table{}
	if t.files = make([]git.File, r.Count()); len(t.files) == 0 {
		return nil
	}
	for i := range t.files {
		t.files[i] = git.File{Path: r.String(), Blob: r.String(), Size: -1, InGit: true}
	}
	t.partial = r.Bool()
	t.bytes = r.String()
	t.records = r.String()
	if r.End() != nil {
		return nil
	}
	if t.keys, err = vellum.Load([]byte(t.bytes)); err != nil {
		return nil
	}
	return t
}
