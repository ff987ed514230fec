package desk

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/9aea2451/kb/cmd/kb/internal/userconfig"
	"github.com/9aea2451/kb/index"
	"github.com/9aea2451/kb/kb/category"
	"github.com/9aea2451/kb/kb/gittest"
	"github.com/9aea2451/kb/kb/opinion"
	"github.com/9aea2451/kb/kb/stale"
	"github.com/9aea2451/kb/kb/validate"
	"github.com/9aea2451/kb/model/encoder/encodertest"
	"github.com/9aea2451/kb/model/local"
)

// Errors name what they are about; a commit is named by its first digits.
func TestErrorsInWords(t *testing.T) {
	const commit = "0123456789abcdef"
	cause := errors.New("no index")
	for want, err := range map[string]error{
		"the history has not been read as far as HEAD":            &BehindError{},
		"the history has not been read as far as 0123456789":      &BehindError{commit},
		"where a.md comes from is not known: objects are missing": &MissingError{"a.md"},
		"a.md is not committed yet":                               &UncommittedError{"a.md"},
		"a.md is gone":                                            &GoneError{"a.md"},
		"the tree of 0123456789 is not indexed":                   &NotIndexedError{commit, cause},
		"no index":                                                &NotIndexedError{"", cause},
		"there is no commit on or before 2026-01-01":              &BeforeError{"2026-01-01", cause},
		"line 9 is beyond the end, line 7":                        &BeyondError{9, 7},
	} {
		if err.Error() != want {
			t.Errorf("%q, want %q", err, want)
		}
	}
	if !(&LogEntry{Parents: []string{"a", "b"}}).Merge() || (&LogEntry{Parents: []string{"a"}}).Merge() {
		t.Error("a merge has two parents")
	}
}

// A run of collecting supersedes no note twice, nor by one that it supersedes itself.
func TestDuplicatesOfDuplicates(t *testing.T) {
	g := &collector{answer: &Collected{Duplicates: []Duplicate{
		{Older: "a", Newer: "b"}, {Older: "a", Newer: "c"}, {Older: "d", Newer: "a"}, {Older: "b", Newer: "e"},
		{Older: "f", Newer: "g", Kept: "f is pinned"},
		{Older: "f", Newer: "h"},
	}}}
	g.onceEach()
	want := []string{"", "a is superseded already by this run", "a is superseded by this run: ask again after it", "", "f is pinned", ""}
	for i, d := range g.answer.Duplicates {
		if d.Kept != want[i] {
			t.Errorf("%s by %s: %q, want %q", d.Older, d.Newer, d.Kept, want[i])
		}
	}
}

// Which of two notes is the older one is told by their commits, then by their dates, links and paths.
func TestWhichNoteIsOlder(t *testing.T) {
	g := &collector{now: noon(), touched: map[string]time.Time{
		"early": noon().AddDate(0, 0, -9), "late": noon().AddDate(0, 0, -1), "same1": noon().AddDate(0, 0, -2),
		"same2": noon().AddDate(0, 0, -2),
	}}
	rec := func(path, date string, in int) *index.NoteRecord {
		r := &index.NoteRecord{InLinks: in}
		r.Path, r.Date = path, date
		return r
	}
	for _, c := range []struct{ older, newer *index.NoteRecord }{
		{rec("early", "2026-03-30", 9), rec("late", "2026-01-01", 0)},
		{rec("late", "", 0), rec("not committed", "", 0)},
		{rec("same1", "2026-01-01", 9), rec("same2", "2026-01-02", 0)},
		{rec("same1", "2026-01-01", 1), rec("same2", "2026-01-01", 2)},
		{rec("same2", "", 0), rec("same1", "", 0)},
	} {
		for _, pair := range [][2]*index.NoteRecord{{c.older, c.newer}, {c.newer, c.older}} {
			if older, newer := g.inOrder(pair[0], pair[1]); older != c.older || newer != c.newer {
				t.Errorf("%s is older than %s", older.Path, newer.Path)
			}
		}
	}
}

