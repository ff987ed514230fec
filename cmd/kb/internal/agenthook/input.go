package agenthook

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"path/filepath"
	"strings"

	"github.com/9aea2451/kb/kb/chat"
	"github.com/9aea2451/kb/kb/failure"
)

// call is what a program tells its hook, in the words of no program.
type call struct {
	session, agent string // the program's own ids
	dir            string // in which the agent works
	native         string // the program's name of the event
	source         string // of a session's start: startup, resume, clear, compact; of a summary: manual, auto
	kind           string // of the tool: read, edit, shell or other
	files          []string
	edits          []string // texts that an edit puts in place of others, and those
	command        string   // of a shell
	output         string   // of a tool that has run
	failed         outcome
	prompt         string
}

// outcome is how a tool ended.
type outcome int

const (
	unknown outcome = iota
	fine
	failed
)

// object is a JSON object whose members are read when they are asked for.
type object map[string]json.RawMessage

// read takes an input whole, so that the program which writes it is not cut off, and returns it without
// the middles of its long texts; nil for one that is too long even so, or cannot be read.
func read(in io.Reader) []byte {
	from := bufio.NewReaderSize(io.LimitReader(in, maxSent), maxHalf)
	var out []byte
	var start int // in out, of the text that is being read
	inside, escaped := false, false
	for {
		part, err := from.ReadSlice('"')
		if len(out) < maxInput {
			out = append(out, part...)
		}
		quote := err == nil && (!inside || !endsEscaped(part[:len(part)-1], escaped))
		escaped = inside && !quote && endsEscaped(part, escaped)
		if inside && (quote || len(out)-start > 4*maxHalf) {
			out = shorten(out, start)
		}
		if quote {
			inside, start = !inside, len(out)
		}
		switch {
		case err == nil, errors.Is(err, bufio.ErrBufferFull):
		case !errors.Is(err, io.EOF), len(out) >= maxInput:
			return nil
		default:
			return out
		}
	}
}

