package kb

import (
	"path/filepath"

	"github.com/9aea2451/kb/kb/store"
)

// StateDir is the folder for kb's own files, shared by all work trees. It need not exist.
func (r *Repo) StateDir() string { return filepath.Join(r.CommonDir, store.Top) }
