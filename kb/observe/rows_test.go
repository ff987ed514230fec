package observe

import (
	"slices"
	"strings"
	"testing"

	"github.com/9aea2451/kb/kb/chat"
)

// What shows a class behind steps of other kinds, and where its bounds are.
func TestClassesBehindOtherSteps(t *testing.T) {
	results := func(size int) string {
		few := strings.Repeat("x", 10000)
		return "read a\nok " + few + "\nread b\nok " + few + "\nread c\nok " + strings.Repeat("x", size)
	}
	long := strings.Repeat("x", 40000)
	for _, c := range []struct {
		name   string
		class  Class
		script string
		want   string
	}{
		{"late", CoAccess, strings.Repeat("glob | a\n", 6) + "edit a.go\nedit b.sql", "a.go+b.sql changed 1 6-7"},
		{"a command", SelfCorrection, "shell | Actually, a.go is 5.", ""},
		{"behind a step", SelfCorrection, "glob | a\nagent: Actually, a.go is 5.", "a.go  1 1-1"},
		{"400 bytes", SelfCorrection, "agent: Actually, a.go is " + strings.Repeat("x", 382), "a.go  1 0-0"},
		{"401 bytes", SelfCorrection, "agent: Actually, a.go is " + strings.Repeat("x", 383), ""},
		{"behind one that names nothing", SelfCorrection, `agent: Actually, it is 5.\nActually, a.go is 5.`, "a.go  1 0-0"},
		{"behind a step", Conflict, "ls\nedit a.go\nfailed File has been modified since read", "a.go  1 1-2"},
		{"behind another file", ReadAbandon, "read z.go\nsearch | jwt_key\nread a.go\nsearch | jwt_key", "a.go+jwt_key jwt_key 1 2-2"},
		{"another search", ReadAbandon, "search | jwt_key\nread a.go\nsearch | other", ""},
		{"not a search", ReadAbandon, "search | jwt_key\nread a.go\nshell | jwt_key", ""},
		{"named in a command", ReadAbandon, "search | jwt_key\nread a.go\nsearch | jwt_key\nshell | wc src/a.go",
			"a.go+jwt_key jwt_key 1 1-1"},
		{"behind a step", TestOrder, "read x.go\nshell | make lint\nshell | go test\nshell | git commit",
			"make lint ; go test make lint ; go test 1 1-3"},
		{"200 bytes", TestOrder, "shell | make lint\nshell | go test " + strings.Repeat("x", 192) + "\nshell | git commit",
			strings.Repeat("make lint ; go test "+strings.Repeat("x", 192)+" ", 2) + "1 0-2"},
		{"201 bytes", TestOrder, "shell | make lint\nshell | go test " + strings.Repeat("x", 193) + "\nshell | git commit", ""},
		{"behind one that failed", ConfigTouch, "edit z.go\nfailed x\nedit a.go\nedit b.go\nedit x.yaml",
			"x.yaml+a.go  1 2-4; x.yaml+b.go  1 3-4"},
		{"four times the middle", TokenSpike, results(40000), ""},
		{"more than that", TokenSpike, results(40004), "c 10001 1 4-5"},
		{"8000 tokens", TokenSpike, "read a\nok x\nread b\nok x\nread c\nok " + strings.Repeat("x", 32000), ""},
		{"8001 tokens", TokenSpike, "read a\nok x\nread b\nok x\nread c\nok " + strings.Repeat("x", 32004), "c 8001 1 4-5"},
		{"of nothing", TokenSpike, "read a\nok x\nread b\nok x\nread\nok " + long, ""},
		{"two results", TokenSpike, "read a\nok x\nread b\nok " + long, ""},
		{"a line of 200", TokenSpike, "read a\nok x\nread b\nok x\nshell | " + strings.Repeat("x", 200) + "\nok " + long,
			strings.Repeat("x", 200) + " 10000 1 4-5"},
		{"a line of 201", TokenSpike, "read a\nok x\nread b\nok x\nshell | " + strings.Repeat("x", 201) + "\nok " + long, ""},
		{"behind others", Reference, "read a\nweb | no address\nweb | https://x.org/a", "x.org/a x.org/a 1 2-2"},
		{"behind a step", FileAccess, "shell | ls\nread x.md\nedit b.go", ".+x.md  1 1-1"},
		{"with a file that was read", ToolSequence, "shell | make gen\nread a.go\nedit b.go\nshell | go test",
			"make gen ; read a.go ; edit *.go ; go test make gen ; read a.go ; edit *.go ; go test 1 0-3"},
		{"with two files at once", ToolSequence, "shell | make gen\nread a.go c.go\nedit b.go\nshell | go test", ""},
		{"listed", GlobIgnore, "glob | dist/x.js", "dist/**  1 0-0"},
		{"searched for", GlobIgnore, "search | dist/x.js", ""},
		{"199 bytes", GlobIgnore, "glob | dist/" + strings.Repeat("x", 194), "dist/**  1 0-0"},
		{"200 bytes", GlobIgnore, "glob | dist/" + strings.Repeat("x", 195), ""},
		{"with a change between", ImportChase,
			"read main.go\nok import \"shop/api\"\nread api/api.go\nok import \"shop/orders\"\nedit x.go\n" +
				"read orders/order.go\nok import \"shop/db\"\nread db/rows.go", ""},
		{"behind a step", ImportChase, "glob | a\nread main.go\nok import \"shop/api\"\nread api/api.go\nok import \"shop/orders\"\n" +
			"read orders/order.go\nok import \"shop/db\"\nread db/rows.go", "main.go+db/rows.go 4 1 1-7"},
	} {
		if got := seen(c.class, c.script); got != c.want {
			t.Errorf("%s, %s:\n got %.99q\nwant %.99q", c.class, c.name, got, c.want)
		}
	}
}

