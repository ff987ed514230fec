// Package pattern matches paths against patterns with the meaning that they have in a .gitignore file. No I/O.
package pattern

import (
	"bytes"
	"path"
	"strings"
)

// List is a list of path patterns with the meaning that they have in a .gitignore file: a
// pattern without a slash matches at any depth, one with a slash from the root; "**" stands for any
// number of folders; one that matches a folder matches all below it; a final slash asks for a
// folder; "!" takes back what an earlier line matched, unless a folder above it is matched; the
// last line that matches decides.
type List struct{ rules []pattern }

// pattern is one line of a list.
type pattern struct {
	segments []string // what stands between its slashes
	negated  bool
	folder   bool // matches folders only
}

// Max and MaxLen bound the patterns of a list and the bytes of a pattern: a repository can have any number.
const (
	Max    = 10000
	MaxLen = 4096
)

// Parse reads a file of patterns, one a line; blank lines and lines that begin with # are comments.
func Parse(data []byte) List {
	var p List
	data = bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))
	for line := range bytes.Lines(data) {
		if len(p.rules) == Max {
			break
		}
		p.add(strings.TrimRight(string(line), "\r\n"))
	}
	return p
}

// New makes patterns of lines.
func New(list []string) List {
	var p List
	for _, line := range list[:min(len(list), Max)] {
		p.add(line)
	}
	return p
}

// add takes in a line; comments, blank lines and those above MaxLen are passed over. A pattern that
// has no slash but at its end gets "**" before it, which makes it match at any depth.
func (p *List) add(line string) {
	if strings.HasPrefix(line, "#") || len(line) > MaxLen {
		return
	}
	line = trimSpaces(line)
	var r pattern
	line, r.negated = strings.CutPrefix(line, "!")
	line, r.folder = strings.CutSuffix(line, "/")
	if line == "" {
		return
	}
	rooted := strings.Contains(line, "/")
	line = strings.TrimPrefix(line, "/")
	r.segments = strings.Split(strings.ReplaceAll(line, "[!", "[^"), "/")
	if !rooted {
		r.segments = append([]string{"**"}, r.segments...)
	}
	p.rules = append(p.rules, r)
}

// trimSpaces drops spaces at the end that no backslash keeps.
func trimSpaces(line string) string {
	trimmed := strings.TrimRight(line, " ")
	if strings.HasSuffix(trimmed, `\`) && len(trimmed) < len(line) {
		return trimmed + " "
	}
	return trimmed
}

// Empty tells whether there is no pattern at all.
func (p List) Empty() bool { return len(p.rules) == 0 }

// Match tells whether a file (slash-separated, from the root) or a folder above it is matched.
func (p List) Match(file string) bool {
	if p.Empty() {
		return false
	}
	segments := strings.Split(file, "/")
	for n := 1; n < len(segments); n++ {
		if matched, _ := p.Decide(segments[:n], true); matched {
			return true
		}
	}
	matched, _ := p.Decide(segments, false)
	return matched
}

// Decide looks for the last rule that matches a path itself, given by its parts. found tells
// whether there is one, matched that it does not begin with "!".
func (p List) Decide(segments []string, folder bool) (matched, found bool) {
	for i := len(p.rules) - 1; i >= 0; i-- {
		r := p.rules[i]
		if (folder || !r.folder) && matchSegments(r.segments, segments) {
			return !r.negated, true
		}
	}
	return false, false
}

// matchSegments matches a path against a pattern. It goes back to the last "**" only, which
// suffices: what an earlier one took over could as well be taken by the last. So the time is
// bounded by the product of the lengths.
func matchSegments(pattern, segments []string) bool {
	p, s, starP, starS := 0, 0, -1, 0
	for s < len(segments) {
		switch {
		case p < len(pattern) && pattern[p] == "**":
			starP, starS = p, s
			p++
			if p == len(pattern) {
				return true // "a/**" wants something below a, and there is
			}
		case p < len(pattern) && matchSegment(pattern[p], segments[s]):
			p, s = p+1, s+1
		case starP >= 0:
			starS++
			p, s = starP+1, starS
		default:
			return false
		}
	}
	return p == len(pattern)
}

// matchSegment matches one part of a path. Names and endings such as "*.md", which are most, are
// compared as texts; a pattern that is malformed matches nothing.
func matchSegment(pattern, name string) bool {
	if !strings.ContainsAny(pattern, `*?[\`) {
		return pattern == name
	}
	if rest, ok := strings.CutPrefix(pattern, "*"); ok && !strings.ContainsAny(rest, `*?[\`) {
		return strings.HasSuffix(name, rest)
	}
	ok, err := path.Match(pattern, name)
	return err == nil && ok
}
