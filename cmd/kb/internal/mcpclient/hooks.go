package mcpclient

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"errors"
	"path/filepath"
	"slices"
	"strings"
)

// hookCommand begins every command that kb puts into a client's hooks: by it they are known again.
const hookCommand = "kb agents hook "

// openCodePlugin is what OpenCode loads in the place of hooks.
//
//go:embed opencode.js
var openCodePlugin string

// HookFile is a file in which a client is told of kb's hooks.
type HookFile struct {
	Path  string
	User  bool   // the file is the user's, for all repositories
	whole string // of a file of kb's own
	hooks []hook
	first bool // the file needs a version before its hooks
}

// hook is one entry: what is run at an event.
type hook struct{ event, item string }

// errNoHooks tells that a client has no hooks that kb knows.
var errNoHooks = errors.New("the client has no hooks that kb knows")

// HookFile gives the file of the client's hooks: the repository's, or the user's.
func (c Client) HookFile(h Here, user bool) (HookFile, error) {
	project, own, f := c.hooks(h)
	if project == "" {
		return HookFile{}, errNoHooks
	}
	f.User, f.Path = user, filepath.Join(h.Root, filepath.FromSlash(project))
	if user {
		if home(h) == "" {
			return HookFile{}, errHome
		}
		f.Path = own
	}
	return f, nil
}

// hooks gives where a client reads its hooks, and what it is told. It was taken from the clients'
// documentation and types in November 2026.
func (c Client) hooks(h Here) (project, own string, f HookFile) {
	const files = "Read|Edit|MultiEdit|Write|NotebookEdit"
	switch c.Name {
	case "claude":
		return ".claude/settings.json", owned(h, "CLAUDE_CONFIG_DIR", ".claude", "settings.json"), HookFile{hooks: []hook{
			c.grouped("SessionStart", "session-start", "startup|resume|clear|compact|fork", 2),
			c.grouped("UserPromptSubmit", "prompt", "", 2),
			c.grouped("PreToolUse", "before-tool", files, 2),
			c.grouped("PostToolUse", "after-tool", "Bash", 2),
			c.grouped("PostToolUseFailure", "tool-failed", "Bash", 2),
			c.grouped("PreCompact", "compact", "", 2),
			c.grouped("SessionEnd", "session-end", "", 2),
		}}
	case "codex":
		return ".codex/hooks.json", owned(h, "CODEX_HOME", ".codex", "hooks.json"), HookFile{hooks: []hook{
			c.grouped("SessionStart", "session-start", "startup|resume|clear|compact", 2),
			c.grouped("UserPromptSubmit", "prompt", "", 2),
			c.grouped("PreToolUse", "before-tool", "Bash|apply_patch", 2),
			c.grouped("PostToolUse", "after-tool", "Bash", 2),
			c.grouped("PreCompact", "compact", "", 2),
		}}
	case "gemini": // whose times are milliseconds
		return ".gemini/settings.json", below(".gemini/settings.json")(h), HookFile{hooks: []hook{
			c.grouped("SessionStart", "session-start", "", 2000),
			c.grouped("BeforeAgent", "prompt", "", 2000),
			c.grouped("AfterTool", "after-tool", "read_file|read_many_files|replace|write_file|run_shell_command", 2000),
			c.grouped("PreCompress", "compact", "", 2000),
			c.grouped("SessionEnd", "session-end", "", 2000),
		}}
	case "cursor":
		return ".cursor/hooks.json", below(".cursor/hooks.json")(h), HookFile{first: true, hooks: []hook{
			c.flat("sessionStart", "session-start", ""),
			c.flat("beforeSubmitPrompt", "prompt", ""),
			c.flat("postToolUse", "after-tool", "Read|Write|Shell"),
			c.flat("postToolUseFailure", "tool-failed", "Shell"),
			c.flat("preCompact", "compact", ""),
			c.flat("sessionEnd", "session-end", ""),
		}}
	case "copilot", "vscode": // both read the same file
		return ".github/hooks/kb.json", owned(h, "COPILOT_HOME", ".copilot", "hooks/kb.json"), HookFile{whole: copilotHooks()}
	case "opencode":
		return ".opencode/plugins/kb.js", filepath.Join(xdg(h), "opencode", "plugins", "kb.js"), HookFile{whole: openCodePlugin}
	}
	return "", "", HookFile{}
}

// owned gives a file in the folder that a variable names, else in one of the user's folder.
func owned(h Here, variable, folder, name string) string {
	return own(variable, folder, filepath.FromSlash(name))(h)
}

// command is what a client runs at an event.
func (c Client) command(event string) string { return hookCommand + event + " --client " + c.Name }

// grouped is a hook in the form of Claude Code, Codex and Gemini CLI.
func (c Client) grouped(native, event, matcher string, timeout int) hook {
	head := ""
	if matcher != "" {
		head = "  \"matcher\": " + quote(matcher) + ",\n"
	}
	limit, _ := json.Marshal(timeout) // a number always has a JSON form
	return hook{
		native,
		"{\n" + head + "  \"hooks\": [\n    {\n      \"type\": \"command\",\n      \"command\": " + quote(c.command(event)) +
			",\n      \"timeout\": " + string(limit) + "\n    }\n  ]\n}",
	}
}

