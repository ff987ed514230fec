package sqlite

import (
	"net/url"
	"os"
	"sync"

	"github.com/9aea2451/kb/kb/store"
	"github.com/ncruces/go-sqlite3/vfs"
)

// Files is the name under which SQLite knows the files of this package: those of the operating
// system, but private, and each change of them passes kb/store.
const Files = "kb"

var register = sync.OnceFunc(func() { vfs.Register(Files, files{vfs.Find("").(vfs.VFSFilename)}) })

// uri names a database file for SQLite, with parameters such as _pragma.
func uri(path string, q url.Values) string {
	register()
	if q == nil {
		q = url.Values{}
	}
	q.Set("vfs", Files)
	u := url.URL{Scheme: "file", Opaque: (&url.URL{Path: path}).EscapedPath(), RawQuery: q.Encode()}
	return u.String()
}

// files opens what the operating system opens.
type files struct{ vfs.VFSFilename }

// OpenFilename opens a file. What SQLite would make, with the umask's modes, is made before it.
func (v files) OpenFilename(name *vfs.Filename, flags vfs.OpenFlag) (f vfs.File, out vfs.OpenFlag, err error) {
	path := name.String()
	if path == "" { // one that nobody else sees
		return v.VFSFilename.OpenFilename(name, flags)
	}
	if flags&vfs.OPEN_CREATE != 0 {
		if err := ensure(path); err != nil {
			return nil, flags, err
		}
	}
	store.Tighten(path)
	if flags&vfs.OPEN_MAIN_DB != 0 {
		_ = ensure(path + "-shm") // where the folder cannot be written SQLite says so, if it minds
		store.Tighten(path + "-shm")
	}
	f, out, err = v.VFSFilename.OpenFilename(name, flags)
	if err == nil && unshared.Load() && flags&vfs.OPEN_MAIN_DB != 0 {
		f = watched{f, path, vfs.NewSharedMemory(os.DevNull, vfs.OPEN_MAIN_DB)}
	} else if err == nil && store.Watched() {
		f = watched{f, path, nil}
	}
	return f, out, err
}

// Delete removes a file.
func (v files) Delete(path string, syncDir bool) error {
	return store.Do("remove", path, func() error { return v.VFSFilename.Delete(path, syncDir) })
}

// ensure makes an empty private file where there is none. One that is there is not opened: closing
// it would end the locks of this process on it.
func ensure(path string) error {
	if _, err := os.Lstat(path); err == nil {
		return nil
	}
	return store.Ensure(path)
}

// watched is a file whose changes a test watches.
type watched struct {
	vfs.File
	path   string
	memory vfs.SharedMemory // in the place of the file's own; nil for that
}

// WriteAt, as Truncate and Sync, asks the watcher first, who may let it fail.
func (f watched) WriteAt(p []byte, off int64) (n int, err error) {
	err = store.Do("write", f.path, func() error {
		n, err = f.File.WriteAt(p, off)
		return err
	})
	return n, err
}

func (f watched) Truncate(size int64) error {
	return store.Do("truncate", f.path, func() error { return f.File.Truncate(size) })
}

func (f watched) Sync(flags vfs.SyncFlag) error {
	return store.Do("sync", f.path, func() error { return f.File.Sync(flags) })
}

// SharedMemory is where the processes meet that use a database with a log.
func (f watched) SharedMemory() vfs.SharedMemory {
	if f.memory != nil {
		return f.memory
	}
	if s, ok := f.File.(vfs.FileSharedMemory); ok {
		return s.SharedMemory()
	}
	return nil
}

// LockState tells which lock is held.
func (f watched) LockState() vfs.LockLevel {
	if s, ok := f.File.(vfs.FileLockState); ok {
		return s.LockState()
	}
	return vfs.LOCK_EXCLUSIVE
}
