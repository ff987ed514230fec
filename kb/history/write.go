package history

import (
	"encoding/hex"
	"errors"
	"fmt"

	"github.com/9aea2451/kb/kb/sqlite"
	"github.com/ncruces/go-sqlite3"
)

// How much goes into one transaction.
const (
	batchCommits = 1024
	batchChanges = 50_000
)

// errOvertaken tells that another process recorded commits meanwhile.
var errOvertaken = errors.New("another process wrote the history meanwhile")

// writer records commits, in transactions that leave a complete history of fewer commits when they
// are the last.
type writer struct {
	store                                                          *store
	graph                                                          *graph
	saved                                                          int              // commits of the graph that are in the database
	numbers                                                        map[string]int32 // of the commits of this walk, by object id
	people                                                         map[Signature]int64
	paths                                                          map[string]int64
	batch                                                          []*Commit
	changes                                                        int // in batch
	commit, person, path, change, findCommit, findPerson, findPath *sqlite3.Stmt
}

func newWriter(s *store, g *graph) (*writer, error) {
	w := &writer{store: s, graph: g, saved: g.len(), numbers: map[string]int32{}, people: map[Signature]int64{}, paths: map[string]int64{}}
	for _, p := range []struct {
		stmt **sqlite3.Stmt
		sql  string
	}{
		{&w.commit, `INSERT INTO commits VALUES(?,?,?,?,?,?,?,?,?,?,?,?)`},
		{&w.person, `INSERT INTO people(name, email) VALUES(?,?)`},
		{&w.path, `INSERT INTO paths(path) VALUES(?)`},
		{&w.change, `INSERT OR IGNORE INTO changes VALUES(?,?,?,?,?,?,?,?)`},
		{&w.findCommit, `SELECT id FROM commits WHERE oid=?`},
		{&w.findPerson, `SELECT id FROM people WHERE name=? AND email=?`},
		{&w.findPath, `SELECT id FROM paths WHERE path=?`},
	} {
		stmt, _, err := s.Prepare(p.sql)
		if err != nil {
			w.Close()
			return nil, asDamage(err)
		}
		*p.stmt = stmt
	}
	return w, nil
}

// Close drops the statements.
func (w *writer) Close() {
	for _, stmt := range []*sqlite3.Stmt{w.commit, w.person, w.path, w.change, w.findCommit, w.findPerson, w.findPath} {
		stmt.Close()
	}
}

// add records a commit sooner or later; flush does it at once.
func (w *writer) add(c *Commit) error {
	w.batch = append(w.batch, c)
	if w.changes += len(c.Changes); len(w.batch) < batchCommits && w.changes < batchChanges {
		return nil
	}
	return w.flush()
}

// flush writes the batch in one transaction.
func (w *writer) flush() error {
	if len(w.batch) == 0 {
		return nil
	}
	err := w.store.Write(func() error {
		n, err := w.store.Number(`SELECT coalesce(max(first + commits), 0) FROM graph`)
		if err != nil {
			return err
		}
		if int(n) != w.saved {
			return errOvertaken
		}
		for _, c := range w.batch {
			if err := w.record(c); err != nil {
				return err
			}
		}
		return w.store.Run(`INSERT INTO graph VALUES(?,?,?)`, int64(w.saved), int64(w.graph.len()-w.saved), w.graph.encode(w.saved))
	})
	if err != nil {
		return fmt.Errorf("record history: %w", err)
	}
	w.saved, w.batch, w.changes = w.graph.len(), w.batch[:0], 0
	return nil
}

// record writes a commit and its changes.
func (w *writer) record(c *Commit) error {
	var parents []int32
	var named []byte
	for _, p := range c.Parents {
		named = append(named, p...)
		if c.Cut {
			continue
		}
		n, err := w.number(p)
		if err != nil {
			return err
		}
		if n >= 0 {
			parents = append(parents, n)
		}
	}
	flags := byte(0)
	if c.Cut {
		flags |= flagCut
	}
	if c.Unknown {
		flags |= flagUnknown
	}
	id := int64(w.graph.len())
	author, err := w.personOf(c.Author)
	if err != nil {
		return err
	}
	committer, err := w.personOf(c.Committer)
	if err != nil {
		return err
	}
	_, az := c.Author.When.Zone()
	_, cz := c.Committer.When.Zone()
	err = run(w.commit, id, rawID(c.ID), named, int64(flags), author, c.Author.When.Unix(), int64(az/60),
		committer, c.Committer.When.Unix(), int64(cz/60), c.Subject, c.Body)
	if err != nil {
		return err
	}
	w.numbers[c.ID] = int32(id)
	w.graph.add(parents, c.Committer.When.Unix(), flags)
	for _, ch := range c.Changes {
		if err := w.recordChange(id, ch); err != nil {
			return err
		}
	}
	return nil
}

func (w *writer) recordChange(commit int64, c Change) error {
	path, err := w.pathOf(c.Path)
	if err != nil {
		return err
	}
	var old any
	if c.OldPath != "" {
		if old, err = w.pathOf(c.OldPath); err != nil {
			return err
		}
	}
	return run(w.change, commit, path, int64(c.Status), old, blobArg(c.OldBlob), blobArg(c.NewBlob), int64(c.OldMode), int64(c.NewMode))
}

func blobArg(id string) any {
	if id == "" {
		return nil
	}
	return rawID(id)
}

// rawID is the bytes of a hexadecimal id; of what is none, its letters.
func rawID(id string) []byte {
	raw, err := hex.DecodeString(id)
	if err != nil {
		return []byte(id)
	}
	return raw
}

// run runs a statement with arguments.
func run(stmt *sqlite3.Stmt, args ...any) error {
	if err := sqlite.Bind(stmt, args...); err != nil {
		return err
	}
	return stmt.Exec()
}

// lookup runs a statement that finds a number, -1 for none.
func lookup(stmt *sqlite3.Stmt, args ...any) (int64, error) {
	if err := sqlite.Bind(stmt, args...); err != nil {
		return 0, err
	}
	n := int64(-1)
	if stmt.Step() {
		n = stmt.ColumnInt64(0)
	}
	return n, stmt.Reset()
}

// number is the number of a commit, -1 when it is not recorded.
func (w *writer) number(id string) (int32, error) {
	if n, ok := w.numbers[id]; ok || w.graph.len() == 0 {
		if !ok {
			n = -1
		}
		return n, nil
	}
	n, err := lookup(w.findCommit, rawID(id))
	if n >= 0 && err == nil {
		w.numbers[id] = int32(n)
	}
	return int32(n), err
}

func (w *writer) personOf(s Signature) (int64, error) {
	key := Signature{Name: s.Name, Email: s.Email}
	if n, ok := w.people[key]; ok {
		return n, nil
	}
	n, err := lookup(w.findPerson, s.Name, s.Email)
	if err == nil && n < 0 {
		err = run(w.person, s.Name, s.Email)
		n = w.store.LastInsertRowID()
	}
	w.people[key] = n
	return n, err
}

func (w *writer) pathOf(path string) (int64, error) {
	if n, ok := w.paths[path]; ok {
		return n, nil
	}
	n, err := lookup(w.findPath, []byte(path))
	if err == nil && n < 0 {
		err = run(w.path, []byte(path))
		n = w.store.LastInsertRowID()
	}
	w.paths[path] = n
	return n, err
}
