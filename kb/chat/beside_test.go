package chat

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ncruces/go-sqlite3"
)

// put writes files below a folder; a name that ends in a slash is a folder.
func put(t *testing.T, dir string, files map[string]string) {
	t.Helper()
	for name, text := range files {
		full := filepath.Join(dir, filepath.FromSlash(name))
		if !strings.HasSuffix(name, "/") {
			write(t, full, text)
		} else if err := os.MkdirAll(full, 0o755); err != nil {
			t.Fatal(err)
		}
	}
}

// putDatabase writes a database of these statements.
func putDatabase(t *testing.T, name, sql string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	db, err := sqlite3.Open(name)
	if err == nil {
		err = db.Exec(sql)
	}
	if err != nil {
		t.Fatal(err)
	}
	db.Close()
}

// listed are the sessions of a store by their ids, and "!" for what it could not read.
func listed(t *testing.T, s Store, p Place) (out []string) {
	t.Helper()
	for ref, err := range s.Sessions(t.Context(), p) {
		if err != nil {
			out = append(out, "!")
			continue
		}
		out = append(out, ref.ID+map[bool]string{true: " of " + ref.parent}[ref.parent != ""])
	}
	return out
}

// What lies before a session and is none, cannot be read, or is of another folder does not hide it.
func TestSessionsBesideOthers(t *testing.T) {
	dir := t.TempDir()
	sum := func(root string) string {
		s := sha256.Sum256([]byte(root))
		return hex.EncodeToString(s[:])
	}
	own, foreign := `{"cwd":"/src/ledger"}`, `{"cwd":"/src/rooms"}`
	put(t, dir, map[string]string{
		"claude/projects/-src-attic":                  "no folder, and of none of ours",
		"claude/projects/-src-ledger":                 "no folder",
		"claude/projects/-src-ledger-a/agent-1.jsonl": own,
		"claude/projects/-src-ledger-a/b.jsonl/":      "",
		"claude/projects/-src-ledger-a/c.jsonl":       foreign,
		"claude/projects/-src-ledger-a/d.jsonl":       `{"cwd":"/src/ledger","uuid":"1","timestamp":"2"}`,
		"claude/projects/-src-ledger-a/e.jsonl":       `{"cwd":"/src/ledger","timestamp":"2"}`,
		"claude/projects/-src-ledger-a/f.jsonl":       `{"cwd":"/src/ledger","timestamp":"3"}`,

		"codex/sessions/2026/05/05/rollout-a.jsonl/": "",
		"codex/sessions/2026/05/05/rollout-b.jsonl":  foreign,
		"codex/sessions/2026/05/05/rollout-c.jsonl":  own,
		"codex/sessions/2026/05/05/rollout-d.jsonl":  `{"cwd":"/src/ledger","id":"d1","forked_from_id":"c1"}`,

		"home/.copilot/session-state/a/events.jsonl/": "",
		"home/.copilot/session-state/b/events.jsonl":  foreign,
		"home/.copilot/session-state/c/events.jsonl":  own,
		"home/.copilot/session-state/d/events.jsonl":  `{"cwd":"/src/ledger","sessionId":"d1"}`,
		"home/.copilot/session-state/e.jsonl":         own,

		"home/.gemini/tmp/a/.project_root":                            "/src/rooms",
		"home/.gemini/tmp/a/chats/session-1.json":                     "{}",
		"home/.gemini/tmp/" + sum("/src/ledger"):                      "no folder",
		"home/.gemini/tmp/z/.project_root":                            "/src/ledger",
		"home/.gemini/tmp/z/chats/session-1.json/":                    "",
		"home/.gemini/tmp/z/chats/session-2.json":                     `{"messages":[{"type":"user","content":"hi"}]}`,
		"home/.gemini/tmp/z/chats/session-3.jsonl":                    `{"sessionId":"g3"}` + "\n" + `{"id":"1","type":"gemini"}`,
		"home/.gemini/tmp/z/chats/session-4.json":                     `{"sessionId":"g4"}`,
		"home/.gemini/tmp/z/chats/session-4.jsonl":                    `{"sessionId":"g4"}` + "\n" + `{"id":"1","type":"gemini"}`,
		"home/.gemini/tmp/z/chats/session-5.jsonl":                    `{"sessionId":"g3"}` + "\n" + `{"$set":{"messages":[]}}`,
		"home/.gemini/tmp/z/chats/session-6.jsonl":                    "{\"sessionId\":\"g6\"}\n{\n",
		"home/.cursor/projects/src-ledger":                            "no folder",
		"home/.cursor/projects/src-other/agent-transcripts/a/a.jsonl": "{}",
		"home/.cursor/projects/src-other/agent-transcripts/b/b.jsonl": "{}",

		"config/Code/User/workspaceStorage/a/workspace.json":          `{"folder":"file:///src/rooms"}`,
		"config/Code/User/workspaceStorage/a/chatSessions/x.json":     `{}`,
		"config/Code/User/workspaceStorage/b/workspace.json":          `{"folder":"file:///src/ledger"}`,
		"config/Code/User/workspaceStorage/b/chatSessions/a.jsonx":    `{}`,
		"config/Code/User/workspaceStorage/b/chatSessions/b.json":     `{}`,
		"config/Code/User/workspaceStorage/b/chatSessions/b.jsonl":    `{}`,
		"config/Code/User/workspaceStorage/b/chatSessions/c.json":     `{}`,
		"config/VSCodium/User/workspaceStorage/c/workspace.json":      `{"folder":"file:///src/ledger"}`,
		"config/VSCodium/User/workspaceStorage/c/chatSessions/d.json": `{}`,

		"repo/.specstory/history/a.md/": "",
		"repo/.specstory/history/b.md":  "# B\n",
		"repo/.specstory/history/c.md":  "<!-- Claude Code Session c-1 (2026-05-08) -->\n",

		"data/opencode/opencode.db":               "no database",
		"data/opencode/storage/session/p/a.json/": "",
		"data/opencode/storage/session/p/b.json":  `{"id":"b","directory":"/src/rooms"}`,
		"data/opencode/storage/session/p/c.json":  `{"id":"../c","directory":"/src/ledger"}`,
		"data/opencode/storage/session/p/d.json":  `{"id":".d","directory":"/src/ledger"}`,
		"data/opencode/storage/session/p/e.json":  `{"id":"e","parentID":"x","directory":"/src/ledger"}`,
		"data/opencode/storage/session/p/f.json":  `{`,
		"data/opencode/storage/session/p/g.json":  `{"id":"g","directory":"/src/ledger"}`,
		"data/opencode/storage/session/p/h.json":  `{"id":"h","directory":"/src/ledger/web"}`,

		"config/Cursor/User/workspaceStorage/a/workspace.json":            `{"folder":"file:///src/rooms"}`,
		"config/Cursor/User/workspaceStorage/b/workspace.json":            `{"folder":"file:///src/ledger"}`,
		"config/Cursor/User/workspaceStorage/c/workspace.json":            `{"folder":"file:///src/ledger"}`,
		"config/Cursor/User/workspaceStorage/c/state.vscdb":               "no database",
		"config/Cursor/User/workspaceStorage/d/workspace.json":            `{"folder":"file:///src/ledger"}`,
		"home/.cursor-server/data/User/workspaceStorage/e/workspace.json": `{"folder":"file:///src/ledger"}`,
	})
	for folder, tab := range map[string]string{"config/Cursor/User/workspaceStorage/d": "t1",
		"home/.cursor-server/data/User/workspaceStorage/e": "t2"} {
		putDatabase(t, filepath.Join(dir, filepath.FromSlash(folder), "state.vscdb"), "CREATE TABLE ItemTable (key TEXT, value BLOB);"+
			"INSERT INTO ItemTable VALUES ('"+tabsKey+"', "+
			"'{\"tabs\":[{\"tabId\":\""+tab+"\",\"bubbles\":[{\"type\":\"user\",\"text\":\"x\"}]}]}')")
	}
	at := func(name string) string { return filepath.Join(dir, name) }
	p := NewPlace("/src/ledger", "/src/other")
	got := map[string]string{}
	for _, s := range Stores(Homes{User: at("home"), Config: at("config"), Data: at("data"), Codex: at("codex"), Claude: at("claude")},
		at("repo")) {
		got[fmt.Sprintf("%T", s)] = strings.Join(listed(t, s, p), ", ")
	}
	for store, want := range map[string]string{
		"chat.claude": "!, d, e, f", "chat.codex": "rollout-c, d1 of c1", "chat.copilot": "c, d1, e",
		"chat.gemini":      "!, session-2, g3, g4, g6",
		"chat.cursorAgent": "!, a, b", "chat.vscode": "b, c, d", "chat.specstory": "b, c-1", "chat.opencode": "!, g, h",
		"chat.cursor": "t1, !, t2",
		"chat.aider":  "",
	} {
		if got[store] != want {
			t.Errorf("%s: %s, want %s", store, got[store], want)
		}
	}
}

