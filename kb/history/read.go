package history

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"hash/crc32"
	"slices"
	"strings"

	"github.com/9aea2451/kb/kb/history/walk"
	"github.com/9aea2451/kb/kb/sqlite"
)

// Commit reads one commit with its changes; ErrNotRecorded when Update has not seen it.
func (h *History) Commit(ctx context.Context, id string) (*walk.Commit, error) {
	defer h.begin(ctx)()
	n, err := h.tip(id)
	if err != nil {
		return nil, err
	}
	c, err := h.commit(n)
	if err != nil {
		return nil, fmt.Errorf("read commit %s: %w", id, err)
	}
	changes, err := h.changesOf(n)
	if err != nil {
		return nil, fmt.Errorf("read commit %s: %w", id, err)
	}
	for _, change := range changes {
		c.Changes = append(c.Changes, change.Change)
	}
	return c, nil
}

// commit reads a commit without its changes.
func (h *History) commit(n int32) (*walk.Commit, error) {
	var c *walk.Commit
	err := h.store.Query(
		`SELECT oid, parents, flags, a.name, a.email, author_time, author_zone, p.name, p.email, commit_time, commit_zone, subject, body
		FROM commits JOIN people a ON a.id=author JOIN people p ON p.id=committer WHERE commits.id=?`,
		[]any{int64(n)},
		func(row *sqlite.Row) error {
			flags := row.ColumnInt(2)
			c = &walk.Commit{
				ID:        hex.EncodeToString(row.ColumnRawBlob(0)),
				Author:    walk.Signed(row.ColumnText(3), row.ColumnText(4), row.ColumnInt64(5), row.ColumnInt(6)),
				Committer: walk.Signed(row.ColumnText(7), row.ColumnText(8), row.ColumnInt64(9), row.ColumnInt(10)),
				Subject:   row.ColumnText(11),
				Body:      row.ColumnText(12),
				Cut:       flags&flagCut != 0,
				Unknown:   flags&flagUnknown != 0,
			}
			people := h.store.people
			c.Author, c.Committer = people.Show(c.Author), people.Show(c.Committer)
			parents := row.ColumnText(1)
			for size := len(c.ID); len(parents) >= size; parents = parents[size:] {
				c.Parents = append(c.Parents, parents[:size])
			}
			c.Trailers = walk.ParseTrailers(c.Body)
			return nil
		},
	)
	if err == nil && c == nil {
		err = errors.New("not in the database")
	}
	if err == nil && len(h.graph.parents[n]) > len(c.Parents) {
		c.Parents, err = h.store.oids(h.graph.parents[n])
	}
	return c, err
}

// numbered is a change with the numbers of its commit and paths.
type numbered struct {
	walk.Change
	commit        int32
	path, oldPath int64 // oldPath is 0 for none
	others        []string
}

// changesOf gives what a commit changed against its first parent, sorted by path.
func (h *History) changesOf(n int32) ([]numbered, error) {
	paths, rows, err := h.rows.changed(n)
	if err != nil {
		return nil, err
	}
	out := make([]numbered, len(paths))
	for i := range rows {
		if out[i], err = h.numbered(paths[i], rows[i]); err != nil {
			return nil, err
		}
	}
	slices.SortFunc(out, func(a, b numbered) int { return strings.Compare(a.Path, b.Path) })
	return out, nil
}

// numbered gives a row with its paths. One that says movedOn is given as the change of the other path.
func (h *History) numbered(path int64, r row) (numbered, error) {
	if r.status == movedOn {
		to, ok, err := h.rows.at(r.other, r.commit)
		if err == nil && (!ok || to.status != walk.Renamed) {
			err = fmt.Errorf("%w: a path is renamed to none", errDamaged)
		}
		if err != nil {
			return numbered{}, err
		}
		path, r = r.other, to
	}
	n := numbered{Change: r.change(), commit: r.commit, path: path, oldPath: r.other}
	var err error
	if n.Path, err = h.pathName(path); err == nil && r.other != 0 {
		n.OldPath, err = h.pathName(r.other)
	}
	return n, err
}

// pathNumber is the number of a path, 0 for one that no commit touched.
func (s *store) pathNumber(path string) (int64, error) {
	folder, name := splitPath(path)
	return s.Number(`SELECT p.id FROM paths p JOIN folders f ON f.id=folder WHERE sum=? AND name=? AND f.path=?`, pathSum(path),
		name, folder)
}

// pathSum is a hash of a path, by which it is found.
func pathSum(path string) int64 { return int64(crc32.ChecksumIEEE([]byte(path))) }

// splitPath cuts a path after its last slash.
func splitPath(path string) (folder, name []byte) {
	at := strings.LastIndexByte(path, '/') + 1
	return []byte(path[:at]), []byte(path[at:])
}

// pathName is the path of a number.
func (h *History) pathName(number int64) (string, error) {
	if name, ok := h.rows.names[number]; ok {
		return name, nil
	}
	name := ""
	err := h.store.Query(
		`SELECT f.path, name FROM paths p JOIN folders f ON f.id=folder WHERE p.id=?`,
		[]any{number},
		func(row *sqlite.Row) error {
			name = string(row.ColumnRawBlob(0)) + string(row.ColumnRawBlob(1))
			return nil
		},
	)
	if err != nil {
		return "", err
	}
	h.rows.names[number] = name
	return name, nil
}

// pathNames gives every path by its number.
func (s *store) pathNames() (map[int64]string, error) {
	names := map[int64]string{}
	err := s.Query(`SELECT p.id, f.path, name FROM paths p JOIN folders f ON f.id=folder`, nil, func(row *sqlite.Row) error {
		names[row.ColumnInt64(0)] = string(row.ColumnRawBlob(1)) + string(row.ColumnRawBlob(2))
		return nil
	})
	return names, err
}

// oids gives the ids of commits by their numbers, in the order given.
func (s *store) oids(numbers []int32) ([]string, error) {
	out := make([]string, 0, len(numbers))
	for _, n := range numbers {
		before := len(out)
		err := s.Query(`SELECT oid FROM commits WHERE id=?`, []any{int64(n)}, func(row *sqlite.Row) error {
			out = append(out, hex.EncodeToString(row.ColumnRawBlob(0)))
			return nil
		})
		if err != nil {
			return nil, err
		}
		if len(out) == before {
			return nil, fmt.Errorf("%w: commit %d is not there", errDamaged, n)
		}
	}
	return out, nil
}
