package kb

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// stateName is the folder of kb's own files in git's common folder.
const stateName = "kb"

// StateDir is the folder for kb's own files, shared by all work trees. It need not exist.
func (r *Repo) StateDir() string { return filepath.Join(r.CommonDir, stateName) }

// MakeStateDir makes a folder of kb's own files, and those above it up to the one called kb. Further up it makes nothing: where git's folder is gone,
// the repository was moved or removed, and nothing may take its place. Then the error is fs.ErrNotExist.
func MakeStateDir(dir string) error {
	err := os.Mkdir(dir, 0o777)
	if errors.Is(err, fs.ErrNotExist) && filepath.Base(dir) != stateName && filepath.Dir(dir) != dir {
		if err := MakeStateDir(filepath.Dir(dir)); err != nil {
			return err
		}
		err = os.Mkdir(dir, 0o777)
	}
	if info, e := os.Stat(dir); errors.Is(err, fs.ErrExist) && e == nil && info.IsDir() {
		return nil
	}
	return err
}
