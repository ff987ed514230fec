package git

import (
	"bytes"
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/go-git/go-billy/v5"
	"github.com/go-git/go-billy/v5/osfs"
	"github.com/go-git/go-git/v5/plumbing"
	"github.com/go-git/go-git/v5/plumbing/cache"
	"github.com/go-git/go-git/v5/storage/filesystem"
	"github.com/go-git/go-git/v5/storage/filesystem/dotgit"
)

// goGit answers without a git program: go-git's object store, and git's index, references and work
// tree read here.
type goGit struct {
	root, gitDir, commonDir string
	indexFile               string
	refs                    refStore
	format                  objectFormat
	config                  gitConfig
	env                     environment
	interest                Interest
}

// newGoGit makes a backend that runs no program. It opens the objects anew for each question, as
// git may repack them.
func newGoGit(r *Repo, c gitConfig, env environment) *goGit {
	return &goGit{
		root:      r.Root,
		gitDir:    r.GitDir,
		commonDir: r.CommonDir,
		indexFile: r.indexFile,
		refs:      r.refs,
		format:    r.format,
		config:    c,
		env:       env,
		interest:  r.interest,
	}
}

// objectCache is the memory that a store may keep objects in; deltas are undone faster with it.
const objectCache = 64 << 20

// open opens the object store; each caller has its own, for a store serves one goroutine.
func (g *goGit) open() *objectStore {
	fs := withoutAlternates{dotgit.NewRepositoryFilesystem(osfs.New(g.gitDir), osfs.New(g.commonDir))}
	options := filesystem.Options{KeepDescriptors: true, ExclusiveAccess: true}
	objects := cache.NewObjectLRU(objectCache)
	return &objectStore{filesystem.NewStorageWithOptions(fs, objects, options), alternates(g.commonDir, objects)}
}

func (g *goGit) objects(context.Context) (objectReader, error) { return g.open(), nil }

// index is asked for indexes of a kind that only git puts together.
func (g *goGit) index(context.Context) ([]Entry, error) {
	return nil, fmt.Errorf("%w: split or sparse index (with the git program on the PATH kb can read it)", ErrUnsupported)
}

// tree lists the files of a commit.
func (g *goGit) tree(ctx context.Context, commit string, wanted func([]byte) bool) ([]Entry, error) {
	store := g.open()
	defer store.Close()
	c, err := store.commit(commit)
	if err != nil {
		return nil, err
	}
	w := treeWalk{ctx: ctx, store: store, wanted: wanted}
	err = w.walk(c.tree, "", 0)
	return w.entries, err
}

// merge is left to git.
func (g *goGit) merge(context.Context, string, string, string, *Join) (*MergeResult, error) {
	return nil, errNoMerge
}

// treeWalk gathers the files below a tree.
type treeWalk struct {
	ctx     context.Context
	store   *objectStore
	wanted  func(path []byte) bool
	entries []Entry
	seen    int
}

// maxTreeDepth and maxTreeFiles bound crafted trees, which can have more files than there are atoms.
const (
	maxTreeDepth = 512
	maxTreeFiles = 5_000_000
)

var errTooManyFiles = fmt.Errorf("more than %d files or %d folders deep", maxTreeFiles, maxTreeDepth)

// walk lists the files of a tree object and of those below it, down to a greatest depth.
func (w *treeWalk) walk(id, prefix string, depth int) error {
	if depth > maxTreeDepth {
		return errTooManyFiles
	}
	if err := w.ctx.Err(); err != nil {
		return err
	}
	data, err := w.store.object(id, plumbing.TreeObject)
	if err != nil {
		return err
	}
	for len(data) > 0 {
		head, rest, ok := bytes.Cut(data, []byte{0})
		mode, name, named := bytes.Cut(head, []byte{' '})
		m, err := strconv.ParseUint(string(mode), 8, 32)
		if !ok || !named || err != nil || len(rest) < sha1Format.size() {
			return fmt.Errorf("tree %s is damaged", id)
		}
		data = rest[sha1Format.size():]
		if w.seen++; w.seen > maxTreeFiles {
			return errTooManyFiles
		}
		e := Entry{Mode: uint32(m), ID: hex.EncodeToString(rest[:sha1Format.size()]), Size: -1, Path: prefix + string(name)}
		if e.Mode&ModeType == modeDir {
			if err := w.walk(e.ID, e.Path+"/", depth+1); err != nil {
				return err
			}
		} else if w.wanted([]byte(e.Path)) {
			w.entries = append(w.entries, e)
		}
	}
	return nil
}

// before walks the first parents back.
func (g *goGit) before(ctx context.Context, commit string, t time.Time) (string, error) {
	store := g.open()
	defer store.Close()
	shallow := g.shallow()
	for ctx.Err() == nil {
		c, err := store.commit(commit)
		if err != nil {
			return "", err
		}
		if c.time <= t.Unix() {
			return commit, nil
		}
		if len(c.parents) == 0 || slices.Contains(shallow, commit) {
			return "", nil
		}
		commit = c.parents[0]
	}
	return "", ctx.Err()
}

// time is when a commit was made, by its committer.
func (g *goGit) time(_ context.Context, commit string) (time.Time, error) {
	store := g.open()
	defer store.Close()
	c, err := store.commit(commit)
	return time.Unix(c.time, 0).UTC(), err
}

// shallow lists the commits at which a shallow history ends.
func (g *goGit) shallow() []string {
	data, err := os.ReadFile(filepath.Join(g.commonDir, "shallow"))
	if err != nil {
		return nil
	}
	return strings.Fields(string(data))
}

