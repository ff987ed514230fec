package query

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/9aea2451/kb/kb"
)

func TestParseQuery(t *testing.T) {
	for _, tt := range []struct {
		text  string
		words string
		kind  Kind
		not   []string
		tags  []string
	}{
		{"how do sidecar containers restart", "how do sidecar containers restart", Question, nil, nil},
		{"cache invalidation", "cache invalidation", Plain, nil, nil},
		{"maxRetries", "maxRetries", Identifier, nil, nil},
		{"pkg/server.go", "pkg/server.go", Identifier, nil, nil},
		{"what depends on auth?", "what depends on auth?", Graph, nil, nil},
		{"What changes together with auth?", "What changes together with auth?", Graph, nil, nil},
		{"cache -redis tag:ops tag:\"two words\"", "cache", Plain, []string{"redis"}, []string{"ops", "two words"}},
		{`"exact words" -"not these"`, "exact words", Identifier, []string{"not these"}, nil},
		{"error: not found at http://x", "error: not found at http://x", Plain, nil, nil},
		{"std::vec - and -- dashes", "std::vec - and -- dashes", Plain, nil, nil},
		{"", "", Plain, nil, nil},
		{`a pasted sentence with "quotes" and a -minus is plain text here`, `a pasted sentence with quotes and a is plain text here minus`,
			Plain, nil, nil},
	} {
		r := mustParse(t, tt.text, Filter{})
		if r.Words != tt.words || r.Kind != tt.kind {
			t.Errorf("%q: words %q, %s; want %q, %s", tt.text, r.Words, r.Kind, tt.words, tt.kind)
		}
		if diff := cmp.Diff(tt.not, r.Not); diff != "" {
			t.Errorf("%q: not: %s", tt.text, diff)
		}
		if diff := cmp.Diff(tt.tags, r.Filter.Tag); diff != "" {
			t.Errorf("%q: tags: %s", tt.text, diff)
		}
	}
}

// today is the day on which the queries of these tests are read.
func today() time.Time { return time.Date(2026, 5, 4, 9, 0, 0, 0, time.UTC) }

func mustParse(t *testing.T, text string, f Filter) Request {
	t.Helper()
	r, err := Parse(text, f, Known{Today: today()})
	if err != nil {
		t.Errorf("%q: %v", text, err)
	}
	return r
}

// A value that no note can have is an error that lists what there is; in a pasted text it is words.
func TestUnknownValues(t *testing.T) {
	known := Known{Today: today(), Any: func(fits func(*kb.Note) bool) (bool, error) {
		return fits(&kb.Note{Kind: "decision", Type: "Standards Track", Status: "accepted", RawStatus: "Final", Label: "rfc"}), nil
	}}
	for text, advice := range map[string]string{
		"kind:foo x": "decision", "kind:decisions": "did you mean kind:decision?", "type:gotchaa": "did you mean type:gotcha?",
		"status:done": "Final", "label:rfcs": "did you mean label:rfc?", "doctype:x": "procedural", "source:code": "agent",
		"-kind:foo":          "decision",
		"after:yesterdayx x": "2026-05-04", "before:2026-13": "2026-05-04", "importance:high": ">0.7", "confidence:2": ">0.7",
	} {
		_, err := Parse(text, Filter{}, known)
		refused, ok := errors.AsType[*ValueError](err)
		if !ok || !errors.Is(err, ErrQuery) || !strings.Contains(refused.Advice(), advice) ||
			!strings.Contains(refused.Advice(), "quoted") {
			t.Errorf("%s: %v", text, err)
		}
		pasted := text + " one two three four five six seven eight"
		if r, err := Parse(pasted, Filter{}, known); err != nil || !r.Filter.Empty() {
			t.Errorf("%s: %v, %+v", pasted, err, r.Filter)
		}
	}
	for _, text := range []string{"status:final", "status:accepted", `type:"standards track"`, "label:rfc", "label:spec", "-label:rfc",
		"kind:DECISION"} {
		if r, err := Parse(text, Filter{}, known); err != nil || r.Filter.Empty() {
			t.Errorf("%s: %v", text, err)
		}
	}
	for _, f := range []Filter{{Kind: []string{"foo"}}, {Type: []string{"foo"}}, {After: "soon"}, {Before: "2026-02-30"},
		{Importance: []string{"x"}}} {
		if _, err := Parse("x", f, known); err == nil || strings.Contains(err.(*ValueError).Advice(), "quoted") {
			t.Errorf("%+v: %v", f, err)
		}
	}
}

