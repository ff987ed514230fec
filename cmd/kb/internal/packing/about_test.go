package packing

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/9aea2451/kb/kb/gittest"
	"github.com/9aea2451/kb/kb/history"
)

// told is what is said of a chunk, but for its text.
func told(c *Chunk) string {
	age := -1
	if c.AgeDays != nil {
		age = *c.AgeDays
	}
	citation, _, dirty := strings.Cut(c.Citation, "+dirty")
	place := strings.TrimPrefix(citation[:strings.IndexByte(citation, '@')], "[")
	return fmt.Sprintf("%sdirty %v, %s, %d days %q\n  %s\n", place, dirty, c.Date, age, c.Stale, strings.Join(c.Why, "\n  "))
}

// A file that is named with a symbol is meant with that symbol alone, as elsewhere.
func TestFilesWithASymbol(t *testing.T) {
	r := gittest.New(t)
	r.Write("src/oven.go", "package src\n\nfunc HeatOven() int { return 240 }\n\nfunc CleanOven() {}\n",
		"docs/heat.md", "# Heat\n\nIt takes `HeatOven` an hour.\n", "docs/soap.md", "# Soap\n\n`CleanOven` needs soap.\n",
		"docs/cites.md", "---\nfiles: ['src/oven.go#HeatOven']\n---\n# Cites\n\nHot.\n")
	r.Commit("Begin")
	for files, want := range map[string]string{
		"src/oven.go":                  "docs/cites.md: speaks of src/oven.go; docs/heat.md: names HeatOven; docs/soap.md: names CleanOven",
		"src/oven.go#Oven::HeatOven()": "docs/cites.md: speaks of src/oven.go; docs/heat.md: names HeatOven",
		"src/oven.go#CleanOven":        "docs/cites.md: speaks of src/oven.go; docs/soap.md: names CleanOven",
	} {
		answer, err := Pack(t.Context(), sourceOf(t, r.Dir), Request{Files: []string{files}, Budget: 4000})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, c := range answer.Chunks {
			for _, why := range c.Why {
				if strings.HasPrefix(why, "names ") || strings.HasPrefix(why, "speaks of ") {
					got = append(got, c.Path+": "+why)
				}
			}
		}
		slices.Sort(got)
		if strings.Join(got, "; ") != want {
			t.Errorf("%s: %q, want %s", files, got, want)
		}
	}
}

// Of each section it is told in which commit it stands, of what day it is, why it may be doubted and why it is here.
func TestWhatIsToldOfSections(t *testing.T) {
	r := gittest.New(t)
	r.Write("src/oven.go", "package src\n\nfunc HeatOven() int { return 240 }\n",
		"docs/oven.md", "# Oven\n\nThe oven is heated by `HeatOven` in src/oven.go. See [bread](bread.md) and [old](old.md).\n",
		"docs/bread.md", "# Bread\n\nBread bakes for an hour in the oven.\n",
		"docs/dirty.md", "# Dirty ovens\n\nAn oven is cleaned each week.\n",
		"docs/old.md", "---\nstatus: archived\n---\n# Old oven\n\nThe old oven burned wood.\n",
		"docs/dated.md", "---\ndate: 2026-05-04\n---\n# Dated\n\nOvens are checked by src/oven.go alone.\n",
		"src/README.md", "# Source\n\nWhat bakes.\n", "src/empty.md", "# Empty\n", "far.md", "# Far\n\nQuite another matter.\n")
	r.Commit("Begin", gittest.Date("2026-10-02T10:00:00Z")...)
	r.Write("docs/dirty.md", "# Dirty ovens\n\nAn oven is cleaned each day.\n")
	src := sourceOf(t, r.Dir)
	h, err := history.Open(t.Context(), src.Repo, "")
	if err != nil {
		t.Fatal(err)
	}
	defer h.Close()
	if _, err := h.Update(t.Context()); err != nil {
		t.Fatal(err)
	}
	src.History = h
	src.Stale = func(_ context.Context, path string) (string, error) {
		if path == "docs/oven.md" {
			return "its oven is gone", nil
		}
		return "", nil
	}
	for _, c := range []struct {
		req  Request
		want string
	}{
		{
			Request{Task: "clean the oven", Files: []string{"src/oven.go"}, Budget: 4000},
			`docs/dirty.md:1-3 dirty true, 2026-10-02, 30 days ""
  answers to the task
docs/oven.md:1-3 dirty false, 2026-10-02, 30 days "its oven is gone"
  names src/oven.go
  names HeatOven
  answers to the task
docs/dated.md:4-6 dirty false, 2026-10-02, 30 days ""
  names src/oven.go
  answers to the task
src/README.md:1-3 dirty false, 2026-10-02, 30 days ""
  stands in src
`,
		},
		{
			Request{Files: []string{"src/oven.go"}, Budget: 4000},
			`docs/dated.md:4-6 dirty false, 2026-10-02, 30 days ""
  names src/oven.go
  is near to the names of the files
docs/oven.md:1-3 dirty false, 2026-10-02, 30 days "its oven is gone"
  names src/oven.go
  names HeatOven
  is near to the names of the files
src/README.md:1-3 dirty false, 2026-10-02, 30 days ""
  stands in src
docs/dirty.md:1-3 dirty true, 2026-10-02, 30 days ""
  is near to the names of the files
docs/bread.md:1-3 dirty false, 2026-10-02, 30 days ""
  is near to the names of the files
`,
		},
		{
			Request{Files: []string{"src/oven.go", "docs/bread.md"}, Budget: 4000},
			`docs/dated.md:4-6 dirty false, 2026-10-02, 30 days ""
  names src/oven.go
  is near to the names of the files
docs/oven.md:1-3 dirty false, 2026-10-02, 30 days "its oven is gone"
  names src/oven.go
  names docs/bread.md
  names HeatOven
  is near to the names of the files
  is linked with docs/bread.md
docs/bread.md:1-3 dirty false, 2026-10-02, 30 days ""
  is near to the names of the files
  is one of the files
src/README.md:1-3 dirty false, 2026-10-02, 30 days ""
  stands in src
`,
		},
		{
			Request{Files: []string{"src/oven.go"}, Budget: 100},
			`src/README.md:1-3 dirty false, 2026-10-02, 30 days ""
  stands in src
`,
		},
	} {
		got, err := Pack(t.Context(), src, c.req)
		if err != nil {
			t.Fatal(err)
		}
		var lines []string
		for i := range got.Chunks {
			lines = append(lines, told(&got.Chunks[i]))
		}
		if all := strings.Join(lines, ""); all != c.want {
			t.Errorf("%+v:\n%s", c.req, all)
		}
	}
}
