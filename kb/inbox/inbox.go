// Package inbox keeps what was learnt from sessions with coding agents until a person has looked at
// it: which sessions were read, the candidates, and what was decided about them. It is a private
// database in git's common folder; nothing of it is committed, nor given to an agent.
//
// # Limitations
//
// An inbox is not for concurrent use; two processes may have one open. The texts of sessions are
// not kept: what is kept of one is when it was read and what came of it.
package inbox

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/ncruces/go-sqlite3"

	"github.com/9aea2451/kb/kb/agents"
	"github.com/9aea2451/kb/kb/learn"
	"github.com/9aea2451/kb/kb/sqlite"
	"github.com/9aea2451/kb/kb/store"
)

// State says what became of a candidate.
type State string

const (
	Waiting  State = "waiting"  // it is not sure enough yet, and is not shown
	New      State = "new"      // nobody has looked at it
	Edited   State = "edited"   // a person changed its words
	Proposed State = "proposed" // it is on a branch
	Merged   State = "merged"   // it is a note of the default branch
	Refused  State = "refused"  // its proposal was closed, or its note was taken out of it
	Dropped  State = "dropped"  // a person threw it away
)

// Open reports whether a person can still decide about a candidate.
func (s State) Open() bool { return s == New || s == Edited }

// Item is a candidate in the inbox.
type Item struct {
	N     int   `json:"n"` // how a person names it
	State State `json:"state"`
	learn.Candidate
	Finding string    `json:"finding,omitempty"` // what speaks against it: contradicts NOTE:line …
	Against string    `json:"against,omitempty"` // the note that it contradicts
	Branch  string    `json:"branch,omitempty"`  // on which it was proposed
	Commit  string    `json:"commit,omitempty"`
	Path    string    `json:"path,omitempty"` // of its note
	At      time.Time `json:"at"`             // when it last changed
}

// Session is a session that was read.
type Session struct {
	ID      string    `json:"id"` // the program and learn.SessionID: claude/5c3f7a10
	Client  string    `json:"client"`
	Stamp   string    `json:"-"` // of chat.Ref; "" while the session goes on: it is read again
	Started time.Time `json:"started,omitzero"`
	Ended   time.Time `json:"ended,omitzero"`
	Kind    string    `json:"kind"`       // a learn.SessionKind
	Turns   int       `json:"turns"`      // things that a person typed
	Skipped int       `json:"skipped"`    // records that could not be read
	Found   int       `json:"candidates"` // that it gave
	ReadAt  time.Time `json:"read"`
}

// Confirmation is a note that was said again in a session.
type Confirmation struct {
	Path     string         `json:"path"`
	Line     int            `json:"line"`
	Said     string         `json:"said"`
	Evidence learn.Evidence `json:"evidence"`
}

// errNewer is the error of an inbox that a newer kb wrote.
var errNewer = errors.New("the inbox was written by a newer kb")

const (
	file          = "sessions.db"
	schema        = 3
	applicationID = 0x6b62736e // "kbsn"
	busy          = 5 * time.Second
)

const tables = `
CREATE TABLE session(id TEXT PRIMARY KEY, client TEXT NOT NULL, stamp TEXT NOT NULL, data TEXT NOT NULL) STRICT;
CREATE TABLE candidate(n INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, state TEXT NOT NULL, data TEXT NOT NULL) STRICT;
CREATE TABLE confirmation(session TEXT NOT NULL, path TEXT NOT NULL, data TEXT NOT NULL, UNIQUE(session, path)) STRICT;
CREATE TABLE verdict( -- what is never to be proposed again; it outlives the candidate
	id TEXT PRIMARY KEY, simhash INTEGER NOT NULL, files TEXT NOT NULL,
	verdict TEXT NOT NULL, reason TEXT NOT NULL, at INTEGER NOT NULL) STRICT;
` + tables2

// tables2 are those that version 2 added. Sessions that version 1 read are read again for their
// traces; what it kept of single signals is found anew.
const tables2 = `
CREATE TABLE trace(session TEXT PRIMARY KEY, started INTEGER NOT NULL, data TEXT NOT NULL) STRICT; -- what is counted over sessions
CREATE TABLE module(name TEXT PRIMARY KEY, at INTEGER NOT NULL) STRICT; -- the sessions at which it was last looked at
UPDATE session SET stamp = '';
DELETE FROM candidate WHERE state = 'waiting' AND data LIKE '%"rule":"signal"%';
` + tables3

