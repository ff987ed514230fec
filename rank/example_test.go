package rank_test

import (
	"fmt"
	"time"

	"github.com/9aea2451/kb/rank"
)

// A gotcha that nobody has touched for two months counts half.
func ExampleConfidence() {
	touched := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	halfLife := rank.HalfLives(nil).Of("memory", "gotcha", false)
	fmt.Printf("%.0f days: %.2f\n", halfLife, rank.Confidence(0.8, 0, halfLife, touched, touched.AddDate(0, 0, 60)))
	// Output: 60 days: 0.40
}

// Each list is divided by its best score before the lists are mixed; a candidate is known by its
// place in them.
func ExampleConvex() {
	words := rank.Scores{Values: []float64{12, 3}, Weight: 0.8}
	meaning := rank.Scores{Values: []float64{0.3, 0.6}, Weight: 0.2}
	mixed := rank.Convex(2, []rank.Scores{words, meaning})
	fmt.Println(mixed)
	// Output: [0.9 0.4]
}

// A ranking is measured against graded judgements.
func ExampleNDCG() {
	ranking := []string{"b", "a", "c"}
	fmt.Printf("%.3f\n", rank.NDCG(ranking, map[string]float64{"a": 2, "c": 1}, 10))
	// Output: 0.670
}
