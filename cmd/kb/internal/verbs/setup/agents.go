package setup

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/9aea2451/kb/cmd/kb/internal/agenthook"
	"github.com/9aea2451/kb/cmd/kb/internal/agentsetup"
	"github.com/9aea2451/kb/cmd/kb/internal/app"
	"github.com/9aea2451/kb/cmd/kb/internal/deliver"
	"github.com/9aea2451/kb/cmd/kb/internal/mcpclient"
	"github.com/9aea2451/kb/cmd/kb/internal/session"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/agents"
)

// Agents is kb agents.
func (Verbs) Agents() app.Verb {
	var events []string
	for _, e := range agenthook.Events() {
		events = append(events, string(e))
	}
	return app.Verb{
		Name: "agents", Place: 335,
		Help:    "Let notes arrive at coding agents: install, uninstall, status, trust, off, on.",
		Command: &agentsCmd{},
		Answers: []any{AgentsChange{}, AgentsStatus{}},
		Words: map[string]string{
			"agents": strings.Join(agentsetup.Names(),
				","), "events": strings.Join(events, ","), "levels": strings.Join(agents.Levels(), ","),
			"listed": "Programs, of " + strings.Join(agentsetup.Names(), ", ") + "; those that are found where none is named.",
		},
	}
}

// agentsCmd holds the verbs about coding agents.
type agentsCmd struct {
	Install   agentsInstallCmd   `cmd:"" help:"Tell programs for agents of kb: its hooks, its server, and what is asked of agents."`
	Uninstall agentsUninstallCmd `cmd:"" help:"Take back what install wrote."`
	Status    agentsStatusCmd    `cmd:"" help:"Tell which programs are told of kb, and how this clone is set."`
	Trust     agentsTrustCmd     `cmd:"" help:"Set how sure a note must be of what it says to arrive unasked."`
	Off       agentsOffCmd       `cmd:"" help:"Say nothing to agents in this clone."`
	On        agentsOnCmd        `cmd:"" help:"Speak to agents again."`
	Hook      agentsHookCmd      `cmd:"" hidden:"" help:"Answer a hook; programs run it."`
}

// AgentsChange is the JSON form of what install and uninstall did.
type AgentsChange struct {
	Steps  []agentsetup.FileStep `json:"steps"`
	DryRun bool                  `json:"dry_run,omitempty"` // nothing was done
}

// agentsInstallCmd installs.
type agentsInstallCmd struct {
	Client  []string `arg:"" optional:"" enum:"${agents}" help:"${listed}"`
	Project bool     `help:"Write this repository's files, for everybody who works in it, and not your own."`
	NoHooks bool     `help:"Leave the hooks out."`
	NoMCP   bool     `name:"no-mcp" help:"Leave kb's server out (kb mcp)."`
	DryRun  bool     `help:"Only say what would be written."`
}

// Run installs.
func (c *agentsInstallCmd) Run(ctx context.Context, a *app.App) error {
	p, repo, err := agentsPlace(ctx, a, !c.Project)
	if err != nil {
		return err
	}
	clients := c.Client
	if len(clients) == 0 {
		if clients = p.Find(); len(clients) == 0 {
			return app.WithHint(errors.New("no program for agents was found here, in your folder or on the PATH"),
				"name one: kb agents install claude (%s)", strings.Join(agentsetup.Names(), ", "))
		}
	}
	steps, err := p.Install(clients, agentsetup.Parts{Hooks: !c.NoHooks, MCP: !c.NoMCP, Contract: c.Project})
	if err != nil {
		return setupError(err)
	}
	defer agentsetup.Close(steps)
	if err := carryAgents(a, p, steps, c.DryRun); err != nil || c.DryRun {
		return err
	}
	if !c.NoHooks { // so that the first session need not wait for it; it is made then if it cannot be now
		_, _ = deliver.Open(ctx, repo, a.Now(), time.Minute, true)
		if slices.Contains(clients, "codex") {
			a.Remark("Codex runs new hooks once you have trusted them: /hooks")
		}
		if _, err := exec.LookPath("kb"); err != nil {
			a.Remark("kb is not on the PATH: programs will not find it")
		}
	}
	return nil
}

