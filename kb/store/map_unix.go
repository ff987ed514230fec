//go:build unix

package store

import (
	"os"
	"syscall"
)

// MapFile gives the first bytes of a file without reading them: most questions look at a few, or at
// none. The file must not be cut while they are in use.
func MapFile(f *os.File, size int) (data []byte, release func(), err error) {
	if size == 0 { // of which the system maps nothing
		return nil, func() {}, nil
	}
	data, err = syscall.Mmap(int(f.Fd()), 0, size, syscall.PROT_READ, syscall.MAP_SHARED)
	if err != nil {
		return nil, nil, err
	}
	return data, func() { syscall.Munmap(data) }, nil
}
