package panel

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/9aea2451/kb/cmd/kb/internal/desk"
	"github.com/9aea2451/kb/cmd/kb/internal/desk/warm"
	"github.com/9aea2451/kb/index"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/agents"
	"github.com/9aea2451/kb/kb/gittest"
	"github.com/9aea2451/kb/kb/inbox"
	"github.com/9aea2451/kb/kb/learn"
	"github.com/9aea2451/kb/kb/stale"
	"github.com/9aea2451/kb/kb/validate"
)

// What is known of a note stands beside it: of one that does not hold that alone, of others what speaks for it and against.
func TestMarksOfNotes(t *testing.T) {
	s := open(t, sample(t))
	v, _, err := s.keeper.Acquire(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer v.Release()
	year := clock().AddDate(-1, 0, 0)
	s.touched.value = &touched{last: map[string]time.Time{"old.md": year, "pinned.md": year, "verified.md": year}}
	s.disputed.value = newDisputed(&desk.Conflicts{Findings: []validate.Finding{
		{Place: validate.Place{Path: "against.md"}, Related: []validate.Place{{Path: "other.md"}, {Path: "against.md"}}},
		{Place: validate.Place{Path: "other.md"}},
	}})
	s.stale.value = &staleNotes{of: map[string]int{"stale.md": 0}, StaleNotes: desk.StaleNotes{Notes: make([]stale.Assessment, 1)}}
	gotcha := kb.Note{Kind: "memory", Type: "gotcha"}
	for want, set := range map[string]func(*index.NoteRecord){
		"": func(r *index.NoteRecord) { r.Path = "new.md" },
		"status accepted; gone does not hold: expired": func(r *index.NoteRecord) {
			r.Status, r.Inactive, r.Disputed, r.Path = "accepted", "expired", true, "stale.md"
		},
		"status rejected":          func(r *index.NoteRecord) { r.Status, r.Inactive = "rejected", "rejected" },
		"bad 1 contradiction":      func(r *index.NoteRecord) { r.Path = "against.md" },
		"bad 2 contradictions":     func(r *index.NoteRecord) { r.Path = "other.md" },
		"warn may be stale":        func(r *index.NoteRecord) { r.Path = "stale.md" },
		"warn disputed":            func(r *index.NoteRecord) { r.Disputed = true },
		"warn needs review":        func(r *index.NoteRecord) { r.NeedsReview = true },
		"well pinned":              func(r *index.NoteRecord) { r.Path, r.Pinned = "pinned.md", true },
		"old past its half-life":   func(r *index.NoteRecord) { r.Path = "old.md" },
		"well verified 2026-05-01": func(r *index.NoteRecord) { r.Path, r.Verified = "verified.md", "2026-05-01" },
		"warn disputed; old past its half-life": func(r *index.NoteRecord) {
			r.Path, r.Disputed, r.Verified = "verified.md", true, "2020-05-01"
		},
	} {
		r := index.NoteRecord{Note: gotcha}
		set(&r)
		var got []string
		for _, m := range s.marks(v, &r) {
			got = append(got, m.Class+" "+m.Text)
		}
		if strings.Join(got, "; ") != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	row := s.row(v, &index.NoteRecord{Note: kb.Note{Path: "old.md", Kind: "doc", Title: "Old"}})
	if row.Touched != year.Format(time.DateOnly) || row.Title != "Old" {
		t.Errorf("%+v", row)
	}
	if untitled := s.row(v, &index.NoteRecord{Note: kb.Note{Path: "new.md"}}); untitled.Touched != "" || untitled.Title != "new.md" {
		t.Errorf("%+v", untitled)
	}
}

// What waits in the inbox is told with the words that decide about it.
func TestInboxIsRead(t *testing.T) {
	s := open(t, sample(t))
	s.has("/inbox", "There is no inbox in this clone")
	box, err := inbox.Open(agents.At(s.o.Desk.Repo.StateDir()).Dir, clock)
	if err != nil {
		t.Fatal(err)
	}
	for i, state := range []inbox.State{inbox.New, inbox.Proposed, inbox.Dropped} {
		one := inbox.Item{State: state, Candidate: learn.Candidate{ID: fmt.Sprint(i), Kind: "memory", Type: "gotcha", Rule: "signal",
			Title: fmt.Sprint("Number ", i), Statement: "Tea burns.", Confidence: 0.5, Count: 2}}
		if err := box.Put(one); err != nil {
			t.Fatal(err)
		}
	}
	box.Close()
	page := seen(t, s.get("/inbox"))
	for _, want := range []string{"Waits for you", "1 · Number 0", "Proposed, not merged", "2 · Number 1",
		"gotcha signal · confidence 0.50 · 2 sessions", "kb propose 1 kb inbox drop 1"} {
		if !strings.Contains(page, want) {
			t.Errorf("no %q in\n%s", want, page)
		}
	}
	if strings.Contains(page, "Number 2") || strings.Contains(page, "more: kb inbox") {
		t.Errorf("what was dropped is shown:\n%s", page)
	}
}

// A search shows some of what it found, and leads to the rest where there is more.
func TestSearchLeadsToMore(t *testing.T) {
	r := gittest.New(t)
	for i := range someHits + 1 {
		front := "---\ntags: [tea]\n---\n"
		if i == 0 {
			front = ""
		}
		r.Write(fmt.Sprintf("n%02d.md", i), fmt.Sprintf("%s# Tea %d\n\nTea is brewed in pot%d.\n", front, i, i))
	}
	r.Commit("many")
	s := open(t, r)
	const more = `<a href="/search?more=1&amp;q=tea">Show more</a>`
	for address, want := range map[string]string{"/search?q=tea&part=1": "20 true", "/search?q=tea&tag=%23tea": "20 false",
		"/search?q=tea&more=1": "21 false", "/search?path=n0*": "10 false", "/search?tag=tea&path=n00.md": "0 false",
		"/search?q=tea&kind=memory": "0 false", "/search?q=tea&status=draft": "0 false"} {
		page := s.get(address)
		if got := fmt.Sprint(strings.Count(page, "<li data-row>"), " ", strings.Contains(page, more)); got != want {
			t.Errorf("%s has %s, want %s", address, got, want)
		}
		if whole := strings.Contains(page, "<html"); whole == strings.Contains(address, "part=1") {
			t.Errorf("%s is a whole page: %v", address, whole)
		}
	}
}

// What makes another note near is told in shares.
func TestNearInWords(t *testing.T) {
	r := gittest.New(t)
	r.Write("cups.md", "# Cups\n\nSee [tea](tea.md).\n", "tea.md", "# Tea\n\nHot.\n")
	s := open(t, r)
	near := regexp.MustCompile(`\nNear\nCups </note/cups.md>\nmeaning \d+ %, links \d+ %\n`)
	if page := seen(t, s.get("/note/tea.md")); !near.MatchString(page) {
		t.Error(page)
	}
}

// Values of the front matter are written for a person.
func TestValuesOfFrontMatter(t *testing.T) {
	for want, value := range map[string]any{
		"": nil, "a, 2": []any{"a", 2}, "a: 1; b: x, y": map[string]any{"b": []any{"x", "y"}, "a": 1}, "true": true,
		"2026-05-04": time.Date(2026, 5, 4, 9, 0, 0, 0, time.UTC),
	} {
		if got := valueOf(value); got != want {
			t.Errorf("%v: %q, want %q", value, got, want)
		}
	}
	for _, static := range []bool{false, true} {
		g := (&Panel{o: Options{Static: static}}).newPage("broken", "", nil)
		got := []string{g.Number("broken", 1), g.Number("broken", 2), g.Group("tag", "tea", 1), g.Group("tag", "tea", 2)}
		want := []string{"/broken?page=1", "/broken?page=2", "/browse/tag?name=tea", "/browse/tag?name=tea&page=2"}
		if static {
			want = []string{"broken.html", "broken.2.html", "browse/tag/tea.html", "browse/tag/tea.2.html"}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// What was asked wrongly is told from what is not there, from what comes later and from a fault.
func TestStatusOfErrors(t *testing.T) {
	for err, want := range map[error]int{
		&desk.UnknownError{Name: "a"}: 404, &desk.AbsentError{}: 404, &desk.GoneError{}: 404, errNoPage: 404,
		fmt.Errorf("page: %w", errNoPage): 404, &desk.AmbiguousError{}: 400, &desk.BeforeError{}: 400, desk.ErrNoCommit: 400,
		&warm.BuildingError{}: 503, context.DeadlineExceeded: 503, errBusy: 503, errors.New("no disk"): 500,
	} {
		if got := statusOf(err); got != want {
			t.Errorf("%v: %s, want %s", err, http.StatusText(got), http.StatusText(want))
		}
	}
}
