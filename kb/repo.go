package kb

import (
	"context"
	"errors"
)

// Errors that a caller branches on.
var (
	ErrNoRepository = errors.New("not inside a git repository")
	ErrUnsupported  = errors.New("repository format not supported")
)

// Repo is a git repository opened for reading. Its methods may be called from several goroutines.
type Repo struct {
	Root      string // top of the work tree, absolute, symlinks resolved; empty when bare
	GitDir    string // of this work tree, absolute
	CommonDir string // shared by all work trees, absolute
	Prefix    string // path of the folder that Open was given, from Root, slash-separated, "" at the top

	git backend
}

// backend is what kb asks of git: once by the git program, once by go-git where there is none.
type backend interface {
}

// Open finds the repository that holds dir.
// Outside of any it returns ErrNoRepository; for formats that cannot be read, ErrUnsupported with the reason.
func Open(ctx context.Context, dir string) (*Repo, error) { return nil, ErrNoRepository }

// File is one markdown file of a tree.
type File struct {
	Path  string // from the repository's root, slash-separated, exactly as git has it
	Blob  string // hex object id of its bytes
	Size  int64  // bytes; -1 when not known without reading
	InGit bool   // the bytes can be read from git's object store; otherwise from the work tree
}

// Skip is a file that a tree left out, and why.
type Skip struct {
	Path   string `json:"path"`
	Reason string `json:"reason"`
}

// Tree is the set of markdown files of a commit or of the work tree, sorted by path.
type Tree struct {
	Commit  string // hex id of the commit (HEAD for the work tree), "" when there is none yet
	Files   []File
	Skipped []Skip
	Dirty   bool // differs from Commit
}

// Scan is a cheap fingerprint of the work tree: as long as it stays Equal, no markdown file has changed.
// It is JSON-marshalable so that an index can keep it.
type Scan struct {
	IndexSum string      `json:"index_sum"` // identity of git's index: size, mtime, trailing checksum
	Head     string      `json:"head"`      // HEAD's commit id
	Ignore   string      `json:"ignore"`    // identity of .kbignore and .memory/kb.yaml
	Dirty    []DirtyFile `json:"dirty"`     // modified, deleted and untracked markdown files, sorted by path
}

// DirtyFile is a markdown file whose bytes are not those that git's index names.
type DirtyFile struct {
	Path    string `json:"path"`
	Size    int64  `json:"size"`  // -1: deleted
	ModTime int64  `json:"mtime"` // ns since 1970
	Inode   uint64 `json:"inode"`
}

// Scan asks git for its index's identity and the dirty files. It reads no markdown file.
func (r *Repo) Scan(ctx context.Context) (*Scan, error) { return nil, nil }

// WorkTree lists the markdown files of the work tree as scanned: unmodified ones with the blob ids of git's index and unread,
// dirty ones hashed. known gives the blob id of a dirty file that an earlier call hashed in the same state (may be nil).
func (r *Repo) WorkTree(ctx context.Context, s *Scan, known func(DirtyFile) (blob string, ok bool)) (*Tree, error) {
	return nil, nil
}

// TreeAt lists the markdown files of a commit: a revision, or a date (2006-01-02 or RFC 3339: the last commit of HEAD's first-parent history not after it).
func (r *Repo) TreeAt(ctx context.Context, rev string) (*Tree, error) { return nil, nil }

// Blobs reads file contents in bulk. Close it.
func (r *Repo) Blobs(ctx context.Context) (*BlobReader, error) { return nil, nil }

// BlobReader reads the bytes of files of a tree, from git's objects or from the work tree. Not for concurrent use.
type BlobReader struct{}

// Read returns the bytes of a file; the bytes of a dirty file are verified against its blob id (ErrChanged when the file changed meanwhile).
func (b *BlobReader) Read(f File) ([]byte, error) { return nil, nil }

// Close ends the reader.
func (b *BlobReader) Close() error { return nil }

// ErrChanged tells that a file changed while it was being read.
var ErrChanged = errors.New("file changed while it was being read")
