package markdown

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestPlacesOfSyntaxErrors(t *testing.T) {
	for _, test := range []struct{ name, block, want string }{
		{"second colon", "title: a: b\n", "2:9"},
		{"second colon, later", "kind: doc\nstatus: x\ntitle: a: b\ntags: [a]\n", "4:9"},
		{"open list", "kind: doc\ntags: [a, b\ntitle: x\n", "3:7"},
		{"open quote", "title: \"abc\nkind: doc\n", "2:8"},
		{"reserved character", "kind: doc\nowner: @me\n", "3:8"},
		{"tab", "relations:\n\t- x\n", "3:1"},
		{"characters of several bytes", "title: äöü\nkind: ö: x\n", "3:9"},
		{"unknown anchor", "kind: doc\ntitle: *nobody\n", "3:8"},
		{"a line by itself", "kind: doc\nno key\n", "3:1"},
		{"CRLF", "kind: doc\r\nowner: @me\r\n", "3:8"},
	} {
		d := Parse([]byte("---\n" + test.block + "---\n"))
		if len(d.Problems) != 1 {
			t.Errorf("%s: %v", test.name, d.Problems)
			continue
		}
		if got := fmt.Sprintf("%d:%d", d.Problems[0].Line, d.Problems[0].Col); got != test.want {
			t.Errorf("%s: at %s, want %s: %s", test.name, got, test.want, d.Problems[0].Message)
		}
	}
}

func TestDuplicateKeys(t *testing.T) {
	d := Parse([]byte("---\ntitle: a\nkind: doc\ntitle: b\nrelations:\n  - {type: solves, target: x, type: leads_to}\n---\n"))
	if len(d.Problems) != 2 || d.Problems[0].Line != 4 || d.Problems[0].Col != 1 || d.Problems[0].Key != "title" ||
		d.Problems[1].Line != 6 || d.Problems[1].Col != 31 || d.Problems[1].Key != "relations.0.type" {
		t.Errorf("problems %+v", d.Problems)
	}
	if v, _ := d.FrontMatter.Get("title"); v != "a" {
		t.Errorf("title %v: the first counts", v)
	}
	relations, _ := d.FrontMatter.Get("relations")
	if m := relations.([]any)[0].(map[string]any); m["type"] != "solves" {
		t.Errorf("relation %v: the first counts", m)
	}
	if d := Parse([]byte("---\na: &x {b: 1}\nc:\n  <<: *x\n  <<: *x\n---\n")); len(d.Problems) != 0 {
		t.Errorf("merge keys: %v", d.Problems)
	}
}

func TestPlacesOfValues(t *testing.T) {
	source := []byte(
		"\xEF\xBB\xBF---\r\ntitle: ä\u0085 b\r\n\"ö\": x\r\nrelations:\r\n- {type: x, strength: 3}\r\n- type: y\r\n  target: z\r\n---\r\n",
	)
	d := Parse(source)
	for _, test := range []struct {
		path []string
		want string
	}{
		{[]string{"ö"}, "3:7"}, {[]string{"relations", "0", "strength"}, "5:23"}, {[]string{"relations", "1", "target"}, "7:11"},
		{[]string{"relations", "2"}, ""}, {[]string{"nothing"}, ""},
	} {
		line, col, ok := d.FrontMatter.Place(source, test.path...)
		if got := fmt.Sprintf("%d:%d", line, col); ok != (test.want != "") || ok && got != test.want {
			t.Errorf("%v: %s, want %s", test.path, got, test.want)
		}
	}
}

// Whatever stands in a block, what is reported lies in the file, and a field's place is where its key stands.
func TestPlacesLieInTheFile(t *testing.T) {
	piece := rapid.SampledFrom([]string{
		"a",
		"key",
		": ",
		":",
		"\n",
		"\r",
		"\r\n",
		"- ",
		"[",
		"]",
		"{",
		"}",
		"\"",
		"'",
		"é",
		"\u2028",
		"\u0085",
		"  ",
		"\t",
		"#",
		"&x ",
		"*x",
		"@",
		"|\n",
		"? ",
	})
	rapid.Check(t, func(t *rapid.T) {
		source := "---\n" + strings.Join(rapid.SliceOfN(piece, 0, 40).Draw(t, "pieces"), "") + "\n---\n"
		d := Parse([]byte(source))
		lines := strings.SplitAfter(source, "\n")
		inside := func(what string, line, col int) {
			if line < 1 || line > len(lines) || col < 1 || col > len(lines[line-1])+1 {
				t.Fatalf("%s at %d:%d", what, line, col)
			}
		}
		for _, p := range d.Problems {
			inside(p.Message, p.Line, p.Col)
		}
		for _, f := range d.FrontMatter.Fields {
			inside(f.Key, f.Line, f.Col)
			inside(f.Key, f.ValueLine, f.ValueCol)
			if f.Key == "key" && !strings.Contains(lines[f.Line-1][f.Col-1:], "key") {
				t.Fatalf("key is not at %d:%d of %q", f.Line, f.Col, source)
			}
		}
	})
}
