package history

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"

	"github.com/9aea2451/kb/kb/sqlite"
)

// Commit reads one commit with its changes; ErrNotRecorded when Update has not seen it.
func (h *History) Commit(ctx context.Context, id string) (*Commit, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	defer h.store.Interruptible(ctx)()
	n, err := h.tip(id)
	if err != nil {
		return nil, err
	}
	c, err := h.store.commit(n)
	if err != nil {
		return nil, fmt.Errorf("read commit %s: %w", id, err)
	}
	err = h.store.Query(selectChanges+`WHERE "commit"=? ORDER BY p.path`, []any{int64(n)}, func(row *sqlite.Row) error {
		c.Changes = append(c.Changes, changeOf(row).Change)
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("read commit %s: %w", id, err)
	}
	return c, nil
}

// commit reads a commit without its changes.
func (s *store) commit(n int32) (*Commit, error) {
	var c *Commit
	err := s.Query(
		`SELECT oid, parents, flags, a.name, a.email, author_time, author_zone, p.name, p.email, commit_time, commit_zone, subject, body
		FROM commits JOIN people a ON a.id=author JOIN people p ON p.id=committer WHERE commits.id=?`,
		[]any{int64(n)},
		func(row *sqlite.Row) error {
			flags := row.ColumnInt(2)
			c = &Commit{
				ID:        hex.EncodeToString(row.ColumnRawBlob(0)),
				Author:    Signature{row.ColumnText(3), row.ColumnText(4), inZone(row.ColumnInt64(5), row.ColumnInt(6))},
				Committer: Signature{row.ColumnText(7), row.ColumnText(8), inZone(row.ColumnInt64(9), row.ColumnInt(10))},
				Subject:   row.ColumnText(11),
				Body:      row.ColumnText(12),
				Cut:       flags&flagCut != 0,
				Unknown:   flags&flagUnknown != 0,
			}
			c.Author, c.Committer = s.people.show(c.Author), s.people.show(c.Committer)
			parents := row.ColumnText(1)
			for size := len(c.ID); len(parents) >= size; parents = parents[size:] {
				c.Parents = append(c.Parents, parents[:size])
			}
			c.Trailers = parseTrailers(c.Body)
			return nil
		},
	)
	if err == nil && c == nil {
		err = errors.New("not in the database")
	}
	return c, err
}

// selectChanges selects changes as changeOf reads them.
const selectChanges = `SELECT "commit", status, p.path, o.path, old_blob, new_blob, old_mode, new_mode, changes.path, old_path
	FROM changes JOIN paths p ON p.id=changes.path LEFT JOIN paths o ON o.id=old_path `

// numbered is a change with the numbers of its commit and paths.
type numbered struct {
	Change
	commit        int32
	path, oldPath int64 // oldPath is 0 for none
	others        []string
}

func changeOf(row *sqlite.Row) numbered {
	return numbered{
		commit: int32(row.ColumnInt64(0)),
		Change: Change{
			Status: Status(row.ColumnInt(1)), Path: string(row.ColumnRawBlob(2)), OldPath: string(row.ColumnRawBlob(3)),
			OldBlob: hex.EncodeToString(row.ColumnRawBlob(4)), NewBlob: hex.EncodeToString(row.ColumnRawBlob(5)),
			OldMode: uint32(row.ColumnInt64(6)), NewMode: uint32(row.ColumnInt64(7)),
		},
		path: row.ColumnInt64(8), oldPath: row.ColumnInt64(9),
	}
}

// pathNumber is the number of a path, 0 for one that no commit touched.
func (s *store) pathNumber(path string) (int64, error) {
	return s.Number(`SELECT id FROM paths WHERE path=?`, []byte(path))
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
			return nil, fmt.Errorf("%w: commit %d is not there", ErrDamaged, n)
		}
	}
	return out, nil
}
