// Package userconfig reads what the person at the terminal has chosen: the user's own configuration
// file and environment, never a repository's.
package userconfig

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"time"

	"go.yaml.in/yaml/v3"

	"github.com/9aea2451/kb/model"
)

// maxFile is how many bytes a configuration file may have.
const maxFile = 64 << 10

// Config is the user's configuration:
//
//	models:
//	  embed:
//	    provider: openai              # lsa (default), local, openai, ollama or none
//	    model: text-embedding-3-small
//	    url: https://api.openai.com/v1
//	    key_env: OPENAI_API_KEY       # the variable that holds the key, never the key itself
//	    dimensions: 512
//	    batch: 64                     # texts a request
//	    timeout: 30s                  # of a request
//	    query_prefix: "query: "
//	    document_prefix: "passage: "
//	  rerank:
//	    provider: cohere              # cohere (any /rerank), ollama or none (default)
//	    model: rerank-v3.5
//	  chat:
//	    provider: anthropic           # openai, ollama, anthropic or none (default)
//	    model: claude-haiku-4-5
//	    max_tokens: 1024              # of an answer
//	    price_in: 1.00                # dollars for a million tokens
//	    price_out: 5.00
//	ask:                            # bounds of what a chat is asked for one question
//	  iterations: 10
//	  calls: 50
//	  at_once: 5
//	  time: 2m
//	  max_cost: 0.50                # dollars
//	bases:                          # searched beside the repository one is in (kb search --all)
//	  - {name: mine, path: ~/notes, scope: personal, consent: true}
//	mcp:
//	  token_env: KB_MCP_TOKEN       # the variable that holds what clients of kb mcp --http have to know
//	org:                            # an organisation's cluster (kb org, kb search --org): docs/org.md
//	  url: https://search.example.org:9200
//	  user: reader
//	  password_env: KB_ORG_PASSWORD # the variable that holds it
//	  ca: /etc/ssl/example.pem
//	  groups: [platform]            # of the person
//	  readers: [platform]           # who may read what is pushed
//	agents:
//	  stores: [claude, cursor]      # whose sessions kb may read
//	  model: none                   # or the provider that may be sent what was learned from them
//	  retain_days: 30               # how long what was read of a session is kept
//	  redact: [emails, home]        # besides secrets
//
// The section embeddings is an older name of models.embed.
type Config struct {
	Path     string // of the file, "" when there is none
	Models   Models
	Agents   Agents
	Ask      Ask
	Bases    []Base // that kb may search beside the one it runs in
	Org      Org
	TokenEnv string // of mcp: the variable that holds the token, "" for KB_MCP_TOKEN
	Offline  bool   // KB_OFFLINE=1: nothing is sent anywhere
	getenv   func(string) string
	sections map[string]*yaml.Node // of models, by role; nil where the file does not name one
}

// Agents is what the person consents to about sessions with coding agents. No repository has a say in it.
type Agents struct {
	Stores     []string // the programs whose sessions may be read; nil: nothing was said
	Model      string   // "none", or a provider
	RetainDays int      // 1 to maxRetainDays
	Redact     []string // emails, home: replaced besides secrets
}

// Ask bounds what a chat is asked for one question of kb ask; 0 is not set.
type Ask struct {
	Iterations, Calls, AtOnce int
	Time                      time.Duration
	MaxCost                   float64 // US dollars
}

// What holds where the file says nothing.
const defaultRetainDays = 30

// Error is a wrong setting, with its place and what would be right.
type Error struct {
	Path      string   // of the file, or the name of the variable
	Line, Col int      // 0 for a variable
	Message   string   // what is wrong, and what was expected
	Given     string   // the word that is not known, "" when it is not about one
	Allowed   []string // the words that are
}

func (e *Error) Error() string {
	if e.Line == 0 {
		return e.Path + ": " + e.Message
	}
	return fmt.Sprintf("%s:%d:%d: %s", e.Path, e.Line, e.Col, e.Message)
}

// Load reads the user's configuration file, if there is one, and the environment, which comes
// before it. What is wrong is an *Error.
func Load(getenv func(string) string) (*Config, error) {
	c := &Config{getenv: getenv, Agents: Agents{Model: "none", RetainDays: defaultRetainDays, Redact: redactions()}}
	for _, path := range places(runtime.GOOS, getenv) {
		text, err := read(path)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("read your configuration: %w", err)
		}
		c.Path = path
		if err := c.parse(text); err != nil {
			return nil, err
		}
		break
	}
	return c, c.environment()
}

