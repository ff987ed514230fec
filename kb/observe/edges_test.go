package observe

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/9aea2451/kb/kb/chat"
)

// seen are the signals of one class in a script: key, what, count, and the events from first to last.
func seen(class Class, script string) string {
	var out []string
	for _, s := range of1(script) {
		if s.Class == class {
			out = append(out, fmt.Sprintf("%s %s %d %d-%d", strings.ReplaceAll(s.Key, "\x00", "+"), s.What, s.Count, s.First, s.Last))
		}
	}
	return strings.Join(out, "; ")
}

// What just shows a class, and what just does not, with its place in the session.
func TestEdgesOfClasses(t *testing.T) {
	looks := func(n int) string { return strings.Repeat("glob | a\n", n) }
	for _, c := range []struct {
		name   string
		class  Class
		script string
		want   string
	}{
		{"both changed", CoAccess, "edit a.go\nedit b.sql", "a.go+b.sql changed 1 0-1"},
		{"one read, one changed", CoAccess, "read b.sql\nedit a.go", "a.go+b.sql  1 0-1"},
		{"both read", CoAccess, "read b.sql\nread a.go", ""},
		{"twice", CoAccess, "read b.sql\nedit a.go\nedit b.sql", "a.go+b.sql changed 2 1-2"},
		{"five steps apart", CoAccess, "edit a.go\n" + looks(4) + "edit b.sql", "a.go+b.sql changed 1 0-5"},
		{"six steps apart", CoAccess, "edit a.go\n" + looks(5) + "edit b.sql", ""},
		{"one that failed", CoAccess, "edit a.go\nfailed x\nedit b.sql", ""},
		{"with its test", CoAccess, "edit a.go\nedit a_test.go\nedit test_a.py\nedit spec-a.js", ""},
		{"outside", CoAccess, "edit <outside>\nedit b.sql", ""},
		{"a snake", SelfCorrection, "agent: Actually, max_conns is 5.", "max_conns  1 0-0"},
		{"a code span", SelfCorrection, "agent: It is. Turns out `x` is 5.", "x  1 0-0"},
		{"nothing named", SelfCorrection, "agent: Actually, it is 5.", ""},
		{"a long line", SelfCorrection, "agent: Actually, a.go is " + strings.Repeat("x", 400), ""},
		{"a line of 400", SelfCorrection, "agent: Actually, a.go is " + strings.Repeat("x", 380), "a.go  1 0-0"},
		{"two lines", SelfCorrection, `agent: Fine.\nActually, a.go is x.\nI was wrong: b.go is x.`, "a.go  1 0-0; b.go  1 0-0"},
		{"an error of a read", ErrorRetry, "read a\nfailed a.go:1:2: undefined: X\nread a\nfailed a.go:1:2: undefined: X", ""},
		{"one error", ErrorRetry, "shell | a\nfailed a.go:1:2: undefined: X\n", ""},
		{"two conflicts", Conflict, "edit a.go b.go\nfailed File has been modified since read", "a.go  1 0-1; b.go  1 0-1"},
		{"read in vain", ReadAbandon, "search | jwt_key\nglob | a\nglob | b\nread a.go\nsearch | jwt_key", "a.go+jwt_key jwt_key 1 3-3"},
		{"searched long before", ReadAbandon, "search | jwt_key\nglob | a\nglob | b\nglob | c\nread a.go\nsearch | jwt_key", ""},
		{"searched five steps later", ReadAbandon, "search | jwt_key\nread a.go\n" + looks(4) + "search | jwt_key",
			"a.go+jwt_key jwt_key 1 1-1"},
		{"searched six steps later", ReadAbandon, "search | jwt_key\nread a.go\n" + looks(5) + "search | jwt_key", ""},
		{"read again later", ReadAbandon, "search | jwt_key\nread a.go\nsearch | jwt_key\nedit a.go", ""},
		{"named before", ReadAbandon, "agent: See src/a.go.\nsearch | jwt_key\nread a.go\nsearch | jwt_key",
			"a.go+jwt_key jwt_key 1 2-2"},
		{"named later", ReadAbandon, "search | jwt_key\nread a.go\nsearch | jwt_key\nagent: See src/a.go.", ""},
		{"a short word", ReadAbandon, "search | ab\nread a.go\nsearch | ab", ""},
		{"a word of three", ReadAbandon, "search | a.abc(\nread a.go\nsearch | abc", "a.go+abc abc 1 1-1"},
		{"two files", ReadAbandon, "search | abc\nread a.go b.go\nsearch | abc", ""},
		{"a search for three", RepeatedSearch, "search | abc\nsearch | abc\nsearch | abc\nread a.go", "abc abc 3 0-2"},
		{"a search for two", RepeatedSearch, "search | ab\nsearch | ab\nsearch | ab", ""},
		{"one test", TestOrder, "shell | make lint\nshell | git commit -m x", ""},
		{"a test twice", TestOrder, "shell | make lint\nshell | make lint\nshell | git commit", ""},
		{"tests between commits", TestOrder, "shell | ls\nshell | make lint\nshell | go test\nshell | git commit\nshell | git commit",
			"make lint ; go test make lint ; go test 1 1-3"},
		{"tests without a commit", TestOrder, "shell | make lint\nshell | go test", ""},
		{"a long command", TestOrder, "shell | make lint\nshell | go test " + strings.Repeat("x", 200) + "\nshell | git commit", ""},
		{"taken back by a failure", Backtrack, "edit a.go | -a\\n+b\nedit a.go | -b\\n+a\nfailed x", ""},
		{"taken back elsewhere", Backtrack, "edit a.go | -a\\n+b\nedit b.go | -b\\n+a", ""},
		{"nothing taken back", Backtrack, "edit a.go\nedit a.go", ""},
		{"one file of code", ConfigTouch, "edit a.go\nedit a.yaml", ""},
		{"two files of code", ConfigTouch, "edit a.go\nedit b.go\nedit x.yaml", "x.yaml+a.go  1 0-2; x.yaml+b.go  1 1-2"},
		{"four files of code", ConfigTouch, "edit Dockerfile\nedit a.go\nedit b.go\nedit c.go\nedit d.go",
			"Dockerfile+a.go  1 0-1; Dockerfile+b.go  1 0-2; Dockerfile+c.go  1 0-3; Dockerfile+d.go  1 0-4"},
		{"five files of code", ConfigTouch, "edit Dockerfile\nedit a.go\nedit b.go\nedit c.go\nedit d.go\nedit e.go", ""},
		{"code that was not changed", ConfigTouch, "edit a.go\nedit b.go\nfailed x\nedit x.yaml", ""},
		{"no address", Reference, "web | /docs", ""},
		{"an address with a port", Reference, "web | http://Example.org:80/A/", "example.org/A example.org/A 1 0-0"},
		{"read for a module", FileAccess, "read x.md\nedit api/users/deep/a.go\nedit b.go", ".+x.md  1 0-0; api/users+x.md  1 0-0"},
		{"nothing changed, two read", FileAccess, "read api/a.md\nread api/b.md", "api+api/a.md  1 0-0; api+api/b.md  1 1-1"},
		{"nothing changed, one read", FileAccess, "read api/a.md\nread api/a.md", ""},
		{"an edit that failed", FileAccess, "read x.md\nedit api/a.go\nfailed x", ""},
		{"a recipe", ToolSequence, "shell | make gen\nshell | make gen\nedit a.go\nshell | go test\nshell | git commit -m x",
			"make gen ; edit *.go ; go test ; git commit make gen ; edit *.go ; go test ; git commit 2 0-4"},
		{"two different acts", ToolSequence, "shell | make gen\nedit a.go\nshell | make gen\nedit a.go", ""},
		{"three different acts", ToolSequence, "shell | make gen\nedit a.go\nshell | make gen\nshell | go vet",
			"make gen ; edit *.go ; make gen ; go vet make gen ; edit *.go ; make gen ; go vet 2 0-3"},
		{"nothing telling", ToolSequence, "shell | go build\nedit a.go\nshell | go test\nshell | git commit -m x", ""},
		{"three acts", ToolSequence, "shell | make gen\nedit a.go\nshell | go test", ""},
		{"a chase of three", ImportChase, "read a.go\nok import \"shop/api\"\nread api/api.go\nok import \"shop/orders\"\nread " +
			"orders/o.go", ""},
		{"a chase from the second file", ImportChase, "read z.go\nok x\nread main.go\nok import \"shop/api\"\nread api/api.go\nread " +
			"api/api.go\nok " +
			"import \"shop/orders\"\nread orders/order.go\nok import \"shop/db\"\nread db/rows.go", ""},
		{"just as planned", StepOverrun, "plan a, b\nread x.go\nread y.go\nedit x.go", ""},
		{"one more", StepOverrun, "plan a, b\nread x.go\nread y.go\nedit x.go\nedit y.go", ". 4 calls for 2 planned steps 1 0-4"},
		{"before the plan", StepOverrun, "read a.go\nread b.go\nplan a, b\nread x.go\nread y.go\nedit x.go", ""},
		{"questions", StepOverrun, "plan a, b\nread x.go\nread y.go\nedit x.go\nask | ok?", ""},
		{"no plan", StepOverrun, "read x.go\nedit x.go\nedit x.go", ""},
		{"an empty plan", StepOverrun, "plan\nread x.go\nedit x.go", ""},
	} {
		if got := seen(c.class, c.script); got != c.want {
			t.Errorf("%s, %s:\n got %q\nwant %q", c.class, c.name, got, c.want)
		}
	}
}

