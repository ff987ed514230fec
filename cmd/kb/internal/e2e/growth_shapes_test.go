//go:build growth

package e2e

import (
	"fmt"
	"strings"
)

const title = "# Title\n\n"

// shape is a form of text that can be of any size.
type shape struct {
	name string
	text func(n int) string // of about n bytes
	// files are the notes of which it is a repository, where it is of more than one.
	files  func(n int) map[string]string
	part   int  // of which the text is one: of what takes long; 0 for all
	orders bool // whether a session says it line by line
	work   bool // whether the agent of a session works after each line
}

// of repeats what unit says behind a head until there are n bytes. A verb in unit takes the number.
func of(name, head, unit, tail string) shape {
	return shape{name: name, text: func(n int) string {
		var b strings.Builder
		b.Grow(n + len(unit))
		b.WriteString(head)
		for i := 0; b.Len() < n; i++ {
			b.WriteString(strings.ReplaceAll(unit, "#N", fmt.Sprint(i)))
		}
		b.WriteString(tail)
		return b.String()
	}}
}

// halves is a text whose first and second half are of these shapes.
func halves(name string, first, second shape) shape {
	return shape{name: name, text: func(n int) string { return first.text(n/2) + second.text(n/2) }}
}

// shapes are what notes and messages can look like at their worst: the table that make growth goes through.
func shapes() []shape {
	const row = 40 // bytes of a row of a square table
	all := []shape{
		of("paragraphs", title, "The gateway #N closes idle connections after #N seconds, because the proxy keeps its own.\n\n", ""),
		of("one paragraph", title, "The gateway #N closes idle connections after a while.\n", ""),
		of("headings", title, "## Heading #N\n\nText #N.\n\n", ""),
		of("headings alike", title, "## Heading\n\n", ""),
		of("headings deep", title, "## A#N\n\n### B#N\n\n#### C#N\n\n##### D#N\n\n###### E#N\n\nText.\n\n", ""),
		of("list", title, "- item #N of the list\n", ""),
		of("list ordered", title, "#N. item of the list\n", ""),
		{name: "list nested", text: func(n int) string {
			var b strings.Builder
			b.WriteString(title)
			for i := 0; b.Len() < n; i++ {
				b.WriteString(strings.Repeat("  ", i%60) + "- item\n")
			}
			return b.String()
		}},
		of("list in a list", title, "- ", "x\n"),
		of("quotes nested", title, "> ", "x\n"),
		of("quote", title, "> a line #N of it\n", ""),
		{name: "table wide", text: func(n int) string {
			c := n / 3 / 6
			return title + strings.Repeat("| abc ", c) + "|\n" + strings.Repeat("| --- ", c) + "|\n" + strings.Repeat("| abc ", c) + "|\n"
		}},
		of("table long", title+"| A | B |\n| --- | --- |\n", "| a#N | The value #N |\n", ""),
		{name: "table of short rows", text: func(n int) string {
			c := n / 6
			return title + strings.Repeat("|a", c) + "|\n" + strings.Repeat("|-", c) + "|\n" + strings.Repeat("|a\n", n/2/3)
		}},
		{name: "table square", text: func(n int) string {
			c := 1
			for c*c*row < n*8 {
				c++
			}
			return title + strings.Repeat("| a ", c) + "|\n" + strings.Repeat("|---", c) + "|\n" +
				strings.Repeat(strings.Repeat("| b ", c)+"|\n", n/(4*c+2))
		}},
		of("wiki links", title, "[[other]] ", "\n"),
		of("wiki links apart", title, "[[other]]\n\n", ""),
		of("wiki links broken", title, "[[no-#N#h|text]] ", "\n"),
		of("links", title, "[b](other.md) ", "\n"),
		of("links apart", title, "- [b](other.md#h) and [c](gone#N.md)\n", ""),
		of("links by reference", title+"[x]: other.md\n\n", "[b][x] ", "\n"),
		of("images", title, "![b](other.png) ", "\n"),
		of("references", title, "[r#N]: other.md\n", ""),
		halves("references used", of("", title, "[r#N]: other.md\n", "\n"), of("", "", "[r#N] ", "\n")),
		halves("reference long", of("", title+"[x]: ", "o", "\n\n"), of("", "", "[x] ", "\n")),
		halves("reference titled", of("", title+"[x]: o \"", "t", "\"\n\n"), of("", "", "[x] ", "\n")),
		halves("footnotes", of("", title, "Text[^#N] ", "\n\n"), of("", "", "[^#N]: a note\n\n", "")),
		halves("footnote long", of("", title+"[^a]: ", "word ", "\n\n"), of("", "", "Text[^a] ", "\n")),
		of("fence", title+"```go\n", "func f#N() { return }\n", "```\n"),
		of("fences", title, "```go\nfunc f#N() {}\n```\n\n", ""),
		of("fences open", title, "```x\n~~~\n", ""),
		of("html", title, "<div><b>a#N</b></div>\n\n", ""),
		of("html inline", title+"a ", "<b>x</b> ", "\n"),
		of("bars escaped", title+"| a |\n| - |\n", "| `a\\|b` |\n", ""),
		of("emphasis closing", title+"*a ", "a* _b b_ ", "\n"),
		of("comments", title, "<!-- a #N -->\n\n", ""),
		of("cdata open", title+"a ", "<![CDATA[ <? <!X ", "\n"),
		of("emphasis", title, "**a** *b* _c_ ", "\n"),
		of("emphasis open", title, "**a *b _c ", "\n"),
		of("stars apart", title, "*a_ ", "\n"),
		of("strikes", title, "~~a ~b ", "\n"),
		of("backticks", title, "`a#N` ", "\n"),
		of("backticks open", title+"a ", "`", "\n"),
		{name: "backticks rising", text: func(n int) string {
			var b strings.Builder
			b.WriteString(title)
			for i := 1; b.Len() < n; i++ {
				b.WriteString(strings.Repeat("`", i) + "a ")
			}
			return b.String() + "\n"
		}},
		of("brackets", title+"a ", "[", "\n"),
		of("brackets open", title+"a ", "[a](", "\n"),
		of("brackets closing", title+"a ", "]", "\n"),
		halves("brackets within", of("", title+"a ", "[", ""), of("", "", "]", "\n")),
		of("entities", title, "&amp; &#35; &x; ", "\n"),
		of("front matter", "---\ntitle: Title\n", "key#N: value #N\n", "---\n# Title\n\nText.\n"),
		of("front matter nested", "---\ntitle: Title\nlist:\n", "  - {a: #N, b: [c, d]}\n", "---\n# Title\n\nText.\n"),
		of("front matter toml", "+++\ntitle = \"Title\"\n", "key#N = #N\n", "+++\n# Title\n\nText.\n"),
		of("aliases", "---\ntitle: Title\naliases:\n", "  - alias #N\n", "---\n# Title\n\nText.\n"),
		of("relations", "---\ntitle: Title\nrelations:\n", "  - {type: supersedes, target: n#N}\n", "---\n# Title\n\nText.\n"),
		of("files named", "---\ntitle: Title\nfiles:\n", "  - src/a#N.go\n", "---\n# Title\n\nText.\n"),
		of("tags", "---\ntitle: Title\ntags:\n", "  - tag#N\n", "---\n# Title\n\nText.\n"),
		of("tags in the text", title, "#tag#N ", "\n"),
		of("statements alike", title, "- The gateway MUST close idle connections after #N seconds.\n", ""),
		of("statements", title, "The service s#N must never keep a session longer than #N minutes in region r#N.\n\n", ""),
		of("statements opposed", title, "- The cache must be on in zone #N.\n- The cache must not be on in zone #N.\n", ""),
		of("duplicates", title, "The gateway must close idle connections.\n\n", ""),
		of("sections alike", title, "## Part #N\n\nThe gateway must close idle connections after 30 seconds.\n\n", ""),
		of("facts", title, "- `timeout` is #N seconds\n- port: 80#N\n", ""),
		of("tasks", title, "- [ ] do #N\n- [x] done #N\n", ""),
		of("addresses", title, "https://example.org/a/#N ", "\n"),
		of("addresses bare", title, "www.example.org/a#N a#N@example.org ", "\n"),
		of("addresses in brackets", title, "<https://example.org/#N> ", "\n"),
		of("long line", title, "word #N and ", "\n"),
		of("identifiers", title, "someName#N.otherName_#N ", "\n"),
		of("identifiers in code", title, "`src/a#N.go` calls `Name#N()` ", "\n"),
		of("blank lines", title, "\n", "a\n"),
		of("rules", title, "---\n", ""),
		of("marks of conflict", title, "<<<<<<< a\nb\n=======\nc\n>>>>>>> d\n", ""),
		of("cjk", title, "网关必须在三十秒后关闭空闲连接。", "\n"),
		of("given when then", title, "Given a #N\nWhen b #N\nThen c #N\n\n", ""),
		of("definitions", title, "Term #N\n: is what it is\n\n", ""),
		of("block ids", title, "Text #N. ^id#N\n\n", ""),
		of("orders at once", title, "remember that src/a.go must always keep value #N below #N0.\n", ""),
		of("secrets", title, "password: hunter#Nabc token=a#Nb ", "\n"),
		of("dates", title, "On 2026-01-02 the limit #N was 5 MB. ", "\n"),
	}
	many := func(name string, note func(i, n int) string) shape {
		return shape{name: name, files: func(n int) map[string]string {
			out := map[string]string{}
			count := n / 120 / 4
			for i := range count {
				out[fmt.Sprintf("n/n%d.md", i)] = note(i, count)
			}
			return out
		}}
	}
	for _, work := range []bool{false, true} {
		orders := of("orders", title, "remember that src/a.go must always keep value #N below #N0.\n", "")
		orders.orders, orders.work, orders.part = true, work, 2
		if work {
			orders.name = "orders and work"
		}
		all = append(all, orders)
	}
	return append(all,
		many("notes that link on", func(i, n int) string {
			return fmt.Sprintf("# Note %d\n\nThe gateway %d closes connections. See [[n%d]] and [b](n%d.md).\n", i, i, (i+1)%n, (i*7+3)%n)
		}),
		many("notes that link to one", func(i, n int) string {
			return fmt.Sprintf("# Note %d\n\nThe gateway %d closes connections. See [[n0]] and [[other]].\n", i, i)
		}),
		many("notes alike", func(i, n int) string {
			return "# Note\n\nThe gateway must close idle connections after 30 seconds. See the handbook of the operators.\n"
		}),
		many("notes opposed", func(i, n int) string {
			return fmt.Sprintf("# Note %d\n\nThe gateway must close idle connections after %d seconds.\n", i, i)
		}),
		many("notes of one title", func(i, n int) string {
			return fmt.Sprintf("---\ntitle: Same\naliases: [one]\ntags: [t]\n---\nText %d of [[Same]].\n", i)
		}),
		many("notes that supersede", func(i, n int) string {
			return fmt.Sprintf("---\ntitle: Note %d\nrelations:\n  - {type: supersedes, target: n%d}\n---\nThe limit is %d.\n", i, i+1, i)
		}),
	)
}

