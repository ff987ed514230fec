package chat

import (
	"bytes"
	"context"
	"encoding/json"
	"iter"
	"path/filepath"
	"strings"
)

// codex is the store of Codex CLI (0.1 and later): a "rollout" of JSON lines for each session, by
// day, whatever folder it was held in.
type codex struct{ home string }

func (codex) Name() string { return "codex" }
func (s codex) Seen() bool { return s.home != "" && exists(filepath.Join(s.home, "sessions")) }

// Sessions lists the rollouts, the archived ones too, by their first record.
func (s codex) Sessions(ctx context.Context, p Place) iter.Seq2[Ref, error] {
	return func(yield func(Ref, error) bool) {
		for _, pattern := range []string{"sessions/*/*/*/rollout-*.jsonl", "archived_sessions/rollout-*.jsonl"} {
			names, err := find(s.home, pattern)
			if err != nil {
				yield(Ref{}, err)
				return
			}
			for _, name := range names {
				if ctx.Err() != nil {
					return
				}
				if ref, ok := s.ref(name, p); ok && !yield(ref, nil) {
					return
				}
			}
		}
	}
}

// ref names a rollout by its head; not ok where it cannot be read, or was held in another folder.
// One that gives no id is named after its file.
func (s codex) ref(name string, p Place) (Ref, bool) {
	data, err := head(name)
	if err != nil {
		return Ref{}, false
	}
	dir := field(data, "cwd")
	if !p.Holds(dir) {
		return Ref{}, false
	}
	r := Ref{Client: s.Name(), ID: field(data, "id"), path: name, dir: dir, branch: field(data, "branch")}
	if r.ID == "" {
		r.ID = strings.TrimSuffix(filepath.Base(name), ".jsonl")
	}
	r.parent = field(data, "forked_from_id")
	r.Stamp, r.Touched = stamp(name)
	return r, true
}

// codexLine is a line of a rollout.
type codexLine struct {
	Time    string `json:"timestamp"`
	Type    string `json:"type"`
	Payload struct {
		Type      string          `json:"type"`
		Role      string          `json:"role"`
		Message   string          `json:"message"`
		Text      string          `json:"text"`
		Name      string          `json:"name"`
		CallID    string          `json:"call_id"`
		Arguments json.RawMessage `json:"arguments"`
		Input     json.RawMessage `json:"input"`
		Action    json.RawMessage `json:"action"`
		Output    json.RawMessage `json:"output"`
		Content   []struct {
			Text string `json:"text"`
		} `json:"content"`
		Source json.RawMessage `json:"source"` // of a subagent an object: {"subagent": …}
		Turn   *struct {
			Parent *string `json:"parent_turn_id"` // of an agent's turn, which began this one
		} `json:"turn_attribution"`
		About struct {
			Created float64                                      `json:"create_time"` // seconds since 1970; a copy in a fork keeps it
			Items   []struct{ Provenance struct{ Type string } } `json:"content_item_metadata"`
		} `json:"internal_chat_message_metadata_passthrough"`
		Model   string `json:"model"`
		Dir     string `json:"cwd"`
		Version string `json:"cli_version"`
		Turns   int    `json:"num_turns"`
		Git     struct {
			Commit string `json:"commit_hash"`
			Branch string `json:"branch"`
		} `json:"git"`
	} `json:"payload"`
}

