package store

import (
	"fmt"

	"github.com/9aea2451/kb/kb/store"
)

// Mapped runs f, which reads files that are mapped into memory. A file that was cut, or that the
// disk cannot give, is ErrDamaged. Any other panic is a fault of kb and goes on: to rebuild the
// index would hide it, and pay for the vectors of a server again.
func Mapped(f func() error) (err error) {
	if fault := store.Mapped(func() { err = f() }); fault != nil {
		return fmt.Errorf("%w: %s", ErrDamaged, fault)
	}
	return err
}

// MappedOf is Mapped for what reads a generation: a panic over a file whose sum does not hold is
// damage, too. Bleve trusts the lengths that a segment states.
func MappedOf(dir string, f func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			if err = CheckSums(dir); err == nil {
				panic(p)
			}
		}
	}()
	return Mapped(f)
}
