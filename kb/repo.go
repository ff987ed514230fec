package kb

import (
	"context"
	"io/fs"
	"slices"
	"strings"
	"sync"

	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/kb/worktree"
	"github.com/9aea2451/kb/markdown"
)

// Repo is a git repository with notes. Its methods may be called from several goroutines.
type Repo struct{ worktree.Repo }

// Open finds the repository that holds dir: see git.Open.
func Open(ctx context.Context, dir string, options ...git.Option) (*Repo, error) {
	r, err := git.Open(ctx, dir, interest(), options...)
	if err != nil {
		return nil, err
	}
	return &Repo{worktree.Repo{Repo: r}}, nil
}

// Skip is a file that a tree left out, and why.
type Skip struct {
	Path   string `json:"path"`
	Reason string `json:"reason"`
}

// Readings is how often a work tree is read until none of its files changes meanwhile.
const Readings = 5

// Changed reports whether a file was passed over because it changed while it was being read: who reads
// again finds it.
func Changed(skipped []Skip) bool {
	return slices.ContainsFunc(skipped, func(s Skip) bool { return strings.HasSuffix(s.Reason, git.ErrChanged.Error()) })
}

// Tree is the set of markdown files of a commit or of the work tree, sorted by path.
type Tree struct {
	Commit  string // hex id of the commit (HEAD for the work tree), "" when there is none yet
	Files   []git.File
	Skipped []Skip
	// Others are paths that look like those of notes and are none. A symbolic link says where it leads, when it is
	// asked; nil for other files.
	Others   map[string]func() string
	Dirty    bool               // differs from Commit
	Config   *Config            // of .memory/kb.yaml as it stands in this tree, never nil
	Problems []markdown.Problem // of .memory/kb.yaml

	setting func(path string) ([]byte, error)
	leads   func(e git.Entry) string // reads what a symbolic link holds
	sel     *selection
	sites   []site
	texts   sync.Map // of settings, by path
}

// Without returns the tree without some of its notes.
func (t *Tree) Without(gone func(path string) bool) *Tree {
	return &Tree{
		Commit: t.Commit, Files: slices.DeleteFunc(slices.Clone(t.Files), func(f git.File) bool { return gone(f.Path) }),
		Skipped: t.Skipped, Others: t.Others, Dirty: t.Dirty, Config: t.Config, Problems: t.Problems,
		setting: t.setting, leads: t.leads, sel: t.sel, sites: t.sites,
	}
}

// Setting reads a file of the tree that steers kb beside its configuration, as it stands in this
// tree: see IsSetting. It returns fs.ErrNotExist where there is none.
func (t *Tree) Setting(path string) ([]byte, error) {
	if t.setting == nil || !isSetting(path) {
		return nil, fs.ErrNotExist
	}
	return t.setting(path)
}

// isSetting tells the files that Tree.Setting reads.
func isSetting(path string) bool {
	switch path {
	case WaiversFile, QueriesFile, ConfigFile, ignoreFile, modulesFile,
		"CODEOWNERS", ".github/CODEOWNERS", ".gitlab/CODEOWNERS", "docs/CODEOWNERS":
		return true
	}
	_, configures := siteOf(path)
	name := path[strings.LastIndexByte(path, '/')+1:]
	return configures || name == gitignore || name == versionsFile
}

// The files of a repository that steer kb beside its configuration.
const (
	WaiversFile = ".memory/waivers.yaml"
	QueriesFile = ".memory/queries.yaml"
)

// interest is what kb asks about: markdown files, and those that steer kb. Without the glob magic
// git compares suffixes, which is faster.
func interest() git.Interest {
	notes := []string{":(icase)*.md", ":(icase)*.markdown", ":(icase)*.mdx"}
	return git.Interest{
		Watched:      IsMarkdown,
		WatchedSpecs: notes,
		Listed:       wantedInTree,
		ListedSpecs: append(notes[:3:3], ":(literal)"+ignoreFile, ":(literal,top).memory", ":(glob,top)**/CODEOWNERS",
			":(literal,top)"+modulesFile, ":(literal,top).gitlab-ci.yml", ":(glob,top)**/mkdocs.y*ml", ":(glob,top)**/book.toml",
			":(glob,top)**/conf.py", ":(glob,top)**/myst.yml", ":(glob,top)**/_quarto.yml", ":(glob,top)**/_bookdown.yml",
			":(glob,top)**/.vitepress/config.*", ":(glob,top)**/.vitepress/config/index.*", ":(glob,top)**/.vuepress/config.*",
			":(glob,top)**/docusaurus.config.*", ":(glob,top)**/"+versionsFile, ":(glob,top)**/astro.config.*", ":(glob,top)**/hugo.*",
			":(glob,top)**/config.toml", ":(glob,top)**/config.y*ml"),
	}
}
