package merge

import (
	"regexp"
	"strings"
	"sync"
	"unicode"

	"github.com/9aea2451/kb/markdown"
	"github.com/9aea2451/kb/text/wording"
)

// mergeProse merges a paragraph sentence by sentence, nil where both sides changed one sentence.
// Where a side only broke the lines anew, its line ends are kept around what the other side says.
func mergeProse(base, ours, theirs string) []piece {
	pieces := mergeUnits(sentences(base), sentences(ours), sentences(theirs), rules{
		sep: " ", same: 0.4, inline: true,
		refine: func(b, o, t *unit) []piece { return nil },
	})
	if pieces == nil {
		return nil
	}
	text, _ := textOf(pieces)
	return []piece{{text: text}}
}

// fieldLine begins a line such as "Status: accepted" or "**Date:** …", which is no part of the
// sentence before it.
var fieldLine = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^[ \t]*(?:\*\*|__)?[A-Z][\w -]{0,30}(?:\*\*|__)?:(?:\*\*|__)?(?:[ \t]|$)`)
})

// sentences cuts a paragraph at the ends of sentences, at hard line breaks and before lines that are fields.
func sentences(text string) []*unit {
	var out []*unit
	at := 0
	add := func(start, end int) {
		if start >= end {
			return
		}
		if len(out) > 0 {
			out[len(out)-1].sep = text[at:start]
		} else {
			start = 0 // white space before the first belongs to it
		}
		out = append(out, &unit{kind: sentence, text: text[start:end], key: normal(text[start:end])})
		at = end
	}
	for span := range markdown.Sentences([]byte(text)) {
		start, end := span[0], span[1]
		for i := start; i < end; i++ {
			if text[i] == '\n' && endsLine(text[start:i], text[i+1:end]) {
				add(start, len(strings.TrimRight(text[:i], " \t\n")))
				for start = i + 1; start < end && (text[start] == ' ' || text[start] == '\t' || text[start] == '\n'); start++ {
				}
			}
		}
		add(start, end)
	}
	if len(out) > 0 {
		out[len(out)-1].text += text[at:]
	}
	return out
}

// endsLine tells whether a line end between two parts of a text is meant to be one.
func endsLine(before, after string) bool {
	return strings.HasSuffix(before, "  ") || strings.HasSuffix(before, "\\") ||
		fieldLine().MatchString(before[strings.LastIndex(before, "\n")+1:]) ||
		fieldLine().MatchString(after)
}

// words are the words of a text in lower case.
func words(text string) []string {
	return strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}

// bag counts words.
func bag(text string) map[string]int {
	counts := map[string]int{}
	for _, w := range words(text) {
		counts[w]++
	}
	return counts
}

// likeness is the share of words that two texts have in common (Dice's coefficient), 1 for two without words.
func likeness(a, b map[string]int) float64 {
	size, common := 0, 0
	for w, n := range a {
		size += n
		common += min(n, b[w])
	}
	for _, n := range b {
		size += n
	}
	if size == 0 {
		return 1
	}
	return 2 * float64(common) / float64(size)
}

// normal is a text with each run of white space made one blank: two that are normally the same
// differ in their form alone.
func normal(text string) string { return wording.OneLine(text) }
