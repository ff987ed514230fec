package kb

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"

	"github.com/9aea2451/kb/kb/encoding"
	"github.com/9aea2451/kb/kb/store"
)

// Edit is what becomes of one file of the work tree.
type Edit struct {
	Path string // from the repository's root, slash-separated
	Old  []byte // the bytes that it must have; nil: there must be no such file
	New  []byte // the bytes that it gets; nil: it is removed
}

// Write carries edits out, all or none: a file whose bytes are not Old is ErrChanged, and nothing is written; when a write fails,
// those before it are taken back. A note whose text is not UTF-8 is an encoding.ErrNotUTF8: what is put into it would be. A reader
// finds each file as it was or as it is to be. Nothing is staged.
func (r *Repo) Write(edits []Edit) error {
	if r.Root == "" {
		return errors.New("write: the repository has no work tree")
	}
	root, err := store.OpenTree(r.Root)
	if err != nil {
		return fmt.Errorf("write: %w", err)
	}
	defer root.Close()
	w := &writer{root: root}
	defer w.clean()
	for _, e := range edits {
		if err := w.prepare(e); err != nil {
			return fmt.Errorf("write %s: %w", printable(e.Path), err)
		}
	}
	for i := range w.steps {
		if err := w.carryOut(&w.steps[i]); err != nil {
			return errors.Join(fmt.Errorf("write %s: %w", printable(w.steps[i].Path), err), w.takeBack(i))
		}
	}
	return nil
}

// writer is one run of Write.
type writer struct {
	root  store.Tree
	steps []step
}

// step is an edit whose new bytes lie ready.
type step struct {
	Edit
	mode fs.FileMode // of the file before
	temp string      // with the new bytes, in the same folder; "" when there are none
}

// prepare compares the old bytes and writes the new ones beside them.
func (w *writer) prepare(e Edit) error {
	if reason := badPath(e.Path); reason != "" {
		return errors.New(reason)
	}
	if reason := unfitFolder(w.root.Root, path.Dir(e.Path)); reason != "" {
		return errors.New(reason)
	}
	if e.Old != nil && e.New != nil && IsMarkdown(e.Path) {
		if err := encoding.Editable(e.Old); err != nil {
			return err
		}
	}
	s := step{Edit: e, mode: 0o666}
	if err := w.compare(e); err != nil {
		return err
	}
	if e.Old != nil {
		info, err := lstat(w.root.Root, e.Path)
		if err != nil {
			return err
		}
		s.mode = info.Mode().Perm()
	}
	var err error
	if e.New != nil {
		s.temp, err = w.ready(e.Path, e.New, s.mode)
	}
	w.steps = append(w.steps, s)
	return err
}

// compare tells whether a file has the bytes that it must have.
func (w *writer) compare(e Edit) error {
	data, err := readRegular(w.root.Root, e.Path, MaxFile)
	switch {
	case e.Old == nil && errors.Is(err, fs.ErrNotExist):
		return nil
	case e.Old == nil && err == nil:
		return fs.ErrExist
	case err != nil:
		return err
	case !bytes.Equal(data, e.Old):
		return ErrChanged
	}
	return nil
}

// ready writes bytes to a new file in the folder of a path, which is made where there is none.
func (w *writer) ready(name string, data []byte, mode fs.FileMode) (string, error) {
	if err := w.root.MakeDirs(path.Dir(name), 0o777); err != nil {
		return "", err
	}
	for n := range 100 {
		temp := fmt.Sprintf("%s/.kb-%d-%d.tmp", path.Dir(name), os.Getpid(), len(w.steps)*100+n)
		if err := w.root.Create(temp, data, mode); !errors.Is(err, fs.ErrExist) {
			return temp, err
		}
	}
	return "", fs.ErrExist
}

// carryOut puts the new bytes in the place of the old ones, which are compared once more.
func (w *writer) carryOut(s *step) error {
	if err := w.compare(s.Edit); err != nil {
		return err
	}
	if s.New == nil {
		return w.root.Remove(s.Path)
	}
	if s.Old == nil {
		// A link takes no other file's place, but not all file systems have them.
		if err := w.root.Link(s.temp, s.Path); err == nil || errors.Is(err, fs.ErrExist) {
			return err
		}
	} else if err := w.root.Chmod(s.temp, s.mode); err != nil {
		return err
	}
	if err := w.root.Rename(s.temp, s.Path); err != nil {
		return err
	}
	s.temp = ""
	return nil
}

// takeBack undoes the first n steps, the last one first.
func (w *writer) takeBack(n int) error {
	var errs []error
	for i := n - 1; i >= 0; i-- {
		s := w.steps[i]
		if s.Old == nil {
			errs = append(errs, w.root.Remove(s.Path))
			continue
		}
		temp, err := w.ready(s.Path, s.Old, s.mode)
		if err == nil {
			err = w.root.Rename(temp, s.Path)
		}
		errs = append(errs, err)
	}
	return errors.Join(errs...)
}

// clean removes what was written and not used.
func (w *writer) clean() {
	for _, s := range w.steps {
		if s.temp != "" {
			w.root.Remove(s.temp)
		}
	}
}
