package review

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/validate"
)

// found lists the findings of a rule: scope, place and message.
func found(r *Review, rule string) (out []string) {
	for _, f := range r.Findings {
		if f.Rule == rule {
			out = append(out, fmt.Sprintf("%s %s:%d %s", f.Scope, f.Path, f.Line, f.Message))
		}
	}
	return out
}

// same compares lists of lines.
func same(t *testing.T, what string, got []string, want ...string) {
	t.Helper()
	if diff := cmp.Diff(want, got); diff != "" && len(want)+len(got) > 0 {
		t.Errorf("%s (-want +got):\n%s", what, diff)
	}
}

// TestDependents tells who names what changes: by link or relation, from either side; not who
// merely supersedes, nor who is of the change.
func TestDependents(t *testing.T) {
	t.Parallel()
	note := func(front, body string) string { return "---\n" + front + "\n---\n" + body + "\n" }
	r := newRepository(t, map[string]string{
		"limits.md":    note("status: accepted", "# Limits\n\nAn upload is at most 10 MB.\n"),
		"old.md":       note("status: accepted", "# Old\n\nThe old portal closes in May.\n"),
		"stays.md":     note("status: accepted", "# Stays\n\nThe door is green."),
		"plain.md":     "# Plain\n\nFirst.\n\nSee [limits](limits.md), and [again](limits.md).\n",
		"related.md":   note("depends_on: [limits.md]", "# Related\n\nSee [limits](limits.md)."),
		"needs.md":     note("implements: [old.md]", "# Needs\n\nText."),
		"replaces.md":  note("supersedes: [old.md]", "# Replaces\n\nText."),
		"archived.md":  note("status: archived", "# Archived\n\nSee [limits](limits.md)."),
		"touched.md":   "# Touched\n\nSee [limits](limits.md).\n",
		"elsewhere.md": "# Elsewhere\n\nSee [stays](stays.md) and [needs](needs.md).\n",
	})
	r.branch("change", "main", map[string]string{
		"limits.md": note("status: accepted", "# Limits\n\nAn upload is at most 50 MB.\n"), "old.md": "",
		"stays.md":   note("status: accepted", "# Stays\n\nThe door is green. The wall has a window."),
		"touched.md": "# Touched\n\nSee [limits](limits.md) here.\n",
	})
	got := r.review("main..change")
	var lines []string
	for _, d := range got.Dependents {
		lines = append(lines, fmt.Sprintf("%s:%d %s %s (%s)", d.Path, d.Line, d.Relation, d.On, d.Title))
	}
	slices.Sort(lines)
	same(t, "dependents", lines, "needs.md:2 implements old.md (Needs)", "plain.md:5 links to limits.md (Plain)",
		"related.md:2 depends on limits.md (Related)")
	if got.Counts.Dependents != 3 {
		t.Errorf("%d counted", got.Counts.Dependents)
	}
	if !slices.IsSortedFunc(got.Dependents, func(a, b Dependent) int {
		if a.PageRank != b.PageRank {
			return strings.Compare(fmt.Sprint(b.PageRank), fmt.Sprint(a.PageRank))
		}
		return strings.Compare(a.Path, b.Path)
	}) {
		t.Errorf("not by weight, then by name: %+v", got.Dependents)
	}
}

// A relation that is written in the note that the other needs means the same as one written in the other.
func TestDependenceIsTurnedAround(t *testing.T) {
	for inverse, plain := range map[string]string{"required by": "depends on", "implemented by": "implements",
		"source of": "derived from",
		"has part":  "part of", "exemplified by": "exemplifies", "validated by": "validates"} {
		if got := (reference{from: "a", to: "b", relation: inverse}).dependence(); got.from != "b" || got.to != "a" ||
			got.relation != plain {
			t.Errorf("a %s b became %+v", inverse, got)
		}
		if got := (reference{from: "a", to: "b", relation: plain}).dependence(); got.from != "a" || got.to != "b" ||
			got.relation != plain {
			t.Errorf("a %s b became %+v", plain, got)
		}
	}
}

