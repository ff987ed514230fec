package worktree

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"syscall"
	"time"

	"github.com/gofrs/flock"

	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/kb/store"
)

// journal is what an edit of the work tree leaves in kb's folder while it is under way: what the
// files were, so that whoever finds it can put them back.
type journal struct {
	Files   []journalFile `json:"files"`
	Folders []string      `json:"folders"`         // that are made for them, the outer ones first
	Moves   []Move        `json:"moves,omitempty"` // made last
}

// journalFile is what a file was, and what the edit makes of it.
type journalFile struct {
	Path string      `json:"path"`
	Temp string      `json:"temp,omitempty"` // with the new bytes
	Old  []byte      `json:"old,omitempty"`
	Had  bool        `json:"had"`           // there was a file
	New  string      `json:"new,omitempty"` // sum of the new bytes; "" when the file is removed
	Mode fs.FileMode `json:"mode"`          // of the old file
}

// maxJournal bounds what is read of a journal, in bytes.
const maxJournal = 1 << 30

// editPatience is how long an edit waits for others of the same clone.
const editPatience = 30 * time.Second

// held has the release of each lock that HoldEdits took, by its path.
var held sync.Map

// sumOf is the SHA-256 of some bytes, in hexadecimal.
func sumOf(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// journalPath is where the journal of this work tree lies.
func (r Repo) journalPath() string {
	return filepath.Join(r.StateDir(), "edit-"+sumOf([]byte(r.GitDir))[:16]+".json")
}

// editLock is one lock for all work trees of a clone.
func (r Repo) editLock() *flock.Flock { return flock.New(filepath.Join(r.StateDir(), "edit.lock")) }

// lockEdits keeps other processes from editing. Where kb's folder cannot be written there is
// neither lock nor journal: then an edit that is killed stays as far as it came.
func (r Repo) lockEdits() (release func(), journaled bool, err error) {
	if release, ok := held.LoadAndDelete(r.editLock().Path()); ok {
		return release.(func()), true, nil
	}
	if err := store.MakeDir(r.StateDir()); err != nil {
		return nil, false, unlessUnwritable(err)
	}
	lock := r.editLock()
	for deadline := time.Now().Add(editPatience); ; time.Sleep(20 * time.Millisecond) {
		ok, err := lock.TryLock()
		switch {
		case ok:
			return func() { lock.Unlock() }, true, nil
		case err != nil:
			return nil, false, unlessUnwritable(err)
		case time.Now().After(deadline):
			return nil, false, errors.New("another kb is editing notes of this clone")
		}
	}
}

// unlessUnwritable forgives that kb's folder cannot be written.
func unlessUnwritable(err error) error {
	if errors.Is(err, fs.ErrPermission) || errors.Is(err, syscall.EROFS) || errors.Is(err, syscall.ENOTDIR) || errors.Is(err, fs.ErrExist) {
		return nil
	}
	return err
}

// Undone is what became of an edit that was interrupted.
type Undone struct {
	Files []string // are as they were before it
	Kept  []string // were changed since by somebody else, and stay as they are
	Left  []string // temporary files that the system did not let go
}

// Interrupted names the files of an edit that was killed before its end, none when there was no
// such edit or it is under way.
func (r Repo) Interrupted() []string {
	if r.Root == "" {
		return nil
	}
	if _, err := os.Lstat(r.journalPath()); err != nil {
		return nil
	}
	lock := r.editLock()
	if ok, err := lock.TryRLock(); !ok && err == nil {
		return nil
	}
	defer lock.Unlock()
	j, err := r.readJournal()
	if err != nil || j == nil {
		return nil
	}
	var paths []string
	for _, f := range j.Files {
		paths = append(paths, f.Path)
	}
	for _, m := range j.Moves {
		paths = append(paths, m.From)
	}
	return paths
}

// HoldEdits lets other processes that edit wait until this one has written its edit, called ReleaseEdits
// or ended, so that none of them reads what is about to change. It puts the files of an edit that was
// killed before its end back as they were; nil: there was none.
func (r Repo) HoldEdits() (*Undone, error) {
	if r.Root == "" {
		return nil, nil
	}
	release, journaled, err := r.lockEdits()
	if err != nil || !journaled {
		return nil, err
	}
	held.Store(r.editLock().Path(), release)
	return r.undoJournal()
}

// ReleaseEdits is for who was about to edit and has something to wait for first.
func (r Repo) ReleaseEdits() {
	if release, ok := held.LoadAndDelete(r.editLock().Path()); ok {
		release.(func())()
	}
}

// undoJournal puts the files of an interrupted edit back, for who has the lock.
func (r Repo) undoJournal() (*Undone, error) {
	j, err := r.readJournal()
	if err != nil || j == nil {
		return nil, err
	}
	root, err := store.OpenTree(r.Root)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	u, err := j.undo(root)
	if err == nil {
		err = store.Remove(r.journalPath())
	}
	if err != nil {
		return nil, fmt.Errorf("undo an edit that was interrupted: %w", err)
	}
	return u, nil
}

// readJournal reads the journal, nil when there is none. One that cannot be read is an error that
// names it, and stays: nothing else knows what the files were.
func (r Repo) readJournal() (*journal, error) {
	info, err := os.Lstat(r.journalPath())
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err == nil && (!info.Mode().IsRegular() || info.Size() > maxJournal) {
		err = git.ErrTooLarge
	}
	j := &journal{}
	var data []byte
	if err == nil {
		data, err = os.ReadFile(r.journalPath())
	}
	if err == nil {
		err = json.Unmarshal(data, j)
	}
	if err != nil {
		return nil, fmt.Errorf("read %s, which says how to undo an edit that was interrupted: %w (git diff shows the edit)",
			r.journalPath(), err)
	}
	return j, nil
}

// undo puts every file back that has its new bytes, the last one first, and removes what was made for them.
func (j *journal) undo(root store.Tree) (*Undone, error) {
	u := &Undone{}
	var errs []error
	for _, m := range slices.Backward(j.Moves) {
		kept, err := m.undo(root)
		u.add(m.From, kept)
		errs = append(errs, err)
	}
	for _, f := range slices.Backward(j.Files) {
		if git.BadPath(f.Path) != "" || f.Temp != "" && git.BadPath(f.Temp) != "" {
			return nil, fmt.Errorf("%s: not a path of this work tree", git.Printable(f.Path))
		}
		for _, temp := range []string{f.Temp, store.Temporary(f.Path)} {
			if _, err := root.Lstat(filepath.FromSlash(temp)); temp != "" && err == nil && root.Remove(temp) != nil {
				u.Left = append(u.Left, temp) // no reason to keep every later edit from its work
			}
		}
		kept, err := f.undo(root)
		if err != nil {
			errs = append(errs, fmt.Errorf("%s: %w", git.Printable(f.Path), err))
		}
		u.add(f.Path, kept)
	}
	for _, folder := range slices.Backward(j.Folders) {
		if git.BadPath(folder) == "" {
			root.Remove(folder) // unless somebody put something into it
		}
	}
	slices.Sort(u.Files)
	slices.Sort(u.Kept)
	return u, errors.Join(errs...)
}

// add notes what became of a file.
func (u *Undone) add(path string, kept bool) {
	if kept {
		u.Kept = append(u.Kept, path)
	} else {
		u.Files = append(u.Files, path)
	}
}

// undo puts one file back; kept tells that somebody else has changed it.
func (f *journalFile) undo(root store.Tree) (kept bool, err error) {
	if reason := git.UnfitFolder(root.Root, filepath.ToSlash(filepath.Dir(f.Path))); reason != "" {
		return true, nil
	}
	now, err := git.ReadRegular(root.Root, f.Path, git.MaxFile)
	missing := errors.Is(err, fs.ErrNotExist)
	switch {
	case missing && !f.Had, err == nil && f.Had && bytes.Equal(now, f.Old):
		return false, nil
	case missing && f.New != "", err == nil && sumOf(now) != f.New:
		return true, nil
	case err != nil && !missing:
		return true, nil
	case !f.Had:
		return false, root.Remove(f.Path)
	}
	if err := root.Replace(f.Path, f.Old, f.Mode); err != nil || !missing {
		return false, err
	}
	return false, root.Chmod(f.Path, f.Mode)
}
