package setup

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net"
	"os/signal"
	"path/filepath"
	"syscall"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
	"github.com/9aea2451/kb/cmd/kb/internal/desk"
	"github.com/9aea2451/kb/cmd/kb/internal/desk/warm"
	"github.com/9aea2451/kb/cmd/kb/internal/panel"
	"github.com/9aea2451/kb/cmd/kb/internal/session"
	"github.com/9aea2451/kb/cmd/kb/internal/userconfig"
	"github.com/9aea2451/kb/text/wording"
)

// Serve is kb serve.
func (Verbs) Serve() app.Verb {
	return app.Verb{
		Name: "serve", Place: 325,
		Help:    "Show what the repository knows in the browser, read-only.",
		Command: &serveCmd{},
	}
}

// serveCmd shows pages in the browser.
type serveCmd struct {
	Port   int    `placeholder:"N" help:"Listen on this port of this machine; without it on a free one."`
	Org    bool   `help:"Let the search ask your organisation's cluster, where you tick it (docs/org.md)."`
	Static string `placeholder:"DIR" complete:"folder" help:"Write the pages into this folder as a site, and end."`
}

// Run serves until a signal comes, or writes a site.
func (c *serveCmd) Run(ctx context.Context, a *app.App) error {
	switch {
	case a.JSON:
		return app.WithHint(errors.New("kb serve has no --json: it shows pages"), "kb stats --json has the figures")
	case c.Port < 0 || c.Port > 65535:
		return errors.New("--port must be from 1 to 65535")
	case c.Port != 0 && c.Static != "":
		return errors.New("--port and --static exclude each other")
	case c.Org && c.Static != "":
		return errors.New("--org and --static exclude each other: a site asks nobody")
	}
	ended, stop := signal.NotifyContext(ctx, syscall.SIGTERM)
	defer stop()
	repo, err := session.OpenRepo(ended, a)
	if err != nil {
		return err
	}
	config, err := userconfig.Load(a.Getenv)
	if err != nil {
		return session.ConfigError(err)
	}
	beyond, err := cluster(a, config, c.Org)
	if err != nil {
		return err
	}
	log, progress := logger(a), &warm.Progress{}
	d, err := desk.Open(ended, repo, desk.Options{
		Now: a.Now, Config: config, Warn: session.Once(log), Progress: progress.Report, Version: app.ModuleVersion(), Server: true,
	}, false)
	if err != nil {
		return session.ConfigError(err)
	}
	p := panel.New(ended, panel.Options{
		Desk: d, Name: filepath.Base(folderOfRepo(repo)), Version: app.ModuleVersion(), Now: a.Now, Progress: progress, Log: log,
		Static: c.Static != "", Org: beyond,
	})
	defer p.Close()
	if c.Static != "" {
		folder, err := a.FromWorkDir(c.Static)
		if err != nil {
			return err
		}
		n, err := p.Write(ended, folder, func(done, total int) { a.Progress.Report("pages", done, total) })
		a.Progress.Stop()
		var occupied *panel.OccupiedError
		if errors.As(err, &occupied) {
			return app.WithHint(err, "name a folder that is empty or not there, or that kb serve --static filled before")
		}
		if err != nil {
			return err
		}
		a.Remark("wrote %s into %s: open %s", wording.Count(n, "file"), c.Static, filepath.Join(c.Static, "index.html"))
		return nil
	}
	if err := c.serve(ended, a, p); err != nil {
		return err
	}
	return ctx.Err()
}

// serve listens until ctx ends.
func (c *serveCmd) serve(ctx context.Context, a *app.App, p *panel.Panel) error {
	l, err := new(net.ListenConfig).Listen(ctx, "tcp", fmt.Sprintf("127.0.0.1:%d", c.Port))
	if err != nil {
		return app.WithHint(fmt.Errorf("--port %d: %w", c.Port, err), "leave --port out: a free one is taken then")
	}
	token := rand.Text()
	a.Printf("http://%s/?token=%s\n", l.Addr(), token)
	a.Flush()
	a.Remark("open this address in a browser on this machine; Ctrl-C ends")
	return p.Serve(ctx, l, token)
}
