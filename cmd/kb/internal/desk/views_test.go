package desk

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/9aea2451/kb/cmd/kb/internal/userconfig"
	"github.com/9aea2451/kb/index"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/kb/gittest"
	"github.com/9aea2451/kb/kb/usage"
	"github.com/9aea2451/kb/kb/validate"
)

// Words of a problem are taken for code by their letters, digits, dots and length.
func TestWordsThatLookLikeCode(t *testing.T) {
	long := strings.Repeat("a1", 40)
	for text, want := range map[string]string{
		"a.b.c abc1 ab1":        "a.b.c abc1", // at least four characters
		long + " " + long + "x": long,         // at most eighty
		"Word word wOrd":        "wOrd",
		"file.go .hidden end.":  "file.go",
		"v.1 1234 12.34 1.2b":   "1.2b",
		"x::y a/b one_two":      "x::y one_two",
		"abc1 abc1 (abc1)":      "abc1",
	} {
		if got := strings.Join(identifiers(text), " "); got != want {
			t.Errorf("%q has %q, want %q", text, got, want)
		}
	}
	for word, want := range map[string]bool{"a.b": true, ".ab": false, "ab.": false, "1.2": false, "a1": true, "aB": true, "Ab": false} {
		if looksLikeCode(word) != want {
			t.Errorf("%q looks like code: %v", word, !want)
		}
	}
	many := ""
	for i := range maxNames + 5 {
		many += fmt.Sprintf("name_%d ", i)
	}
	if got := identifiers(many); len(got) != maxNames || got[maxNames-1] != "name_29" {
		t.Errorf("%d of many: %q", len(got), got)
	}
}

// The gist of a decision is what was decided, where that does not stand at its beginning; other notes have none.
func TestOpenings(t *testing.T) {
	r := gittest.New(t)
	filler := strings.Repeat("Tins were used for years. ", 60) + "\n"
	adr := "---\nkind: decision\nstatus: accepted\n---\n"
	r.Write("long.md", adr+"# Jars\n\n## Context\n\n"+filler+"\n## Decision\n\nWe use jars.\n",
		"short.md", adr+"# Lids\n\n## Context\n\nIt dries.\n\n## Decision\n\nWe use lids.\n",
		"doc.md", "# Doc\n\n## Context\n\n"+filler+"\n## Decision\n\nNone was made.\n",
		"open.md", adr+"# Open\n\n"+filler)
	_, v := at(t, r, Options{})
	for _, c := range []struct {
		path       string
		whole      bool
		headings   string
		start, end int
		text       string // how it begins and ends
	}{
		{"long.md", false, "Jars/Decision", 11, 14, "## Decision … jars."},
		{"short.md", false, "", 5, 14, "# Lids … lids."},
		{"doc.md", false, "", 1, 5, "# Doc … for"},
		{"open.md", false, "", 5, 7, "# Open … Tins"},
		{"long.md", true, "Jars/Decision", 5, 14, "# Jars … jars."},
	} {
		o, err := v.Opening(t.Context(), c.path, c.whole)
		if err != nil {
			t.Fatal(err)
		}
		first, last := strings.SplitN(o.Text, "\n", 2)[0], o.Text[strings.LastIndexAny(o.Text, " \n")+1:]
		if got := first + " … " + last; got != c.text || o.StartLine != c.start || o.EndLine != c.end ||
			strings.Join(o.Headings, "/") != c.headings || o.Record == nil {
			t.Errorf("%s: %d-%d %q %s", c.path, o.StartLine, o.EndLine, o.Headings, got)
		}
	}
	r.Write("new.md", "# New\n\nBrand new.\n")
	if _, err := v.Opening(t.Context(), "new.md", false); err == nil {
		t.Error("a note that is not indexed is found")
	}
}

// Of a line of succession all decisions are told, whichever of them was found, and none twice.
func TestLinesOfSuccession(t *testing.T) {
	r := gittest.New(t)
	r.Write("docs/plain.md", "# Plain\n\nSee [one](../adr/01.md).\n")
	for i := 1; i <= maxChain+2; i++ {
		relation := ""
		if i > 1 {
			relation = fmt.Sprintf("relations:\n  - {type: supersedes, target: %02d.md}\n", i-1)
		}
		r.Write(fmt.Sprintf("adr/%02d.md", i),
			fmt.Sprintf("---\nkind: decision\n%s---\n# Number %d\n\nMatter%[2]d is decided.\n", relation, i))
	}
	_, v := at(t, r, Options{})
	for _, c := range []struct {
		topic string
		lines string
	}{
		{"matter1", "01 02 03 04 05 06 07 08 09 10 11 12"},
		{"matter14", "03 04 05 06 07 08 09 10 11 12 13 14"},
	} {
		d, err := v.Decisions(t.Context(), c.topic, 1)
		if err != nil || !d.Known || len(d.Hits) != 1 {
			t.Fatalf("%s: %+v, %v", c.topic, d, err)
		}
		var got []string
		for _, l := range d.Lines {
			got = append(got, strings.TrimSuffix(strings.TrimPrefix(l.Path, "adr/"), ".md"))
		}
		if strings.Join(got, " ") != c.lines {
			t.Errorf("%s: %q", c.topic, got)
		}
	}
	_, none := at(t, wine(t), Options{})
	if d, err := none.Decisions(t.Context(), "racks", 3); err != nil || d.Known || len(d.Lines) > 0 {
		t.Errorf("where nothing was decided: %+v, %v", d, err)
	}
}

