package markdown

import (
	"fmt"
	"strings"
	"testing"
)

// Front matter ends with its own fence, or as YAML says with three dots; what is never closed is told
// where it looks like one.
func TestEndsOfFrontMatter(t *testing.T) {
	for source, want := range map[string]string{
		"---\ntitle: A\n---\nText.\n": "yaml A", "---\ntitle: A\n...\nText.\n": "yaml A", "+++\ntitle = \"A\"\n+++\nText.\n": "toml A",
		"+++\ntitle = \"A\"\n...\n+++\n": "toml ", "--- \t\ntitle: A\n--- \nText.\n": "yaml A", "---\ntitle: A\n": " not closed",
		"---\n\ntitle: A\n": " ", "---\n# A: b\n": " ", "---\n* a: b\n": " ", "---\na b: c\n": " ", "--\ntitle: A\n--\n": " ",
		"+++\ntitle: A\n": " not closed", "---\n: x\n": " ",
	} {
		d := Parse([]byte(source))
		title, _ := d.FrontMatter.Get("title")
		if title == nil {
			title = ""
		}
		got := fmt.Sprint(d.FrontMatter.Format, " ", title)
		if len(d.Problems) == 1 && strings.Contains(d.Problems[0].Message, "not closed") {
			got += "not closed"
		}
		if got != want {
			t.Errorf("%q: %q, want %q", source, got, want)
		}
	}
}

// A file that is too wild for a parser of markdown is read by its lines: headings and code at the
// margin, the rest prose.
func TestPlainReading(t *testing.T) {
	wild := strings.Repeat("> ", 200) + "deep\n"
	d := Parse([]byte("# One #\n\nText.\n```go\n# no heading\n``` not the end\n   ```\n```\nMore.\n~~~\n```\n~~~ \t\n####### " +
		"Seven\n#tag\n######\tSix\n" + wild))
	if len(d.Problems) == 0 || !strings.Contains(d.Problems[0].Message, "read as plain lines") {
		t.Fatalf("%v", d.Problems)
	}
	var got []string
	for _, s := range d.Sections {
		got = append(got, fmt.Sprint(s.Level, " ", s.Heading, " ", s.Span.StartLine))
	}
	if want := "1 One 1|6 Six 15"; strings.Join(got, "|") != want {
		t.Errorf("sections %q, want %s", got, want)
	}
	if Tame([]byte(wild)) || !Tame([]byte("# One\n\n> > Text.\n")) {
		t.Error("tame and wild texts are taken for each other")
	}
}

