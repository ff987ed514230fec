package observe

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/9aea2451/kb/kb/chat"
)

// told makes a session of lines: "agent: …", "TOOL FILE… | TEXT", "ok TEXT", "failed TEXT", of which
// the last two are the result of the call before, "plan STEP, STEP". Each takes a second, and
// "wait N" takes N.
func told(script string) *chat.Session {
	s := &chat.Session{}
	tool := ""
	now := time.Date(2026, 8, 1, 9, 0, 0, 0, time.UTC)
	for line := range strings.Lines(strings.TrimSpace(script)) {
		word, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		rest = strings.ReplaceAll(rest, `\n`, "\n")
		now = now.Add(time.Second)
		e := chat.Event{N: len(s.Events), Time: now, Role: chat.Agent, Kind: chat.Call, Tool: word}
		switch word {
		case "wait":
			n, _ := strconv.Atoi(rest)
			now = now.Add(time.Duration(n) * time.Second)
			continue
		case "plan":
			e.Tool, e.Native, e.Text = "other", "TodoWrite", strings.ReplaceAll(rest, ", ", "\n")
			tool = "other"
		case "agent:":
			e.Kind, e.Tool, e.Text = chat.Text, "", rest
		case "ok", "failed":
			ok := word == "ok"
			e.Role, e.Kind, e.Tool, e.Text, e.OK = chat.Tool, chat.Result, tool, rest, &ok
		default:
			files, text, _ := strings.Cut(rest, "| ")
			e.Files, e.Text, tool = strings.Fields(files), text, word
		}
		s.Events = append(s.Events, e)
	}
	return s
}

// of1 are the signals of a script, in a repository that ignores what lies in out/.
func of1(script string) []Signal {
	out, _ := signals(newSession(told(script), World{Ignored: func(p string) bool { return strings.HasPrefix(p, "out/") }}))
	return out
}