// Check fills in what is not said, and refuses what it does not know.
func TestCheck(t *testing.T) {
	var q Query
	if err := q.Check(); err != nil || q.Mode != Hybrid || q.Fusion != "cc" || q.Limit != DefaultLimit || q.ChunksPerNote != 1 {
		t.Errorf("%v: %+v", err, q)
	}
	for _, good := range []Query{{Mode: Keyword}, {Mode: Vector, Fusion: "rrf"}, {Fusion: "cc", Limit: 1, ChunksPerNote: 2}} {
		was := good
		err := good.Check()
		if err != nil || was.Limit != 0 && good.Limit != was.Limit || was.ChunksPerNote != 0 && good.ChunksPerNote != 2 {
			t.Errorf("%+v: %v", was, err)
		}
	}
	for _, bad := range []Query{{Mode: "x"}, {Fusion: "x"}} {
		if err := bad.Check(); !errors.Is(err, ErrQuery) {
			t.Errorf("%+v: %v", bad, err)
		}
	}
}

// What stands behind a minus sign is left out.
func TestWithout(t *testing.T) {
	n := &kb.Note{Path: "a.md", Kind: "decision", Tags: []string{"net"}, Date: "2026-05-03"}
	for text, want := range map[string]bool{"-kind:decision": false, "-kind:memory": true, "-tag:net": false, "tag:net -tag:api": true,
		"-after:yesterday": false, "-before:2026-05-02": true, "-path:a.md": false} {
		r := mustParse(t, text, Filter{})
		if got := r.Filter.Match(n) && r.Filter.Dated(n.Date); got != want || r.Filter.Empty() || r.Words != "" {
			t.Errorf("%s: %v, words %q", text, got, r.Words)
		}
	}
	r := mustParse(t, "-confidence:<0.5", Filter{})
	if !r.Filter.Match(n) || !r.Filter.AsksConfidence() || r.Filter.Confident(0.4) || !r.Filter.Confident(0.5) {
		t.Error("-confidence:<0.5 does not leave out what has less left")
	}
}

func FuzzParseQuery(f *testing.F) {
	for _, s := range []string{`a "b c" -d tag:e`, `-"`, `"`, `tag:"`, "path:", "-", "::", "\xff\"", "a:b:c"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		given := Filter{Tag: []string{"kept"}}
		r, err := Parse(text, given, Known{})
		if err != nil && !errors.Is(err, ErrQuery) {
			t.Fatal(err)
		}
		if len(r.Filter.Tag) == 0 || r.Filter.Tag[0] != "kept" || len(given.Tag) != 1 {
			t.Errorf("the caller's filter is lost or changed: %v %v", r.Filter.Tag, given.Tag)
		}
	})
}

// What is no value of a field is text of the query.
func TestFilterFieldsOfAQuery(t *testing.T) {
	for text, want := range map[string]string{
		"after:2026-05-04": "", "after:2026-05 x": "x", "before:2026": "", "after:yesterday": "", "before:2.weeks x": "x",
		"doctype:semantic": "", "doc_type:semantic": "", "doc-type:semantic": "", "source:USER": "", "importance:>0.5": "",
		"declared_confidence:0.8": "",
		"confidence:<=1":          "", "tag:a tag:b c": "c", "unknown:x": "unknown:x", "tag: x": "tag: x", ":x": ":x",
		"status:\nopen": "status: open", "tag:\tx": "tag: x", "kind:\r\nx": "kind: x",
		`tag:"two words" x`: "x", "12:30": "12:30",
	} {
		if got := mustParse(t, text, Filter{}).Words; got != want {
			t.Errorf("%q leaves %q, want %q", text, got, want)
		}
	}
	r := mustParse(t, "after:2026-01 before:2026-03 tag:a tag:b", Filter{Tag: []string{"z"}})
	if r.Filter.After != "2026-01-01" || r.Filter.Before != "2026-03-31" || !slices.Equal(r.Filter.Tag, []string{"z", "a", "b"}) {
		t.Errorf("%+v", r.Filter)
	}
}

