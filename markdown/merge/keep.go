package merge

import (
	"regexp"
	"slices"
	"strings"
)

// keepsWords tells whether every word of both sides is in pieces, as often as it must be: what a
// side wrote, less what the other side took away. It is the check that stands behind the promise
// that nothing is lost; where it fails, lines are merged.
func keepsWords(base, ours, theirs string, pieces []piece) bool {
	result, _ := render(pieces, Options{Style: Diff3})
	number := regexp.MustCompile(`(?m)^[ \t]*\d{1,9}[.)]`) // items are numbered anew
	unnumbered := func(text string) map[string]int { return bag(number.ReplaceAllString(text, "")) }
	b, o, t, r := unnumbered(base), unnumbered(ours), unnumbered(theirs), unnumbered(result)
	for line, n := range addedByBoth(base, ours, theirs) {
		for w, times := range unnumbered(line) {
			t[w] -= n * times
		}
	}
	for _, side := range []map[string]int{o, t} {
		for w := range side {
			if r[w] < least(b[w], o[w], t[w]) {
				return false
			}
		}
	}
	return true
}

// addedByBoth is the lines that both sides have more often than the base, with the number of times
// that one copy stands for both.
func addedByBoth(base, ours, theirs string) map[string]int {
	count := func(text string) map[string]int {
		counts := map[string]int{}
		for _, line := range linesOf(text) {
			counts[line]++
		}
		return counts
	}
	b, o, t := count(base), count(ours), count(theirs)
	both := map[string]int{}
	for line, n := range o {
		if more := min(n, t[line]) - b[line]; more > 0 {
			both[line] = more
		}
	}
	return both
}

// least is how often a thing must be there that the versions have so often: both sides may have
// brought the same ones.
func least(base, ours, theirs int) int {
	if ours >= base && theirs >= base {
		return max(ours, theirs)
	}
	return max(0, ours+theirs-base)
}

// sound tells whether a merge by lines says nothing more often than one of the versions, and breaks
// no table and no numbering.
func sound(pieces []piece, base, ours, theirs string) bool {
	settled := slices.DeleteFunc(slices.Clone(pieces), func(p piece) bool { return p.conflict != nil })
	text, _ := textOf(settled)
	b, o, t, r := count(base), count(ours), count(theirs), count(text)
	for key, times := range r.times {
		byBoth := o.times[key] > b.times[key] && t.times[key] > b.times[key]
		if times > max(1, b.times[key], o.times[key], t.times[key]) && (byBoth || strings.HasPrefix(key, "#") || len(words(key)) >= 3) {
			return false
		}
	}
	return len(settled) < len(pieces) || r.broken <= max(o.broken, t.broken, b.broken)
}

// content is what a text says, block by block.
type content struct {
	times  map[string]int // of each paragraph, heading, item and row
	broken int            // tables with uneven rows, numbered lists that do not count
}

// count is how often each piece of a text occurs, so that nothing is lost or doubled unseen.
func count(text string) content {
	c := content{times: map[string]int{}}
	level := 0
	if len(text) > 0 && text[0] == '#' {
		level = 1
	}
	for _, u := range blocks(text, level) {
		switch u.kind {
		case bullets, numbers:
			for _, i := range items(u.text) {
				c.times[i.key]++
			}
			if u.kind == numbers && !counts(u.text) {
				c.broken++
			}
		case table:
			for _, r := range perLine(u.text, row) {
				c.times[r.key]++
			}
			if uneven(u.text) {
				c.broken++
			}
		default:
			if len(u.words()) > 0 {
				c.times[u.key]++
			}
		}
	}
	return c
}
