package agenthook

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
)

// heard is what a program told, in short.
func heard(c *call) string {
	return fmt.Sprintf("%s|%s|%s|%s|%s|%s|%s|%s|%d|%s", c.session, c.agent, c.dir, c.kind, strings.Join(c.files, " "),
		strings.Join(c.edits, " "), c.command, c.output, c.failed, c.prompt)
}

// Programs spell the same thing in different ways; what is no object of theirs is none.
func TestWhatProgramsTell(t *testing.T) {
	for _, tt := range []struct{ input, want string }{
		{`{"session_id":"s","agent_id":"a","cwd":"/r","tool_name":"Read","tool_input":{"file_path":"a.go"}}`, "s|a|/r|read|a.go||||0|"},
		{`{"sessionId":"s","workspace_roots":["/r","/q"],"toolName":"view","toolArgs":"{\"path\":\"a.go\"}"}`, "s||/r|read|a.go||||0|"},
		{`{"conversation_id":"s","cwd":"/r","workspace_roots":["/q"],"workspace":1,"prompt":"hi"}`, "s||/r|other|||||0|hi"},
		{`{"workspace_roots":[]}`, "|||other|||||0|"},
		{`{"tool_name":"run_shell_command","tool_input":{"command":["go","test"]},"exit":0}`, "|||shell|||go test||1|"},
		{`{"tool_name":"Bash","tool_input":{"cmd":"make"},"exit":2,"tool_response":"no\n"}`, "|||shell|||make|no\n|2|"},
		{`{"tool_name":"Bash","tool_input":{"command":"make"},"exit":null,"tool_response":"x"}`, "|||shell|||make|x|0|"},
		{`{"tool_name":"Bash","tool_response":"Exit code: 0\nfine"}`, "|||shell||||Exit code: 0\nfine|1|"},
		{`{"tool_name":"Bash","tool_response":"<exited with exit code 3>"}`, "|||shell||||<exited with exit code 3>|2|"},
		{`{"tool_name":"Bash","error":"it broke","tool_response":"never read"}`, "|||shell||||it broke|2|"},
		{`{"tool_name":"Bash","tool_response":{"stdout":"a","stderr":"b","exitCode":0}}`, "|||shell||||a\nb|1|"},
		{`{"tool_name":"Bash","tool_response":"{\"output\":\"a\",\"exit_code\":1}"}`, "|||shell||||a|2|"},
		{`{"tool_name":"Bash","tool_response":"{not JSON"}`, "|||shell||||{not JSON|0|"},
		{`{"tool_name":"Bash","tool_result":{"text":"a","resultType":"failure"},"output":"late"}`, "|||shell||||a|2|"},
		{`{"tool_name":"Bash","tool_result":{"text":"a","resultType":"success"}}`, "|||shell||||a|0|"},
		{`{"tool_name":"Bash","tool_result":{"error":"gone"}}`, "|||shell||||gone|2|"},
		{`{"tool_name":"Bash","tool_result":{"error":{"message":"gone"},"text":"a"}}`, "|||shell||||a\ngone|2|"},
		{`{"tool_name":"Bash","tool_result":{"error":{}}}`, "|||shell|||||2|"},
		{`{"tool_name":"Edit","tool_input":{"file_path":"a.go","old_string":"x","new_string":"y"}}`, "|||edit|a.go|x y|||0|"},
		{`{"tool_name":"MultiEdit","tool_input":{"edits":[{"path":"b.go","oldString":"x"},{"newString":"y"}]}}`, "|||edit|b.go|x y|||0|"},
		{`{"tool_name":"Read","tool_input":{"files":["a.go","b.go"],"replacements":[{"filePath":"c.go"}]}}`,
			"|||read|a.go b.go c.go||||0|"},
		{`{"tool_name":"Read","tool_input":{"path":7,"files":"a.go","old_string":"x"}}`, "|||read|||||0|"},
	} {
		if c, ok := decode([]byte(tt.input)); !ok || heard(c) != tt.want {
			t.Errorf("%s\n%s, want\n%s", tt.input, heard(c), tt.want)
		}
	}
	for _, input := range []string{"", "null", "[]", "7", `{"a"`} {
		if c, ok := decode([]byte(input)); ok || c != nil {
			t.Errorf("%q is heard", input)
		}
	}
}

