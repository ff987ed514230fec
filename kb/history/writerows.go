package history

import (
	"cmp"
	"slices"

	"github.com/9aea2451/kb/kb/history/walk"
)

// recordChanges adds the rows of the next commit, and gives their paths. parents are those that are
// recorded.
func (w *writer) recordChanges(c *walk.Commit, parents []int32) ([]touchedPath, error) {
	n := int32(w.graph.len())
	rows := map[int64]row{}
	renamed := map[int64]int64{} // from the path before
	for _, change := range c.Changes {
		path, err := w.pathOf(change.Path)
		if err != nil {
			return nil, err
		}
		r := row{
			commit: n,
			status: change.Status,
			old:    stateOf(change.OldBlob, change.OldMode),
			new:    stateOf(change.NewBlob, change.NewMode),
		}
		if change.OldPath != "" {
			if r.other, err = w.pathOf(change.OldPath); err != nil {
				return nil, err
			}
		}
		if rows[path] = r; change.Status == walk.Renamed {
			renamed[r.other] = path
		}
	}
	if len(parents) > 1 {
		if err := w.explain(n, parents, rows, renamed, len(parents) == len(c.Parents) && w.graph.unknown == 0); err != nil {
			return nil, err
		}
	}
	var touched []touchedPath
	for from, to := range renamed {
		_, taken := rows[from]
		if err := w.append(from, row{commit: n, status: movedOn, other: to}); err != nil {
			return nil, err
		}
		if !taken {
			touched = append(touched, touchedPath{from, true})
		}
	}
	for path, r := range rows {
		if err := w.append(path, r); err != nil {
			return nil, err
		}
		touched = append(touched, touchedPath{path, false})
	}
	slices.SortFunc(touched, func(a, b touchedPath) int { return cmp.Compare(a.path, b.path) })
	w.rows.touched[n] = touched
	return touched, nil
}

// stateOf is the state of a file with a blob and a mode; the zero state without a blob.
func stateOf(blob string, mode uint32) state {
	if blob == "" {
		return state{}
	}
	return state{string(rawID(blob)), mode}
}

// explain takes out the rows that a merge does not need (see row), if it is known what all commits
// before it changed, and adds those that it needs though its first parent has the path as well.
func (w *writer) explain(n int32, parents []int32, rows map[int64]row, renamed map[int64]int64, known bool) error {
	j := w.rows.join(n, parents)
	defer j.Close()
	paths, err := j.paths()
	if err != nil {
		return err
	}
	for _, path := range paths {
		would, came, err := j.came(path)
		if err != nil {
			return err
		}
		r, touched := rows[path]
		switch _, gone := renamed[path]; {
		case !came || !touched && gone:
		case !touched:
			before, err := j.before(path)
			if err != nil {
				return err
			}
			if before != would {
				rows[path] = row{commit: n, status: asBefore, old: before, new: before}
			}
		case known && !moves(r.status) && r.new == would:
			delete(rows, path)
		}
	}
	return nil
}

// append adds a row to those of a path.
func (w *writer) append(path int64, r row) error {
	rows, err := w.rows.of(path)
	if err != nil {
		return err
	}
	if _, ok := w.fresh[path]; !ok {
		w.fresh[path] = len(rows)
	}
	w.rows.paths[path] = append(rows, r)
	w.rows.held++
	return nil
}

// appendTouches adds rows to the last ones of a path, while both fit in so many bytes.
const (
	appendTouches = `UPDATE touches SET data=CAST(data||?2 AS BLOB) WHERE path=?1
		AND first=(SELECT max(first) FROM touches WHERE path=?1) AND length(data)+length(?2)<=?3`
	mostTouches = 900 // of a kilobyte on SQLite would put some on pages of their own
)