// Each class has a session that shows it and one that nearly does.
func TestClasses(t *testing.T) {
	long := strings.Repeat("word ", 9000)
	for _, c := range []struct {
		class      Class
		key        string
		shows, not string
	}{
		{CoAccess, "db/schema.sql\x00model.go", "edit model.go | -a\\n+b\nread x.go\nedit db/schema.sql | -a\\n+b",
			"edit model.go | -a\\n+b\nedit model_test.go | -a\\n+b\nglob | a\nglob | b\nglob | c\n" +
				"glob | d\nglob | e\nglob | f\nedit db/schema.sql | -a\\n+b"},
		{SelfCorrection, "pricing/cache.rb", "agent: I was wrong: pricing/cache.rb is not flushed on update.",
			"agent: I was wrong about that, sorry.\nagent: pricing/cache.rb is not flushed on update."},
		{ErrorRetry, "",
			"shell | go test\nfailed rates.go:9:2: undefined: Round\nshell | go test ./...\nfailed rates.go:11:7: undefined: Round",
			"shell | go test\nfailed rates.go:9:2: undefined: Round\nshell | go test\nfailed rates.go:9:2: undefined: Floor\n" +
				"shell | go test\nok rates.go:9:2: undefined: Round"},
		{Conflict, "a.go", "edit a.go | -a\\n+b\nfailed File has been modified since read, either by the user or by a linter.",
			"edit a.go | -a\\n+b\nfailed String to replace not found in file.\n" +
				"edit b.go | -a\\n+b\nok The file has been modified since read."},
		{ReadAbandon, "a.go\x00jwt_key", "search | jwt_key\nread a.go\nsearch | jwt_key.*=\nagent: It is in b.go.",
			"search | jwt_key\nread a.go\nsearch | jwt_key.*=\nagent: a.go has it.\nsearch | other\nread b.go\nread c.go"},
		{RepeatedSearch, "func main", "search | func main\nsearch | func main\nread a.go\nsearch | func main",
			"search | func main\nsearch | func main\nsearch | func Main"},
		{TestOrder, "make lint ; go test ./...", "shell | make lint\nshell | go test  ./...\nshell | git commit -m x",
			"shell | make lint\nshell | git commit -m x\nshell | go test ./..."},
		{Backtrack, "", "edit a.go | -a\\n+b\nread b.go\nedit a.go | -b\\n+a",
			"edit a.go | -a\\n+b\nedit b.go | -b\\n+a\nedit a.go | -b\\n+c"},
		{ConfigTouch, "app.yaml\x00a.go", "edit a.go | -a\\n+b\nedit b.go | -a\\n+b\nedit app.yaml | -a\\n+b",
			"edit a.go | -a\\n+b\nedit app.yaml | -a\\n+b\nread b.go"},
		{TokenSpike, "big.json", "read a\nok x\nread b\nok x\nread big.json\nok " + long,
			"read big.json\nok " + long + "\nread b.json\nok " + long + "\nread c.json\nok " + long},
		{Reference, "pkg.go.dev/net/http", "web | https://pkg.go.dev/net/http/?tab=doc#Client",
			"web | how to use net/http\nread pkg.go.dev"},
		{FileAccess, "api/users\x00api/schema.proto", "read api/schema.proto\nedit api/users/list.go | -a\\n+b",
			"search | api/schema.proto\nedit api/users/list.go | -a\\n+b\nread db/x.sql\nfailed no such file"},
		{ToolSequence, "edit db/*.sql ; make gen ; go test ; git commit",
			"edit db/1.sql | +a\nread db/x.go\nshell | cd api && make gen\nshell | go test ./db -run X\nshell | git commit -m 'a b'",
			"edit db/1.sql | +a\nedit db/1.go | +a\nshell | go test ./...\nshell | git commit -m x\nshell | ls"},
		{TimeAnomaly, "", "shell | ls\nok x\nshell | pwd\nok x\nshell | make\nfailed a.go:1:2: undefined: Round\nshell | make\nwait 30\n" +
			"failed a.go:1:2: undefined: Round",
			"shell | ls\nok x\nshell | pwd\nok x\nshell | make\nwait 30\nok x\nshell | make\nfailed a.go:1:2: undefined: Round"},
		{GlobIgnore, "web/dist/**", "read web/dist/app.js\nread out/a.txt", "read web/distance.js\nedit web/dist/app.js | -a\\n+b"},
		{GlobIgnore, "out/*.txt", "read out/a.txt", "read output/a.txt"},
		{ImportChase, "main.go\x00db/rows.go",
			"read main.go\nok import \"shop/api\"\nread api/api.go\nok 3: \"shop/orders\"\nread orders/order.go\n" +
				"ok import \"shop/db\"\nread db/rows.go\nok package db\nedit db/rows.go | -a\\n+b",
			"read main.go\nok import \"shop/api\"\nread api/api.go\nok package api\nread orders/order.go\nok import \"shop/db\"\n" +
				"read db/rows.go\nedit db/rows.go | -a\\n+b"},
		{StepOverrun, "api/users", "plan read, change\nread api/users/a.go\nread api/b.go\nedit api/users/a.go | -a\\n+b\nshell | make",
			"plan read, change\nread api/users/a.go\nedit api/users/a.go | -a\\n+b\nplan read, change\nshell | make"},
	} {
		t.Run(string(c.class), func(t *testing.T) {
			of := func(script string) []Signal {
				return slices.DeleteFunc(of1(script), func(s Signal) bool { return s.Class != c.class })
			}
			if got := of(c.shows); len(got) == 0 ||
				c.key != "" && !slices.ContainsFunc(got, func(s Signal) bool { return s.Key == c.key }) {
				t.Errorf("not found: %+v of %+v", got, of1(c.shows))
			}
			if got := of(c.not); len(got) > 0 {
				t.Errorf("found where it is not: %+v", got)
			}
		})
	}
}

func TestInverse(t *testing.T) {
	if got := Inverse("-a\n-b\n+c"); got != "-c\n+a\n+b" {
		t.Errorf("%q", got)
	}
}

