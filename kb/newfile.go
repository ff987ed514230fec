package kb

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
)

// ErrNoWorkTree tells that a bare repository has no files to read or write.
var ErrNoWorkTree = errors.New("a bare repository has no work tree")

// Create writes a new file of the work tree, and the folders above it. It never overwrites: where anything stands at the path,
// the error is fs.ErrExist. A path that leads through a symbolic link is refused: git would not see the file.
func (r *Repo) Create(file string, data []byte) error {
	return r.within(func(root *os.Root) error {
		name := filepath.FromSlash(file)
		if _, err := lstat(root, file); err == nil {
			return &fs.PathError{Op: "create", Path: file, Err: fs.ErrExist}
		} else if !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		if err := foldersOnly(root, file); err != nil {
			return err
		}
		if err := root.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			return err
		}
		return writeNew(root, name, data)
	})
}

// foldersOnly tells whether all that stands above a path is folders: no files and no symbolic links.
func foldersOnly(root *os.Root, file string) error {
	for dir := path.Dir(file); dir != "." && dir != "/"; dir = path.Dir(dir) {
		info, err := root.Lstat(filepath.FromSlash(dir))
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return err
		}
		if !info.IsDir() {
			return &fs.PathError{Op: "create", Path: file, Err: fmt.Errorf("%s is no folder", dir)}
		}
	}
	return nil
}

// writeNew leaves no half of a file behind.
func writeNew(root *os.Root, name string, data []byte) error {
	f, err := root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if err := errors.Join(err, f.Close()); err != nil {
		return errors.Join(err, root.Remove(name))
	}
	return nil
}

// ReadWork reads a regular file of the work tree, of at most MaxFile bytes. It follows no symbolic link.
func (r *Repo) ReadWork(file string) (data []byte, err error) {
	err = r.within(func(root *os.Root) error {
		data, err = readRegular(root, file, MaxFile)
		return err
	})
	return data, err
}

// Folder lists the names of a folder of the work tree, none where there is no such folder.
func (r *Repo) Folder(dir string) (names []string, err error) {
	err = r.within(func(root *os.Root) error {
		info, err := lstat(root, dir)
		if errors.Is(err, fs.ErrNotExist) || err == nil && !info.IsDir() {
			return nil
		}
		entries, err := fs.ReadDir(root.FS(), dir)
		for _, e := range entries {
			names = append(names, e.Name())
		}
		return err
	})
	return names, err
}

// within opens the work tree for f, so that no path leads out of it.
func (r *Repo) within(f func(root *os.Root) error) error {
	if r.Root == "" {
		return ErrNoWorkTree
	}
	root, err := os.OpenRoot(r.Root)
	if err != nil {
		return fmt.Errorf("open the work tree: %w", err)
	}
	defer root.Close()
	return f(root)
}
