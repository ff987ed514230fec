package mcp

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/9aea2451/kb/cmd/kb/internal/mcp/render"
	"github.com/9aea2451/kb/cmd/kb/internal/packing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// endless is a base in which everything is longer than an answer may be.
func endless(t testing.TB) *repository {
	r := newRepository(t)
	long := strings.Repeat("zebra quux ", 5_500)
	word := strings.Repeat("ä", 60_000)
	r.write("docs/heading.md", "# zebra "+long+"\n\nThe zebra must never sleep.\n\n## Below "+long+"\n\nA zebra "+word+"\n")
	r.write("docs/line.md", "# Line\n\nzebra "+strings.Repeat("<&>\u009b\u0007 ", 30_000)+"\n")
	r.write("docs/row.md", "# Row\n\n| zebra | b |\n|---|---|\n| zebra "+long+" | "+word+" |\n")
	r.write("docs/"+strings.Repeat("n", 240)+".md", "# Named\n\nThe zebra must sleep.\n")
	front := "---\nkind: %s\ntitle: zebra %s\ntype: %s\nstatus: %s\ntags: [%s, zebra]\ncategory: %s\nfiles: [\"src/%s/**\"]\nsource: " +
		"user\n---\n"
	r.write(
		".memory/memories/m.md",
		fmt.Sprintf(front, "memory", long[:6000], "gotcha", "accepted", long[:6000], long[:6000],
			long[:3000])+"# zebra\n\nThe zebra fails with `ERR_ZEBRA`. "+long+"\n",
	)
	r.write(".memory/memories/p.md",
		fmt.Sprintf(front, "memory", long[:6000], "pattern", long[:5000], "a", "stripes", "a")+"# zebra\n\nWrite zebra.\n")
	r.write(
		".memory/decisions/0001-zebra.md",
		fmt.Sprintf(front, "decision", long[:6000], "x", "accepted", "a", "stripes",
			"a")+"# zebra "+long+"\n\n## Decision "+long+"\n\nThe zebra must never sleep. "+long+"\n",
	)
	var many strings.Builder
	for i := range 300 {
		fmt.Fprintf(&many, "## zebra %d %s\n\nThe zebra number %d has stripes.\n\n", i, long[:900], i)
	}
	r.write("docs/many.md", "# Many\n\n"+many.String())
	r.env = append(r.env, "GIT_AUTHOR_NAME="+long[:9000], "GIT_COMMITTER_NAME="+long[:9000])
	r.git("add", "-A")
	r.git("commit", "-q", "-m", "zebra "+long[:30_000]+"\n\n"+long[:30_000]+"\n\nReviewed-by: "+long[:30_000])
	return r
}

