package store

import (
	"io/fs"
	"os"
)

// File is a file that is open for writing. Close it.
type File struct {
	file *os.File
	path string
}

// Create makes a file of kb's own, or empties the one that is there.
func Create(path string) (*File, error) {
	return open(path, os.O_RDWR|os.O_CREATE|os.O_TRUNC, fileMode)
}

// Open opens a file of kb's own that is there, to change parts of it.
func Open(path string) (*File, error) {
	return open(path, os.O_WRONLY, 0)
}

// Ensure makes an empty file of kb's own where there is none, and sees whether it can be written.
func Ensure(path string) error {
	f, err := open(path, os.O_RDWR|os.O_CREATE, fileMode)
	if err != nil {
		return err
	}
	return f.Close()
}

// open opens a file through Do, so that a test can let it fail after it was made.
func open(path string, flag int, mode fs.FileMode) (f *File, err error) {
	err = Do("create", path, func() error {
		file, err := os.OpenFile(path, flag, mode)
		if err == nil {
			f = &File{file, path}
		}
		return err
	})
	if err != nil && f != nil {
		f.file.Close()
		if flag&os.O_EXCL != 0 {
			Remove(path) // it was not there before: an error leaves nothing behind
		}
		f = nil
	}
	return f, err
}

// Write writes bytes where the last ones ended.
func (f *File) Write(data []byte) (n int, err error) {
	err = Do("write", f.path, func() error {
		n, err = f.file.Write(data)
		return err
	})
	return n, err
}

// WriteAt writes bytes at an offset.
func (f *File) WriteAt(data []byte, offset int64) (n int, err error) {
	err = Do("write", f.path, func() error {
		n, err = f.file.WriteAt(data, offset)
		return err
	})
	return n, err
}

// Seek is that of os.File.
func (f *File) Seek(offset int64, whence int) (int64, error) { return f.file.Seek(offset, whence) }

// Close ends the use of the file. It is closed whatever the error.
func (f *File) Close() error { return f.file.Close() }
