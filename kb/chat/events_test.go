package chat

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// eventsOf writes the events of a session: who, what, with which tool, the status, the files and the text.
func eventsOf(b *builder) string {
	var out []string
	for _, e := range b.done().Events {
		s := string(e.Role)[:1] + " " + string(e.Kind)
		for _, part := range []string{e.Tool, strings.Join(e.Files, ","), e.Text} {
			if part != "" {
				s += " " + part
			}
		}
		if e.Failed() {
			s += " failed"
		}
		out = append(out, s)
	}
	return strings.Join(out, " | ")
}

// decoded reads values of JSON, one behind another.
func decoded[T any](t *testing.T, text string) (all []T) {
	t.Helper()
	for in := json.NewDecoder(strings.NewReader(text)); in.More(); {
		var v T
		if err := in.Decode(&v); err != nil {
			t.Fatal(err)
		}
		all = append(all, v)
	}
	return all
}

// Of a session of Claude Code the branch counts that was last written, with the calls that were made at once and their results.
func TestBranchOfASession(t *testing.T) {
	line := func(id, parent, typ, rest string) string {
		return fmt.Sprintf(`{"uuid":%q,"parentUuid":%q,"type":%q%s} `, id, parent, typ, rest)
	}
	call := func(message, id string) string {
		return fmt.Sprintf(`,"message":{"id":%q,"content":[{"type":"tool_use","id":%q}]}`, message, id)
	}
	result := func(of string) string {
		return fmt.Sprintf(`,"message":{"content":[{"type":"tool_result","tool_use_id":%q}]}`, of)
	}
	for name, tt := range map[string]struct{ lines, want string }{
		"one way":   {line("1", "", "user", "") + line("2", "1", "assistant", "") + line("3", "2", "user", ""), "1 2 3"},
		"gone back": {line("1", "", "user", "") + line("2", "1", "assistant", "") + line("3", "1", "assistant", ""), "1 3"},
		"a helper beside the way": {line("1", "", "user", "") + line("2", "", "user", `,"isSidechain":true`) + line("3", "1", "user",
			""), "1 2 3"},
		"a helper at the end": {line("1", "", "user", "") + line("2", "1", "user", "") + line("3", "", "user",
			`,"isSidechain":true`), "1 2 3"},
		"without a parent": {line("1", "", "user", "") + line("2", "", "user", ""), "1 2"},
		"behind a helper": {line("1", "", "user", "") + line("2", "", "user", `,"isSidechain":true`) + line("3", "", "user",
			""), "1 2 3"},
		"of a parent to come": {line("1", "2", "user", "") + line("2", "1", "user", ""), "1 2"},
		"two calls at once": {line("1", "", "assistant", call("m", "a")) + line("2", "1", "assistant", call("m", "b")) + line("3",
			"1", "user", result("a")) + line("4", "2", "user", result("b")), "1 2 3 4"},
		"a call beside the way": {line("1", "", "assistant", call("m", "a")) + line("2", "1", "assistant", call("m", "b")) + line("3",
			"1", "user", ""), "1 2 3"},
		"another message": {line("1", "", "assistant", call("m", "a")) + line("2", "1", "assistant", call("n", "b")) + line("3",
			"1", "user", ""), "1 3"},
		"a result of another way": {line("1", "", "user", "") + line("2", "1", "user", result("a")) + line("3", "1", "user", ""), "1 3"},
		"what is no result": {line("1", "", "assistant", call("m", "a")) + line("2", "1", "user",
			`,"message":{"content":[{"type":"text","tool_use_id":"a"}]}`) + line("3", "1", "user", ""), "1 3"},
		"nothing": {"", ""},
	} {
		all := decoded[claudeLine](t, tt.lines)
		var got []string
		for i, on := range activeLines(all) {
			if on {
				got = append(got, all[i].UUID)
			}
		}
		if strings.Join(got, " ") != tt.want {
			t.Errorf("%s: lines %q, want %s", name, got, tt.want)
		}
	}
	p := NewPlace("/src/my ledger")
	for slug, want := range map[string]bool{"-src-my-ledger": true, "-src-my-ledger-sub": true, "-src-my-ledgers": false, "-src": false,
		"": false} {
		if got := (claude{}).mayHold(p, slug); got != want {
			t.Errorf("%q may be of the place: %v", slug, got)
		}
	}
}

