package nearness

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/9aea2451/kb/index"
	"github.com/9aea2451/kb/kb/usage"
)

// Shares says what part of a score each source has, the greatest first: "links 62 %".
func Shares(h index.Hit) []string {
	var out []string
	for _, name := range sourcesOf(h) {
		if percent := math.Round(100 * h.Factors[name] / h.Score); percent > 0 {
			out = append(out, fmt.Sprintf("%s %.0f %%", name, percent))
		}
	}
	return out
}

// sourcesOf lists the sources that add to a score, the greatest first.
func sourcesOf(h index.Hit) []string {
	var names []string
	for _, name := range slices.Sorted(maps.Keys(h.Factors)) {
		if name != "fused" && h.Factors[name] > 0 {
			names = append(names, name)
		}
	}
	slices.SortStableFunc(names, func(x, y string) int { return cmp.Compare(h.Factors[y], h.Factors[x]) })
	return names
}

// Explain adds the figures: "score 0.5312 = links 0.4000 (75 %) + …; changed together in 3 commits".
func (c *Company) Explain(h index.Hit) string {
	var parts []string
	for _, name := range sourcesOf(h) {
		parts = append(parts, fmt.Sprintf("%s %.4f (%.0f %%)", name, h.Factors[name], math.Round(100*h.Factors[name]/h.Score)))
	}
	return strings.Join(append([]string{fmt.Sprintf("score %.4f = %s", h.Score, strings.Join(parts, " + "))}, c.Facts(h.Path)...), "; ")
}

// Facts are the figures behind co-change and co-access with the note or file at a path.
func (c *Company) Facts(path string) []string {
	var out []string
	for _, f := range c.Changed {
		if f.Path == path && f.Commits > 0 {
			out = append(out, "changed together in "+commits(f.Commits))
			break
		}
	}
	if read := explainRead(c.Read[path]); read != "" {
		out = append(out, read)
	}
	return out
}

// commits writes a count: "1 commit", "3 commits".
func commits(n int) string {
	if n == 1 {
		return "1 commit"
	}
	return fmt.Sprintf("%d commits", n)
}

// explainRead gives the figures behind co-access, "" for none. The counts have faded, so they are
// no whole numbers.
func explainRead(c usage.Companion) string {
	switch {
	case c.Weight() == 0:
		return ""
	case c.Opened == 0:
		return fmt.Sprintf("shown together %.1f times, by fading counts", c.Shown)
	}
	return fmt.Sprintf("opened together %.1f times, shown together %.1f times, by fading counts", c.Opened, c.Shown)
}
