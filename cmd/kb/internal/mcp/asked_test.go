package mcp

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/9aea2451/kb/cmd/kb/internal/desk/tally"
	"github.com/9aea2451/kb/cmd/kb/internal/desk/warm"
	"github.com/9aea2451/kb/cmd/kb/internal/mcp/render"
)

// serverOf is a server of repositories that are called so, or of bases of the person with a scope.
func serverOf(scope string, names ...string) *Server {
	s := &Server{arguments: map[string][]string{"search": {"query", "root"}, "read": {"note"}, "stats": {}}}
	for _, name := range names {
		k := &warm.Keeper{Options: warm.Options{Name: name, Several: len(names) > 1}}
		k.Scope = scope
		s.bases = append(s.bases, k)
	}
	return s
}

// Arguments may have the names that other servers give them; what programs ask for is no argument.
func TestNamesOfArguments(t *testing.T) {
	s := serverOf("", "web")
	for _, c := range []struct {
		tool, given, want string
		json              bool
	}{
		{"search", `{"query":"tea"}`, `{"query":"tea"}`, false},
		{"search", `{"question":"tea"}`, `{"query":"tea"}`, false},
		{"search", `{"question":"tea","query":"pots"}`, `{"question":"tea","query":"pots"}`, false},
		{"search", `{"query":"tea","project":"web"}`, `{"query":"tea","root":"web"}`, false},
		{"read", `{"query":"a.md","project":"web"}`, `{"note":"a.md"}`, false}, // the only repository needs no name
		{"read", `{"issue":"a.md","format":"json"}`, `{"note":"a.md"}`, true},
		{"search", `{"query":"tea","format":"json"}`, `{"query":"tea"}`, true},
		{"search", `{"query":"tea","format":"text"}`, `{"query":"tea"}`, false},
		{"search", `{"query":"tea","format":"xml"}`, `{"format":"xml","query":"tea"}`, false},
		{"stats", `{"query":"tea"}`, `{"query":"tea"}`, false},
		{"other", `{"question":"tea","format":"json"}`, `{"question":"tea","format":"json"}`, false},
		{"search", `["tea"]`, `["tea"]`, false},
	} {
		ctx, got := s.asked(t.Context(), c.tool, json.RawMessage(c.given))
		var a, b any
		if json.Unmarshal(got, &a) != nil || json.Unmarshal([]byte(c.want), &b) != nil || fmt.Sprint(a) != fmt.Sprint(b) ||
			wantsJSON(ctx) != c.json {
			t.Errorf("%s of %s: %s, as structure %v", c.given, c.tool, got, wantsJSON(ctx))
		}
	}
}

// What names a repository names it only where there are several.
func TestRepositoriesInURIs(t *testing.T) {
	one, two, bases := serverOf("", "web"), serverOf("", "web", "api"), serverOf("team", "web", "api")
	for name, want := range map[string]string{
		"kb://note/web/a.md": "nil  | web a.md", "kb://note/api/docs/a%20b.md": "nil  | api docs/a b.md",
		"kb://note/shop/a.md": "nil  | nil ",
		"kb://note/api":       "nil  | nil ", "kb://note/%zz": "nil  | nil ", "web/a.md": "nil  | nil ",
	} {
		var got []string
		for _, s := range []*Server{one, two} {
			b, in := s.ofURI(name)
			of := "nil"
			if b != nil {
				of = b.Name
			}
			got = append(got, of+" "+in)
		}
		if strings.Join(got, " | ") != want {
			t.Errorf("%s: %q, want %q", name, strings.Join(got, " | "), want)
		}
	}
	if b, in := one.splitRoot("web/a.md"); b != one.bases[0] || in != "web/a.md" {
		t.Errorf("%v, %s", b, in)
	}
	if b, _ := one.splitRoot("../a.md"); b != nil {
		t.Error("a path leads out of the repository")
	}
	if one.together() || two.together() || !bases.together() || serverOf("team", "web").together() {
		t.Error("which servers answer from all bases together")
	}
	v := &warm.View{Keeper: two.bases[1]}
	if one.rootOf(v) != "" || two.rootOf(v) != "api" {
		t.Error(two.rootOf(v))
	}
	g := gathered{used: []*warm.View{{Keeper: two.bases[0]}, {Keeper: two.bases[1]}}}
	if g.of("api") != g.used[1] || g.of("web") != g.used[0] || g.of("") != g.used[0] {
		t.Error("the state of a base is another's")
	}
}

// What was counted in several repositories is added up by name.
func TestSumsOfRepositories(t *testing.T) {
	sum := &render.Counted{}
	group := func(name string, notes, lines int) tally.Group {
		return tally.Group{Name: name, Notes: notes, Lines: lines}
	}
	add(sum, &tally.Tally{Notes: 3, Lines: 9, Groups: []tally.Group{group("doc", 2, 5), group("memory", 1, 4)}}, "web")
	add(sum, &tally.Tally{Notes: 4, Lines: 1, Groups: []tally.Group{group("memory", 3, 1), group("spec", 1, 0)}}, "api")
	if got := fmt.Sprint(sum.Notes, sum.Lines, sum.Groups); got != "7 10 [{ doc 2 5} { memory 4 5} { spec 1 0}]" {
		t.Error(got)
	}
	sum = &render.Counted{}
	for _, root := range []string{"web", "api"} {
		add(sum, &tally.Tally{Notes: 1, Lines: 2, GroupBy: "note", Groups: []tally.Group{group("README.md", 1, 2)}}, root)
	}
	if got := fmt.Sprint(sum.Groups); got != "[{web README.md 1 2} {api README.md 1 2}]" {
		t.Errorf("two notes at one path: %s", got)
	}
}

// A cursor belongs to the question, not to the page; a search asks for something.
func TestWhatASearchAsks(t *testing.T) {
	in := SearchArgs{Query: "tea", Cursor: "c", Limit: 3, MaxChars: 400, At: "v1"}
	if got := in.asked(); fmt.Sprint(got) != fmt.Sprint(SearchArgs{Query: "tea", At: "v1"}) {
		t.Errorf("%+v", got)
	}
	for name, c := range map[string]struct {
		in    SearchArgs
		taken bool
	}{
		"nothing": {SearchArgs{}, false}, "blanks": {SearchArgs{Query: " \n"}, false}, "words": {SearchArgs{Query: "tea"}, true},
		"lines": {SearchArgs{Regexp: "tea"}, true}, "groups": {SearchArgs{GroupBy: "kind"}, true}, "count": {SearchArgs{Count: true}, true},
	} {
		q, err := c.in.query()
		if (err == nil) != c.taken || err == nil && q.Text != c.in.Query {
			t.Errorf("%s: %+v, %v", name, q, err)
		}
	}
}
