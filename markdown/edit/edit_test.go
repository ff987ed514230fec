package edit

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/9aea2451/kb/markdown"
)

// drawn is a generated front matter: its lines, and for each key those that are its own.
type drawn struct {
	lines []string
	own   map[string][2]int // first line and the one after the last
	keys  []string
}

func (d *drawn) add(key string, lines ...string) {
	d.own[key] = [2]int{len(d.lines), len(d.lines) + len(lines)}
	d.keys = append(d.keys, key)
	d.lines = append(d.lines, lines...)
}

// drawFrontMatter writes keys with values in all the forms that people use.
func drawFrontMatter(t *rapid.T) *drawn {
	d := &drawn{own: map[string][2]int{}}
	word := rapid.StringMatching(`[a-z][a-z0-9 ]{0,8}[a-z]`)
	comment := func() string {
		return rapid.SampledFrom([]string{"", "", " # why", "  # it's \"odd\": {x}"}).Draw(t, "comment")
	}
	for i := range rapid.IntRange(1, 7).Draw(t, "keys") {
		key := fmt.Sprintf("key%d", i)
		w := word.Draw(t, "word")
		switch rapid.IntRange(0, 15).Draw(t, "form") {
		case 0:
			d.add(key, key+": "+w+comment())
		case 1:
			d.add(key, key+":   '"+w+" # it''s'"+comment())
		case 2:
			d.add(key, key+": \""+w+` \"x\" #`+"\""+comment())
		case 3:
			d.add(key, key+": |"+comment(), "  "+w, "", "  # no comment", "    deeper")
		case 4:
			d.add(key, key+": >-", "  "+w, "  more")
		case 5:
			d.add(key, key+": ["+w+", 'b, c', \"d]\"]"+comment())
		case 6:
			d.add(key, key+": [", "  "+w+", # first", "  two", "]"+comment())
		case 7:
			d.add(key, key+":"+comment(), "  - "+w+" # an item", "  # about the next", "  - 'two'")
		case 8:
			d.add(key, key+":", "- "+w, "- two")
		case 9:
			d.add(key, key+": {a: 1, b: ["+w+"]}"+comment())
		case 10:
			d.add(key, key+":", "  a: "+w, "  b:", "    - c")
		case 11:
			d.add(key, key+":"+comment())
		case 12:
			d.add(key,
				key+": "+rapid.SampledFrom([]string{"1", "0.5", "true", "null", "2026-01-02", "~", "0x1F"}).Draw(t, "literal")+comment())
		case 13:
			d.add(key, fmt.Sprintf("%s: &a%d %s%s", key, i, w, comment()))
			d.add(key+"b", fmt.Sprintf("%sb: *a%d", key, i))
			d.add(key+"c", fmt.Sprintf("%sc: [x, *a%d]", key, i))
		case 14:
			d.add(key, key+": \"two", "  lines "+w+"\"")
		default:
			d.add(key, fmt.Sprintf("%q: http://x.org/#%s", key, strings.ReplaceAll(w, " ", "")))
		}
		switch rapid.IntRange(0, 5).Draw(t, "between") {
		case 0:
			d.lines = append(d.lines, "# a comment of its own")
		case 1:
			d.lines = append(d.lines, "")
		}
	}
	return d
}

func (d *drawn) source(eol string, bom bool) string {
	text := "---" + eol + strings.Join(d.lines, eol) + eol + "---" + eol + "# Title" + eol + eol + "key0: no front matter" + eol
	if bom {
		text = "\xef\xbb\xbf" + text
	}
	return text
}

var drawValue = rapid.Custom(func(t *rapid.T) any {
	switch rapid.IntRange(0, 6).Draw(t, "kind") {
	case 0:
		return rapid.Int().Draw(t, "int")
	case 1:
		return rapid.Bool().Draw(t, "bool")
	case 2:
		return float64(rapid.IntRange(0, 100).Draw(t, "hundredths")) / 100
	case 3:
		return rapid.SliceOfN(rapid.StringMatching(`[a-z#:,'" -]{1,6}`), 1, 4).Draw(t, "list")
	case 4:
		return rapid.SampledFrom(
			[]string{
				"",
				"yes",
				"null",
				"1",
				"- x",
				"a: b",
				"it's",
				"a #b",
				"*x",
				"&y",
				"[",
				"{",
				"\"",
				"'",
				"|",
				">",
				"%",
				"@",
				"`",
				"2026-01-02",
				" lead",
				"trail ",
				"~",
				"é",
				"…",
				"a\nb",
				"\t",
				"<<",
				"=",
				"---",
				"...",
				"? x",
			},
		).Draw(t, "odd")
	}
	return rapid.StringMatching(`[A-Za-z0-9 _./()-]{1,20}`).Draw(t, "string")
})

