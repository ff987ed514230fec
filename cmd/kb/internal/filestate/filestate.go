// Package filestate tells what a folder holds, for tests of what must change nothing.
package filestate

import (
	"crypto/sha256"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
)

// Of gives the permissions of all that a folder holds, with a digest and the time of each regular
// file, by path. What is at one of the paths of except, and below it, is left out.
func Of(dir string, except ...string) (map[string]string, error) {
	out := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case slices.Contains(except, path) && d.IsDir():
			return fs.SkipDir
		case slices.Contains(except, path):
			return nil
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		what := info.Mode().String()
		if info.Mode().IsRegular() {
			b, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			what += fmt.Sprintf(" %x %d", sha256.Sum256(b), info.ModTime().UnixNano())
		}
		out[path] = what
		return nil
	})
	return out, err
}

// Changes says of each path that is not as it was what it was and what it is, sorted by path.
func Changes(before, after map[string]string) []string {
	all := maps.Clone(before)
	maps.Copy(all, after)
	var out []string
	for _, path := range slices.Sorted(maps.Keys(all)) {
		if before[path] != after[path] {
			out = append(out, fmt.Sprintf("%s was %q and is %q", path, before[path], after[path]))
		}
	}
	return out
}