// tables3 are those that version 3 added. Sessions that older versions read are read again for their turns.
const tables3 = `
CREATE TABLE turn(id TEXT PRIMARY KEY, session TEXT NOT NULL) STRICT; -- what a person typed, and the first session that had it
UPDATE session SET stamp = '';
`

// Inbox is an open inbox. Close it.
type Inbox struct {
	db     *sqlite.Conn
	now    func() time.Time
	state  agents.State
	closed bool
}

// Exists reports whether a clone has an inbox, in the state folder of agents.
func Exists(dir string) bool {
	_, err := os.Stat(filepath.Join(dir, file))
	return err == nil
}

// Open opens the inbox in a folder and makes it where there is none.
func Open(dir string, now func() time.Time) (*Inbox, error) {
	if err := store.MakeDir(dir); err != nil {
		return nil, err
	}
	path := filepath.Join(dir, file)
	db, err := sqlite.Open(path, sqlite3.OPEN_READWRITE|sqlite3.OPEN_CREATE, busy, func(err error) error {
		if err != nil && !errors.Is(err, errNewer) && !strings.HasPrefix(err.Error(), path) {
			err = fmt.Errorf("%s: %w", path, err)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	b := &Inbox{db: db, now: now, state: agents.State{Dir: dir}}
	if err := b.prepare(); err != nil {
		db.Close()
		return nil, err
	}
	return b, nil
}

// Close closes the inbox; once more does nothing. What waits for a person is left where a hook
// finds it without opening the database.
func (b *Inbox) Close() error {
	if b.closed {
		return nil
	}
	b.closed = true
	var n agents.News
	err := b.db.Query("SELECT state, count(*) FROM candidate GROUP BY state", nil, func(row *sqlite.Row) error {
		switch s := State(row.ColumnText(0)); {
		case s.Open():
			n.Inbox += row.ColumnInt(1)
		case s == Proposed:
			n.Proposed += row.ColumnInt(1)
		}
		return nil
	})
	if err == nil {
		err = b.state.SetWaiting(n)
	}
	return errors.Join(err, b.db.Close())
}

// prepare makes the tables, or those that an older version lacks; errNewer where a newer kb made
// them. By secure_delete SQLite overwrites what is deleted: to forget is to erase.
func (b *Inbox) prepare() error {
	if err := b.db.Log(`PRAGMA secure_delete=on`); err != nil {
		return err
	}
	version, err := b.db.Number("SELECT user_version FROM pragma_user_version")
	switch {
	case err != nil || version == schema:
		return err
	case version > schema:
		return errNewer
	}
	return b.db.Write(func() error {
		// Another process may have made the tables meanwhile.
		version, err := b.db.Number("SELECT user_version FROM pragma_user_version")
		if err != nil || version == schema {
			return err
		}
		missing := []string{tables, tables2, tables3}[version]
		return b.db.Exec(missing + fmt.Sprintf("PRAGMA application_id=%d; PRAGMA user_version=%d", applicationID, schema))
	})
}

// Write makes several changes one.
func (b *Inbox) Write(f func() error) error { return b.db.Write(f) }

// Read reports whether a session was read as it stands now.
func (b *Inbox) Read(id, stamp string) (bool, error) {
	var old string
	found, err := b.db.One("SELECT stamp FROM session WHERE id = ?", []any{id}, &old)
	return found && old == stamp, err
}

// PutSession notes that a session was read.
func (b *Inbox) PutSession(s Session) error {
	s.ReadAt = b.now().UTC()
	data, err := json.Marshal(s)
	if err != nil {
		return err
	}
	return b.db.Run("INSERT OR REPLACE INTO session(id, client, stamp, data) VALUES (?, ?, ?, ?)", s.ID, s.Client, s.Stamp, string(data))
}

// Turn is the session in which a person first typed something, by the digest of that; "" for none.
func (b *Inbox) Turn(id string) (session string, err error) {
	_, err = b.db.One("SELECT session FROM turn WHERE id = ?", []any{id}, &session)
	return session, err
}

// PutTurn notes that a person typed something in a session.
func (b *Inbox) PutTurn(id, session string) error {
	return b.db.Run("INSERT OR IGNORE INTO turn(id, session) VALUES (?, ?)", id, session)
}

// Items returns all candidates in the order in which they were found.
func (b *Inbox) Items() (out []Item, err error) {
	err = b.db.Query("SELECT n, state, data FROM candidate ORDER BY n", nil, func(row *sqlite.Row) error {
		var i Item
		if err := json.Unmarshal([]byte(row.ColumnText(2)), &i); err != nil {
			return err
		}
		i.N, i.State = row.ColumnInt(0), State(row.ColumnText(1))
		out = append(out, i)
		return nil
	})
	return out, err
}

// Put adds a candidate, or changes the one of the same number.
func (b *Inbox) Put(i Item) error {
	i.At = b.now().UTC()
	data, err := json.Marshal(i)
	if err != nil {
		return err
	}
	if i.N > 0 {
		return b.db.Run("UPDATE candidate SET id = ?, state = ?, data = ? WHERE n = ?", i.ID, string(i.State), string(data), i.N)
	}
	return b.db.Run("INSERT INTO candidate(id, state, data) VALUES (?, ?, ?)", i.ID, string(i.State), string(data))
}

// Remember adds something that somebody wrote down, and returns its number and id. What says the
// same as a candidate becomes part of it; what was dropped or refused before is not kept, its number
// is 0.
func (b *Inbox) Remember(c learn.Candidate) (n int, id string, err error) {
	if decided, err := b.Decided(c); err != nil || decided {
		return 0, c.ID, err
	}
	err = b.db.Write(func() error {
		items, err := b.Items()
		if err != nil {
			return err
		}
		item := Item{Candidate: c, State: New}
		for _, o := range items {
			if o.Says(&c) && (item.N == 0 || o.Origin != learn.Outside) {
				item = o
				item.Absorb(c)
				if item.State == Waiting {
					item.State = New
				}
			}
		}
		if err := b.Put(item); err != nil {
			return err
		}
		_, err = b.db.One("SELECT n, id FROM candidate WHERE id = ?", []any{item.ID}, &n, &id)
		return err
	})
	return n, id, err
}

// Remove takes a candidate out, as when it is merged into another.
func (b *Inbox) Remove(n int) error { return b.db.Run("DELETE FROM candidate WHERE n = ?", n) }

// Confirm notes that a session said again what a note says, once for each of both.
func (b *Inbox) Confirm(c Confirmation) error {
	data, err := json.Marshal(c)
	if err != nil {
		return err
	}
	return b.db.Run("INSERT OR REPLACE INTO confirmation(session, path, data) VALUES (?, ?, ?)", c.Evidence.Session, c.Path, string(data))
}

// Confirmations returns what sessions said again, by path.
func (b *Inbox) Confirmations() (out []Confirmation, err error) {
	err = b.db.Query("SELECT data FROM confirmation ORDER BY path, session", nil, func(row *sqlite.Row) error {
		var c Confirmation
		if err := json.Unmarshal([]byte(row.ColumnText(0)), &c); err != nil {
			return err
		}
		out = append(out, c)
		return nil
	})
	return out, err
}

// Decide notes that a candidate is never to be proposed again.
func (b *Inbox) Decide(c learn.Candidate, verdict State, reason string) error {
	return b.db.Run("INSERT OR REPLACE INTO verdict(id, simhash, files, verdict, reason, at) VALUES (?, ?, ?, ?, ?, ?)",
		c.ID, int64(learn.Simhash(c.Statement)), strings.Join(c.Files, "\n"), string(verdict), reason, b.now())
}

// Decided reports whether something like a candidate was dropped or refused before: the same words
// within three bits of their sum, and a file in common where both name files.
func (b *Inbox) Decided(c learn.Candidate) (found bool, err error) {
	sum := learn.Simhash(c.Statement)
	err = b.db.Query("SELECT id, simhash, files FROM verdict", nil, func(row *sqlite.Row) error {
		var files []string
		if s := row.ColumnText(2); s != "" {
			files = strings.Split(s, "\n")
		}
		apart := len(files) > 0 && len(c.Files) > 0 &&
			!slices.ContainsFunc(files, func(f string) bool { return slices.Contains(c.Files, f) })
		found = found || row.ColumnText(0) == c.ID || learn.Near(sum, uint64(row.ColumnInt64(1))) && !apart
		return nil
	})
	return found, err
}

// DecidedID reports whether a candidate of an id was dropped or refused before.
func (b *Inbox) DecidedID(id string) (bool, error) {
	n, err := b.db.Number("SELECT count(*) FROM verdict WHERE id = ?", id)
	return n > 0, err
}

// Forget erases what is known of a session (learn.SessionID): that it was read, what it confirmed,
// and its part in candidates; a candidate that no other session gave goes with it, unless it was
// proposed.
func (b *Inbox) Forget(session string) (found bool, err error) {
	err = b.db.Write(func() error {
		n, err := b.db.Number("SELECT count(*) FROM session WHERE substr(id, instr(id, '/') + 1) = ?", session)
		if err != nil || n == 0 {
			return err
		}
		found = true
		for _, sql := range []string{"DELETE FROM session WHERE substr(id, instr(id, '/') + 1) = ?",
			"DELETE FROM confirmation WHERE session = ?", "DELETE FROM trace WHERE substr(session, instr(session, '/') + 1) = ?",
			"DELETE FROM turn WHERE substr(session, instr(session, '/') + 1) = ?"} {
			if err := b.db.Run(sql, session); err != nil {
				return err
			}
		}
		// A candidate that is left without evidence goes too, while it is open or waiting.
		items, err := b.Items()
		for _, i := range items {
			left := slices.DeleteFunc(slices.Clone(i.Evidence), func(e learn.Evidence) bool { return e.Session == session })
			if err != nil || len(left) == len(i.Evidence) {
				continue
			}
			if len(left) == 0 && (i.State.Open() || i.State == Waiting) {
				err = b.Remove(i.N)
				continue
			}
			i.Evidence = left
			err = b.Put(i)
		}
		return err
	})
	return found, err
}

// NoteTraces counts what an inbox knows of a note.
type NoteTraces struct {
	Candidates int `json:"candidates"` // that became it
	Mentions   int `json:"mentions"`   // candidates, confirmations, verdicts and sessions that name it otherwise
}

// ForgetNote erases what is known of a note, by its paths and ids: the candidates that became it, and
// that anything else names it. A candidate that went is not proposed again. With dry it only counts.
func (b *Inbox) ForgetNote(paths, ids []string, dry bool) (n NoteTraces, err error) {
	err = b.db.Write(func() error {
		items, err := b.Items()
		for _, i := range items {
			if err != nil {
				return err
			}
			err = b.forgetItem(i, paths, ids, dry, &n)
		}
		if err != nil {
			return err
		}
		for _, path := range paths {
			quoted, err := json.Marshal(path)
			if err != nil {
				return err
			}
			const lines, line = "(char(10) || files || char(10))", "(char(10) || ?1 || char(10))"
			for _, of := range []struct{ table, where, erase, arg string }{
				{"confirmation", "path = ?1", "DELETE FROM confirmation", path},
				{"verdict", "instr(" + lines + ", " + line + ")",
					"UPDATE verdict SET files = trim(replace(" + lines + ", " + line + ", char(10)), char(10))", path},
				{"trace", "instr(data, ?1)", "DELETE FROM trace", string(quoted)},
			} {
				found, err := b.db.Number("SELECT count(*) FROM "+of.table+" WHERE "+of.where, of.arg)
				if err != nil {
					return err
				}
				n.Mentions += int(found)
				if found == 0 || dry {
					continue
				}
				if err := b.db.Run(of.erase+" WHERE "+of.where, of.arg); err != nil {
					return err
				}
			}
		}
		return nil
	})
	if err == nil && !dry {
		err = b.db.Exec(`PRAGMA wal_checkpoint(truncate)`)
	}
	return n, err
}

// forgetItem counts in n, and unless dry erases, what a candidate has of a note: one that became it
// is removed and never proposed again, another loses the paths and the finding that name it.
func (b *Inbox) forgetItem(i Item, paths, ids []string, dry bool, n *NoteTraces) error {
	named := func(path string) bool { return slices.Contains(paths, path) }
	switch {
	case slices.Contains(ids, i.ID) || named(i.Path):
		n.Candidates++
		if dry {
			return nil
		}
		if err := b.Decide(i.Candidate, Dropped, "its note was forgotten"); err != nil {
			return err
		}
		return b.Remove(i.N)
	case named(i.Against) || slices.ContainsFunc(i.Files, named):
		n.Mentions++
		if dry {
			return nil
		}
		if named(i.Against) {
			i.Finding, i.Against = "", ""
		}
		i.Files = slices.DeleteFunc(i.Files, named)
		return b.Put(i)
	}
	return nil
}
