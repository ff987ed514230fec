package validate

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/9aea2451/kb/contradict/fact"
	"github.com/9aea2451/kb/contradict/judge"
	"github.com/9aea2451/kb/contradict/read"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/cited"
	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/kb/opinion"
	"github.com/9aea2451/kb/kb/snapshot"
	"github.com/9aea2451/kb/kb/stale"
)

// listed is a snapshot of notes whose tree lists them.
func listed(notes map[string]string) *snapshot.Snapshot {
	s := stated(notes)
	for _, e := range s.Entries {
		s.Tree.Files = append(s.Tree.Files, e.File)
	}
	return s
}

// changeOf is the run that judges the change from some notes to others.
func changeOf(before, after map[string]string) *Run {
	r := &Run{Before: listed(before), After: listed(after), Day: keepingDay(), Config: &kb.Config{}, watch: func(int,
		int) bool {
		return true
	}}
	if len(before) == 0 {
		r.Before = new(snapshot.Snapshot).With(&kb.Tree{}, nil)
	}
	for path, text := range after {
		if before[path] != text {
			r.Changes = append(r.Changes, Change{Path: path, Old: r.Before.Entry(path), New: r.After.Entry(path)})
		}
	}
	for path := range before {
		if _, there := after[path]; !there {
			r.Changes = append(r.Changes, Change{Path: path, Old: r.Before.Entry(path)})
		}
	}
	slices.SortFunc(r.Changes, func(a, b Change) int { return strings.Compare(a.Path, b.Path) })
	r.Waivers = &Waivers{}
	r.accepted = r.Waivers
	return r
}

func said(found []Finding) []string {
	var out []string
	for _, f := range found {
		line := string(f.Severity) + " " + f.Path + ": " + f.Message
		if f.Suggestion != "" {
			line += " (" + f.Suggestion + ")"
		}
		out = append(out, line)
	}
	return out
}

func same(t *testing.T, what string, got, want []string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("%s:\n got  %q\n want %q", what, got, want)
	}
}

