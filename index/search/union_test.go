package search_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/9aea2451/kb/index"
	"github.com/9aea2451/kb/index/indextest"
	"github.com/9aea2451/kb/index/query"
	"github.com/9aea2451/kb/index/search"
)

// everyday are words that the notes of these tests are made of; the later ones are rare.
var everyday = strings.Fields(`cache queue worker retry limit token session login backup restore deploy release branch merge review
 index search vector link note author deadline budget invoice holiday kitchen garden bicycle frontMatter drop_order`)

// someNotes are notes of three bases: much is said in all of them, some in one.
func someNotes(random *rand.Rand) map[string]map[string]string {
	out := map[string]map[string]string{}
	for b, base := range []string{"alpha", "beta", "gamma"} {
		out[base] = map[string]string{}
		for n := range 4 + 9*b {
			var text strings.Builder
			for s := range 1 + random.IntN(4) {
				fmt.Fprintf(&text, "#%s %s\n\n", strings.Repeat("#", min(s, 1)), everyday[random.IntN(len(everyday))])
				for range 3 + random.IntN(30) {
					word := random.IntN(len(everyday))
					text.WriteString(everyday[random.IntN(word+1)] + " ")
				}
				text.WriteString(".\n\n")
			}
			out[base][fmt.Sprintf("docs/n%d.md", n)] = text.String()
		}
	}
	return out
}

// unionOf makes a repository of each base, and searches all as one.
func unionOf(t *testing.T, bases map[string]map[string]string, scopes ...string) *search.Searcher {
	t.Helper()
	var members []index.Member
	for i, name := range slices.Sorted(maps.Keys(bases)) {
		m := index.Member{Searcher: searcherOf(t, bases[name]), Name: name, Scope: "project", Prefix: name + ":"}
		if len(scopes) > 0 {
			m.Scope = scopes[i]
		}
		members = append(members, m)
	}
	return index.Union(members)
}

// What several bases answer by words is what one repository answers that holds all of their files,
// hit for hit and score for score.
func TestUnionAnswersLikeOneRepository(t *testing.T) {
	for seed := range uint64(3) {
		random := rand.New(rand.NewPCG(seed, 1))
		bases, all := someNotes(random), map[string]string{}
		for base, files := range bases {
			for path, text := range files {
				all[base+"/"+path] = text
			}
		}
		one, many := searcherOf(t, all), unionOf(t, bases)
		for range 40 {
			q := query.Query{Mode: query.Keyword, Explain: true}
			for range 1 + random.IntN(4) {
				q.Text += " " + everyday[random.IntN(len(everyday))]
			}
			for _, change := range []func(){func() {}, func() { q.Text += " -kitchen" }, func() { q.NoDedupe = true },
				func() { q.Text = "front matter " + q.Text[1:4] }, func() { q.Filter.Path = []string{"docs/**"} }} {
				change()
				want, got := found(t, one, withFolder(q)), found(t, many, q)
				if a, b := told(want), told(got); !slices.Equal(a, b) {
					t.Fatalf("seed %d, %q:\n%s\nof one repository:\n%s", seed, q.Text, strings.Join(b, "\n"), strings.Join(a, "\n"))
				}
			}
		}
	}
}

