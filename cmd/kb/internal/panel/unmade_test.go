package panel

import (
	"context"
	"errors"
	"html/template"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/9aea2451/kb/cmd/kb/internal/desk/warm"
)

// set puts a value into what is kept beside the pages, as the making of it would.
func set[T any](k *kept[T], of string, err error, busy chan struct{}) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.of, k.err, k.busy, k.began, k.ended = of, err, busy, time.Time{}, time.Now()
}

// unmade says of all that is kept beside the pages of a view that it failed, or is busy being made.
func (s *site) unmade(v *warm.View, err error, busy chan struct{}) {
	notes, both := state(v), dated(v)
	if busy != nil {
		notes, both = "", ""
	}
	set(&s.shelves, notes, err, busy)
	set(&s.links, notes, err, busy)
	set(&s.disputed, notes, err, busy)
	set(&s.stale, notes, err, busy)
	set(&s.past, both, err, busy)
	set(&s.touched, both, err, busy)
	set(&s.health, both, err, busy)
	set(&s.lives, both, err, busy)
	set(&s.code, both, err, busy)
	s.made.Add(1) // no page of before is shown
}

// resting are the pages that show what is made beside them, with what they call it.
func resting() map[string]string {
	return map[string]string{
		"/": "the groups", "/browse": "the groups", "/browse/kind?name=doc": "the groups", "/graph": "the links",
		"/graph?note=docs/limits.md": "the links", "/broken": "the links", "/timeline": "the timeline", "/stale": "stale notes",
		"/contradictions": "contradictions", "/modules": "the modules", "/note/docs/limits.md": "the history",
	}
}

// A page is there before what it shows: it says what is missing and asks again. Where that cannot be made, it says
// why and does not.
func TestPagesBeforeWhatTheyShow(t *testing.T) {
	s := open(t, sample(t))
	v, _, err := s.keeper.Acquire(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer v.Release()
	v.History.Settled(t.Context())
	full := errors.New("the disk is full")
	busy := make(chan struct{})
	defer close(busy)
	for _, c := range []struct {
		why     error
		busy    chan struct{}
		pending bool
	}{{full, nil, false}, {errPending, busy, true}} {
		s.unmade(v, c.why, c.busy)
		for address, what := range resting() {
			w := httptest.NewRecorder()
			s.handler.ServeHTTP(w, s.request("GET", address))
			page := w.Body.String()
			pending := strings.Contains(page, " data-pending")
			if w.Code != 200 || !strings.Contains(page, what+": "+c.why.Error()) || pending != c.pending {
				t.Errorf("%s, of which %s: %d\n%s", address, c.why, w.Code, page)
			}
			for _, known := range []string{
				"<svg", " of 100", "Nothing.", "No reference", "No contradiction", "No file", "None of ", "is committed",
			} {
				if strings.Contains(page, known) {
					t.Errorf("%s, of which %s, says %q\n%s", address, c.why, known, page)
				}
			}
		}
	}
}

// What was made of an earlier state is shown until the next is there.
func TestPagesFromBeforeTheLastChange(t *testing.T) {
	s := open(t, sample(t))
	wanted := map[string]string{
		"/": "of 100", "/browse": "By kind", "/browse/kind?name=doc": "docs/limits.md", "/graph": "<svg", "/broken": "gone.md",
		"/graph?note=docs/limits.md": "<svg", "/timeline": "<svg", "/stale": "Alone", "/contradictions": "24 hours",
		"/modules": "No file of this repository", "/note/docs/limits.md": "Say more of limits",
	}
	for address := range wanted {
		s.get(address)
	}
	v, _, err := s.keeper.Acquire(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer v.Release()
	busy := make(chan struct{})
	defer close(busy)
	s.unmade(v, nil, busy)
	for address, want := range wanted {
		w := httptest.NewRecorder()
		s.handler.ServeHTTP(w, s.request("GET", address))
		page := w.Body.String()
		late := resting()[address] + ": from before the last change, and being made anew"
		if w.Code != 200 || !strings.Contains(page, late) || !strings.Contains(page, want) || !strings.Contains(page, " data-pending") {
			t.Errorf("%s: %d, want %q and %q\n%s", address, w.Code, late, want, page)
		}
	}
}

// Of reviews the last few are kept, and each may be asked for again.
func TestReviewsThatAreKept(t *testing.T) {
	var j judged
	names := strings.Split("abcdefghij", "")
	for _, name := range names {
		j.put(name, "what is read of "+template.HTML(name))
	}
	kept := slices.DeleteFunc(slices.Clone(names), func(name string) bool { return j.get(name) == "" })
	if want := names[len(names)-mostJudged:]; !slices.Equal(kept, want) || len(j.known) != mostJudged {
		t.Errorf("%q of %d, want %q", kept, len(j.known), want)
	}
}

// A panic in what is made beside the pages ends that alone, and is told to the person who runs the panel.
func TestPanicBesideThePages(t *testing.T) {
	var logged []string
	p := &Panel{o: Options{Log: func(m string) { logged = append(logged, m) }}}
	if err := p.beside("counting", func() error { panic("no such number") }); err != errFault {
		t.Error(err)
	}
	if len(logged) != 1 || !strings.Contains(logged[0], "counting") || !strings.Contains(logged[0], "no such number") {
		t.Errorf("%q", logged)
	}
	if err := p.beside("counting", func() error { return context.Canceled }); err != context.Canceled || len(logged) != 1 {
		t.Errorf("%v, %q", err, logged)
	}
}