// Who says what in the lines of Claude Code: what programs put there is nobody's word.
func TestLinesOfClaude(t *testing.T) {
	for _, tt := range [][2]string{
		{`{"type":"user","message":{"content":"hi"}}`, "u text hi"},
		{`{"type":"user","isMeta":true,"message":{"content":"hi"}}`, ""},
		{`{"type":"user","isSidechain":true,"message":{"content":"hi"}}`, ""},
		{
			`{"type":"user","message":{"content":[{"type":"tool_result","tool_use_id":"a","content":"x"},{"type":"text","text":"hi"}]}}`,
			"t result x",
		},
		{`{"type":"user","message":{"content":[{"type":"tool_result","content":"x","is_error":true}]}}`, "t result x failed"},
		{
			`{"type":"user","message":{"content":[{"type":"tool_result","content":` +
				`[{"type":"text","text":"x"},{"type":"text","text":"y"}]}]}}`,
			"t result x\ny",
		},
		{`{"type":"assistant","message":{"content":"done"}}`, "a text done"},
		{`{"type":"assistant","isApiErrorMessage":true,"message":{"content":"no line"}}`, ""},
		{
			`{"type":"assistant","message":{"content":[{"type":"thinking","thinking":"hm"},{"type":"text","text":"ok"}]}}`,
			"a thinking hm | a text ok",
		},
		{`{"type":"assistant","message":{"content":[{"type":"tool_use","name":"Bash","input":{"command":"ls"}}]}}`, "a call shell ls"},
		{`{"type":"system","subtype":"compact_boundary"}`, "s compact"},
		{`{"type":"system","subtype":"other","message":{"content":"x"}}`, ""},
		{`{"type":"user","isCompactSummary":true,"message":{"content":"x"}}`, "s compact"},
		{`{"type":"user","message":{"content":"[Request interrupted by user]"}}`, "u abort"},
		{`{"type":"user","message":{"content":"<command-name>x</command-name>"}}`, ""},
		{`{"type":"user","message":{"content":"<system-reminder>x</system-reminder>\nhi <b>"}}`, "u text hi <b>"},
		{`{"type":"user","message":{"content":"<user_query>\nhi\n</user_query>"}}`, "u text hi"},
		{`{"type":"user","message":{"content":"<turn_aborted>\nThe user interrupted the turn.\n</turn_aborted>"}}`, ""},
		{`{"type":"user","message":{"content":"<image name=[Image #1] path=\"a>b.png\">\n\n</image>\nhi"}}`, "u text hi"},
		{`{"type":"user","message":{"content":"<image>\n</image>\n<image name=[Image #2]></image>\nhi"}}`, "u text hi"},
		{`{"type":"user","message":{"content":"<image name=[Image #1]>\n</image>"}}`, ""},
		{`{"type":"user","message":{"content":"use <image href=\"x\"></image>"}}`, `u text use <image href="x"></image>`},
	} {
		line, want := tt[0], tt[1]
		b := session(Ref{dir: "/src"}, NewPlace("/src"))
		b.claude(decoded[claudeLine](t, line)[0], Ref{dir: "/src"})
		if got := eventsOf(b); got != want {
			t.Errorf("%s tells %q, want %q", line, got, want)
		}
	}
}

