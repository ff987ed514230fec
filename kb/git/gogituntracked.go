package git

import (
	"context"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/9aea2451/kb/kb/pattern"
)

// untracked names the watched files that git's index does not have and no .gitignore leaves out.
func (g *goGit) untracked(ctx context.Context, root *os.Root, tracked map[string]bool) ([]string, error) {
	w := untrackedWalk{ctx: ctx, root: root, tracked: tracked, watched: g.interest.Watched, rules: g.commonRules()}
	err := w.walk(".", nil)
	return w.found, err
}

// commonRules are those of the user and of the clone.
func (g *goGit) commonRules() []ignoreRules {
	var rules []ignoreRules
	for _, file := range []string{g.excludesFile(), filepath.Join(g.commonDir, "info", "exclude")} {
		if data, err := readSmall(file); file != "" && err == nil {
			rules = append(rules, ignoreRules{patterns: pattern.Parse(data)})
		}
	}
	return rules
}

// ignoreRules are the patterns of one .gitignore.
type ignoreRules struct {
	depth    int // folders above the paths that the patterns are for
	patterns pattern.List
}

// untrackedWalk walks the work tree.
type untrackedWalk struct {
	ctx     context.Context
	root    *os.Root
	tracked map[string]bool
	watched func(path string) bool
	rules   []ignoreRules // the last ones go first
	found   []string
}

// walk looks through a folder; segments is its path.
func (w *untrackedWalk) walk(dir string, segments []string) error {
	if err := w.ctx.Err(); err != nil {
		return err
	}
	if len(segments) > maxTreeDepth {
		return nil
	}
	entries, err := readDir(w.root, dir)
	if err != nil {
		return nil // git, too, passes over a folder that it cannot read
	}
	before := len(w.rules)
	defer func() { w.rules = w.rules[:before] }()
	if data, err := ReadRegular(w.root, path.Join(dir, ".gitignore"), SmallFile); err == nil {
		w.rules = append(w.rules, ignoreRules{len(segments), pattern.Parse(data)})
	}
	for _, e := range entries {
		if err := w.visit(e, append(segments[:len(segments):len(segments)], e.Name())); err != nil {
			return err
		}
	}
	return nil
}

// readDir lists a folder, in no order.
func readDir(root *os.Root, dir string) ([]fs.DirEntry, error) {
	f, err := root.Open(filepath.FromSlash(dir))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return f.ReadDir(-1)
}

// visit takes in an untracked file that is watched, and walks folders that are neither ignored nor
// repositories of their own.
func (w *untrackedWalk) visit(e fs.DirEntry, segments []string) error {
	p := strings.Join(segments, "/")
	switch {
	case e.Name() == ".git":
		return nil
	case e.IsDir():
		if w.ignored(segments, true) || isRepository(w.root, p) {
			return nil
		}
		return w.walk(p, segments)
	case !w.watched(p) || w.tracked[p] || !e.Type().IsRegular() && e.Type() != fs.ModeSymlink:
		return nil
	}
	if !w.ignored(segments, false) {
		w.found = append(w.found, p)
	}
	return nil
}

// ignored asks the rules, the innermost first. Folders above have been asked before.
func (w *untrackedWalk) ignored(segments []string, folder bool) bool {
	for i := len(w.rules) - 1; i >= 0; i-- {
		if matched, found := w.rules[i].patterns.Decide(segments[w.rules[i].depth:], folder); found {
			return matched
		}
	}
	return false
}

// excludesFile is the user's own list of ignored files: core.excludesFile, else git/ignore in the
// configuration folder.
func (g *goGit) excludesFile() string {
	home := g.env.get("HOME")
	if home == "" {
		home = g.env.get("USERPROFILE")
	}
	xdg := g.env.get("XDG_CONFIG_HOME")
	if xdg == "" && home != "" {
		xdg = filepath.Join(home, ".config")
	}
	settings := g.setting("core", "excludesfile")
	if rest, ok := strings.CutPrefix(settings, "~/"); ok && home != "" {
		return filepath.Join(home, rest)
	}
	if settings == "" && xdg != "" {
		return filepath.Join(xdg, "git", "ignore")
	}
	return settings
}

// setting looks a key up in the repository's configuration, then in the user's.
func (g *goGit) setting(section, key string) string {
	if v := g.config.get(section, key); v != "" {
		return v
	}
	home := g.env.get("HOME")
	if home == "" {
		home = g.env.get("USERPROFILE")
	}
	xdg := g.env.get("XDG_CONFIG_HOME")
	if xdg == "" && home != "" {
		xdg = filepath.Join(home, ".config")
	}
	files := []string{filepath.Join(home, ".gitconfig"), filepath.Join(xdg, "git", "config")}
	if global := g.env.get("GIT_CONFIG_GLOBAL"); global != "" {
		files = []string{global}
	}
	for _, f := range files {
		if !filepath.IsAbs(f) {
			continue
		}
		if v := readGitConfig(f).get(section, key); v != "" {
			return v
		}
	}
	return ""
}

// ignored reads the rules on the way down to each path.
func (g *goGit) ignored(ctx context.Context, paths []string) (bool, error) {
	root, err := os.OpenRoot(g.root)
	if err != nil {
		return false, err
	}
	defer root.Close()
	for _, file := range paths {
		w := untrackedWalk{ctx: ctx, root: root, rules: g.commonRules()}
		segments := strings.Split(file, "/")
		for i := range segments {
			if data, err := ReadRegular(root, path.Join(path.Join(segments[:i]...), ".gitignore"), SmallFile); err == nil {
				w.rules = append(w.rules, ignoreRules{i, pattern.Parse(data)})
			}
			if w.ignored(segments[:i+1], i+1 < len(segments)) {
				return true, nil
			}
		}
	}
	return false, nil
}