// Whatever notes and commits hold, a message with an answer has in either form no more characters
// than were asked for, and ends its quotations.
func TestNoAnswerIsLongerThanPromised(t *testing.T) {
	if testing.Short() {
		t.Skip("one call after another: nothing for the race detector")
	}
	s := serve(t, endless(t))
	s.grace = time.Minute
	cs := connect(t, s, "", nil)
	calls := []struct {
		tool    string
		args    []any
		measure bool // max_chars can be asked for
	}{
		{"search", []any{"query", "zebra"}, true},
		{"search", []any{"query", "zebra", "mode", "keyword", "limit", 50}, true},
		{"read", []any{"note", "docs/heading.md"}, true},
		{"read", []any{"note", "docs/line.md"}, true},
		{"read", []any{"note", "docs/many.md"}, true},
		{"read", []any{"note", ".memory/decisions/0001-zebra.md"}, true},
		{"read", []any{"note", "docs/" + strings.Repeat("n", 300)}, true},
		{"related", []any{"note", "docs/heading.md"}, true},
		{"history", []any{"note", "docs/heading.md"}, true},
		{"history", []any{"note", "docs/many.md", "view", "blame"}, true},
		{"check_statement", []any{"statement", "The zebra must never sleep."}, false},
		{"recall_decision", []any{"topic", "zebra"}, true},
		{"search_past_solutions", []any{"problem", "ERR_ZEBRA"}, true},
		{"find_similar_issues", []any{"context", "zebra fails"}, true},
		{"get_project_patterns", []any{}, true},
		{"get_category_summary", []any{}, true},
		{"get_category_summary", []any{"category", "stripes"}, true},
		{"memory_stats", []any{}, false},
	}
	for _, c := range calls {
		for _, chars := range []int{0, 1_000, 40_000} {
			args := named(c.args...)
			switch {
			case chars > 0 && !c.measure:
				continue
			case chars > 0:
				args["max_chars"] = chars
			}
			for _, format := range []string{"text", "json"} {
				args["format"] = format
				line := message(t, s, c.tool, args, modernMeta)
				if n := utf8.RuneCountInString(line); n > cmp.Or(chars, render.DefaultChars) {
					t.Errorf("%s %v: a message of %d characters", c.tool, args, n)
				}
			}
			a := asked(t, cs, c.tool, pairs(args)...)
			if strings.ContainsAny(a.text, "\u009b\u0007") || !utf8.ValidString(a.text) || openFences(a.text) != 0 {
				t.Errorf("%s %v: harmful, or a quotation does not end: %.300q", c.tool, args, a.text)
			}
		}
	}
}

// named takes arguments from pairs of name and value.
func named(args ...any) map[string]any {
	out := map[string]any{}
	for i := 0; i+1 < len(args); i += 2 {
		out[args[i].(string)] = args[i+1]
	}
	return out
}

// pairs is the reverse of named; the format is left out.
func pairs(args map[string]any) []any {
	var out []any
	for name, value := range args {
		if name != "format" {
			out = append(out, name, value)
		}
	}
	return out
}

// message is the line with which a tool answers on stdio. era is what the request says of itself in
// the newest revision, "" for a client of an earlier one.
func message(t testing.TB, s *Server, tool string, args map[string]any, era string) string {
	t.Helper()
	given, err := json.Marshal(args)
	if err != nil {
		t.Fatal(err)
	}
	var requests []string
	if era == "" {
		requests = []string{
			`{"jsonrpc":"2.0","id":1,"method":"initialize",` +
				`"params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}`,
			`{"jsonrpc":"2.0","method":"notifications/initialized"}`,
		}
	} else {
		era = "," + era
	}
	requests = append(requests,
		fmt.Sprintf(`{"jsonrpc":"2.0","id":1000000,"method":"tools/call","params":{"name":%q,"arguments":%s%s}}`, tool, given, era))
	var out bytes.Buffer
	if err := s.ServeStdio(t.Context(), strings.NewReader(strings.Join(requests, "\n")+"\n"), &out); err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(out.String()) {
		if strings.Contains(line, `"id":1000000`) {
			return strings.TrimSuffix(line, "\n")
		}
	}
	t.Fatalf("%s %s: no answer in %s", tool, given, out.String())
	return ""
}

