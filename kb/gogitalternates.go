package kb

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/go-git/go-billy/v5"
	"github.com/go-git/go-billy/v5/osfs"
	"github.com/go-git/go-git/v5/plumbing/cache"
	"github.com/go-git/go-git/v5/storage/filesystem"
)

// maxAlternates bounds how many object stores a repository borrows from, as crafted ones could name
// each other.
const maxAlternates = 16

// alternates opens the object stores that a repository borrows from (gitrepository-layout(5),
// objects/info/alternates). go-git opens each of them anew for every object that it looks up there,
// which takes a thousand times as long.
func alternates(commonDir string, objects cache.Object) []*filesystem.Storage {
	var out []*filesystem.Storage
	dirs := []string{filepath.Join(commonDir, "objects")}
	for i := 0; i < len(dirs) && i <= maxAlternates; i++ {
		if i > 0 {
			files := withoutAlternates{osfs.New(filepath.Dir(dirs[i]))}
			out = append(
				out,
				filesystem.NewStorageWithOptions(files, objects, filesystem.Options{KeepDescriptors: true, ExclusiveAccess: true}),
			)
		}
		data, err := readSmall(filepath.Join(dirs[i], "info", "alternates"))
		if err != nil {
			continue
		}
		for line := range strings.Lines(string(data)) {
			line = strings.TrimRight(line, "\r\n")
			if line == "" || line[0] == '#' {
				continue
			}
			dir := absolute(dirs[i], line)
			if filepath.Base(dir) == "objects" && isDir(dir) && !slices.Contains(dirs, dir) {
				dirs = append(dirs, dir)
			}
		}
	}
	return out
}

// withoutAlternates hides from go-git where a repository borrows objects.
type withoutAlternates struct{ billy.Filesystem }

func (f withoutAlternates) Open(name string) (billy.File, error) {
	if strings.HasSuffix(path.Clean(filepath.ToSlash(name)), "objects/info/alternates") {
		return nil, &fs.PathError{Op: "open", Path: name, Err: os.ErrNotExist}
	}
	return f.Filesystem.Open(name)
}
