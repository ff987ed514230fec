package source

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/9aea2451/kb/index/query"
	"github.com/9aea2451/kb/index/search"
	"github.com/9aea2451/kb/index/store"
	"github.com/9aea2451/kb/index/words"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/code"
	"github.com/9aea2451/kb/kb/codebase"
	"github.com/9aea2451/kb/kb/gittest"
)

func TestMain(m *testing.M) { gittest.Main(m) }

const serve = "package serve\n\n// Server answers browsers.\ntype Server struct {\n\tClosing int\n}\n\n" +
	"// Close ends the server.\nfunc (s *Server) Close() error {\n\treturn nil\n}\n\n" +
	"// Close ends everything.\nfunc Close() {\n\tclosing = true\n}\n"

// shop opens the code of a small repository: two copies of a file, its test, and a file in another language.
func shop(t *testing.T) *Searcher {
	t.Helper()
	r := gittest.New(t)
	r.Write("net/serve.go", serve, "old/serve.go", serve, "net/serve_test.go", "package serve\n\n// Close is tried.\nfunc close() {\n}\n",
		"web/door.py", "def close(door):\n    return door.lock\n\nCLOSE = 1\n", "web/empty.py", "", "README.md", "# Close\n")
	r.Commit("Begin")
	repo, err := kb.Open(t.Context(), r.Dir)
	if err != nil {
		t.Fatal(err)
	}
	b, err := codebase.Open(repo.Repo.Repo, codebase.Options{Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	files, err := b.Files(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	x, err := store.Open(repo, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	s, err := Open(t.Context(), x, b, files, AtSymbols())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close(); b.Close() })
	return s
}

func places(hits []search.Hit) string {
	var out []string
	for _, h := range hits {
		out = append(out, fmt.Sprintf("%s:%d %s", h.Path, h.StartLine, h.Anchor))
	}
	return strings.Join(out, "; ")
}

// A name leads to what is defined by it: with the same capitals first, tests behind, then constants; then comes what has the word.
func TestDefinitionsComeFirst(t *testing.T) {
	s := shop(t)
	const (
		closes = "net/serve.go:8 Server.Close; net/serve.go:13 Close; old/serve.go:8 Server.Close; old/serve.go:13 Close"
		server = "net/serve.go:3 Server; old/serve.go:3 Server"
		door   = "web/door.py:1 close"
		tried  = "net/serve_test.go:3 close"
	)
	for _, tt := range []struct {
		text    string
		limit   int
		in      []string
		defined string
		found   string // behind those
	}{
		{"Close", 10, nil, closes + "; " + door + "; web/door.py:4 CLOSE; " + tried, server},
		{"close", 10, nil, door + "; " + tried + "; " + closes + "; web/door.py:4 CLOSE", server},
		{"Server.Close", 4, nil, "net/serve.go:8 Server.Close; old/serve.go:8 Server.Close", server},
		{"Close", 1, nil, "net/serve.go:8 Server.Close", ""}, {"close", 10, []string{"web/**"}, door + "; web/door.py:4 CLOSE", ""},
		{"door.close", 2, nil, door + "; web/door.py:4 CLOSE", ""},
		{"Closing", 3, nil, "net/serve.go:3 Server.Closing; old/serve.go:3 Server.Closing", door},
		{"nothing", 10, nil, "", ""}, {"ends the server", 2, nil, "", "net/serve.go:8 Server.Close; old/serve.go:8 Server.Close"},
	} {
		q := query.Query{Text: tt.text, Limit: tt.limit, Filter: query.Filter{Path: tt.in}}
		hits, err := s.Definitions(t.Context(), q)
		if got := places(hits); err != nil || got != tt.defined {
			t.Errorf("%s is defined: %s, %v", tt.text, got, err)
		}
		want := strings.Trim(tt.defined+"; "+tt.found, "; ")
		a, err := s.Find(t.Context(), q)
		if err != nil || places(a.Hits) != want {
			t.Fatalf("%s: %s, %v, want %s", tt.text, places(a.Hits), err, want)
		}
		if n := len(hits); n > 0 && (hits[0].Match != "definition" || n < len(a.Hits) && a.Hits[n-1].Score <= a.Hits[n].Score) {
			t.Errorf("%s: a %s, %v", tt.text, hits[0].Match, a.Hits[0].Score)
		}
	}
	hits, err := s.Definitions(t.Context(), query.Query{Text: "Server.Close", Limit: 1})
	if err != nil || hits[0].Snippet != "func (s *Server) Close() error" ||
		!slices.Equal(hits[0].HeadingPath, []string{"Server", "func (s *Server) Close() error"}) {
		t.Errorf("%+v, %v", hits, err)
	}
	if _, err := s.Find(t.Context(), query.Query{Text: "Close", Mode: "loud"}); err == nil {
		t.Error("a query in no mode is answered")
	}
	for file, want := range map[string]int{"net/serve.go": 4, "web/empty.py": 0, "README.md": 0} {
		if hits, err := s.Parts(t.Context(), file); err != nil || len(hits) != want {
			t.Errorf("%s has %d parts, %v", file, len(hits), err)
		}
	}
}

// Words are looked for in every copy of a file, and in the paths of files.
func TestWordsOfATree(t *testing.T) {
	s := shop(t)
	for _, tt := range []struct {
		field words.Field
		term  string
		want  string // the rows: four of a copy, two of the test, four of the other copy, two of the door
	}{
		{words.Head, "serv", "0 1 2 3 4 5 6 7 8 9"}, {words.Body, "end", "2 3 8 9"}, {words.Code, "close", "2 3 5 8 9 10 11"},
		{words.Body, "nothing", ""}, {words.Tags, "close", ""},
	} {
		list, err := s.dict.Postings(t.Context(), tt.field, tt.term)
		var rows []string
		for _, p := range list {
			rows = append(rows, fmt.Sprint(p.Doc))
		}
		if got := strings.Join(rows, " "); err != nil || got != tt.want {
			t.Errorf("%s in %d: %s, %v", tt.term, tt.field, got, err)
		}
	}
	for _, tt := range []struct {
		field        words.Field
		term         string
		edits, limit int
		want         string
	}{
		{words.Body, "serv", 0, 10, "serv server server.close server.closing"}, {words.Body, "serv", 0, 2, "serv server"},
		{words.Body, "clsoe", 2, 10, "close"}, {words.Body, "clxxe", 1, 10, ""}, {words.Body, "clos", 1, 10, "close"},
		{words.Head, "serv", 0, 10, ""}, {words.Body, "elose", 1, 10, ""},
	} {
		got, err := s.dict.Near(tt.field, tt.term, tt.edits, tt.limit)
		if all := strings.Join(slices.Sorted(maps.Keys(got)), " "); err != nil || all != tt.want {
			t.Errorf("near %s: %s, %v", tt.term, all, err)
		}
	}
	list := []words.Posting{{Doc: 1, Freq: 2}, {Doc: 1, Freq: 3}, {Doc: 2, Freq: 1}, {Doc: 3, Freq: 1}, {Doc: 3, Freq: 1}}
	if diff := cmp.Diff([]words.Posting{{Doc: 1, Freq: 5}, {Doc: 2, Freq: 1}, {Doc: 3, Freq: 2}}, joined(list)); diff != "" {
		t.Error(diff)
	}
	s.cut.Plain = true
	if hits, err := s.Definitions(t.Context(), query.Query{Text: "Close", Limit: 10}); err != nil || hits != nil {
		t.Errorf("without symbols: %s, %v", places(hits), err)
	}
	if hits, err := s.Parts(t.Context(), "net/serve.go"); err != nil || len(hits) == 0 || hits[2].Anchor != "" {
		t.Errorf("without symbols: %s, %v", places(hits), err)
	}
}

// What is meant by a name most likely: what has its capitals, is no test, is a type or a function.
func TestOrderOfDefinitions(t *testing.T) {
	for _, tt := range []struct {
		file, name string
		kind       code.Kind
		want       int
	}{
		{"a.go", "Close", code.Function, 0}, {"a.go", "close", code.Function, 8}, {"a_test.go", "Close", code.Method, 4},
		{"a.go", "Close", code.Constant, 1}, {"a.go", "Close", code.Module, 1}, {"a.go", "Close", code.Field, 2},
		{"a_test.go", "close", code.Field, 14},
	} {
		if got := order(tt.file, &code.Symbol{Name: tt.name, Kind: tt.kind}, "Close"); got != tt.want {
			t.Errorf("%v %s in %s: %d", tt.kind, tt.name, tt.file, got)
		}
	}
	hit := func(path string, line int, anchor string) *search.Hit {
		return &search.Hit{Path: path, StartLine: line, Anchor: anchor}
	}
	for _, tt := range []struct {
		a, b *search.Hit
		want bool
	}{
		{hit("a.go", 1, "F"), hit("a.go", 1, "G"), true}, {hit("a.go", 1, "F"), hit("a.go", 9, "F"), true},
		{hit("a.go", 1, ""), hit("a.go", 9, ""), false}, {hit("a.go", 1, "F"), hit("b.go", 1, "F"), false},
		{hit("a.go", 1, "F"), hit("a.go", 9, "G"), false},
	} {
		if got := same(tt.a, tt.b); got != tt.want {
			t.Errorf("%+v and %+v: %v", tt.a, tt.b, got)
		}
	}
}
