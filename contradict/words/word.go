package words

import (
	"embed"
	"strings"
	"unicode"
)

// HasDigit reports whether a text has a digit of ASCII. It is asked of most words.
func HasDigit(s string) bool {
	for i := range len(s) {
		if IsDigit(s[i]) {
			return true
		}
	}
	return false
}

// Inflected reports whether two long stems differ in their last letters only.
func Inflected(x, y string) bool {
	if len(x) < 5 || len(y) < 5 || x[:5] != y[:5] || HasDigit(x) || HasDigit(y) {
		return false
	}
	return strings.HasPrefix(x, y[:max(5, len(y)-3)]) || strings.HasPrefix(y, x[:max(5, len(x)-3)])
}

// isAlphabetic reports whether all ASCII of a word is small letters: a digit, a sign or a capital
// is not, letters of other scripts are, and so is "".
func isAlphabetic(word string) bool {
	for i := 0; i < len(word); i++ {
		if c := word[i]; (c < 'a' || c > 'z') && c < 0x80 {
			return false
		}
	}
	return true
}

// HasAnySuffix reports whether a word ends in one of these.
func HasAnySuffix(word string, suffixes ...string) bool {
	for _, s := range suffixes {
		if strings.HasSuffix(word, s) {
			return true
		}
	}
	return false
}

// IsSeparator reports whether a rune is neither letter nor digit.
func IsSeparator(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }

// SplitNot splits the verb from the "not" of a contraction; it knows the apostrophe that people leave out.
func SplitNot(word string) (verb string, negated bool) {
	if !strings.HasSuffix(word, "t") {
		return word, false
	}
	switch word {
	case "cannot", "can't", "cant":
		return "can", true
	case "won't", "wont":
		return "will", true
	case "shan't":
		return "shall", true
	case "dont",
		"doesnt",
		"didnt",
		"isnt",
		"arent",
		"wasnt",
		"werent",
		"shouldnt",
		"wouldnt",
		"couldnt",
		"hasnt",
		"havent",
		"hadnt",
		"mustnt":
		return strings.TrimSuffix(word, "nt"), true
	}
	if verb, found := strings.CutSuffix(word, "n't"); found && verb != "" {
		return verb, true
	}
	return word, false
}

// IsDigit reports whether a byte is a digit of ASCII.
func IsDigit(c byte) bool { return c >= '0' && c <= '9' }

// Humps splits a name where a capital of ASCII begins a word, in small letters: "HTTPServer" is "http" and
// "server", "NodeIDs" is "node" and "ids".
func Humps(name string) (parts []string) {
	capital := func(i int) bool { return name[i] >= 'A' && name[i] <= 'Z' }
	small := func(i int) bool { return i < len(name) && name[i] >= 'a' && name[i] <= 'z' }
	from := 0
	for i := 1; i < len(name); i++ {
		if capital(i) && (!capital(i-1) || small(i+1) && name[i+1] != 's') {
			parts = append(parts, strings.ToLower(name[from:i]))
			from = i
		}
	}
	return append(parts, strings.ToLower(name[from:]))
}

//go:embed *.txt
var wordFiles embed.FS

// listLines returns the lines of name.txt without comments and blank lines.
// The files are part of the binary: a missing one is a defect that every test shows.
func listLines(name string) []string {
	data, err := wordFiles.ReadFile(name + ".txt")
	if err != nil {
		panic("contradict: no word list " + name)
	}
	var lines []string
	for line := range strings.Lines(string(data)) {
		line = strings.TrimSpace(line)
		if line != "" && !strings.HasPrefix(line, "# ") {
			lines = append(lines, line)
		}
	}
	return lines
}

// listWords returns all words of a plain list.
func listWords(name string) []string {
	return strings.Fields(strings.Join(listLines(name), " "))
}

// listEntries returns the lines of a "head: words" list.
func listEntries(name string) []listEntry {
	var entries []listEntry
	for _, line := range listLines(name) {
		head, words, _ := strings.Cut(line, ":")
		entries = append(entries, listEntry{strings.TrimSpace(head), strings.Fields(words)})
	}
	return entries
}

// listEntry is one line of a list "head: words".
type listEntry struct {
	head  string
	words []string
}