// A cited symbol is lost when the note is new or edited and nothing is there, or when the change took
// it away; what was gone before, and what notes that do not hold cite, is passed over.
func TestLostSymbols(t *testing.T) {
	cites := func(symbol string) string { return "# Signing\n\nSee `auth/jwt.go#" + symbol + "`.\n" }
	gone := map[string]*LostSymbol{
		"Sign":  {Gone: cited.Gone{File: "auth/jwt.go", Symbol: "Sign", Was: true, Home: "auth/sign.go#Sign"}, Line: 3, Col: 5},
		"Check": {Gone: cited.Gone{File: "auth/jwt.go", Symbol: "Check", Was: true}, Line: 3, Col: 5},
		"Told":  {Gone: cited.Gone{File: "auth/jwt.go", Symbol: "Told", Was: true, Past: "symbol Told ended in 2024"}, Line: 3, Col: 5},
		"Sing":  {Gone: cited.Gone{File: "auth/jwt.go", Symbol: "Sing", Near: "Sign"}, Line: 3, Col: 5},
	}
	const (
		moved = " note.md: symbol auth/jwt.go#Sign is gone: it is auth/sign.go#Sign now " +
			"(kb mv 'auth/jwt.go#Sign' 'auth/sign.go#Sign' writes its citations anew)"
		ended = " note.md: symbol auth/jwt.go#Check is gone: nothing with its body is left"
		slip  = " note.md: symbol auth/jwt.go#Sing is not there: auth/jwt.go declares no Sing (did you mean auth/jwt.go#Sign?)"
	)
	for _, tt := range []struct {
		name          string
		before, after map[string]string
		want          []string
	}{
		{"a new note", map[string]string{"a.md": "A.\n"}, map[string]string{"a.md": "A.\n", "note.md": cites("Sing")}, []string{slip}},
		{"a first note", nil, map[string]string{"note.md": cites("Check")}, []string{ended}},
		{"an edited note", map[string]string{"note.md": "# Signing\n"}, map[string]string{"note.md": cites("Sing")}, []string{slip}},
		{"an edited note that cited it before", map[string]string{"note.md": cites("Sing")},
			map[string]string{"note.md": cites("Sing") + "More.\n"}, nil},
		{"an edited note whose symbol goes", map[string]string{"note.md": cites("Check")},
			map[string]string{"note.md": cites("Check") + "More.\n"}, []string{ended}},
		{"another note", map[string]string{"a.md": "A.\n", "note.md": cites("Sign")}, map[string]string{"a.md": "B.\n",
			"note.md": cites("Sign")}, []string{moved}},
		{"another note that was wrong before", map[string]string{"a.md": "A.\n", "note.md": cites("Sing")},
			map[string]string{"a.md": "B.\n", "note.md": cites("Sing")}, nil},
		{"one that is there", nil, map[string]string{"note.md": cites("Stands")}, nil},
		{"what history tells", nil, map[string]string{"note.md": cites("Told")}, []string{" note.md: symbol Told ended in 2024"}},
		{"a note that is given up", nil, map[string]string{"note.md": "---\nstatus: rejected\n---\n" + cites("Check")}, nil},
		{"a change log", nil, map[string]string{"CHANGELOG.md": cites("Check")}, nil},
		{"a note that goes", map[string]string{"note.md": cites("Check")}, map[string]string{"a.md": "A.\n"}, nil},
		{"a note that goes, and another", map[string]string{"a.md": "A.\n", "note.md": "# Signing\n"},
			map[string]string{"note.md": cites("Sing")}, []string{slip}},
	} {
		r := changeOf(tt.before, tt.after)
		r.symbol = func(_ *snapshot.Entry, c *stale.Citation, changed bool) *LostSymbol {
			g := gone[c.Symbol]
			if changed && g != nil && !g.Was {
				return nil
			}
			return g
		}
		same(t, tt.name, said(r.goneSymbols()), tt.want)
		r.symbol = func(_ *snapshot.Entry, c *stale.Citation, _ bool) *LostSymbol { return gone[c.Symbol] }
		same(t, tt.name+", asked without", said(r.goneSymbols()), tt.want)
		if r.symbol = nil; r.goneSymbols() != nil {
			t.Errorf("%s: found without anybody to ask", tt.name)
		}
	}
	alone := changeOf(map[string]string{"a.md": "A.\n", "note.md": cites("Sign")}, map[string]string{"a.md": "B.\n",
		"note.md": cites("Sign")})
	alone.symbol, alone.alone = func(_ *snapshot.Entry, c *stale.Citation, _ bool) *LostSymbol { return gone[c.Symbol] }, true
	same(t, "one note alone", said(alone.goneSymbols()), nil)
}

// secondReader is what a model said of pairs of statements.
func secondReader(t *testing.T, pairs ...[3]string) *opinion.Kept {
	t.Helper()
	k := opinion.Load(t.TempDir())
	for _, p := range pairs {
		k.Add(StatementFingerprint(p[0]), StatementFingerprint(p[1]),
			opinion.Opinion{Verdict: opinion.Verdict(p[2]), Quotes: [2]string{p[0], p[1]}, Why: "so it is", Model: "test"})
	}
	return k
}

const (
	saysThirty  = "A user session must expire after 30 minutes."
	saysFifty   = "A user session must expire after 50 minutes."
	saysGreen   = "The door of the shop is green."
	saysPainted = "We painted the door of the shop white."
)

