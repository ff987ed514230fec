package chat

import (
	"context"
	"encoding/json"
	"iter"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/9aea2451/kb/text/lazy"
)

// claude is the store of Claude Code (2.x): a file of JSON lines for each session, in a folder that
// is named after the one it was held in.
type claude struct{ home string }

func (claude) Name() string       { return "claude" }
func (s claude) Seen() bool       { return s.home != "" && exists(s.projects()) }
func (s claude) projects() string { return filepath.Join(s.home, "projects") }

var notInSlug = lazy.Pattern(`[^a-zA-Z0-9-]`)

// Sessions looks only into folders whose name begins as the work tree's does. The name is not
// reversible (/a/b and /a-b are one), so that each session is asked where it was held.
func (s claude) Sessions(_ context.Context, p Place) iter.Seq2[Ref, error] {
	return func(yield func(Ref, error) bool) {
		folders, err := find(s.projects(), "*")
		if err != nil {
			yield(Ref{}, err)
			return
		}
		for _, folder := range folders {
			if !s.mayHold(p, filepath.Base(folder)) {
				continue
			}
			names, err := find(folder, "*.jsonl")
			if err != nil && !yield(Ref{}, err) {
				return
			}
			for _, name := range names {
				if ref, ok := s.ref(name, p); ok && !yield(ref, nil) {
					return
				}
			}
		}
	}
}

// ref names a session by its head; not ok where it cannot be read, or was held in another folder.
func (s claude) ref(name string, p Place) (Ref, bool) {
	id := strings.TrimSuffix(filepath.Base(name), ".jsonl")
	data, err := head(name)
	dir := field(data, "cwd")
	if err != nil || strings.HasPrefix(id, "agent-") || !p.Holds(dir) {
		return Ref{}, false
	}
	r := Ref{Client: s.Name(), ID: id, path: name, dir: dir, branch: field(data, "gitBranch")}
	r.Stamp, r.Touched = stamp(name)
	return r, true
}

// mayHold tells whether a folder of this name may keep sessions of a work tree, or of a folder
// below one: its name is the path, with a hyphen for all but letters, digits and hyphens. A drive of
// Windows may be in capitals or not.
func (claude) mayHold(p Place, slug string) bool {
	slug = strings.ToLower(slug)
	return slices.ContainsFunc(p.roots, func(root string) bool {
		own := strings.ToLower(notInSlug().ReplaceAllString(filepath.ToSlash(root), "-"))
		return slug == own || strings.HasPrefix(slug, strings.TrimSuffix(own, "-")+"-")
	})
}

// claudeLine is a line of a session.
type claudeLine struct {
	Type      string `json:"type"`
	UUID      string `json:"uuid"`
	Parent    string `json:"parentUuid"`
	Logical   string `json:"logicalParentUuid"`
	Time      string `json:"timestamp"`
	Version   string `json:"version"`
	Dir       string `json:"cwd"`
	Branch    string `json:"gitBranch"`
	Subtype   string `json:"subtype"`
	Title     string `json:"aiTitle"`
	Sidechain bool   `json:"isSidechain"`
	Meta      bool   `json:"isMeta"`
	Summary   bool   `json:"isCompactSummary"`
	APIError  bool   `json:"isApiErrorMessage"`
	Message   struct {
		ID      string          `json:"id"`
		Role    string          `json:"role"`
		Model   string          `json:"model"`
		Content json.RawMessage `json:"content"`
		Usage   struct {
			Input int `json:"input_tokens"`
		} `json:"usage"`
	} `json:"message"`
}

// block is a part of a message, as Claude Code, Cursor's transcripts and Gemini CLI have them.
type block struct {
	Type     string          `json:"type"`
	Text     string          `json:"text"`
	Thinking string          `json:"thinking"`
	ID       string          `json:"id"`
	Name     string          `json:"name"`
	Input    json.RawMessage `json:"input"`
	Of       string          `json:"tool_use_id"`
	Content  json.RawMessage `json:"content"`
	IsError  *bool           `json:"is_error"`

	Thought bool          `json:"thought"` // the text is one
	Call    *geminiCall   `json:"functionCall"`
	Answer  *geminiAnswer `json:"functionResponse"`
}

// blocks returns the parts of a message, whose content is a text or a list.
func blocks(content json.RawMessage) []block {
	var text string
	if json.Unmarshal(content, &text) == nil {
		return []block{{Type: "text", Text: text}}
	}
	var all []json.RawMessage
	_ = json.Unmarshal(content, &all)
	out := make([]block, 0, len(all))
	for _, raw := range all {
		var b block
		if json.Unmarshal(raw, &b) == nil {
			out = append(out, b)
		}
	}
	return out
}

// plain joins the texts of a content.
func plain(content json.RawMessage) string {
	var out []string
	for _, b := range blocks(content) {
		if b.Text != "" {
			out = append(out, b.Text)
		}
	}
	return strings.Join(out, "\n")
}

// Read reads a session: the lines that lie on the way to its last one.
func (s claude) Read(ctx context.Context, p Place, ref Ref) (*Session, error) {
	b := session(ref, p)
	var all []claudeLine
	skipped, err := records(ctx, ref.path, func(l claudeLine) {
		if l.Type == "ai-title" && b.s.Title == "" {
			b.s.Title = l.Title
		}
		if l.UUID != "" && len(all) < 4*MaxEvents && slices.Contains([]string{"user", "assistant", "system"}, l.Type) {
			all = append(all, l)
		}
	})
	if err != nil {
		return nil, err
	}
	b.s.Skipped = skipped
	on, known := activeLines(all), map[string]bool{}
	for i, l := range all {
		if on[i] && !known[l.UUID] {
			known[l.UUID] = true
			b.claude(l, ref)
		}
	}
	return b.done(), nil
}