// TestStanding tells what other notes make of a note whose own file stays as it is, and what its
// own file makes of it.
func TestStanding(t *testing.T) {
	t.Parallel()
	decision := func(front, text string) string {
		return "---\nkind: decision\n" + front + "\n---\n# D\n\n" + text + "\n"
	}
	r := newRepository(t, map[string]string{
		"1.md": decision("status: accepted", "The queue is RabbitMQ."),
		"2.md": decision("status: accepted", "Invoices are sent by post."),
		"3.md": decision("status: accepted\nsupersedes: [4.md]", "The theme is dark."),
		"4.md": decision("status: accepted", "The theme of the portal is light."),
		"5.md": decision("status: deprecated", "Phones ring twice."),
		"6.md": decision("status: accepted\nvalid_until: 2026-01-01", "The sale ends soon."),
	})
	r.branch("change", "main", map[string]string{
		"2.md": decision("status: deprecated", "Invoices are sent by post."),
		"3.md": decision("status: accepted", "The theme is dark."),
		"5.md": decision("status: accepted", "Phones ring twice."),
		"6.md": decision("status: accepted\nvalid_until: 2027-01-01", "The sale ends soon."),
		"7.md": decision("status: accepted\nsupersedes: [1.md]", "The queue is Kafka, as of now."),
	})
	got := r.review("main..change")
	var lines []string
	for _, n := range got.Notes {
		lines = append(lines, strings.TrimSpace(fmt.Sprintf("%s %s %v %s<%s %s", n.Path, n.Change, n.Touched, n.Status, n.OldStatus,
			n.SupersededBy)))
	}
	same(t, "notes", lines, "1.md superseded false accepted< 7.md", "2.md deprecated true deprecated<accepted",
		"3.md changed true accepted<",
		"4.md restored false accepted<", "5.md restored true accepted<deprecated", "6.md restored true accepted<",
		"7.md added true accepted<")
	for _, n := range got.Notes {
		if want := map[bool][]string{true: {"A. Author"}, false: {}}[n.Touched]; !slices.Equal(n.Authors, want) {
			t.Errorf("%s is by %v", n.Path, n.Authors)
		}
	}
}

// TestProposedAgain finds notes that say what was rejected, or removed, before; words in common
// alone do not make them the same.
func TestProposedAgain(t *testing.T) {
	t.Parallel()
	decision := func(status, text string) string {
		return "---\nkind: decision\nstatus: " + status + "\n---\n# Queue\n\n" + text + "\n"
	}
	broker := "All orders of the shop go through one broker, which keeps them for three days on disk."
	paper := "Every invoice is printed on paper and is sent by post to the address of the customer."
	r := newRepository(t, map[string]string{"no.md": decision("rejected", broker), "gone.md": decision("accepted", paper),
		"stays.md": "# S\n\nText.\n"})
	r.commit(map[string]string{"gone.md": ""})
	r.branch("change", "main", map[string]string{
		"again.md": decision("accepted", broker),
		"back.md":  decision("accepted", paper),
		"new.md": decision("accepted", "All orders of the shop go through a table, from which two workers take them by turns at "+
			"night."),
		"short.md":     decision("accepted", "One broker."),
		"no-status.md": decision("rejected", broker),
		"page.md":      "# Page\n\n" + broker + "\n",
	})
	got := found(r.review("main..change", r.recorded), "rejected-before")
	for i, line := range got { // the id of the commit that removed it depends on nothing here, but is no word to hold
		if at := strings.Index(line, "removed in "); at >= 0 {
			got[i] = line[:at+len("removed in ")] + fmt.Sprint(len(line[at+len("removed in "):]))
		}
	}
	same(t, "with the history", got, "base again.md:1 says nearly what no.md said, which was rejected",
		"base back.md:1 says nearly what gone.md said, which was removed in 12")

	without := r.review("main..change")
	same(t, "without", found(without, "rejected-before"), "base again.md:1 says nearly what no.md said, which was rejected")
	same(t, "not judged", without.NotJudged, "whether a proposed note was removed once: the history was not read")
}

