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

// gemini is the store of Gemini CLI: a log of JSON lines for each session (0.2x), or one document
// (before), in a folder that a marker or a sum of its path names.
type gemini struct{ home string }

func (gemini) Name() string     { return "gemini" }
func (s gemini) Seen() bool     { return s.home != "" && exists(s.folder()) }
func (s gemini) folder() string { return filepath.Join(s.home, ".gemini", "tmp") }

// Sessions lists the sessions of the repository's folders.
func (s gemini) Sessions(_ context.Context, p Place) iter.Seq2[Ref, error] {
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
				if err != nil {
					continue
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
	Calls []struct {
		ID     string          `json:"id"`
		Name   string          `json:"name"`
		Args   json.RawMessage `json:"args"`
		Status string          `json:"status"`
		Result []struct {
			Function struct {
				Response struct {
					Output string `json:"output"`
					Error  string `json:"error"`
				} `json:"response"`
			} `json:"functionResponse"`
		} `json:"result"`
	} `json:"toolCalls"`

	Start  string  `json:"startTime"`
	Rewind *string `json:"$rewindTo"`
	Set    *struct {
		Messages []geminiMessage `json:"messages"`
		Summary  string          `json:"summary"`
	} `json:"$set"`
	Messages []geminiMessage `json:"messages"` // of a document
}

// Read reads a log or a document.
func (s gemini) Read(ctx context.Context, p Place, ref Ref) (*Session, error) {
	b := session(ref, p)
	var all []geminiMessage
	if ref.row == ".jsonl" {
		skipped, err := records(ctx, ref.path, func(m geminiMessage) { all = b.geminiLog(all, m) })
		if err != nil {
			return nil, err
		}
		b.s.Skipped += skipped
	} else {
		data, err := whole(ref.path)
		if err != nil {
			return nil, err
		}
		var doc geminiMessage
		if err := json.Unmarshal(data, &doc); err != nil {
			return nil, fmt.Errorf("%s: %w", ref.path, err)
		}
		b.seen(clock(doc.Start))
		all = doc.Messages
	}
	for _, m := range all {
		b.gemini(m, ref.dir)
	}
	return b.done(), nil
}

// geminiLog takes a record of a log: the same message again replaces it, a rewind removes one and
// all after it (all, when it is not known), and messages that are set replace all.
func (b *builder) geminiLog(all []geminiMessage, m geminiMessage) []geminiMessage {
	at := func(id string) int { return slices.IndexFunc(all, func(o geminiMessage) bool { return o.ID == id }) }
	switch {
	case m.Rewind != nil:
		return all[:max(0, at(*m.Rewind))]
	case m.Set != nil:
		b.s.Title = first(m.Set.Summary, b.s.Title)
		if m.Set.Messages != nil {
			return m.Set.Messages
		}
	case m.ID != "" && m.Type != "":
		// Nearly always it is the last one that is written again.
		if n := len(all); n > 0 && all[n-1].ID == m.ID {
			all[n-1] = m
			return all
		}
		if len(all) < MaxEvents {
			return append(all, m)
		}
		b.s.Skipped++
	case m.Start != "":
		b.seen(clock(m.Start))
	}
	return all
}

// gemini tells a message; what neither the person nor the model said is passed over. Thoughts and
// tools, with their results, come before what the model said.
func (b *builder) gemini(m geminiMessage, dir string) {
	t := clock(m.Time)
	b.s.Model = first(m.Model, b.s.Model)
	if m.Type == "user" {
		b.said(t, plain(m.Content))
		return
	}
	if m.Type != "gemini" {
		return
	}
	for _, th := range m.Thoughts {
		b.text(t, Agent, Thinking, strings.TrimSpace(th.Subject+"\n"+th.Description))
	}
	for _, c := range m.Calls {
		b.call(Event{Time: t, Call: c.ID, Tokens: m.Tokens.Input}, dir, c.Name, c.Args)
		var out []string
		for _, r := range c.Result {
			out = append(out, first(r.Function.Response.Output, r.Function.Response.Error))
		}
		ok := c.Status != "error" && c.Status != "cancelled"
		b.result(Event{Time: t, Call: c.ID, Text: strings.Join(out, "\n")}, &ok, 0)
	}
	b.text(t, Agent, Text, plain(m.Content))
}
