package panel

import (
	"context"
	"encoding/xml"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/9aea2451/kb/cmd/kb/internal/desk"
	"github.com/9aea2451/kb/cmd/kb/internal/desk/warm"
	"github.com/9aea2451/kb/cmd/kb/internal/userconfig"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/kb/gittest"
)

func TestMain(m *testing.M) { gittest.Main(m) }

// clock is the time of the tests.
func clock() time.Time { return time.Date(2026, 5, 4, 12, 0, 0, 0, time.UTC) }

const token = "a-token-of-the-test"

// site is the panel of a repository, asked by a browser that has the token.
type site struct {
	*Panel
	t       testing.TB
	repo    *gittest.Repo
	handler http.Handler
}

// open opens the panel of a repository.
func open(t testing.TB, repo *gittest.Repo) *site {
	t.Helper()
	return opened(t, repo, func(*Options) {})
}

func opened(t testing.TB, repo *gittest.Repo, set func(*Options)) *site {
	t.Helper()
	r, err := kb.Open(t.Context(), repo.Dir, git.WithEnviron(repo.Env))
	if err != nil {
		t.Fatal(err)
	}
	d, err := desk.Open(t.Context(), r, desk.Options{Server: true, Now: clock, Config: &userconfig.Config{}, Version: "test"}, false)
	if err != nil {
		t.Fatal(err)
	}
	o := Options{Desk: d, Name: "base", Version: "test", Now: clock, Log: func(m string) { t.Log(m) }}
	set(&o)
	p := New(context.WithoutCancel(t.Context()), o)
	t.Cleanup(p.Close)
	return &site{p, t, repo, p.Handler(token)}
}

// request is one of a browser on the panel's own page.
func (s *site) request(method, address string) *http.Request {
	r := httptest.NewRequest(method, "http://127.0.0.1:7331"+address, nil)
	r.AddCookie(&http.Cookie{Name: "kb_panel_7331", Value: token})
	return r
}

// get asks for a page until it is whole.
func (s *site) get(address string) string {
	s.t.Helper()
	status, text := s.try(address)
	if status != http.StatusOK {
		s.t.Fatalf("%s: %d\n%s", address, status, text)
	}
	return text
}

func (s *site) try(address string) (status int, text string) {
	s.t.Helper()
	for range 1200 {
		w := httptest.NewRecorder()
		s.handler.ServeHTTP(w, s.request("GET", address))
		status, text = w.Code, w.Body.String()
		if !strings.Contains(text, " data-pending") && !strings.Contains(text, warm.BeingUpdated) {
			break
		}
		time.Sleep(50 * time.Millisecond)
	}
	return status, text
}

// has complains about what a page does not hold.
func (s *site) has(address string, wanted ...string) {
	s.t.Helper()
	page := s.get(address)
	for _, want := range wanted {
		if !strings.Contains(page, want) {
			s.t.Errorf("%s has no %q:\n%s", address, want, page)
		}
	}
	for _, complaint := range harms(page) {
		s.t.Errorf("%s: %s", address, complaint)
	}
}

// harms says what in a page could run, load or lead astray: the pages hold a few elements and attributes,
// and no other.
func harms(page string) (out []string) {
	d := xml.NewDecoder(strings.NewReader(page))
	d.Strict, d.AutoClose, d.Entity = false, xml.HTMLAutoClose, xml.HTMLEntity
	for {
		token, err := d.Token()
		if err == io.EOF {
			return out
		}
		if err != nil {
			return append(out, err.Error())
		}
		switch e := token.(type) {
		case xml.StartElement:
			name := strings.ToLower(e.Name.Local)
			if !strings.Contains(elements, " "+name+" ") {
				out = append(out, "element "+name)
			}
			for _, a := range e.Attr {
				out = append(out, harm(name, strings.ToLower(a.Name.Local), a.Value)...)
			}
		case xml.Comment:
			out = append(out, "a comment")
		case xml.ProcInst, xml.Directive:
			if d, ok := e.(xml.Directive); !ok || string(d) != "doctype html" {
				out = append(out, fmt.Sprintf("%T", e))
			}
		}
	}
}

const (
	elements = " html head meta title link script body a header p form label input button nav ul li main ol section " +
		"h1 h2 h3 h4 h5 h6 div strong span b dl dt dd meter br details summary code pre blockquote em del mark select option " +
		"table thead tbody tr th td hr aside article footer kbd svg defs marker path rect text circle g line noscript i ins "
	attributes = " lang charset name content http-equiv rel class id tabindex role type for value placeholder autocomplete " +
		"maxlength data-root data-row data-static data-pending aria-label aria-labelledby aria-live aria-current aria-hidden " +
		"selected checked min max scope title start align rel defer viewbox width height xmlns refx refy markerwidth " +
		"markerheight markerunits orient d x y r cx cy rx x1 x2 y1 y2 text-anchor marker-end font-weight "
)

// harm says what an attribute could do.
func harm(element, name, value string) []string {
	said := element + " " + name + "=" + value
	switch name {
	case "href", "action":
		value = strings.TrimSpace(value)
		if element == "link" && !strings.HasPrefix(value, "/assets/") {
			return []string{said}
		}
		for _, safe := range []string{"/", "#", "https://", "http://", "mailto:"} {
			if strings.HasPrefix(value, safe) && !strings.HasPrefix(value, "//") {
				return nil
			}
		}
	case "src":
		if element == "script" && value == "/assets/panel.js" {
			return nil
		}
	default:
		if strings.Contains(attributes, " "+name+" ") {
			return nil
		}
	}
	return []string{said}
}

// sample is a small base with one of everything that pages show.
func sample(t testing.TB) *gittest.Repo {
	r := gittest.New(t)
	r.Write(
		"docs/sessions.md", "---\ntags: [auth, web]\nowner: Ann\n---\n# Sessions\n\nUser sessions MUST expire after 12 hours. "+
			"See [[0002-jwt-sessions|the decision]] and [storage](#storage).\n\n## Storage\n\nSessions are kept in Redis.\n",
		"docs/limits.md", "# Limits\n\nUser sessions MUST expire after 24 hours.\n\n"+
			"Read [sessions](sessions.md#storage) and [none](gone.md).\n",
		".memory/decisions/0001-server-sessions.md", "---\nkind: decision\ntitle: Sessions live on the server\nstatus: superseded\n"+
			"tags: [auth]\n---\n# Sessions live on the server\n\nWe keep sessions in Redis.\n",
		".memory/decisions/0002-jwt-sessions.md", "---\nkind: decision\ntitle: Sessions are JWTs\nstatus: accepted\nrelations:\n"+
			"  - {type: supersedes, target: 0001-server-sessions}\n---\n# Sessions are JWTs\n\nWe sign sessions as JWTs.\n",
		"alone.md", "# Alone\n\nNothing leads here. `internal/gone.go` holds it.\n\n"+
			"| a |\n|--:|\n| 1 |\n", "internal/gone.go", "package gone\n",
	)
	r.Commit("Write down what we know", gittest.Date("2024-03-01T12:00:00Z")...)
	r.Git("rm", "-q", "internal/gone.go")
	r.Write("docs/limits.md", "# Limits\n\nUser sessions MUST expire after 24 hours.\n\n"+
		"Read [sessions](sessions.md#storage) and [none](gone.md).\n\nMore.\n")
	r.Commit("Say more of limits", gittest.Date("2026-05-01T12:00:00Z")...)
	return r
}
