package evaluate

import (
	"math"
	"strings"
	"testing"

	"github.com/9aea2451/kb/index"
)

func near(t *testing.T, name string, got, want float64) {
	t.Helper()
	if math.Abs(got-want) > 1e-9 {
		t.Errorf("%s = %v, want %v", name, got, want)
	}
}

// hits gives one hit for each path or path#anchor.
func hits(ids ...string) []index.Hit {
	var out []index.Hit
	for _, id := range ids {
		path, anchor := CutAnchor(id)
		out = append(out, index.Hit{Path: path, Anchor: anchor})
	}
	return out
}

func TestJudgeByHand(t *testing.T) {
	q := &Query{ID: "q", Category: "c", Relevant: map[string]float64{"b": 1, "d": 3, "x": 2, "a": 0}}
	r := judge(q, hits("a", "b", "c", "d"))
	log := math.Log2
	near(t, "nDCG@10", r.NDCG, (1/log(3)+3/log(5))/(3+2/log(3)+1/log(4)))
	near(t, "AP", r.AP, (1.0/2+2.0/4)/3)
	near(t, "RR", r.RR, 0.5)
	if want := (Recalls{0, 2.0 / 3, 2.0 / 3, 2.0 / 3}); r.Recall != want {
		t.Errorf("recall %v, want %v", r.Recall, want)
	}
	if r.ID != "q" || r.Category != "c" || r.First != "a" || r.Unjudged || r.CurrentFirst != nil || r.Evidence != nil {
		t.Errorf("%+v", r)
	}
	if r := judge(q, nil); r.NDCG != 0 || r.First != "" || r.Unjudged {
		t.Errorf("nothing found gives %+v", r)
	}
	if r := judge(&Query{Relevant: map[string]float64{"a": 0}}, hits("a")); !r.Unjudged {
		t.Errorf("a grade of zero judges nothing: %+v", r)
	}
}

func TestExcludedNotesLeaveTheRanking(t *testing.T) {
	q := &Query{Relevant: map[string]float64{"b": 1}, Exclude: []string{"a"}}
	all := hits("a", "b")
	r := judge(q, all)
	near(t, "RR", r.RR, 1)
	if r.First != "b" || all[0].Path != "a" {
		t.Errorf("first %s, given %s", r.First, all[0].Path)
	}
}

func TestSectionsAreJudgedWhereTheQueryNamesThem(t *testing.T) {
	for _, c := range []struct {
		name     string
		relevant map[string]float64
		hits     []index.Hit
		rr       float64
	}{
		{"the section", map[string]float64{"a#one": 1}, hits("a#one"), 1},
		{"another section", map[string]float64{"a#one": 1}, hits("a#two"), 0},
		{"another section first", map[string]float64{"a#one": 1}, hits("a#two", "a#one"), 0.5},
		{"a note, whatever its section", map[string]float64{"a": 1}, hits("b#x", "a#two"), 0.5},
		{"sections of an unjudged note are one place", map[string]float64{"a": 1}, hits("b#x", "b#y", "a#z"), 0.5},
		{"note and section: the section has its grade", map[string]float64{"a": 0, "a#one": 1}, hits("a#two", "a#one"), 0.5},
		{"a hash in the name of a file", map[string]float64{"c#/a.md": 1}, []index.Hit{{Path: "c#/a.md", Anchor: "x"}}, 1},
		{"and an anchor behind it", map[string]float64{"c#/a.md#x": 1}, []index.Hit{{Path: "c#/a.md", Anchor: "x"}}, 1},
		{"the text before the first heading", map[string]float64{"a#one": 1}, hits("a", "a#one"), 0.5},
	} {
		if r := judge(&Query{Relevant: c.relevant}, c.hits); r.RR != c.rr {
			t.Errorf("%s: %v, want %v", c.name, r.RR, c.rr)
		}
	}
}

func TestCurrentAboveStale(t *testing.T) {
	for _, c := range []struct {
		name string
		hits []index.Hit
		want float64
	}{
		{"the current first", hits("new", "old"), 1},
		{"the stale first", hits("old", "new"), 0},
		{"the stale between", hits("new", "old", "newer"), 1},
		{"strangers do not count", hits("other", "new", "old"), 1},
		{"no stale one", hits("new"), 1},
		{"nothing relevant", hits("other"), 0},
		{"a section of the stale one", hits("old#x", "new"), 0},
		{"nothing", nil, 0},
	} {
		q := &Query{Relevant: map[string]float64{"new": 1, "newer": 2}, Stale: []string{"old"}}
		if r := judge(q, c.hits); r.CurrentFirst == nil || *r.CurrentFirst != c.want {
			t.Errorf("%s: %v, want %v", c.name, r.CurrentFirst, c.want)
		}
	}
}

func TestEvidenceIsLookedForInTheFirstWords(t *testing.T) {
	filler := func(n int) index.Hit { return index.Hit{Path: "f", Text: strings.Repeat("word ", n)} }
	q := func(texts ...string) *Query { return &Query{Relevant: map[string]float64{"a": 1}, Evidence: texts} }
	for _, c := range []struct {
		name string
		q    *Query
		hits []index.Hit
		want Shares
	}{
		{"at once, whatever its case and blanks", q("Ten\n minutes"), []index.Hit{{Text: "after TEN  minutes."}}, Shares{1, 1, 1}},
		{"one of two", q("ten minutes", "absent"), []index.Hit{{Text: "ten minutes"}}, Shares{0.5, 0.5, 0.5}},
		{"ends at the 500th word", q("ten minutes"), []index.Hit{filler(498), {Text: "ten minutes"}}, Shares{1, 1, 1}},
		{"ends behind it", q("ten minutes"), []index.Hit{filler(499), {Text: "ten minutes"}}, Shares{0, 1, 1}},
		{"ends at the 2000th", q("ten minutes"), []index.Hit{filler(1998), {Text: "ten minutes"}}, Shares{0, 0, 1}},
		{"ends behind that", q("ten minutes"), []index.Hit{filler(1999), {Text: "ten minutes"}}, Shares{}},
		{"across two chunks", q("ten minutes"), []index.Hit{{Text: "after ten"}, {Text: "minutes"}}, Shares{1, 1, 1}},
		{"no hits", q("ten minutes"), nil, Shares{}},
	} {
		if r := judge(c.q, c.hits); r.Evidence == nil || *r.Evidence != c.want {
			t.Errorf("%s: %v, want %v", c.name, r.Evidence, c.want)
		}
	}
}