// Of the contradictions that were found those are given that are asked for; what the second reader withdrew is counted.
func TestConflictsThatAreAskedFor(t *testing.T) {
	find := func(path, other, waived string, severity validate.Severity, second opinion.Verdict) validate.Finding {
		return validate.Finding{Place: validate.Place{Path: path}, Related: []validate.Place{{Path: other}}, Waived: waived,
			Severity: severity, SecondReader: second}
	}
	all := []validate.Finding{
		find("a", "b", "", validate.Error, ""), find("c", "a", "", validate.Warning, opinion.Compatible),
		find("c", "d", "", validate.Error, ""),
		find("a", "d", "agreed", validate.Error, ""), find("a", "e", "", validate.Info, opinion.Compatible),
	}
	for _, c := range []struct {
		req              ConflictsRequest
		paths            string
		total, withdrawn int
	}{
		{ConflictsRequest{}, "a-b c-a c-d", 3, 1},
		{ConflictsRequest{Waived: true}, "a-b c-a c-d a-d a-e", 5, 0},
		{ConflictsRequest{Note: "a"}, "a-b c-a", 2, 1},
		{ConflictsRequest{Note: "d", Waived: true}, "c-d a-d", 2, 0},
		{ConflictsRequest{Limit: 1}, "a-b", 3, 1},
		{ConflictsRequest{Limit: 9}, "a-b c-a c-d", 3, 1},
	} {
		var out Conflicts
		out.take(slices.Clone(all), &c.req)
		var paths []string
		for _, f := range out.Findings {
			paths = append(paths, f.Path+"-"+f.Related[0].Path)
		}
		if got := strings.Join(paths, " "); got != c.paths || out.Total != c.total || out.Withdrawn != c.withdrawn {
			t.Errorf("%+v: %s, %d, %d withdrawn", c.req, got, out.Total, out.Withdrawn)
		}
	}
}

// Categories of kb's own are listed when a note belongs to them; only notes after the summary are newer than it.
func TestCategoriesInUse(t *testing.T) {
	day := func(n int) time.Time { return noon().AddDate(0, 0, n) }
	notes := []CategoryNote{{Path: "old", When: day(-1)}, {Path: "same", When: day(0)}, {Path: "b", When: day(1)},
		{Path: "a", When: day(1)}, {Path: "c", When: day(2)}}
	of := func(d category.Definition, builtIn bool) *Category {
		return &Category{Group: &category.Group{Definition: d, BuiltIn: builtIn}, Touched: noon()}
	}
	own, used := of(category.Definition{Name: "own"}, true), of(category.Definition{Name: "used"}, true)
	used.Notes = notes[:1]
	mine := of(category.Definition{Name: "mine", Title: "My Own Things", Summary: "s.md"}, false)
	c := Categories{List: []*Category{own, used, mine}}
	if got := c.Used(); !slices.Equal(got, []*Category{used, mine}) || len(c.List) != 3 {
		t.Errorf("%+v", got)
	}
	if c.Named("my own things") != mine || c.Named("Mine") != mine || c.Named("yours") != nil {
		t.Error("a category goes by its name and its title")
	}
	silent := of(mine.Definition, false)
	silent.Touched = time.Time{}
	for want, c := range map[string]*Category{"c a b": mine, "": silent, " ": own} {
		var paths []string
		for _, n := range c.Newer(notes) {
			paths = append(paths, n.Path)
		}
		if got := strings.Join(paths, " "); got != strings.TrimSpace(want) {
			t.Errorf("newer than %+v: %s", c, got)
		}
	}
}

