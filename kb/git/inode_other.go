//go:build !unix

package git

import "io/fs"

// Inode is not known here without opening the file.
func Inode(fs.FileInfo) uint64 { return 0 }
