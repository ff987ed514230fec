package validate

import (
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/9aea2451/kb/contradict/base"
	"github.com/9aea2451/kb/contradict/judge"
	"github.com/9aea2451/kb/contradict/read"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/snapshot"
)

// rooms makes so many notes of two statements each.
func rooms(n int) map[string]string {
	notes := map[string]string{}
	for i := range n {
		notes[fmt.Sprintf("room%02d.md", i)] = fmt.Sprintf("# Room\n\nThe lamp of hall%02d is owned by team%02d.\n\nRecords of hall%02d "+
			"live in `docs/hall%02d`.\n",
			i, i, i, i)
	}
	return notes
}

// Of a base in which little has changed little is judged again, and in which most has changed, all.
func TestHowMuchIsJudgedAgain(t *testing.T) {
	k := Keeping{File: filepath.Join(t.TempDir(), "judgement"), Version: "v1"}
	notes := rooms(12)
	change := func(n int) {
		for i := range n {
			notes[fmt.Sprintf("room%02d.md", i)] += "\nIt is painted.\n"
		}
	}
	for _, step := range []struct {
		name string
		do   func()
		want string // as many as the watch was told of, and how many there are
	}{
		{"at first", func() {}, "24 24"}, {"nothing", func() {}, "0 24"},
		{"one note", func() { change(1) }, "3 25"}, {"one that goes", func() { delete(notes, "room11.md") }, "1 23"},
		{"all", func() { change(11) }, "34 34"},
	} {
		step.do()
		_, judged, of := judgeBoth(notes, k)
		got := fmt.Sprint(judged, " ", of)
		if got != step.want {
			t.Errorf("%s: %s are judged, want %s", step.name, got, step.want)
		}
	}
}

// What is judged is asked for again without judging, unless more is asked for.
func TestJudgedOnce(t *testing.T) {
	judged := 0
	r := runOf(stated(rooms(3)), Keeping{})
	r.watch = func(done, total int) bool {
		if done == 0 || done == total {
			judged++
		}
		return true
	}
	plain := r.judgeAll(0.3, false)
	if again := r.judgeAll(0.3, false); again != plain || plain.same != nil {
		t.Error("judged twice, or with repeats that nobody asked for")
	}
	both := r.judgeAll(0.3, true)
	if both == plain || both.same == nil || r.judgeAll(0.3, false) != both || r.judgeAll(0.3, true) != both {
		t.Error("what was asked for with repeats is not what is asked for again")
	}
	if judged == 0 {
		t.Error("nobody watched")
	}
}

// What was found so far is told while there is more to judge, and no more at the end.
func TestToldSoFar(t *testing.T) {
	notes := rooms(30)
	notes["a.md"] = "# A\n\n" + saysThirty + "\n"
	notes["z.md"] = "# Z\n\n" + saysFifty + "\n"
	for inTurn, want := range map[int]bool{1000: false, 20: true} {
		told := 0
		r := runOf(stated(notes), Keeping{})
		r.inTurn = inTurn
		r.sofar = func(found []base.Finding) {
			if told++; len(found) > 1 {
				t.Errorf("%d pairs contradict so far", len(found))
			}
		}
		if all := r.judgeAll(0.3, false); len(all.conflicts) != 1 || (told > 0) != want {
			t.Errorf("in turns of %d: told %d times, %d conflicts at last", inTurn, told, len(all.conflicts))
		}
		r = runOf(stated(notes), Keeping{})
		if r.inTurn = inTurn; len(r.judgeAll(0.3, false).conflicts) != 1 {
			t.Error("judged otherwise where nobody is told")
		}
	}
}

// A statement that stands twice in a note is told apart by its place.
func TestOrdinalOfARepeatedStatement(t *testing.T) {
	s := stated(map[string]string{"a.md": "# A\n\nThe door is green.\n\nThe lamp is red.\n\nThe door is green.\n"})
	e := s.Entry("a.md")
	for i := range e.Statements() {
		if got := ordinal(snapshot.PlaceOf(e.Parse(i))); got != i {
			t.Errorf("statement %d is the %d.", i, got)
		}
	}
	if len(e.Statements()) != 3 {
		t.Errorf("%d statements", len(e.Statements()))
	}
}