// places lists where the file may be, the first that exists counts: XDG's folder, and the system's
// own on macOS and Windows.
func places(system string, getenv func(string) string) []string {
	var folders []string
	home := getenv("HOME")
	if system == "windows" {
		home = cmp.Or(getenv("USERPROFILE"), home)
	}
	switch xdg := getenv("XDG_CONFIG_HOME"); {
	case filepath.IsAbs(xdg): // others are to be ignored, says the XDG specification
		folders = append(folders, xdg)
	case home != "":
		folders = append(folders, filepath.Join(home, ".config"))
	}
	switch {
	case system == "darwin" && home != "":
		folders = append(folders, filepath.Join(home, "Library", "Application Support"))
	case system == "windows" && getenv("AppData") != "":
		folders = append(folders, getenv("AppData"))
	}
	for i, folder := range folders {
		folders[i] = filepath.Join(folder, "kb", "config.yaml")
	}
	return folders
}

// ModelDir is the folder of models that run without a server, "" where the environment names no
// folder for data.
func (c *Config) ModelDir() string { return modelDir(runtime.GOOS, c.env) }

// env is a variable of the environment; a configuration that was not loaded has none.
func (c *Config) env(name string) string {
	if c.getenv == nil {
		return ""
	}
	return c.getenv(name)
}

// modelDir is ModelDir of a system of runtime.GOOS; an absolute XDG_DATA_HOME counts on each.
func modelDir(system string, getenv func(string) string) string {
	home, data := getenv("HOME"), getenv("XDG_DATA_HOME")
	if system == "windows" {
		home = cmp.Or(getenv("USERPROFILE"), home)
	}
	switch {
	case filepath.IsAbs(data):
	case system == "windows" && getenv("LocalAppData") != "":
		data = getenv("LocalAppData")
	case system == "darwin" && home != "":
		data = filepath.Join(home, "Library", "Application Support")
	case home != "":
		data = filepath.Join(home, ".local", "share")
	default:
		return ""
	}
	return filepath.Join(data, "kb", "models")
}

// read returns the bytes of a regular file of at most maxFile bytes.
func read(path string) ([]byte, error) {
	info, err := os.Stat(path) // a pipe would block when it is opened
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s is not a regular file", path)
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, maxFile+1))
	if err == nil && len(text) > maxFile {
		err = fmt.Errorf("%s has more than %d bytes", path, maxFile)
	}
	return text, err
}

// environment lets variables replace settings. What the file says of one provider does not hold for another.
func (c *Config) environment() error {
	var err error
	if c.Offline, err = flag("KB_OFFLINE", c.getenv); err != nil {
		return err
	}
	// Credentials that the file names were meant for its own address: another one gets only those of the environment.
	o := &c.Org
	if url := c.env("KB_ORG_URL"); url != "" && url != o.URL {
		o.URL, o.User, o.PasswordEnv, o.TokenEnv, o.CA = url, "", "", "", ""
	}
	o.Index, o.User, o.CA = cmp.Or(c.env("KB_ORG_INDEX"), o.Index), cmp.Or(c.env("KB_ORG_USER"), o.User), cmp.Or(c.env("KB_ORG_CA"), o.CA)
	if groups := c.env("KB_ORG_GROUPS"); groups != "" {
		o.Groups = list(groups)
	}
	if readers := c.env("KB_ORG_READERS"); readers != "" {
		o.Readers = list(readers)
	}
	o.Password, o.Token = c.env(cmp.Or(o.PasswordEnv, "KB_ORG_PASSWORD")), c.env(cmp.Or(o.TokenEnv, "KB_ORG_TOKEN"))
	switch {
	case o.PasswordEnv != "" && o.Password == "":
		o.PasswordUnset = o.PasswordEnv
	case o.TokenEnv != "" && o.Token == "":
		o.PasswordUnset = o.TokenEnv
	}
	e := &c.Models.Embed
	if p := c.env("KB_EMBED_PROVIDER"); p != "" && p != e.Provider {
		if !slices.Contains(providers(model.RoleEmbed), p) {
			return &Error{
				Path:    "KB_EMBED_PROVIDER",
				Message: notOneOf(p, providers(model.RoleEmbed)),
				Given:   p,
				Allowed: providers(model.RoleEmbed),
			}
		}
		*e = Model{Provider: p, Batch: e.Batch, Timeout: e.Timeout}
		delete(c.sections, model.RoleEmbed)
	}
	e.Model = cmp.Or(c.env("KB_EMBED_MODEL"), e.Model)
	if url := c.env("KB_EMBED_URL"); url != "" && url != e.URL {
		e.URL, e.KeyEnv = url, "" // the key was meant for the other address
	}
	return nil
}

// flag reads a variable that is on or off.
func flag(name string, getenv func(string) string) (bool, error) {
	value := getenv(name)
	if value == "" {
		return false, nil
	}
	on, err := strconv.ParseBool(value)
	if err != nil {
		return false, &Error{Path: name, Message: fmt.Sprintf("%q: expected 1 or 0", clip(value))}
	}
	return on, nil
}
