package validate

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/text/wording"
)

func TestWaiversAreRead(t *testing.T) {
	w := parseWaivers([]byte(`waivers:
  - finding: 00aa
    statements: [bb, aa]
    reason: " agreed in #4 "
    author: Ann
    until: 2026-05-04
  - {statements: [cc, dd], reason: known}
  - {finding: 11bb, reason: always, until: }
`), nil)
	want := []Waiver{
		{Finding: "00aa", Statements: []string{"aa", "bb"}, Reason: "agreed in #4", Author: "Ann", Until: "2026-05-04", Line: 2},
		{Statements: []string{"cc", "dd"}, Reason: "known", Line: 7},
		{Finding: "11bb", Reason: "always", Line: 8},
	}
	if diff := cmp.Diff(want, w.List); diff != "" || len(w.problems) > 0 {
		t.Errorf("%v\n%s", w.problems, diff)
	}
	for _, tt := range []struct {
		finding Finding
		day     string
		want    string
	}{
		{Finding{Fingerprint: "00aa"}, "2026-05-04", "agreed in #4"}, // its last day
		{Finding{Fingerprint: "00aa"}, "2026-05-05", ""},
		{Finding{Fingerprint: "xx", statements: []string{"aa", "bb"}}, "2026-01-01", "agreed in #4"},
		{Finding{Fingerprint: "xx", statements: []string{"cc", "dd"}}, "2030-01-01", "known"},
		{Finding{Fingerprint: "xx", statements: []string{"aa", "dd"}}, "2026-01-01", ""},
		{Finding{Fingerprint: "xx", statements: []string{"cc"}}, "2026-01-01", ""},
		{Finding{Fingerprint: ""}, "2026-01-01", ""},
		{Finding{Fingerprint: "11bb"}, "2030-01-01", "always"},
	} {
		at, err := time.Parse(time.DateOnly, tt.day)
		if err != nil {
			t.Fatal(err)
		}
		if got := w.reason(&tt.finding, at); got != tt.want {
			t.Errorf("%+v on %s: %q, want %q", tt.finding, tt.day, got, tt.want)
		}
	}
}

// A waiver is added to the list that is there, in the form that it has, or not at all.
func TestWaiversThatAreAdded(t *testing.T) {
	f := Finding{Fingerprint: "00000000000000aa"}
	entry := f.Entry("known", "Ann", "")
	list := func(margin string) string {
		return "waivers:\n" + margin + "- finding: bb\n" + margin + "  reason: known\n"
	}
	added := func(margin string) string {
		return list(margin) + margin + "- finding: 00000000000000aa\n" + margin + "  reason: known\n" + margin + "  author: Ann\n"
	}
	for text, want := range map[string]string{
		"":                              "waivers:\n" + entry,
		"# Ours.\n":                     "# Ours.\nwaivers:\n" + entry,
		"waivers:":                      "waivers:\n" + entry,
		list(""):                        added(""),
		list("  "):                      added("  "),
		list("    "):                    added("    "),
		"waivers: []\n":                 "waivers:\n" + entry,
		"---\nwaivers: [ ]  # None.\n":  "---\nwaivers:  # None.\n" + entry,
		"waivers: null":                 "waivers:\n" + entry,
		"waivers: []\nother: 1\n":       "",
		"waivers: {}\n":                 "",
		"other: []\nwaivers: [bb]\n":    "",
		"waivers:\nother:\n":            "",
		"waivers:\n...\n":               "",
		"waivers:\n  - {finding: bb}\n": "",
	} {
		got, err := f.AddWaiver([]byte(text), entry)
		if string(got) != want || (err != nil) != (want == "") {
			t.Errorf("%q becomes %q, %v; want %q", text, got, err, want)
		}
	}
}

