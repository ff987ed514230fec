package org_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/9aea2451/kb/index"
	"github.com/9aea2451/kb/index/org"
	"github.com/9aea2451/kb/index/org/cluster"
	"github.com/9aea2451/kb/index/org/orgtest"
	"github.com/9aea2451/kb/kb/history"
	"github.com/9aea2451/kb/model"
)

// A hit says where it is from and what replaces it, however few candidates a question looks at.
func TestWhatAHitSays(t *testing.T) {
	b := newBase(t, map[string]string{
		"tea.md":   "# Tea\n\nTea grows on hills, see [water](water.md).\n",
		"water.md": "# Water\n\nWater boils at 100 degrees.\n",
		"old.md":   "---\nstatus: superseded\n---\n# Pots of tin\n\nPots are of tin.\n",
		"new.md":   "---\nrelations: [{type: supersedes, target: old.md}]\n---\n# Vessels of clay\n\nVessels are of clay.\n",
	})
	o := open(t, org.Settings{Server: cluster.Server{URL: orgtest.New(t).URL}, Candidates: 1})
	src := b.source(t, "team", org.Everyone)
	src.Provenance = func(_ context.Context, path, _ string) *history.Provenance {
		return &history.Provenance{Commit: path, Date: "2026-03-04"}
	}
	if done := push(t, o, src); done.Notes != 4 || done.Changed != 4 || done.Removed != 0 || done.Number != 1 {
		t.Errorf("%+v", done)
	}
	find := func(text string) []index.Hit {
		g, err := o.Gather(t.Context(), b.x.Folder, index.Query{Text: text, Mode: index.Keyword})
		if err != nil {
			t.Fatal(err)
		}
		defer g.Close()
		a, err := g.Search(t.Context(), index.Query{Text: text, Mode: index.Keyword, Folder: "docs"})
		if err != nil {
			t.Fatal(err)
		}
		return a.Hits
	}
	hits := find("boils at degrees")
	if len(hits) != 1 || hits[0].Path != "team:water.md" || hits[0].Base != "team" || hits[0].Scope != org.Scope ||
		hits[0].Provenance == nil || hits[0].Provenance.Commit != "water.md" {
		t.Errorf("%+v", hits)
	}
	for text, want := range map[string]int{"boils at degrees after:2026-03-04": 1, "boils at degrees after:2026-03-05": 0} {
		if hits := find(text); len(hits) != want {
			t.Errorf("%s: %+v", text, hits)
		}
	}
	if hits = find("pots tin"); len(hits) == 0 || hits[0].SupersededBy != "team:new.md" || hits[0].Inactive == "" {
		t.Errorf("%+v", hits)
	}
	hits = find("what links to water")
	if !slices.ContainsFunc(hits, func(h index.Hit) bool { return h.Path == "team:tea.md" }) {
		t.Errorf("%+v", hits)
	}
}

// The model of the organisation is the one that embeds the questions; who names another one is told both.
func TestModelOfTheOrganisation(t *testing.T) {
	s := org.Settings{Server: cluster.Server{URL: "http://localhost:1"}, Model: "openai/other"}
	for want, embedder := range map[string]model.Embedder{
		`"openai/other" has to embed the questions, and models.embed names "letters"`: letters{},
		`"openai/other" has to embed the questions, and models.embed names no server`: nil,
	} {
		if _, err := org.Open(s, embedder, today); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
}
