package contradict

import "slices"

// equalTerms compares two sorted sets of stems.
func equalTerms(a, b []string) bool { return slices.Equal(a, b) }

func containsTerm(set []string, term string) bool {
	_, found := slices.BinarySearch(set, term)
	return found
}

// overlapTerms counts the stems in both and in either of two sorted sets.
func overlapTerms(a, b []string) (both, either int) {
	for _, t := range a {
		if containsTerm(b, t) {
			both++
		}
	}
	return both, len(a) + len(b) - both
}
