package chat

import (
	"context"
	"encoding/json"
	"iter"
	"path/filepath"
	"strings"
	"time"
)

// cursorAgent are the transcripts that Cursor's agents leave, a file of JSON lines without times.
type cursorAgent struct{ home string }

func (cursorAgent) Name() string       { return "cursor" }
func (s cursorAgent) Seen() bool       { return s.home != "" && exists(s.projects()) }
func (s cursorAgent) projects() string { return filepath.Join(s.home, ".cursor", "projects") }

// Sessions lists the transcripts of the folders that are named after a work tree. The name is all
// that says where they were held, and it is not reversible: only the whole name is taken.
func (s cursorAgent) Sessions(_ context.Context, p Place) iter.Seq2[Ref, error] {
	return func(yield func(Ref, error) bool) {
		if s.home == "" {
			return
		}
		for _, root := range p.roots {
			slug := strings.Trim(notInSlug().ReplaceAllString(filepath.ToSlash(root), "-"), "-")
			names, err := find(filepath.Join(s.projects(), slug), "agent-transcripts/*/*.jsonl")
			if err != nil && !yield(Ref{}, err) {
				return
			}
			for _, name := range names {
				r := Ref{Client: "cursor-agent", ID: strings.TrimSuffix(filepath.Base(name), ".jsonl"), path: name, dir: root}
				r.Stamp, r.Touched = stamp(name)
				if !yield(r, nil) {
					return
				}
			}
		}
	}
}

// Read reads a transcript.
func (s cursorAgent) Read(ctx context.Context, p Place, ref Ref) (*Session, error) {
	b := session(ref, p)
	skipped, err := records(ctx, ref.path, func(l struct {
		Role    string `json:"role"`
		Message struct {
			Content json.RawMessage `json:"content"`
		} `json:"message"`
	}) {
		for _, part := range blocks(l.Message.Content) {
			switch {
			case part.Type == "tool_use":
				b.call(Event{Call: part.ID}, ref.dir, part.Name, part.Input)
			case part.Type == "tool_result":
				b.result(Event{Call: part.Of, Text: plain(part.Content)}, nil, 0)
			case l.Role == "user":
				b.said(time.Time{}, part.Text)
			case l.Role == "assistant":
				b.text(time.Time{}, Agent, Text, part.Text)
			}
		}
	})
	b.s.Skipped += skipped
	b.s.Ended = ref.Touched.UTC()
	return b.done(), err
}
