// Package failure finds the errors in what a tool printed, and takes from them what changes from
// one run to the next: numbers, addresses, times, quoted texts, folders. No I/O.
//
// # Limitations
//
// Forms are those of compilers, test runners, package managers, git and the usual languages'
// exceptions, in English. An error in another form is none, unless it is asked for by its own text.
package failure

import (
	"crypto/sha256"
	"encoding/hex"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// Bounds of what is looked at.
const (
	maxOutput = 64 << 10 // bytes of an output, from its beginning and as many from its end
	maxLine   = 400      // bytes of a line
	maxErrors = 40       // of an output, half of them from its beginning
	maxLooked = 400      // lines that tell of one, half of them from the beginning
)

// Errors returns the lines of an output that tell of an error, normalised, in order, each once: of too
// many the first and the last ones.
func Errors(output string) []string {
	lines := slices.Collect(strings.Lines(output[:min(len(output), maxOutput)]))
	lines = slices.AppendSeq(lines, strings.Lines(output[max(min(len(output), maxOutput), len(output)-maxOutput):]))
	var found []string
	seen, looked := map[string]bool{}, 0
	take := func(line string) {
		if n := Error(line); n != "" {
			if looked++; !seen[n] {
				seen[n] = true
				found = append(found, n)
			}
		}
	}
	i, j := 0, len(lines)
	for ; i < j && len(found) < maxErrors/2 && looked < maxLooked/2; i++ {
		take(lines[i])
	}
	first := len(found)
	for ; i < j && len(found) < maxErrors && looked < maxLooked; j-- {
		take(lines[j-1])
	}
	slices.Reverse(found[first:])
	return found
}

// Error is Normal of a line that tells of an error, "" of others.
func Error(line string) string {
	if !IsError(line) || !telling(clip(line)) { // what says nothing as it stands says nothing without its numbers
		return ""
	}
	return Normal(line)
}

// IsError reports whether a line has the form of an error. Most have none of its signs, which is seen at once.
func IsError(line string) bool {
	line = clip(line)
	lower := strings.ToLower(line)
	sign := slices.ContainsFunc(signs(), func(s string) bool { return strings.Contains(lower, s) })
	return (sign && forms().MatchString(line) || places().MatchString(line)) && !fine().MatchString(line)
}

// words stand in lines that tell of an error.
const words = `error|fatal|panic|exception|traceback|failure|segfault|` + // gcc, git, rustc, tsc, make, npm, docker
	`cannot|can't|could not|couldn't|unable to|no such file|not found|refused|denied|undefined|unresolved|mismatch|timed out|` +
	`timeout|deadlock|killed|aborted|out of memory|unexpected|invalid|missing|failed|unknown|no rule|does not exist|already exists|` +
	`already in use|rejected|forbidden|unauthorised|unauthorized|unsupported|exceeded|corrupt|corrupted|overflow`

// signs are texts of which each line that forms matches has one, in small letters.
var signs = sync.OnceValue(func() []string {
	return append(strings.Split(words, "|"), "fail", "err!", "e  ", "e \t", "e\t", "✗", "✕", "×")
})

// forms match a line that tells of an error by its words.
var forms = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)` + strings.Join([]string{
		`\b(` + words + `)\b`,
		`\b\w+(error|exception)\b\s*:`,                   // Python, Java, JavaScript
		`(^|\s)(FAIL|FAILED|ERR!|E\s{2,}|✗|✕|×)(\s|:|$)`, // go test, pytest, npm, jest
	}, `|`))
})

// places match a line that begins with the place of an error: of go build, gcc and ruby, or of tsc and msbuild.
var places = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^\S+\.\w{1,5}(:\d+(:\d+)?|\(\d+,\d+\)):\s`)
})

// fine matches lines that count errors and found none.
var fine = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)\b(no|0|zero|without) (errors?|failures?|failed)\b`)
})

// changing matches what differs from run to run, in the order in which it is replaced.
var changing = sync.OnceValue(func() []replacement {
	list := []struct{ expression, by string }{
		{`\x1b\[[0-9;]*[A-Za-z]`, ``},
		{`\d{4}[-/]\d\d[-/]\d\d[T ]\d\d:\d\d(:\d\d)?(\.\d+)?(Z|[+-]\d\d:?\d\d)?`, `<time>`},
		{`\b\d\d:\d\d:\d\d(\.\d+)?\b`, `<time>`},
		{`https?://[^\s"'<>]+`, `<url>`},
		{`"([^"\n]*[\s\\/][^"\n]*|[^"\n]{41,})"`, `<text>`}, // a short name between quotes tells errors apart
		{`(^|[\s(=:,])'([^'\n]*[\s\\/][^'\n]*|[^'\n]{41,})'`, `$1<text>`},
		{"`([^`\n]*[\\s\\\\/][^`\n]*|[^`\n]{41,})`", `<text>`},
		{`(^|[\s(=:,])([A-Za-z]:)?([\\/][\w.@+~-]+){2,}`, `$1<path>`},
		{`\[[0-9a-fA-F:.]*:[0-9a-fA-F:.]*\]`, `<n>`}, // an address of IPv6
		{`\b0x[0-9a-fA-F]+\b`, `<n>`},
		{`\b([0-9]+[a-f][0-9a-f]{4,64}|[a-f][0-9a-f]*[0-9][0-9a-f]{4,64})\b`, `<n>`}, // hexadecimal, of six digits or more
		{`_\d+\b`, `_<n>`},
		{`\b\d+(\.\d+)*(ms|s|m|h|MB|KB|GB|B|%)?\b`, `<n>`},
		{`\s+`, ` `},
	}
	out := make([]replacement, len(list))
	for i, r := range list {
		out[i] = replacement{regexp.MustCompile(r.expression), r.by}
	}
	return out
})

// replacement puts a placeholder in the place of what an expression matches.
type replacement struct {
	expression *regexp.Regexp
	by         string
}

// Normal is a line without what changes from run to run, in lower case; "" where nothing is left
// that tells it from other errors.
func Normal(line string) string {
	line = strings.TrimSpace(clip(line))
	for _, r := range changing() {
		line = r.expression.ReplaceAllString(line, r.by)
	}
	line = strings.ToLower(strings.TrimLeft(strings.TrimSpace(line), " \t>#$|-*"))
	if !telling(line) {
		return ""
	}
	return line
}

// telling tells whether a normalised line says more than that something failed.
func telling(line string) bool {
	letters, words := 0, 0
	for _, w := range strings.FieldsFunc(placeholders().ReplaceAllString(line, " "), func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && r < 0x80
	}) {
		if plain(strings.ToLower(w)) {
			continue
		}
		letters += len(w)
		words++
	}
	return words >= 2 && letters >= 8
}

var placeholders = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`<(time|url|text|path|n)>`) })

// plain tells the words that any error may have.
func plain(word string) bool {
	switch word {
	case "error", "errors", "fatal", "panic", "fail", "failed", "failure", "exit", "status", "code", "the", "a", "an", "in", "at", "of",
		"with", "line", "column", "exception", "traceback", "most", "recent", "call", "last", "err", "warning", "note", "go", "py", "js",
		"ts":
		return true
	}
	return len(word) < 2
}

// Fingerprint names a normalised line by sixteen hexadecimal digits.
func Fingerprint(normal string) string {
	sum := sha256.Sum256([]byte(normal))
	return hex.EncodeToString(sum[:8])
}

// clip keeps the beginning of a line.
func clip(line string) string { return line[:min(len(line), maxLine)] }
