package graph

import (
	"path"
	"slices"
	"strings"

	"github.com/9aea2451/kb/kb/code"
)

// target is a name in a scope.
type target struct {
	scope int32 // -1: not of the tree
	name  string
}

// imported is what a file has of others.
type imported struct {
	modules map[string][]int32 // scopes by the name that stands before theirs; none: not of the tree
	names   map[string]target  // by the name in this file
	all     []int32            // scopes of which all names are meant
}

// maxEnds is how many files of one name are looked at for a path.
const maxEnds = 500

// pathTable finds files by the ends of their paths.
type pathTable struct {
	paths   []string            // by the number of the file
	index   map[string]int32    // by path
	ends    map[string][]int32  // by the last part without its ending, and by the folder's name of index files
	folders map[string][]int32  // packages of a folder
	bases   map[string][]string // folders of Go's packages by their last part
	names   map[int32]string    // of Go's packages
	modules []module            // the longest name first
}

// module is a folder that a name stands for: the module of a go.mod file, the package of a
// package.json or Cargo.toml.
type module struct{ kind, name, dir string }

// newPathTable indexes the files of a tree. Files of language "go.mod", "package.json" and
// "cargo.toml" tell the name of their folder as their package.
func newPathTable(b *builder) pathTable {
	t := pathTable{index: map[string]int32{}, ends: map[string][]int32{}, folders: map[string][]int32{}, bases: map[string][]string{},
		names: map[int32]string{}}
	for i := range b.inputs {
		in := &b.inputs[i]
		dir, n := path.Dir(in.Path), int32(i)
		t.index[in.Path], t.paths = n, append(t.paths, in.Path)
		switch in.File.Language {
		case "go.mod", "package.json", "cargo.toml":
			if in.File.Package != "" {
				t.modules = append(t.modules, module{in.File.Language, in.File.Package, dir})
			}
			continue
		case "go":
			scope := b.scopeOf[i]
			if !slices.Contains(t.folders[dir], scope) && !strings.HasSuffix(in.File.Package, "_test") {
				if len(t.folders[dir]) == 0 {
					t.bases[path.Base(dir)] = append(t.bases[path.Base(dir)], dir)
				}
				t.folders[dir], t.names[scope] = append(t.folders[dir], scope), in.File.Package
			}
		}
		stem := stemOf(in.Path)
		t.ends[stem] = append(t.ends[stem], n)
		switch stem {
		case "index", "__init__", "mod", "lib", "main":
			t.ends[path.Base(dir)] = append(t.ends[path.Base(dir)], n)
		}
	}
	slices.SortStableFunc(t.modules, func(a, b module) int { return len(b.name) - len(a.name) })
	return t
}

// stemOf is the name of a file without its folder and its ending.
func stemOf(file string) string {
	base := path.Base(file)
	if stem, ok := strings.CutSuffix(base, ".d.ts"); ok {
		return stem
	}
	return strings.TrimSuffix(base, path.Ext(base))
}

// importFiles takes over what an import of files names.
func (b *builder) importFiles(file int32, found []int32, im *code.Import, in *imported) {
	for _, to := range found {
		if to != file {
			b.edges = append(b.edges, Edge{From: b.fileNode(file), To: b.fileNode(to), Bond: Imports, How: Imported,
				Count: 1})
		}
	}
	if im.Alias != "" {
		in.modules[im.Alias] = found
	}
	scope := int32(-1)
	if len(found) > 0 {
		scope = found[0]
	}
	for _, n := range im.Names {
		name, as, renamed := strings.Cut(n, "\x00")
		if !renamed {
			as = name
		}
		if name == "*" {
			in.all = append(in.all, found...)
			if renamed {
				in.modules[as] = found
			}
			continue
		}
		in.names[as] = target{scope, name}
	}
	if family(b.inputs[file].File.Language) == "c" {
		in.all = append(in.all, found...)
	}
}