// A second reader takes a warning back, or adds one that the rules do not see; an error stays.
func TestSecondReader(t *testing.T) {
	const draft = "---\nstatus: draft\n---\n"
	notes := map[string]string{"a.md": draft + "# S\n\n" + saysThirty + "\n\n" + saysGreen + "\n",
		"b.md": draft + "# S\n\n" + saysFifty + "\n",
		"c.md": "# D\n\n" + saysPainted + "\n", "d.md": "---\nstatus: archived\n---\n# D\n\n" + saysPainted + " Really.\n"}
	conflicts := func(least *float64, k *opinion.Kept, config string) []string {
		t.Helper()
		s := stated(notes)
		s.Tree.Config, _ = kb.ParseConfig([]byte(config))
		var out []string
		for _, f := range Conflicts(s, least, &Options{Day: keepingDay(), Opinions: k}, nil) {
			out = append(out, fmt.Sprintf("%s %s %s %s", f.Severity, f.Path, f.Related[0].Path, f.SecondReader))
		}
		return out
	}
	const mild = "thresholds: {reject: 0.9}\n"
	same(t, "nobody asked", conflicts(nil, nil, mild), []string{"warning b.md a.md "})
	same(t, "compatible", conflicts(nil, secondReader(t, [3]string{saysFifty, saysThirty, "compatible"}), mild),
		[]string{"info b.md a.md compatible"})
	same(t, "unsure", conflicts(nil, secondReader(t, [3]string{saysThirty, saysFifty, "unsure"}), mild),
		[]string{"warning b.md a.md unsure"})
	same(t, "an error stays", conflicts(nil, secondReader(t, [3]string{saysThirty, saysFifty, "compatible"}),
		"thresholds: {reject: 0.1}\n"),
		[]string{"error b.md a.md compatible"})
	both := secondReader(t, [3]string{saysThirty, saysFifty, "contradict"}, [3]string{saysGreen, saysPainted, "contradict"},
		[3]string{saysGreen, saysGreen, "contradict"}, [3]string{saysGreen, "Said nowhere.", "contradict"},
		[3]string{saysPainted + " Really.", saysGreen, "contradict"})
	same(t, "contradict", conflicts(nil, both, mild), []string{"warning b.md a.md contradict", "warning a.md c.md contradict"})
	same(t, "only strong ones", conflicts(new(0.9), both, mild), nil)
	same(t, "as strong as his", conflicts(new(judge.Warn), both, mild), []string{"warning b.md a.md contradict",
		"warning a.md c.md contradict"})
	same(t, "the weakest of all", conflicts(new(0.2), both, mild), []string{"warning b.md a.md contradict", "warning a.md c.md contradict"})

	f := Conflicts(stated(notes), nil, &Options{Day: keepingDay(), Opinions: both}, nil)
	if strings.Contains(f[0].Message, "more place") {
		t.Errorf("a pair is told of twice: %s", f[0].Message)
	}
	if last := f[len(f)-1]; !strings.Contains(last.Message, "says a second reader: so it is") || !strings.Contains(last.Explanation,
		"(test)") ||
		last.Line != 8 || !strings.Contains(last.Suggestion, last.Fingerprint) {
		t.Errorf("%+v", last)
	}
}

// What a second reader is asked about: pairs that the notes do not settle, and of a change those that
// it brings.
func TestDoubtful(t *testing.T) {
	texts := func(r *Run, least float64) []string {
		var out []string
		for _, f := range r.Doubtful(least) {
			out = append(out, f.A.Text+" | "+f.B.Text)
		}
		return out
	}
	a, b := "# S\n\n"+saysThirty+"\n", "# S\n\n"+saysFifty+"\n"
	pair := []string{saysFifty + " | " + saysThirty}
	whole := func(notes map[string]string) *Run {
		return Whole(stated(notes), &Options{Day: keepingDay()}, func(int, int) bool { return true })
	}
	same(t, "a whole base", texts(whole(map[string]string{"a.md": a, "b.md": b}), 0.1), pair)
	same(t, "only strong ones", texts(whole(map[string]string{"a.md": a, "b.md": b}), 1.1), nil)
	same(t, "superseded", texts(whole(map[string]string{"a.md": a,
		"b.md": "---\nrelations: [{type: contradicts, target: a}]\n---\n" + b}), 0.1), nil)
	same(t, "a change", texts(changeOf(map[string]string{"b.md": b}, map[string]string{"a.md": a, "b.md": b}), 0.1),
		[]string{saysThirty + " | " + saysFifty})
	same(t, "a change beside it", texts(changeOf(map[string]string{"a.md": a, "b.md": b}, map[string]string{"a.md": a, "b.md": b,
		"c.md": "# C\n"}), 0.1), nil)

	news, all := changeOf(map[string]string{"b.md": b, "old.md": "---\nstatus: archived\n---\n" + a},
		map[string]string{"a.md": "# D\n\n" + saysGreen + "\n", "b.md": b, "old.md": "---\nstatus: archived\n---\n" + a}).Said()
	list := func(parsed []*read.Parsed) (out []string) {
		for _, p := range parsed {
			out = append(out, p.Text)
		}
		return out
	}
	same(t, "news", list(news), []string{saysGreen})
	same(t, "all", list(all), []string{saysGreen, saysFifty})
	news, all = whole(map[string]string{"a.md": a}).Said()
	same(t, "news of a whole base", append(list(news), list(all)...), []string{saysThirty, saysThirty})

	r := whole(map[string]string{"a.md": a, "b.md": b, "c.md": a})
	said := map[string]*read.Parsed{}
	for _, e := range r.After.Entries {
		said[e.File.Path] = e.Parse(0)
	}
	apart := r.Apart()
	if !apart(said["a.md"], said["b.md"]) || apart(said["a.md"], said["c.md"]) || apart(said["a.md"],
		read.Parse(read.Statement{Text: saysFifty})) {
		t.Error("statements in other words are not told from a repeated one and from one of no note")
	}
}

