package panel

import (
	"fmt"
	"html/template"
	"net/http"
	"net/url"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/markdown"
)

// rendering turns the text of a note to what a browser gets of it, on a page that is a file.
func rendering(text string) (got, title string) {
	p := &Panel{o: Options{Static: true}, render: newRenderer}
	to := leading{page: p.newPage("note", "", nil), path: "a.md", title: &title,
		notes: map[string]string{"tea": "tea.md", "tea.md": "tea.md", "a b.md": "a b.md", "https://here.example/x": "x.md"}}
	html, _ := p.rendered([]byte(text), markdown.Parse([]byte(text)), to)
	return string(html), title
}

// What markdown becomes: its links lead to notes or out, its headings stand below that of the page, and nothing is loaded.
func TestRenderedWordByWord(t *testing.T) {
	for text, want := range map[string]string{
		"# A\n\nTea.": "<p>Tea.</p>\n", "---\ntitle: B\n---\n# A\n\nTea.": "<h2 id=\"h-a\">A</h2>\n<p>Tea.</p>\n",
		"Tea.\n\n# A": "<p>Tea.</p>\n<h2 id=\"h-a\">A</h2>\n", "# A\n\n## B\n\n### C": "<h2 id=\"h-b\">B</h2>\n<h3 id=\"h-c\">C</h3>\n",
		"# A\n\n# B\n\n###### C": "<h2 id=\"h-b\">B</h2>\n<h6 id=\"h-c\">C</h6>\n", "A\n=\n\nB\n-": "<h2 id=\"h-b\">B</h2>\n",
		"[[tea]]":            "<p><a href=\"note/tea.md.html\">tea</a></p>\n",
		"![[tea|Green tea]]": "<p><a href=\"note/tea.md.html\">Green tea</a></p>\n",
		"[[tea| ]]":          "<p><a href=\"note/tea.md.html\">tea</a></p>\n",
		"[[tea#To Brew]]": "<p><a href=\"note/tea.md.html#h-to-brew\">tea#To " +
			"Brew</a></p>\n",
		"[[none]]": "<p><span class=\"lost\" title=\"none\">none</span></p>\n", "[[]] [[a[b]]": "<p>[[]] [[a[b]]</p>\n",
		"[[#B]]":            "<p><a href=\"#h-b\">#B</a></p>\n",
		"[a](tea.md#x%20y)": "<p><a href=\"note/tea.md.html#h-x%20y\">a</a></p>\n",
		"[a](a%20b.md)":     "<p><a href=\"note/a%20b.md.html\">a</a></p>\n",
		"[](tea.md)":        "<p><a href=\"note/tea.md.html\">tea.md</a></p>\n", "[a](#b)": "<p><a href=\"#h-b\">a</a></p>\n",
		"[a](https://x.example/?q=1&r=2 \"t\")": "<p><a href=\"https://x.example/?q=1&amp;r=2\" rel=\"noreferrer noopener\">a</a></p>\n",
		"[a](https://here.example/x)":           "<p><a href=\"note/x.md.html\">a</a></p>\n",
		"[a](javascript:alert)":                 "<p><span class=\"lost\" title=\"javascript:alert\">a</span></p>\n",
		"[a](https://x.example/?q=1&amp;r=2)":   "<p><a href=\"https://x.example/?q=1&amp;r=2\" rel=\"noreferrer noopener\">a</a></p>\n",
		"[a](https://x.example/b\\_\\(c\\))":    "<p><a href=\"https://x.example/b_(c)\" rel=\"noreferrer noopener\">a</a></p>\n",
		"[a](java&#115;cript:alert)":            "<p><span class=\"lost\" title=\"javascript:alert\">a</span></p>\n",
		"[[tea#What’s new? – C#]]":              "<p><a href=\"note/tea.md.html#h-whats-new--c\">tea#What’s new? – C#</a></p>\n",
		"[[tea#Up#To Brew]]":                    "<p><a href=\"note/tea.md.html#h-to-brew\">tea#Up#To Brew</a></p>\n",
		"\ufeff# A\n\nTea.":                     "<p>Tea.</p>\n", "\ufeff## B": "<h2 id=\"h-b\">B</h2>\n",
		"# A\\_b &amp; c\n\nTea.": "<p>Tea.</p>\n", "# A https://x.example\n\nTea.": "<p>Tea.</p>\n",
		"# A\n\n## B {#b1}\n\nTea. ^c": "<a id=\"h-b\"></a><h2 id=\"h-b1\">B</h2>\n" +
			"<a id=\"h-^c\"></a><p>Tea. ^c</p>\n",
		"# A\n\n# A\n":                                         "<h2 id=\"h-a-1\">A</h2>\n",
		"<p>Tom &amp; <b>J</b>erry<br>two</p>":                 "<p class=\"html\">Tom &amp; Jerry two</p>\n",
		"<table><tr><td>a</td><td>&lt;b&gt;</td></tr></table>": "<p class=\"html\">a &lt;b&gt;</p>\n",
		"[a](../up/b.md)":                                      "<p><span class=\"lost\" title=\"up/b.md\">a</span></p>\n",
		"![A cat](cat.png) ![](cat.png)": "<p><span class=\"picture\">[picture: A cat]</span> <span " +
			"class=\"picture\">[picture: cat.png]</span></p>\n",
		"a<br>b<br/>c<br x>d<bra>e<i>f</i>": "<p>a<br>b<br>c<br>def</p>\n",
		"<p>\nTea <b>hot</b>\n</p>":         "<p class=\"html\">Tea hot</p>\n",
		"<!-- no\n-->\n":                    "", "<script>\nx\n</script>": "<p class=\"html\">x</p>\n",
		"- [ ] a\n- [x] b": "<ul>\n<li>☐ a</li>\n<li>☑ b</li>\n</ul>\n",
		"<ann@x.example> <ftp://x.example/>": "<p><a href=\"mailto:ann@x.example\" " +
			"rel=\"noreferrer noopener\">ann@x.example</a> ftp://x.example/</p>\n",
		"<https://x.example/?a&amp;b>": "<p><a href=\"https://x.example/?a&amp;amp;b\" " +
			"rel=\"noreferrer noopener\">https://x.example/?a&amp;amp;b</a></p>\n",
		"~~a~~": "<p><del>a</del></p>\n",
		"|a|\n|-|\n|b|": "<div class=\"wide\" tabindex=\"0\" role=\"region\" " +
			"aria-label=\"Table\"><table>\n<thead>\n<tr>\n<th>a</th>\n</tr>\n</thead>\n" +
			"<tbody>\n<tr>\n<td>b</td>\n</tr>\n</tbody>\n</table></div>\n",
	} {
		if got, _ := rendering(text); got != want {
			t.Errorf("%q:\n%s\nwant\n%s", text, got, want)
		}
	}
	if _, title := rendering("# A b\n\nTea."); title != "h-a-b" {
		t.Errorf("the title has the anchor %q", title)
	}
	for heading, want := range map[string]string{"To Brew": "to-brew", " A_b-9! ": "a_b-9", "^block": "^block", "Tee für `x`": "tee-für-x",
		"az09": "az09"} {
		if got := anchorOf(heading); got != want {
			t.Errorf("%q has the anchor %q, want %q", heading, got, want)
		}
	}
}

