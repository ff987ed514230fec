package mcp

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// crowded is a repository with more notes than a page of the list of resources has, and a category that
// a note sums up.
func crowded(t *testing.T) *repository {
	r := newRepository(t)
	r.write(".memory/categories/tea.md", "---\nkind: summary\ntitle: All of tea\n---\n# All of tea\n\nIt is hot.\n")
	for i := range listPage {
		r.write(fmt.Sprintf("docs/n%03d.md", i), fmt.Sprintf("---\ncategory: tea\n---\n# Number %d\n\nA cup of [tea](hub.md).\n", i))
	}
	r.write("docs/hub.md", "# Hub\n\nAll lead here.\n")
	r.commit("Begin")
	return r
}

// The list of resources is given in pages, the best linked notes first, and ends.
func TestResourcesInPages(t *testing.T) {
	cs := connect(t, serve(t, crowded(t)), "", nil)
	var uris []string
	var sizes []int
	for cursor := ""; ; {
		res, err := cs.ListResources(t.Context(), &sdk.ListResourcesParams{Cursor: cursor})
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range res.Resources {
			uris = append(uris, r.URI)
		}
		sizes = append(sizes, len(res.Resources))
		if cursor = res.NextCursor; cursor == "" {
			break
		}
	}
	if want := []string{"kb://decisions", "kb://category/tea", "kb://note/docs/hub.md"}; !slices.Equal(uris[:3], want) {
		t.Errorf("it begins with %q, not %q", uris[:3], want)
	}
	slices.Sort(uris)
	if want := listPage + 4; len(uris) != want || len(slices.Compact(uris)) != want || !slices.Equal(sizes, []int{listPage, 4}) {
		t.Errorf("%d resources in pages of %d", len(uris), sizes)
	}
	for _, cursor := range []string{"x", "AAAA"} {
		if _, err := cs.ListResources(t.Context(), &sdk.ListResourcesParams{Cursor: cursor}); err == nil {
			t.Errorf("cursor %q is taken", cursor)
		}
	}

	category, err := cs.ReadResource(t.Context(), &sdk.ReadResourceParams{URI: "kb://category/tea"})
	if err != nil {
		t.Fatal(err)
	}
	text := category.Contents[0].Text
	if !strings.HasPrefix(text, "# All of tea\n\n---\nkind: summary") || !strings.Contains(text, "It is hot.\n\n- [") ||
		strings.Count(text, "\n- [Number ") != listPage {
		t.Errorf("%s", text)
	}
	decisions, err := cs.ReadResource(t.Context(), &sdk.ReadResourceParams{URI: "kb://decisions"})
	if err != nil || !strings.Contains(decisions.Contents[0].Text, "No note here is a decision. ") {
		t.Errorf("%+v, %v", decisions, err)
	}
	for _, uri := range []string{"kb://category/coffee", "kb://note/docs/none.md"} {
		if res, err := cs.ReadResource(t.Context(), &sdk.ReadResourceParams{URI: uri}); err == nil {
			t.Errorf("%s: %+v", uri, res)
		}
	}
	note := &sdk.CompleteReference{Type: "ref/resource", URI: "kb://note/{+path}"}
	for typed, want := range map[string]string{
		"docs/": "100 of 201, more true", "docs/n00": "10 of 10, more false", "n0": "100 of 100, more false",
	} {
		value := sdk.CompleteParamsArgument{Name: "path", Value: typed}
		res, err := cs.Complete(t.Context(), &sdk.CompleteParams{Ref: note, Argument: value})
		if err != nil {
			t.Fatal(err)
		}
		c := res.Completion
		if got := fmt.Sprintf("%d of %d, more %v", len(c.Values), c.Total, c.HasMore); got != want {
			t.Errorf("%q: %s, want %s", typed, got, want)
		}
	}
}