// A link that was as bad before is not told of, whatever names come: only what the change makes bad.
func TestLinksThatWereBadBefore(t *testing.T) {
	list := "# List\n\nSee [pot](tea/pot.md), [cup](cup.md) and [tea](tea.md).\n"
	rule, _ := RuleNamed("broken-link")
	for name, c := range map[string]struct {
		before, after map[string]string
		want          []string
	}{
		"a name comes": {map[string]string{"list.md": list, "cup.md": "# Cup\n"}, map[string]string{"list.md": list, "cup.md": "# Cup\n",
			"tea.md": "# Tea\n"},
			nil},
		"another goes": {map[string]string{"list.md": list, "cup.md": "# Cup\n", "tea.md": "# Tea\n"}, map[string]string{"list.md": list,
			"tea.md": "# Tea\n"}, []string{` list.md: link to "cup.md" breaks: cup.md goes`}},
		"of the note itself": {map[string]string{"list.md": list, "cup.md": "# Cup\n"}, map[string]string{"list.md": list +
			"\nAnd [jug](jug.md).\n",
			"cup.md": "# Cup\n"}, []string{` list.md: link to "jug.md" names no note`}},
		"of one that moves": {map[string]string{"list.md": list, "cup.md": "# Cup\n"}, map[string]string{"lists.md": list,
			"cup.md": "# Cup\n"},
			[]string{` lists.md: link to "tea/pot.md" names no note`, ` lists.md: link to "tea.md" names no note`}},
	} {
		found := rule.Tree(changeOf(c.before, c.after))
		for i := range found {
			found[i].Suggestion = ""
		}
		same(t, name, said(found), c.want)
	}
}

// Of the links to notes of another base those are told for which somebody knows a reason.
func TestLinksElsewhere(t *testing.T) {
	r := changeOf(nil, map[string]string{"a.md": "# A\n\nSee [[team:one]], [[team:two]] and [[team:three]].\n"})
	r.elsewhere = func(names []string) map[string]string {
		same(t, "asked", names, []string{"team:one", "team:two", "team:three"})
		return map[string]string{"team:one": "", "team:three": "it has no such note"}
	}
	same(t, "lost", said(r.lostElsewhere()), []string{` a.md: link to "team:three": it has no such note`})
	r.elsewhere = nil
	same(t, "nobody knows", said(r.lostElsewhere()), nil)
}

// No name is made of nothing.
func TestNamesOfNothing(t *testing.T) {
	s := nameSet{}
	for _, name := range []string{"", ".", "Tea 007", "00"} {
		s.add(name)
	}
	same(t, "names", slices.Sorted(maps.Keys(s)), []string{"00", "7", "tea 007"})
	content := func(text string) []string {
		return slices.Sorted(maps.Keys(contentOf(stated(map[string]string{"a.md": text}).Entry("a.md"))))
	}
	same(t, "of a note with a title", content("# Tea\n\nThe Pot is green. See [cup](cup.md).\n"), []string{"#Tea", "see [cup](cup.md).",
		"the pot is green.", "→cup.md"})
	if got := content("---\ntitle: ''\n---\n"); len(got) > 1 || slices.Contains(got, "#") {
		t.Errorf("of a note without a title: %q", got)
	}
}

// As many pairs of files are compared as the bound allows.
func TestPairsThatAreCompared(t *testing.T) {
	text := "# Tea\n\nThe pot is green.\n\nThe cup is white.\n\nThe jug is blue.\n"
	old := stated(map[string]string{"a.md": text}).Entry("a.md")
	now := stated(map[string]string{"b.md": text + "\nThe tin is red.\n"}).Entry("b.md")
	for come, want := range map[int]int{maxRenamePairs / 400: 1, maxRenamePairs/400 + 1: 0} {
		var changes []Change
		for range 400 {
			changes = append(changes, Change{Path: "a.md", Old: old})
		}
		for range come {
			changes = append(changes, Change{Path: "b.md", New: now})
		}
		renamed := 0
		for _, c := range pairRenames(changes) {
			if c.Renamed() {
				renamed = 1
			}
		}
		if renamed != want {
			t.Errorf("400 files that go and %d that come: renamed %d", come, renamed)
		}
	}
}

