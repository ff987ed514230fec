package panel

import (
	"fmt"
	"net/url"
	"os"
	"strings"
	"testing"

	"github.com/9aea2451/kb/kb/gittest"
	"github.com/9aea2451/kb/markdown"
)

// hostile are texts that would run something, load something or break out of where they stand, if a page
// took them for more than text. The check with a browser reads the same file.
func hostile(t testing.TB) []string {
	t.Helper()
	text, err := os.ReadFile("testdata/hostile.txt")
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSuffix(string(text), "\n"), "\n====\n")
}

// A note that is hostile in its text, headings, title, tags, status, relations and name does nothing on any
// page that shows it, and neither does what is asked for.
func TestHostileNotesDoNothing(t *testing.T) {
	r := gittest.New(t)
	cases := hostile(t)
	if len(cases) < 60 {
		t.Fatalf("%d cases", len(cases))
	}
	for i, text := range cases {
		quoted := fmt.Sprintf("%q", strings.ToValidUTF8(strings.NewReplacer("\x00", "", "\x1b", "").Replace(text), ""))
		r.Write(fmt.Sprintf("n%d.md", i), "---\ntitle: "+quoted+"\ntags: ["+quoted+"]\nstatus: "+quoted+"\nowner: "+quoted+
			"\nrelations:\n  - {type: supersedes, target: "+quoted+"}\n---\n# Heading\n\nBefore.\n\n"+text+"\n\n## "+
			strings.ReplaceAll(text, "\n", " ")+"\n\nEvery service MUST answer within "+fmt.Sprint(i)+" seconds. "+text+"\n")
	}
	for i, name := range []string{`<img src=x onerror=alert(1)>.md`, `"onclick="alert(1).md`, "javascript:alert(1).md", `a b&c;$(id)'.md`} {
		r.Write(name, fmt.Sprintf("# Named %d\n\nEvery service MUST answer within %d seconds. [self](<%s>)\n", i, 90+i, name))
	}
	r.Commit(`<script>alert("subject")</script>`, gittest.Author(`<b onclick=alert(1)>`)...)
	s := open(t, r)
	pages := []string{"/", "/browse", "/browse/kind?name=doc", "/browse/kind?name=doc&page=2", "/graph", "/timeline", "/contradictions",
		"/stale", "/broken", "/broken?page=2", "/asked", "/inbox", "/search?q=service", "/search?q=service&more=1&part=1",
		"/ask?q=service+answer+within", "/graph?note=n1.md", "/review?range=HEAD"}
	for i, text := range cases {
		pages = append(pages, fmt.Sprintf("/note/n%d.md", i))
		if q := url.QueryEscape(text); i%4 == 0 { // of what is asked each page shows the same in the same places
			pages = append(pages, "/search?q="+q+"&tag="+q+"&path="+q+"&kind="+q+"&at=", "/ask?q="+q, "/search?q=x&at="+q,
				"/review?range="+q, "/browse/tag?name="+q, "/note/"+url.PathEscape(text), "/graph?note="+q)
		}
	}
	for _, name := range []string{`<img src=x onerror=alert(1)>.md`, `"onclick="alert(1).md`, "javascript:alert(1).md", `a b&c;$(id)'.md`} {
		pages = append(pages, "/note/"+url.PathEscape(name))
	}
	for _, address := range pages {
		status, page := s.try(address)
		if status >= 500 {
			t.Errorf("%s: %d", address, status)
		}
		for _, complaint := range harms(page) {
			t.Errorf("%s: %s", address, complaint)
		}
		if strings.ContainsAny(page, "\u202e\u2066\x00\x1b") {
			t.Errorf("%s has characters that make it look other than it is", address)
		}
	}
}

// The check itself sees what is not harmless.
func TestHarmsAreSeen(t *testing.T) {
	for _, page := range []string{
		`<img src="x">`, `<a href="javascript:x">x</a>`, `<a href="//evil.example">x</a>`, `<p onclick="x">x</p>`, `<p style="x">x</p>`,
		`<script src="https://evil.example/x.js"></script>`, `<link href="https://evil.example/x.css">`, `<iframe></iframe>`, `<!-- x -->`,
		`<a href=" javascript:x">x</a>`, `<form action="javascript:x"></form>`, `<a ping="x">x</a>`,
	} {
		if len(harms(page)) == 0 {
			t.Errorf("%s passes", page)
		}
	}
}

// Text made to take long is rendered, or shown as it is written: what takes time by the square of it would
// not end before the test is given up. Each is of the greatest size that is rendered.
func TestHostileTextEnds(t *testing.T) {
	p := &Panel{render: newRenderer}
	g := p.newPage("note", "", nil)
	for _, unit := range []string{
		"[", "[[", "![", "*a ", "_a", "`a``", ">", "- ", "<", "<a ", "<!--", "[a](", "[a](b \"", "[a](<", "[a](b '\n", "[a][b", "|a", "~~",
		"&#", "http://a.", "a@b.", "# a\n", "|a|\n|-|\n", "\\[", "[\n", "[a](\n", "[[a\n", "*a\n", "`\n",
	} {
		text := []byte("# x\n\n" + strings.Repeat(unit, (maxRendered-10)/len(unit)))
		if html, _ := p.rendered(text, markdown.Parse(text), leading{page: g}); html == "" {
			t.Errorf("%q: nothing", unit)
		}
	}
}
