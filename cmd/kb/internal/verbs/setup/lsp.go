package setup

import (
	"context"
	"errors"
	"os/signal"
	"syscall"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
	"github.com/9aea2451/kb/cmd/kb/internal/desk"
	"github.com/9aea2451/kb/cmd/kb/internal/lsp"
	"github.com/9aea2451/kb/cmd/kb/internal/session"
	"github.com/9aea2451/kb/cmd/kb/internal/userconfig"
)

// LSP is kb lsp.
func (Verbs) LSP() app.Verb {
	return app.Verb{
		Name:    "lsp",
		Place:   335,
		Help:    "Serve an editor: completion, links, renames and findings as you type.",
		Command: &lspCmd{},
	}
}

// lspCmd serves an editor over the standard streams.
type lspCmd struct {
	Stdio bool `hidden:"" help:"What some editors add: there is no other way."`
}

// Run serves until the editor says exit, its stream ends, or a signal comes.
func (c *lspCmd) Run(ctx context.Context, a *app.App) error {
	if a.JSON {
		return app.WithHint(errors.New("kb lsp has no --json: the protocol is JSON already"), "leave it out")
	}
	ended, stop := signal.NotifyContext(ctx, syscall.SIGTERM)
	defer stop()
	in, endIn := pollable(a.Stdin)
	defer endIn()
	out, endOut := pollable(a.Stdout)
	defer endOut()
	server := lsp.New(lsp.Options{
		Open:    func(ctx context.Context, folder string) (*desk.Desk, error) { return openFolder(ctx, a, folder) },
		Version: app.ModuleVersion(), Now: a.Now, Log: logger(a),
	})
	if err := server.Serve(ended, in, out); err != nil {
		return err
	}
	return ctx.Err()
}

// openFolder opens the repository that a folder lies in, "" for the current one.
func openFolder(ctx context.Context, a *app.App, folder string) (*desk.Desk, error) {
	there := *a
	if folder != "" {
		there.Dir = folder
	}
	repo, err := session.OpenRepo(ctx, &there)
	if err != nil {
		return nil, err
	}
	d := session.In(&there, repo).Desk
	config, err := userconfig.Load(a.Getenv)
	if err == nil {
		d.Configure(config) // what is wrong with it concerns nothing that an editor asks
	}
	return d, nil
}
