package usage

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/9aea2451/kb/kb/sqlite"
)

// Words about the database, in meta.
const (
	metaClone = "clone" // the random number of this clone, made when it is first shared
	metaVoid  = "void"  // numbers that this clone had before it forgot something, blank-separated
)

// clone gives the number of this clone.
func (s *store) clone() (string, error) {
	id, err := s.meta(metaClone)
	if id != "" || err != nil {
		return id, err
	}
	var b [cloneBytes]byte
	if _, err := rand.Read(b[:]); err != nil {
		return "", err
	}
	id = hex.EncodeToString(b[:])
	return id, s.setMeta(metaClone, id)
}

// Shares tells whether this clone has ever given its counts to others.
func (u *Store) Shares(ctx context.Context) (shares bool, err error) {
	err = u.look(ctx, func(s *store) error {
		for _, key := range []string{metaClone, metaVoid} {
			value, err := s.meta(key)
			if err != nil {
				return err
			}
			shares = shares || value != ""
		}
		return nil
	})
	return shares, err
}

// renumber makes what this clone has shared void, because something of it is forgotten.
func (s *store) renumber() error {
	id, err := s.meta(metaClone)
	if id == "" || err != nil {
		return err
	}
	void, err := s.meta(metaVoid)
	if err != nil {
		return err
	}
	if err := s.setMeta(metaVoid, strings.TrimSpace(void+" "+id)); err != nil {
		return err
	}
	return s.Run(`DELETE FROM meta WHERE key=?`, metaClone)
}

// Own gives the ledger of this clone alone.
func (u *Store) Own(ctx context.Context) (*Ledger, error) {
	l := NewLedger()
	if !exists(u.path) {
		return l, nil
	}
	err := u.change(ctx, func(s *store) error {
		clone, err := s.clone()
		if err != nil {
			return err
		}
		void, err := s.meta(metaVoid)
		if err != nil {
			return err
		}
		for _, id := range strings.Fields(void) {
			l.void[id] = true
		}
		return s.Query(
			`SELECT d.day, n.uid, n.path, d.shown, d.opened FROM daily d JOIN notes n ON n.id=d.note`,
			nil,
			func(row *sqlite.Row) error {
				name := pathName(row.ColumnText(2))
				if uid := row.ColumnText(1); uid != "" {
					name = idName(uid)
				}
				l.add(clonesDay{clone, row.ColumnInt64(0)}, hashOf(name), tally{row.ColumnInt64(3), row.ColumnInt64(4)})
				return nil
			},
		)
	})
	return l, err
}

// Absorb takes in what other clones counted. What this one counted is known here better.
func (u *Store) Absorb(ctx context.Context, l *Ledger) error {
	if err := u.materialise(); err != nil {
		return err
	}
	return u.change(ctx, func(s *store) error {
		own, err := s.clone()
		if err != nil {
			return err
		}
		all, err := s.absorbed()
		if err != nil {
			return err
		}
		before := maps.Clone(all.entries)
		all.Merge(l)
		for _, at := range all.days() {
			if e := all.entries[at]; at.clone != own && !maps.Equal(e, before[at]) {
				if err := s.Run(`DELETE FROM shared WHERE clone=? AND day=?`, at.clone, at.day); err != nil {
					return err
				}
				for _, note := range slices.Sorted(maps.Keys(e)) {
					err := s.Run(`INSERT INTO shared(clone, day, note, shown, opened) VALUES(?,?,?,?,?)`, at.clone, at.day, note,
						e[note].shown, e[note].opened)
					if err != nil {
						return err
					}
				}
			}
		}
		for _, clone := range slices.Sorted(maps.Keys(all.void)) {
			if err := s.Run(`INSERT OR IGNORE INTO void(clone) VALUES(?)`, clone); err != nil {
				return err
			}
		}
		return s.Run(`DELETE FROM shared WHERE clone IN (SELECT clone FROM void)`)
	})
}

// absorbed gives the ledger of what was taken in before.
func (s *store) absorbed() (*Ledger, error) {
	l := NewLedger()
	err := s.Query(`SELECT clone, day, note, shown, opened FROM shared`, nil, func(row *sqlite.Row) error {
		l.add(clonesDay{row.ColumnText(0), row.ColumnInt64(1)}, row.ColumnText(2), tally{row.ColumnInt64(3), row.ColumnInt64(4)})
		return nil
	})
	if err != nil {
		return nil, err
	}
	return l, s.Query(`SELECT clone FROM void`, nil, func(row *sqlite.Row) error {
		l.void[row.ColumnText(0)] = true
		return nil
	})
}

// sharedUse is what other clones counted for a note.
type sharedUse struct {
	shown, opened int
	last          time.Time // the end of the last day on which it was opened
}

// shared sums up what other clones counted for the notes of one name, or of all names.
func (s *store) shared(name string, f func(hash string, use sharedUse)) error {
	if some, err := s.hasShared(); !some || err != nil {
		return err
	}
	sql, args := `SELECT note, sum(shown), sum(opened), max(CASE WHEN opened>0 THEN day ELSE 0 END) FROM shared GROUP BY note`, []any(nil)
	if name != "" {
		sql, args = `SELECT note, sum(shown), sum(opened), max(CASE WHEN opened>0 THEN day ELSE 0 END) FROM shared WHERE note=? GROUP `+
			`BY note`, []any{
			hashOf(name),
		}
	}
	return s.Query(sql, args, func(row *sqlite.Row) error {
		use := sharedUse{shown: row.ColumnInt(1), opened: row.ColumnInt(2)}
		if day := row.ColumnInt64(3); day > 0 {
			use.last = timeOf(day * dayMillis)
		}
		f(row.ColumnText(0), use)
		return nil
	})
}

// hasShared tells whether other clones have counted.
func (s *store) hasShared() (bool, error) {
	if tables, err := s.Number(`SELECT count(*) FROM sqlite_schema WHERE name='shared'`); tables == 0 || err != nil {
		return false, err // an older database that is only looked at
	}
	n, err := s.Number(`SELECT EXISTS(SELECT 1 FROM shared)`)
	return n > 0, err
}

// meta reads a word about the database, "" for none.
func (s *store) meta(key string) (string, error) {
	value := ""
	_, err := s.One(`SELECT value FROM meta WHERE key=?`, []any{key}, &value)
	return value, err
}

func (s *store) setMeta(key, value string) error {
	return s.Run(`INSERT INTO meta(key, value) VALUES(?,?) ON CONFLICT(key) DO UPDATE SET value=excluded.value`, key, value)
}

// visited is the word of the database for the commit that somebody was last told of.
const visited = "visited"

// Visited gives the commit that kb onboard told of the last time, "" for none.
func (u *Store) Visited(ctx context.Context) (commit string, err error) {
	err = u.look(ctx, func(s *store) error {
		commit, err = s.meta(visited)
		return err
	})
	return commit, err
}

// Visit keeps the commit that kb onboard told of.
func (u *Store) Visit(ctx context.Context, commit string) error {
	if err := u.materialise(); err != nil {
		return err
	}
	return u.change(ctx, func(s *store) error { return s.setMeta(visited, commit) })
}
