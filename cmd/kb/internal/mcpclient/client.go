// Package mcpclient knows how programs for agents are told of an MCP server, and adds one to their
// files without changing anything else in them.
package mcpclient

import (
	"errors"
	"fmt"
	"path/filepath"
)

// Client is a program that speaks with MCP servers.
type Client struct {
	Name  string // on the command line
	Title string
	File  string // with its servers, slash-separated: from the top of the repository, or from the user's home
	User  bool   // the file is the user's, for all repositories
	key   string // of the object that holds the servers; "" for TOML
	entry string // of kb in that object
}

const stdio = `{
  "command": "kb",
  "args": ["mcp"]
}`

// Clients are the known ones.
func Clients() []Client {
	return []Client{
		{Name: "claude", Title: "Claude Code", File: ".mcp.json", key: "mcpServers", entry: stdio},
		{Name: "cursor", Title: "Cursor", File: ".cursor/mcp.json", key: "mcpServers", entry: stdio},
		{
			Name:  "vscode",
			Title: "VS Code",
			File:  ".vscode/mcp.json",
			key:   "servers",
			entry: "{\n  \"type\": \"stdio\",\n  \"command\": \"kb\",\n  \"args\": [\"mcp\", \"--root\", \"${workspaceFolder}\"]\n}",
		},
		{
			Name:  "codex",
			Title: "Codex",
			File:  ".codex/config.toml",
			User:  true,
			entry: "[mcp_servers.kb]\ncommand = \"kb\"\nargs = [\"mcp\"]\n",
		},
		{Name: "gemini", Title: "Gemini CLI", File: ".gemini/settings.json", key: "mcpServers", entry: stdio},
		{
			Name:  "zed",
			Title: "Zed",
			File:  ".config/zed/settings.json",
			User:  true,
			key:   "context_servers",
			entry: "{\n  \"source\": \"custom\",\n  \"command\": \"kb\",\n  \"args\": [\"mcp\"],\n  \"env\": {}\n}",
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

// Path is where the client's file lies. root is the top of the repository, home the user's folder.
func (c Client) Path(root, home string) string {
	if c.User {
		return filepath.Join(home, filepath.FromSlash(c.File))
	}
	return filepath.Join(root, filepath.FromSlash(c.File))
}

// Snippet is what a file holds that names kb and nothing else.
func (c Client) Snippet() string {
	if c.key == "" {
		return c.entry
	}
	out, err := c.Add(nil)
	if err != nil {
		return "" // an empty file takes it: a test adds it for every client
	}
	return string(out)
}

// ErrThere tells that the file names a server kb already, which is left as it is.
var ErrThere = errors.New("a server called kb is there already")

// Add gives the text of the client's file with kb added, all other bytes being as they were.
func (c Client) Add(text []byte) ([]byte, error) {
	if c.key == "" {
		return addTOML(text, c.entry)
	}
	out, err := addJSON(text, []string{c.key, "kb"}, c.entry)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", c.File, err)
	}
	return out, nil
}
