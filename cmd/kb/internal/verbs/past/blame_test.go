package past

import (
	"slices"
	"strings"
	"testing"

	"github.com/9aea2451/kb/cmd/kb/internal/desk"
	"github.com/9aea2451/kb/kb/history/walk"
)

func TestBlameInWords(t *testing.T) {
	holder := func(name string, lines int, more ...string) desk.LineHolder {
		return desk.LineHolder{
			Name:      name,
			Email:     name + "@x",
			Lines:     lines,
			Committed: !slices.Contains(more, "new"),
			Agent:     slices.Contains(more, "agent"),
		}
	}
	for _, tt := range []struct {
		holders []desk.LineHolder
		want    string
	}{
		{nil, "nobody"},
		{[]desk.LineHolder{holder("Ann", 3), holder("Scribe", 2, "agent"), holder("", 1)}, "Ann 3, Scribe (agent) 2, @x 1"},
		{[]desk.LineHolder{holder("Ann", 3, "new")}, notCommitted + " 3"},
	} {
		if got := holderLine(tt.holders); got != tt.want {
			t.Errorf("%q, want %q", got, tt.want)
		}
	}
	var many []desk.LineHolder
	for range shownHolders + 1 {
		many = append(many, holder("A", 2))
	}
	if got := holderLine(many); strings.Contains(got, "others") {
		t.Errorf("one is left out: %s", got)
	}
	if got := holderLine(append(many, holder("B", 5))); !strings.HasSuffix(got, ", 2 others 7") {
		t.Errorf("two are left out: %s", got)
	}
	for _, tt := range []struct {
		text  string
		width int
		want  string
	}{{"ab", 4, "ab  "}, {"abcd", 4, "abcd"}, {"abcde", 4, "abc…"}, {"üüüüü", 4, "üüü…"}} {
		if got := pad(tt.text, tt.width); got != tt.want {
			t.Errorf("%q, want %q", got, tt.want)
		}
	}
	if got := lineRange(desk.SectionBlame{StartLine: 3, EndLine: 3}) + " " +
		lineRange(desk.SectionBlame{StartLine: 3, EndLine: 4}); got != "3 3-4" {
		t.Error(got)
	}
	for want, s := range map[string]desk.SectionBlame{"(front matter)": {Part: "front matter"},
		"(before the first heading)": {Part: "beginning"}, "A": {Path: []string{"A"}, Level: 1},
		"    B": {Path: []string{"A", "B"}, Level: 3}} {
		if got := sectionName(s); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	credits := []walk.Credit{
		{Name: "Ann", Role: walk.CoAuthor},
		{Email: "b@x", Role: walk.Reviewer},
		{Name: "Scribe", Role: walk.Assistant, Agent: true},
		{Name: "Cid", Role: walk.Reviewer},
	}
	if got, want := creditLine(credits), "with Ann; assisted by Scribe (agent); reviewed by b@x, Cid"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	var reviewers []walk.Credit
	for range shownHolders {
		reviewers = append(reviewers, walk.Credit{Name: "R", Role: walk.Reviewer})
	}
	for want, all := range map[string][]walk.Credit{
		"": nil, "reviewed by R, R, R, R": reviewers, "reviewed by R, R, R, R, 2 more": append(reviewers, reviewers[:2]...),
	} {
		if got := creditLine(all); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
