package panel

import (
	"context"
	"errors"
	"fmt"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/9aea2451/kb/cmd/kb/internal/desk/warm"
	"github.com/9aea2451/kb/index"
	"github.com/9aea2451/kb/kb"
)

// A word is quoted as soon as a shell could read more into it, or kb a flag.
func TestQuotedWords(t *testing.T) {
	for word, want := range map[string]string{
		"docs/a_b-1.md": "docs/a_b-1.md", "AZaz09": "AZaz09", "": "''", "my tea": "'my tea'",
		"-n": "./-n", "it's": `'it'\''s'`, "a;b": "'a;b'", "$x": "'$x'",
		"ä.md": "'ä.md'",
	} {
		if got := quoted(word); got != want {
			t.Errorf("%q: %s, want %s", word, got, want)
		}
	}
}

// Texts are cut to whole characters.
func TestShort(t *testing.T) {
	for text, want := range map[string]string{"äöü": "äöü", "äöüß": "äö…", "": "", "abcd": "ab…"} {
		if got := short(text, 3); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// A page says what it does not know yet and asks again; what failed it says, and goes on.
func TestWhatAPageDoesNotKnow(t *testing.T) {
	broken := errors.New("no disk")
	for _, c := range []struct {
		name     string
		current  bool
		err      error
		progress bool
		notice   string
		pending  bool
		passed   bool
	}{
		{"known", true, nil, false, "", false, false},
		{"pending", false, errPending, false, "stale: " + errPending.Error(), true, false},
		{"pending, with work under way", false, errPending, true, "stale: " + errPending.Error() + "; now reading 1 of 2", true, false},
		{"failed", false, broken, false, "stale: no disk", false, false},
		{"from before", false, nil, false, "stale: from before the last change, and being made anew", true, false},
		{"nobody waits", false, context.Canceled, false, "", false, true},
		{"too late", true, context.DeadlineExceeded, false, "", false, true},
	} {
		p := &Panel{o: Options{Progress: &warm.Progress{}}}
		if c.progress {
			p.o.Progress.Report("reading", 1, 2)
		}
		g := p.newPage("stale", "Stale", nil)
		for range 2 { // said once
			if err := g.settle("stale", c.current, c.err); (err != nil) != c.passed || c.passed && !errors.Is(err, c.err) {
				t.Errorf("%s: %v", c.name, err)
			}
		}
		var want []string
		if c.notice != "" {
			want = []string{c.notice}
		}
		if !slices.Equal(g.Notices, want) || g.Pending != c.pending {
			t.Errorf("%s: %q, pending %v", c.name, g.Notices, g.Pending)
		}
	}
}

// A list fills its pages, and a page beyond the last is the last.
func TestPagesOfLists(t *testing.T) {
	for _, c := range []struct {
		n, number int
		want      string
	}{
		{0, 1, "0-0 of 1"}, {1, 1, "0-1 of 1"}, {10, 1, "0-10 of 1"}, {11, 1, "0-10 of 2"}, {11, 2, "10-11 of 2"}, {20, 2, "10-20 of 2"},
		{20, 9, "10-20 of 2"},
	} {
		from, to, p := paged(c.n, c.number, 10)
		if got := fmt.Sprintf("%d-%d of %d", from, to, p.Pages); got != c.want {
			t.Errorf("page %d of %d: %s, want %s", c.number, c.n, got, c.want)
		}
	}
}

// The file of a group is called like it where that can be the name of a file everywhere, and is its own in any case.
func TestFilesOfGroups(t *testing.T) {
	long := strings.Repeat("x", 60)
	for name, want := range map[string]string{"az09-_": "az09-_.html", long: long + ".html"} {
		if got := groupFile("tag", name, 1); got != "browse/tag/"+want {
			t.Errorf("%s: %s", name, got)
		}
	}
	if got := groupFile("tag", "tea", 2); got != "browse/tag/tea.2.html" || got == groupFile("tag", "tea-2", 1) {
		t.Error(got)
	}
	seen := map[string]string{}
	for _, name := range []string{"tea", "Tea", "t/ea", "t:ea", "t`ea", "t{ea", "", "ü", long, long + "x", long + "y"} {
		file := groupFile("tag", name, 1)
		if other, there := seen[file]; there || len(file) > 100 || strings.ContainsAny(strings.TrimPrefix(file, "browse/tag/"), "/:`{ü") {
			t.Errorf("%q and %q: %s", name, other, file)
		}
		seen[file] = name
	}
}

// Of a day of the past only what had been changed by then is said to have been.
func TestLastChangesAsOfADay(t *testing.T) {
	s := open(t, sample(t))
	v, _, err := s.keeper.Acquire(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer v.Release()
	m, err := v.Moment(t.Context(), "2024-05-01")
	if err != nil {
		t.Fatal(err)
	}
	past, err := s.keeper.Past(t.Context(), m)
	if err != nil {
		t.Fatal(err)
	}
	defer past.Release()
	s.touched.value = &touched{last: map[string]time.Time{"a.md": clock().AddDate(-3, 0, 0), "b.md": clock().AddDate(0, 1, 0)}}
	for _, c := range []struct {
		v          *warm.View
		path, want string
	}{{v, "a.md", "2023-05-04"}, {v, "b.md", "2026-06-04"}, {v, "c.md", ""}, {past, "a.md", "2023-05-04"}, {past, "b.md", ""}} {
		if got := s.row(c.v, &index.NoteRecord{Note: kb.Note{Path: c.path}}).Touched; got != c.want {
			t.Errorf("%s as of %q: %q, want %q", c.path, c.v.At.Commit, got, c.want)
		}
	}
}

// What can be done instead is said of a request that would change something, and of no other.
func TestRefusedMethods(t *testing.T) {
	s := open(t, sample(t))
	for method, want := range map[string]string{"POST": "GET, HEAD", "GET": ""} {
		r := s.request(method, "/browse")
		if method == "GET" {
			r.Header.Set("Origin", "http://elsewhere.example")
		}
		w := httptest.NewRecorder()
		s.handler.ServeHTTP(w, r)
		if got := w.Header().Get("Allow"); got != want || w.Code < 400 {
			t.Errorf("%s: %d, allowed %q", method, w.Code, got)
		}
	}
}
