package packing

import (
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/pattern"
)

// file is a file of the work tree, or a name that was asked for and is none.
type file struct {
	path   string
	exists bool
}

const (
	maxFound   = 100 // files that a request stands for
	maxVisited = 600 // folders that are looked into to find them
)

// expand lists the files that paths, folders and globs stand for, in the order of the request, each
// folder in order of names. Names that are no file stay, so that notes about a file that is gone or
// yet to come are found. What is there by that very name is no glob, as app/[id]/page.tsx.
func expand(repo *kb.Repo, asked []string) []file {
	w := &walk{repo: repo}
	for _, a := range asked {
		a = path.Clean(strings.TrimPrefix(a, "./"))
		if !strings.ContainsAny(a, "*?[") || w.isThere(a) {
			w.plain(a)
			continue
		}
		fixed := a[:strings.IndexAny(a, "*?[")]
		fixed = fixed[:strings.LastIndexByte(fixed, '/')+1]
		w.pattern = pattern.New([]string{"/" + a})
		w.folder(strings.TrimSuffix(fixed, "/"))
	}
	return w.found
}

// walk is one look through the work tree.
type walk struct {
	repo    *kb.Repo
	pattern pattern.List
	visited int
	found   []file
}

// plain finds the files of a folder and of those below it. Any other name is kept, whether or not
// there is such a file.
func (w *walk) plain(name string) {
	if names, err := w.repo.Folder(name); err == nil && len(names) > 0 {
		w.pattern = pattern.New([]string{"/**"}) // all that is below; the name may have signs of a glob
		w.folder(name)
		return
	}
	_, err := w.repo.ReadWork(name)
	w.add(file{name, err == nil})
}

// isThere tells a file or a folder that is called so.
func (w *walk) isThere(name string) bool {
	if names, err := w.repo.Folder(name); err == nil && len(names) > 0 {
		return true
	}
	_, err := w.repo.ReadWork(name)
	return err == nil
}

// add keeps a file once, and no more than maxFound of all.
func (w *walk) add(f file) {
	if len(w.found) < maxFound && !slices.ContainsFunc(w.found, func(have file) bool { return have.path == f.path }) {
		w.found = append(w.found, f)
	}
}

// match keeps a file that the pattern matches.
func (w *walk) match(p string) {
	if w.pattern.Match(p) {
		w.add(file{p, true})
	}
}

// folder goes through a folder and those below: files with an extension come first.
func (w *walk) folder(dir string) {
	if w.visited++; w.visited > maxVisited || len(w.found) >= maxFound {
		return
	}
	entries, err := w.repo.Entries(cmpDot(dir))
	if err != nil {
		return
	}
	var below []fs.DirEntry
	for _, e := range entries {
		name := e.Name()
		switch {
		case strings.HasPrefix(name, ".") || name == "node_modules" || name == "vendor":
		case e.IsDir() || path.Ext(name) == "":
			below = append(below, e)
		default:
			w.match(path.Join(dir, name))
		}
	}
	for _, e := range below {
		if p := path.Join(dir, e.Name()); e.IsDir() {
			w.folder(p)
		} else {
			w.match(p)
		}
	}
}

// cmpDot is a folder as Repo.Entries takes it: the root, which is "" here, is "." there.
func cmpDot(dir string) string {
	if dir == "" {
		return "."
	}
	return dir
}

// fileWords is a query of the names of the files: folders and stems, without those that say nothing.
func (g *gatherer) fileWords() string {
	var words []string
	add := func(p string) {
		for _, segment := range strings.Split(p, "/") {
			segment = strings.Trim(strings.TrimSuffix(segment, path.Ext(segment)), "*?[]")
			if len(segment) > 2 && !generic(segment) && !slices.Contains(words, segment) {
				words = append(words, segment)
			}
		}
	}
	for _, f := range g.req.Files {
		add(f)
	}
	for _, f := range g.found {
		add(path.Base(f.path))
	}
	return plainWords(strings.Join(words[:min(len(words), maxFileQueries)], " "))
}

// generic holds for names of folders and files that say nothing about what is in them.
func generic(name string) bool {
	switch strings.ToLower(name) {
	case "src",
		"lib",
		"libs",
		"cmd",
		"pkg",
		"internal",
		"main",
		"index",
		"test",
		"tests",
		"testdata",
		"util",
		"utils",
		"common",
		"helpers",
		"types",
		"app",
		"apps",
		"docs",
		"doc",
		"readme",
		"init",
		"mod",
		"packages",
		"include",
		"vendor",
		"java",
		"python",
		"scripts":
		return true
	}
	return false
}
