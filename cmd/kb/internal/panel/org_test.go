package panel

import (
	"net/http"
	"strings"
	"testing"

	"github.com/9aea2451/kb/cmd/kb/internal/desk"
	"github.com/9aea2451/kb/cmd/kb/internal/desk/reach"
	"github.com/9aea2451/kb/index/org"
	"github.com/9aea2451/kb/index/org/cluster"
	"github.com/9aea2451/kb/index/org/orgtest"
	"github.com/9aea2451/kb/kb/gittest"
)

// The search shows what the organisation has where that is ticked, attributed and without links, and
// says when the cluster does not answer.
func TestSearchOfTheOrganisation(t *testing.T) {
	s := orgtest.New(t)
	beyond, err := org.Open(org.Settings{Server: cluster.Server{URL: s.URL}}, nil, clock)
	if err != nil {
		t.Fatal(err)
	}
	other := gittest.New(t)
	other.Write("keys.md", "# Keys\n\nSigning keys are <b>rotated</b> monthly.\n")
	other.Commit("first")
	from := open(t, other)
	v, err := from.o.Desk.Look(t.Context(), desk.Moment{})
	if err != nil {
		t.Fatal(err)
	}
	defer v.Close()
	if _, err := reach.Push(t.Context(), v, beyond, org.Source{Name: "platform/keys", Readers: []string{org.Everyone}}); err != nil {
		t.Fatal(err)
	}
	repo := gittest.New(t)
	repo.Write("here.md", "# Here\n\nNobody rotates anything.\n")
	repo.Commit("first")
	alone, both := open(t, repo), opened(t, repo, func(o *Options) { o.Org = beyond })
	for address, want := range map[string][2]string{ // of what is there and what is not, by who is asked
		"/search?q=rotated+keys":       {"the whole organisation", "platform/keys"},
		"/search?q=rotated+keys&org=1": {"platform/keys:keys.md:", `href="/note/keys.md`},
	} {
		if text := both.get(address); !strings.Contains(text, want[0]) || strings.Contains(text, want[1]) {
			t.Errorf("%s: want %q and no %q:\n%s", address, want[0], want[1], text)
		}
		if text := alone.get(address); strings.Contains(text, "organisation") || strings.Contains(text, "platform/keys") {
			t.Errorf("without a cluster %s has\n%s", address, text)
		}
	}
	s.Before(func(int, *http.Request) (int, string) { return http.StatusInternalServerError, "" })
	text := both.get("/search?q=nobody&org=1")
	if !strings.Contains(text, "this repository alone answers") || !strings.Contains(text, "here.md") {
		t.Errorf("a cluster that fails:\n%s", text)
	}
}
