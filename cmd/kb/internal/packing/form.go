package packing

import (
	"math"
	"path"
	"strings"

	"github.com/9aea2451/kb/index"
)

// hasCode tells whether a section is code, or has a block of it.
func hasCode(h index.Hit) bool {
	return h.Form == "code" || strings.Contains(h.Text, "\n```") || strings.HasPrefix(h.Text, "```")
}

// codeHeavy tells whether a task is full of names of code: at least a quarter of its words, and no
// fewer than two, or code itself.
func codeHeavy(task string) bool {
	if strings.Contains(task, "```") {
		return true
	}
	words := strings.Fields(task)
	names := 0
	for _, w := range words {
		if index.IsIdentifier(w) {
			names++
		}
	}
	return names > 0 && float64(names) >= math.Max(2, float64(len(words))/4) || len(words) <= 2 && names > 0
}

// bare tells that a text has no line but headings.
func bare(text string) bool {
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "#") && strings.Trim(line, "-=") != "" {
			return false
		}
	}
	return true
}

// isContents tells that most lines of a text are links and nothing else, or links to headings of the same file.
func isContents(text string) bool {
	lines, links := 0, 0
	for line := range strings.Lines(text) {
		line = strings.TrimLeft(strings.TrimSpace(line), "-*+0123456789. ")
		if line == "" {
			continue
		}
		lines++
		if strings.Contains(line, "](#") || strings.HasPrefix(line, "[") && strings.HasSuffix(line, ")") && strings.Count(line, "](") == 1 {
			links++
		}
	}
	return links*2 > lines
}

// isRecord tells the files that list what was released, and those that tests compare with.
func isRecord(file string) bool {
	for _, segment := range strings.Split(strings.ToLower(file), "/") {
		switch strings.TrimSuffix(segment, path.Ext(segment)) {
		case "changelog", "changelogs", "changes", "history", "releases", "testdata", "golden", "fixtures":
			return true
		}
		if strings.Contains(segment, "release-notes") || strings.Contains(segment, "release_notes") ||
			strings.Contains(segment, "relnotes") {
			return true
		}
	}
	return false
}
