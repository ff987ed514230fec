package kb

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"
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
	Inode   uint64 `json:"inode"`
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
	configFile = ".memory/kb.yaml"
)

// Scan asks git for its index's identity and the dirty files. It reads no markdown file.
// In a bare repository it tells HEAD alone. Where there is no repository any more it returns ErrGone.
func (r *Repo) Scan(ctx context.Context) (*Scan, error) {
	if _, err := os.Lstat(filepath.Join(r.GitDir, "HEAD")); errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s: %w", r.dir(), ErrGone)
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
	if s.IndexSum, err = r.indexSum(); err != nil {
		return nil, fmt.Errorf("scan: %w", err)
	}
	root, err := os.OpenRoot(r.Root)
	if err != nil {
		return nil, fmt.Errorf("scan: %w", err)
	}
	defer root.Close()
	s.Ignore = ignoreSum(root)
	status, err := r.git.status(ctx)
	if err != nil {
		return nil, fmt.Errorf("scan: %w", err)
	}
	s.Staged = status.staged
	s.setDirty(root, status.dirty)
	return s, nil
}

// setDirty looks at each dirty file once.
func (s *Scan) setDirty(root *os.Root, paths []string) {
	slices.Sort(paths)
	for _, path := range slices.Compact(paths) {
		if reason := badPath(path); reason != "" {
			s.Skipped = append(s.Skipped, Skip{Path: printable(path), Reason: reason})
			continue
		}
		d := DirtyFile{Path: path, Size: -1}
		if info, err := lstat(root, path); err == nil && !info.IsDir() {
			d = dirtyFile(path, info)
		}
		s.Dirty = append(s.Dirty, d)
	}
}

func dirtyFile(path string, info fs.FileInfo) DirtyFile {
	return DirtyFile{Path: path, Size: info.Size(), ModTime: info.ModTime().UnixNano(), Inode: inode(info)}
}

// indexSum identifies the state of git's index; "" when there is none yet.
func (r *Repo) indexSum() (string, error) {
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

// ignoreSum identifies the files that say what kb reads, "" when there are none.
func ignoreSum(root *os.Root) string {
	h, some := sha256.New(), false
	for _, name := range []string{ignoreFile, configFile} {
		data, err := readRegular(root, name, smallFile)
		if err == nil {
			some = true
			fmt.Fprintf(h, "%s %d\n", name, len(data))
			h.Write(data)
		}
	}
	if !some {
		return ""
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}

// badPath says why a path of git cannot be used, "" when it can.
func badPath(path string) string {
	switch {
	case !utf8.ValidString(path):
		return "the file name is not UTF-8"
	case !fs.ValidPath(path) || !filepath.IsLocal(filepath.FromSlash(path)):
		return "the path leads out of the repository"
	}
	for part := range strings.SplitSeq(path, "/") {
		if strings.EqualFold(part, ".git") {
			return "the path leads into .git"
		}
	}
	return ""
}

// printable is a path fit for a message.
func printable(path string) string { return strings.ToValidUTF8(path, "\uFFFD") }

// IsMarkdown tells whether a file of this name is one that kb reads: *.md, *.markdown and *.mdx, in any case.
func IsMarkdown(path string) bool {
	return hasSuffixFold(path, ".md") || hasSuffixFold(path, ".markdown") || hasSuffixFold(path, ".mdx")
}

func hasSuffixFold(s, suffix string) bool {
	return len(s) >= len(suffix) && strings.EqualFold(s[len(s)-len(suffix):], suffix)
}
