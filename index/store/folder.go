// Package store has what the index keeps on disk: the records in SQLite, the generations of words and
// vectors, the models, the vectors of servers, the lock, and what the last update left behind; and
// it finds and drops what nobody can ask for any more.
//
// # Limitations
//
// It makes no generation by itself: it has the parts and their formats, and the package build puts
// them together. Every change is of the process that holds the lock, but for those of Searchers' own
// reading.
package store

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
	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/kb/history"
	"github.com/9aea2451/kb/kb/store"
)

// Options of Open. The zero value works.
type Options struct {
	// Dir is the folder of the index; by default CommonDir/kb/index, or one of the user's cache where
	// that cannot be written.
	Dir         string
	Provider    embed.Provider                      // nil: lsa
	NoVectors   bool                                // no vectors at all
	Beside      string                              // a model that stands beside the index's own: its kept vectors are no garbage
	Warn        func(message string)                // one line about something noteworthy; nil: dropped
	Progress    func(stage string, done, total int) // called often during long work; nil: none
	Now         func() time.Time                    // nil: time.Now
	LockTimeout time.Duration                       // how long to wait for another writer; default 60 s
	Touches     Touches                             // by which memories fade; nil: not known
	Days        Days                                // of notes that tell no date; nil: not known
	CacheDir    string                              // the user's cache folder, for a repository that cannot be written; "": os.UserCacheDir
}

// Folder is the index of one repository on disk, opened by one process, with the view that is asked for.
type Folder struct {
	Repo    *kb.Repo
	Dir     string
	View    string // name of the view: of the work tree, or of a commit
	Commit  string // whose tree this is the index of; "" for the work tree
	Options Options
}

// Open opens the index of a repository without reading or building anything. A damaged or older
// index is noticed and rebuilt by the next Update.
func Open(repo *kb.Repo, o Options) (*Folder, error) {
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
	return &Folder{Repo: repo, Dir: dir, View: viewName(repo), Options: o}, nil
}

// Close releases the index.
func (x *Folder) Close() error { return nil }

// indexDir makes the index folder. A repository that cannot be written has its index in the user's cache, or
// else among the temporary files.
func indexDir(repo *kb.Repo, o Options) (string, error) {
	dir := o.Dir
	if dir == "" {
		dir = filepath.Join(repo.StateDir(), "index")
	}
	err := writable(dir)
	if err == nil || o.Dir != "" {
		return dir, err
	}
	for _, parent := range []func() (string, error){
		func() (string, error) { return o.CacheDir, nil }, os.UserCacheDir,
		func() (string, error) { return store.MakeTemporaryTop(os.TempDir()) },
	} {
		cache, e := parent()
		if cache == "" && e == nil {
			continue
		}
		if e == nil {
			dir = filepath.Join(cache, store.Top, shortHash(repo.CommonDir), "index")
			if e = writable(dir); e == nil {
				store.Tidy(filepath.Join(cache, store.Top))
				store.Tidy(filepath.Dir(dir))
				return dir, nil
			}
		}
		if err = fmt.Errorf("%w; %w", err, e); o.CacheDir != "" {
			break
		}
	}
	return "", fmt.Errorf("make index folder: %w (one of them has to be writable: XDG_CACHE_HOME can name another)", err)
}

// writable makes the folder and sees whether files can be made in it.
func writable(dir string) error {
	if err := store.MakeDirs(dir); err != nil {
		return err
	}
	return store.Ensure(filepath.Join(dir, lockFile))
}

// shortHash is 16 hexadecimal digits of a text's SHA-256, for names of folders and files.
func shortHash(s string) string {
	sum := sha256.Sum256([]byte(s))
	return hex.EncodeToString(sum[:8])
}

// At is the index of the tree of a commit, whose id must be whole. It shares everything with that
// of the work tree; its generation is made when Update is first called and kept for as long as it
// is among the last to have been asked for.
func (x *Folder) At(commit string) *Folder {
	past := *x
	past.Commit, past.View = commit, PastPrefix+commit
	return &past
}

// Touches tells when files were last touched, in their order, as of a commit whose id is whole, or
// of HEAD for "". It gives nil, and waits for nothing, where the history is not known.
type Touches func(ctx context.Context, commit string, files []git.File) []history.Touch

// Days gives the days on which files were changed last, in their order, as of a commit whose id is
// whole, or of the work tree for ""; "" where that is not known. Of days that are alike any will do.
type Days func(ctx context.Context, commit string, files []git.File, alike func(a, b string) bool) []string

// maxLog is how many bytes the log of the records may have before it is worth to write it back.
const maxLog = 16 << 20

// LogIsLong reports whether the log of the records is worth to be written back into them.
func (x *Folder) LogIsLong() bool {
	info, err := os.Stat(filepath.Join(x.Dir, RecordsFile+"-wal"))
	return err == nil && info.Size() >= maxLog
}
