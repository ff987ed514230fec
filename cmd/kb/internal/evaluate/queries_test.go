package evaluate

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestReadQueries(t *testing.T) {
	text := "\uFEFF" + `{"id":"one","query":"how","relevant":{"./docs/a.md":2,"b.md#x":1},"exclude":["./c.md"],` +
		`"stale":["d//d.md"],"evidence":["ten minutes"],"category":"time","at":"v1","remark":7}` +
		"\n\n  \t\r\n" + `  {"query":"what","relevant":{}}` + "\r\n" + `{"id":"three","query":"where","evidence":["here"]}`
	got, err := ReadQueries(strings.NewReader(text), "q.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	want := []Query{
		{
			ID:       "one",
			Query:    "how",
			Relevant: map[string]float64{"docs/a.md": 2, "b.md#x": 1},
			Exclude:  []string{"c.md"},
			Stale:    []string{"d/d.md"},
			Evidence: []string{"ten minutes"},
			Category: "time",
			At:       "v1",
			Line:     1,
		},
		{ID: "line-4", Query: "what", Relevant: map[string]float64{}, Line: 4},
		{ID: "three", Query: "where", Evidence: []string{"here"}, Line: 5},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestReadQueriesNamesThePlaceOfAnError(t *testing.T) {
	good := `{"id":"a","query":"q","relevant":{"a.md":1}}`
	for _, c := range []struct{ text, want string }{
		{"", "q.jsonl:1:1: no queries"},
		{"\n \n", "q.jsonl:1:1: no queries"},
		{good + "\n" + `{"query" "x"}`, `q.jsonl:2:10: not JSON: invalid character '"' after object key`},
		{`   {"query": oh}`, "q.jsonl:1:14: not JSON:"},
		{`{"query": "x"`, "q.jsonl:1:13: not JSON: unexpected end"},
		{good + " x", "q.jsonl:1:46: not JSON:"},
		{`["query"]`, "q.jsonl:1:1: a line is one JSON object, not array"},
		{`{"query":7}`, `q.jsonl:1:10: "query" should be a string, not number`},
		{`{"query":"x","relevant":["a.md"]}`, `"relevant" should be an object of paths and grades`},
		{`{"query":"x","relevant":{"a.md":"1"}}`, "should be an object of paths and grades"},
		{`{"query":"x","relevant":{"a.md":1},"stale":"b.md"}`, `"stale" should be a list of strings, not string`},
		{`{"relevant":{"a.md":1}}`, `q.jsonl:1:1: a line needs "query"`},
		{`{"query":" ","relevant":{"a.md":1}}`, `a line needs "query"`},
		{`{"query":"x"}`, `a line needs "relevant"`},
		{`{"query":"x","relevant":{"a.md":1e7}}`, `the grade of "a.md" is above 1e+06`},
		{`{"query":"x","relevant":{"a.md":1},"evidence":[" "]}`, "a text of the evidence is empty"},
		{good + "\n\n" + good, `q.jsonl:3:1: id "a" is that of line 1`},
		{good + "\n" + strings.Repeat(" ", maxLine+1), "q.jsonl:2:1: bufio.Scanner: token too long"},
	} {
		_, err := ReadQueries(strings.NewReader(c.text), "q.jsonl")
		if err == nil || !strings.HasPrefix(err.Error(), "q.jsonl:") || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%.60q: %v, want %s", c.text, err, c.want)
		}
	}
}

func TestCutAnchor(t *testing.T) {
	for id, want := range map[string][2]string{"a.md": {"a.md", ""}, "a.md#b": {"a.md", "b"}, "c#/a.md#b": {"c#/a.md", "b"},
		"#a": {"#a", ""}, "": {"", ""}} {
		if path, anchor := CutAnchor(id); path != want[0] || anchor != want[1] {
			t.Errorf("%q: %q and %q", id, path, anchor)
		}
	}
}

// FuzzReadQueries looks for panics, for errors without a place, and for queries that cannot be asked.
func FuzzReadQueries(f *testing.F) {
	f.Add([]byte(`{"id":"a","query":"q","relevant":{"a.md#b":1},"exclude":["x"],"stale":["/"],"evidence":["e"]}`))
	f.Add([]byte("{\"query\":\"q\"}\n[]\n\xff"))
	f.Add([]byte(`{"query":"q","relevant":{"":1,"../..":-1}}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		queries, err := ReadQueries(strings.NewReader(string(data)), "q")
		if err != nil {
			if !strings.HasPrefix(err.Error(), "q:") {
				t.Errorf("no place: %v", err)
			}
			return
		}
		ids := map[string]bool{}
		for i := range queries {
			q := &queries[i]
			if q.ID == "" || ids[q.ID] || strings.TrimSpace(q.Query) == "" {
				t.Errorf("cannot be asked: %+v", q)
			}
			ids[q.ID] = true
			if r := judge(q, hits("a.md#b", "x", "")); !(r.NDCG >= 0 && r.NDCG <= 1+1e-9) {
				t.Errorf("nDCG %v of %+v", r.NDCG, q)
			}
		}
	})
}
