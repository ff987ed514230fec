package kb

import (
	"encoding/json"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/9aea2451/kb/kb/pattern"
	"github.com/9aea2451/kb/markdown"
	"github.com/9aea2451/kb/text/edition"
)

// site is a folder whose pages a builder makes.
type site struct {
	folder string // "" or with a slash behind
	file   string // that configures it
	*builder
}

// builder holds what a builder of sites does differently from GitHub.
type builder struct {
	slugs   string // what it writes before the number of an equal heading, where it makes anchors by rules of its own
	labels  bool   // finds what a fragment names in all pages
	near    bool   // takes a path that has neither / nor . before it from the folder of the page, and from no other
	folders bool   // makes a folder of each page, which its links are taken from
	// pages tells that what has one of these endings, or ends like it has none for "", is a page made of a note.
	pages []string
	// made are names of pages that are made of no note: more than these, of anything, may lie in the root then.
	made []string
}

var (
	sluggers  = &builder{slugs: "-"}
	mkdocs    = &builder{slugs: "_", near: true}
	mdBook    = &builder{near: true, pages: []string{".html"}, made: []string{"print", "toc", "404"}}
	myst      = &builder{slugs: "-", near: true, labels: true}
	vitePress = &builder{slugs: "-", near: true, pages: []string{"", ".html"}}
	docusaur  = &builder{pages: []string{""}, made: []string{"archive", "authors", "category", "tags"}}
	starlight = &builder{folders: true, pages: []string{""}, made: []string{"404"}}
	hugo      = &builder{folders: true, pages: []string{""}, made: []string{"404", "authors", "categories", "page", "series", "tags"}}
)

// siteOf returns the site whose builder a file configures.
func siteOf(file string) (s site, ok bool) {
	if strings.HasSuffix(file, ".md") && !strings.HasSuffix(file, "SUMMARY.md") {
		return site{}, false // as nearly all files are that are asked about
	}
	folder, name := path.Split(file)
	by := func(folder string, b *builder) (site, bool) { return site{folder, file, b}, true }
	switch name = strings.ToLower(name); name {
	case "mkdocs.yml", "mkdocs.yaml":
		return by(folder, mkdocs)
	case "book.toml":
		return by(folder, mdBook)
	case "conf.py", "myst.yml":
		return by(folder, myst)
	case "_quarto.yml", "_bookdown.yml", ".gitlab-ci.yml":
		return by(folder, sluggers)
	case "hugo.toml", "hugo.yaml", "hugo.yml", "hugo.json", "config.toml", "config.yaml", "config.yml":
		return by(strings.TrimSuffix(folder, "config/_default/")+"content/", hugo)
	}
	if path.Base(file) == "SUMMARY.md" { // of GitBook
		return by(folder, sluggers)
	}
	if strings.HasPrefix(name, "docusaurus.config.") {
		return by(folder, docusaur)
	}
	if strings.HasPrefix(name, "astro.config.") {
		return by(folder+"src/content/docs/", starlight)
	}
	if above, ok := strings.CutSuffix(strings.TrimSuffix(folder, "config/"), ".vitepress/"); ok &&
		(strings.HasPrefix(name, "config.") || above+".vitepress/" != folder && strings.HasPrefix(name, "index.")) {
		return by(above, vitePress)
	}
	if above, ok := strings.CutSuffix(folder, ".vuepress/"); ok && strings.HasPrefix(name, "config.") {
		return by(above, sluggers)
	}
	return site{}, false
}

// OwnSlugs returns what stands before the number of an equal heading in the sites that a note may belong to and that
// make anchors of headings in a way of their own; "" where there is none.
func (t *Tree) OwnSlugs(note string) (marks string) {
	book := t.siteAround(note).builder == mdBook // which has such a summary, too
	for _, s := range t.sites {
		if strings.HasPrefix(note, s.folder) && !(book && path.Base(s.file) == "SUMMARY.md") {
			marks += s.slugs
		}
	}
	return marks
}

// SharesLabels reports whether a note may belong to a site where a fragment names a label of any page.
func (t *Tree) SharesLabels(note string) bool {
	return slices.ContainsFunc(t.sites, func(s site) bool { return s.labels && strings.HasPrefix(note, s.folder) })
}

// siteAround returns the innermost site around a note whose builder looks for links in a way of its own.
func (t *Tree) siteAround(note string) site {
	around := site{builder: &builder{}}
	for _, s := range t.sites {
		if (s.near || s.pages != nil) && strings.HasPrefix(note, s.folder) && len(s.folder) >= len(around.folder) {
			around = s
		}
	}
	return around
}

