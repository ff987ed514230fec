package kb

import (
	"path"
	"slices"
	"strings"
	"sync"

	"golang.org/x/text/unicode/norm"

	"github.com/9aea2451/kb/text/edition"
)

// FoldName makes names comparable: in lower case, and a letter with its marks as one sign, which disks and
// keyboards write as several, too.
func FoldName(name string) string { return norm.NFC.String(strings.ToLower(name)) }

// nameTable looks notes up by their names. Each map is built when it is first asked; all keys are
// folded, and notes whose name is the very one go before those that differ in case.
type nameTable struct {
	names []Name

	paths, stems, titles, aliases, ids func() map[string][]int32
	slugs, numbers                     func() map[string][]int32
	folders                            func() map[string][]int32 // by the whole path of the folder that a note stands for
	folderNames                        func() map[string][]int32 // by its last part
	inFolders                          func() map[string][]int32 // by the folder that a note lies in
	bareNames                          func() map[string][]int32 // by stem or folder, without the date or number before
}

// newNameTable says what each map is keyed by.
func newNameTable(names []Name) *nameTable {
	t := &nameTable{names: names}
	keyed := func(keys func(n *Name, add func(string))) func() map[string][]int32 {
		return sync.OnceValue(func() map[string][]int32 { return t.index(keys) })
	}
	t.paths = keyed(func(n *Name, add func(string)) { add(n.Path) })
	t.stems = keyed(func(n *Name, add func(string)) { add(Stem(n.Path)) })
	t.titles = keyed(func(n *Name, add func(string)) { add(n.Title) })
	t.aliases = keyed(func(n *Name, add func(string)) {
		for _, a := range n.Aliases {
			add(a)
		}
	})
	t.ids = keyed(func(n *Name, add func(string)) { add(n.ID) })
	t.slugs = keyed(func(n *Name, add func(string)) { add(slug(Stem(n.Path))) })
	t.numbers = keyed(func(n *Name, add func(string)) {
		if _, number, ok := stemNumber(seriesName(n.Path)); ok {
			add(number)
		}
	})
	t.folders = keyed(func(n *Name, add func(string)) {
		if folderRank(n.Path) > 0 {
			add(path.Dir(n.Path))
		}
	})
	t.inFolders = keyed(func(n *Name, add func(string)) { add(path.Dir(n.Path)) })
	t.folderNames = keyed(func(n *Name, add func(string)) {
		if folderRank(n.Path) > 0 {
			add(path.Base(path.Dir(n.Path)))
		}
	})
	t.bareNames = keyed(func(n *Name, add func(string)) {
		name := Stem(n.Path)
		if folderRank(n.Path) > 0 {
			name = path.Base(path.Dir(n.Path))
		}
		if bare := strings.TrimLeft(name, "0123456789-_. "); bare != name {
			add(bare)
		}
	})
	return t
}

// index maps keys to the notes that have them, in the order of the notes; "" is no key.
func (t *nameTable) index(keys func(n *Name, add func(string))) map[string][]int32 {
	m := make(map[string][]int32, len(t.names))
	single := make([]int32, len(t.names)) // most keys have one note: one allocation serves them all
	for i := range t.names {
		single[i] = int32(i)
		keys(&t.names[i], func(key string) {
			if key == "" {
				return
			}
			key = FoldName(key)
			have := m[key]
			if len(have) == 0 {
				m[key] = single[i : i+1 : i+1]
			} else if have[len(have)-1] != int32(i) {
				m[key] = append(have, int32(i))
			}
		})
	}
	return m
}

// resolution tells what has been found.
func (t *nameTable) resolution(found []int32) Resolution {
	switch len(found) {
	case 0:
		return Resolution{}
	case 1:
		return Resolution{Path: t.names[found[0]].Path}
	}
	var paths []string
	for _, i := range found {
		paths = append(paths, t.names[i].Path)
	}
	slices.Sort(paths)
	if paths = slices.Compact(paths); len(paths) == 1 {
		return Resolution{Path: paths[0]}
	}
	return Resolution{Candidates: paths}
}

