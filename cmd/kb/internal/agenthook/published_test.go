package agenthook

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/xeipuuv/gojsonschema"
)

// codexOutput is what Codex takes from a hook of an event: the members and types that its published
// schemas name (codex-rs/hooks/schema/generated/*.command.output.schema.json of openai/codex, read in
// November 2026), in words of ours. Codex refuses an answer with any other member.
func codexOutput(t *testing.T, event string) *gojsonschema.Schema {
	t.Helper()
	text, yes, free := map[string]any{"type": "string"}, map[string]any{"type": "boolean"}, map[string]any{}
	hook := map[string]any{"hookEventName": map[string]any{"const": event}, "additionalContext": text}
	all := map[string]any{"continue": yes, "stopReason": text, "suppressOutput": yes, "systemMessage": text}
	switch event {
	case "SessionStart":
		hook["env"] = map[string]any{"type": "object", "additionalProperties": text}
	case "PreToolUse":
		hook["permissionDecision"] = map[string]any{"enum": []string{"allow", "deny", "ask"}}
		hook["permissionDecisionReason"], hook["updatedInput"] = text, free
	case "PostToolUse":
		hook["updatedMCPToolOutput"], hook["updatedToolOutput"] = free, free
		all["decision"], all["reason"] = map[string]any{"enum": []string{"block"}}, text
	case "UserPromptSubmit":
		all["decision"], all["reason"] = map[string]any{"enum": []string{"block"}}, text
	default:
		t.Fatalf("no schema is known for %s", event)
	}
	all["hookSpecificOutput"] = map[string]any{
		"type": "object", "additionalProperties": false, "required": []string{"hookEventName"}, "properties": hook,
	}
	schema, err := gojsonschema.NewSchema(gojsonschema.NewGoLoader(map[string]any{
		"$schema": "http://json-schema.org/draft-07/schema#", "type": "object", "additionalProperties": false, "properties": all,
	}))
	if err != nil {
		t.Fatal(err)
	}
	return schema
}

// codexInput are the members that Codex always gives to a hook of an event, by the same schemas.
func codexInput(event string) []string {
	all := []string{"cwd", "hook_event_name", "model", "permission_mode", "session_id", "transcript_path"}
	switch event {
	case "SessionStart":
		return append(all, "source")
	case "PreToolUse":
		return append(all, "tool_input", "tool_name", "tool_use_id", "turn_id")
	case "PostToolUse":
		return append(all, "tool_input", "tool_name", "tool_response", "tool_use_id", "turn_id")
	case "UserPromptSubmit":
		return append(all, "prompt", "turn_id")
	}
	return nil
}

// What Codex is answered is of the form that its schemas ask for, and what it is taken to say has the
// members that they promise.
func TestCodexSchemas(t *testing.T) {
	root := shop(t)
	archive, err := txtar.ParseFile(filepath.Join("testdata", "codex.txtar"))
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for i := 0; i+1 < len(archive.Files); i += 2 {
		input := strings.ReplaceAll(string(archive.Files[i].Data), "$ROOT", filepath.ToSlash(root))
		var in map[string]any
		if err := json.Unmarshal([]byte(input), &in); err != nil {
			t.Fatal(err)
		}
		event, _ := in["hook_event_name"].(string)
		for _, name := range codexInput(event) {
			if _, ok := in[name]; !ok {
				t.Errorf("%s: an input without %s", archive.Files[i].Name, name)
			}
		}
		out := hookOf(t, root, Event(strings.Fields(archive.Files[i].Name)[1]), "codex", input)
		if out == "" {
			continue
		}
		seen[event] = true
		result, err := codexOutput(t, event).Validate(gojsonschema.NewStringLoader(out))
		if err != nil || !result.Valid() {
			t.Errorf("%s: %v %v\n%s", archive.Files[i].Name, err, result, out)
		}
	}
	for _, event := range []string{"SessionStart", "PreToolUse", "PostToolUse", "UserPromptSubmit"} {
		if !seen[event] {
			t.Errorf("nothing is said of %s", event)
		}
	}
	other := gojsonschema.NewStringLoader(string(encode("vscode", Before, "", "x")))
	if refused, err := codexOutput(t, "PreToolUse").Validate(other); err != nil || refused.Valid() {
		t.Error("the schema takes what is not Codex'")
	}
}
