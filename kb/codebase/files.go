package codebase

import (
	"context"
	"fmt"
	"os"
	"path"
	"slices"
	"strings"

	"github.com/9aea2451/kb/kb/code"
	"github.com/9aea2451/kb/kb/git"
)

// languageOf is the language of a file that is read, with those that name the folder of a module;
// "" for others.
func languageOf(file string) string {
	switch path.Base(file) {
	case "go.mod":
		return "go.mod"
	case "package.json":
		return "package.json"
	case "Cargo.toml":
		return "cargo.toml"
	}
	return code.Language(file)
}

// IsSource reports whether a path is that of a source file which is read.
func IsSource(file string) bool {
	language := languageOf(file)
	return versionOf(language) != "" && !leftOut(file)
}

// leftOut reports whether a file is a copy of what others wrote, or material of tests.
func leftOut(file string) bool {
	for dir := range strings.SplitSeq(path.Dir(file), "/") {
		switch dir {
		case "vendor", "node_modules", "third_party", "third-party", "testdata", ".git":
			return true
		}
	}
	return strings.Contains(path.Base(file), ".min.")
}

// Files lists the source files of the work tree, sorted by path; in a bare repository those of HEAD.
func (b *Base) Files(ctx context.Context) ([]git.File, error) {
	if b.repo.Root == "" {
		head, err := b.repo.Head(ctx)
		if err != nil || head == "" {
			return nil, err
		}
		return b.FilesAt(ctx, head)
	}
	entries, err := b.repo.Index(ctx)
	if err != nil {
		return nil, fmt.Errorf("list the code: %w", err)
	}
	status, err := b.repo.Status(ctx)
	if err != nil {
		return nil, fmt.Errorf("list the code: %w", err)
	}
	slices.Sort(status.Dirty)
	dirty := slices.Compact(status.Dirty)
	files := filesOf(entries, func(p string) bool {
		_, found := slices.BinarySearch(dirty, p)
		return !found
	})
	root, err := os.OpenRoot(b.repo.Root)
	if err != nil {
		return nil, fmt.Errorf("list the code: %w", err)
	}
	defer root.Close()
	for _, p := range dirty {
		if git.BadPath(p) != "" {
			continue
		}
		data, err := git.ReadRegular(root, p, code.MaxSize)
		if err != nil {
			continue // removed, or no file: nothing to read
		}
		files = append(files, git.File{Path: p, Blob: b.repo.BlobID(data), Size: int64(len(data))})
	}
	return sorted(files), nil
}

// Tree lists the source files of a commit (its id), of the work tree for "", sorted by path.
func (b *Base) Tree(ctx context.Context, commit string) ([]git.File, error) {
	if commit == "" {
		return b.Files(ctx)
	}
	return b.FilesAt(ctx, commit)
}

// FilesAt lists the source files of a commit (its id), sorted by path.
func (b *Base) FilesAt(ctx context.Context, commit string) ([]git.File, error) {
	entries, err := b.repo.Listing(ctx, commit)
	if err != nil {
		return nil, fmt.Errorf("list the code: %w", err)
	}
	return sorted(filesOf(entries, func(string) bool { return true })), nil
}

// filesOf makes files of the wanted entries that can be read: regular, not in conflict, not only
// announced by git add -N, with a fit path, and no longer than code.MaxSize as far as git knows.
func filesOf(entries []git.Entry, wanted func(path string) bool) (files []git.File) {
	for _, e := range entries {
		if e.Mode&git.ModeType == git.ModeRegular && e.Stage == 0 && !e.Intent && e.Size <= code.MaxSize && wanted(e.Path) &&
			git.BadPath(e.Path) == "" {
			files = append(files, git.File{Path: e.Path, Blob: e.ID, Size: -1, InGit: true})
		}
	}
	return files
}

// sorted puts files in the order of their paths, and gives back the same list.
func sorted(files []git.File) []git.File {
	slices.SortFunc(files, func(a, b git.File) int { return strings.Compare(a.Path, b.Path) })
	return files
}