// A circle is found behind changes that make none, once for all of its notes.
func TestCirclesBehindOtherChanges(t *testing.T) {
	note := func(of string) string { return "---\nrelations: [{type: supersedes, target: " + of + "}]\n---\n# N\n" }
	before := map[string]string{"a.md": "# A\n", "x.md": "# X\n", "y.md": "# Y\n", "z.md": note("x"), "b.md": "# B\n",
		"gone.md": "# Gone\n"}
	after := map[string]string{"a.md": "# A, again\n", "b.md": note("z"), "x.md": note("y"), "y.md": note("z"), "z.md": note("x")}
	same(t, "circles", said(changeOf(before, after).supersedesCycles()),
		[]string{" x.md: supersedes itself: x.md supersedes y.md supersedes z.md supersedes x.md (remove the relation that is wrong)"})
	two := map[string]string{"a.md": note("b"), "b.md": note("a"), "y.md": note("z"), "z.md": note("y")}
	same(t, "two circles", said(changeOf(nil, two).supersedesCycles()), []string{
		" a.md: supersedes itself: a.md supersedes b.md supersedes a.md (remove the relation that is wrong)",
		" y.md: supersedes itself: y.md supersedes z.md supersedes y.md (remove the relation that is wrong)"})
	ids := func(id string) string { return "---\nid: " + id + "\n---\n# N\n" }
	same(t, "ids", said(changeOf(map[string]string{"a.md": "# A\n", "m.md": ids("one"), "n.md": ids("Two"), "gone.md": ids("three")},
		map[string]string{"a.md": "# A, again\n", "b.md": ids("zero"), "m.md": ids("one"), "n.md": ids("two"), "o.md": ids("ONE"),
			"p.md": ids("three")}).duplicateIDs()),
		[]string{" o.md: id ONE is also that of m.md (remove the id of the copy, or give it one of its own)"})
}

// The least energy at which any file warns is that of the rule, not of another with a number of that name.
func TestLowestWarning(t *testing.T) {
	for config, want := range map[string]float64{"": judge.Warn, "thresholds: {warn: 0.5}\n": 0.5,
		"thresholds: {warn: 0.5}\nrules: [{rule: contradiction, warn: 0.4}, {rule: contradiction, warn: 0.45, paths: [a/]}]\n": 0.4,
		"rules: [{rule: large-note, warn: 0.1}, {rule: contradiction, warn: 0.9}, {rule: contradiction, severity: " +
			"info}]\n": judge.Warn} {
		c, _ := kb.ParseConfig([]byte(config))
		if got := (&Run{Config: c}).lowestWarn(); got != want {
			t.Errorf("%q: %v, want %v", config, got, want)
		}
	}
	for _, v := range []struct {
		a, b, want string
	}{{"", "", "negation"}, {"3", "", `negation, "3" here, "" there`}, {"", "4", `negation, "" here, "4" there`}} {
		verdict := &judge.Verdict{}
		verdict.Signal.Kind, verdict.Signal.A, verdict.Signal.B = "negation", v.a, v.b
		if got := signalText(verdict); got != v.want {
			t.Errorf("%q, want %q", got, v.want)
		}
	}
}