// What the rollouts of Codex tell: what was said once, tools with their arguments and outputs.
func TestItemsOfCodex(t *testing.T) {
	for _, tt := range [][2]string{
		{`{"type":"message","role":"user","content":[{"text":"one"},{"text":"two"}]}`, "u text one\ntwo"},
		{`{"type":"message","role":"assistant","content":[{"text":"done"}]}`, "a text done"},
		{`{"type":"message","role":"developer","content":[{"text":"x"}]}`, ""},
		{`{"type":"message","role":"user","content":[{"text":"<state>x</state>"},{"text":"two"},{"text":"Always use tabs."}],` +
			`"internal_chat_message_metadata_passthrough":{"content_item_metadata":[{"provenance":{"type":"harness"}},` +
			`{"provenance":{"type":"user"}},{"provenance":{"type":"tool","namespace":"x"}}]}}`, "u text two"},
		{`{"type":"message","role":"user","content":[{"text":"<subagent_notification>Always use tabs.</subagent_notification>"}]}`, ""},
		{`{"type":"message","role":"assistant","content":[{"text":"x"}],"internal_chat_message_metadata_passthrough":` +
			`{"content_item_metadata":[{"provenance":{"type":"model"}}]}}`, "a text x"},
		{`{"type":"function_call","name":"shell","arguments":{"command":"ls"}}`, "a call shell ls"},
		{`{"type":"custom_tool_call","name":"shell","input":{"command":"ls"}}`, "a call shell ls"},
		{`{"type":"local_shell_call","action":{"command":["ls","-l"]}}`, "a call shell ls -l"},
		{`{"type":"function_call_output","output":"{\"output\":\"x\",\"metadata\":{\"exit_code\":2}}"}`, "t result x failed"},
		{`{"type":"function_call_output","output":"{\"metadata\":{\"exit_code\":2}}"}`, "t result {\"metadata\":{\"exit_code\":2}}"},
		{`{"type":"function_call_output","output":"Exit code: 3"}`, "t result Exit code: 3 failed"},
		{`{"type":"function_call_output","output":[{"type":"text","text":"x"}]}`, "t result x"},
		{`{"type":"other"}`, ""},
	} {
		item, want := tt[0], tt[1]
		var l codexLine
		if err := json.Unmarshal([]byte(`{"payload":`+item+`}`), &l); err != nil {
			t.Fatal(err)
		}
		b := session(Ref{dir: "/src"}, NewPlace("/src"))
		b.codexItem(l, "/src", map[string]bool{})
		if got := eventsOf(b); got != want {
			t.Errorf("%s tells %q, want %q", item, got, want)
		}
	}
	for spoken, want := range map[string]string{"user_message": "a text done", "agent_message": "u text hi",
		"": "u text hi | a text done"} {
		b := session(Ref{}, NewPlace("/src"))
		for _, l := range decoded[codexLine](t, `{"payload":{"type":"message","role":"user","content":[{"text":"hi"}]}} `+
			`{"payload":{"type":"message","role":"assistant","content":[{"text":"done"}]}}`) {
			b.codexItem(l, "/src", map[string]bool{spoken: true})
		}
		if got := eventsOf(b); got != want {
			t.Errorf("where %q tells it: %q, want %q", spoken, got, want)
		}
	}
	b := session(Ref{dir: "/src"}, NewPlace("/src"))
	for _, id := range []string{"a", "b", "c"} {
		b.call(Event{Call: id}, "/src", "bash", json.RawMessage(`{"command":"ls"}`))
	}
	b.truncate(1)
	if _, kept := b.calls["a"]; !kept || len(b.calls) != 1 || len(b.s.Events) != 1 {
		t.Errorf("%v of %d events", b.calls, len(b.s.Events))
	}
}

// What an agent tells its subagent is no person's word, in old rollouts and new ones; what a person types who goes on in
// the rollout of a subagent is, and what one typed before the subagent was forked off.
func TestSubagentsOfCodex(t *testing.T) {
	const subagent = `{"type":"session_meta","payload":{"id":"b","source":{"subagent":{"thread_spawn":{"depth":1}}}}}` + "\n"
	turn := func(parent string) string {
		return `{"type":"event_msg","payload":{"type":"task_started","turn_attribution":{"parent_turn_id":` + parent + `}}}` + "\n"
	}
	said := func(role, text string) string {
		return `{"type":"response_item","payload":{"type":"message","role":"` + role + `","content":[{"text":"` + text + `"}]}}` + "\n"
	}
	const own = `{"type":"session_meta","payload":{"source":"exec"}}` + "\n"
	const event = `{"type":"event_msg","payload":{"type":"user_message","message":"Use tabs."}}` + "\n"
	for name, tt := range map[string]struct{ lines, want string }{
		"a person's":          {own + turn("null") + said("user", "hi"), "u text hi"},
		"an agent's":          {subagent + turn(`"a1"`) + said("user", "Use tabs.") + said("assistant", "ok"), "a text ok"},
		"an agent's, of old":  {subagent + `{"type":"event_msg","payload":{"type":"task_started"}}` + event, ""},
		"a review":            {`{"type":"session_meta","payload":{"source":{"subagent":"review"}}}` + "\n" + event, ""},
		"a person goes on":    {subagent + turn(`"a1"`) + said("user", "Use tabs.") + turn("null") + said("user", "hi"), "u text hi"},
		"an agent after them": {subagent + turn("null") + said("user", "hi") + turn(`"a1"`) + said("user", "Use tabs."), "u text hi"},
		"forked off a session": {subagent + own + turn("null") + said("user", "hi") + turn(`"a1"`) + said("user", "Use tabs."),
			"u text hi"},
	} {
		dir := t.TempDir()
		put(t, dir, map[string]string{"r.jsonl": tt.lines})
		s, err := codex{}.Read(t.Context(), NewPlace("/src"), Ref{path: filepath.Join(dir, "r.jsonl")})
		if err != nil {
			t.Fatal(err)
		}
		if got := eventsOf(&builder{s: *s}); got != tt.want {
			t.Errorf("%s: %q, want %q", name, got, tt.want)
		}
	}
	s, at := session(Ref{}, NewPlace("/src")), `"internal_chat_message_metadata_passthrough":{"create_time":1795868856.2049565}`
	s.codexItem(decoded[codexLine](t, `{"timestamp":"2026-11-28T12:27:36.350Z","payload":{"type":"message","role":"user",`+
		`"content":[{"text":"hi"}],`+at+`}}`)[0], "/src", nil)
	if got := s.s.Events[0].Time.Format(time.RFC3339Nano); got != "2026-11-28T12:27:36.204Z" {
		t.Errorf("a copy is of the time %s", got)
	}
}

