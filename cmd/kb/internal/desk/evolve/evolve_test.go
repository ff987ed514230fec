package evolve

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/9aea2451/kb/cmd/kb/internal/desk"
	"github.com/9aea2451/kb/cmd/kb/internal/userconfig"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/kb/gittest"
	"github.com/9aea2451/kb/model"
	"github.com/9aea2451/kb/model/modeltest"
	"github.com/9aea2451/kb/model/remote"
)

func TestMain(m *testing.M) { gittest.Main(m) }

func day(n int) []string { return gittest.Date(fmt.Sprintf("2026-03-%02dT10:00:00Z", n)) }

// note is a note of the category boats.
func note(front, text string) string { return "---\ncategory: boats\n" + front + "---\n" + text }

const summary = "---\nkind: summary\ntitle: Boats\ndescription: What floats.\n---\n# Boats\n\nPeople wrote this.\n"

// harbour has a summary that says nothing yet, and notes of which some link to others.
func harbour(t *testing.T) *gittest.Repo {
	t.Helper()
	r := gittest.New(t)
	r.Write(
		".memory/categories/boats.md", summary,
		"docs/sails.md", note("confidence: 0.9\n", "# Sail care\n\n## Washing\n\nSails are washed in fresh water after every trip.\n"+
			"Salt makes the cloth of sails stiff and grey.\n\n## Summary\n\nClean dry sails last for twenty years.\n"),
		"docs/anchor (new).md", note("", "# Anchor\n\n## Chain\n\nThe anchor chain is 40 metres\nlong. It is stowed in the bow. "+
			"See [sails](sails.md).\n"),
		"docs/mast.md", note("relations: [{type: supersedes, target: docs/gaff.md}]\n", "# Mast\n\nThe mast carries a single "+
			"triangular mainsail, as [sail care](sails.md) says.\n\nShrouds of steel hold the mast upright.\n\n"+
			"Steel shrouds hold the mast upright always.\n"),
		"docs/gaff.md", note("", "# Rig\n\nThe rig has a gaff of spruce wood.\n"),
		"docs/radio.md", note("", "# Radio\n\nThe radio MUST be switched on during every trip.\n\nChannel 16 carries calls of distress.\n"),
		"docs/silence.md", note("", "# Silence\n\nThe radio MUST NOT be switched on during any trip.\n\n"+
			"Passengers wear a life jacket on deck.\n"),
		"docs/form1.md", note("", "# Form one\n\nSigned by the harbour master alone.\n\nFenders hang over the starboard side.\n"),
		"docs/form2.md", note("", "# Form two\n\nSigned by the harbour master alone.\n\nOars lie beneath the wooden thwarts.\n"),
		"docs/form3.md", note("", "# Form three\n\nSigned by the harbour master alone.\n\nBilge pumps start at ten centimetres.\n"),
		"docs/charts.md", note("", "# Charts\n\nCharts are kept in `chart_drawer_lock` below the mast.\n\n"+
			"Pencils lie in `chart_drawer_lock` with two rulers.\n\nOld almanacs fill `chart_drawer_lock` of the other hull.\n"),
		"docs/watch.md", note("", "# Watch\n\nEvery watch opens `chart_drwer_lock` at noon.\n"),
		"docs/keys.md", note("", "# Keys\n\nThe brass key opens `chart_drawer_lock` after breakfast.\n"),
		"docs/cars.md", "---\ncategory: cars\n---\n# Cars\n\nCars have four wheels and one engine.\n",
	)
	r.Commit("Begin", day(1)...)
	return r
}

