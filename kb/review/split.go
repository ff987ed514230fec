package review

import (
	"slices"
	"strings"
)

// joinSplit finds sentences that were cut into several, or made of several, with the same words:
// what follows the one half of such a pair and is left over belongs to it. It returns what is still
// left over.
func (v *version) joinSplit(pairs []pair, oldLeft, newLeft []int) (old, new []int) {
	for i := range pairs {
		p := &pairs[i]
		if p.old.key == p.new.key || !p.old.prose() || !p.new.prose() {
			continue
		}
		if joined, took := join(p.new, v.new, newLeft, plain(p.old.Text)); took != nil {
			p.new, newLeft = joined, drop(newLeft, took)
		} else if joined, took := join(p.old, v.old, oldLeft, plain(p.new.Text)); took != nil {
			p.old, oldLeft = joined, drop(oldLeft, took)
		}
	}
	return oldLeft, newLeft
}

// drop returns a list without some of its numbers.
func drop(list, gone []int) []int {
	return slices.DeleteFunc(slices.Clone(list), func(i int) bool { return slices.Contains(gone, i) })
}

// maxParts is how many sentences one may be cut into.
const maxParts = 6

// join puts a unit together with those beside it that are left over, if that makes the whole text.
func join(u *unit, units []unit, left []int, whole string) (*unit, []int) {
	at := slices.IndexFunc(units, func(x unit) bool { return x.Line == u.Line && x.Col == u.Col && x.key == u.key })
	if at < 0 || !strings.Contains(whole, plain(u.Text)) {
		return nil, nil
	}
	for first := at; first >= 0 && at-first < maxParts; first-- {
		if first < at && !slices.Contains(left, first) {
			break
		}
		for last := at; last < len(units) && last-first < maxParts; last++ {
			if last > at && !slices.Contains(left, last) {
				break
			}
			if text := textOf(units[first : last+1]); last > first && plain(text) == whole {
				joined := units[first]
				joined.Text, joined.EndLine, joined.parsed = text, units[last].EndLine, nil
				joined.finish()
				return &joined, without(span(first, last), at)
			}
		}
	}
	return nil, nil
}

// textOf joins the texts of units.
func textOf(units []unit) string {
	texts := make([]string, len(units))
	for i := range units {
		texts[i] = units[i].Text
	}
	return strings.Join(texts, " ")
}

// span lists the numbers from first to last, both included.
func span(first, last int) (out []int) {
	for i := first; i <= last; i++ {
		out = append(out, i)
	}
	return out
}