// One note is judged as if it were new: against the others, and not what links to it.
func TestOneNote(t *testing.T) {
	notes := map[string]string{
		"a.md": "# Sessions\n\n" + saysThirty + "\n\nSee [gone](gone.md).\n",
		"b.md": "# Other\n\n" + saysFifty + "\n\nSee [a](a.md), [lost](lost.md).\n",
	}
	r := newRepository(t, notes)
	s := listed(notes)
	judge := func(path, text string, skip ...string) []string {
		t.Helper()
		found, err := Note(t.Context(), r.repo, s, path, []byte(text), Options{Day: keepingDay(), Skip: skip})
		if err != nil {
			t.Fatal(err)
		}
		var out []string
		for _, f := range found {
			out = append(out, f.Rule+" "+f.Path)
		}
		slices.Sort(out)
		return out
	}
	same(t, "a note", judge("a.md", notes["a.md"]), []string{"broken-link a.md", "contradiction a.md"})
	same(t, "without a rule", judge("a.md", notes["a.md"], "Contradiction "), []string{"broken-link a.md"})
	same(t, "no note", judge("none.md", notes["a.md"]), nil)
	same(t, "its bytes", judge("b.md", "password = \"hunter2"+"hunter2\"\n"), []string{"broken-link b.md", "contradiction b.md",
		"secret b.md"})
	ended, end := context.WithCancel(t.Context())
	end()
	if _, err := Note(ended, r.repo, s, "a.md", nil, Options{Day: keepingDay()}); err == nil {
		t.Error("an ended judgement is told as a whole one")
	}
}

// Statements are asked about before they are written: what they would contradict, repeat, or bring back.
func TestChecker(t *testing.T) {
	c := NewChecker(stated(map[string]string{
		"a.md": "# S\n\n" + saysThirty + "\n", "door.md": "# D\n\n" + saysGreen + "\n",
		"tied.md": "# T\n\nThe cellar holds 20 barrels of wine.\n",
		"new.md":  "---\nrelations: [{type: supersedes, target: old}]\n---\n# N\n\nThe shop opens at nine.\n",
		"old.md":  "# O\n\nThe shop of the town opens at eight.\n",
	}), keepingDay())
	check := func(text string) []string {
		var out []string
		for _, s := range c.Check(Statements("", []byte(text))) {
			line := s.Relation + " " + s.Path
			if s.SupersededBy != "" {
				line += " by " + s.SupersededBy
			}
			if s.Severity != "" {
				line += " " + string(s.Severity)
			}
			out = append(out, line)
		}
		return out
	}
	same(t, "contradicts", check(saysFifty), []string{"contradicts a.md error"})
	same(t, "repeats", check(saysGreen), []string{"duplicates door.md"})
	same(t, "brings back", check("The shop of the town opens at eight."), []string{"superseded old.md by new.md"})
	same(t, "nothing", check("Bread is baked in the morning."), nil)
	mine := Statements("", []byte("# M\n\n"+saysFifty+"\n\nThe cellar holds 30 barrels of wine.\n\nBread is baked in the morning.\n"))
	pairs := c.Pairs(mine)
	if len(pairs) != 2 {
		t.Fatalf("%d pairs", len(pairs))
	}
	if near := c.Nearest(Statements("", []byte("The door of the shop is old."))); len(near) == 0 || near[0].Path != "door.md" ||
		len(near) > maxNearest {
		t.Errorf("nearest: %+v", near)
	}
	if near := c.Nearest(nil); near == nil || len(near) > 0 {
		t.Errorf("nearest to nothing: %+v", near)
	}

	// In one snapshot, pairs that notes settle are not held against a statement.
	s := stated(map[string]string{"a.md": "# S\n\n" + saysThirty + "\n", "b.md": "# S\n\n" + saysFifty + "\n",
		"c.md": "---\nrelations: [{type: contradicts, target: a}]\n---\n# S\n\n" + saysFifty + "\n"})
	a, b, also := s.Entry("a.md").Parse(0), s.Entry("b.md").Parse(0), s.Entry("c.md").Parse(0)
	all := [][2]*read.Parsed{{a, b}, {a, also}, {b, a}, {mine[0], a}}
	if got := Ties(s).Against([]*read.Parsed{b, also}, all); !slices.Equal(got, []*read.Parsed{b}) {
		t.Errorf("%d statements are spoken against", len(got))
	}
	if got := Ties(s).Against([]*read.Parsed{b, also}, [][2]*read.Parsed{{mine[0], a}, {a, also}, {a, b}}); !slices.Equal(got,
		[]*read.Parsed{b}) {
		t.Errorf("behind pairs that are none %d statements are spoken against", len(got))
	}
}

