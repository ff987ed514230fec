package store

import (
	"fmt"
	"runtime/debug"
)

// Mapped runs f, which reads files that are mapped into memory. A file that was cut, or that the
// disk cannot give, is ErrDamaged. Any other panic is a fault of kb and goes on: to rebuild the
// index would hide it, and pay for the vectors of a server again.
func Mapped(f func() error) (err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if p := recover(); p != nil {
			err = damageBy(p)
		}
	}()
	return f()
}

// MappedOf is mapped for what reads a generation: a panic over a file whose sum does not hold is
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

// damageBy gives the damage that a panic tells of, and panics anew with one that tells of none.
// Only a fault in memory that is mapped has an address: see debug.SetPanicOnFault.
func damageBy(p any) error {
	if fault, ok := p.(interface {
		error
		Addr() uintptr
	}); ok {
		return fmt.Errorf("%w: %s", ErrDamaged, fault)
	}
	panic(p)
}
