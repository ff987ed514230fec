package kb

import (
	"context"
	"fmt"
	"strings"

	"github.com/9aea2451/kb/kb/git"
)

// Unfit says why no new notes can lie at paths of the work tree, "" when they can: what UnfitFile says, paths
// that are none of a note's, and those that kb is told to ignore.
func (r *Repo) Unfit(ctx context.Context, paths ...string) (string, error) {
	for _, p := range paths {
		if r.Root != "" && git.BadPath(p) == "" && !IsMarkdown(p) {
			return "the name does not end in .md, .markdown or .mdx", nil
		}
	}
	reason, err := r.UnfitFile(ctx, paths...)
	if err != nil || reason != "" {
		return reason, err
	}
	sel := new(Tree).configure(func(file string) ([]byte, error) { return git.ReadIn(r.Root, file, git.SmallFile) })
	for _, p := range paths {
		switch {
		case sel.has(p):
		case strings.HasPrefix(p, Sessions):
			return "it is a session with a coding agent, which kb learn reads; include it in .memory/kb.yaml to search it", nil
		default:
			return "kb is told to ignore it, by .kbignore or .memory/kb.yaml", nil
		}
	}
	return "", nil
}

// UnfitFile says why no files, notes or not, and no folders can lie at paths of the work tree, "" when they can:
// paths that no tree takes, that git is told to ignore, or that lead through a link or into another repository.
// It does not look whether there is something already.
func (r *Repo) UnfitFile(ctx context.Context, paths ...string) (string, error) {
	if r.Root == "" {
		return "the repository has no work tree", nil
	}
	reason, err := r.Barred(paths...)
	if err != nil || reason != "" || len(paths) == 0 {
		return reason, err
	}
	ignored, err := r.Ignored(ctx, paths...)
	if err != nil {
		return "", fmt.Errorf("look at %s: %w", paths[0], err)
	}
	if ignored {
		return "git is told to ignore it", nil
	}
	return "", nil
}
