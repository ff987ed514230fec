package agentsetup

import (
	"cmp"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"

	"github.com/9aea2451/kb/cmd/kb/internal/clientfile"
	"github.com/9aea2451/kb/cmd/kb/internal/mcpclient"
	"github.com/9aea2451/kb/kb"
)

// Names are the clients that can be set up: those whose hooks kb answers.
func Names() []string {
	var names []string
	for _, c := range mcpclient.Clients() {
		if _, err := c.HookFile(mcpclient.Here{Root: string(filepath.Separator), Getenv: func(string) string { return "" }},
			false); err == nil {
			names = append(names, c.Name)
		}
	}
	return names
}

// Find names the clients that there is a trace of: in the repository, in the user's folder or on
// the PATH.
func (p *Place) Find() []string {
	var found []string
	for _, name := range Names() {
		client, _ := mcpclient.Named(name)
		inRepo, inHome, programs := traces(name)
		seen := slices.ContainsFunc(inRepo, func(f string) bool { return exists(filepath.Join(p.Root, filepath.FromSlash(f))) }) ||
			slices.ContainsFunc(inHome, func(f string) bool {
				home := cmp.Or(p.Getenv("HOME"), p.Getenv("USERPROFILE"))
				return home != "" && exists(filepath.Join(home, filepath.FromSlash(f)))
			}) ||
			slices.ContainsFunc(programs, func(f string) bool { _, err := exec.LookPath(f); return err == nil })
		if seen {
			found = append(found, client.Name)
		}
	}
	return found
}

// traces are files that a client is known by, in a repository and in the user's folder, and programs.
func traces(name string) (inRepo, inHome, programs []string) {
	switch name {
	case "claude":
		return []string{".claude", ".mcp.json", "CLAUDE.md"}, []string{".claude", ".claude.json"}, []string{"claude"}
	case "codex":
		return []string{".codex"}, []string{".codex"}, []string{"codex"}
	case "copilot":
		return []string{".github/hooks", ".github/mcp.json"}, []string{".copilot"}, []string{"copilot"}
	case "cursor":
		return []string{".cursor", ".cursorrules"}, []string{".cursor"}, []string{"cursor", "cursor-agent"}
	case "gemini":
		return []string{".gemini", "GEMINI.md"}, []string{".gemini"}, []string{"gemini"}
	case "opencode":
		return []string{".opencode", "opencode.json", "opencode.jsonc"}, []string{".config/opencode"}, []string{"opencode"}
	case "vscode":
		return []string{".vscode", ".github/copilot-instructions.md"}, []string{".vscode", ".config/Code"}, []string{"code"}
	}
	return nil, nil, nil
}

// exists tells whether anything stands at a path, a link that leads nowhere included.
func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

// ClientState is how a client is set up.
type ClientState struct {
	Client string   `json:"client"`
	Title  string   `json:"title"`
	Hooks  []string `json:"hooks"`  // the files that have kb's hooks
	Server []string `json:"server"` // the files that name kb's server
	Seen   bool     `json:"seen"`   // there is a trace of the client
}

// Status tells how each client is set up, in the repository and by the user, and whether AGENTS.md
// has the contract: none, old or current.
func (p *Place) Status() (states []ClientState, contractState string) {
	seen := p.Find()
	for _, name := range Names() {
		client, _ := mcpclient.Named(name)
		s := ClientState{Client: name, Title: client.Title, Hooks: []string{}, Server: []string{}, Seen: slices.Contains(seen, name)}
		for _, user := range []bool{false, true} {
			if f, err := client.HookFile(p.Here, user); err == nil && f.Has(content(f.Path)) {
				s.Hooks = append(s.Hooks, f.Path)
			}
			if f, err := client.File(p.Here, user); err == nil {
				text := content(f.Path)
				if _, err := f.Add(text); errors.Is(err, mcpclient.ErrThere) {
					s.Server = append(s.Server, f.Path)
				}
			}
		}
		states = append(states, s)
	}
	_, _, err := addContract(content(filepath.Join(p.Root, "AGENTS.md")))
	switch {
	case errors.Is(err, mcpclient.ErrThere):
		contractState = "current"
	case block().Match(content(filepath.Join(p.Root, "AGENTS.md"))):
		contractState = "old"
	default:
		contractState = "none"
	}
	return states, contractState
}

// content is what a file says, nothing where it cannot be read.
func content(path string) []byte {
	f, err := clientfile.Open(path, "")
	if err != nil {
		return nil
	}
	defer f.Close()
	return f.Text
}

// Told names the clients that the files of this place tell of kb, without some and what tells of kb in
// files that they read, too.
func (p *Place) Told(without ...string) []string {
	theirs := map[string]bool{}
	for _, name := range without {
		for _, f := range p.files(name) {
			theirs[f.path] = true
		}
	}
	var told []string
	for _, name := range Names() {
		if slices.ContainsFunc(p.files(name), func(f file) bool { return !theirs[f.path] && f.tells(content(f.path)) }) {
			told = append(told, name)
		}
	}
	return told
}

// file is one that may tell a client of kb.
type file struct {
	path  string
	tells func(text []byte) bool
}

// files are those of the place that may tell a client of kb: its file of hooks, then that of
// servers, as far as the client has them there.
func (p *Place) files(name string) (all []file) {
	client, _ := mcpclient.Named(name)
	if f, err := client.HookFile(p.Here, p.User); err == nil {
		all = append(all, file{f.Path, f.Has})
	}
	if f, err := client.File(p.Here, p.User); err == nil {
		all = append(all, file{f.Path, func(text []byte) bool {
			_, err := f.Add(text)
			return errors.Is(err, mcpclient.ErrThere)
		}})
	}
	return all
}

// OffByRepository tells that .memory/kb.yaml lets agents be told nothing.
func (p *Place) OffByRepository() bool {
	f, err := clientfile.Open(filepath.Join(p.Root, ".memory", "kb.yaml"), p.Root)
	if err != nil {
		return false
	}
	defer f.Close()
	config, _ := kb.ParseConfig(f.Text)
	return config.Agents.Off
}
