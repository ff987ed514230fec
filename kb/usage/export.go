package usage

import (
	"context"
	"strings"
	"time"

	"github.com/9aea2451/kb/kb/sqlite"
)

// Export is all that is kept, or the part of it that belongs to a note or to some days.
type Export struct {
	Notes    []ExportedNote   `json:"notes"`
	Days     []ExportedDay    `json:"days"`
	Searches []ExportedSearch `json:"searches"`
	Reads    []ExportedRead   `json:"reads"`
	Together []ExportedPair   `json:"together"`
	Words    []ExportedWord   `json:"words"`
}

// ExportedNote is a note with its counts since the beginning.
type ExportedNote struct {
	Path       string    `json:"path"`
	ID         string    `json:"id,omitempty"`
	Shown      int       `json:"shown"`
	Opened     int       `json:"opened"`
	LastShown  time.Time `json:"last_shown,omitzero"`
	LastOpened time.Time `json:"last_opened,omitzero"`
}

// ExportedDay is what was counted for a note on a day.
type ExportedDay struct {
	Day    string `json:"day"`
	Path   string `json:"path"`
	Shown  int    `json:"shown"`
	Opened int    `json:"opened"`
}

// ExportedSearch is a search as it was recorded.
type ExportedSearch struct {
	At       time.Time `json:"at"`
	Source   string    `json:"source"`
	Session  string    `json:"session,omitempty"`
	Query    string    `json:"query"`
	Mode     string    `json:"mode"`
	Match    string    `json:"match,omitempty"`
	Filters  string    `json:"filters,omitempty"`
	Millis   float64   `json:"ms"`
	Repeated bool      `json:"repeated,omitempty"`
	Results  []string  `json:"results"`
}

// ExportedRead is a read as it was recorded.
type ExportedRead struct {
	At      time.Time `json:"at"`
	Source  string    `json:"source"`
	Session string    `json:"session,omitempty"`
	Path    string    `json:"path"`
	Query   string    `json:"query,omitempty"`
}

// ExportedPair is two notes that go together, with counts as they stood at a time.
type ExportedPair struct {
	A      string    `json:"a"`
	B      string    `json:"b"`
	Shown  float64   `json:"shown"`
	Opened float64   `json:"opened"`
	At     time.Time `json:"at"`
}

// ExportedWord is a word after which a note was opened, with a count as it stood at a time.
type ExportedWord struct {
	Word   string    `json:"word"`
	Path   string    `json:"path"`
	Opened float64   `json:"opened"`
	At     time.Time `json:"at"`
}

// Export gives what is kept. Where a note is named it is what belongs to the note; where a time is
// not zero, what was recorded on or after the day of from, on or before the day of to. Words and
// pairs are not known by day, and left out then.
func (u *Store) Export(ctx context.Context, only *Note, from, to time.Time) (*Export, error) {
	out := &Export{
		Notes:    []ExportedNote{},
		Days:     []ExportedDay{},
		Searches: []ExportedSearch{},
		Reads:    []ExportedRead{},
		Together: []ExportedPair{},
		Words:    []ExportedWord{},
	}
	e := exporter{out: out, first: -1 << 40, last: 1 << 40, all: from.IsZero() && to.IsZero()}
	if !from.IsZero() {
		e.first = dayOf(from)
	}
	if !to.IsZero() {
		e.last = dayOf(to)
	}
	err := u.look(ctx, func(s *store) (err error) {
		e.store = s
		if only != nil {
			if e.note, err = s.find(*only); e.note == 0 || err != nil {
				return err
			}
		}
		for _, step := range []func() error{e.notes, e.days, e.searches, e.reads, e.pairs, e.words} {
			if err := step(); err != nil {
				return err
			}
		}
		return nil
	})
	return out, err
}

// exporter fills an Export.
type exporter struct {
	*store
	out         *Export
	note        int64 // 0: all
	first, last int64 // days
	all         bool  // days
}

// notes exports the counts of the notes that were used in the days that are asked for.
func (e *exporter) notes() error {
	return e.Query(
		countColumns+` WHERE (?1=0 OR n.id=?1) AND n.id IN (SELECT note FROM daily WHERE day >= ?2 AND day <= ?3) ORDER BY n.path, n.id`,
		[]any{e.note, e.first, e.last},
		func(row *sqlite.Row) error {
			c := countOf(row)
			e.out.Notes = append(e.out.Notes, ExportedNote{c.Note.Path, c.Note.ID, c.Shown, c.Opened, c.LastShown, c.LastOpened})
			return nil
		},
	)
}