// One compaction of Claude Code is one event, in the order of time, whether a boundary stands before its summary or not.
func TestCompactionsOfClaude(t *testing.T) {
	boundary := `{"uuid":"%d","type":"system","subtype":"compact_boundary","timestamp":"2026-05-04T09:17:0%dZ"}` + "\n"
	summary := `{"uuid":"%d","type":"user","isCompactSummary":true,"timestamp":"2026-05-04T09:16:0%dZ","message":{"content":"x"}}` + "\n"
	hi := `{"uuid":"%d","type":"user","timestamp":"2026-05-04T09:18:0%dZ","message":{"content":"hi"}}` + "\n"
	for form, want := range map[string]string{
		boundary + summary + hi: "s compact | u text hi", summary + hi: "s compact | u text hi", boundary + hi: "s compact | u text hi",
		hi + boundary + summary + hi + boundary + summary: "u text hi | s compact | u text hi | s compact",
	} {
		var numbers []any
		for i := range strings.Count(form, "%d") {
			numbers = append(numbers, i/2)
		}
		dir := t.TempDir()
		put(t, dir, map[string]string{"r.jsonl": fmt.Sprintf(form, numbers...)})
		s, err := claude{}.Read(t.Context(), NewPlace("/src"), Ref{path: filepath.Join(dir, "r.jsonl")})
		if err != nil {
			t.Fatal(err)
		}
		if got := eventsOf(&builder{s: *s}); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// The bubbles of Cursor: a person's, an agent's, with a tool and what it gave.
func TestBubblesOfCursor(t *testing.T) {
	for _, tt := range [][2]string{
		{`{"type":1,"text":"hi"}`, "u text hi"},
		{`{"type":2,"text":"done","modelInfo":{"modelName":"m"}}`, "a text done"},
		{`{"type":3,"text":"x"}`, ""},
		{`{"type":1,"richText":"{\"root\":{\"children\":[{\"type\":\"paragraph\",\"children\":[{\"text\":\"hi\"}]}]}}"}`, "u text hi"},
		{`{"type":2,"thinking":{"text":"hm"}}`, "a thinking hm"},
		{`{"type":2,"toolFormerData":{"name":"run_terminal_cmd","rawArgs":{"command":"ls"},"params":{"command":"no"}}}`, "a call shell ls"},
		{`{"type":2,"toolFormerData":{"name":"run_terminal_cmd","params":{"command":"ls"}}}`, "a call shell ls"},
		{`{"type":2,"toolFormerData":{"name":"run_terminal_cmd","rawArgs":"","params":{"command":"ls"}}}`, "a call shell ls"},
		{
			`{"type":2,"toolFormerData":{"name":"read_file","status":"completed","result":"{\"contents\":\"x\"}"}}`,
			"a call read | t result x",
		},
		{`{"type":2,"toolFormerData":{"name":"read_file","status":"error","result":"no"}}`, "a call read | t result no failed"},
		{`{"type":2,"toolFormerData":{"name":"read_file","status":"cancelled"}}`, "a call read | t result failed"},
		{
			`{"type":2,"toolFormerData":{"name":"bash","status":"completed","result":"{\"output\":\"x\",\"exitCodeV2\":2}"}}`,
			"a call shell | t result x failed",
		},
		{`{"type":2,"toolFormerData":{"status":"completed"}}`, ""},
	} {
		text, want := tt[0], tt[1]
		b := session(Ref{dir: "/src"}, NewPlace("/src"))
		b.bubble(decoded[bubble](t, text)[0], "/src")
		if got := eventsOf(b); got != want || (b.s.Model == "m") != strings.Contains(text, "modelInfo") {
			t.Errorf("%s tells %q, want %q; model %q", text, got, want, b.s.Model)
		}
	}
	for result, want := range map[string]int{
		`{"exitCode":1,"exitCodeV2":1}`: 1, `{"exitCode":1,"exitCodeV2":-1}`: -1, `{"exitCode":2}`: 2, `{"exitCodeV2":3}`: 3,
		`{}`: 0, `ok`: 0,
	} {
		if _, got := cursorResult(json.RawMessage(result)); got != want {
			t.Errorf("%s has the status %d, want %d", result, got, want)
		}
	}
	for text, want := range map[string]string{
		`{"createdAt":"2026-05-01T12:00:00Z"}`: "2026-05-01T12:00:00Z", `{"createdAt":1777636800000}`: "2026-05-01T12:00:00Z",
		`{"createdAt":7}`: "0001-01-01T00:00:00Z", `{}`: "0001-01-01T00:00:00Z",
		`{"createdAt":"soon","timingInfo":{"clientStartTime":9,"clientEndTime":1777636800000}}`: "2026-05-01T12:00:00Z",
		`{"timingInfo":{"clientRpcSendTime":1777636800000,"clientEndTime":1777636900000}}`:      "2026-05-01T12:00:00Z",
	} {
		if got := decoded[bubble](t, text)[0].when().Format(time.RFC3339); got != want {
			t.Errorf("%s is of %s, want %s", text, got, want)
		}
	}
	leaf := func(depth int) string {
		return `{"root":` + strings.Repeat(`{"children":[`, depth) + `{"text":"end"}` + strings.Repeat("]}", depth) + "}"
	}
	for document, want := range map[string]string{
		"": "", "{": "", `{"root":7}`: "", leaf(100): "end", leaf(101): "",
		`{"root":{"children":[{"type":"paragraph","children":[{"text":"a"},{"type":"linebreak"},{"text":"b"}]},` +
			`{"type":"paragraph","children":[{"text":"c"}]}]}}`: "a\nb\nc",
	} {
		if got := lexical(document); got != want {
			t.Errorf("%.60s says %q, want %q", document, got, want)
		}
	}
}

// The pages of SpecStory: turns, thoughts and tools; what a tool printed is no turn.
func TestLinesOfPages(t *testing.T) {
	user, agent := "_**User (2026-05-01 12:00:00Z)**_", "_**Agent (opus-9 2026-05-01 12:00:00Z)**_"
	tool := func(kind, name string) string {
		return `<tool-use data-tool-type="` + kind + `" data-tool-name="` + name + `">`
	}
	for page, want := range map[string]string{
		user + "\nhi\n---\n" + agent + "\ndone":                                      "u text hi | a text done",
		"# Rooms\nhi\n" + user + "\nhi":                                              "u text hi",
		"_**User - sidechain**_\nhi\n" + agent + "\ndone":                            "a text done",
		"_**Agent (m x) - sidechain**_\nhi":                                          "",
		agent + "\n<think><summary>t</summary>hm\nhm\n</think>\ndone":                "a thinking hm\nhm | a text done",
		agent + "\n<think>hm</think>\ndone\n" + user + "\nhi":                        "a thinking hm | a text done | u text hi",
		agent + "\n<think><details><summary>t</summary>\nhm</details></think>\ndone": "a thinking hm | a text done",
		agent + "\n<think><details><summary>t</summary>hm\n" + user + "\nhi":         "a thinking hm | u text hi",
		agent + "\n<think>hm\nand hm</think>\ndone":                                  "a thinking hm\nand hm | a text done",
		user + "\n<think> is a tag\n" + agent + "\ndone":                             "u text <think> is a tag | a text done",
		agent + "\n" + tool("read", "Read") + "\n<think>\nx\n</think>\n</tool-use>\ndone": "a call read | " +
			"t result read <think>\nx\n</think> | a text done",
		agent + "\nfirst\n" + tool("read",
			"Read") + "\n`a/b.go`\n</tool-use>\nthen": "a text first | a call read a/b.go | t result read a/b.go `a/b.go` | a text then",
		agent + "\n" + tool("shell", "Bash") + "\n`ls`\nout\n</tool-use>":           "a call shell ls | t result shell `ls`\nout",
		agent + "\n" + tool("shell", "Bash") + "`ls`</tool-use>\ndone\n":            "a call shell ls | t result shell `ls` | a text done",
		agent + "\n" + tool("shell", "Bash") + "</tool-use>\n\n" + user + "\nhi":    "a call shell | t result shell | u text hi",
		agent + "\n" + tool("generic", "Bash") + "\n`ls -l`\n</tool-use>":           "a call shell ls -l | t result shell `ls -l`",
		agent + "\n" + tool("search", "dance") + "\nx\n</tool-use>":                 "a call search | t result search x",
		agent + "\n" + tool("unknown", "dance") + "\nx\n</tool-use>":                "a call other | t result other x",
		agent + "\n" + tool("", "dance") + "\nx\n</tool-use>":                       "a call other | t result other x",
		agent + "\n" + tool("read", "Read") + "\n" + user + "\nx\n---\n</tool-use>": "a call read | t result read " + user + "\nx\n---",
		agent + "\n" + tool("search", "dance") + "\n`ls`\n</tool-use>":              "a call search | t result search `ls`",
		agent + "\n" + tool("read", "Read") + "\n`word`\n</tool-use>":               "a call read | t result read `word`",
	} {
		r := pageReader{b: session(Ref{dir: "/src"}, NewPlace("/src")), dir: "/src"}
		for line := range strings.SplitSeq(page, "\n") {
			r.line(line)
		}
		r.flush()
		if got := eventsOf(r.b); got != want {
			t.Errorf("%q tells\n%q, want\n%q", page, got, want)
		}
		if (r.b.s.Title == "Rooms") != strings.HasPrefix(page, "# Rooms") || r.b.s.Model != "" && r.b.s.Model != "opus-9" &&
			r.b.s.Model != "m" {
			t.Errorf("%q: called %q, of %q", page, r.b.s.Title, r.b.s.Model)
		}
	}
	for turn, want := range map[string]string{agent: "opus-9", "_**Agent (2026-05-01 12:00:00Z)**_": "", "_**Agent (opus)**_": "",
		user: "", "_**Assistant (gpt x)**_": "gpt"} {
		r := pageReader{b: session(Ref{}, NewPlace("/src"))}
		if r.line(turn); r.b.s.Model != want {
			t.Errorf("%s is of %q, want %q", turn, r.b.s.Model, want)
		}
	}
}

// The history of Aider: a person's lines, the program's, the agent's.
func TestLinesOfAider(t *testing.T) {
	for text, want := range map[string]string{
		"#### hi\n#### there\n\ndone\n":                   "u text hi\nthere | a text done",
		"#### hi\n\n#### more\n":                          "u text hi\n\nmore",
		"####\n#### hi\n>\n> Running make\nok\n":          "u text hi | a call shell make | a text ok",
		"> Model: opus with x\n> Aider v0.9\n":            "",
		"> Applied edit to a.go\n> Commit abc1 message\n": "a call edit a.go | a call shell git commit abc1",
		"> Commit\n##### five\n":                          "a text ##### five",
		"":                                                "",
	} {
		b := session(Ref{dir: "/src"}, NewPlace("/src"))
		b.aider(text, "/src")
		if got := eventsOf(b); got != want {
			t.Errorf("%q tells %q, want %q", text, got, want)
		}
		if strings.Contains(text, "Model") != (b.s.Model == "opus" && b.s.Version == "0.9") {
			t.Errorf("%q: model %q, version %q", text, b.s.Model, b.s.Version)
		}
	}
	var got []string
	for id, text := range aiderParts([]byte("x\n" + aiderStart + "one\na\n" + aiderStart + "one\nb\n" + aiderStart + "two\n")) {
		got = append(got, id+"="+text)
	}
	if want := []string{"one=a", "one #2=b", "two="}; !slices.Equal(got, want) {
		t.Errorf("sessions %q, want %q", got, want)
	}
}
