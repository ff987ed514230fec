package build

import (
	"errors"
	"slices"

	"github.com/9aea2451/kb/index/store"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/git"
)

// grapher resolves the links of a view and ranks its notes by them.
type grapher struct {
	*updater
	resolver *kb.Resolver
	changed  bool // some edge, or the set of notes, is not what it was
}

// run writes the notes of the view and resolves links: those of new and changed notes while
// all notes are called as before, else those of all. Ranks are computed only where the
// graph has changed.
func (g *grapher) run() error {
	same, err := g.replaceNotes()
	if err != nil {
		return err
	}
	if same {
		err = g.relink(g.putPaths(), true)
	} else {
		g.changed = true
		err = g.relink(g.rows.Paths, false)
	}
	if err != nil || !g.changed {
		return err
	}
	return g.rank()
}

// putPaths lists the paths of the notes that are new or changed, in order.
func (g *grapher) putPaths() []string {
	out := make([]string, len(g.diff.put))
	for i, f := range g.diff.put {
		out[i] = f.Path
	}
	return out
}

// names returns what the notes of some blobs at some paths are called.
func (g *grapher) names(paths, blobs []string) ([]kb.Name, error) {
	out := make([]kb.Name, len(paths))
	for i, p := range paths {
		var err error
		if out[i], err = g.db.NameOf(blobs[i], p); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// sameNames tells that links resolve as they did: the same notes are called the same. Both lists
// are in order of path.
func sameNames(a, b []kb.Name) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i].Path != b[i].Path || a[i].ID != b[i].ID || a[i].Title != b[i].Title || !slices.Equal(a[i].Aliases, b[i].Aliases) {
			return false
		}
	}
	return true
}

// replaceNotes brings the rows of the view in line with the tree, and tells whether the notes are
// called as before.
func (g *grapher) replaceNotes() (same bool, err error) {
	if g.anew() {
		g.view.Links = 0
		return same, errors.Join(g.db.DropNotes(g.view.ID), g.putNotes(g.tree.Files))
	}
	before, err := g.names(g.removed())
	if errors.Is(err, store.ErrDamaged) {
		before, err = nil, nil // what is not kept any more may have been called anything
	}
	blobs := make([]string, len(g.diff.put))
	for i, f := range g.diff.put {
		blobs[i] = f.Blob
	}
	after, err2 := g.names(g.putPaths(), blobs)
	return sameNames(before, after), errors.Join(err, err2, g.dropNotes(), g.putNotes(g.diff.put))
}

// removed lists the paths of the old notes that are gone or changed, in order, and their blobs.
func (g *grapher) removed() (paths, blobs []string) {
	for _, n := range g.diff.removed {
		paths, blobs = append(paths, g.old.Rows.Paths[n]), append(blobs, g.old.Rows.Blobs[n])
	}
	return paths, blobs
}

// dropNotes removes the notes that the new tree does not have, and their links.
func (g *grapher) dropNotes() error {
	for _, p := range g.vanished() {
		before, err := g.linksBefore(p)
		if err != nil {
			return err
		}
		if err := g.replaceLinks(p, before, nil); err != nil {
			return err
		}
		if err := g.db.DropNote(g.view.ID, p); err != nil {
			return err
		}
	}
	return nil
}

// anew tells that the view has no rows to go on from.
func (g *grapher) anew() bool { return g.old.Dir == "" || g.lent }

// putNotes adds the notes of files to the view; one that is there already keeps its rank.
func (g *grapher) putNotes(files []git.File) error {
	const sql = `INSERT INTO notes(view, path, files, pagerank, in_links, superseded_by, disputed_by, label)
		VALUES(?, ?, ?, 0, 0, '', '', '')
		ON CONFLICT(view, path) DO UPDATE SET files = excluded.files`
	for _, f := range files {
		note, err := g.db.NoteOf(f.Blob, f.Path)
		if err != nil {
			return err
		}
		if err := g.db.Run(sql, g.view.ID, f.Path, len(note.Files) > 0); err != nil {
			return err
		}
	}
	return nil
}

// vanished lists the removed paths that the new tree does not have.
func (g *grapher) vanished() []string {
	var out []string
	paths, _ := g.removed()
	for _, p := range paths {
		if _, ok := g.rows.Note(p); !ok {
			out = append(out, p)
		}
	}
	return out
}
