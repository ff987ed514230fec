package reviews

import (
	"bytes"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/9aea2451/kb/kb/review"
	"github.com/9aea2451/kb/kb/revision"
	"github.com/9aea2451/kb/kb/validate"
	"github.com/9aea2451/kb/text/diff"
)

var update = flag.Bool("update", false, "write the golden files anew")

// golden compares with a file of testdata.
func golden(t *testing.T, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", name, diff)
	}
}

func written(t *testing.T, write func(io.Writer) error) string {
	t.Helper()
	var b bytes.Buffer
	if err := write(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// everyday is a review such as a team sees: a limit is raised, a decision is renamed and loses its
// standing, a memory is new.
func everyday() *review.Review {
	return &review.Review{
		Range: review.Range{
			Base:      "1111111111111111",
			Head:      "2222222222222222",
			MergeBase: "3333333333333333",
			BaseName:  "main",
			HeadName:  "limits",
		},
		Verdict: review.Conflict, Risk: review.Risk{Score: 0.62, Authority: 0.5, Force: 0.75, Conflicts: 0.8, Removed: 0.15},
		Counts: review.Counts{
			Notes:    3,
			Tally:    review.Tally{Added: 1, Removed: 2, Reworded: 3, Changed: 4, Moved: 5},
			Errors:   1,
			Warnings: 2,
			Waived:   1,
		},
		Notes: []review.Note{
			{
				Change:   "changed",
				Path:     "docs/limits.md",
				Title:    "Limits",
				Kind:     "spec",
				Status:   "active",
				Category: "api",
				Authors:  []string{"Ada"},
				Agents:   []string{"Scribe"},
			},
			{
				Change:       "renamed",
				Path:         "docs/adr/0002-queue.md",
				OldPath:      "docs/adr/0002-broker.md",
				Title:        "Queue",
				Kind:         "decision",
				OldStatus:    "accepted",
				Status:       "deprecated",
				SupersededBy: "docs/adr/0003-stream.md",
				Authors:      []string{"Bob", "Cyd"},
			},
			{Change: "added", Path: ".memory/notes/cache.md", Title: "Cache", Kind: "memory", Type: "learning"},
			{Change: "archived", Path: "docs/old.md", Title: "Old", Kind: "doc", OldStatus: "active"},
		},
		Statements: []review.Statement{
			{
				Change: review.Changed,
				Old:    saying("docs/limits.md", 4, "Clients must retry 3 times."),
				New:    saying("docs/limits.md", 5, "Clients must retry 5 times."),
				Words: []diff.Word{
					{Text: "Clients must retry "},
					{Op: revision.Removed, Text: "3"},
					{Op: revision.Added, Text: "5"},
					{Text: " times."},
				},
				Aspects: []string{"value", "force"},
			},
			{Change: review.Reworded, Old: saying("docs/limits.md", 8, "It's slow."), New: saying("docs/limits.md", 9, "It is slow."),
				Words: []diff.Word{{Op: revision.Removed, Text: "It's"}, {Op: revision.Added, Text: "It is"}, {Text: " slow."}}},
			{Change: review.Removed, Old: saying("docs/limits.md", 12, "Older servers wait\nfor a minute.")},
			{Change: review.Added, New: saying("docs/limits.md", 14, "Not on phones.")},
			{
				Change: review.Moved,
				Old:    saying("docs/old.md", 3, "The queue holds a day of orders."),
				New:    saying("docs/adr/0002-queue.md", 7, "The queue holds a day of orders."),
				Moved:  true,
			},
			{Change: review.Removed, Old: saying("docs/adr/0002-broker.md", 9, "The broker runs on one machine.")},
		},
		Findings: []review.ScopedFinding{
			found(review.InChange, validate.Warning, "docs/limits.md", 14, "Not on phones.", "docs/limits.md", 20, "Phones too."),
			found(review.InBase, validate.Error, "docs/limits.md", 5, "Clients must retry 5 times.", "docs/http.md", 2,
				"Clients must not retry."),
			found(review.InMerge, validate.Info, "docs/limits.md", 8, "", "", 0, ""),
			found(review.InBranch, validate.Warning, "docs/old.md", 9, "Old text.", "docs/new.md", 1, "New text."),
			found(review.InChange, validate.Warning, "docs/old.md", 1, "", "", 0, ""),
		},
		Dependents: []review.Dependent{
			{Path: "docs/http.md", Title: "HTTP", Kind: "spec", On: "docs/limits.md", Relation: "depends on", Line: 4},
		},
		Staleness: []review.Staleness{
			{Path: "docs/http.md", Change: "caused", Reasons: []string{"names retry.go, which changed", "is a year old"}},
		},
		Queries: []review.Query{{Query: "how often to retry", Note: "docs/limits.md", Change: "gained", Old: 0, New: 2},
			{Query: "broker", Note: "docs/adr/0002-queue.md", Change: "lost", Old: 1}},
		Recall: &review.Recall{Queries: 8, Top: 5, Old: 0.875, New: 0.75},
		Reviewers: []review.Reviewer{
			{Name: "@team/api", By: "owner", Notes: []string{"docs/limits.md", "docs/a.md", "docs/b.md"}},
			{Name: "Ada", By: "author", Notes: []string{"1.md", "2.md", "3.md", "4.md", "5.md"}},
		},
		Commits: []review.Commit{
			{ID: "2222222222222222", Author: "Ada", Subject: "Raise the limit", Agents: []string{"Scribe"}},
			{ID: "4444444444444444", Author: "Bob", Subject: "Rename"},
		},
		NotJudged: []string{"the saved queries of the change: line 3 is no query"},
	}
}

func saying(path string, line int, text string) *review.Wording {
	return &review.Wording{Path: path, Line: line, Col: 1, EndLine: line, Heading: []string{"Limits", "Retries"}, Text: text}
}

func found(
	scope string, level validate.Severity, path string, line int, text, other string, otherLine int, otherText string,
) review.ScopedFinding {
	f := review.ScopedFinding{
		Scope: scope,
		Finding: validate.Finding{Rule: "contradiction", Severity: level, Fingerprint: "0123456789abcdef", Message: "says something else",
			Place: validate.Place{Path: path, Line: line, Col: 1, EndLine: line, Text: text}},
	}
	if other != "" {
		f.Related = []validate.Place{{Path: other, Line: otherLine, Col: 1, EndLine: otherLine, Text: otherText}}
		f.Suggestion, f.Explanation, f.Energy = "Say which one holds.", "value, S 0.90", 0.8
	}
	if scope == review.InBranch {
		f.Branch = "feature"
	}
	if text == "" && scope == review.InChange {
		f.Waived = "known, see #4"
	}
	return f
}

func TestEverydayReview(t *testing.T) {
	link := ForgeLink("https://forge.example/team/kb", false)
	for name, write := range map[string]func(io.Writer) error{
		"everyday.txt":     func(w io.Writer) error { return Text(w, everyday(), Options{}) },
		"everyday-all.txt": func(w io.Writer) error { return Text(w, everyday(), Options{All: true, Waived: true, Explain: true}) },
		"everyday.md":      func(w io.Writer) error { return Markdown(w, everyday(), Options{}, 0) },
		"everyday-all.md": func(w io.Writer) error {
			return Markdown(w, everyday(), Options{All: true, Waived: true, Link: link}, 0)
		},
	} {
		golden(t, name, written(t, write))
	}
}

// The body of the page is held; its head, which says how it looks, is not.
func TestEverydayPage(t *testing.T) {
	page := written(t, func(w io.Writer) error { return Page(w, everyday(), Options{}) })
	body := page[strings.Index(page, "<h1>"):strings.Index(page, "</body>")]
	from, to := strings.Index(body, "<svg"), strings.Index(body, "</svg>")
	if from < 0 || to < from {
		t.Fatal("no picture of the notes that depend on the change")
	}
	golden(t, "everyday.html", body[:from]+body[to:])

	all := written(t, func(w io.Writer) error { return Page(w, everyday(), Options{Waived: true}) })
	if strings.Contains(page, "known, see #4") || !strings.Contains(all, "known, see #4") {
		t.Error("waived findings are shown unasked, or not when asked")
	}
}

// Every form names the work tree where what is not committed is reviewed, and links to no commit for it.
func TestReviewOfTheWorkTree(t *testing.T) {
	r := everyday()
	r.Range.WorkTree = true
	link := ForgeLink("https://forge.example/team/kb", false)
	for name, text := range map[string]string{
		"text":     written(t, func(w io.Writer) error { return Text(w, r, Options{}) }),
		"markdown": written(t, func(w io.Writer) error { return Markdown(w, r, Options{Link: link}, 0) }),
		"page":     written(t, func(w io.Writer) error { return Page(w, r, Options{}) }),
	} {
		if !strings.Contains(text, "main..work tree") || strings.Contains(text, "main..limits") {
			t.Errorf("%s does not say that it is of the work tree", name)
		}
		if strings.Contains(text, "forge.example") {
			t.Errorf("%s links to lines that are in no commit", name)
		}
	}
}

// A review of nothing says so in one line, without empty parts.
func TestReviewWithoutContent(t *testing.T) {
	r := &review.Review{Range: review.Range{BaseName: "main", HeadName: "HEAD", Head: "abc"}, Verdict: review.Clean}
	text := written(t, func(w io.Writer) error { return Text(w, r, Options{}) })
	want := "review of main..HEAD: clean, risk 0.00\n0 notes: 0 added, 0 removed, 0 changed, 0 reworded, 0 moved statements; 0 errors, " +
		"0 warnings\n"
	if text != want {
		t.Errorf("%q, want %q", text, want)
	}
	comment := written(t, func(w io.Writer) error { return Markdown(w, r, Options{}, 0) })
	if strings.Contains(comment, "####") || strings.Contains(comment, "details") ||
		!strings.HasSuffix(comment, "<sub>0 commits, head `abc`</sub>\n") {
		t.Errorf("parts of nothing:\n%s", comment)
	}
	if page := written(t, func(w io.Writer) error { return Page(w, r, Options{}) }); strings.Contains(page, "<h2>") ||
		strings.Contains(page, "<svg") {
		t.Errorf("parts of nothing:\n%s", page)
	}
}

// manyOf is a review in which everything comes n times.
func manyOf(n int) *review.Review {
	r := everyday()
	r.Dependents, r.Queries = nil, nil
	gone := review.Gone{Name: "session-broker", Source: "notes", Path: "docs/arch.md", Line: 12, Total: n}
	for i := range n {
		path := fmt.Sprintf("docs/n%02d.md", i)
		gone.Notes = append(gone.Notes, review.Naming{Path: path, Line: 7})
		r.Dependents = append(r.Dependents, review.Dependent{Path: path, On: "docs/limits.md", Relation: "links to", Line: i + 1})
		r.Queries = append(r.Queries,
			review.Query{Query: fmt.Sprintf("question %d", i), Note: path, Change: "moved up", Old: i + 2, New: i + 1})
	}
	r.Gone = []review.Gone{gone}
	return r
}

// Long lists are cut for a reader, and say by how much.
func TestLongLists(t *testing.T) {
	text := func(n int, all bool) string {
		return written(t, func(w io.Writer) error { return Text(w, manyOf(n), Options{All: all}) })
	}
	comment := func(n int, all bool) string {
		return written(t, func(w io.Writer) error { return Markdown(w, manyOf(n), Options{All: all}, 0) })
	}
	for _, tt := range []struct {
		name                      string
		got                       string
		gone, dependents, queries int
	}{
		{"as many as are shown", text(10, false), 10, 10, 10},
		{"cut", text(13, false), 10, 10, 10},
		{"all", text(13, true), 13, 13, 13},
		{"comment", comment(30, false), 10, 30, 30},
		{"cut comment", comment(40, false), 10, 30, 30},
		{"whole comment", comment(40, true), 40, 40, 40},
	} {
		for part, want := range map[string]int{".md:7": tt.gone, " links to ": tt.dependents, "question ": tt.queries} {
			n := strings.Count(tt.got, part)
			if part == ".md:7" {
				n -= strings.Count(tt.got, ".md:7 links") + strings.Count(tt.got, ".md:7` links")
			}
			if n != want {
				t.Errorf("%s: %d of %q, want %d", tt.name, n, part, want)
			}
		}
	}
	if cut := text(13, false); strings.Count(cut, "… and 3 more (--all)") != 3 ||
		!strings.Contains(cut, "  session-broker is gone (docs/arch.md:12): 13 notes still say it\n    docs/n00.md:7\n") {
		t.Errorf("what is left out, or gone:\n%s", cut)
	}
	if cut := comment(40, false); strings.Count(cut, "and 10 more") != 2 || strings.Count(cut, "and 30 more") != 1 ||
		!strings.Contains(cut, "- `session-broker` is gone (`docs/arch.md:12`): 40 notes still say it\n  - `docs/n00.md:7`\n") {
		t.Errorf("the comment does not say what it leaves out:\n%s", cut)
	}
}

// A note that is put out of force is told with those that lead to it, once.
func TestGoneNotes(t *testing.T) {
	r := everyday()
	r.Gone = []review.Gone{{Name: "Old way", Now: "docs/new.md", Source: "note", Path: "docs/old.md", Line: 1, Total: 1,
		Notes: []review.Naming{{Path: "docs/n.md", Line: 3}}}, {Name: "--ttl", Now: "--lifetime", Source: "notes", Path: "docs/a.md"}}
	r.Dependents = []review.Dependent{{Path: "docs/n.md", On: "docs/old.md", Relation: "links to", Line: 3}}
	text := written(t, func(w io.Writer) error { return Text(w, r, Options{}) })
	if !strings.Contains(text, "  Old way is superseded by docs/new.md (docs/old.md:1): 1 note leads there\n    docs/n.md:3\n") ||
		!strings.Contains(text, "--ttl is now --lifetime (docs/a.md): 0 notes") || strings.Contains(text, "Depends on") {
		t.Error(text)
	}
}

func TestShortenKeepsWholeCharacters(t *testing.T) {
	if s := strings.Repeat("ü", 300); shorten(s) != s {
		t.Error("a text of 300 characters is cut")
	}
	if got, want := shorten(strings.Repeat("ü", 301)), strings.Repeat("ü", 299)+"…"; got != want {
		t.Errorf("%q", got)
	}
}

// A part that does not fit is left out whole, and the parts after it that do fit are still there.
func TestCommentGrowsByWholeParts(t *testing.T) {
	m := &comment{left: 10}
	for _, tt := range []struct {
		text string
		fits bool
	}{{"12345", true}, {"123456", false}, {"üäöß5", true}, {"1", false}} {
		if got := m.block(tt.text); got != tt.fits {
			t.Errorf("%q fits: %v", tt.text, got)
		}
	}
	if m.b.String() != "12345üäöß5" || m.cut != 2 || m.left != 0 {
		t.Errorf("%q, %d cut, %d left", m.b.String(), m.cut, m.left)
	}
}

// The picture has at most as many notes as can be told apart, and those that depend on none of them
// are not in it.
func TestPictureIsBounded(t *testing.T) {
	r := everyday()
	r.Notes = nil
	for i := range 2 * pictureNotes {
		r.Notes = append(r.Notes, review.Note{Path: fmt.Sprintf("n%d.md", i), Kind: "doc"})
	}
	r.Dependents = []review.Dependent{{Path: "d.md", On: "n1.md", Relation: "links to"}}
	v := &pageView{R: r}
	if v.picture(&Options{}); v.Picture != "" {
		t.Error("a picture without a place for who depends")
	}
	r.Notes = r.Notes[:pictureNotes-1]
	r.Dependents = append(r.Dependents, review.Dependent{Path: "e.md", On: "n2.md"}, review.Dependent{Path: "f.md", On: "unknown.md"})
	v.picture(&Options{})
	if picture := string(v.Picture); !strings.Contains(picture, "d.md") || strings.Contains(picture, "e.md") ||
		strings.Contains(picture, "f.md") {
		t.Error("not the notes that fit")
	}
}