// nearby prefers the note of the same folder among several, else that of the same edition of the site.
func (t *nameTable) nearby(from string, found []int32) Resolution {
	_, own := edition.Of(from)
	for _, near := range []func(file string) bool{
		func(file string) bool { return path.Dir(file) == path.Dir(from) },
		func(file string) bool { _, e := edition.Of(file); return e == own },
	} {
		if same := t.filter(found, func(n *Name) bool { return near(n.Path) }); len(same) == 1 {
			return t.resolution(same)
		}
	}
	return t.resolution(found)
}

// current gives those of found that are no older version and no translation, all where there is no other.
func (t *nameTable) current(found []int32) []int32 {
	now, _ := t.exactly(found, func(n *Name) bool { _, of := edition.Of(n.Path); return of == "" })
	return now
}

// exactly gives those of found whose name is the very one, and whether there are any; else found as it is.
func (t *nameTable) exactly(found []int32, same func(n *Name) bool) ([]int32, bool) {
	if exact := t.filter(found, same); len(exact) > 0 {
		return exact, true
	}
	return found, false
}

// file finds a note by its path, with or without the extension; exact tells that the case is the same too.
func (t *nameTable) file(p string) (found []int32, exact bool) {
	endings := []string{"", ".md", ".markdown", ".mdx"}
	if IsMarkdown(p) {
		endings = endings[:1]
	}
	lower, m := FoldName(p), t.paths()
	for _, ending := range endings {
		hits, same := t.exactly(m[lower+ending], func(n *Name) bool { return n.Path == p+ending })
		if same {
			return hits, true
		}
		if len(found) == 0 {
			found = hits
		}
	}
	return found, false
}

// at finds a note by its path, without the extension, as the page of a site, or by the folder that
// it stands for.
func (t *nameTable) at(p string) (found []int32, exact bool) {
	if found, exact = t.file(p); len(found) > 0 || IsMarkdown(p) {
		return found, exact
	}
	if page, ok := strings.CutSuffix(p, ".html"); ok {
		if found, exact = t.file(page); len(found) > 0 {
			return found, exact
		}
		if dir, ok := strings.CutSuffix(page, "index"); ok {
			p = path.Clean("./" + dir)
		}
	}
	found, exact = t.exactly(t.folders()[FoldName(p)], func(n *Name) bool { return path.Dir(n.Path) == p })
	// Hugo's page of the folder, else its README, else its index.
	best := 0
	for _, i := range found {
		if rank := folderRank(t.names[i].Path); best == 0 || rank < best {
			best = rank
		}
	}
	return t.filter(found, func(n *Name) bool { return folderRank(n.Path) == best }), exact
}

// folderRank orders the files that stand for their folder, 0 for any other.
func folderRank(file string) int {
	switch strings.ToLower(Stem(file)) {
	case "_index":
		return 1
	case "readme":
		return 2
	case "index":
		return 3
	case "spec":
		return 4
	case "skill":
		return 5
	case "proposal":
		return 6
	}
	return 0
}

// firstAt finds a note at one of several paths: the first with the same case, else the first.
func (t *nameTable) firstAt(paths []string, find func(string) ([]int32, bool)) (found []int32, exact bool) {
	for _, p := range paths {
		hits, same := find(p)
		if same {
			return hits, true
		}
		if len(found) == 0 {
			found = hits
		}
	}
	return found, false
}

func (t *nameTable) byID(name string) []int32 { return t.ids()[FoldName(name)] }

// byStem finds notes by their file's name, with or without the extension.
func (t *nameTable) byStem(name string) ([]int32, bool) {
	if strings.Contains(name, "/") {
		return nil, false
	}
	if IsMarkdown(name) {
		name = Stem(name)
	}
	return t.exactly(t.stems()[FoldName(name)], func(n *Name) bool { return Stem(n.Path) == name })
}

