package store

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/9aea2451/kb/kb/notes"
	"github.com/9aea2451/kb/kb/sqlite"
	"github.com/9aea2451/kb/kb/store"
)

// Wipe removes what an update makes, but for the lock and the vectors of servers. Nothing is lost:
// it is a function of the repository. What others keep in the folder, such as the history, is
// theirs to judge and to remove.
func (x *Folder) Wipe(ctx context.Context) error {
	if err := x.MendEmbeddings(); err != nil {
		return err
	}
	if err := sqlite.Discard(filepath.Join(x.Dir, RecordsFile)); err != nil {
		return err
	}
	x.openNotes().Drop() // what another process has open stays, and goes another time
	entries, err := os.ReadDir(x.Dir)
	for _, e := range entries {
		state := strings.HasPrefix(e.Name(), workTreePrefix) && strings.HasSuffix(e.Name(), inSchema+".json")
		path := filepath.Join(x.Dir, e.Name())
		if state {
			err = errors.Join(err, store.RemoveAll(path))
		} else if e.Name() == GenerationsDir || e.Name() == modelsDir {
			store.RemoveAll(path) // what another process has open stays, unused, and goes with a later generation
		}
	}
	return err
}

// oldIndex ends the time, after its last change, for which an index of another kb is left alone.
const oldIndex = 24 * time.Hour

// DropOthers removes the indexes of other versions of kb that nobody has brought up to date for a day. What somebody
// has open and the system does not give away stays for the next time.
func (x *Folder) DropOthers() {
	entries, _ := os.ReadDir(x.Dir)
	for _, e := range entries {
		info, err := e.Info()
		if err == nil && ofIndex(e.Name()) && !x.own(e.Name()) && x.Options.Now().Sub(info.ModTime()) > oldIndex {
			store.RemoveAll(filepath.Join(x.Dir, e.Name()))
		}
	}
}

// ofIndex reports whether a name in the folder is one that an index, whatever its version, gives to what it makes.
func ofIndex(name string) bool {
	for _, of := range []string{"records", "trees", "notes-", "snapshot"} {
		if strings.HasPrefix(name, of) {
			return true
		}
	}
	return strings.HasPrefix(name, workTreePrefix) && strings.HasSuffix(name, ".json")
}

// own reports whether a name of an index is one of this version.
func (x *Folder) own(name string) bool {
	return strings.HasPrefix(name, RecordsFile) || name == GenerationsDir || name == filepath.Base(notes.Folder(x.Dir)) ||
		strings.HasSuffix(name, inSchema+".json")
}

// Erase removes everything in the folder but the lock: also what Wipe leaves. It waits for another
// process that writes.
func (x *Folder) Erase(ctx context.Context) error {
	release, err := x.Acquire(ctx, x.Options.LockTimeout)
	if err != nil {
		return err
	}
	defer release()
	entries, err := os.ReadDir(x.Dir)
	for _, e := range entries {
		if e.Name() != lockFile {
			err = errors.Join(err, store.RemoveAll(filepath.Join(x.Dir, e.Name())))
		}
	}
	return err
}
