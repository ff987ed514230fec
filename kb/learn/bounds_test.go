package learn

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/9aea2451/kb/kb/chat"
)

// What is said counts up to a length, to the byte: of a sentence, a turn, or a text.
func TestLengths(t *testing.T) {
	const block = `\n` + "```" + `\n` // as told writes it; each line break is a byte
	for _, c := range []struct {
		what, rule, before, said, after string
		most                            int
	}{
		{"a sentence that orders", "order", "", "you: Always sort `prices` by %s", "", 400},
		{"a short turn that orders", "order", "", "you: Avoid `prices` %s", "edit p.go -a +b", 350},
		{"a text that decides", "decision", "", "you: We decided to keep `pg`." + block + "%s", "", 4000 + 2},
		{"a sentence that decides", "decision", "", "you: We decided to keep `pg` %s", "", 400},
		{"an objection", "correction", "edit p.go -a +b\n", "you: no, tokens expire after %s", "edit p.go -b +c", 400},
		{"a text that explains", "explained", "", "you: `pg` has no gaps because auditors reject them." + block + "%s", "", 1200 + 2},
		{"a text that remembers", "explicit", "", "you: Remember that `pg` is old." + block + "%s", "", 4000 + 2},
		{"a text that gives up", "dead-end", "edit p.go -a +b\n", "you: let's not cache rates of the day." + block + "%s",
			"edit p.go -b +a",
			4000 + 2},
		{"a sentence that gives up", "dead-end", "edit p.go -a +b\n", "you: let's not cache rates of the day %s", "edit p.go -b +a", 400},
		{"an insight", "insight", "", "agent: It turns out that lines.go holds the parser of an empty file %s", "read lines.go", 400},
	} {
		for _, over := range []int{0, 1} {
			said := fmt.Sprintf(c.said, "")
			_, text, _ := strings.Cut(said, ": ")
			said += strings.Repeat("x", c.most+over-len(text))
			found := slices.ContainsFunc(From(told(t, c.before+said+"\n"+c.after), Repository{}).Candidates,
				func(got Candidate) bool { return got.Rule == c.rule })
			if found != (over == 0) {
				t.Errorf("%s of %d and %d bytes more: found %v", c.what, c.most, over, found)
			}
		}
	}
	for length, want := range map[int]float64{longAnswer: .5, longAnswer + 1: .6} {
		if got := Exchanges(told(t, "you: hi\nagent: "+strings.Repeat("x", length)))[0].Importance; got != want {
			t.Errorf("an answer of %d bytes matters %v", length, got)
		}
	}
}

// What happened before and after is looked for so many events away, and no further.
func TestDistances(t *testing.T) {
	away := func(n int) string { return strings.Repeat("read x.go\n", n) }
	const failing = "run make\nout 1 error: no rates on Sundays\n"
	for _, c := range []struct {
		what  string
		most  int
		found func(n int) bool
	}{
		{"the error before", 8, func(n int) bool {
			return read(told(t, failing+away(n-1)+"you: x"), Repository{}).errorBefore(n+1) != ""
		}},
		{"the edit that is taken back", 40, func(n int) bool {
			files, _ := read(told(t, "edit a.go -a +b\n"+away(n-1)+"edit a.go -b +a"), Repository{}).undone(n)
			return files != nil
		}},
		{"the edit that takes back, before", 40, func(n int) bool {
			files, at := read(told(t, "edit a.go -a +b\nedit a.go -b +a\n"+away(n)), Repository{}).undone(n + 1)
			return files != nil && at == 1
		}},
		{"the edit that takes back, after", 39, func(n int) bool {
			files, at := read(told(t, "edit a.go -a +b\n"+away(n)+"edit a.go -b +a\n"), Repository{}).undone(1)
			return files != nil && at == n+1
		}},
		{"the edit that git takes back", 40, func(n int) bool {
			files, _ := read(told(t, "edit a.go -a +b\n"+away(n-1)+"run git checkout ."), Repository{}).undone(n)
			return files != nil
		}},
		{"the file that is removed", 40, func(n int) bool {
			return read(told(t, "write a.go\n"+away(n-1)+"run rm a.go"), Repository{}).removes(n)
		}},
		{"the command of a result", 199, func(n int) bool {
			return read(told(t, "run make\n"+away(n-1)+"out 0 ok"), Repository{}).command(n) != ""
		}},
		{"the page of a result", 20, func(n int) bool {
			s := told(t, "web https://example.org\n"+away(n-1)+"out 0 ok")
			for i := range s.Events {
				s.Events[i].Call = fmt.Sprint(i % n)
			}
			return read(s, Repository{}).fromOutside(n)
		}},
		{"the command that had failed", 29, func(n int) bool {
			return read(told(t, failing+away(n-1)+"you: x\nedit a.go -a +b\nrun make\nout 0 ok"), Repository{}).workedAfter(n+1) != ""
		}},
		{"what the agent had found", 9, func(n int) bool {
			s := told(t, "edit a.go -a +b\nagent: Readers block.\n"+away(n-1)+"you: let's not cache rates of the day\nedit a.go -b +a")
			return read(s, Repository{}).deadEnds()[0].Why != ""
		}},
	} {
		if !c.found(c.most) || c.found(c.most+1) {
			t.Errorf("%s, %d events away: %v, and %d: %v", c.what, c.most, c.found(c.most), c.most+1, c.found(c.most+1))
		}
	}
}

