package kb

import (
	"context"
	"fmt"
	"slices"
	"strings"
)

// Files lists all regular files of a commit (its id), markdown or not, sorted by path; none when
// the id is "". Symbolic links, submodules and paths that no tree takes are left out. Sizes are not
// known.
func (r *Repo) Files(ctx context.Context, commit string) ([]File, error) {
	if commit == "" {
		return nil, nil
	}
	entries, err := r.git.tree(ctx, commit, func([]byte) bool { return true })
	if err != nil {
		return nil, fmt.Errorf("list files of %s: %w", commit, err)
	}
	files := make([]File, 0, len(entries))
	for _, e := range entries {
		if e.mode&modeType == modeRegular && badPath(e.path) == "" {
			files = append(files, File{Path: e.path, Blob: e.id, Size: -1, InGit: true})
		}
	}
	slices.SortFunc(files, func(a, b File) int { return strings.Compare(a.Path, b.Path) })
	return files, nil
}
