package store

import (
	"context"
	"iter"

	"github.com/9aea2451/kb/kb/sqlite"
)

// Reader reads one consistent state of a view: its records, in one transaction, and its
// generation. The generation is for concurrent use, the records are not.
type Reader struct {
	View    View
	Gen     *Generation
	Records Records

	x *Folder
}

// OpenReader opens the state of a folder's view as it stands; ErrNoIndex when there is none,
// ErrDamaged also where another process has just replaced it.
func OpenReader(ctx context.Context, x *Folder) (*Reader, error) {
	db, err := x.OpenRecords(ctx, false)
	if err != nil {
		return nil, err
	}
	r := &Reader{x: x, Records: db}
	if err := r.load(); err != nil {
		r.Close()
		return nil, AsDamage(err)
	}
	return r, nil
}

// load begins the transaction that is read in, and opens the generation of the view; ErrNoIndex
// where it has none.
func (r *Reader) load() (err error) {
	if err = r.Records.Hold(); err != nil {
		return err
	}
	if r.View, err = r.Records.LoadView(r.x.View); err != nil {
		return err
	}
	if r.View.Generation == "" {
		return ErrNoIndex
	}
	r.Records.Notes = r.x.openNotes() // the view may be younger than what was open
	r.Gen, err = openGeneration(r.x.GenerationDir(r.View.Generation), r.View.Model != "")
	return err
}

// Renew reads the records anew, at the same state, so that nothing holds up the log of the
// database: the caller keeps writers away. A state that has been replaced meanwhile goes on with
// what it has.
func (r *Reader) Renew(ctx context.Context) error {
	now, err := r.x.OpenRecords(ctx, false)
	if err != nil {
		return err
	}
	now.SetInterrupt(r.Records.GetInterrupt())
	if err := now.Hold(); err != nil {
		now.Close()
		return err
	}
	v, err := now.LoadView(r.x.View)
	if err != nil || v.Generation != r.View.Generation {
		now.Close()
		return err
	}
	r.Records.Close()
	r.Records, r.View = now, v
	return nil
}

// Rows is that of the records, until ctx ends.
func (r *Reader) Rows(ctx context.Context, sql string, args ...any) iter.Seq2[*sqlite.Row, error] {
	return func(yield func(*sqlite.Row, error) bool) {
		defer r.Records.Interruptible(ctx)()
		for row, err := range r.Records.Rows(sql, args...) {
			if !yield(row, err) {
				return
			}
		}
	}
}

// Close releases the state.
func (r *Reader) Close() {
	if r.Gen != nil {
		r.Gen.close()
	}
	r.Records.Close()
}

// TreeName names the tree that is read: its commit, and "+dirty" where the work tree differs.
func (v *View) TreeName() string {
	if v.Dirty {
		return v.Tree + "+dirty"
	}
	return v.Tree
}
