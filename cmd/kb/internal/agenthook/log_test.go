package agenthook

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/9aea2451/kb/cmd/kb/internal/deliver"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/agents"
	"github.com/9aea2451/kb/kb/gittest"
)

func times(lines []agents.Line) string {
	var out []string
	for _, l := range lines {
		out = append(out, fmt.Sprint(l.Time.Second()))
	}
	return strings.Join(out, " ")
}

// line is one of a log, at a second of a minute.
func line(second int, event string, more ...func(*agents.Line)) agents.Line {
	l := agents.Line{Time: time.Date(2026, 5, 4, 10, 0, second, 0, time.UTC), Client: "claude", Event: event}
	for _, m := range more {
		m(&l)
	}
	return l
}

// An agent forgets at a summary what was given before it, and at a new beginning all before that.
func TestWhatAnAgentRemembers(t *testing.T) {
	for _, tt := range []struct{ events, want string }{
		{"start read edit", "0 1 2"}, {"start compact read", "2"}, {"read restart read", "1 2"}, {"compact", ""}, {"", ""},
		{"restart read compact edit", "3"}, {"start read resumed edit", "1 2 3"}, {"start read resumed edit resumed", "1 3 4"},
		{"start compact start read resumed", "3 4"}, {"read restart read resumed", "1 2 3"},
	} {
		var lines []agents.Line
		for i, event := range strings.Fields(tt.events) {
			lines = append(lines, line(i, event))
		}
		if got := times(remembered(lines)); got != tt.want {
			t.Errorf("%s: %s, want %s", tt.events, got, tt.want)
		}
	}
}

// Another program that tells of the same call within a moment repeats it.
func TestCallsThatAreRepeated(t *testing.T) {
	other := func(l *agents.Line) { l.Client = "cursor" }
	file := func(names ...string) func(*agents.Line) { return func(l *agents.Line) { l.Files = names } }
	errors := func(l *agents.Line) { l.Errors = []string{"e"} }
	for _, tt := range []struct {
		name   string
		before agents.Line
		want   bool
	}{
		{"at once", line(10, "read", other, file("a")), true}, {"a second ago", line(9, "read", other, file("a")), true},
		{"two seconds ago", line(8, "read", other, file("a")), false}, {"later", line(11, "read", other, file("a")), false},
		{"the same program", line(10, "read", file("a")), false}, {"another event", line(10, "edit", other, file("a")), false},
		{"other files", line(10, "read", other, file("b")), false}, {"an error", line(10, "read", other, file("a"), errors), false},
	} {
		l := &log{line: line(10, "read", file("a")), recent: []agents.Line{line(1, "start", other), tt.before}}
		if got := l.repeated(); got != tt.want {
			t.Errorf("%s: %v", tt.name, got)
		}
	}
}

// What calls missed while notes were still read is made up for once.
func TestCallsThatMissedSomething(t *testing.T) {
	behind := func(l *agents.Line) { l.Behind = true }
	for _, tt := range []struct {
		lines []agents.Line
		want  string // the last first
	}{
		{nil, ""}, {[]agents.Line{line(1, "read"), line(2, "edit")}, ""},
		{[]agents.Line{line(1, "read", behind), line(2, "edit", behind), line(3, "read")}, "2 1"},
		{[]agents.Line{line(1, "read", behind), line(2, late), line(3, "edit", behind)}, "3"},
		{[]agents.Line{line(1, "read", behind), line(2, late, behind), line(3, "edit", behind)}, "3 1"},
	} {
		l := &log{lines: tt.lines}
		if got := times(l.missed()); got != tt.want {
			t.Errorf("%s: %s, want %s", times(tt.lines), got, tt.want)
		}
	}
}

// The files that a session touched are told once, the last first, and so many; its notes are counted, given or held.
func TestWhatASessionTouched(t *testing.T) {
	files := func(names ...string) func(*agents.Line) { return func(l *agents.Line) { l.Files = names } }
	notes := func(given, held string) func(*agents.Line) {
		return func(l *agents.Line) { l.Given, l.Held = strings.Fields(given), strings.Fields(held) }
	}
	lines := []agents.Line{line(1, "read", files("a", "b"), notes("x y", "")), line(2, "edit", files("b", "c"), notes("", "z"))}
	l := &log{all: lines, lines: lines[1:]}
	if got := l.touched(); !slices.Equal(got, []string{"b", "c", "a"}) || l.count() != 3 || !l.given("z") || l.given("x") {
		t.Errorf("touched %q, %d notes, z %v, x %v", got, l.count(), l.given("z"), l.given("x"))
	}
	for i := range maxFiles + 1 {
		l.all = append(l.all, line(3, "read", files(fmt.Sprint(i))))
	}
	if got := l.touched(); len(got) != maxFiles || got[0] != fmt.Sprint(maxFiles) {
		t.Errorf("of many files: %q", got)
	}
}

