package session

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
	"github.com/9aea2451/kb/kb"
)

// AtOrBelow gives the test whether a note lies at or below one of the paths that a person named,
// nil when none was; mustExist refuses those that name nothing in the work tree.
func (b *Base) AtOrBelow(paths []string, mustExist bool) (func(note string) bool, error) {
	if len(paths) == 0 {
		return nil, nil
	}
	var roots []string
	for _, p := range paths {
		if b.Repo.Root == "" { // where there are no files, a path is one from the root
			if !filepath.IsLocal(p) {
				return nil, fmt.Errorf("%s is outside of the repository", p)
			}
			roots = append(roots, path.Clean(filepath.ToSlash(p)))
			continue
		}
		full, rel, err := inWorkTree(b.App, b.Repo, p)
		if err != nil {
			return nil, err
		}
		if _, err := os.Lstat(full); err != nil && mustExist {
			return nil, fmt.Errorf("no such file or folder: %s", p)
		}
		roots = append(roots, filepath.ToSlash(rel))
	}
	return func(file string) bool {
		return slices.ContainsFunc(roots, func(root string) bool {
			return root == "." || file == root || strings.HasPrefix(file, root+"/")
		})
	}, nil
}

// Path gives the path, from the root, of a file that was named from the folder of the run, "" of one
// outside of the work tree.
func (b *Base) Path(name string) string {
	if b.Repo.Root == "" {
		return ""
	}
	_, rel, err := inWorkTree(b.App, b.Repo, name)
	if err != nil {
		return ""
	}
	return filepath.ToSlash(rel)
}

// inWorkTree gives the whole path of a file that was named from the folder of the run, and its path
// from the root of the work tree.
func inWorkTree(a *app.App, repo *kb.Repo, name string) (full, rel string, err error) {
	if full, err = a.FromWorkDir(name); err != nil {
		return "", "", err
	}
	if real, err := filepath.EvalSymlinks(filepath.Dir(full)); err == nil {
		full = filepath.Join(real, filepath.Base(full))
	}
	rel, err = filepath.Rel(repo.Root, full)
	if err != nil || rel == ".." || strings.HasPrefix(rel, ".."+string(filepath.Separator)) {
		return full, "", fmt.Errorf("%s is outside of the repository", name)
	}
	return full, rel, nil
}
