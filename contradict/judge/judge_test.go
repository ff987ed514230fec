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
	want := map[string][3]int{"warn": {35, 0, 7}, "reject": {22, 0, 20}}
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

// Items that both sides of a merge add: those of two subjects, and those that say two things of one.
func TestApart(t *testing.T) {
	for apart, pairs := range map[bool]string{true: `
The tests use pytest. | The docs use mkdocs.
Fix crash on exit | Fix crash on resize
The API listens on port 8080. | The admin panel listens on port 9090.
Staging runs in Frankfurt. | Production runs in Dublin.
Deploy with 'make deploy'. | Roll back with 'make rollback'.
Ask Anna about billing. | Ask Ben about search.
Add support for PDF export | Add support for CSV import
The web client is written in TypeScript. | The worker is written in Rust.
Logs go to Loki. | Metrics go to Prometheus.
Never commit generated files. | Never commit secrets.
The upload limit is 10 MB. | The download limit is 100 MB.
Update the README | Update the changelog
'KB_HOME' names the folder of the store. | 'KB_CACHE' names the folder of the cache.
Users are stored in Postgres. | Sessions are stored in Redis.
Fixed a memory leak in the parser. | Fixed a memory leak in the scheduler.
Unit tests run on every commit. | Integration tests run every night.
Run 'npm test' before you push. | Run 'npm run lint' before you push.
Backups are kept for 30 days. | Logs are kept for 7 days.
Remove the deprecated 'foo' flag | Remove the deprecated 'bar' flag
Document the '--json' flag | Document the '--quiet' flag
The frontend team meets on Tuesdays. | The backend team meets on Wednesdays.
Invoices are sent by email. | Reminders are sent by SMS.
Buy milk | Buy bread
Handle empty input in the lexer | Handle empty input in the printer
Orders older than 90 days are archived. | Carts older than 7 days are deleted.
Never log passwords. | Never log session tokens.
The search index lives on the 'es-1' host. | The message queue lives on the 'mq-1' host.
Use 'gofmt' to format Go code. | Use 'black' to format Python code.
Requests from the mobile app carry a device id. | Requests from the web app carry a cookie.
`, false: `
The timeout is 30 s. | The timeout is 60 s.
The tests use pytest. | The tests use unittest.
The API listens on port 8080. | The API listens on port 9090.
Production runs in Frankfurt. | Production runs in Dublin.
Logs go to Loki. | Logs go to Elasticsearch.
Sessions are stored in Redis. | Sessions are stored in Postgres.
The worker is written in Go. | The worker is written in Rust.
Backups are kept for 30 days. | Backups are kept for 90 days.
Releases happen on Mondays. | Releases happen on Thursdays.
Commits must be signed. | Commits need not be signed.
Anna owns the billing service. | Ben owns the billing service.
The upload limit is 10 MB. | The upload limit is 25 MB.
Always use tabs for indentation. | Always use spaces for indentation.
The default branch is 'main'. | The default branch is 'trunk'.
Timeout: 30 s | Timeout: 45 s
Retries are disabled in tests. | Retries are enabled in tests.
We use Jest for unit tests. | We use Vitest for unit tests.
The cache is cleared every night. | The cache is cleared every hour.
The minimum Node version is 18. | The minimum Node version is 20.
The search index lives on the 'es-1' host. | The search index lives on the 'es-2' host.
Invoices are sent by email. | Invoices are sent by post.
The frontend team meets on Tuesdays. | The frontend team meets on Fridays.
Passwords are hashed with bcrypt. | Passwords are hashed with argon2.
New features need two reviews. | New features need one review.
Feature flags live in 'flags.yaml'. | Feature flags live in 'config.toml'.
Rate limit: 100 requests per minute | Rate limit: 500 requests per minute
Deploys are allowed on Fridays. | Deploys are forbidden on Fridays.
The public API is stable. | The public API is experimental.
CI runs on GitHub Actions. | CI runs on Jenkins.
Owner: Ann | Owner: Bob
Errors are returned as JSON. | Errors are returned as plain text.
The tests need Docker. | Tests need Docker
`} {
		for line := range strings.Lines(strings.TrimSpace(strings.ReplaceAll(pairs, "'", "`"))) {
			a, b, _ := strings.Cut(strings.TrimSpace(line), " | ")
			if Apart(a, b) != apart || Apart(b, a) != apart {
				t.Errorf("%q and %q are of two things: %v", a, b, !apart)
			}
		}
	}
}
