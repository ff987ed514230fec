package words

import (
	"embed"
	"strings"
)

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
