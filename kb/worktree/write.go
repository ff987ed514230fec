package worktree

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"path"
	"path/filepath"
	"slices"

	"github.com/9aea2451/kb/kb/encoding"
	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/kb/store"
)

// Edit is what becomes of one file of the work tree.
type Edit struct {
	Path string // from the repository's root, slash-separated
	Old  []byte // the bytes that it must have; nil: there must be no such file
	New  []byte // the bytes that it gets; nil: it is removed
}

// Move is a file or a folder, with all that lies in it, that gets a path at which there is nothing.
type Move struct {
	From string `json:"from"`
	To   string `json:"to"`
}

// Write carries edits out, then moves, all or none: a file whose bytes are not Old is ErrChanged, and nothing
// is written; when a write fails, those before it are taken back, and when the process is killed,
// HoldEdits takes them back. A note whose text is not UTF-8 is an encoding.ErrNotUTF8: what
// is put into it would be. A reader finds each file as it was or as it is to be. Nothing is staged.
func (r Repo) Write(edits []Edit, moves ...Move) error {
	if r.Root == "" {
		return errors.New("write: the repository has no work tree")
	}
	if len(edits)+len(moves) == 0 {
		return nil
	}
	release, journaled, err := r.lockEdits()
	if err != nil {
		return fmt.Errorf("write: %w", err)
	}
	if journaled {
		defer release()
	}
	root, err := store.OpenTree(r.Root)
	if err != nil {
		return fmt.Errorf("write: %w", err)
	}
	defer root.Close()
	if journaled {
		if _, err := r.undoJournal(); err != nil {
			return fmt.Errorf("write: %w", err)
		}
	}
	w := &writer{root: root}
	for _, e := range edits {
		if err := w.plan(r, e); err != nil {
			return fmt.Errorf("write %s: %w", git.Printable(e.Path), err)
		}
	}
	for _, m := range moves {
		if err := w.planMove(m); err != nil {
			return fmt.Errorf("move %s: %w", git.Printable(m.From), err)
		}
	}
	if err := w.begin(r, journaled); err != nil {
		return fmt.Errorf("write: %w", err)
	}
	err = w.carryOutAll()
	if err == nil && journaled {
		err = store.Remove(r.journalPath()) // from here on the edit stands
	}
	if err != nil {
		return errors.Join(err, w.takeBack(r, journaled))
	}
	return nil
}

// writer is one run of Write.
type writer struct {
	root    store.Tree
	edits   []Edit
	journal journal
	ready   []*store.Prepared // for each edit, nil for a file that is removed
}

// plan compares the old bytes and notes what is to be done.
func (w *writer) plan(r Repo, e Edit) error {
	if reason := barred(w.root.Root, e.Path); reason != "" {
		return errors.New(reason)
	}
	if e.Old != nil && e.New != nil && r.Watched(e.Path) {
		if err := encoding.Editable(e.Old); err != nil {
			return err
		}
	}
	if err := w.compare(e); err != nil {
		return err
	}
	f := journalFile{Path: e.Path, Old: e.Old, Had: e.Old != nil, Mode: 0o666}
	if e.Old != nil {
		info, err := git.Lstat(w.root.Root, e.Path)
		if err != nil {
			return err
		}
		f.Mode = info.Mode().Perm()
	}
	if e.New != nil {
		f.New = sumOf(e.New)
		f.Temp = path.Join(path.Dir(e.Path), fmt.Sprintf(".kb-%08x-%d.tmp", rand.Uint32(), len(w.edits)))
		w.planFolders(path.Dir(e.Path))
	}
	w.edits, w.journal.Files = append(w.edits, e), append(w.journal.Files, f)
	return nil
}

// planMove looks whether a move can be made, and notes it.
func (w *writer) planMove(m Move) error {
	if reason := barred(w.root.Root, m.From, m.To); reason != "" {
		return errors.New(reason)
	}
	if info, err := git.Lstat(w.root.Root, m.From); err != nil {
		return err
	} else if !info.IsDir() && !info.Mode().IsRegular() {
		return git.ErrNotRegular
	}
	if _, err := w.root.Lstat(filepath.FromSlash(m.To)); err == nil {
		return fs.ErrExist
	}
	w.planFolders(path.Dir(m.To))
	w.journal.Moves = append(w.journal.Moves, m)
	return nil
}

