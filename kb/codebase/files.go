package codebase

import (
	"context"
	"fmt"
	"path"
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
	files, err := b.repo.WorkFiles(ctx, code.MaxSize)
	if err != nil {
		return nil, fmt.Errorf("list the code: %w", err)
	}
	return files, nil
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
	return git.FilesOf(entries, code.MaxSize), nil
}
