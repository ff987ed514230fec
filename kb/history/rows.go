package history

import (
	"cmp"
	"encoding/hex"
	"fmt"
	"slices"

	"github.com/9aea2451/kb/kb/history/walk"
	"github.com/9aea2451/kb/kb/record"
	"github.com/9aea2451/kb/kb/sqlite"
)

// What the rows of a path say beside the letters of git.
const (
	movedOn  walk.Status = 'L' // the commit renamed the path to another
	asBefore walk.Status = 'K' // a merge has the path as its first parent had it, though its other parents say otherwise
)

// row is what one commit did to a path.
//
// A commit with one parent has a row for each path at which its tree differs from the parent's. A
// merge has rows only for what its parents do not explain: what a path is in the tree of any commit
// says the row with the greatest number among those of the commit and of all its ancestors, and a
// merge of which that is true without a row of its own has none. Renames and copies are rows
// whether explained or not, as they are no matter of one path alone.
type row struct {
	commit   int32
	status   walk.Status
	other    int64 // of a rename or a copy the path before, of movedOn the path after, else 0
	old, new state
}

// state is what a path is in a tree.
type state struct {
	blob string // the bytes of the id, "" where the path is not there
	mode uint32
}

// change is a row as a Change without its paths.
func (r *row) change() walk.Change {
	return walk.Change{
		Status: r.status, OldBlob: hex.EncodeToString([]byte(r.old.blob)), NewBlob: hex.EncodeToString([]byte(r.new.blob)),
		OldMode: r.old.mode, NewMode: r.new.mode,
	}
}

// between is the row that says what became of a path from one tree to the next.
func between(commit int32, old, new state) row {
	status := walk.Modified
	switch {
	case old.blob == "":
		status = walk.Added
	case new.blob == "":
		status = walk.Deleted
	case old.mode&modeType != new.mode&modeType:
		status = walk.Retyped
	}
	return row{commit: commit, status: status, old: old, new: new}
}

// modeType masks what kind of file a mode is of.
const modeType = 0o170000

// rowCodes are the statuses by the numbers that stand for them in the database.
const rowCodes = "AMDRCTLK"

// modeCodes are the modes that git knows, by the numbers that stand for them; 0 is for no file, and
// one beyond the list for a mode that is written out.
func modeCodes() []uint32 { return []uint32{0, 0o100644, 0o100755, 0o120000, 0o160000} }

// How a byte of the database says what a row is: the number of the status, that of the new mode,
// and these bits.
const (
	codeMode = 1 << 3
	codeSame = 1 << 6 // the old state is the one before; of a rename or a copy, the new one
	codeWide = 1 << 7 // ids have 32 bytes
)

// writeRow appends a row. before is the row of the path that was appended last.
func writeRow(w *record.Writer, r, before row) {
	code := byte(0)
	for i := range len(rowCodes) {
		if walk.Status(rowCodes[i]) == r.status {
			code = byte(i)
		}
	}
	same := before.new
	if r.status == walk.Renamed || r.status == walk.Copied {
		same = r.new
	}
	if r.old == same {
		code |= codeSame
	}
	if max(len(r.new.blob), len(r.old.blob)) == idWide {
		code |= codeWide
	}
	w.Int(int(r.commit - before.commit))
	w.Byte(code | modeCode(r.new.mode)*codeMode)
	if r.status == walk.Renamed || r.status == walk.Copied || r.status == movedOn {
		w.Uint(uint64(r.other))
	}
	writeState(w, r.new)
	if r.old != same && r.status != walk.Added && r.status != asBefore && r.status != movedOn {
		w.Byte(modeCode(r.old.mode))
		writeState(w, r.old)
	}
}

// The lengths of object ids.
const (
	idShort = 20
	idWide  = 32
)

// modeCode is the short form of a file's mode; the code after the last stands for a mode that is
// written out.
func modeCode(mode uint32) byte {
	codes := modeCodes()
	if i := slices.Index(codes, mode); i >= 0 {
		return byte(i)
	}
	return byte(len(codes))
}

// writeState appends a state whose mode's code is written.
func writeState(w *record.Writer, s state) {
	if modeCode(s.mode) == byte(len(modeCodes())) {
		w.Uint(uint64(s.mode))
	}
	w.Raw(s.blob)
}

// readState reads what encoding a state wrote behind its code. A code that there is none of fails
// the reader.
func readState(r *record.Reader, code byte, wide bool) state {
	codes := modeCodes()
	switch {
	case code == 0:
		return state{}
	case int(code) < len(codes):
		return state{mode: codes[code], blob: r.Raw(idLength(wide))}
	case int(code) == len(codes):
		return state{mode: uint32(r.Uint()), blob: r.Raw(idLength(wide))}
	}
	r.Fail()
	return state{}
}

// idLength is how many bytes an object id takes: 20, or 32 of SHA-256.
func idLength(wide bool) int {
	if wide {
		return idWide
	}
	return idShort
}

// rowCache holds rows in memory. What it gives is not to be changed.
type rowCache struct {
	store   *store
	graph   *graph
	paths   map[int64][]row // of each path in the order of commits; of one commit, movedOn first
	touched map[int32][]touchedPath
	names   map[int64]string // of paths
	held    int
	writing bool // some rows are not in the database yet
	marks   []byte
}

// touchedPath is a path of which a commit has a row.
type touchedPath struct {
	path int64
	left bool // and that row says movedOn
}

// mostHeld bounds the rows in memory, each of about a hundred bytes.
const mostHeld = 1 << 20

