package usage

import (
	"errors"
	"fmt"
	"strings"

	"github.com/9aea2451/kb/kb/sqlite"
	"github.com/ncruces/go-sqlite3"
)

// table is a table of which rows are recovered.
type table struct {
	name    string
	columns string // all but the id
	count   int
	version int // that brought it
}

// recoverable lists the tables whose rows can be read out of a damaged database.
func recoverable() []table {
	return []table{
		{"meta", "key, value", 2, 1},
		{"notes", "uid, path, shown, opened, last_shown, last_opened", 6, 1},
		{"names", "name, note", 2, 1},
		{"daily", "day, note, shown, opened", 4, 1},
		{"pairs", "a, b, shown, opened, at", 5, 1},
		{"terms", "term, note, opened, at", 4, 1},
		{"searches", "at, source, session, query, terms, mode, matched, filters, micros, repeated", 10, 1},
		{"results", "search, rank, note, score", 4, 1},
		{"reads", "at, source, session, note, search", 5, 1},
		{"pending", "name", 1, 1},
		{"shared", "clone, day, note, shown, opened", 5, 2},
		{"void", "clone", 1, 2},
	}
}

// greatestRow bounds the row numbers that are looked for behind pages that cannot be read.
const greatestRow = 1 << 32

// recoverTable copies the rows of a table in the order of their numbers. Where one cannot be read
// it goes on a little behind it, and then further and further, so that it gets past a broken page
// soon and past a missing rest of the table at last.
func (s *store) recoverTable(old *store, t table) error {
	insert := fmt.Sprintf("INSERT OR IGNORE INTO %s(id, %s) VALUES(?%s)", t.name, t.columns, strings.Repeat(",?", t.count))
	rows := fmt.Sprintf(`SELECT id, %s FROM %s WHERE id >= ? ORDER BY id`, t.columns, t.name)
	gap := int64(0) // row numbers since the last row that could be read
	for from := int64(1); from < greatestRow; {
		last := int64(0)
		err := old.Query(rows, []any{from}, func(row *sqlite.Row) error {
			last = row.ColumnInt64(0)
			return s.insertRow(insert, row, t.count+1)
		})
		var failed insertError
		switch {
		case errors.As(err, &failed):
			return failed.error
		case err == nil || incomplete(err):
			return nil
		case last >= from:
			from, gap = last+1, 0
		}
		step := 1 + gap/16
		from, gap = from+step, gap+step
	}
	return nil
}

// insertError is a failure of the new database, not of the damaged one.
type insertError struct{ error }

// insertRow copies a row; one whose values do not fit the table is passed over.
func (s *store) insertRow(sql string, row *sqlite.Row, columns int) error {
	stmt, err := s.Statement(sql)
	if err != nil {
		return insertError{err}
	}
	defer s.Release(sql, stmt)
	for i := range columns {
		if err := copyColumn(stmt, row, i); err != nil {
			return insertError{err}
		}
	}
	if err := stmt.Exec(); err != nil && !isAny(err, sqlite3.CONSTRAINT, sqlite3.MISMATCH) {
		return insertError{err}
	}
	return nil
}

// copyColumn binds a column of one connection's row to another's statement.
func copyColumn(stmt, row *sqlite.Row, i int) error {
	switch row.ColumnType(i) {
	case sqlite3.INTEGER:
		return stmt.BindInt64(i+1, row.ColumnInt64(i))
	case sqlite3.FLOAT:
		return stmt.BindFloat(i+1, row.ColumnFloat(i))
	case sqlite3.TEXT:
		return stmt.BindText(i+1, row.ColumnText(i))
	}
	return stmt.BindNull(i + 1)
}

// settle makes what was recovered consistent: rows of notes that were lost go, and every note has
// its names and at least the counts of its days.
func (s *store) settle() error {
	for _, sql := range []string{
		`INSERT OR IGNORE INTO notes(id, uid, path, shown, opened, last_shown, last_opened)
			SELECT n.note, '', substr(min(n.name), 6), 0, 0, 0, 0 FROM names n
			WHERE n.name LIKE 'path:%' AND n.note NOT IN (SELECT id FROM notes) GROUP BY n.note`,
		`INSERT OR IGNORE INTO names(name, note) SELECT 'path:'||path, id FROM notes`,
		`INSERT OR IGNORE INTO names(name, note) SELECT 'id:'||uid, id FROM notes WHERE uid<>''`,
		`DELETE FROM names WHERE note NOT IN (SELECT id FROM notes)`,
		`DELETE FROM daily WHERE note NOT IN (SELECT id FROM notes)`,
		`DELETE FROM pairs WHERE a NOT IN (SELECT id FROM notes) OR b NOT IN (SELECT id FROM notes)`,
		`DELETE FROM terms WHERE note NOT IN (SELECT id FROM notes)`,
		`DELETE FROM results WHERE note NOT IN (SELECT id FROM notes) OR search NOT IN (SELECT id FROM searches)`,
		`DELETE FROM reads WHERE note NOT IN (SELECT id FROM notes)`,
		`UPDATE reads SET search=0 WHERE search<>0 AND search NOT IN (SELECT id FROM searches)`,
		`UPDATE notes SET shown=max(shown, coalesce((SELECT sum(shown) FROM daily WHERE note=notes.id), 0)),
			opened=max(opened, coalesce((SELECT sum(opened) FROM daily WHERE note=notes.id), 0)),
			last_opened=max(last_opened, coalesce((SELECT max(at) FROM reads WHERE note=notes.id), 0))`,
	} {
		if err := s.Exec(sql); err != nil {
			return err
		}
	}
	return nil
}
