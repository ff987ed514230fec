package markdown

import (
	"regexp"
	"slices"
	"strings"
	"sync"
)

// WithoutComments is a text with blanks in the place of its comments, of HTML (<!-- … -->) and of
// Obsidian (%% … %%), as far as they stand outside of code. Its length and its lines are the same.
// A comment that is not closed goes on to the end.
func WithoutComments(text string) string {
	if !strings.Contains(text, "<!--") && !strings.Contains(text, "%%") {
		return text
	}
	out := []byte(text)
	for at := 0; ; {
		start, mark, end := nextComment(text, at)
		if start < 0 {
			return string(out)
		}
		stop := len(text)
		if n := strings.Index(text[start+len(mark):], end); n >= 0 {
			stop = start + len(mark) + n + len(end)
		}
		for i := start; i < stop; i++ {
			if out[i] != '\n' && out[i] != '\r' {
				out[i] = ' '
			}
		}
		at = stop
	}
}

// nextComment finds where the next comment begins, and with what it ends; -1 where there is none.
// Fenced code and code spans are passed over.
func nextComment(text string, at int) (start int, mark, end string) {
	for i := at; i < len(text); i++ {
		switch rest := text[i:]; {
		case text[i] == '`' || text[i] == '~' && strings.HasPrefix(rest, "~~~"):
			i = afterCode(text, i) - 1
		case strings.HasPrefix(rest, "<!--"):
			return i, "<!--", "-->"
		case strings.HasPrefix(rest, "%%") && (i == 0 || strings.ContainsRune(" \t\n", rune(text[i-1]))):
			return i, "%%", "%%"
		}
	}
	return -1, "", ""
}

// afterCode is where the code ends that a run of backticks or tildes begins: behind the next run of
// the same length in its paragraph, for a fence behind the line that closes it. Without one the run
// is text.
func afterCode(text string, at int) int {
	run := len(text[at:]) - len(strings.TrimLeft(text[at:], text[at:at+1]))
	ticks := text[at : at+run]
	if onlyMarks(text[strings.LastIndexByte(text[:at], '\n')+1 : at]) {
		if line, _, _ := strings.Cut(text[at:], "\n"); Fence([]byte(line)) != nil {
			return afterFence(text, at+len(line), ticks)
		}
	}
	for from := at + run; ; {
		n := strings.Index(text[from:], ticks)
		if n < 0 || holdsBlankLine(text[from:from+n]) {
			return at + run
		}
		from += n
		length := len(text[from:]) - len(strings.TrimLeft(text[from:], ticks[:1]))
		if from += length; length == run {
			return from
		}
	}
}

// onlyMarks tells the beginning of a line that has nothing but blanks and marks of quotations and items.
func onlyMarks(text string) bool {
	for {
		text = strings.TrimLeft(text, " \t>")
		n := itemOpening([]byte(text))
		if n == 0 {
			return text == ""
		}
		text = text[n:]
	}
}

// afterFence is where the line ends that closes a block of code, also one in an item or a quotation; the
// end of the text where none does.
func afterFence(text string, from int, fence string) int {
	for line := range strings.Lines(text[from:]) {
		if from += len(line); ClosesFence([]byte(strings.TrimLeft(line, " \t>")), []byte(fence)) {
			return from
		}
	}
	return len(text)
}

// IsPictures reports whether a section holds pictures alone, such as badges, beside headings and comments.
func IsPictures(text string) bool {
	if !strings.Contains(text, "![") {
		return false
	}
	for line := range strings.Lines(picture().ReplaceAllString(WithoutComments(text), "")) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "#") {
			return false
		}
	}
	return true
}

// picture is an image or an embedded file, alone or as the text of a link.
var picture = sync.OnceValue(func() *regexp.Regexp {
	const image = `!\[[^\]\n]*\](?:\([^)\n]*\)|\[[^\]\n]*\])|!\[\[[^\]\n]*\]\]`
	return regexp.MustCompile(`\[(?:` + image + `)\](?:\([^)\n]*\)|\[[^\]\n]*\])|` + image)
})

// IsMetadata reports whether a section says nothing but what its note is: dates, authors, numbers
// and the like, as lines or rows of keys that records and proposals begin with.
func IsMetadata(text string) bool {
	found := false
	for line := range strings.Lines(WithoutComments(text)) {
		trimmed := strings.TrimSpace(line)
		switch {
		case trimmed == "", strings.HasPrefix(trimmed, "#"), strings.Trim(trimmed, "-=|: *") == "":
		case isKeyed(trimmed):
			found = true
		case found && metadataValue().MatchString(trimmed):
		default:
			return false
		}
	}
	return found
}

// isKeyed reports whether a line begins with the key of metadata.
func isKeyed(line string) bool {
	if !strings.ContainsAny(line, ":|") {
		return false // most lines are none: the expression need not be made
	}
	m := metadataLine().FindStringSubmatch(line)
	return m != nil && slices.Contains(metadataKeys(), strings.ToLower(strings.TrimRight(m[1], " #")))
}

var metadataLine = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(?:[-*+|]\s*)?[*_` + "`" + `]*([A-Za-z][A-Za-z /#-]{1,30})[*_` + "`" + `]*\s*(?::|\|)`)
})

// metadataValue is a further value of the key above: a name, an address, a link.
var metadataValue = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(?:[-*+]\s*)?(@\S+|<\S+>|https?://\S+|\[[^\]]*\](\([^)]*\)|:\s*\S+)|[\w.]+@[\w.]+)[,;]?$`)
})

// metadataKeys lists the keys of lines that describe a document and state nothing.
func metadataKeys() []string {
	return []string{
		"approver", "approvers", "assignee", "author", "authors", "category", "champion", "champions", "created", "creation date",
		"date", "deciders", "decision-makers", "discussion", "discussions-to", "editor", "editors", "feature name", "implementation",
		"issue", "last updated", "license", "owner", "owners", "post-history", "pr", "proposal", "pull request", "replaces", "requires",
		"resolution", "review manager", "reviewer", "reviewers", "rfc pr", "rust issue", "sig", "sponsor", "sponsors", "stage",
		"start date", "state", "status", "superseded by", "superseded-by", "supersedes", "tags", "target", "title", "tracking issue",
		"type", "updated", "version",
	}
}
