package stale

import (
	"math"
	"strings"
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
		{"ends on the last day that is near", "", "", kb.Note{ValidUntil: "2026-01-22"}, expiringScore / 14,
			"its validity ends on 2026-01-22"},
		{"ends a day later", "", "", kb.Note{ValidUntil: "2026-01-23"}, 0, ""},
		{"ends today", "", "", kb.Note{ValidUntil: "2026-01-09"}, expiringScore, "its validity ends on 2026-01-09"},
		{"ended, which it says without a date", "expired", "", kb.Note{}, expiredScore, "its validity ended on "},
		{"disputed and to be reviewed", "", "", kb.Note{Disputed: true, NeedsReview: true}, reviewScore, "disputed, which is not settled"},
		{"superseded by nobody knows what", "superseded", "", kb.Note{}, settledScore, "superseded"},
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

// What is gone weighs by what it was, whether anybody saw that it was gone, and where else it stood.
func TestWeightsOfWhatIsGone(t *testing.T) {
	for _, c := range []struct {
		e    Evidence
		want float64
	}{
		{Evidence{Fate: Deleted}, deletedScore}, {Evidence{Fate: Deleted, Seen: true}, deletedScore * seenFactor},
		{Evidence{Fate: Deleted, Local: true}, deletedScore}, {Evidence{Fate: Renamed}, renamedScore},
		{Evidence{Fate: Renamed, Seen: true}, renamedScore * seenFactor}, {Evidence{Fate: Removed}, removedScore},
		{Evidence{Fate: Removed, Local: true}, localScore}, {Evidence{Fate: Removed, Seen: true}, removedScore * seenNameFactor},
		{Evidence{Fate: Removed, Local: true, Seen: true}, localScore * seenNameFactor},
	} {
		c.e.Text = "it is gone"
		n := Assess(Facts{Note: &kb.Note{}, Now: date(t, "2026-01-09"), Broken: []Evidence{c.e}})
		if r := n.reason(Reference); r == nil || r.Score != round(c.want) || r.Text != "it is gone" || n.Score != r.Score {
			t.Errorf("%+v: %+v, want %v", c.e, r, c.want)
		}
	}
	n := Assess(Facts{Note: &kb.Note{}, Now: date(t, "2026-01-09"), Broken: []Evidence{{Fate: Removed, Line: 1, Cited: "a", Text: "1"},
		{Fate: Deleted, Line: 9, Cited: "b", Text: "2"}, {Fate: Deleted, Line: 4, Cited: "z", Text: "3"}, {Fate: Deleted, Line: 4,
			Cited: "c",
			Text:  "4"}}})
	var order []string
	for _, e := range n.Reasons[0].Evidence {
		order = append(order, e.Text)
	}
	if got := strings.Join(order, " "); got != "4 3 2 1" || n.Reasons[0].Text != "4, and 3 more" {
		t.Errorf("the strongest, then by line and name: %s; %q", got, n.Reasons[0].Text)
	}
}

// What changed most is told first, of one share what changed oftenest, then by path; of symbols alone less is doubted.
func TestOrderOfChurn(t *testing.T) {
	f := Facts{Note: &kb.Note{}, Now: date(t, "2026-01-09"), Lines: Lines{10, 20}, Churn: []Evidence{{Path: "d.go", Share: 0.2, Changes: 1},
		{Path: "c.go", Share: 0.2, Changes: 1}, {Path: "b.go", Share: 0.2, Changes: 2}, {Cited: "*.go", Share: 0.9, Changes: 1}}}
	n := Assess(f)
	var order []string
	for _, e := range n.reason(Churn).Evidence {
		order = append(order, e.Path+e.Cited)
	}
	if got := strings.Join(order, " "); got != "*.go b.go c.go d.go" {
		t.Errorf("order %s", got)
	}
	if got, want := n.reason(Churn).Text, "50 % of the code that it cites changed: *.go and 3 more"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got := n.reason(Churn).Score; got != round(math.Pow(10.0/40, 0.75)) {
		t.Errorf("of files %v", got)
	}
	f.Exact = true
	m := Assess(f)
	if got := m.reason(Churn).Score; got != round(math.Pow(10.0/24, 0.75)) {
		t.Errorf("of symbols %v", got)
	}
	reasons := Assessment{Reasons: []Reason{{Layer: Explicit, Score: 0.4, Text: "a"}, {Layer: Churn, Score: 0.4, Text: "b"},
		{Layer: Reference, Score: 0.5, Text: "c"}}}
	if got := reasons.Line(); got != "c; a; b" || reasons.Reasons[0].Text != "a" {
		t.Errorf("the strongest first, of two the first: %q", got)
	}
}

// Confidence that was lost is told where it is a hundredth of what a note can lose, by the later of touch and reading.
func TestConfidenceThatFell(t *testing.T) {
	now := date(t, "2026-03-01")
	note := kb.Note{Kind: "memory", Confidence: 0.8}
	n := Assess(Facts{Note: &note, Now: now, Touched: date(t, "2025-03-01"), LastAccess: date(t, "2025-06-01"),
		Ranking: rank.DefaultSettings()})
	r := n.reason(Confidence)
	if r == nil || !strings.Contains(r.Text, ": last read on 2025-06-01, half-life ") || len(r.Evidence) != 1 {
		t.Fatalf("%+v", r)
	}
	m := Assess(Facts{Note: &note, Now: now, Touched: date(t, "2025-06-01"), LastAccess: date(t, "2025-06-01"),
		Ranking: rank.DefaultSettings()})
	s := m.reason(Confidence)
	if s == nil || !strings.Contains(s.Text, ": untouched since 2025-06-01, half-life ") || s.Score != r.Score {
		t.Errorf("%+v, want the score of %+v", s, r)
	}
	only := Assess(Facts{Note: &note, Now: now, LastAccess: date(t, "2025-06-01"), Ranking: rank.DefaultSettings()})
	if u := only.reason(Confidence); u == nil || u.Score != r.Score {
		t.Errorf("by reading alone: %+v", u)
	}
	half := rank.DefaultSettings().HalfLives.Of("memory", "", false)
	base := rank.Confidence(0.8, 0, 0, now, now)
	fell := rank.Confidence(0.8, 0, half, date(t, "2025-06-01"), now)
	if want := round(memoryConfidence * (base - fell) / (base - rank.FloorConfidence)); r.Score != want {
		t.Errorf("score %v, want %v", r.Score, want)
	}
	low := kb.Note{Kind: "memory", Confidence: rank.FloorConfidence}
	if n := Assess(Facts{Note: &low, Now: now, Touched: date(t, "2016-01-01"),
		Ranking: rank.DefaultSettings()}); n.reason(Confidence) != nil {
		t.Errorf("nothing is left to be lost: %+v", n.reason(Confidence))
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
