package kb

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"github.com/9aea2451/kb/text/wording"
)

// Suggest gives up to n paths of the notes whose names are nearest to one that was not found: those
// that contain it first, then those that differ by a few letters.
func (r *Resolver) Suggest(name string, n int) []string {
	name = FoldName(strings.TrimSpace(name))
	if IsMarkdown(name) {
		name = strings.TrimSuffix(name, path.Ext(name))
	}
	if name == "" || n <= 0 {
		return nil
	}
	type near struct {
		path     string
		distance int
	}
	var found []near
	for i := range r.names.names {
		if d := nameDistance(name, &r.names.names[i]); d < maxDistance(name) {
			found = append(found, near{r.names.names[i].Path, d})
		}
	}
	slices.SortFunc(found, func(a, b near) int {
		return cmp.Or(cmp.Compare(a.distance, b.distance), strings.Compare(a.path, b.path))
	})
	var paths []string
	for _, f := range found[:min(n, len(found))] {
		paths = append(paths, f.path)
	}
	return paths
}

// comparedBytes bounds what a name's length adds to the distance that is allowed.
const comparedBytes = 200

// maxDistance is the distance from which names are strangers: more than a third of the letters differ.
func maxDistance(name string) int { return 2 + min(len(name), comparedBytes)/3 }

// nameDistance is the distance to the nearest of a note's names, 1 for one that contains the name.
func nameDistance(name string, n *Name) int {
	best := maxDistance(name)
	base := path.Base(name)
	for _, have := range append([]string{Stem(n.Path), n.Title}, n.Aliases...) {
		have = FoldName(have)
		if len(name) > 2 && strings.Contains(have, name) {
			return 1
		}
		best = min(best, wording.Distance(base, have, best))
	}
	if len(name) > 2 && strings.Contains(FoldName(n.Path), name) {
		best = min(best, 1)
	}
	return best
}