// A mistake is told with its line; the other entries hold.
func TestWaiversWithMistakes(t *testing.T) {
	good := "  - {finding: aa, reason: known}\n"
	for _, tt := range []struct {
		text string
		line int
		want string // "" for none
		hold int
	}{
		{"", 0, "", 0}, {"# nothing\n", 0, "", 0}, {"null\n", 0, "", 0}, {"waivers:\n", 0, "", 0}, {"waivers: []\n", 0, "", 0},
		{"waivers: [\n", 1, "not valid YAML: line", 0},
		{"waiver:\n" + good, 1, "expected waivers: with a list below it", 0},
		{"\nwaivers: aa\n", 2, "expected waivers: with a list below it", 0},
		{"- a\n", 1, "expected waivers:", 0}, {"just words\n", 1, "expected waivers:", 0},
		{"waivers:\n" + good + "  - {reason: known}\n", 3, "needs finding: or statements:", 1},
		{"waivers:\n  - {statements: [a], reason: known}\n" + good, 2, "needs finding: or statements:", 1},
		{"waivers:\n  - {statements: [a, b, c], reason: known}\n", 2, "needs finding: or statements:", 0},
		{"waivers:\n  - {finding: a}\n" + good, 2, "needs a reason:", 1},
		{"waivers:\n  - {finding: a, reason: ' '}\n", 2, "needs a reason:", 0},
		{"waivers:\n  - {finding: a, reason: b, until: May}\n", 2, `until: "May" is no date such as 2026-12-31`, 0},
		{"waivers:\n  - just words\n", 2, "needs finding: or statements:", 0},
	} {
		w := parseWaivers([]byte(tt.text), nil)
		err := w.mistake()
		if len(w.List) != tt.hold {
			t.Errorf("%q: %d hold, want %d", tt.text, len(w.List), tt.hold)
		}
		if tt.want == "" && (err != nil || len(w.problems) > 0) {
			t.Errorf("%q: %v", tt.text, err)
		}
		if tt.want != "" &&
			(err == nil || !strings.HasPrefix(err.Error(), fmt.Sprintf("line %d: ", tt.line)) || !strings.Contains(err.Error(), tt.want)) {
			t.Errorf("%q: %v, want %q in line %d", tt.text, err, tt.want, tt.line)
		}
	}
	many := parseWaivers([]byte("waivers:\n"+strings.Repeat(good, maxWaivers+1)), nil)
	if len(many.List) != maxWaivers || len(many.problems) != 1 || many.problems[0].Message != "more than 10000 waivers" {
		t.Errorf("%d waivers, %v", len(many.List), many.problems)
	}
	if w := parseWaivers(nil, errors.New("disk is gone")); len(w.problems) != 1 || w.problems[0].Message != "disk is gone" {
		t.Errorf("%v", w.problems)
	}
}

// What is written for a finding is read back as a waiver of it.
func TestEntryIsAWaiver(t *testing.T) {
	for _, f := range []Finding{{Fingerprint: "00000000000000aa"}, {Fingerprint: "1e5", statements: []string{"0123", "1e10"}}} {
		for _, reason := range []string{"agreed", "see #4: it's \"fine\"", "two\nlines", "- a: b", "yes"} {
			text := "waivers:\n" + f.Entry(reason, "Ann: of the team", "2026-12-31")
			w := parseWaivers([]byte(text), nil)
			if len(w.List) != 1 || len(w.problems) > 0 {
				t.Fatalf("%v of\n%s", w.problems, text)
			}
			if e := w.List[0]; !e.matches(&f) || e.Reason != wording.OneLine(reason) || e.Author != "Ann: of the team" ||
				e.Until != "2026-12-31" {
				t.Errorf("%+v of\n%s", e, text)
			}
		}
	}
	if got := (&Finding{Fingerprint: "aa"}).Entry("known", "", ""); got != "  - finding: aa\n    reason: known\n" {
		t.Errorf("%q", got)
	}
}

// judged judges the work tree against HEAD.
func (r *repository) judged(o Options) []Finding {
	r.T.Helper()
	ctx := context.Background()
	scan, err := r.repo.Scan(ctx)
	if err != nil {
		r.T.Fatal(err)
	}
	after, err := r.repo.WorkTree(ctx, scan, nil)
	if err != nil {
		r.T.Fatal(err)
	}
	before, err := r.repo.TreeAt(ctx, after.Commit)
	if err != nil {
		r.T.Fatal(err)
	}
	o.Day = day
	found, err := Findings(ctx, r.repo, before, after, o)
	if err != nil {
		r.T.Fatal(err)
	}
	return found
}

// A waiver silences its finding and is told itself when it no longer does any good.
func TestWaiversOfAChange(t *testing.T) {
	r := newRepository(t, map[string]string{"a.md": twelve})
	r.Commit("a")
	r.Change(map[string]string{"b.md": thirty})
	found := r.judged(Options{})
	if len(found) != 1 || found[0].Waived != "" {
		t.Fatalf("%+v", found)
	}
	waive := func(until string) {
		r.Change(map[string]string{kb.WaiversFile: "waivers:\n" + found[0].Entry("agreed", "", until)})
	}
	waive("2026-05-04")
	if got := r.judged(Options{}); len(got) != 1 || got[0].Waived != "agreed" {
		t.Errorf("not waived: %+v", got)
	}
	if got := r.judged(Options{Waivers: &kb.Tree{}}); len(got) != 1 || got[0].Waived != "" {
		t.Errorf("waived by the change itself: %+v", got)
	}
	if got := r.judged(Options{Skip: []string{" Contradiction"}}); len(got) != 0 {
		t.Errorf("a rule that is skipped finds %+v", got)
	}
	if got := r.judged(Options{Paths: func(p string) bool { return p != "b.md" }}); len(got) != 0 {
		t.Errorf("found where nobody asked: %+v", got)
	}
	waive("2026-05-03")
	var messages []string
	for _, f := range r.judged(Options{}) {
		messages = append(messages, f.Rule+" "+f.Waived+" "+f.Message)
	}
	if len(messages) != 2 || !strings.HasPrefix(messages[0], "waiver  this waiver ended on 2026-05-03") ||
		!strings.HasPrefix(messages[1], "contradiction  contradicts") {
		t.Errorf("%q", messages)
	}
	// Once one side says something else the waiver matches nothing.
	waive("")
	r.Commit("b")
	r.Change(map[string]string{"b.md": "# Limits\n\nThe door is green.\n"})
	got := r.judged(Options{})
	if len(got) != 1 || got[0].Message != "this waiver matches nothing any more: a statement of it is no longer in the base" ||
		got[0].Path != kb.WaiversFile ||
		got[0].Line != 2 {
		t.Errorf("%+v", got)
	}
	r.Commit("c")
	r.Change(map[string]string{"c.md": "# C\n\nThe wall is white.\n"})
	if got := r.judged(Options{}); len(got) != 0 {
		t.Errorf("what stood before is told again: %+v", got)
	}
}

