package desk

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/9aea2451/kb/cmd/kb/internal/userconfig"
	"github.com/9aea2451/kb/index"
	"github.com/9aea2451/kb/kb/gittest"
	"github.com/9aea2451/kb/model"
	"github.com/9aea2451/kb/model/encoder/encodertest"
	"github.com/9aea2451/kb/model/local"
	"github.com/9aea2451/kb/model/modeltest"
)

// A note is like a problem by the identifiers and the wording that it shares, by its type, and as the search has it.
func TestScoreOfAProblem(t *testing.T) {
	p := NewProblem("BrewTime failed in tea_pot: leaves are burned", "gotcha")
	for _, c := range []struct {
		text, kind string
		score      float64
		want       float64
	}{
		{"Nothing alike.", "fact", .25, .25},
		{"Nothing alike.", "gotcha", .25, .55},
		{"It is brewtime that fails.", "fact", 0, .5},
		{"brewtime of the TEA_POT", "fact", .1, 1.1},
		{"The leaves are burned.", "fact", 0, .12}, // one of five runs of three words
		{"BrewTime failed in tea_pot: leaves are burned", "gotcha", 1, 2.9},
	} {
		h := index.Hit{}
		h.Text, h.Type, h.Score = c.text, c.kind, c.score
		if got := p.score(&h); got != c.want {
			t.Errorf("%q of type %s: %v, want %v", c.text, c.kind, got, c.want)
		}
	}
	h := index.Hit{}
	h.Text, h.Score = "quite other words", .5
	if got := NewProblem("it broke again").score(&h); got != .5 {
		t.Errorf("without an identifier: %v", got)
	}
}

// A state of work can go when its branch is gone; those of branches that are there stay, and so do other notes.
func TestWorkOfBranchesThatAreGone(t *testing.T) {
	r := gittest.New(t)
	state := func(kind, branch string) string {
		return fmt.Sprintf("---\nkind: memory\ntype: %s\nbranch: %s\n---\n# Work on %[2]s\n\nHalf done: %[2]s.\n", kind, branch)
	}
	dir := ".memory/memories/"
	r.Write(dir+"here.md", state("work_state", "main"), dir+"gone.md", state("work_state", "feature/cups"),
		dir+"other.md", state("fact", "feature/cups"), dir+"none.md", strings.Replace(state("work_state", "x"), "branch: x\n", "", 1),
		dir+"held.md", strings.Replace(state("work_state", "feature/tea"), "type:", "pinned: true\ntype:", 1))
	r.Commit("Begin", gittest.Date("2026-03-01T10:00:00Z")...)
	d, v := at(t, r, Options{Patient: true})
	found, err := v.Collect(t.Context(), pastOf(t, d), CollectRequest{NoData: true})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, p := range found.Prunable {
		got = append(got, strings.TrimPrefix(p.Path, dir)+": "+p.Why+", "+p.Kept)
	}
	slices.Sort(got)
	want := []string{"gone.md: its branch feature/cups is gone, ", "held.md: its branch feature/tea is gone, is pinned"}
	if !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}

// What is left alone for so many days is for the summary when it is hardly opened, and for the archive when nobody opened it.
func TestOldNotes(t *testing.T) {
	r := gittest.New(t)
	r.Write("read.md", told("", 1), "unread.md", told("", 2), "lately.md", told("", 3))
	r.Commit("Begin", gittest.Date("2026-01-01T12:00:00Z")...) // ninety days before noon
	r.Write("young.md", told("", 4))
	r.Commit("Go on", gittest.Date("2026-03-02T12:00:00Z")...) // thirty days before
	r.Write("new.md", told("", 5))
	d, v := at(t, r, Options{Patient: true})
	seek(t, d, 100, "matter", []string{"read.md", "unread.md"}, "read.md")
	seek(t, d, 40, "matter", []string{"read.md", "lately.md"}, "read.md", "lately.md")
	for _, c := range []struct {
		old          Old
		fold, unread string
	}{
		{Old{FoldDays: 29, FoldReads: 1}, "unread.md young.md", ""},
		{Old{FoldDays: 30, FoldReads: 1}, "unread.md", ""},
		{Old{FoldDays: 30, FoldReads: 2}, "lately.md unread.md", ""},
		{Old{FoldDays: 89, FoldReads: 3}, "lately.md read.md unread.md", ""},
		{Old{FoldDays: 90, FoldReads: 3}, "", ""},
		{Old{ArchiveDays: 29}, "", "lately.md read.md unread.md young.md"},
		{Old{ArchiveDays: 39}, "", "lately.md read.md unread.md"},
		{Old{ArchiveDays: 41}, "", "unread.md"},
		{Old{ArchiveDays: 90}, "", ""},
	} {
		found, err := v.Collect(t.Context(), pastOf(t, d), CollectRequest{NoData: true, Old: c.old})
		if err != nil {
			t.Fatal(err)
		}
		names := func(of []Prunable) string {
			var out []string
			for _, p := range of {
				out = append(out, p.Path)
			}
			slices.Sort(out)
			return strings.Join(out, " ")
		}
		if fold, unread := names(found.Fold), names(found.Unread); fold != c.fold || unread != c.unread {
			t.Errorf("%+v: fold %q, unread %q (%s, %s)", c.old, fold, unread, found.UnknownFold, found.UnknownUnread)
		}
	}
}

