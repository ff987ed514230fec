// Package git reads a git repository: its commits, trees, blobs, references, index and the state of
// its work tree. It knows nothing of notes: Interest says which files it is asked about.
//
// # Backends
//
// The git program answers where it is on the PATH, and go-git where it is not or is not wanted; both
// give the same answers. No program runs that the repository's configuration names, and nothing is
// fetched; only Exchange reaches a remote, and only it writes to the repository.
//
// # Limitations
//
// Files of more than MaxFile bytes are not read. Without the git program there is neither a merge of
// contents nor an Exchange, and a split or sparse index, a reftable and formats that go-git does not
// know are ErrUnsupported.
package git

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/9aea2451/kb/kb/store"
)

// Errors that a caller branches on.
var (
	ErrNoRepository = errors.New("not inside a git repository")
	ErrUnsupported  = errors.New("repository format not supported")
	ErrNoProgram    = errors.New("this needs the git program, on the PATH and without KB_GIT=off")
	ErrUnknownRev   = errors.New("no such revision")
	ErrGone         = errors.New("the repository is not there any more: it was moved or removed")
)

// Repo is a git repository opened for reading. Its methods may be called from several goroutines.
type Repo struct {
	Root      string // top of the work tree, absolute, symlinks resolved; empty when bare
	GitDir    string // of this work tree, absolute
	CommonDir string // shared by all work trees, absolute
	Prefix    string // path of the folder that Open was given, from Root, slash-separated, "" at the top

	interest  Interest
	indexFile string // git's index, absolute
	format    objectFormat
	refs      refStore
	git       backend
	again     func(Interest) (*Repo, error) // opens the same repository once more
	together  atomic.Pointer[together]      // that the next Status takes its answer from; nil for none

	waiting atomic.Pointer[waiting] // processes between two readers; nil where none is kept
}

// Asking returns the same repository, asked about other files.
func (r *Repo) Asking(i Interest) (*Repo, error) { return r.again(i) }

// together is one question about the work tree, whose answers several wait for.
type together struct {
	repos []*Repo
	once  sync.Once
	all   []WorkStatus
	err   error
}

// AskTogether has git asked once where each of some repositories is asked for its Status next: they are
// one, asked about different files. To look at all files of a work tree is most of what that takes.
func AskTogether(repos ...*Repo) {
	t := &together{repos: repos}
	for _, r := range repos {
		if _, ok := r.git.(*gitProgram); ok {
			r.together.Store(t)
		}
	}
}

// status asks for all, the first time, and answers for one of them.
func (t *together) status(ctx context.Context, r *Repo) (WorkStatus, error) {
	t.once.Do(func() {
		var of []Interest
		for _, one := range t.repos {
			of = append(of, one.interest)
		}
		t.all, t.err = r.git.(*gitProgram).statuses(ctx, of)
	})
	return t.all[slices.Index(t.repos, r)], t.err
}

// Interest says which files of a repository are asked about.
type Interest struct {
	Watched      func(path string) bool // whose state in the work tree counts
	WatchedSpecs []string               // the same as pathspecs of git, or more
	Listed       func(path []byte) bool // that trees and git's index are asked for: those watched, and others
	ListedSpecs  []string
}