// Records that are broken are counted, whatever the store; the first title stays, and a version that is none is not told.
func TestBrokenRecordsOfStores(t *testing.T) {
	dir := t.TempDir()
	lines := func(all ...string) string { return strings.Join(all, "\n") + "\n" }
	for _, tt := range []struct {
		store Store
		row   string
		text  string
		want  string // title, version, records skipped, events
	}{
		{claude{dir}, "", lines(`{"type":"ai-title","aiTitle":"Rooms"}`, `{`, `{"type":"ai-title","aiTitle":"Attic"}`,
			`{"type":"user","uuid":"1","aiTitle":"No","message":{"content":"hi"}}`), "Rooms  1 1"},
		{copilot{dir}, "", lines(`{"type":"user.message","data":{"content":"hi","copilotVersion":"7"}}`, `{`, `{`), " 7 2 1"},
		{gemini{dir}, ".jsonl", lines(`{"id":"1","type":"user","content":"hi"}`, `{`, `{"$set":{"summary":"Rooms"}}`), "Rooms  1 1"},
		{gemini{dir}, ".json",
			`{"startTime":"2026-05-01T12:00:00Z","messages":[{"type":"user","content":"hi"},{"type":"info","content":"x"}]}`,
			"  0 1"},
		{cursorAgent{dir}, "", lines(`{"role":"user","message":{"content":"hi"}}`, `{`, `{`,
			`{"role":"assistant","message":{"content":"ho"}}`),
			"  2 2"},
		{vscode{dir}, ".json", `{"customTitle":"Rooms","requests":[{"message":{"text":"hi"}}]}`, "Rooms  0 1"},
		{vscode{dir}, ".json", `{"version":1,"requests":[{"message":{"text":"hi"},"isCanceled":true}]}`, " 1 0 2"},
		{vscode{dir}, ".jsonl", lines(`{"kind":0,"v":{"version":3}}`, `{`, `{"kind":9,"k":["a"]}`), " 3 2 0"},
		{specstory{dir}, "", "# Rooms\n# Attic\n\n_**User**_\n\n# Not a title\n\n---\n", "Rooms  0 1"},
	} {
		path := write(t, filepath.Join(dir, "session"), tt.text)
		s, err := tt.store.Read(t.Context(), NewPlace("/src/ledger"), Ref{ID: "x", path: path, Page: "session", row: tt.row,
			dir: "/src/ledger"})
		if err != nil {
			t.Errorf("%T: %v", tt.store, err)
			continue
		}
		if got := fmt.Sprint(s.Title, " ", s.Version, " ", s.Skipped, " ", len(s.Events)); got != tt.want {
			t.Errorf("%T of %q: %q, want %q", tt.store, tt.text, got, tt.want)
		}
	}
	for _, tt := range []struct {
		store Store
		row   string
	}{{gemini{dir}, ".json"}, {vscode{dir}, ".json"}, {vscode{dir}, ".jsonl"}, {opencode{dir}, "files"}} {
		for _, path := range []string{write(t, filepath.Join(dir, "broken"), "{\n"), filepath.Join(dir, "none")} {
			if tt.row == ".jsonl" && strings.HasSuffix(path, "broken") {
				continue // a line that is broken is counted
			}
			if _, err := tt.store.Read(t.Context(), NewPlace("/src/ledger"), Ref{path: path, row: tt.row}); err == nil {
				t.Errorf("%T reads %s as a session", tt.store, filepath.Base(path))
			}
		}
	}
}

