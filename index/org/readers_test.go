package org_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/9aea2451/kb/index"
	"github.com/9aea2451/kb/index/org"
	"github.com/9aea2451/kb/index/org/cluster"
	"github.com/9aea2451/kb/index/org/orgtest"
)

// groups are three groups with a repository each, one that two of them read, and one for everyone.
// Every repository has words of its own, and words that all have.
func groups() map[string][]string {
	return map[string][]string{
		"red": {"red"}, "green": {"green"}, "blue": {"blue"}, "both": {"red", "green"}, "all": {org.Everyone},
	}
}

func repositoryOf(name string) map[string]string {
	files := map[string]string{}
	for i := range 12 {
		files[fmt.Sprintf("notes/%s%d.md", name, i)] = fmt.Sprintf("---\ntags: [%s, shared]\n---\n"+
			"# The %s matter %d\n\nOnly %s knows the %sword%d and `%sKey%d`. Rollout of the gateway number %d, see [next](%s%d.md).\n"+
			"\n## Limits\n\nAt most %d %s gateways.\n",
			name, name, i, name, name, i, name, i, i, name, (i+1)%12, 10*i, name)
	}
	files["notes/old.md"] = fmt.Sprintf("---\nstatus: superseded\n---\n# Old %s gateways\n\nThe %s gateway was one.\n", name, name)
	return files
}

// questions are asked by every group: words that one repository has, that all have, that none has,
// misspelt ones, filters, names, links. The notes of a repository are alike, so that one of each is asked for.
func questions() (out []string) {
	for _, name := range slices.Sorted(maps.Keys(groups())) {
		out = append(out, name+"word3", name+"Key1", "the "+name+" matter 2", name+"wrod2", name+"wor", "gateway "+name+" 1",
			"tag:"+name+" gateway", "path:notes/"+name+"2.md limits", "what depends on "+name+"0", name+" matter -shared")
	}
	return append(out, "gateway limits", "rollout", "status:superseded gateway", "gatway", "zzz")
}

// What a group is told is what a cluster tells it that has nothing but the repositories that the
// group may read: hits, scores, what was tried, suggestions, counts and explanations.
func TestNothingLeaksToOtherReaders(t *testing.T) {
	server(t, func(t *testing.T, s cluster.Server) {
		bases := map[string]*base{}
		sources := map[string]org.Source{}
		for name, readers := range groups() {
			bases[name] = newBase(t, repositoryOf(name))
			sources[name] = bases[name].source(t, name, readers...)
		}
		opened := func(n int, groups ...string) *org.Org {
			return open(t, org.Settings{Server: s, Alias: alias(t, n), Groups: groups, Candidates: 60})
		}
		for _, name := range slices.Sorted(maps.Keys(sources)) {
			push(t, opened(0), sources[name])
		}
		for n, group := range []string{"red", "green", "blue"} {
			own, whole := opened(n+1, group), opened(0, group)
			for _, name := range slices.Sorted(maps.Keys(sources)) {
				if slices.Contains(groups()[name], group) || name == "all" {
					push(t, own, sources[name])
				}
			}
			for _, text := range questions() {
				q := index.Query{Text: text, Mode: index.Keyword}
				want, got := answer(t, asking(own, bases["all"]), q, ""), answer(t, asking(whole, bases["all"]), q, "")
				if diff := cmp.Diff(want, got); diff != "" {
					t.Errorf("%s asks %q (-own cluster +whole):\n%s", group, text, diff)
				}
			}
			want, got := statusOf(t, own), statusOf(t, whole)
			if want != got || strings.Contains(got, "Name:blue") != (group == "blue") {
				t.Errorf("status of %s: %s, want %s", group, got, want)
			}
		}
	})
}

// statusOf is what the status tells of repositories.
func statusOf(t *testing.T, o *org.Org) string {
	t.Helper()
	st, err := o.Status(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf("%+v", st.Repositories)
}

// A repository whose readers change is at once only theirs.
func TestReadersChange(t *testing.T) {
	s := orgtest.New(t)
	b := newBase(t, repositoryOf("red"))
	push(t, open(t, org.Settings{Server: cluster.Server{URL: s.URL}}), b.source(t, "red", "red"))
	push(t, open(t, org.Settings{Server: cluster.Server{URL: s.URL}}), b.source(t, "red", "blue"))
	for group, want := range map[string]int{"red": 0, "blue": 10} {
		o := open(t, org.Settings{Server: cluster.Server{URL: s.URL}, Groups: []string{group}})
		a, err := o.Search(t.Context(), b.x.Folder, index.Query{Text: "gateway", Mode: index.Keyword})
		if err != nil || len(a.Hits) != want {
			t.Errorf("%s finds %d hits (%v), want %d", group, len(a.Hits), err, want)
		}
	}
	for id, fields := range s.Sources() {
		if fmt.Sprint(fields["readers"]) != "[blue]" {
			t.Errorf("%s is read by %v", id, fields["readers"])
		}
	}
}