// carryOut moves the file or folder.
func (m Move) carryOut(root store.Tree) error {
	if err := root.MakeDirs(path.Dir(m.To), 0o777); err != nil {
		return err
	}
	if _, err := root.Lstat(filepath.FromSlash(m.To)); err == nil {
		return fs.ErrExist
	}
	return root.Rename(m.From, m.To)
}

// undo moves it back, if it was moved; kept tells that somebody else has moved it since.
func (m Move) undo(root store.Tree) (kept bool, err error) {
	_, from := root.Lstat(filepath.FromSlash(m.From))
	_, to := root.Lstat(filepath.FromSlash(m.To))
	if from == nil {
		return false, nil
	}
	if to != nil || barred(root.Root, m.From, m.To) != "" {
		return true, nil
	}
	return false, root.Rename(m.To, m.From)
}

// planFolders notes a folder and those above it that are missing.
func (w *writer) planFolders(folder string) {
	var missing []string
	for ; folder != "." && !slices.Contains(w.journal.Folders, folder); folder = path.Dir(folder) {
		if _, err := w.root.Lstat(filepath.FromSlash(folder)); err == nil {
			break
		}
		missing = append(missing, folder)
	}
	slices.Reverse(missing)
	w.journal.Folders = append(w.journal.Folders, missing...)
}

// begin leaves the journal, before anything else is written.
func (w *writer) begin(r Repo, journaled bool) error {
	if !journaled {
		return nil
	}
	data, err := json.Marshal(&w.journal)
	if err != nil {
		return err
	}
	if err = store.Replace(r.journalPath(), data); err != nil {
		if u := r.dropJournal(); u != nil {
			err = errors.Join(err, u)
		}
	}
	return err
}

// dropJournal removes a journal of which nothing was carried out.
func (r Repo) dropJournal() error {
	err := store.Remove(r.journalPath())
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// carryOutAll writes the new bytes, and when all lie ready puts them in the place of the old ones.
func (w *writer) carryOutAll() error {
	for i, e := range w.edits {
		var ready *store.Prepared
		if e.New != nil {
			err := w.root.MakeDirs(path.Dir(e.Path), 0o777)
			if err == nil {
				ready, err = w.root.Prepare(w.journal.Files[i].Temp, e.New, w.journal.Files[i].Mode, e.Old != nil)
			}
			if err != nil {
				return fmt.Errorf("write %s: %w", git.Printable(e.Path), err)
			}
		}
		w.ready = append(w.ready, ready)
	}
	for i, e := range w.edits {
		if err := w.carryOut(e, w.ready[i]); err != nil {
			return fmt.Errorf("write %s: %w", git.Printable(e.Path), err)
		}
	}
	for _, m := range w.journal.Moves {
		if err := m.carryOut(w.root); err != nil {
			return fmt.Errorf("move %s: %w", git.Printable(m.From), err)
		}
	}
	return nil
}

// compare tells whether a file has the bytes that it must have.
func (w *writer) compare(e Edit) error {
	data, err := git.ReadRegular(w.root.Root, e.Path, git.MaxFile)
	switch {
	case e.Old == nil && errors.Is(err, fs.ErrNotExist):
		return nil
	case e.Old == nil && err == nil:
		return fs.ErrExist
	case err != nil:
		return err
	case !bytes.Equal(data, e.Old):
		return git.ErrChanged
	}
	return nil
}

// carryOut puts the new bytes in the place of the old ones, which are compared once more.
func (w *writer) carryOut(e Edit, ready *store.Prepared) error {
	if err := w.compare(e); err != nil {
		return err
	}
	if e.New == nil {
		return w.root.Remove(e.Path)
	}
	return ready.Put(e.Path, e.Old == nil)
}

// takeBack undoes what was carried out.
func (w *writer) takeBack(r Repo, journaled bool) error {
	for _, p := range w.ready {
		if p != nil {
			p.Discard()
		}
	}
	if _, err := w.journal.undo(w.root); err != nil {
		return fmt.Errorf("take it back: %w", err)
	}
	if journaled {
		return r.dropJournal()
	}
	return nil
}
