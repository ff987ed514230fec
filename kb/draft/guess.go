package draft

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/9aea2451/kb/text/wording"
)

// maxGuessed is the greatest length of a title made from a text, in characters.
const maxGuessed = 72

// TitleOf makes a title of a text: its heading, else its first sentence, shortened between words.
func TitleOf(text string) string {
	first := ""
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); strings.ContainsFunc(line, isWordRune) {
			first = line
			break
		}
	}
	first = strings.TrimSpace(strings.TrimLeft(first, "#>*-+ \t"))
	first = wording.OneLine(strings.ReplaceAll(strings.ReplaceAll(FirstSentence(first), "**", ""), "\x00", ""))
	first = strings.TrimRight(strings.ToValidUTF8(first, ""), ".:;, ")
	if utf8.RuneCountInString(first) <= maxGuessed {
		return first
	}
	cut := string([]rune(first)[:maxGuessed])
	if i := strings.LastIndexByte(cut, ' '); i > maxGuessed/2 {
		cut = cut[:i]
	}
	return strings.TrimRight(cut, ".:;, ") + "…"
}

// FirstSentence is the text up to its first end of a sentence: it ends at a full stop, question or
// exclamation mark that a space and no small letter follow.
func FirstSentence(line string) string {
	for i, r := range line {
		if r != '.' && r != '!' && r != '?' {
			continue
		}
		rest := line[i+1:]
		next, _ := utf8.DecodeRuneInString(strings.TrimLeft(rest, " "))
		if strings.HasPrefix(rest, " ") && !unicode.IsLower(next) {
			return line[:i+1]
		}
	}
	return line
}

func isWordRune(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// TypeOf guesses the type of a memory by its words; fact where none of them tells.
func TypeOf(text string) string {
	words := spaced(text)
	for _, t := range telling() {
		if holdsAny(words, t.phrases) {
			return t.name
		}
	}
	return "fact"
}

// IsDecision reports whether a text says that a choice was made, and so is a decision rather than a
// memory. It looks at the first sentence: what follows gives reasons.
func IsDecision(text string) bool {
	first := ""
	for line := range strings.Lines(text) {
		if first = strings.TrimSpace(line); first != "" {
			break
		}
	}
	return holdsAny(spaced(FirstSentence(first)), []string{
		"we decided", "i decided", "was decided", "is decided", "have decided", "has decided", "decided to", "decided on",
		"decided against", "decision is", "decision was", "chose", "have chosen", "was chosen", "were chosen", "we selected",
		"was selected", "went with", "we will go with", "we'll go with", "settled on", "opted for",
	})
}

// spaced is a text in small letters with one blank before, between and after its words.
func spaced(text string) string {
	words := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !isWordRune(r) && r != '\'' })
	return " " + strings.Join(words, " ") + " "
}

// holdsAny tells whether a text, in the form of spaced, has one of some phrases as whole words.
func holdsAny(words string, phrases []string) bool {
	return slices.ContainsFunc(phrases, func(phrase string) bool { return strings.Contains(words, " "+phrase+" ") })
}

// tells is the phrases by which a type of memory is known.
type tells struct {
	name    string
	phrases []string
}

// telling lists them, the most telling first.
func telling() []tells {
	return []tells{
		{
			"dead_end",
			[]string{
				"dead end",
				"did not work",
				"didn't work",
				"does not work",
				"doesn't work",
				"gave up",
				"we tried",
				"i tried",
				"tried and failed",
			},
		},
		{"solution", []string{"fixed by", "solved by", "is fixed", "was fixed", "the fix is", "workaround", "the solution", "to fix"}},
		{
			"gotcha",
			[]string{
				"gotcha",
				"beware",
				"careful",
				"watch out",
				"surprisingly",
				"pitfall",
				"silently",
				"counterintuitive",
				"do not forget",
				"don't forget",
			},
		},
		{
			"error_pattern",
			[]string{"error", "exception", "panics", "panic", "stack trace", "fails with", "crashes", "segfault", "traceback"},
		},
		{"preference", []string{"prefer", "prefers", "we like", "i like", "rather than", "instead of"}},
		{"workflow_recipe", []string{"to release", "to deploy", "step 1", "how to", "run this", "first run", "in order to"}},
		{
			"work_state",
			[]string{"in progress", "work in progress", "wip", "not finished", "next step", "next steps", "still to do", "left to do"},
		},
		{"goal", []string{"goal", "we want to", "we aim", "the aim", "by the end of"}},
		{"requirement", []string{"shall", "requirement", "is required", "are required"}},
		{"standard", []string{"always", "never", "convention", "by convention", "must", "every pull request"}},
		{"constraint", []string{"cannot", "can't", "at most", "no more than", "limit", "limited to", "is limited", "maximum"}},
		{"causal_dependency", []string{"depends on", "breaks when", "causes", "caused by", "leads to", "because of"}},
		{"pattern", []string{"pattern", "every time", "usually", "tends to"}},
	}
}