// activeLines marks the lines of the branch that was last written. Who goes back and says something
// else begins a new branch; what was said on the old one does not hold. Calls that were made at
// once hang below each other, and their results beside the way: they belong to it. A line without a
// parent, as after a compaction, goes on from the line before it.
func activeLines(all []claudeLine) []bool {
	at := make(map[string]int, len(all))
	last := -1
	for i, l := range all {
		at[l.UUID] = i
		if !l.Sidechain {
			last = i
		}
	}
	on := make([]bool, len(all))
	messages, calls := map[string]bool{}, map[string]bool{}
	for i := last; i >= 0; { // each next one lies before
		on[i] = true
		l := all[i]
		if l.Message.ID != "" {
			messages[l.Message.ID] = true
		}
		next, ok := at[first(l.Parent, l.Logical)]
		if !ok || next >= i {
			for next = i - 1; next >= 0 && all[next].Sidechain; next-- {
			}
		}
		i = next
	}
	for i, l := range all {
		on[i] = on[i] || l.Sidechain || l.Type == "assistant" && messages[l.Message.ID]
		if on[i] && l.Type == "assistant" {
			for _, b := range blocks(l.Message.Content) {
				calls[b.ID] = b.Type == "tool_use"
			}
		}
	}
	for i, l := range all {
		if !on[i] && l.Type == "user" {
			on[i] = slices.ContainsFunc(blocks(l.Message.Content), func(b block) bool { return b.Type == "tool_result" && calls[b.Of] })
		}
	}
	return on
}

// claude tells a line.
func (b *builder) claude(l claudeLine, ref Ref) {
	t := clock(l.Time)
	b.s.Version = first(l.Version, b.s.Version)
	b.s.Branch = first(b.s.Branch, l.Branch)
	switch {
	case l.Type == "system":
		if l.Subtype == "compact_boundary" {
			b.add(Event{Time: t, Role: System, Kind: Compact})
		}
		return
	case l.Summary:
		if n := len(b.s.Events); n == 0 || b.s.Events[n-1].Kind != Compact { // older versions write no boundary before it
			b.add(Event{Time: t, Role: System, Kind: Compact})
		}
		return
	case l.Type == "assistant":
		b.s.Model = first(l.Message.Model, b.s.Model)
	}
	parts := blocks(l.Message.Content)
	for _, part := range parts {
		switch {
		case part.Type == "tool_use":
			b.call(Event{Time: t, Call: part.ID, Tokens: l.Message.Usage.Input}, first(l.Dir, ref.dir), part.Name, part.Input)
		case part.Type == "tool_result":
			ok := part.IsError == nil || !*part.IsError // that of a shell begins with its status
			b.result(Event{Time: t, Call: part.Of, Text: plain(part.Content)}, &ok, 0)
		case l.Sidechain || l.APIError || l.Meta: // what a helper is told and says is not the session's
		case part.Type == "thinking":
			b.text(t, Agent, Thinking, part.Thinking)
		case l.Type == "assistant":
			b.text(t, Agent, Text, part.Text)
		case l.Type == "user" && parts[0].Type != "tool_result": // what stands behind a result is no person's
			b.said(t, part.Text)
		}
	}
}

var (
	machineText = lazy.Pattern(`^\s*(?:<command-|<local-command-|<bash-(?:input|stdout|stderr)>|<task-notification>|` +
		`<environment_context>|<user_instructions>|<turn_aborted>|# AGENTS\.md instructions|Caveat: The messages below|` +
		`<subagent_notification>|This session is being continued from|System: Potential loop detected\.)`)
	reminders = lazy.Pattern(`(?s)<(system-reminder|system_reminder|ide_selection|ide_opened_file|environment_details|` +
		`user_info|additional_data|attached_files|open_and_recently_viewed_files)>.*?</(?:system-reminder|system_reminder|` +
		`ide_selection|ide_opened_file|environment_details|user_info|additional_data|attached_files|open_and_recently_viewed_files)>`)
	imageTags = lazy.Pattern(`<image(?: name=(?:"[^"]*"|[^">])*)?>\s*</image>`)
	userQuery = lazy.Pattern(`(?s)^\s*<user_query>\s*(.*?)\s*</user_query>\s*$`)
	// What Gemini CLI says may quote files: it ends where its sign stands last.
	contexts  = lazy.Pattern(`(?s)^\s*<(?:hook|session)_context>(?:.*</(?:hook|session)_context>|.*)`)
	hookNotes = lazy.Pattern(`(?s)(?:\n+Tool "[^"\n]*" \w+\. Additional guidance from \w+ hooks:\n.*|` + // Copilot CLI
		`\n\n<hook_context>.*</hook_context>)$`)
)

// said is the event of what a person typed, none where no person typed anything.
func (b *builder) said(t time.Time, text string) {
	if strings.HasPrefix(text, "[Request interrupted by user") {
		b.add(Event{Time: t, Role: User, Kind: Abort})
		return
	}
	b.text(t, User, Text, Typed(text))
}

// Typed returns what a person typed of a text, without what programs put around it: "" where no person
// typed any of it.
func Typed(text string) string {
	text = contexts().ReplaceAllString(text, "")
	if machineText().MatchString(text) {
		return ""
	}
	text = strings.TrimSpace(imageTags().ReplaceAllString(reminders().ReplaceAllString(text, ""), ""))
	if m := userQuery().FindStringSubmatch(text); m != nil {
		return m[1]
	}
	return text
}
