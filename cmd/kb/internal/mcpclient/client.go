// Package mcpclient knows how programs for agents are told of kb's MCP server and of its hooks, and
// adds them to the texts of their files, or takes them out again, without changing anything else.
package mcpclient

import (
	"cmp"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
)

// Client is a program that speaks with MCP servers.
type Client struct {
	Name    string // on the command line
	Title   string
	project []string          // its files in a repository, slash-separated; the first that is there counts
	user    func(Here) string // its file for all repositories
	keys    []string          // that lead to its servers; none for TOML
	newer   []string          // keys of a later form, which counts where it is in use
	launch  launch
}

// launch is how a client starts the server.
type launch int

const (
	byPath     launch = iota // kb, found by PATH, in the folder of the repository
	byVariable               // with the folder by a variable of the client
	byFolder                 // with the paths of this machine, as the client starts it anywhere
	asLocal                  // as byPath, with the type and the tools that Copilot asks for
	asCustom                 // as byPath, with the source that Zed asks for
	asCommand                // as byPath, in one list
)

// Here is what files and entries depend on besides the client.
type Here struct {
	Root    string // the top of the repository, "" for none
	Program string // the path of kb
	System  string // as runtime.GOOS names it
	Getenv  func(string) string
}

// Clients are the known ones. What they read was taken from their documentation in November 2026.
func Clients() []Client {
	servers := []string{"mcpServers"}
	return []Client{
		{Name: "claude", Title: "Claude Code", project: []string{".mcp.json"}, user: below(".claude.json"), keys: servers},
		{
			Name:   "claude-desktop",
			Title:  "Claude Desktop",
			user:   config("Claude", "claude_desktop_config.json"),
			keys:   servers,
			launch: byFolder,
		},
		{Name: "codex", Title: "Codex", project: []string{".codex/config.toml"}, user: own("CODEX_HOME", ".codex", "config.toml")},
		{
			Name: "copilot", Title: "Copilot CLI", project: []string{".github/mcp.json"},
			user: own("COPILOT_HOME", ".copilot", "mcp-config.json"), keys: servers, launch: asLocal,
		},
		{
			Name: "cursor", Title: "Cursor", project: []string{".cursor/mcp.json"},
			user: below(".cursor/mcp.json"), keys: servers, launch: byVariable,
		},
		{
			Name:    "gemini",
			Title:   "Gemini CLI",
			project: []string{".gemini/settings.json"},
			user:    below(".gemini/settings.json"),
			keys:    servers,
		},
		{
			Name: "opencode", Title: "OpenCode",
			project: []string{"opencode.json", "opencode.jsonc", ".opencode/opencode.json", ".opencode/opencode.jsonc"},
			user:    opencode, keys: []string{"mcp"}, newer: []string{"mcp", "servers"}, launch: asCommand,
		},
		{
			Name: "vscode", Title: "VS Code", project: []string{".vscode/mcp.json"},
			user: config("Code/User", "mcp.json"), keys: []string{"servers"}, launch: byVariable,
		},
		{Name: "windsurf", Title: "Windsurf", user: below(".codeium/windsurf/mcp_config.json"), keys: servers, launch: byFolder},
		{
			Name: "zed", Title: "Zed", project: []string{".zed/settings.json"},
			user: zed, keys: []string{"context_servers"}, launch: asCustom,
		},
	}
}

// Named gives the client of a name.
func Named(name string) (Client, bool) {
	for _, c := range Clients() {
		if c.Name == name {
			return c, true
		}
	}
	return Client{}, false
}

// UserOnly tells that the client reads no file of a repository.
func (c Client) UserOnly() bool { return len(c.project) == 0 }

// NeedsRoot tells that the entry names the folder of one repository.
func (c Client) NeedsRoot() bool { return c.launch == byFolder }

// errHome tells that nothing says where the files of the user lie.
var errHome = errors.New("neither HOME nor USERPROFILE names your folder")

