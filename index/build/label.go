package build

import (
	"context"
	"database/sql"
)

// relabel gives the notes of the view the labels that the tree's configuration has for their paths.
func (u *updater) relabel(ctx context.Context, tx *sql.Tx) error {
	labels := map[string]string{}
	if len(u.tree.Config.Labels) > 0 {
		for _, f := range u.tree.Files {
			if label := u.tree.Config.Label(f.Path); label != "" {
				labels[f.Path] = label
			}
		}
	}
	rows, err := tx.QueryContext(ctx, `SELECT path, label FROM notes WHERE view = ? AND label <> ''`, u.view.Id)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var path, label string
		if err := rows.Scan(&path, &label); err != nil {
			return err
		}
		switch now, ok := labels[path]; {
		case !ok:
			labels[path] = ""
		case now == label:
			delete(labels, path)
		}
	}
	if err := rows.Err(); err != nil {
		return err
	}
	for path, label := range labels {
		if _, err := tx.ExecContext(ctx, `UPDATE notes SET label = ? WHERE view = ? AND path = ?`, label, u.view.Id, path); err != nil {
			return err
		}
	}
	return nil
}

// relabelAlone is for a tree of which nothing but the configuration has changed.
func (u *updater) relabelAlone(ctx context.Context) error {
	tx, err := u.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if err := u.relabel(ctx, tx); err != nil {
		return err
	}
	return tx.Commit()
}
