package words

import (
	"strings"
	"testing"
)

// The head of a question is what speaks to the tool: an order behind words of a question, or before one that asks for something.
func TestLeadOfAQuestion(t *testing.T) {
	for text, want := range map[string]string{
		"show me the ovens": "show", "list all the ovens": "list", "how do I find an oven": "how do I find", "git show oven": "",
		"find command": "", "show": "", "please tell me about ovens": "please tell", "show me and list all ovens": "show me and list",
		"the list of ovens": "", "how list ovens": "how list", "": "", "show me": "",
	} {
		if got := text[:NewAnalyzer().Lead(text)]; got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// A term has a bounded length, and words of other scripts end where theirs end.
func TestBoundsOfTerms(t *testing.T) {
	long := strings.Repeat("x", 5*maxTerm)
	terms := NewAnalyzer().Terms(long + " " + long + "_y")
	if len(terms) == 0 || terms[0] != long[:maxTerm] {
		t.Errorf("%q", terms)
	}
	for _, term := range terms {
		if len(term) > maxTerm {
			t.Errorf("a term of %d bytes", len(term))
		}
	}
	for text, want := range map[string]string{
		"日本": "日本", "⺀x": "⺀ x", "tea'": "tea", "tea’s": "tea", "x\x7f": "x", "a\u0080b": "b",
	} {
		if got := strings.Join(NewAnalyzer().Terms(text), " "); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	for word, want := range map[string]string{"__ab__cd": "ab cd", "ab_": "ab", "_": "", "abCd": "ab Cd"} {
		var parts []string
		eachPart(word, func(from, to int) { parts = append(parts, word[from:to]) })
		if got := strings.Join(parts, " "); got != want || len(parts) != len(strings.Fields(want)) {
			t.Errorf("the parts of %q are %q", word, parts)
		}
	}
	d := &Doc{ID: "a", Names: []string{"My Oven"}}
	if fields := d.document().Fields; len(fields) != 1 || fields[0].Name() != Names.name() {
		t.Errorf("%d fields", len(fields))
	}
	if fields := (&Doc{ID: "a"}).document().Fields; len(fields) != 0 {
		t.Errorf("%d fields of nothing", len(fields))
	}
	if got := (stems{}).Analyze([]byte("hot ovens")); len(got) != 2 || got[0].Position != 1 || got[1].Position != 2 {
		t.Errorf("%+v", got)
	}
}
