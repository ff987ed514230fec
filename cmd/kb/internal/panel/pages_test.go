package panel

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/9aea2451/kb/kb/gittest"
)

// Every page shows what it is for.
func TestPages(t *testing.T) {
	s := open(t, sample(t))
	s.has("/", "5 notes", "of 100", "1 contradiction", "1 broken reference", "Changed last", "/browse/kind?name=decision")
	s.has("/search", `name="q"`, `type="date"`)
	s.has("/search?q=sessions+expire", "<mark>", "docs/sessions.md:", "1 contradiction", "past its half-life")
	s.has("/search?q=sessions&kind=decision&active=1", "Sessions are JWTs", "that no longer hold left out")
	s.has("/search?q=sessions&tag=web", "docs/sessions.md:")
	s.has("/search?q=zzzzzz", "Nothing was found")
	s.has("/note/docs/sessions.md", `<h1 id="h-sessions">Sessions</h1>`, `id="h-storage"`, `href="#h-storage"`,
		`/note/.memory/decisions/0002-jwt-sessions.md"`,
		"Backlinks", "Limits", "Who wrote what", "Write down what we know", "kb supersede", "kb waive", "owner", "#auth")
	s.has("/note/alone.md", `<td align="right">1</td>`)
	s.has("/note/docs/limits.md", `<span class="lost"`, "Say more of limits", `/note/docs/sessions.md#h-storage`)
	s.has("/note/.memory/decisions/0001-server-sessions.md", "Superseded by", "superseded by", "Sessions are JWTs")
	s.has("/browse", "By kind", "By tag", "By module", "/browse/tag?name=auth")
	s.has("/browse/tag?name=auth", "2 notes", "Sessions live on the server")
	s.has("/graph", "<svg", "Sessions are JWTs", `/note/docs/limits.md"`, "Left out:", "1 note without a link")
	s.has("/graph?note=docs/limits.md&depth=1", "Graph: Limits", "<svg", "2 notes")
	s.has("/timeline", "<svg", "2026-05", "added", "<b>month</b>")
	s.has("/timeline?by=year", "<b>year</b>", `<th scope="row">2024</th>`)
	s.has("/timeline?by=hour", "<b>month</b>")
	s.has("/contradictions", "1 contradiction", "24 hours", "12 hours", "kb supersede docs/limits.md docs/sessions.md", "kb waive")
	s.has("/stale", "may no longer hold")
	s.has("/broken", "docs/limits.md:5", "gone.md", "Without any link", "Alone")
	s.has("/ask?q=when+do+user+sessions+expire", "12 hours", "docs/sessions.md:7", `<span class="faint">Sessions @`)
	s.has("/ask?q=how+do+whales+sleep", "The notes do not say")
	s.has("/asked", "Asked and not found", "Nothing was searched in this clone")
	s.has("/inbox", "no inbox")
	s.has("/review?range=HEAD~1..HEAD", "Review of HEAD~1..HEAD", "docs/limits.md")
}

// The modules of the code are shown with the notes, decisions and owners that hang on them.
func TestModules(t *testing.T) {
	r := sample(t)
	r.Write("store/store.go", "package store\n\n// Open opens.\nfunc Open() error { return nil }\n",
		"app/app.go", "package app\n\nimport \"example.org/x/store\"\n\nfunc Run() error { return store.Open() }\n",
		"go.mod", "module example.org/x\n", "CODEOWNERS", "/store/ @keepers\n",
		".memory/memories/open.md", "---\nkind: memory\ntype: gotcha\ntitle: Open locks\nfiles: [store/store.go#Open]\n---\nIt locks.\n")
	r.Commit("Add code")
	s := open(t, r)
	s.has("/modules", "2 folders with source files", "<strong>store</strong>", "Used most: <code>Open</code>", "Uses: store",
		"Owners: @keepers", `<a href="/note/.memory/memories/open.md">Open locks</a>`, "<code>store/store.go#Open</code>")
	r.Write("app/more.go", "package app\n\nimport (\n\t\"example.org/x/base\"\n\t\"example.org/x/store\"\n)\n\n"+
		"func More() { store.Open(); base.Begin() }\n", "base/base.go", "package base\n\nfunc Begin() {}\n")
	r.Commit("Add more code") // the map is kept until the notes or the commit change
	s.has("/modules", "3 folders with source files", "Uses: store, base")
	open(t, sample(t)).has("/modules", "No file of this repository is in a language that kb reads")
}

// A picture shows some of very many notes, and says of how many.
func TestPicturesOfMany(t *testing.T) {
	r := gittest.New(t)
	links := "# Hub\n\n"
	for i := range mostDrawn + 4 {
		links += fmt.Sprintf("See [[n%d]].\n", i)
		r.Write(fmt.Sprintf("n%d.md", i), fmt.Sprintf("# Note %d\n", i))
	}
	r.Write("hub.md", links, "alone.md", "# Alone\n")
	r.Commit("many")
	s := open(t, r)
	s.has("/graph", "120 of 125 notes: those of the greatest PageRank", "a list: 120 notes of 125<", "1 note without a link")
	s.has("/graph?note=hub.md", "50 of 125 notes: those of the greatest PageRank", "a list: 50 notes of 125<")
	for address, left := range map[string]string{"/graph?note=n1.md&depth=1": "2 notes<", "/graph?note=alone.md": "1 note<"} {
		s.has(address, "a list: "+left)
		if page := s.get(address); strings.Contains(page, "greatest PageRank") || strings.Contains(page, "Left out") {
			t.Errorf("%s leaves out notes:\n%s", address, page)
		}
	}
}