// The lines of a section come from the newest commit among them; what is not committed is said beside it.
func TestWhereASectionComesFrom(t *testing.T) {
	r := shop(t)
	_, v := at(t, r, Options{Patient: true})
	text, err := os.ReadFile(filepath.Join(r.Dir, "docs/tea.md"))
	if err != nil {
		t.Fatal(err)
	}
	for lines, want := range map[[2]int]string{
		{1, 11}: "2026-03-04 false", {1, 1}: "2026-03-01 false", {7, 7}: "2026-03-02 false", {3, 7}: "2026-03-04 false",
		{11, 11}: "2026-03-01 false",
		{0, 1}:   "", {11, 12}: "", {7, 6}: "",
	} {
		p, got := v.SectionProvenance(t.Context(), "docs/tea.md", text, lines[0], lines[1]), ""
		if p != nil {
			got = fmt.Sprintf("%s %v", p.Date, p.Changed)
		}
		if got != want {
			t.Errorf("lines %v: %q, want %q", lines, got, want)
		}
	}
}

// The use of a note follows a move that the index finds, unless use is not recorded.
func TestUseFollowsMoves(t *testing.T) {
	for _, untracked := range []string{"", "KB_NO_TRACK"} {
		r := gittest.New(t)
		r.Write("a.md", told("", 1), "b.md", told("", 2))
		d, _ := looking(t, r, Options{Untracked: untracked})
		looked(t, d)
		seek(t, d, 0, "matter", []string{"a.md"}, "a.md")
		if err := os.Rename(filepath.Join(r.Dir, "a.md"), filepath.Join(r.Dir, "moved.md")); err != nil {
			t.Fatal(err)
		}
		looked(t, d)
		u, err := usage.Look(d.Repo.StateDir())
		if err != nil {
			t.Fatal(err)
		}
		counts, err := u.Counts(t.Context())
		u.Close()
		if err != nil {
			t.Fatal(err)
		}
		want := map[string]string{"": "moved.md", "KB_NO_TRACK": "a.md"}[untracked]
		if len(counts.All) != 1 || counts.All[0].Note.Path != want || counts.All[0].Opened != 1 {
			t.Errorf("untracked %q: %+v, want that of %s", untracked, counts.All, want)
		}
	}
}

// Renames are followed to the end, also where names come again; very many are not.
func TestRenamesInCircles(t *testing.T) {
	r := gittest.New(t)
	r.Write("a.md", told("", 1))
	r.Commit("Begin")
	move := func(from, to string) {
		t.Helper()
		r.Git("mv", from, to)
		r.Commit("Move")
	}
	move("a.md", "b.md")
	move("b.md", "a.md")
	move("a.md", "c.md")
	for i := range maxRenames {
		from := "c.md"
		if i > 0 {
			from = fmt.Sprintf("c%02d.md", i-1)
		}
		move(from, fmt.Sprintf("c%02d.md", i))
	}
	d, _ := at(t, r, Options{Patient: true})
	p := pastOf(t, d)
	last := fmt.Sprintf("c%02d.md", maxRenames-1)
	for from, want := range map[string][2]string{
		"a.md": {"c.md", "c.md"}, "b.md": {"c.md", "c.md"}, "c.md": {"c.md", ""}, "c00.md": {last, last}, "c18.md": {last, last},
	} {
		if from == "c.md" {
			want = [2]string{last, last}
		}
		if to, err := p.WhereTo(t.Context(), from, map[string]bool{want[0]: true}); to != want[1] || err != nil {
			t.Errorf("%s went to %q, %v; want %q", from, to, err, want[1])
		}
	}
	if to, err := p.WhereTo(t.Context(), "b.md", map[string]bool{"none.md": true}); to != "" || err != nil {
		t.Errorf("nowhere: %q, %v", to, err)
	}
}

