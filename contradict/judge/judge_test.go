package judge

import (
	"math"
	"os"
	"strings"
	"testing"

	"github.com/9aea2451/kb/contradict/read"
	"pgregory.net/rapid"
)

func BenchmarkParse(b *testing.B) {
	texts := requirements()
	for i := 0; b.Loop(); i++ {
		read.Parse(read.Statement{Text: texts[i%len(texts)]})
	}
}

func BenchmarkJudge(b *testing.B) {
	var statements []*read.Parsed
	for _, text := range requirements() {
		statements = append(statements, read.Parse(read.Statement{Text: text}))
	}
	for i := 0; b.Loop(); i++ {
		Judge(statements[i%len(statements)], statements[(i*7+1)%len(statements)], nil)
	}
}

func judgeTexts(a, b string) Verdict {
	return Judge(read.Parse(read.Statement{Text: a}), read.Parse(read.Statement{Text: b}), nil)
}

func readTestPairs(t testing.TB) []LabelledPair {
	t.Helper()
	f, err := os.Open("testdata/pairs.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	pairs, err := ReadPairs(f)
	if err != nil {
		t.Fatal(err)
	}
	return pairs
}

// The figures on our own pairs: a change of the rules that moves them says so here.
func TestGoldenFigures(t *testing.T) {
	e := Evaluate(readTestPairs(t), nil)
	got := map[string][3]int{"warn": {e.Warn.TP, e.Warn.FP, e.Warn.FN}, "reject": {e.Reject.TP, e.Reject.FP, e.Reject.FN}}
	want := map[string][3]int{"warn": {34, 0, 8}, "reject": {22, 0, 20}}
	for name := range want {
		if got[name] != want[name] {
			t.Errorf("%s: TP, FP, FN = %v, want %v", name, got[name], want[name])
		}
	}
	if t.Failed() {
		for _, p := range e.Pairs {
			if (p.Energy >= Warn) != (p.Label == LabelContradiction) {
				t.Logf("%.2f [%s] %q / %q %s", p.Energy, p.Category, p.A, p.B, p.Reason)
			}
		}
	}
}

func TestSignals(t *testing.T) {
	for _, test := range []struct {
		a, b     string
		signal   SignalKind
		min, max float64
	}{
		{"The API MUST return JSON.", "The API MUST NOT return JSON.", SignalNegation, 1, 1},
		{"Tokens expire after 15 minutes.", "Tokens expire after 24 hours.", SignalNumber, 0.9, 1},
		{"The TTL must be less than 5 minutes.", "The TTL is 2 minutes.", "", 0, 0},
		{"The limit is 1 GiB.", "The limit is 1024 MiB.", "", 0, 0},
		{"The field is optional.", "The field is mandatory.", SignalAntonym, 0.9, 1},
		{"The flag is disabled.", "The flag is not enabled.", "", 0, 0},
		{"We use MySQL as the primary store.", "We use PostgreSQL as the primary store.", SignalChoice, 0.9, 1},
		{"All users can export data.", "No users can export data.", SignalQuantifier, 0.9, 1},
		{"Checks run before the merge.", "Checks run after the merge.", SignalOrder, 0.9, 1},
		{"A user has exactly one mailbox.", "A user may have several mailboxes.", SignalCardinality, 0.7, 1},
		{"The cell works between 5 and 40 °C.", "The cell works at 20 °C.", "", 0, 0},
		{"The cell works between 5 and 40 °C.", "The cell works at 60 °C.", SignalNumber, 0.7, 1},
	} {
		v := judgeTexts(test.a, test.b)
		if v.Signal.Kind != test.signal || v.Energy < test.min || v.Energy > test.max {
			t.Errorf("%q / %q: %s energy %.2f, want %s in [%.2f, %.2f]: %s", test.a, test.b, v.Signal.Kind, v.Energy, test.signal,
				test.min, test.max, v.Explain())
		}
	}
}

func TestContextGates(t *testing.T) {
	base := read.Statement{Text: "The rate limit is 100 requests.", Document: "limits.md", Context: []string{"Limits", "Search"}}
	other := read.Statement{Text: "The rate limit is 900 requests.", Document: "other.md", Context: []string{"Search"}}
	plain := Judge(read.Parse(base), read.Parse(other), nil)
	if plain.Energy < Reject {
		t.Fatalf("across documents: energy %.2f", plain.Energy)
	}
	for name, change := range map[string]func(s *read.Statement){
		"one section":        func(s *read.Statement) { s.Document, s.Context = base.Document, base.Context },
		"parallel headings":  func(s *read.Statement) { s.Document, s.Context = base.Document, []string{"Limits", "Export"} },
		"inherited":          func(s *read.Statement) { s.Conditions = []string{"For paid plans:"} },
		"question":           func(s *read.Statement) { s.Text = "Is the rate limit 900 requests?" },
		"condition in words": func(s *read.Statement) { s.Text = "If the client pays extra, the rate limit is 900 requests." },
	} {
		s := other
		change(&s)
		if v := Judge(read.Parse(base), read.Parse(s), nil); v.Energy >= Reject {
			t.Errorf("%s: energy %.2f, want a warning at most: %s", name, v.Energy, v.Explain())
		}
	}
}

func TestExplainNamesTheParts(t *testing.T) {
	v := judgeTexts("The page size is 50 items.", "The page size is 80 items.")
	text := v.Explain()
	for _, part := range []string{"number", "50", "80", "S 1.00", "C 1.00", "G 1.00"} {
		if !strings.Contains(text, part) {
			t.Errorf("%q does not name %q", text, part)
		}
	}
	if none := judgeTexts("The page size is 50 items.", "Logs are kept."); none.Explain() != "" {
		t.Errorf("explanation without a signal: %q", none.Explain())
	}
}

// sentence draws sentences from words that the rules know, so that signals meet.
func sentence() *rapid.Generator[string] {
	return rapid.Custom(func(t *rapid.T) string {
		vocabulary := strings.Fields(
			"the a cache session token MUST must not NOT never no only all some before after if when , 5 30 minutes " +
				"seconds is are enabled disabled accepts rejects PostgreSQL MySQL `max_size` = by default stored in lives on owned " +
				"Payments team " +
				"between and at least most gone still optional required used to keep",
		)
		return strings.Join(rapid.SliceOfN(rapid.SampledFrom(vocabulary), 1, 18).Draw(t, "words"), " ")
	})
}

func TestPairsAreNotGivenUpEarly(t *testing.T) {
	given := 0
	for _, p := range readTestPairs(t) {
		for _, s := range []read.Statement{{Text: p.A}, {Text: p.A, Document: "a.md", Tentative: true},
			{Text: p.A, Context: []string{"Why?"}, Document: "a.md", Conditions: []string{"on Linux"}}} {
			r := read.Statement{Text: p.B, Document: "b.md", Context: s.Context, Tentative: s.Tentative}
			checkJudge(t, s, r)
			if Doubtful(read.Parse(s), read.Parse(r), Reject) {
				given++
			}
		}
	}
	if given < 20 {
		t.Errorf("only %d pairs were given up early", given)
	}
}

func TestJudgeProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := read.Statement{Text: sentence().Draw(t, "a"), Document: rapid.SampledFrom([]string{"", "x.md"}).Draw(t, "document")}
		r := read.Statement{Text: sentence().Draw(t, "b"), Context: []string{rapid.SampledFrom([]string{"One", "Two"}).Draw(t, "heading")}}
		checkJudge(t, s, r)
	})
}

