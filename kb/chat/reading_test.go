package chat

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

func TestFailed(t *testing.T) {
	yes, no := true, false
	for _, c := range []struct {
		e    Event
		want bool
	}{
		{Event{Kind: Result}, false}, {Event{Kind: Result, OK: &yes}, false}, {Event{Kind: Result, OK: &no}, true},
		{Event{Kind: Result, Exit: 2}, true}, {Event{Kind: Result, Exit: 2, OK: &yes}, true}, {Event{Kind: Call, Exit: 2}, false},
		{Event{Kind: Call, OK: &no}, false},
	} {
		if got := c.e.Failed(); got != c.want {
			t.Errorf("%+v failed: %v, want %v", c.e, got, c.want)
		}
	}
}

// Words are found in what was said and in commands, on one line, whatever their case.
func TestFind(t *testing.T) {
	s := &Session{}
	for i, e := range []Event{
		{Role: System, Kind: Text, Text: "open the attic"}, {Role: Agent, Kind: Thinking, Text: "open the attic"},
		{Role: Agent, Kind: Call, Tool: "edit", Text: "open the attic"}, {Role: Tool, Kind: Result, Tool: "shell",
			Text: "open the attic"},
		{Role: User, Kind: Text, Text: "open\nthe attic\n  Open the ATTIC, now \nopen the attic"},
		{Role: Agent, Kind: Call, Tool: "shell", Text: "make rooms"}, {Role: Agent, Kind: Text, Text: strings.Repeat("é", maxShown)},
	} {
		e.N = i
		s.Events = append(s.Events, e)
	}
	for words, want := range map[string]string{
		"attic open": "4 Open the ATTIC, now", "MAKE": "5 make rooms", "cellar": "0 ", "attic make": "0 ", "": "0 ", " ": "0 ",
		"é": "6 " + strings.Repeat("é", maxShown/2) + "…",
	} {
		if n, line := s.Find(words); fmt.Sprint(n, " ", line) != want {
			t.Errorf("found %q at %d: %q, want %q", words, n, line, want)
		}
	}
	if n, line := (*Session)(nil).Find("attic"); n != 0 || line != "" {
		t.Errorf("in no session: %d, %q", n, line)
	}
}

func write(t *testing.T, name, text string) string {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}

// Records that are none are counted, but for a last line that is being written; lines above the bound are skipped.
func TestRecords(t *testing.T) {
	long := `{"a":"` + strings.Repeat("x", MaxLine) + "\"}"
	for _, c := range []struct {
		name, text string
		read       int
		skipped    int
	}{
		{"all good", "{\"a\":\"1\"}\n\n  \n{\"a\":\"2\"}\r\n", 2, 0},
		{"no end", `{"a":"1"}`, 1, 0},
		{"one being written", "{\"a\":\"1\"}\n{\"a\":", 1, 0},
		{"a last one that is broken", "{\"a\":\"1\"}\n{\"a\":\n", 1, 1},
		{"two broken", "{\n{\n{\"a\":\"1\"}\n", 1, 2},
		{"broken, then blank", "{\"a\":\"1\"}\n{\n \n", 1, 1},
		{"too long", "{\"a\":\"1\"}\n" + long + "\n{\"a\":\"2\"}\n", 2, 1},
		{"nothing", "", 0, 0},
	} {
		n := 0
		skipped, err := records(t.Context(), write(t, filepath.Join(t.TempDir(), "a"), c.text), func(r struct{ A string }) {
			if n++; r.A != fmt.Sprint(n) {
				t.Errorf("%s: record %d is %.20q", c.name, n, r.A)
			}
		})
		if err != nil || n != c.read || skipped != c.skipped {
			t.Errorf("%s: %d read, %d skipped, %v; want %d and %d", c.name, n, skipped, err, c.read, c.skipped)
		}
	}
	if _, err := records(t.Context(), t.TempDir(), func(struct{}) {}); err == nil {
		t.Error("a folder is read as a file")
	}
}

