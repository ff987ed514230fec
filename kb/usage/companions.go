package usage

import (
	"cmp"
	"context"
	"math"
	"slices"
	"time"

	"github.com/9aea2451/kb/kb/sqlite"
)

// Companion is a note that was shown or opened together with another. The counts have faded to the
// time that was asked for.
type Companion struct {
	Note   Note
	Shown  float64 // times that both were among the first five of an answer
	Opened float64 // times that both were opened within one session
}

// Weight is how much a companion counts: being shown together says little, being opened together much.
func (c Companion) Weight() float64 { return c.Opened + shownShare*c.Shown }

// shownShare is what it counts that two notes were shown together, against that they were opened together.
const shownShare = 0.2

// Companions gives the notes that go together with one, the weightiest first, ties by path.
func (u *Store) Companions(ctx context.Context, n Note, now time.Time) ([]Companion, error) {
	var out []Companion
	err := u.look(ctx, func(s *store) (err error) {
		out, err = s.companions(n, now)
		return err
	})
	return out, err
}

// companions lists the notes that were shown or opened together with one, the strongest first; what
// is long past counts less.
func (s *store) companions(n Note, now time.Time) ([]Companion, error) {
	note, err := s.find(n)
	if note == 0 || err != nil {
		return nil, err
	}
	var out []Companion
	err = s.Query(
		`SELECT n.path, n.uid, p.shown, p.opened, p.at FROM pairs p JOIN notes n ON n.id = p.a + p.b - ?1 WHERE p.a=?1 OR p.b=?1`,
		[]any{note},
		func(row *sqlite.Row) error {
			at := row.ColumnInt64(4)
			out = append(out, Companion{
				Note:  Note{Path: row.ColumnText(0), ID: row.ColumnText(1)},
				Shown: faded(row.ColumnFloat(2), at, millis(now)), Opened: faded(row.ColumnFloat(3), at, millis(now)),
			})
			return nil
		},
	)
	slices.SortFunc(out, func(a, b Companion) int {
		return cmp.Or(cmp.Compare(b.Weight(), a.Weight()), cmp.Compare(a.Note.Path, b.Note.Path))
	})
	return out, err
}

// faded is what is left of a count after a while: half of it after HalfLife. A clock that went back
// leaves it as it is.
func faded(count float64, from, now int64) float64 {
	if now <= from {
		return count
	}
	age := time.Duration(now-from) * time.Millisecond
	return count * math.Pow(0.5, float64(age)/float64(HalfLife))
}

// grown is a fading count with what a new event adds to it, and the time for which it is right. An
// event that comes late adds what is left of it.
func grown(count float64, at int64, add float64, event int64) (float64, int64) {
	if event < at {
		return count + faded(add, event, at), at
	}
	return faded(count, at, event) + add, event
}