// A text of one line is a statement, whatever a document's reader takes it for; of several lines only
// what is prose.
func TestStatementsOfAText(t *testing.T) {
	for text, want := range map[string][]string{
		"The door is green.": {"The door is green."}, " Green \n": {"Green"}, "# Door\n": {"# Door"}, "# Door\n\n```\nx\n```\n": nil,
		" \n": nil,
		"The door is green.\n\nThe shop is small.\n": {"The door is green.", "The shop is small."},
	} {
		var got []string
		for _, p := range Statements("x", []byte(text)) {
			got = append(got, p.Text)
			if p.Document != "x" {
				t.Errorf("%q is of %q", text, p.Document)
			}
		}
		same(t, text, got, want)
	}
}

// What another base says is a warning, with the name of the base.
func TestOtherBases(t *testing.T) {
	other := Other{Name: "team", Checker: NewChecker(stated(map[string]string{"x.md": "# S\n\n" + saysFifty + "\n"}), keepingDay())}
	r := changeOf(map[string]string{"b.md": "# B\n"}, map[string]string{"a.md": "# S\n\n" + saysThirty + "\n", "b.md": "# B\n"})
	r.others = []Other{other}
	found := r.againstOthers(r.newStatements())
	if len(found) != 1 || found[0].Severity != Warning || found[0].Path != "a.md" || found[0].Related[0].Path != "team:x.md" ||
		!strings.HasPrefix(found[0].Message, "contradicts team:x.md") {
		t.Errorf("%+v", found)
	}
}

// A file that cannot be read, as in a partial clone, is no reason to call a note added or removed.
func TestMissingFilesAreSaid(t *testing.T) {
	changes := []kb.Change{{Path: "a.md"}}
	for skip, want := range map[kb.Skip]bool{
		{Path: "a.md", Reason: "read: " + git.ErrMissing.Error()}: true, {Path: "b.md", Reason: git.ErrMissing.Error()}: false,
		{Path: "a.md", Reason: "symbolic link"}: false,
	} {
		if err := missing(changes, nil, []kb.Skip{skip}); (err != nil) != want || err != nil && !errors.Is(err, git.ErrMissing) {
			t.Errorf("%v: %v", skip, err)
		}
	}
}

// A note that is not read for its size is told once, when it comes.
func TestNotesThatAreNotRead(t *testing.T) {
	r := changeOf(map[string]string{"b.md": "# B\n"}, map[string]string{"b.md": "# B\n"})
	large := kb.Skip{Path: "a.md", Reason: git.ErrTooLarge.Error()}
	r.After.Tree.Skipped = []kb.Skip{large, {Path: "link.md", Reason: "symbolic link"}}
	rule, _ := RuleNamed("large-note")
	same(t, "new", said(r.weigh(rule, rule.Tree(r))), []string{"warning a.md: " + large.Reason + ": it is not read at all (split it)"})
	r.Before.Tree.Skipped = []kb.Skip{large}
	same(t, "as before", said(rule.Tree(r)), nil)
}

