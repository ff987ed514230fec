package build

import (
	"errors"
	"slices"

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

// removedPaths lists the paths of the old notes that are gone or changed, in order.
func (g *grapher) removedPaths() []string {
	out := make([]string, len(g.diff.removed))
	for i, n := range g.diff.removed {
		out[i] = g.old.Rows.Paths[n]
	}
	return out
}

// putPaths lists the paths of the notes that are new or changed, in order.
func (g *grapher) putPaths() []string {
	out := make([]string, len(g.diff.put))
	for i, f := range g.diff.put {
		out[i] = f.Path
	}
	return out
}

// names returns what the notes of the paths are called, by the view as it stands in the transaction.
func (g *grapher) names(paths []string) ([]kb.Name, error) {
	out := make([]kb.Name, 0, len(paths))
	for _, p := range paths {
		rec, err := g.db.NameAt(g.view.ID, p)
		if err != nil {
			return nil, err
		}
		out = append(out, rec)
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
	before, err := g.names(g.removedPaths())
	if err := errors.Join(err, g.dropNotes(), g.putNotes(g.diff.put)); err != nil {
		return same, err
	}
	after, err := g.names(g.putPaths())
	return sameNames(before, after), err
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

// putNotes adds the notes of files to the view; one that is there already gets the new blob and
// keeps its rank. A file whose blob has no record is passed over.
func (g *grapher) putNotes(files []git.File) error {
	const sql = `INSERT INTO notes(view, path, blob, pagerank, in_links, superseded_by, disputed_by, label)
		SELECT ?, ?, id, 0, 0, '', '', '' FROM blobs WHERE oid = ?
		ON CONFLICT(view, path) DO UPDATE SET blob = excluded.blob`
	for _, f := range files {
		if err := g.db.Run(sql, g.view.ID, f.Path, f.Blob); err != nil {
			return err
		}
	}
	return nil
}

// vanished lists the removed paths that the new tree does not have.
func (g *grapher) vanished() []string {
	var out []string
	for _, p := range g.removedPaths() {
		if _, ok := g.rows.Note(p); !ok {
			out = append(out, p)
		}
	}
	return out
}
