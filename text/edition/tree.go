package edition

import (
	"cmp"
	"iter"
	"path"
	"slices"
	"strings"
)

// Tree knows which files of a tree are versions and translations of one page: as Docusaurus keeps them, in
// a folder for each language or version, or with the language at the end of their names. Only what stands
// beside its like counts: a third of the pages of the smaller one must be in the other, and more than one.
type Tree struct {
	paths    []string             // in rising order
	families map[string][]*family // by the folder above theirs, with its slash
	endings  map[string]*ending
	some     bool               // there are editions
	newest   map[string]Version // of the versions that Docusaurus keeps, by the folder of those of now
}

// Edition is which one of a page a file is.
type Edition struct {
	Language string // as it is written, such as "pt-BR"; "" where nothing tells it
	Version  Version
}

// family is the folders of the versions, or of the languages, beside each other.
type family struct {
	above   string
	version bool
	frame   Version             // of versions: what their names have around the number
	pages   map[string][]string // paths below each folder, by its name
	members map[string]bool     // those that have pages in common
	bare    bool                // and the folder above has them as well
	newest  Version             // of the members
}

// ending is the files whose names end with a language, such as ".de" or "-zh-CN".
type ending struct {
	files, paired int
}

// sure reports whether the files are editions. One pair is enough where the end can hardly be anything else.
func (k *ending) sure(end string) bool {
	least := 1
	if end[0] != '.' && len(end) == len("-de") {
		least = leastShared
	}
	return k.paired >= least && shareOfPages*k.paired >= k.files
}

const (
	leastShared  = 2 // pages that folders must have in common, beside those that every folder has
	shareOfPages = 3 // one in so many of the pages of the smaller folder
	mostFamilies = 8 // looked at below one folder
)

// In finds the editions among the paths of a tree, which are in rising order.
func In(paths []string) *Tree {
	t := &Tree{paths: paths, families: map[string][]*family{}, endings: map[string]*ending{}, newest: map[string]Version{}}
	site, last := false, ""
	for _, p := range paths {
		if dir := path.Dir(p); dir != last {
			last = dir
			page, _, version := docusaurus(p)
			if _, of := Of(p); of != "" {
				site = true
				docs, _, _ := strings.Cut(page, "/")
				t.newest[docs] = later(t.newest[docs], docusaurusVersion(version))
			}
			for above, name := range Folders(p) {
				v := VersionIn(name)
				f := &family{above: above, version: v.Number != "", frame: v, pages: map[string][]string{}, members: map[string]bool{}}
				list := t.families[above]
				if !f.version && !IsLanguage(name) || len(list) >= mostFamilies ||
					slices.ContainsFunc(list, func(known *family) bool { return known.version == f.version && known.takes(name) }) {
					continue
				}
				t.families[above] = append(list, f)
			}
		}
		t.count(p)
	}
	t.some = site
	for end, k := range t.endings {
		t.some = t.some || k.sure(end)
	}
	type place struct {
		*family
		name string
		cut  int // where a path goes on behind the folder
	}
	var in []place // of the folder of the path before
	last = "\x00"
	for _, p := range paths {
		if dir := p[:strings.LastIndexByte(p, '/')+1]; dir != last {
			last, in = dir, in[:0]
			for above, name := range Folders(p) {
				for _, f := range t.families[above] {
					if f.pages[name] != nil || f.takes(name) {
						in = append(in, place{f, name, len(above) + len(name) + 1})
					}
				}
			}
		}
		for _, at := range in {
			at.pages[at.name] = append(at.pages[at.name], p[at.cut:])
		}
	}
	for _, list := range t.families {
		for _, f := range list {
			f.settle(t.has)
			t.some = t.some || len(f.members) > 0
		}
	}
	return t
}

