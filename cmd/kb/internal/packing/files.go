package packing

import (
	"context"
	"errors"
	"path"
	"slices"
	"strings"

	"github.com/9aea2451/kb/index"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/history"
	"github.com/9aea2451/kb/markdown"
)

// How surely a note is about the files, from 0 to 1.
const (
	coverWeight     = 0.95 // its `files` cover one
	togetherWeight  = 0.8  // of a companion in every change of a file
	besideWeight    = 0.5  // it stands in the folder of a file
	aboveWeight     = 0.3  // it is the README of a folder above
	itselfWeight    = 0.5  // it is one of the files
	linkedWeight    = 0.4  // a note that is surely about them links to it, or is linked from it
	linkedFrom      = 0.45 // how surely the linking note is, at least
	fileWordsWeight = 0.5  // it holds the words of the files' names
)

const (
	tracedFiles    = 8  // whose history is asked
	companions     = 20 // of each of them
	linkedNotes    = 6  // whose links are followed
	namedFiles     = 40 // that are looked for in the text of notes
	maxFileQueries = 24 // words of names of files
)

// covering finds the notes whose `files` cover the files.
func (g *gatherer) covering(ctx context.Context) error {
	covers, err := g.Searcher.Covering(ctx, g.req.Files)
	if err != nil {
		return err
	}
	for _, c := range covers {
		g.kin(c.Path, coverWeight, "speaks of "+c.File)
	}
	g.say("files of notes: %d cover %s", len(covers), list(g.req.Files))
	return nil
}

// naming finds the sections that name the files or their symbols.
func (g *gatherer) naming(ctx context.Context) error {
	files := mentioned(g.req.Files, g.found)
	names := g.req.symbols // those of the files are looked for where none is meant
	if len(names) == 0 {
		names = symbols(g.Repo, g.found)
	}
	mentions, err := g.Searcher.Mentions(ctx, files, names)
	if err != nil {
		return err
	}
	for _, m := range mentions {
		if slices.ContainsFunc(g.found, func(f file) bool { return f.path == m.Hit.Path }) {
			continue // a note among the files that names itself or its neighbours
		}
		if m.Hit.Inactive != "" || m.Hit.Standing == markdown.History {
			g.pass(m.Hit.Path, m.Hit.SupersededBy, 0, m.Weight)
			continue
		}
		g.add(m.Hit, 0, m.Weight).because("names " + m.Name)
	}
	g.say("names of files and symbols: %d in %d sections", len(files)+len(names), len(mentions))
	return nil
}

// mentioned lists the paths that notes may name: of the files, and of the folders that were asked for.
func mentioned(asked []string, found []file) []string {
	var out []string
	for _, f := range found[:min(len(found), namedFiles)] {
		out = append(out, f.path)
	}
	for _, f := range asked {
		folder := strings.TrimSuffix(f, "/**")
		if strings.Contains(folder, "/") && !strings.ContainsAny(folder, "*?[") && !slices.Contains(out, folder) {
			out = append(out, folder)
		}
	}
	return out
}

// beside finds the notes in the folders of the files, the READMEs above them, and the files that
// are notes themselves.
func (g *gatherer) beside(context.Context) error {
	paths := g.Searcher.Paths()
	asked := map[string]bool{}
	for _, f := range g.found {
		asked[f.path] = true
	}
	folders := map[string]bool{}
	for _, f := range g.found {
		if _, ok := slices.BinarySearch(paths, f.path); ok {
			g.kin(f.path, 0, "")
			g.notes[f.path].about = max(g.notes[f.path].about, itselfWeight)
			g.kin(f.path, 0, "is one of the files")
			continue
		}
		for dir, weight := path.Dir(f.path), besideWeight; dir != "." && !folders[dir]; dir, weight = path.Dir(dir), aboveWeight {
			folders[dir] = true
			for _, p := range inFolder(paths, dir) {
				if asked[p] || weight == aboveWeight && !isReadme(p) {
					continue
				}
				g.kin(p, weight, "stands in "+dir)
			}
		}
	}
	return nil
}

// inFolder lists the paths of a sorted list that lie right in a folder.
func inFolder(paths []string, dir string) []string {
	from, _ := slices.BinarySearch(paths, dir+"/")
	var out []string
	for _, p := range paths[from:] {
		if !strings.HasPrefix(p, dir+"/") {
			break
		}
		if path.Dir(p) == dir {
			out = append(out, p)
		}
	}
	return out
}

// isReadme holds for a readme in any case and with any ending, such as README.rst.
func isReadme(p string) bool {
	return strings.EqualFold(strings.TrimSuffix(path.Base(p), path.Ext(p)), "readme")
}

// together finds the notes that change in the same commits as the files.
func (g *gatherer) together(ctx context.Context) error {
	if g.History == nil || g.Searcher.Commit() == "" {
		g.say("co-change: no history is recorded (kb index reads it)")
		return nil
	}
	found := 0
	for _, f := range g.found[:min(len(g.found), tracedFiles)] {
		list, err := g.Cache.companions(g.Searcher.Commit(), f.path, func() ([]history.Companion, error) {
			return g.History.CoChangeAmong(ctx, g.Searcher.Commit(), f.path, companions, kb.IsMarkdown)
		})
		if errors.Is(err, history.ErrNotRecorded) {
			g.say("co-change: the history is not read as far as this tree (kb index reads it)")
			return nil
		}
		if err != nil {
			return err
		}
		for _, c := range list {
			if c.Commits < 2 || !g.known(c.Path) {
				continue
			}
			found++
			g.kin(c.Path, min(1, togetherScale*c.Score)*togetherWeight, "changes with "+f.path)
		}
	}
	g.say("co-change: %d notes", found)
	return nil
}

// togetherScale brings scores of co-change to the range of the other signs: a note that changed in
// a twentieth of what was done to a file lately is as good as any.
const togetherScale = 20

// known tells whether the tree has a note.
func (g *gatherer) known(note string) bool {
	_, ok := slices.BinarySearch(g.Searcher.Paths(), note)
	return ok
}

// replaceInactive hands on what notes that no longer hold have gathered.
func (g *gatherer) replaceInactive(ctx context.Context) error {
	for _, p := range sortedKeys(g.notes) {
		rec, err := g.Searcher.NoteOn(ctx, p, g.req.Day)
		if err != nil {
			return err
		}
		if rec.Inactive != "" {
			g.pass(p, rec.SupersededBy, 0, g.notes[p].about)
			delete(g.notes, p)
		}
	}
	return nil
}

// linked finds the neighbours of the notes that are surely about the files.
func (g *gatherer) linked(ctx context.Context) error {
	for _, k := range g.nearest(linkedNotes) {
		if k.about < linkedFrom {
			break
		}
		weight := linkedWeight * k.about
		out, in, err := g.Searcher.Links(ctx, k.path)
		if err != nil {
			return err
		}
		for _, l := range append(out, in...) {
			other := l.To
			if other == k.path {
				other = l.From
			}
			if l.State != "ok" || l.Type == "supersedes" || other == k.path {
				continue
			}
			if n := g.notes[other]; n == nil || n.about < weight {
				rec, err := g.Searcher.NoteOn(ctx, other, g.req.Day)
				if err != nil && !errors.Is(err, index.ErrNoNote) {
					return err
				}
				if err == nil && rec.Inactive == "" {
					g.kin(other, 0, "is linked with "+k.path).about = weight
				}
			}
		}
	}
	return nil
}
