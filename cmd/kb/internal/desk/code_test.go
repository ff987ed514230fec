package desk

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/9aea2451/kb/cmd/kb/internal/userconfig"
	"github.com/9aea2451/kb/index"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/gittest"
	"github.com/9aea2451/kb/kb/usage"
	"github.com/9aea2451/kb/markdown"
)

const cellar = `package cellar

// Fill fills a barrel. It stops at the brim.
func Fill(litres int) int { return litres }

type Barrel struct{}

func (b *Barrel) Tap() {}
`

// wine has notes that cite symbols, replace one another, and belong to categories within categories.
func wine(t *testing.T) *gittest.Repo {
	t.Helper()
	r := gittest.New(t)
	day := func(n int, message string) {
		r.Commit(message, gittest.Date(fmt.Sprintf("2026-03-%02dT10:00:00Z", n))...)
	}
	r.Write(
		"src/cellar.go", cellar,
		"README.md", "# Wine\n\nBarrels are filled by `src/cellar.go#Fill`, never by `src/cellar.go#Empty`.\n\n"+
			"Tap one with `src/cellar.go#Barrel.Tap`. "+
			"See `src/old.go#Gone`, [racking](docs/racking.md) and [[their:notes/corks.md]].\n",
		"docs/racking.md", "---\ncategory: racks\n---\n# Racking\n\nWine is racked off its lees twice each winter.\n",
		"docs/old.md", "---\ncategory: racks\nstatus: accepted\n---\n# Old racks\n\nRacks of oak carry forty bottles.\n",
		".memory/categories/wine.md", "---\nkind: summary\ntitle: Wine making\n"+
			"description: Grapes and lees.\ntags: [lees]\n---\n# Wine making\n",
		".memory/categories/racks.md", "---\nkind: summary\ntitle: Racks\nparent: wine\ndescription: Where bottles lie.\n---\n# Racks\n",
	)
	day(1, "Begin")
	r.Write("docs/old.md", "---\ncategory: racks\nstatus: superseded\n---\n# Old racks\n\nRacks of oak carry forty bottles.\n",
		"docs/fleeting.md", "# Fleeting\n\nGone soon.\n")
	day(2, "Supersede")
	r.Write("docs/steel.md", "---\ncategory: racks\nrelations: [{type: supersedes, target: racking.md, strength: 0.9}, "+
		"{type: depends_on, target: old.md, strength: 0.3}]\n---\n# Steel racks\n\nRacks of steel carry ninety bottles.\n")
	r.Git("rm", "-q", "docs/fleeting.md")
	day(3, "Replace")
	return r
}

// What is told of symbols, of lives and of how notes hang together.
func TestTold(t *testing.T) {
	d, v := at(t, wine(t), Options{Patient: true})
	ctx, p := t.Context(), pastOf(t, d)
	var b strings.Builder
	tell := func(name string, answer any, err error) {
		t.Helper()
		if err != nil {
			t.Errorf("%s: %v", name, err)
			return
		}
		text, err := json.MarshalIndent(answer, "", " ")
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&b, "-- %s --\n%s\n", name, text)
	}
	links, err := v.Links(ctx, "README.md")
	tell("links", links, err)
	lives, steps, err := v.Lives(ctx, p)
	var told []any
	for _, n := range lives {
		told = append(told, []any{n.Life.Last().Path, n.Life.Removed(), n.Kind, n.Superseded})
	}
	tell("lives", []any{told, len(steps)}, err)
	for _, query := range []string{"how many bottles on racks of steel", "lees", "zzyzx"} {
		found, err := v.CategoriesFor(ctx, query)
		tell("categories for "+query, found, err)
	}
	all, err := v.Categories(ctx)
	if err != nil {
		t.Fatal(err)
	}
	tell("below wine", [][]CategoryNote{all.Below(all.Named("wine")), all.Below(all.Named("Racks"))}, nil)
	g, err := v.Graph(ctx, GraphRequest{})
	if err != nil {
		t.Fatal(err)
	}
	g, err = v.WithSymbols(ctx, g, []string{"README.md", "docs/steel.md"})
	tell("graph with symbols", g, err)
	typed := []string{"supersedes", "depends_on"}
	for _, req := range []GraphRequest{
		{Day: v.Now()}, {Day: v.Now(), Start: "docs/old.md", Types: typed}, {Types: typed, Strength: 0.9}, {Types: []string{"link"}},
	} {
		g, err := v.Graph(ctx, req)
		tell(fmt.Sprintf("graph from %q, %q, at least %v", req.Start, req.Types, req.Strength), g, err)
	}
	golden(t, "told.txt", rounded(strings.ReplaceAll(b.String(), `"score":`, `"share":`)))
}