// Whatever the notes hold and however small the budget is, the whole message with a context has no
// more tokens than were asked for, and with any other answer no more characters.
func TestMessagesKeepToTheirBudget(t *testing.T) {
	if testing.Short() {
		t.Skip("one call after another: nothing for the race detector")
	}
	s := serve(t, endless(t), sample(t))
	s.grace = time.Minute
	rapid.Check(t, func(r *rapid.T) {
		era := rapid.SampledFrom([]string{"", modernMeta}).Draw(r, "era")
		format := rapid.SampledFrom([]string{"text", "json"}).Draw(r, "format")
		query := rapid.SampledFrom(
			[]string{"zebra", "sessions redis", "ERR_ZEBRA stripes", "evil <&> instructions", "nothing of this"},
		).Draw(r, "query")
		if rapid.Bool().Draw(r, "context") {
			budget := rapid.IntRange(leastBudget, mostBudget).Draw(r, "budget")
			root := rapid.SampledFrom([]string{"repo1", "repo2"}).Draw(r, "root")
			line := message(t, s, "context", map[string]any{"task": query, "budget": budget, "format": format, "root": root}, era)
			if n, err := packing.Tokens(line); err != nil || n > budget || strings.Contains(line, `"isError":true`) {
				r.Fatalf("%d tokens of %d (%v): %.300s", n, budget, err, line)
			}
			return
		}
		chars := rapid.IntRange(render.LeastChars, render.MostChars).Draw(r, "chars")
		tool := rapid.SampledFrom([][2]string{{"search", "query"}, {"recall_decision", "topic"}, {"search_past_solutions", "problem"},
			{"find_similar_issues", "context"}, {"get_project_patterns", "category"}}).Draw(r, "tool")
		line := message(t, s, tool[0], map[string]any{tool[1]: query, "max_chars": chars, "format": format}, era)
		if n := utf8.RuneCountInString(line); n > chars {
			r.Fatalf("%s: %d characters of %d: %.300s", tool[0], n, chars, line)
		}
	})
}

// openFences counts the quotations that are begun and not ended.
func openFences(text string) int {
	open := 0
	for line := range strings.Lines(text) {
		if mark, ok := strings.CutPrefix(line, "[[evidence "); ok {
			if strings.Contains(text[strings.Index(text, line)+len(line):], strings.TrimSpace(mark)+"]]") {
				continue
			}
			open++
		}
	}
	return open
}

// Prompts, resources and completions are bounded as well.
func TestNothingElseIsEndless(t *testing.T) {
	if testing.Short() {
		t.Skip("one call after another: nothing for the race detector")
	}
	cs := connect(t, serve(t, endless(t)), "", nil)
	for name, args := range map[string]map[string]string{
		"recall": {"topic": "zebra"}, "ask": {"question": "zebra"}, "review_change": {"change": "zebra"},
		"propose_memory": {"text": "The zebra must never sleep.", "title": "Zebra"},
	} {
		p, err := cs.GetPrompt(t.Context(), &sdk.GetPromptParams{Name: name, Arguments: args})
		if err != nil {
			t.Fatal(name, err)
		}
		if text := p.Messages[0].Content.(*sdk.TextContent).Text; utf8.RuneCountInString(text) > render.MostChars ||
			strings.Contains(text, "\u009b") {
			t.Errorf("%s: %d characters", name, utf8.RuneCountInString(text))
		}
	}
	list, err := cs.ListResources(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range list.Resources {
		if n := utf8.RuneCountInString(r.Name + r.Title + r.Description); n > 1_000 {
			t.Errorf("%.80s is described in %d characters", r.URI, n)
		}
		read, err := cs.ReadResource(t.Context(), &sdk.ReadResourceParams{URI: r.URI})
		if err != nil {
			t.Errorf("%.80s: %v", r.URI, err)
		} else if n := len(read.Contents[0].Text); n > resourceMax+100 {
			t.Errorf("%.80s has %d bytes", r.URI, n)
		}
	}
	topics, err := cs.Complete(t.Context(), &sdk.CompleteParams{
		Ref:      &sdk.CompleteReference{Type: "ref/prompt", Name: "recall"},
		Argument: sdk.CompleteParamsArgument{Name: "topic", Value: "z"},
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range topics.Completion.Values {
		if utf8.RuneCountInString(v) > 300 {
			t.Errorf("a completion of %d characters", utf8.RuneCountInString(v))
		}
	}
}

func TestCutText(t *testing.T) {
	var b strings.Builder
	render.NewFence("x").Quote(&b, strings.Repeat("ä\n", 500))
	cut := render.CutText(b.String(), 300)
	if n := utf8.RuneCountInString(cut); n > 300 || openFences(cut) != 0 || !strings.HasSuffix(cut, "\n[cut here]\n") {
		t.Errorf("%d characters: %q", n, cut)
	}
	if got := render.CutText("short", 300); got != "short" {
		t.Errorf("%q", got)
	}
}
