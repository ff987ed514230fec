package write

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
	"github.com/9aea2451/kb/cmd/kb/internal/session"
)

// workFiles reads the work tree as it is now. It follows no link.
type workFiles struct{ root *os.Root }

// openWorkFiles opens a folder out of which no name or link leads.
func openWorkFiles(dir string) (*workFiles, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	return &workFiles{root}, nil
}

// Read returns the bytes of a note.
func (w *workFiles) Read(path string) ([]byte, error) {
	name := filepath.FromSlash(path)
	info, err := w.root.Lstat(name)
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("%s is not a regular file", path)
	case info.Size() > session.ShownBytes:
		return nil, fmt.Errorf("%s has %s, more than %s", path, app.SizeOf(info.Size()), app.SizeOf(session.ShownBytes))
	}
	return w.root.ReadFile(name)
}

// Exists reports whether there is anything at a path, a link that leads nowhere included.
func (w *workFiles) Exists(path string) bool {
	_, err := w.root.Lstat(filepath.FromSlash(path))
	return err == nil
}

// isFolder reports whether a path is a folder, through links within the work tree.
func (w *workFiles) isFolder(path string) bool {
	info, err := w.root.Stat(filepath.FromSlash(path))
	return err == nil && info.IsDir()
}
