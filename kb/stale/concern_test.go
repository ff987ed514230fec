package stale

import (
	"maps"
	"slices"
	"strings"
	"testing"
)

// What changed in a symbol concerns a note where it touches what the note says of it.
func TestConcerned(t *testing.T) {
	body := "func Dial(host string) error {\n\tfor try := 0; try < 3; try++ {\n\t\tif open(host) {\n\t\t\treturn nil\n\t\t}\n" +
		"\t\tpause(second)\n\t}\n\treport(host)\n\tcount(calls)\n\tmeasure(latency)\n\treturn errClosed\n}\n"
	kind := "type Server struct {\n\tbyHost map[string]string\n\trooms  []room\n\tseats  int\n" +
		"\tlights int\n\tprices []int\n\tstaff  []person\n\tdoors  int\n}\n"
	for name, c := range map[string]struct {
		says, symbol, old, from, to string
		isType, want                bool
	}{
		"a number in words": {says: "It tries three times.", symbol: "Dial",
			old: body, from: "try < 3", to: "try < 5", want: true},
		"an operator": {says: "It stops trying in the end.", symbol: "Dial",
			old: body, from: "try < 3", to: "try <= 3", want: true},
		"another operator": {says: "It reports the host.", symbol: "Dial", old: body, from: "try < 3", to: "try <= 3"},
		"what is said": {says: "It reports the host.", symbol: "Dial",
			old: body, from: "report(host)", to: "tell(host)", want: true},
		"what is not": {says: "It reports the host.", symbol: "Dial",
			old: body, from: "measure(latency)", to: "observe(latency)"},
		"a name of code": {says: "It gives `errClosed`; hosts are reported.", symbol: "Dial",
			old: body, from: "errClosed", to: "errGone", want: true},
		"its own name": {says: "To dial reports the host.", symbol: "Dial",
			old: body, from: "func Dial(", to: "func (d *Dialer) Dial("},
		"a new layout": {says: "It reports the host.", symbol: "Dial",
			old: body, from: "report(host)", to: "report(\n\t\thost,\n\t)"},
		"nothing is known": {says: "Er wählt.", symbol: "Dial",
			old: body, from: "measure(latency)", to: "observe(latency)", want: true},
		"written anew": {says: "It reports the host.", symbol: "Dial",
			old: body, from: body, to: "func Dial() { report(host); ring(bell, twice, loudly); wave(flag, high) }\n", want: true},
		"a member more": {says: "It holds rooms.", symbol: "Server",
			old: kind, isType: true, from: "\tseats", to: "\tplants int\n\tseats"},
		"of those that a note lists": {says: "It holds `rooms` and `seats`.", symbol: "Server",
			old: kind, isType: true, from: "\tseats",
			to: "\tplants int\n\tseats", want: true},
	} {
		text := "# Doors\n\nSee `a.go#" + c.symbol + "`. " + c.says + "\n"
		now := strings.Replace(c.old, c.from, c.to, 1)
		if got := saidOf([]byte(text), 3, c.symbol).concerned(c.symbol, c.isType, []byte(c.old), []byte(now)); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
	if !(*said)(nil).concerned("Dial", false, []byte("a"), []byte("b")) {
		t.Error("of a note that cannot be read every change counts")
	}
}

// What a note says of a symbol stands in the paragraphs and parts of sections that name it.
func TestSaidOf(t *testing.T) {
	text := "---\nfiles: ['a.go#Dial']\n---\n# Calls\n\nCalls are free: `freeCall`.\n\n## Dialling\n\nSee `a.go#Dial`. It waits:\n\n" +
		"- for seconds\n\nThen `hangUp` ends.\n\n## Rooms\n\nRooms are large.\n\nWhere Dial is busy.\n"
	for line, want := range map[int][2][]string{
		10: {{"Dial", "hangUp"}, {"busi", "dial", "see", "second", "wait"}},
		0:  {{"Dial", "freeCall", "hangUp"}, {"busi", "call", "dial", "free", "hang", "larg", "room", "second", "wait"}},
	} {
		s := saidOf([]byte(text), line, "Dial")
		for _, name := range want[0] {
			if !s.names[name] {
				t.Errorf("line %d: no name %s", line, name)
			}
		}
		if line != 0 && s.names["freeCall"] {
			t.Errorf("line %d: names of another part", line)
		}
		for _, word := range want[1] {
			if !s.words[word] {
				t.Errorf("line %d: no word %s", line, word)
			}
		}
		if line != 0 && (s.words["larg"] || s.words["free"]) {
			t.Errorf("line %d: words of another paragraph", line)
		}
	}
}

// Of a line the names of code count, of a code span whatever is no word of every program.
func TestNamesOfALine(t *testing.T) {
	s := &said{names: map[string]bool{}}
	s.takeNames([]byte("It is parseTree or max_depth, not plain."), []string{"abc get ab Return", "x9y(abc)"})
	if want := map[string]bool{"parseTree": true, "max_depth": true, "abc": true, "x9y": true}; !maps.Equal(s.names, want) {
		t.Errorf("%v, want %v", s.names, want)
	}
}

// Names come apart at underscores, capitals and digits.
func TestParts(t *testing.T) {
	for name, want := range map[string][]string{
		"parseTrees": {"pars", "tree"}, "HTTPServer": {"http", "server"}, "max_depth": {"max", "depth"}, "sha256": {"sha", "256"},
		"three": {"3"}, "X": nil, "__": nil, "readURLs": {"read", "url"}, "einfügen": {"einfügen"},
	} {
		var got []string
		eachPart([]byte(name), func(part string) { got = append(got, part) })
		if !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}
