package chat

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/ncruces/go-sqlite3"
)

// cursor is the store of Cursor's editor, in the four generations that it has had: tabs of a work
// space (2023), conversations within a composer, split into bubbles, and split with the work space
// named in the composer (3.12 and later).
type cursor struct{ config, home string }

const (
	tabsKey     = "workbench.panel.aichat.view.aichat.chatdata"
	composerKey = "composer.composerData"
	paneKey     = "workbench.panel.composerChatViewPane"
	viewPrefix  = "workbench.panel.aichat.view."
)

func (cursor) Name() string { return "cursor" }
func (s cursor) Seen() bool { return len(s.users()) > 0 }

// users are the folders of the editor: of this machine, and of one that is worked on from afar.
func (s cursor) users() (out []string) {
	var all []string
	if s.config != "" {
		all = append(all, filepath.Join(s.config, "Cursor", "User"))
	}
	if s.home != "" {
		all = append(all, filepath.Join(s.home, ".cursor-server", "data", "User"))
	}
	for _, u := range all {
		if exists(filepath.Join(u, "workspaceStorage")) || exists(filepath.Join(u, "globalStorage", "state.vscdb")) {
			out = append(out, u)
		}
	}
	return out
}

// Sessions lists the tabs and composers of the repository's work spaces.
func (s cursor) Sessions(ctx context.Context, p Place) iter.Seq2[Ref, error] {
	return func(yield func(Ref, error) bool) {
		for _, user := range s.users() {
			refs, err := s.list(ctx, user, p)
			for _, r := range refs {
				if !yield(r, nil) {
					return
				}
			}
			if err != nil && !yield(Ref{}, err) {
				return
			}
		}
	}
}

// list gives the sessions of one folder of the editor. What one database fails with does not hide
// the sessions of the others: the last error is returned beside them.
func (s cursor) list(ctx context.Context, user string, p Place) ([]Ref, error) {
	l := cursorList{store: s, place: p, composers: map[string]string{}, spaces: map[string]string{}}
	err := l.workspaces(ctx, user)
	global := filepath.Join(user, "globalStorage", "state.vscdb")
	if !exists(global) {
		return l.refs, err
	}
	if e := l.global(ctx, global); e != nil {
		err = e
	}
	slices.SortFunc(l.refs, func(a, b Ref) int { return strings.Compare(a.ID, b.ID) })
	return l.refs, err
}

// cursorList collects the sessions of one folder of the editor.
type cursorList struct {
	store     cursor
	place     Place
	spaces    map[string]string // folder of a work space of the repository, by its id
	composers map[string]string // folder in which a composer was held, by its id
	refs      []Ref
}

// workspaces notes the work spaces that show a folder of the repository, and lists their tabs. It
// goes on behind one that cannot be read, and returns the last error.
func (l *cursorList) workspaces(ctx context.Context, user string) error {
	names, err := find(user, "workspaceStorage/*/workspace.json")
	if err != nil {
		return err
	}
	var failed error
	for _, name := range names {
		dir := workspaceFolder(name)
		if !l.place.Holds(dir) {
			continue
		}
		space := filepath.Dir(name)
		l.spaces[filepath.Base(space)] = dir
		state := filepath.Join(space, "state.vscdb")
		if !exists(state) {
			continue
		}
		if err := l.workspace(ctx, state, dir); err != nil {
			failed = err
		}
	}
	return failed
}

// workspaceFolder is the folder that a work space of VS Code or Cursor shows.
func workspaceFolder(name string) string {
	data, err := head(name)
	if err != nil {
		return ""
	}
	var w struct {
		Folder    string `json:"folder"`
		Workspace string `json:"workspace"`
	}
	if json.Unmarshal(data, &w) != nil {
		return ""
	}
	if w.Folder == "" && w.Workspace != "" {
		return filepath.Dir(localPath(w.Workspace))
	}
	return localPath(w.Folder)
}

