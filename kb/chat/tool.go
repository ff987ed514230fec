package chat

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/9aea2451/kb/text/lazy"
)

// toolNames say what the programs' own tools do. Names are compared in lower case without
// separators.
var toolNames = sync.OnceValue(func() map[string]string {
	return map[string]string{
		"read": "read", "readfile": "read", "readfilev2": "read", "copilotreadfile": "read", "view": "read", "viewimage": "read",
		"readmanyfiles": "read", "notebookread": "read",
		"edit": "edit", "multiedit": "edit", "notebookedit": "edit", "editfile": "edit", "editfilev2": "edit", "searchreplace": "edit",
		"strreplace": "edit", "strreplaceeditor": "edit", "replace": "edit", "applypatch": "edit", "replacestringinfile": "edit",
		"copilotreplacestring": "edit", "inserteditintofile": "edit", "patch": "edit", "copilotapplypatch": "edit",
		"multireplacestringinfile": "edit", "copilotmultireplacestring": "edit", "editfiles": "edit", "editnotebook": "edit",
		"editnotebookfile": "edit",
		"write":            "write", "writefile": "write", "createfile": "write", "create": "write", "copilotcreatefile": "write",
		"deletefile": "write", "delete": "write",
		"grep": "search", "search": "search", "grepsearch": "search", "codebasesearch": "search", "searchfilecontent": "search",
		"copilotfindtextinfiles": "search", "semanticsearch": "search", "ripgrepsearch": "search", "rg": "search",
		"grepfiles": "search",
		"glob":      "glob", "ls": "glob", "listdir": "glob", "listdirectory": "glob", "filesearch": "glob", "globfilesearch": "glob",
		"list": "glob",
		"bash": "shell", "shell": "shell", "runterminalcmd": "shell", "runterminalcommand": "shell", "runshellcommand": "shell",
		"runinterminal": "shell", "localshellcall": "shell", "execcommand": "shell", "terminal": "shell", "bashoutput": "shell",
		"powershell": "shell", "runterminalcommandv2": "shell", "shellcommand": "shell",
		"localshell": "shell", "copilotruninterminal": "shell",
		"webfetch": "web", "websearch": "web", "websearchcall": "web", "googlewebsearch": "web", "fetchwebpage": "web", "fetch": "web",
		"copilotfetchwebpage": "web",
		"task":                "task", "agent": "task", "runsubagent": "task",
		"askuserquestion": "ask", "askuser": "ask", "askquestion": "ask", "requestuserinput": "ask",
	}
})

// ToolKind returns what a tool does (see Event), "other" when that is not known.
func ToolKind(native string) string {
	if strings.HasPrefix(native, "mcp__") || strings.HasPrefix(native, "mcp_") || strings.HasPrefix(native, "mcp-") {
		return "mcp"
	}
	key := strings.ToLower(strings.NewReplacer("_", "", "-", "", ".", "").Replace(native))
	if k, ok := toolNames()[key]; ok {
		return k
	}
	return "other"
}

// input is what a tool was given, under the names of all programs.
type input struct {
	FilePath     string `json:"file_path"`
	FilePath2    string `json:"filePath"`
	Path         string `json:"path"`
	AbsolutePath string `json:"absolute_path"`
	TargetFile   string `json:"target_file"`
	TargetFile2  string `json:"targetFile"`
	Notebook     string `json:"notebook_path"`
	RelPath      string `json:"relativeWorkspacePath"`

	Command   any    `json:"command"` // a string, or the words of one
	Cmd       any    `json:"cmd"`
	Pattern   string `json:"pattern"`
	Query     string `json:"query"`
	URL       string `json:"url"`
	Prompt    string `json:"prompt"`
	Old       string `json:"old_string"`
	Old2      string `json:"oldString"`
	Old3      string `json:"old_str"`
	New       string `json:"new_string"`
	New2      string `json:"newString"`
	New3      string `json:"new_str"`
	Content   string `json:"content"`
	Contents  string `json:"contents"`
	FileText  string `json:"file_text"`
	Input     string `json:"input"`
	Patch     string `json:"patch"`
	PatchText string `json:"patchText"`
	Edits     []struct {
		Old string `json:"old_string"`
		New string `json:"new_string"`
	} `json:"edits"`
	Replacements []struct {
		File string `json:"filePath"`
		Old  string `json:"oldString"`
		New  string `json:"newString"`
	} `json:"replacements"`
	Todos    []todo `json:"todos"`
	TodoList []todo `json:"todoList"`
	Plan     []todo `json:"plan"`
}

// todo is a step that an agent plans.
type todo struct {
	Content     string `json:"content"`
	Step        string `json:"step"`
	Title       string `json:"title"`
	Description string `json:"description"`
}

