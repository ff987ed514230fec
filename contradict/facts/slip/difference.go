package slip

import "strings"

// Edit is in what two keys of names differ.
type Edit uint8

// The edits that lead from what a note says to what is declared.
const (
	Same    Edit = iota // in marks and capitals alone
	Swapped             // two neighbours in the other order
	Changed             // one letter is another
	Missing             // the note lacks a letter or digit
	Added               // the note has one more
	Plural              // likewise, an s at an end
	Prefix              // likewise, before all that is declared, as in -Dname and IName
	Far                 // in more than that
)

// Compare returns in what two keys differ, and how many bytes they begin with alike.
func Compare(x, y string) (Edit, int) {
	i := 0
	for i < len(x) && i < len(y) && x[i] == y[i] {
		i++
	}
	a, b := x[i:], y[i:]
	switch {
	case a == "" && b == "":
		return Same, i
	case len(a) == len(b) && a[1:] == b[1:]:
		return Changed, i
	case len(a) == len(b) && len(a) > 1 && a[0] == b[1] && a[1] == b[0] && a[2:] == b[2:]:
		return Swapped, i
	case len(b) == len(a)+1 && b[1:] == a:
		return oneMore(y, i, Missing), i
	case len(a) == len(b)+1 && a[1:] == b && i == 0:
		return Prefix, i
	case len(a) == len(b)+1 && a[1:] == b:
		return oneMore(x, i, Added), i
	}
	return Far, i
}

// oneMore returns the edit of a letter that one of two keys has more.
func oneMore(key string, i int, as Edit) Edit {
	if key[i] == 's' && i == len(key)-1 {
		return Plural
	}
	return as
}

// Differing returns the words, in small letters, that hold the first place in which two names differ.
func Differing(x, y string) (ofX, ofY string) {
	_, at := Compare(Key(x), Key(y))
	i, ofX, all := wordAt(x, at)
	j, ofY, others := wordAt(y, at)
	if len(all) == len(others) && i != j { // items|max and item|max
		i = min(i, j)
		ofX, ofY = all[i], others[i]
	}
	return strings.ToLower(ofX), strings.ToLower(ofY)
}

// wordAt returns the word of a name that holds a place of its key, or the last one, with its number, and all words.
func wordAt(name string, at int) (number int, word string, all []string) {
	seen := 0
	Words(name, func(w string) {
		if seen <= at {
			number, word = len(all), w
		}
		seen += len(w)
		all = append(all, w)
	})
	return number, word, all
}
