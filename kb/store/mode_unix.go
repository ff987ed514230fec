//go:build !windows

package store

import (
	"io/fs"
	"os"
	"syscall"
)

// exposed tells whether others than the owner may read or write a file.
func exposed(info fs.FileInfo) bool { return info.Mode().Perm()&0o077 != 0 }

// mine reports whether a file is the user's own.
func mine(info fs.FileInfo) bool {
	its, ok := info.Sys().(*syscall.Stat_t)
	return ok && int(its.Uid) == os.Getuid()
}
