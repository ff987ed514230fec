package panel

import (
	"fmt"
	"slices"
	"testing"

	"github.com/9aea2451/kb/cmd/kb/internal/picture"
	"github.com/9aea2451/kb/index"
	"github.com/9aea2451/kb/kb/inbox"
)

// The inbox shows what nobody has decided about, by number, as many as a page has room for.
func TestInboxByNumber(t *testing.T) {
	var b inboxPage
	items := []inbox.Item{
		{N: 7, State: inbox.Proposed}, {N: 2, State: inbox.New}, {N: 1, State: inbox.Edited}, {N: 4, State: inbox.Refused},
	}
	items[2].Tainted = true
	b.list(items)
	if len(b.Open) != 2 || b.Open[0].N != 1 || b.Open[1].N != 2 || len(b.Proposed) != 1 || b.Proposed[0].N != 7 || b.Rest != 0 {
		t.Errorf("%+v", b)
	}
	if len(b.Open[0].Why) != 1 || len(b.Open[1].Why) != 0 {
		t.Errorf("%q, %q", b.Open[0].Why, b.Open[1].Why)
	}
	for _, state := range []inbox.State{inbox.New, inbox.Proposed} {
		var items []inbox.Item
		for n := range perPage + 2 {
			i := inbox.Item{N: n, State: state}
			i.Title, i.Finding = " Tea ", "no evidence"
			items = append(items, i)
		}
		b = inboxPage{}
		b.list(items[:perPage])
		if got := append(b.Open, b.Proposed...); len(got) != perPage || b.Rest != 0 || got[0].Title != "Tea" ||
			!slices.Equal(got[0].Why, []string{"no evidence"}) {
			t.Errorf("%s: %d, %d more", state, len(got), b.Rest)
		}
		b = inboxPage{}
		if b.list(items); len(b.Open)+len(b.Proposed) != perPage || b.Rest != 2 {
			t.Errorf("%s: %d, %d more", state, len(b.Open)+len(b.Proposed), b.Rest)
		}
	}
}

// A reference is listed once for each relation, one that leads nowhere each time.
func TestReferencesOnce(t *testing.T) {
	var list []reference
	rest := 0
	for _, r := range []reference{
		{Path: "a.md"}, {Path: "a.md", Line: 2}, {Path: "a.md", Relation: "depends on"}, {Path: "b.md"}, {Text: "x"}, {Text: "y"},
	} {
		r.add(&list, &rest)
	}
	if got := fmt.Sprint(list, rest); got != "[{a.md    0} {a.md   depends on 0} {b.md    0} {  x  0} {  y  0}] 0" {
		t.Error(got)
	}
	for n := range mostLinks {
		reference{Path: fmt.Sprint(n)}.add(&list, &rest)
	}
	if len(list) != mostLinks || rest != 5 {
		t.Errorf("%d, %d more", len(list), rest)
	}
}

// What a hit of another repository says of itself; that a status does not hold is said once.
func TestMarksOfHits(t *testing.T) {
	for want, h := range map[string]index.Hit{
		"[]":                  {},
		"[{status accepted}]": {Status: "accepted"},
		"[{status rejected}]": {Status: "rejected", Inactive: "rejected"},
		"[{status accepted} {gone does not hold: expired}]": {Status: "accepted", Inactive: "expired"},
		"[{gone does not hold: expired} {warn disputed}]":   {Inactive: "expired", Disputed: true},
	} {
		if got := fmt.Sprint(marksOf(&h)); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
	for _, c := range []struct {
		marked [][2]int
		want   string
	}{
		{nil, "[{green tea false}]"}, {[][2]int{{0, 5}}, "[{green true} { tea false}]"}, {[][2]int{{6, 9}}, "[{green  false} {tea true}]"},
		{[][2]int{{0, 5}, {5, 9}}, "[{green true} { tea true}]"}, {[][2]int{{0, 5}, {4, 9}}, "[{green true} { tea false}]"},
		{[][2]int{{3, 3}, {6, 10}}, "[{green tea false}]"},
	} {
		if got := fmt.Sprint(pieces("green tea", c.marked)); got != c.want {
			t.Errorf("%v: %s", c.marked, got)
		}
	}
	for want, l := range map[string]index.LinkRecord{
		"": {}, "depends on": {Type: "depends_on"}, "superseded by": {Type: "supersedes", Inverse: true},
	} {
		if got := relationOf(&l, false); got != want {
			t.Errorf("%+v: %s", l, got)
		}
	}
	if got := relationOf(&index.LinkRecord{Type: "supersedes", Inverse: true}, true); got != "supersedes" {
		t.Error(got)
	}
}

// Each picture has its own style, within its own element.
func TestStylesOfPictures(t *testing.T) {
	for name, style := range map[string]string{"graph.css": picture.Style(), "timeline.css": picture.TimelineStyle()} {
		if got := string(asset(name)); got != ".drawing{"+style+"}\n" {
			t.Errorf("%s: %.60q", name, got)
		}
	}
	for _, name := range assetNames() {
		if len(asset(name)) == 0 {
			t.Errorf("%s is empty", name)
		}
	}
}
