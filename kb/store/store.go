// Package store changes files, and is the one place where kb does. What is kb's own is private:
// files 0600, folders 0700, whatever the umask. What is replaced is replaced whole: a reader, or a
// crash, finds the old bytes or the new ones.
//
// Each change passes Do, so that a test can let any of them fail (see Watch).
//
// # Limitations
//
// Nothing waits for the disk: a crash of the process loses nothing, one of the machine may lose
// what was written last.
package store

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

// The modes of kb's own files and folders.
const (
	fileMode = 0o600
	dirMode  = 0o700
)

// Top is the name of the folder in which everything lies that is kb's own.
const Top = "kb"

// MakeDir makes a folder of kb's own files, and those above it up to the one called kb. Further up
// it makes nothing: where git's folder is gone, the repository was moved or removed, and nothing
// may take its place. Then the error is fs.ErrNotExist.
func MakeDir(dir string) error {
	err := mkdir(dir)
	if errors.Is(err, fs.ErrNotExist) && filepath.Base(dir) != Top && filepath.Dir(dir) != dir {
		if err := MakeDir(filepath.Dir(dir)); err != nil {
			return err
		}
		err = mkdir(dir)
	}
	if info, e := os.Stat(dir); errors.Is(err, fs.ErrExist) && e == nil && info.IsDir() {
		return nil
	}
	return err
}

// mkdir makes a private folder unless there is one.
func mkdir(dir string) error {
	if info, err := os.Stat(dir); err == nil && info.IsDir() {
		return nil
	}
	return Do("mkdir", dir, func() error { return os.Mkdir(dir, dirMode) })
}

// MakeDirs makes a folder of kb's own files and every one above it that is missing.
func MakeDirs(dir string) error {
	if info, err := os.Stat(dir); err == nil && info.IsDir() {
		return nil
	}
	return Do("mkdir", dir, func() error { return os.MkdirAll(dir, dirMode) })
}

// MakeTemporaryTop makes the user's folder in one for temporary files, which others may write into, and
// returns its path. What somebody else has put in its place, or has access to, is refused.
func MakeTemporaryTop(parent string) (string, error) {
	dir := filepath.Join(parent, fmt.Sprintf("%s-%d", Top, os.Getuid()))
	err := Do("mkdir", dir, func() error { return os.Mkdir(dir, dirMode) })
	if errors.Is(err, fs.ErrExist) {
		info, e := os.Lstat(dir)
		if err = e; e == nil && (!info.IsDir() || !mine(info) || exposed(info)) {
			err = fmt.Errorf("%s is not a folder of yours alone", dir)
		}
	}
	return dir, err
}

// MakeUserDirs makes a folder of the user's and every one above it that is missing, as the umask has it.
func MakeUserDirs(dir string) error {
	if info, err := os.Stat(dir); err == nil && info.IsDir() {
		return nil
	}
	return Do("mkdir", dir, func() error { return os.MkdirAll(dir, 0o777) })
}

// Write writes a file of kb's own that nobody reads yet: one cut short may be left behind.
func Write(path string, data []byte) error {
	f, err := Create(path)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	return errors.Join(err, f.Close())
}

// Append adds bytes at the end of a file of kb's own, or makes it. Where several processes do so,
// none of their bytes are lost, as long as each adds few.
func Append(path string, data []byte) error {
	f, err := open(path, os.O_WRONLY|os.O_CREATE|os.O_APPEND, fileMode)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	return errors.Join(err, f.Close())
}

// Copy makes a file of kb's own with the bytes of another.
func Copy(from, to string) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := Create(to)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	return errors.Join(err, out.Close())
}

// Link gives a file of kb's own a second name.
func Link(from, to string) error {
	return Do("link", to, func() error { return os.Link(from, to) })
}

// Rename moves a file in one step into the place of what was there.
func Rename(from, to string) error {
	return Do("rename", to, func() error { return os.Rename(from, to) })
}

// Remove removes a file or an empty folder.
func Remove(path string) error {
	return Do("remove", path, func() error { return os.Remove(path) })
}

// RemoveAll removes a folder with all that it holds. That there is none is no error.
func RemoveAll(path string) error {
	return Do("remove", path, func() error { return os.RemoveAll(path) })
}

// Touch sets the time at which a file was last changed.
func Touch(path string, at time.Time) error {
	return Do("touch", path, func() error { return os.Chtimes(path, at, at) })
}
