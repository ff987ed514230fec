package setup

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os/signal"
	"path/filepath"
	"strings"
	"sync"
	"syscall"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
	"github.com/9aea2451/kb/cmd/kb/internal/desk"
	"github.com/9aea2451/kb/cmd/kb/internal/desk/reach"
	"github.com/9aea2451/kb/cmd/kb/internal/mcp"
	"github.com/9aea2451/kb/cmd/kb/internal/mcp/wire"
	"github.com/9aea2451/kb/cmd/kb/internal/mcpclient"
	"github.com/9aea2451/kb/cmd/kb/internal/report"
	"github.com/9aea2451/kb/cmd/kb/internal/session"
	"github.com/9aea2451/kb/cmd/kb/internal/userconfig"
	"github.com/9aea2451/kb/index/org"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/git"
)

// MCP is kb mcp.
func (Verbs) MCP() app.Verb {
	var names []string
	for _, c := range mcpclient.Clients() {
		names = append(names, c.Name)
	}
	return app.Verb{
		Name: "mcp", Place: 330,
		Help:    "Serve what the repository knows to agents, read-only.",
		Command: &mcpCmd{},
		Answers: []any{ClientConfig{}},
		Words: map[string]string{
			"clients": strings.Join(names, ","),
			"http":    "Serve over HTTP at this address instead of stdin; without a host only this machine is answered.",
		},
	}
}

// mcpCmd holds the verbs of the server for agents.
type mcpCmd struct {
	Serve  mcpServeCmd  `cmd:"" default:"withargs" help:"Serve until stdin ends or a signal comes."`
	Config mcpConfigCmd `cmd:"" help:"Print the configuration of a client, or add it to the client's file."`
}

// mcpServeCmd serves.
type mcpServeCmd struct {
	Root []string `placeholder:"DIR" complete:"folder" help:"Answer from the repository that holds DIR; several are searched together."`
	session.BasesFlag
	Org  bool   `help:"Let search and context ask your organisation's cluster, too (docs/org.md)." group:"bases"`
	HTTP string `name:"http" placeholder:"ADDR" help:"${http}"`
}

// Help holds the verb's details and examples.
func (mcpServeCmd) Help() string {
	text, _ := help.ReadFile("help/mcp.txt") // which is embedded
	return strings.TrimSuffix(string(text), "\n")
}

// Run serves until the client is gone, or a signal comes.
func (c *mcpServeCmd) Run(ctx context.Context, a *app.App) error {
	if a.JSON {
		return app.WithHint(errors.New("kb mcp has no --json: the protocol is JSON already"), "leave it out")
	}
	ended, stop := signal.NotifyContext(ctx, syscall.SIGTERM)
	defer stop()
	config, err := userconfig.Load(a.Getenv)
	if err != nil {
		return session.ConfigError(err)
	}
	roots, err := c.roots(ended, a, config)
	without := error(nil)
	if errors.Is(err, git.ErrNoRepository) && len(c.Root) == 0 && c.HTTP == "" && !a.Bare {
		without, err = mcp.Nowhere(err), nil
	}
	if err != nil {
		return err
	}
	token, err := c.token(config)
	if err != nil {
		return err
	}
	log := logger(a)
	beyond, err := cluster(a, config, c.Org)
	if err != nil {
		return err
	}
	record, endRecord := recorder(a, roots, log)
	defer endRecord()
	server := mcp.New(mcp.Options{
		Roots: roots, Without: without, Org: beyond, Version: app.ModuleVersion(), Now: a.Now, Log: log, Record: record,
	})
	defer server.Close()
	if without != nil {
		log(without.Error() + ": every call is told so; go into one, or name one with --root DIR")
	}
	if beyond != nil {
		log("asking " + beyond.Host() + " where a call says org")
	}
	for _, r := range roots {
		log("serving " + r.Name + ": " + folderOfRepo(r.Desk.Repo))
	}
	if c.HTTP != "" {
		err = c.serveHTTP(ended, server, token, log)
	} else {
		in, endIn := pollable(a.Stdin)
		defer endIn()
		out, endOut := pollable(a.Stdout)
		defer endOut()
		err = server.ServeStdio(ended, in, out)
	}
	if err != nil {
		return err
	}
	return ctx.Err()
}

// cluster is the organisation's, nil where it is not asked.
func cluster(a *app.App, config *userconfig.Config, asked bool) (*org.Org, error) {
	if !asked {
		return nil, nil
	}
	o, err := reach.Open(config, a.Now)
	return o, session.OrgAdvice(err)
}

// address is where --http listens: without a host on this machine alone.
func (c *mcpServeCmd) address() string {
	if !strings.Contains(c.HTTP, ":") {
		return "127.0.0.1:" + c.HTTP
	}
	if strings.HasPrefix(c.HTTP, ":") {
		return "127.0.0.1" + c.HTTP
	}
	return c.HTTP
}