func TestSeverities(t *testing.T) {
	order := []Severity{Off, Info, Warning, Error}
	for i, s := range order {
		for j, other := range order {
			if s.AtLeast(other) != (i >= j) {
				t.Errorf("%s weighs at least %s: %v", s, other, i < j)
			}
		}
	}
	if !slices.IsSorted(Names()) || len(Names()) != len(Rules()) {
		t.Errorf("names %v", Names())
	}
	for _, name := range Names() {
		if rule, ok := RuleNamed(name); !ok || rule.Name != name || rule.Finds == "" || rule.About == "" {
			t.Errorf("%s: %+v", name, rule)
		}
	}
	if _, ok := RuleNamed("nonsense"); ok {
		t.Error("a rule that there is none of")
	}
}

// Findings come in the order of their places, in one place the heaviest first.
func TestSort(t *testing.T) {
	f := func(path string, line, col int, s Severity, rule, print string) Finding {
		return Finding{Rule: rule, Severity: s, Place: Place{Path: path, Line: line, Col: col}, Fingerprint: print}
	}
	want := []Finding{
		f("a", 9, 9, Info, "z", "9"),
		f("b", 1, 2, Info, "z", "9"),
		f("b", 2, 1, Info, "z", "9"),
		f("b", 2, 2, Error, "z", "9"),
		f("b", 2, 2, Warning, "a", "9"),
		f("b", 2, 2, Warning, "b", "1"),
		f("b", 2, 2, Warning, "b", "2"),
	}
	got := slices.Clone(want)
	slices.Reverse(got)
	sort(got)
	for i := range want {
		if got[i].Place != want[i].Place || got[i].Severity != want[i].Severity || got[i].Rule != want[i].Rule ||
			got[i].Fingerprint != want[i].Fingerprint {
			t.Errorf("%d: %+v, want %+v", i, got[i], want[i])
		}
	}
	if p := at("a.md", 0, 0); p.String() != "a.md:1:1" || p.EndLine != 1 {
		t.Errorf("%+v", p)
	}
}

// A fingerprint names what a statement says, not how it is spaced.
func TestFingerprints(t *testing.T) {
	if statementFingerprint("Retry  5\ntimes") != statementFingerprint("retry 5 times") ||
		statementFingerprint("retry 5 times") == statementFingerprint("retry 6 times") {
		t.Error("statements are not told by their words")
	}
	if a := Fingerprint("r", "a", "bc"); len(a) != 16 || a == Fingerprint("r", "ab", "c") || a == Fingerprint("s", "a", "bc") {
		t.Errorf("%q", a)
	}
}