// A step is slow when it takes long, and more than three times as long as most of its tool; that counts amid trouble.
func TestSlowSteps(t *testing.T) {
	const failure = "a.go:1:2: undefined: Round"
	for name, c := range map[string]struct {
		script string
		want   int
	}{
		"four times as long": {"shell | ls\nok x\nshell | make\nfailed " + failure + "\nshell | make\nwait 2\nfailed " + failure, 1},
		"three times":        {"shell | ls\nok x\nshell | make\nfailed " + failure + "\nshell | make\nwait 1\nfailed " + failure, 0},
		"of two steps":       {"shell | make\nfailed " + failure + "\nshell | make\nwait 30\nfailed " + failure, 0},
		"of another tool":    {"read a\nok x\nshell | make\nfailed " + failure + "\nshell | make\nwait 30\nfailed " + failure, 0},
		"amid what is taken back": {"edit a.go | -a\\n+b\nshell | a\nok x\nshell | b\nok x\nshell | c\nwait 30\nok x\n" +
			"edit a.go | -b\\n+a", 1},
		"the last of three":  {"search | abc\nok x\nsearch | abc\nok x\nsearch | abc\nwait 30\nok x", 1},
		"the first of three": {"search | abc\nwait 30\nok x\nsearch | abc\nok x\nsearch | abc\nok x", 1},
		"behind the trouble": {"search | abc\nok x\nsearch | abc\nok x\nsearch | abc\nok x\nsearch | de\nwait 30\nok x", 0},
		"before the trouble": {"search | de\nwait 30\nok x\nsearch | abc\nok x\nsearch | abc\nok x\nsearch | abc\nok x", 0},
		"amid a correction": {"agent: Actually, a.go is 5.\nshell | a\nok x\nshell | b\nok x\nshell | c\nwait 30\nok x\n" +
			"agent: Actually, a.go is 6.", 0},
	} {
		got := 0
		for _, s := range of1(c.script) {
			if s.Class == TimeAnomaly {
				got++
			}
		}
		if got != c.want {
			t.Errorf("%s: %d, want %d", name, got, c.want)
		}
	}
	two := "shell | make\nfailed " + failure + `\nb.go:3:4: undefined: Floor` + "\n"
	if got := seen(ErrorRetry, two+two); strings.Count(got, ";") != 0 || !strings.Contains(got, "undefined: round 2 0-3") {
		t.Errorf("of a failure the first error counts: %q", got)
	}
}

// Which file was read or changed next, which files a text imports, and which commands a line runs.
func TestWhatStepsTell(t *testing.T) {
	s := newSession(told("read a.go\nsearch b.go | abc\nglob b.go | x\nread\nread <outside>\nedit c.go\nread d.go"), World{})
	for n, want := range map[int]string{-1: "a.go", 0: "c.go", 1: "c.go", 5: "d.go", 6: ""} {
		if got := strings.Join(s.foundAfter(n), " "); got != want {
			t.Errorf("after %d: %q, want %q", n, got, want)
		}
	}
	for _, c := range []struct {
		text, file string
		want       bool
	}{
		{"package x\n\nimport \"shop/api\"\n", "api/api.go", true}, {"import \"shop/api\"", "api/handler.go", true},
		{"import \"shop/a\"", "a/handler.go", false},
		{"import \"shop/ab\"", "ab/handler.go", true}, {"from lib import util", "lib/util.py", true}, {"from lib import other",
			"src/util.py", false},
		{"say util", "lib/util.py", false}, {"", "lib/util.py", false}, {"import \"shop\"", "main.go", false}, {"import \"main\"",
			"main.go", true},
		{strings.Repeat("x\n", maxImports/2) + "import \"util\"", "lib/util.py", false}, {"12: use crate::util;", "src/util.rs", true},
	} {
		st := &step{result: &chat.Event{Text: c.text}}
		if got := st.imports(c.file); got != c.want {
			t.Errorf("%.40q imports %s: %v", c.text, c.file, got)
		}
	}
	if (&step{}).imports("a.go") {
		t.Error("what has no result imports nothing")
	}
	if got := commandsOf("$(x); make gen; -v"); !slices.Equal(got, []string{"make gen"}) {
		t.Errorf("commands %q", got)
	}
	if tr := TraceOf(told("edit db/b.go\nedit api/a.go"), World{}); tr.Main != "api" {
		t.Errorf("of two modules with as many changes the main one is %s", tr.Main)
	}
}