// call is the event of a tool's call. args is its JSON, or a string that holds JSON or a patch.
func (b *builder) call(e Event, dir, native string, args json.RawMessage) {
	e.Role, e.Kind, e.Native, e.Tool = Agent, Call, native, ToolKind(native)
	var s string
	if json.Unmarshal(args, &s) == nil {
		args = json.RawMessage(s)
	}
	var in input
	if err := json.Unmarshal(args, &in); err != nil && s != "" {
		in.Input = s
	}
	patch := ""
	for _, p := range []string{in.Input, in.Patch, in.PatchText, words(in.Command), words(in.Cmd)} {
		if strings.Contains(p, "*** Begin Patch") {
			patch, e.Tool = p, "edit"
			break
		}
	}
	names := []string{
		in.FilePath, in.FilePath2, in.AbsolutePath, in.TargetFile, in.TargetFile2, in.Notebook, in.RelPath,
	}
	if e.Tool == "read" || e.Tool == "edit" || e.Tool == "write" {
		names = append(names, in.Path)
	}
	for _, r := range in.Replacements {
		names = append(names, r.File)
	}
	e.Files = b.place.files(dir, append(names, PatchFiles(patch)...)...)
	e.Text = in.text(e.Tool, patch)
	b.add(e)
}

// text is what the call of a tool is told with.
func (in *input) text(tool, patch string) string {
	switch tool {
	case "shell":
		return first(words(in.Command), words(in.Cmd), in.Input)
	case "search", "glob":
		return first(in.Pattern, in.Query, in.Path)
	case "web":
		return first(in.URL, in.Query, in.Prompt)
	case "edit":
		if patch != "" {
			var out []string
			for line := range strings.Lines(patch) {
				if line = strings.TrimRight(line, "\r\n"); line != "" && (line[0] == '+' || line[0] == '-') {
					out = append(out, line)
				}
			}
			return strings.Join(out, "\n")
		}
		out := mark("-", first(in.Old, in.Old2, in.Old3)) + mark("+", first(in.New, in.New2, in.New3))
		for _, e := range in.Edits {
			out += mark("-", e.Old) + mark("+", e.New)
		}
		for _, r := range in.Replacements {
			out += mark("-", r.Old) + mark("+", r.New)
		}
		return strings.TrimSuffix(out, "\n")
	case "write":
		return strings.TrimSuffix(mark("+", first(in.Content, in.Contents, in.FileText)), "\n")
	case "task":
		return in.Prompt
	}
	var out []string
	for _, list := range [][]todo{in.Todos, in.TodoList, in.Plan} {
		for _, t := range list {
			if s := strings.Join(strings.Fields(first(t.Content, t.Step, t.Title, t.Description)), " "); s != "" {
				out = append(out, s)
			}
		}
	}
	return strings.Join(out, "\n")
}

// mark puts a sign before each line of a text, which is cut first, and ends each with a line end;
// "" for no text.
func mark(sign, text string) string {
	if text == "" {
		return ""
	}
	var b strings.Builder
	for line := range strings.Lines(cut(text)) {
		b.WriteString(sign + strings.TrimRight(line, "\r\n") + "\n")
	}
	return b.String()
}

// PatchFiles are the files that a patch in Codex's form changes.
func PatchFiles(patch string) []string {
	var out []string
	for line := range strings.Lines(patch) {
		for _, p := range []string{"*** Update File: ", "*** Add File: ", "*** Delete File: ", "*** Move to: "} {
			if name, ok := strings.CutPrefix(strings.TrimSpace(line), p); ok {
				out = append(out, strings.TrimSpace(name))
			}
		}
	}
	return out
}

// words is a command as a line. Codex writes ["bash","-lc","make test"].
func words(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case []any:
		var out []string
		for _, w := range v {
			if s, ok := w.(string); ok {
				out = append(out, s)
			}
		}
		if len(out) == 3 && slices.Contains([]string{"-c", "-lc"}, out[1]) {
			return out[2]
		}
		return strings.Join(out, " ")
	}
	return ""
}

// result is the event of a tool's result. The shell's status is read from the texts that programs
// put before or after an output, where they do not say it otherwise. What ended with another one than
// 0 has failed, whatever its program says of it.
func (b *builder) result(e Event, ok *bool, exit int) {
	e.Role, e.Kind, e.OK, e.Exit = Tool, Result, ok, exit
	if i, known := b.calls[e.Call]; known {
		c := b.s.Events[i]
		e.Tool, e.Native = c.Tool, c.Native
		if len(e.Files) == 0 {
			e.Files = c.Files
		}
	}
	if e.Exit == 0 && e.Tool == "shell" {
		e.Exit, _ = ExitStatus(e.Text)
	}
	if e.Exit != 0 && ok != nil {
		e.OK = new(bool)
	}
	b.add(e)
}

var (
	statusLine = lazy.Pattern(`(?mi)^<?(?:exit[ _]code:?>?|(?:process |command )?exited with(?: exit)? code)[: ]*(-?\d{1,10})\b`)
	shellEnd   = lazy.Pattern(`(?m)^<shellId: \w+ completed with exit code (-?\d{1,10})>$`) // Copilot CLI
)

// ExitStatus finds the status of a command in the first or the last lines of what a program tells of
// it; known is whether it stands there.
func ExitStatus(text string) (status int, known bool) {
	const near = 400
	head, tail := text[:min(near, len(text))], text[max(0, len(text)-near):]
	for _, m := range [][]string{
		shellEnd().FindStringSubmatch(tail), statusLine().FindStringSubmatch(head), statusLine().FindStringSubmatch(tail),
	} {
		if m != nil {
			n, _ := strconv.Atoi(m[1])
			return n, true
		}
	}
	return 0, false
}

// first is the first text that is not "", and "" when there is none: programs write one thing under
// several names.
func first(all ...string) string {
	for _, s := range all {
		if s != "" {
			return s
		}
	}
	return ""
}
