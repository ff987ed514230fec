package kb

import (
	"context"
	"fmt"
	"os"
	"path"
	"strings"

	"github.com/9aea2451/kb/kb/git"
)

// Unfit says why no new note can lie at a path of the work tree, "" when one can: a path that no
// tree takes, that kb or git is told to ignore, or that leads through a link or into another
// repository. It does not look whether there is a file already.
func (r *Repo) Unfit(ctx context.Context, notePath string) (string, error) {
	if r.Root == "" {
		return "the repository has no work tree", nil
	}
	if reason := git.BadPath(notePath); reason != "" {
		return reason, nil
	}
	if !IsMarkdown(notePath) {
		return "the name does not end in .md, .markdown or .mdx", nil
	}
	root, err := os.OpenRoot(r.Root)
	if err != nil {
		return "", fmt.Errorf("look at %s: %w", notePath, err)
	}
	defer root.Close()
	if reason := git.UnfitFolder(root, path.Dir(notePath)); reason != "" {
		return reason, nil
	}
	sel := new(Tree).configure(func(file string) ([]byte, error) { return git.ReadRegular(root, file, git.SmallFile) })
	if !sel.has(notePath) && strings.HasPrefix(notePath, Sessions) {
		return "it is a session with a coding agent, which kb learn reads; include it in .memory/kb.yaml to search it", nil
	}
	if !sel.has(notePath) {
		return "kb is told to ignore it, by .kbignore or .memory/kb.yaml", nil
	}
	ignored, err := r.Ignored(ctx, notePath)
	if err != nil {
		return "", fmt.Errorf("look at %s: %w", notePath, err)
	}
	if ignored {
		return "git is told to ignore it", nil
	}
	return "", nil
}
