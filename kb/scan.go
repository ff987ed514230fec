package kb

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/9aea2451/kb/kb/git"
)

// Scan is a cheap fingerprint of the work tree: as long as it stays Equal, no markdown file has changed.
// It is JSON-marshalable so that an index can keep it.
type Scan struct {
	IndexSum string      `json:"index_sum"`         // identity of git's index: size, mtime, trailing checksum
	Head     string      `json:"head"`              // HEAD's commit id, "" when there is none yet
	Ignore   string      `json:"ignore"`            // identity of .kbignore and .memory/kb.yaml
	Staged   bool        `json:"staged,omitempty"`  // git's index differs from HEAD in a markdown file
	Dirty    []DirtyFile `json:"dirty"`             // modified, deleted and untracked markdown files, sorted by path
	Skipped  []Skip      `json:"skipped,omitempty"` // dirty files whose names cannot be kept
}

// DirtyFile is a markdown file whose bytes are not those that git's index names.
type DirtyFile struct {
	Path    string `json:"path"`
	Size    int64  `json:"size"`  // -1: deleted
	ModTime int64  `json:"mtime"` // ns since 1970
	Inode   uint64 `json:"inode"` // 0 where the system tells none
}

// Equal tells whether nothing has changed between two scans.
func (s *Scan) Equal(other *Scan) bool {
	if s == nil || other == nil {
		return s == other
	}
	return s.IndexSum == other.IndexSum && s.Head == other.Head && s.Ignore == other.Ignore && s.Staged == other.Staged &&
		slices.Equal(s.Dirty, other.Dirty) && slices.Equal(s.Skipped, other.Skipped)
}

// The files of a repository that steer kb.
const (
	ignoreFile = ".kbignore"
	ConfigFile = ".memory/kb.yaml"
)

// Scan asks git for its index's identity and the dirty files. It reads no markdown file.
// In a bare repository it tells HEAD alone. Where there is no repository any more it returns ErrGone.
func (r *Repo) Scan(ctx context.Context) (*Scan, error) {
	if _, err := os.Lstat(filepath.Join(r.GitDir, "HEAD")); errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s: %w", r.Dir(), git.ErrGone)
	}
	head, err := r.Head(ctx)
	if err != nil {
		return nil, fmt.Errorf("scan: %w", err)
	}
	s := &Scan{Head: head, Dirty: []DirtyFile{}}
	if r.Root == "" {
		return s, nil
	}
	// The index is identified before git looks at the files: what changes in between is seen by the
	// next scan.
	if s.IndexSum, err = r.IndexSum(); err != nil {
		return nil, fmt.Errorf("scan: %w", err)
	}
	root, err := os.OpenRoot(r.Root)
	if err != nil {
		return nil, fmt.Errorf("scan: %w", err)
	}
	defer root.Close()
	s.Ignore = ignoreSum(root)
	status, err := r.Status(ctx)
	if err != nil {
		return nil, fmt.Errorf("scan: %w", err)
	}
	s.Staged = status.Staged
	slices.Sort(status.Dirty)
	for _, path := range slices.Compact(status.Dirty) {
		if reason := git.BadPath(path); reason != "" {
			s.Skipped = append(s.Skipped, Skip{Path: git.Printable(path), Reason: reason})
			continue
		}
		d := DirtyFile{Path: path, Size: -1}
		if info, err := git.Lstat(root, path); err == nil && !info.IsDir() {
			d = dirtyFile(path, info)
		}
		s.Dirty = append(s.Dirty, d)
	}
	return s, nil
}

func dirtyFile(path string, info fs.FileInfo) DirtyFile {
	return DirtyFile{Path: path, Size: info.Size(), ModTime: info.ModTime().UnixNano(), Inode: git.Inode(info)}
}

// selectionRules changes with what kb itself leaves out, so that no index of before passes for a
// present one.
const selectionRules = "2"

// ignoreSum identifies the files that say what kb reads, and what it leaves out without them.
func ignoreSum(root *os.Root) string {
	h, some := sha256.New(), false
	for _, name := range []string{ignoreFile, ConfigFile} {
		data, err := git.ReadRegular(root, name, git.SmallFile)
		if err == nil {
			some = true
			fmt.Fprintf(h, "%s %d\n", name, len(data))
			h.Write(data)
		}
	}
	if !some {
		return selectionRules
	}
	fmt.Fprint(h, selectionRules)
	return hex.EncodeToString(h.Sum(nil)[:16])
}

// IsMarkdown tells whether a file of this name is one that kb reads: *.md, *.markdown and *.mdx, in any case.
func IsMarkdown(path string) bool {
	return hasSuffixFold(path, ".md") || hasSuffixFold(path, ".markdown") || hasSuffixFold(path, ".mdx")
}

func hasSuffixFold(s, suffix string) bool {
	return len(s) >= len(suffix) && strings.EqualFold(s[len(s)-len(suffix):], suffix)
}
