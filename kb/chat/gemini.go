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
	"time"
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
	Model   string          `json:"model"`
	Tokens  struct {
		Input int `json:"input"`
	} `json:"tokens"`
	Thoughts []struct {
		Subject     string `json:"subject"`
		Description string `json:"description"`
	} `json:"thoughts"`
	Calls []geminiCall `json:"toolCalls"` // or as parts of the content, with the results as parts of a user's

	Start  string  `json:"startTime"`
	Rewind *string `json:"$rewindTo"`
	Set    *struct {
		Messages []geminiMessage `json:"messages"`
		Summary  string          `json:"summary"`
	} `json:"$set"`
	Messages []geminiMessage `json:"messages"` // of a document

	copied bool // from above: only calls and results are told of it, those that were not
}

// geminiCall is a call of a tool. Its result is a content; calls at once have the results of all.
type geminiCall struct {
	ID     string          `json:"id"`
	Name   string          `json:"name"`
	Args   json.RawMessage `json:"args"`
	Status string          `json:"status"`
	Result json.RawMessage `json:"result"`
}

// geminiAnswer is the result of a call.
type geminiAnswer struct {
	ID       string `json:"id"`
	Response struct {
		Output string `json:"output"`
		Error  string `json:"error"`
	} `json:"response"`
}

// typed returns what the person typed of a user's message, without the files that the program adds.
func (m *geminiMessage) typed() string {
	var out []string
	for _, p := range blocks(m.Content) {
		text := Typed(p.Text)
		if strings.HasPrefix(text, "--- Content from referenced files ---") {
			break
		}
		if text != "" {
			out = append(out, text)
		}
	}
	return strings.Join(out, "\n")
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
		l.take(doc)
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

// take takes a record of a log, or a document: the same message again replaces it, a rewind removes
// one and all after it (all, when it is not known). The messages that are set are what a program goes
// on with when a session is resumed or summarised: turns of the person are missing, and what is new in
// them is the program's.
func (l *geminiLog) take(m geminiMessage) {
	l.seen(clock(m.Start))
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
	}
	for _, o := range m.Messages {
		l.put(o)
	}
}

// put adds a message, or replaces the one of its id.
func (l *geminiLog) put(m geminiMessage) {
	l.said = l.said || m.Type == "gemini" || m.Type == "user" && m.typed() != ""
	if i, known := l.at[m.ID]; known && m.ID != "" {
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
	b.s.Model = first(m.Model, b.s.Model)
	switch {
	case m.Type != "user" && m.Type != "gemini":
		return
	case m.Type == "user" && !m.copied:
		b.text(t, User, Text, m.typed())
	case m.Type == "user" && strings.Contains(m.typed(), "<state_snapshot>"):
		b.add(Event{Time: t, Role: System, Kind: Compact})
	}
	for _, th := range m.Thoughts {
		b.text(t, Agent, Thinking, strings.TrimSpace(th.Subject+"\n"+th.Description))
	}
	var said []string
	parts, calls := blocks(m.Content), slices.Clip(m.Calls)
	for _, p := range parts {
		if p.Call != nil {
			calls = append(calls, *p.Call)
		}
		if p.Text != "" && !p.Thought {
			said = append(said, p.Text)
		}
	}
	for _, c := range calls {
		if _, told := b.calls[c.ID]; !told {
			b.call(Event{Time: t, Call: c.ID, Tokens: m.Tokens.Input}, dir, c.Name, c.Args)
		}
		b.geminiResult(t, c.ID, blocks(c.Result), c.Status != "error" && c.Status != "cancelled", answered)
	}
	for _, p := range parts {
		if p.Answer != nil {
			b.geminiResult(t, p.Answer.ID, []block{p}, p.Answer.Response.Error == "", answered)
		}
	}
	if m.Type == "gemini" && !m.copied {
		b.text(t, Agent, Text, strings.Join(said, "\n"))
	}
}

// geminiResult tells what is in a content of a call's result, once.
func (b *builder) geminiResult(t time.Time, call string, parts []block, ok bool, answered map[string]bool) {
	var out []string
	for _, p := range parts {
		if p.Answer == nil {
			out = append(out, p.Text)
		} else if p.Answer.ID == "" || p.Answer.ID == call {
			out = append(out, first(p.Answer.Response.Output, p.Answer.Response.Error))
		}
	}
	if answered[call] || len(out) == 0 && ok {
		return
	}
	answered[call] = call != ""
	text := hookNotes().ReplaceAllString(strings.Join(out, "\n"), "")
	text = strings.TrimSuffix(strings.TrimPrefix(text, "<untrusted_context>\n"), "\n</untrusted_context>")
	b.result(Event{Time: t, Call: call, Text: strings.TrimPrefix(text, "Output: ")}, &ok, 0)
}
