package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"
	"sync"

	"github.com/9aea2451/kb/cmd/kb/internal/userconfig"
	"github.com/9aea2451/kb/index"
	"github.com/9aea2451/kb/kb"
)

// base is the knowledge base that a verb works on: a repository and its index.
type base struct {
	app    *app
	repo   *kb.Repo
	index  *index.Index
	commit string // whose tree is looked at; "" for the work tree
	empty  bool   // it has no notes
	behind bool   // the index may be older than the files
	config *userconfig.Config
	warn   func(message string) // says something on stderr the first time
	past   *recollection        // begun for a verb that says where notes come from, and where memories are ranked
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
	var options []kb.Option
	if a.Bare {
		options = append(options, kb.Bare())
	}
	repo, err := kb.Open(ctx, dir, options...)
	var embedded *kb.EmbeddedError
	switch {
	case errors.As(err, &embedded):
		return nil, withHint(
			err,
			"to work on the repository around it, go out of it, or name that: -C %s\nto open it all the same: --bare -C %s, or GIT_DIR=%[2]s",
			embedded.Outer,
			embedded.Dir,
		)
	case errors.Is(err, kb.ErrNoRepository) && a.Bare:
		return nil, withHint(
			fmt.Errorf("%s is no bare repository", dir),
			"name the folder that holds HEAD, config and objects: --bare -C DIR",
		)
	case errors.Is(err, kb.ErrNoRepository):
		return nil, withHint(fmt.Errorf("%s is not inside a git repository", dir),
			"go into one, name one with -C DIR, or make one here: git init")
	}
	if err != nil {
		return nil, err
	}
	return repo, a.lookForInterrupted(repo)
}

// openBase opens the repository and its index.
func (a *app) openBase(ctx context.Context) (*base, error) {
	repo, err := a.openRepo(ctx)
	if err != nil {
		return nil, err
	}
	b := &base{app: a, repo: repo, past: a.recollect(ctx, repo)}
	if a.recollects {
		b.past.look()
	}
	if err := b.openIndex(ctx); err != nil {
		b.past.end(a)
		return nil, err
	}
	return b, nil
}

// openIndex opens the index with the provider of meaning that the user has chosen.
func (b *base) openIndex(ctx context.Context) (err error) {
	if b.config, err = userconfig.Load(b.app.getenv); err != nil {
		return configError(err)
	}
	b.warn = once(func(message string) { b.app.remark("%s", message) })
	provider, none, err := b.config.EmbedProvider()
	if err != nil {
		return configError(err)
	}
	b.index, err = index.Open(ctx, b.repo, index.Options{
		Provider:    provider,
		NoVectors:   none,
		Warn:        b.warn,
		Progress:    b.app.progress.report,
		Now:         b.app.now,
		LockTimeout: lockWait,
		Touches:     b.touches,
	})
	if err != nil {
		return fmt.Errorf("open the index: %w", err)
	}
	return nil
}

// configError adds the nearest known word to a mistake in the user's configuration.
func configError(err error) error {
	var wrong *userconfig.Error
	if errors.As(err, &wrong) {
		if near := nearest(wrong.Given, wrong.Allowed, 1); len(near) > 0 {
			return withHint(err, "did you mean %s?", near[0])
		}
	}
	return err
}

// once passes a message on the first time that it comes: a server that is down is met by the update
// and by the query after it.
func once(warn func(message string)) func(message string) {
	var mu sync.Mutex
	said := map[string]bool{}
	return func(message string) {
		mu.Lock()
		defer mu.Unlock()
		if !said[message] {
			said[message] = true
			warn(message)
		}
	}
}

// Close releases the index.
func (b *base) Close() error {
	b.app.progress.stop()
	b.past.end(b.app)
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

// typed gives the name of a note as a Resolver knows it: paths that are absolute or climb out of
// the folder are made to begin at the root.
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