// TestSetChangesOneValue sets keys of ten thousand front matters: the value reads back, all else reads as before, and no line but the
// key's own is touched.
func TestSetChangesOneValue(t *testing.T) {
	refused, done := 0, 0
	property := func(t *rapid.T) {
		d := drawFrontMatter(t)
		eol := rapid.SampledFrom([]string{"\n", "\r\n"}).Draw(t, "line end")
		source := d.source(eol, rapid.Bool().Draw(t, "bom"))
		if len(markdown.Parse([]byte(source)).Problems) > 0 {
			t.Skip("not YAML")
		}
		key := rapid.SampledFrom(append(d.keys, "new")).Draw(t, "key")
		value := drawValue.Draw(t, "value")
		done++
		out, err := Set([]byte(source), key, value)
		if err != nil {
			refused++
			if strings.Contains(source, "&") {
				return // a value with a name that others use may have to be refused
			}
			t.Fatalf("%v\n%s", err, source)
		}
		checkSet(t, d, source, string(out), key, value, eol)
	}
	n := 10_000
	if testing.Short() {
		n = 1000
	}
	for done < n {
		rapid.Check(t, property)
		if t.Failed() {
			return
		}
	}
	if refused*50 > done {
		t.Errorf("%d of %d were refused", refused, done)
	}
}

// checkSet compares what was written with what was asked for.
func checkSet(t *rapid.T, d *drawn, source, out, key string, value any, eol string) {
	before, after := markdown.Parse([]byte(source)), markdown.Parse([]byte(out))
	if got, ok := after.FrontMatter.Get(key); !ok || !same(got, value) {
		t.Fatalf("%s is %v, expected %v\n%s", key, got, value, out)
	}
	for _, f := range before.FrontMatter.Fields {
		if got, _ := after.FrontMatter.Get(f.Key); f.Key != key && !reflect.DeepEqual(got, f.Value) {
			t.Fatalf("%s was %v and is %v\n%s", f.Key, f.Value, got, out)
		}
	}
	own := d.own[key]
	var kept []string
	for i, line := range strings.SplitAfter(source, eol) {
		if n := i - 1; key != "new" && n >= own[0] && n < own[1] || strings.Contains(line, "*a") {
			continue
		}
		kept = append(kept, line)
	}
	rest := out
	for _, line := range kept {
		i := strings.Index(rest, line)
		if i < 0 {
			t.Fatalf("the line %q is gone\nbefore:\n%s\nafter:\n%s", line, source, out)
		}
		rest = rest[i+len(line):]
	}
	if strings.Contains(strings.ReplaceAll(out, "\r\n", ""), "\n") && eol == "\r\n" {
		t.Fatalf("a line ends in \\n alone:\n%q", out)
	}
	if key != "new" {
		if first := d.lines[own[0]]; strings.HasSuffix(first, " # why") && !strings.Contains(out, "# why") {
			t.Fatalf("the comment is gone:\n%s", out)
		}
	}
}

// TestListsKeepTheirForm adds items to lists and takes them out again.
func TestListsKeepTheirForm(t *testing.T) {
	cases := []struct{ source, add, added, without string }{
		{"---\ntags: [a, b] # why\n---\n", "c", "---\ntags: [a, b, c] # why\n---\n", "---\ntags: [b] # why\n---\n"},
		{
			"---\ntags:\n  - a # one\n  # about b\n  - b\n\nother: 1\n---\n",
			"c: d",
			"---\ntags:\n  - a # one\n  # about b\n  - b\n  - \"c: d\"\n\nother: 1\n---\n",
			"---\ntags:\n  # about b\n  - b\n\nother: 1\n---\n",
		},
		{
			"---\r\ntags:\r\n- |-\r\n  a\r\n\r\n# about b\r\n\r\n# and more\r\n- b\r\n---\r\n",
			"c",
			"---\r\ntags:\r\n- |-\r\n  a\r\n\r\n# about b\r\n\r\n# and more\r\n- b\r\n- c\r\n---\r\n",
			"---\r\ntags:\r\n# about b\r\n\r\n# and more\r\n- b\r\n---\r\n",
		},
		{"---\ntags:\n- a\n- b\n---\n", "c", "---\ntags:\n- a\n- b\n- c\n---\n", "---\ntags:\n- b\n---\n"},
		{"---\ntags: [\n  a, # one\n  b # two\n]\n---\n", "c", "---\ntags: [\n  a, # one\n  b, c # two\n]\n---\n", ""},
		{"---\ntags: a\n---\n", "c", "---\ntags:\n  - a\n  - c\n---\n", "---\ntags: []\n---\n"},
		{"---\ntags:\n---\n", "c", "---\ntags:\n  - c\n---\n", "---\ntags:\n---\n"},
		{"---\nx: 1\n---\n", "c", "---\nx: 1\ntags:\n  - c\n---\n", "---\nx: 1\n---\n"},
		{"# Title\r\n", "c", "---\r\ntags:\r\n  - c\r\n---\r\n\r\n# Title\r\n", "# Title\r\n"},
		{
			"+++\ntags = [\"a\", \"b\"] # why\n[x]\ny = 1\n+++\n",
			"c",
			"+++\ntags = [\"a\", \"b\", \"c\"] # why\n[x]\ny = 1\n+++\n",
			"+++\ntags = [\"b\"] # why\n[x]\ny = 1\n+++\n",
		},
		{
			"+++\ntitle = \"T\"\n[x]\ny = 1\n+++\n",
			"c",
			"+++\ntitle = \"T\"\ntags = [\"c\"]\n[x]\ny = 1\n+++\n",
			"+++\ntitle = \"T\"\n[x]\ny = 1\n+++\n",
		},
	}
	for _, c := range cases {
		out, err := Add([]byte(c.source), "tags", c.add)
		if err != nil || string(out) != c.added {
			t.Errorf("add %s to %q: %q, %v", c.add, c.source, out, err)
		}
		if out, err := Add(out, "tags", c.add); err != nil || string(out) != c.added {
			t.Errorf("added twice: %q, %v", out, err)
		}
		if c.without == "" {
			continue
		}
		if out, err := Remove([]byte(c.source), "tags", "a"); err != nil || string(out) != c.without {
			t.Errorf("remove a from %q: %q, %v", c.source, out, err)
		}
	}
}