// An event has a word of its own where it changes what an agent remembers, else that of the tool.
func TestWordsOfEvents(t *testing.T) {
	for _, tt := range []struct {
		event        Event
		source, want string
	}{
		{Start, "startup", begin}, {Start, "fork", forked},
		{Start, "compact", restart}, {Start, "clear", restart}, {Prompt, "", "prompt"}, {Compact, "", summary},
		{End, "", "end"}, {After, "", "shell"}, {Failed, "", "shell"},
	} {
		h := &hook{event: tt.event, call: &call{source: tt.source, kind: "shell"}}
		if got := h.word(); got != tt.want {
			t.Errorf("%v %s: %s, want %s", tt.event, tt.source, got, tt.want)
		}
		helper := &hook{event: tt.event, call: &call{source: tt.source, agent: "a"}}
		if got := h.begins(); got != (tt.event == Start && tt.source != "compact") || helper.begins() {
			t.Errorf("%v %s begins a session: %v, of a helper %v", tt.event, tt.source, got, helper.begins())
		}
	}
	for _, client := range Clients() {
		quiet := client == "copilot" || client == "vscode"
		if speaks(client, Compact) != (client == "opencode") || speaks(client, End) || !speaks(client, After) ||
			speaks(client, Start) != (client != "gemini") || speaks(client, Prompt) == quiet {
			t.Errorf("%s speaks at the wrong events", client)
		}
	}
	broken := "panic: runtime error: index out of range [3] with length 3\n"
	for _, tt := range []struct {
		event  Event
		kind   string
		failed outcome
		want   int
	}{
		{Prompt, "other", unknown, 1}, {After, "shell", unknown, 1}, {After, "shell", fine, 0}, {Failed, "shell", fine, 1},
		{After, "read", failed, 0}, {Start, "shell", failed, 0},
	} {
		h := &hook{event: tt.event, call: &call{kind: tt.kind, failed: tt.failed, output: broken, prompt: broken}}
		if got := h.errors(); len(got) != tt.want {
			t.Errorf("%v of a %s: %q", tt.event, tt.kind, got)
		}
	}
}

// A call notes what it gives; what another call gave before is not given again until a summary, and who only looks on is given nothing.
func TestCallsNoteWhatTheyGive(t *testing.T) {
	own := agents.At(t.TempDir()).Scratch("claude", "one")
	items := func(paths ...string) (out []deliver.Item) {
		for _, p := range paths {
			out = append(out, deliver.Item{Path: p})
		}
		return out
	}
	control := func(l *agents.Line) { l.Group = agents.Control }
	helper := func(l *agents.Line) { l.Agent = "helper" }
	for i, tt := range []struct {
		line  agents.Line
		items []deliver.Item
		gives string
		noted string // given, held, and whether the line has a mark
	}{
		{line(1, "read"), nil, "", "[] [] false"},
		{line(2, "read"), items("a", "b"), "a b", "[a b] [] true"},
		{line(3, "read"), items("b", "c"), "c", "[b c] [] true"},
		{line(4, "read", helper), items("a"), "a", "[a] [] true"},
		{line(5, "read", control), items("d"), "", "[] [d] false"},
		{line(6, summary), items("a"), "a", "[a] [] true"},
		{line(7, "read"), items("a"), "a", "[a] [] true"},
	} {
		l := &log{own: own, line: tt.line}
		var gives []string
		for _, item := range l.note(tt.items) {
			gives = append(gives, item.Path)
		}
		lines, err := own.Lines()
		if err != nil || len(lines) != i+1 {
			t.Fatalf("%d lines, %v", len(lines), err)
		}
		noted := fmt.Sprint(lines[i].Given, lines[i].Held, lines[i].Mark != "")
		if strings.Join(gives, " ") != tt.gives || noted != tt.noted {
			t.Errorf("%d: gives %q and notes %s, want %s and %s", tt.line.Time.Second(), gives, noted, tt.gives, tt.noted)
		}
	}
}

// Of a session so many errors are noted, and of a call the files of the repository alone.
func TestWhatOfACallIsNoted(t *testing.T) {
	r := gittest.New(t)
	repo, err := kb.Open(t.Context(), r.Dir)
	if err != nil {
		t.Fatal(err)
	}
	output := ""
	for i := range 9 {
		output += fmt.Sprintf("main.go:%d:1: undefined: name%c\n", i+1, 'A'+i)
	}
	h := &hook{event: After, client: "claude", repo: repo, call: &call{kind: "shell", output: output, dir: r.Dir}}
	if all := h.call.errors(); len(all) != 9 {
		t.Fatalf("%q", all)
	}
	if got := h.log().line; len(got.Errors) != 8 || got.Exit != 0 || got.Event != "shell" || got.Agent != "" {
		t.Errorf("%+v", got)
	}
	got := h.inside([]string{"../other.go", r.Dir + "/a.go", ".", "b/../c.go", "a.go", filepath.Dir(r.Dir)})
	if !slices.Equal(got, []string{"a.go", "c.go"}) {
		t.Errorf("within the repository are %q", got)
	}
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(r.Dir, link); err != nil {
		t.Skip(err)
	}
	got = h.inside([]string{filepath.Dir(r.Dir) + "/x/../" + filepath.Base(r.Dir) + "/d.go", r.Dir + "/new/../e.go"})
	if !slices.Equal(got, []string{"d.go", "e.go"}) {
		t.Errorf("of files that are named by a detour %q are within the repository", got)
	}
	got = h.inside([]string{link + "/a.go", link + "/new/folder/b.go", link + "/../c.go"})
	if !slices.Equal(got, []string{"a.go", "new/folder/b.go"}) {
		t.Errorf("of files that are named by a link %q are within the repository", got)
	}
	for event, want := range map[Event]string{Start: "SessionStart SessionStart", Prompt: "UserPromptSubmit BeforeAgent",
		Before: "PreToolUse PreToolUse", After: "PostToolUse AfterTool", Failed: "PostToolUseFailure PostToolUseFailure",
		Compact: "PreCompact PreCompact", End: "SessionEnd SessionEnd"} {
		if got := native(event, "claude") + " " + native(event, "gemini"); got != want {
			t.Errorf("%s is called %s, want %s", event, got, want)
		}
	}
}
