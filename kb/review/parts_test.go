package review

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/9aea2451/kb/kb/validate"
)

// What speaks against a change makes a verdict, from the risk on at which a person should look.
func TestVerdicts(t *testing.T) {
	finding := func(rule string, severity validate.Severity, waived string) ScopedFinding {
		return ScopedFinding{Finding: validate.Finding{Rule: rule, Severity: severity, Waived: waived}}
	}
	for _, c := range []struct {
		risk     float64
		unjudged []string
		found    []ScopedFinding
		want     Verdict
	}{
		{riskLook, nil, nil, Look}, {riskLook - .01, nil, nil, Clean}, {0, []string{"a.md"}, nil, Look},
		{0, nil, []ScopedFinding{finding("status", validate.Info, "")}, Clean}, {0, nil, []ScopedFinding{finding("status",
			validate.Error, "")}, Look},
		{0, nil, []ScopedFinding{finding("contradiction", validate.Warning, "")}, Look},
		{0, nil, []ScopedFinding{finding("contradiction", validate.Error, "agreed")}, Clean},
		{0, nil, []ScopedFinding{finding("merge-conflict", validate.Error, "")}, Conflict},
		{0, nil, []ScopedFinding{finding("contradiction", validate.Error, "")}, Conflict},
	} {
		r := newReview(&Range{})
		r.Risk.Score, r.Merge.Unjudged, r.Findings = c.risk, c.unjudged, c.found
		if got := (&change{report: r}).verdict(); got != c.want {
			t.Errorf("%+v: %s", c, got)
		}
	}
	for _, c := range []struct {
		note Note
		want float64
	}{
		{Note{Kind: "decision", Change: Changed}, .8}, {Note{Kind: "decision", Change: Added}, .4}, {Note{Kind: "spec",
			Status: "accepted"}, 1},
		{Note{Kind: "memory", Status: "accepted"}, .7}, {Note{Kind: "memory", Status: "accepted", OldStatus: "draft"}, .25},
		{Note{Kind: "doc", Status: "proposed"}, .15}, {Note{Kind: "doc", PageRank: .5}, .45}, {Note{Kind: "spec", PageRank: .9}, 1},
	} {
		if got := round(authority(&c.note)); got != c.want {
			t.Errorf("%+v binds %v, want %v", c.note, got, c.want)
		}
	}
}

// Others are told of notes that say something else or hold no longer, not of what only came, stayed or got a name.
func TestMeantNotes(t *testing.T) {
	c := &change{report: newReview(&Range{})}
	c.report.Notes = []Note{
		{Path: "added", Change: Added, Tally: Tally{Changed: 1}}, {Path: "same", Change: Changed, Tally: Tally{Added: 1, Reworded: 1}},
		{Path: "changed", Change: Changed, Tally: Tally{Changed: 1}}, {Path: "shorter", Change: Changed, Tally: Tally{Removed: 1}},
		{Path: "even", Change: Changed, Tally: Tally{Removed: 1, Changed: 1}},
		{Path: "renamed", Change: "renamed"}, {Path: "renamed and changed", Change: "renamed", Tally: Tally{Removed: 2, Changed: 2}},
		{Path: "removed", Change: Removed}, {Path: "archived", Change: "archived"},
	}
	got := slices.Sorted(maps.Keys(c.meant()))
	if want := []string{"archived", "changed", "even", "removed", "renamed and changed", "shorter"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// A longest list of equal pairs in order is found, whatever stands between.
func TestCommonSubsequence(t *testing.T) {
	for in, want := range map[[2]string]string{
		{"abc", "abc"}: "[[0 0] [1 1] [2 2]]", {"abcd", "bd"}: "[[1 0] [3 1]]", {"bd", "abcd"}: "[[0 1] [1 3]]", {"", "a"}: "[]",
		{"a", "b"}: "[]", {"xaby", "azb"}: "[[1 0] [2 2]]", {"ab", "ba"}: "[[1 0]]", {"abcbdab", "bdcaba"}: "[[1 0] [4 1] [5 3] [6 4]]",
	} {
		got := fmt.Sprint(commonSubsequence(len(in[0]), len(in[1]), func(i, j int) bool { return in[0][i] == in[1][j] }))
		if got != want {
			t.Errorf("%q: %s, want %s", in, got, want)
		}
	}
}

// What one note lost and another one gained, in the same words or in like ones, moved.
func TestAcrossNotes(t *testing.T) {
	const long = "The worker keeps three copies of each file of the customer"
	lost := "# Old\n\nIt is slow. Doors open at nine. " + long + ". Bread is fresh.\n\nBoth are here. Doors open at nine."
	gained := "# Old\n\nIt is slow. Doors open at nine. " + long + " at night. Tea is hot.\n\nBoth are here."
	tell := func(to string) (out []string) {
		var pairs []pair
		for _, u := range pointers(unitsOf("a.md", []byte(lost))) {
			pairs = append(pairs, pair{old: u})
		}
		for _, u := range pointers(unitsOf(to, []byte(gained))) {
			pairs = append(pairs, pair{new: u})
		}
		for _, p := range joinAcross(pairs) {
			switch {
			case p.old == nil:
				out = append(out, "+"+p.new.Text)
			case p.new == nil:
				out = append(out, "-"+p.old.Text)
			default:
				out = append(out, fmt.Sprint(p.moved, " ", p.old.Line, ":", p.old.Col, " ", p.new.Text))
			}
		}
		return out
	}
	want := []string{"true 3:13 Doors open at nine.", "true 3:33 " + long + " at night.", "-Old", "-It is slow.", "-Bread is fresh.",
		"-Both are here.", "-Doors open at nine.", "+Old", "+It is slow.", "+Tea is hot.", "+Both are here."}
	if got := tell("b.md"); !slices.Equal(got, want) {
		t.Errorf("to another note:\n%q, want\n%q", got, want)
	}
	if got := tell("a.md"); !slices.Equal(got[:1], want[:1]) || len(got) != len(want)+1 {
		t.Errorf("to the same note: %q", got)
	}
}

// Limits of paths and of saved queries.
func TestLimits(t *testing.T) {
	for path, want := range map[string]bool{"a/b": true, "a/b/": true, "A-Z/z_0.9+@x": true, "a//b": false, "/a/b": false,
		"~/a": false, "../a": false,
		"a/./b": false, "a/[b": false, "a/{b": false, "a/:": false, "a/`": false, "a": false, "a b/c": false,
		"a/" + strings.Repeat("b", 298): true, "a/" + strings.Repeat("b", 299): false} {
		if isCodePath(path) != want {
			t.Errorf("%q is a path: %v", path, !want)
		}
	}
	if got := codePaths("`a/b` c `./a/b` `d/e` open `f/g"); !slices.Equal(got, []string{"a/b", "d/e"}) {
		t.Errorf("%q", got)
	}
	query := func(n, top int) string {
		return fmt.Sprintf("- {query: %s, note: a.md, top: %d}\n", strings.Repeat("q", n), top)
	}
	for text, want := range map[string]bool{
		query(maxQueryLength, maxSavedTop): true, query(maxQueryLength+1, 1): false, query(1, maxSavedTop+1): false, query(1, 0): true,
		query(1, -1): false, strings.Repeat(query(1, 1), maxSaved): true, strings.Repeat(query(1, 1), maxSaved+1): false,
		"null": true, "~": true, "queries": false, "'null'": false, "other: 1\nqueries: [{query: q, note: a.md}]": true,
		"queries: {}": false,
	} {
		if _, err := parseQueries([]byte(text)); (err == nil) != want {
			t.Errorf("%.80q: %v", text, err)
		}
	}
}