// Results are joined to their calls by their ids, else to the last call of their tool that has none.
func TestSteps(t *testing.T) {
	call := func(n int, tool, id string) chat.Event {
		return chat.Event{N: n, Kind: chat.Call, Tool: tool, Call: id}
	}
	result := func(n int, tool, id string) chat.Event {
		return chat.Event{N: n, Kind: chat.Result, Tool: tool, Call: id}
	}
	for _, c := range []struct {
		name   string
		events []chat.Event
		want   string
	}{
		{"by id", []chat.Event{call(0, "read", "a"), call(1, "read", "b"), result(2, "read", "a"), result(3, "read", "b")}, "0:2 1:3"},
		{"by tool", []chat.Event{call(0, "read", ""), call(1, "shell", ""), result(2, "read", ""), result(3, "shell", "")}, "0:2 1:3"},
		{"the last of a tool", []chat.Event{call(0, "read", ""), call(1, "read", ""), result(2, "read", ""), result(3, "read", "")},
			"0:3 1:2"},
		{"of any tool", []chat.Event{call(0, "read", ""), call(1, "shell", ""), result(2, "", "")}, "0:- 1:2"},
		{"of an unknown id", []chat.Event{call(0, "read", "a"), result(1, "read", "x")}, "0:-"},
		{"of another tool", []chat.Event{call(0, "read", ""), result(1, "shell", "")}, "0:-"},
		{"without a call", []chat.Event{result(0, "read", "")}, ""},
	} {
		var got []string
		for _, st := range steps(&chat.Session{Events: c.events}) {
			if st.result == nil {
				got = append(got, fmt.Sprintf("%d:-", st.N))
			} else {
				got = append(got, fmt.Sprintf("%d:%d", st.N, st.result.N))
			}
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s: %q, want %s", c.name, got, c.want)
		}
	}
}

