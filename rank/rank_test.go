package rank

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"gonum.org/v1/gonum/graph/network"
	"gonum.org/v1/gonum/graph/simple"
	"pgregory.net/rapid"
)

func near(t *testing.T, name string, got, want float64) {
	t.Helper()
	if math.Abs(got-want) > 1e-6 {
		t.Errorf("%s = %.7f, want %.7f", name, got, want)
	}
}

func TestMeasuresByHand(t *testing.T) {
	ranking := []string{"a", "b", "c", "d"}
	gains := map[string]float64{"b": 1, "d": 2, "x": 1, "z": 0}
	// DCG = 1/log2(3) + 2/log2(5); ideal = 2 + 1/log2(3) + 1/log2(4)
	near(t, "nDCG", NDCG(ranking, gains, 10), (1/math.Log2(3)+2/math.Log2(5))/(2+1/math.Log2(3)+0.5))
	near(t, "nDCG@2", NDCG(ranking, gains, 2), (1/math.Log2(3))/(2+1/math.Log2(3)))
	near(t, "AP", AveragePrecision(ranking, gains), (1.0/2+2.0/4)/3)
	near(t, "RR", ReciprocalRank(ranking, gains, 10), 0.5)
	near(t, "RR@1", ReciprocalRank(ranking, gains, 1), 0)
	near(t, "recall@2", Recall(ranking, gains, 2), 1.0/3)
	near(t, "recall@20", Recall(ranking, gains, 20), 2.0/3)
	near(t, "nothing relevant", NDCG(ranking, nil, 10)+AveragePrecision(ranking, nil)+Recall(ranking, nil, 5), 0)
	near(t, "p50", Percentile([]float64{4, 1, 3, 2}, 50), 2.5)
	near(t, "p95", Percentile([]float64{10, 20}, 95), 19.5)
	near(t, "no values", Percentile(nil, 50), 0)
}

func TestPairedBootstrap(t *testing.T) {
	same := PairedBootstrap([]float64{1, 2, 3}, []float64{1, 2, 3}, 500, 1)
	if same != (Interval{}) {
		t.Errorf("no difference gives %+v", same)
	}
	a, b := make([]float64, 100), make([]float64, 100)
	for i := range a {
		a[i] = float64(i%2) + 1 // mean 1.5, deviation 0.5: ±1.96·0.05
	}
	got := PairedBootstrap(a, b, 4000, 7)
	near(t, "mean", got.Mean, 1.5)
	if math.Abs(got.Low-1.402) > 0.02 || math.Abs(got.High-1.598) > 0.02 {
		t.Errorf("interval %+v", got)
	}
	if got != PairedBootstrap(a, b, 4000, 7) {
		t.Error("two runs of one seed differ")
	}
}

func TestPageRankByHand(t *testing.T) {
	// a → b: r(b) = r(a)·(1 + 0.85) in the limit, whatever the dangling mass adds to both.
	got := PageRank(2, []Edge{{0, 1, 1}})
	near(t, "b", got[1], 1)
	near(t, "a", got[0], 1/1.85)
	for i, r := range PageRank(3, nil) {
		near(t, "no edges", r, 0*float64(i))
	}
	weighted := PageRank(3, []Edge{{0, 1, 3}, {0, 2, 1}})
	near(t, "three of four parts of the weight", weighted[0], 1/(1+0.85*0.75))
	near(t, "the fourth", weighted[2], (1+0.85*0.25)/(1+0.85*0.75))
	loop := PageRank(2, []Edge{
		{0, 0, 9},
		{0, 1, 1},
		{7, 1, 1},
		{1, 0, 0},
		{1, 0, -1},
		{1, 0, math.NaN()},
		{1, 0, math.Inf(1)},
		{-1, 1, 1},
		{0, -1, 1},
		{2, 1, 1},
		{0, 2, 1},
	})
	near(t, "self-loops and strangers are ignored", loop[0], got[0])
}

