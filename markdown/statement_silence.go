package markdown

import (
	"bytes"
	"strings"
)

// Argues tells a heading path under which nothing is asserted, as Statements reads it.
func Argues(path []string) bool { return silentPath(path) }

// silentPath tells a heading path under which nothing is asserted: what was considered, tried,
// illustrated, asked, planned or removed.
func silentPath(path []string) bool {
	for _, heading := range path {
		if silentHeading(strings.ToLower(heading)) {
			return true
		}
	}
	return false
}

func silentHeading(heading string) bool {
	for _, phrase := range [...]string{
		"alternative", "considered option", "options considered", "pros and cons", "prior art", "prior work",
		"open question", "unresolved question", "open issue", "future possibilit", "future work", "future consideration",
		"changelog", "change log", "release note", "revision history", "implementation history", "test plan", "test case",
		"user stor", "non-goal", "out of scope", "removed requirement", "renamed requirement", "drawback",
		"acknowledg", "reference implementation", "related work", "rejected", "copyright",
	} {
		if strings.Contains(heading, phrase) {
			return true
		}
	}
	if heading == "status" {
		return true // of a decision: read as such
	}
	for word := range strings.FieldsFuncSeq(heading, func(r rune) bool { return r < 'a' || r > 'z' }) {
		switch word {
		case "example", "examples", "history", "rationale", "faq", "questions", "background", "motivation",
			"references", "bibliography", "glossary", "appendix", "hypothetical", "walkthrough", "tutorial":
			return true
		}
	}
	return false
}

// asserts tells whether a block can hold statements: not a question alone, not boilerplate.
func asserts(text []byte) bool {
	return !bytes.Contains(text, []byte("RFC 2119")) && !bytes.Contains(text, []byte("RFC2119")) &&
		!bytes.Contains(text, []byte("interpreted as described in"))
}

// endsOpen tells a question, and a lead-in, which asserts only together with what follows it.
func endsOpen(text string) bool {
	return isQuestion(text) || strings.HasSuffix(strings.TrimRight(text, " *_\"')"), ":")
}

func isQuestion(text string) bool {
	return strings.HasSuffix(strings.TrimRight(text, " *_\"')"), "?")
}

// isLink tells an entry of a table of contents.
func isLink(text string) bool {
	return strings.HasPrefix(text, "[") && strings.HasSuffix(text, ")") && strings.Count(text, "](") == 1
}