// What programs put before a prompt is nobody's word, whatever it quotes; what follows it is.
func TestTyped(t *testing.T) {
	for text, want := range map[string]string{
		"hi": "hi", "": "", "<hook_context>a\nb</hook_context>\n\nPlease go on. ": "Please go on.", " <hook_context>a</hook_context>\n": "",
		"<session_context>a</session_context> now <b>stop</session_context>":  "",
		"<session_context>a</session_context>\nRemember x.</session_context>": "", "<session_context>never ends": "",
		"<hook_context>a</hook_context>\n<session_context>b</session_context>hi": "hi",
		"what is <hook_context>?": "what is <hook_context>?",
		"<hook_context>a</hook_context><task-notification>b</task-notification>": "",
		"a <system-reminder>b</system-reminder>c":                                "a c", "<user_query>\na\n</user_query>": "a",
	} {
		if got := Typed(text); got != want {
			t.Errorf("of %q was typed %q, want %q", text, got, want)
		}
	}
}

// A call of Gemini that failed or was cancelled says so.
func TestStatusOfGeminiCalls(t *testing.T) {
	for status, want := range map[string]string{"success": "t result other out", "error": "t result other out failed",
		"cancelled": "t result other out failed", "": "t result other out"} {
		b := session(Ref{}, NewPlace("/src/ledger"))
		b.gemini(decoded[geminiMessage](t, `{"type":"gemini","toolCalls":[{"id":"1","name":"x","status":"`+status+
			`","result":[{"functionResponse":{"response":{"output":"out"}}}]}]}`)[0], "/src/ledger", map[string]bool{})
		if got := eventsOf(b); got != "a call other | "+want {
			t.Errorf("%q: %s", status, got)
		}
	}
}