// Files returns the paths of all editions of a page; nil where there is but one. It looks at the name of every path.
func (t *Tree) Files(page string) (files []string) {
	if !t.some {
		return nil
	}
	base := page[strings.LastIndexByte(page, '/')+1:]
	ext := path.Ext(base)
	stem := strings.TrimSuffix(base, ext)
	for _, p := range t.paths {
		if name := p[strings.LastIndexByte(p, '/')+1:]; strings.HasPrefix(name, stem) && strings.HasSuffix(name, ext) {
			if of, _ := t.Of(p); of == page {
				files = append(files, p)
			}
		}
	}
	if len(files) < 2 {
		return nil
	}
	return files
}

// Of returns the page that a file is an edition of, and which one. A page that no file is has a name that no
// path has.
func (t *Tree) Of(file string) (page string, e Edition) {
	page, language, version := docusaurus(file)
	if language != "" || version != "" {
		return page, Edition{language, docusaurusVersion(version)}
	}
	var b strings.Builder
	for above, name := range Folders(file) {
		at := slices.IndexFunc(t.families[above], func(f *family) bool { return f.members[name] })
		switch {
		case at < 0:
			b.WriteString(name + "/")
			continue
		case t.families[above][at].version:
			e.Version = VersionIn(name)
		default:
			e.Language = name
		}
		if !t.families[above][at].bare {
			b.WriteString("\x00/")
		}
	}
	stem, end, ext := split(file[strings.LastIndexByte(file, '/')+1:])
	if k := t.endings[end]; k != nil && k.sure(end) {
		e.Language, end = end[1:], ""
	}
	return b.String() + stem + end + ext, e
}

// docusaurusVersion reads the name of a version that Docusaurus keeps, which may be a plain number or end in ".x".
func docusaurusVersion(name string) Version {
	v := VersionIn(name)
	if number := strings.TrimSuffix(name, ".x"); v.Number == "" && strings.Trim(number, "0123456789") == "" {
		v = Version{Number: number, After: name[len(number):], Parts: parts(number)}
	}
	return v
}

// later returns the later one of two versions.
func later(a, b Version) Version {
	if b.Number != "" && (a.Number == "" || b.Compare(&a) > 0) {
		return b
	}
	return a
}

// Old reports whether a file is of a version beside which there is a later one.
func (t *Tree) Old(file string) bool {
	if page, _, name := docusaurus(file); name != "" {
		docs, _, _ := strings.Cut(page, "/")
		version, newest := docusaurusVersion(name), t.newest[docs]
		return version.Number != "" && version.Compare(&newest) < 0
	}
	for above, name := range Folders(file) {
		for _, f := range t.families[above] {
			if v := VersionIn(name); f.members[name] && v.Number != "" && v.Compare(&f.newest) < 0 {
				return true
			}
		}
	}
	return false
}

// has reports whether the tree has a path.
func (t *Tree) has(p string) bool {
	_, ok := slices.BinarySearch(t.paths, p)
	return ok
}

// takes reports whether a folder may be of the family: of versions also one without a number.
func (f *family) takes(name string) bool {
	if !f.version {
		return IsLanguage(name)
	}
	v := VersionIn(name)
	return v.Number == "" && !IsLanguage(name) || v.Number != "" && v.After == f.frame.After &&
		strings.TrimRight(v.Before, "vV") == strings.TrimRight(f.frame.Before, "vV")
}

// settle finds the members: from the folder above, the English folder or the greatest of the versions on,
// each that has pages of those before it.
func (f *family) settle(has func(string) bool) {
	names := make([]string, 0, len(f.pages))
	for name := range f.pages {
		names = append(names, name)
	}
	leads := func(name string) int {
		v := VersionIn(name)
		if f.version && v.Number != "" || !f.version && code(name) == "en" {
			return 0
		}
		return 1
	}
	slices.SortFunc(names, func(a, b string) int {
		return cmp.Or(leads(a)-leads(b), len(f.pages[b])-len(f.pages[a]), strings.Compare(a, b))
	})
	if len(names) == 0 {
		return
	}
	first := names[0]
	known := map[string]bool{}
	for i, name := range names {
		list, least := f.pages[name], len(f.pages[name])
		inAbove := common(list, func(p string) bool { return has(f.above + p) })
		if inAbove >= leastShared && shareOfPages*inAbove >= len(list) && leads(name) <= leads(first) {
			f.bare, f.members[name] = true, true
		}
		if i > 0 && leads(first) == 0 {
			least = min(least, len(f.pages[first]))
		}
		if in := common(list, func(p string) bool { return known[p] }); in >= leastShared && shareOfPages*in >= least {
			f.members[name], f.members[first] = true, true
		}
		if i == 0 && leads(first) == 0 || f.members[name] {
			for _, p := range list {
				known[p] = true
			}
		}
	}
	for name := range f.members {
		f.newest = later(f.newest, VersionIn(name))
	}
}

