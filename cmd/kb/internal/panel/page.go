package panel

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"html/template"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/9aea2451/kb/cmd/kb/internal/desk"
	"github.com/9aea2451/kb/cmd/kb/internal/desk/warm"
	"github.com/9aea2451/kb/cmd/kb/internal/report"
	"github.com/9aea2451/kb/index/query"
	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/kb/review"
	"github.com/9aea2451/kb/kb/stale"
	"github.com/9aea2451/kb/kb/validate"
	"github.com/9aea2451/kb/markdown"
	"github.com/9aea2451/kb/text/wording"
)

// request is what a page is asked for.
type request struct {
	*http.Request
	pending bool // the page that was made for it lacks what is still being made
}

// value is a parameter of the address, without control characters and the white space around it, and no
// longer than it may be.
func (r *request) value(name string) string {
	s := strings.TrimSpace(strings.Map(func(c rune) rune {
		if unicode.IsControl(c) {
			return -1
		}
		return c
	}, strings.ToValidUTF8(r.URL.Query().Get(name), "")))
	if len(s) > maxParameter {
		s = strings.ToValidUTF8(s[:maxParameter], "")
	}
	return s
}

// number is a parameter that counts from 1.
func (r *request) number(name string) int {
	n, err := strconv.Atoi(r.value(name))
	if err != nil {
		return 1
	}
	return min(max(n, 1), 1_000_000)
}

const (
	maxParameter = 1000 // bytes
	perPage      = 50   // rows of a list
)

// page is one page, ready to be written.
type page struct {
	panel   *Panel
	Name    string // of its template
	Title   string
	Part    bool     // only what the search replaces
	At      string   // the day or commit that is shown, "" for now
	Notices []string // what the page does not know
	Pending bool     // it is worth to ask again in a moment
	Styles  []string // beside that of all pages
	Root    string   // from a page that is a file to the top of the site, such as "../"
	Body    any
}

// newPage begins a page.
func (p *Panel) newPage(name, title string, body any) *page {
	return &page{panel: p, Name: name, Title: title, Body: body, Root: p.root}
}

// notice adds a remark in prose, once.
func (g *page) notice(text string) {
	if !slices.Contains(g.Notices, text) {
		g.Notices = append(g.Notices, text)
	}
}

// settle says what is not known yet of what is made beside the pages; it passes on other errors.
func (g *page) settle(what string, current bool, err error) error {
	switch {
	case errors.Is(err, errPending):
		g.Pending = true
		text := what + ": " + err.Error()
		if now := g.panel.o.Progress.String(); now != "" {
			text += "; now " + now
		}
		g.notice(text)
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return err
	case err != nil:
		g.notice(what + ": " + err.Error())
	case !current:
		g.Pending = true
		g.notice(what + ": from before the last change, and being made anew")
	}
	return nil
}

// Repo is the name of the repository.
func (g *page) Repo() string { return g.panel.o.Name }

// Static reports whether the page is a file.
func (g *page) Static() bool { return g.panel.o.Static }

// entry is one of the navigation.
type entry struct {
	Name, Title string
	Here        bool
}

// Nav is the navigation. A page that is a file leads to no page that needs the panel, or is private.
func (g *page) Nav() (out []entry) {
	here := g.Name
	switch here {
	case "overview":
		here = ""
	case "group":
		here = "browse"
	}
	for _, e := range [][2]string{
		{"", "Overview"}, {"search", "Search"}, {"browse", "Browse"}, {"graph", "Graph"}, {"timeline", "Timeline"},
		{"contradictions", "Contradictions"}, {"stale", "Stale"}, {"broken", "Broken links"}, {"modules", "Modules"}, {"ask", "Ask"},
		{"asked", "Not found"}, {"inbox", "Inbox"}, {"review", "Review"},
	} {
		if g.panel.o.Static && slices.Contains([]string{"modules", "ask", "asked", "inbox", "review"}, e[0]) {
			continue
		}
		out = append(out, entry{e[0], e[1], e[0] == here})
	}
	return out
}

