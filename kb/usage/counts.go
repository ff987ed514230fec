package usage

import (
	"context"
	"path/filepath"
	"time"

	"github.com/9aea2451/kb/kb/sqlite"
)

// Count is how often a note was shown and opened since the beginning, in this clone and in those
// whose counts were taken in (Absorb).
type Count struct {
	Note       Note // by its last known path
	Shown      int
	Opened     int
	LastShown  time.Time // zero when never
	LastOpened time.Time
}

const countColumns = `SELECT n.path, n.uid, n.shown, n.opened, n.last_shown, n.last_opened FROM notes n`

// countOf reads a row of countColumns.
func countOf(row *sqlite.Row) Count {
	return Count{
		Note:  Note{Path: row.ColumnText(0), ID: row.ColumnText(1)},
		Shown: row.ColumnInt(2), Opened: row.ColumnInt(3),
		LastShown: timeOf(row.ColumnInt64(4)), LastOpened: timeOf(row.ColumnInt64(5)),
	}
}

// Counts are those of all notes that were ever shown or opened, those that no longer exist included.
type Counts struct {
	All    []Count // in order of path
	byName map[string]int
	others map[string]sharedUse // by hash of a name, where the name is not among byName
}

// Of gives the counts of a note of the tree, by its id, or by any path that it is known to have had.
func (c *Counts) Of(n Note) Count {
	out := Count{Note: n}
	i, ok := 0, false
	if n.ID != "" {
		i, ok = c.byName[idName(n.ID)]
	}
	if !ok {
		i, ok = c.byName[pathName(n.Path)]
		ok = ok && (n.ID == "" || c.All[i].Note.ID == "")
	}
	if ok {
		out = c.All[i]
	}
	if len(c.others) == 0 {
		return out
	}
	out = out.plus(c.others[hashOf(pathName(n.Path))])
	if n.ID != "" {
		out = out.plus(c.others[hashOf(idName(n.ID))])
	}
	return out
}

// plus adds what other clones counted.
func (c Count) plus(use sharedUse) Count {
	c.Shown, c.Opened, c.LastOpened = c.Shown+use.shown, c.Opened+use.opened, latest(c.LastOpened, use.last)
	return c
}

// Counts gives the counts of all notes.
func (u *Store) Counts(ctx context.Context) (*Counts, error) {
	out := &Counts{All: []Count{}, byName: map[string]int{}, others: map[string]sharedUse{}}
	err := u.look(ctx, func(s *store) error {
		at := map[int64]int{}
		err := s.Query(
			`SELECT path, uid, shown, opened, last_shown, last_opened, id FROM notes ORDER BY path, id`,
			nil,
			func(row *sqlite.Row) error {
				at[row.ColumnInt64(6)] = len(out.All)
				out.All = append(out.All, countOf(row))
				return nil
			},
		)
		if err != nil {
			return err
		}
		err = s.Query(`SELECT name, note FROM names`, nil, func(row *sqlite.Row) error {
			if i, ok := at[row.ColumnInt64(1)]; ok {
				out.byName[row.ColumnText(0)] = i
			}
			return nil
		})
		if err != nil {
			return err
		}
		if err := s.shared("", func(hash string, use sharedUse) { out.others[hash] = use }); err != nil {
			return err
		}
		if len(out.others) != 0 {
			for name, i := range out.byName {
				hash := hashOf(name)
				out.All[i] = out.All[i].plus(out.others[hash])
				delete(out.others, hash)
			}
		}
		return nil
	})
	return out, err
}

// Rename is a note that was at one path and is now at another.
type Rename struct{ From, To string }

// TryRename lets counts follow renamed notes, if the database can be written at once.
func TryRename(dir string, renames []Rename) {
	path := filepath.Join(dir, FileName)
	if !exists(path) {
		return
	}
	s, err := openStore(path, readWait)
	if err != nil {
		return
	}
	defer s.Close()
	s.Write(func() error {
		for _, r := range renames {
			if err := s.rename(r.From, r.To); err != nil {
				return err
			}
		}
		return nil
	})
}

// Rename tells that the note at one path is now found at another, so that it keeps its counts. The
// old path stays a name of it, for other branches.
func (u *Store) Rename(ctx context.Context, from, to string) error {
	return u.change(ctx, func(s *store) error { return s.rename(from, to) })
}

// latest is the later of two times.
func latest(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}