// workspace lists the tabs of a work space, and notes which composers are its own.
func (l *cursorList) workspace(ctx context.Context, state, dir string) error {
	db, err := readDatabase(ctx, state)
	if err != nil {
		return err
	}
	defer db.Close()
	for _, tab := range cursorTabs(db) {
		r := Ref{
			Client:  l.store.Name(),
			ID:      tab.ID,
			path:    state,
			row:     tabsKey,
			dir:     dir,
			Touched: millis(first64(tab.LastSend, tab.Timestamp)),
		}
		r.Stamp = fmt.Sprintf("%d-%v", len(tab.Bubbles), first64(tab.LastSend, tab.Timestamp))
		l.refs = append(l.refs, r)
	}
	var c struct {
		All []struct {
			ID string `json:"composerId"`
		} `json:"allComposers"`
		Selected []string `json:"selectedComposerIds"`
	}
	if json.Unmarshal(db.value("ItemTable", composerKey), &c) == nil {
		for _, one := range c.All {
			l.composers[one.ID] = dir
		}
		for _, id := range c.Selected {
			l.composers[id] = dir
		}
	}
	return db.rows("SELECT value FROM ItemTable WHERE key = ?1 OR key LIKE ?1 || '.%'", []string{paneKey}, func(s *sqlite3.Stmt) {
		var views map[string]json.RawMessage
		if json.Unmarshal(text(s, 0), &views) != nil {
			return
		}
		for view := range views {
			if id, ok := strings.CutPrefix(view, viewPrefix); ok {
				l.composers[id] = dir
			}
		}
	})
}

// global lists the composers that were held in the repository's work spaces.
func (l *cursorList) global(ctx context.Context, state string) error {
	db, err := readDatabase(ctx, state)
	if err != nil {
		return err
	}
	defer db.Close()
	if db.has("composerHeaders") {
		err := db.rows("SELECT composerId, workspaceId FROM composerHeaders", nil, func(s *sqlite3.Stmt) {
			if dir := l.spaces[s.ColumnText(1)]; dir != "" {
				l.composers[s.ColumnText(0)] = dir
			}
		})
		if err != nil {
			return err
		}
	}
	// Only what says where a composer was held and when it changed is taken out of each.
	return db.rows(`SELECT substr(key, 14), json_extract(value, '$.workspaceIdentifier.uri.fsPath'),
		coalesce(json_extract(value, '$.lastUpdatedAt'), json_extract(value, '$.createdAt'), 0), length(value),
		coalesce(json_extract(value, '$.isDraft'), 0), json_extract(value, '$.createdOnBranch')
		FROM cursorDiskKV WHERE key LIKE 'composerData:%' AND json_valid(value)`, nil, func(s *sqlite3.Stmt) {
		id, at := s.ColumnText(0), s.ColumnFloat(2)
		dir := first(l.composers[id], s.ColumnText(1))
		if !l.place.Holds(dir) || s.ColumnInt(4) != 0 {
			return
		}
		r := Ref{Client: l.store.Name(), ID: id, path: state, row: "composer", dir: dir, Touched: millis(at), branch: s.ColumnText(5)}
		r.Stamp = fmt.Sprintf("%v-%d", at, s.ColumnInt64(3))
		l.refs = append(l.refs, r)
	})
}

// cursorTab is a conversation of the first generation.
type cursorTab struct {
	ID        string  `json:"tabId"`
	Title     string  `json:"chatTitle"`
	LastSend  float64 `json:"lastSendTime"` // milliseconds since 1970, as all times here
	Timestamp float64 `json:"timestamp"`
	Bubbles   []struct {
		Type     string `json:"type"`
		Text     string `json:"text"`
		Raw      string `json:"rawText"`
		Init     string `json:"initText"`
		Model    string `json:"modelType"`
		Delegate *struct {
			A string `json:"a"`
		} `json:"delegate"`
	} `json:"bubbles"`
}

// cursorTabs reads the conversations of the first generation; nil where a work space has none, or
// they are damaged.
func cursorTabs(db *database) []cursorTab {
	var data struct {
		Tabs []cursorTab `json:"tabs"`
	}
	_ = json.Unmarshal(db.value("ItemTable", tabsKey), &data)
	return data.Tabs
}