// Refuses reports whether the builder of a note's site finds nothing behind a link: see builder.
func (t *Tree) Refuses(r *Resolver, from string, l markdown.Link, res Resolution) bool {
	of := t.siteAround(from)
	if rest, ok := strings.CutPrefix(l.Target, "project:"); ok && of.labels && IsMarkdown(rest) {
		l.Target = rest
		res = r.Link(from, l)
	}
	if res.Broken() {
		return l.Kind != markdown.LinkMarkdown || !t.finds(r, from, l, of)
	}
	if l.Kind != markdown.LinkMarkdown || l.Image || l.Target == "" || hasScheme(l.Target) ||
		strings.ContainsAny(l.Target, "{<") || IsTemplate(from) || IsPart(from) {
		return false
	}
	if res.Path == "" {
		return res.External && (t.lacksPage(r, from, l.Target, of) || of.builder == docusaur && t.leavesOut(r, from, l.Target, "", of))
	}
	below := markdown.Link{Kind: l.Kind, Target: "./" + l.Target}
	page := IsMarkdown(l.Target) || slices.Contains(of.pages, path.Ext(l.Target))
	if of.near && page && !strings.ContainsAny(l.Target[:1], "/.@") && r.Link(from, below).Path == "" {
		return !t.finds(r, from, l, of)
	}
	return t.leavesOut(r, from, l.Target, res.Path, of)
}

// leavesOut reports whether a note that a link names is no page where the link leads to, by what configures the site.
func (t *Tree) leavesOut(r *Resolver, from, target, to string, of site) bool {
	switch of.builder {
	case vitePress:
		return strings.HasSuffix(target, "/") && folderRank(to) == 0
	case mkdocs:
		root := of.folder + "docs/"
		if m := docsDir().FindStringSubmatch(t.text(of.file)); m != nil {
			root = path.Join(of.folder, m[1]) + "/"
		}
		return target[0] != '/' && strings.HasPrefix(from, root) && !strings.HasPrefix(to, root) ||
			target[0] != '/' && !IsMarkdown(target) && strings.HasPrefix(from, root) && unrecognized().MatchString(t.text(of.file))
	case mdBook:
		if !IsMarkdown(target) || path.Base(from) == "SUMMARY.md" {
			return false
		}
		for dir := path.Dir(from); strings.HasPrefix(dir+"/", of.folder) && dir != "."; dir = path.Dir(dir) {
			if summary := t.text(dir + "/SUMMARY.md"); summary != "" {
				rel, below := strings.CutPrefix(to, dir+"/")
				return below && (Stem(to) == "README" || !strings.Contains(summary, rel) && rel != "SUMMARY.md")
			}
		}
	case docusaur:
		below, ok := strings.CutPrefix(target, "/docs/")
		var versions []string
		if ok && below != "" && json.Unmarshal([]byte(t.text(of.folder+versionsFile)), &versions) == nil && len(versions) > 0 &&
			!strings.Contains(t.text(of.file), "lastVersion") {
			head, _, _ := strings.Cut(below, "/")
			return head == versions[0] || !slices.Contains(append(versions[1:], "next"), head) && !slices.Contains(of.made, head) &&
				!r.holds(of.folder+"versioned_docs/version-"+versions[0]+"/", path.Base(below))
		}
	}
	return false
}

// docsDir is where MkDocs is told that its pages lie, unrecognized that it warns of links that name a page without its ending.
var (
	docsDir      = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?m)^docs_dir:[ \t]*["']?([^"'#\s]+)`) })
	unrecognized = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?m)^[^#\n]*\bunrecognized_links:[ \t]*warn`) })
)

// versionsFile is where Docusaurus keeps which versions of a site there are, the last one first.
const versionsFile = "versions.json"

// holds reports whether a note below a folder goes by a name.
func (r *Resolver) holds(folder, name string) bool {
	stems, _ := r.names.byStem(name)
	named, _ := r.names.byAlias(name)
	return slices.ContainsFunc(slices.Concat(stems, named, r.names.byID(name), r.names.byBareName(name), r.names.byFolder(name)),
		func(i int32) bool { return strings.HasPrefix(r.names.names[i].Path, folder) })
}

// text returns what a file holds that steers kb or configures a site, "" where there is none.
func (t *Tree) text(file string) string {
	if known, ok := t.texts.Load(file); ok {
		return known.(string)
	}
	data, _ := t.Setting(file)
	t.texts.Store(file, string(data))
	return string(data)
}

// TakesCase reports whether a target in small letters may be the URL of a page whose file has capitals, as Hugo makes them.
func (t *Tree) TakesCase(from, target string) bool {
	of := t.siteAround(from)
	return !IsMarkdown(target) && (of.builder == hugo || target == strings.ToLower(target) && (of.pages == nil || of.folders))
}

// gitignore lists the files that git leaves out, most of which a program makes.
const gitignore = ".gitignore"

