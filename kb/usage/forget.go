package usage

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/9aea2451/kb/kb/sqlite"
	disk "github.com/9aea2451/kb/kb/store"
)

// Forgotten counts what was erased.
type Forgotten struct {
	Notes    int `json:"notes"` // whose counts changed
	Searches int `json:"searches"`
	Reads    int `json:"reads"`
}

// ForgetAll erases everything: what is recorded, what waits to be, and damaged databases that were kept.
func (u *Store) ForgetAll(ctx context.Context) (Forgotten, error) {
	var out Forgotten
	dir := filepath.Dir(u.path)
	if !exists(u.path) {
		return out, removeAll(append(setAsides(dir), filepath.Join(dir, pendingDir)))
	}
	err := u.erase(ctx, func(s *store) error {
		for table, n := range map[string]*int{"notes": &out.Notes, "searches": &out.Searches, "reads": &out.Reads} {
			count, err := s.Number(`SELECT count(*) FROM ` + table)
			if *n = int(count); err != nil {
				return err
			}
		}
		for _, t := range tables() {
			if t.name == "meta" || t.name == "void" { // what was shared has to stay void
				continue
			}
			if err := s.Run(`DELETE FROM ` + t.name); err != nil {
				return err
			}
		}
		return s.Run(`DELETE FROM meta WHERE key=?`, visited)
	})
	if err != nil {
		return out, err
	}
	return out, removeAll(append(setAsides(dir), filepath.Join(dir, pendingDir)))
}

// removeAll removes files and folders, and goes on after one that cannot be.
func removeAll(files []string) error {
	var errs []error
	for _, file := range files {
		errs = append(errs, disk.RemoveAll(file))
	}
	return errors.Join(errs...)
}

// ForgetNote erases all that is known of a note, and what other clones counted for it. Searches that
// returned it stay, without it.
func (u *Store) ForgetNote(ctx context.Context, n Note) (Forgotten, error) {
	var out Forgotten
	err := u.erase(ctx, func(s *store) error {
		note, err := s.find(n)
		if err == nil {
			err = s.forgetShared(n, note)
		}
		if note == 0 || err != nil {
			return err
		}
		reads, err := s.Number(`SELECT count(*) FROM reads WHERE note=?`, note)
		if err != nil {
			return err
		}
		out = Forgotten{Notes: 1, Reads: int(reads)}
		for _, sql := range []string{
			`DELETE FROM daily WHERE note=?`, `DELETE FROM pairs WHERE a=?1 OR b=?1`, `DELETE FROM terms WHERE note=?`,
			`DELETE FROM results WHERE note=?`,
			`DELETE FROM reads WHERE note=?`, `DELETE FROM names WHERE note=?`, `DELETE FROM notes WHERE id=?`,
		} {
			if err := s.Run(sql, note); err != nil {
				return err
			}
		}
		return nil
	})
	return out, err
}

// ForgetSearches erases the searches that returned a note, with all that they returned.
func (u *Store) ForgetSearches(ctx context.Context, n Note) (searches int, err error) {
	err = u.erase(ctx, func(s *store) error {
		note, err := s.find(n)
		if note == 0 || err != nil {
			return err
		}
		const found = `(SELECT search FROM results WHERE note=?)`
		count, err := s.Number(`SELECT count(*) FROM searches WHERE id IN `+found, note)
		searches = int(count)
		for _, sql := range []string{
			`UPDATE reads SET search=0 WHERE search IN ` + found, `DELETE FROM searches WHERE id IN ` + found,
			`DELETE FROM results WHERE search IN ` + found,
		} {
			if err == nil {
				err = s.Run(sql, note)
			}
		}
		return err
	})
	return searches, err
}

// forgetShared erases what other clones counted for a note under any of its names; note is its number,
// 0 for none. The next pull brings back what they still give.
func (s *store) forgetShared(n Note, note int64) error {
	names := []string{pathName(n.Path)}
	if n.ID != "" {
		names = append(names, idName(n.ID))
	}
	err := s.Query(`SELECT name FROM names WHERE note=? AND note<>0`, []any{note}, func(row *sqlite.Row) error {
		names = append(names, row.ColumnText(0))
		return nil
	})
	for _, name := range names {
		if err == nil {
			err = s.Run(`DELETE FROM shared WHERE note=?`, hashOf(name))
		}
	}
	return err
}

