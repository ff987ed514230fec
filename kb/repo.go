package kb

import (
	"context"
	"errors"
	"io/fs"
	"time"

	"github.com/9aea2451/kb/markdown"
)

// Errors that a caller branches on.
var (
	ErrNoRepository = errors.New("not inside a git repository")
	ErrUnsupported  = errors.New("repository format not supported")
	ErrUnknownRev   = errors.New("no such revision")
	ErrGone         = errors.New("the repository is not there any more: it was moved or removed")
)

// Repo is a git repository opened for reading. Its methods may be called from several goroutines.
type Repo struct {
	Root      string // top of the work tree, absolute, symlinks resolved; empty when bare
	GitDir    string // of this work tree, absolute
	CommonDir string // shared by all work trees, absolute
	Prefix    string // path of the folder that Open was given, from Root, slash-separated, "" at the top

	indexFile string // git's index, absolute
	format    objectFormat
	refs      refStore
	git       backend
}

// backend is what kb asks of git: once by the git program, once by go-git where there is none.
type backend interface {
	// status names the markdown files of the work tree whose bytes are not those of the index.
	status(ctx context.Context) (workStatus, error)
	// index lists the markdown files of the index when its file is of a kind that decodeIndex does not read.
	index(ctx context.Context) ([]entry, error)
	// tree lists the files of a commit whose path is wanted.
	tree(ctx context.Context, commit string, wanted func(path []byte) bool) ([]entry, error)
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
	staged(ctx context.Context, commit string) ([]entry, error)
	// ignored tells whether a .gitignore or the like leaves a path of the work tree out.
	ignored(ctx context.Context, path string) (bool, error)
	// userName is who commits here, "" when git does not know.
	userName(ctx context.Context) string
	// history lists the commits of a walk, in any order.
	history(ctx context.Context, w CommitWalk) ([]commitNode, error)
	// commits reads commits in the order given, each with its difference to the first of its parents.
	commits(ctx context.Context, nodes []commitNode, f func(*RawCommit) error) error
	// merge tells what merging two commits makes; errNoMerge where the backend cannot.
	merge(ctx context.Context, base, ours, theirs string, join *Join) (*mergeResult, error)
	// objects opens the object store.
	objects(ctx context.Context) (objectReader, error)
}

// objectReader reads blobs by their ids. Not for concurrent use.
type objectReader interface {
	// read returns the bytes of a blob; errMissing or ErrTooLarge concern this blob only.
	read(id string) ([]byte, error)
	// each reads many blobs in order, and calls f for every one; an error of f ends it.
	each(ids []string, f func(i int, data []byte, err error) error) error
	Close() error
}

// workStatus is what a backend says of the work tree.
type workStatus struct {
	dirty  []string // modified, deleted, untracked, in conflict
	staged bool     // the index differs from HEAD in a markdown file
}

// entry is one file of git's index or of a commit's tree.
type entry struct {
	mode   uint32
	id     string // hex
	stage  int    // 0, or 1–3 in a conflict
	size   int64  // -1 when not known
	path   string
	absent bool // skip-worktree: not to be looked for in the work tree
	intent bool // git add -N: the id is not that of the file
	valid  bool // assume-unchanged
	mtime  int64
	inode  uint32
}

// The file modes of git that kb tells apart.
const (
	modeType    = 0o170000
	modeRegular = 0o100000
	modeSymlink = 0o120000
	modeGitlink = 0o160000
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

// Skip is a file that a tree left out, and why.
type Skip struct {
	Path   string `json:"path"`
	Reason string `json:"reason"`
}

// Tree is the set of markdown files of a commit or of the work tree, sorted by path.
type Tree struct {
	Commit   string // hex id of the commit (HEAD for the work tree), "" when there is none yet
	Files    []File
	Skipped  []Skip
	Dirty    bool               // differs from Commit
	Config   *Config            // of .memory/kb.yaml as it stands in this tree, never nil
	Problems []markdown.Problem // of .memory/kb.yaml

	setting func(path string) ([]byte, error)
	sel     *selection
}

// Setting reads a file of the tree that steers kb beside its configuration, as it stands in this
// tree: see IsSetting. It returns fs.ErrNotExist where there is none.
func (t *Tree) Setting(path string) ([]byte, error) {
	if t.setting == nil || !IsSetting(path) {
		return nil, fs.ErrNotExist
	}
	return t.setting(path)
}

// IsSetting tells the files that Tree.Setting reads.
func IsSetting(path string) bool {
	switch path {
	case WaiversFile, QueriesFile, configFile, ignoreFile, "CODEOWNERS", ".github/CODEOWNERS", ".gitlab/CODEOWNERS", "docs/CODEOWNERS":
		return true
	}
	return false
}

// The files of a repository that steer kb beside its configuration.
const (
	WaiversFile = ".memory/waivers.yaml"
	QueriesFile = ".memory/queries.yaml"
)

// dir is where git is to be run.
func (r *Repo) dir() string {
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
