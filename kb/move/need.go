package move

import (
	"path"
	"strings"

	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/markdown"
)

// need is what a link that must be written anew has to mean.
type need struct {
	old, path string // of the note or file before the move and after it
	strict    bool   // a markdown link that is right for every reader of markdown, not for kb alone, stays so
	cased     bool   // likewise one that has the capitals of the path
	file      bool   // it is no note to kb: an image, a program, a folder
}

// need tells what a link of the note at from has to mean when it must be written anew, nil when it need not.
func (m *mover) need(from string, l markdown.Link) *need {
	old, file := m.was.target(from, l)
	if old == "" || l.Kind == markdown.LinkURL && pinned(l.Target) {
		return nil // broken or ambiguous before, or true whatever moves
	}
	n := &need{old: old, path: m.after(old), file: file}
	n.strict = isRelative(l) && m.was.leads(from, dotted(l), old, file)
	n.cased = hasCase(from, l, old)
	if m.means(m.after(from), l, n) && (old == n.path || !namesFile(l, old) || namesFile(l, n.path)) {
		return nil
	}
	return n
}

// namesFile reports whether a name is that of the file of a note, or the end of its path, whatever else the note
// is called: programs that know no titles look for the file.
func namesFile(l markdown.Link, file string) bool {
	bare := func(p string) string {
		if kb.IsMarkdown(p) {
			p = strings.TrimSuffix(p, path.Ext(p))
		}
		return "/" + kb.FoldName(strings.TrimPrefix(p, "/"))
	}
	switch l.Kind {
	case markdown.LinkWiki, markdown.LinkEmbed, markdown.LinkRelation, markdown.LinkRef:
		return strings.HasSuffix(bare(file), bare(strings.TrimSpace(strings.TrimPrefix(l.Target, memoryScheme))))
	}
	return false
}

// hasCase tells that a markdown link has a path in its own capitals, as far as it names it: kb looks past
// them, other readers do not.
func hasCase(from string, l markdown.Link, file string) bool {
	target, _, _ := strings.Cut(l.Target, "?")
	if l.Kind != markdown.LinkMarkdown || target == "" || target[0] == '{' {
		return true
	}
	written := path.Join(path.Dir(from), target)
	if target[0] == '/' {
		written = strings.TrimPrefix(path.Clean(target), "/")
	}
	n := min(len(written), len(file))
	return written[:n] == file[:n] || !strings.EqualFold(written[:n], file[:n])
}

// means tells whether a link at a place after the move means what it has to.
func (m *mover) means(at string, l markdown.Link, n *need) bool {
	if n.cased && !hasCase(at, l, n.path) {
		return false
	}
	return m.is.leads(at, l, n.path, n.file) && (!n.strict || !isRelative(l) || m.is.leads(at, dotted(l), n.path, n.file))
}

// isRelative tells the markdown links whose targets are paths from the folder of the file.
func isRelative(l markdown.Link) bool {
	return l.Kind == markdown.LinkMarkdown && l.Target != "" && l.Target[0] != '/' && !strings.HasPrefix(l.Target, "{")
}

// dotted is a relative link that no other folder is tried for.
func dotted(l markdown.Link) markdown.Link {
	if !strings.HasPrefix(l.Target, ".") {
		l.Target = "./" + l.Target
	}
	return l
}

// pinned tells the address of a file as it was in one commit: it stays true whatever becomes of the file.
func pinned(address string) bool {
	for part := range strings.SplitSeq(address, "/") {
		if len(part) == 40 && strings.Trim(part, "0123456789abcdef") == "" {
			return true
		}
	}
	return false
}
