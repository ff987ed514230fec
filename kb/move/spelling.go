package move

import (
	"bytes"
	"path"
	"strings"

	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/notes"
	"github.com/9aea2451/kb/markdown"
)

// spell writes the target of a link anew as the file has it: in the first spelling that means what is needed.
func (m *mover) spell(c *Change, l markdown.Link, n *need) (string, bool) {
	at := m.after(c.Path)
	if l.Kind == markdown.LinkMarkdown {
		l.Target, _, _ = strings.Cut(l.Target, "?")
	}
	raw := strings.TrimSpace(string(c.Old[l.TargetStart:l.TargetEnd]))
	for _, s := range spellings(at, l, raw, n) {
		written := s
		if l.Kind == markdown.LinkWiki && strings.HasPrefix(raw, memoryScheme) {
			written = memoryScheme + escapeAll(s)
		}
		if l.Kind == markdown.LinkMarkdown && !strings.HasPrefix(s, "{") {
			written = encode(s, raw, bytes.HasSuffix(c.Old[:l.TargetStart], []byte("<")))
		}
		try := l
		try.Target = s
		if written != "" && fits(c, l, s) && m.means(at, try, n) {
			return written, true
		}
	}
	return "", false
}

// spellings lists the ways to name a note or file from a place, those like the one that stands there first.
func spellings(at string, l markdown.Link, raw string, n *need) []string {
	switch l.Kind {
	case markdown.LinkURL:
		var list []string // addresses of a page that shows the file
		bare := func(p string) string { return strings.TrimSuffix(p, path.Ext(p)) }
		for _, pair := range [][2]string{{n.old, n.path}, {bare(n.old), bare(n.path)},
			{path.Dir(n.old), path.Dir(n.path)}, {path.Dir(n.old), n.path}} {
			for _, spell := range []func(string) string{func(p string) string { return p }, escapeAll} {
				if head, tail, ok := cutLast(raw, spell(pair[0])); ok && pair[0] != "." {
					list = append(list, head+escapeAll(pair[1])+tail)
				}
			}
		}
		return list
	case markdown.LinkMention:
		return append(byPath(at, l.Target, n), byName(at, l.Target, n)...)
	case markdown.LinkMarkdown:
		if strings.HasPrefix(l.Target, "{") {
			return within(l.Target, n)
		}
		return byPath(at, l.Target, n)
	}
	named := append(byNumber(l.Target, n), byName(at, l.Target, n)...)
	paths := byPath(at, l.Target, n)
	if l.Kind == markdown.LinkRelation && (strings.HasPrefix(l.Target, ".") || kb.IsMarkdown(l.Target)) {
		return append(paths, named...)
	}
	return append(named, paths...)
}

// byPath lists paths: from the file, from the root of the site, from the root of the repository.
func byPath(at, written string, n *need) []string {
	relative := relativePath(path.Dir(at), n.path)
	dotted := relative
	if !strings.HasPrefix(dotted, ".") {
		dotted = "./" + dotted
	}
	bases := []string{relative, dotted, "/" + n.path}
	switch {
	case strings.HasPrefix(written, "/"):
		site := siteRoot(written, n)
		bases = append([]string{"/" + strings.TrimPrefix(n.path, site), "/" + n.path}, bases...)
	case strings.HasPrefix(written, "./"):
		bases = []string{dotted, relative, "/" + n.path}
	case n.file && !n.strict && !strings.HasPrefix(written, "."):
		bases = append(byName(at, written, n), relative)
	case !n.strict && strings.HasPrefix(n.old, strings.TrimRight(written, "/")):
		bases = append([]string{n.path}, bases...)
	}
	var list []string
	for _, b := range bases {
		list = append(list, shapes(written, b, n)...)
	}
	return list
}

// siteRoot returns the folder that a path with a slash before it begins in: that of a site, however deep it lies.
func siteRoot(written string, n *need) string {
	name := strings.TrimRight(path.Clean(written), "/")
	if at := strings.Index("/"+n.old, strings.TrimSuffix(name, path.Ext(name))); at > 0 {
		return n.old[:at]
	}
	return ""
}

// shapes gives a path the ending that the old one was written with, then its own.
func shapes(written, p string, n *need) []string {
	slash := ""
	if strings.HasSuffix(written, "/") {
		slash = "/"
	}
	bare := strings.TrimSuffix(p, path.Ext(p))
	switch {
	case n.file:
		return []string{strings.TrimSuffix(p, "/") + slash}
	case kb.IsMarkdown(written):
		return []string{p}
	case strings.HasSuffix(written, ".html"):
		return []string{bare + ".html", p}
	case folderForm(written, n.old):
		if n.strict {
			return []string{path.Dir(p) + slash, p} // the folder that the link names as well
		}
		return []string{path.Dir(p) + slash, bare + slash, p}
	}
	return []string{bare + slash, p}
}