// TestRenamesArePaired finds the note that comes for the one that goes: the same bytes, the same
// id, or half of what it says.
func TestRenamesArePaired(t *testing.T) {
	body := "# Queue\n\nThe queue holds orders.\n\nThe queue is fair.\n\nThe queue never sleeps.\n"
	half := strings.Replace(body, "The queue is fair.", "The queue is not fair any more.", 1)
	for _, tt := range []struct {
		name          string
		before, after map[string]string
		want          []string
	}{
		{"the same bytes", map[string]string{"a.md": body}, map[string]string{"a.md": "", "b.md": body}, []string{"a.md>b.md"}},
		{"the same bytes, twice", map[string]string{"a.md": body, "b.md": body},
			map[string]string{"a.md": "", "b.md": "", "c.md": body, "d.md": body}, []string{"a.md>c.md", "b.md>d.md"}},
		{"the same id", map[string]string{"a.md": "---\nid: X\n---\n# A\n\nOne.\n"},
			map[string]string{"a.md": "", "b.md": "---\nid: X\n---\n# B\n\nTwo.\n"}, []string{"a.md>b.md"}},
		{"most of its words", map[string]string{"a.md": body}, map[string]string{"a.md": "", "b.md": half}, []string{"a.md>b.md"}},
		{"little in common", map[string]string{"a.md": body},
			map[string]string{"a.md": "", "b.md": "# Stack\n\nThe stack holds plates.\n\nThe queue is fair.\n\nIt is hot.\n"},
			[]string{"+b.md", "-a.md"}},
		{"bytes before words", map[string]string{"a.md": body, "b.md": half},
			map[string]string{"a.md": "", "b.md": "", "c.md": half, "d.md": body}, []string{"a.md>d.md", "b.md>c.md"}},
		{"stays", map[string]string{"a.md": body, "k.md": "# K\n"}, map[string]string{"a.md": half, "k.md": ""},
			[]string{"-k.md", "a.md>a.md"}},
	} {
		r := newRepository(t, tt.before)
		r.Commit("before")
		r.Change(tt.after)
		scan, err := r.repo.Scan(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		after, err := r.repo.WorkTree(t.Context(), scan, nil)
		if err != nil {
			t.Fatal(err)
		}
		before, err := r.repo.TreeAt(t.Context(), after.Commit)
		if err != nil {
			t.Fatal(err)
		}
		run, err := Load(t.Context(), r.repo, before, after, Options{Day: day})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, c := range run.Changes {
			switch {
			case c.Old == nil:
				got = append(got, "+"+c.Path)
			case c.New == nil:
				got = append(got, "-"+c.Path)
			default:
				got = append(got, c.Old.File.Path+">"+c.New.File.Path)
				if c.Renamed() != (c.Old.File.Path != c.New.File.Path) || c.Path != c.New.File.Path {
					t.Errorf("%s: %+v", tt.name, c)
				}
			}
		}
		slices.Sort(got)
		if !slices.Equal(got, tt.want) {
			t.Errorf("%s: %v, want %v", tt.name, got, tt.want)
		}
	}
}

func TestSimilarity(t *testing.T) {
	set := func(words string) map[string]struct{} {
		out := map[string]struct{}{}
		for _, w := range strings.Fields(words) {
			out[w] = struct{}{}
		}
		return out
	}
	for _, tt := range []struct {
		a, b string
		want float64
	}{{"", "", 0}, {"a", "a", 1}, {"a b", "a", 0}, {"a b c", "a b", 0}, {"a b c d", "a b", 0.5}, {"a b c", "b c d", 0.5},
		{"a b c d", "e f", 0}} {
		if got := similarity(set(tt.a), set(tt.b)); got != tt.want {
			t.Errorf("%q and %q: %v, want %v", tt.a, tt.b, got, tt.want)
		}
	}
}

// TestStatusDisagrees finds what the front matters of a change and of what it supersedes say
// against each other.
func TestStatusDisagrees(t *testing.T) {
	note := func(front string) string { return "---\n" + front + "\n---\n# N\n" }
	for _, tt := range []struct {
		name          string
		before, after map[string]string
		want          []string
	}{
		{"rejected, but supersedes", map[string]string{"a.md": note("status: superseded")},
			map[string]string{"b.md": note("status: rejected\nsupersedes: [a.md]")},
			[]string{"warning status b.md: status is rejected, but it supersedes a.md"}},
		{"deprecated, but supersedes", map[string]string{"a.md": note("status: superseded")},
			map[string]string{"b.md": note("status: deprecated\nsupersedes: [a.md]")},
			[]string{"warning status b.md: status is deprecated, but it supersedes a.md"}},
		{"accepted, and supersedes", map[string]string{"a.md": note("status: superseded")},
			map[string]string{"b.md": note("status: accepted\nsupersedes: [a.md]")}, nil},
		{"ends before it begins", map[string]string{"a.md": "# A\n"},
			map[string]string{"b.md": note("valid_from: 2026-05-02\nvalid_until: 2026-05-01")},
			[]string{"warning status b.md: valid_until 2026-05-01 is before valid_from 2026-05-02"}},
		{"ends on its first day", map[string]string{"a.md": "# A\n"},
			map[string]string{"b.md": note("valid_from: 2026-05-02\nvalid_until: 2026-05-02")}, nil},
		{"stood before", map[string]string{"b.md": note("valid_from: 2026-05-02\nvalid_until: 2026-05-01")},
			map[string]string{"b.md": note("title: T\nvalid_from: 2026-05-02\nvalid_until: 2026-05-01")}, nil},
	} {
		r := newRepository(t, tt.before)
		r.Commit("before")
		r.Change(tt.after)
		if got := r.findings(); !slices.Equal(got, tt.want) {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}