// Of a line the commands are told that do something, without options and what is set before them.
func TestCommandsOf(t *testing.T) {
	for line, want := range map[string]string{
		"make gen && go test ./...": "make gen|go test", "FOO=1 BAR='a b' sudo make gen": "make gen", "ls; cat a | grep b": "",
		"make -j4 gen": "make",
		"make a b c d": "make a b", "go run ./cmd x": "go run", "./build.sh x": "./build.sh x", "git status; git push": "git push",
		"echo $X || make x": "make x", "make x | tee log": "make x", "timeout 5 make x": "make x", strings.Repeat("make x;",
			12): strings.Repeat("make x|", 9) + "make x",
		"$(make)": "",
	} {
		if got := strings.Join(commandsOf(line), "|"); got != want {
			t.Errorf("commands of %q are %q, want %q", line, got, want)
		}
	}
	for file, want := range map[string]string{"a.go": ".", "api/a.go": "api", "api/users/a.go": "api/users",
		"api/users/deep/a.go": "api/users"} {
		if got := Module(file); got != want {
			t.Errorf("%s is of the module %s, want %s", file, got, want)
		}
	}
	if got := longest("a.bcd(ef) ghi"); got != "bcd" {
		t.Errorf("the longest word is %q, of two the first", got)
	}
}

