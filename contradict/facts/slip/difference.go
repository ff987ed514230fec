package slip

import "strings"

// Edit is in what two keys of names differ.
type Edit uint8

// The edits that lead from what a note says to what is declared.
const (
	Same     Edit = iota // in marks and capitals alone
	Swapped              // two neighbours in the other order
	Changed              // one letter is another
	Missing              // the note lacks a letter
	Doubled              // likewise, of two that are the same
	Added                // the note has a letter more
	Twice                // likewise, beside one that is the same
	Digit                // one digit is another, or the note lacks one
	Numbered             // the note has a digit more
	Plural               // the letter is an s at the end of a word
	Far                  // in more than that
)

// Compare returns in what two keys differ, and how many bytes they begin with alike.
func Compare(x, y string) (Edit, int) {
	i := 0
	for i < len(x) && i < len(y) && x[i] == y[i] {
		i++
	}
	a, b := x[i:], y[i:]
	digit := func(c byte) bool { return '0' <= c && c <= '9' }
	switch {
	case a == "" && b == "":
		return Same, i
	case len(a) == len(b) && a[1:] == b[1:]:
		if digit(a[0]) && digit(b[0]) {
			return Digit, i
		}
		return Changed, i
	case len(a) == len(b) && len(a) > 1 && a[0] == b[1] && a[1] == b[0] && a[2:] == b[2:]:
		return Swapped, i
	case len(b) == len(a)+1 && b[1:] == a:
		return oneMore(y, i, Missing, Doubled), i
	case len(a) == len(b)+1 && a[1:] == b:
		return oneMore(x, i, Added, Twice), i
	}
	return Far, i
}

// oneMore returns the edit of a letter that one of two keys has more.
func oneMore(key string, i int, as, twin Edit) Edit {
	switch c := key[i]; {
	case '0' <= c && c <= '9' && as == Missing:
		return Digit
	case '0' <= c && c <= '9':
		return Numbered
	case i > 0 && key[i-1] == c:
		return twin
	case c == 's' && i == len(key)-1:
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