// What would take more than a moment or much memory is shown as it is written, and why is said; tables that
// people write are tables.
func TestCostlyTextsAreShownAsWritten(t *testing.T) {
	p := &Panel{render: newRenderer}
	table := func(columns, rows int, row string) string {
		return strings.Repeat("|a", columns) + "|\n" + strings.Repeat("|-", columns) + "|\n" + strings.Repeat(row+"\n", rows)
	}
	for name, tt := range map[string]struct{ text, why string }{
		"short rows":          {table(10000, 10000, "|a|"), "its tables have too many cells"},
		"short rows, quoted":  {"> " + strings.ReplaceAll(table(10000, 10000, "|a|"), "\n", "\n> "), "its tables have too many cells"},
		"many tables":         {strings.Repeat(table(90, 2, "a")+"\n", 600), "its tables have too many cells"},
		"a large table":       {table(10, 3000, "|a|b|c|d|e|f|g|h|i|j|"), ""},
		"a long table":        {table(2, 8000, "|[a](b)|*b*|"), ""},
		"no table":            {strings.ReplaceAll(table(10000, 10000, "|a|"), "-", "b"), ""},
		"emphasis":            {strings.Repeat("*a_ ", 20000), "a paragraph has too many links or marks"},
		"emphasis in lines":   {strings.Repeat("*a*\n", 3000), ""},
		"brackets":            {strings.Repeat("[", 30000) + strings.Repeat("]", 30000), "a paragraph has too many links or marks"},
		"brackets in a title": {"## " + strings.Repeat("[", 30000) + strings.Repeat("]", 30000), "a paragraph has too many links or marks"},
		"bars in code":        {"| a |\n| - |\n" + strings.Repeat("| `a\\|b` |\n", 10000), "a paragraph has too many links or marks"},
		"one target, often":   {"[x]: " + strings.Repeat("o", 100000) + "\n\n" + strings.Repeat("[x]\n\n", 1000), "its links repeat"},
		"one target, seldom":  {"[x]: " + strings.Repeat("o", 100000) + "\n\n[x]\n\n[x]", ""},
		"long":                {strings.Repeat("a\n\n", maxRendered/3+1), "it is larger than 512 KiB"},
		"deep":                {strings.Repeat("> ", 100) + "a", "it has lines that are too long, too many, or nested too deep"},
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		html, why := p.rendered([]byte(tt.text), markdown.Parse([]byte(tt.text)), leading{page: p.newPage("note", "", nil)})
		runtime.ReadMemStats(&after)
		if tt.why == "" != (why == "") || !strings.HasPrefix(why, tt.why) || strings.HasPrefix(string(html), "<pre>") != (why != "") {
			t.Errorf("%s: %q, %.40s", name, why, html)
		}
		if took := after.TotalAlloc - before.TotalAlloc; took > uint64(64<<20+600*len(tt.text)) {
			t.Errorf("%s: %d bytes of memory for %d", name, took, len(tt.text))
		}
	}
}