// objectStore reads objects through go-git. Not for concurrent use.
type objectStore struct {
	storage  *filesystem.Storage
	borrowed []*filesystem.Storage // further stores, in the order in which they are asked
}

// Close releases the packs, also those of repositories that objects are borrowed from.
func (s *objectStore) Close() error {
	err := s.storage.Close()
	for _, b := range s.borrowed {
		err = errors.Join(err, b.Close())
	}
	return err
}

// read returns the bytes of a blob.
func (s *objectStore) read(id string) ([]byte, error) {
	return s.object(id, plumbing.BlobObject)
}

// each reads objects in their order. An error of one object is handed to f, any other one ends the
// reading.
func (s *objectStore) each(ids []string, f func(i int, data []byte, err error) error) error {
	for i, id := range ids {
		data, err := s.read(id)
		if err != nil && !ofOneObject(err) {
			return err
		}
		if err := f(i, data, err); err != nil {
			return err
		}
	}
	return nil
}

// object reads an object of a type.
func (s *objectStore) object(id string, kind plumbing.ObjectType) (data []byte, err error) {
	o, err := s.find(id)
	switch {
	case err != nil:
		return nil, err
	case o.Type() != kind:
		return nil, fmt.Errorf("object %s is a %s: %w", id, o.Type(), ErrMissing)
	case kind != plumbing.TreeObject && o.Size() > MaxFile:
		return nil, ErrTooLarge
	}
	defer recovered(id, &err)
	in, err := o.Reader()
	if err != nil {
		return nil, fmt.Errorf("object %s: %w", id, err)
	}
	defer in.Close()
	if data, err = appendAll(make([]byte, 0, min(o.Size(), MaxFile)+1), in, max(MaxFile, o.Size())); err != nil {
		return nil, fmt.Errorf("object %s: %w", id, err)
	}
	return data, nil
}

// find looks an object up here, then where objects are borrowed from. A damaged pack, at which
// go-git panics, is an error.
func (s *objectStore) find(id string) (o plumbing.EncodedObject, err error) {
	defer recovered(id, &err)
	o, err = s.storage.EncodedObject(plumbing.AnyObject, plumbing.NewHash(id))
	for i := 0; i < len(s.borrowed) && errors.Is(err, plumbing.ErrObjectNotFound); i++ {
		o, err = s.borrowed[i].EncodedObject(plumbing.AnyObject, plumbing.NewHash(id))
	}
	if errors.Is(err, plumbing.ErrObjectNotFound) {
		return nil, fmt.Errorf("object %s: %w", id, ErrMissing)
	}
	if err != nil {
		return nil, fmt.Errorf("object %s: %w", id, err)
	}
	return o, nil
}

// recovered makes an error of go-git's panics, which damaged packs can cause.
func recovered(id string, err *error) {
	if p := recover(); p != nil {
		*err = fmt.Errorf("object %s is damaged: %v", id, p)
	}
}

// commitObject is what kb needs of a commit.
type commitObject struct {
	tree    string
	parents []string
	time    int64 // of the committer, seconds since 1970
}

// commit reads a commit.
func (s *objectStore) commit(id string) (commitObject, error) {
	data, err := s.object(id, plumbing.CommitObject)
	if err != nil {
		return commitObject{}, err
	}
	return decodeCommit(data), nil
}

// decodeCommit reads the head of a commit.
func decodeCommit(data []byte) commitObject {
	var c commitObject
	for line := range bytes.Lines(data) {
		key, value, _ := strings.Cut(strings.TrimRight(string(line), "\n"), " ")
		switch key {
		case "":
			return c
		case "tree":
			c.tree = value
		case "parent":
			c.parents = append(c.parents, value)
		case "committer":
			if fields := strings.Fields(value[strings.LastIndexByte(value, '>')+1:]); len(fields) > 0 {
				c.time, _ = strconv.ParseInt(fields[0], 10, 64)
			}
		}
	}
	return c
}

// tagTarget reads what an annotated tag names.
func (s *objectStore) tagTarget(id string) (string, error) {
	data, err := s.object(id, plumbing.TagObject)
	if err != nil {
		return "", err
	}
	line, _, _ := strings.Cut(string(data), "\n")
	return strings.TrimPrefix(line, "object "), nil
}

// isRepository tells a folder that is a repository of its own: its files are not of this one.
func isRepository(root *os.Root, dir string) bool {
	dot := filepath.FromSlash(path.Join(dir, ".git"))
	info, err := root.Lstat(dot)
	if err != nil {
		return false
	}
	if info.IsDir() {
		return !slices.ContainsFunc([]string{"HEAD", "objects", "refs"}, func(part string) bool {
			_, err := root.Lstat(filepath.Join(dot, part))
			return err != nil
		})
	}
	f, err := root.Open(dot)
	if err != nil {
		return false
	}
	defer f.Close()
	head := make([]byte, 8)
	_, err = io.ReadFull(f, head)
	return err == nil && string(head) == "gitdir: "
}

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

// Open hides the list of alternates: kb follows them itself, as go-git trusts any path in it.
func (f withoutAlternates) Open(name string) (billy.File, error) {
	if strings.HasSuffix(path.Clean(filepath.ToSlash(name)), "objects/info/alternates") {
		return nil, &fs.PathError{Op: "open", Path: name, Err: os.ErrNotExist}
	}
	return f.Filesystem.Open(name)
}