// Read reads a rollout. Two streams tell the same: what was said is taken from event_msg, where
// there is any, for response_item holds what the program adds as well; tools from response_item.
// What an agent tells its subagent is no person's word; a person may go on in the subagent's rollout.
func (s codex) Read(ctx context.Context, p Place, ref Ref) (*Session, error) {
	var all []codexLine
	spoken := map[string]bool{}
	skipped, err := records(ctx, ref.path, func(l codexLine) {
		if l.Type == "event_msg" {
			spoken[l.Payload.Type] = true
		}
		if len(all) < 4*MaxEvents {
			all = append(all, l)
		}
	})
	if err != nil {
		return nil, err
	}
	b := session(ref, p)
	b.s.Skipped = skipped
	dir, ofAgent := ref.dir, false
	for _, l := range all {
		if l.Payload.Dir != "" {
			dir = l.Payload.Dir
		}
		switch {
		case l.Type == "session_meta":
			ofAgent = bytes.Contains(l.Payload.Source, []byte(`"subagent"`))
		case l.Payload.Type == "task_started" && l.Payload.Turn != nil:
			ofAgent = l.Payload.Turn.Parent != nil
		case ofAgent && (l.Payload.Role == "user" || l.Payload.Type == "user_message"):
			continue
		}
		switch l.Type {
		case "session_meta", "turn_context":
			b.s.Version = first(l.Payload.Version, b.s.Version)
			b.s.Model = first(l.Payload.Model, b.s.Model)
			b.s.Commit = first(b.s.Commit, l.Payload.Git.Commit)
			b.seen(clock(l.Time))
		case "event_msg":
			// Other kinds of events are passed over: tools are told by response_item.
			t := clock(l.Time)
			switch l.Payload.Type {
			case "user_message":
				b.said(t, l.Payload.Message)
			case "agent_message":
				b.text(t, Agent, Text, l.Payload.Message)
			case "agent_reasoning":
				b.text(t, Agent, Thinking, l.Payload.Text)
			case "turn_aborted":
				b.add(Event{Time: t, Role: User, Kind: Abort})
			case "thread_rolled_back":
				b.rollBack(l.Payload.Turns)
			}
		case "response_item":
			b.codexItem(l, dir, spoken)
		case "compacted":
			b.add(Event{Time: clock(l.Time), Role: System, Kind: Compact})
		}
	}
	return b.done(), nil
}

// rollBack forgets the last turns: what was taken back does not hold.
func (b *builder) rollBack(turns int) {
	n := len(b.s.Events)
	for i := n - 1; i >= 0 && turns > 0; i-- {
		if e := b.s.Events[i]; e.Role == User && e.Kind == Text {
			n = i
			turns--
		}
	}
	b.truncate(n)
	b.add(Event{Role: System, Kind: Rewind})
}

// truncate drops the events from number n on, and forgets the calls among them: no result that
// comes later is joined to one.
func (b *builder) truncate(n int) {
	b.s.Events = b.s.Events[:n]
	for id, i := range b.calls {
		if i >= n {
			delete(b.calls, id)
		}
	}
}

// codexItem tells a tool's call or its result, and what was said where no event_msg says it: spoken
// has the kinds of those that there are. Paths are taken from dir.
func (b *builder) codexItem(l codexLine, dir string, spoken map[string]bool) {
	t, p := clock(l.Time), l.Payload
	switch p.Type {
	case "message":
		var text []string
		for i, c := range p.Content {
			// Where it is told who put something in, it may be the program or a tool, in the user's role.
			if p.Role != "user" || i >= len(p.About.Items) || p.About.Items[i].Provenance.Type == "user" {
				text = append(text, c.Text)
			}
		}
		if created := millis(p.About.Created * 1000); !created.IsZero() {
			t = created
		}
		switch said := strings.Join(text, "\n"); {
		case p.Role == "user" && !spoken["user_message"]:
			b.said(t, said)
		case p.Role == "assistant" && !spoken["agent_message"]:
			b.text(t, Agent, Text, said)
		}
	case "function_call", "custom_tool_call", "local_shell_call", "web_search_call":
		args := p.Arguments
		for _, other := range []json.RawMessage{p.Input, p.Action} {
			if len(args) == 0 {
				args = other
			}
		}
		b.call(Event{Time: t, Call: p.CallID}, dir, first(p.Name, p.Type), args)
	case "function_call_output", "custom_tool_call_output", "local_shell_call_output":
		text, exit := codexOutput(p.Output)
		b.result(Event{Time: t, Call: p.CallID, Text: text}, nil, exit)
	}
}

// codexOutput reads an output: a text, JSON in a text with the shell's status, or parts.
func codexOutput(raw json.RawMessage) (text string, exit int) {
	var s string
	if json.Unmarshal(raw, &s) != nil {
		return plain(raw), 0
	}
	var o struct {
		Output   *string `json:"output"`
		Metadata struct {
			Exit int `json:"exit_code"`
		} `json:"metadata"`
	}
	if json.Unmarshal([]byte(s), &o) == nil && o.Output != nil {
		return *o.Output, o.Metadata.Exit
	}
	exit, _ = ExitStatus(s)
	return s, exit
}