// Links are counted by what they lead to; those out of the repository are none of its.
func TestLinksInFigures(t *testing.T) {
	r := gittest.New(t)
	r.Write("a.md", "# A\n\n[b](b.md), [[twin]], [[none]], [web](https://example.org), [[their:x]].\n", "b.md", "# B\n",
		"x/twin.md", "# Twin\n", "y/twin.md", "# Twin\n", "alone.md", "# Alone\n", "old.md", "---\nstatus: archived\n---\n# Old\n")
	r.Commit("Begin")
	d, v := at(t, r, Options{})
	s, err := v.Stats(t.Context(), pastOf(t, d), StatsRequest{Days: 1, NoStale: true})
	if want := (LinkHealth{Total: 3, Broken: 1, Ambiguous: 1, Orphans: 3}); err != nil || s.Links != want {
		t.Errorf("%+v, want %+v; %v", s.Links, want, err)
	}
}

// A section is found behind a beginning that has no heading, and an error lists the headings alone.
func TestSectionBehindABeginning(t *testing.T) {
	text := Text{Ref{Path: "a.md", Heading: "Two"}, []byte("Before any heading.\n\n# One\n\n1\n\n# Two\n\n2\n"), ""}
	if s, err := text.Section(text.Source); err != nil || s.StartLine != 7 || s.EndLine != 9 || s.Anchor != "two" {
		t.Errorf("%+v, %v", s, err)
	}
	text.Heading = "Three"
	if _, err := text.Section(text.Source); fmt.Sprint(err.(*SectionError).Headings) != "[One Two]" {
		t.Errorf("%+v", err)
	}
}

// What a model answered is kept in the clone, unless it is to be forgotten or kept elsewhere.
func TestAnswersAreKept(t *testing.T) {
	s, end := modeltest.Start()
	defer end()
	s.Say = func(string, string) string { return "yes" }
	d, _ := at(t, gittest.New(t), Options{})
	if chat, err := d.Chat(model.Use{}); chat != nil || err != nil {
		t.Errorf("without a model: %v, %v", chat, err)
	}
	config := &userconfig.Config{}
	config.Models.Chat = userconfig.Model{Provider: "ollama", Model: "toy", URL: s.URL}
	d.Configure(config)
	elsewhere := t.TempDir()
	for i, use := range []model.Use{{Forget: true}, {Kept: model.KeepIn(elsewhere)}, {}, {}} {
		chat, err := d.Chat(use)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := chat.Answer(t.Context(), model.Prompt{User: "Is it so?"}); err != nil {
			t.Fatal(err)
		}
		_, here := os.Stat(filepath.Join(d.Repo.StateDir(), "answers"))
		there, _ := os.ReadDir(elsewhere)
		if asked := len(s.Requests()); (here == nil) != (i > 1) || (len(there) > 0) != (i > 0) || asked != min(i+1, 3) {
			t.Errorf("%d: kept here %v, %d files elsewhere, %d requests", i, here == nil, len(there), asked)
		}
	}
}

// A search that had to do without the list of a model on the disk makes it behind the answer, if nearly all vectors are kept.
func TestListIsMadeBehindTheAnswer(t *testing.T) {
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
	visit := func(do func(v *View)) (had bool) {
		t.Helper()
		d, v := atWith(t, r, Options{Patient: true}, config)
		had = v.HasList()
		do(v)
		if err := d.Close(nil); err != nil {
			t.Fatal(err)
		}
		return had
	}
	search := func(v *View) {
		t.Helper()
		if _, err := v.Search(t.Context(), index.Query{Text: "green tea"}); err != nil {
			t.Fatal(err)
		}
	}
	none := func(*View) {}
	if shares, ok := (&Desk{}).Shares(); ok {
		t.Errorf("no model has a share: %+v", shares)
	}
	visit(func(v *View) {
		shares, ok := v.Shares()
		if shares.First *= 2; !ok {
			t.Error("the model has no share")
		}
		if v.SetShares(shares); v.shares != shares {
			t.Errorf("%+v", v.shares)
		}
		search(v)
	})
	embed := func(v *View) {
		if _, _, made, err := v.Embed(t.Context(), Making{Few: 3}); err != nil || made == 0 {
			t.Fatalf("%d made, %v", made, err)
		}
	}
	if visit(embed) {
		t.Error("a list is made of no vectors")
	}
	if !visit(none) {
		t.Error("the list is not kept")
	}
	r.Write("docs/more.md", "# More\n\nOne note more.\n")
	if visit(none) || visit(search) || !visit(none) {
		t.Error("after an edit the list is not made behind a search")
	}
}

// What goes together with a note of another base has the name of that base before it.
func TestCompanyInAnotherBase(t *testing.T) {
	_, one := at(t, shop(t), Options{Patient: true})
	_, two := at(t, shop(t), Options{Patient: true})
	v := Joined([]Base{{Name: "here", Scope: "project", Here: true, View: one}, {Name: "there", Scope: "team", View: two}})
	for path, file := range map[string]string{"docs/mugs.md": "brew.go", "there:docs/mugs.md": "there:brew.go"} {
		got, err := v.Related(t.Context(), path, 3)
		if err != nil || len(got.Files) != 1 || got.Files[0].Path != file || got.Note != path {
			t.Errorf("%s: %+v, %v", path, got, err)
		}
		tea := strings.Replace(file, "brew.go", "docs/tea.md", 1)
		if facts := got.Facts(tea); len(facts) != 1 || facts[0] != "changed together in 2 commits" {
			t.Errorf("%s and %s: %q", path, tea, facts)
		}
	}
}
