package contradict

// comparator reads the words around the number at i: "at most", "no more than", "5 or more".
func (r *reader) comparator(i int) comparator {
	j := i - 1
	for j >= 0 && (r.text(j) == "a" || r.text(j) == "an" || r.text(j) == "the" || r.text(j) == "$") {
		j--
	}
	if c := r.comparatorBefore(j); c != equals {
		return c
	}
	k := r.afterNumber(i)
	if r.text(k) != "or" {
		k++
	}
	if r.text(k) == "or" {
		return comparatorAfterOr(r.text(k + 1))
	}
	return r.comparatorAfter(k - 1)
}

// comparatorAfter reads "30 days at most", "5 max", "18 and up" at tokens k and k+1.
func (r *reader) comparatorAfter(k int) comparator {
	for j := k; j < k+2; j++ {
		switch r.text(j) {
		case "max", "maximum", "tops", "atmost":
			return atMost
		case "min", "minimum", "upwards", "atleast", "plus":
			return atLeast
		case "at":
			return r.comparatorBefore(j + 1)
		case "and":
			if next := r.text(j + 1); next == "up" || next == "above" || next == "over" || next == "upwards" || next == "more" {
				return atLeast
			}
		}
	}
	return equals
}

// comparatorBefore reads the comparator that ends at token j.
func (r *reader) comparatorBefore(j int) comparator {
	last, previous := r.text(j), r.text(j-1)
	switch last {
	case "atmost", "under", "below", "within", "maximum", "max", "exceed", "before":
		return atMost
	case "atleast", "over", "above", "minimum", "min", "exceeding":
		return atLeast
	case "of":
		return extremum(previous)
	case "to":
		if previous == "up" || previous == "limited" {
			return atMost
		}
	case "most":
		if previous == "at" {
			return atMost
		}
	case "least":
		if previous == "at" {
			return atLeast
		}
	case "than":
		return comparatorThan(previous)
	}
	return equals
}

func extremum(word string) comparator {
	switch word {
	case "maximum", "max":
		return atMost
	case "minimum", "min":
		return atLeast
	}
	return equals
}

func comparatorThan(word string) comparator {
	switch word {
	case "less", "fewer", "lower", "smaller", "shorter", "earlier":
		return atMost
	case "more", "greater", "longer", "larger", "higher", "later", "bigger":
		return atLeast
	}
	return equals
}

func comparatorAfterOr(word string) comparator {
	switch word {
	case "later", "newer", "higher", "above", "more", "greater", "longer", "larger":
		return atLeast
	case "less", "fewer", "below", "lower", "earlier", "older", "shorter", "smaller":
		return atMost
	}
	return equals
}

// isComparator tells the words that phrases put in the place of a comparison.
func isComparator(text string) bool { return text == "atmost" || text == "atleast" }

// comparesNumber tells "smaller" in "smaller than 40 kB": part of the amount, not of the subject.
func (r *reader) comparesNumber(i int) bool {
	return r.text(i+1) == "than" && comparatorThan(r.text(i)) != equals && i+2 < len(r.p.tokens) && r.p.isNumber(i+2)
}
