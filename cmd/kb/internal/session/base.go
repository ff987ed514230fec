// Package session opens what a verb works on: the repository around the working folder, its index,
// brought up to date when that is cheap, its history, and the record of its use. It finds the notes
// that a person names, and reads them as of now or of a commit.
package session

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"
	"sync"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
	"github.com/9aea2451/kb/cmd/kb/internal/userconfig"
	"github.com/9aea2451/kb/index"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/text/wording"
)

// Base is the knowledge base that a verb works on: a repository and its index.
type Base struct {
	App    *app.App
	Repo   *kb.Repo
	Index  *index.Index
	Commit string // whose tree is looked at; "" for the work tree
	Empty  bool   // it has no notes
	behind bool   // the index may be older than the files
	Config *userconfig.Config
	Warn   func(message string) // says something on stderr the first time
	Past   *recollection        // begun for a verb that says where notes come from, and where memories are ranked
}

// OpenRepo opens the repository that holds the working folder.
func OpenRepo(ctx context.Context, a *app.App) (*kb.Repo, error) {
	dir, err := a.WorkDir()
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
		return nil, app.WithHint(
			err,
			"to work on the repository around it, go out of it, or name that: -C %s\nto open it all the same: --bare -C %s, or GIT_DIR=%[2]s",
			embedded.Outer,
			embedded.Dir,
		)
	case errors.Is(err, kb.ErrNoRepository) && a.Bare:
		return nil, app.WithHint(
			fmt.Errorf("%s is no bare repository", dir),
			"name the folder that holds HEAD, config and objects: --bare -C DIR",
		)
	case errors.Is(err, kb.ErrNoRepository):
		return nil, app.WithHint(fmt.Errorf("%s is not inside a git repository", dir),
			"go into one, name one with -C DIR, or make one here: git init")
	}
	if err != nil {
		return nil, err
	}
	return repo, lookForInterrupted(a, repo)
}

// Open opens the repository and its index.
func Open(ctx context.Context, a *app.App) (*Base, error) {
	repo, err := OpenRepo(ctx, a)
	if err != nil {
		return nil, err
	}
	b := &Base{App: a, Repo: repo, Past: recollect(ctx, a, repo)}
	if a.Recollects {
		b.Past.look()
	}
	if err := b.openIndex(ctx); err != nil {
		b.Past.end(a)
		return nil, err
	}
	return b, nil
}

// openIndex opens the index with the provider of meaning that the user has chosen.
func (b *Base) openIndex(ctx context.Context) (err error) {
	if b.Config, err = userconfig.Load(b.App.Getenv); err != nil {
		return ConfigError(err)
	}
	b.Warn = Once(func(message string) { b.App.Remark("%s", message) })
	provider, none, err := b.Config.EmbedProvider()
	if err != nil {
		return ConfigError(err)
	}
	b.Index, err = index.Open(ctx, b.Repo, index.Options{
		Provider:    provider,
		NoVectors:   none,
		Warn:        b.Warn,
		Progress:    b.App.Progress.Report,
		Now:         b.App.Now,
		LockTimeout: LockWait,
		Touches:     b.touches,
	})
	if err != nil {
		return fmt.Errorf("open the index: %w", err)
	}
	return nil
}

// ConfigError adds the nearest known word to a mistake in the user's configuration.
func ConfigError(err error) error {
	var wrong *userconfig.Error
	if errors.As(err, &wrong) {
		if near := wording.Nearest(wrong.Given, wrong.Allowed, 1); len(near) > 0 {
			return app.WithHint(err, "did you mean %s?", near[0])
		}
	}
	return err
}

// Once passes a message on the first time that it comes: a server that is down is met by the update
// and by the query after it.
func Once(warn func(message string)) func(message string) {
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
func (b *Base) Close() error {
	b.App.Progress.Stop()
	b.Past.end(b.App)
	return b.Index.Close()
}

// Shown gives a note's path as the person in this folder would type it: from the folder itself.
func (b *Base) Shown(notePath string) string {
	if b.Repo.Prefix == "" {
		return notePath
	}
	rel, err := filepath.Rel(filepath.FromSlash(b.Repo.Prefix), filepath.FromSlash(notePath))
	if err != nil {
		return notePath
	}
	return filepath.ToSlash(rel)
}

// Typed gives the name of a note as a Resolver knows it: paths that are absolute or climb out of
// the folder are made to begin at the root.
func (b *Base) Typed(name string) string {
	if filepath.IsAbs(name) {
		if rel, err := filepath.Rel(b.Repo.Root, name); err == nil {
			return filepath.ToSlash(rel)
		}
	}
	if slashed := filepath.ToSlash(name); strings.HasPrefix(slashed, "./") || strings.HasPrefix(slashed, "../") {
		return path.Join(b.Repo.Prefix, slashed)
	}
	return name
}
