package store

import "runtime/debug"

// Mapped runs f, which reads files that are mapped into memory, and returns the fault of a file that
// was cut, or that the disk cannot give. Any other panic goes on.
func Mapped(f func()) (fault error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if p := recover(); p != nil {
			fault = faultOf(p)
		}
	}()
	f()
	return nil
}

// faultOf is the fault that a panic tells of; it panics anew with one that tells of none. Only a
// fault in memory that is mapped has an address: see debug.SetPanicOnFault.
func faultOf(p any) error {
	if fault, ok := p.(interface {
		error
		Addr() uintptr
	}); ok {
		return fault
	}
	panic(p)
}