// days exports how often each note was shown and opened on each day.
func (e *exporter) days() error {
	return e.Query(
		`SELECT d.day, n.path, d.shown, d.opened FROM daily d JOIN notes n ON n.id=d.note WHERE (?1=0 OR n.id=?1) AND d.day >= ?2 AND `+
			`d.day <= ?3 ORDER BY d.day, n.path, n.id`,
		[]any{e.note, e.first, e.last},
		func(row *sqlite.Row) error {
			day := time.Unix(row.ColumnInt64(0)*24*60*60, 0).UTC().Format(time.DateOnly)
			e.out.Days = append(e.out.Days,
				ExportedDay{Day: day, Path: row.ColumnText(1), Shown: row.ColumnInt(2), Opened: row.ColumnInt(3)})
			return nil
		},
	)
}

// searches exports the searches of the days, each with the paths of its results, best first.
func (e *exporter) searches() error {
	return e.Query(`SELECT s.at, s.source, s.session, s.query, s.mode, s.matched, s.filters, s.micros, s.repeated,
		coalesce((SELECT group_concat(n.path, char(10) ORDER BY r.rank) FROM results r JOIN notes n ON n.id=r.note WHERE r.search=s.id), '')
		FROM searches s WHERE s.at >= ?2 AND s.at < ?3 AND (?1=0 OR s.id IN (SELECT search FROM results WHERE note=?1))
		ORDER BY s.at, s.id`,
		[]any{e.note, e.first * dayMillis, (e.last + 1) * dayMillis}, func(row *sqlite.Row) error {
			q := ExportedSearch{
				At: timeOf(
					row.ColumnInt64(0),
				), Source: row.ColumnText(1), Session: row.ColumnText(2), Query: row.ColumnText(3), Mode: row.ColumnText(4),
				Match:   row.ColumnText(5),
				Filters: row.ColumnText(6), Millis: float64(row.ColumnInt64(7)) / 1000, Repeated: row.ColumnBool(8), Results: []string{},
			}
			if paths := row.ColumnText(9); paths != "" {
				q.Results = strings.Split(paths, "\n")
			}
			e.out.Searches = append(e.out.Searches, q)
			return nil
		})
}

// reads exports when notes were opened, and after which search.
func (e *exporter) reads() error {
	return e.Query(
		`SELECT d.at, d.source, d.session, n.path, coalesce(s.query, '')
		FROM reads d JOIN notes n ON n.id=d.note LEFT JOIN searches s ON s.id=d.search
		WHERE d.at >= ?2 AND d.at < ?3 AND (?1=0 OR n.id=?1) ORDER BY d.at, d.id`,
		[]any{e.note, e.first * dayMillis, (e.last + 1) * dayMillis},
		func(row *sqlite.Row) error {
			e.out.Reads = append(e.out.Reads, ExportedRead{
				At: timeOf(
					row.ColumnInt64(0),
				), Source: row.ColumnText(1), Session: row.ColumnText(2), Path: row.ColumnText(3), Query: row.ColumnText(4),
			})
			return nil
		},
	)
}

// pairs exports which notes were used together; they belong to no day, so only all of them can be
// asked for.
func (e *exporter) pairs() error {
	if !e.all {
		return nil
	}
	return e.Query(
		`SELECT a.path, b.path, p.shown, p.opened, p.at FROM pairs p JOIN notes a ON a.id=p.a JOIN notes b ON b.id=p.b WHERE ?1=0 OR `+
			`a.id=?1 OR b.id=?1 ORDER BY a.path, b.path, p.id`,
		[]any{e.note},
		func(row *sqlite.Row) error {
			e.out.Together = append(e.out.Together, ExportedPair{
				A: row.ColumnText(
					0,
				), B: row.ColumnText(1), Shown: row.ColumnFloat(2), Opened: row.ColumnFloat(3), At: timeOf(row.ColumnInt64(4)),
			})
			return nil
		},
	)
}

// words exports by which words notes were found and then opened; they belong to no day either.
func (e *exporter) words() error {
	if !e.all {
		return nil
	}
	return e.Query(
		`SELECT t.term, n.path, t.opened, t.at FROM terms t JOIN notes n ON n.id=t.note WHERE ?1=0 OR n.id=?1 ORDER BY t.term, n.path, `+
			`n.id`,
		[]any{e.note},
		func(row *sqlite.Row) error {
			e.out.Words = append(e.out.Words,
				ExportedWord{Word: row.ColumnText(0), Path: row.ColumnText(1), Opened: row.ColumnFloat(2), At: timeOf(row.ColumnInt64(3))})
			return nil
		},
	)
}
