package chat

import (
	"context"
	"encoding/json"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ncruces/go-sqlite3"
)

// opencode is the store of OpenCode: a database (1.2 and later), or a folder of small documents
// (before).
type opencode struct{ data string }

func (opencode) Name() string     { return "opencode" }
func (s opencode) Seen() bool     { return s.data != "" && (exists(s.file()) || exists(s.folder())) }
func (s opencode) file() string   { return filepath.Join(s.data, "opencode", "opencode.db") }
func (s opencode) folder() string { return filepath.Join(s.data, "opencode", "storage") }

// Sessions lists the sessions of the database, and those documents that it has not taken over.
// What an agent asked of another agent (a session with a parent) is none of a person's.
func (s opencode) Sessions(ctx context.Context, p Place) iter.Seq2[Ref, error] {
	return func(yield func(Ref, error) bool) {
		if s.data == "" {
			return
		}
		seen := map[string]bool{}
		refs, err := s.fromDatabase(ctx, p)
		if err != nil && !yield(Ref{}, err) {
			return
		}
		old, err := s.fromFolder(p)
		if err != nil && !yield(Ref{}, err) {
			return
		}
		for _, r := range append(refs, old...) {
			if !seen[r.ID] && !yield(r, nil) {
				return
			}
			seen[r.ID] = true
		}
	}
}

// fromDatabase lists the sessions of the database; none where there is no database.
func (s opencode) fromDatabase(ctx context.Context, p Place) (refs []Ref, err error) {
	if !exists(s.file()) {
		return nil, nil
	}
	db, err := readDatabase(ctx, s.file())
	if err != nil {
		return nil, err
	}
	defer db.Close()
	err = db.rows("SELECT id, directory, time_updated FROM session WHERE parent_id IS NULL ORDER BY id", nil, func(q *sqlite3.Stmt) {
		r := Ref{Client: s.Name(), ID: q.ColumnText(0), path: s.file(), row: "db", dir: q.ColumnText(1), Stamp: q.ColumnText(2)}
		r.Touched = millis(q.ColumnFloat(2))
		if p.Holds(r.dir) {
			refs = append(refs, r)
		}
	})
	return refs, err
}

