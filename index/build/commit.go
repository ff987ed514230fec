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

// fill makes up for vectors that are missing or of another provider; otherwise only the state is renewed.
func (u *updater) fill(ctx context.Context) error {
	v := u.old.Vectors
	switch p := u.Folder.Options.Provider; {
	case u.Folder.Options.NoVectors:
	case p != nil && (v == nil || v.Model != p.Model() || v.Gaps() > 0),
		p == nil && v == nil && u.old.Rows.Count() > 0 && u.view.Model != "",
		p == nil && u.view.Model != "" && v != nil && (v.Gaps() > 0 || v.Model != u.view.Model),
		p == nil && u.isRemote():
		return u.build(ctx)
	}
	if v != nil && !u.Folder.Options.NoVectors {
		u.gaps = v.Gaps()
	}
	u.rows = u.old.Rows
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

// isRemote tells that the view's model came from a server, not from training.
func (u *updater) isRemote() bool { return u.view.Model != "" && u.view.Training == "" }
