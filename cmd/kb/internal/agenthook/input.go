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
	transcript     string // the file in which the program keeps the session
	native         string // the program's name of the event
	source         string // of a session's start: startup, resume, clear, compact, fork; of a summary: manual, auto
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
	start := 0 // in out, of the text that is being read
	inside, escaped := false, false
	for {
		part, err := from.ReadSlice('"')
		if len(out) < maxInput {
			out = append(out, part...)
		}
		text := bytes.TrimSuffix(part, []byte{'"'})
		slashes := len(text) - len(bytes.TrimRight(text, `\`))
		escaped = inside && (slashes%2 == 1) != (escaped && slashes == len(text))
		quote := err == nil && !escaped
		if size := len(out) - start; inside && (quote && size > 3*maxHalf || size > 4*maxHalf) {
			a, z := whole(out, start+maxHalf), whole(out, len(out)-maxHalf)
			out = append(append(out[:a], " … "...), out[z:]...)
		}
		if quote {
			inside, start = !inside, len(out)
		}
		escaped = escaped && err != nil // a quote is what it escaped
		switch {
		case errors.Is(err, io.EOF) && len(out) < maxInput:
			return out
		case err != nil && !errors.Is(err, bufio.ErrBufferFull):
			return nil
		}
	}
}

// whole returns a place at which no escape is cut, neither of a JSON text nor of JSON in one, the next
// before i: a blank is in none, and a backslash behind another character begins one. Of many backslashes
// every four are a text of two escapes.
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
		dir:     o.text("cwd"), transcript: o.text("transcript_path"),
		native: o.text("hook_event_name", "hookEventName"),
		source: o.text("source", "trigger"),
		kind:   kindOf(o.text("tool_name", "toolName", "tool")),
		prompt: chat.Typed(o.text("prompt", "initial_prompt", "initialPrompt")),
	}
	if roots, _ := member[[]string](o, "workspace_roots"); c.dir == "" && len(roots) > 0 {
		c.dir = roots[0]
	}
	in := o.object("tool_input", "toolArgs", "args")
	c.files, c.command = in.files(), in.text("command", "cmd", "script")
	if c.command == "" {
		words, _ := member[[]string](in, "command", "cmd")
		c.command = strings.Join(words, " ")
	}
	if c.kind == "edit" { // apply_patch names its files in the patch
		patch := c.command + "\n" + in.text("input", "patch")
		c.files = append(c.files, chat.PatchFiles(patch)...)
		c.files = c.files[:min(len(c.files), maxFiles)]
		c.edits = append(in.edits(), hunks(patch)...)
	}
	c.result(o)
	return c, true
}

// kindOf tells what a tool does by the name that a program has for it.
func kindOf(tool string) string {
	kind := strings.ReplaceAll(chat.ToolKind(tool), "write", "edit")
	if kind == "read" || kind == "edit" || kind == "shell" {
		return kind
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

// member is the first of several members that is of a type; null is of none.
func member[T any](o object, names ...string) (v T, ok bool) {
	for _, name := range names {
		var v T
		if raw := o[name]; string(raw) != "null" && json.Unmarshal(raw, &v) == nil {
			return v, true
		}
	}
	return v, false
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

// maxFiles is how many files one call of a tool is heard of.
const maxFiles = 20

// files are the files that the arguments of a tool name.
func (o object) files() []string {
	var out []string
	if f := o.text("file_path", "filePath", "absolute_path", "notebook_path", "target_file", "path", "fileName"); f != "" {
		out = append(out, f)
	}
	names, _ := member[[]string](o, "files", "paths", "filePaths", "include")
	out = append(out, names...)
	for _, name := range []string{"files", "replacements", "edits"} {
		objects, _ := member[[]object](o, name)
		for _, f := range objects {
			if p := f.text("path", "file_path", "filePath"); p != "" {
				out = append(out, p)
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
		list, _ := member[[]object](o, name)
		objects = append(objects, list...)
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
	if code, ok := member[float64](o, "exit"); ok {
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
	if code, ok := member[float64](o, "exitCode", "exit_code", "exit", "returnCode"); ok {
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
