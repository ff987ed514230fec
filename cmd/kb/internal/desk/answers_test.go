package desk

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/9aea2451/kb/cmd/kb/internal/packing"
	"github.com/9aea2451/kb/cmd/kb/internal/userconfig"
	"github.com/9aea2451/kb/index"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/kb/gittest"
	"github.com/9aea2451/kb/kb/notelog"
	"github.com/9aea2451/kb/kb/review"
)

// shop is the repository of a small shop, in five commits of spring 2026, with one file that is not
// committed.
func shop(t *testing.T) *gittest.Repo {
	t.Helper()
	r := gittest.New(t)
	r.Write(
		"README.md",
		"# Shop\n\nWe sell [tea](docs/tea.md). See [nothing](docs/none.md) and [the web](https://example.org).\n",
		"docs/tea.md",
		"# Tea\n\nTea is kept in tins.\n\n## Green tea\n\nGreen tea brews for 3 minutes.\n\n## Black tea\n\nBlack tea brews for 5 "+
			"minutes.\n",
		"docs/cups.md",
		"# Cups\n\nCups hold 200 ml. See [[tea]] and brew.go.\n",
		"brew.go",
		"package shop\n\nfunc BrewTime() int { return 3 }\n",
		".memory/decisions/0001-tins.md",
		"---\nkind: decision\nstatus: superseded\ndate: 2026-03-01\n---\n# Keep tea in tins\n\n## Context\n\nPaper gets wet.\n\n## "+
			"Decision\n\nTea is kept in tins.\n",
		".memory/decisions/0002-jars.md",
		"---\nkind: decision\nstatus: accepted\ndate: 2026-03-05\nrelations:\n  - {type: supersedes, target: 0001-tins.md}\n---\n# Keep "+
			"tea in jars\n\n## Decision\n\nTea is kept in jars, because tins rust.\n",
		".memory/memories/boil.md",
		"---\nkind: memory\ntype: gotcha\ncategory: brewing\nconfidence: 0.9\nfiles: [brew.go]\n---\n# Boiling water burns green tea\n\n"+
			"`BrewTime` assumes water of 80 °C. The error `burned leaves` means that it boiled.\n",
		".memory/memories/old.md",
		"---\nkind: memory\ntype: fact\ncategory: brewing\ndate: 2024-01-01\n---\n# The old kettle\n\nThe old kettle takes 9 minutes.\n",
		".memory/categories/brewing.md",
		"---\nkind: summary\ncategory: brewing\n---\n# Brewing\n\nHow we brew.\n",
	)
	day := func(day int, message string, who ...string) {
		author := "A"
		if len(who) > 0 {
			author = who[0]
		}
		r.Commit(message, append(gittest.Author(author), gittest.Date(fmt.Sprintf("2026-03-%02dT10:00:00Z", day))...)...)
	}
	day(1, "Open the shop")
	r.Write(
		"docs/tea.md",
		"# Tea\n\nTea is kept in tins.\n\n## Green tea\n\nGreen tea brews for 2 minutes.\n\n## Black tea\n\nBlack tea brews for 5 "+
			"minutes.\n",
		"brew.go",
		"package shop\n\nfunc BrewTime() int { return 2 }\n",
	)
	day(2, "Brew shorter\n\nIt was bitter.\n\nReviewed-by: B <b@example.com>", "B")
	r.Git("mv", "docs/cups.md", "docs/mugs.md")
	day(3, "Cups are mugs")
	r.Write(
		"docs/mugs.md",
		"# Mugs\n\nMugs hold 300 ml. See [[tea]] and brew.go.\n",
		"docs/tea.md",
		"# Tea\n\nTea is kept in jars.\n\n## Green tea\n\nGreen tea brews for 2 minutes.\n\n## Black tea\n\nBlack tea brews for 5 "+
			"minutes.\n",
		"brew.go",
		"package shop\n\nfunc BrewTime() int { return 1 }\n",
	)
	day(4, "Larger mugs", "B")
	r.Write(
		"docs/copy.md",
		"# Tea again\n\nTea is kept in jars.\n\n## Green tea\n\nGreen tea brews for 4 minutes.\n\n## Black tea\n\nBlack tea brews for 5 "+
			"minutes.\n",
	)
	day(5, "Say it again")
	r.Write("docs/new.md", "# New\n\nNot committed yet.\n")
	if err := os.Symlink("tea.md", filepath.Join(r.Dir, "docs", "link.md")); err != nil {
		t.Skipf("this file system has no symbolic links: %v", err)
	}
	return r
}

// noon is a day after the last commit of the shop.
func noon() time.Time { return time.Date(2026, 4, 1, 12, 0, 0, 0, time.UTC) }