// A patch names its files, what it changes, and where.
func TestPatches(t *testing.T) {
	patch := "*** Begin Patch\n*** Update File: a.go\n@@ func Brew @@\n kept\n-gone\n+new\n@@\n+more\n*** Move to: b.go\n" +
		"*** Add File: c.go\n+made\n*** Delete File: d.go\n*** End Patch\n"
	of := func(patch string) *call {
		in, _ := json.Marshal(map[string]any{"tool_name": "apply_patch", "tool_input": map[string]any{"input": patch}})
		c, _ := decode(in)
		return c
	}
	if got := strings.Join(of(patch).files, " "); got != "a.go b.go c.go d.go" {
		t.Errorf("files %s", got)
	}
	if got := hunks(patch); !slices.Equal(got, []string{"func Brew", "kept\nnew\n", "more\n", "made\n"}) {
		t.Errorf("%q", got)
	}
	if got := hunks("@@ func Brew\n+new\n"); got != nil {
		t.Errorf("of another form: %q", got)
	}
	for _, tt := range []struct {
		one       string
		last, max int
	}{{"@@\n+x%d\n", maxEdits, maxEdits}, {"@@ x%d\n", maxEdits, maxEdits}} {
		var text strings.Builder
		text.WriteString("*** Begin Patch\n")
		for i := range tt.max + 1 {
			fmt.Fprintf(&text, tt.one, i)
		}
		if got := hunks(text.String()); len(got) != tt.max || strings.TrimSpace(got[len(got)-1]) != fmt.Sprint("x", tt.last-1) {
			t.Errorf("%d hunks of many: %q", len(got), got)
		}
	}
	if c := of(strings.Repeat("*** Add File: a.go\n", maxFiles+1)); len(c.files) != maxFiles {
		t.Errorf("%d files of many", len(c.files))
	}
	c, ok := decode([]byte(`{"tool_name":"apply_patch","tool_input":{"input":"*** Begin Patch\n*** Add File: a.go\n+x\n"}}`))
	if !ok || !slices.Equal(c.files, []string{"a.go"}) || !slices.Equal(c.edits, []string{"x\n"}) {
		t.Errorf("%+v", c)
	}
}

// Of the words of a command those that look like paths may be files that it reads; of anything, so many are heard of.
func TestFilesOfACommand(t *testing.T) {
	long := strings.Repeat("x", 298)
	for command, want := range map[string]string{
		"cat docs/a.md | grep -v x.y": "docs/a.md x.y", "go test ./...": "./...", "make all": "",
		"sed -i.bak 's/a/b/' 'c d.md'": "s/a/b/ d.md",
		"cat /" + long:                 "/" + long, "cat //" + long: "", "": "",
	} {
		if got := strings.Join((&call{command: command}).read(), " "); got != want {
			t.Errorf("%s: %s, want %s", command, got, want)
		}
	}
	if got := (&call{command: strings.Repeat("a.go ", maxFiles+1)}).read(); len(got) != maxFiles {
		t.Errorf("%d files of many", len(got))
	}
	list, err := json.Marshal(strings.Fields(strings.Repeat("a.go ", maxFiles+1)))
	if err != nil {
		t.Fatal(err)
	}
	edits := "[" + strings.TrimSuffix(strings.Repeat(`{"new_str":"x"},`, maxEdits+1), ",") + "]"
	o := object{"files": list, "edits": json.RawMessage(edits)}
	if files, edits := o.files(), o.edits(); len(files) != maxFiles || len(edits) != maxEdits {
		t.Errorf("%d files and %d edits of many", len(files), len(edits))
	}
	for _, tt := range []struct {
		failed outcome
		want   int
	}{{fine, 0}, {unknown, 1}, {failed, 1}} {
		c := &call{failed: tt.failed, output: "panic: runtime error: index out of range [3] with length 3\n"}
		if got := c.errors(); len(got) != tt.want {
			t.Errorf("outcome %d: %q", tt.failed, got)
		}
	}
	if got := (&call{failed: failed}).errors(); got != nil {
		t.Errorf("of no output: %q", got)
	}
}