// agentsPlace is where a setup works.
func agentsPlace(ctx context.Context, a *app.App, user bool) (*agentsetup.Place, *kb.Repo, error) {
	repo, err := session.OpenRepo(ctx, a)
	if err != nil {
		return nil, nil, err
	}
	if repo.Root == "" {
		return nil, nil, app.WithHint(errors.New("a bare repository has no files for agents to work on"), "go into a clone of it")
	}
	here := mcpclient.Here{Root: repo.Root, System: runtime.GOOS, Getenv: a.Getenv}
	here.Program, _ = exec.LookPath("kb") // where it is not found the name has to do
	return &agentsetup.Place{Here: here, State: repo.StateDir(), User: user}, repo, nil
}

// setupError says what to do about a file that cannot be changed.
func setupError(err error) error {
	var wrong *agentsetup.Error
	if !errors.As(err, &wrong) {
		return err
	}
	hint := "mend the file, or leave its program out; nothing was written"
	if errors.Is(err, mcpclient.ErrOther) {
		hint = "move the file away; nothing was written"
	}
	return app.WithHint(err, "%s", hint)
}

// carryAgents says what is done to each file, and then does it.
func carryAgents(a *app.App, p *agentsetup.Place, steps []agentsetup.FileStep, dry bool) error {
	if !a.JSON {
		for _, s := range steps {
			a.Printf("%-10s %s (%s)\n", s.Action, app.CleanName(near(a, s.Path)), strings.Join(s.What, ", "))
			if s.Note != "" {
				a.Printf("           %s\n", s.Note)
			}
		}
		if err := a.Flush(); err != nil { // before anything is written
			return err
		}
	}
	if !dry {
		if err := p.Carry(steps); err != nil {
			return fmt.Errorf("not everything was done: %w", err)
		}
	}
	if a.JSON {
		return a.Emit(AgentsChange{Steps: steps, DryRun: dry})
	}
	return nil
}

// agentsUninstallCmd takes back.
type agentsUninstallCmd struct {
	Client  []string `arg:"" optional:"" enum:"${agents}" help:"Programs; all where none is named."`
	Project bool     `help:"In this repository's files, and not in your own."`
	DryRun  bool     `help:"Only say what would be done."`
}

// Run uninstalls.
func (c *agentsUninstallCmd) Run(ctx context.Context, a *app.App) error {
	p, _, err := agentsPlace(ctx, a, !c.Project)
	if err != nil {
		return err
	}
	clients := c.Client
	if len(clients) == 0 {
		clients = agentsetup.Names()
	}
	// The contract is for all programs: it stays as long as one of them is told of kb.
	last := len(p.Told(clients...)) == 0
	steps, err := p.Uninstall(clients, agentsetup.Parts{Hooks: true, MCP: true, Contract: last})
	if err != nil {
		return setupError(err)
	}
	defer agentsetup.Close(steps)
	if len(steps) == 0 && !a.JSON {
		a.Remark("nothing of kb's is there to take back")
		p.User = c.Project
		if told := p.Told(); len(told) > 0 && !c.Project {
			a.Remark("the files of this repository tell %s of kb: kb agents uninstall --project", strings.Join(told, ", "))
		} else if len(told) > 0 {
			a.Remark("your own files tell %s of kb: kb agents uninstall", strings.Join(told, ", "))
		}
		return nil
	}
	return carryAgents(a, p, steps, c.DryRun)
}

// AgentsStatus is the JSON form of how agents are told of kb.
type AgentsStatus struct {
	Clients  []agentsetup.ClientState `json:"clients"`
	Contract string                   `json:"contract"` // in AGENTS.md: none, old or current
	Trust    agents.Trust             `json:"trust"`
	Above    float64                  `json:"above"` // the confidence that a note must exceed
	Off      string                   `json:"off"`   // who switched the hooks off: "", you, environment or repository
	Program  string                   `json:"program"`
}

// agentsStatusCmd shows how agents are told of kb.
type agentsStatusCmd struct{}