// drop forgets all rows: when there are too many of them, and when the database was written to.
func (c *rowCache) drop() {
	c.paths, c.touched, c.names = map[int64][]row{}, map[int32][]touchedPath{}, map[int64]string{}
	c.held, c.writing = 0, false
}

// of gives the rows of a path.
func (c *rowCache) of(path int64) ([]row, error) {
	if rows, ok := c.paths[path]; ok {
		return rows, nil
	}
	if c.held > mostHeld && !c.writing {
		c.drop()
	}
	var rows []row
	err := c.store.Query(`SELECT data FROM touches WHERE path=? ORDER BY first`, []any{path}, func(r *sqlite.Row) (err error) {
		rows, err = decodeRows(rows, string(r.ColumnRawBlob(0)))
		return err
	})
	if err != nil {
		return nil, err // what was read so far is not all, and rows to come would be written after it
	}
	rows = c.known(rows)
	c.paths[path] = rows
	c.held += len(rows)
	return rows, nil
}

// decodeRows adds the rows of a path that stand in one place of the database to those before it.
func decodeRows(rows []row, data string) ([]row, error) {
	r := record.Read(data)
	rows = slices.Grow(rows, len(data)/(idShort+2)+1)
	for r.More() {
		before := lastRow(rows)
		out := row{commit: before.commit + int32(r.Int())}
		code := r.Byte()
		out.status = walk.Status(rowCodes[code%codeMode])
		if out.commit < before.commit {
			r.Fail()
		}
		if out.status == walk.Renamed || out.status == walk.Copied || out.status == movedOn {
			out.other = int64(r.Uint())
		}
		out.new = readState(r, code/codeMode%codeMode, code&codeWide != 0)
		switch {
		case out.status == walk.Added || out.status == movedOn:
		case out.status == asBefore:
			out.old = out.new
		case code&codeSame == 0:
			out.old = readState(r, r.Byte(), code&codeWide != 0)
		case out.status == walk.Renamed || out.status == walk.Copied:
			out.old = out.new
		default:
			out.old = before.new
		}
		rows = append(rows, out)
	}
	if r.Err() != nil {
		return nil, fmt.Errorf("%w: changes of a path", errDamaged)
	}
	return rows, nil
}

// known leaves out the rows of commits that another process has just recorded.
func (c *rowCache) known(rows []row) []row {
	n, _ := slices.BinarySearchFunc(rows, int32(c.graph.len()), compareCommit)
	return rows[:n]
}

// compareCommit compares the commit of a row with another.
func compareCommit(r row, commit int32) int { return cmp.Compare(r.commit, commit) }

// lastRow is the last row, for none one that says that nothing is there.
func lastRow(rows []row) row {
	if len(rows) == 0 {
		return row{}
	}
	return rows[len(rows)-1]
}

// at gives the row that a commit has of a path; not ok for none. Where a path was renamed and
// another file took its place, it is the row of that file.
func (c *rowCache) at(path int64, commit int32) (r row, ok bool, err error) {
	rows, err := c.of(path)
	if err != nil {
		return row{}, false, err
	}
	after, _ := slices.BinarySearchFunc(rows, commit+1, compareCommit)
	if after == 0 || rows[after-1].commit != commit {
		return row{}, false, nil
	}
	return rows[after-1], true, nil
}

// by gives the paths of which a commit has rows, by their numbers.
func (c *rowCache) by(commit int32) ([]touchedPath, error) {
	if paths, ok := c.touched[commit]; ok {
		return paths, nil
	}
	var paths []touchedPath
	err := c.store.Query(`SELECT touched FROM commits WHERE id=?`, []any{int64(commit)}, func(r *sqlite.Row) (err error) {
		paths, err = decodeTouched(string(r.ColumnRawBlob(0)))
		return err
	})
	if err != nil {
		return nil, err
	}
	c.touched[commit] = paths
	c.held += len(paths) / 8
	return paths, nil
}

// encodeTouched writes the paths of a commit as differences of their numbers, in rising order, each
// with a bit for one that went.
func encodeTouched(paths []touchedPath) []byte {
	var w record.Writer
	last := int64(0)
	for _, p := range paths {
		flag := uint64(0)
		if p.left {
			flag = 1
		}
		w.Uint(uint64(p.path-last)<<1 | flag)
		last = p.path
	}
	return w.Data
}

// decodeTouched reads what encodeTouched wrote; ErrDamaged for anything else.
func decodeTouched(data string) ([]touchedPath, error) {
	var paths []touchedPath
	r, last := record.Read(data), int64(0)
	for r.More() {
		v := r.Uint()
		last += int64(v >> 1)
		paths = append(paths, touchedPath{last, v&1 == 1})
	}
	if r.Err() != nil {
		return nil, fmt.Errorf("%w: paths of a commit", errDamaged)
	}
	return paths, nil
}

// each gives the rows of every path to f, one path after another, and keeps none.
func (c *rowCache) each(f func(path int64, rows []row) error) error {
	var rows []row
	path := int64(0)
	err := c.store.Query(`SELECT path, data FROM touches ORDER BY path, first`, nil, func(r *sqlite.Row) (err error) {
		if next := r.ColumnInt64(0); next != path {
			if err := f(path, c.known(rows)); err != nil {
				return err
			}
			path, rows = next, rows[:0]
		}
		rows, err = decodeRows(rows, string(r.ColumnRawBlob(1)))
		return err
	})
	if err == nil {
		err = f(path, c.known(rows))
	}
	return err
}
