package store

import "io/fs"

// exposed is never so: access is a matter of lists there, which a file takes over from its folder.
func exposed(fs.FileInfo) bool { return false }

// mine is always so: the folder for temporary files is the user's own there.
func mine(fs.FileInfo) bool { return true }