// folderForm tells a target that names a note by the folder that it stands for.
func folderForm(written, old string) bool {
	name := path.Base(strings.TrimRight(written, "/"))
	stem := strings.TrimSuffix(path.Base(old), path.Ext(old))
	return !strings.EqualFold(name, stem) && !strings.EqualFold(name, path.Base(old))
}

// byName lists the stem and ever longer paths: "auth", "specs/auth", "docs/specs/auth".
func byName(at, written string, n *need) []string {
	ends := []string{n.path}
	if !n.file && !kb.IsMarkdown(written) {
		bare := strings.TrimSuffix(n.path, path.Ext(n.path))
		ends = []string{bare, n.path}
		if folderForm(written, n.old) && path.Dir(n.path) != "." {
			ends = []string{path.Dir(n.path), bare, n.path}
		}
	}
	var list []string
	for _, full := range ends {
		parts := strings.Split(full, "/")
		if whole := strings.TrimSuffix(n.old, path.Ext(n.old)); strings.Contains(written, "/") && (written == n.old || written == whole) {
			list = append(list, full)
		}
		for k := min(1+strings.Count(strings.Trim(written, "/"), "/"), len(parts)); k <= len(parts); k++ {
			list = append(list, strings.Join(parts[len(parts)-k:], "/"))
		}
		list = append(list, "/"+full)
	}
	if strings.HasPrefix(written, ".") {
		return append(byPath(at, written, n), list...)
	}
	return list
}

// byNumber names a note of a numbered series by its number, written as the old one: "20", "ADR-0005".
func byNumber(written string, n *need) []string {
	head := strings.TrimRight(written, "0123456789")
	width := len(written) - len(head)
	if width == 0 || width > 9 || strings.ContainsAny(head, "/.") {
		return nil
	}
	name := path.Base(n.path)
	from := strings.IndexAny(name, "0123456789")
	if from < 0 {
		return nil
	}
	digits := name[from:]
	digits = digits[:len(digits)-len(strings.TrimLeft(digits, "0123456789"))]
	digits = strings.TrimLeft(digits, "0")
	return []string{head + strings.Repeat("0", max(0, width-len(digits))) + digits}
}

// within writes the path in a template anew: Jekyll's {% link content/old.md %} names it from the
// root of the repository, Hugo's {{< ref "old.md" >}} from that of the content, or by its name
// where that is unique.
func within(written string, n *need) []string {
	content := func(p string) string { return strings.TrimPrefix(p, "content/") }
	bare := func(p string) string { return strings.TrimSuffix(p, path.Ext(p)) }
	for _, pair := range [][]string{
		{n.old, n.path},
		{bare(n.old), bare(n.path), n.path},
		{content(n.old), content(n.path), n.path},
		{bare(content(n.old)), bare(content(n.path)), content(n.path)},
		{path.Base(n.old), path.Base(n.path), content(n.path), n.path},
		{bare(path.Base(n.old)), bare(path.Base(n.path)), bare(content(n.path)), n.path},
	} {
		head, tail, ok := cutLast(written, pair[0])
		if !ok {
			continue
		}
		var list []string
		for _, p := range pair[1:] {
			list = append(list, head+p+tail)
		}
		return list
	}
	return nil
}

// cutLast cuts a text about the last occurrence of a part.
func cutLast(s, part string) (before, after string, found bool) {
	at := strings.LastIndex(s, part)
	if at < 0 {
		return s, "", false
	}
	return s[:at], s[at+len(part):], true
}

// fits tells whether a name can stand where the link has it.
func fits(c *Change, l markdown.Link, name string) bool {
	switch l.Kind {
	case markdown.LinkMention:
		text := name
		if bytes.HasSuffix(c.Old[:l.TargetStart], []byte("`")) {
			text = "`" + name + "`"
		}
		links := notes.Document([]byte(text)).Links
		return len(links) == 1 && links[0].Kind == markdown.LinkMention && links[0].Target == name
	case markdown.LinkRef:
		return !strings.ContainsAny(name, "[]()<>#,\n") && name == strings.Trim(name, " \t*_`.") && len(name) < 200
	case markdown.LinkWiki, markdown.LinkEmbed, markdown.LinkRelation:
		if bytes.HasSuffix(c.Old[:l.TargetStart], []byte(memoryScheme)) {
			links := notes.Document([]byte(memoryScheme + name)).Links
			return len(links) == 1 && links[0].Target == name
		}
		return !strings.ContainsAny(name, "[]|#\n") && name == strings.TrimSpace(name)
	}
	return true
}

// memoryScheme begins the addresses of notes that basic-memory writes.
const memoryScheme = "memory://"

// relativePath is the way from a folder to a file or folder.
func relativePath(dir, to string) string {
	if dir == "." || dir == "" {
		return to
	}
	from, parts := strings.Split(dir, "/"), strings.Split(to, "/")
	same := 0
	for same < len(from) && same < len(parts)-1 && from[same] == parts[same] {
		same++
	}
	return strings.Repeat("../", len(from)-same) + strings.Join(parts[same:], "/")
}
