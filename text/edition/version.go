package edition

import (
	"slices"
	"strconv"
	"strings"
)

// Version is a version as the name of a folder tells it.
type Version struct {
	Before string // the name up to its number; all of it where there is none
	Number string // the number as it is written
	After  string // and what is behind it
	Parts  []int  // of the number; nil where there is none
}

// VersionIn reads the name of a folder: numbers with dots between them ("1.2", "version-1.2.0"), or one
// behind a "v" that begins a word ("v2", "v1.3-docs"). A plain number is none.
func VersionIn(name string) Version {
	for i := 0; i < len(name); i++ {
		if !isDigit(name[i]) {
			continue
		}
		end := i
		for end < len(name) && (isDigit(name[end]) || name[end] == '.' && end+1 < len(name) && isDigit(name[end+1])) {
			end++
		}
		marked := i > 0 && name[i-1]|0x20 == 'v' && (i == 1 || strings.IndexByte("-_. ", name[i-2]) >= 0)
		if marked || strings.Contains(name[i:end], ".") {
			return Version{name[:i], name[i:end], name[end:], parts(name[i:end])}
		}
		i = end
	}
	return Version{Before: name}
}

// parts are the numbers of a version. One that an int cannot hold is the largest that it can.
func parts(number string) (out []int) {
	for part := range strings.SplitSeq(number, ".") {
		n, _ := strconv.Atoi(part)
		out = append(out, n)
	}
	return out
}

// Name returns what the folder is called.
func (v *Version) Name() string { return v.Before + v.Number + v.After }

// Named reports whether the version is among the words of a question, which are in small letters.
func (v *Version) Named(asked []string) bool {
	return v.Number != "" && slices.ContainsFunc(asked, func(w string) bool {
		w = strings.Trim(w, ".,;:!?\"'()")
		return w == strings.ToLower(v.Name()) || strings.TrimPrefix(w, "v") == v.Number
	})
}

// unreleased are words in the names of folders for what is not out yet.
var unreleased = []string{
	"alpha", "beta", "canary", "dev", "devel", "edge", "head", "main", "master", "next", "nightly", "preview", "rc", "snapshot", "trunk",
	"unreleased", "unstable",
}

// Unreleased reports whether the folder is of what is not out yet, such as "next" or "2-edge".
func (v *Version) Unreleased() bool {
	words := strings.FieldsFunc(strings.ToLower(v.Before+" "+v.After), func(c rune) bool { return c < 'a' || c > 'z' })
	return slices.ContainsFunc(words, func(w string) bool { return slices.Contains(unreleased, w) })
}

// Compare orders versions: those that are not out yet first, then by number, the one of now last.
func (v *Version) Compare(other *Version) int {
	if a, b := v.age(), other.age(); a != b {
		return a - b
	}
	return slices.Compare(v.Parts, other.Parts)
}

// age orders what is not out yet, what has a number, and the one of now.
func (v *Version) age() int {
	switch {
	case v.Unreleased():
		return 0
	case v.Number != "":
		return 1
	}
	return 2
}

// isDigit reports whether a byte is a digit of ASCII.
func isDigit(c byte) bool { return c >= '0' && c <= '9' }