// What is too large, or would take too long, is shown as it is written.
func TestPlainTexts(t *testing.T) {
	if got := plainText([]byte("a<b\xff")); got != "<pre>a&lt;b\uFFFD</pre>" {
		t.Errorf("%q", got)
	}
	whole := strings.Repeat("a", maxRendered)
	for text, want := range map[string]string{whole: whole + "</pre>", whole + "b": whole + "\n…</pre>"} {
		if got := plainText([]byte(text)); got != template.HTML("<pre>"+want) {
			t.Errorf("%d bytes end with %q", len(text), got[len(got)-20:])
		}
	}
	line := strings.Repeat("[a](b)", 1500) + "\n"
	for between, want := range map[string]bool{"": true, "\n": false, "  \t\n": false, "# h\n": false, "- a\n": false,
		"   * a\n": false, "    + a\n": true,
		"-a\n": true, "a\n": true, "-\n": false} {
		if got := costly([]byte(strings.Repeat(line+between, 3))) != ""; got != want {
			t.Errorf("with %q between: %v", between, got)
		}
	}
	for _, links := range []string{"[a](b)", "[a][b]"} {
		if costly([]byte(strings.Repeat(links, 4000))) == "" || costly([]byte(strings.Repeat(links, 100))) != "" {
			t.Errorf("many of %s", links)
		}
	}
}

