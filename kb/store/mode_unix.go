//go:build !windows

package store

import "io/fs"

// exposed tells whether others than the owner may read or write a file.
func exposed(info fs.FileInfo) bool { return info.Mode().Perm()&0o077 != 0 }
