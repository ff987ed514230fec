package kb

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// nearest gives the one of words that differs least from word, "" when none is close.
func nearest(word string, words []string) string {
	word = strings.ToLower(word)
	best, least := "", 1+utf8.RuneCountInString(word)/3
	for _, w := range words {
		if d := editDistance(word, strings.ToLower(w), least+1); d <= least && (best == "" || d < least) {
			best, least = w, d
		}
	}
	return best
}

// didYouMean is a hint to add to a message, "" when there is none.
func didYouMean(word string, words []string) string {
	if n := nearest(word, words); n != "" {
		return fmt.Sprintf(" (did you mean %q?)", n)
	}
	return ""
}

// maxCompared bounds the words that distances are computed for, in runes.
const maxCompared = 200

// editDistance is the Damerau-Levenshtein distance of adjacent transpositions (optimal string
// alignment); limit or more is given as limit.
func editDistance(a, b string, limit int) int {
	x, y := []rune(a), []rune(b)
	if len(x) > maxCompared || len(y) > maxCompared || abs(len(x)-len(y)) >= limit {
		return limit
	}
	before, row, next := make([]int, len(y)+1), make([]int, len(y)+1), make([]int, len(y)+1)
	for j := range row {
		row[j] = j
	}
	for i := 1; i <= len(x); i++ {
		next[0] = i
		for j := 1; j <= len(y); j++ {
			cost := 1
			if x[i-1] == y[j-1] {
				cost = 0
			}
			next[j] = min(row[j]+1, next[j-1]+1, row[j-1]+cost)
			if i > 1 && j > 1 && x[i-1] == y[j-2] && x[i-2] == y[j-1] {
				next[j] = min(next[j], before[j-2]+1)
			}
		}
		before, row, next = row, next, before
	}
	return min(row[len(y)], limit)
}

func abs(n int) int { return max(n, -n) }

func contains(list []string, s string) bool { return slices.Contains(list, s) }