// Read reads a tab or a composer.
func (s cursor) Read(ctx context.Context, p Place, ref Ref) (*Session, error) {
	db, err := readDatabase(ctx, ref.path)
	if err != nil {
		return nil, err
	}
	defer db.Close()
	b := session(ref, p)
	if ref.row == tabsKey {
		for _, tab := range cursorTabs(db) {
			if tab.ID == ref.ID {
				b.cursorTab(tab)
			}
		}
		return b.done(), nil
	}
	return b.done(), b.composer(db, ref)
}

// cursorTab tells a conversation of the first generation, whose messages have no times and whose
// tools are not kept.
func (b *builder) cursorTab(tab cursorTab) {
	b.s.Title = tab.Title
	for _, bubble := range tab.Bubbles {
		if bubble.Type == "ai" {
			b.s.Model = first(bubble.Model, b.s.Model)
			b.text(time.Time{}, Agent, Text, bubble.Raw)
			continue
		}
		said := ""
		if bubble.Delegate != nil {
			said = bubble.Delegate.A
		}
		b.said(time.Time{}, first(said, bubble.Text, lexical(bubble.Init), bubble.Raw))
	}
	b.seen(millis(first64(tab.LastSend, tab.Timestamp)))
}

// composerData is a conversation: with its bubbles, or with their names only.
type composerData struct {
	Version      int      `json:"_v"`
	Name         string   `json:"name"`
	Created      float64  `json:"createdAt"`
	Updated      float64  `json:"lastUpdatedAt"`
	Conversation []bubble `json:"conversation"`
	Headers      []struct {
		ID string `json:"bubbleId"`
	} `json:"fullConversationHeadersOnly"`
	Model struct {
		Name string `json:"modelName"`
	} `json:"modelConfig"`
	Capabilities []struct {
		Type int `json:"type"`
		Data struct {
			Bubbles json.RawMessage `json:"bubbleDataMap"`
		} `json:"data"`
	} `json:"capabilities"`
}

// bubble is a message of a conversation.
type bubble struct {
	ID       string          `json:"bubbleId"`
	Type     int             `json:"type"` // 1 the person, 2 the agent
	Text     string          `json:"text"`
	Rich     string          `json:"richText"`
	Created  json.RawMessage `json:"createdAt"`
	Thinking struct {
		Text string `json:"text"`
	} `json:"thinking"`
	Tool *struct {
		Name    string          `json:"name"`
		Call    string          `json:"toolCallId"`
		RawArgs json.RawMessage `json:"rawArgs"`
		Params  json.RawMessage `json:"params"`
		Result  json.RawMessage `json:"result"`
		Status  string          `json:"status"`
	} `json:"toolFormerData"`
	Model struct {
		Name string `json:"modelName"`
	} `json:"modelInfo"`
	Timing struct {
		Start  float64 `json:"clientStartTime"`
		RPC    float64 `json:"clientRpcSendTime"`
		Settle float64 `json:"clientSettleTime"`
		End    float64 `json:"clientEndTime"`
	} `json:"timingInfo"`
}

// when is the time of a bubble. A start may count from the start of the program, and is none then.
func (u bubble) when() time.Time {
	var s string
	if json.Unmarshal(u.Created, &s) == nil {
		if t := clock(s); !t.IsZero() {
			return t
		}
	}
	var ms float64
	_ = json.Unmarshal(u.Created, &ms)
	for _, at := range []float64{ms, u.Timing.Start, u.Timing.RPC, u.Timing.End} {
		if t := millis(at); !t.IsZero() {
			return t
		}
	}
	return time.Time{}
}