// What no reference leads to is garbage: the index of a commit that is gone, and the texts that only it had.
func TestGarbageOfLostCommits(t *testing.T) {
	r := gittest.New(t)
	r.Write("a.md", told("", 1))
	r.Commit("Begin")
	r.Git("checkout", "-q", "-b", "side")
	r.Write("side.md", told("", 2))
	side := r.Commit("Aside")
	r.Git("checkout", "-q", "main")
	d, v := at(t, r, Options{Patient: true})
	past, err := d.Look(t.Context(), Moment{Commit: side})
	if err != nil {
		t.Fatal(err)
	}
	if paths := past.Searcher.Paths(); !slices.Equal(paths, []string{"a.md", "side.md"}) {
		t.Errorf("%q", paths)
	}
	past.Close()
	seek(t, d, 40, "matter", []string{"a.md"}, "a.md")
	seek(t, d, 29, "matter", []string{"a.md"})
	collect := func(apply bool) *Collected {
		t.Helper()
		found, err := v.Collect(t.Context(), pastOf(t, d), CollectRequest{NoNotes: true, Apply: apply})
		if err != nil {
			t.Fatal(err)
		}
		return found
	}
	if g := collect(false); !g.Index.Empty() || g.Metrics != 2 {
		t.Errorf("while the branch is there: %+v, %d events", g.Index, g.Metrics)
	}
	r.Git("branch", "-q", "-D", "side")
	r.Git("reflog", "expire", "--expire=now", "--all")
	if g := collect(false); len(g.Index.Trees) != 1 || g.Index.Blobs != 1 || g.Metrics != 2 {
		t.Errorf("after it: %+v, %d events", g.Index, g.Metrics)
	}
	if g := collect(true); len(g.Index.Trees) != 1 || g.Metrics != 2 || !g.Applied {
		t.Errorf("collected: %+v, %d events", g.Index, g.Metrics)
	}
	if g := collect(false); !g.Index.Empty() || g.Metrics != 0 {
		t.Errorf("nothing is left: %+v, %d events", g.Index, g.Metrics)
	}
}

// Notes are read anew on another day, for some run out with it.
func TestViewsOnAnotherDay(t *testing.T) {
	r := gittest.New(t)
	r.Write("a.md", "---\nkind: memory\nvalid_until: 2026-04-01\n---\n# A\n")
	d, v := at(t, r, Options{})
	now := noon()
	d.Now = func() time.Time { return now }
	inactive := func() (string, *index.NoteRecord) {
		t.Helper()
		rec, err := v.Note(t.Context(), "a.md")
		if err != nil {
			t.Fatal(err)
		}
		return rec.Inactive, rec
	}
	first, rec := inactive()
	now = now.Add(11 * time.Hour)
	if why, same := inactive(); first != "" || why != "" || same != rec {
		t.Errorf("on its last day: %q, then %q", first, why)
	}
}

// The work tree of a bare repository is that of its last commit; a past view tells what stood in its own.
func TestTextsOfTrees(t *testing.T) {
	r := shop(t)
	d, _ := at(t, r, Options{})
	m, err := d.Moment(t.Context(), "HEAD~2")
	if err != nil {
		t.Fatal(err)
	}
	past, err := d.Look(t.Context(), m)
	if err != nil {
		t.Fatal(err)
	}
	defer past.Close()
	bare := filepath.Join(t.TempDir(), "bare.git")
	r.Git("clone", "-q", "--bare", r.Dir, bare)
	repo, err := kb.Open(t.Context(), bare, git.WithEnviron(r.Env))
	if err != nil {
		t.Fatal(err)
	}
	config := &userconfig.Config{}
	config.Models.Embed.Provider = "none"
	b, err := Open(t.Context(), repo, Options{Now: noon, Config: config}, false)
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close(nil)
	whole, err := b.Look(t.Context(), Moment{})
	if err != nil {
		t.Fatal(err)
	}
	defer whole.Close()
	for want, v := range map[string]*View{"Cups hold 200 ml.": past, "Mugs hold 300 ml.": whole} {
		text, err := v.Text(t.Context(), "docs/mugs.md")
		if err != nil || !strings.Contains(string(text.Source), want) {
			t.Errorf("%q, %v; want %q", text.Source, err, want)
		}
		if _, err := v.Text(t.Context(), "docs/new.md"); err == nil {
			t.Error("a file of another work tree is told")
		}
	}
}

// A finding that somebody accepted with a reason is counted, and told only to who asks.
func TestAcceptedFindings(t *testing.T) {
	r := gittest.New(t)
	r.Write("a.md", "# A\n\nSee [b](b.md) and [c](c.md).\n")
	r.Commit("Begin")
	d, _ := at(t, r, Options{})
	found, err := d.Validate(t.Context(), ValidateRequest{All: true})
	if err != nil || len(found.Findings) != 2 {
		t.Fatalf("%+v, %v", found, err)
	}
	r.Write(kb.WaiversFile, "waivers:\n"+found.Findings[0].Entry("known", "A", ""))
	for _, waived := range []bool{false, true} {
		got, err := d.Validate(t.Context(), ValidateRequest{All: true, Waived: waived})
		if err != nil || got.Waived != 1 || got.Errors+got.Warnings != 1 {
			t.Errorf("%+v, %v", got, err)
		}
		accepted := slices.ContainsFunc(got.Findings, func(f validate.Finding) bool { return f.Waived == "known" })
		if accepted != waived || len(got.Findings) != map[bool]int{false: 1, true: 2}[waived] {
			t.Errorf("asked for: %v, told: %+v", waived, got.Findings)
		}
	}
}