// fromFolder lists the sessions that lie as documents. Messages are looked for by the id of a
// session: one that could lead to another folder is passed over.
func (s opencode) fromFolder(p Place) (refs []Ref, err error) {
	names, err := find(s.folder(), "session/*/*.json")
	for _, name := range names {
		data, err := head(name)
		if err != nil {
			continue
		}
		var o opencodeSession
		if json.Unmarshal(data, &o) != nil || o.Parent != "" || !p.Holds(o.Dir) || strings.ContainsAny(o.ID, `/\`) ||
			strings.HasPrefix(o.ID, ".") {
			continue
		}
		r := Ref{Client: s.Name(), ID: o.ID, path: name, row: "files", dir: o.Dir, Touched: millis(o.Time.Updated)}
		r.Stamp, _ = stamp(name)
		refs = append(refs, r)
	}
	return refs, err
}

// opencodeSession is a session's own document, or the columns of its row.
type opencodeSession struct {
	ID      string `json:"id"`
	Parent  string `json:"parentID"`
	Dir     string `json:"directory"`
	Title   string `json:"title"`
	Version string `json:"version"`
	Time    struct {
		Created float64 `json:"created"`
		Updated float64 `json:"updated"`
	} `json:"time"`
	Revert *struct {
		Message string `json:"messageID"`
	} `json:"revert"`
}

// opencodeMessage is a message without its parts.
type opencodeMessage struct {
	ID    string `json:"id"`
	Role  string `json:"role"`
	Model string `json:"modelID"`
	Time  struct {
		Created float64 `json:"created"`
	} `json:"time"`
	Summary json.RawMessage `json:"summary"` // true for the message that stands for what was compacted
}

// opencodePart is a part of a message.
type opencodePart struct {
	ID        string `json:"id"`
	Type      string `json:"type"`
	Text      string `json:"text"`
	Synthetic bool   `json:"synthetic"`
	Ignored   bool   `json:"ignored"`
	Call      string `json:"callID"`
	Tool      string `json:"tool"`
	State     struct {
		Status   string          `json:"status"`
		Input    json.RawMessage `json:"input"`
		Output   string          `json:"output"`
		Error    string          `json:"error"`
		Metadata struct {
			Exit int `json:"exit"`
		} `json:"metadata"`
	} `json:"state"`
}

// Read reads a session. Messages from the one on that the person went back to do not hold.
func (s opencode) Read(ctx context.Context, p Place, ref Ref) (*Session, error) {
	b := session(ref, p)
	if ref.row == "files" {
		return b.done(), s.readFolder(b, ref)
	}
	db, err := readDatabase(ctx, ref.path)
	if err != nil {
		return nil, err
	}
	defer db.Close()
	return b.done(), db.opencode(b, ref)
}

// opencodes tells messages with their parts.
func (b *builder) opencodes(o opencodeSession, messages []opencodeMessage, parts func(id string) []opencodePart, dir string) {
	b.s.Title, b.s.Version = o.Title, o.Version
	for _, m := range messages {
		if o.Revert != nil && m.ID >= o.Revert.Message {
			b.add(Event{Role: System, Kind: Rewind})
			break
		}
		b.opencode(m, parts(m.ID), dir)
	}
}

// opencode reads the rows of one session. One whose JSON cannot be read is passed over, as the rest
// still tells something.
func (db *database) opencode(b *builder, ref Ref) error {
	var o opencodeSession
	err := db.rows("SELECT title, version, revert FROM session WHERE id = ?", []string{ref.ID}, func(q *sqlite3.Stmt) {
		o.Title, o.Version = q.ColumnText(0), q.ColumnText(1)
		if json.Unmarshal(text(q, 2), &o.Revert) != nil {
			o.Revert = nil
		}
	})
	if err != nil {
		return err
	}
	var messages []opencodeMessage
	err = db.rows("SELECT id, data FROM message WHERE session_id = ? ORDER BY id", []string{ref.ID}, func(q *sqlite3.Stmt) {
		var m opencodeMessage
		if json.Unmarshal(text(q, 1), &m) != nil || len(messages) > MaxEvents {
			b.s.Skipped++
			return
		}
		m.ID = q.ColumnText(0)
		messages = append(messages, m)
	})
	if err != nil {
		return err
	}
	parts := map[string][]opencodePart{}
	n := 0
	err = db.rows("SELECT message_id, data FROM part WHERE session_id = ? ORDER BY id", []string{ref.ID}, func(q *sqlite3.Stmt) {
		var part opencodePart
		if json.Unmarshal(text(q, 1), &part) != nil || n > 4*MaxEvents {
			b.s.Skipped++
			return
		}
		n++
		parts[q.ColumnText(0)] = append(parts[q.ColumnText(0)], part)
	})
	if err == nil {
		b.opencodes(o, messages, func(id string) []opencodePart { return parts[id] }, ref.dir)
	}
	return err
}

// readFolder tells a session out of its documents. Messages and parts that cannot be read are
// counted.
func (s opencode) readFolder(b *builder, ref Ref) error {
	data, err := whole(ref.path)
	if err != nil {
		return err
	}
	var o opencodeSession
	if err := json.Unmarshal(data, &o); err != nil {
		return err
	}
	messages, err := documents[opencodeMessage](b, filepath.Join(s.folder(), "message", ref.ID))
	if err != nil {
		return err
	}
	slices.SortFunc(messages, func(a, b opencodeMessage) int { return strings.Compare(a.ID, b.ID) })
	b.opencodes(o, messages, func(id string) []opencodePart {
		if strings.ContainsAny(id, `/\`) || strings.HasPrefix(id, ".") {
			return nil
		}
		parts, err := documents[opencodePart](b, filepath.Join(s.folder(), "part", id))
		if err != nil {
			b.s.Skipped++
		}
		return parts
	}, ref.dir)
	return nil
}

// documents are the JSON files of a folder in the order of their names.
func documents[T any](b *builder, dir string) (out []T, err error) {
	names, err := find(dir, "*.json")
	if os.IsNotExist(err) {
		return nil, nil
	}
	for _, name := range names {
		data, err := whole(name)
		var v T
		if err != nil || json.Unmarshal(data, &v) != nil {
			b.s.Skipped++
			continue
		}
		out = append(out, v)
	}
	return out, err
}

// opencode tells a message by its parts. What the program itself put in is left out, and a call
// that has not ended has no result.
func (b *builder) opencode(m opencodeMessage, parts []opencodePart, dir string) {
	t := millis(m.Time.Created)
	b.s.Model = first(m.Model, b.s.Model)
	if m.Role == "assistant" && string(m.Summary) == "true" {
		b.add(Event{Time: t, Role: System, Kind: Compact})
		return
	}
	for _, part := range parts {
		switch {
		case part.Type == "text" && (part.Synthetic || part.Ignored):
		case part.Type == "text" && m.Role == "user":
			b.said(t, unquoted(part.Text))
		case part.Type == "text":
			b.text(t, Agent, Text, part.Text)
		case part.Type == "reasoning":
			b.text(t, Agent, Thinking, part.Text)
		case part.Type == "tool":
			b.call(Event{Time: t, Call: part.Call}, dir, part.Tool, part.State.Input)
			if st := part.State; st.Status == "completed" || st.Status == "error" {
				ok := st.Status == "completed"
				b.result(Event{Time: t, Call: part.Call, Text: first(st.Output, st.Error)}, &ok, st.Metadata.Exit)
			}
		}
	}
}

// unquoted takes off the quotes that `opencode run` puts around a prompt with blanks, escaping those
// within. A text of several quoted parts stays.
func unquoted(text string) string {
	if len(text) < 2 || text[0] != '"' || text[len(text)-1] != '"' {
		return text
	}
	inner := text[1 : len(text)-1]
	if strings.Contains(strings.ReplaceAll(inner, `\"`, ""), `"`) {
		return text
	}
	return strings.ReplaceAll(inner, `\"`, `"`)
}
