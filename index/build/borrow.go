package build

import "github.com/9aea2451/kb/index/store"

// borrow makes a view that has no generation yet start from that of another view: the one that has
// most of its notes, when those are more than half of both. Segments, lengths and vectors of what
// both have are then taken over.
func (u *updater) borrow() error {
	shared := 0
	for row, err := range u.db.Rows(`SELECT generation FROM views WHERE generation <> '' AND name <> ? ORDER BY name`, u.view.Name) {
		if err != nil {
			return err
		}
		dir := u.GenerationDir(row.ColumnText(0))
		r, err := store.ReadRows(dir)
		if err != nil {
			continue
		}
		d := compare(r, u.tree.Files)
		if d.unchanged > shared && 2*d.unchanged > max(len(r.Paths), len(u.tree.Files)) {
			shared, u.lent = d.unchanged, true
			u.old.Vectors = nil
			u.take(dir, r)
		}
	}
	return nil
}