// Names are all names under which a note is known, as paths and as ids, those given included.
func (u *Store) Names(ctx context.Context, n Note) (paths, ids []string, err error) {
	paths = []string{n.Path}
	if n.ID != "" {
		ids = []string{n.ID}
	}
	err = u.look(ctx, func(s *store) error {
		note, err := s.find(n)
		if note == 0 || err != nil {
			return err
		}
		return s.Query(`SELECT name FROM names WHERE note=? ORDER BY name`, []any{note}, func(row *sqlite.Row) error {
			if id, ok := strings.CutPrefix(row.ColumnText(0), idName("")); ok && !slices.Contains(ids, id) {
				ids = append(ids, id)
			}
			if path, ok := strings.CutPrefix(row.ColumnText(0), pathName("")); ok && !slices.Contains(paths, path) {
				paths = append(paths, path)
			}
			return nil
		})
	})
	return paths, ids, err
}

// ForgetDays erases what was recorded on the days from one on to another, both included, in UTC.
// Which notes go together, and the words that led to them, are no longer known by day: of notes
// that were used on these days they are erased for all days.
func (u *Store) ForgetDays(ctx context.Context, from, to time.Time) (Forgotten, error) {
	var out Forgotten
	first, last := dayOf(from), dayOf(to)
	begin, after := first*dayMillis, (last+1)*dayMillis
	err := u.erase(ctx, func(s *store) error {
		n, err := s.Number(`SELECT count(DISTINCT note) FROM daily WHERE day >= ? AND day <= ?`, first, last)
		if err != nil {
			return err
		}
		searches, err := s.Number(`SELECT count(*) FROM searches WHERE at >= ? AND at < ?`, begin, after)
		if err != nil {
			return err
		}
		reads, err := s.Number(`SELECT count(*) FROM reads WHERE at >= ? AND at < ?`, begin, after)
		if err != nil {
			return err
		}
		out = Forgotten{Notes: int(n), Searches: int(searches), Reads: int(reads)}
		// Words and companions of the notes used then go whole, as they belong to no day.
		const used = `SELECT note FROM daily WHERE day >= ? AND day <= ?`
		for _, sql := range []string{
			`DELETE FROM terms WHERE note IN (` + used + `)`,
			`DELETE FROM pairs WHERE a IN (` + used + `)`,
			`DELETE FROM pairs WHERE b IN (` + used + `)`,
		} {
			if err := s.Run(sql, first, last); err != nil {
				return err
			}
		}
		if err := s.dropEvents(begin, after); err != nil {
			return err
		}
		var touched []int64
		err = s.Query(
			`SELECT DISTINCT note FROM daily WHERE day >= ? AND day <= ? ORDER BY note`,
			[]any{first, last},
			func(row *sqlite.Row) error {
				touched = append(touched, row.ColumnInt64(0))
				return nil
			},
		)
		if err != nil {
			return err
		}
		if err := s.Run(`DELETE FROM daily WHERE day >= ? AND day <= ?`, first, last); err != nil {
			return err
		}
		for _, note := range touched {
			if err := s.recount(note); err != nil {
				return err
			}
		}
		return nil
	})
	return out, err
}

const dayMillis = 24 * 60 * 60 * 1000

// recount sums the days of a note up anew; a note without any is forgotten. Of the last times only
// the day is known by then.
func (s *store) recount(note int64) error {
	err := s.Run(
		`UPDATE notes SET shown=coalesce((SELECT sum(shown) FROM daily WHERE note=notes.id), 0),
			opened=coalesce((SELECT sum(opened) FROM daily WHERE note=notes.id), 0),
		last_shown=min(last_shown, 86400000*coalesce((SELECT max(day)+1 FROM daily WHERE note=notes.id AND shown>0), 0)),
		last_opened=min(last_opened, 86400000*coalesce((SELECT max(day)+1 FROM daily WHERE note=notes.id AND opened>0), 0)) WHERE id=?`,
		note,
	)
	if err != nil {
		return err
	}
	left, err := s.Number(`SELECT count(*) FROM daily WHERE note=?`, note)
	if left > 0 || err != nil {
		return err
	}
	for _, sql := range []string{`DELETE FROM results WHERE note=?`, `DELETE FROM names WHERE note=?`, `DELETE FROM notes WHERE id=?`} {
		if err := s.Run(sql, note); err != nil {
			return err
		}
	}
	return nil
}

// erase does something in one transaction and sees to it that nothing of what was deleted stays in
// the file, in its free pages or in its log.
func (u *Store) erase(ctx context.Context, f func(s *store) error) error {
	err := u.change(ctx, func(s *store) error {
		if err := s.renumber(); err != nil {
			return err
		}
		return f(s)
	})
	if err != nil {
		return err
	}
	u.mu.Lock()
	defer u.mu.Unlock()
	if err := u.s.Exec(`VACUUM`); err != nil {
		return asKnown(err)
	}
	if !exists(u.path) {
		return nil // it lies in memory
	}
	return asKnown(u.s.Exec(`PRAGMA wal_checkpoint(truncate)`))
}