// What was taken back is not told, and said once; the model is that of the messages which stand.
func TestRevertOfOpencode(t *testing.T) {
	for revert, want := range map[string]string{"": "u text one | u text two | u text three", "m2": "u text one | s rewind",
		"m0": "s rewind",
		"m4": "u text one | u text two | u text three"} {
		b := session(Ref{}, NewPlace("/src/ledger"))
		o := decoded[opencodeSession](t, `{"title":"T","revert":{"messageID":"`+revert+`"}}`)[0]
		if revert == "" {
			o.Revert = nil
		}
		texts := map[string]string{"m1": "one", "m2": "two", "m3": "three"}
		b.opencodes(o, decoded[opencodeMessage](t, `{"id":"m1","role":"user"} {"id":"m2","role":"user"} {"id":"m3","role":"user"}`),
			func(id string) []opencodePart {
				return []opencodePart{{Type: "text", Text: texts[id]}, {Type: "text", Text: "no", Synthetic: true}}
			}, "/src/ledger")
		if got := eventsOf(b); got != want {
			t.Errorf("reverted to %q: %s, want %s", revert, got, want)
		}
	}
}

// The quotes that OpenCode puts around a prompt are none of a person's; what a person quotes is.
func TestQuotesOfOpencode(t *testing.T) {
	for text, want := range map[string]string{
		`"make it so"`: "make it so", `"say \"no\" to it"`: `say "no" to it`, `make it so`: `make it so`, `"a b" "c d"`: `"a b" "c d"`,
		`"a b" and more`: `"a b" and more`, `"`: `"`, `""`: "", `say "a b"`: `say "a b"`, "\"two\nlines\"": "two\nlines",
	} {
		b := session(Ref{}, NewPlace("/src/ledger"))
		for _, role := range []string{"user", "assistant"} {
			b.opencode(opencodeMessage{Role: role}, []opencodePart{{Type: "text", Text: text}}, "/src/ledger")
		}
		got := eventsOf(b)
		if want = strings.TrimPrefix("u text "+want+" | ", "u text  | ") + "a text " + text; got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}

// Documents that are none are counted, and those behind them are read.
func TestDocumentsOfOpencode(t *testing.T) {
	dir := t.TempDir()
	put(t, dir, map[string]string{
		"opencode/storage/session/p/s.json": `{"id":"s","directory":"/src/ledger","title":"Rooms"}`,
		"opencode/storage/message/s/1.json": `{`,
		"opencode/storage/message/s/2.json": `{"id":"m2","role":"user"}`,
		"opencode/storage/message/s/3.json": `{"id":"m1","role":"assistant"}`,
		"opencode/storage/message/s/4.json": `{"id":"../m4","role":"user"}`,
		"opencode/storage/message/s/5.json": `{"id":"m5","role":"user"}`,
		"opencode/storage/part/m1/1.json":   `{"type":"text","text":"first"}`,
		"opencode/storage/part/m2/1.json":   `x`,
		"opencode/storage/part/m2/2.json":   `{"type":"text","text":"second"}`,
		"opencode/storage/part/m5":          "no folder",
		"opencode/storage/m4/1.json":        `{"type":"text","text":"outside"}`,
	})
	s := opencode{dir}
	refs := listed(t, s, NewPlace("/src/ledger"))
	if !slices.Equal(refs, []string{"s"}) {
		t.Fatalf("sessions %q", refs)
	}
	got, err := s.Read(t.Context(), NewPlace("/src/ledger"), Ref{ID: "s", row: "files", dir: "/src/ledger",
		path: filepath.Join(dir, "opencode", "storage", "session", "p", "s.json")})
	if err != nil {
		t.Fatal(err)
	}
	if text := eventsOf(&builder{s: *got}); text != "a text first | u text second" || got.Skipped != 3 || got.Title != "Rooms" {
		t.Errorf("%s, %d skipped", text, got.Skipped)
	}
}

// A copy of a database is read with its log or without, and nothing of it stays; what is none is an error.
func TestCopiesOfDatabases(t *testing.T) {
	dir := t.TempDir()
	temp := t.TempDir()
	t.Setenv("TMPDIR", temp)
	name := filepath.Join(dir, "a.db")
	putDatabase(t, name, "CREATE TABLE t (key TEXT, value BLOB); INSERT INTO t VALUES ('a', 'one'), ('b', 'two')")
	left := func() int {
		t.Helper()
		entries, err := os.ReadDir(temp)
		if err != nil {
			t.Fatal(err)
		}
		return len(entries)
	}
	db, err := openCopy(t.Context(), name)
	if err != nil {
		t.Fatal(err)
	}
	if got := db.value("t", "b"); string(got) != "two" || !db.has("t") || db.has("u") || left() != 1 || db.value("t", "c") != nil {
		t.Errorf("value %q, %d folders", got, left())
	}
	if err := db.Close(); err != nil || left() != 0 {
		t.Errorf("%d folders are left, %v", left(), err)
	}
	if db, err = readDatabase(t.Context(), name); err != nil || db.copied != "" || string(db.value("t", "a")) != "one" {
		t.Fatalf("%+v, %v", db, err)
	}
	db.Close()
	none := write(t, filepath.Join(dir, "none.db"), strings.Repeat("no database ", 100))
	for _, path := range []string{none, filepath.Join(dir, "nowhere.db")} {
		if _, err := openCopy(t.Context(), path); err == nil {
			t.Errorf("%s is copied", filepath.Base(path))
		}
		if _, err := openReadOnly(t.Context(), path, nil); err == nil {
			t.Errorf("%s is opened", filepath.Base(path))
		}
		if _, err := readDatabase(t.Context(), path); err == nil {
			t.Errorf("%s is read", filepath.Base(path))
		}
	}
	if left() != 0 {
		t.Errorf("%d folders are left of what could not be read", left())
	}
	put(t, dir, map[string]string{"a.db-wal/": ""})
	if _, err := openCopy(t.Context(), name); err == nil {
		t.Error("a log that cannot be read is done without")
	}
}

// A document is read up to its bound.
func TestGreatDocuments(t *testing.T) {
	path := write(t, filepath.Join(t.TempDir(), "a"), "")
	for size, ok := range map[int64]bool{maxDocs: true, maxDocs + 1: false} {
		if err := os.Truncate(path, size); err != nil {
			t.Fatal(err)
		}
		data, err := whole(path)
		if (err == nil) != ok || ok && int64(len(data)) != size || ok && bytes.ContainsAny(data[:9], "a") {
			t.Errorf("of %d bytes %d are read, %v", size, len(data), err)
		}
	}
}

// A view without an end in the place of a foreign table ends, and is said; a table is read whatever its rows are.
func TestEndlessDatabases(t *testing.T) {
	endless := func(columns string) string {
		return "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT " + columns + " FROM n"
	}
	at := func(dir, name string) string {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
			t.Fatal(err)
		}
		return file
	}
	const space = "config/Cursor/User/workspaceStorage/k/"
	const global = "config/Cursor/User/globalStorage/state.vscdb"
	for name, made := range map[string][2]string{
		"items, rows": {space + "state.vscdb", "CREATE VIEW ItemTable AS " + endless("'"+paneKey+"' AS key, '{}' AS value")},
		"items, none": {space + "state.vscdb", "CREATE VIEW ItemTable AS " + endless("'x' || i AS key, '{}' AS value")},
		"headers":     {global, "CREATE VIEW composerHeaders AS " + endless("'a' || i AS composerId, 'k' AS workspaceId")},
		"composers": {global, "CREATE VIEW cursorDiskKV AS " +
			endless("'composerData:' || i AS key, '{\"createdAt\":1}' AS value")},
		"composers of no name": {global, "CREATE VIEW cursorDiskKV AS " + endless("i AS key, '{}' AS value")},
		"one long value":       {global, "CREATE VIEW cursorDiskKV AS SELECT 'composerData:1' AS key, hex(zeroblob(400000000)) AS value"},
		"opencode": {"data/opencode/opencode.db", "CREATE VIEW session AS " +
			endless("'s' || i AS id, '/src/ledger' AS directory, i AS time_updated, NULL AS parent_id")},
		"opencode, sorted": {"data/opencode/opencode.db", "CREATE VIEW session AS " +
			endless("randomblob(1000) AS id, '/src' AS directory, i AS time_updated, NULL AS parent_id")},
	} {
		dir := t.TempDir()
		write(t, at(dir, space+"workspace.json"), `{"folder":"file:///src/ledger"}`)
		putDatabase(t, at(dir, made[0]), made[1])
		said, n := "", 0
		for _, s := range Stores(Homes{Config: filepath.Join(dir, "config"), Data: filepath.Join(dir, "data")}, "") {
			for ref, err := range s.Sessions(t.Context(), NewPlace("/src/ledger")) {
				if err != nil {
					said += err.Error()
				}
				if n++; n < 4 && err == nil {
					if _, err := s.Read(t.Context(), NewPlace("/src/ledger"), ref); err != nil {
						said += err.Error()
					}
				}
			}
		}
		want := filepath.Base(made[0]) + ": what it answers has no end"
		if name == "one long value" {
			want = "too big"
		}
		if !strings.Contains(said, want) {
			t.Errorf("%s: %q, want %q", name, said, want)
		}
	}
	rows := "CREATE TABLE session (id TEXT, directory TEXT, time_updated INT, parent_id TEXT);" +
		"INSERT INTO session SELECT * FROM (" + endless("'s' || i, '/src/ledger', i, NULL") + " LIMIT 200000)"
	dir := t.TempDir()
	putDatabase(t, at(dir, "data/opencode/opencode.db"), rows)
	if got := len(listed(t, opencode{filepath.Join(dir, "data")}, NewPlace("/src/ledger"))); got != 200000 {
		t.Errorf("%d of 200000 sessions", got)
	}
}
