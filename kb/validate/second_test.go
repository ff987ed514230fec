package validate

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/9aea2451/kb/contradict/read"
	"github.com/9aea2451/kb/kb/opinion"
	"github.com/9aea2451/kb/kb/snapshot"
	"pgregory.net/rapid"
)

// opinions are what a second reader says of sentences, given as a, b, verdict, why.
func opinions(t *testing.T, rows ...[4]string) *opinion.Kept {
	k := opinion.Load(t.TempDir())
	for _, r := range rows {
		k.Add(StatementFingerprint(r[0]), StatementFingerprint(r[1]),
			opinion.Opinion{Verdict: opinion.Verdict(r[2]), Quotes: [2]string{r[0], r[1]}, Why: r[3], Model: "reader"})
	}
	return k
}

const (
	thirtyMinutes, fortyFive = "A user session must expire after 30 minutes.", "A user session must expire after 45 minutes."
	warm, nothingAtNoon      = "The cache is warm.", "The cache holds nothing at noon."
)

// shown is a finding as "severity path:line other: …".
func shown(found []Finding) (out []string) {
	for _, f := range found {
		out = append(out, fmt.Sprintf("%s %s:%d %s %s", f.Severity, f.Path, f.Line, f.Related[0].String(), f.SecondReader))
	}
	return out
}

// A second reader adds a warning for a pair that the rules do not tell of, never an error, and takes
// no error back; what he says of it is told.
func TestSecondReaderCounts(t *testing.T) {
	notes := map[string]string{
		"a.md": "# S\n\n" + thirtyMinutes + "\n\n" + warm + "\n",
		"b.md": "# S\n\n" + fortyFive + "\n\n" + nothingAtNoon + "\n",
		"c.md": "# T\n\n" + warm + "\n", // said twice: one finding
	}
	day := keepingDay()
	ask := func(k *opinion.Kept, least *float64) []Finding {
		return Conflicts(stated(notes), least, &Options{Day: day, Opinions: k}, nil)
	}
	if got := shown(ask(nil, nil)); !slices.Equal(got, []string{"error b.md:3 a.md:3:1 "}) {
		t.Errorf("without one: %q", got)
	}
	k := opinions(t, [4]string{warm, nothingAtNoon, "contradict", "warm is not empty"},
		[4]string{thirtyMinutes, fortyFive, "compatible", "two kinds of session"},
		[4]string{warm, "Nobody says this.", "contradict", "why"})
	found := ask(k, nil)
	want := []string{"error b.md:3 a.md:3:1 compatible", "warning a.md:5 b.md:5:1 contradict"}
	if got := shown(found); !slices.Equal(got, want) {
		t.Fatalf("%q, want %q", got, want)
	}
	if !strings.Contains(found[0].Explanation, "two kinds of session") || !strings.Contains(found[1].Message, "warm is not empty") ||
		!strings.Contains(found[1].Explanation, "quotes") || found[1].Energy <= 0 || found[1].Energy >= found[0].Energy {
		t.Errorf("%+v", found)
	}
	if got := ask(k, new(0.9)); len(got) != 1 {
		t.Errorf("where only the strongest are asked for: %q", shown(got))
	}
	notes["b.md"] = "---\nrelations: [{type: contradicts, target: a.md}]\n---\n" + notes["b.md"]
	if got := shown(ask(k, nil)); slices.ContainsFunc(got, func(s string) bool { return strings.HasPrefix(s, "warning a.md:5 b.md") }) {
		t.Errorf("where the notes say themselves that they disagree: %q", got)
	}
}

// A warning that a second reader takes back is only told.
func TestSecondReaderTakesAWarningBack(t *testing.T) {
	r := &Run{opinions: opinions(t, [4]string{"a", "b", "compatible", "other cases"}, [4]string{"a", "c", "unsure", "unclear"})}
	found := func(other string, s Severity) Finding {
		prints := []string{StatementFingerprint("a"), StatementFingerprint(other)}
		return Finding{Severity: s, Message: "m", Explanation: "e", statements: prints}
	}
	got := r.secondRead([]Finding{found("b", Warning), found("b", Error), found("c", Warning), found("d", Warning)}, nil, nil)
	for i, want := range []Severity{Info, Error, Warning, Warning} {
		takenBack := strings.Contains(got[i].Message, "other cases")
		if got[i].Severity != want || (got[i].SecondReader != "") != (i < 3) || takenBack != (i == 0) {
			t.Errorf("%d: %+v", i, got[i])
		}
	}
}

