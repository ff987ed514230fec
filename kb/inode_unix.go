//go:build unix

package kb

import (
	"io/fs"
	"syscall"
)

// inode is the file's number on its file system.
func inode(info fs.FileInfo) uint64 {
	if stat, ok := info.Sys().(*syscall.Stat_t); ok {
		return uint64(stat.Ino)
	}
	return 0
}
