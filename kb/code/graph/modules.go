package graph

import (
	"path"
	"slices"
	"strings"

	"github.com/9aea2451/kb/kb/code"
)

// first returns the first of some paths that is a file of the tree.
func (t *pathTable) first(paths ...string) []int32 {
	for _, p := range paths {
		if n, ok := t.index[path.Clean(p)]; ok {
			return []int32{n}
		}
	}
	return nil
}

// scriptFiles are the files that an import of JavaScript or TypeScript can mean by a path.
func scriptFiles(p string) []string {
	endings := []string{".ts", ".tsx", ".d.ts", ".js", ".jsx", ".mjs", ".cjs", ".mts", ".cts"}
	out := []string{p}
	if stem := strings.TrimSuffix(p, path.Ext(p)); slices.Contains(endings, path.Ext(p)) { // of what is compiled to it
		out = append(out, stem+".ts", stem+".tsx", stem+".mts", stem+".cts")
	}
	for _, e := range endings {
		out = append(out, p+e)
	}
	for _, e := range endings {
		out = append(out, p+"/index"+e)
	}
	return out
}

// scriptModule finds the file of an import: by its place, by the name of a package of the tree, or
// by the end of a path, as with "@/store".
func (b *builder) scriptModule(from, p string) []int32 {
	if strings.HasPrefix(p, ".") {
		return b.files.first(scriptFiles(path.Join(path.Dir(from), p))...)
	}
	for _, m := range b.files.modules {
		rest, ok := strings.CutPrefix(p, m.name)
		if m.kind != "package.json" || !ok || rest != "" && rest[0] != '/' {
			continue
		}
		if found := b.files.first(slices.Concat(scriptFiles(path.Join(m.dir, rest)), scriptFiles(path.Join(m.dir, "src", rest)),
			scriptFiles(path.Join(m.dir, "lib", rest)))...); found != nil {
			return found
		}
	}
	end := strings.TrimPrefix(strings.TrimPrefix(p, "@"), "~")
	if end == p && !strings.Contains(p, "/") || strings.HasPrefix(p, "@") && !strings.HasPrefix(p, "@/") {
		return nil // a package of a registry
	}
	end = strings.TrimPrefix(end, "/")
	wanted := scriptFiles(end)
	return b.files.endingIn(from, end, func(file string) bool {
		return slices.ContainsFunc(wanted, func(w string) bool { return file == w || strings.HasSuffix(file, "/"+w) })
	})
}

// pythonModule finds the file of a module by its name with dots; leading dots count folders upwards.
func (b *builder) pythonModule(from, name string) []int32 {
	rest := strings.TrimLeft(name, ".")
	p := strings.ReplaceAll(rest, ".", "/")
	files := func(p string) []string {
		return []string{p + ".py", p + "/__init__.py", p + ".pyi", p + "/__init__.pyi"}
	}
	if dots := len(name) - len(rest); dots > 0 {
		dir := path.Dir(from)
		for range dots - 1 {
			dir = path.Dir(dir)
		}
		return b.files.first(files(path.Join(dir, p))...)
	}
	if found := b.files.first(append(files(path.Join(path.Dir(from), p)), files(p)...)...); found != nil {
		return found
	}
	if p == "" {
		return nil
	}
	wanted := files(p)
	return b.files.endingIn(from, p, func(file string) bool {
		return slices.ContainsFunc(wanted, func(w string) bool { return strings.HasSuffix(file, "/"+w) })
	})
}

// importPython takes over a module, or names of one, which may be modules themselves.
func (b *builder) importPython(file int32, im *code.Import, in *imported) {
	from := b.inputs[file].Path
	found := b.pythonModule(from, im.Path)
	if len(im.Names) == 0 && im.Alias == "" { // import a.b is used as a.b.f()
		b.importFiles(file, found, &code.Import{Path: im.Path, Alias: im.Path}, in)
		return
	}
	b.importFiles(file, found, im, in)
	for _, n := range im.Names {
		name, as, renamed := strings.Cut(n, "\x00")
		if !renamed {
			as = name
		}
		if name == "*" || len(found) > 0 && b.find(found[0], name) >= 0 {
			continue
		}
		if sub := b.pythonModule(from, strings.TrimSuffix(im.Path, ".")+"."+name); sub != nil {
			b.importFiles(file, sub, &code.Import{Path: im.Path, Alias: as}, in)
			delete(in.names, as)
		}
	}
}

// importRust takes over what a use declaration or a mod declaration names: modules, or names of one.
func (b *builder) importRust(file int32, im *code.Import, in *imported) {
	from := b.inputs[file].Path
	if len(im.Names) == 0 {
		last := im.Path[strings.LastIndexByte(im.Path, '.')+1:]
		as := last
		if im.Alias != "" {
			as = im.Alias
		}
		if found := b.rustModule(from, im.Path); found != nil {
			b.importFiles(file, found, &code.Import{Path: im.Path, Alias: as}, in)
		}
		if up := b.rustModule(from, parent(im.Path)); up != nil {
			b.importFiles(file, up, &code.Import{Path: parent(im.Path), Names: []string{last + "\x00" + as}}, in)
		}
		return
	}
	found := b.rustModule(from, im.Path)
	b.importFiles(file, found, im, in)
	for _, n := range im.Names {
		name, as, renamed := strings.Cut(n, "\x00")
		if !renamed {
			as = name
		}
		if sub := b.rustModule(from, im.Path+"."+name); sub != nil && name != "*" && (len(found) == 0 || sub[0] != found[0]) {
			b.importFiles(file, sub, &code.Import{Path: im.Path, Alias: as}, in)
		}
	}
}

// rustModule finds the file of a module by its path with dots, nil for one that is not here. What is
// below a module that is written in a file belongs to that file.
func (b *builder) rustModule(from, name string) []int32 {
	if name == "" {
		return nil
	}
	parts := strings.Split(name, ".")
	dir := path.Dir(from)
	own := path.Join(dir, stemOf(from)) // where the modules of a file lie
	switch stemOf(from) {
	case "mod", "lib", "main":
		own = dir
	}
	bases := []string{own, dir}
	switch parts[0] {
	case "crate":
		bases, parts = []string{b.crateOf(dir)}, parts[1:]
	case "self":
		bases, parts = []string{own}, parts[1:]
	case "super":
		up := path.Dir(own)
		for parts = parts[1:]; len(parts) > 0 && parts[0] == "super"; parts = parts[1:] {
			up = path.Dir(up)
		}
		bases = []string{up}
	default:
		for _, m := range b.files.modules {
			if m.kind == "cargo.toml" && strings.ReplaceAll(m.name, "-", "_") == parts[0] {
				bases, parts = []string{path.Join(m.dir, "src")}, parts[1:]
				break
			}
		}
	}
	for _, base := range bases {
		p := path.Join(append([]string{base}, parts...)...)
		if found := b.files.first(p+".rs", p+"/mod.rs", p+"/lib.rs", p+"/main.rs"); found != nil {
			return found
		}
	}
	return nil
}

// crateOf is the folder of the crate that a folder belongs to: the nearest above with a lib.rs or
// main.rs.
func (b *builder) crateOf(dir string) string {
	for at := dir; ; at = path.Dir(at) {
		if b.files.first(at+"/lib.rs", at+"/main.rs") != nil {
			return at
		}
		if at == "." || at == "/" {
			return dir
		}
	}
}
