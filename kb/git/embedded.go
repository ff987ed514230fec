package git

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// EmbeddedError says that a folder which git would take for a repository lies in the work tree of
// another one. Its HEAD, config and objects are ordinary files there: a clone of the outer
// repository can bring them along, and with them commands that git would run. Only naming the
// folder opens it: by GIT_DIR, or by Bare.
type EmbeddedError struct {
	Dir   string // the folder
	Outer string // top of the work tree that holds it
}

func (e *EmbeddedError) Error() string {
	return fmt.Sprintf(
		"%s looks like a bare repository, but lies in the work tree of %s and may have come with it: it is opened only when it is named",
		e.Dir,
		e.Outer,
	)
}

// checkBare refuses a bare repository, met on the way up, that lies in the work tree of another
// one: git may track its files or not.
func checkBare(p location) error {
	if outer, found := outerOf(p.gitDir); found {
		return &EmbeddedError{Dir: p.gitDir, Outer: outer.root}
	}
	return nil
}

// checkGitFile refuses what a .git file or link names when another repository tracks it. A clone
// brings no such file, but one that a person or a program wrote must not lead into files that it
// brought.
func checkGitFile(p location) error {
	outer, found := outerOf(p.gitDir)
	if !found || !outer.tracks(filepath.Join(p.gitDir, "HEAD")) {
		return nil
	}
	return &EmbeddedError{Dir: p.gitDir, Outer: outer.root}
}

// outerOf finds the repository in whose work tree a git folder lies. What is below a folder called
// .git lies in none, for git tracks no such folder; nor does the git folder of the repository
// itself. The environment, ceilings included, has no say.
func outerOf(gitDir string) (location, bool) {
	for at := gitDir; filepath.Base(at) != ".git"; {
		up := filepath.Dir(at)
		if up == at {
			return location{}, false
		}
		outer, found, _ := dotGitAt(up, nil)
		switch {
		case found && within(up, outer.commonDir) && within(outer.commonDir, gitDir):
			return location{}, false
		case found && outer.root != "":
			return outer, true
		}
		at = up
	}
	return location{}, false
}

// within tells whether a path is a folder or lies below it.
func within(dir, path string) bool {
	rel, err := filepath.Rel(dir, path)
	return err == nil && rel != ".." && !strings.HasPrefix(rel, ".."+string(filepath.Separator))
}

// tracks tells whether the index of a repository has a file. An index that cannot be read may have it.
func (p location) tracks(file string) bool {
	rel, err := filepath.Rel(p.root, file)
	if err != nil {
		return true
	}
	data, err := os.ReadFile(filepath.Join(p.gitDir, "index"))
	if err != nil {
		return !os.IsNotExist(err)
	}
	rel = filepath.ToSlash(rel)
	index, err := decodeIndex(data, p.config.format(), func(path []byte) bool { return strings.EqualFold(string(path), rel) })
	return err != nil || len(index.entries) > 0
}
