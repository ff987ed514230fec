package inbox

import (
	"encoding/json"
	"slices"
	"time"

	"github.com/9aea2451/kb/kb/habit"
	"github.com/9aea2451/kb/kb/observe"
	"github.com/9aea2451/kb/kb/sqlite"
)

// maxTraces is how many sessions are counted over; the earliest go.
const maxTraces = 2000

// PutTrace keeps what is counted of a session, which started at a second since 1970.
func (b *Inbox) PutTrace(id string, started int64, t observe.Trace) error {
	data, err := json.Marshal(t)
	if err != nil {
		return err
	}
	const insert = "INSERT OR REPLACE INTO trace(session, started, data) VALUES (?, ?, ?)"
	if err := b.db.Run(insert, id, started, string(data)); err != nil {
		return err
	}
	return b.db.Run(`DELETE FROM trace WHERE session IN (SELECT session FROM trace ORDER BY started DESC, session LIMIT -1 OFFSET ?)`,
		maxTraces)
}

// Traced is what is counted of a session.
type Traced struct {
	ID      string // the program and learn.SessionID
	Started int64  // seconds since 1970, 0 where that is not known
	observe.Trace
}

// Traces returns what is counted of each session, in the order of time.
func (b *Inbox) Traces() (out []Traced, err error) {
	err = b.db.Query("SELECT session, started, data FROM trace ORDER BY started, session", nil, func(row *sqlite.Row) error {
		t := Traced{ID: row.ColumnText(0), Started: row.ColumnInt64(1)}
		if err := json.Unmarshal([]byte(row.ColumnText(2)), &t.Trace); err != nil {
			return err
		}
		out = append(out, t)
		return nil
	})
	return out, err
}

// Modules returns how many sessions each module had when it was last looked at.
func (b *Inbox) Modules() (map[string]int, error) {
	out := map[string]int{}
	err := b.db.Query("SELECT name, at FROM module", nil, func(row *sqlite.Row) error {
		out[row.ColumnText(0)] = row.ColumnInt(1)
		return nil
	})
	return out, err
}

// PutModule notes that a module was looked at when it had so many sessions.
func (b *Inbox) PutModule(name string, at int) error {
	return b.db.Run("INSERT OR REPLACE INTO module(name, at) VALUES (?, ?)", name, at)
}

// Verdicts counts what became of the candidates of each class of signals since a moment: what was refused
// long ago may be tried again.
func Verdicts(items []Item, since time.Time) map[observe.Class]habit.Verdicts {
	out := map[observe.Class]habit.Verdicts{}
	for _, i := range items {
		if i.Signal == "" || i.At.Before(since) {
			continue
		}
		v := out[observe.Class(i.Signal)]
		switch {
		case i.State == Merged:
			v.Kept++
		case slices.Contains([]State{Dropped, Refused}, i.State):
			v.Dropped++
		}
		out[observe.Class(i.Signal)] = v
	}
	return out
}