// A trace has what was read, changed and tested; its main module is where most files were changed.
func TestTraceOf(t *testing.T) {
	tr := TraceOf(told("read api/a.go\nread db/b.go\nedit db/c.go\nedit db/d.go\nedit api/e.go\nedit x/f.go\nfailed x\nshell | go  "+
		"test\nshell | ls"), World{})
	if !slices.Equal(tr.Read, []string{"api/a.go", "db/b.go"}) || !slices.Equal(tr.Edited, []string{"api/e.go", "db/c.go", "db/d.go"}) ||
		!slices.Equal(tr.Tests, []string{"go test"}) || tr.Main != "db" || !slices.Equal(tr.Modules, []string{"api", "db"}) ||
		tr.Tainted != -1 ||
		tr.Steps != 8 || tr.Planned != 0 {
		t.Errorf("%+v", tr)
	}
	if tr := TraceOf(told("read api/a.go\nread api/b.go\nread db/c.go"), World{}); tr.Main != "api" || len(tr.Edited) > 0 {
		t.Errorf("of a session that only read: %+v", tr)
	}
	var many strings.Builder
	for n := range maxModules + 2 {
		fmt.Fprintf(&many, "edit m%d/a.go\n", n)
	}
	if tr := TraceOf(told(many.String()), World{}); len(tr.Modules) != maxModules {
		t.Errorf("%d modules, want %d", len(tr.Modules), maxModules)
	}
}

// Of a session that has not ended corrections, searches and configurations count, and errors from two on.
func TestEarly(t *testing.T) {
	of := func(classes ...Class) (tr Trace) {
		tr.Client, tr.Tainted = "claude", 3
		for _, c := range classes {
			tr.Signals = append(tr.Signals, Signal{Class: c})
		}
		return tr
	}
	for _, c := range []struct{ all, want []Class }{
		{[]Class{CoAccess, SelfCorrection, RepeatedSearch, ConfigTouch, Backtrack}, []Class{SelfCorrection, RepeatedSearch, ConfigTouch}},
		{[]Class{ErrorRetry}, nil}, {[]Class{ErrorRetry, TestOrder, ErrorRetry}, []Class{ErrorRetry, ErrorRetry}},
	} {
		tr := of(c.all...).Early()
		var got []Class
		for _, s := range tr.Signals {
			got = append(got, s.Class)
		}
		if !slices.Equal(got, c.want) || tr.Client != "claude" || tr.Tainted != 3 {
			t.Errorf("of %v count %v, want %v", c.all, got, c.want)
		}
	}
}

// Plans are counted by their steps; what is ticked off later adds none.
func TestEffort(t *testing.T) {
	event := func(native, text string) chat.Event {
		return chat.Event{Kind: chat.Call, Tool: "other", Native: native, Text: text}
	}
	for name, c := range map[string]struct {
		events []chat.Event
		want   string
	}{
		"a list": {[]chat.Event{event("TodoWrite", "a\nb"), event("x", ""), event("todo_write", "a\nb\nc")}, "1 of 2"},
		"tasks": {[]chat.Event{event("TaskCreate", "a"), event("task_create", "b"), event("x", ""), event("TaskUpdate",
			"")}, "1 of 2"},
		"a task after a call": {[]chat.Event{event("TaskCreate", "a"), event("x", ""), event("TaskCreate", "b")}, "1 of 1"},
		"calls, then a task": {[]chat.Event{event("x", ""), event("TaskCreate", "a"), event("TaskList", ""), event("TaskGet", "")},
			"0 of 1"},
		"an empty list": {[]chat.Event{event("TodoWrite", ""), event("x", "")}, "2 of 0"},
	} {
		did, planned, _ := newSession(&chat.Session{Events: c.events}, World{}).effort()
		if got := fmt.Sprintf("%d of %d", did, planned); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}

// The first signals are of all classes in turn, the most telling first, in the order of the session.
func TestFirstTakesTurns(t *testing.T) {
	all := []Signal{{Class: TimeAnomaly, First: 0}, {Class: CoAccess, First: 1}, {Class: CoAccess, First: 2}, {Class: ErrorRetry,
		First: 3}}
	for n, want := range map[int]string{0: "", 1: "1", 2: "1 3", 3: "0 1 3", 4: "0 1 2 3", 5: "0 1 2 3"} {
		var got []string
		for _, s := range First(all, n) {
			got = append(got, fmt.Sprint(s.First))
		}
		if strings.Join(got, " ") != want {
			t.Errorf("the first %d are those of events %q, want %s", n, got, want)
		}
	}
}