func TestOverlap(t *testing.T) {
	bag := func(text string) (map[word]int, int) { return wordCounts([]byte(text)) }
	for _, tt := range []struct {
		a, b string
		want float64
	}{
		{"One two three four five six seven eight.", "One two three four five six seven eight.", 1},
		{"One two three four five six seven eight.", "---\ntags: [x]\n---\nOne two three four nine ten eleven twelve.", 0.5},
		{"One two three four five six seven eight.", "Red red red red blue blue blue blue.", 0},
		{"No no no no no no no no.", "No no no no yes yes yes yes.", 0.5},
		{"One two three four five six seven.", "One two three four five six seven.", 0}, // alike by chance
		{"One two three four five six seven eight.", "One two three four five six seven.", 0},
		{"One two three four five six seven.", "One two three four five six seven eight.", 0},
	} {
		a, na := bag(tt.a)
		b, nb := bag(tt.b)
		if got := overlap(a, na, b, nb); got != tt.want {
			t.Errorf("%q and %q: %v, want %v", tt.a, tt.b, got, tt.want)
		}
	}
}

// TestHygiene wants of a new memory who wrote it down, and shows each change of what steers the reviews.
func TestHygiene(t *testing.T) {
	t.Parallel()
	memory := func(front string) string {
		return "---\n" + front + "\n---\n# M\n\nThe build needs two cores at least.\n"
	}
	r := newRepository(t, map[string]string{"a.md": "# A\n", ".memory/notes/old.md": memory("kind: memory\ntype: gotcha"),
		"CODEOWNERS": "* @a\n", ".kbignore": "x\n"})
	r.branch("change", "main", map[string]string{
		".memory/notes/old.md": memory("kind: memory\ntype: gotcha\ntags: [x]"),
		".memory/notes/who.md": memory("kind: memory\ntype: gotcha"),
		".memory/notes/ok.md":  memory("kind: memory\ntype: gotcha\nsource: user"),
		"CODEOWNERS":           "", ".memory/kb.yaml": "rules: []\n",
	})
	got := r.review("main..change")
	same(t, "no-source", found(got, "no-source"), "change .memory/notes/who.md:1 this memory does not say who wrote it down")
	same(t, "setting", found(got, "setting"), "change .memory/kb.yaml:1 .memory/kb.yaml changes: that counts for later reviews, not for "+
		"this one",
		"change CODEOWNERS:1 CODEOWNERS changes: that counts for later reviews, not for this one")

	skipped := r.review("main..change", func(o *Options) { o.Skip = []string{"no-source"} })
	if len(found(skipped, "no-source")) != 0 || len(found(skipped, "setting")) != 2 {
		t.Errorf("skipping one rule left %+v", skipped.Findings)
	}
}

// TestOverdueSummaries finds the summary of a category whose notes change without it.
func TestOverdueSummaries(t *testing.T) {
	t.Parallel()
	summary := func(name, text string) string {
		return "---\nkind: summary\ncategory: " + name + "\n---\n# " + name + "\n\n" + text + "\n"
	}
	r := newRepository(t, map[string]string{
		"sum/billing.md": summary("billing", "Invoices and payments: how customers are billed, and how refunds of payments are paid."),
		"sum/search.md":  summary("search", "How words of a query become hits of the index."),
		"sum/access.md":  summary("access", "Who may sign in."),
		"docs/pay.md":    "---\ncategory: Billing\n---\n# Pay\n\nA payment takes two days.\n",
		"docs/find.md":   "---\ncategory: search\n---\n# Find\n\nA query has at most ten words.\n",
		"docs/in.md":     "---\ncategory: access\n---\n# In\n\nA password has ten characters.\n",
	})
	r.branch("change", "main", map[string]string{
		"docs/pay.md":   "---\ncategory: Billing\n---\n# Pay\n\nA payment takes five days.\n",
		"docs/find.md":  "---\ncategory: search\n---\n# Find\n\nA query has **at most** ten words.\n", // says the same
		"docs/in.md":    "---\ncategory: access\n---\n# In\n\nA password has twelve characters.\n",
		"sum/access.md": summary("access", "Who may sign in, and with what."),
		"docs/bill.md":  "# Invoices of customers\n\nInvoices list the payments of customers, and the refunds of payments.\n",
	})
	got := r.review("main..change")
	var lines []string
	for _, s := range got.Summaries {
		lines = append(lines, s.Category+" "+s.Path+" "+strings.Join(s.Notes, ","))
	}
	same(t, "summaries", lines, "billing sum/billing.md docs/bill.md,docs/pay.md")
	same(t, "findings", found(got, "stale-summary"),
		"base sum/billing.md:1 this summary may say less than its notes: docs/bill.md, docs/pay.md changed")
}

