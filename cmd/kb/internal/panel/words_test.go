package panel

import (
	"context"
	"errors"
	"slices"
	"testing"

	"github.com/9aea2451/kb/cmd/kb/internal/desk/warm"
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

// Texts are cut to whole characters, and titles are not said twice.
func TestShortAndBelow(t *testing.T) {
	for text, want := range map[string]string{"äöü": "äöü", "äöüß": "äö…", "": "", "abcd": "ab…"} {
		if got := short(text, 3); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	for _, c := range []struct {
		title      string
		path, want []string
	}{{"Tea", []string{"Tea", "Green"}, []string{"Green"}}, {"Tea", []string{"Green"}, []string{"Green"}}, {"Tea", nil, nil}} {
		if got := below(c.title, c.path); !slices.Equal(got, c.want) {
			t.Errorf("%q of %s: %q", c.path, c.title, got)
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
