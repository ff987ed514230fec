package chat

import (
	"net/url"
	"path"
	"path/filepath"
	"strings"
)

// Outside stands for every file that does not lie in the repository.
const Outside = "<outside>"

// Place is the repository whose sessions are wanted: the folders of its work trees.
type Place struct{ roots []string }

// NewPlace returns the place with the given work trees, which are absolute paths. Links to folders
// are followed, for programs name a folder by either path.
func NewPlace(roots ...string) Place {
	p := Place{}
	for _, r := range roots {
		p.roots = append(p.roots, filepath.Clean(r))
		if real, err := filepath.EvalSymlinks(r); err == nil && real != filepath.Clean(r) {
			p.roots = append(p.roots, real)
		}
	}
	return p
}

// Holds reports whether a folder lies in one of the work trees.
func (p Place) Holds(dir string) bool {
	_, ok := p.within(dir)
	return ok
}

// within is a path from the root of the work tree that holds it, with slashes, "" for the root
// itself; of nested work trees the inner one counts. Not ok for a path that is not absolute or lies
// in none.
func (p Place) within(name string) (string, bool) {
	if !filepath.IsAbs(name) {
		return "", false
	}
	const separator = string(filepath.Separator)
	name = oneDrive(filepath.Clean(name)) + separator
	best, found := "", false
	for _, r := range p.roots {
		// The root of a disk ends with a separator itself.
		rel, ok := strings.CutPrefix(name, strings.TrimSuffix(oneDrive(r), separator)+separator)
		if ok && (!found || len(rel) < len(best)) {
			best, found = rel, true
		}
	}
	return filepath.ToSlash(strings.TrimSuffix(best, separator)), found
}

// oneDrive writes the drive of a path in capitals: on Windows c: and C: are one, and programs write
// either.
func oneDrive(path string) string {
	drive := filepath.VolumeName(path)
	return strings.ToUpper(drive) + path[len(drive):]
}

// relative returns a folder from the root, "." for the root itself.
func (p Place) relative(dir string) string {
	rel, ok := p.within(dir)
	switch {
	case !ok:
		return Outside
	case rel == "":
		return "."
	}
	return rel
}

// files returns paths as they are told: from the root, each once, Outside for what lies elsewhere.
// A path that is not absolute is taken from dir.
func (p Place) files(dir string, names ...string) []string {
	var out []string
	seen := map[string]bool{}
	for _, n := range names {
		if n = p.file(dir, n); n != "" && !seen[n] {
			seen[n] = true
			out = append(out, n)
		}
	}
	return out
}

// file is a name as it is told: the path from the root, Outside for what lies elsewhere, "" for
// what is no path. One that is not absolute is taken from dir; "~/x" is of somebody's home folder.
func (p Place) file(dir, name string) string {
	if name == "" || len(name) > 4096 || strings.ContainsAny(name, "\x00\n") {
		return ""
	}
	if strings.Contains(name, "://") {
		if name = localPath(name); name == "" {
			return Outside
		}
	}
	if !filepath.IsAbs(name) {
		if strings.HasPrefix(name, "~") {
			return Outside
		}
		name = filepath.Join(dir, filepath.FromSlash(name))
	}
	rel, ok := p.within(name)
	if !ok {
		return Outside
	}
	return path.Clean("./" + rel)
}

// localPath returns the path of a file: address, or of one on another machine (vscode-remote:), ""
// when there is none. Editors escape a remote's name in a way that is no valid host.
func localPath(address string) string {
	scheme, rest, ok := strings.Cut(address, "://")
	if !ok || scheme != "file" && scheme != "vscode-remote" {
		return ""
	}
	_, name, ok := strings.Cut(rest, "/")
	if !ok {
		return ""
	}
	name, err := url.PathUnescape("/" + name)
	if err != nil {
		return ""
	}
	if len(name) > 2 && name[2] == ':' { // /c:/Users on Windows
		name = name[1:]
	}
	return filepath.FromSlash(name)
}
