package kb

import (
	"path"
	"slices"
	"strings"
	"sync"
)

// nameTable looks notes up by their names. Each map is built when it is first asked.
type nameTable struct {
	names []Name

	paths, pathsFold     func() map[string][]int32
	ids                  func() map[string][]int32
	stems, stemsFold     func() map[string][]int32
	titles, titlesFold   func() map[string][]int32
	aliases, aliasesFold func() map[string][]int32
	slugs, folders       func() map[string][]int32
	numbers              func() map[string][]int32
}

// newNameTable says what each map is keyed by.
func newNameTable(names []Name) *nameTable {
	t := &nameTable{names: names}
	keyed := func(keys func(n *Name, add func(string))) func() map[string][]int32 {
		return sync.OnceValue(func() map[string][]int32 { return t.index(keys) })
	}
	t.paths = keyed(func(n *Name, add func(string)) { add(n.Path) })
	t.pathsFold = keyed(func(n *Name, add func(string)) { add(strings.ToLower(n.Path)) })
	t.ids = keyed(func(n *Name, add func(string)) { add(strings.ToLower(n.ID)) })
	t.stems = keyed(func(n *Name, add func(string)) { add(stem(n.Path)) })
	t.stemsFold = keyed(func(n *Name, add func(string)) { add(strings.ToLower(stem(n.Path))) })
	t.titles = keyed(func(n *Name, add func(string)) { add(n.Title) })
	t.titlesFold = keyed(func(n *Name, add func(string)) { add(strings.ToLower(n.Title)) })
	t.aliases = keyed(func(n *Name, add func(string)) { addAll(n.Aliases, add) })
	t.aliasesFold = keyed(func(n *Name, add func(string)) {
		addAll(n.Aliases, func(a string) { add(strings.ToLower(a)) })
	})
	t.slugs = keyed(func(n *Name, add func(string)) { add(slug(stem(n.Path))) })
	t.folders = keyed(func(n *Name, add func(string)) {
		if standsForFolder(n.Path) {
			add(strings.ToLower(path.Base(path.Dir(n.Path))))
		}
	})
	t.numbers = keyed(func(n *Name, add func(string)) {
		if _, number, ok := stemNumber(seriesName(n.Path)); ok {
			add(number)
		}
	})
	return t
}

func addAll(list []string, add func(string)) {
	for _, s := range list {
		add(s)
	}
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

// nearby prefers the note of the same folder among several.
func (t *nameTable) nearby(from string, found []int32) Resolution {
	if len(found) > 1 {
		var same []int32
		for _, i := range found {
			if path.Dir(t.names[i].Path) == path.Dir(from) {
				same = append(same, i)
			}
		}
		if len(same) == 1 {
			found = same
		}
	}
	return t.resolution(found)
}

// file finds a note by its path, with or without the extension.
func (t *nameTable) file(p string, fold bool) []int32 {
	m := t.paths
	if fold {
		m, p = t.pathsFold, strings.ToLower(p)
	}
	if found := m()[p]; len(found) > 0 {
		return found
	}
	if IsMarkdown(p) {
		return nil
	}
	if found := m()[p+".md"]; len(found) > 0 {
		return found
	}
	return m()[p+".markdown"]
}

// at finds a note by its path, without the extension, as the page of a site, or by the folder that it stands for.
func (t *nameTable) at(p string, fold bool) []int32 {
	if found := t.file(p, fold); len(found) > 0 {
		return found
	}
	if page, ok := strings.CutSuffix(p, ".html"); ok {
		if found := t.file(page, fold); len(found) > 0 {
			return found
		}
		if dir, ok := strings.CutSuffix(page, "index"); ok {
			p = path.Clean("./" + dir)
		}
	}
	if path.Ext(p) != "" && IsMarkdown(p) {
		return nil
	}
	for _, name := range []string{"README.md", "readme.md", "index.md", "_index.md", "spec.md"} {
		if found := t.file(path.Join(p, name), fold); len(found) > 0 {
			return found
		}
	}
	return nil
}

// standsForFolder tells the files that at finds by their folder.
func standsForFolder(file string) bool {
	return isFolderNote(file) || strings.EqualFold(path.Base(file), "spec.md")
}

func (t *nameTable) byID(name string, _ bool) []int32 { return t.ids()[strings.ToLower(name)] }

// byStem finds notes by their file's name, with or without the extension.
func (t *nameTable) byStem(name string, fold bool) []int32 {
	if strings.Contains(name, "/") {
		return nil
	}
	if IsMarkdown(name) {
		name = stem(name)
	}
	if fold {
		return t.stemsFold()[strings.ToLower(name)]
	}
	return t.stems()[name]
}

func (t *nameTable) byTitle(name string, fold bool) []int32 {
	if fold {
		return t.titlesFold()[strings.ToLower(name)]
	}
	return t.titles()[name]
}

func (t *nameTable) byAlias(name string, fold bool) []int32 {
	if fold {
		return t.aliasesFold()[strings.ToLower(name)]
	}
	return t.aliases()[name]
}

// called finds notes by title or alias, exactly if there are such.
func (t *nameTable) called(name string) []int32 {
	for _, fold := range []bool{false, true} {
		found := slices.Concat(t.byTitle(name, fold), t.byAlias(name, fold))
		if len(found) > 0 {
			slices.Sort(found)
			return slices.Compact(found)
		}
	}
	return nil
}

// bySuffix finds notes whose path ends in the folders and the name given.
func (t *nameTable) bySuffix(name string) []int32 {
	name = strings.ToLower(strings.Trim(name, "/"))
	if !strings.Contains(name, "/") || strings.Contains("/"+name, "/..") {
		return nil
	}
	base := path.Base(name)
	if IsMarkdown(base) {
		base = stem(base)
	}
	want := "/" + path.Join(path.Dir(name), base)
	var found []int32
	for _, i := range t.stemsFold()[base] {
		p := strings.ToLower(t.names[i].Path)
		if strings.HasSuffix("/"+strings.TrimSuffix(p, path.Ext(p)), want) {
			found = append(found, i)
		}
	}
	for _, i := range t.folders()[base] {
		if strings.HasSuffix("/"+path.Dir(strings.ToLower(t.names[i].Path)), want) {
			found = append(found, i)
		}
	}
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
	return strings.Join(strings.FieldsFunc(strings.ToLower(s), func(c rune) bool { return c == ' ' || c == '-' || c == '_' }), "-")
}

// byFolder finds the notes that stand for a folder of this name.
func (t *nameTable) byFolder(name string) []int32 { return t.folders()[strings.ToLower(name)] }
