package chat

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"iter"
	"path/filepath"
	"slices"
	"strings"
)

// gemini is the store of Gemini CLI: a log of JSON lines for each session (0.2x to 0.61), or one document
// (before), in a folder that a marker or a sum of its path names.
type gemini struct{ home string }

func (gemini) Name() string     { return "gemini" }
func (s gemini) Seen() bool     { return s.home != "" && exists(s.folder()) }
func (s gemini) folder() string { return filepath.Join(s.home, ".gemini", "tmp") }

// Sessions lists the sessions of the repository's folders.
func (s gemini) Sessions(ctx context.Context, p Place) iter.Seq2[Ref, error] {
	return func(yield func(Ref, error) bool) {
		if s.home == "" {
			return
		}
		projects, err := find(s.folder(), "*")
		if err != nil {
			yield(Ref{}, err)
			return
		}
		for _, project := range projects {
			dir := s.root(project, p)
			if !p.Holds(dir) {
				continue
			}
			names, err := find(project, "chats/session-*.json*")
			if err != nil && !yield(Ref{}, err) {
				return
			}
			for _, name := range names {
				data, err := head(name)
				if err != nil || slices.Contains(names, name+"l") || !s.spoken(ctx, name) {
					continue // a document that a resume went on with as a log is told once
				}
				r := Ref{Client: s.Name(), ID: field(data, "sessionId"), path: name, row: filepath.Ext(name), dir: dir}
				if r.ID == "" {
					r.ID = strings.TrimSuffix(filepath.Base(name), r.row)
				}
				r.Stamp, r.Touched = stamp(name)
				if !yield(r, nil) {
					return
				}
			}
		}
	}
}

// root is the folder that a project stands for: by its marker, else by the sum of a work tree's
// path.
func (gemini) root(project string, p Place) string {
	if data, err := head(filepath.Join(project, ".project_root")); err == nil {
		return string(bytes.TrimSpace(data))
	}
	for _, root := range p.roots {
		sum := sha256.Sum256([]byte(root))
		if filepath.Base(project) == hex.EncodeToString(sum[:]) {
			return root
		}
	}
	return ""
}