// TestCitedPaths finds the paths that a change newly cites and that no tree has.
func TestCitedPaths(t *testing.T) {
	t.Parallel()
	r := newRepository(t, map[string]string{"src/auth/token.go": "package auth\n",
		"a.md": "---\nfiles: [src/gone.go]\n---\n# A\n\nSee `src/auth/lost.go`.\n"})
	change := map[string]string{
		"a.md": "---\nfiles: [src/gone.go, src/none.go, src/**]\n---\n# A\n\nSee `src/auth/lost.go`.\n\nIt signs with " +
			"`src/auth/token.go` now.\n\nKeys come from `src/auth/keys.go`, whatever `other/repo.go` says.\n",
		"b.md": "# B\n\n```\nsrc/auth/no.go\n```\n\nThe folder `src/auth` holds it.\n",
	}
	r.branch("change", "main", change)
	want := []string{"change a.md:1 src/none.go is cited, but the repository has no such path",
		"change a.md:10 src/auth/keys.go is cited, but the repository has no such path"}
	same(t, "committed", found(r.review("main..change"), "missing-path"), want...)

	// In the work tree a note that is not committed yet is there to be cited.
	r.Change(map[string]string{"a.md": change["a.md"] + "\nMore is in `docs/new.md` and in `docs/lost.md`.\n", "docs/new.md": "# New\n"})
	r.Change(map[string]string{"docs/first.md": "# First\n"})
	r.Git("add", "docs/first.md")
	r.Git("commit", "-q", "-m", "first")
	got := r.reviewWork("main")
	same(t, "work tree", found(got, "missing-path"),
		append(want, "change a.md:12 docs/lost.md is cited, but the repository has no such path")...)
	if !strings.Contains(got.Merge.Reason, "not committed") && got.Range.Base != got.Range.MergeBase {
		t.Errorf("%+v", got.Merge)
	}
}

// reviewWork reviews the work tree against a branch.
func (r *repository) reviewWork(base string, options ...func(*Options)) *Review {
	r.T.Helper()
	ctx := context.Background()
	repo, err := kb.Open(ctx, r.Dir)
	if err != nil {
		r.T.Fatal(err)
	}
	rng, err := FindRange(ctx, repo, base+"..HEAD")
	if err != nil {
		r.T.Fatal(err)
	}
	rng.WorkTree = true
	o := Options{Day: day}
	for _, set := range options {
		set(&o)
	}
	got, err := Of(ctx, repo, rng, o)
	if err != nil {
		r.T.Fatal(err)
	}
	return got
}

// answers is a search that gives the same list for a query in each tree: "query@base" or "query@head".
func answers(base string, lists map[string][]string) Search {
	return func(_ context.Context, commit, query string, n int) ([]string, error) {
		side := "head"
		if commit == base {
			side = "base"
		}
		list, ok := lists[query+"@"+side]
		if !ok {
			return nil, errors.New("no such question")
		}
		return list[:min(n, len(list))], nil
	}
}

