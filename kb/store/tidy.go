package store

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/gofrs/flock"
)

// temporaryEnding ends the names of files that are to take the place of others.
const temporaryEnding = ".kb-new"

// temporaryLock is shared by those who have temporary files: who has it alone knows that those that
// are there belong to nobody.
const temporaryLock = "temporary.lock"

// sharePatience is how long a writer waits for a sweep, which takes milliseconds.
const sharePatience = 2 * time.Second

// Tidy makes everything in a folder of kb's own private, and removes the temporary files that a
// killed process left. What it cannot change stays as it is; links are not followed. Into a folder
// that is private already it looks three levels deep: nobody else can enter it, and what lies
// further down is never replaced.
func Tidy(dir string) {
	info, err := os.Lstat(dir)
	if err != nil || !info.IsDir() {
		return
	}
	open := exposed(info)
	var left []string
	_ = filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil {
			return nil
		}
		if e.IsDir() && !open && strings.Count(path[len(dir):], string(filepath.Separator)) > 2 {
			return fs.SkipDir
		}
		if isTemporary(e.Name()) {
			left = append(left, path)
			if e.IsDir() {
				return fs.SkipDir
			}
			return nil // it is removed, or on its way to be a file of the user's
		}
		if info, err := e.Info(); err == nil {
			tighten(path, info)
		}
		return nil
	})
	if len(left) > 0 {
		sweep(left)
	}
}

func isTemporary(name string) bool { return strings.HasSuffix(name, temporaryEnding) }

// Tighten makes a file or folder of kb's own private, if it is there and is not.
func Tighten(path string) {
	if info, err := os.Lstat(path); err == nil {
		tighten(path, info)
	}
}

// tighten takes the rights of others from a file or folder of kb's own. Links and devices are left
// alone.
func tighten(path string, info fs.FileInfo) {
	mode := fs.FileMode(fileMode)
	if info.IsDir() {
		mode = dirMode
	} else if !info.Mode().IsRegular() {
		return
	}
	if !exposed(info) {
		return
	}
	_ = Do("chmod", path, func() error { return os.Chmod(path, mode) }) // somebody else's: it is as private as they want it
}

// sweep removes temporary files, unless somebody is writing some.
func sweep(files []string) {
	lock := flock.New(filepath.Join(topOf(files[0]), temporaryLock))
	if ok, err := lock.TryLock(); !ok || err != nil {
		return
	}
	defer lock.Unlock()
	for _, file := range files {
		RemoveAll(file)
	}
}

// TemporaryDir makes a folder in a folder of kb's own, for what nobody needs after the command. Call
// remove. What a killed process left is removed as temporary files are.
func TemporaryDir(parent, prefix string) (dir string, remove func(), err error) {
	if err := MakeDir(parent); err != nil {
		return "", nil, err
	}
	done := shareTemporary(filepath.Join(parent, prefix))
	err = Do("mkdir", parent, func() (err error) {
		dir, err = os.MkdirTemp(parent, prefix+"*"+temporaryEnding)
		return err
	})
	remove = func() {
		if dir != "" {
			RemoveAll(dir)
		}
		done()
	}
	if err != nil {
		remove()
	}
	return dir, remove, err
}

// RemoveLast removes the last file of a folder of kb's own that lies beside files of the user's: with
// it go the lock and the folder, unless somebody is writing there.
func RemoveLast(path string) error {
	if err := Remove(path); err != nil {
		return err
	}
	removeUnused(topOf(path))
	return nil
}

// removeUnused removes a folder of kb's own that holds nothing but the lock, unless somebody is writing there.
func removeUnused(top string) {
	lock := flock.New(filepath.Join(top, temporaryLock))
	if ok, err := lock.TryLock(); !ok || err != nil {
		return
	}
	defer lock.Unlock()
	if left, err := os.ReadDir(top); err == nil && len(left) == 1 {
		os.Remove(lock.Path())
		os.Remove(top)
	}
}

// Try takes a lock without waiting, in a folder of kb's own, which it makes; ok is false where another
// process, or another part of this one, has it.
func Try(path string) (release func(), ok bool, err error) {
	if err := MakeDir(filepath.Dir(path)); err != nil {
		return nil, false, err
	}
	lock := flock.New(path)
	ok, err = lock.TryLock()
	return func() { lock.Unlock() }, ok, err
}

// shareTemporary keeps others from sweeping while there is a temporary file beside a path.
func shareTemporary(path string) (done func()) {
	ctx, cancel := context.WithTimeout(context.Background(), sharePatience)
	defer cancel()
	lock := flock.New(filepath.Join(topOf(path), temporaryLock))
	if ok, err := lock.TryRLockContext(ctx, time.Millisecond); !ok || err != nil {
		return func() {} // where there can be no lock there can be no file
	}
	return func() { lock.Unlock() }
}

// topOf is the folder called kb that holds a path, or else the path's own.
func topOf(path string) string {
	for dir := filepath.Dir(path); filepath.Dir(dir) != dir; dir = filepath.Dir(dir) {
		if filepath.Base(dir) == Top {
			return dir
		}
	}
	return filepath.Dir(path)
}