// Whether a word is mostly written as one or as two is judged by some chunks of all bases, in whatever order they are.
func TestOrderOfBasesDoesNotMatter(t *testing.T) {
	bases, all := map[string]map[string]string{}, map[string]string{}
	for base, text := range map[string]string{"apart": "The front of %s does not matter.", "beside": "The front matter of %s."} {
		bases[base] = map[string]string{}
		for i, word := range everyday[:24] {
			path := fmt.Sprintf("n%d.md", i)
			bases[base][path] = fmt.Sprintf("# Note of %s\n\n"+text+"\n", word, word)
			if i < 3 {
				bases[base][path] += "\n## Another\n\nA frontmatter has lines.\n"
			}
			all[base+"/"+path] = bases[base][path]
		}
	}
	apart := index.Member{Searcher: searcherOf(t, bases["apart"]), Name: "apart", Scope: "project", Prefix: "apart:"}
	beside := index.Member{Searcher: searcherOf(t, bases["beside"]), Name: "beside", Scope: "project", Prefix: "beside:"}
	q := query.Query{Text: "front matter", Mode: query.Keyword, Explain: true}
	want := told(found(t, searcherOf(t, all), q))
	for _, members := range [][]index.Member{{apart, beside}, {beside, apart}} {
		if got := told(found(t, index.Union(members), q)); !slices.Equal(got, want) {
			t.Errorf("first %s:\n%s\nof one repository:\n%s", members[0].Name, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	}
}

// withFolder looks for the same paths below the folders of the bases.
func withFolder(q query.Query) query.Query {
	q.Filter.Path = slices.Clone(q.Filter.Path)
	for i, p := range q.Filter.Path {
		q.Filter.Path[i] = "*/" + p
	}
	return q
}

// told writes hits down, whether they are of a base or of its folder.
func told(a *search.Answer) (out []string) {
	for _, h := range a.Hits {
		out = append(out, fmt.Sprintf("%s:%d %.9f %s %.9f", strings.Replace(h.Path, ":", "/", 1), h.StartLine, h.Score, h.Match,
			h.Factors["bm25_note"]))
	}
	return out
}

// What a person noted stands behind what a team wrote of the same matter, unless it is surer and
// newer. Both are there.
func TestPersonalHidesNothing(t *testing.T) {
	mine := "---\ntitle: Sessions\n%s---\n# Sessions\n\nSessions last, sessions last fifteen minutes; sessions of tests last longer.\n"
	team := "---\ntitle: Sessions of users\ndate: 2026-01-01\nconfidence: 0.8\n---\n# Sessions of users\n\nSessions last thirty minutes.\n"
	other := "# Garden\n\nThe garden lasts.\n"
	for front, want := range map[string]string{
		"":                                    "team:s.md",
		"date: 2026-02-01\n":                  "team:s.md",
		"confidence: 0.9\n":                   "team:s.md",
		"date: 2026-02-01\nconfidence: 0.9\n": "mine:s.md",
		"date: 2025-02-01\nconfidence: 0.9\n": "team:s.md",
	} {
		s := unionOf(t, map[string]map[string]string{
			"mine": {"s.md": fmt.Sprintf(mine, front)}, "team": {"s.md": team, "g.md": other},
		}, "personal", "team")
		a := found(t, s, query.Query{Text: "how long do sessions last", Mode: query.Keyword})
		if paths := indextest.Paths(a); len(paths) < 2 || paths[0] != want || !slices.Contains(paths, "mine:s.md") ||
			!slices.Contains(paths, "team:s.md") {
			t.Errorf("%q: %v, want %s first, and both", front, paths, want)
		}
	}
}

// Links, names and records of several bases stay apart, and are found by the names of the bases.
func TestUnionKeepsBasesApart(t *testing.T) {
	s := unionOf(t, map[string]map[string]string{
		"alpha": {"a.md": "# A\n\nSee [b](b.md).\n", "b.md": "---\nstatus: superseded\n---\n# B\n"},
		"beta":  {"b.md": "# B of beta\n", "c.md": "---\nrelations:\n  - {type: supersedes, target: b}\n---\n# C\n"},
	})
	out, _, err := s.Links(t.Context(), "alpha:a.md")
	if err != nil || len(out) != 1 || out[0].To != "alpha:b.md" || out[0].From != "alpha:a.md" {
		t.Errorf("%+v, %v", out, err)
	}
	rec, err := s.Note(t.Context(), "beta:b.md")
	if err != nil || rec.Path != "beta:b.md" || rec.SupersededBy != "beta:c.md" {
		t.Errorf("%+v, %v", rec, err)
	}
	notes, err := s.Notes(t.Context(), time.Time{})
	if err != nil || len(notes) != 4 || notes[2].SupersededBy != "beta:c.md" {
		t.Errorf("%v, %v", notes, err)
	}
	if _, err := s.Note(t.Context(), "b.md"); err == nil {
		t.Error("a path without a base is of none")
	}
}
