package rank

import "math"

// ConfidenceFactor is 0.7 + 0.3·confidence, against what a note of which nothing is known has, so
// that such a note gets 1.
func ConfidenceFactor(confidence float64) float64 {
	return (0.7 + 0.3*confidence) / (0.7 + 0.3*DefaultConfidence)
}

// LinksFactor is 1 + weight·log2(1 + in-links): 1 for a note that nothing links to.
func LinksFactor(inLinks int, weight float64) float64 {
	return 1 + weight*math.Log2(1+float64(max(inLinks, 0)))
}

// PageRankFactor is 0.8 + 0.2·rank, against the lowest, so that a note of which nothing is known gets 1.
func PageRankFactor(pageRank, weight float64) float64 { return 1 + weight*pageRank }

// SourceFactor is the trust in who wrote a note down. The ratios 1.4, 1.2, 1 and 0.85 of user,
// agent, import and observed would outweigh any difference in what notes say, so a tenth of their
// logarithm counts.
func SourceFactor(source string) float64 {
	switch source {
	case "user":
		return math.Pow(1.4, 0.1)
	case "agent":
		return math.Pow(1.2, 0.1)
	case "observed":
		return math.Pow(0.85, 0.1)
	}
	return 1
}

// reviewPrior is what a note keeps of its score when someone asks for it to be reviewed: enough to
// be found, behind an equal that is settled.
const reviewPrior = 0.95

// ReviewFactor is below 1 for a note whose needs_review is set.
func ReviewFactor(needsReview bool) float64 {
	if needsReview {
		return reviewPrior
	}
	return 1
}

// ImportanceFactor is 1 + weight·(importance − 0.5): 1 for a note that says nothing of it.
func ImportanceFactor(importance, weight float64) float64 { return 1 + weight*(importance-0.5) }

// KindFactor is 1 + weight for notes that settle a matter (decisions, specs), 1 + weight/2 for
// memories and summaries, 1 for all else.
func KindFactor(kind string, weight float64) float64 {
	switch kind {
	case "decision", "spec":
		return 1 + weight
	case "memory", "summary":
		return 1 + weight/2
	}
	return 1
}
