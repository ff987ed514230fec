package review

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/9aea2451/kb/kb/validate"
)

func TestParseQueries(t *testing.T) {
	got, err := parseQueries(
		[]byte(
			"queries:\n  - query: who may deploy\n    notes: [docs/a.md, ./docs/../b.md]\n    top: 3\n  - {query: ' x ', note: /c.md}\n",
		),
	)
	want := []SavedQuery{{"who may deploy", []string{"docs/a.md", "b.md"}, 3, 2}, {"x", []string{"c.md"}, 0, 5}}
	if err != nil || !slices.EqualFunc(got, want, func(a, b SavedQuery) bool {
		return a.Query == b.Query && slices.Equal(a.Notes, b.Notes) && a.Top == b.Top && a.Line == b.Line
	}) {
		t.Errorf("%v %v", got, err)
	}
	for text, message := range map[string]string{
		"": "", "queries:\n": "line 1: expected queries:", "queries: [1]": "line 1: expected query:",
		"queries: [{query: x}]":   "expected note:",
		"queries: [{note: a.md}]": "expected query:", "queries: [{query: x, note: a.md, top: 99}]": "top: expected",
		"a: [": "not valid YAML", "queries: [{query: [], note: a}]": "line 1:",
	} {
		if _, err := parseQueries([]byte(text)); message == "" && err != nil ||
			message != "" && (err == nil || !strings.Contains(err.Error(), message)) {
			t.Errorf("%q: %v, want %q", text, err, message)
		}
	}
}

func FuzzParseQueries(f *testing.F) {
	f.Add([]byte("queries:\n  - query: a\n    note: b.md\n"))
	f.Add([]byte("- {query: a, notes: [&x b, *x]}"))
	f.Fuzz(func(t *testing.T, data []byte) {
		queries, err := parseQueries(data)
		for _, q := range queries {
			if err == nil && (q.Query == "" || len(q.Notes) == 0) {
				t.Errorf("%q gave %+v", data, q)
			}
		}
	})
}

// risky is a review of one note with statements and findings, weighed.
func risky(n Note, statements []Statement, findings ...validate.Finding) *Review {
	c := &change{report: newReview(&Range{})}
	c.report.Notes, c.report.Statements = []Note{n}, statements
	for _, f := range findings {
		c.report.Findings = append(c.report.Findings, ScopedFinding{Finding: f})
	}
	c.conclude()
	return c.report
}

func TestRisk(t *testing.T) {
	spec := Note{Change: Changed, Kind: "spec", Status: "accepted", Tally: Tally{Changed: 1}}
	must := Statement{
		Change:  Changed,
		Binds:   true,
		Aspects: []string{"force"},
		Old:     &Wording{Force: "MUST"},
		New:     &Wording{Force: "SHOULD"},
	}
	gone := Statement{Change: Removed, Binds: true, Old: &Wording{Force: "MUST"}}
	words := Statement{Change: Changed, Aspects: []string{"words"}, Old: &Wording{}, New: &Wording{}}
	conflict := validate.Finding{Rule: "contradiction", Severity: validate.Error, Energy: 0.9}
	waived := conflict
	waived.Waived = "agreed"
	for _, test := range []struct {
		name    string
		got     *Review
		want    Risk
		verdict Verdict
	}{
		{"nothing", risky(Note{Change: Changed, Kind: "spec"}, nil), Risk{}, Clean},
		{"a word of a doc", risky(Note{Change: Changed, Kind: "doc", Tally: Tally{Changed: 1}}, []Statement{words}),
			Risk{Score: 0.09, Authority: 0.3}, Clean},
		{"a rule of a spec", risky(spec, []Statement{must}), Risk{Score: 0.48, Authority: 1, Force: 0.5}, Look},
		{"a rule goes", risky(spec, []Statement{gone}), Risk{Score: 0.34, Authority: 1, Removed: 0.15}, Clean},
		{"a contradiction", risky(Note{Change: Added, Kind: "doc"}, nil, conflict), Risk{Score: 0.73, Authority: 0.15, Conflicts: 0.9},
			Conflict},
		{"a waived one", risky(Note{Change: Added, Kind: "doc"}, nil, waived), Risk{Score: 0.05, Authority: 0.15}, Clean},
		{"a warning", risky(Note{Change: Added, Kind: "doc"}, nil, validate.Finding{Rule: "broken-link", Severity: validate.Warning}),
			Risk{Score: 0.05, Authority: 0.15}, Look},
	} {
		if test.got.Risk != test.want || test.got.Verdict != test.verdict {
			t.Errorf("%s: %+v %s, want %+v %s", test.name, test.got.Risk, test.got.Verdict, test.want, test.verdict)
		}
	}
}

// TestRulesAreKnown holds the names that validate lets a configuration set to the rules of a review.
func TestRulesAreKnown(t *testing.T) {
	for _, rule := range Rules() {
		r := newRepository(t,
			map[string]string{"a.md": "# A\n", ".memory/kb.yaml": "rules:\n  - {rule: " + rule.Name + ", severity: info}\n"})
		r.branch("change", "main",
			map[string]string{"b.md": "# B\n", ".memory/kb.yaml": "rules:\n  - {rule: " + rule.Name + ", severity: warn}\n"})
		for _, f := range r.review("main..change").Findings {
			if f.Rule == "configuration" {
				t.Errorf("%s: %s", rule.Name, f.Message)
			}
			if f.Rule == "setting" && rule.Name == "setting" && f.Severity != validate.Info {
				t.Errorf("the severity of the change counts: %s", f.Severity)
			}
		}
	}
}

// TestMovedBetweenNotes tells a statement that another note says now from one that goes and one that comes.
func TestMovedBetweenNotes(t *testing.T) {
	r := newRepository(t, map[string]string{
		"a.md": "# A\n\nThe worker keeps 3 copies of each file of the customer.\n\nIt is slow.\n",
		"b.md": "# B\n\nHere is little.\n",
	})
	r.branch("change", "main", map[string]string{
		"a.md": "# A\n\nIt is slow.\n",
		"b.md": "# B\n\nHere is little.\n\nThe worker keeps 5 copies of each file of the customer.\n",
	})
	got := r.review("main..change")
	if len(got.Statements) != 1 {
		t.Fatalf("%+v", got.Statements)
	}
	s := got.Statements[0]
	if s.Change != Changed || !s.Moved || !slices.Equal(s.Aspects, []string{"value"}) || s.Old.Path != "a.md" || s.New.Path != "b.md" ||
		s.New.Line != 5 {
		t.Errorf("%+v", s)
	}
}

// TestSameTwice reviews a change twice: the answer is the same.
func TestSameTwice(t *testing.T) {
	files, more := map[string]string{}, map[string]string{}
	for _, name := range []string{"a", "b", "c", "d", "e"} {
		files["docs/"+name+".md"] = "# " + name + "\n\nThe " + name + " queue holds 10 jobs. See [next](a.md).\n"
		more["docs/"+name+".md"] = "# " + name + "\n\nThe " + name + " queue holds 20 jobs. See [next](a.md).\n"
	}
	r := newRepository(t, files)
	r.branch("change", "main", more)
	first := r.review("main..change")
	for range 3 {
		if again := r.review("main..change"); !equal(first, again) {
			t.Fatalf("%+v\n%+v", first, again)
		}
	}
}

func equal(a, b *Review) bool {
	x, _ := json.Marshal(a)
	y, _ := json.Marshal(b)
	return string(x) == string(y)
}
