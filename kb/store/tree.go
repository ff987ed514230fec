package store

import (
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
)

// Tree is a folder of the user's, such as a work tree, out of which no path and no link leads.
// Paths in it are slash-separated. Close it.
type Tree struct {
	*os.Root
	own *own
}

// own is kb's own folder of the clone that a tree belongs to, open while new bytes of files lie in it.
type own struct {
	root    *os.Root
	made    bool   // for these files
	release func() // of the lock that keeps others from removing them
	files   int
}

// OpenTree opens a folder.
func OpenTree(dir string) (Tree, error) {
	root, err := os.OpenRoot(dir)
	return Tree{root, &own{}}, err
}

// enter opens kb's own folder of the clone for one more file; leave it.
func (o *own) enter(tree string) error {
	if o.files == 0 {
		dir, err := ownFolder(tree)
		if err != nil {
			return err
		}
		_, missing := os.Lstat(dir)
		if err := MakeDir(dir); err != nil {
			return err
		}
		if o.root, err = os.OpenRoot(dir); err != nil {
			return err
		}
		o.made, o.release = missing != nil, shareTemporary(filepath.Join(dir, Top))
	}
	o.files++
	return nil
}

func (o *own) leave() {
	if o.files--; o.files > 0 {
		return
	}
	o.root.Close()
	o.release()
	if o.made {
		removeUnused(o.root.Name())
	}
}

// ownFolder returns where kb's own folder of the clone is, or would be, in whose work tree a folder lies.
func ownFolder(dir string) (string, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	for ; ; dir = filepath.Dir(dir) {
		git := filepath.Join(dir, ".git")
		info, err := os.Stat(git)
		switch {
		case err == nil && info.Mode().IsRegular(): // of a work tree beside the first one, or of a submodule
			link, _ := os.ReadFile(git)
			git = below(dir, strings.TrimPrefix(string(link), "gitdir:"))
			if common, err := os.ReadFile(filepath.Join(git, "commondir")); err == nil {
				git = below(git, string(common))
			}
			fallthrough
		case err == nil:
			_, err := os.Stat(filepath.Join(git, "HEAD"))
			return filepath.Join(git, Top), err
		case filepath.Dir(dir) == dir:
			return "", err
		}
	}
}

// below returns the path that a file of git's names, from a folder unless it is absolute.
func below(dir, name string) string {
	if name = strings.TrimSpace(name); filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(dir, name)
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
	_, missing := t.Lstat(filepath.FromSlash(name))
	return t.replace(name, data, mode, missing == nil)
}

// replace is Replace; exact: with the mode whatever the umask.
func (t Tree) replace(name string, data []byte, mode fs.FileMode, exact bool) error {
	temporary := Temporary(name)
	if _, err := t.Lstat(filepath.FromSlash(temporary)); err == nil {
		t.Remove(temporary) // else Prepare says what is wrong
	}
	p, err := t.Prepare(temporary, data, mode, exact)
	if err != nil {
		return err
	}
	return p.Put(name, false)
}

// Prepared is the new bytes of a file, on their way to its place: in kb's own folder of the clone, so
// that a kill leaves nothing among the user's files and the next command removes them, or beside the
// file where the tree belongs to no clone or the folder lies on another disk.
type Prepared struct {
	tree, in     Tree // in: which of the two holds the bytes now
	name, beside string
	data         []byte
	mode         fs.FileMode
	exact        bool
}

// Prepare writes the bytes that a file is to get; beside names a file of the tree that is free for them.
func (t Tree) Prepare(beside string, data []byte, mode fs.FileMode, exact bool) (*Prepared, error) {
	p := &Prepared{tree: t, beside: beside, data: data, mode: mode, exact: exact}
	if t.own.enter(t.Name()) == nil {
		if p.write(Tree{Root: t.own.root}, fmt.Sprintf("new.%d%s", rand.Uint64(), temporaryEnding)) == nil {
			return p, nil
		}
		t.own.leave()
	}
	return p, p.write(t, beside)
}

// write makes the temporary file.
func (p *Prepared) write(in Tree, name string) error {
	err := in.Create(name, p.data, p.mode)
	if err == nil && p.exact {
		if err = in.Chmod(name, p.mode); err != nil {
			in.Remove(name)
		}
	}
	if err == nil {
		p.in, p.name = in, name
	}
	return err
}

// Put moves the bytes to their place in one step. With fresh a file that is there stays: fs.ErrExist.
// After an error nothing is left of them.
func (p *Prepared) Put(name string, fresh bool) error {
	defer p.Discard()
	err := p.put(name, fresh)
	if err == nil || errors.Is(err, fs.ErrExist) || p.in.Root == p.tree.Root {
		return err
	}
	p.Discard()
	if err := p.write(p.tree, p.beside); err != nil {
		return err
	}
	return p.put(name, fresh)
}

func (p *Prepared) put(name string, fresh bool) error {
	if fresh { // a link takes no other file's place, but not all file systems have them
		err := p.move("link", name, p.tree.Root.Link, os.Link)
		if _, there := p.tree.Lstat(filepath.FromSlash(name)); err == nil || there == nil {
			return err
		}
	}
	return p.move("rename", name, p.tree.Root.Rename, os.Rename)
}

// move carries the temporary file to a name of the tree: inside of the tree where it lies there, as
// kb's folder mostly does, else from outside once no link leads out of the tree.
func (p *Prepared) move(verb, name string, inside, outside func(from, to string) error) error {
	return p.tree.op(verb, name, func(to string) error {
		from := filepath.Join(p.in.Name(), filepath.FromSlash(p.name))
		if rel, err := filepath.Rel(p.tree.Name(), from); err == nil && filepath.IsLocal(rel) {
			return inside(rel, to)
		}
		dir, err := p.tree.OpenRoot(filepath.Dir(to))
		if err != nil {
			return err
		}
		dir.Close()
		return outside(from, filepath.Join(p.tree.Name(), to))
	})
}

// Discard removes the temporary file, if it is there. One that cannot be removed is left to the next command.
func (p *Prepared) Discard() {
	if p.name == "" {
		return
	}
	if _, err := p.in.Lstat(filepath.FromSlash(p.name)); err == nil {
		p.in.Remove(p.name)
	}
	if p.in.Root != p.tree.Root {
		p.tree.own.leave()
	}
	p.name = ""
}

// Temporary is the file beside another from which Replace takes the new bytes. After a kill it may be there.
func Temporary(name string) string { return name + temporaryEnding }

// Chmod gives a file a mode whatever the umask.
func (t Tree) Chmod(name string, mode fs.FileMode) error {
	return t.op("chmod", name, func(name string) error { return t.Root.Chmod(name, mode) })
}

// Remove removes a file or an empty folder.
func (t Tree) Remove(name string) error {
	return t.op("remove", name, func(name string) error { return t.Root.Remove(name) })
}

// Rename gives a file or a folder another name.
func (t Tree) Rename(from, to string) error {
	return t.op("rename", to, func(to string) error { return t.Root.Rename(filepath.FromSlash(from), to) })
}