// importGo finds the package of an import path: below the folder of a module of that name, or in a
// folder whose path ends so.
func (b *builder) importGo(im *code.Import, in *imported) {
	scopes := b.files.goPackage(im.Path)
	name := im.Alias
	if name == "" {
		name = path.Base(im.Path)
		if strings.HasPrefix(name, "v") && strings.Trim(name[1:], "0123456789") == "" && len(name) > 1 {
			name = path.Base(path.Dir(im.Path)) // of a major version
		}
		if _, version, ok := strings.Cut(name, ".v"); ok && strings.Trim(version, "0123456789") == "" {
			name = name[:strings.LastIndex(name, ".v")]
		}
		for _, s := range scopes {
			name = b.files.names[s]
		}
	}
	if slices.Contains(im.Names, "*") {
		in.all = append(in.all, scopes...)
		return
	}
	in.modules[name] = scopes
}

// goPackage returns the packages in the folder of an import path, none for one that is not here.
func (t *pathTable) goPackage(p string) []int32 {
	known := false
	for _, m := range t.modules {
		if m.kind != "go.mod" {
			continue
		}
		known = true
		if rest, ok := strings.CutPrefix(p, m.name); ok && (rest == "" || rest[0] == '/') {
			if found := t.folders[path.Join(m.dir, rest)]; len(found) > 0 {
				return found
			}
		}
	}
	first, _, _ := strings.Cut(p, "/")
	if !strings.Contains(first, ".") && known {
		return nil // of the standard library
	}
	for _, dir := range t.bases[path.Base(p)] {
		if dir == p || strings.HasSuffix(dir, "/"+p) {
			return t.folders[dir]
		}
		if !known && strings.Contains(first, ".") && strings.HasSuffix(p, "/"+dir) {
			return t.folders[dir] // no go.mod tells the name of the repository
		}
	}
	return nil
}

// importJava takes over a class, a package or a static member by its full name.
func (b *builder) importJava(im *code.Import, in *imported) {
	for _, n := range append([]string{""}, im.Names...) {
		p, as, renamed := im.Path, "", false
		if n != "" && n != "*" {
			n, as, renamed = strings.Cut(n, "\x00")
			p += "." + n
		}
		if !renamed {
			as = p[strings.LastIndexByte(p, '.')+1:]
		}
		if n == "*" || strings.HasSuffix(p, ".*") {
			if scope, ok := b.packages["java\x00"+strings.TrimSuffix(p, ".*")]; ok {
				in.all = append(in.all, scope)
			}
			continue
		}
		if n == "" && len(im.Names) > 0 {
			continue
		}
		in.names[as] = b.javaName(p)
	}
}

// javaName finds the package at the front of a full name.
func (b *builder) javaName(full string) target {
	for at := parent(full); at != ""; at = parent(at) {
		if scope, ok := b.packages["java\x00"+at]; ok {
			return target{scope, full[len(at)+1:]}
		}
	}
	return target{-1, full}
}

// include finds the files of an #include: beside the file, or where a path ends so.
func (b *builder) include(from, p string) []int32 {
	if n, ok := b.files.index[path.Join(path.Dir(from), p)]; ok {
		return []int32{n}
	}
	return b.files.endingIn(from, path.Clean(p), func(file string) bool { return strings.HasSuffix(file, "/"+path.Clean(p)) || file == p })
}

// endingIn returns the file that fits, of those whose name has the stem of an end of a path: the one
// that has most folders in common with another file; none where there is none.
func (t *pathTable) endingIn(from, end string, fits func(file string) bool) []int32 {
	best, most := int32(-1), -1
	for i, n := range t.ends[stemOf(end)] {
		if i == maxEnds {
			break
		}
		if file := t.paths[n]; fits(file) {
			if c := common(from, file); c > most {
				best, most = n, c
			}
		}
	}
	if best < 0 {
		return nil
	}
	return []int32{best}
}

// common counts the folders at the front that two paths have in common.
func common(a, b string) int {
	n := 0
	for i := 0; i < min(len(a), len(b)) && a[i] == b[i]; i++ {
		if a[i] == '/' {
			n++
		}
	}
	return n
}