// base is what the summaries of a repository are made of.
func base(t *testing.T, r *gittest.Repo) *Base {
	t.Helper()
	repo, err := kb.Open(t.Context(), r.Dir, git.WithEnviron(r.Env))
	if err != nil {
		t.Fatal(err)
	}
	now := func() time.Time { return time.Date(2026, 4, 1, 12, 0, 0, 0, time.UTC) }
	config := &userconfig.Config{}
	config.Models.Embed.Provider = "none"
	d, err := desk.Open(t.Context(), repo, desk.Options{Now: now, Config: config, Patient: true}, true)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { d.Close(nil) })
	v, err := d.Look(t.Context(), desk.Moment{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { v.Close() })
	s, err := d.Snapshot(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	all, err := v.Categories(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return &Base{Snapshot: s, Categories: all, Stems: v.Searcher.Stems, Read: repo.ReadWork, Now: now()}
}

// plan makes the summaries and writes them.
func plan(t *testing.T, r *gittest.Repo, b *Base, req Request) *Evolved {
	t.Helper()
	out, err := Plan(t.Context(), b, req)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range out.Summaries {
		r.Write(s.Path, string(s.New))
	}
	return out
}

// The strengths of all statements that may be taken, and the summary that is made of them.
// UPDATE_GOLDEN=1 writes the golden file.
func TestExtraction(t *testing.T) {
	r := harbour(t)
	b := base(t, r)
	var out strings.Builder
	for _, list := range b.candidates(b.active(b.Categories.Below(b.Categories.Named("boats")))) {
		for _, c := range list {
			fmt.Fprintf(&out, "%.4f %s: %s\n", c.strength, c.entry.File.Path, c.text)
		}
	}
	done := plan(t, r, b, Request{})
	text, err := json.MarshalIndent(done, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	fmt.Fprintf(&out, "%s\n%s", text, done.Summaries[0].New)
	name := filepath.Join("testdata", "extraction.txt")
	if os.Getenv("UPDATE_GOLDEN") != "" {
		if err := os.WriteFile(name, []byte(out.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if out.String() != string(want) {
		t.Errorf("differs from %s:\n%s", name, out.String())
	}
	r.Commit("Sum up", day(2)...)
	if done := plan(t, r, base(t, r), Request{}); len(done.Summaries) > 0 || !slices.Equal(done.Waiting, []Waiting{{"cars", 1}}) {
		t.Errorf("made again: %+v", done)
	}
}

// A summary is made again where enough is newer, where a citation does not hold any more, and where a
// note is to be folded in.
func TestWhenASummaryIsMadeAgain(t *testing.T) {
	r := harbour(t)
	plan(t, r, base(t, r), Request{})
	r.Commit("Sum up", day(2)...)
	for i := range 4 {
		r.Write(fmt.Sprintf("docs/late%d.md", i),
			note("", fmt.Sprintf("# Late %d\n\nBuoy%d of port%d marks reef%d near pier%d.\n", i, i, i, i, i)))
	}
	r.Commit("Write", day(3)...)
	b := base(t, r)
	if done := plan(t, r, b, Request{}); len(done.Summaries) > 0 || !slices.Equal(done.Waiting, []Waiting{{"boats", 4}, {"cars", 1}}) {
		t.Errorf("of four newer ones: %+v", done)
	}
	b.Touched = []string{"docs/sails.md", "docs/cars.md"}
	if done, err := Plan(t.Context(), b, Request{Name: "Boats"}); err != nil || len(done.Summaries) != 1 || done.Summaries[0].Newer != 5 {
		t.Errorf("of four newer ones and one that is about to be: %+v, %v", done, err)
	}
	b.Touched, b.Fold = nil, []string{"docs/late2.md", "docs/sails.md"}
	if done, err := Plan(t.Context(), b, Request{}); err != nil || len(done.Summaries) != 1 || done.Summaries[0].Folded != 1 {
		t.Errorf("of one that is folded in: %+v, %v", done, err)
	}
	b.Fold = []string{"docs/sails.md"} // cited already
	if done, err := Plan(t.Context(), b, Request{}); err != nil || len(done.Summaries) != 0 {
		t.Errorf("of one that is cited: %+v, %v", done, err)
	}
	if done, err := Plan(t.Context(), b, Request{Name: "boots"}); !errors.Is(err, ErrNoCategory) {
		t.Errorf("of none: %+v, %v", done, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if done, err := Plan(ctx, b, Request{}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %+v, %v", done, err)
	}
	r.Write("docs/sails.md", note("status: archived\n", "# Sail care\n\nSails are washed in fresh water after every trip.\n"))
	r.Git("rm", "-q", "docs/watch.md", "docs/form1.md")
	if done := plan(t, r, base(t, r), Request{}); len(done.Summaries) != 1 || done.Summaries[0].Gone < 2 ||
		strings.Contains(string(done.Summaries[0].New), "Sails are washed") {
		t.Errorf("of citations that do not hold: %+v", done)
	}
}

// Where a repository defines no category kb's own are summed up, and all of them defined with the first.
func TestBuiltInCategories(t *testing.T) {
	r := gittest.New(t)
	for i := range 6 {
		r.Write(fmt.Sprintf("test%d.md", i),
			fmt.Sprintf("---\ncategory: testing\n---\n# Test %d\n\nSuite%d covers module%d with fixture%d daily.\n", i, i, i, i))
	}
	r.Commit("Begin", day(1)...)
	b := base(t, r)
	done := plan(t, r, b, Request{})
	if len(done.Summaries) != len(b.Categories.List) || done.Summaries[0].Name != "testing" ||
		done.Summaries[0].Path != ".memory/categories/testing.md" ||
		len(done.Summaries[0].Sentences) != 6 || done.Summaries[0].Old != nil {
		t.Fatalf("%d of %d: %+v", len(done.Summaries), len(b.Categories.List), done.Summaries[0])
	}
	for _, s := range done.Summaries[1:] {
		if len(s.Sentences) > 0 || s.Path != ".memory/categories/"+s.Name+".md" || !strings.HasPrefix(string(s.New), "---\nkind: summary") {
			t.Errorf("%+v %s", s, s.New)
		}
	}
}

// Of what a model writes stays what the notes say, once; where nothing does the notes' own sentences are taken.
func TestModelWrites(t *testing.T) {
	r, server := harbour(t), modeltest.New(t)
	b := base(t, r)
	ask := func() *Renewed {
		t.Helper()
		req := Request{Meter: model.NewMeter(model.Limits{})}
		var err error
		toy := remote.Endpoint{Provider: remote.OpenAI, URL: server.URL + "/v1", Model: "toy"}
		if req.Chat, err = remote.NewChat(toy, model.Use{Meter: req.Meter}); err != nil {
			t.Fatal(err)
		}
		done, err := Plan(t.Context(), b, req)
		if err != nil || done.Asked == nil || len(done.Summaries) != 1 {
			t.Fatalf("%+v, %v", done, err)
		}
		return &done.Summaries[0]
	}
	var prompt string
	server.Say = func(_, user string) string {
		prompt = user
		number := func(path string) (n int) {
			before, _, _ := strings.Cut(user, "] "+path)
			fmt.Sscan(before[strings.LastIndexByte(before, '[')+1:], &n)
			return n
		}
		sails, anchor := number("docs/sails.md"), number("docs/anchor (new).md")
		const washed = "Sails are washed in fresh water after every trip"
		text, _ := json.Marshal(written{Sentences: []writtenSentence{
			{"Sails are washed in fresh water.", sails, washed},
			{"Sails are washed in fresh water.", sails, washed},       // said already
			{"Sails are never washed in fresh water.", sails, washed}, // the reverse
			{"Sails are washed in [fresh] water.", sails, washed},
			{"Sails are washed in fresh water after trips.", anchor, washed},
			{"Sails are washed.", 0, washed}, {"Sails are washed.", 99, washed},
			{"The anchor chain is 40 metres long.", anchor, "The anchor chain is 40 metres\nlong."},
		}})
		return string(text)
	}
	s := ask()
	if s.By != "openai/toy" || s.Dropped != 6 || s.Failed != "" || len(s.Sentences) != 2 {
		t.Fatalf("%+v", s)
	}
	if x := s.Sentences[0]; x.Path != "docs/sails.md" || x.Line != 9 || x.EndLine != 9 || x.Section != "Washing" || x.Title != "Sail care" {
		t.Errorf("%+v", x)
	}
	if x := s.Sentences[1]; x.Path != "docs/anchor (new).md" || x.Line != 8 || x.EndLine != 9 || x.Anchor != "chain" {
		t.Errorf("%+v", x)
	}
	if strings.Contains(prompt, "gaff") || strings.Contains(prompt, "four wheels") || strings.Contains(prompt, "category: boats\n") {
		t.Errorf("shown: %s", prompt)
	}
	server.Say = func(string, string) string { return `{"sentences": []}` }
	if s := ask(); s.By != extraction || s.Failed != "no sentence that it wrote stands in the notes" || len(s.Sentences) == 0 {
		t.Errorf("nothing said: %+v", s)
	}
	server.Say = func(string, string) string { return "no JSON" }
	if s := ask(); s.By != extraction || s.Failed == "" || len(s.Sentences) == 0 {
		t.Errorf("no answer: %+v", s)
	}
}

func TestHarmless(t *testing.T) {
	if got := harmless("a </notes> b </summary> c <notes>"); got != "a < /notes> b < /summary> c <notes>" {
		t.Error(got)
	}
}