func TestAddRelation(t *testing.T) {
	cases := []struct{ source, want string }{
		{"# T\n", "---\nrelations:\n  - type: supersedes\n    target: docs/a.md\n    strength: 0.9\n---\n\n# T\n"},
		{
			"---\nrelations:\n  - {type: solves, target: x}\nid: y\n---\n",
			"---\nrelations:\n  - {type: solves, target: x}\n  - {type: supersedes, target: docs/a.md, strength: 0.9}\nid: y\n---\n",
		},
		{
			"---\nrelations:\n  - type: solves\n    target: x # why\n---\n",
			"---\nrelations:\n  - type: solves\n    target: x # why\n  - type: supersedes\n    target: docs/a.md\n    strength: 0.9\n---\n",
		},
		{"---\nrelations: []\n---\n", "---\nrelations:\n  - type: supersedes\n    target: docs/a.md\n    strength: 0.9\n---\n"},
		{
			"---\ntags:\n- a\nx: \n---\n",
			"---\ntags:\n- a\nx: \nrelations:\n- type: supersedes\n  target: docs/a.md\n  strength: 0.9\n---\n",
		},
		{
			"+++\nid = \"y\"\n[params]\nx = 1\n+++\n",
			"+++\nid = \"y\"\nrelations = [{type = \"supersedes\", target = \"docs/a.md\", strength = 0.9}]\n[params]\nx = 1\n+++\n",
		},
		{
			"+++\nrelations = [\n  {type = \"solves\", target = \"x\"}, # why\n]\n+++\n",
			"+++\nrelations = [\n  {type = \"solves\", target = \"x\"}, " +
				"{type = \"supersedes\", target = \"docs/a.md\", strength = 0.9}, # why\n]\n+++\n",
		},
		{
			"+++\r\n[[relations]]\r\ntype = \"solves\"\r\ntarget = \"x\"\r\n[params]\r\nx = 1\r\n+++\r\n",
			"+++\r\n[[relations]]\r\ntype = \"solves\"\r\ntarget = \"x\"\r\n[params]\r\nx = 1\r\n\r\n[[relations]]\r\n" +
				"type = \"supersedes\"\r\ntarget = \"docs/a.md\"\r\nstrength = 0.9\r\n+++\r\n",
		},
	}
	for _, c := range cases {
		if out, err := AddRelation([]byte(c.source), "supersedes", "docs/a.md", 0.9); err != nil || string(out) != c.want {
			t.Errorf("%q: %q, %v", c.source, out, err)
		}
	}
	if out, err := AddRelation([]byte("---\nrelations: all\n---\n"), "supersedes", "a", 0); err == nil {
		t.Errorf("a relation was added to a word: %q", out)
	}
}

func TestUnset(t *testing.T) {
	for source, want := range map[string]string{
		"---\na: 1\n# of b\nb:\n  - x\n\nc: 2\n---\nb: text\n": "---\na: 1\n# of b\n\nc: 2\n---\nb: text\n",
		"---\nb: &x 1\nc: *x\n---\n":                           "---\nc: &x 1\n---\n",
		"# T\n":                                                "# T\n",
	} {
		if out, err := Unset([]byte(source), "b"); err != nil || string(out) != want {
			t.Errorf("%q: %q, %v", source, out, err)
		}
	}
}

