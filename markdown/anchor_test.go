package markdown

import (
	"slices"
	"strings"
	"testing"
)

// Whatever bears an id, or is a heading for GitHub, is found by it, on its line.
func TestAnchors(t *testing.T) {
	for source, want := range map[string]string{
		"# T\n\n<a id=\"port\"></a>\nText.\n":                                           "port:3",
		"# T\n\n<A NAME='port'></A>\n\n## Ports\n\nText.\n":                             "port:5", // the section that it stands before
		"# T\n\n## <a name=\"port\"></a>Ports\n\nText.\n":                               "port:3",
		"# T\n\nText <span class=x id=port>here</span>.\n":                              "port:3",
		"# T\n\n<div\n  id=\"port\">\n\nText.\n\n</div>\n":                              "port:3",
		"# T\n\n> ## Ports\n> Text.\n\n## Ports\n":                                      "ports:3 ports-1:6",
		"# T\n\n- ## Ports\n":                                                           "ports:3",
		"# T\n\n!!! note\n\n    ## Ports\n\n    Text.\n\n    ```\n    ## No\n    ```\n": "ports:5 no:0",
		"# T\n\n<h2 align=\"center\">The <b>Ports</b></h2>\n\n## The Ports\n":           "the-ports:3 the-ports-1:5",
		"# T\n\nText.\n{: #port }\n":                                                    "port:4",
		"# T\n\n[Text]{#port .wide} goes on.\n":                                         "port:3",
		"# T\n\n(port)=\n## Ports\n":                                                    "port:4 ports:4",
		"# T\n\nText. ^port\n":                                                          "^port:3",
		"# T\n\n| a |\n| - |\n\n^port\n":                                                "^port:3",
		"# T\n\n```\n<a id=\"port\">\n```\n\n`<a id=\"x\">` {# port #}\n":               "port:0 x:0",
		"# T\n\n<!-- <a id=\"port\"> -->\n\n<script>x = '<a id=\"x\">'</script>\n":      "port:0 x:0",
		"# T\n\n## Ports {#p}\n\n## Ports {/* #q */}\n":                                 "p:3 ports:3 ports-p:3 q:5 Ports:3",

		"# A\n\n## Use\n\n### Sub\n\n## Set\n\n### Sub\n": "Set#Sub:9 Use#Sub:5 A#Set#Sub:9 Use#Set:0 Set/Sub:9",
		"# Was_ist `das`?\n\n## Üben & Lernen\n":          "was_ist-das:1 üben--lernen:3 uben-lernen:3",
	} {
		doc := Parse([]byte(source))
		for w := range strings.SplitSeq(want, " ") {
			name, line, _ := strings.Cut(w, ":")
			got := "0"
			if place, _, ok := doc.Find([]byte(source), name); ok {
				got = string(rune('0' + place.StartLine))
			}
			if got != line {
				t.Errorf("%q: %q stands on line %s, want %s", source, name, got, line)
			}
			known := Reaches(doc.AnchorNames(), name, "-_")
			if known != (line != "0") && !strings.Contains(name, "/") && name != "Use#Set" {
				t.Errorf("%q: %q is known: %v", source, name, known)
			}
		}
	}
}

// Only a site of its own slugs takes what has the same letters for the anchor of a heading.
func TestAnchorsOfSites(t *testing.T) {
	names := Parse([]byte("# T\n\n## Foo & Bar: über\n\n## Foo\n\n## Foo\n")).AnchorNames()
	for fragment, want := range map[string][2]bool{
		"foo--bar-über": {true, true}, "foo-bar-über": {false, true}, "foo-bar-uber": {false, true}, "Foo--Bar-über": {true, true},
		"foo-1": {true, true}, "foo_1": {false, true}, "foo-2": {false, false}, "bar": {false, false}, "foo-bar": {false, false},
	} {
		if got := [2]bool{Reaches(names, fragment, ""), Reaches(names, fragment, "-_")}; got != want {
			t.Errorf("%s: %v, want %v", fragment, got, want)
		}
	}
}

// Links stand in tags of HTML and in boxes, too, each with the place of its target.
func TestLinksOfTagsAndBoxes(t *testing.T) {
	for source, want := range map[string]string{
		`<p align="center"><a href="t.md">Docs</a> <img src="i.png"></p>`:                           "t.md i.png!",
		"Text <a class=x href='t.md#one'>here</a>.":                                                 "t.md#one",
		"<div>\n<a\n href = \"t.md\">x</a>\n<!-- <a href=\"no.md\"> -->\n</div>":                    "t.md",
		"<Link to=\"/t\">x</Link> <Card href={url} title=\"a\" /> <img alt=\"a=b.md\" src=i.png />": "/t i.png!",
		"!!! note\n\n    See [t](t.md).\n\n    ```\n    [no](no.md)\n    ```\n":                     "t.md",
		"??? tip \"More\"\n    First.\n\n    See [[t]].\n":                                          "t",
		"=== \"Linux\"\n\n    Use [t](t.md).\n\n=== \"Mac\"\n\n    Use [u](u.md).\n":                "t.md u.md",
		"1. Step\n\n    !!! note\n\n        See [t](t.md).\n":                                       "t.md",
		"Text\n\n    [no](no.md)\n":                                                                 "",
		"```html\n<a href=\"no.md\">\n```\n":                                                        "",
		`[x]({{< ref "t.md#tok" >}})`:                                                               `{{< ref "t.md#tok`,
	} {
		var got []string
		for _, l := range Parse([]byte(source)).Links {
			s := l.Target
			if l.Fragment != "" {
				s += "#" + l.Fragment
			}
			if l.Image {
				s += "!"
			}
			got = append(got, s)
			if raw := source[l.TargetStart:l.TargetEnd]; raw != l.Target {
				t.Errorf("%q: %q stands where %q should", source, raw, l.Target)
			}
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%q: %q, want %q", source, got, want)
		}
	}
	c := Parse([]byte("# T\n\n!!! note\n\n    Long text.\n")).Chunks
	if slices.ContainsFunc(c, func(c Chunk) bool { return c.Kind == Code }) {
		t.Errorf("a box is code: %+v", c)
	}
}
