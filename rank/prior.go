package rank

import (
	"math"
	"path"
	"strings"
)

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

// PlaceFactor returns what a note counts by the kinds of file that its path tells, to the power of a weight. The factors were
// fitted on 178 questions that people asked about 30 public repositories; docs/evaluation.md has what they bring on others.
func PlaceFactor(file string, weight float64) float64 {
	const changelog, answers, guide, design = 0.86, 1.22, 1.07, 0.95
	var log, faq, guides, designs bool
	for rest := strings.ToLower(file); rest != ""; {
		name, below, folder := strings.Cut(rest, "/")
		name, rest = strings.TrimSuffix(name[strings.IndexByte(name, ':')+1:], path.Ext(name)), below // behind the name of a base
		faq = faq || strings.Contains(name, "faq") || strings.Contains(name, "troubleshoot") || strings.Contains(name, "questions")
		log = log || strings.Contains(name, "changelog")
		switch strings.ReplaceAll(name, "_", "-") {
		case "changes", "history", "release", "releases", "release-notes", "whats-new", "news":
			log = true
		case "guide", "guides", "how-to", "howto", "usage", "user-guide", "tutorial", "tutorials", "faq", "concepts",
			"getting-started", "learn", "tasks", "recipes", "features":
			guides = true
		case "design", "designs", "proposal", "proposals", "rfc", "rfcs", "adr", "adrs", "decision", "decisions",
			"kep", "keps", "enhancements", "text":
			designs = designs || folder
		}
	}
	product := 1.0
	for _, is := range [...]struct {
		so     bool
		factor float64
	}{{log, changelog}, {faq, answers}, {guides, guide}, {designs, design}} {
		if is.so {
			product *= is.factor
		}
	}
	return math.Pow(product, weight)
}