// Pairs that may contradict each other come the strongest first, and not those of equal words or
// those that the notes settle.
func TestDoubtfulPairs(t *testing.T) {
	s := stated(map[string]string{
		"a.md": "# S\n\n" + thirtyMinutes + "\n", "b.md": "# S\n\n" + fortyFive + "\n", "c.md": "# S\n\n" + thirtyMinutes + "\n",
		"d.md": "# Old\n\nA user session must expire after 90 minutes.\n",
		"e.md": "---\nsupersedes: d.md\n---\n# New\n\nThe door is green.\n",
		"f.md": "# L\n\nThe retry limit is 3.\n", "g.md": "# L\n\nThe retry limit is usually 4.\n",
	})
	r := Whole(s, &Options{Day: keepingDay()}, nil)
	last := 2.0
	var pairs []string
	for _, f := range r.Doubtful(0.05) {
		a, b := snapshot.PlaceOf(f.A), snapshot.PlaceOf(f.B)
		pairs = append(pairs, a.Entry.File.Path+" "+b.Entry.File.Path)
		if f.Verdict.Energy > last || f.Verdict.Energy < 0.05 {
			t.Errorf("%s: %v after %v", pairs[len(pairs)-1], f.Verdict.Energy, last)
		}
		last = f.Verdict.Energy
	}
	if !slices.Contains(pairs, "b.md a.md") || !slices.Contains(pairs, "c.md b.md") || slices.Contains(pairs, "c.md a.md") ||
		strings.Contains(strings.Join(pairs, " "), "d.md") {
		t.Errorf("%q", pairs)
	}
	news, all := r.Said()
	if len(news) != len(all) || len(all) != 6 {
		t.Errorf("%d of %d statements are new", len(news), len(all))
	}
	differ := r.Apart()
	by := func(path string) *read.Parsed { return s.Entry(path).Parse(0) }
	if differ(by("a.md"), by("c.md")) || !differ(by("a.md"), by("b.md")) {
		t.Error("the same sentence is another, or another the same")
	}
}

// Where nothing contradicts a sentence, those are named that have most in common with it.
func TestNearestStatements(t *testing.T) {
	c := NewChecker(stated(map[string]string{
		"a.md": "# S\n\n" + thirtyMinutes + "\n\nThe door is green.\n",
		"b.md": "# T\n\nThe queue holds 20 jobs of every tenant.\n",
	}), keepingDay())
	near := c.Nearest([]*read.Parsed{read.Parse(read.Statement{Text: "A user session is signed."})})
	if len(near) == 0 || near[0].Path != "a.md" || near[0].Line != 3 {
		t.Errorf("%+v", near)
	}
	if near := c.Nearest([]*read.Parsed{read.Parse(read.Statement{Text: "Xylophones quack."})}); near == nil || len(near) != 0 {
		t.Errorf("of nothing: %+v", near)
	}
}

// What one note says is judged as if it were new, by its own bytes, and told of no other note.
func TestNoteAlone(t *testing.T) {
	r := newRepository(t, map[string]string{
		"a.md": "# S\n\nThe door is blue.\n\n[gone](gone.md)\n", "b.md": "# S\n\n" + thirtyMinutes + "\n",
	})
	s, err := snapshotOf(r)
	if err != nil {
		t.Fatal(err)
	}
	judge := func(path, text string) (rules []string) {
		with := s.With(s.Tree, map[string]*snapshot.Entry{path: snapshot.ReadEntry(s.Entry("a.md").File, s.Tree.Config, []byte(text))})
		found, err := Note(t.Context(), r.repo, with, path, []byte(text), Options{Day: day})
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range found {
			if f.Path != path {
				t.Errorf("told of %s", f.Path)
			}
			rules = append(rules, fmt.Sprintf("%s:%d", f.Rule, f.Line))
		}
		return rules
	}
	if got := judge("a.md", "# S\n\n"+fortyFive+"\n\nSee [gone](gone.md).\n"); !slices.Contains(got, "broken-link:5") ||
		!slices.Contains(got, "contradiction:3") {
		t.Errorf("%q", got)
	}
	if got := judge("a.md", "# S\n\nThe door is green.\n"); len(got) != 0 {
		t.Errorf("of what is not saved, nothing is wrong: %q", got)
	}
	if found, err := Note(t.Context(), r.repo, s, "none.md", nil, Options{Day: day}); found != nil || err != nil {
		t.Errorf("of a note that is not there: %+v, %v", found, err)
	}
}

