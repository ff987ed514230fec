// Package worktree reads and changes files of a repository's work tree. No path leads out of it, and
// no symbolic link is followed. An edit of several files is carried out whole or not at all: a journal
// in kb's own folder says how to undo one that was killed.
package worktree

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"

	"github.com/9aea2451/kb/kb/encoding"
	"github.com/9aea2451/kb/kb/git"
)

// Repo is a git repository whose work tree is read and written.
type Repo struct{ *git.Repo }

// ErrNoWorkTree tells that a bare repository has no files to read.
var ErrNoWorkTree = errors.New("a bare repository has no work tree")

// ReadText is ReadWork for the text of a file, in UTF-8. name is the encoding that it was decoded
// from, "" when it is as it is stored.
func (r Repo) ReadText(file string) (text []byte, name string, err error) {
	data, err := r.ReadWork(file)
	if err == nil {
		text, name = encoding.Decode(data)
	}
	return text, name, err
}

// ReadWork reads a regular file of the work tree, of at most MaxFile bytes. It follows no symbolic link.
func (r Repo) ReadWork(file string) (data []byte, err error) {
	err = r.within(func(root *os.Root) error {
		data, err = git.ReadRegular(root, file, git.MaxFile)
		return err
	})
	return data, err
}

// Exists reports whether there is anything at a path of the work tree, a link that leads nowhere
// included; behind a "/" whether it is a folder, or a link to one within the work tree.
func (r Repo) Exists(path string) bool {
	return r.within(func(root *os.Root) error {
		_, err := root.Lstat(filepath.FromSlash(path))
		return err
	}) == nil
}

// Barred says why no file or folder can lie at one of some paths, "" when they can: they lead out of the work tree,
// through a link or a file, or into another repository.
func (r Repo) Barred(paths ...string) (reason string, err error) {
	err = r.within(func(root *os.Root) error {
		reason = barred(root, paths...)
		return nil
	})
	return reason, err
}

// barred is Barred in a work tree that is open.
func barred(root *os.Root, paths ...string) string {
	for _, p := range paths {
		if reason := cmp.Or(git.BadPath(p), git.UnfitFolder(root, path.Dir(p))); reason != "" {
			return reason
		}
	}
	return ""
}

// Folder lists the names of a folder of the work tree, none where there is no such folder.
func (r Repo) Folder(dir string) (names []string, err error) {
	entries, err := r.Entries(dir)
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names, err
}

// Entries lists what is in a folder of the work tree in the order of names, none where there is no
// such folder. A symbolic link is an entry of its own, whatever it leads to.
func (r Repo) Entries(dir string) (entries []fs.DirEntry, err error) {
	err = r.within(func(root *os.Root) error {
		info, err := git.Lstat(root, dir)
		if errors.Is(err, fs.ErrNotExist) || err == nil && !info.IsDir() {
			return nil
		}
		entries, err = fs.ReadDir(root.FS(), dir)
		return err
	})
	return entries, err
}

// within opens the work tree for f, so that no path leads out of it.
func (r Repo) within(f func(root *os.Root) error) error {
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
