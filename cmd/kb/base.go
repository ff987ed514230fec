package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/9aea2451/kb/index"
	"github.com/9aea2451/kb/kb"
)

// base is the knowledge base that a verb works on: a repository and its index.
type base struct {
	app   *app
	repo  *kb.Repo
	index *index.Index
}

// openRepo opens the repository that holds the working folder.
func (a *app) openRepo(ctx context.Context) (*kb.Repo, error) {
	dir, err := a.workDir()
	if err != nil {
		return nil, err
	}
	if info, err := os.Stat(dir); err != nil || !info.IsDir() {
		return nil, fmt.Errorf("no such folder: %s", dir)
	}
	repo, err := kb.Open(ctx, dir)
	if errors.Is(err, kb.ErrNoRepository) {
		return nil, withHint(fmt.Errorf("%s is not inside a git repository", dir),
			"go into one, name one with -C DIR, or make one here: git init")
	}
	return repo, err
}

// openBase opens the repository and its index.
func (a *app) openBase(ctx context.Context) (*base, error) {
	repo, err := a.openRepo(ctx)
	if err != nil {
		return nil, err
	}
	x, err := index.Open(ctx, repo, index.Options{
		Warn:        func(message string) { a.remark("%s", message) },
		Progress:    a.progress.report,
		Now:         a.now,
		LockTimeout: lockWait,
	})
	if err != nil {
		return nil, fmt.Errorf("open the index: %w", err)
	}
	return &base{app: a, repo: repo, index: x}, nil
}

// Close releases the index.
func (b *base) Close() error {
	b.app.progress.stop()
	return b.index.Close()
}

// shown gives a note's path as the person in this folder would type it: from the folder itself.
func (b *base) shown(notePath string) string {
	if b.repo.Prefix == "" {
		return notePath
	}
	rel, err := filepath.Rel(filepath.FromSlash(b.repo.Prefix), filepath.FromSlash(notePath))
	if err != nil {
		return notePath
	}
	return filepath.ToSlash(rel)
}

// typed gives the name of a note as a Resolver knows it: paths that are absolute or climb out of the folder are made to begin at the root.
func (b *base) typed(name string) string {
	if filepath.IsAbs(name) {
		if rel, err := filepath.Rel(b.repo.Root, name); err == nil {
			return filepath.ToSlash(rel)
		}
	}
	if slashed := filepath.ToSlash(name); strings.HasPrefix(slashed, "./") || strings.HasPrefix(slashed, "../") {
		return path.Join(b.repo.Prefix, slashed)
	}
	return name
}
