package markdown

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// headingParts are what headings are made of, one a line; each stands alone in a heading, in front, at the end and
// in the middle.
const headingParts = `Foo & Bar
a/b/c
C++ and C#
100% sure?
What's "new"?
“Curly” ‘quotes’
«Guillemets» and „these“
It’s here
foo_bar_baz
_private
__init__
snake_case_ and _this_
*emphasis*
**strong** text
***both***
in*tra*word
2 * 3 * 4
~~gone~~
~ 5 km
` + "`code`" + `
` + "`a_b*c`" + `
` + "``a ` b``" + `
` + "`<br>` tag" + `
` + "`&amp;` sign" + `
` + "`a  b`" + `
[link](target.md)
[link *with* ` + "`code`" + `](target.md "Title")
[link](<a b.md>)
[reference][target]
[target]
[not a reference]
[x] done
<https://example.org/a_b>
<ann@example.org>
![alt](i.png) Logo
![](i.png)
![a *b* c](i.png)
[![Build](b.svg)](ci.md) Status
A <br> B
A<br/>B
<b>bold</b>
<a id="own%d"></a>Named
<kbd>Ctrl</kbd>+<kbd>C</kbd>
Vec<T> and Map<K, V>
a < b > c
a<b
<!-- note --> said
Noted [^1]
Noted[^1][^note]
Missing [^none]
[^a-z] pattern
&amp; and &lt;x&gt;
&copy; 2024 &mdash; us
&nbsp;x&nbsp;
&#35; &#x26;
&unknown; entity
AT&T
naïve café
ÄÖÜ ß
İstanbul ışık
Straße ÉCOLE
Ελληνικά Σίγμας
Русский Ёж
עברית
العربية ١٢٣
हिन्दी
ไทย
日本語 見出し
中文，标题。
한국어 제목
ｆｕｌｌ　ｗｉｄｔｈ
e` + "\u0301" + ` combining
ﬁ ligature
x² and H₂O
№ 5 ½ Ⅳ ①
µ and Ω
🎉 Party
👩‍💻 at work
❤️ hearts
☎ and ☎️
1️⃣ first
🇩🇪 flag
:tada: code
1. First
1.2.3
2024-05-01
v1.0.0-rc.1
3D
10:30
1) one
a b` + "\u00a0" + `c
thin` + "\u2009" + `space
zero` + "\u200b" + `width
soft` + "\u00ad" + `hyphen
bi` + "\u200d" + `joined
tab	inside
two  blanks
em — dash
en – dash
non‑breaking‑hyphen
minus − sign
ellipsis… and ...
a -- b --- c
- dash
a - b
-x-
--flag
\*escaped\*
\_x\_ \# \[y\]
back\slash C:\dir
$x_1$ and $5
$$x_1$$
{braces}
{{ template }}
{% tag %}
@user/repo
#hash tag
#1
a#b
key: value
key=value; a,b
(parens) [brackets]
<T>
f(x) -> y
x => y
a | b
a ~ b ^ c
~/.config
/etc/passwd
file.go:12
https://example.org/x?y=1
www.example.org
.gitignore
?!
!!!
…
CamelCase
ALL CAPS
§ 5 ¶ †
€ 5 £ ¥
™ ® ©
→ ← ⇒
• bullet · dot
≤ ≥ ≠ ∞
ª º`

// headingForms are the places in which a part stands; %s is the part.
var headingForms = []string{"%s", "Use %s", "%s of it", "See %s and on"}

// headingsWhole are headings of their own: ids, closing marks, repetitions, two lines.
const headingsWhole = `## Named {#own-id}
## Named {#Own_Id2}
## Named again {#own-id3 .wide}
## Named: {: #own-id4 }
## {braces} {#own-id5}
## Not named \{#x}
## Named Üben {#üben}
## Closed ##
## Closed #
## Closed# 
## Not closed \#
## C# ##
##   Blanks   
## Twice
## Twice
## twice
## Twice!
## Twice 1
## Twice-1
## Twice
## One *two
## One **two
## One _two
## One [two
## One ` + "`two" + `
### Deeper
#### Deeper
##### Deeper
###### Deeper`

// corpus are the documents of 500 headings: 50 in each.
func corpus() (docs []string) {
	headings := strings.Split(headingsWhole, "\n")
	parts := strings.Split(headingParts, "\n")
	for f, form := range headingForms {
		for _, part := range parts {
			if strings.Contains(part, "%d") {
				part = fmt.Sprintf(part, f)
			}
			headings = append(headings, "## "+strings.Replace(form, "%s", part, 1))
		}
	}
	for some := range slices.Chunk(headings[:500], 50) {
		docs = append(docs, strings.Join(some, "\n\nText.\n\n")+
			"\n\nText.\n\n[target]: target.md\n\n[^1]: First.\n\n[^note]: Note.\n")
	}
	return docs
}

// Documents of 500 headings lie as they were made, so that other programs can read them.
func TestCorpusOfHeadings(t *testing.T) {
	for i, doc := range corpus() {
		name := filepath.Join("testdata", "slugs", fmt.Sprintf("%02d.md", i))
		if os.Getenv("KB_UPDATE") != "" {
			if err := os.WriteFile(name, []byte(doc), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if was, err := os.ReadFile(name); err != nil || string(was) != doc {
			t.Errorf("%s is not as it is made (KB_UPDATE=1 makes it again): %v", name, err)
		}
	}
}

// What GitHub makes of a heading is its anchor, and where it names an id, leads to it. What the others make leads
// there as often as it did: they count repetitions by words that differ for GitHub, and name in their own ways what
// has no letters. anchors.tsv is what they made of the corpus, see .ci/anchors.
func TestAnchorsAgreeWithSites(t *testing.T) {
	table, err := os.ReadFile(filepath.Join("testdata", "slugs", "anchors.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	rows := strings.Split(strings.TrimSuffix(string(table), "\n"), "\n")
	var agree [4]int
	for _, source := range corpus() {
		doc := Parse([]byte(source))
		names := doc.AnchorNames()
		for i, s := range doc.Sections {
			for site, anchor := range strings.Split(rows[i], "\t") {
				_, found, ok := doc.Find([]byte(source), anchor)
				switch {
				case site == 0 && anchor != s.Anchor && s.others == nil:
					t.Errorf("%q is %q, want %q", s.Heading, s.Anchor, anchor)
				case anchor == "" || ok && found == i && Reaches(names, anchor, []string{"", "-", "-", "_"}[site]):
					agree[site]++
				case site == 0:
					t.Errorf("%q leads to %d, want %d, %q", anchor, found, i, s.Heading)
				}
			}
		}
		rows = rows[len(doc.Sections):]
	}
	if want := [4]int{500, 492, 441, 414}; agree != want { // GitHub, Docusaurus, VitePress, MkDocs
		t.Errorf("of 500 anchors lead to their headings %v, want %v", agree, want)
	}
}