// A text is cut at characters, not within them, and only beyond its bound.
func TestCutAtCharacters(t *testing.T) {
	for _, c := range []struct {
		text string
		cut  bool
	}{
		{strings.Repeat("a", MaxText), false}, {strings.Repeat("a", MaxText+1), true}, {"a" + strings.Repeat("é", MaxText), true},
		{strings.Repeat("é", MaxText) + "a", true}, {strings.Repeat("中", MaxText), true}, {"aa" + strings.Repeat("中", MaxText), true},
	} {
		got := cut(c.text)
		a, z, found := strings.Cut(got, "\n[…]\n")
		if found != c.cut || strings.Contains(got, "\uFFFD") || !strings.HasPrefix(c.text, a) || !strings.HasSuffix(c.text, z) {
			t.Errorf("%.9q… of %d bytes is cut: %v", c.text, len(c.text), found)
		}
		if found && (MaxText/2-len(a) > 2 || MaxText/2-len(z) > 2 || len(a) > MaxText/2 || len(z) > MaxText/2) {
			t.Errorf("%.9q…: %d and %d bytes are left", c.text, len(a), len(z))
		}
	}
}

func TestTimes(t *testing.T) {
	for ms, want := range map[float64]string{
		946684800000: "2000-01-01T00:00:00Z", 946684799999: "0001-01-01T00:00:00Z", 4102444800000: "2100-01-01T00:00:00Z",
		4102444800001: "0001-01-01T00:00:00Z",
	} {
		if got := millis(ms).Format(time.RFC3339); got != want {
			t.Errorf("%.0f ms are %s, want %s", ms, got, want)
		}
	}
	for text, want := range map[string]string{
		"2026-05-01T12:00:00+02:00": "2026-05-01T10:00:00Z", "2026-05-01 12:00:00Z": "2026-05-01T12:00:00Z",
		"2026-05-01 12:00:00": "2026-05-01T12:00:00Z", "yesterday": "0001-01-01T00:00:00Z",
	} {
		if got := clock(text).Format(time.RFC3339); got != want {
			t.Errorf("%s is %s, want %s", text, got, want)
		}
	}
}

