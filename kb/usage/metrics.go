package usage

import (
	"context"
	"time"

	"github.com/9aea2451/kb/kb/sqlite"
)

// Searched is a recorded search, with what came of it.
type Searched struct {
	At       time.Time
	Source   string
	Session  string
	Query    string
	Mode     string // asked for
	Match    string // what found the best hit, "" for none
	Filters  string
	Latency  time.Duration
	Repeated bool // the same as one within the minute before, and not counted
	Results  int  // notes that were returned, at most 50
	Top      float64
	Opened   int // reads that followed it
}

// Searches gives the recorded searches from a time on, before another (the zero time: no end), oldest first.
func (u *Store) Searches(ctx context.Context, from, before time.Time, f func(Searched) error) error {
	return u.look(ctx, func(s *store) error {
		opened := map[int64]int{}
		err := s.Query(`SELECT search, count(*) FROM reads WHERE search<>0 GROUP BY search`, nil, func(row *sqlite.Row) error {
			opened[row.ColumnInt64(0)] = row.ColumnInt(1)
			return nil
		})
		if err != nil {
			return err
		}
		return s.Query(
			`SELECT s.id, s.at, s.source, s.session, s.query, s.mode, s.matched, s.filters, s.micros, s.repeated,
				count(r.id), coalesce(max(CASE r.rank WHEN 1 THEN r.score END), 0)
			FROM searches s LEFT JOIN results r ON r.search=s.id WHERE s.at >= ? AND s.at < ? GROUP BY s.id ORDER BY s.at, s.id`,
			[]any{from, end(before)},
			func(row *sqlite.Row) error {
				return f(Searched{
					At: timeOf(
						row.ColumnInt64(1),
					), Source: row.ColumnText(2), Session: row.ColumnText(3), Query: row.ColumnText(4), Mode: row.ColumnText(5),
					Match: row.ColumnText(
						6,
					), Filters: row.ColumnText(7), Latency: time.Duration(row.ColumnInt64(8)) * time.Microsecond,
					Repeated: row.ColumnBool(9),
					Results:  row.ColumnInt(10), Top: row.ColumnFloat(11), Opened: opened[row.ColumnInt64(0)],
				})
			},
		)
	})
}

// Opened is a recorded read.
type Opened struct {
	At      time.Time
	Source  string
	Session string
	Note    Note
	Query   string // of the search that it followed, "" for none
}

// Reads gives the recorded reads from a time on, before another (the zero time: no end), oldest first.
func (u *Store) Reads(ctx context.Context, from, before time.Time, f func(Opened) error) error {
	return u.look(ctx, func(s *store) error {
		return s.Query(
			`SELECT d.at, d.source, d.session, n.path, n.uid, coalesce(s.query, '')
				FROM reads d JOIN notes n ON n.id=d.note LEFT JOIN searches s ON s.id=d.search
			WHERE d.at >= ? AND d.at < ? ORDER BY d.at, d.id`,
			[]any{from, end(before)},
			func(row *sqlite.Row) error {
				return f(Opened{At: timeOf(row.ColumnInt64(0)), Source: row.ColumnText(1), Session: row.ColumnText(2),
					Note: Note{Path: row.ColumnText(3), ID: row.ColumnText(4)}, Query: row.ColumnText(5)})
			},
		)
	})
}

// Prune drops the events before a time: no count changes. It gives how many were dropped.
func (u *Store) Prune(ctx context.Context, before time.Time) (dropped int, err error) {
	err = u.change(ctx, func(s *store) error {
		n, err := s.Number(`SELECT (SELECT count(*) FROM searches WHERE at < ?1) + (SELECT count(*) FROM reads WHERE at < ?1)`, before)
		if err != nil {
			return err
		}
		dropped = int(n)
		return s.dropEvents(0, millis(before))
	})
	return dropped, err
}

// Events counts the searches and reads that are kept before a time (the zero time: all).
func (u *Store) Events(ctx context.Context, before time.Time) (searches, reads int, err error) {
	err = u.look(ctx, func(s *store) error {
		n, err := s.Number(`SELECT count(*) FROM searches WHERE at < ?`, end(before))
		if err != nil {
			return err
		}
		m, err := s.Number(`SELECT count(*) FROM reads WHERE at < ?`, end(before))
		searches, reads = int(n), int(m)
		return err
	})
	return searches, reads, err
}

// dropEvents removes the events from a time on, before another, in milliseconds.
func (s *store) dropEvents(from, before int64) error {
	for _, sql := range []string{
		`DELETE FROM results WHERE search IN (SELECT id FROM searches WHERE at >= ? AND at < ?)`,
		`DELETE FROM searches WHERE at >= ? AND at < ?`,
		`DELETE FROM reads WHERE at >= ? AND at < ?`,
	} {
		if err := s.Run(sql, from, before); err != nil {
			return err
		}
	}
	return s.Run(`UPDATE reads SET search=0 WHERE search<>0 AND search NOT IN (SELECT id FROM searches)`)
}

// end is the time before which something is asked for, in milliseconds.
func end(before time.Time) int64 {
	if before.IsZero() {
		return 1 << 62
	}
	return millis(before)
}