// common counts the pages that are elsewhere as well, without those that every folder has.
func common(pages []string, has func(string) bool) (n int) {
	for _, p := range pages {
		switch stem, _, _ := split(p); strings.ToLower(stem) {
		case "index", "_index", "readme":
			continue
		}
		if has(p) {
			n++
		}
	}
	return n
}

// count looks at the end of a file's name, and whether the file has a pair: without it, or in English.
func (t *Tree) count(file string) {
	stem, end, ext := split(file)
	if end == "" {
		return
	}
	own, english := t.ending(end), t.ending(end[:1]+"en")
	switch own.files++; {
	case t.has(stem + ext):
		own.paired++
	case own != english && t.has(stem+end[:1]+"en"+ext):
		own.paired++
		english.paired++
	}
}

// ending holds what is counted of an end.
func (t *Tree) ending(end string) *ending {
	if t.endings[end] == nil {
		t.endings[end] = &ending{}
	}
	return t.endings[end]
}

// split takes the language at the end off a file's name: "a", ".de" and ".md" of a.de.md.
func split(file string) (stem, end, ext string) {
	ext = path.Ext(file)
	stem = strings.TrimSuffix(file, ext)
	for at := len(stem) - 1; at > 0 && len(stem)-at <= len("-zh-hant-tw") && stem[at] != '/'; at-- {
		if strings.IndexByte("-_.", stem[at]) >= 0 && IsLanguage(stem[at+1:]) {
			end = stem[at:]
		}
	}
	return stem[:len(stem)-len(end)], end, ext
}

// Folders gives the folders of a path: what stands before each name, and the name.
func Folders(file string) iter.Seq2[string, string] {
	return func(yield func(above, name string) bool) {
		for from := 0; ; {
			n := strings.IndexByte(file[from:], '/')
			if n < 0 || !yield(file[:from], file[from:from+n]) {
				return
			}
			from += n + 1
		}
	}
}

// codes are those of ISO 639-1, and of the countries that sites take for their languages.
const codes = " aa ab ae af ak am an ar as av ay az ba be bg bh bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv dz ee el en eo " +
	"es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik io is it iu ja jv ka kg ki kj kk kl km " +
	"kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mr ms mt my na nb nd ne ng nl nn no nr nv ny oc oj om or " +
	"os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg si sk sl sm sn so sq sr ss st su sv sw ta te tg th ti tk tl tn to tr ts tt " +
	"tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu cn cz jp ua "

// IsLanguage reports whether a name is the tag of a language, such as "de", "pt-BR" or "zh_Hans".
func IsLanguage(name string) bool {
	if len(name) < 2 || !strings.Contains(codes, " "+strings.ToLower(name[:2])+" ") {
		return false
	}
	rest := name[2:]
	for rest != "" {
		next := strings.IndexAny(rest[1:], "-_") + 1
		if next == 0 {
			next = len(rest)
		}
		part := rest[1:next]
		if strings.IndexByte("-_", rest[0]) < 0 || len(part) != 2 && len(part) != 4 ||
			strings.Trim(strings.ToLower(part), "abcdefghijklmnopqrstuvwxyz") != "" {
			return false
		}
		rest = rest[next:]
	}
	return true
}

// code is the language of a tag without script and country.
func code(tag string) string { return strings.ToLower(tag[:min(2, len(tag))]) }

// Code is the language without script and country, in small letters; "" for none.
func (e *Edition) Code() string { return code(e.Language) }
