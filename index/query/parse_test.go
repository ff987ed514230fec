package query

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
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
		{`a pasted sentence with "quotes" and a -minus is plain text here`, `a pasted sentence with quotes and a is plain text here minus`, Plain, nil, nil},
	} {
		r := Parse(tt.text, Filter{})
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

func FuzzParseQuery(f *testing.F) {
	for _, s := range []string{`a "b c" -d tag:e`, `-"`, `"`, `tag:"`, "path:", "-", "::", "\xff\"", "a:b:c"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		given := Filter{Tag: []string{"kept"}}
		r := Parse(text, given)
		if len(r.Filter.Tag) == 0 || r.Filter.Tag[0] != "kept" || len(given.Tag) != 1 {
			t.Errorf("the caller's filter is lost or changed: %v %v", r.Filter.Tag, given.Tag)
		}
	})
}

// What is no value of a field is text of the query.
func TestFilterFieldsOfAQuery(t *testing.T) {
	for text, want := range map[string]string{
		"after:2026-05-04": "", "after:2026-05 x": "x", "before:2026": "", "after:noon": "after:noon", "after:2026-13": "after:2026-13",
		"doctype:semantic": "", "doc_type:semantic": "", "doc-type:semantic": "", "source:USER": "", "source:code": "source:code", "importance:>0.5": "", "importance:high": "importance:high",
		"confidence:<=1": "", "tag:a tag:b c": "c", "unknown:x": "unknown:x", "tag: x": "tag: x", ":x": ":x", `tag:"two words" x`: "x", "12:30": "12:30",
	} {
		if got := Parse(text, Filter{}).Words; got != want {
			t.Errorf("%q leaves %q, want %q", text, got, want)
		}
	}
	r := Parse("after:2026-01 before:2026-03 tag:a tag:b", Filter{Tag: []string{"z"}})
	if r.Filter.After != "2026-01" || r.Filter.Before != "2026-03" || !slices.Equal(r.Filter.Tag, []string{"z", "a", "b"}) {
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
		{`-`, "-", nil, nil}, {`a - b`, "a - b", nil, nil}, {`--flag`, "--flag", nil, nil}, {`-1`, "", nil, []string{"1"}}, {`-ö`, "", nil, []string{"ö"}},
		{`"unclosed phrase`, `"unclosed phrase`, nil, nil}, {`""`, "", nil, nil}, {`don't "`, `don't "`, nil, nil},
		{`one two three four five six seven "eight"`, "one two three four five six seven eight", []string{"eight"}, nil},
		{`one two three four five six seven eight "nine" -ten`, "one two three four five six seven eight nine ten", nil, nil},
	} {
		r := Parse(tt.text, Filter{})
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
		if got := Parse(text, Filter{}).Kind; got != want {
			t.Errorf("%q is %s, want %s", text, got, want)
		}
	}
	for word, want := range map[string]bool{"maxRetries": true, "max_retries": true, "a/b": true, "std::vec": true, "run()": true, "--all": true, "kb.yaml": true, "`x_y`,": true,
		"Name": false, "NAME": false, "ID": false, "end.": false, ".env": false, "3.14": false, "a-b": false, "aB": false, "userID": true, "v1.2": true, "": false} {
		if got := IsIdentifier(word); got != want {
			t.Errorf("%q is a name of code: %v", word, got)
		}
	}
	for text, want := range map[string]string{"what depends on `limits.md`?": "limits.md", "links to x ": "x", "depends on": "", "it depends on x": ""} {
		if got := GraphPhrase(text); got != want {
			t.Errorf("%q asks about %q, want %q", text, got, want)
		}
	}
	if !AsksTogether("what changes with a.md") || AsksTogether("what depends on a.md") {
		t.Error("what moves together is not told from what is linked")
	}
	if diff := cmp.Diff([]queryPart{{raw: `-tag:"a b"`, text: "a b", field: "tag", negated: true}, {raw: "x", text: "x", negated: true}}, splitQuery(" -tag:\"a b\"\t-x\n"), cmp.AllowUnexported(queryPart{})); diff != "" {
		t.Error(diff)
	}
}