// endsEscaped reports whether a piece of a JSON text ends with a backslash that escapes what follows;
// before says so of the piece before it.
func endsEscaped(piece []byte, before bool) bool {
	n := len(piece) - len(bytes.TrimRight(piece, `\`))
	return (n%2 == 1) != (before && n == len(piece))
}

// shorten leaves out the middle of a long text that begins at a place, where neither an escape of it nor
// one of the JSON that it may be is cut.
func shorten(out []byte, start int) []byte {
	if len(out)-start <= 2*maxHalf+maxHalf/2 {
		return out
	}
	a, z := whole(out, start+maxHalf), whole(out, len(out)-maxHalf)
	return append(append(out[:a], " … "...), out[z:]...)
}

// whole returns a place at which no escape is cut, the next before i: a blank is in none, and a backslash
// behind another character begins one. Of many backslashes every four are a text of two escapes.
func whole(text []byte, i int) int {
	for j := i; j > i-maxHalf/4; j-- {
		if text[j] == ' ' || text[j] == '\\' && text[j-1] != '\\' {
			return j
		}
	}
	return i - (i-len(bytes.TrimRight(text[:i], `\`)))%4
}

// decode reads what a program wrote. Programs differ in how they spell the same thing.
func decode(input []byte) (*call, bool) {
	var o object
	if json.Unmarshal(input, &o) != nil || o == nil {
		return nil, false
	}
	c := &call{
		session: o.text("session_id", "sessionId", "conversation_id", "sessionID"),
		agent:   o.text("agent_id", "agentId", "subagent_id"),
		dir:     o.text("cwd"),
		native:  o.text("hook_event_name", "hookEventName"),
		source:  o.text("source", "trigger"),
		kind:    kindOf(o.text("tool_name", "toolName", "tool")),
		prompt:  chat.Typed(o.text("prompt", "initial_prompt", "initialPrompt")),
	}
	if roots := o.texts("workspace_roots"); c.dir == "" && len(roots) > 0 {
		c.dir = roots[0]
	}
	in := o.object("tool_input", "toolArgs", "args")
	c.files, c.command = in.files(), in.text("command", "cmd", "script")
	if c.command == "" {
		c.command = strings.Join(in.texts("command", "cmd"), " ")
	}
	if c.kind == "edit" { // apply_patch names its files in the patch
		patch := c.command + "\n" + in.text("input", "patch")
		c.files = append(c.files, patched(patch)...)
		c.edits = append(in.edits(), hunks(patch)...)
	}
	c.result(o)
	return c, true
}

// kindOf tells what a tool does by the name that a program has for it.
func kindOf(tool string) string {
	switch strings.ToLower(strings.ReplaceAll(tool, "_", "")) {
	case "read", "readfile", "readmanyfiles", "view", "copilotreadfile", "notebookread":
		return "read"
	case "edit", "write", "multiedit", "notebookedit", "replace", "writefile", "create", "strreplaceeditor", "applypatch", "editfiles",
		"editfile", "createfile", "replacestringinfile", "multireplacestringinfile", "inserteditintofile", "patch", "searchreplace",
		"copilotcreatefile", "copilotreplacestring", "copilotapplypatch", "editnotebook", "editnotebookfile", "delete":
		return "edit"
	case "bash", "shell", "runshellcommand", "powershell", "runinterminal", "execcommand", "localshell", "runterminalcmd",
		"copilotruninterminal", "runterminalcommand":
		return "shell"
	}
	return "other"
}

// text is the first of several members that is a text.
func (o object) text(names ...string) string {
	for _, name := range names {
		var s string
		if raw, ok := o[name]; ok && json.Unmarshal(raw, &s) == nil && s != "" {
			return s
		}
	}
	return ""
}

// texts is the first of several members that is a list of texts.
func (o object) texts(names ...string) []string {
	for _, name := range names {
		var list []string
		if raw, ok := o[name]; ok && json.Unmarshal(raw, &list) == nil {
			return list
		}
	}
	return nil
}

// object is the first of several members that is an object, or the text of one.
func (o object) object(names ...string) object {
	for _, name := range names {
		var in object
		if raw, ok := o[name]; ok && json.Unmarshal(raw, &in) == nil && in != nil {
			return in
		}
		if s := o.text(name); strings.HasPrefix(s, "{") && json.Unmarshal([]byte(s), &in) == nil {
			return in
		}
	}
	return nil
}

// number is the first of several members that is a number.
func (o object) number(names ...string) (float64, bool) {
	for _, name := range names {
		var n float64
		if raw, ok := o[name]; ok && json.Unmarshal(raw, &n) == nil && string(raw) != "null" {
			return n, true
		}
	}
	return 0, false
}

// maxFiles is how many files one call of a tool is heard of.
const maxFiles = 20

// files are the files that the arguments of a tool name.
func (o object) files() []string {
	var out []string
	if f := o.text("file_path", "filePath", "absolute_path", "notebook_path", "target_file", "path", "fileName"); f != "" {
		out = append(out, f)
	}
	out = append(out, o.texts("files", "paths", "filePaths", "include")...)
	var objects []object
	for _, name := range []string{"files", "replacements", "edits"} {
		if raw, ok := o[name]; ok && json.Unmarshal(raw, &objects) == nil {
			for _, f := range objects {
				if p := f.text("path", "file_path", "filePath"); p != "" {
					out = append(out, p)
				}
			}
		}
	}
	return out[:min(len(out), maxFiles)]
}

// maxEdits is how many texts of an edit are heard of.
const maxEdits = 20

// edits are the texts that the arguments of a tool put in place of others, and those: an edit of a whole
// file has none.
func (o object) edits() []string {
	objects := []object{o}
	for _, name := range []string{"replacements", "edits"} {
		var list []object
		if raw, ok := o[name]; ok && json.Unmarshal(raw, &list) == nil {
			objects = append(objects, list...)
		}
	}
	var out []string
	for _, o := range objects {
		for _, names := range [][]string{{"old_string", "oldString", "old_str"}, {"new_string", "newString", "new_str"}} {
			if text := o.text(names...); text != "" && len(out) < maxEdits {
				out = append(out, text)
			}
		}
	}
	return out
}

// hunks are the lines of a patch in the form of apply_patch that stand in the file before it or after,
// a text for each stretch, with what it names behind @@.
func hunks(patch string) []string {
	if !strings.Contains(patch, "*** Begin Patch") {
		return nil
	}
	var out []string
	var text strings.Builder
	end := func() {
		if text.Len() > 0 && len(out) < maxEdits {
			out = append(out, text.String())
		}
		text.Reset()
	}
	for line := range strings.Lines(patch) {
		switch {
		case strings.HasPrefix(line, "@@"):
			end()
			if head := strings.TrimSpace(strings.Trim(strings.TrimSpace(line), "@")); head != "" && len(out) < maxEdits {
				out = append(out, head)
			}
		case strings.HasPrefix(line, " "), strings.HasPrefix(line, "+"):
			text.WriteString(line[1:])
		case strings.HasPrefix(line, "***"):
			end()
		}
	}
	end()
	return out
}

// patched are the files that a patch in the form of apply_patch changes.
func patched(patch string) []string {
	var out []string
	for line := range strings.Lines(patch) {
		for _, mark := range []string{"*** Update File: ", "*** Add File: ", "*** Delete File: ", "*** Move to: "} {
			if name, ok := strings.CutPrefix(strings.TrimSpace(line), mark); ok && len(out) < maxFiles {
				out = append(out, name)
			}
		}
	}
	return out
}

// read are the words of a command that may be files which it reads.
func (c *call) read() []string {
	var out []string
	for _, w := range strings.FieldsFunc(c.command, func(r rune) bool { return strings.ContainsRune(" \t\n'\"`;|&<>()", r) }) {
		if len(out) < maxFiles && !strings.HasPrefix(w, "-") && strings.ContainsAny(w, "./") && len(w) < 300 {
			out = append(out, filepath.ToSlash(w))
		}
	}
	return out
}

// result reads what a tool gave back.
func (c *call) result(o object) {
	if text := o.text("error", "error_message"); text != "" {
		c.output, c.failed = text, failed
		return
	}
	for _, name := range []string{"tool_response", "tool_output", "toolResult", "tool_result", "output"} {
		raw, ok := o[name]
		if !ok {
			continue
		}
		var text string
		if json.Unmarshal(raw, &text) == nil {
			c.output = text
			var in object
			if strings.HasPrefix(text, "{") && json.Unmarshal([]byte(text), &in) == nil {
				c.answered(in)
			}
		} else if in := o.object(name); in != nil {
			c.answered(in)
		}
		break
	}
	if code, ok := o.number("exit"); ok {
		c.exit(code)
	}
	if code, known := chat.ExitStatus(c.output); known && c.failed == unknown {
		c.exit(float64(code))
	}
}

// exit takes the status of a command.
func (c *call) exit(code float64) {
	c.failed = fine
	if code != 0 {
		c.failed = failed
	}
}

// answered reads a result that is an object.
func (c *call) answered(o object) {
	var parts []string
	for _, name := range []string{"stdout", "stderr", "output", "text", "textResultForLlm", "text_result_for_llm", "returnDisplay",
		"llmContent", "error"} {
		if s := o.text(name); s != "" {
			parts = append(parts, s)
		}
	}
	if message := o.object("error").text("message"); message != "" {
		parts = append(parts, message)
	}
	c.output = strings.Join(parts, "\n")
	if code, ok := o.number("exitCode", "exit_code", "exit", "returnCode"); ok {
		c.exit(code)
	}
	if o.text("resultType", "result_type") == "failure" || o.text("error") != "" || o.object("error") != nil {
		c.failed = failed
	}
}

// errors are the errors that a command printed. One that is known to have ended well had none.
func (c *call) errors() []string {
	if c.failed == fine || c.output == "" {
		return nil
	}
	return failure.Errors(c.output)
}