// What is stated after a change is read once for the same statements, and anew for others.
func TestStatedOnce(t *testing.T) {
	r := changeOf(map[string]string{"a.md": "# A\n\n" + saysThirty + "\n"}, map[string]string{"a.md": "# A\n\n" + saysThirty + "\n",
		"b.md": "# B\n\n" + saysGreen + "\n\n" + saysPainted + "\n"})
	b := r.After.Entry("b.md")
	one, other := []*read.Parsed{b.Parse(0)}, []*read.Parsed{b.Parse(1)}
	first, from := r.statements(one)
	if again, n := r.statements([]*read.Parsed{b.Parse(0)}); again != first || n != from || first.Len()-from != 1 {
		t.Errorf("read twice, or new from %d on", from)
	}
	second, _ := r.statements(other)
	if second == first {
		t.Error("other statements are taken for the same")
	}
	if both, n := r.statements([]*read.Parsed{one[0], other[0]}); both == second || both.Len()-n != 2 {
		t.Errorf("more statements are taken for the same, new from %d on", n)
	}
}

// What stood before by its fingerprint is left out.
func TestWithoutWhatStoodBefore(t *testing.T) {
	prints := func(all ...string) (out []Finding) {
		for _, p := range all {
			out = append(out, Finding{Fingerprint: p})
		}
		return out
	}
	for _, c := range []struct{ found, before, want string }{{"a b c", "b", "a c"}, {"a b", "", "a b"}, {"a a", "a b", ""}, {"", "a", ""}} {
		var got []string
		for _, f := range without(prints(strings.Fields(c.found)...), prints(strings.Fields(c.before)...)) {
			got = append(got, f.Fingerprint)
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%q without %q: %q", c.found, c.before, got)
		}
	}
}

// The rules that a review adds may stand in the configuration, and no others.
func TestRulesOfReviews(t *testing.T) {
	for rule, want := range map[string]int{"lost-answer": 0, "merge-conflict": 0, "missing-path": 0, "no-source": 0, "recall": 0,
		"rejected-before": 0, "setting": 0, "stale-summary": 0, "disputed": 0, "secret": 0, "recalls": 1, "": 1} {
		if got := configurationProblems(&kb.Tree{Config: &kb.Config{Rules: []kb.RuleSetting{{Rule: rule, Line: 3}}}}); len(got) != want {
			t.Errorf("%q: %v", rule, said(got))
		}
	}
}

// Facts that disagree are new where they did not stand before, in a note that held; a number is doubted in a series alone.
func TestFactsOfAChange(t *testing.T) {
	facts := "# F\n\n`MAX_RETRIES = 3` is set.\n\n```go\nconst MAX_RETRIES = 4\n```\n"
	const constant = "warning f.md: contradicts f.md:"
	count := func(before, after map[string]string) int { return len(changeOf(before, after).newDisagreements()) }
	archived := "---\nstatus: archived\n---\n" + facts
	for name, c := range map[string]struct {
		before, after string
		want          int
	}{"stood before": {facts, facts + "\nMore.\n", 0}, "comes": {"# F\n", facts, 1}, "of a note that did not hold": {archived, facts, 1},
		"of one that ends": {facts, archived, 0}} {
		if got := count(map[string]string{"f.md": c.before}, map[string]string{"f.md": c.after}); got != c.want {
			t.Errorf("%s: %d, want %d", name, got, c.want)
		}
	}
	cites := "# F\n\nAs ADR 0011 says, and ADR 0001, too.\n\n`MAX_RETRIES = 3` is set.\n\n```go\nconst MAX_RETRIES = 4\n```\n"
	for n, want := range map[int]int{aSeries - 1: 1, aSeries: 2} {
		notes := map[string]string{"f.md": cites}
		for i := range n {
			notes[fmt.Sprintf("%04d-note.md", []int{1, 100 + i}[min(i, 1)])] = "# N\n"
		}
		r := changeOf(nil, notes)
		if got := said(r.standing(nil)); len(got) != want || !strings.HasPrefix(got[len(got)-1], constant) {
			t.Errorf("of %d notes: %q", n, got)
		}
	}
}

// A status that disagrees is told behind a note that goes and one that disagreed before.
func TestStatusesBehindOthers(t *testing.T) {
	odd := "---\nvalid_from: 2026-05-01\nvalid_until: 2026-04-01\n---\n# N\n"
	same(t, "statuses", said(changeOf(map[string]string{"a.md": "# A\n", "b.md": odd}, map[string]string{"b.md": odd + "\nMore.\n",
		"c.md": odd}).statuses()),
		[]string{" c.md: valid_until 2026-04-01 is before valid_from 2026-05-01 (correct the status or the relation)"})
}