// The repository of a base is its top folder, and one that may be read.
func TestRepositoryOfABase(t *testing.T) {
	r := shop(t)
	outside := t.TempDir()
	docs, none := filepath.Join(r.Dir, "docs"), filepath.Join(outside, "no")
	for want, b := range map[string]userconfig.Base{
		"": {Name: "shop", Path: r.Dir, Scope: "team"},
		"it is personal, and your configuration does not say consent: true there (kb profile allow mine)": {
			Name: "mine", Path: r.Dir, Scope: "personal",
		},
		"there is no folder " + none:                                     {Name: "no", Path: none},
		docs + " is a folder of the repository " + r.Dir + ": name that": {Name: "docs", Path: docs},
	} {
		repo, err := Repository(t.Context(), b)
		if want == "" && (err != nil || repo.Root != r.Dir) || want != "" && (err == nil || err.Error() != want) {
			t.Errorf("%s: %v, want %q", b.Name, err, want)
		}
	}
	_, err := Repository(t.Context(), userconfig.Base{Name: "out", Path: outside})
	if err == nil || !strings.HasPrefix(err.Error(), outside+" is ") {
		t.Errorf("a folder in no repository: %v", err)
	}
}

// A symbol that a note cites and the code no longer has is found by what the change takes away, or by the history.
func TestLostSymbols(t *testing.T) {
	r := wine(t)
	tap := func(after string) {
		r.Change(map[string]string{"src/cellar.go": strings.Replace(cellar, "func (b *Barrel) Tap() {}", after, 1)})
	}
	d, _ := at(t, r, Options{Patient: true})
	lost := func(req ValidateRequest) string {
		t.Helper()
		got, err := d.Validate(t.Context(), req)
		if err != nil {
			t.Fatal(err)
		}
		var out []string
		for _, f := range got.Findings {
			if strings.Contains(f.Message, "Tap") {
				out = append(out, fmt.Sprintf("%s:%d %s", f.Path, f.Line, f.Message))
			}
		}
		return strings.Join(out, "\n")
	}
	if got := lost(ValidateRequest{}); got != "" {
		t.Errorf("before it is lost: %s", got)
	}
	tap("")
	work := lost(ValidateRequest{})
	if work != "README.md:5 symbol src/cellar.go#Barrel.Tap is gone: nothing with its body is left" {
		t.Errorf("in the work tree: %s", work)
	}
	if got := lost(ValidateRequest{Staged: true}); got != "" {
		t.Errorf("nothing is staged: %s", got)
	}
	r.Write("docs/more.md", "# More\n") // without a note in it what is staged is not judged
	r.Git("add", "-A")
	if got := lost(ValidateRequest{Staged: true}); got != work {
		t.Errorf("staged: %s, want %s", got, work)
	}
	r.Commit("Lose it")
	if got := lost(ValidateRequest{Range: "HEAD~1..HEAD"}); got != work {
		t.Errorf("in a range: %s, want %s", got, work)
	}
	s, err := d.Snapshot(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for symbol, was := range map[string]bool{"Barrel.Tap": true, "Never": false} {
		if g, err := d.Lost(t.Context(), s, "src/cellar.go", symbol); err != nil || g == nil || g.Was != was || g.Symbol != symbol {
			t.Errorf("%s: %+v, %v", symbol, g, err)
		}
	}
	if g, err := d.Lost(t.Context(), s, "src/cellar.go", "Fill"); g != nil || err != nil {
		t.Errorf("of one that is there: %+v, %v", g, err)
	}
}

// A model on the disk makes its vectors when it is told to, a few at a time, and searches have its list then.
func TestVectorsOfAModelOnTheDisk(t *testing.T) {
	home := t.TempDir()
	config, err := userconfig.Load(func(name string) string { return map[string]string{"HOME": home, "KB_EMBED_PROVIDER": "local"}[name] })
	if err != nil {
		t.Fatal(err)
	}
	if err := os.CopyFS(filepath.Join(home, "toy"), encodertest.Files()); err != nil {
		t.Fatal(err)
	}
	if _, err := local.Folder(config.ModelDir()).Add(t.Context(), filepath.Join(home, "toy")); err != nil {
		t.Fatal(err)
	}
	config.Models.Embed.Model = "toy"
	r := shop(t)
	d, v := atWith(t, r, Options{Patient: true}, config)
	if !d.HasModel() || v.HasList() || !d.Reranks() {
		t.Errorf("at first: model %v, list %v, reranks %v", d.HasModel(), v.HasList(), d.Reranks())
	}
	calls := 0
	name, texts, made, err := v.Embed(t.Context(), Making{Few: 2, On: func() bool { calls++; return calls <= 2 }})
	if err != nil || name == "" || texts == 0 || made == 0 || made > texts || v.HasList() {
		t.Errorf("ended early: %s, %d of %d, list %v, %v", name, made, texts, v.HasList(), err)
	}
	_, all, rest, err := v.Embed(t.Context(), Making{Few: 3})
	if err != nil || rest == 0 || rest != all-made || !v.HasList() {
		t.Errorf("went on: %d of %d after %d, list %v, %v", rest, all, made, v.HasList(), err)
	}
	if _, _, again, err := v.Embed(t.Context(), Making{Few: 3}); err != nil || again != 0 {
		t.Errorf("again: %d, %v", again, err)
	}
	a, err := v.Search(t.Context(), index.Query{Text: "green tea", Explain: true})
	if err != nil || len(a.Hits) == 0 || a.Hits[0].Factors["model_share"] == 0 {
		t.Errorf("%+v, %v", a, err)
	}
	_, other := at(t, gittest.New(t), Options{})
	_, _, _, err = other.Embed(t.Context(), Making{})
	if !errors.Is(err, ErrNoModel) || other.HasModel() || other.HasList() || other.Reranks() {
		t.Errorf("without a model: %v", err)
	}
}

// Reasons of the layers that are asked for count; a note that is known not to hold is left out unless it is named.
func TestSiftedDoubts(t *testing.T) {
	reasons := func(layers ...stale.Layer) (out []stale.Reason) {
		for _, l := range layers {
			out = append(out, stale.Reason{Layer: l})
		}
		return out
	}
	notes := []stale.Assessment{
		{Path: "a/sure.md", Score: .05, Reasons: reasons(stale.Explicit)}, {Path: "a/half.md", Score: .5, Reasons: reasons(stale.Explicit)},
		{Path: "b/half.md", Score: .5, Reasons: reasons(stale.Explicit)}, {Path: "b/bad.md", Score: .9, Reasons: reasons(stale.Explicit)},
		{Path: "b/none.md", Score: .95}, {Path: "b/gone.md", Score: 1, Inactive: "superseded", Reasons: reasons(stale.Explicit)},
		{Path: "b/run.md", Score: .7, Inactive: "expired", Reasons: reasons(stale.Explicit)},
	}
	zero, high := 0.0, .9
	for _, c := range []struct {
		r        StaleRequest
		want     string
		total    int
		inactive int
	}{
		{StaleRequest{}, "b/bad.md b/run.md a/half.md b/half.md", 4, 1},
		{StaleRequest{Least: &zero}, "b/bad.md b/run.md a/half.md b/half.md a/sure.md", 5, 1},
		{StaleRequest{Least: &high}, "b/bad.md", 1, 1},
		{StaleRequest{Limit: 1}, "b/bad.md", 4, 1},
		{StaleRequest{Limit: 9, Inactive: true}, "b/gone.md b/bad.md b/run.md a/half.md b/half.md", 5, 0},
	} {
		got := c.r.sift(slices.Clone(notes), .5)
		var paths []string
		for _, n := range got.Notes {
			paths = append(paths, n.Path)
		}
		if p := strings.Join(paths, " "); p != c.want || got.Total != c.total || got.Inactive != c.inactive || got.Judged != len(notes) {
			t.Errorf("%+v: %s, %d, %d inactive", c.r, p, got.Total, got.Inactive)
		}
	}
}
