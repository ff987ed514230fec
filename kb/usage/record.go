package usage

import (
	"slices"
	"strings"

	"github.com/9aea2451/kb/kb/sqlite"
)

// event is what is recorded in one transaction, or waits in a file for it.
type event struct {
	Search *Search `json:"search,omitempty"`
	Read   *Read   `json:"read,omitempty"`
}

// add counts an event. It runs within a transaction.
func (s *store) add(e event) error {
	if e.Search != nil {
		if err := s.addSearch(e.Search); err != nil {
			return err
		}
	}
	if e.Read != nil {
		return s.addRead(e.Read)
	}
	return nil
}

// addSearch records a search with its results. One that repeats the last is marked and counts for
// nothing.
func (s *store) addSearch(q *Search) error {
	query, filters := clip(q.Query, maxText), clip(q.Filters, maxText)
	repeated, err := s.repeats(q, query, filters)
	if err != nil {
		return err
	}
	terms := strings.Join(q.Terms[:min(len(q.Terms), maxTerms)], "\n")
	err = s.Run(
		`INSERT INTO searches(at, source, session, query, terms, mode, matched, filters, micros, repeated) VALUES(?,?,?,?,?,?,?,?,?,?)`,
		q.At,
		q.Source,
		q.Session,
		query,
		terms,
		q.Mode,
		q.Match,
		filters,
		q.Latency.Microseconds(),
		repeated,
	)
	if err != nil {
		return err
	}
	search := s.LastInsertRowID()
	notes, err := s.addResults(search, q.Results)
	if err != nil || repeated {
		return err
	}
	for _, n := range notes {
		if err := s.Run(`UPDATE notes SET shown=shown+1, last_shown=max(last_shown, ?) WHERE id=?`, q.At, n); err != nil {
			return err
		}
		if err := s.Run(`INSERT INTO daily(day, note, shown, opened) VALUES(?,?,1,0) ON CONFLICT(note, day) DO UPDATE SET shown=shown+1`,
			dayOf(q.At), n); err != nil {
			return err
		}
	}
	for i, a := range notes[:min(len(notes), coShown)] {
		for _, b := range notes[:i] {
			if err := s.addPair(a, b, 1, 0, millis(q.At)); err != nil {
				return err
			}
		}
	}
	return nil
}

// repeats tells whether the same was asked shortly before, and counted.
func (s *store) repeats(q *Search, query, filters string) (bool, error) {
	n, err := s.Number(`SELECT count(*) FROM searches WHERE at > ? AND at <= ? AND query=? AND mode=? AND filters=? AND repeated=0`,
		q.At.Add(-Repeat), q.At, query, q.Mode, filters)
	return n > 0, err
}

// addResults records what a search returned, each note once, and gives their numbers, best first.
func (s *store) addResults(search int64, results []Result) ([]int64, error) {
	var notes []int64
	for _, r := range results {
		if len(notes) == maxResults {
			break
		}
		n, err := s.note(r.Note)
		if err != nil {
			return nil, err
		}
		if slices.Contains(notes, n) {
			continue
		}
		notes = append(notes, n)
		if err := s.Run(`INSERT INTO results(search, rank, note, score) VALUES(?,?,?,?)`, search, len(notes), n, r.Score); err != nil {
			return nil, err
		}
	}
	return notes, nil
}