// Of what is found elsewhere nothing is told, of what stands behind it all.
func TestFindingsOfSomePaths(t *testing.T) {
	r := &Run{accepted: &Waivers{}, Waivers: &Waivers{}, Day: keepingDay()}
	found := func() []Finding {
		return []Finding{{Place: at("c.md", 1, 1)}, {Place: at("a.md", 1, 1)}, {Place: at("b.md", 1, 1)}}
	}
	same(t, "some", said(r.finish(found(), func(path string) bool { return path != "c.md" })), []string{" a.md: ", " b.md: "})
	same(t, "all", said(r.finish(found(), nil)), []string{" a.md: ", " b.md: ", " c.md: "})
}

// Copies within a first commit are found though nobody asked for repeats before, but of no delta of a specification.
func TestCopiesOfAFirstCommit(t *testing.T) {
	text := "# N\n\nDoors of the shop are green.\n\nWindows of the shop are blue.\n\nWalls of the shop are white.\n"
	for name, c := range map[string]struct {
		other string
		want  int
	}{"two notes, of which the later is told of": {"b.md", 1}, "a delta": {"openspec/changes/short/specs/auth/spec.md", 0}} {
		if got := said(changeOf(nil, map[string]string{"a.md": text, c.other: text}).nearDuplicates()); len(got) != c.want {
			t.Errorf("%s: %q", name, got)
		}
	}
}

// A note that comes is paired by its words though others were paired by their bytes before.
func TestRenamesOfSeveral(t *testing.T) {
	text := "# Tea\n\nThe pot is green.\n\nThe cup is white.\n\nThe jug is blue.\n"
	like := text + "\nThe tin is red.\n"
	other := "# Bread\n\nThe oven is hot.\n\nThe dough is soft.\n\nThe crust is brown.\n"
	r := changeOf(map[string]string{"a.md": other, "b.md": text}, map[string]string{"c.md": other, "d.md": like, "e.md": "# Rye\n"})
	var got []string
	for _, c := range pairRenames(r.Changes) {
		was := "-"
		if c.Old != nil {
			was = c.Old.File.Path
		}
		got = append(got, was+" "+c.Path)
	}
	same(t, "renamed", got, []string{"a.md c.md", "b.md d.md", "- e.md"})
	r = changeOf(map[string]string{"a.md": text, "b.md": text}, map[string]string{"c.md": text})
	if left := pairRenames(r.Changes); len(left) != 2 || left[0].Path != "b.md" || left[0].New != nil || left[1].Old.File.Path != "a.md" {
		t.Errorf("of two notes with the bytes of one that comes: %+v", left)
	}
}

// Of several notes that go, one that comes is paired with the one that it has most in common with.
func TestRenamesOfMostAlike(t *testing.T) {
	form := ""
	for _, part := range []string{"first", "second", "third", "fourth", "fifth", "sixth"} {
		form += "\n\nThe " + part + " part of the form is short."
	}
	tea, bread := "# Tea\n\nThe pot is green."+form, "# Bread\n\nThe oven is hot."+form
	more := "\n\nMore is said.\n"
	r := changeOf(map[string]string{"a.md": tea, "b.md": bread}, map[string]string{"x.md": bread + more, "y.md": tea + more})
	var got []string
	for _, c := range pairRenames(r.Changes) {
		got = append(got, c.Old.File.Path+" "+c.Path)
	}
	same(t, "renamed", got, []string{"b.md x.md", "a.md y.md"})
}

