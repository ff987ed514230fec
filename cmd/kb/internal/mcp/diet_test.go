package mcp

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/9aea2451/kb/index/org"
	"github.com/9aea2451/kb/index/org/cluster"
	"github.com/tiktoken-go/tokenizer"
)

// mostToolTokens is what the list of tools may cost a model that sees names, descriptions and the
// schemas of the arguments.
const mostToolTokens = 1600

// A model pays for the tools on every turn, whether it calls them or not.
func TestToolsCostLittle(t *testing.T) {
	beyond, err := org.Open(org.Settings{Server: cluster.Server{URL: "http://127.0.0.1:1"}}, nil, clock)
	if err != nil {
		t.Fatal(err)
	}
	cs := connect(t, serveWith(t, func(o *Options) { o.Org = beyond }, sample(t)), "", nil)
	list, err := cs.ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	codec, err := tokenizer.Get(tokenizer.Cl100kBase)
	if err != nil {
		t.Fatal(err)
	}
	type seen struct {
		Name        string `json:"name"`
		Description string `json:"description"`
		InputSchema any    `json:"inputSchema"`
	}
	total := 0
	for _, tool := range list.Tools {
		b, err := json.Marshal(seen{tool.Name, tool.Description, tool.InputSchema})
		if err != nil {
			t.Fatal(err)
		}
		n, err := codec.Count(string(b))
		if err != nil {
			t.Fatal(err)
		}
		total += n
	}
	if total > mostToolTokens {
		t.Errorf("%d tokens", total)
	}
}

// What models call the first argument after the tools of other servers is taken for it; what is
// given under its own name holds.
func TestArgumentsUnderOtherNames(t *testing.T) {
	cs := connect(t, serve(t, sample(t)), "", nil)
	eventually(t, "the repository is read", func() bool {
		return !strings.Contains(ask(t, cs, "recall_decision", "topic", "sessions").text, "not all is told yet")
	})
	for _, c := range []struct {
		tool  string
		alias []any
		name  []any
	}{
		{"recall_decision", []any{"query", "session storage"}, []any{"topic", "session storage"}},
		{"search_past_solutions", []any{"errorMessage", "sessions expire"}, []any{"problem", "sessions expire"}},
		{"find_similar_issues", []any{"issue", "sessions expire"}, []any{"context", "sessions expire"}},
		{"get_project_patterns", []any{"project", "kb"}, nil},
		{"get_category_summary", []any{"query", "no such category"}, []any{"category", "no such category"}},
		{"search", []any{"query", "sessions", "project", "kb"}, []any{"query", "sessions"}},
	} {
		got, want := ask(t, cs, c.tool, c.alias...), ask(t, cs, c.tool, c.name...)
		if got.text != want.text || got.fail != want.fail {
			t.Errorf("%s: %s\nwant %s", c.tool, got.text, want.text)
		}
	}
	if a := ask(t, cs, "recall_decision", "topic", "sessions", "query", "queues"); !a.fail ||
		!strings.Contains(a.text, `no argument "query"`) {
		t.Errorf("both: %s", a.text)
	}
	if a := ask(t, cs, "memory_stats", "query", "x"); !a.fail {
		t.Errorf("a tool without arguments: %s", a.text)
	}
}
