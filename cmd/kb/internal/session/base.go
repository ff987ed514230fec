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
	"github.com/9aea2451/kb/cmd/kb/internal/desk"
	"github.com/9aea2451/kb/cmd/kb/internal/userconfig"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/text/wording"
)

// Base is the knowledge base that a verb works on: an open repository, and the view of it that the
// verb reads.
type Base struct {
	*desk.Desk
	App    *app.App
	View   *desk.View // of a verb that reads; nil for others
	Empty  bool       // it has no notes
	Config *userconfig.Config

	Elsewhere bool // the paths that are shown are of other repositories
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
	var options []git.Option
	if a.Bare {
		options = append(options, git.Bare())
	}
	repo, err := kb.Open(ctx, dir, options...)
	var embedded *git.EmbeddedError
	switch {
	case errors.As(err, &embedded):
		return nil, app.WithHint(
			err,
			"to work on the repository around it, go out of it, or name that: -C %s\nto open it all the same: --bare -C %s, or "+
				"GIT_DIR=%[2]s",
			embedded.Outer,
			embedded.Dir,
		)
	case errors.Is(err, git.ErrNoRepository) && a.Bare:
		return nil, app.WithHint(fmt.Errorf("%s is no bare repository", dir),
			"name the folder that holds HEAD, config and objects: --bare -C DIR")
	case errors.Is(err, git.ErrNoRepository):
		return nil, app.WithHint(fmt.Errorf("%s is %w", dir, git.ErrNoRepository),
			"go into one, name one with -C DIR, or make one here: git init")
	}
	if err != nil {
		return nil, err
	}
	return repo, lookForInterrupted(a, repo)
}

// Open opens the repository and its index, with the provider of meaning that the user has chosen.
func Open(ctx context.Context, a *app.App) (*Base, error) {
	repo, err := OpenRepo(ctx, a)
	if err != nil {
		return nil, err
	}
	config, err := loadConfig(a)
	if err != nil {
		return nil, err
	}
	d, err := desk.Open(ctx, repo, options(a, config), a.Recollects)
	if err != nil {
		return nil, ConfigError(err)
	}
	return &Base{Desk: d, App: a, Config: config}, nil
}

// In is a base of which only the repository is open, and not its index.
func In(a *app.App, repo *kb.Repo) *Base { return &Base{Desk: desk.Of(repo, options(a, nil)), App: a} }

// OpenIndex opens the index on a base that In returned.
func (b *Base) OpenIndex(ctx context.Context) error {
	config, err := loadConfig(b.App)
	if err != nil {
		return err
	}
	return ConfigError(b.Desk.OpenIndex(ctx, config))
}

// loadConfig reads the user's configuration; its error names the nearest word that is known.
func loadConfig(a *app.App) (*userconfig.Config, error) {
	config, err := userconfig.Load(a.Getenv)
	return config, ConfigError(err)
}

// options are those of the desk of a verb.
func options(a *app.App, config *userconfig.Config) desk.Options {
	remark := func(message string) { a.Remark("%s", message) }
	return desk.Options{
		Now:      a.Now,
		Config:   config,
		Remark:   remark,
		Warn:     Once(remark),
		Progress: a.Progress.Report,
		Rest:     a.Progress.Stop,
		AsIs:     a.NoUpdate,
		Quick:    a.Quick,
		Patient:  a.Patient,
		Version:  app.ModuleVersion(),

		Untracked: Untracked(a),
	}
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

// Close releases the index, and hands the answer out before it waits for the history.
func (b *Base) Close() error {
	if b.View != nil {
		b.View.Close()
	}
	return b.Desk.Close(func() { b.App.Flush() }) // an error comes again
}

// Shown gives the path of a file as the person in this folder would type it: from the folder itself.
func (b *Base) Shown(file string) string {
	if b.Elsewhere || b.View != nil && b.View.Foreign(file) {
		return file
	}
	return PathHere(b.Repo, file)
}

// PathHere gives a path from the folder that kb runs in.
func PathHere(repo *kb.Repo, file string) string {
	rel, err := filepath.Rel(filepath.FromSlash("/"+repo.Prefix), filepath.FromSlash("/"+file))
	if err != nil {
		return file
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