func TestSymbolsOfFiles(t *testing.T) {
	_, v := at(t, wine(t), Options{Patient: true})
	s, data, ok, err := v.Symbol(t.Context(), "src/cellar.go", "Barrel.Tap")
	if err != nil || !ok || s.Path() != "Barrel.Tap" || string(data) != cellar {
		t.Errorf("%+v, %v, %v", s, ok, err)
	}
	var none *NoSymbolError
	if _, _, ok, err := v.Symbol(t.Context(), "src/cellar.go", "Fil"); ok || !errors.As(err, &none) || none.Near != "Fill" {
		t.Errorf("%v, %v", ok, err)
	}
	for _, file := range []string{"src/none.go", "docs/racking.md"} {
		if _, _, ok, err := v.Symbol(t.Context(), file, "Fill"); ok || err != nil {
			t.Errorf("%s: %v, %v", file, ok, err)
		}
	}
}

// Names of other bases are looked up in those that the configuration names, and in no other.
func TestElsewhere(t *testing.T) {
	theirs := gittest.New(t)
	theirs.Write("notes/corks.md", "# Corks\n")
	theirs.Commit("Begin")
	bare := t.TempDir()
	d, v := at(t, wine(t), Options{Patient: true})
	d.o.Config = &userconfig.Config{Bases: []userconfig.Base{
		{Name: "their", Path: theirs.Dir, Scope: "team"}, {Name: "mine", Path: theirs.Dir, Scope: userconfig.Personal},
		{Name: "away", Path: theirs.Dir + "/none", Scope: "team"}, {Name: "deep", Path: theirs.Dir + "/notes", Scope: "team"},
		{Name: "bare", Path: bare, Scope: "team"},
	}}
	d.o.Config.Models.Embed.Provider = "none"
	names := []string{"their:notes/corks.md", "their:corks", "their:notes/none.md", "mine:corks", "away:corks", "deep:corks", "bare:corks",
		"nobody:corks", "corks", "https://example.org"}
	found := d.Elsewhere(t.Context(), slices.Concat([]string{"corks"}, names, names)...)
	var got []string
	for _, name := range names {
		if e, ok := found[name]; ok {
			why := strings.NewReplacer(theirs.Dir, "DIR", bare, "BARE").Replace(e.Why)
			got = append(got, fmt.Sprintf("%s: %s %v %v %.34s", name, e.Path, e.File != "", e.Lost, why))
		}
	}
	want := []string{
		"their:notes/corks.md: notes/corks.md true false ",
		"their:corks: notes/corks.md true false ",
		"their:notes/none.md:  false true broken: base their: no such note: ",
		"mine:corks:  false false unknown: base mine: it is personal",
		"away:corks:  false false unknown: base away: there is no fo",
		"deep:corks:  false false unknown: base deep: DIR/notes is a",
		"bare:corks:  false false unknown: base bare: BARE is not in",
		"nobody:corks:  false false unknown: your configuration names ",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
	links := []index.LinkRecord{{Target: names[0], State: "external"}, {Target: names[2], State: "external"},
		{Target: names[3], State: "external"},
		{Target: names[1], State: "ok", To: "here.md"}, {Target: "https://example.org", State: "external"}}
	v.FollowElsewhere(t.Context(), links)
	var states []string
	for _, l := range links {
		states = append(states, l.State+" "+l.To)
	}
	if want := []string{"ok their:notes/corks.md", "broken ", "unknown ", "ok here.md", "external "}; !slices.Equal(states, want) {
		t.Errorf("links: %q", states)
	}
}

// A view of two bases knows whose a path is.
func TestPathsOfTwoBases(t *testing.T) {
	_, one := at(t, wine(t), Options{Patient: true})
	_, two := at(t, wine(t), Options{Patient: true})
	two.Behind = true
	v := Joined([]Base{{Name: "there", Scope: "team", View: two}, {Name: "here", Scope: "project", Here: true, View: one}})
	if !v.Behind || len(v.Bases()) != 2 || (*View)(nil).Bases() != nil || one.Bases() != nil {
		t.Error("the bases are not those that were joined")
	}
	for path, want := range map[string]string{
		"there:a.md": "two a.md true", "here:a.md": "one here:a.md false", "a.md": "one a.md false",
	} {
		of, there := v.Of(path)
		whose := map[*View]string{one: "one", two: "two"}[of]
		if got := fmt.Sprint(whose, " ", there, " ", of == two); got != want || v.Foreign(path) != (of == two) {
			t.Errorf("%s: %s, foreign %v; want %s", path, got, v.Foreign(path), want)
		}
	}
	if one.Foreign("there:a.md") {
		t.Error("a single base has foreign paths")
	}
	hits := []index.Hit{{}}
	hits[0].Path, hits[0].SupersededBy, hits[0].DisputedBy = "there:a.md", "there:b.md", "c.md"
	hits[0].SameText = []string{"there:d.md", "e.md"}
	v.Within(hits)
	if h := hits[0]; h.Path != "a.md" || h.SupersededBy != "b.md" || h.DisputedBy != "c.md" ||
		!slices.Equal(h.SameText, []string{"d.md", "e.md"}) {
		t.Errorf("%+v", h)
	}
	found, err := v.Searcher.Search(t.Context(), index.Query{Text: "racks of steel", Mode: index.Keyword})
	if err != nil || len(found.Hits) == 0 || found.Hits[0].Path != "there:docs/steel.md" && found.Hits[0].Path != "docs/steel.md" {
		t.Errorf("%+v, %v", found, err)
	}
}

func TestReservations(t *testing.T) {
	now := noon()
	for want, rec := range map[string]index.NoteRecord{
		"":                       {},
		"superseded by <b.md>":   {SupersededBy: "b.md", Inactive: "archived"},
		"does not hold: expired": {Inactive: "expired", Note: kb.Note{ValidUntil: "2026-03-01"}},
		"not agreed yet: draft":  {Standing: markdown.Proposed, Note: kb.Note{Status: "draft"}},
		"not agreed yet: proposed disputed by <c.md>": {Standing: markdown.Proposed, DisputedBy: "c.md",
			Note: kb.Note{Status: "proposed", Disputed: true}},
		"disputed marked as needing review":         {Note: kb.Note{Status: "accepted", Disputed: true, NeedsReview: true}},
		"valid only until 2026-05-01":               {Note: kb.Note{ValidUntil: "2026-05-01"}},
		"its authors are not sure: confidence 0.49": {Note: kb.Note{Confidence: 0.49, HasConfidence: true}},
	} {
		if got := strings.Join(Reservations(&rec, now, func(p string) string { return "<" + p + ">" }), " "); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	for _, rec := range []index.NoteRecord{
		{Note: kb.Note{ValidUntil: "2026-05-02"}}, {Note: kb.Note{ValidUntil: "some day"}},
		{Note: kb.Note{Confidence: 0.5, HasConfidence: true}}, {Note: kb.Note{Confidence: 0.4}},
	} {
		if got := Reservations(&rec, now, func(p string) string { return p }); len(got) > 0 {
			t.Errorf("%+v: %q", rec.Note, got)
		}
	}
}

// What a server judged is told as long as all that it depends on is the same.
func TestKeptDoubts(t *testing.T) {
	r := wine(t)
	_, v := at(t, r, Options{Patient: true})
	doubts := map[string]string{"docs/old.md": "its code changed", "README.md": "cites what is gone"}
	disputes := map[string][]Dispute{"README.md": {{Line: 3, Blob: "a", Path: "docs/old.md", There: 5, Other: "b", Energy: 0.8}}}
	told := func() string { return fmt.Sprint(v.KeptDoubts(), v.KeptDisputes()) }
	keep := func(whole bool) {
		v.KeepDoubts(v.State(whole), doubts)
		v.KeepDisputes(v.State(whole), disputes)
	}
	for name, change := range map[string]func(){
		"another state of the notes":   func() { v.ID += "x" },
		"a setting":                    func() { r.Write(".memory/kb.yaml", "thresholds: {warn: 0.5}\n") },
		"a waiver":                     func() { r.Write(".memory/waivers.yaml", "waivers: []\n") },
		"who is whom":                  func() { r.Write(".mailmap", "A <a@example.org> <b@example.org>\n") },
		"commits that do not count":    func() { r.Write(".git-blame-ignore-revs", r.Git("rev-parse", "HEAD")+"\n") },
		"where the history is cut off": func() { r.Write(".git/shallow", r.Git("rev-parse", "HEAD")+"\n") },
		"what a second reader said":    func() { r.Write(".git/kb/opinions", "x") },
		"another day":                  func() { v.At.Day = v.Now().AddDate(0, 0, 1) },
	} {
		keep(true)
		if got, want := told(), fmt.Sprint(doubts, disputes); got != want {
			t.Errorf("before %s: %s, want %s", name, got, want)
		}
		if change(); told() != fmt.Sprint(map[string]string(nil), map[string][]Dispute(nil)) {
			t.Errorf("after %s: %s", name, told())
		}
	}
	keep(false)
	if got, want := told(), fmt.Sprint(doubts, disputes); got != want {
		t.Errorf("of a partial clone: %s, want %s", got, want)
	}
	r.Feed([]byte("new"), "hash-object", "-w", "--stdin")
	if got := v.KeptDoubts(); got != nil {
		t.Errorf("objects came, and it is told %v", got)
	}
}

// The use of a note follows it where it went, over several renames, and that of one that is gone stays.
func TestRenamesAreFollowed(t *testing.T) {
	r := wine(t)
	d, v := at(t, r, Options{Patient: true})
	seek(t, d, 2, "racks", []string{"docs/racking.md", "docs/old.md"}, "docs/racking.md", "docs/old.md")
	if n := v.Used(t.Context(), "README.md"); n.Path != "README.md" || n.ID != "" {
		t.Errorf("%+v", n)
	}
	r.Git("mv", "docs/racking.md", "docs/one.md")
	r.Commit("One")
	r.Git("mv", "docs/one.md", "docs/two.md")
	r.Git("rm", "-q", "docs/old.md")
	r.Commit("Two")
	p := pastOf(t, d)
	there := map[string]bool{"docs/two.md": true}
	for from, want := range map[string]string{
		"docs/racking.md": "docs/two.md", "docs/one.md": "docs/two.md", "docs/old.md": "", "README.md": "",
	} {
		if to, err := p.WhereTo(t.Context(), from, there); to != want || err != nil {
			t.Errorf("%s went to %q, %v", from, to, err)
		}
	}
	for path, want := range map[string]bool{"docs/old.md": true, "docs/one.md": true, "docs/none.md": false, "src/cellar.go": false} {
		if had, err := p.Had(t.Context(), path); had != want || err != nil {
			t.Errorf("there was %s: %v, %v", path, had, err)
		}
	}
	if _, err := d.Index.Update(t.Context(), index.UpdateOptions{}); err != nil {
		t.Fatal(err)
	}
	d.FollowRenames(t.Context())
	u, err := usage.Look(d.Repo.StateDir())
	if err != nil {
		t.Fatal(err)
	}
	defer u.Close()
	counts, err := u.Counts(t.Context())
	if err != nil || counts.Of(usage.Note{Path: "docs/two.md"}).Opened != 1 || counts.Of(usage.Note{Path: "docs/old.md"}).Opened != 1 {
		t.Errorf("%+v, %v", counts, err)
	}
}
