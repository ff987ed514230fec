package lsp

import (
	"path"
	"strings"
	"unicode"

	"github.com/9aea2451/kb/kb"
)

// missingPath is where the note lies that a broken link would name: beside the note that links, or where
// the link says.
func missingPath(from, target string, wiki bool) string {
	if target == "" {
		return ""
	}
	if !kb.IsMarkdown(target) {
		target += ".md"
	}
	if wiki && strings.Contains(target, "/") || strings.HasPrefix(target, "/") {
		return path.Clean(strings.TrimPrefix(target, "/"))
	}
	return path.Join(path.Dir(from), target)
}

// titleOf makes a heading of a file's name.
func titleOf(file string) string {
	words := strings.FieldsFunc(stemOf(file), func(r rune) bool { return r == '-' || r == '_' || r == ' ' })
	title := []rune(strings.Join(words, " "))
	if len(title) == 0 {
		return stemOf(file)
	}
	title[0] = unicode.ToUpper(title[0])
	return string(title)
}