// Of a whole base every statement is new, and what two notes say is told once to contradict a third.
func TestWholeBases(t *testing.T) {
	notes := map[string]string{"a.md": "# S\n\n" + saysThirty + "\n", "b.md": "# S\n\n" + saysFifty + "\n", "c.md": "# D\n\n" + saysGreen +
		"\n",
		"d.md": "# D\n\n" + saysGreen + "\n", "e.md": "# D\n\n" + saysPainted + "\n"}
	r := Whole(listed(notes), &Options{Day: keepingDay()}, nil)
	if news, all := r.Said(); len(news) != 5 || len(all) != 5 || len(r.Doubtful(0.1)) != 3 {
		t.Errorf("%d new statements of %d, %d doubtful", len(news), len(all), len(r.Doubtful(0.1)))
	}
	opinions := secondReader(t, [3]string{saysGreen, saysPainted, "contradict"})
	var got []string
	for _, f := range Conflicts(listed(notes), nil, &Options{Day: keepingDay(), Opinions: opinions}, nil) {
		more := ""
		if strings.Contains(f.Message, "more place") {
			more = " twice"
		}
		got = append(got, f.Path+" "+f.Related[0].Path+more)
	}
	same(t, "conflicts", got, []string{"b.md a.md", "c.md e.md"})
}

// A link that may mean several notes names three of them, and how many more there are.
func TestAmbiguousLinks(t *testing.T) {
	rule, _ := RuleNamed("ambiguous-link")
	for n, want := range map[int]string{2: "f0/tea.md, f1/tea.md", 3: "f0/tea.md, f1/tea.md, f2/tea.md",
		5: "f0/tea.md, f1/tea.md, f2/tea.md or 2 more"} {
		notes := map[string]string{"a.md": "# A\n\nSee [[tea]].\n"}
		for i := range n {
			notes[fmt.Sprintf("f%d/tea.md", i)] = fmt.Sprintf("# Tea %d\n", i)
		}
		same(t, fmt.Sprint("of ", n), said(rule.Tree(changeOf(nil, notes))), []string{` a.md: link to "tea" may mean ` + want +
			" (name it by its path: f0/tea.md)"})
	}
	same(t, "of one", said(rule.Tree(changeOf(nil, map[string]string{"a.md": "# A\n\nSee [[tea]].\n", "tea.md": "# Tea\n"}))), nil)
}

// A supersession is told of in the line of the first relation of its type.
func TestLineOfARelation(t *testing.T) {
	for head, want := range map[string]int{"": 1, "relations: [{type: refines, target: b}]": 1,
		"relations:\n  - {type: supersedes, target: b}\n  - {type: supersedes, target: c}": 3,
		"relations:\n  - {type: refines, target: b}\n  - {type: supersedes, target: c}":    4, "supersedes: b": 2} {
		e := stated(map[string]string{"a.md": "---\n" + head + "\n---\n# A\n"}).Entry("a.md")
		if got := relationLine(e, "supersedes"); got != want {
			t.Errorf("%q: line %d, want %d", head, got, want)
		}
	}
}

// A note that a changed one supersedes is looked at once, changed or not.
func TestTouchedByRelations(t *testing.T) {
	const supersedes = "---\nrelations: [{type: supersedes, target: b}]\n---\n# A\n"
	before := map[string]string{"b.md": "# B\n", "c.md": "# C\n", "gone.md": "# Gone\n"}
	for what, tt := range map[string]struct {
		after map[string]string
		want  []string
	}{
		"one":      {map[string]string{"a.md": supersedes, "b.md": "# B\n", "c.md": "# C\n"}, []string{"a.md", "b.md"}},
		"two":      {map[string]string{"a.md": supersedes, "b.md": "# B\n", "c.md": supersedes}, []string{"a.md", "b.md", "c.md"}},
		"itself":   {map[string]string{"a.md": supersedes, "b.md": "# B\n\nEnds.\n", "c.md": "# C\n"}, []string{"a.md", "b.md"}},
		"the gone": {map[string]string{"b.md": "# B\n", "c.md": "# C\n"}, nil},
	} {
		var got []string
		for _, e := range changeOf(before, tt.after).touchedByRelations() {
			got = append(got, e.File.Path)
		}
		same(t, what, got, tt.want)
	}
}
