package store

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"

	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/rank"
)

// View is a tree that the index answers from.
type View struct {
	ID         int64 // 0: not built yet
	Name       string
	Generation string
	Tree       string // commit
	Dirty      bool   // the work tree differs from Tree
	Model      string
	Training   string // JSON of training
	Ranking    string // JSON of what .memory/kb.yaml says of the ranking, "" where it is as shipped
	Notes      int
	Chunks     int
	Links      int
	Updated    string // RFC 3339, in UTC
}

// Settings are what the tree says of its ranking.
func (v *View) Settings() (rank.Settings, error) {
	s := rank.DefaultSettings()
	if v.Ranking == "" {
		return s, nil
	}
	if err := json.Unmarshal([]byte(v.Ranking), &s); err != nil {
		return s, fmt.Errorf("%w: settings of a view: %s", ErrDamaged, err)
	}
	return s, nil
}

// KeepSettings puts what a tree says of its ranking beside it.
func (v *View) KeepSettings(s rank.Settings) error {
	data, err := json.Marshal(s)
	v.Ranking = string(data)
	if reflect.DeepEqual(s, rank.DefaultSettings()) {
		v.Ranking = ""
	}
	return err
}

// LoadView returns the view of a name; one without id and generation when there is none.
func (r Records) LoadView(name string) (View, error) {
	v := View{Name: name}
	_, err := r.One(
		`SELECT id, generation, tree, dirty, model, training, ranking, notes, chunks, links, updated FROM views WHERE name = ?`,
		[]any{name},
		&v.ID,
		&v.Generation,
		&v.Tree,
		&v.Dirty,
		&v.Model,
		&v.Training,
		&v.Ranking,
		&v.Notes,
		&v.Chunks,
		&v.Links,
		&v.Updated,
	)
	return v, err
}

// SaveView writes a view and sets its id: from the commit of this transaction on, readers see the
// new generation.
func (r Records) SaveView(v *View) error {
	_, err := r.One(
		`INSERT INTO views(name, generation, tree, dirty, model, training, ranking, notes, chunks, links, updated)
		VALUES(?,?,?,?,?,?,?,?,?,?,?)
		ON CONFLICT(name) DO UPDATE SET generation=excluded.generation, tree=excluded.tree, dirty=excluded.dirty, model=excluded.model,
			training=excluded.training, ranking=excluded.ranking,
		notes=excluded.notes, chunks=excluded.chunks, links=excluded.links, updated=excluded.updated RETURNING id`,
		[]any{v.Name, v.Generation, v.Tree, v.Dirty, v.Model, v.Training, v.Ranking, v.Notes, v.Chunks, v.Links, v.Updated}, &v.ID)
	return err
}

// GenerationsInUse lists the generations that views name.
func (r Records) GenerationsInUse() (map[string]bool, error) {
	used := map[string]bool{}
	for row, err := range r.Rows(`SELECT generation FROM views`) {
		if err != nil {
			return nil, err
		}
		used[row.ColumnText(0)] = true
	}
	return used, nil
}

// AnyModel is the model of the view that was updated last: a new view shares it, and its vectors. A
// work tree takes none that only past trees have, so that what was asked of the past does not
// change what is found today.
func (r Records) AnyModel(past bool) (model, training string, err error) {
	_, err = r.One(`SELECT model, training FROM views WHERE model <> '' AND (? OR name NOT LIKE ? || '%')
		ORDER BY name LIKE ? || '%', updated DESC, id LIMIT 1`, []any{past, PastPrefix, PastPrefix}, &model, &training)
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
func (r Records) ViewNames() (map[string]string, error) {
	out := map[string]string{}
	for row, err := range r.Rows(`SELECT generation, name FROM views`) {
		if err != nil {
			return nil, err
		}
		out[row.ColumnText(0)] = row.ColumnText(1)
	}
	return out, nil
}

// DropView removes the rows of a view.
func (r Records) DropView(id int64) error {
	if err := errors.Join(r.DropNotes(id), r.Run(`DELETE FROM views WHERE id = ?`, id)); err != nil {
		return fmt.Errorf("forget a tree: %w", err)
	}
	return nil
}
