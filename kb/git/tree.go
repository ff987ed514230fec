package git

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// Listing returns the files of interest of the commit with this id.
func (r *Repo) Listing(ctx context.Context, commit string) ([]Entry, error) {
	entries, err := r.git.tree(ctx, commit, r.interest.Listed)
	if err != nil {
		return nil, fmt.Errorf("read tree of %s: %w", commit, err)
	}
	return entries, nil
}

// Index lists the files of interest of git's index.
func (r *Repo) Index(ctx context.Context) ([]Entry, error) {
	data, err := os.ReadFile(r.indexFile)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	index, err := decodeIndex(data, r.format, r.interest.Listed)
	if errors.Is(err, errIndexKind) {
		return r.git.index(ctx)
	}
	if err != nil {
		return nil, err
	}
	return index.entries, nil
}

// IndexSum identifies the state of git's index; "" when there is none yet.
func (r *Repo) IndexSum() (string, error) {
	f, err := os.Open(r.indexFile)
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	if err != nil {
		return "", fmt.Errorf("git index: %w", err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return "", fmt.Errorf("git index: %w", err)
	}
	sum := make([]byte, r.format.size())
	if _, err := f.ReadAt(sum, max(0, info.Size()-int64(len(sum)))); err != nil && err != io.EOF {
		return "", fmt.Errorf("git index: %w", err)
	}
	return fmt.Sprintf("%d-%d-%x", info.Size(), info.ModTime().UnixNano(), sum), nil
}

// Watched reports whether a file is one whose state in the work tree is asked for.
func (r *Repo) Watched(path string) bool { return r.interest.Watched(path) }

// Status says how the watched files of the work tree differ from git's index.
func (r *Repo) Status(ctx context.Context) (WorkStatus, error) {
	if t := r.together.Swap(nil); t != nil {
		return t.status(ctx, r)
	}
	return r.git.status(ctx)
}

// StagedEntries lists the files, of interest or not, whose entry in the index is not that of a commit ("" for the
// empty tree), as they are in the commit; of a file that is not in it only the path.
func (r *Repo) StagedEntries(ctx context.Context, commit string) ([]Entry, error) {
	return r.git.staged(ctx, commit)
}

// Everything lists what git's index has, notes or not, submodules included; and the files that are in the work tree,
// those that the index does not have and no .gitignore leaves out among them.
func (r *Repo) Everything(ctx context.Context) (tracked []Entry, files []string, err error) {
	all, err := r.Asking(Interest{Watched: func(string) bool { return true }, Listed: func([]byte) bool { return true }})
	if err != nil {
		return nil, nil, err
	}
	if tracked, err = all.Index(ctx); err != nil {
		return nil, nil, fmt.Errorf("read git index: %w", err)
	}
	status, err := all.Status(ctx)
	if err != nil {
		return nil, nil, fmt.Errorf("read the work tree: %w", err)
	}
	there := make(map[string]bool, len(tracked))
	for _, e := range tracked {
		there[e.Path] = e.Mode&ModeType != ModeGitlink
	}
	for _, file := range status.Dirty {
		_, err := os.Lstat(filepath.Join(r.Root, filepath.FromSlash(file)))
		there[file] = err == nil
	}
	for file, is := range there {
		if is {
			files = append(files, file)
		}
	}
	slices.Sort(files)
	return tracked, files, nil
}

// Ignored reports whether a .gitignore or the like leaves one of some paths of the work tree out.
func (r *Repo) Ignored(ctx context.Context, paths ...string) (bool, error) {
	return r.git.ignored(ctx, paths)
}

// BlobID returns the id that git has for the bytes of a file.
func (r *Repo) BlobID(data []byte) string { return r.format.blobID(data) }

// Files lists all regular files of a commit (its id), markdown or not, sorted by path; none when
// the id is "". Symbolic links, submodules and paths that no tree takes are left out. Sizes are not
// known.
func (r *Repo) Files(ctx context.Context, commit string) ([]File, error) {
	if commit == "" {
		return nil, nil
	}
	entries, err := r.git.tree(ctx, commit, func([]byte) bool { return true })
	if err != nil {
		return nil, fmt.Errorf("list files of %s: %w", commit, err)
	}
	files := make([]File, 0, len(entries))
	for _, e := range entries {
		if e.Mode&ModeType == ModeRegular && BadPath(e.Path) == "" {
			files = append(files, File{Path: e.Path, Blob: e.ID, Size: -1, InGit: true})
		}
	}
	slices.SortFunc(files, func(a, b File) int { return strings.Compare(a.Path, b.Path) })
	return files, nil
}

// ReaderOf reads listed files by their paths; call done in the end.
func (r *Repo) ReaderOf(ctx context.Context, entries []Entry) (read func(path string) ([]byte, error), done func()) {
	var blobs objectReader
	read = func(path string) ([]byte, error) {
		for _, e := range entries {
			if e.Path != path || e.Mode&ModeType != ModeRegular {
				continue
			}
			if blobs == nil {
				b, err := r.git.objects(ctx)
				if err != nil {
					return nil, err
				}
				blobs = b
			}
			return blobs.read(e.ID)
		}
		return nil, fs.ErrNotExist
	}
	return read, func() {
		if blobs != nil {
			blobs.Close()
		}
	}
}

// maxDepth is how deep folders may lie to be listed: of a path made to be deep each folder above
// would be listed too.
const maxDepth = 64

// Folders lists the folders that hold a file of git's index, and those above them, up to a limit:
// first those nearest to the root, then by name. The root is not among them. Of a split or sparse
// index it tells nothing, and folders deeper than 64 are left out.
func (r *Repo) Folders(limit int) ([]string, error) {
	data, err := os.ReadFile(r.indexFile)
	if errors.Is(err, fs.ErrNotExist) || r.Root == "" {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	found := map[string]bool{}
	var last []byte // most files are in the folder of the file before
	_, err = decodeIndex(data, r.format, func(file []byte) bool {
		dir := file[:max(bytes.LastIndexByte(file, '/'), 0)]
		if bytes.Equal(dir, last) {
			return false
		}
		last = append(last[:0], dir...)
		if bytes.Count(dir, []byte{'/'}) >= maxDepth {
			return false
		}
		for d := string(dir); d != "" && d != "." && !found[d]; d = path.Dir(d) {
			found[d] = true
		}
		return false
	})
	if errors.Is(err, errIndexKind) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	list := slices.SortedFunc(maps.Keys(found), func(a, b string) int {
		return cmp.Or(cmp.Compare(strings.Count(a, "/"), strings.Count(b, "/")), strings.Compare(a, b))
	})
	list = slices.DeleteFunc(list, func(d string) bool { return BadPath(d) != "" })
	return list[:min(len(list), limit)], nil
}
