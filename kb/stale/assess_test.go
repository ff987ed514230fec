package stale

import (
	"math"
	"testing"
	"time"

	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/rank"
	"pgregory.net/rapid"
)

func date(t testing.TB, s string) time.Time {
	d, err := time.Parse(time.DateOnly, s)
	check(t, err)
	return d
}

func TestExplicit(t *testing.T) {
	for _, c := range []struct {
		name, inactive, by string
		note               kb.Note
		score              float64
		text               string
	}{
		{"nothing", "", "", kb.Note{}, 0, ""},
		{"review", "", "", kb.Note{NeedsReview: true}, reviewScore, "marked as in need of review"},
		{"expired", "expired", "", kb.Note{ValidUntil: "2026-01-01"}, expiredScore, "its validity ended on 2026-01-01"},
		{"superseded", "superseded", "b.md", kb.Note{}, settledScore, "superseded by b.md"},
		{"deprecated", "deprecated", "", kb.Note{Status: "deprecated"}, settledScore, "status: deprecated"},
		{"ends tomorrow", "", "", kb.Note{ValidUntil: "2026-01-10"}, expiringScore * 13 / 14, "its validity ends on 2026-01-10"},
		{"ends next month", "", "", kb.Note{ValidUntil: "2026-02-10"}, 0, ""},
		{"begins later", "not yet valid", "", kb.Note{ValidFrom: "2026-03-01", ValidUntil: "2026-03-05"}, 0, ""},
		{"review of what expired", "expired", "", kb.Note{ValidUntil: "2026-01-01", NeedsReview: true}, expiredScore,
			"its validity ended on 2026-01-01"},
	} {
		n := Assess(Facts{Note: &c.note, Inactive: c.inactive, SupersededBy: c.by, Now: date(t, "2026-01-09")})
		r := n.reason(Explicit)
		switch {
		case c.score == 0 && r != nil:
			t.Errorf("%s: %+v", c.name, r)
		case c.score > 0 && (r == nil || math.Abs(r.Score-c.score) > 1e-4 || r.Text != c.text):
			t.Errorf("%s: %+v, want %v %q", c.name, r, c.score, c.text)
		}
	}
}

func TestConfidence(t *testing.T) {
	now := date(t, "2026-03-01")
	for _, c := range []struct {
		name    string
		facts   Facts
		atLeast float64
		below   float64
	}{
		{"a decision does not decay", Facts{Note: &kb.Note{Kind: "decision", Confidence: 0.8}, Touched: date(t, "2016-01-01")}, 0, 0.001},
		{"a pinned memory does not", Facts{Note: &kb.Note{Kind: "memory", Pinned: true, Confidence: 0.8}, Touched: date(t, "2016-01-01")},
			0, 0.001},
		{"the state of last week's work", Facts{Note: &kb.Note{Kind: "memory", Type: "work_state", Confidence: 0.8},
			Touched: date(t, "2026-01-01")}, rank.DefaultSettings().Stale, 1},
		{"a memory of a month ago", Facts{Note: &kb.Note{Kind: "memory", Confidence: 0.8}, Touched: date(t, "2026-02-01")}, 0.01,
			rank.DefaultSettings().Stale},
		{"a doc of ten years ago", Facts{Note: &kb.Note{Kind: "doc", Confidence: 0.8}, Touched: date(t, "2016-01-01")}, 0.15,
			rank.DefaultSettings().Stale},
		{"one that was read yesterday", Facts{Note: &kb.Note{Kind: "doc", Confidence: 0.8}, Touched: date(t, "2016-01-01"), Accesses: 3,
			LastAccess: date(t, "2026-02-28")}, 0, 0.01},
		{"nobody knows when", Facts{Note: &kb.Note{Kind: "doc", Confidence: 0.8}}, 0, 0.001},
	} {
		c.facts.Now = now
		if n := Assess(c.facts); n.Score < c.atLeast || n.Score >= c.below {
			t.Errorf("%s: %v %+v", c.name, n.Score, n.Reasons)
		}
	}
}

func TestScoreOfSeveralReasons(t *testing.T) {
	n := Assess(Facts{Note: &kb.Note{NeedsReview: true}, Now: date(t, "2026-01-09"), Touch: Touch{Date: "2026-01-01"},
		Broken: []Evidence{{Fate: Removed, Text: "a name"}, {Fate: Deleted, Text: "a file"}},
		Churn: []Evidence{
			{Path: "a.go", Share: 0.1, Text: "little"},
			{Path: "b.go", Share: 0.9, Text: "much"},
		}, Lines: Lines{Changed: 100, All: 160}})
	reference := 1 - (1-deletedScore)*(1-removedScore)
	want := 1 - (1-reviewScore)*(1-churnScore(Lines{100, 160}))*(1-reference)
	if math.Abs(n.Score-want) > 1e-4 {
		t.Errorf("score %v, want %v", n.Score, want)
	}
	if got, want := n.Line(), "marked as in need of review; a file, and 1 more; 62 % of the code that it cites changed since "+
		"2026-01-01: b.go and 1 more"; got != want {
		t.Errorf("line %q, want %q", got, want)
	}
	n.Keep(func(l Layer) bool { return l == Reference })
	if len(n.Reasons) != 1 || math.Abs(n.Score-reference) > 1e-4 {
		t.Errorf("only references: %+v", n)
	}
}

// More of a bad thing never makes a note less doubtful, and scores stay within 0 and 1.
func TestScoreGrows(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := Facts{
			Note: &kb.Note{
				Confidence:  rapid.Float64Range(0, 1).Draw(t, "confidence"),
				Kind:        rapid.SampledFrom(kb.Kinds()).Draw(t, "kind"),
				NeedsReview: rapid.Bool().Draw(t, "review"),
			},
			Now:     time.Unix(2e9, 0),
			Touched: time.Unix(rapid.Int64Range(0, 2e9).Draw(t, "touched"), 0),
		}
		f.Lines.All = rapid.IntRange(1, 1000).Draw(t, "all")
		f.Lines.Changed = rapid.IntRange(0, f.Lines.All).Draw(t, "changed")
		f.Churn = []Evidence{{Path: "a"}}
		before := Assess(f).Score
		switch rapid.IntRange(0, 3).Draw(t, "worse") {
		case 0:
			f.Lines.Changed = f.Lines.All
		case 1:
			f.Broken = append(f.Broken, Evidence{Fate: rapid.SampledFrom([]Fate{Deleted, Renamed, Removed}).Draw(t, "fate")})
		case 2:
			f.Touched = f.Touched.Add(-time.Hour)
		case 3:
			f.Inactive = "deprecated"
		}
		if after := Assess(f).Score; after < before-1e-4 || after > 1 || before < 0 {
			t.Fatalf("%v, then %v", before, after)
		}
	})
}