func TestPageRankAgreesWithGonum(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 0))
	var edges []Edge
	g := simple.NewDirectedGraph()
	const n = 60
	for i := range n {
		g.AddNode(simple.Node(i))
	}
	for range 150 {
		from, to := random.IntN(n-5), random.IntN(n) // the last five dangle
		if from == to || g.HasEdgeFromTo(int64(from), int64(to)) {
			continue
		}
		g.SetEdge(simple.Edge{F: simple.Node(from), T: simple.Node(to)})
		edges = append(edges, Edge{from, to, 1})
	}
	want := network.PageRankSparse(g, damping, 1e-9)
	greatest := 0.0
	for _, r := range want {
		greatest = max(greatest, r)
	}
	for i, r := range PageRank(n, edges) {
		if math.Abs(r-want[int64(i)]/greatest) > 1e-4 {
			t.Errorf("node %d: %v, gonum %v", i, r, want[int64(i)]/greatest)
		}
	}
}

func TestPageRankDoesNotDependOnNames(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 30).Draw(t, "nodes")
		edge := rapid.Custom(func(t *rapid.T) Edge {
			return Edge{
				rapid.IntRange(0, n-1).Draw(t, "from"),
				rapid.IntRange(0, n-1).Draw(t, "to"),
				rapid.Float64Range(0.1, 1).Draw(t, "weight"),
			}
		})
		edges := rapid.SliceOfN(edge, 0, 60).Draw(t, "edges")
		order := rapid.Permutation(indices(n)).Draw(t, "order")
		moved := make([]Edge, len(edges))
		for i, e := range edges {
			moved[i] = Edge{order[e.From], order[e.To], e.Weight}
		}
		a, b := PageRank(n, edges), PageRank(n, moved)
		for i := range a {
			if a[i] < 0 || a[i] > 1 || math.Abs(a[i]-b[order[i]]) > 2e-6 {
				t.Fatalf("node %d: %v, renamed %v", i, a[i], b[order[i]])
			}
		}
	})
}

func indices(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i
	}
	return out
}

func TestConfidence(t *testing.T) {
	now := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	ago := func(days int) time.Time { return now.AddDate(0, 0, -days) }
	near(t, "fresh", Confidence(0.8, 0, 90, now, now), 0.8)
	near(t, "one half-life", Confidence(0.8, 0, 90, ago(90), now), 0.4)
	near(t, "floor", Confidence(0.8, 0, 7, ago(365), now), 0.1)
	near(t, "timeless", Confidence(0.8, 0, HalfLives(nil).Of("decision", "", false), ago(3650), now), 0.8)
	near(t, "accessed", Confidence(0.5, 2, 0, now, now), 0.5*1.03*1.03)
	near(t, "raised to one", Confidence(0.8, 100, 0, now, now), 1)
	near(t, "accesses that were never made", Confidence(0.5, -3, 0, now, now), 0.5)
	near(t, "a day in the future", Confidence(0.8, 0, 90, ago(-1), now), 0.8)
}

// The half-lives in days; 0 is for ever.
func TestHalfLife(t *testing.T) {
	for _, c := range []struct {
		kind, typ string
		days      float64
	}{
		{"decision", "", 0}, {"spec", "", 0}, {"doc", "", 365}, {"summary", "", 365},
		{"memory", "work_state", 7}, {"memory", "episode", 30}, {"memory", "error_pattern", 60}, {"memory", "gotcha", 60},
		{"memory", "causal_dependency", 120}, {"memory", "workflow_recipe", 120}, {"memory", "preference", 90},
		{"memory", "task_calibration", 180}, {"memory", "e2e_observation", 30},
		{"memory", "", 90},
	} {
		if got := HalfLives(nil).Of(c.kind, c.typ, false); got != c.days {
			t.Errorf("%s %s: %v days, want %v", c.kind, c.typ, got, c.days)
		}
		if got := HalfLives(nil).Of(c.kind, c.typ, true); got != 0 {
			t.Errorf("%s %s, pinned: %v days, want 0", c.kind, c.typ, got)
		}
	}
}

