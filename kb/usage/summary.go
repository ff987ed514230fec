package usage

import (
	"context"
	"os"
	"path/filepath"
	"time"

	"github.com/9aea2451/kb/kb/sqlite"
	"github.com/ncruces/go-sqlite3"
)

// Summary says what is kept.
type Summary struct {
	Path     string    `json:"path"`
	Bytes    int64     `json:"bytes"` // 0: nothing was ever recorded
	Notes    int       `json:"notes"` // that were ever shown or opened
	Shown    int       `json:"shown"`
	Opened   int       `json:"opened"`
	Since    time.Time `json:"since,omitzero"` // first day with a count, here or in a clone whose counts were taken in
	Searches int       `json:"searches"`       // kept with their words
	Reads    int       `json:"reads"`          // kept one by one
	Oldest   time.Time `json:"oldest,omitzero"`
	Newest   time.Time `json:"newest,omitzero"`
	Clones   int       `json:"clones"`    // others whose counts were taken in
	Aside    []string  `json:"set_aside"` // damaged databases that were kept
}

// Summary sums up what is kept.
func (u *Store) Summary(ctx context.Context) (*Summary, error) {
	out := &Summary{Path: u.path, Aside: []string{}}
	for _, suffix := range []string{"", "-wal"} {
		if info, err := os.Stat(u.path + suffix); err == nil {
			out.Bytes += info.Size()
		}
	}
	for _, file := range setAsides(filepath.Dir(u.path)) {
		out.Aside = append(out.Aside, filepath.Base(file))
	}
	err := u.look(ctx, func(s *store) error {
		err := s.Query(
			`SELECT count(*), coalesce(sum(shown), 0), coalesce(sum(opened), 0), (SELECT min(day) FROM daily) FROM notes`,
			nil,
			func(row *sqlite.Row) error {
				out.Notes, out.Shown, out.Opened = row.ColumnInt(0), row.ColumnInt(1), row.ColumnInt(2)
				if row.ColumnType(3) != sqlite3.NULL {
					out.Since = time.Unix(row.ColumnInt64(3)*24*60*60, 0).UTC()
				}
				return nil
			},
		)
		if err != nil {
			return err
		}
		if some, err := s.hasShared(); err != nil {
			return err
		} else if some {
			first, err := s.Number(`SELECT min(day) FROM shared`)
			if err != nil {
				return err
			}
			if since := time.Unix(first*24*60*60, 0).UTC(); out.Since.IsZero() || since.Before(out.Since) {
				out.Since = since
			}
			n, err := s.Number(`SELECT count(DISTINCT clone) FROM shared`)
			if out.Clones = int(n); err != nil {
				return err
			}
		}
		return s.Query(`SELECT (SELECT count(*) FROM searches), (SELECT count(*) FROM reads), coalesce(min(at), 0), coalesce(max(at), 0)
			FROM (SELECT at FROM searches UNION ALL SELECT at FROM reads)`, nil, func(row *sqlite.Row) error {
			out.Searches, out.Reads = row.ColumnInt(0), row.ColumnInt(1)
			out.Oldest, out.Newest = timeOf(row.ColumnInt64(2)), timeOf(row.ColumnInt64(3))
			return nil
		})
	})
	return out, err
}

// setAsides names the damaged databases that were kept, with their logs.
func setAsides(dir string) []string {
	files, err := filepath.Glob(filepath.Join(dir, "usage-damaged-*Z*.db*"))
	if err != nil {
		return nil
	}
	return files
}