// Quotes and minus signs are orders in short queries, and punctuation in pasted ones.
func TestOperators(t *testing.T) {
	for _, tt := range []struct {
		text, words  string
		phrases, not []string
	}{
		{`"rate limit" api`, "rate limit api", []string{"rate limit"}, nil},
		{`api -"rate limit" -retry`, "api", nil, []string{"rate limit", "retry"}},
		{`-`, "-", nil, nil}, {`a - b`, "a - b", nil, nil}, {`--flag`, "--flag", nil, nil}, {`-1`, "", nil, []string{"1"}},
		{`-ö`, "", nil, []string{"ö"}},
		{`"unclosed phrase`, `"unclosed phrase`, nil, nil}, {`""`, "", nil, nil}, {`don't "`, `don't "`, nil, nil},
		{`one two three four five six seven "eight"`, "one two three four five six seven eight", []string{"eight"}, nil},
		{`one two three four five six seven eight "nine" -ten`, "one two three four five six seven eight nine ten", nil, nil},
	} {
		r := mustParse(t, tt.text, Filter{})
		if r.Words != tt.words || !slices.Equal(r.Phrases, tt.phrases) || !slices.Equal(r.Not, tt.not) {
			t.Errorf("%s: %q %q %q", tt.text, r.Words, r.Phrases, r.Not)
		}
	}
}

func TestKindsOfQueries(t *testing.T) {
	for text, want := range map[string]Kind{
		"retry limit": Plain, "how to retry": Question, "retry?": Question, "how": Plain, "however it is": Plain, "Is it slow": Question,
		"ValidateToken": Identifier, "fix max_retries now": Identifier, "please fix max_retries now": Plain, `"rate limit" x`: Identifier,
		`"rate limit" of the api`: Plain, "what depends on limits.md?": Graph, "What changes with a.md": Graph, "backlinks of x": Graph,
	} {
		if got := mustParse(t, text, Filter{}).Kind; got != want {
			t.Errorf("%q is %s, want %s", text, got, want)
		}
	}
	for word, want := range map[string]bool{"maxRetries": true, "max_retries": true, "a/b": true, "std::vec": true, "run()": true,
		"--all": true, "kb.yaml": true, "`x_y`,": true,
		"Name": false, "NAME": false, "ID": false, "end.": false, ".env": false, "3.14": false, "a-b": false, "aB": false, "userID": true,
		"v1.2": true, "": false} {
		if got := IsIdentifier(word); got != want {
			t.Errorf("%q is a name of code: %v", word, got)
		}
	}
	for text, want := range map[string]string{"what depends on `limits.md`?": "limits.md", "links to x ": "x", "depends on": "",
		"it depends on x": ""} {
		if got := GraphPhrase(text); got != want {
			t.Errorf("%q asks about %q, want %q", text, got, want)
		}
	}
	if !AsksTogether("what changes with a.md") || AsksTogether("what depends on a.md") {
		t.Error("what moves together is not told from what is linked")
	}
	if diff := cmp.Diff([]queryPart{{raw: `-tag:"a b"`, text: "a b", field: "tag", negated: true}, {raw: "-x", text: "x", negated: true}},
		splitQuery(" -tag:\"a b\"\t-x\n"), cmp.AllowUnexported(queryPart{})); diff != "" {
		t.Error(diff)
	}
}
