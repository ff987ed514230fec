package slip

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"
)

func TestEach(t *testing.T) {
	for text, want := range map[string]string{
		"a_name, nat-server.port (HTTP2Server)":  "0:a_name 8:nat-server 19:port 25:HTTP2Server",
		"--config-setting=x -- no- -way":         "2:config-setting",
		`"\nname" "\tname" "\name"`:              "3:name 12:name",
		"größe Ärger plain":                      "15:plain",
		strings.Repeat("x", MaxName+1) + " four": fmt.Sprint(MaxName+2, ":four"),
	} {
		var got []string
		Each([]byte(text), func(name []byte, at int) { got = append(got, fmt.Sprintf("%d:%s", at, name)) })
		if s := strings.Join(got, " "); s != want {
			t.Errorf("%q: %s, want %s", text, s, want)
		}
	}
}

func TestWords(t *testing.T) {
	for name, want := range map[string]string{
		"parseHTTPRequest_2": "parse HTTP Request 2", "nat-server": "nat server", "MAX_CONNS": "MAX CONNS",
		"v2Beta": "v 2 Beta", "__x__": "x",
	} {
		var got []string
		Words(name, func(w string) { got = append(got, w) })
		if s := strings.Join(got, " "); s != want || Several(name) != (len(got) > 1) {
			t.Errorf("%s: %s, want %s", name, s, want)
		}
	}
}

func TestSaid(t *testing.T) {
	note := "The `max_conns` and ``a `tick` b`` of wide_open:\n\n" +
		"```yaml\nmax_conns: 5 # of every_pool\n" +
		"url: https://some_host/max_conns\ntext: here are five plain words\n  ```\n" +
		"`C:\\target\\release` `<your_name>` `run --max-age=5`\n> ~~~\n> quoted_name // and_said\n> ~~~\n"
	var got []string
	Said([]byte(note), func(name []byte, at int, form Form) {
		if !bytes.HasPrefix([]byte(note[at:]), name) {
			t.Errorf("%s is not at %d", name, at)
		}
		if form != Prose || strings.Contains(string(name), "_") {
			got = append(got, fmt.Sprint(string(name), " ", form))
		}
	})
	want := []string{"max_conns 0", "tick 1", "wide_open 3", "max_conns 2", "every_pool 3", "some_host 3",
		"max_conns 3", "text 2", "your_name 3", "max-age 1", "quoted_name 2", "and_said 3"}
	if !slices.Equal(got, want) {
		t.Errorf("%q\nwant %q", got, want)
	}
}

func TestCompare(t *testing.T) {
	for _, tt := range []struct {
		said, meant string
		edit        Edit
		x, y        string
	}{
		{"max-conns", "maxConns", Same, "conns", "conns"},
		{"clientActon", "clientAction", Missing, "acton", "action"},
		{"clinetAction", "clientAction", Swapped, "clinet", "client"},
		{"buttton", "button", Added, "buttton", "button"},
		{"adress_of", "addressOf", Missing, "adress", "address"},
		{"items_max", "item_max", Added, "items", "item"},
		{"max_items", "max_item", Plural, "items", "item"},
		{"port1", "port2", Changed, "1", "2"},
		{"port", "port2", Missing, "port", "2"},
		{"IBook", "Book", Prefix, "i", "book"},
		{"wrlA", "urlA", Changed, "wrl", "url"},
		{"one_thing", "another", Far, "one", "another"},
	} {
		edit, _ := Compare(Key(tt.said), Key(tt.meant))
		x, y := Differing(tt.said, tt.meant)
		if edit != tt.edit || x != tt.x || y != tt.y {
			t.Errorf("%s, %s: %d %s %s", tt.said, tt.meant, edit, x, y)
		}
	}
}

// Every feature has a name and a weight.
func TestFeatures(t *testing.T) {
	c := Case{Said: "clientActon", Meant: "clientAction", Code: 3, MeantWord: 40, Note: 0.9, MeantSaid: 2, SaidNotes: 1, Nears: 1}
	if n := len(c.Features()); n != len(Terms) {
		t.Fatal(n, len(Terms))
	}
	other := c
	other.SaidNotes, other.Word, other.Note = 20, 30, 0.1
	if c.Probability() < Likely || other.Probability() >= Likely {
		t.Error(c.Probability(), other.Probability())
	}
}

func FuzzSaid(f *testing.F) {
	f.Add("a `b_c` ```\nd-e\n", "b_c")
	f.Add("~~~\n\\nfoo.bar\n~~~ `` ` ``", "fooBar")
	f.Fuzz(func(t *testing.T, note, other string) {
		last := -1
		var first string
		Said([]byte(note), func(name []byte, at int, form Form) {
			is := at > last && at+len(name) <= len(note) && string(name) == note[at:at+len(name)]
			if !is || len(name) < MinName || len(name) > MaxName || form > Prose {
				t.Fatalf("%q at %d as %d", name, at, form)
			}
			last, first = at, string(name)
		})
		for _, pair := range [][2]string{{first, other}, {other, first}, {first, first}} {
			kind, at := Compare(Key(pair[0]), Key(pair[1]))
			x, y := Differing(pair[0], pair[1])
			if kind > Far || at > len(pair[0]) || len(x) > len(pair[0]) || len(y) > len(pair[1]) {
				t.Fatal(pair, kind, at, x, y)
			}
		}
	})
}