// composer tells a composer in the order of its headers. A bubble that they do not name was taken
// back; one that is named and not there is counted.
func (b *builder) composer(db *database, ref Ref) error {
	var c composerData
	if err := json.Unmarshal(db.value("cursorDiskKV", "composerData:"+ref.ID), &c); err != nil {
		return fmt.Errorf("%s: composer %s: %w", ref.path, ref.ID, err)
	}
	b.s.Title, b.s.Model = c.Name, c.Model.Name
	if c.Version > 0 {
		b.s.Version = fmt.Sprint(c.Version)
	}
	b.seen(millis(c.Created))
	for _, u := range c.Conversation {
		b.bubble(u, ref.dir)
	}
	if len(c.Conversation) > 0 {
		return nil
	}
	all := map[string]bubble{}
	prefix := "bubbleId:" + ref.ID + ":"
	err := db.rows(
		"SELECT key, value FROM cursorDiskKV WHERE key >= ?1 AND key < ?2",
		[]string{prefix, prefix + "\U0010FFFF"},
		func(s *sqlite3.Stmt) {
			var u bubble
			if raw := text(s, 1); json.Unmarshal(raw, &u) == nil {
				all[strings.TrimPrefix(s.ColumnText(0), prefix)] = u
			}
		},
	)
	if err != nil {
		return err
	}
	for _, h := range c.Headers {
		u, ok := all[h.ID]
		if !ok {
			b.s.Skipped++
			continue
		}
		b.bubble(u, ref.dir)
	}
	return nil
}

// bubble tells a message: what was thought, a tool's call with its result, then what was said. A
// call whose tool has no status yet has no result.
func (b *builder) bubble(u bubble, dir string) {
	t := u.when()
	b.text(t, Agent, Thinking, u.Thinking.Text)
	if tool := u.Tool; tool != nil && tool.Name != "" {
		args := tool.RawArgs
		if string(args) == "" || string(args) == `""` {
			args = tool.Params
		}
		b.call(Event{Time: t, Call: tool.Call}, dir, tool.Name, args)
		if tool.Status != "" {
			ok := tool.Status != "error" && tool.Status != "cancelled"
			out, exit := cursorResult(tool.Result)
			b.result(Event{Time: t, Call: tool.Call, Text: out}, &ok, exit)
		}
	}
	said := first(u.Text, lexical(u.Rich))
	switch {
	case u.Type == 1:
		b.said(t, said)
	case u.Type == 2:
		if u.Model.Name != "" {
			b.s.Model = u.Model.Name
		}
		b.text(t, Agent, Text, said)
	}
}

// cursorResult is what a tool gave, which stands as JSON in a text.
func cursorResult(raw json.RawMessage) (string, int) {
	var s string
	if json.Unmarshal(raw, &s) != nil {
		s = string(raw)
	}
	var r struct {
		Contents string `json:"contents"`
		Output   string `json:"output"`
		Exit     int    `json:"exitCode"`
		Exit2    int    `json:"exitCodeV2"`
	}
	if json.Unmarshal([]byte(s), &r) == nil {
		return first(r.Output, r.Contents, s), cmp.Or(r.Exit2, r.Exit)
	}
	return s, 0
}

// lexical is the text of an editor's document: its leaves, a line for each paragraph.
func lexical(document string) string {
	if document == "" {
		return ""
	}
	type node struct {
		Type     string            `json:"type"`
		Text     string            `json:"text"`
		Children []json.RawMessage `json:"children"`
	}
	var root struct {
		Root json.RawMessage `json:"root"`
	}
	if json.Unmarshal([]byte(document), &root) != nil {
		return ""
	}
	var out strings.Builder
	var walk func(raw json.RawMessage, depth int)
	walk = func(raw json.RawMessage, depth int) {
		var n node
		if depth > 100 || json.Unmarshal(raw, &n) != nil {
			return
		}
		if n.Type == "paragraph" && out.Len() > 0 || n.Type == "linebreak" {
			out.WriteByte('\n')
		}
		out.WriteString(n.Text)
		for _, c := range n.Children {
			walk(c, depth+1)
		}
	}
	walk(root.Root, 0)
	return out.String()
}

// first64 is the first number that is not 0, 0 when there is none: for stores that leave out one
// time or the other.
func first64(all ...float64) float64 {
	for _, v := range all {
		if v != 0 {
			return v
		}
	}
	return 0
}
