// Package secret finds keys, tokens and passwords in text by the rules of gitleaks.
package secret

import (
	"bytes"
	"slices"
	"strings"
)

// Finding is one place that looks like a secret. The secret itself is not in it.
type Finding struct {
	Rule      string
	Line, Col int    // 1-based; Col counts bytes
	Masked    string // the line, with • in the place of the secret
	Doubtful  bool   // what stands around it says that it is an example, or it is the first line of a key alone
}

const (
	// maxFindings is how many findings of a text are told: who has more has understood.
	maxFindings = 100
	// maxMatches is how many matches of a rule in one part of a text are looked at, those that are
	// no secrets included.
	maxMatches = 1 << 16
	// before and after are how much of the text around a keyword a rule sees, in bytes.
	before, after = 256, 1024
	// afterBlock is the same for keys that are blocks of lines.
	afterBlock = 8 << 10
)

// Scan finds the secrets of a text, at most maxFindings, in the order of their places: those that a
// commit stops for. A line that says gitleaks:allow or kb:allow-secret has none. It takes time linear
// in the text.
func Scan(text []byte) []Finding {
	return findings(slices.DeleteFunc(hits(text), func(h hit) bool { return h.doubtful }), text)
}

// Suspect is Scan with what is doubtful, for texts that leave the machine.
func Suspect(text []byte) []Finding { return findings(hits(text), text) }

// hits finds secrets, in the order of their places. Two rules may find the same.
func hits(text []byte) []hit {
	set := rules()
	parts := set.keywords.windows(lower(text), len(set.Rules))
	var found []hit
	for i := range set.Rules {
		for _, w := range parts[i] {
			found = set.Rules[i].scan(found, set, text, w)
		}
	}
	slices.SortStableFunc(found, func(a, b hit) int { return a.start - b.start })
	doubt(found, text)
	return found
}

// hit is where a secret is in a text, and the rule that found it.
type hit struct {
	rule       string
	start, end int
	own        bool // found by a rule of our own
	doubtful   bool
}

// findings tells hits in the order of their places, and hides every one of them wherever it shows
// in the line of another.
func findings(hits []hit, text []byte) []Finding {
	hits = hits[:min(len(hits), maxFindings)]
	var found []Finding
	line, counted, told := 1, 0, 0
	for _, h := range hits {
		line += bytes.Count(text[counted:h.start], []byte{'\n'})
		counted = h.start
		if h.start < told {
			continue // two rules found it
		}
		told = h.end
		col := h.start - bytes.LastIndexByte(text[:h.start], '\n')
		found = append(found, Finding{Rule: h.rule, Line: line, Col: col, Masked: masked(hits, text, h.start), Doubtful: h.doubtful})
	}
	return found
}

// masked is the line of a place without any of the secrets.
func masked(hits []hit, text []byte, at int) string {
	start, end := lineAround(text, at)
	var out strings.Builder
	for i := start; i < end; {
		to := i
		for _, h := range hits {
			if h.start <= i && i < h.end {
				to = max(to, h.end)
			}
		}
		if to > i {
			out.WriteString("•")
			i = to
			continue
		}
		out.WriteByte(text[i])
		i++
	}
	line := out.String()
	for _, h := range hits {
		line = strings.ReplaceAll(line, firstLine(string(text[h.start:h.end])), "•")
	}
	return line
}

// lineStart is the beginning of the line that holds at, or a place near before it.
func lineStart(text []byte, at int) int {
	from := max(0, at-before)
	if i := bytes.LastIndexByte(text[from:at], '\n'); i >= 0 {
		return from + i + 1
	}
	return from
}

// scan tries a rule on a window.
func (r *rule) scan(found []hit, set *ruleSet, text []byte, w window) []hit {
	part := text[w.start:w.end]
	for _, m := range r.find(part) {
		start, end := r.secret(m)
		secret, match := string(part[start:end]), string(part[m[0]:m[1]])
		from, to := lineAround(text, w.start+start)
		line := string(text[from:to])
		if entropy(secret) < r.Entropy || !r.check(secret) || allowed(line) {
			continue
		}
		if allows(set.allowlists, secret, match, line) || allows(r.Allowlists, secret, match, line) {
			continue
		}
		found = append(found, hit{r.ID, w.start + start, w.start + end, r.own, false})
	}
	return found
}

// secret is where in a match the secret is: the group that the rule names, else the first that
// matched, else all of it.
func (r *rule) secret(m []int) (start, end int) {
	if g := 2 * r.SecretGroup; g > 0 && g < len(m) && m[g] >= 0 {
		return m[g], m[g+1]
	}
	for g := 2; g < len(m); g += 2 {
		if m[g] < m[g+1] {
			return m[g], m[g+1]
		}
	}
	return m[0], m[1]
}

// lineAround is the line of a place, at most so much of it as a person would read.
func lineAround(text []byte, at int) (start, end int) {
	start = lineStart(text, at)
	end = min(len(text), at+after)
	if i := bytes.IndexByte(text[at:end], '\n'); i >= 0 {
		end = at + i
	}
	return start, end
}

// firstLine is a text up to its first line end: of a secret of several lines, what may show in one.
func firstLine(s string) string {
	line, _, _ := strings.Cut(s, "\n")
	return line
}

// allowed tells a line whose writer says that it holds no secret.
func allowed(line string) bool {
	return strings.Contains(line, "gitleaks:allow") || strings.Contains(line, "kb:allow-secret")
}

// allows tells whether a list takes the match for no secret. Lists of paths are not for us.
func allows(lists []allowlist, secret, match, line string) bool {
	return slices.ContainsFunc(lists, func(l allowlist) bool {
		if len(l.Paths) > 0 && strings.EqualFold(l.Condition, "AND") {
			return false
		}
		target := secret
		switch l.RegexTarget {
		case "match":
			target = match
		case "line":
			target = line
		}
		for _, re := range l.compiled() {
			if re.MatchString(target) {
				return true
			}
		}
		low := strings.ToLower(secret)
		return slices.ContainsFunc(l.StopWords, func(word string) bool { return strings.Contains(low, strings.ToLower(word)) })
	})
}