// A folder is held by a place itself or below it, by either name of a link; of two the innermost counts.
func TestPlaces(t *testing.T) {
	dir := t.TempDir()
	real, link := filepath.Join(dir, "real"), filepath.Join(dir, "link")
	if err := os.Mkdir(real, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(real, link); err != nil {
		t.Skip(err)
	}
	if p := NewPlace(link + "/"); !p.Holds(real) || !p.Holds(link) || p.Holds(dir) || len(p.roots) != 2 {
		t.Errorf("a link to a folder: %v", p.roots)
	}
	if p := NewPlace(real); len(p.roots) != 1 {
		t.Errorf("a folder that is no link: %v", p.roots)
	}
	p := NewPlace("/src/ledger", "/src/ledger/sub")
	for name, want := range map[string]string{
		"/src/ledger": ".", "/src/ledger/a/../b": "b", "/src/ledger/sub/c": "c", "/src/ledger/sub": ".", "/src/ledgers": Outside,
		"src/ledger": Outside, "/": Outside,
	} {
		if got := p.relative(name); got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
	p = NewPlace("/", "/src")
	for name, want := range map[string]string{"/": ".", "/a/b": "a/b", "/src": ".", "/src/c": "c", "/srcs": "srcs", "src": Outside} {
		if got := p.relative(name); got != want {
			t.Errorf("below the root of the disk %s is %q, want %q", name, got, want)
		}
	}
	p = NewPlace("/src/ledger", "/src/ledger/sub")
	if got := p.files("/src/ledger", "a", "", "./a", "/x", "b", "/y"); !slices.Equal(got, []string{"a", Outside, "b"}) {
		t.Errorf("each file once: %q", got)
	}
	for _, n := range []int{4096, 4097} {
		if got := p.file("/src/ledger", strings.Repeat("a", n)); (got == "") != (n > 4096) {
			t.Errorf("a name of %d bytes is told as %.9q", n, got)
		}
	}
}

// The folder in which Claude Code keeps the sessions of a work tree may be named with either drive.
func TestFoldersOfClaude(t *testing.T) {
	for _, tt := range []struct {
		root, slug string
		want       bool
	}{
		{"/src/a", "-src-a", true}, {"/src/a", "-src-a-b", true}, {"/src/a", "-src-ab", false}, {"/", "-", true}, {"/", "-src", true},
		{"/c:/src", "-C--src", true},
	} {
		if got := (claude{}).mayHold(Place{[]string{tt.root}}, tt.slug); got != tt.want {
			t.Errorf("%s may be of %s: %v", tt.slug, tt.root, got)
		}
	}
}

func TestLocalPath(t *testing.T) {
	for address, want := range map[string]string{
		"file:///src/my%20ledger": "/src/my ledger", "vscode-remote://ssh-remote%2Bbox/src": "/src", "file:///c:/Users": "c:/Users",
		"file:///c": "/c", "file:///c:": "c:", "http://x/y": "", "/src": "", "file://box": "", "file:///%zz": "",
	} {
		if got := filepath.ToSlash(localPath(address)); got != want {
			t.Errorf("%s is %q, want %q", address, got, want)
		}
	}
}

func TestToolKinds(t *testing.T) {
	for native, want := range map[string]string{
		"mcp__kb__search": "mcp", "mcp_kb": "mcp", "mcp-kb": "mcp", "mcpkb": "other", "Read_File": "read", "str-replace.editor": "edit",
		"run_terminal_cmd": "shell", "grep_files": "search", "copilot_multiReplaceString": "edit", "copilot_fetchWebPage": "web",
		"dance": "other", "": "other",
	} {
		if got := ToolKind(native); got != want {
			t.Errorf("%s is of the kind %s, want %s", native, got, want)
		}
	}
}

// What a call is told with: the command, the pattern, the address, the lines of an edit, the steps of a plan.
func TestCalls(t *testing.T) {
	const patch = `*** Begin Patch\n*** Update File: a.go\n-old\n\n+new\n same\n*** Move to: b.go\n*** End Patch`
	for _, c := range []struct{ native, args, tool, text, files string }{
		{"bash", `{"command":"make test"}`, "shell", "make test", ""},
		{"shell", `{"command":["bash","-lc","make test"]}`, "shell", "make test", ""},
		{"shell_command", `{"command":["bash","-c","make"]}`, "shell", "make", ""},
		{"shell", `{"command":["make","-k","test"]}`, "shell", "make -k test", ""},
		{"shell", `{"command":["bash","-c","make","x",7]}`, "shell", "bash -c make x", ""},
		{"shell", `{"command":7,"cmd":"ls"}`, "shell", "ls", ""},
		{"shell", `"ls -l"`, "shell", "ls -l", ""},
		{"grep", `{"query":"rooms","path":"src"}`, "search", "rooms", ""},
		{"glob", `{"path":"src"}`, "glob", "src", ""},
		{"webfetch", `{"url":"https://example.org","prompt":"x"}`, "web", "https://example.org", ""},
		{"edit", `{"file_path":"a.go","old_string":"one\ntwo","new_string":"three"}`, "edit", "-one\n-two\n+three", "a.go"},
		{"edit", `{"path":"a.go","new_string":"three\r\n"}`, "edit", "+three", "a.go"},
		{"multiedit", `{"edits":[{"old_string":"a","new_string":"b"},{"old_string":"c"}]}`, "edit", "-a\n+b\n-c", ""},
		{"multi_replace_string_in_file", `{"replacements":[{"filePath":"a.go","oldString":"a"},{"filePath":"b.go","newString":"b"}]}`,
			"edit", "-a\n+b", "a.go b.go"},
		{"write", `{"path":"a.go","content":"x\ny\n"}`, "write", "+x\n+y", "a.go"},
		{"read", `{"path":"a.go"}`, "read", "", "a.go"},
		{"grep", `{"pattern":"x","path":"a.go"}`, "search", "x", ""},
		{"task", `{"prompt":"look"}`, "task", "look", ""},
		{"todo", `{"todos":[{"content":"one  two"},{"content":" "},{"step":"three"}],"plan":[{"title":"four"}]}`, "other",
			"one two\nthree\nfour", ""},
		{"shell", `{"command":"` + patch + `"}`, "edit", "-old\n+new", "a.go b.go"},
		{"apply_patch", `"` + patch + `"`, "edit", "-old\n+new", "a.go b.go"},
	} {
		b := session(Ref{dir: "/src/ledger"}, NewPlace("/src/ledger"))
		b.call(Event{Call: "c1"}, "/src/ledger", c.native, json.RawMessage(c.args))
		e := b.done().Events[0]
		if e.Tool != c.tool || e.Text != c.text || strings.Join(e.Files, " ") != c.files || e.Role != Agent || e.Kind != Call {
			t.Errorf("%s %s: %s %q on %q", c.native, c.args, e.Tool, e.Text, e.Files)
		}
	}
}

// A result has the tool and the files of its call; a shell's status is read from what it printed.
func TestResults(t *testing.T) {
	b := session(Ref{dir: "/src/ledger"}, NewPlace("/src/ledger"))
	b.call(Event{Call: "c1"}, "/src/ledger", "bash", json.RawMessage(`{"command":"make"}`))
	b.call(Event{Call: "c2"}, "/src/ledger", "read", json.RawMessage(`{"path":"a.go"}`))
	b.call(Event{}, "/src/ledger", "read", json.RawMessage(`{"path":"b.go"}`))
	b.result(Event{Call: "c1", Text: "Exit code 3"}, nil, 0)
	b.result(Event{Call: "c1", Text: "Exit code 3"}, nil, 4)
	b.result(Event{Call: "c2", Text: "Exit code 3"}, nil, 0)
	b.result(Event{Call: "c2", Files: []string{"c.go"}}, nil, 0)
	b.result(Event{Call: ""}, nil, 0)
	var got []string
	for _, e := range b.done().Events[3:] {
		got = append(got, fmt.Sprint(e.Tool, " ", e.Exit, " ", e.Files))
	}
	if want := []string{"shell 3 []", "shell 4 []", "read 0 [a.go]", "read 0 [c.go]", " 0 []"}; !slices.Equal(got, want) {
		t.Errorf("results are %q, want %q", got, want)
	}
}

// No more events are kept than the bound; the session begins and ends with the times that it has seen.
func TestBuilderIsBounded(t *testing.T) {
	b := session(Ref{}, NewPlace("/src"))
	at := func(hour int) time.Time { return time.Date(2026, 5, 1, hour, 0, 0, 0, time.UTC) }
	for i := range MaxEvents + 2 {
		b.text(at(6+i%3), User, Text, "x")
	}
	b.text(at(1), User, Text, "")
	s := b.done()
	if len(s.Events) != MaxEvents || s.Skipped != 2 || s.Events[7].N != 7 || !s.Started.Equal(at(6)) || !s.Ended.Equal(at(8)) {
		t.Errorf("%d events, %d skipped, from %v to %v", len(s.Events), s.Skipped, s.Started, s.Ended)
	}
}

// A change of a tree is made at the end of its keys, where they lead somewhere.
func TestMutate(t *testing.T) {
	for _, c := range []struct{ line, want string }{
		{`{"kind":1,"k":["a"],"v":2}`, `{"a":2,"l":[1,{"x":1}]} 0`},
		{`{"kind":1,"k":["b"],"v":2}`, `{"a":1,"b":2,"l":[1,{"x":1}]} 0`},
		{`{"kind":1,"k":["l",0],"v":2}`, `{"a":1,"l":[2,{"x":1}]} 0`},
		{`{"kind":1,"k":["l",2],"v":2}`, `{"a":1,"l":[1,{"x":1},2]} 0`},
		{`{"kind":1,"k":["l",3],"v":2}`, `{"a":1,"l":[1,{"x":1}]} 1`},
		{`{"kind":1,"k":["l",-1],"v":2}`, `{"a":1,"l":[1,{"x":1}]} 1`},
		{`{"kind":1,"k":["l",2,"x"],"v":2}`, `{"a":1,"l":[1,{"x":1}]} 1`},
		{`{"kind":1,"k":["l",1,"x"],"v":2}`, `{"a":1,"l":[1,{"x":2}]} 0`},
		{`{"kind":1,"k":["a","x"],"v":2}`, `{"a":1,"l":[1,{"x":1}]} 1`},
		{`{"kind":1,"k":["a",0],"v":2}`, `{"a":1,"l":[1,{"x":1}]} 1`},
		{`{"kind":2,"k":["l"],"v":[3]}`, `{"a":1,"l":[1,{"x":1},3]} 0`},
		{`{"kind":2,"k":["l"],"v":[3],"i":1}`, `{"a":1,"l":[1,3]} 0`},
		{`{"kind":2,"k":["l"],"v":[3],"i":0}`, `{"a":1,"l":[3]} 0`},
		{`{"kind":2,"k":["l"],"v":[3],"i":2}`, `{"a":1,"l":[1,{"x":1},3]} 0`},
		{`{"kind":2,"k":["l"],"v":[3],"i":3}`, `{"a":1,"l":[1,{"x":1},3]} 0`},
		{`{"kind":2,"k":["l"],"v":[3],"i":-1}`, `{"a":1,"l":[1,{"x":1},3]} 0`},
		{`{"kind":3,"k":["a"]}`, `{"l":[1,{"x":1}]} 0`},
		{`{"kind":3,"k":[true]}`, `{"a":1,"l":[1,{"x":1}]} 1`},
		{`{"kind":4,"k":["a"]}`, `{"a":1,"l":[1,{"x":1}]} 1`},
		{`{"kind":0,"v":7}`, `7 0`},
	} {
		path := write(t, filepath.Join(t.TempDir(), "a"), `{"kind":0,"v":{"a":1,"l":[1,{"x":1}]}}`+"\n"+c.line+"\n")
		tree, skipped, err := mutations(t.Context(), path)
		data, _ := json.Marshal(tree)
		if got := fmt.Sprintf("%s %d", data, skipped); err != nil || got != c.want {
			t.Errorf("%s: %s, %v; want %s", c.line, got, err, c.want)
		}
	}
	for _, n := range []int{100, 101} {
		keys := slices.Repeat([]any{"a"}, n)
		var tree any = "leaf"
		for range n {
			tree = map[string]any{"a": tree}
		}
		if _, ok := mutate(tree, keys, func(any) (any, bool) { return 1, true }); ok != (n == 100) {
			t.Errorf("a change behind %d keys is made: %v", n, ok)
		}
	}
}

func TestValueText(t *testing.T) {
	deep := strings.Repeat(`{"node":`, 51) + `"end"` + strings.Repeat("}", 51)
	for raw, want := range map[string]string{
		`"rooms"`: "rooms", `{"text":"a","node":{"text":"b","children":["c",{"text":"d"}]},"children":[{"text":"e"}]}`: "abcde",
		`[1]`: "", `7`: "",
		deep: "end", strings.Repeat(`{"node":`, 60) + `{"text":"end"}` +
			strings.Repeat("}", 60): "",
	} {
		if got := valueText(json.RawMessage(raw), 0); got != want {
			t.Errorf("%.60s says %q, want %q", raw, got, want)
		}
	}
}

// A log is replayed: a message again, a rewind, and messages that are set.
func TestGeminiLog(t *testing.T) {
	const three = `{"id":"1","type":"user"} {"id":"2","type":"gemini"} {"id":"3","type":"user"}`
	for log, want := range map[string]string{
		three: "1 2 3", three + ` {"id":"3","type":"gemini"}`: "1 2 3", three + ` {"id":"2","type":"gemini"}`: "1 2 3",
		three + ` {"$rewindTo":"2"}`: "1", three + ` {"$rewindTo":"9"}`: "", three + ` {"$set":{"summary":"Rooms"}}`: "1 2 3",
		three + ` {"$set":{"messages":[{"id":"2","type":"user"},{"id":"7","type":"user"}]}}`: "1 2 3 7",
		three + ` {"id":"4"}`: "1 2 3", three + ` {"type":"user"}`: "1 2 3",
		three + ` {"startTime":"2026-05-01T12:00:00Z"}`: "1 2 3", three + ` {"$rewindTo":"2"} {"id":"2","type":"user"}`: "1 2",
	} {
		b := geminiLog{builder: session(Ref{}, NewPlace("/src")), at: map[string]int{}}
		for in := json.NewDecoder(strings.NewReader(log)); in.More(); {
			var m geminiMessage
			if err := in.Decode(&m); err != nil {
				t.Fatal(err)
			}
			b.take(m)
		}
		var got []string
		for _, m := range b.all {
			got = append(got, m.ID)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s leaves %q, want %s", log, got, want)
		}
		if strings.Contains(log, "summary") != (b.s.Title == "Rooms") || strings.Contains(log, "startTime") != !b.s.Started.IsZero() {
			t.Errorf("%s: called %q, begun %v", log, b.s.Title, b.s.Started)
		}
	}
	b := geminiLog{builder: session(Ref{}, NewPlace("/src")), at: map[string]int{}, all: make([]geminiMessage, MaxEvents)}
	if b.take(geminiMessage{ID: "x", Type: "user"}); len(b.all) != MaxEvents || b.s.Skipped != 1 {
		t.Errorf("beyond the bound: %d messages, %d skipped", len(b.all), b.s.Skipped)
	}
}

// A project of Gemini stands for the folder that its marker names, else for the work tree of that sum.
func TestGeminiRoot(t *testing.T) {
	dir := t.TempDir()
	sum := sha256.Sum256([]byte("/src/ledger"))
	write(t, filepath.Join(dir, "marked", ".project_root"), " /src/rooms\n")
	for name, want := range map[string]string{"marked": "/src/rooms", hex.EncodeToString(sum[:]): "/src/ledger", "other": ""} {
		if got := (gemini{}).root(filepath.Join(dir, name), NewPlace("/src/attic", "/src/ledger")); got != want {
			t.Errorf("%.9s stands for %q, want %q", name, got, want)
		}
	}
}

// The last turns are forgotten, each from what the person said.
func TestRollBack(t *testing.T) {
	for turns, want := range map[int]int{0: 5, 1: 3, 2: 1, 3: 0, 9: 0} {
		b := session(Ref{}, NewPlace("/src"))
		b.text(time.Time{}, User, Text, "one")
		b.text(time.Time{}, User, Text, "two")
		b.text(time.Time{}, Agent, Text, "done")
		b.text(time.Time{}, User, Text, "three")
		b.text(time.Time{}, User, Thinking, "hm")
		b.rollBack(turns)
		n := slices.IndexFunc(b.s.Events, func(e Event) bool { return e.Kind == Rewind })
		if n < 0 {
			n = len(b.s.Events)
		}
		if n != want {
			t.Errorf("after %d turns are taken back %d events stand, want %d", turns, n, want)
		}
	}
}

// Each store says once what it cannot read of the folder in which its sessions should be, and tells nothing else.
func TestStoresThatCannotBeRead(t *testing.T) {
	all, p := stores(t)
	root := filepath.Dir(all[0].(specstory).root)
	for _, name := range []string{"claude/projects", "home/.gemini/tmp", "repo/.specstory/history", "data/opencode/storage",
		"codex/sessions"} {
		name = filepath.Join(root, filepath.FromSlash(name))
		if err := os.RemoveAll(name); err != nil {
			t.Fatal(err)
		}
		write(t, name, "no folder")
	}
	for _, s := range all {
		said := 0
		for _, err := range s.Sessions(t.Context(), p) {
			if err != nil {
				said++
			}
		}
		want := 0
		if slices.Contains([]string{"claude", "gemini", "specstory", "opencode"}, s.Name()) {
			want = 1
		}
		if said != want {
			t.Errorf("%s: %d errors, want %d", s.Name(), said, want)
		}
	}
}

// Who has seen enough gets no further session, of any store.
func TestSessionsStop(t *testing.T) {
	all, p := stores(t)
	for _, s := range all {
		n := 0
		for range s.Sessions(t.Context(), p) {
			if n++; n == 1 {
				break
			}
		}
		if n != 1 {
			t.Errorf("%s has %d sessions", s.Name(), n)
		}
	}
}

func TestWorkspaceFolder(t *testing.T) {
	for text, want := range map[string]string{
		`{"folder":"file:///src/a"}`: "/src/a", `{"workspace":"file:///src/a/x.code-workspace"}`: "/src/a",
		`{"folder":"file:///src/a","workspace":"file:///src/b/x"}`: "/src/a", `{`: "", `{}`: "",
	} {
		if got := filepath.ToSlash(workspaceFolder(write(t, filepath.Join(t.TempDir(), "workspace.json"), text))); got != want {
			t.Errorf("%s shows %q, want %q", text, got, want)
		}
	}
}

// Lines end at their line feed, whatever is left at the end of the file.
func TestLines(t *testing.T) {
	var got []string
	skipped, err := lines(t.Context(), bytes.NewReader([]byte("a\r\n\n b \nc")), func(l []byte) { got = append(got, string(l)) })
	if want := []string{"a", " b ", "c"}; err != nil || skipped != 0 || !slices.Equal(got, want) {
		t.Errorf("lines %q, %d skipped, %v; want %q", got, skipped, err, want)
	}
}
