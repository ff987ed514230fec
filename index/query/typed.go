package query

import (
	"path"
	"slices"
	"strings"
)

// FromFolder reads paths, folders and globs as somebody in a folder of the repository types them,
// and gives them from its root. What begins with ./ or ../ begins in the folder, what begins with /
// at the root, and anything else in the folder if a note has such a path, else at the root, as
// names of notes are looked for. root is the absolute path of the work tree, which may stand before
// them.
func FromFolder(folder, root string, wants, notes []string) []string {
	out := make([]string, 0, len(wants))
	for _, want := range wants {
		rest, absolute := strings.CutPrefix(want, root)
		if absolute = absolute && root != "" && (rest == "" || strings.HasPrefix(rest, "/")); absolute {
			want = "/" + strings.TrimPrefix(rest, "/")
		}
		here := path.Join(folder, want)
		switch {
		case strings.HasPrefix(want, "/"):
			want = strings.TrimPrefix(want, "/")
		case want == "", folder == "" && !strings.HasPrefix(want, "."):
		case climbs(want), slices.ContainsFunc(notes, func(note string) bool { return PathMatch(here, note) }):
			want = here
		}
		out = append(out, want)
	}
	return out
}

// climbs tells a path that is said to begin in the folder.
func climbs(want string) bool {
	return want == "." || want == ".." || strings.HasPrefix(want, "./") || strings.HasPrefix(want, "../")
}
