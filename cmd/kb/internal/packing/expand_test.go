package packing

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/9aea2451/kb/index"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/gittest"
)

// workTree is a repository with these files.
func workTree(t *testing.T, files ...string) *kb.Repo {
	t.Helper()
	r := gittest.New(t)
	r.Write(files...)
	repo, err := kb.Open(t.Context(), r.Dir)
	if err != nil {
		t.Fatal(err)
	}
	return repo
}

func TestWhatARequestStandsFor(t *testing.T) {
	repo := workTree(t, "Makefile", "", "go.mod", "x", "src/b.go", "x", "src/a.go", "x", "src/auth/jwt.go", "x",
		"src/auth/README", "x", "src/.hidden.go", "x", "src/vendor/v.go", "x", "src/node_modules/n.js", "x", "docs/a.md", "x",
		"etc/conf.d/v1.2/a.conf", "x", "etc/b.conf", "x", "etc/empty/.keep", "",
		"app/[id]/page.tsx", "x", "app/[id]/[...all].tsx", "x", "app/i/page.tsx", "x", "doc[1].txt", "x")
	for _, c := range []struct {
		asked []string
		want  string // a name in brackets is none of a file
	}{
		{[]string{"src/a.go"}, "src/a.go"},
		{[]string{"./src/a.go", "src//a.go"}, "src/a.go"},
		{[]string{"src/gone.go"}, "(src/gone.go)"},
		{[]string{"src"}, "src/a.go src/b.go src/auth/jwt.go src/auth/README"},
		{[]string{"src/"}, "src/a.go src/b.go src/auth/jwt.go src/auth/README"},
		{[]string{"src/*.go"}, "src/a.go src/b.go"},
		{[]string{"src/**/*.go"}, "src/a.go src/b.go src/auth/jwt.go"},
		{[]string{"src/a?th/**"}, "src/auth/jwt.go src/auth/README"},
		{[]string{"**/*.md", "go.mod"}, "docs/a.md go.mod"},
		{[]string{"*.mod"}, "go.mod"},
		{[]string{"M*"}, "Makefile"},
		{[]string{"etc"}, "etc/b.conf etc/conf.d/v1.2/a.conf"},
		{[]string{"etc/**"}, "etc/b.conf etc/conf.d/v1.2/a.conf"},
		{[]string{"etc/conf.d/*"}, "etc/conf.d/v1.2/a.conf"},
		{[]string{"none/**"}, ""},
		{[]string{"app/[id]/page.tsx"}, "app/[id]/page.tsx"},
		{[]string{"app/[id]"}, "app/[id]/[...all].tsx app/[id]/page.tsx"},
		{[]string{"app/[id]/"}, "app/[id]/[...all].tsx app/[id]/page.tsx"},
		{[]string{"./doc[1].txt"}, "doc[1].txt"},
		{[]string{"app/[i]/*"}, "app/i/page.tsx"},
		{nil, ""},
	} {
		var got []string
		for _, f := range expand(repo, c.asked) {
			if !f.exists {
				f.path = "(" + f.path + ")"
			}
			got = append(got, f.path)
		}
		if s := strings.Join(got, " "); s != c.want {
			t.Errorf("%v: %s, want %s", c.asked, s, c.want)
		}
	}
}

func TestARequestIsBounded(t *testing.T) {
	var files []string
	for i := range maxFound + 5 {
		files = append(files, fmt.Sprintf("src/%03d.go", i), "x")
	}
	if n := len(expand(workTree(t, files...), []string{"src", "more.go"})); n != maxFound {
		t.Errorf("%d files, want %d", n, maxFound)
	}
}