type failer interface{ Fatalf(string, ...any) }

// checkJudge proves what holds for any two statements.
func checkJudge(t failer, s, r read.Statement) {
	a, b := read.Parse(s), read.Parse(r)
	v, w := Judge(a, b, nil), Judge(b, a, nil)
	switch {
	case math.IsNaN(v.Energy) || v.Energy < 0 || v.Energy > 1:
		t.Fatalf("energy %v of %q / %q", v.Energy, s.Text, r.Text)
	case v.Energy != w.Energy || v.Signal.A != w.Signal.B && s.Text != r.Text:
		t.Fatalf("not symmetric: %q / %q: %v %v, %v %v", s.Text, r.Text, v.Energy, v.Signal, w.Energy, w.Signal)
	case Judge(a, a, nil).Energy != 0:
		t.Fatalf("%q contradicts itself", s.Text)
	case v.Energy > 0 && v.Signal.Kind == "":
		t.Fatalf("energy without a signal: %q / %q", s.Text, r.Text)
	}
	if v.Relation == Duplicate && s.Text != r.Text && Doubtful(a, b, SameGate) {
		t.Fatalf("given up early: %q / %q say the same", s.Text, r.Text)
	}
	for _, least := range []float64{0.1, Warn, Reject} {
		if early := Doubtful(a, b, least); early && v.Energy >= least || early != Doubtful(b, a, least) {
			t.Fatalf("given up early for %v: %q / %q have energy %v", least, s.Text, r.Text, v.Energy)
		}
	}
}

func FuzzJudge(f *testing.F) {
	for _, p := range readTestPairs(f) {
		f.Add(p.A, p.B)
	}
	f.Add("`", "]( \xff\xfe° 0x 1.2.3.4 12:34:56 --5 €€ `` ` =")
	f.Add("between 5 and", "from 5 to to 3 -")
	f.Fuzz(func(t *testing.T, a, b string) {
		checkJudge(t, read.Statement{Text: a}, read.Statement{Text: b, Conditions: []string{a}, Context: []string{b}})
	})
}

// TestNeitherIsNoClaim lets a sentence that says neither contradict nothing.
func TestNeitherIsNoClaim(t *testing.T) {
	a := read.Parse(read.Statement{Text: "We may or may not validate the flag in the given command."})
	b := read.Parse(read.Statement{Text: "We validate the flag in the given command."})
	if v := Judge(a, b, nil); v.Energy > 0 {
		t.Errorf("energy %.2f: %s", v.Energy, v.Explain())
	}
}
