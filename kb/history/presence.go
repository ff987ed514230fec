package history

import "github.com/9aea2451/kb/kb/sqlite"

// presence tells what became of the paths of older commits in the tree of one.
type presence struct {
	store *store
	main  []bool // the first-parent line of the commit, which decides what is in its tree
	known map[int64]int64
}

func (h *History) presence(tip int32) *presence {
	p := &presence{store: h.store, main: make([]bool, h.graph.len()), known: map[int64]int64{}}
	for at := tip; ; at = h.graph.parents[at][0] {
		p.main[at] = true
		if len(h.graph.parents[at]) == 0 {
			return p
		}
	}
}

// today gives the present number of a path, followed through its renames; 0 when it is gone.
func (p *presence) today(path int64) (int64, error) {
	if now, ok := p.known[path]; ok {
		return now, nil
	}
	now := path
	for range maxRenames {
		status, to, err := p.decided(now)
		if err != nil {
			return 0, err
		}
		if status != Renamed {
			if status == Deleted || status == 0 {
				now = 0
			}
			break
		}
		now = to
	}
	p.known[path] = now
	return now, nil
}

// decided gives what the first-parent line did last to a path: Renamed with the path that it
// became, else the status of the last change, 0 for none.
func (p *presence) decided(path int64) (status Status, to int64, err error) {
	last := int32(-1)
	err = p.store.Query(
		`SELECT "commit", status, path FROM changes WHERE path=?1 UNION ALL SELECT "commit", status, path FROM changes WHERE old_path=?1 AND status=82`,
		[]any{path},
		func(row *sqlite.Row) error {
			n := int32(row.ColumnInt64(0))
			if int(n) >= len(p.main) || !p.main[n] || n < last {
				return nil
			}
			dest := row.ColumnInt64(2)
			if n == last && dest != path {
				return nil // renamed away, and another file put in its place
			}
			last, status, to = n, Status(row.ColumnInt(1)), dest
			if status == Renamed && dest == path {
				status = Added
			}
			return nil
		},
	)
	return status, to, err
}