// A name that several repositories have is completed once where it does not tell which is meant.
func TestCompletionInSeveralRepositories(t *testing.T) {
	one, two := newRepository(t), newRepository(t)
	for _, r := range []*repository{one, two} {
		r.write("a.md", "---\nkind: decision\ncategory: testing\ntags: [tea, hot-tea]\n---\n# Tea\n\nHot.\n")
		r.commit("Begin")
	}
	two.write("b.md", "---\nkind: decision\ntags: [afternoon]\n---\n# Afternoon tea\n\nCold.\n")
	two.commit("Go on")
	cs := connect(t, serve(t, one, two), "", nil)
	prompt, resource := "ref/prompt", "ref/resource"
	for _, c := range []struct{ kind, uri, argument, typed, want string }{
		{prompt, "", "topic", "TEA", "Tea, Afternoon tea"},
		{prompt, "", "tags", "tea", "tea, hot-tea"},
		{prompt, "", "tags", "", "hot-tea, tea, afternoon"},
		{prompt, "", "category", "t", "testing"},
		{prompt, "", "type", "gotch", "gotcha"},
		{prompt, "", "note", "b", "repo2/b.md"},
		{prompt, "", "note", "", "repo1/a.md, repo2/a.md, repo2/b.md"},
		{prompt, "", "files", "a", ""},
		{resource, "kb://category/{name}", "name", "", "repo1/testing, repo2/testing"},
		{resource, "kb://category/{name}", "name", "repo2", "repo2/testing"},
		{resource, "kb://note/{+path}", "path", "repo2/", "repo2/a.md, repo2/b.md"},
		{resource, "kb://other/{x}", "note", "", "repo1/a.md"},
	} {
		ref := &sdk.CompleteReference{Type: c.kind, URI: c.uri}
		if c.kind == prompt {
			ref.Name = "propose_memory"
		}
		if c.uri == "kb://other/{x}" {
			c.want = "" // of a resource that is none
		}
		value := sdk.CompleteParamsArgument{Name: c.argument, Value: c.typed}
		res, err := cs.Complete(t.Context(), &sdk.CompleteParams{Ref: ref, Argument: value})
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(res.Completion.Values, ", "); got != c.want {
			t.Errorf("%s %s%s %q: %s, want %s", c.kind, c.uri, c.argument, c.typed, got, c.want)
		}
	}
}

// A very long note is cut between characters, and says how to go on.
func TestLongResources(t *testing.T) {
	for n, cut := range map[int]bool{resourceMax: false, resourceMax + 1: true} {
		text := strings.Repeat("x", resourceMax-1) + strings.Repeat("ü", 1)[:1] + strings.Repeat("y", n-resourceMax)
		got := contents("kb://note/a.md", text).Contents[0].Text
		if told := strings.HasSuffix(got, "[cut here: the tool read gives the rest]\n"); told != cut || !utf8.ValidString(got) {
			t.Errorf("%d bytes: cut %v, valid %v", n, told, utf8.ValidString(got))
		}
	}
}

// A server of the bases of a person says whose word each is.
func TestInstructions(t *testing.T) {
	for _, c := range []struct {
		s    *Server
		want string
	}{
		{serverOf("", "web"), "the team of this repository has"},
		{serverOf("team", "web"), "the team of this repository has"},
		{serverOf("", "web", "api"), "the team of 2 repositories has"},
		{serverOf("team", "web", "api"), "the team of 2 repositories – web (team), api (team) – has"},
	} {
		if got := c.s.instructions(); !strings.Contains(got, c.want) {
			t.Errorf("no %q in %s", c.want, got)
		}
	}
}

// A note is proposed with a type that is guessed where none is given; what no note can be made of is refused.
func TestProposals(t *testing.T) {
	cs := connect(t, serve(t, sample(t)), "", nil)
	ask := func(args map[string]string) (string, error) {
		res, err := cs.GetPrompt(t.Context(), &sdk.GetPromptParams{Name: "propose_memory", Arguments: args})
		if err != nil {
			return "", err
		}
		return res.Messages[0].Content.(*sdk.TextContent).Text, nil
	}
	text, err := ask(map[string]string{"text": "Beware: the pool is exhausted.\n\n````\nx\n````", "tags": "db, pool,x",
		"files": "a/*.go b.go", "title": "The pool"})
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"type: gotcha\n", "# The pool\n", "tags:\n  - db\n  - pool\n  - x\n", "files:\n  - \"a/*.go\"\n  - b.go\n", "`````markdown\n---",
		"pool-exhausted.md",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	for want, args := range map[string]map[string]string{
		"type poem: expected one of ":                              {"text": "x", "type": "poem"},
		"argument text is missing":                                 {"text": " "},
		"argument text has 20001 bytes, more than 20000":           {"text": strings.Repeat("x", maxArgument+1)},
		"argument unknown has 20001 bytes, more than 20000: short": {"unknown": strings.Repeat("x", maxArgument+1)},
	} {
		if text, err := ask(args); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("want %q: %v, %s", want, err, text)
		}
	}
	if _, err := ask(map[string]string{"text": strings.Repeat("x", maxArgument)}); err != nil {
		t.Errorf("the longest text: %v", err)
	}
}

// What a text is like is told of notes of other types where there are none of the types that were meant.
func TestSolutionsOfOtherTypes(t *testing.T) {
	r := newRepository(t)
	r.write("pool.md", "# Pool\n\n`ERR_POOL_EXHAUSTED: timeout` came from migrations.\n")
	r.commit("Begin")
	cs := connect(t, serve(t, r), "", nil)
	a := ask(t, cs, "search_past_solutions", "issue", "ERR_POOL_EXHAUSTED: timeout")
	if !slices.Equal(a.hits(), []string{"pool.md"}) || !strings.Contains(a.text, "other notes are shown") {
		t.Errorf("%s", a.text)
	}
	if a := ask(t, cs, "search_past_solutions", "issue", "  "); !a.fail || !strings.Contains(a.text, "nothing to compare with") {
		t.Errorf("of nothing: %s", a.text)
	}
}