func TestEndsOfTOMLStrings(t *testing.T) {
	for text, want := range map[string]int{
		`"a"x`: 3, `"a\"b"x`: 6, `'a\'b'`: 4, "\"a\nb\"": 2, `"a\`: 3, "\"a\\\nb\"": 3, `"a`: 2, `"""a"b"""x`: 9, `"""a\"""b"""x`: 12,
		`'''a\'''x`: 8, `"""a`: 4, `""x`: 2, `''`: 2,
	} {
		if got := tomlString([]byte(text), 0); got != want {
			t.Errorf("%q ends at %d, want %d", text, got, want)
		}
	}
	if got := tomlString([]byte(`x = "a" # b`), 4); got != 7 {
		t.Errorf("within a line: %d", got)
	}
}

// A section is found by its heading, by some headings above it, or by the anchor of its page.
func TestSectionByName(t *testing.T) {
	d := Parse([]byte("# Guide\n\n## Set up\n\n### On Linux\n\n## Use\n\n### On Linux\n\nText.\n"))
	for name, want := range map[string]int{
		"Guide": 1, "set UP ": 3, "On Linux": 5, "Use#On Linux": 9, "Guide#Use#On Linux": 9, "Guide#On Linux": 5, "Set up#Use": 0,
		"on-linux": 5, "on-linux-1": 9, "set-up": 3, "Linux": 0, "Use#Set up": 0, "Other#On Linux": 0, "": 0,
	} {
		s, ok := named(d, name)
		if ok != (want > 0) || ok && s.Span.StartLine != want {
			t.Errorf("%q: line %d, %v, want %d", name, s.Span.StartLine, ok, want)
		}
	}
}

// A heading may name its own id, which is no part of its words; what looks alike is.
func TestIDsOfHeadings(t *testing.T) {
	for line, want := range map[string][2]string{
		"Ports {#ports-id}": {"Ports", "ports-id"}, "Ports in use {#p .wide data-x=1} ": {"Ports in use", "p"},
		"Ports {: #p }":        {"Ports", "p"},
		"Ports {: .no_toc #p}": {"Ports", "p"}, "Ports {: .no_toc }": {"Ports", "ports"}, "Port `{#x}`": {"Port {#x}", "port-x"},
		"Ports \\{#p}": {"Ports {#p}", "ports-p"}, "Ports {p}": {"Ports {p}", "ports-p"}, "Ports {.net}": {"Ports {.net}", "ports-net"},
		"Ports {# of all #}": {"Ports {# of all #}", "ports--of-all-"}, "Ports {:}": {"Ports {:}", "ports-"},
		"Ports {#p} open": {"Ports {#p} open", "ports-p-open"},
		"Ports {}":        {"Ports {}", "ports-"},
	} {
		deep := "\n" + strings.Repeat("> ", 2000) + "x\n" // is read as plain lines
		for _, text := range []string{"## " + line + "\n\nText.\n", line + "\n---\n\nText.\n", "## " + line + deep} {
			s := Parse([]byte(text)).Sections[0]
			if s.Heading != want[0] || s.Anchor != want[1] {
				t.Errorf("%.40q: %q, %q", text, s.Heading, s.Anchor)
			}
		}
	}
	doc := Parse([]byte("# Ports in use {#p}\n\n## Others {#p}\n\n## Ports\n"))
	for name, want := range map[string]int{"p": 0, "Ports in use": 0, "ports-in-use": 0, "p-1": 1, "others": 1, "ports": 2} {
		if s, ok := named(doc, name); !ok || s.Span.Start != doc.Sections[want].Span.Start {
			t.Errorf("%s: %q", name, s.Heading)
		}
	}
}

// Tags of HTML and addresses in brackets are told from signs of comparison, schemes from other words.
func TestTagsAndSchemes(t *testing.T) {
	for text, want := range map[string]string{
		"a <b>bold</b> c": "a bold c", "a<br/>b": "a b", "<Z x=\"1\">y</Z>": "y", "<z>": "", "<a>": "", "<A>x": "x",
		"1 < 2 > 1": "1 < 2 > 1", "a <": "a <",
		"<1>": "<1>", "<https://x.org/a>": "https://x.org/a", "<@>": "<@>", "<[x]>": "<[x]>", "<`x`>": "<x>", "<{>": "<{>",
		"a ``b ` c`` d": "a b ` c d", "a ``b ``` c`` d": "a b ``` c d", "a ``b` c": "a b c",
		"<ann@example.org>.": "ann@example.org.", "<mailto:a@b.org>": "mailto:a@b.org", "<a@b>x": "x", "<@b.org>": "<@b.org>",
		"<https://a b>": "<https://a b>", "<https://a": "<https://a", "<tag a=\"x@y.z\">b": "b",
	} {
		if got := plainInline(text); got != want {
			t.Errorf("%q reads %q, want %q", text, got, want)
		}
	}
	for text, want := range map[string]bool{
		"http://x": true, "Z9+-.://x": true, "a0://x": true, "az://x": true, "AZ://x": true, "9a://x": false, "+a://x": false,
		"a://x": false, "http:": false,
		"mailto:a": true, "tel:1": true, "doi:1": true, "urn:1": true, "data:1": true, "javascript:1": true, "note:1": false,
		"x y://z": false,
		"a@://x":  false, "a[://x": false, "a`://x": false, "a{://x": false, "a/://x": false, "a:": false, strings.Repeat("a",
			32) + "://x": true,
		strings.Repeat("a", 33) + "://x": false,
	} {
		if got := isURL(text); got != want {
			t.Errorf("%q is an address: %v", text, got)
		}
	}
}

// The rows and cells of tables, and what only looks like one.
func TestDelimiterRows(t *testing.T) {
	for source, want := range map[string]bool{
		"| a | b |\n|---|---|\n| 1 | 2 |\n": true, "a | b\n--|--\n1 | 2\n": true, "a\n---\nb\n": false, "a | b\n| |\nc | d\n": false,
		"| a |\n|:-:|\n": true, "| a \\|\n|---|\n": true, "a | b\n-- --\n": false,
	} {
		table := false
		for _, c := range Parse([]byte("Text.\n\n" + source)).Chunks {
			table = table || c.Kind == Table
		}
		if table != want {
			t.Errorf("%q is a table: %v", source, table)
		}
	}
}

// Comments are blanked outside of code, whose fence is as long as it was opened.
func TestCommentsBesideCode(t *testing.T) {
	for text, want := range map[string]string{
		"a ``x <!-- y -->`` <!-- z -->":                    "a ``x <!-- y -->``           ",
		"a `x`` <!-- z -->":                                "a `x``           ",
		"  ```\n<!-- kept -->\n```\n<!-- z -->":            "  ```\n<!-- kept -->\n```\n          ",
		"> ```\n> <!-- kept -->\n> x ``` y\n<!-- kept -->": "> ```\n> <!-- kept -->\n> x ``` y\n<!-- kept -->",
		"x ```a <!-- b --> ``` <!-- z -->":                 "x ```a <!-- b --> ```           ",
	} {
		if got := WithoutComments(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