// TestSavedQueries asks the queries of the base on both sides of a change that renames a note.
func TestSavedQueries(t *testing.T) {
	t.Parallel()
	queries := "queries:\n  - {query: upload limit, note: limits.md}\n  - {query: who signs, notes: [a.md, b.md], top: 2}\n  - {query: " +
		"never found, note: c.md}\n"
	body := "# Limits\n\nAn upload is at most 10 MB, and a page has at most ten parts, of which each has a name.\n"
	r := newRepository(t, map[string]string{"limits.md": body, "a.md": "# A\n", "b.md": "# B\n", "c.md": "# C\n",
		kb.QueriesFile: queries, ".memory/kb.yaml": "thresholds: {recall: 0.5}\n"})
	base := r.Git("rev-parse", "main")
	r.branch("change", "main", map[string]string{"limits.md": "", "quotas.md": body})
	got := r.review("main..change", func(o *Options) {
		o.Search = answers(base, map[string][]string{
			"upload limit@base": {"a.md", "limits.md"}, "upload limit@head": {"quotas.md"},
			"who signs@base": {"x.md", "a.md"}, "who signs@head": {"x.md", "y.md", "a.md", "b.md"},
			"never found@base": nil, "never found@head": nil,
		})
	})
	if want := (&Recall{Queries: 3, Top: 5, Old: 2.0 / 3, New: 1.0 / 3, Least: 0.5}); !cmp.Equal(got.Recall, want) {
		t.Errorf("%+v, want %+v", got.Recall, want)
	}
	want := []Query{{Query: "upload limit", Note: "limits.md", Change: "moved up", Old: 2, New: 1, Line: 2},
		{Query: "who signs", Note: "a.md", Change: "moved down", Old: 2, New: 3, Line: 3},
		{Query: "who signs", Note: "b.md", Change: "gained", New: 4, Line: 3}}
	if diff := cmp.Diff(want, got.Queries); diff != "" {
		t.Error(diff)
	}
	same(t, "lost", found(got, "lost-answer"),
		`change .memory/queries.yaml:3 "who signs" was answered by a.md (rank 2), and is no longer among the first 2 answers`)
	same(t, "recall", found(got, "recall"), "change .memory/queries.yaml:1 33 % of the saved queries find their note among the first 5, "+
		"less than the 50 % that are asked for (before: 67 %)")
	if without := r.review("main..change"); without.Recall != nil || len(without.Queries) > 0 {
		t.Errorf("asked nobody, and got %+v", without.Recall)
	}
	// Queries that cannot be read are said, not guessed.
	r.Git("checkout", "-q", "main")
	r.commit(map[string]string{kb.QueriesFile: "queries: 7\n"})
	if broken := r.review("main..change"); len(broken.NotJudged) == 0 ||
		!strings.HasPrefix(broken.NotJudged[0], "the saved queries: .memory/queries.yaml: line 1") {
		t.Errorf("%q", broken.NotJudged)
	}
}

func TestRanks(t *testing.T) {
	for _, tt := range []struct {
		was, is int
		want    string
	}{{0, 0, ""}, {3, 3, ""}, {0, 2, "gained"}, {2, 0, "lost"}, {3, 1, "moved up"}, {1, 3, "moved down"}} {
		if got := moveOf(tt.was, tt.is); got != tt.want {
			t.Errorf("from %d to %d: %q, want %q", tt.was, tt.is, got, tt.want)
		}
	}
	for _, tt := range []struct{ a, b, want int }{{0, 0, 0}, {0, 4, 4}, {4, 0, 4}, {2, 3, 2}, {3, 2, 2}, {3, 3, 3}} {
		if got := better(tt.a, tt.b); got != tt.want {
			t.Errorf("better of %d and %d: %d", tt.a, tt.b, got)
		}
	}
}

// TestScope tells against what a contradiction is one: a statement of the change, or one that stood
// in the base.
func TestScope(t *testing.T) {
	t.Parallel()
	r := newRepository(t, map[string]string{"mixed.md": "# Mixed\n\nThe API key must have at least 32 characters.\n"})
	r.branch("change", "main", map[string]string{
		"new.md":   "# New\n\nThe API key must have at most 16 characters.\n\nA cluster has exactly one leader.\n",
		"mixed.md": "# Mixed\n\nThe API key must have at least 32 characters.\n\nA cluster has several leaders.\n",
	})
	got := contradictions(r.review("main..change"))
	slices.Sort(got)
	same(t, "scopes", got, "base new.md:3:1 mixed.md:3:1", "change new.md:5:1 mixed.md:5:1")
}