// finds reports whether a builder may find something behind a link that names no note: a page that is made, and that git
// leaves out therefore, or a label of such a page; for MkDocs, what is not translated.
func (t *Tree) finds(r *Resolver, from string, l markdown.Link, of site) bool {
	made := []byte(t.text(gitignore))
	file := targetPaths(from, l.Target)[0]
	if strings.HasPrefix(l.Target, "/") {
		file = path.Join(of.folder, l.Target)
	}
	if base := path.Base(file); of.builder == mdBook && base == "index.md" &&
		r.Link(from, markdown.Link{Kind: l.Kind, Target: strings.TrimSuffix(l.Target, base) + "README.md"}).Path != "" {
		return true // its name where it is published
	}
	if src := of.folder + "src/"; of.builder == mdBook && strings.HasPrefix(from, src) && !strings.HasPrefix(file, src) {
		return true // a page of what stands beside the book where it is published
	}
	if !strings.HasPrefix(file, "../") && pattern.Parse(made).Match(file) {
		return true
	}
	top, _, _ := strings.Cut(from, "/")
	for _, s := range t.sites {
		if s.builder == hugo && of.builder != hugo && strings.Contains(t.text(s.file), `"../`+top+`"`) { // whose text it takes in
			for _, folder := range [...]string{"en/", ""} {
				if found, _ := r.names.at(path.Join(s.folder, folder, file)); len(found) > 0 {
					return true
				}
			}
		}
	}
	for above, name := range edition.Folders(file) {
		folder := above + name + "/"
		if pattern.Parse([]byte(t.text(folder + gitignore))).Match(file[len(folder):]) {
			return true
		}
	}
	if of.labels && !strings.Contains(l.Target, "/") {
		for line := range strings.Lines(string(made)) {
			if line = strings.TrimSpace(line); IsMarkdown(line) && strings.HasPrefix(strings.TrimPrefix(line, "/"), of.folder) {
				return true
			}
		}
	}
	for above, name := range edition.Folders(from) {
		if !edition.IsLanguage(name) {
			continue
		}
		for _, folder := range [...]string{"en/", ""} {
			page := above + folder + from[len(above)+len(name)+1:]
			if t.siteAround(page).builder == mkdocs && r.Link(page, l).Path != "" {
				return true
			}
		}
	}
	return false
}

// lacksPage reports whether a link that names no note names a page of a site that nothing can be but a note that is
// not there: its folder holds notes, none of which stands for many pages, and no note goes by its name.
func (t *Tree) lacksPage(r *Resolver, from, target string, s site) bool {
	target, _, _ = strings.Cut(target, "?")
	name, rooted := strings.CutPrefix(strings.TrimRight(target, "/"), "/")
	ending := path.Ext(name)
	if !isFileExtension(ending) {
		ending = ""
	}
	inRoot := s.made == nil && ending == ""
	bare := strings.TrimSuffix(name, ending)
	base := path.Base(bare)
	if !slices.Contains(s.pages, ending) || slices.Contains(s.made, base) || strings.Trim(base, ".") == "" ||
		len(r.names.byBareName(base)) > 0 {
		return false
	}
	known := r.wiki(from, base)
	dir := path.Dir(from)
	if s.folders && folderRank(from) == 0 {
		dir = strings.TrimSuffix(from, path.Ext(from))
	}
	at := path.Join(dir, bare)
	if rooted {
		at = path.Join(s.folder, bare)
	} else if s.folders && !strings.Contains(target, "/") {
		return false // a word for a program
	}
	if !known.Broken() && !(s.builder == vitePress && untranslated(at, known.Path)) {
		return false
	}
	for _, end := range [...]string{`"`, `'`, `/"`, `/'`} {
		below := strings.TrimPrefix(strings.TrimPrefix(at, s.folder), "src/")
		if (s.builder == mdBook || s.builder == starlight) && strings.Contains(t.text(s.file), "/"+below+ending+end) {
			return false // an address that leads elsewhere
		}
	}
	if s.builder == starlight && len(r.names.inFolders()[FoldName(at)]) > 0 {
		inRoot = !strings.Contains(strings.ToLower(t.text(s.file)), base+"(") // what makes pages of it
	}
	dir = path.Dir(at)
	beside := r.names.inFolders()[FoldName(dir)]
	return len(beside) > 0 && strings.HasPrefix(at, s.folder) && (inRoot || dir != path.Clean("./"+s.folder)) &&
		!slices.ContainsFunc(beside, func(i int32) bool {
			file := r.names.names[i].Path
			return strings.Contains(file, "[") || strings.HasPrefix(path.Base(file), base+".")
		})
}

// untranslated reports whether a note is the page of which a path names a translation.
func untranslated(at, note string) bool {
	for above, name := range edition.Folders(at) {
		if page := above + strings.TrimPrefix(at[len(above)+len(name):], "/"); edition.IsLanguage(name) && note != "" {
			return strings.TrimSuffix(note, path.Ext(note)) == page || folderRank(note) > 0 && path.Dir(note) == page
		}
	}
	return false
}
