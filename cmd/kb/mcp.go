package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os/signal"
	"path/filepath"
	"sync"
	"syscall"

	"github.com/9aea2451/kb/cmd/kb/internal/mcp"
	"github.com/9aea2451/kb/cmd/kb/internal/report"
	"github.com/9aea2451/kb/cmd/kb/internal/userconfig"
	"github.com/9aea2451/kb/index"
	"github.com/9aea2451/kb/kb"
)

// mcpCmd holds the verbs of the server for agents.
type mcpCmd struct {
	Serve mcpServeCmd `cmd:"" default:"withargs" help:"Serve until stdin ends or a signal comes."`
}

// Help holds the verb's details and examples.
func (mcpCmd) Help() string {
	return `An agent's program starts kb mcp and speaks the Model Context Protocol with it on stdin and stdout. The server reads and never writes
(docs/mcp.md lists its tools).

Examples:

    claude mcp add kb -- kb mcp
    kb mcp --root ../handbook --root .
    kb -C ../service mcp`
}

// mcpServeCmd serves.
type mcpServeCmd struct {
	Root []string `placeholder:"DIR" complete:"folder" help:"Answer from the repository that holds DIR; several are searched together."`
}

// Run serves until the client is gone.
func (c *mcpServeCmd) Run(ctx context.Context, a *app) error {
	if a.JSON {
		return withHint(errors.New("kb mcp has no --json: the protocol is JSON already"), "leave it out")
	}
	ended, stop := signal.NotifyContext(ctx, syscall.SIGTERM)
	defer stop()
	roots, err := c.roots(ended, a)
	if err != nil {
		return err
	}
	server := mcp.New(mcp.Options{Roots: roots, Version: moduleVersion(), Now: a.now, Log: logger(a)})
	defer server.Close()
	for _, r := range roots {
		a.remark("serving %s", r.Repo.Root)
	}
	if err := server.ServeStdio(ended, a.stdin, a.stdout); err != nil {
		return err
	}
	return ctx.Err()
}

// roots opens the repositories that are served. They stay the same until the server ends.
func (c *mcpServeCmd) roots(ctx context.Context, a *app) ([]mcp.Root, error) {
	dirs := c.Root
	if len(dirs) == 0 {
		dirs = []string{"."}
	}
	config, err := userconfig.Load(a.getenv)
	if err != nil {
		return nil, configError(err)
	}
	var roots []mcp.Root
	taken := map[string]bool{}
	for _, dir := range dirs {
		full, err := a.fromWorkDir(dir)
		if err != nil {
			return nil, err
		}
		r, err := openRoot(ctx, a, config, full)
		if err != nil {
			return nil, err
		}
		if taken[r.Repo.GitDir] {
			continue
		}
		taken[r.Repo.GitDir] = true
		r.Name = rootName(r.Repo, roots)
		roots = append(roots, r)
	}
	return roots, nil
}

// openRoot opens a repository and its index.
func openRoot(ctx context.Context, a *app, config *userconfig.Config, dir string) (r mcp.Root, err error) {
	at := *a
	at.Dir = dir
	if r.Repo, err = at.openRepo(ctx); err != nil {
		return r, err
	}
	provider, none, err := config.EmbedProvider()
	if err != nil {
		return r, configError(err)
	}
	r.Progress = &mcp.Progress{}
	r.Index, err = index.Open(ctx, r.Repo, index.Options{
		Provider: provider, NoVectors: none, Warn: once(logger(a)), Progress: r.Progress.Report, Now: a.now, LockTimeout: lockWait,
	})
	if err != nil {
		return r, fmt.Errorf("open the index: %w", err)
	}
	return r, nil
}

// rootName names a repository by its folder, with a number where another has that name.
func rootName(repo *kb.Repo, others []mcp.Root) string {
	folder := repo.Root
	if folder == "" {
		folder = repo.GitDir
	}
	base := filepath.Base(folder)
	name := base
	for n := 2; ; n++ {
		free := true
		for _, o := range others {
			free = free && o.Name != name
		}
		if free {
			return name
		}
		name = fmt.Sprintf("%s-%d", base, n)
	}
}

// logger writes lines to stderr, from several goroutines.
func logger(a *app) func(string) {
	var mu sync.Mutex
	return func(message string) {
		mu.Lock()
		defer mu.Unlock()
		if !a.Quiet {
			io.WriteString(a.stderr, "kb: "+report.Clean(message)+"\n")
		}
	}
}
