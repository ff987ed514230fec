package warm

import (
	"errors"
	"os"
	"sync"

	"golang.org/x/sys/unix"
)

// alarm is rung by the kernel before a change of a file in a watched folder is done with, so that
// who asks it afterwards knows. It spares a look at thousands of files before each answer; where it
// cannot be trusted it always rings.
type alarm struct {
	mu   sync.Mutex
	file *os.File // inotify; nil before the first arming
	sure bool     // every folder that was named is watched
}

// watchedChanges are what rings. Folders alone are watched: IN_ONLYDIR refuses files, whose changes
// ring through their folder.
const watchedChanges = unix.IN_MODIFY | unix.IN_ATTRIB | unix.IN_CLOSE_WRITE | unix.IN_CREATE | unix.IN_DELETE | unix.IN_MOVED_FROM |
	unix.IN_MOVED_TO | unix.IN_DELETE_SELF | unix.IN_MOVE_SELF | unix.IN_ONLYDIR

// arm watches folders, beside those that are watched already. A folder that is not there needs no
// watch: the one above it rings when it comes.
func (a *alarm) arm(folders []string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.file == nil {
		fd, err := unix.InotifyInit1(unix.IN_NONBLOCK | unix.IN_CLOEXEC)
		if err != nil {
			return
		}
		a.file, a.sure = os.NewFile(uintptr(fd), "inotify"), true
	}
	for _, f := range folders {
		if !a.sure {
			return
		}
		a.sure = a.add(f)
	}
}

// add watches a folder. A folder that is not there is no failure, one on a file system that does
// not tell of changes is.
func (a *alarm) add(folder string) (ok bool) {
	conn, err := a.file.SyscallConn()
	if err != nil {
		return false
	}
	err = conn.Control(func(fd uintptr) {
		_, e := unix.InotifyAddWatch(int(fd), folder, watchedChanges)
		ok = e == nil && tellsChanges(folder) || errors.Is(e, unix.ENOENT) || errors.Is(e, unix.ENOTDIR)
	})
	return ok && err == nil
}

// tellsChanges reports whether no other machine can change the files of a folder behind the kernel's back.
func tellsChanges(folder string) bool {
	var fs unix.Statfs_t
	if unix.Statfs(folder, &fs) != nil {
		return false
	}
	switch int64(fs.Type) {
	case unix.EXT4_SUPER_MAGIC,
		unix.XFS_SUPER_MAGIC,
		unix.BTRFS_SUPER_MAGIC,
		unix.TMPFS_MAGIC,
		unix.OVERLAYFS_SUPER_MAGIC,
		unix.F2FS_SUPER_MAGIC,
		zfsMagic:
		return true
	}
	return false
}

// zfsMagic is the type that statfs gives for ZFS, which golang.org/x/sys/unix does not name.
const zfsMagic = 0x2fc12fc1

// quiet reports whether nothing has changed in the watched folders since the last time.
func (a *alarm) quiet() bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.file == nil || !a.sure {
		return false
	}
	conn, err := a.file.SyscallConn()
	if err != nil {
		return false
	}
	quiet := true
	err = conn.Read(func(fd uintptr) bool {
		var events [16 << 10]byte
		for {
			_, err := unix.Read(int(fd), events[:])
			switch {
			case err == unix.EINTR:
			case err == unix.EAGAIN:
				return true
			case err != nil:
				quiet, a.sure = false, false
				return true
			default:
				quiet = false
			}
		}
	})
	return quiet && err == nil
}

// armed reports whether the alarm can be trusted.
func (a *alarm) armed() bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.sure
}

// close ends the watch.
func (a *alarm) close() {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.file != nil {
		a.file.Close()
	}
	a.file, a.sure = nil, false
}

// leaveOthersFirst gives the calling thread the lowest priority; one that cannot be set is as it is.
func leaveOthersFirst() { _ = unix.Setpriority(unix.PRIO_PROCESS, 0, 19) }