// A review leads to the notes that it names, and draws what depends on them.
func TestReviewLeadsToNotes(t *testing.T) {
	r := sample(t)
	r.Write("docs/client.md", "---\nrelations:\n  - {type: depends_on, target: limits}\n---\n# Client\n\nIt asks again.\n")
	r.Commit("Tell of the client")
	r.Write("docs/limits.md", "# Limits\n\nUser sessions MUST expire after 36 hours.\n")
	r.Commit("Raise the limit")
	s := open(t, r)
	s.has("/review?range=HEAD~1..HEAD", `<a href="/note/docs/limits.md"><code>docs/limits.md</code></a>`,
		`<a href="/note/docs/sessions.md"><code>docs/sessions.md:7</code></a>`, "Neighbourhood", `<div class="drawing"><svg`,
		`<a href="/note/docs/client.md" aria-label="Client"`, "graph.css")
}

// What is not there, or asked wrongly, says so.
func TestPagesThatAreNot(t *testing.T) {
	s := open(t, sample(t))
	for address, want := range map[string]int{
		"/note/none.md": 404, "/note/..%2f..%2fetc%2fpasswd": 404, "/note/docs": 404, "/nothing": 404, "/browse/shape?name=x": 404,
		"/browse/tag?name=none": 404, "/review?range=none..HEAD": 400, "/search?q=x&at=1999-01-01": 400, "/graph?note=none.md": 404,
		"/assets/": 404, "/assets/..%2fpanel.go": 404, "/note/.git/config": 404, "/note/alone.md?at=none": 400,
	} {
		if status, text := s.try(address); status != want || len(harms(text)) > 0 {
			t.Errorf("%s: %d, want %d\n%s", address, status, want, text)
		}
	}
}

// What is saved is there at the next click, also before it is committed.
func TestPagesFollowTheWorkTree(t *testing.T) {
	s := open(t, sample(t))
	s.has("/note/alone.md", "Nothing leads here")
	s.repo.Write("alone.md", "# Alone no more\n\nNow [limits](docs/limits.md) lead on.\n", "new.md", "# Brand new\n")
	s.has("/note/alone.md", "Alone no more", "not committed yet")
	s.has("/note/new.md", "Brand new")
	s.has("/note/docs/limits.md", "Alone no more")
	s.has("/", "6 notes")
}

// A note, and a search, can be seen as of a day.
func TestPagesOfThePast(t *testing.T) {
	s := open(t, sample(t))
	if page := s.get("/note/docs/limits.md?at=2024-05-01"); strings.Contains(page, "More.") ||
		!strings.Contains(page, "/note/docs/sessions.md?at=2024-05-01#h-storage") || !strings.Contains(page, "as of commit") {
		t.Error(page)
	}
	s.has("/search?q=limits&at=2024-05-01", "docs/limits.md:", "as of commit", "/note/docs/limits.md?at=2024-05-01")
}

// A repository without notes, and one without commits, have pages too.
func TestPagesOfAnEmptyBase(t *testing.T) {
	for name, repo := range map[string]func() *gittest.Repo{
		"no commits": func() *gittest.Repo { return gittest.New(t) },
		"no notes":   func() *gittest.Repo { r := gittest.New(t); r.Write("x.txt", "x"); r.Commit("x"); return r },
	} {
		t.Run(name, func(t *testing.T) {
			s := open(t, repo())
			for _, address := range []string{"/", "/search?q=x", "/browse", "/graph", "/timeline", "/contradictions", "/stale", "/broken",
				"/ask?q=what", "/asked", "/inbox", "/review"} {
				s.has(address, "<h1>")
			}
		})
	}
}

// A list of many notes is given in pages.
func TestListsArePaged(t *testing.T) {
	r := gittest.New(t)
	for i := range perPage + 1 {
		r.Write("n"+strings.Repeat("x", i)+".md", "# Note "+strings.Repeat("i", i+1)+"\n")
	}
	r.Commit("many")
	s := open(t, r)
	s.has("/browse/kind?name=doc", "51 notes, 1 to 50", "page=2", "Page 1 of 2")
	s.has("/browse/kind?name=doc&page=2", "51 to 51", "Page 2 of 2")
	s.has("/browse/kind?name=doc&page=99", "Page 2 of 2")
	s.has("/browse", `id="kind"`, `id="status"`, `id="module"`)
	if page := s.get("/browse"); strings.Count(page, "<h2 id=") != 3 {
		t.Errorf("ways to browse without a note:\n%s", page)
	}
}

// The files that pages load are there, and nothing else is.
func TestAssets(t *testing.T) {
	s := open(t, sample(t))
	for _, name := range assetNames() {
		status, text := s.try("/assets/" + name)
		if status != http.StatusOK || len(text) < 100 || strings.Contains(text, "@import") || strings.Contains(text, "url(") {
			t.Errorf("%s: %d, %d bytes", name, status, len(text))
		}
	}
	if lines := strings.Count(s.get("/assets/panel.js"), "\n"); lines > 120 {
		t.Errorf("the script has %d lines", lines)
	}
}