// snapshotOf reads the work tree.
func snapshotOf(r *repository) (*snapshot.Snapshot, error) {
	scan, err := r.repo.Scan(r.T.Context())
	if err != nil {
		return nil, err
	}
	tree, err := r.repo.WorkTree(r.T.Context(), scan, nil)
	if err != nil {
		return nil, err
	}
	return snapshot.Load(r.T.Context(), r.repo, tree, snapshot.Options{})
}

// Statements of two lists that contradict each other are one finding, the strongest, which a waiver
// silences whole; a waiver of another takes that one out.
func TestListsAreOneFinding(t *testing.T) {
	s := stated(map[string]string{
		"a.md": "# S\n\n" + thirtyMinutes + " User sessions must expire after 1800 seconds.\n", "b.md": "# L\n\n" + fortyFive + "\n",
	})
	found := Conflicts(s, nil, &Options{Day: keepingDay()}, nil)
	const more = "and 1 more statement of these sections likewise"
	if len(found) != 1 || len(found[0].Related) != 2 || !strings.HasSuffix(found[0].Message, more) {
		t.Fatalf("%+v", found)
	}
	r := Whole(s, &Options{Day: keepingDay()}, nil)
	var pairs []Finding
	for _, c := range r.judgeAll(r.lowestWarn(), false).conflicts {
		pairs = append(pairs, Conflict(&c))
	}
	if len(pairs) != 2 {
		t.Fatalf("%d pairs", len(pairs))
	}
	for _, waived := range pairs {
		r.accepted = parseWaivers([]byte("waivers:\n"+waived.Entry("agreed", "", "")), nil)
		joined := r.joinLists(slices.Clone(pairs))
		if best := waived.Fingerprint == found[0].Fingerprint; best != (len(joined) == 1) {
			t.Errorf("%s waived, the best %v: %d findings", waived.Fingerprint, best, len(joined))
		}
	}
}

// Groups are those of a graph's connected parts, each named by its least member.
func TestJoining(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 12).Draw(t, "n")
		g, reach := newJoining(n), make([][]bool, n)
		for i := range reach {
			reach[i] = make([]bool, n)
			reach[i][i] = true
		}
		for range rapid.IntRange(0, 12).Draw(t, "joins") {
			a, b := rapid.IntRange(0, n-1).Draw(t, "a"), rapid.IntRange(0, n-1).Draw(t, "b")
			g.join(a, b)
			reach[a][b], reach[b][a] = true, true
		}
		for k := range n {
			for i := range n {
				for j := range n {
					reach[i][j] = reach[i][j] || reach[i][k] && reach[k][j]
				}
			}
		}
		for i := range n {
			if want := slices.Index(reach[i], true); g.of(i) != want {
				t.Fatalf("%d is in the group of %d, want %d", i, g.of(i), want)
			}
		}
	})
}

// The configuration has the last word on how grave a finding of any rule is, and a waiver silences it.
func TestSettledFindings(t *testing.T) {
	r := newRepository(t, map[string]string{
		".memory/kb.yaml": "rules:\n  - {rule: broken-link, severity: warning}\n  - {rule: near-duplicate, severity: off}\n",
		"a.md":            "# A\n",
	})
	s, err := snapshotOf(r)
	if err != nil {
		t.Fatal(err)
	}
	run := Whole(s, &Options{Day: day}, nil)
	f := func() []Finding {
		return []Finding{{Place: Place{Path: "a.md", Line: 1}, Fingerprint: "00000000000000ab"}}
	}
	for name, want := range map[string]string{"broken-link": "warning", "near-duplicate": "", "large-note": "info"} {
		got := run.Settle(Rule{Name: name, Severity: Info}, f())
		ok := len(got) == 1 && string(got[0].Severity) == want && got[0].Rule == name
		if want == "" && len(got) > 0 || want != "" && !ok {
			t.Errorf("%s: %+v, want %s", name, got, want)
		}
	}
}
