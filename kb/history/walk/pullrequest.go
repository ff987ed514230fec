package walk

import (
	"strings"
)

// PullRequest gives the pull or merge request of a commit as its message names it: "#123", "!45" on
// GitLab, "" for none. It stands at the end of the subject in brackets, in the subject of a merge,
// or in a trailer.
func (c *Commit) PullRequest() string {
	if ref := mergeSubject(c.Subject); ref != "" {
		return ref
	}
	if ref := inBrackets(c.Subject); ref != "" {
		return ref
	}
	for _, t := range c.Trailers {
		switch strings.ToLower(t.Key) {
		case "pr-url", "pull-request", "pull-request-url", "pr", "merge-request", "reviewed-on", "pull-req":
			if ref := requestRef(t.Value); ref != "" {
				return ref
			}
		}
	}
	if c.Merge() {
		if _, rest, ok := strings.Cut(c.Body, "See merge request "); ok {
			line, _, _ := strings.Cut(rest, "\n")
			if at := strings.LastIndexByte(line, '!'); at >= 0 {
				return leadingRef(line[at:])
			}
		}
	}
	return ""
}

// mergeSubject reads "Merge pull request #12 from …", "Merge #12: …", "Auto merge of #12 - …".
func mergeSubject(subject string) string {
	for _, prefix := range []string{"Merge pull request ", "Merge PR ", "Auto merge of ", "Merged PR ", "Merge pull-request ", "Merge "} {
		if rest, ok := strings.CutPrefix(subject, prefix); ok {
			return leadingRef(rest)
		}
	}
	return ""
}

// inBrackets reads the last "(#12)", "(!12)" or "(pull request #12)" of a subject that ends in one.
func inBrackets(subject string) string {
	subject = strings.TrimRight(subject, " .")
	if !strings.HasSuffix(subject, ")") {
		return ""
	}
	at := strings.LastIndexByte(subject, '(')
	if at < 0 {
		return ""
	}
	inner := subject[at+1 : len(subject)-1]
	for _, word := range []string{"pull request ", "PR ", "pr ", "PR"} {
		if rest, ok := strings.CutPrefix(inner, word); ok {
			inner = rest
			break
		}
	}
	if ref := leadingRef(inner); ref != "" && len(ref) == len(strings.TrimSpace(inner)) {
		return ref
	}
	return ""
}

// requestRef reads a number, "#12", "!12", or the address of a request.
func requestRef(value string) string {
	value = strings.TrimSpace(value)
	if ref := leadingRef(value); ref != "" {
		return ref
	}
	for _, part := range []struct{ before, sign string }{{"/pull/", "#"}, {"/pulls/", "#"}, {"/merge_requests/", "!"},
		{"/pull-requests/", "#"}, {"/pullrequest/", "#"}} {
		if _, rest, ok := strings.Cut(value, part.before); ok {
			return leadingRef(part.sign + rest)
		}
	}
	return leadingRef("#" + value)
}

// maxDigits is how long the number of a request may be.
const maxDigits = 9

// leadingRef reads "#12" or "!12" at the head of a text.
func leadingRef(s string) string {
	if s == "" || s[0] != '#' && s[0] != '!' {
		return ""
	}
	n := 1
	for n < len(s) && s[n] >= '0' && s[n] <= '9' {
		n++
	}
	if n == 1 || n > 1+maxDigits || s[1] == '0' {
		return ""
	}
	return s[:n]
}