// flat is a hook in the form of Cursor.
func (c Client) flat(native, event, matcher string) hook {
	item := "{\n  \"command\": " + quote(c.command(event)) + ",\n  \"timeout\": 2"
	if matcher != "" {
		item += ",\n  \"matcher\": " + quote(matcher)
	}
	return hook{native, item + "\n}"}
}

// copilotHooks is a file that Copilot CLI and VS Code read alike: with the names of events and the
// members that both know, and the event of a failure, which VS Code passes over.
func copilotHooks() string {
	var b strings.Builder
	b.WriteString("{\n  \"version\": 1,\n  \"hooks\": {\n")
	events := [][2]string{
		{"SessionStart", "session-start"}, {"PostToolUse", "after-tool"}, {"PostToolUseFailure", "tool-failed"}, {"PreCompact", "compact"},
	}
	for i, e := range events {
		b.WriteString("    " + quote(e[0]) + ": [\n      {\n        \"type\": \"command\",\n        \"command\": " +
			quote(hookCommand+e[1]+" --client copilot") + ",\n        \"timeout\": 2\n      }\n    ]")
		if i < len(events)-1 {
			b.WriteString(",")
		}
		b.WriteString("\n")
	}
	return b.String() + "  }\n}\n"
}

// Add gives the text of the file with kb's hooks added, all other bytes being as they were, and the
// keys of the objects and lists that had to be made for them.
func (f HookFile) Add(text []byte) (after []byte, made [][]string, err error) {
	if f.whole != "" {
		switch {
		case len(text) == 0:
			return []byte(f.whole), nil, nil
		case string(text) == f.whole:
			return text, nil, ErrThere
		}
		return nil, nil, ErrOther
	}
	if f.first && !has(text, []string{"version"}) {
		if text, err = addJSON(text, []string{"version"}, "1"); err != nil {
			return nil, nil, err
		}
		made = append(made, []string{"version"})
	}
	added := false
	for _, h := range f.hooks {
		path := []string{"hooks", h.event}
		list, err := listAt(text, path)
		if err != nil {
			return nil, nil, err
		}
		if list != nil && slices.ContainsFunc(list.members, func(m member) bool { return ours(text[m.valueStart:m.valEnd]) }) {
			continue
		}
		for n := 1; n <= len(path); n++ {
			if !has(text, path[:n]) {
				made = append(made, path[:n])
			}
		}
		if text, err = addItem(text, path, h.item); err != nil {
			return nil, nil, err
		}
		added = true
	}
	if !added {
		return text, nil, ErrThere
	}
	return text, made, nil
}

// ours tells the entries that kb wrote: those whose command begins as kb's do, and groups with no
// other commands in them.
func ours(item []byte) bool {
	var entry struct {
		Command string `json:"command"`
		Hooks   []struct {
			Command string `json:"command"`
		} `json:"hooks"`
	}
	if json.Unmarshal(item, &entry) != nil {
		return bytes.Contains(item, []byte(quote(hookCommand)[:len(hookCommand)])) // with a comment in it
	}
	for _, h := range entry.Hooks {
		if !strings.HasPrefix(h.Command, hookCommand) {
			return false
		}
	}
	return strings.HasPrefix(entry.Command, hookCommand) || len(entry.Hooks) > 0
}

// Has tells whether the file has a hook of kb's.
func (f HookFile) Has(text []byte) bool {
	if f.whole != "" {
		return string(text) == f.whole
	}
	return bytes.Contains(text, []byte(hookCommand))
}

// Remove gives the text of the file without kb's hooks, whatever was changed around them since, and
// without what is empty of that which was made for them. A nil text means that the file held nothing
// else, and can go.
func (f HookFile) Remove(text []byte, made [][]string) ([]byte, error) {
	if f.whole != "" {
		switch {
		case len(text) == 0:
			return text, ErrMissing
		case string(text) != f.whole:
			return nil, ErrOther
		}
		return nil, nil
	}
	before := text
	for _, h := range f.hooks {
		path := []string{"hooks", h.event}
		after, err := cutItems(text, path, ours)
		if err == nil {
			after, err = cutInner(after, path, "hooks", ours)
		}
		if err != nil {
			return nil, err
		}
		text = after
	}
	if bytes.Equal(text, before) {
		return text, ErrMissing
	}
	return Prune(text, made), nil
}

// Prune gives a text without those of some objects and lists that are empty, the last first. A
// version is taken away when nothing else is left. A nil text means that nothing is left at all.
func Prune(text []byte, made [][]string) []byte {
	for _, path := range slices.Backward(made) {
		if !slices.Equal(path, []string{"version"}) {
			text = prune(text, path)
		} else if without, err := cutJSON(text, path, "1"); err == nil && empty(without[len(without)-1]) {
			text = without[len(without)-1]
		}
	}
	if empty(text) {
		return nil
	}
	return text
}

// Keys are the objects that hold the client's servers, in the order in which they are made; nil for
// a client whose file is not JSON.
func (f File) Keys() [][]string {
	var out [][]string
	for n := range f.Client.keys {
		out = append(out, f.Client.keys[:n+1])
	}
	return out
}

// Missing are those of some keys that are not in a text.
func Missing(text []byte, keys [][]string) [][]string {
	return slices.DeleteFunc(slices.Clone(keys), func(path []string) bool { return has(text, path) })
}
