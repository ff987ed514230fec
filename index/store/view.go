package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"

	"github.com/9aea2451/kb/kb"
)

// View is a tree that the index answers from.
type View struct {
	Id         int64 // 0: not built yet
	Name       string
	Generation string
	Tree       string // commit
	Dirty      bool
	Model      string
	Training   string // JSON of training
	Notes      int
	Chunks     int
	Links      int
	Updated    string
}

// LoadView returns the view of a name; one without id and generation when there is none.
func LoadView(ctx context.Context, q Querier, name string) (View, error) {
	v := View{Name: name}
	err := q.QueryRowContext(
		ctx,
		`SELECT id, generation, tree, dirty, model, training, notes, chunks, links, updated FROM views WHERE name = ?`,
		name,
	).
		Scan(
			&v.Id,
			&v.Generation,
			&v.Tree,
			&v.Dirty,
			&v.Model,
			&v.Training,
			&v.Notes,
			&v.Chunks,
			&v.Links,
			&v.Updated,
		)
	if errors.Is(err, sql.ErrNoRows) {
		return v, nil
	}
	return v, err
}

// Save writes the view and returns its id: from the commit of this transaction on, readers see the
// new generation.
func (v *View) Save(ctx context.Context, tx *sql.Tx) error {
	return tx.QueryRowContext(
		ctx,
		`INSERT INTO views(name, generation, tree, dirty, model, training, notes, chunks, links, updated) VALUES(?,?,?,?,?,?,?,?,?,?)
		ON CONFLICT(name) DO UPDATE SET generation=excluded.generation, tree=excluded.tree, dirty=excluded.dirty, model=excluded.model, training=excluded.training,
		notes=excluded.notes, chunks=excluded.chunks, links=excluded.links, updated=excluded.updated RETURNING id`,
		v.Name,
		v.Generation,
		v.Tree,
		v.Dirty,
		v.Model,
		v.Training,
		v.Notes,
		v.Chunks,
		v.Links,
		v.Updated,
	).Scan(
		&v.Id,
	)
}

// GenerationsInUse lists the generations that views name.
func GenerationsInUse(ctx context.Context, q Querier) (map[string]bool, error) {
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

// AnyModel is the model of the view that was updated last: a new view shares it, and its vectors. A
// work tree takes none that only past trees have, so that what was asked of the past does not
// change what is found today.
func AnyModel(ctx context.Context, q Querier, past bool) (model, training string, err error) {
	err = q.QueryRowContext(ctx, `SELECT model, training FROM views WHERE model <> '' AND (? OR name NOT LIKE ? || '%')
		ORDER BY name LIKE ? || '%', updated DESC, id LIMIT 1`, past, PastPrefix, PastPrefix).Scan(&model, &training)
	if errors.Is(err, sql.ErrNoRows) {
		err = nil
	}
	return model, training, err
}

// viewName names the view of a work tree; each linked work tree has its own.
func viewName(repo *kb.Repo) string { return workTreeView(repo.GitDir) }

// What the names of views begin with: those of work trees, and those of commits.
const (
	workTreePrefix = "worktree-"
	PastPrefix     = "commit-"
)

func workTreeView(gitDir string) string { return workTreePrefix + shortHash(gitDir) }

// CommitOf is the commit whose tree a view is of, "" for a work tree.
func CommitOf(view string) string {
	commit, ok := strings.CutPrefix(view, PastPrefix)
	if !ok {
		return ""
	}
	return commit
}

// ViewNames gives the view of each generation.
func ViewNames(ctx context.Context, db *sql.DB) (map[string]string, error) {
	rows, err := db.QueryContext(ctx, `SELECT generation, name FROM views`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	out := map[string]string{}
	for rows.Next() {
		var generation, name string
		if err := rows.Scan(&generation, &name); err != nil {
			return nil, err
		}
		out[generation] = name
	}
	return out, rows.Err()
}

// DropView removes the rows of a view.
func DropView(ctx context.Context, tx *sql.Tx, id int64) error {
	for _, drop := range []string{`DELETE FROM notes WHERE view = ?`, `DELETE FROM links WHERE view = ?`, `DELETE FROM views WHERE id = ?`} {
		if _, err := tx.ExecContext(ctx, drop, id); err != nil {
			return fmt.Errorf("forget a tree: %w", err)
		}
	}
	return nil
}
