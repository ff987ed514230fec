package index

import (
	"fmt"
	"runtime/debug"
)

// mapped runs f, which reads files that are mapped into memory. A file that was cut, or that the
// disk cannot give, is errDamaged. Any other panic is a fault of kb and goes on: to rebuild the
// index would hide it, and pay for the vectors of a server again.
func mapped(f func() error) (err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if p := recover(); p != nil {
			err = damageBy(p)
		}
	}()
	return f()
}

// mappedOf is mapped for what reads a generation: a panic over a file whose sum does not hold is
// damage, too. Bleve trusts the lengths that a segment states.
func mappedOf(dir string, f func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			if err = checkSums(dir); err == nil {
				panic(p)
			}
		}
	}()
	return mapped(f)
}

func (s *Searcher) mapped(f func() error) error { return mappedOf(s.gen.dir, f) }

// damageBy gives the damage that a panic tells of, and panics anew with one that tells of none.
// Only a fault in memory that is mapped has an address: see debug.SetPanicOnFault.
func damageBy(p any) error {
	if fault, ok := p.(interface {
		error
		Addr() uintptr
	}); ok {
		return fmt.Errorf("%w: %s", errDamaged, fault)
	}
	panic(p)
}

// carried is the panic of a helper on its way to the goroutine that waits for it, where it can be
// told and the process lives on.
type carried struct {
	value any
	stack []byte // of the helper
}

func (c *carried) Error() string { return fmt.Sprintf("%v\n\n%s", c.value, c.stack) }

// carry runs f on behalf of another goroutine and gives its panic, nil for none.
func carry(f func()) (c *carried) {
	defer func() {
		if p := recover(); p != nil {
			c = &carried{p, debug.Stack()}
		}
	}()
	f()
	return nil
}
