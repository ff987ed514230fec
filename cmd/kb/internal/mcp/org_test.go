package mcp

import (
	"net/http"
	"strings"
	"testing"

	"github.com/9aea2451/kb/cmd/kb/internal/desk"
	"github.com/9aea2451/kb/cmd/kb/internal/desk/reach"
	"github.com/9aea2451/kb/index/org"
	"github.com/9aea2451/kb/index/org/cluster"
	"github.com/9aea2451/kb/index/org/orgtest"
)

// organisation is a cluster to which the notes of a repository were pushed.
func organisation(t *testing.T, r *repository, name string) (*orgtest.Server, *org.Org) {
	t.Helper()
	s := orgtest.New(t)
	beyond, err := org.Open(org.Settings{Server: cluster.Server{URL: s.URL}}, nil, clock)
	if err != nil {
		t.Fatal(err)
	}
	d := r.root(t).Desk
	defer d.Close(nil)
	v, err := d.Look(t.Context(), desk.Moment{})
	if err != nil {
		t.Fatal(err)
	}
	defer v.Close()
	if _, err := reach.Push(t.Context(), v, beyond, org.Source{Name: name, Readers: []string{org.Everyone}}); err != nil {
		t.Fatal(err)
	}
	return s, beyond
}

// A call that asks for the organisation is answered by its cluster, page by page, and by what is here
// where the cluster does not answer.
func TestTheOrganisationAnswers(t *testing.T) {
	other := newRepository(t)
	other.write("keys.md", "---\nkind: decision\nstatus: rejected\n---\n# Keys\n\nSigning keys are rotated monthly.\n")
	other.write("more.md", "# More of keys\n\nWho holds signing keys signs for all.\n")
	other.commit("Begin")
	cluster, beyond := organisation(t, other, "platform/keys")
	here := newRepository(t)
	here.write("here.md", "# Here\n\nNobody has signing keys.\n")
	here.commit("Begin")
	cs := connect(t, serveWith(t, func(o *Options) { o.Org = beyond }, here), "", nil)

	if a := ask(t, cs, "search", "query", "signing keys"); strings.Contains(a.text, "platform/keys") {
		t.Errorf("the cluster is asked by nobody: %s", a.text)
	}
	a := ask(t, cs, "search", "query", "signing keys", "org", true)
	hits, _ := a.data["hits"].([]any)
	if len(hits) != 2 || !strings.Contains(a.text, "read cannot open them") || a.data["next_cursor"] != nil {
		t.Fatalf("%s", a.text)
	}
	for _, h := range hits {
		hit := h.(map[string]any)
		if hit["root"] != "platform/keys" || hit["scope"] != org.Scope {
			t.Errorf("%v", hit)
		}
		if warned := hit["warnings"] != nil; warned != (hit["path"] == "keys.md") {
			t.Errorf("of %v it is warned: %v", hit["path"], hit["warnings"])
		}
	}
	first := ask(t, cs, "search", "query", "signing keys", "org", true, "limit", 1)
	second := ask(t, cs, "search", "query", "signing keys", "org", true, "limit", 1, "cursor", first.data["next_cursor"])
	if one, two := first.hits(), second.hits(); len(one) != 1 || len(two) != 1 || one[0] == two[0] || second.data["next_cursor"] != nil {
		t.Errorf("%v, %v, %v", one, two, second.data["next_cursor"])
	}
	if a := ask(t, cs, "search", "query", "whales", "org", true); len(a.hits()) > 0 || strings.Contains(a.text, "cannot open") {
		t.Errorf("nothing is there: %s", a.text)
	}
	if a := ask(t, cs, "search", "query", "keys", "org", true, "at", "HEAD"); !a.fail ||
		!strings.Contains(a.text, "leave out root and at, or org") {
		t.Errorf("as of a commit: %s", a.text)
	}
	if a := ask(t, cs, "search", "query", "keys", "org", true, "cursor", "x"); !a.fail {
		t.Errorf("a cursor of nothing: %s", a.text)
	}
	if a := ask(t, cs, "context", "task", "rotate signing keys", "org", true); !strings.Contains(a.text, "signs for all") {
		t.Errorf("context: %s", a.text)
	}
	cluster.Before(func(int, *http.Request) (int, string) { return http.StatusInternalServerError, "" })
	for tool, argument := range map[string]string{"search": "query", "context": "task"} {
		a := ask(t, cs, tool, argument, "signing keys", "org", true)
		if a.fail || !strings.Contains(a.text, "what is here answers alone") || !strings.Contains(a.text, "here.md") ||
			strings.Contains(a.text, "cannot open") {
			t.Errorf("%s of a cluster that fails: %s", tool, a.text)
		}
	}
}