// A rule that is skipped finds nothing, and the risk counts only what holds.
func TestFindingsAreInOrder(t *testing.T) {
	at := func(path string, line, col int, rule, print, branch string) ScopedFinding {
		return ScopedFinding{Finding: validate.Finding{Rule: rule, Fingerprint: print,
			Place: validate.Place{Path: path, Line: line, Col: col}}, Branch: branch}
	}
	want := []ScopedFinding{at("a", 9, 9, "z", "9", ""), at("b", 1, 9, "z", "9", ""), at("b", 2, 1, "z", "9", ""),
		at("b", 2, 2, "a", "9", ""),
		at("b", 2, 2, "b", "1", "z"), at("b", 2, 2, "b", "2", "a"), at("b", 2, 2, "b", "2", "b")}
	list := slices.Clone(want)
	slices.Reverse(list)
	sortFindings(list)
	if diff := cmp.Diff(want, list, cmp.AllowUnexported(validate.Finding{})); diff != "" {
		t.Error(diff)
	}
}

func TestAuthority(t *testing.T) {
	for _, tt := range []struct {
		note Note
		want float64
	}{
		{Note{Change: Changed, Kind: "spec", Status: "active"}, 0.8},
		{Note{Change: Changed, Kind: "decision", Status: "accepted"}, 1},
		{Note{Change: Changed, Kind: "decision", Status: "draft"}, 0.4},
		{Note{Change: Changed, Kind: "decision", Status: "accepted", OldStatus: "proposed"}, 0.4},
		{Note{Change: Added, Kind: "memory"}, 0.25},
		{Note{Change: Changed, Kind: "summary", Status: "accepted"}, 0.7},
		{Note{Change: Changed, Kind: "doc", PageRank: 0.5}, 0.45},
	} {
		if got := round(authority(&tt.note)); got != tt.want {
			t.Errorf("%+v: %v, want %v", tt.note, got, tt.want)
		}
	}
	for force, want := range map[string]float64{"MUST": 1, "not required": 1, "SHOULD": 0.5, "MAY": 0.25, "": 0.25} {
		if got := forceWeight(force); got != want {
			t.Errorf("%s: %v, want %v", force, got, want)
		}
	}
}

func TestCodePathsOfAText(t *testing.T) {
	for text, want := range map[string][]string{
		"Keys lie in `src/keys.go`":               {"src/keys.go"},
		"`a/b.go` and `./a/b.go` and `c/d`":       {"a/b.go", "c/d"},
		"It opens `src/keys.go and never closes":  nil,
		"`a//b` `/etc/passwd` `~/x/y` `a/../b`":   nil,
		"`go test ./...` `a/b c` `plain` `x/y/`":  {"x/y/"},
		"`v1.2/a_b-c+d@e.go`":                     {"v1.2/a_b-c+d@e.go"},
		"`" + strings.Repeat("a/", 151) + "b.go`": nil,
	} {
		if got := codePaths(text); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// TestReviewersAreFew asks those who wrote most of what changes: no program, not the author, and not everybody.
func TestReviewersAreFew(t *testing.T) {
	t.Parallel()
	r := newRepository(t, map[string]string{"CODEOWNERS": "*.md @docs\n"})
	text := "# A\n"
	for i, name := range []string{"Ann", "Bob", "Cid", "Dan", "Eve", "github-actions[bot]"} {
		for k := range 6 - i {
			text += fmt.Sprintf("\nLine %d of %s says that the door is green.\n", k, name)
		}
		r.commit(map[string]string{"a.md": text})
		r.Git("commit", "-q", "--amend", "--no-edit", "--author", name+" <"+strings.Trim(name, "[]")+"@example.org>")
	}
	r.branch("change", "main", map[string]string{"a.md": strings.ReplaceAll(text, "green", "red")})
	r.Git("commit", "-q", "--amend", "--no-edit", "--author", "Bob <bob@example.org>")
	var got []string
	for _, p := range r.review("main..change", r.recorded).Reviewers {
		got = append(got, p.By+" "+p.Name+" "+strings.Join(p.Notes, ","))
	}
	same(t, "reviewers", got, "owner @docs a.md", "author Ann a.md", "author Cid a.md", "author Dan a.md")
}
