// Package clientfile reads and changes the files of programs for agents: those of a repository, out
// of which no link leads, and the user's own, whose links are followed.
package clientfile

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"

	"github.com/9aea2451/kb/kb/store"
)

// maxSize bounds such a file, in bytes.
const maxSize = 8 << 20

// ErrNotRegular tells that a link, a folder or the like stands where the file should be.
var ErrNotRegular = errors.New("no regular file")

// File is such a file as it lies on the disk. Close it.
type File struct {
	Text   []byte // nil where there is no file
	Exists bool
	mode   fs.FileMode // that Replace gives the file
	dir    store.Tree
	name   string // in dir, slash-separated
}

// Open reads a file; nothing where there is none. Root is the top of the repository, "" for a file
// of the user's. It makes nothing.
func Open(file, root string) (f File, err error) {
	top := root
	if root == "" {
		if file, err = followed(file); err != nil { // people keep such files elsewhere, by links
			return f, err
		}
		if top, err = existing(filepath.Dir(file)); err != nil {
			return f, err
		}
	}
	name, err := filepath.Rel(top, file)
	if err != nil {
		return f, err
	}
	f.name = filepath.ToSlash(name)
	if f.dir, err = store.OpenTree(top); err != nil {
		return f, err
	}
	if err = f.read(name); err != nil {
		f.Close()
	}
	return f, err
}

// read takes in text and mode. A file that is not there is no error: Exists stays false, and
// Replace will make it with mode 0644 less the umask. What is no regular file is ErrNotRegular.
func (f *File) read(name string) error {
	info, err := f.dir.Lstat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		f.mode = 0o644
		return nil
	case err != nil:
		return err
	case !info.Mode().IsRegular():
		return fmt.Errorf("%s is %w", name, ErrNotRegular)
	case info.Size() > maxSize:
		return fmt.Errorf("%s has %d bytes, more than %d", name, info.Size(), maxSize)
	}
	f.Exists, f.mode = true, info.Mode().Perm()
	f.Text, err = f.dir.ReadFile(name)
	return err
}

// followed returns the file that a link leads to, the file itself where it is none or is not there.
func followed(file string) (string, error) {
	to, err := filepath.EvalSymlinks(file)
	if errors.Is(err, fs.ErrNotExist) {
		return file, nil
	}
	return to, err
}

// existing is the innermost folder of a path that is there.
func existing(dir string) (string, error) {
	for {
		info, err := os.Stat(dir)
		if err == nil && info.IsDir() {
			return dir, nil
		}
		if up := filepath.Dir(dir); up != dir && errors.Is(err, fs.ErrNotExist) {
			dir = up
			continue
		}
		return "", fmt.Errorf("%s is no folder", dir)
	}
}

// Replace puts a text in the place of the file: a reader finds the old or the new one. It returns
// the folders that it had to make, the outermost first.
func (f *File) Replace(text []byte) (made []string, err error) {
	for dir := path.Dir(f.name); dir != "."; dir = path.Dir(dir) {
		if _, err := f.dir.Lstat(filepath.FromSlash(dir)); errors.Is(err, fs.ErrNotExist) {
			made = append([]string{filepath.Join(f.dir.Name(), filepath.FromSlash(dir))}, made...)
		}
	}
	if err := f.dir.MakeDirs(path.Dir(f.name), 0o755); err != nil {
		return nil, err
	}
	return made, f.dir.Replace(f.name, text, f.mode)
}

// Remove removes the file.
func (f *File) Remove() error { return f.dir.Remove(f.name) }

// Close ends the use of the file.
func (f *File) Close() { f.dir.Close() }