// token is what clients have to know: one is needed where others than this machine can reach the server.
func (c *mcpServeCmd) token(config *userconfig.Config) (string, error) {
	if c.HTTP == "" {
		return "", nil
	}
	host, _, err := net.SplitHostPort(c.address())
	if err != nil {
		return "", app.WithHint(fmt.Errorf("--http %s: %w", c.HTTP, err), "write it as 127.0.0.1:7331")
	}
	if ip := net.ParseIP(host); strings.EqualFold(host, "localhost") || ip != nil && ip.IsLoopback() {
		return "", nil
	}
	token, err := config.Token()
	if err != nil {
		return "", app.WithHint(fmt.Errorf("--http %s can be reached by other machines, and %w", c.HTTP, err),
			"set it, as in: export KB_MCP_TOKEN=$(openssl rand -hex 32)\nor serve this machine alone: --http 127.0.0.1:7331")
	}
	return token, nil
}

// serveHTTP serves until the context ends; token is what clients must send.
func (c *mcpServeCmd) serveHTTP(ctx context.Context, server *mcp.Server, token string, log func(string)) error {
	l, err := new(net.ListenConfig).Listen(ctx, "tcp", c.address())
	if err != nil {
		return fmt.Errorf("--http %s: %w", c.HTTP, err)
	}
	log(fmt.Sprintf("listening on http://%s%s", l.Addr(), wire.HTTPPath))
	return server.ServeHTTP(ctx, l, token)
}

// unresolved is what a client gives that does not know the variable in its file: it then has to be
// started in the repository, as the others are.
const unresolved = "${workspaceFolder}"

// roots opens the repositories that are served. They stay the same until the server ends.
func (c *mcpServeCmd) roots(ctx context.Context, a *app.App, config *userconfig.Config) ([]mcp.Root, error) {
	if c.Several() {
		// A base that cannot be read is told, and the others answer.
		var roots []mcp.Root
		if len(c.Root) > 0 {
			return nil, app.WithHint(errors.New("--root and --all are two ways to say what is served"),
				"name it in your configuration, or leave out --all")
		}
		err := session.EachBase(ctx, a, config, c.BasesFlag, func(repo *kb.Repo, b desk.Base) error {
			r, err := openDesk(ctx, a, config, repo)
			r.Name, r.Scope = b.Name, b.Scope
			if err == nil {
				roots = append(roots, r)
			}
			return err
		})
		return roots, err
	}
	dirs := c.Root
	if len(dirs) == 0 {
		dirs = []string{"."}
	}
	var roots []mcp.Root
	taken := map[string]bool{}
	for _, dir := range dirs {
		if dir == unresolved {
			dir = "."
		}
		full, err := a.FromWorkDir(dir)
		if err != nil {
			return nil, err
		}
		r, err := openRoot(ctx, a, config, full)
		if err != nil {
			return nil, err
		}
		if taken[r.Desk.Repo.GitDir] {
			continue
		}
		taken[r.Desk.Repo.GitDir] = true
		r.Name = rootName(r.Desk.Repo, roots)
		roots = append(roots, r)
	}
	return roots, nil
}

// openRoot opens a repository and its index.
func openRoot(ctx context.Context, a *app.App, config *userconfig.Config, dir string) (r mcp.Root, err error) {
	at := *a
	at.Dir = dir
	repo, err := session.OpenRepo(ctx, &at)
	if err != nil {
		return r, err
	}
	return openDesk(ctx, a, config, repo)
}

// openDesk opens the index of a repository.
func openDesk(ctx context.Context, a *app.App, config *userconfig.Config, repo *kb.Repo) (r mcp.Root, err error) {
	r.Progress = &mcp.Progress{}
	r.Desk, err = desk.Open(ctx, repo, desk.Options{
		Now:      a.Now,
		Config:   config,
		Warn:     session.Once(logger(a)),
		Progress: r.Progress.Report,
		Version:  app.ModuleVersion(),
		Server:   true,
	}, false)
	return r, session.ConfigError(err)
}

// folderOfRepo is where a repository lies.
func folderOfRepo(repo *kb.Repo) string {
	if repo.Root == "" {
		return repo.GitDir
	}
	return repo.Root
}

// rootName names a repository by its folder, with a number where another has that name.
func rootName(repo *kb.Repo, others []mcp.Root) string {
	base := filepath.Base(folderOfRepo(repo))
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
func logger(a *app.App) func(string) {
	var mu sync.Mutex
	return func(message string) {
		mu.Lock()
		defer mu.Unlock()
		if !a.Quiet {
			io.WriteString(a.Stderr, "kb: "+report.Clean(message)+"\n")
		}
	}
}
