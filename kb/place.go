package kb

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// Unfit says why no new note can lie at a path of the work tree, "" when one can: a path that no
// tree takes, that kb or git is told to ignore, or that leads through a link or into another
// repository. It does not look whether there is a file already.
func (r *Repo) Unfit(ctx context.Context, notePath string) (string, error) {
	if r.Root == "" {
		return "the repository has no work tree", nil
	}
	if reason := badPath(notePath); reason != "" {
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
	if reason := unfitFolder(root, path.Dir(notePath)); reason != "" {
		return reason, nil
	}
	sel := new(Tree).configure(func(file string) ([]byte, error) { return readRegular(root, file, smallFile) })
	if !sel.has(notePath) {
		return "kb is told to ignore it, by .kbignore or .memory/kb.yaml", nil
	}
	ignored, err := r.git.ignored(ctx, notePath)
	if err != nil {
		return "", fmt.Errorf("look at %s: %w", notePath, err)
	}
	if ignored {
		return "git is told to ignore it", nil
	}
	return "", nil
}

// unfitFolder looks at each folder on the way down that there is.
func unfitFolder(root *os.Root, dir string) string {
	if dir == "." {
		return ""
	}
	at := ""
	for part := range strings.SplitSeq(dir, "/") {
		at = path.Join(at, part)
		info, err := root.Lstat(filepath.FromSlash(at))
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return ""
		case err != nil:
			return err.Error()
		case !info.IsDir():
			return at + " is no folder"
		case isRepository(root, at):
			return at + " is a repository of its own"
		}
	}
	return ""
}

// ignored asks git, which says so by its exit code.
func (g *gitProgram) ignored(ctx context.Context, path string) (bool, error) {
	err := g.command(ctx, "check-ignore", "--quiet", "--", "./"+path).Run()
	var exit *exec.ExitError
	switch {
	case err == nil:
		return true, nil
	case ctx.Err() != nil:
		return false, ctx.Err()
	case errors.As(err, &exit) && exit.ExitCode() == 1:
		return false, nil
	}
	return false, gitError("check-ignore", "", err)
}

// ignored reads the rules on the way down to a path.
func (g *goGit) ignored(ctx context.Context, file string) (bool, error) {
	root, err := os.OpenRoot(g.root)
	if err != nil {
		return false, err
	}
	defer root.Close()
	w := untrackedWalk{ctx: ctx, root: root, rules: g.commonRules()}
	segments := strings.Split(file, "/")
	for i := range segments {
		if data, err := readRegular(root, path.Join(path.Join(segments[:i]...), ".gitignore"), smallFile); err == nil {
			w.rules = append(w.rules, ignoreRules{i, ParsePatterns(data)})
		}
		if w.ignored(segments[:i+1], i+1 < len(segments)) {
			return true, nil
		}
	}
	return false, nil
}

// Tracked tells whether git's index has a file.
func (r *Repo) Tracked(ctx context.Context, path string) (bool, error) {
	entries, err := r.readIndex(ctx)
	if err != nil {
		return false, fmt.Errorf("read git index: %w", err)
	}
	return slices.ContainsFunc(entries, func(e entry) bool { return e.path == path }), nil
}
