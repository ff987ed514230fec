package build

import (
	"context"
	"time"
)

// commit writes what belongs to the view and switches it to the new generation, in one transaction.
func (u *updater) commit() error {
	defer u.report.time("commit")()
	u.view.Generation, u.view.Tree, u.view.Dirty = u.next, u.tree.Commit, u.tree.Dirty
	u.view.Notes, u.view.Chunks = len(u.rows.Paths), u.rows.Count()
	u.view.Updated = u.Folder.Options.Now().UTC().Format(time.RFC3339)
	return u.db.Write(func() error {
		if err := u.db.SaveView(&u.view); err != nil {
			return err
		}
		g := &grapher{updater: u}
		if err := g.run(); err != nil {
			return err
		}
		if err := u.relabel(); err != nil {
			return err
		}
		return u.db.SaveView(&u.view)
	})
}

// fill makes up for vectors that are missing or of another provider; otherwise only what the view is of, and the state, are renewed.
func (u *updater) fill(ctx context.Context) error {
	if u.lacksVectors() {
		return u.build(ctx)
	}
	if v := u.old.Vectors; v != nil && !u.Folder.Options.NoVectors {
		u.gaps = v.Gaps()
	}
	u.rows = u.old.Rows
	u.view.Tree, u.view.Dirty = u.tree.Commit, u.tree.Dirty // the same notes may be of another commit
	err := u.db.Write(func() error {
		if err := u.relabel(); err != nil {
			return err
		}
		return u.db.SaveView(&u.view)
	})
	if err != nil {
		return err
	}
	return u.finish(u.view.Generation)
}

// lacksVectors tells that vectors are missing, or are of another model than the one that is asked for.
func (u *updater) lacksVectors() bool {
	v, p := u.old.Vectors, u.Folder.Options.Provider
	switch {
	case u.Folder.Options.NoVectors:
		return false
	case p != nil:
		return v == nil || v.Model != p.Model() || v.Gaps() > 0
	case u.view.Model == "":
		return false
	case u.isRemote():
		return true
	case v == nil:
		return u.old.Rows.Count() > 0
	}
	return v.Model != u.view.Model || v.Gaps() > 0
}

// isRemote tells that the view's model came from a server, not from training.
func (u *updater) isRemote() bool { return u.view.Model != "" && u.view.Training == "" }