// addRead records that a note was opened, and credits the words of the search before it and the
// notes used with it.
func (s *store) addRead(r *Read) error {
	note, err := s.note(r.Note)
	if err != nil {
		return err
	}
	search, terms, err := s.followed(r, note)
	if err != nil {
		return err
	}
	if search != 0 {
		if err := s.addTerms(r, note, search, terms); err != nil {
			return err
		}
	}
	// Read together with those that were read in the session since it was last read itself.
	var others []int64
	err = s.Query(`SELECT DISTINCT note FROM reads WHERE at >= ?1 AND at <= ?2 AND session=?3 AND note<>?4
		AND id > coalesce((SELECT max(id) FROM reads WHERE at >= ?1 AND at <= ?2 AND session=?3 AND note=?4), 0) ORDER BY note`,
		[]any{r.At.Add(-Session), r.At, r.Session, note}, func(row *sqlite.Row) error {
			others = append(others, row.ColumnInt64(0))
			return nil
		})
	if err != nil {
		return err
	}
	for _, other := range others {
		if err := s.addPair(note, other, 0, 1, millis(r.At)); err != nil {
			return err
		}
	}
	if err := s.Run(`INSERT INTO reads(at, source, session, note, search) VALUES(?,?,?,?,?)`, r.At, r.Source, r.Session, note,
		search); err != nil {
		return err
	}
	if err := s.Run(`UPDATE notes SET opened=opened+1, last_opened=max(last_opened, ?) WHERE id=?`, r.At, note); err != nil {
		return err
	}
	return s.Run(
		`INSERT INTO daily(day, note, shown, opened) VALUES(?,?,0,1) ON CONFLICT(note, day) DO UPDATE SET opened=opened+1`,
		dayOf(r.At),
		note,
	)
}

// followed finds the search that a read followed: the last one of the session that returned the
// note. 0 for none.
func (s *store) followed(r *Read, note int64) (search int64, terms []string, err error) {
	err = s.Query(
		`SELECT s.id, s.terms FROM searches s INDEXED BY searches_at CROSS JOIN results r ON r.search=s.id AND r.note=? WHERE s.at >= ? `+
			`AND s.at <= ? AND s.session=? ORDER BY s.at DESC, s.id DESC LIMIT 1`,
		[]any{note, r.At.Add(-Session), r.At, r.Session},
		func(row *sqlite.Row) error {
			search, terms = row.ColumnInt64(0), strings.Fields(row.ColumnText(1))
			return nil
		},
	)
	return search, terms, err
}

// addTerms counts the note under the words of the search that led to it, once for a search.
func (s *store) addTerms(r *Read, note, search int64, terms []string) error {
	before, err := s.Number(`SELECT count(*) FROM reads WHERE note=? AND search=?`, note, search)
	if before > 0 || err != nil {
		return err
	}
	slices.Sort(terms)
	for _, term := range slices.Compact(terms) {
		id, at, opened := int64(0), int64(0), 0.0
		err := s.Query(`SELECT id, at, opened FROM terms WHERE term=? AND note=?`, []any{term, note}, func(row *sqlite.Row) error {
			id, at, opened = row.ColumnInt64(0), row.ColumnInt64(1), row.ColumnFloat(2)
			return nil
		})
		if err != nil {
			return err
		}
		if id == 0 {
			err = s.Run(`INSERT INTO terms(term, note, opened, at) VALUES(?,?,1,?)`, term, note, r.At)
		} else {
			opened, at = grown(opened, at, 1, millis(r.At))
			err = s.Run(`UPDATE terms SET opened=?, at=? WHERE id=?`, opened, at, id)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// addPair counts two notes as going together.
func (s *store) addPair(a, b int64, shown, opened float64, event int64) error {
	a, b = min(a, b), max(a, b)
	id, at, wasShown, wasOpened := int64(0), int64(0), 0.0, 0.0
	err := s.Query(`SELECT id, at, shown, opened FROM pairs WHERE a=? AND b=?`, []any{a, b}, func(row *sqlite.Row) error {
		id, at, wasShown, wasOpened = row.ColumnInt64(0), row.ColumnInt64(1), row.ColumnFloat(2), row.ColumnFloat(3)
		return nil
	})
	if err != nil {
		return err
	}
	if id == 0 {
		return s.Run(`INSERT INTO pairs(a, b, shown, opened, at) VALUES(?,?,?,?,?)`, a, b, shown, opened, event)
	}
	wasShown, now := grown(wasShown, at, shown, event)
	wasOpened, _ = grown(wasOpened, at, opened, event)
	return s.Run(`UPDATE pairs SET shown=?, opened=?, at=? WHERE id=?`, wasShown, wasOpened, now, id)
}

// clip cuts a text to at most n bytes, at the end of a character.
func clip(text string, n int) string {
	if len(text) <= n {
		return strings.ToValidUTF8(text, "\uFFFD")
	}
	return strings.ToValidUTF8(text[:n], "")
}
