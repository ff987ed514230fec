// Package index keeps the rebuildable index of a repository's trees: SQLite for records, Bleve for
// words, vectors for meaning.
package index

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/9aea2451/kb/index/embed"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/store"
)

// Options of Open. The zero value works.
type Options struct {
	Dir         string                              // index folder; default CommonDir/kb/index, or a folder of the user's cache when that cannot be written
	Provider    embed.Provider                      // nil: lsa
	NoVectors   bool                                // no vectors at all
	Warn        func(message string)                // one line about something noteworthy; nil: dropped
	Progress    func(stage string, done, total int) // called often during long work; nil: none
	Now         func() time.Time                    // nil: time.Now
	LockTimeout time.Duration                       // how long to wait for another writer; default 60 s
	Touches     Touches                             // by which memories fade; nil: not known
	CacheDir    string                              // the user's cache folder, for a repository that cannot be written; "": os.UserCacheDir
}

// Index is the index of one repository, opened by one process.
type Index struct {
	repo   *kb.Repo
	dir    string
	view   string // name of the view: of the work tree, or of a commit
	commit string // whose tree this is the index of; "" for the work tree
	o      Options
}

// Open opens the index of a repository without reading or building anything. A damaged or older
// index is noticed and rebuilt by the next Update.
func Open(ctx context.Context, repo *kb.Repo, o Options) (*Index, error) {
	if o.Warn == nil {
		o.Warn = func(string) {}
	}
	if o.Progress == nil {
		o.Progress = func(string, int, int) {}
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.LockTimeout == 0 {
		o.LockTimeout = time.Minute
	}
	dir, err := indexDir(repo, o)
	if err != nil {
		return nil, err
	}
	return &Index{repo: repo, dir: dir, view: viewName(repo), o: o}, nil
}

// SetTouches says where the history is found by which memories fade. Not to be called once
// something has been searched.
func (x *Index) SetTouches(t Touches) { x.o.Touches = t }

// Close releases the index.
func (x *Index) Close() error { return nil }

// Dir is the folder of the index.
func (x *Index) Dir() string { return x.dir }

// indexDir makes the index folder. A repository that cannot be written has its index in the user's cache.
func indexDir(repo *kb.Repo, o Options) (string, error) {
	dir := o.Dir
	if dir == "" {
		dir = filepath.Join(repo.StateDir(), "index")
	}
	err := writable(dir)
	if err == nil || o.Dir != "" {
		return dir, err
	}
	cache := o.CacheDir
	if cache == "" {
		var e error
		if cache, e = os.UserCacheDir(); e != nil {
			return "", fmt.Errorf("make index folder: %w", err)
		}
	}
	dir = filepath.Join(cache, store.Top, shortHash(repo.CommonDir), "index")
	if e := writable(dir); e != nil {
		return "", fmt.Errorf("make index folder: %w; %w (one of the two has to be writable)", err, e)
	}
	store.Tidy(filepath.Join(cache, store.Top))
	store.Tidy(filepath.Dir(dir))
	return dir, nil
}

// writable makes the folder and sees whether files can be made in it.
func writable(dir string) error {
	if err := store.MakeDirs(dir); err != nil {
		return err
	}
	return store.Ensure(filepath.Join(dir, lockFile))
}

// viewName names the view of a work tree; each linked work tree has its own.
func viewName(repo *kb.Repo) string { return workTreeView(repo.GitDir) }

// workTreePrefix begins the names of the views of work trees.
const workTreePrefix = "worktree-"

func workTreeView(gitDir string) string { return workTreePrefix + shortHash(gitDir) }

func shortHash(s string) string {
	sum := sha256.Sum256([]byte(s))
	return hex.EncodeToString(sum[:8])
}
