package stale

import (
	"path"
	"sort"
	"strings"

	"github.com/9aea2451/kb/kb/git"
)

// tree is the files of HEAD by their names.
type tree struct {
	paths   []string          // sorted
	blobs   map[string]string // by path
	folders map[string]bool
	bases   map[string][]string // paths by base name
}

// newTree indexes the files of a tree by path, by name and by folder.
func newTree(files []git.File) *tree {
	t := &tree{blobs: make(map[string]string, len(files)), folders: map[string]bool{}, bases: map[string][]string{}}
	for _, f := range files {
		t.paths = append(t.paths, f.Path)
		t.blobs[f.Path] = f.Blob
		base := path.Base(f.Path)
		t.bases[base] = append(t.bases[base], f.Path)
		for dir := path.Dir(f.Path); dir != "." && !t.folders[dir]; dir = path.Dir(dir) {
			t.folders[dir] = true
		}
	}
	return t
}

func (t *tree) has(p string) bool { return t.blobs[p] != "" || t.folders[p] }

// below cuts the paths in a folder out of a sorted list.
func below(sorted []string, folder string) []string {
	from := sort.SearchStrings(sorted, folder+"/")
	to := from + sort.Search(len(sorted)-from, func(i int) bool { return !strings.HasPrefix(sorted[from+i], folder+"/") })
	return sorted[from:to]
}

// endingIn lists those of some paths that end in parts of a path.
func endingIn(paths []string, end string) []string {
	var out []string
	for _, p := range paths {
		if p == end || strings.HasSuffix(p, "/"+end) {
			out = append(out, p)
		}
	}
	return out
}

// resolve gives the file or folder of HEAD that a citation means, "" when there is none, or several.
func (t *tree) resolve(c cited) string {
	for _, p := range c.paths {
		if t.blobs[p] != "" || !c.command && t.folders[p] {
			return p
		}
	}
	if c.suffix {
		if found := endingIn(t.bases[path.Base(c.text)], strings.TrimPrefix(c.text, "./")); len(found) == 1 {
			return found[0]
		}
	}
	return ""
}

// past is every path that ever was, on whatever branch.
type past struct {
	paths []string // sorted
	bases map[string][]string
}

// isCode tells files whose change can make a note untrue: text that people write, but for prose,
// lists of versions and what a program generates.
func isCode(file string) bool {
	base := strings.ToLower(path.Base(file))
	switch base {
	case "go.mod",
		"go.sum",
		"go.work",
		"go.work.sum",
		"package.json",
		"package-lock.json",
		"yarn.lock",
		"pnpm-lock.yaml",
		"cargo.toml",
		"cargo.lock",
		"requirements.txt",
		"poetry.lock",
		"gemfile",
		"gemfile.lock",
		"composer.json",
		"composer.lock",
		"owners",
		"owners_aliases",
		"codeowners",
		"license",
		"version":
		return false
	}
	if isProse(base) || isOutside(file) || strings.HasPrefix(base, "zz_generated") || strings.Contains(base, ".pb.") ||
		strings.Contains(base, ".min.") ||
		strings.Contains(base, "_generated.") ||
		strings.Contains(base, ".generated.") {
		return false
	}
	switch ending := path.Ext(base); ending {
	case ".puml", ".plantuml", ".drawio", ".excalidraw":
		return false
	default:
		return !nobodyWrites(ending)
	}
}

// nobodyWrites tells the endings of pictures, fonts and what a program keeps: no line of theirs is
// code that somebody wrote.
func nobodyWrites(ending string) bool {
	switch ending {
	case ".png", ".jpg", ".jpeg", ".gif", ".svg", ".ico", ".webp", ".pdf", ".woff", ".woff2", ".ttf", ".lock", ".sum", ".snap":
		return true
	}
	return false
}

// isProse tells text for people by its ending.
func isProse(base string) bool {
	switch strings.ToLower(path.Ext(base)) {
	case ".md", ".markdown", ".mdx", ".rst", ".adoc", ".asciidoc", ".txt", ".org":
		return true
	}
	return false
}

// isOutside tells copies of what others wrote.
func isOutside(file string) bool {
	for dir := range strings.SplitSeq(path.Dir(file), "/") {
		switch dir {
		case "vendor", "node_modules", "third_party", "third-party":
			return true
		}
	}
	return false
}
