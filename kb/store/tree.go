package store

import (
	"io/fs"
	"os"
	"path/filepath"
)

// Tree is a folder of the user's, such as a work tree, out of which no path and no link leads.
// Paths in it are slash-separated. Close it.
type Tree struct{ *os.Root }

// OpenTree opens a folder.
func OpenTree(dir string) (Tree, error) {
	root, err := os.OpenRoot(dir)
	return Tree{root}, err
}

// op changes something in the tree by way of Do, which tests watch; do gets the name with the
// separators of the system.
func (t Tree) op(verb, name string, do func(name string) error) error {
	name = filepath.FromSlash(name)
	return Do(verb, filepath.Join(t.Name(), name), func() error { return do(name) })
}

// MakeDirs makes a folder and every one above it that is missing.
func (t Tree) MakeDirs(name string, mode fs.FileMode) error {
	if info, err := t.Stat(filepath.FromSlash(name)); err == nil && info.IsDir() {
		return nil
	}
	return t.op("mkdir", name, func(name string) error { return t.Root.MkdirAll(name, mode) })
}

// Create makes a file that must not be there.
func (t Tree) Create(name string, data []byte, mode fs.FileMode) error {
	var f *os.File
	err := t.op("create", name, func(name string) (err error) {
		f, err = t.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
		return err
	})
	if f == nil {
		return err
	}
	if err == nil {
		err = t.op("write", name, func(string) error {
			_, err := f.Write(data)
			return err
		})
	}
	if closed := f.Close(); err == nil {
		err = closed
	}
	if err != nil {
		t.Remove(name)
	}
	return err
}

// Replace puts bytes in the place of a file, or makes it, with a mode; of a new file the umask
// takes its part. What a killed process left beside it is removed.
func (t Tree) Replace(name string, data []byte, mode fs.FileMode) error {
	temporary := Temporary(name)
	if _, err := t.Lstat(filepath.FromSlash(temporary)); err == nil {
		if err := t.Remove(temporary); err != nil {
			return err
		}
	}
	_, missing := t.Lstat(filepath.FromSlash(name))
	if err := t.Create(temporary, data, mode); err != nil {
		return err
	}
	var err error
	if missing == nil {
		err = t.Chmod(temporary, mode)
	}
	if err == nil {
		err = t.Rename(temporary, name)
	}
	if err != nil {
		t.Remove(temporary)
	}
	return err
}

// Temporary is the file beside another from which Replace takes the new bytes. After a kill it may be there.
func Temporary(name string) string { return name + temporaryEnding }

// Chmod gives a file a mode whatever the umask.
func (t Tree) Chmod(name string, mode fs.FileMode) error {
	return t.op("chmod", name, func(name string) error { return t.Root.Chmod(name, mode) })
}

// Rename moves a file in one step into the place of what was there.
func (t Tree) Rename(from, to string) error {
	return t.op("rename", to, func(to string) error { return t.Root.Rename(filepath.FromSlash(from), to) })
}

// Link gives a file a second name.
func (t Tree) Link(from, to string) error {
	return t.op("link", to, func(to string) error { return t.Root.Link(filepath.FromSlash(from), to) })
}

// Remove removes a file or an empty folder.
func (t Tree) Remove(name string) error {
	return t.op("remove", name, func(name string) error { return t.Root.Remove(name) })
}