// at opens the desk of a repository for answers as of the work tree.
func at(t *testing.T, r *gittest.Repo, o Options) (*Desk, *View) {
	t.Helper()
	config := &userconfig.Config{}
	config.Models.Embed.Provider = "none"
	return atWith(t, r, o, config)
}

// atWith is at with the configuration of somebody.
func atWith(t *testing.T, r *gittest.Repo, o Options, config *userconfig.Config) (*Desk, *View) {
	t.Helper()
	repo, err := kb.Open(t.Context(), r.Dir, git.WithEnviron(r.Env))
	if err != nil {
		t.Fatal(err)
	}
	o.Now, o.Version, o.Config = noon, "test", config
	d, err := Open(t.Context(), repo, o, true)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { d.Close(nil) })
	v, err := d.Look(t.Context(), Moment{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { v.Close() })
	return d, v
}

// asked is a question to the desk, by its name in the golden file.
type asked struct {
	name string
	ask  func(d *Desk, v *View) (any, error)
}

// ofNotes are the questions about what the notes say.
func ofNotes(t *testing.T) []asked {
	ctx := t.Context()
	return []asked{
		{"search", func(_ *Desk, v *View) (any, error) {
			a, err := v.Search(ctx, index.Query{Text: "how long does green tea brew", Limit: 3})
			if err == nil {
				v.AddProvenance(ctx, a.Hits)
			}
			return a, err
		}},
		{"related", func(_ *Desk, v *View) (any, error) {
			found, err := v.Related(ctx, "docs/mugs.md", 4)
			if err != nil {
				return nil, err
			}
			return []any{found, found.Facts("docs/tea.md")}, nil
		}},
		{"links", func(_ *Desk, v *View) (any, error) { return v.Links(ctx, "docs/tea.md") }},
		{"context", func(_ *Desk, v *View) (any, error) {
			return v.Context(ctx, packing.Request{Task: "change the brew time of green tea", Files: []string{"brew.go"}, Budget: 1200})
		}},
		{"decisions", func(_ *Desk, v *View) (any, error) { return v.Decisions(ctx, "tins for tea", 3) }},
		{"all decisions", func(_ *Desk, v *View) (any, error) { return v.Decisions(ctx, "", 9) }},
		{"opening of a decision", func(_ *Desk, v *View) (any, error) { return v.Opening(ctx, ".memory/decisions/0002-jars.md", false) }},
		{"a whole decision", func(_ *Desk, v *View) (any, error) { return v.Opening(ctx, ".memory/decisions/0001-tins.md", true) }},
		{"patterns", func(_ *Desk, v *View) (any, error) {
			found, known, err := v.Patterns(ctx, "", []string{"brew.go"})
			return []any{found, known}, err
		}},
		{"patterns of a category", func(_ *Desk, v *View) (any, error) {
			found, known, err := v.Patterns(ctx, "brewing", nil)
			return []any{found, known}, err
		}},
		{"alike", func(_ *Desk, v *View) (any, error) {
			p := NewProblem("panic: `burned leaves` in BrewTime after boiling", "gotcha", "solution")
			found, known, err := v.Alike(ctx, p)
			return []any{p.Query(), found, known}, err
		}},
		{"categories", func(_ *Desk, v *View) (any, error) { return v.Categories(ctx) }},
		{"paths", func(_ *Desk, v *View) (any, error) { return v.Searcher.Paths(), nil }},
	}
}

