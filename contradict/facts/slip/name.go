// Package slip finds names that a note says and that nothing declares, a letter away from one that something does:
// what a name consists of, in what two names differ, and how likely the one is the other, misspelt.
//
// What declares a name is for the caller to know; this package has no I/O.
package slip

import "strings"

// Bounds of a name, in bytes.
const (
	MinName = 4
	MaxName = 64
)

// The classes of bytes that names are cut by.
const (
	outside = iota
	letter
	joint   // "-", which joins what stands on both sides
	foreign // of a letter beyond ASCII: the word it is in is no name
)

// classOf returns the class of a byte.
func classOf(c byte) int {
	switch {
	case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9', c == '_':
		return letter
	case c == '-':
		return joint
	case c >= 0x80:
		return foreign
	}
	return outside
}

// Each calls f with the names of a text: runs of letters, digits and underscores, and several of them joined by
// single dashes as a whole. Where begins each, in bytes. A dot ends a name. Words with letters beyond ASCII are none.
func Each(text []byte, f func(name []byte, at int)) {
	for i := 0; i < len(text); {
		if class := classOf(text[i]); class != letter && class != foreign {
			i++
			continue
		}
		from, is := i, true
		for i < len(text) {
			class := classOf(text[i])
			if class == foreign {
				is = false
			} else if class != letter && (class != joint || i+1 == len(text) || classOf(text[i+1]) != letter) {
				break
			}
			i++
		}
		if is && from > 0 && text[from-1] == '\\' && strings.IndexByte("ntr", text[from]) >= 0 {
			from++ // "\nname"
		}
		if is && i-from >= MinName && i-from <= MaxName {
			f(text[from:i], from)
		}
	}
}

// Key returns what spellings of one name have in common: its letters and digits, small.
func Key(name string) string {
	plain := true
	for i := range len(name) {
		plain = plain && name[i] != '_' && name[i] != '-' && (name[i] < 'A' || name[i] > 'Z')
	}
	if plain {
		return name
	}
	key := make([]byte, 0, len(name))
	for i := range len(name) {
		switch c := name[i]; {
		case c == '_' || c == '-':
		case 'A' <= c && c <= 'Z':
			key = append(key, c|0x20)
		default:
			key = append(key, c)
		}
	}
	return string(key)
}

// Words calls f with the words of a name, cut at its marks and humps: "parseHTTPRequest_2" has parse, HTTP, Request and 2.
func Words(name string, f func(word string)) {
	from := 0
	end := func(to int) {
		if to > from {
			f(name[from:to])
		}
		from = to
	}
	for i := range len(name) {
		c := name[i]
		switch {
		case c == '_' || c == '-':
			end(i)
			from = i + 1
		case i == from:
		case kindOf(c) == kindOf(name[i-1]):
			if kindOf(c) == 'A' && i+1 < len(name) && kindOf(name[i+1]) == 'a' {
				end(i) // HTTP|Request
			}
		case kindOf(c) == 'a' && kindOf(name[i-1]) == 'A':
		default:
			end(i)
		}
	}
	end(len(name))
}

// kindOf returns 'a', 'A' or '0' for a small letter, a capital and a digit.
func kindOf(c byte) byte {
	switch {
	case 'a' <= c && c <= 'z':
		return 'a'
	case 'A' <= c && c <= 'Z':
		return 'A'
	}
	return '0'
}

// Several reports whether a name has several words.
func Several(name string) bool {
	n := 0
	Words(name, func(string) { n++ })
	return n > 1
}

// Placeholder reports whether a key stands for another one, as xxxx does: four of its letters in a row are the same.
func Placeholder(key string) bool {
	same := 1
	for i := 1; i < len(key); i++ {
		if same++; key[i] != key[i-1] {
			same = 1
		}
		if same == 4 {
			return true
		}
	}
	return false
}
