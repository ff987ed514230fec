package agenthook

import (
	"encoding/json"
	"strings"
)

// Clients are the programs whose hooks kb answers, by the names that mcpclient has for them.
func Clients() []string {
	return []string{"claude", "codex", "copilot", "cursor", "gemini", "opencode", "vscode"}
}

// Event is what happened, in the words of no program.
type Event string

// The events. Programs tell them under names of their own.
const (
	Start   Event = "session-start"
	Prompt  Event = "prompt"
	Before  Event = "before-tool"
	After   Event = "after-tool"
	Failed  Event = "tool-failed"
	Compact Event = "compact"
	End     Event = "session-end"
)

// Events are all of them.
func Events() []Event { return []Event{Start, Prompt, Before, After, Failed, Compact, End} }

// native is the name of an event that an answer repeats, where the program's input does not tell it.
func native(e Event, client string) string {
	switch e {
	case Start:
		return "SessionStart"
	case Prompt:
		if client == "gemini" {
			return "BeforeAgent"
		}
		return "UserPromptSubmit"
	case Before:
		return "PreToolUse"
	case Failed:
		return "PostToolUseFailure"
	case Compact:
		return "PreCompact"
	case End:
		return "SessionEnd"
	}
	if client == "gemini" {
		return "AfterTool"
	}
	return "PostToolUse"
}

// hookOutput is the part of an answer that depends on the event.
type hookOutput struct {
	Event   string `json:"hookEventName"`
	Context string `json:"additionalContext"`
}

// answer is what a program is told. What a program does not know makes some of them refuse the
// whole, so that each gets its own members alone.
type answer struct {
	Hook     *hookOutput `json:"hookSpecificOutput,omitempty"`
	Suppress bool        `json:"suppressOutput,omitempty"`     // the person need not see it: Claude Code, Gemini CLI
	Context  string      `json:"additionalContext,omitempty"`  // Copilot CLI, OpenCode
	Cursor   string      `json:"additional_context,omitempty"` // Cursor
}

// exitCode is that of a hook that says something. Copilot CLI alone takes what is said of a failure
// only from a hook that ends with 2, as the text that it prints; it stops nothing there.
func exitCode(client string, e Event) int {
	if client == "copilot" && e == Failed {
		return 2
	}
	return 0
}

// encode writes the answer of a client; nothing where nothing is said.
func encode(client string, e Event, name, text string) []byte {
	if text == "" {
		return nil
	}
	if name == "" {
		name = native(e, client)
	}
	if exitCode(client, e) != 0 {
		return []byte(text)
	}
	hook := &hookOutput{Event: name, Context: text}
	var a answer
	switch client {
	case "cursor":
		a.Cursor = text
	case "opencode":
		a.Context = text
	case "copilot", "vscode": // both read the same file of hooks
		a.Context, a.Hook = text, hook
	case "codex": // which refuses suppressOutput
		a.Hook = hook
	default:
		a.Hook, a.Suppress = hook, true
	}
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if enc.Encode(a) != nil {
		return nil
	}
	return []byte(b.String())
}

// speaks tells whether a program takes an answer to an event. What is said before a summary is lost
// everywhere but in OpenCode, and what is said at a start of Gemini CLI costs the first prompt.
func speaks(client string, e Event) bool {
	switch e {
	case Start:
		return client != "gemini"
	case Compact:
		return client == "opencode"
	case End:
		return false
	case Prompt:
		return client != "copilot" && client != "vscode"
	}
	return true
}
