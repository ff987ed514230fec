package org

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/9aea2451/kb/index/org/cluster"
	"github.com/9aea2451/kb/index/query"
)

// written is a value as it is sent.
func written(t *testing.T, v any) string {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// What a question is turned into for the cluster.
func TestBodies(t *testing.T) {
	o := &Org{s: Settings{Groups: []string{"red"}}}
	own := `{"term":{"k":{"value":"n"}}},{"terms":{"readers":["everyone","red"]}}`
	longer := `{"prefix":{"all":{"rewrite":"top_terms_boost_64","value":"tea"}}}`
	for want, got := range map[string]any{
		`{"bool":{"filter":[` + own + `]}}`:                                       o.readable("n", aside{}),
		`{"bool":{"filter":[` + own + `,1]}}`:                                     o.readable("n", aside{}, 1),
		`{"bool":{"filter":[` + own + `],"must_not":[{"terms":{"push":["p"]}}]}}`: o.readable("n", aside{pushes: []string{"p"}}),
		`{"bool":{"filter":[` + own + `],"must_not":[{"ids":{"values":["i"]}}]}}`: o.readable("n", aside{ids: []string{"i"}}),
		`{"bool":{"minimum_should_match":1,"should":[` + longer + `]}}`:           like("tea"),
		`{"bool":{"minimum_should_match":1,"should":[` + strings.ReplaceAll(longer, `tea"`, `teas"`) +
			`,{"fuzzy":{"all":{"fuzziness":2,"max_expansions":64,"value":"teas"}}}]}}`: like("teas"),
		`{"term":{"x":{"value":1}}}`: apart(term("x", 1), []string{"", ""}),
		`{"bool":{"must":[{"term":{"x":{"value":1}}}],"must_not":[{"bool":{"must":[{"term":{"body":{"value":"green"}}}]}}]}}`: apart(
			term("x", 1), []string{"green", ""}),
	} {
		if got := written(t, got); got != want {
			t.Errorf("%s\nwant %s", got, want)
		}
	}
	var boosts []string
	for _, b := range holding("tea")["bool"].(cluster.Body)["should"].([]any) {
		boosts = append(boosts, written(t, b))
	}
	if len(boosts) != 4 || boosts[1] != `{"term":{"head":{"boost":2,"value":"tea"}}}` {
		t.Errorf("%q", boosts)
	}
}

func TestFiltersOfTheCluster(t *testing.T) {
	folder := `{"bool":{"minimum_should_match":1,"should":[{"term":{"path":{"value":"docs"}}},{"prefix":{"path":"docs/"}}]}}`
	below := `{"bool":{"minimum_should_match":1,"should":[{"prefix":{"path":"docs/"}}]}}`
	for _, c := range []struct {
		f    query.Filter
		want string
	}{
		{query.Filter{}, "null"},
		{query.Filter{Kind: []string{"memory"}, Source: []string{"user"}}, `[{"terms":{"kind":["memory"]}},{"terms":{"source":["user"]}}]`},
		{query.Filter{Tag: []string{"#Tea"}},
			`[{"bool":{"minimum_should_match":1,"should":[{"term":{"tag":{"value":"tea"}}},{"prefix":{"tag":"tea/"}}]}}]`},
		{query.Filter{After: "2026-03-04"}, dated(`{"gte":"2026-03"}`)},
		{query.Filter{Before: "2026-03"}, dated("{\"lte\":\"2026-03\uffff\"}")},
		{query.Filter{After: "2026", Before: "2027"}, dated("{\"gte\":\"2026\",\"lte\":\"2027\uffff\"}")},
		{query.Filter{Path: []string{"docs"}}, "[" + folder + "]"},
		{query.Filter{Path: []string{"./docs/"}}, "[" + folder + "]"},
		{query.Filter{Path: []string{"docs/**"}}, "[" + below + "]"},
		{query.Filter{Path: []string{"docs/a*.md"}}, "[" + below + "]"},
		{query.Filter{Path: []string{"docs/a?.md"}}, "[" + below + "]"},
		{query.Filter{Path: []string{"d[o]cs/a"}}, "null"},
		{query.Filter{Path: []string{"."}}, "null"}, // the root
		{query.Filter{Path: []string{"docs", ""}}, "null"},
		{query.Filter{Path: []string{"*.md", "docs"}}, "null"}, // the first lets everything through
	} {
		if got := written(t, passing(&c.f)); got != c.want {
			t.Errorf("%+v: %s\nwant %s", c.f, got, c.want)
		}
	}
}

// What a question asks for beside its words, as kb's own search does at home.
func TestWordsOfAQuestion(t *testing.T) {
	for text, want := range map[string]string{
		"": "null", "tea": "null", "white board": `["whiteboard"]`, "a white-board pen": `["awhit","whiteboard","boardpen"]`,
	} {
		if got := written(t, joined(text)); got != want {
			t.Errorf("%q: %s", text, got)
		}
	}
	if n := len(joined(strings.Repeat("w ", 40))); n > 15 {
		t.Errorf("%d neighbours", n)
	}
	for text, want := range map[string]string{
		"": "null", " - ": "null", "Sessions": `["sessions"]`, "ADR-0012": `["adr 0012","#12"]`, "rfc 7 b": `["rfc 7 b","#7"]`,
		"adr0": `["adr0","#0"]`,
	} {
		if got := written(t, namesIn(text)); got != want {
			t.Errorf("%q: %s", text, got)
		}
	}
	if got := spaced([]string{"red team", "b", "c\x00d"}); got != "red\u00a0team b c\u00a0d" {
		t.Errorf("%q", got)
	}
	if spaced(nil) != "" {
		t.Error(spaced(nil))
	}
}

// Vectors have their field in an index with a shared model, and in no other.
func TestDefinition(t *testing.T) {
	with, without := written(t, definition(meta{Form: 1, Model: "m", Dim: 8}, 3)), written(t, definition(meta{Form: 1}, 3))
	for part, both := range map[string]bool{
		`"knn":true`: false,
		`"vector":{"dimension":8,"method":{"engine":"lucene","name":"hnsw","space_type":"cosinesimil"},"type":"knn_vector"}`: false,
		`"number_of_shards":3`: true, `"dynamic":false`: true, `"beat":{"index":false,"type":"long"}`: true,
		`"path":{"doc_values":false,"type":"keyword"}`: true, `"tag":{"doc_values":false,"normalizer":"lower","type":"keyword"}`: true,
	} {
		if !strings.Contains(with, part) || strings.Contains(without, part) != both {
			t.Errorf("%s: %s\n%s", part, with, without)
		}
	}
}

// dated finds the documents of a span of days, and those without one.
func dated(span string) string {
	return `[{"bool":{"minimum_should_match":1,"should":[{"range":{"date":` + span +
		`}},{"bool":{"must_not":[{"exists":{"field":"date"}}]}}]}}]`
}
