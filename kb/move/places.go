package move

import (
	"path"
	"strings"

	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/markdown"
)

// Moves are the files and folders that get other paths, each by the one that it has.
type Moves map[string]string

// After is where a file or folder lies when all have moved.
func (m Moves) After(file string) string {
	for at := file; at != "." && at != "/"; at = path.Dir(at) {
		if to, ok := m[at]; ok {
			return to + file[len(at):]
		}
	}
	return file
}

// world is the repository before the moves, or after them.
type world struct {
	notes *kb.Resolver
	places
}

// places are the files of the repository, notes or not, and its folders.
type places struct {
	there func(from, file string) bool // whether there is a file or folder, for a link of the note at from
	ends  map[string]string            // files that are no notes by the ends of their paths, folded; "" for more than one
}

// endsOf finds files that are no notes by the ends of the paths that they have after some moves.
func endsOf(files []string, after func(string) string) map[string]string {
	ends := map[string]string{}
	for _, file := range files {
		if kb.IsMarkdown(file) {
			continue
		}
		file = after(file)
		for end := kb.FoldName(file); end != ""; _, end, _ = strings.Cut(end, "/") {
			if _, taken := ends[end]; taken {
				ends[end] = ""
			} else {
				ends[end] = file
			}
		}
	}
	return ends
}

// target returns the note that a link means, else the file or folder, and whether it is no note; "" for none.
func (w *world) target(from string, l markdown.Link) (p string, file bool) {
	if res := w.notes.Link(from, l); res.Path != "" || len(res.Candidates) > 0 || res.Elsewhere {
		return res.Path, false
	}
	p = w.file(from, l)
	return p, p != ""
}

// leads reports whether a link leads to a note, or to a file or folder: that may have become one that a note
// stands for.
func (w *world) leads(from string, l markdown.Link, to string, file bool) bool {
	if file {
		return w.file(from, l) == to
	}
	return w.notes.Link(from, l).Path == to
}

// file finds the file or folder that a link names which names no note. A name may hold a question mark; else
// what follows one is a query.
func (p *places) file(from string, l markdown.Link) string {
	short, _, _ := strings.Cut(l.Target, "?")
	switch l.Kind {
	case markdown.LinkMarkdown:
		if found := p.relative(from, l.Target); found != "" || short == l.Target {
			return found
		}
		return p.relative(from, short)
	case markdown.LinkWiki, markdown.LinkEmbed, markdown.LinkRelation:
		if len(path.Ext(l.Target)) > 1 && !kb.IsMarkdown(l.Target) {
			return p.called(from, l.Target)
		}
	}
	return ""
}

// relative finds what the target of a markdown link names: from the folder of the note, else as a wiki link.
func (p *places) relative(from, target string) string {
	if target == "" || target[0] == '{' || strings.HasPrefix(target, "//") {
		return ""
	}
	if at := path.Join(path.Dir(from), target); target[0] != '/' && p.there(from, at) {
		return at
	}
	return p.called(from, target)
}

// called finds a file by its path from the root or from the folder of a note, or by the end of its path where
// that is the only one: as Obsidian does, and as sites do with a folder of files that they take for the root.
func (p *places) called(from, name string) string {
	name, rooted := strings.CutPrefix(name, "/")
	dotted := name == "." || name == ".." || strings.HasPrefix(name, "./") || strings.HasPrefix(name, "../")
	if root := path.Clean(name); !dotted && root != "." && p.there(from, root) {
		return root
	}
	if at := path.Join(path.Dir(from), name); !rooted && p.there(from, at) {
		return at
	}
	return p.ends[kb.FoldName(name)]
}
