package git

import (
	"context"
	"os"
	"slices"
	"strings"
)

// FilesOf returns those of some entries that can be read, sorted by path: regular, not in conflict, not only announced
// by git add -N, with a fit path, and of at most a number of bytes as far as git knows.
func FilesOf(entries []Entry, most int64) []File {
	files := make([]File, 0, len(entries))
	for _, e := range entries {
		if e.Mode&ModeType == ModeRegular && e.Stage == 0 && !e.Intent && e.Size <= most && BadPath(e.Path) == "" {
			files = append(files, File{Path: e.Path, Blob: e.ID, Size: -1, InGit: true})
		}
	}
	if byPath := func(a, b File) int { return strings.Compare(a.Path, b.Path) }; !slices.IsSortedFunc(files, byPath) { // as git lists them
		slices.SortFunc(files, byPath)
	}
	return files
}

// WorkFiles returns the files of interest of the work tree as FilesOf does; of those that are not as git's index has
// them the bytes are read.
func (r *Repo) WorkFiles(ctx context.Context, most int64) ([]File, error) {
	entries, err := r.Index(ctx)
	if err != nil {
		return nil, err
	}
	status, err := r.Status(ctx)
	if err != nil {
		return nil, err
	}
	dirty := make(map[string]bool, len(status.Dirty))
	for _, p := range status.Dirty {
		dirty[p] = true
	}
	files := FilesOf(slices.DeleteFunc(entries, func(e Entry) bool { return dirty[e.Path] }), most)
	root, err := os.OpenRoot(r.Root)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	for p := range dirty {
		if BadPath(p) != "" {
			continue
		}
		data, err := ReadRegular(root, p, most)
		if err != nil {
			continue // removed, or no file: nothing to read
		}
		files = append(files, File{Path: p, Blob: r.BlobID(data), Size: int64(len(data))})
	}
	slices.SortFunc(files, func(a, b File) int { return strings.Compare(a.Path, b.Path) })
	return files, nil
}

// Unstaged returns entries as they were before the change: old are those that differ, without an id
// where there was none.
func Unstaged(entries, old []Entry) []Entry {
	changed := make(map[string]bool, len(old))
	for _, e := range old {
		changed[e.Path] = true
	}
	before := make([]Entry, 0, len(entries)+len(old))
	for _, e := range entries {
		if !changed[e.Path] {
			before = append(before, e)
		}
	}
	for _, e := range old {
		if e.ID != "" {
			before = append(before, e)
		}
	}
	return before
}
