package store

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
)

// Replace puts bytes in the place of a file of kb's own, or makes it.
func Replace(path string, data []byte) error {
	return replaceBy(path, func(w io.Writer) error {
		_, err := w.Write(data)
		return err
	})
}

// replaceBy is Replace with what fill writes. An error of fill's leaves the file as it was.
func replaceBy(path string, fill func(w io.Writer) error) error {
	done := shareTemporary(path)
	defer done()
	f, err := createBeside(path)
	if err != nil {
		return err
	}
	return f.finish(path, fill(f))
}

// ReplaceAs puts bytes in the place of a file that is the user's, or makes it, with a mode whatever
// the umask. Of two processes that replace the same file at once one may fail. What a killed
// process left beside the file is removed by the next one.
func ReplaceAs(path string, data []byte, mode fs.FileMode) error {
	return replaceForUser(path, data, mode, true)
}

// ReplaceKeeping is ReplaceAs with the mode that the file has, for a new one 0666 under the umask.
// A link is followed, and what is no ordinary file, such as a pipe, is written into.
func ReplaceKeeping(path string, data []byte) error {
	info, err := os.Stat(path)
	switch {
	case err == nil && !info.Mode().IsRegular():
		return Do("write", path, func() error { return os.WriteFile(path, data, 0o666) })
	case err != nil:
		return replaceForUser(path, data, 0o666, false)
	}
	target, err := filepath.EvalSymlinks(path)
	if err != nil {
		return err
	}
	return ReplaceAs(target, data, info.Mode().Perm())
}

// replaceForUser is Tree.replace of a file by its path.
func replaceForUser(path string, data []byte, mode fs.FileMode, exact bool) error {
	tree, err := OpenTree(filepath.Dir(path))
	if err != nil {
		return err
	}
	defer tree.Close()
	return tree.replace(filepath.Base(path), data, mode, exact)
}

// createBeside makes a temporary file beside a path, under a name that sweep knows.
func createBeside(path string) (f *File, err error) {
	for range 100 {
		name := fmt.Sprintf("%s.%d%s", path, rand.Uint32(), temporaryEnding)
		f, err = open(name, os.O_RDWR|os.O_CREATE|os.O_EXCL, fileMode)
		if err == nil || !errors.Is(err, fs.ErrExist) {
			return f, err
		}
	}
	return nil, err
}

// finish closes a temporary file and moves it to its place, or after an error removes it.
func (f *File) finish(path string, err error) error {
	if err = errors.Join(err, f.Close()); err == nil {
		err = Rename(f.path, path)
	}
	if err != nil {
		Remove(f.path) // after a rename that failed only by name it is gone
	}
	return err
}