// What a model says of a session is taken within bounds, and where all of it was typed by a person it is theirs.
func TestBoundsOfWhatIsTold(t *testing.T) {
	s := told(t, "you: Ports one two three four in proxy.go are "+strings.Repeat("x", 500)+"\nagent: proxy.go has ports five and six.\n"+
		strings.Repeat("you: Ports in proxy.go.\n", 6))
	r := read(s, Repository{Known: func(name string) bool { return name == "proxy.go" }})
	item := Item{Type: "gotcha", Statement: "Ports one two three of proxy.go.", Why: "Ports four in proxy.go are so.",
		QuoteFrom:  []int{0},
		Confidence: Least, Files: []string{"proxy.go", "other.go"}}
	for _, c := range []struct {
		what   string
		change func(*Item)
		want   string
	}{
		{"as sure as it must be", func(*Item) {}, "human 0.60 0-0 Ports four in proxy.go are so. [proxy.go]"},
		{"surer than it may be", func(i *Item) { i.Confidence = .9 }, "human 0.65 0-0 Ports four in proxy.go are so. [proxy.go]"},
		{"of an agent, too", func(i *Item) { i.QuoteFrom = []int{1, 0} }, "agent 0.60 0-1 Ports four in proxy.go are so. [proxy.go]"},
		{"of six events", func(i *Item) { i.QuoteFrom = []int{0, 2, 3, 4, 5, 6} },
			"human 0.60 0-6 Ports four in proxy.go are so. [proxy.go]"},
		{"of seven events", func(i *Item) { i.QuoteFrom = []int{0, 2, 3, 4, 5, 6, 7} }, ""},
		{"of the event behind the last", func(i *Item) { i.QuoteFrom = []int{0, 8} }, ""},
		{"two sentences", func(i *Item) { i.Statement = "Ports one. Two in proxy.go." },
			"human 0.60 0-0 Ports four in proxy.go are so. [proxy.go]"},
		{"three sentences", func(i *Item) { i.Statement = "Ports one. Two. In proxy.go." }, ""},
		{"400 bytes", func(i *Item) { i.Statement += strings.Repeat(" x", 184) },
			"human 0.60 0-0 Ports four in proxy.go are so. [proxy.go]"},
		{"402 bytes", func(i *Item) { i.Statement += strings.Repeat(" x", 185) }, ""},
		{"three words of five", func(i *Item) { i.Statement = "Ports one two but whales." },
			"human 0.60 0-0 Ports four in proxy.go are so. [proxy.go]"},
		{"three words of six", func(i *Item) { i.Statement = "Ports one two but whales sing." }, ""},
		{"a reason of three sentences", func(i *Item) { i.Why = "Ports. One. Two." }, "human 0.60 0-0  [proxy.go]"},
		{"a reason that is made up", func(i *Item) { i.Why = "Whales sing." }, "human 0.60 0-0  [proxy.go]"},
	} {
		i := item
		c.change(&i)
		got := ""
		if found, ok := r.told(i); ok {
			got = fmt.Sprintf("%s %.2f %d-%d %s %v", found.Origin, found.Base, found.Evidence[0].Turns[0], found.Evidence[0].Turns[1],
				found.Why,
				found.Files)
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", c.what, got, c.want)
		}
	}
	few := told(t, "run ls")
	var items []Item
	for i := range 9 {
		few.Events = append(few.Events, chat.Event{Role: chat.Agent, Kind: chat.Text, Text: fmt.Sprintf("Table%d is in `file%d`.", i, i)})
		items = append(items, Item{Type: "gotcha", Statement: fmt.Sprintf("Table%d is in `file%d`.", i, i), QuoteFrom: []int{i + 1},
			Confidence: .6 + .005*float64(i)})
	}
	if l := FromModel(few, Repository{}, items); len(l.Candidates) != 3 || l.Candidates[0].Base != .64 {
		t.Errorf("%s: %d candidates, the surest %+v", l.Kind, len(l.Candidates), l.Candidates[0])
	}
}

// The bits of a sum are those that more words have than have not.
func TestSimhash(t *testing.T) {
	hash := func(word string) uint64 {
		sum := sha256.Sum256([]byte(tokens(word)[0]))
		return binary.BigEndian.Uint64(sum[:8])
	}
	a, b, c := hash("tree"), hash("book"), hash("moon")
	for said, want := range map[string]uint64{"": 0, "tree": a, "tree book": a & b, "tree book moon": a&b | a&c | b&c} {
		if got := Simhash(said); got != want {
			t.Errorf("%q: %x, want %x", said, got, want)
		}
	}
	if !Near(0, 7) || Near(0, 15) {
		t.Error("three bits are near, four are not")
	}
	if words := strings.Fields("a1 b1 c1 d1 e1 f1 g1 h1 i1 j1 k1 l1 m1 n1 o1 p1 q1 r1 s1 t1 u1 v1"); len(words) == 22 {
		long := func(end string) Said { return Said{words: append(slices.Clone(words), strings.Fields(end)...)} }
		if got := long("x y z").Alike(long("p q r")); got != .88 {
			t.Errorf("22 words of 25: %v", got)
		}
	}
}

// A dead end names so many files, however many a patch changed that was taken back.
func TestFilesOfADeadEnd(t *testing.T) {
	s := told(t, "you: Cache the rates\nedit p.go -a +b\nyou: let's not cache rates of the day\nedit p.go -b +a")
	files := strings.Fields("a.go b.go c.go d.go e.go f.go g.go")
	s.Events[1].Files, s.Events[3].Files = files, files
	found := read(s, Repository{}).deadEnds()
	if len(found) != 1 || len(found[0].Files) != maxFiles || strings.Contains(found[0].Statement, "f.go") {
		t.Errorf("%+v", found)
	}
}
