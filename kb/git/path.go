package git

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"unicode/utf8"
)

// errNotRegular tells that a path is a symbolic link, a folder, a pipe or the like.
var ErrNotRegular = errors.New("not a regular file")

// lstat looks at what a path below root names. Unlike that of os.Root it follows no symbolic link
// among the folders: for git, too, there is nothing behind one.
func Lstat(root *os.Root, path string) (fs.FileInfo, error) {
	for i := range len(path) {
		if path[i] != '/' {
			continue
		}
		info, err := root.Lstat(filepath.FromSlash(path[:i]))
		if err != nil {
			return nil, err
		}
		if !info.IsDir() {
			return nil, &fs.PathError{Op: "lstat", Path: path, Err: fs.ErrNotExist}
		}
	}
	return root.Lstat(filepath.FromSlash(path))
}

// OpenRegular opens a regular file below root. Symbolic links are not followed; one that takes a
// folder's place meanwhile still does not lead out of root. A file that is replaced meanwhile is opened
// again.
func OpenRegular(root *os.Root, path string) (f *os.File, info fs.FileInfo, err error) {
	for range 100 {
		if f, info, err = openRegular(root, path); !errors.Is(err, ErrChanged) {
			break
		}
	}
	return f, info, err
}

func openRegular(root *os.Root, path string) (*os.File, fs.FileInfo, error) {
	before, err := Lstat(root, path)
	if err != nil {
		return nil, nil, err
	}
	if mode := before.Mode(); !mode.IsRegular() {
		err = ErrNotRegular
		if mode&fs.ModeSymlink != 0 {
			err = fmt.Errorf("%w but a symbolic link", err)
		}
		return nil, nil, &fs.PathError{Op: "read", Path: path, Err: err}
	}
	f, err := root.Open(filepath.FromSlash(path))
	if err != nil {
		return nil, nil, err
	}
	// A link put in place of the file since the first look is another file.
	if after, err := f.Stat(); err != nil || !os.SameFile(before, after) {
		f.Close()
		return nil, nil, &fs.PathError{Op: "read", Path: path, Err: ErrChanged}
	}
	return f, before, nil
}

// ReadRegular reads what OpenRegular opens, no more than limit bytes, else ErrTooLarge.
func ReadRegular(root *os.Root, path string, limit int64) ([]byte, error) {
	f, info, err := OpenRegular(root, path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if info.Size() > limit {
		return nil, &fs.PathError{Op: "read", Path: path, Err: ErrTooLarge}
	}
	data := make([]byte, 0, info.Size()+1)
	data, err = appendAll(data, f, limit)
	if err == nil && int64(len(data)) > limit {
		err = &fs.PathError{Op: "read", Path: path, Err: ErrTooLarge}
	}
	return data, err
}

// ReadIn is ReadRegular below a folder of the machine.
func ReadIn(dir, path string, limit int64) ([]byte, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	return ReadRegular(root, path, limit)
}

// appendAll reads r to its end, or to one byte over limit.
func appendAll(data []byte, r io.Reader, limit int64) ([]byte, error) {
	for int64(len(data)) <= limit {
		if len(data) == cap(data) {
			data = append(data, 0)[:len(data)]
		}
		n, err := r.Read(data[len(data):cap(data)])
		data = data[:len(data)+n]
		if err == io.EOF {
			return data, nil
		}
		if err != nil {
			return nil, err
		}
	}
	return data, nil
}

// badPath says why a path of git cannot be used, "" when it can.
func BadPath(path string) string {
	switch {
	case !utf8.ValidString(path):
		return "the file name is not UTF-8"
	case !fs.ValidPath(path) || !filepath.IsLocal(filepath.FromSlash(path)):
		return "the path leads out of the repository"
	}
	for part := range strings.SplitSeq(path, "/") {
		if strings.EqualFold(part, ".git") {
			return "the path leads into .git"
		}
	}
	return ""
}

// printable is a path fit for a message.
func Printable(path string) string { return strings.ToValidUTF8(path, "\uFFFD") }

// unfitFolder looks at each folder on the way down that there is.
func UnfitFolder(root *os.Root, dir string) string {
	if dir == "." {
		return ""
	}
	at := ""
	for part := range strings.SplitSeq(dir, "/") {
		at = path.Join(at, part)
		info, err := root.Lstat(filepath.FromSlash(at))
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return ""
		case err != nil:
			return err.Error()
		case info.Mode()&fs.ModeSymlink != 0:
			return at + " is a symbolic link"
		case !info.IsDir():
			return at + " is no folder"
		case isRepository(root, at):
			return at + " is a repository of its own"
		}
	}
	return ""
}