func TestConfidenceIsBoundedAndMonotone(t *testing.T) {
	now := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	rapid.Check(t, func(t *rapid.T) {
		base := rapid.Float64Range(-1, 2).Draw(t, "base")
		accesses := rapid.IntRange(0, 200).Draw(t, "accesses")
		half := rapid.Float64Range(0, 400).Draw(t, "half-life")
		age := time.Duration(rapid.IntRange(-10, 5000).Draw(t, "hours")) * time.Hour
		c := Confidence(base, accesses, half, now.Add(-age), now)
		if c < 0.1 || c > 1 {
			t.Fatalf("confidence %v", c)
		}
		if older := Confidence(base, accesses, half, now.Add(-age-time.Hour), now); older > c {
			t.Fatalf("older is surer: %v > %v", older, c)
		}
		if more := Confidence(base, accesses+1, half, now.Add(-age), now); more < c {
			t.Fatalf("more accessed is less sure: %v < %v", more, c)
		}
	})
}

func TestFusionByHand(t *testing.T) {
	lists := []Scores{{[]float64{2, 1, 0, -1}, 0.7}, {[]float64{0, 4, 2, 0}, 0.3}}
	for i, want := range []float64{0.7, 0.65, 0.15, 0} {
		near(t, "convex", Convex(4, lists)[i], want)
	}
	for i, want := range []float64{0.7, 0.7*61/62 + 0.3, 0.3 * 61 / 62, 0} {
		near(t, "reciprocal", Reciprocal(4, lists)[i], want)
	}
}

func TestOneListDecidesAlone(t *testing.T) {
	values := []float64{3, 6, 0}
	for i, want := range []float64{0.5, 1, 0} {
		near(t, "a list of full weight", Convex(3, []Scores{{values, 1}, {[]float64{9, 0, 9}, 0}})[i], want)
	}
	for i := range 3 {
		near(t, "nothing found", Convex(3, []Scores{{[]float64{0, -1, 0}, 1}})[i], 0)
	}
}

func TestPriorsAreNeutralWhenNothingIsKnown(t *testing.T) {
	near(t, "confidence", ConfidenceFactor(DefaultConfidence), 1)
	near(t, "links", LinksFactor(0, 0.05), 1)
	near(t, "pagerank", PageRankFactor(0, 0.2), 1)
	near(t, "source", SourceFactor(""), 1)
	near(t, "review", ReviewFactor(false), 1)
	near(t, "place", PlaceFactor("docs/api/design.md", 1)*PlaceFactor("history-of-x.md", 1), 1)
	near(t, "no weight", PlaceFactor("CHANGELOG.md", 0), 1)
	near(t, "place by hand", PlaceFactor("docs/guide/FAQ.md", 1), 1.07*1.22)
	near(t, "place by half", PlaceFactor("design/changes.md", 2), 0.95*0.95*0.86*0.86)
	near(t, "review by hand", ReviewFactor(true), 0.95)
	near(t, "confidence by hand", ConfidenceFactor(1), 1/0.94)
	near(t, "pagerank by hand", PageRankFactor(0.5, 0.2), 1.1)
	near(t, "links by hand", LinksFactor(3, 0.05), 1.1)
	near(t, "links that cannot be", LinksFactor(-1, 0.05), 1)
	near(t, "never opened", AffinityFactor(0), 1)
	near(t, "opened every second time", AffinityFactor(0.5), 1.125)
	near(t, "always opened", AffinityFactor(1), 1.25)
	near(t, "a share out of range", AffinityFactor(2)-AffinityFactor(-1), 0.25)
	if !(SourceFactor("user") > SourceFactor("agent") && SourceFactor("agent") > SourceFactor("import") &&
		SourceFactor("import") > SourceFactor("observed")) {
		t.Error("trust is out of order")
	}
}