// Names of files and groups, half-lives, folders and numbers, as pages have them.
func TestSmallAnswers(t *testing.T) {
	long := strings.Repeat("a", 60)
	for name, want := range map[string]string{"auth": "browse/tag/auth.html", "a-b_9": "browse/tag/a-b_9.html", long: "browse/tag/" +
		long + ".html",
		"A": "browse/tag/-" + digest("A") + ".html", "a b": "browse/tag/ab-" + digest("a b") + ".html",
		long + "b": "browse/tag/" + long + "-" + digest(long+"b") + ".html"} {
		if got := groupFile("tag", name, 1); got != want {
			t.Errorf("%q: %s, want %s", name, got, want)
		}
	}
	base := strings.Repeat("b", maxName)
	for file, want := range map[string]string{"a/b.md": "note/a/b.md.html", ".x/.y.md": "note/dot-x/dot-y.md.html",
		"dot-x/dots.md": "note/dot-x-" + digest("dot-x") + "/dots.md.html", base: "note/" +
			base + ".html",
		"a/" + base + "c": "note/a/" + base[:20] + digest(base+"c") + ".html"} {
		if got := noteFile(file); got != want {
			t.Errorf("%q: %s, want %s", file, got, want)
		}
	}
	for dir, want := range map[string]string{"a.md": ".", "a/b.md": "a", "a/b/c.md": "a/b", "a/b/c/d.md": "a/b", "a/b/c/d/e.md": "a/b"} {
		if got := module(dir); got != want {
			t.Errorf("%s is about %s, want %s", dir, got, want)
		}
	}
	now := time.Date(2026, 5, 10, 0, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		verified string
		ago      int // hours
		days     float64
		want     bool
	}{{"", 48, 2, true}, {"", 49, 2, false}, {"", 49, 0, true}, {"2026-05-09", 490, 2, true}, {"2026-05-07", 490, 2, false},
		{"2026-05-07", 24, 2, true},
		{"", -1, 2, true}, {"soon", 49, 2, false}} {
		touched := now.Add(-time.Duration(c.ago) * time.Hour)
		if c.ago < 0 {
			touched = time.Time{}
		}
		if got := withinHalfLife(&kb.Note{Verified: c.verified}, touched, c.days, now); got != c.want {
			t.Errorf("%+v: %v", c, got)
		}
	}
	for query, want := range map[string]string{"q=%20a%00b%20": "ab 1", "q=" + strings.Repeat("x", maxParameter): strings.Repeat("x",
		maxParameter) + " 1",
		"q=" + strings.Repeat("x", maxParameter-1) + "ä": strings.Repeat("x", maxParameter-1) + " 1", "n=7": " 7", "n=0": " 1",
		"n=-3": " 1", "n=x": " 1",
		"n=9999999": " 1000000", "q=%ff": " 1"} {
		r := &request{Request: &http.Request{URL: &url.URL{RawQuery: query}}}
		if got := fmt.Sprint(r.value("q"), " ", r.number("n")); got != want {
			t.Errorf("%.20s: %.40q", query, got)
		}
	}
	for _, c := range []struct {
		name   string
		static bool
		here   string
		many   int
	}{{"overview", false, "Overview", 13}, {"group", true, "Browse", 8}, {"ask", false, "Ask", 13}, {"note", true, "", 8}} {
		here, entries := "", (&Panel{o: Options{Static: c.static}}).newPage(c.name, "", nil).Nav()
		for _, e := range entries {
			if e.Here {
				here += e.Title
			}
		}
		if here != c.here || len(entries) != c.many {
			t.Errorf("%s is at %q of %d", c.name, here, len(entries))
		}
	}
	to := map[string]bool{}
	if wordsOf("A Tea-2 ä "+strings.Repeat("y", longestOne)+" "+strings.Repeat("z", longestOne+1), to); len(to) != 3 || !to["tea"] ||
		!to["ä"] ||
		!to[strings.Repeat("y", longestOne)] {
		t.Errorf("words %v", to)
	}
	x := newSearchIndex()
	x.words["tea"], x.words["cup"] = []int{3, 4, 40}, []int{36}
	if got := string(x.script()); !strings.HasSuffix(got, "var kbWords={\"cup\":\"10\",\"tea\":\"3 1 10\"};\n") {
		t.Errorf("%s", got)
	}
	g := &page{}
	g.notice("a")
	g.notice("b")
	if g.notice("a"); !slices.Equal(g.Notices, []string{"a", "b"}) {
		t.Errorf("%q", g.Notices)
	}
}
