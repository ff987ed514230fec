package walk

import (
	"slices"
	"strings"
)

// Role is what somebody did for a commit.
type Role string

const (
	CoAuthor  Role = "co-author"
	Reviewer  Role = "reviewer"
	Tester    Role = "tester"
	Assistant Role = "assistant" // a program that helped to write it
	Reporter  Role = "reporter"  // of what made it necessary, or who suggested it
	Signer    Role = "signer"    // handed it on
)

// Credit is somebody whom a trailer of a commit names.
type Credit struct {
	Role  Role   `json:"role"`
	Name  string `json:"name"`
	Email string `json:"email"`
	Agent bool   `json:"agent"` // a program, not a person
}

// Credits reads who is named in the trailers of a commit, in their order, each once in a role.
func (c *Commit) Credits() []Credit {
	var out []Credit
	for _, t := range c.Trailers {
		role := roleOf(t.Key)
		if role == "" || t.Value == "" {
			continue
		}
		name, email := parsePerson(t.Value)
		credit := Credit{role, name, email, role == Assistant || Agent(name, email)}
		if !slices.Contains(out, credit) {
			out = append(out, credit)
		}
	}
	return out
}

// roleOf reads the key of a trailer, "" for one that names nobody.
func roleOf(key string) Role {
	switch strings.ToLower(key) {
	case "co-authored-by", "co-developed-by", "coauthored-by", "also-by":
		return CoAuthor
	case "reviewed-by", "acked-by", "approved-by", "lgtm-by":
		return Reviewer
	case "tested-by":
		return Tester
	case "assisted-by", "generated-by", "ai-assisted-by", "generated-with", "assistant", "agent":
		return Assistant
	case "reported-by", "suggested-by":
		return Reporter
	case "signed-off-by":
		return Signer
	}
	return ""
}

// parsePerson reads "Name <address>"; either may be missing.
func parsePerson(value string) (name, email string) {
	name, rest, ok := strings.Cut(value, "<")
	if !ok {
		if word := strings.TrimSpace(value); strings.Contains(word, "@") && !strings.ContainsAny(word, " \t") &&
			!strings.HasPrefix(word, "@") {
			return "", word
		}
		return strings.TrimSpace(value), ""
	}
	email, _, _ = strings.Cut(rest, ">")
	return strings.TrimSpace(name), strings.TrimSpace(email)
}

// Agent tells programs that write commits from people, by what they call themselves: a forge's
// "[bot]", the addresses of coding agents, and their names where no person bears them. A first name
// alone, such as Claude or Devin, is taken for an agent's only together with an address that nobody
// reads or with the word for a model.
func Agent(name, email string) bool {
	n, e := strings.ToLower(strings.TrimSpace(name)), strings.ToLower(strings.TrimSpace(email))
	user, domain, _ := strings.Cut(e, "@")
	if strings.HasSuffix(n, "[bot]") || strings.HasSuffix(user, "[bot]") || strings.HasSuffix(n, "-bot") || strings.HasSuffix(n, " bot") {
		return true
	}
	switch {
	case e == "noreply@anthropic.com",
		e == "cursoragent@cursor.com",
		e == "noreply@cursor.com",
		e == "noreply@openai.com",
		e == "noreply@aider.chat",
		e == "noreply@opencode.ai",
		e == "openhands@all-hands.dev",
		user == "copilot" && domain == "github.com",
		strings.HasSuffix(user, "+copilot") && domain == "users.noreply.github.com":
		return true
	}
	words := strings.FieldsFunc(n, func(r rune) bool { return strings.ContainsRune(" \t/:-_()[].,", r) })
	if len(words) == 0 {
		return false
	}
	if agentProduct(strings.Join(words, " ")) {
		return true
	}
	unread := e == "" || strings.Contains(user, "noreply") || strings.Contains(user, "no-reply") ||
		domain == "users.noreply.github.com" && strings.HasSuffix(user, words[0])
	switch words[0] {
	case "claude", "codex", "copilot", "gemini", "devin", "jules", "cursor", "aider", "windsurf", "cline", "amp", "grok":
		return len(words) == 1 && unread || len(words) > 1 && !slices.ContainsFunc(words[1:], func(w string) bool { return !modelWord(w) })
	case "gpt", "chatgpt", "llama", "qwen", "deepseek", "mistral", "kimi", "glm":
		return len(words) == 1 || !slices.ContainsFunc(words[1:], func(w string) bool { return !modelWord(w) })
	}
	return false
}

// agentProduct tells names that no person bears.
func agentProduct(name string) bool {
	switch name {
	case "github copilot",
		"copilot swe agent",
		"cursor agent",
		"gemini code assist",
		"gemini cli",
		"devin ai",
		"devin ai integration",
		"claude code",
		"claude ai",
		"openai codex",
		"amazon q",
		"amazon q developer",
		"roo code",
		"kilo code",
		"sourcegraph amp",
		"google jules",
		"google labs jules",
		"openhands",
		"opencode",
		"coderabbit",
		"coderabbitai",
		"sweep ai",
		"dependabot",
		"renovate",
		"chatgpt":
		return true
	}
	return false
}

// modelWord tells words that follow the name of a family of models or agents.
func modelWord(word string) bool {
	if strings.Trim(word, "0123456789vbkmo") == "" {
		return true
	}
	switch word {
	case "opus",
		"sonnet",
		"haiku",
		"fable",
		"code",
		"cli",
		"agent",
		"agents",
		"ai",
		"bot",
		"pro",
		"flash",
		"mini",
		"max",
		"nano",
		"turbo",
		"preview",
		"latest",
		"model",
		"gpt",
		"claude",
		"codex",
		"chat",
		"coder",
		"instruct",
		"thinking",
		"high",
		"low",
		"assistant",
		"context",
		"assist",
		"large",
		"small",
		"medium":
		return true
	}
	return false
}
