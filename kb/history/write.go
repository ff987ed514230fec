package history

import (
	"encoding/hex"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/9aea2451/kb/kb/history/walk"
	"github.com/9aea2451/kb/kb/record"
	"github.com/9aea2451/kb/kb/sqlite"
	"github.com/ncruces/go-sqlite3"
)

// How much goes into one transaction.
const (
	batchCommits = 2048
	batchChanges = 150_000
)

// errOvertaken tells that another process recorded commits meanwhile.
var errOvertaken = errors.New("another process wrote the history meanwhile")

// writer records commits, in transactions that leave a complete history of fewer commits when they
// are the last.
type writer struct {
	store   *store
	graph   *graph
	rows    *rowCache
	saved   int              // commits of the graph that are in the database
	numbers map[string]int32 // of the commits of this walk, by object id
	people  map[walk.Signature]int64
	paths   map[string]int64
	folders map[string]int64
	batch   []*walk.Commit
	changes int           // in batch
	fresh   map[int64]int // how many rows of a path are in the database, of those that got more

	commit, person, path, folder, touch, touchMore, findCommit, findPerson, findPath, findFolder *sqlite3.Stmt
}

// newWriter prepares the statements by which commits are written. What is saved before g is not
// read again.
func newWriter(s *store, g *graph, rows *rowCache) (*writer, error) {
	w := &writer{
		store: s, graph: g, rows: rows, saved: g.len(),
		numbers: map[string]int32{}, people: map[walk.Signature]int64{}, paths: map[string]int64{}, folders: map[string]int64{},
		fresh: map[int64]int{},
	}
	for _, p := range []struct {
		stmt **sqlite3.Stmt
		sql  string
	}{
		{&w.commit, `INSERT INTO commits VALUES(?,?,?,?,?,?,?,?,?,?,?,?,?)`},
		{&w.person, `INSERT INTO people(name, email) VALUES(?,?)`},
		{&w.path, `INSERT INTO paths(sum, folder, name) VALUES(?,?,?)`},
		{&w.folder, `INSERT INTO folders(path) VALUES(?)`},
		{&w.touch, `INSERT INTO touches VALUES(?,?,?)`},
		{&w.touchMore, appendTouches},
		{&w.findCommit, `SELECT id FROM commits WHERE oid=?`},
		{&w.findPerson, `SELECT id FROM people WHERE name=? AND email=?`},
		{&w.findPath, `SELECT id FROM paths WHERE sum=? AND folder=? AND name=?`},
		{&w.findFolder, `SELECT id FROM folders WHERE path=?`},
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
	for _, stmt := range []*sqlite3.Stmt{
		w.commit, w.person, w.path, w.folder, w.touch, w.touchMore, w.findCommit, w.findPerson, w.findPath, w.findFolder,
	} {
		stmt.Close()
	}
}

// add records a commit sooner or later; flush does it at once.
func (w *writer) add(c *walk.Commit) error {
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
	w.rows.writing = true
	err := w.store.Write(func() error {
		same, err := w.store.holds(w.saved, w.graph)
		if err != nil {
			return err
		}
		if !same {
			return errOvertaken
		}
		for _, c := range w.batch {
			if err := w.record(c); err != nil {
				return err
			}
		}
		// A key for the few rows of each walk would take as much room as they do.
		for _, path := range slices.Sorted(maps.Keys(w.fresh)) {
			saved := w.fresh[path]
			rows := w.rows.paths[path]
			var data record.Writer
			for i := saved; i < len(rows); i++ {
				writeRow(&data, rows[i], lastRow(rows[:i]))
			}
			if saved > 0 {
				if err := run(w.touchMore, path, data.Data, mostTouches); err != nil {
					return err
				}
				if w.store.Changes() > 0 {
					continue
				}
			}
			if err := run(w.touch, path, int64(w.saved), data.Data); err != nil {
				return err
			}
		}
		return w.store.Run(`INSERT INTO graph VALUES(?,?,?)`, int64(w.saved), int64(w.graph.len()-w.saved), w.graph.encode(w.saved))
	})
	if err != nil {
		return fmt.Errorf("record history: %w", err)
	}
	w.saved, w.batch, w.changes, w.rows.writing = w.graph.len(), w.batch[:0], 0, false
	clear(w.fresh)
	return nil
}

// record writes a commit and its changes.
func (w *writer) record(c *walk.Commit) error {
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
	if len(parents) == len(c.Parents) {
		named = []byte{}
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
	touched, err := w.recordChanges(c, parents)
	if err != nil {
		return err
	}
	_, az := c.Author.When.Zone()
	_, cz := c.Committer.When.Zone()
	err = run(w.commit, id, rawID(c.ID), named, int64(flags), author, c.Author.When.Unix(), int64(az/60),
		committer, c.Committer.When.Unix(), int64(cz/60), c.Subject, c.Body, encodeTouched(touched))
	if err != nil {
		return err
	}
	w.numbers[c.ID] = int32(id)
	w.graph.add(parents, c.Committer.When.Unix(), flags)
	return nil
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

// personOf returns the number of a person, who is added where nobody of that name and address is
// known.
func (w *writer) personOf(s walk.Signature) (int64, error) {
	key := walk.Signature{Name: s.Name, Email: s.Email}
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

// pathOf returns the number of a path, which is added where it is not known.
func (w *writer) pathOf(path string) (int64, error) {
	if n, ok := w.paths[path]; ok {
		return n, nil
	}
	folder, name := splitPath(path)
	in, err := w.folderOf(string(folder))
	if err != nil {
		return 0, err
	}
	n, err := lookup(w.findPath, pathSum(path), in, name)
	if err == nil && n < 0 {
		err = run(w.path, pathSum(path), in, name)
		n = w.store.LastInsertRowID()
	}
	w.paths[path] = n
	return n, err
}

// folderOf returns the number of a folder, which is added where it is not known.
func (w *writer) folderOf(path string) (int64, error) {
	if n, ok := w.folders[path]; ok {
		return n, nil
	}
	n, err := lookup(w.findFolder, []byte(path))
	if err == nil && n < 0 {
		err = run(w.folder, []byte(path))
		n = w.store.LastInsertRowID()
	}
	w.folders[path] = n
	return n, err
}
