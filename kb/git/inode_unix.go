//go:build unix

package git

import (
	"io/fs"
	"syscall"
)

// Inode is the file's number on its file system.
func Inode(info fs.FileInfo) uint64 {
	if stat, ok := info.Sys().(*syscall.Stat_t); ok {
		return uint64(stat.Ino)
	}
	return 0
}
