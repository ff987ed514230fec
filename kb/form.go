package kb

import (
	"bytes"
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"fmt"
	"strings"
	"sync"
)

// formSums are the sums of the chunks of what kb init writes, one a line. A test at the root holds
// them to its files.
//
//go:embed forms.txt
var formSums string

var formsBySum = sync.OnceValue(func() map[string]bool {
	forms := map[string]bool{}
	for _, sum := range strings.Fields(formSums) {
		forms[sum] = true
	}
	return forms
})

// IsForm reports whether a chunk says what kb init wrote there, and nobody has written anything else
// since: an example or a frame, that answers nothing.
func IsForm(chunk string) bool {
	return len(chunk) < 4096 && formsBySum()[FormSum(chunk)]
}

// FormSum is what a chunk of a form is known by: the beginning of the SHA-256 of its text, line ends
// and blanks around it aside, in hexadecimal.
func FormSum(chunk string) string {
	sum := sha256.Sum256([]byte(strings.TrimSpace(strings.ReplaceAll(chunk, "\r\n", "\n"))))
	return hex.EncodeToString(sum[:8])
}

// isPlaceholder tells what a template leaves to be filled in.
func isPlaceholder(s string) bool {
	return strings.HasPrefix(s, "<") && strings.HasSuffix(s, ">") || strings.HasPrefix(s, "{") && strings.HasSuffix(s, "}") ||
		strings.ToUpper(s) == s && strings.HasPrefix(s, "YYYY")
}

// hasPlaceholder tells a link target of which a template leaves a part to be filled in: "<issue>",
// "adr/{{number}}.md", "[TODO]", "NNNN-title.md", "...".
func hasPlaceholder(target string) bool {
	for _, signs := range [...]string{"<>", "{}", "[]"} {
		if open := strings.IndexByte(target, signs[0]); open >= 0 && strings.IndexByte(target[open:], signs[1]) > 1 {
			return true
		}
	}
	for part := range strings.FieldsFuncSeq(target, func(r rune) bool { return strings.ContainsRune("/-_. #", r) }) {
		switch part {
		case "TODO", "TBD", "FIXME", "YYYY", "YYYYMMDD", "…":
			return true
		}
		if len(part) >= 3 && (strings.Trim(part, "N") == "" || strings.Trim(part, "X") == "") {
			return true
		}
	}
	return strings.Trim(target, "./") == "" && strings.Contains(target, "...")
}

// The lines of a summary between which a program repeats what notes say, with where it stands. There
// the summary asserts nothing of its own: each sentence is judged where it comes from.
const (
	DerivedBegin = "<!-- kb:evolve:begin -->"
	DerivedEnd   = "<!-- kb:evolve:end -->"
)

// Derived finds the bytes between those lines, the first of each; found is false where there are none.
// A beginning without an end is an error that names its line.
func Derived(source []byte) (start, end int, found bool, err error) {
	at, line, begun := 0, 0, 0
	for text := range bytes.Lines(source) {
		line++
		switch trimmed := string(bytes.TrimSpace(text)); {
		case trimmed == DerivedBegin && begun == 0:
			begun, start = line, at+len(text)
		case trimmed == DerivedEnd && begun > 0:
			return start, at, true, nil
		}
		at += len(text)
	}
	if begun > 0 {
		return 0, 0, false, fmt.Errorf("line %d: %s is not followed by %s", begun, DerivedBegin, DerivedEnd)
	}
	return 0, 0, false, nil
}