// backend is what kb asks of git: once by the git program, once by go-git where there is none.
type backend interface {
	// status names the markdown files of the work tree whose bytes are not those of the index.
	status(ctx context.Context) (WorkStatus, error)
	// index lists the markdown files of the index when its file is of a kind that decodeIndex does not read.
	index(ctx context.Context) ([]Entry, error)
	// tree lists the files of a commit whose path is wanted.
	tree(ctx context.Context, commit string, wanted func(path []byte) bool) ([]Entry, error)
	// resolve gives the id of the commit that a revision names.
	resolve(ctx context.Context, rev string) (string, error)
	// before gives the last commit of the first-parent history of commit that is not after t, "" for none.
	before(ctx context.Context, commit string, t time.Time) (string, error)
	// tips lists the commits that references and the HEADs of all work trees name, in any order.
	tips(ctx context.Context) ([]string, error)
	// time gives the committer's time of a commit.
	time(ctx context.Context, commit string) (time.Time, error)
	// mergeBase gives the best common ancestor of two commits, "" when their histories have none.
	mergeBase(ctx context.Context, a, b string) (string, error)
	// staged lists the files of interest whose entry in the index is not that of a commit ("" for
	// the empty tree), as they are in the commit; of a file that is not in it only the path.
	staged(ctx context.Context, commit string) ([]Entry, error)
	// ignored tells whether a .gitignore or the like leaves one of some paths of the work tree out.
	ignored(ctx context.Context, paths []string) (bool, error)
	// userName is who commits here, "" when git does not know.
	userName(ctx context.Context) string
	// history lists the commits of a walk, in any order.
	history(ctx context.Context, w CommitWalk) ([]commitNode, error)
	// commits reads commits in the order given, each with its difference to the first of its parents.
	commits(ctx context.Context, nodes []commitNode, f func(*RawCommit) error) error
	// merge tells what merging two commits makes; errNoMerge where the backend cannot.
	merge(ctx context.Context, base, ours, theirs string, join *Join) (*MergeResult, error)
	// objects opens the object store.
	objects(ctx context.Context) (objectReader, error)
}

// objectReader reads blobs by their ids. Not for concurrent use.
type objectReader interface {
	// read returns the bytes of a blob; ErrMissing or ErrTooLarge concern this blob only.
	read(id string) ([]byte, error)
	// each reads many blobs in order, and calls f for every one; an error of f ends it.
	each(ids []string, f func(i int, data []byte, err error) error) error
	Close() error
}

// WorkStatus is what a backend says of the work tree.
type WorkStatus struct {
	Dirty  []string // modified, deleted, untracked, in conflict
	Staged bool     // the index differs from HEAD in a markdown file
}

// entry is one file of git's index or of a commit's tree.
type Entry struct {
	Mode   uint32
	ID     string // hex
	Stage  int    // 0, or 1–3 in a conflict
	Size   int64  // -1 when not known
	Path   string
	absent bool // skip-worktree: not to be looked for in the work tree
	Intent bool // git add -N: the id is not that of the file
	valid  bool // assume-unchanged
	mtime  int64
	inode  uint32
}

// The file modes of git that kb tells apart.
const (
	ModeType    = 0o170000
	ModeRegular = 0o100000
	ModeSymlink = 0o120000
	ModeGitlink = 0o160000
	modeDir     = 0o040000
)

// File is one markdown file of a tree.
type File struct {
	Path  string // from the repository's root, slash-separated, exactly as git has it
	Blob  string // hex object id of its bytes
	Size  int64  // bytes; -1 when not known without reading
	InGit bool   // the bytes can be read from git's object store; otherwise from the work tree

	held *string // the bytes, where neither has them: a file that a merge would make
}

// Holding returns the file with bytes of its own, which neither the object store nor the work tree has.
func (f File) Holding(text string) File {
	f.InGit, f.held = false, &text
	return f
}

// Dir is where git is to be run.
func (r *Repo) Dir() string {
	if r.Root == "" {
		return r.GitDir
	}
	return r.Root
}

// Head gives the id of HEAD's commit, "" when there is none yet.
func (r *Repo) Head(ctx context.Context) (string, error) {
	id, err := r.refs.head()
	if !errors.Is(err, errRefFormat) {
		return id, err
	}
	id, err = r.git.resolve(ctx, "HEAD")
	if errors.Is(err, ErrUnknownRev) {
		return "", nil
	}
	return id, err
}

// StateDir is the folder for kb's own files, shared by all work trees. It need not exist.
func (r *Repo) StateDir() string { return filepath.Join(r.CommonDir, store.Top) }