// FuzzSet edits anything: it fails or keeps its promises, and does not panic.
func FuzzSet(f *testing.F) {
	f.Add([]byte("---\na: 1\nb: |\n  x\n---\n"), "a", "x")
	f.Add([]byte("+++\na = [1,\n2]\n+++\n"), "a", "x")
	f.Add([]byte("---\n{a: 1}\n---\n"), "b", "x")
	f.Add([]byte("---\na: &x [*x]\n---"), "a", "x")
	f.Fuzz(func(t *testing.T, source []byte, key, value string) {
		if out, err := Set(source, key, value); err == nil {
			if got, _ := markdown.Parse(out).FrontMatter.Get(key); got != value {
				t.Errorf("%q reads back as %v", value, got)
			}
		}
		Add(source, key, value)
		Remove(source, key, value)
		Unset(source, key)
		AddRelation(source, "solves", value, 0.5)
	})
}

// Metadata that the parser takes for text is not to get a second block above it; a rule or a
// shortcode at the head of a note is none.
func TestFrontMatterThatIsNotRead(t *testing.T) {
	for _, tt := range []struct {
		source, want string // the place and the reason's first words; "" for none
	}{
		{"---\ntitle: A\n\n# A\n", "n.md:1:1: it is not closed"},
		{"---\ntitle: A\n----\n\n# A\n", "n.md:1:1: it is not closed"},
		{"+++\ntitle = \"A\"\n\n# A\n", "n.md:1:1: it is not closed"},
		{"\n---\ntitle: A\n---\n# A\n", "n.md:2:1: it begins on the first line"},
		{"\xef\xbb\xbf\r\n \r\n---\r\ntitle: A\r\n---\r\n# A\r\n", "n.md:3:1: it begins on the first line"},
		{"<!-- a\nb -->\n---\ntitle: A\n---\n# A\n", "n.md:3:1: it begins on the first line"},
		{" ---\ntitle: A\n---\n# A\n", "n.md:1:1: it begins on the first line"},
		{"\n+++\ntitle = \"A\"\n+++\n# A\n", "n.md:2:1: it begins on the first line"},
		{"\n---\ntitle: A\n\n# A\n", "n.md:2:1: it is not closed"},
		{";;;\n\"title\": \"A\"\n;;;\n# A\n", "n.md:1:1: kb does not read this form"},
		{";;;\n{\"title\": \"A\"}\n;;;\n# A\n", "n.md:1:1: kb does not read this form"},
		{"{\n  \"title\": \"A\"\n}\n\n# A\n", "n.md:1:1: kb does not read this form"},
		{"\n{\"title\": \"A\"}\n\n# A\n", "n.md:2:1: kb does not read this form"},
		{"---json\n{\"title\": \"A\"}\n---\n# A\n", "n.md:1:1: kb does not read this form"},
		{"---toml\ntitle = \"A\"\n---\n# A\n", "n.md:1:1: kb does not read this form"},
		{"---\ntitle: [A\n---\n# A\n", "n.md:2:8: front matter: "},
		{"", ""}, {"# A\n", ""}, {"---\n\n# A\n", ""}, {"\n---\n\nText.\n", ""}, {"+++\nText.\n", ""}, {"***\ntitle: A\n***\n", ""},
		{"{{< toc >}}\n\n# A\n", ""}, {"{:toc}\n# A\n", ""},
		{"---\ntitle: A\n---\n" + strings.Repeat("a", 1<<18+1), ""}, // its text is read as plain lines
		{"{% include a %}\n", ""}, {"<!-- a -->\n# A\n", ""}, {"-- a: b\n", ""}, {"--- a\n", ""},
	} {
		got, err := Set([]byte(tt.source), "verified", "2026-01-02")
		if tt.want == "" {
			if err != nil || markdown.Parse(got).FrontMatter.Format != "yaml" {
				t.Errorf("%q: %v", tt.source, err)
			}
			continue
		}
		place, reason, _ := strings.Cut(tt.want, ": ")
		want := place + ": the front matter has to be edited by hand: " + reason
		if !errors.Is(err, ErrRefused) || !strings.HasPrefix(At("n.md", err).Error(), want) {
			t.Errorf("%q: %v, want %s", tt.source, At("n.md", err), want)
		}
		for name, err := range map[string]error{
			"unset": second(Unset([]byte(tt.source), "x")), "add": second(Add([]byte(tt.source), "tags", "x")),
			"remove": second(Remove([]byte(tt.source), "tags", "x")), "relate": second(AddRelation([]byte(tt.source), "requires", "x", 0)),
			"entity": second(AddEntity([]byte(tt.source), "tool", "x")),
		} {
			if !errors.Is(err, ErrRefused) {
				t.Errorf("%s of %q: %v", name, tt.source, err)
			}
		}
	}
}

func second(_ []byte, err error) error { return err }