// text writes a page. Characters that could make it look other than it is are shown as escapes.
func (p *Panel) text(g *page) ([]byte, error) {
	var b bytes.Buffer
	name := g.Name
	if g.Part {
		name += "-part"
	}
	if err := p.pages().ExecuteTemplate(&b, name, g); err != nil {
		return nil, fmt.Errorf("write the page: %w", err)
	}
	return []byte(report.Clean(b.String())), nil
}

// parsePages reads the templates.
func parsePages() *template.Template {
	return template.Must(template.New("").Funcs(template.FuncMap{
		"count":   wording.Count,
		"add":     func(n, m int) int { return n + m },
		"text":    func(v any) string { return fmt.Sprint(v) },
		"percent": func(share float64) float64 { return 100 * share },
		"sh":      quoted,
		"short":   short,
		"plain":   func(s string) string { return markdown.PlainText([]byte(s), markdown.Span{End: len(s)}) },
		"few":     func(all []reference) []reference { return all[:min(len(all), mostNear)] },
		"others":  func(all []reference) []reference { return all[min(len(all), mostNear):] },
		"cut":     func(all []stale.Evidence) []stale.Evidence { return all[:min(len(all), 10)] },
		"telling": func(r stale.Reason) bool { // its facts say more than it does
			return len(r.Evidence) > 1 || len(r.Evidence) == 1 && r.Evidence[0].Text != r.Text
		},
		"said": func(f validate.Finding) string { // what is wrong within one line stands in no other
			elsewhere := func(p validate.Place) bool { return p.Path != f.Path || p.Line != f.Line }
			if slices.ContainsFunc(f.Related, elsewhere) {
				return f.Text
			}
			return f.Message
		},
		"below": wording.Below,
		"last":  func(words []string) string { return strings.Join(words[max(0, len(words)-1):], "") },
		"rows": func(g *page, rows []row) any {
			return struct {
				Page *page
				Rows []row
			}{g, rows}
		},
		"on": func(g *page, what any) any {
			return struct {
				Page    *page
				Finding any
			}{g, what}
		},
		"pager": func(g *page, name string, at Pager) any {
			return struct {
				Page  *page
				Name  string
				Pager Pager
			}{g, name, at}
		},
	}).ParseFS(files, "pages/*.html"))
}

// quoted writes a word so that a shell takes it for one, and kb for no flag.
func quoted(word string) string {
	plain := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("/._-", r)
	}
	if strings.HasPrefix(word, "-") {
		word = "./" + word
	}
	if word != "" && !strings.ContainsFunc(word, func(r rune) bool { return !plain(r) }) {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}

// fail answers with a page that says why there is no other.
func (p *Panel) fail(w http.ResponseWriter, r *http.Request, status int, err error) {
	if r.Context().Err() != nil {
		return // nobody listens
	}
	g := p.newPage("failed", http.StatusText(status), err.Error())
	var building *warm.BuildingError
	g.Pending = errors.As(err, &building)
	text, failed := p.text(g)
	if failed != nil {
		http.Error(w, err.Error(), status)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(status)
	w.Write(text)
}

// statusOf is how an error is told to a browser.
func statusOf(err error) int {
	var ambiguous *desk.AmbiguousError
	var absent *desk.AbsentError
	var gone *desk.GoneError
	var before *desk.BeforeError
	var building *warm.BuildingError
	switch {
	case errors.Is(err, desk.ErrUnknown), errors.Is(err, errNoPage), errors.As(err, &absent), errors.As(err, &gone):
		return http.StatusNotFound
	case errors.As(err, &ambiguous), errors.As(err, &before), errors.Is(err, git.ErrUnknownRev), errors.Is(err, query.ErrQuery),
		errors.Is(err, desk.ErrNoCommit), errors.Is(err, review.ErrNothing):
		return http.StatusBadRequest
	case errors.As(err, &building), errors.Is(err, context.DeadlineExceeded), errors.Is(err, errBusy):
		return http.StatusServiceUnavailable
	}
	return http.StatusInternalServerError
}
