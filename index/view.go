package index

import (
	"context"
	"database/sql"
	"errors"
)

// view is a tree that the index answers from.
type view struct {
	id         int64 // 0: not built yet
	name       string
	generation string
	tree       string // commit
	dirty      bool
	model      string
	training   string // JSON of training
	notes      int
	chunks     int
	links      int
	updated    string
}

// loadView returns the view of a name; one without id and generation when there is none.
func loadView(ctx context.Context, q querier, name string) (view, error) {
	v := view{name: name}
	err := q.QueryRowContext(
		ctx,
		`SELECT id, generation, tree, dirty, model, training, notes, chunks, links, updated FROM views WHERE name = ?`,
		name,
	).
		Scan(
			&v.id,
			&v.generation,
			&v.tree,
			&v.dirty,
			&v.model,
			&v.training,
			&v.notes,
			&v.chunks,
			&v.links,
			&v.updated,
		)
	if errors.Is(err, sql.ErrNoRows) {
		return v, nil
	}
	return v, err
}

// save writes the view and returns its id: from the commit of this transaction on, readers see the
// new generation.
func (v *view) save(ctx context.Context, tx *sql.Tx) error {
	return tx.QueryRowContext(
		ctx,
		`INSERT INTO views(name, generation, tree, dirty, model, training, notes, chunks, links, updated) VALUES(?,?,?,?,?,?,?,?,?,?)
		ON CONFLICT(name) DO UPDATE SET generation=excluded.generation, tree=excluded.tree, dirty=excluded.dirty, model=excluded.model, training=excluded.training,
		notes=excluded.notes, chunks=excluded.chunks, links=excluded.links, updated=excluded.updated RETURNING id`,
		v.name,
		v.generation,
		v.tree,
		v.dirty,
		v.model,
		v.training,
		v.notes,
		v.chunks,
		v.links,
		v.updated,
	).Scan(
		&v.id,
	)
}

// generationsInUse lists the generations that views name.
func generationsInUse(ctx context.Context, q querier) (map[string]bool, error) {
	rows, err := q.QueryContext(ctx, `SELECT generation FROM views`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	used := map[string]bool{}
	for rows.Next() {
		var g string
		if err := rows.Scan(&g); err != nil {
			return nil, err
		}
		used[g] = true
	}
	return used, rows.Err()
}

// anyModel is the model of the view that was updated last: a new view shares it, and its vectors. A
// work tree takes none that only past trees have, so that what was asked of the past does not
// change what is found today.
func anyModel(ctx context.Context, q querier, past bool) (model, training string, err error) {
	err = q.QueryRowContext(ctx, `SELECT model, training FROM views WHERE model <> '' AND (? OR name NOT LIKE ? || '%')
		ORDER BY name LIKE ? || '%', updated DESC, id LIMIT 1`, past, pastPrefix, pastPrefix).Scan(&model, &training)
	if errors.Is(err, sql.ErrNoRows) {
		err = nil
	}
	return model, training, err
}
