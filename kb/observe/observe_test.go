package observe

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/9aea2451/kb/kb/chat"
)

// told makes a session of lines: "agent: …", "TOOL FILE… | TEXT", "ok TEXT", "failed TEXT", of which
// the last two are the result of the call before.
func told(script string) *chat.Session {
	s := &chat.Session{}
	tool := ""
	for line := range strings.Lines(strings.TrimSpace(script)) {
		word, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		rest = strings.ReplaceAll(rest, `\n`, "\n")
		e := chat.Event{N: len(s.Events), Role: chat.Agent, Kind: chat.Call, Tool: word}
		switch word {
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

// Each class has a session that shows it and one that nearly does.
func TestClasses(t *testing.T) {
	long := strings.Repeat("word ", 9000)
	for _, c := range []struct {
		class      Class
		key        string
		shows, not string
	}{
		{CoAccess, "db/schema.sql\x00model.go", "edit model.go | -a\\n+b\nread x.go\nedit db/schema.sql | -a\\n+b",
			"edit model.go | -a\\n+b\nedit model_test.go | -a\\n+b\nread a\nread b\nread c\n" +
				"read d\nread e\nread f\nedit db/schema.sql | -a\\n+b"},
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
		{Backtrack, "a.go", "edit a.go | -a\\n+b\nread b.go\nedit a.go | -b\\n+a",
			"edit a.go | -a\\n+b\nedit b.go | -b\\n+a\nedit a.go | -b\\n+c"},
		{ConfigTouch, "app.yaml\x00a.go", "edit a.go | -a\\n+b\nedit b.go | -a\\n+b\nedit app.yaml | -a\\n+b",
			"edit a.go | -a\\n+b\nedit app.yaml | -a\\n+b\nread b.go"},
		{TokenSpike, "big.json", "read a\nok x\nread b\nok x\nread big.json\nok " + long,
			"read big.json\nok " + long + "\nread b.json\nok " + long + "\nread c.json\nok " + long},
		{Reference, "pkg.go.dev/net/http", "web | https://pkg.go.dev/net/http/?tab=doc#Client",
			"web | how to use net/http\nread pkg.go.dev"},
	} {
		t.Run(string(c.class), func(t *testing.T) {
			of := func(script string) []Signal {
				return slices.DeleteFunc(Of(told(script)), func(s Signal) bool { return s.Class != c.class })
			}
			if got := of(c.shows); len(got) == 0 ||
				c.key != "" && !slices.ContainsFunc(got, func(s Signal) bool { return s.Key == c.key }) {
				t.Errorf("not found: %+v of %+v", got, Of(told(c.shows)))
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
	if got := CoAccess.Value(3, 1, 1); got < .854 || got > .856 {
		t.Errorf("%v", got)
	}
	if Class("other").Value(9, 9, 0) != 0 {
		t.Error("an unknown class is worth something")
	}
}

// The order is that of the session, whatever the order of the classes; and a session that shows too
// much of one class shows nothing of it.
func TestOrderAndBounds(t *testing.T) {
	script := "web | https://a.example/x\nedit a.go | -a\\n+b\nedit b.sql | -a\\n+b\nedit a.go | -b\\n+a"
	first := fmt.Sprint(Of(told(script)))
	for range 20 {
		if got := fmt.Sprint(Of(told(script))); got != first {
			t.Fatalf("%s\n%s", got, first)
		}
	}
	var many strings.Builder
	for n := range maxSignals + 1 {
		fmt.Fprintf(&many, "web | https://a.example/%d\n", n)
	}
	if got := Of(told(many.String())); len(got) > 0 {
		t.Errorf("%d signals", len(got))
	}
	if got := Of(&chat.Session{}); len(got) > 0 {
		t.Errorf("%+v", got)
	}
}
