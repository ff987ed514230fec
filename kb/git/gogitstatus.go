package git

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"slices"

	"github.com/9aea2451/kb/kb/workers"
)

// status compares the work tree with git's index as git does: by size, times and file number, and
// by the bytes where these leave a doubt. Conversions of line ends and filters are not applied:
// where they change a file, it counts as modified once its times differ.
func (g *goGit) status(ctx context.Context) (WorkStatus, error) {
	root, err := os.OpenRoot(g.root)
	if err != nil {
		return WorkStatus{}, err
	}
	defer root.Close()
	index, written, err := g.readIndex()
	if err != nil {
		return WorkStatus{}, err
	}
	c := comparison{root: root, dir: g.root, format: g.format, written: written}
	c.checkMode = g.config.get("core", "filemode") != "false" && runtime.GOOS != "windows"
	parts := runtime.GOMAXPROCS(0)
	found := make([][]string, parts)
	errs := make([]error, parts)
	var group workers.Group
	for w := range parts {
		part := index.entries[len(index.entries)*w/parts : len(index.entries)*(w+1)/parts]
		group.Go(func() { found[w], errs[w] = c.modifiedOf(ctx, part) })
	}
	group.Wait()
	dirty, err := slices.Concat(found...), errors.Join(errs...)
	if err != nil {
		return WorkStatus{}, err
	}
	s := WorkStatus{Dirty: dirty}
	if s.Staged, err = g.stagedAny(ctx, index); err != nil {
		return WorkStatus{}, err
	}
	tracked := make(map[string]bool, len(index.entries))
	for _, e := range index.entries {
		tracked[e.Path] = true
	}
	untracked, err := g.untracked(ctx, root, tracked)
	s.Dirty = append(s.Dirty, untracked...)
	return s, err
}

// readIndex reads the markdown files of git's index, and when it was written.
func (g *goGit) readIndex() (index *gitIndex, written int64, err error) {
	info, err := os.Stat(g.indexFile)
	if errors.Is(err, fs.ErrNotExist) {
		return &gitIndex{}, 0, nil
	}
	if err != nil {
		return nil, 0, err
	}
	data, err := os.ReadFile(g.indexFile)
	if err != nil {
		return nil, 0, err
	}
	index, err = decodeIndex(data, g.format, func(path []byte) bool { return g.interest.Watched(string(path)) })
	if errors.Is(err, errIndexKind) {
		_, err = g.index(context.Background())
	}
	return index, info.ModTime().UnixNano(), err
}

// stagedAny tells whether the index differs from HEAD.
func (g *goGit) stagedAny(ctx context.Context, index *gitIndex) (bool, error) {
	head, err := g.refs.head()
	if err != nil {
		return false, err
	}
	if head == "" {
		return slices.ContainsFunc(index.entries, func(e Entry) bool { return !e.Intent }), nil
	}
	store := g.open()
	defer store.Close()
	c, err := store.commit(head)
	if err != nil {
		return false, err
	}
	if c.tree == index.root {
		return false, nil
	}
	w := treeWalk{ctx: ctx, store: store, wanted: g.interest.Listed}
	if err := w.walk(c.tree, "", 0); err != nil {
		return false, err
	}
	at := map[string]Entry{}
	for _, e := range w.entries {
		if g.interest.Watched(e.Path) {
			at[e.Path] = e
		}
	}
	for _, e := range index.entries {
		if e.Intent {
			continue
		}
		if h, ok := at[e.Path]; !ok || h.ID != e.ID || h.Mode != e.Mode || e.Stage != 0 {
			return true, nil
		}
		delete(at, e.Path)
	}
	return len(at) > 0, nil
}

// comparison compares files with what git's index remembers of them.
type comparison struct {
	root      *os.Root
	dir       string // of root
	format    objectFormat
	written   int64 // when the index was written, ns
	checkMode bool
}

// modifiedOf lists the entries whose files are not as git's index has them. Submodules and paths
// that git would not write are passed over.
func (c *comparison) modifiedOf(ctx context.Context, entries []Entry) ([]string, error) {
	var dirty []string
	folder := folderCheck{root: c.root}
	for i := range entries {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		e := &entries[i]
		if e.Mode&ModeType == ModeGitlink || BadPath(e.Path) != "" && !isOddName(e.Path) {
			continue
		}
		if e.Stage != 0 || !e.absent && !e.valid && (!folder.isReal(e.Path) || c.differs(e)) {
			dirty = append(dirty, e.Path)
		}
	}
	return dirty, nil
}

// isOddName tells a path that is only not UTF-8: it exists, and is reported.
func isOddName(file string) bool { return BadPath(Printable(file)) == "" }

// folderCheck tells whether the folders above a path are folders and no symbolic links. It
// remembers the last one: git's index is sorted.
type folderCheck struct {
	root *os.Root
	last string
	real bool
}

// isReal reports whether the folder of a file is one, and no symbolic link. The last folder is
// remembered, as files come sorted.
func (f *folderCheck) isReal(file string) bool {
	dir := path.Dir(file)
	if dir == "." || dir == f.last {
		return dir == "." || f.real
	}
	info, err := Lstat(f.root, dir)
	f.last, f.real = dir, err == nil && info.IsDir()
	return f.real
}

// differs tells whether the file of an entry has other bytes than the entry.
func (c *comparison) differs(e *Entry) bool {
	info, err := os.Lstat(filepath.Join(c.dir, filepath.FromSlash(e.Path))) // its folder is real, and looking does no harm
	if err != nil || e.Intent {
		return true
	}
	link := e.Mode&ModeType == ModeSymlink
	if link != (info.Mode().Type() == fs.ModeSymlink) || !link && !info.Mode().IsRegular() {
		return true
	}
	if c.checkMode && !link && (e.Mode&0o100 != 0) != (info.Mode()&0o100 != 0) {
		return true
	}
	mtime := info.ModTime().UnixNano()
	same := info.Size()&0xffffffff == e.Size && mtime == e.mtime && (e.inode == 0 || Inode(info) == 0 || uint32(Inode(info)) == e.inode)
	// A file written in the instant in which the index was written could have changed after it.
	if same && mtime < c.written {
		return false
	}
	if info.Size() != e.Size && e.Size != 0 {
		return true
	}
	id, err := c.hash(e.Path, link, info.Size())
	return err != nil || id != e.ID
}

// hash gives the object id of a file, of any size.
func (c *comparison) hash(file string, link bool, size int64) (string, error) {
	name := filepath.FromSlash(file)
	if link {
		to, err := c.root.Readlink(name)
		return c.format.blobID([]byte(to)), err
	}
	f, err := c.root.Open(name)
	if err != nil {
		return "", err
	}
	defer f.Close()
	h := c.format.blobHash(size)
	n, err := io.Copy(h, io.LimitReader(f, size+1))
	if err == nil && n != size {
		err = ErrChanged
	}
	if err != nil {
		return "", fmt.Errorf("hash %s: %w", file, err)
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}