func TestSymbolsOfFiles(t *testing.T) {
	repo := workTree(
		t,
		"a.go",
		"package a\n\nfunc ValidateToken() {}\ntype jwtKey struct{}\nfunc (s *Server) HandleLogin() {}\nfunc run() {}\nfunc "+
			"ValidateToken() {}\n",
		"b.py",
		"def parse_url(x):\n",
		"note.md",
		"func NotOfCode()\n",
		"script",
		"func NoExtension()\n",
		"bin.go",
		"func\x00 BinaryName()\n",
	)
	files := []file{{"a.go", true}, {"note.md", true}, {"script", true}, {"bin.go", true}, {"gone.go", false}, {"b.py", true}}
	if got := symbols(repo, files); !slices.Equal(got, []string{"ValidateToken", "jwtKey", "HandleLogin", "parse_url"}) {
		t.Errorf("%v", got)
	}
	var many []string
	var list []file
	for i := range symbolFiles + 2 {
		name := fmt.Sprintf("f%02d.go", i)
		many = append(many, name, fmt.Sprintf("func TokenOf%02d() {}\nfunc KeyOf%02d() {}\n", i, i))
		list = append(list, file{name, true})
	}
	if got := symbols(workTree(t, many...), list); len(got) != 2*symbolFiles {
		t.Errorf("%d symbols of %d files, want those of %d", len(got), len(list), symbolFiles)
	}
	long := strings.Repeat("// a line of sixteen\n", symbolBytes/16) + "func FarBelow() {}\n"
	for i := range maxSymbols + 5 {
		long = fmt.Sprintf("func TokenOf%02d() {}\n", i) + long
	}
	if got := symbols(workTree(t, "a.go", long), []file{{"a.go", true}}); len(got) != maxSymbols || slices.Contains(got, "FarBelow") {
		t.Errorf("%d symbols, want %d", len(got), maxSymbols)
	}
}

func TestHeadingsAboveASection(t *testing.T) {
	for _, c := range []struct {
		hit   index.Hit
		title bool
		want  string
	}{
		{index.Hit{Title: "Design", HeadingPath: []string{"Tokens", "Life"}, Text: "text"}, true, "Design › Tokens › Life"},
		{index.Hit{Title: "Design", HeadingPath: []string{"Tokens", "Life"}, Text: "text"}, false, "Tokens › Life"},
		{index.Hit{Title: "Design", HeadingPath: []string{"Tokens", "Life"}, Text: "\n ## Life\ntext"}, true, "Design › Tokens"},
		{index.Hit{Title: "Design", HeadingPath: []string{"design", "Life"}, Text: "text"}, true, "design › Life"},
		{index.Hit{Title: "Design", Text: "text"}, true, "Design"},
		{index.Hit{Title: "Design", Text: "# text"}, false, ""},
		{index.Hit{HeadingPath: []string{"Life"}, Text: "text"}, true, "Life"},
	} {
		if got := above(c.hit, c.title); got != c.want {
			t.Errorf("%+v: %q, want %q", c.hit, got, c.want)
		}
	}
}

// No text closes the fence that it stands in.
func TestFencesHold(t *testing.T) {
	for text, fence := range map[string]string{
		"text": "```", "`code`": "```", "```\nx\n```": "````", "a ````` b": "``````", "``` and ``": "````", "`` and ```` and ```": "`````",
		"": "```",
	} {
		p := block("a.md:1", "fact: x\n", "", "\n"+text+"\r\n")
		if !strings.HasSuffix(p.head, "\n"+fence+"quote\n") || p.tail != fence+"\n" || p.body != text+"\n" {
			t.Errorf("%q: %q %q %q", text, p.head, p.body, p.tail)
		}
	}
	if p := block("a.md:1", "", "Tokens", "text"); p.body != "Tokens\ntext\n" || p.head != "\na.md:1\n```quote\n" {
		t.Errorf("%+v", p)
	}
}

func TestWordsOfFiles(t *testing.T) {
	g := &gatherer{found: []file{{path: "src/auth/session_store.go"}, {path: "src/auth/jwt.go"}}}
	g.req.Files = []string{"src/auth/**", "internal/a/io.go", "web/auth/login.test.ts"}
	words := strings.Fields(g.fileWords())
	for _, w := range []string{"auth", "web", "jwt"} {
		if !slices.Contains(words, w) {
			t.Errorf("%q is missing in %q", w, words)
		}
	}
	for _, w := range []string{"src", "internal", "a", "io", "go", "ts"} {
		if slices.Contains(words, w) {
			t.Errorf("%q says nothing about the files: %q", w, words)
		}
	}
	if n := strings.Count(g.fileWords(), "auth"); n != 1 {
		t.Errorf("auth stands %d times in %q", n, words)
	}
}
