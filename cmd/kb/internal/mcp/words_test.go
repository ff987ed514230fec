package mcp

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/9aea2451/kb/cmd/kb/internal/desk/warm"
	"github.com/9aea2451/kb/cmd/kb/internal/mcp/render"
	"github.com/9aea2451/kb/index"
	"pgregory.net/rapid"
)

// The address of a note leads back to it, whatever it is called; no address leads out of the repository.
func TestURIsOfNotes(t *testing.T) {
	one := &warm.Keeper{Options: warm.Options{Name: "web"}}
	two := &warm.Keeper{Options: warm.Options{Name: "web", Several: true}}
	if got := uriOf(one, "docs/a b#ü.md"); got != "kb://note/docs/a%20b%23%C3%BC.md" {
		t.Error(got)
	}
	if got := uriOf(two, "a.md"); got != "kb://note/web/a.md" {
		t.Error(got)
	}
	rapid.Check(t, func(t *rapid.T) {
		path := strings.Join(rapid.SliceOfN(rapid.StringMatching(`[a-z%# ?ü.]{1,5}x`), 1, 3).Draw(t, "parts"), "/")
		for _, b := range []*warm.Keeper{one, two} {
			if got := fromURI(b, uriOf(b, path)); got != path {
				t.Fatalf("%q came back as %q", path, got)
			}
		}
	})
	for _, name := range []string{"kb://note/../x", "kb://note/a/../../x", "kb://note//etc/passwd", "kb://note/a%00b", "kb://note/",
		"kb://note/%zz", "kb://note/..", "kb://note/a//b", "docs/a.md"} {
		if got := fromURI(one, name); got != name {
			t.Errorf("%s leads to %s", name, got)
		}
	}
}

// Each error says what happened and, where there is something to do, what.
func TestExplained(t *testing.T) {
	for _, tt := range []struct {
		err  error
		want string
	}{
		{errors.New("disk\nfull"), "disk full"},
		{fmt.Errorf("read: %w", render.Hint(errors.New("no such thing"), "look elsewhere")), "read: no such thing\nlook elsewhere"},
		{fmt.Errorf("ask: %w", context.DeadlineExceeded),
			"the call took too long\nask for less: a lower limit, or a filter such as path or kind"},
		{fmt.Errorf("%w: a.md", index.ErrNoNote), index.ErrNoNote.Error() + ": a.md\nfind notes with the tool search"},
	} {
		if got := explain(tt.err); got != tt.want {
			t.Errorf("%q, want %q", got, tt.want)
		}
	}
	if got := render.List(strings.Fields("a b c d e f g h")); got != "a, b, c, d, e, f, g, h" {
		t.Error(got)
	}
	if got := render.List(strings.Fields("a b c d e f g h i")); got != "a, b, c, d, e, f, g, h, …" {
		t.Error(got)
	}
}

func TestProgressInWords(t *testing.T) {
	var none *Progress
	p := &Progress{}
	if none.String() != "" || p.String() != "" {
		t.Errorf("%s, %s", none, p)
	}
	if p.Report("parsing", 3, 9); p.String() != "parsing 3 of 9" {
		t.Error(p)
	}
	if p.Report("listing", 3, 0); p.String() != "listing" {
		t.Error(p)
	}
}
