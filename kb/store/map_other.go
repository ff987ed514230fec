//go:build !unix

package store

import (
	"io"
	"os"
)

// MapFile reads the first bytes of a file: one that is mapped cannot be removed here.
func MapFile(f *os.File, size int) (data []byte, release func(), err error) {
	data = make([]byte, size)
	_, err = io.ReadFull(io.NewSectionReader(f, 0, int64(size)), data)
	return data, func() {}, err
}