// ofThePast are the questions about how the notes came to be, and whether they still hold.
func ofThePast(t *testing.T) []asked {
	ctx := t.Context()
	past := func(do func(d *Desk, v *View, p *Past) (any, error)) func(d *Desk, v *View) (any, error) {
		return func(d *Desk, v *View) (any, error) {
			p, err := d.HistoryAt(ctx, "")
			if err != nil {
				return nil, err
			}
			return do(d, v, p)
		}
	}
	return []asked{
		{"log", past(func(_ *Desk, _ *View, p *Past) (any, error) { return p.Log(ctx, "docs/mugs.md", notelog.Options{}) })},
		{"log of one commit", past(func(_ *Desk, _ *View, p *Past) (any, error) {
			return p.Log(ctx, "docs/tea.md", notelog.Options{Limit: 1, NoDiff: true})
		})},
		{"blame", past(func(_ *Desk, v *View, p *Past) (any, error) {
			text, err := v.Text(ctx, "docs/tea.md")
			if err != nil {
				return nil, err
			}
			return p.Blame(ctx, text.Ref, text.Source)
		})},
		{"stale", past(func(d *Desk, _ *View, p *Past) (any, error) {
			s, err := d.Snapshot(ctx)
			if err != nil {
				return nil, err
			}
			least := 0.0
			return p.Stale(ctx, s, StaleRequest{Least: &least, Inactive: true, Explain: true})
		})},
		{"stale, two of the files", past(func(d *Desk, _ *View, p *Past) (any, error) {
			s, err := d.Snapshot(ctx)
			if err != nil {
				return nil, err
			}
			return p.Stale(ctx, s, StaleRequest{Layers: []string{"code", "age"}, Limit: 2})
		})},
		{"gc", past(func(_ *Desk, v *View, p *Past) (any, error) {
			found, err := v.Collect(ctx, p, CollectRequest{})
			if err == nil {
				found.Index = nil // sizes
			}
			return found, err
		})},
		{"conflicts", func(d *Desk, _ *View) (any, error) {
			s, err := d.Snapshot(ctx)
			if err != nil {
				return nil, err
			}
			return d.Conflicts(ctx, s, ConflictsRequest{})
		}},
		{"validate everything", func(d *Desk, _ *View) (any, error) { return d.Validate(ctx, ValidateRequest{All: true}) }},
		{"validate the work tree", func(d *Desk, _ *View) (any, error) { return d.Validate(ctx, ValidateRequest{}) }},
		{"validate a range", func(d *Desk, _ *View) (any, error) { return d.Validate(ctx, ValidateRequest{Range: "HEAD~1..HEAD"}) }},
		{"validate against a revision, one file", func(d *Desk, _ *View) (any, error) {
			return d.Validate(ctx, ValidateRequest{Against: "HEAD~2", Paths: func(path string) bool { return path == "docs/copy.md" }})
		}},
		{"review", func(d *Desk, _ *View) (any, error) {
			found, err := review.FindRange(ctx, d.Repo, "HEAD~2..HEAD")
			if err != nil {
				return nil, err
			}
			return d.Review(ctx, ReviewRequest{Range: found})
		}},
		{"provenance", func(_ *Desk, v *View) (any, error) {
			text, err := v.Text(ctx, "docs/tea.md#Green tea")
			if err != nil {
				return nil, err
			}
			return []any{
				v.Provenance(ctx, "docs/tea.md", v.Searcher.Blob("docs/tea.md")),
				v.SectionProvenance(ctx, "docs/tea.md", text.Source, 5, 7),
			}, nil
		}},
	}
}

// What the desk answers to every question, with all its fields. The golden file is made by
// UPDATE_GOLDEN=1.
func TestAnswers(t *testing.T) {
	r := shop(t)
	var said []string
	d, v := at(t, r, Options{Patient: true, Remark: func(m string) { said = append(said, m) }})
	var b strings.Builder
	for _, q := range append(ofNotes(t), ofThePast(t)...) {
		answer, err := q.ask(d, v)
		if err != nil {
			t.Errorf("%s: %v", q.name, err)
			continue
		}
		text, err := json.MarshalIndent(answer, "", " ")
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&b, "-- %s --\n%s\n", q.name, text)
	}
	if len(said) > 0 {
		t.Errorf("remarks: %q", said)
	}
	golden(t, "answers.txt", rounded(strings.ReplaceAll(b.String(), r.Dir, "REPO")))
}

// rounded writes figures with four digits, so that the last ones may differ between machines, and
// leaves out scores: they are the ranking's.
func rounded(text string) string {
	text = regexp.MustCompile(`(?m)^ *"(?:[sS]core|pagerank|explanation)": .*\n|^ *"factors": \{[^}]*\},?\n`).ReplaceAllString(text, "")
	return regexp.MustCompile(`\d+\.\d{5,}(e-?\d+)?`).ReplaceAllStringFunc(text, func(s string) string {
		f, err := strconv.ParseFloat(s, 64)
		if err != nil {
			return s
		}
		return strconv.FormatFloat(f, 'g', 4, 64)
	})
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	name = filepath.Join("testdata", name)
	if os.Getenv("UPDATE_GOLDEN") != "" {
		if err := os.MkdirAll("testdata", 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	lines, want := strings.Split(got, "\n"), strings.Split(string(data), "\n")
	question := ""
	for i := range max(len(lines), len(want)) {
		if i < len(want) && strings.HasPrefix(want[i], "-- ") {
			question = want[i]
		}
		if i >= len(lines) || i >= len(want) || lines[i] != want[i] {
			t.Fatalf("%s:%d, below %q, differs from here on:\n%s", name, i+1, question,
				strings.Join(lines[min(i, len(lines)):min(i+8, len(lines))], "\n"))
		}
	}
}