// byTitle finds notes by their title, and tells whether the case is the same too.
func (t *nameTable) byTitle(name string) ([]int32, bool) {
	return t.exactly(t.titles()[FoldName(name)], func(n *Name) bool { return n.Title == name })
}

// byAlias finds notes by one of their aliases, and tells whether the case is the same too.
func (t *nameTable) byAlias(name string) ([]int32, bool) {
	return t.exactly(t.aliases()[FoldName(name)], func(n *Name) bool { return slices.Contains(n.Aliases, name) })
}

// called finds notes by title or alias, with the same case if there are such.
func (t *nameTable) called(name string) []int32 {
	titled, sameTitle := t.byTitle(name)
	aliased, sameAlias := t.byAlias(name)
	switch {
	case sameTitle && !sameAlias:
		aliased = nil
	case sameAlias && !sameTitle:
		titled = nil
	}
	found := slices.Concat(titled, aliased)
	slices.Sort(found)
	return slices.Compact(found)
}

// bySuffix finds notes whose path ends in the folders and the name given.
func (t *nameTable) bySuffix(name string) []int32 {
	name = FoldName(strings.Trim(name, "/"))
	if !strings.Contains(name, "/") || strings.Contains("/"+name, "/..") {
		return nil
	}
	base := path.Base(name)
	if IsMarkdown(base) {
		base = Stem(base)
	}
	want := "/" + path.Join(path.Dir(name), base)
	ends := func(p string) bool { return strings.HasSuffix("/"+FoldName(p), want) }
	found := t.filter(t.stems()[base], func(n *Name) bool { return ends(strings.TrimSuffix(n.Path, path.Ext(n.Path))) })
	found = append(found, t.filter(t.folderNames()[base], func(n *Name) bool { return ends(path.Dir(n.Path)) })...)
	slices.Sort(found)
	return slices.Compact(found)
}

// bySlug finds notes whose file is named by a title: "Foo Bar" by foo-bar.md or Foo_Bar.md.
func (t *nameTable) bySlug(name string) []int32 {
	if strings.Contains(name, "/") {
		return nil
	}
	return t.slugs()[slug(name)]
}

// slug joins the words of a name by hyphens.
func slug(s string) string {
	return strings.Join(strings.FieldsFunc(FoldName(s), func(c rune) bool { return c == ' ' || c == '-' || c == '_' }), "-")
}

// byFolder finds the notes that stand for a folder of this name.
func (t *nameTable) byFolder(name string) []int32 { return t.folderNames()[FoldName(name)] }

// byWork finds the notes that stand for a folder of this name, those that change another one behind it.
func (t *nameTable) byWork(name string) []int32 { return t.standing(t.byFolder(name)) }

// byBareName finds the notes that have this name behind a date or a number.
func (t *nameTable) byBareName(name string) []int32 { return t.standing(t.bareNames()[FoldName(name)]) }

// standing gives the foremost of each folder, deltas to specifications only where there is nothing else.
func (t *nameTable) standing(found []int32) []int32 {
	found, _ = t.exactly(found, func(n *Name) bool { return deltaOf(folders(n.Path)) < 0 })
	best := map[string]int{}
	for _, i := range found {
		dir, rank := path.Dir(t.names[i].Path), folderRank(t.names[i].Path)
		if have, ok := best[dir]; !ok || rank < have {
			best[dir] = rank
		}
	}
	return t.filter(found, func(n *Name) bool { return folderRank(n.Path) == best[path.Dir(n.Path)] })
}

// filter gives those of found that are to be kept.
func (t *nameTable) filter(found []int32, keep func(*Name) bool) []int32 {
	var kept []int32
	for _, i := range found {
		if keep(&t.names[i]) {
			kept = append(kept, i)
		}
	}
	return kept
}