// Two facts of one note that disagree are told where the doubtful one stands, with the other.
func TestWordsOfDisagreeingFacts(t *testing.T) {
	r := changeOf(nil, map[string]string{"a.md": "# A\n"})
	for _, tt := range []struct {
		d    fact.Disagreement
		line int
		want string
	}{
		{fact.Disagreement{Kind: fact.Reference, Says: [2]string{"12", "21"}, Doubted: 0}, 3,
			"contradicts a.md:9:5: no note has the number 12, and 21 is there"},
		{fact.Disagreement{Kind: fact.Reference, Says: [2]string{"12", "21"}, Doubted: 1}, 9,
			"contradicts a.md:3:5: no note has the number 21, and 12 is there"},
		{fact.Disagreement{Kind: fact.Count, Says: [2]string{"2 items", "3 items"}}, 9,
			"contradicts a.md:3:5: 3 items here, 2 items there"},
		{fact.Disagreement{Kind: fact.Link, Says: [2]string{"b", "c"}}, 9, `the link says "b" and leads to "c"`},
		{fact.Disagreement{Kind: fact.Force, Says: [2]string{"may", "must"}}, 9, `contradicts a.md:3:5: "must" here, "may" there`},
		{fact.Disagreement{Kind: fact.Name, Subject: "the port", Says: [2]string{"b", "c"}}, 9,
			`contradicts a.md:3:5: the port: "c" here, "b" there`},
		{fact.Disagreement{Kind: fact.Constant, Subject: "MAX", Says: [2]string{"1", "2"}}, 9,
			`contradicts a.md:3:5: constant MAX, "2" here, "1" there`},
	} {
		tt.d.A, tt.d.B = fact.Place{Line: 3, Col: 5}, fact.Place{Line: 9, Col: 5}
		f := r.factFinding("a.md", &tt.d, 0.6)
		if f.Line != tt.line || f.Message != tt.want || f.Severity != Warning {
			t.Errorf("%s: %s in line %d, %s; want %s", tt.d.Kind, f.Severity, f.Line, f.Message, tt.want)
		}
		if r.Config = (&kb.Config{Thresholds: map[string]float64{"reject": 0.6}}); r.factFinding("a.md", &tt.d, 0.6).Severity != Error {
			t.Errorf("%s is no error where the repository wants it", tt.d.Kind)
		}
		r.Config = &kb.Config{}
	}
}

// A number that no note has is one finding of a note, however many numbers are like it.
func TestOneMissingNumberIsToldOnce(t *testing.T) {
	notes := map[string]string{"a.md": "# A\n\nSee ADR-0211.\n\nSee ADR-0212.\n\nSee ADR-0213.\n\nSee ADR-0221.\n"}
	for number := 212; number < 212+aSeries; number++ {
		notes[fmt.Sprintf("adr/0%d-doors.md", number)] = "# Doors\n\nDoors are open.\n"
	}
	r := changeOf(nil, notes)
	found := r.standing(nil)
	if len(found) != 1 || len(found[0].Related) != 3 || !strings.Contains(found[0].Message, "no note has the number 0211") {
		t.Errorf("%d findings: %+v", len(found), found)
	}
}

// Relations of supersession, contradiction, dispute and invalidation tie notes, others do not.
func TestTies(t *testing.T) {
	for relation, want := range map[string]bool{"supersedes": true, "contradicts": true, "invalidated_by": true, "disputes": true,
		"relates_to": false, "solves": false} {
		tied := Ties(stated(map[string]string{"a.md": "A.\n", "b.md": "---\nrelations: [{type: " + relation + ", target: a}]\n---\nB.\n"}))
		if tied.pairs[[2]string{"a.md", "b.md"}] != want || tied.pairs[[2]string{"b.md", "a.md"}] != want {
			t.Errorf("%s: %v", relation, tied.pairs)
		}
	}
}