// File gives the client's file: the repository's, or the user's where that is asked for or the
// client reads no other.
func (c Client) File(h Here, user bool) (File, error) {
	f := File{Client: c, User: user || c.UserOnly(), entry: c.entry(h)}
	if f.User {
		if home(h) == "" {
			return File{}, errHome
		}
		f.Path = c.user(h)
		return f, nil
	}
	for _, name := range c.project {
		path := filepath.Join(h.Root, filepath.FromSlash(name))
		if _, err := os.Lstat(path); err == nil {
			f.Path = path
			return f, nil
		}
	}
	f.Path = filepath.Join(h.Root, filepath.FromSlash(c.project[0]))
	return f, nil
}

// entry is what the client's file says of kb, in the file's language.
func (c Client) entry(h Here) string {
	const folder = "${workspaceFolder}"
	if c.keys == nil {
		return "[mcp_servers.kb]\ncommand = \"kb\"\nargs = [\"mcp\"]\n"
	}
	switch c.launch {
	case byVariable:
		return members("type", "stdio", "command", "kb", "args", []string{"mcp", "--root", folder})
	case byFolder:
		return members("command", cmp.Or(h.Program, "kb"), "args", []string{"mcp", "--root", h.Root})
	case asLocal:
		return members("type", "local", "command", "kb", "args", []string{"mcp"}, "tools", []string{"*"})
	case asCustom:
		return members("source", "custom", "command", "kb", "args", []string{"mcp"}, "env", struct{}{})
	case asCommand:
		return members("type", "local", "command", []string{"kb", "mcp"})
	}
	return members("command", "kb", "args", []string{"mcp"})
}

// members writes an object as JSON, one a line, from keys and values in turn.
func members(pairs ...any) string {
	var b strings.Builder
	for i := 0; i < len(pairs); i += 2 {
		var value strings.Builder
		e := json.NewEncoder(&value)
		e.SetEscapeHTML(false)
		_ = e.Encode(pairs[i+1]) // texts and lists of them always have a JSON form
		text := strings.ReplaceAll(strings.TrimSpace(value.String()), `","`, `", "`)
		b.WriteString(",\n  \"" + pairs[i].(string) + "\": " + text)
	}
	return "{" + b.String()[1:] + "\n}"
}

// home is the user's folder.
func home(h Here) string { return cmp.Or(h.Getenv("HOME"), h.Getenv("USERPROFILE")) }

// below gives a file in the user's folder.
func below(name string) func(Here) string {
	return func(h Here) string { return filepath.Join(home(h), filepath.FromSlash(name)) }
}

// own gives a file in the folder that a variable names, else in one of the user's folder.
func own(variable, folder, name string) func(Here) string {
	return func(h Here) string {
		return filepath.Join(cmp.Or(h.Getenv(variable), filepath.Join(home(h), folder)), name)
	}
}

// config gives a file where the system keeps what programs with windows are set to.
func config(folder, name string) func(Here) string {
	return func(h Here) string { return filepath.Join(settings(h), filepath.FromSlash(folder), name) }
}

// settings is the folder for the settings of programs with windows.
func settings(h Here) string {
	switch h.System {
	case "darwin":
		return filepath.Join(home(h), "Library", "Application Support")
	case "windows":
		return cmp.Or(h.Getenv("APPDATA"), filepath.Join(home(h), "AppData", "Roaming"))
	}
	return xdg(h)
}

// xdg is the folder for settings on Linux, and of command line programs everywhere.
func xdg(h Here) string {
	return cmp.Or(h.Getenv("XDG_CONFIG_HOME"), filepath.Join(home(h), ".config"))
}

// zed keeps its settings like a command line program on all systems but Windows.
func zed(h Here) string {
	if h.System == "windows" {
		return filepath.Join(settings(h), "Zed", "settings.json")
	}
	return filepath.Join(xdg(h), "zed", "settings.json")
}

// opencode reads JSON with comments, too, where that file is there and the plain one is not.
func opencode(h Here) string {
	plain := filepath.Join(xdg(h), "opencode", "opencode.json")
	if _, err := os.Lstat(plain); err != nil {
		if _, err := os.Lstat(plain + "c"); err == nil {
			return plain + "c"
		}
	}
	return plain
}
