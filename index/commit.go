package index

import (
	"context"
	"time"
)

// commit writes what belongs to the view and switches it to the new generation, in one transaction.
func (u *updater) commit(ctx context.Context) error {
	defer u.report.time("commit")()
	tx, err := u.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	u.view.generation, u.view.tree, u.view.dirty = u.next, u.tree.Commit, u.tree.Dirty
	u.view.notes, u.view.chunks = len(u.rows.paths), u.rows.count()
	u.view.updated = u.Index.o.Now().UTC().Format(time.RFC3339)
	if err := u.view.save(ctx, tx); err != nil {
		return err
	}
	g := &grapher{updater: u, tx: tx}
	if err := g.run(ctx); err != nil {
		return err
	}
	if err := u.relabel(ctx, tx); err != nil {
		return err
	}
	if err := u.view.save(ctx, tx); err != nil {
		return err
	}
	return tx.Commit()
}

// fill makes up for vectors that are missing or of another provider; otherwise only the state is renewed.
func (u *updater) fill(ctx context.Context) error {
	v := u.old.vectors
	switch p := u.Index.o.Provider; {
	case u.Index.o.NoVectors:
	case p != nil && (v == nil || v.model != p.Model() || v.gaps() > 0),
		p == nil && v == nil && u.old.rows.count() > 0 && u.view.model != "",
		p == nil && u.view.model != "" && v != nil && (v.gaps() > 0 || v.model != u.view.model),
		p == nil && u.isRemote():
		return u.build(ctx)
	}
	if v != nil && !u.Index.o.NoVectors {
		u.gaps = v.gaps()
	}
	u.rows = u.old.rows
	if err := u.relabelAlone(ctx); err != nil {
		return err
	}
	return u.finish(ctx, u.view.generation)
}

// isRemote tells that the view's model came from a server, not from training.
func (u *updater) isRemote() bool { return u.view.model != "" && u.view.training == "" }
