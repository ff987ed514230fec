package query

import (
	"path"
	"slices"
	"strings"
)

// FileMatch takes the path of a file or folder of code, or a glob, against a glob of a note: one
// covers the other, or the glob reaches into the folder. What the note cites of a file by its symbol
// (internal/auth/jwt.go#Sign) is of the file.
func FileMatch(want, have string) bool {
	want, have = strings.TrimPrefix(want, "./"), strings.TrimPrefix(have, "./")
	if file, _, ok := strings.Cut(have, "#"); ok && file != "" && FileMatch(want, file) {
		return true
	}
	return PathMatch(want, have) || PathMatch(have, want) || reachesInto(have, want)
}

// reachesInto tells whether a glob can match something within a folder. A path whose last name has
// an extension is a file, and holds nothing.
func reachesInto(pattern, folder string) bool {
	trimmed := strings.TrimSuffix(folder, "/")
	if trimmed == folder && path.Ext(strings.TrimLeft(path.Base(folder), ".")) != "" {
		return false
	}
	states := globStates(strings.Split(pattern, "/"), strings.Split(trimmed, "/"))
	return slices.Contains(states[:len(states)-1], true)
}

// globMatch matches path segments; ** stands for any number of them.
func globMatch(pattern, segments []string) bool {
	states := globStates(pattern, segments)
	return states[len(pattern)]
}

// globStates tells for each number of segments of a pattern whether that many can match all the
// segments of a path. It looks at each pair of segments once.
func globStates(pattern, segments []string) []bool {
	states := make([]bool, len(pattern)+1)
	reach := make([]bool, len(segments)+1)
	reach[0] = true
	states[0] = len(segments) == 0
	for k, p := range pattern {
		next := make([]bool, len(segments)+1)
		for i := range reach {
			if p == "**" {
				next[i] = reach[i] || i > 0 && next[i-1]
				continue
			}
			if i > 0 && reach[i-1] {
				ok, err := path.Match(p, segments[i-1])
				next[i] = ok && err == nil
			}
		}
		reach = next
		states[k+1] = reach[len(segments)]
	}
	return states
}
