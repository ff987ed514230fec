package chat

import (
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// copilot is the store of Copilot CLI (0.0.4xx to 1.0.102): events as JSON lines, in a folder for each session.
type copilot struct{ home string }

func (copilot) Name() string     { return "copilot" }
func (s copilot) Seen() bool     { return s.home != "" && exists(s.folder()) }
func (s copilot) folder() string { return filepath.Join(s.home, ".copilot", "session-state") }

// Sessions lists the sessions by the folder that their first event names.
func (s copilot) Sessions(_ context.Context, p Place) iter.Seq2[Ref, error] {
	return func(yield func(Ref, error) bool) {
		if s.home == "" {
			return
		}
		for _, pattern := range []string{"*/events.jsonl", "*.jsonl"} {
			names, err := find(s.folder(), pattern)
			if err != nil {
				yield(Ref{}, err)
				return
			}
			for _, name := range names {
				data, err := head(name)
				dir := field(data, "cwd")
				if err != nil || !p.Holds(dir) {
					continue
				}
				r := Ref{Client: s.Name(), ID: field(data, "sessionId"), path: name, dir: dir, branch: field(data, "branch")}
				if r.ID == "" {
					r.ID = filepath.Base(strings.TrimSuffix(strings.TrimSuffix(name, string(filepath.Separator)+"events.jsonl"), ".jsonl"))
				}
				r.Stamp, r.Touched = stamp(name)
				if !yield(r, nil) {
					return
				}
			}
		}
	}
}

// Read reads a session's events.
func (s copilot) Read(ctx context.Context, p Place, ref Ref) (*Session, error) {
	b := session(ref, p)
	skipped, err := records(ctx, ref.path, func(l struct {
		Type string `json:"type"`
		Time string `json:"timestamp"`
		Data struct {
			Version   string          `json:"copilotVersion"`
			Content   string          `json:"content"`
			Model     string          `json:"model"`
			Call      string          `json:"toolCallId"`
			Name      string          `json:"toolName"`
			Arguments json.RawMessage `json:"arguments"`
			Success   *bool           `json:"success"` // also of a command that failed
			Shell     struct {
				Exit int `json:"exitCode"`
			} `json:"shellExecution"`
			Result struct {
				Content  string `json:"content"`
				Detailed string `json:"detailedContent"`
			} `json:"result"`
			Error struct {
				Message string `json:"message"`
			} `json:"error"`
			Parent string `json:"parentToolCallId"`
		} `json:"data"`
	}) {
		t, d := clock(l.Time), l.Data
		b.s.Version, b.s.Model = first(b.s.Version, d.Version), first(d.Model, b.s.Model)
		switch l.Type {
		case "session.start":
			b.seen(t)
		case "user.message":
			b.said(t, d.Content)
		case "assistant.message":
			if d.Parent == "" {
				b.text(t, Agent, Text, d.Content)
			}
		case "tool.execution_start":
			b.call(Event{Time: t, Call: d.Call}, ref.dir, d.Name, d.Arguments)
		case "tool.execution_complete":
			text := hookNotes().ReplaceAllString(first(d.Result.Content, d.Result.Detailed, d.Error.Message), "")
			b.result(Event{Time: t, Call: d.Call, Text: text}, d.Success, d.Shell.Exit)
		case "session.compaction_complete":
			b.add(Event{Time: t, Role: System, Kind: Compact})
		case "abort":
			b.add(Event{Time: t, Role: User, Kind: Abort})
		}
	})
	b.s.Skipped += skipped
	return b.done(), err
}

// vscode is the store of Copilot's chat in VS Code: a document for each session, or the log of its
// changes.
type vscode struct{ config string }

func (vscode) Name() string { return "vscode" }
func (s vscode) Seen() bool { return len(s.users()) > 0 }

// users are the folders of VS Code, its preview and VSCodium on this machine, as far as they have
// work spaces.
func (s vscode) users() (out []string) {
	if s.config == "" {
		return nil
	}
	for _, editor := range []string{"Code", "Code - Insiders", "VSCodium"} {
		if user := filepath.Join(s.config, editor, "User"); exists(filepath.Join(user, "workspaceStorage")) {
			out = append(out, user)
		}
	}
	return out
}

// Sessions lists the sessions of the repository's work spaces.
func (s vscode) Sessions(_ context.Context, p Place) iter.Seq2[Ref, error] {
	return func(yield func(Ref, error) bool) {
		for _, user := range s.users() {
			spaces, err := find(user, "workspaceStorage/*/workspace.json")
			if err != nil && !yield(Ref{}, err) {
				return
			}
			for _, space := range spaces {
				dir := workspaceFolder(space)
				if p.Holds(dir) && !s.space(filepath.Dir(space), dir, yield) {
					return
				}
			}
		}
	}
}

// space lists the sessions of a work space. A session that is kept in both forms is told once, by
// its log.
func (s vscode) space(space, dir string, yield func(Ref, error) bool) bool {
	names, err := find(space, "chatSessions/*.json*")
	if err != nil {
		return yield(Ref{}, err)
	}
	for _, name := range names {
		ext := filepath.Ext(name)
		if ext != ".json" && ext != ".jsonl" || ext == ".json" && slices.Contains(names, name+"l") {
			continue
		}
		r := Ref{Client: s.Name(), ID: strings.TrimSuffix(filepath.Base(name), ext), path: name, row: ext, dir: dir}
		r.Stamp, r.Touched = stamp(name)
		if !yield(r, nil) {
			return false
		}
	}
	return true
}

// vscodeSession is the document.
type vscodeSession struct {
	Created  float64 `json:"creationDate"` // milliseconds since 1970, as all times here
	Last     float64 `json:"lastMessageDate"`
	Title    string  `json:"customTitle"`
	Version  int     `json:"version"`
	Requests []struct {
		Time    float64 `json:"timestamp"`
		Model   string  `json:"modelId"`
		Message struct {
			Text string `json:"text"`
		} `json:"message"`
		Canceled bool              `json:"isCanceled"`
		Response []json.RawMessage `json:"response"`
		Result   struct {
			Metadata struct {
				Rounds []struct {
					Response string `json:"response"`
					Calls    []struct {
						ID        string          `json:"id"`
						Name      string          `json:"name"`
						Arguments json.RawMessage `json:"arguments"`
					} `json:"toolCalls"`
				} `json:"toolCallRounds"`
				Results map[string]struct {
					Content []struct {
						Value json.RawMessage `json:"value"`
					} `json:"content"`
				} `json:"toolCallResults"`
			} `json:"metadata"`
		} `json:"result"`
	} `json:"requests"`
}

// Read reads a document, or makes it of its log.
func (s vscode) Read(ctx context.Context, p Place, ref Ref) (*Session, error) {
	b := session(ref, p)
	var doc vscodeSession
	var err error
	if ref.row == ".jsonl" {
		var tree any
		if tree, b.s.Skipped, err = mutations(ctx, ref.path); err != nil {
			return nil, err
		}
		data, err := json.Marshal(tree)
		if err == nil {
			err = json.Unmarshal(data, &doc)
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", ref.path, err)
		}
	} else {
		data, err := whole(ref.path)
		if err != nil {
			return nil, err
		}
		if err := json.Unmarshal(data, &doc); err != nil {
			return nil, fmt.Errorf("%s: %w", ref.path, err)
		}
	}
	// Of each request what the person typed, the tools' calls with their results, then the answer, all at its time.
	b.s.Title = doc.Title
	if doc.Version > 0 {
		b.s.Version = fmt.Sprint(doc.Version)
	}
	b.seen(millis(doc.Created))
	b.seen(millis(doc.Last))
	for _, r := range doc.Requests {
		t := millis(r.Time)
		b.s.Model = first(r.Model, b.s.Model)
		b.said(t, r.Message.Text)
		for _, round := range r.Result.Metadata.Rounds {
			for _, c := range round.Calls {
				b.call(Event{Time: t, Call: c.ID}, ref.dir, c.Name, c.Arguments)
				if out, ok := r.Result.Metadata.Results[c.ID]; ok {
					var texts []string
					for _, part := range out.Content {
						texts = append(texts, valueText(part.Value, 0))
					}
					b.result(Event{Time: t, Call: c.ID, Text: strings.Join(texts, "\n")}, nil, 0)
				}
			}
		}
		b.vscodeResponse(t, r.Response)
		if r.Canceled {
			b.add(Event{Time: t, Role: User, Kind: Abort})
		}
	}
	return b.done(), nil
}

// valueText joins the texts of a value, which is one or a tree of parts.
func valueText(raw json.RawMessage, depth int) string {
	var s string
	if json.Unmarshal(raw, &s) == nil || depth > 50 {
		return s
	}
	var n struct {
		Text     string            `json:"text"`
		Node     json.RawMessage   `json:"node"`
		Children []json.RawMessage `json:"children"`
	}
	if json.Unmarshal(raw, &n) != nil {
		return ""
	}
	out := n.Text
	if n.Node != nil {
		out += valueText(n.Node, depth+1)
	}
	for _, c := range n.Children {
		out += valueText(c, depth+1)
	}
	return out
}

// vscodeResponse tells an answer: pieces of text, and references to files between them.
func (b *builder) vscodeResponse(t time.Time, parts []json.RawMessage) {
	var said strings.Builder
	for _, raw := range parts {
		var part struct {
			Kind  string          `json:"kind"`
			Value json.RawMessage `json:"value"`
			Ref   struct {
				Path string `json:"fsPath"`
				URI  struct {
					Path string `json:"fsPath"`
				} `json:"uri"`
				Name string `json:"name"`
			} `json:"inlineReference"`
		}
		if json.Unmarshal(raw, &part) != nil {
			continue
		}
		switch part.Kind {
		case "":
			var s string
			_ = json.Unmarshal(part.Value, &s)
			said.WriteString(s)
		case "inlineReference":
			name := part.Ref.Name
			for _, full := range []string{part.Ref.Path, part.Ref.URI.Path} {
				if full != "" && name == "" {
					name = b.place.file("/", full)
				}
			}
			if name != "" {
				said.WriteString("`" + name + "`")
			}
		case "thinking":
			b.text(t, Agent, Thinking, valueText(part.Value, 0))
		}
	}
	b.text(t, Agent, Text, said.String())
}

// mutations replays a log of changes: 0 the document, 1 a value set, 2 values appended to a list
// that is first cut to i, 3 a key removed. A change that does not fit is counted.
func mutations(ctx context.Context, path string) (tree any, skipped int, err error) {
	bad := 0
	skipped, err = records(ctx, path, func(m struct {
		Kind int   `json:"kind"`
		Keys []any `json:"k"`
		V    any   `json:"v"`
		I    *int  `json:"i"`
	}) {
		if m.Kind == 0 {
			tree = m.V
			return
		}
		next, ok := mutate(tree, m.Keys, func(old any) (any, bool) {
			switch m.Kind {
			case 1:
				return m.V, true
			case 2:
				list, _ := old.([]any)
				if m.I != nil && *m.I >= 0 && *m.I <= len(list) {
					list = list[:*m.I:*m.I]
				}
				more, _ := m.V.([]any)
				return append(list, more...), true
			}
			return nil, m.Kind == 3
		})
		if !ok {
			bad++
			return
		}
		tree = next
	})
	return tree, skipped + bad, err
}

// mutate changes what stands at the end of the keys, in place.
func mutate(tree any, keys []any, change func(any) (any, bool)) (any, bool) {
	if len(keys) == 0 {
		return change(tree)
	}
	if len(keys) > 100 {
		return tree, false
	}
	switch k := keys[0].(type) {
	case string:
		m, ok := tree.(map[string]any)
		if !ok {
			return tree, false
		}
		v, ok := mutate(m[k], keys[1:], change)
		if ok {
			if m[k] = v; v == nil {
				delete(m, k)
			}
		}
		return m, ok
	case float64:
		list, ok := tree.([]any)
		i := int(k)
		if !ok || i < 0 || i > len(list) || i == len(list) && len(keys) > 1 {
			return tree, false
		}
		if i == len(list) {
			list = append(list, nil)
		}
		v, ok := mutate(list[i], keys[1:], change)
		if ok {
			list[i] = v
		}
		return list, ok
	}
	return tree, false
}