// spoken reports whether a file holds more than headers and what the program says of the folder: a
// resume in a later minute leaves such a log beside that of the session. It reads no further than the
// first words.
func (gemini) spoken(ctx context.Context, name string) bool {
	if filepath.Ext(name) != ".jsonl" {
		return true
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	l := geminiLog{builder: &builder{}, at: map[string]int{}}
	skipped, _ := records(ctx, name, func(m geminiMessage) {
		if l.take(m); l.said {
			stop()
		}
	})
	return l.said || skipped > 0
}

// geminiMessage is a message, or in a log also metadata ({sessionId …}), {"$rewindTo": id} or
// {"$set": {…}}.
type geminiMessage struct {
	ID      string          `json:"id"`
	Time    string          `json:"timestamp"`
	Type    string          `json:"type"`
	Content json.RawMessage `json:"content"`
	Display json.RawMessage `json:"displayContent"` // what was typed, where the content is more than that
	Model   string          `json:"model"`
	Tokens  struct {
		Input int `json:"input"`
	} `json:"tokens"`
	Thoughts []struct {
		Subject     string `json:"subject"`
		Description string `json:"description"`
	} `json:"thoughts"`
	Calls []struct {
		ID     string          `json:"id"`
		Name   string          `json:"name"`
		Args   json.RawMessage `json:"args"`
		Status string          `json:"status"`
		Result json.RawMessage `json:"result"` // a content; of calls at once all have the results of all
	} `json:"toolCalls"`

	Start  string  `json:"startTime"`
	Rewind *string `json:"$rewindTo"`
	Set    *struct {
		Messages []geminiMessage `json:"messages"`
		Summary  string          `json:"summary"`
	} `json:"$set"`
	Messages []geminiMessage `json:"messages"` // of a document

	copied bool // of what stands above: of this message only calls and results are told, those that do not
}

// geminiPart is a part of a content.
type geminiPart struct {
	Text    string `json:"text"`
	Thought bool   `json:"thought"`
	Call    *struct {
		ID   string          `json:"id"`
		Name string          `json:"name"`
		Args json.RawMessage `json:"args"`
	} `json:"functionCall"`
	Answer *struct {
		ID       string `json:"id"`
		Response struct {
			Output string `json:"output"`
			Error  string `json:"error"`
		} `json:"response"`
	} `json:"functionResponse"`
}

// geminiParts returns the parts of a content, which is a text, a part, or a list of both.
func geminiParts(content json.RawMessage) []geminiPart {
	var list []json.RawMessage
	if json.Unmarshal(content, &list) != nil {
		list = []json.RawMessage{content}
	}
	out := make([]geminiPart, len(list))
	for i, raw := range list {
		if json.Unmarshal(raw, &out[i].Text) != nil {
			_ = json.Unmarshal(raw, &out[i]) // as far as it can be read
		}
	}
	return out
}

// typed returns what the person typed of a user's message: neither the files that the program adds to
// it, nor what it says itself when the model goes round in circles.
func (m *geminiMessage) typed() string {
	parts := geminiParts(m.Display)
	if len(parts) == 0 || parts[0].Text == "" {
		parts = geminiParts(m.Content)
	}
	var out []string
	for _, p := range parts {
		text := Typed(p.Text)
		if strings.HasPrefix(text, "--- Content from referenced files ---") || strings.HasPrefix(text, "System: Potential loop detected.") {
			break
		}
		if text != "" {
			out = append(out, text)
		}
	}
	return strings.Join(out, "\n")
}

// withoutContext returns a text without what stands before it of hooks and of the program itself. That
// may quote files, so that its end is where its sign stands last.
func withoutContext(text string) string {
	head := strings.TrimSpace(text)
	if !strings.HasPrefix(head, "<hook_context>") && !strings.HasPrefix(head, "<session_context>") {
		return text
	}
	end := max(strings.LastIndex(head, "</hook_context>"), strings.LastIndex(head, "</session_context>"))
	_, text, _ = strings.Cut(head[max(end, 0):], ">")
	if end < 0 {
		return ""
	}
	return text
}

// Read reads a log or a document.
func (s gemini) Read(ctx context.Context, p Place, ref Ref) (*Session, error) {
	l := geminiLog{builder: session(ref, p), at: map[string]int{}}
	if ref.row == ".jsonl" {
		skipped, err := records(ctx, ref.path, l.take)
		if err != nil {
			return nil, err
		}
		l.s.Skipped += skipped
	} else {
		data, err := whole(ref.path)
		if err != nil {
			return nil, err
		}
		var doc geminiMessage
		if err := json.Unmarshal(data, &doc); err != nil {
			return nil, fmt.Errorf("%s: %w", ref.path, err)
		}
		l.seen(clock(doc.Start))
		l.all = doc.Messages
	}
	answered := map[string]bool{}
	for _, m := range l.all {
		l.gemini(m, ref.dir, answered)
	}
	return l.done(), nil
}

// geminiLog are the messages of a log, in the order in which they came first.
type geminiLog struct {
	*builder
	all  []geminiMessage
	at   map[string]int // their places, by their ids
	said bool           // by a person or a model
}

// take takes a record of a log: the same message again replaces it, a rewind removes one and all
// after it (all, when it is not known). The messages that are set are what a program goes on with
// when a session is resumed or summarised: they lack turns of the person, and what is new in them is
// the program's.
func (l *geminiLog) take(m geminiMessage) {
	switch {
	case m.Rewind != nil:
		n := l.at[*m.Rewind]
		for _, o := range l.all[n:] {
			delete(l.at, o.ID)
		}
		l.all, l.said = l.all[:n], l.said && n > 0
	case m.Set != nil:
		l.s.Title = first(m.Set.Summary, l.s.Title)
		copied := l.said
		for _, o := range m.Set.Messages {
			if _, known := l.at[o.ID]; !known {
				o.copied = copied
				l.put(o)
			}
		}
	case m.ID != "" && m.Type != "":
		l.put(m)
	case m.Start != "":
		l.seen(clock(m.Start))
	}
}

// put adds a message, or replaces the one of its id.
func (l *geminiLog) put(m geminiMessage) {
	l.said = l.said || m.Type == "gemini" || m.Type == "user" && m.typed() != ""
	if i, known := l.at[m.ID]; known {
		l.all[i] = m
		return
	}
	if len(l.all) == MaxEvents {
		l.s.Skipped++
		return
	}
	l.at[m.ID] = len(l.all)
	l.all = append(l.all, m)
}

// gemini tells a message; what neither the person nor the model said is passed over. Thoughts and
// tools, with their results, come before what the model said. answered are the calls whose results
// were told.
func (b *builder) gemini(m geminiMessage, dir string, answered map[string]bool) {
	t := clock(m.Time)
	switch {
	case m.Type != "user" && m.Type != "gemini":
		return
	case m.Type == "user" && !m.copied:
		b.text(t, User, Text, m.typed())
	case m.Type == "user" && strings.Contains(m.typed(), "<state_snapshot>"):
		b.add(Event{Time: t, Role: System, Kind: Compact})
	}
	b.s.Model = first(m.Model, b.s.Model)
	for _, th := range m.Thoughts {
		b.text(t, Agent, Thinking, strings.TrimSpace(th.Subject+"\n"+th.Description))
	}
	said := b.geminiTools(m, dir, answered)
	if m.Type == "gemini" && !m.copied {
		b.text(t, Agent, Text, said)
	}
}

// printed returns what a tool printed, without what hooks and the program said of it.
func printed(text string) string {
	if at := strings.LastIndex(text, "\n\n<hook_context>"); at >= 0 && strings.HasSuffix(text, "</hook_context>") {
		text = text[:at]
	}
	if inner, ok := strings.CutPrefix(text, "<untrusted_context>\n"); ok {
		text = strings.TrimPrefix(strings.TrimSuffix(inner, "\n</untrusted_context>"), "Output: ")
	}
	return text
}

// geminiTools tells the calls and results of a message that were not told yet, and returns its texts.
func (b *builder) geminiTools(m geminiMessage, dir string, answered map[string]bool) string {
	t := clock(m.Time)
	call := func(id, name string, args json.RawMessage) {
		if _, told := b.calls[id]; !told {
			b.call(Event{Time: t, Call: id, Tokens: m.Tokens.Input}, dir, name, args)
		}
	}
	result := func(id, text string, ok bool) {
		if !answered[id] {
			answered[id] = id != ""
			b.result(Event{Time: t, Call: id, Text: printed(text)}, &ok, 0)
		}
	}
	for _, c := range m.Calls {
		call(c.ID, c.Name, c.Args)
		var out []string
		for _, p := range geminiParts(c.Result) {
			switch {
			case p.Answer == nil:
				out = append(out, p.Text)
			case p.Answer.ID == "" || p.Answer.ID == c.ID:
				out = append(out, first(p.Answer.Response.Output, p.Answer.Response.Error))
			}
		}
		if ok := c.Status != "error" && c.Status != "cancelled"; len(out) > 0 || !ok {
			result(c.ID, strings.Join(out, "\n"), ok)
		}
	}
	var said []string
	for _, p := range geminiParts(m.Content) {
		switch {
		case p.Call != nil:
			call(p.Call.ID, p.Call.Name, p.Call.Args)
		case p.Answer != nil:
			result(p.Answer.ID, first(p.Answer.Response.Output, p.Answer.Response.Error), p.Answer.Response.Error == "")
		case p.Text != "" && !p.Thought:
			said = append(said, p.Text)
		}
	}
	return strings.Join(said, "\n")
}
