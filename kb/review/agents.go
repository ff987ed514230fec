package review

import (
	"slices"
	"strings"

	"github.com/9aea2451/kb/kb/history"
)

// agentsOf names the agents that the trailers of a commit tell of: by a key such as Assisted-by, or as a co-author whose name or
// address is that of a program.
func agentsOf(c *history.Commit) []string {
	agents := []string{}
	for _, t := range c.Trailers {
		name := nameOf(t.Value)
		switch strings.ToLower(t.Key) {
		case "agent", "ai-agent", "assisted-by", "generated-by", "generated-with", "ai-assisted-by", "kb-agent", "model":
		case "co-authored-by":
			if !isAgent(t.Value) {
				continue
			}
		default:
			continue
		}
		if name != "" && !slices.Contains(agents, name) {
			agents = append(agents, name)
		}
	}
	return agents
}

// nameOf is the name of "Name <address>".
func nameOf(person string) string {
	name, _, _ := strings.Cut(person, "<")
	return strings.TrimSpace(name)
}

// isAgent tells the co-authors that are programs by the words of their names and addresses.
func isAgent(person string) bool {
	person = strings.ToLower(person)
	for word := range strings.FieldsFuncSeq(person, func(c rune) bool { return (c < 'a' || c > 'z') && (c < '0' || c > '9') }) {
		switch word {
		case "agent", "bot", "ai", "llm", "assistant", "claude", "anthropic", "copilot", "codex", "openai", "gpt", "chatgpt", "gemini", "cursor",
			"cursoragent", "aider", "devin", "jules", "windsurf", "cline", "amp", "qwen", "mistral", "deepseek", "opencode", "goose":
			return true
		}
	}
	return false
}
