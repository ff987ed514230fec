// Package secret finds keys, tokens and passwords in text by the rules of gitleaks.
package secret

import (
	"bytes"
	"math"
	"slices"
	"strings"
)

// Finding is one place that looks like a secret. The secret itself is not in it.
type Finding struct {
	Rule      string
	Line, Col int    // 1-based; Col counts bytes
	Masked    string // the line, with • in the place of the secret
}

const (
	// maxFindings is how many findings of a text are told: who has more has understood.
	maxFindings = 100
	// maxWindows bounds how many places of a text a rule is tried at.
	maxWindows = 2000
	// before and after are how much of the text around a keyword a rule sees, in bytes.
	before, after = 256, 1024
	// afterBlock is the same for keys that are blocks of lines.
	afterBlock = 8 << 10
)

// Scan finds the secrets of a text, in the order of their places. A line that says gitleaks:allow or kb:allow-secret has none.
// It takes time linear in the text.
func Scan(text []byte) []Finding {
	set := rules()
	low := bytes.ToLower(asciiOnly(text))
	var found []Finding
	for i := range set.Rules {
		r := &set.Rules[i]
		for _, w := range windows(low, r) {
			found = r.scan(found, set, text, w)
			if len(found) >= maxFindings {
				break
			}
		}
	}
	slices.SortStableFunc(found, func(a, b Finding) int {
		if a.Line != b.Line {
			return a.Line - b.Line
		}
		return a.Col - b.Col
	})
	return slices.CompactFunc(found, func(a, b Finding) bool { return a.Line == b.Line && a.Col == b.Col })
}

// asciiOnly keeps lower-casing from changing the length of a text.
func asciiOnly(text []byte) []byte {
	out := bytes.Clone(text)
	for i, c := range out {
		if c >= 0x80 {
			out[i] = 0
		}
	}
	return out
}

// window is a part of a text that a rule is tried on: matches must begin in [start, limit).
type window struct{ start, end int }

// windows are the parts around the keywords of a rule; those that touch are one.
func windows(low []byte, r *rule) []window {
	length := after
	if strings.Contains(r.ID, "private-key") {
		length = afterBlock
	}
	var list []window
	for _, k := range r.Keywords {
		key := []byte(strings.ToLower(k))
		for at := 0; len(list) < maxWindows; {
			i := bytes.Index(low[at:], key)
			if i < 0 {
				break
			}
			at += i
			list = append(list, window{lineStart(low, at), min(len(low), at+length)})
			at += len(key)
		}
	}
	slices.SortFunc(list, func(a, b window) int { return a.start - b.start })
	merged := list[:0]
	for _, w := range list {
		if n := len(merged); n > 0 && w.start <= merged[n-1].end {
			merged[n-1].end = max(merged[n-1].end, w.end)
			continue
		}
		merged = append(merged, w)
	}
	return merged
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
func (r *rule) scan(found []Finding, set *ruleSet, text []byte, w window) []Finding {
	part := text[w.start:w.end]
	for _, m := range r.compiled().FindAllSubmatchIndex(part, maxFindings) {
		start, end := r.secret(m)
		secret, match := string(part[start:end]), string(part[m[0]:m[1]])
		line := lineAround(text, w.start+start)
		if r.Entropy > 0 && entropy(secret) < r.Entropy || placeholder(secret) || !varied(secret) || allowed(line) {
			continue
		}
		if allows(set.Allowlists, secret, match, line) || allows(r.Allowlists, secret, match, line) {
			continue
		}
		at := w.start + start
		first := bytes.LastIndexByte(text[:at], '\n') + 1
		found = append(found, Finding{Rule: r.ID, Line: 1 + bytes.Count(text[:at], []byte{'\n'}), Col: at - first + 1,
			Masked: strings.ReplaceAll(line, firstLine(secret), "•")})
	}
	return found
}

// secret is where in a match the secret is: the group that the rule names, else the first that matched, else all of it.
func (r *rule) secret(m []int) (start, end int) {
	if g := 2 * r.SecretGroup; g > 0 && g < len(m) && m[g] >= 0 {
		return m[g], m[g+1]
	}
	for g := 2; g < len(m); g += 2 {
		if m[g] >= 0 && m[g] < m[g+1] {
			return m[g], m[g+1]
		}
	}
	return m[0], m[1]
}

// lineAround is the line of a place, at most so much of it as a person would read.
func lineAround(text []byte, at int) string {
	start := lineStart(text, at)
	end := min(len(text), at+after)
	if i := bytes.IndexByte(text[at:end], '\n'); i >= 0 {
		end = at + i
	}
	return string(text[start:end])
}

func firstLine(s string) string {
	line, _, _ := strings.Cut(s, "\n")
	return line
}

// allowed tells a line whose writer says that it holds no secret.
func allowed(line string) bool {
	return strings.Contains(line, "gitleaks:allow") || strings.Contains(line, "kb:allow-secret")
}

// varied tells a value from a word: keys mix letters and digits.
func varied(secret string) bool {
	return len(secret) > 40 || strings.ContainsAny(secret, "0123456789") && strings.ContainsFunc(secret, isLetter)
}

func isLetter(r rune) bool { return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' }

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

// entropy is Shannon's, in bits a byte.
func entropy(s string) float64 {
	var counts [256]float64
	for i := range len(s) {
		counts[s[i]]++
	}
	bits := 0.0
	for _, n := range counts {
		if n > 0 {
			p := n / float64(len(s))
			bits -= p * math.Log2(p)
		}
	}
	return bits
}