// seldom are shapes that make growth goes through where a size is given: none of them has cost more than its like.
func seldom() []shape {
	return []shape{
		of("headings underlined", title, "Heading #N\n---\n\n", ""),
		of("quotes deep", title, strings.Repeat("> ", 90)+"x\n\n", ""),
		of("tables", title, "| A | B |\n| - | - |\n| a#N | b |\n\n", ""),
		of("code indented", title, "    a := #N\n", ""),
		of("html attributes", title+"a ", "<a b=\"", "\n"),
		of("instructions open", title+"a ", "<? ", "\n"),
		of("declarations open", title+"a ", "<!A ", "\n"),
		of("mails", title+"a ", "a@", "\n"),
		of("html open", title+"a ", "<a ", "\n"),
		of("comments open", title+"a ", "<!-- ", "\n"),
		of("stars", title+"a", "*", "\n"),
		of("brackets paired", title+"a ", "[]", "\n"),
		of("bang brackets", title+"a ", "![[", "\n"),
		of("parentheses", title+"[a]", "(", "\n"),
		of("backslashes", title+"a", "\\", "\n"),
		of("address open", title, "<http://", "\n"),
		of("http", title+"a ", "http://", "\n"),
		of("long word", title, "a", "\n"),
		of("digits", title, "1", "\n"),
		of("dots", title, "a.", "\n"),
		of("paths", title, "a/b/", "\n"),
		of("blanks", title+"a", " ", "a\n"),
		of("tabs", title, "\ta\n", ""),
		of("carriage returns", title, "a\r", "\n"),
		of("cjk lines", title, "网关#N必须在三十秒后关闭空闲连接。\n\n", ""),
		of("combining", title+"a", "\u0301", "\n"),
		of("emoji", title, "👩‍👩‍👧", "\n"),
		of("no utf-8", title, "\xff\xfe ", "\n"),
		of("math", title, "$a_#N$ $$b$$ ", "\n"),
	}
}
