package tally

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/9aea2451/kb/cmd/kb/internal/desk"
	"github.com/9aea2451/kb/cmd/kb/internal/userconfig"
	"github.com/9aea2451/kb/index"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/kb/gittest"
)

func TestMain(m *testing.M) { gittest.Main(m) }

// notes are five about tea, of two people and two months.
func notes(t *testing.T) *desk.View {
	t.Helper()
	r := gittest.New(t)
	commit := func(who, day string) {
		r.Commit("Write", append(gittest.Author(who), gittest.Date(day+"T10:00:00Z")...)...)
	}
	r.Write("a.md", "---\ncategory: tea\n---\n# A\n\nGreen tea brews for 2 minutes.\n\nBlack tea brews for 5 minutes.\n",
		"b.md", "---\ncategory: tea\ndate: 2025-12-24\n---\n# B\n\nWhite tea brews for 4 minutes.\n")
	commit("Anna", "2026-01-05")
	r.Write("c.md", "---\ncategory: cups\n---\n# C\n\nCups of tea hold 20 cl.\n",
		"d.md", "# D\n\nThe kettle of the tea room is 3 years old.\n")
	commit("Bob", "2026-02-05")
	r.Write("e.md", "# E\n\nNothing about it.\n")
	commit("Bob", "2026-02-06")
	repo, err := kb.Open(t.Context(), r.Dir, git.WithEnviron(r.Env))
	if err != nil {
		t.Fatal(err)
	}
	config := &userconfig.Config{}
	config.Models.Embed.Provider = "none"
	now := func() time.Time { return time.Date(2026, 4, 1, 12, 0, 0, 0, time.UTC) }
	d, err := desk.Open(t.Context(), repo, desk.Options{Now: now, Config: config, Patient: true}, true)
	if err != nil {
		t.Fatal(err)
	}
	v, err := d.Look(t.Context(), desk.Moment{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		v.Close()
		d.Close(nil)
	})
	return v
}

func TestGroups(t *testing.T) {
	v := notes(t)
	for _, c := range []struct {
		by, pattern string
		lines       int
		want        string
	}{
		{"", "", 9, "4 notes, 0 lines, 0 shown:"},
		{"", `\d minutes`, 2, "2 notes, 3 lines, 2 shown:"},
		{"note", `\d`, 0, "4 notes, 5 lines, 0 shown: a.md A 1 2, b.md B 1 1, c.md C 1 1, d.md D 1 1"},
		{"category", "", 9, "4 notes, 0 lines, 0 shown: tea  2 0,   1 0, cups  1 0"},
		{"category", "kettle|cups|Cups|two", 9, "2 notes, 2 lines, 2 shown:   1 1, cups  1 1"},
		{"author", "", 9, "4 notes, 0 lines, 0 shown: Anna  2 0, Bob  2 0"},
		{"author", "minutes|cl", 9, "3 notes, 4 lines, 4 shown: Anna  2 3, Bob  1 1"},
		{"month", "", 9, "4 notes, 0 lines, 0 shown: 2025-12  1 0, 2026-01  1 0, 2026-02  2 0"},
	} {
		got, err := Count(t.Context(), v, Request{Query: index.Query{Text: "tea"}, Pattern: c.pattern, GroupBy: c.by, Lines: c.lines})
		if err != nil {
			t.Errorf("%s %q: %v", c.by, c.pattern, err)
			continue
		}
		var groups []string
		for _, g := range got.Groups {
			groups = append(groups, fmt.Sprintf("%s %s %d %d", g.Name, g.Title, g.Notes, g.Lines))
		}
		said := fmt.Sprintf("%d notes, %d lines, %d shown: %s", got.Notes, got.Lines, len(got.Hits), strings.Join(groups, ", "))
		said = strings.TrimSuffix(said, " ")
		if said != c.want || got.Hits == nil || got.Query != "tea" || got.Tree == "" {
			t.Errorf("%s %q: got  %q\nwant %q", c.by, c.pattern, said, c.want)
		}
	}
}

func TestPatternsThatAreNone(t *testing.T) {
	for pattern, want := range map[string]string{
		"(": "the regular expression: missing closing ): `(`", strings.Repeat("x", MostPattern+1): fmt.Sprintf("more than %d", MostPattern),
	} {
		var none *PatternError
		if _, err := Compile(pattern); !errors.As(err, &none) || !strings.Contains(err.Error(), want) {
			t.Errorf("%.20s: %v", pattern, err)
		}
	}
	if re, err := Compile(strings.Repeat("x", MostPattern)); re == nil || err != nil {
		t.Error(err)
	}
	if re, err := Compile(""); re != nil || err != nil {
		t.Error(re, err)
	}
}
