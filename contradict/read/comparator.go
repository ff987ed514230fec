package read

// comparator reads the words around the number at i: "at most", "no more than", "5 or more".
func (r *reader) comparator(i int) Comparator {
	j := i - 1
	for j >= 0 && (r.text(j) == "a" || r.text(j) == "an" || r.text(j) == "the" || r.text(j) == "$") {
		j--
	}
	if c := r.comparatorBefore(j); c != Equals {
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
func (r *reader) comparatorAfter(k int) Comparator {
	for j := k; j < k+2; j++ {
		switch r.text(j) {
		case "max", "maximum", "tops", "atmost":
			return AtMost
		case "min", "minimum", "upwards", "atleast", "plus":
			if r.isMinutes(j) {
				continue
			}
			return AtLeast
		case "at":
			return r.comparatorBefore(j + 1)
		case "and":
			if next := r.text(j + 1); next == "up" || next == "above" || next == "over" || next == "upwards" || next == "more" {
				return AtLeast
			}
		}
	}
	return Equals
}

// comparatorBefore reads the comparator that ends at token j.
func (r *reader) comparatorBefore(j int) Comparator {
	last, previous := r.text(j), r.text(j-1)
	if r.isMinutes(j) {
		return Equals
	}
	switch last {
	case "atmost", "under", "below", "within", "maximum", "max", "exceed", "before":
		return AtMost
	case "atleast", "over", "above", "minimum", "min", "exceeding":
		return AtLeast
	case "of": // "a maximum of 5"
		switch previous {
		case "maximum", "max":
			return AtMost
		case "minimum", "min":
			return AtLeast
		}
		return Equals
	case "to":
		if previous == "up" || previous == "limited" {
			return AtMost
		}
	case "most":
		if previous == "at" {
			return AtMost
		}
	case "least":
		if previous == "at" {
			return AtLeast
		}
	case "than":
		return comparatorThan(previous)
	}
	return Equals
}

// isMinutes tells the unit of "5 min" from the bound of "5 MB min" and of "min 5".
func (r *reader) isMinutes(j int) bool {
	return j > 0 && r.text(j) == "min" && j-1 < len(r.p.Tokens) && r.p.Tokens[j-1].Kind == NumberToken
}

// comparatorThan reads the word before "than": "fewer than 5". Others bound nothing.
func comparatorThan(word string) Comparator {
	switch word {
	case "less", "fewer", "lower", "smaller", "shorter", "earlier":
		return AtMost
	case "more", "greater", "longer", "larger", "higher", "later", "bigger":
		return AtLeast
	}
	return Equals
}

// comparatorAfterOr reads the word behind "or", of amounts and of versions: "5 or fewer",
// "1.21 or newer".
func comparatorAfterOr(word string) Comparator {
	switch word {
	case "later", "newer", "higher", "above", "more", "greater", "longer", "larger":
		return AtLeast
	case "less", "fewer", "below", "lower", "earlier", "older", "shorter", "smaller":
		return AtMost
	}
	return Equals
}

// IsComparator tells the words that phrases put in the place of a comparison.
func IsComparator(text string) bool { return text == "atmost" || text == "atleast" }

// comparesNumber tells "smaller" in "smaller than 40 kB": part of the amount, not of the subject.
func (r *reader) comparesNumber(i int) bool {
	return r.text(i+1) == "than" && comparatorThan(r.text(i)) != Equals && i+2 < len(r.p.Tokens) && r.p.IsNumber(i+2)
}

// boundsNumber tells "later" in "Go 1.21 or later": part of the amount, too.
func (r *reader) boundsNumber(i int) bool {
	return i >= 3 && r.text(i-1) == "or" && comparatorAfterOr(r.text(i)) != Equals && (r.p.IsNumber(i-2) || r.p.IsNumber(i-3))
}