// What a class is worth grows with the sessions that show it, and falls with what people dropped.
func TestValue(t *testing.T) {
	for class, w := range classes() {
		if one, enough := class.Value(1, 0, 0), class.Value(w.needs, 0, 0); one > enough || enough != class.Value(w.needs+5, 0, 0) ||
			enough < Least || enough > 1 || class.Value(0, 0, 0) != 0 {
			t.Errorf("%s: %v, %v", class, one, enough)
		}
		if class.Value(1, 1, 3) >= class.Value(1, 3, 1) {
			t.Errorf("%s: what was dropped does not count", class)
		}
	}
	if got := CoAccess.Value(3, 1, 1); got < .7837 || got > .7838 { // 11/12 of .855
		t.Errorf("%v", got)
	}
	for class, refused := range map[Class]int{TimeAnomaly: 4, FileAccess: 7, CoAccess: 9} {
		if last, out := class.Value(50, 0, refused-1), class.Value(50, 0, refused); last < Least || out >= Least {
			t.Errorf("%s: %v, then %v", class, last, out)
		}
		if got := class.Value(50, refused, refused); got < Least {
			t.Errorf("%s: half of it was kept: %v", class, got)
		}
	}
	if Class("other").Value(9, 9, 0) != 0 {
		t.Error("an unknown class is worth something")
	}
}

// The order is that of the session, whatever the order of the classes; and a session that shows too
// much of one class shows nothing of it.
func TestOrderAndBounds(t *testing.T) {
	script := "web | https://a.example/x\nedit a.go | -a\\n+b\nedit b.sql | -a\\n+b\nedit a.go | -b\\n+a"
	first := fmt.Sprint(of1(script))
	for range 20 {
		if got := fmt.Sprint(of1(script)); got != first {
			t.Fatalf("%s\n%s", got, first)
		}
	}
	var many strings.Builder
	for n := range few + 1 {
		fmt.Fprintf(&many, "web | https://a.example/%d\n", n)
	}
	if got := of1(many.String()); len(got) > 0 {
		t.Errorf("%d signals", len(got))
	}
	shown := map[Class]bool{}
	for _, c := range Classes() {
		shown[c] = true
	}
	if len(shown) != 17 {
		t.Errorf("%d classes", len(shown))
	}
	if got, _ := signals(newSession(&chat.Session{}, World{})); len(got) > 0 {
		t.Errorf("%+v", got)
	}
}

// BenchmarkEvent is what an event costs, and the end of a session of a thousand.
func BenchmarkEnd(b *testing.B) {
	s := long(1000)
	b.ReportAllocs()
	for b.Loop() {
		TraceOf(s, World{})
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(s.Events)), "ns/event")
}

// long is a session with so many calls, of all sorts.
func long(calls int) *chat.Session {
	var b strings.Builder
	for n := range calls {
		switch n % 7 {
		case 0, 1:
			fmt.Fprintf(&b, "read pkg/m%d/f%d.go\nok import \"shop/m%d\" %s\n", n%9, n%83, (n+1)%9, strings.Repeat("x ", 500))
		case 2:
			fmt.Fprintf(&b, "edit pkg/m%d/f%d.go | -a%d\\n+b\nok done\n", n%9, n%83, n)
		case 3:
			fmt.Fprintf(&b, "search | word%d\nok a.go:1\n", n%50)
		case 4:
			fmt.Fprintf(&b, "shell | go test ./m%d\nfailed a.go:%d:2: undefined: F%d\n", n%9, n, n%40)
		case 5:
			fmt.Fprintf(&b, "shell | make gen%d && git commit -m x\nok done\n", n%5)
		default:
			fmt.Fprintf(&b, "agent: I was wrong: pkg/m%d/f%d.go is generated.\n", n%9, n%83)
		}
	}
	return told(b.String())
}

// The work of an end of session grows no faster than the session: twice the events, at most three
// times the allocations.
func TestLongSessions(t *testing.T) {
	cost := func(n int) float64 {
		s := long(n)
		return testing.AllocsPerRun(1, func() { TraceOf(s, World{}) })
	}
	if one, two := cost(1500), cost(3000); two > 3*one {
		t.Errorf("%v allocations for 1500 calls, %v for 3000", one, two)
	}
}
