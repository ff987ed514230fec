package usage

import (
	"context"
	"time"

	"github.com/ncruces/go-sqlite3"
)

// Count is how often a note was shown and opened, since the beginning.
type Count struct {
	Note       Note // by its last known path
	Shown      int
	Opened     int
	LastShown  time.Time // zero when never
	LastOpened time.Time
}

const countColumns = `SELECT n.path, n.uid, n.shown, n.opened, n.last_shown, n.last_opened FROM notes n`

func countOf(row *sqlite3.Stmt) Count {
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
}

// Of gives the counts of a note of the tree, by its id, or by any path that it is known to have had.
func (c *Counts) Of(n Note) Count {
	if n.ID != "" {
		if i, ok := c.byName[idName(n.ID)]; ok {
			return c.All[i]
		}
	}
	if i, ok := c.byName[pathName(n.Path)]; ok && (n.ID == "" || c.All[i].Note.ID == "") {
		return c.All[i]
	}
	return Count{Note: n}
}

// Counts gives the counts of all notes.
func (u *Store) Counts(ctx context.Context) (*Counts, error) {
	out := &Counts{All: []Count{}, byName: map[string]int{}}
	err := u.look(ctx, func(s *store) error {
		at := map[int64]int{}
		err := s.query(`SELECT path, uid, shown, opened, last_shown, last_opened, id FROM notes ORDER BY path, id`, nil, func(row *sqlite3.Stmt) error {
			at[row.ColumnInt64(6)] = len(out.All)
			out.All = append(out.All, countOf(row))
			return nil
		})
		if err != nil {
			return err
		}
		return s.query(`SELECT name, note FROM names`, nil, func(row *sqlite3.Stmt) error {
			if i, ok := at[row.ColumnInt64(1)]; ok {
				out.byName[row.ColumnText(0)] = i
			}
			return nil
		})
	})
	return out, err
}

// Count gives the counts of one note; zero for one that was never seen.
func (u *Store) Count(ctx context.Context, n Note) (Count, error) {
	out := Count{Note: n}
	err := u.look(ctx, func(s *store) error {
		note, err := s.find(n)
		if note == 0 || err != nil {
			return err
		}
		return s.query(countColumns+` WHERE n.id=?`, []any{note}, func(row *sqlite3.Stmt) error {
			out = countOf(row)
			return nil
		})
	})
	return out, err
}

// Rename tells that the note at one path is now found at another, so that it keeps its counts. The old path stays a name of it, for other branches.
func (u *Store) Rename(ctx context.Context, from, to string) error {
	return u.change(ctx, func(s *store) error { return s.rename(from, to) })
}
