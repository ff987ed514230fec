package evolve

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/9aea2451/kb/markdown"
)

// Bounds of a statement that is taken, in bytes of its readable text.
const (
	leastText = 25
	mostText  = 400
)

// alone is the readable text of a statement, and whether it says something when it stands alone: a
// condition or a lead-in above it, a word that points back, or one that points on would be missing.
func alone(st *markdown.Statement) (string, bool) {
	for _, sign := range []string{"<", "![", "[^", "{{", "|", "$$", "://", "[ ]", "[x]"} {
		if strings.Contains(st.Text, sign) {
			return "", false
		}
	}
	text := readable(st.Text)
	switch {
	case len(st.Conditions) > 0, len(text) < leastText, len(text) > mostText, strings.HasSuffix(text, ":"), strings.HasSuffix(text, "?"):
		return "", false
	case strings.Count(text, "`")%2 != 0, strings.Count(text, "(") != strings.Count(text, ")"), strings.Count(text, "**")%2 != 0:
		return "", false
	case slices.ContainsFunc([]string{"TODO", "TBD", "FIXME", "XXX"}, func(w string) bool { return strings.Contains(text, w) }):
		return "", false
	}
	first, _ := utf8.DecodeRuneInString(text)
	if !unicode.IsLetter(first) && !unicode.IsDigit(first) && !strings.ContainsRune("`*\"'“_", first) || unicode.IsLower(first) {
		return "", false
	}
	words := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && r != '\'' && r != '-' })
	if len(words) < 4 && first < utf8.RuneSelf || unicode.IsDigit(first) && strings.Contains(text[:min(4, len(text))], ". ") {
		return "", false
	}
	return text, !pointsElsewhere(words)
}

// pointsElsewhere reports whether a sentence needs another one to be understood.
func pointsElsewhere(words []string) bool {
	back := []string{"this", "these", "that", "those", "it", "its", "it's", "they", "their", "them", "he", "she", "we", "i", "such",
		"however", "therefore", "thus", "hence", "also", "but", "and", "or", "so", "then", "here", "there", "otherwise", "instead",
		"additionally", "furthermore", "moreover", "similarly", "likewise", "consequently", "note", "see", "yes", "no", "both", "either",
		"another", "other", "second", "third", "finally", "first", "next", "again", "if", "because", "since", "while", "although",
		"for", "as", "the"}
	anaphora := []string{"this", "these", "those", "it", "such", "above", "below", "following", "aforementioned", "former", "latter",
		"same"}
	for i, w := range words[:min(len(words), 3)] {
		switch {
		case i == 0 && slices.Contains(back[:len(back)-3], w):
			return true
		case i > 0 && slices.Contains(anaphora, w) && slices.Contains(back, words[0]):
			return true
		case i == 1 && slices.Contains([]string{"this", "these", "that", "such"}, w):
			return true // "In this …", "With these …"
		}
	}
	return slices.ContainsFunc(words, func(w string) bool {
		return w == "following" || w == "below" || w == "above" || w == "aforementioned"
	})
}

// readable is a text without what would not be right in another note: links keep their words alone.
func readable(text string) string {
	if !strings.ContainsAny(text, "[]") {
		return text
	}
	var b strings.Builder
	for i := 0; i < len(text); {
		if text[i] != '[' {
			b.WriteByte(text[i])
			i++
			continue
		}
		words, rest, ok := link(text[i:])
		if !ok {
			b.WriteByte(text[i])
			i++
			continue
		}
		b.WriteString(words)
		i = len(text) - len(rest)
	}
	return b.String()
}

// link reads a link at the head of a text: "[words](target)", "[words][name]", "[[name|words]]".
func link(text string) (words, rest string, ok bool) {
	if inner, after, found := strings.Cut(strings.TrimPrefix(text, "[["), "]]"); found && strings.HasPrefix(text, "[[") {
		if _, shown, piped := strings.Cut(inner, "|"); piped {
			return shown, after, true
		}
		return inner, after, true
	}
	words, rest, found := strings.Cut(text[1:], "]")
	if !found || strings.Contains(words, "[") {
		return "", "", false
	}
	for _, pair := range []string{"()", "[]"} {
		if strings.HasPrefix(rest, pair[:1]) {
			if _, after, closed := strings.Cut(rest, pair[1:]); closed {
				return words, after, true
			}
		}
	}
	return "", "", false
}
