package store

import (
	"context"
	"database/sql"
)

// Reader reads one consistent state of a view: its records, in one transaction, and its
// generation. The generation is for concurrent use, the records are not.
type Reader struct {
	View View
	Gen  *Generation
	Tx   *sql.Tx
	Lib  *Library

	x    *Folder
	db   *sql.DB
	life context.Context // given to OpenReader
}

// OpenReader opens the state of a folder's view as it stands; ErrNoIndex when there is none,
// ErrDamaged also where another process has just replaced it.
func OpenReader(ctx context.Context, x *Folder) (*Reader, error) {
	db, err := x.OpenRecords(ctx, false)
	if err != nil {
		return nil, err
	}
	r := &Reader{x: x, db: db, life: ctx}
	if err := r.load(ctx); err != nil {
		r.Close()
		return nil, AsDamage(err)
	}
	return r, nil
}

func (r *Reader) load(ctx context.Context) error {
	if err := r.begin(ctx); err != nil {
		return err
	}
	if r.View.Generation == "" {
		return ErrNoIndex
	}
	var err error
	r.Gen, err = openGeneration(r.x.GenerationDir(r.View.Generation), r.View.Model != "")
	return err
}

// begin starts to read the records as they now stand.
func (r *Reader) begin(ctx context.Context) error {
	tx, err := r.db.BeginTx(r.life, &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return err
	}
	now, err := LoadView(ctx, tx, r.x.View)
	if err != nil || r.Gen != nil && now.Generation != r.View.Generation {
		tx.Rollback()
		return err // a state that has been replaced meanwhile goes on with what it has
	}
	lib, err := NewLibrary(ctx, tx)
	if err != nil {
		tx.Rollback()
		return err
	}
	r.end()
	r.View, r.Tx, r.Lib = now, tx, lib
	return nil
}

// end ends the transaction.
func (r *Reader) end() {
	if r.Tx != nil {
		r.Lib.Close()
		r.Tx.Rollback()
	}
}

// Renew reads the records anew, at the same state, so that nothing holds up the log of the
// database: the caller keeps writers away.
func (r *Reader) Renew(ctx context.Context) error { return r.begin(ctx) }

// Close releases the state.
func (r *Reader) Close() {
	if r.Gen != nil {
		r.Gen.close()
	}
	r.end()
	r.db.Close()
}

// TreeName names the tree that is read: its commit, and "+dirty" where the work tree differs.
func (v *View) TreeName() string {
	if v.Dirty {
		return v.Tree + "+dirty"
	}
	return v.Tree
}
