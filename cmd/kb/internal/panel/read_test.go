package panel

import (
	"encoding/xml"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/9aea2451/kb/kb/gittest"
)

// seen is what somebody reads in the middle of a page: a line for each block, links with their ends behind them,
// fields with their values, and no drawings.
func seen(t *testing.T, page string) string {
	t.Helper()
	d := xml.NewDecoder(strings.NewReader(page))
	d.Strict, d.AutoClose, d.Entity = false, xml.HTMLAutoClose, xml.HTMLEntity
	var out strings.Builder
	main, drawing, other := false, 0, false
	var ends []string
	for {
		token, err := d.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		switch e := token.(type) {
		case xml.StartElement:
			if e.Name.Local == "main" {
				main = true
			}
			if e.Name.Local == "svg" {
				drawing++
			}
			other = e.Name.Local == "option" && !slices.ContainsFunc(e.Attr, func(a xml.Attr) bool { return a.Name.Local == "selected" })
			if main && drawing == 0 && !other {
				begin(&out, e, &ends)
			}
		case xml.EndElement:
			switch e.Name.Local {
			case "svg":
				drawing--
			case "main":
				main = false
			case "option":
				other = false
			}
			if e.Name.Local == "a" && len(ends) > 0 {
				fmt.Fprintf(&out, " <%s>", ends[len(ends)-1])
				ends = ends[:len(ends)-1]
			}
		case xml.CharData:
			if main && drawing == 0 && !other {
				out.WriteString(string(e))
			}
		}
	}
	var lines []string
	for line := range strings.Lines(out.String()) {
		if line = strings.Join(strings.Fields(line), " "); line != "" {
			lines = append(lines, line)
		}
	}
	return strings.Join(lines, "\n") + "\n"
}

// begin writes what an element begins with.
func begin(out *strings.Builder, e xml.StartElement, ends *[]string) {
	get := func(name string) string {
		for _, a := range e.Attr {
			if a.Name.Local == name {
				return a.Value
			}
		}
		return ""
	}
	switch e.Name.Local {
	case "a":
		*ends = append(*ends, get("href"))
	case "input", "option", "meter":
		fmt.Fprintf(out, "\n%s %s=%s %s%s\n", e.Name.Local, get("name"), get("value"), get("checked"), get("selected"))
	case "div", "p", "li", "tr", "dt", "dd", "section", "form", "label", "pre", "h1", "h2", "h3", "details", "summary", "table",
		"ul", "ol", "br":
		out.WriteString("\n")
	case "td", "th":
		out.WriteString(" | ")
	}
}

// library is a base with notes of every sort, of several months and people, with links of every sort.
func library(t *testing.T) *gittest.Repo {
	r := sample(t)
	r.Write(
		".memory/categories/access.md",
		"---\nkind: summary\ntitle: Access\ndescription: Who gets in.\ntags: [auth]\n---\n# Access\n\nSee sessions.\n",
		".memory/memories/clock.md", "---\nkind: memory\ntype: gotcha\ncategory: access\nconfidence: 0.8\nfiles: [api/token.go]\n---\n"+
			"# Clocks differ\n\nA token of the future is refused.\n",
		".memory/memories/old.md", "---\nkind: memory\ntype: fact\nvalid_until: 2026-04-01\n---\n# The old gate\n\nIt was closed.\n",
		"docs/draft.md", "---\nstatus: draft\ndisputed: true\nneeds_review: true\nvalid_until: 2026-05-20\n---\n# A draft\n\nPerhaps so.\n",
		"docs/twins/limits.md",
		"# Limits too\n\n[[limits]] and [web](https://example.org/x).\n\n> A quote.\n\n1. One\n2. Two\n\n```go\nx := 1\n```\n",
		"api/token.go", "package api\n\n// Token makes a token.\nfunc Token() string { return \"\" }\n",
	)
	r.Commit("Add more", append(gittest.Author("Bea"), gittest.Date("2026-05-02T12:00:00Z")...)...)
	r.Write("docs/unsaved.md", "# Unsaved\n\nNot committed.\n")
	return r
}

// What is read on the pages of a base; UPDATE_GOLDEN=1 writes the golden file.
func TestWhatIsReadOnPages(t *testing.T) {
	s := open(t, library(t))
	shares := regexp.MustCompile(`(meaning|links|co-change) \d+ %`) // which rest on the last digits of vectors
	var got strings.Builder
	for _, address := range []string{
		"/", "/search?q=limits", "/search?q=sessions&kind=decision&active=1",
		"/search?q=token&type=gotcha", "/search?after=2026-05-02",
		"/search?q=nothinglikethis", "/search?q=limits&at=2024-05-01", "/search?q=kind:memroy",
		"/note/docs/sessions.md", "/note/docs/limits.md", "/note/.memory/decisions/0001-server-sessions.md",
		"/note/.memory/memories/clock.md", "/note/.memory/memories/old.md", "/note/docs/draft.md", "/note/docs/twins/limits.md",
		"/note/docs/unsaved.md", "/note/docs/limits.md?at=2024-05-01",
		"/browse", "/browse/kind?name=memory", "/browse/tag?name=auth", "/browse/module?name=docs",
		"/graph", "/graph?note=docs/limits.md&depth=1", "/timeline", "/contradictions", "/stale", "/broken",
		"/review?range=HEAD~1..HEAD", "/review", "/modules", "/asked", "/inbox", "/ask?q=zebra",
		"/note/none.md", "/review?range=none..HEAD",
	} {
		status, page := s.try(address)
		text := shares.ReplaceAllString(strings.ReplaceAll(seen(t, page), s.repo.Dir, "REPO"), "$1")
		fmt.Fprintf(&got, "-- %s --\n%d\n%s\n", address, status, text)
	}
	name := filepath.Join("testdata", "pages.txt")
	if os.Getenv("UPDATE_GOLDEN") != "" {
		if err := os.WriteFile(name, []byte(got.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	lines, page := strings.Split(got.String(), "\n"), ""
	for i, line := range strings.Split(string(want), "\n") {
		if strings.HasPrefix(line, "-- ") {
			page = line
		}
		if i >= len(lines) || line != lines[i] {
			t.Fatalf("%s:%d, of %s: %q, want %q", name, i+1, page, strings.Join(lines[min(i, len(lines)):min(i+1, len(lines))], ""), line)
		}
	}
}