// Run prints the state.
func (agentsStatusCmd) Run(ctx context.Context, a *app.App) error {
	p, repo, err := agentsPlace(ctx, a, false)
	if err != nil {
		return err
	}
	set, err := agents.At(repo.StateDir()).Settings()
	if err != nil {
		return err
	}
	s := agentsStatus(a, p, set)
	if a.JSON {
		return a.Emit(s)
	}
	shown := func(files []string) string {
		if len(files) == 0 {
			return "-"
		}
		names := make([]string, len(files))
		for i, f := range files {
			names[i] = app.CleanName(near(a, f))
		}
		return strings.Join(names, ", ")
	}
	for _, c := range s.Clients {
		if !c.Seen && len(c.Hooks)+len(c.Server) == 0 {
			continue
		}
		a.Printf("%-12s hooks: %s\n%-12s server: %s\n", c.Title, shown(c.Hooks), "", shown(c.Server))
	}
	a.Printf("%-12s %s\n", "AGENTS.md", map[string]string{
		"none": "does not say what is asked of agents", "old": "says it as an older kb had it: kb agents install --project",
		"current": "says what is asked of agents",
	}[s.Contract])
	a.Printf("%-12s %s: notes with a confidence above %.2f arrive unasked\n", "trust", s.Trust, s.Above)
	if s.Off != "" {
		a.Printf("%-12s %s\n", "off", map[string]string{
			"you": "you switched it off in this clone: kb agents on", "environment": "KB_HOOKS=0 is set",
			"repository": ".memory/kb.yaml says so",
		}[s.Off])
	}
	return nil
}

// agentsStatus is how agents are told of kb in a clone that is set so.
func agentsStatus(a *app.App, p *agentsetup.Place, set agents.Settings) AgentsStatus {
	s := AgentsStatus{Trust: set.Trust, Above: set.Trust.Above(), Program: p.Program, Off: switchedOff(a, p, set)}
	s.Clients, s.Contract = p.Status()
	return s
}

// switchedOff tells who switched the hooks off.
func switchedOff(a *app.App, p *agentsetup.Place, set agents.Settings) string {
	switch {
	case a.Getenv("KB_HOOKS") == "0":
		return "environment"
	case set.Off:
		return "you"
	case p.OffByRepository():
		return "repository"
	}
	return ""
}

// agentsTrustCmd sets the level of trust.
type agentsTrustCmd struct {
	Level string `arg:"" optional:"" enum:",${levels}" default:"" help:"One of ${levels}; without it the level is printed."`
}

// Run sets or prints it.
func (c *agentsTrustCmd) Run(ctx context.Context, a *app.App) error {
	return setAgents(ctx, a, func(set *agents.Settings) bool {
		if c.Level == "" {
			return false
		}
		set.Trust = agents.Trust(c.Level)
		return true
	})
}

// setAgents changes how the clone is set, and says how it is.
func setAgents(ctx context.Context, a *app.App, change func(*agents.Settings) bool) error {
	p, repo, err := agentsPlace(ctx, a, false)
	if err != nil {
		return err
	}
	state := agents.At(repo.StateDir())
	set, err := state.Settings()
	if err != nil {
		return err
	}
	if change(&set) {
		if err := state.Set(set); err != nil {
			return err
		}
	}
	if a.JSON {
		return a.Emit(agentsStatus(a, p, set))
	}
	a.Printf("%s: notes with a confidence above %.2f arrive unasked%s\n", set.Trust, set.Trust.Above(),
		map[bool]string{true: ", but agents are told nothing (kb agents on)"}[set.Off])
	return nil
}

// agentsOffCmd and agentsOnCmd switch the hooks off and on.
type (
	agentsOffCmd struct{}
	agentsOnCmd  struct{}
)

// Run switches off.
func (agentsOffCmd) Run(ctx context.Context, a *app.App) error {
	return setAgents(ctx, a, func(set *agents.Settings) bool { set.Off = true; return true })
}

// Run switches on.
func (agentsOnCmd) Run(ctx context.Context, a *app.App) error {
	return setAgents(ctx, a, func(set *agents.Settings) bool { set.Off = false; return true })
}

// agentsHookCmd describes the hook for its help: it is answered before the grammar is built.
type agentsHookCmd struct {
	Event  string `arg:"" enum:"${events}" help:"One of ${choices}."`
	Client string `required:"" enum:"${agents}" help:"One of ${choices}."`
}

// Run answers.
func (c *agentsHookCmd) Run(ctx context.Context, a *app.App) error {
	agenthook.Run(ctx, a.World, []string{c.Event, "--client", c.Client})
	return nil
}
