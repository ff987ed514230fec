package stale

import (
	"bytes"
	"context"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/9aea2451/kb/kb/history"
	"github.com/9aea2451/kb/kb/history/walk"
)

// maxRenames bounds how far a renamed file is followed.
const maxRenames = 16

// references finds the paths that a note cites and that are gone. A path that never was is an
// example, or another repository's; one that was gone before the note came to cite it is told of as
// something past.
func (j *Judge) references(ctx context.Context, q *inquiry) error {
	seen := map[string]bool{}
	for _, c := range q.cited.paths {
		if c.glob || j.stands(q, c) {
			continue
		}
		e, place, err := j.fate(ctx, c)
		if err != nil {
			return err
		}
		if e == nil || seen[e.Path] || e.Path == q.entry.File.Path {
			continue
		}
		if place <= q.place {
			cites, err := j.passedOver(ctx, q, c.text, place)
			if err != nil {
				return err
			}
			if !cites {
				continue
			}
			e.Seen = true
		}
		seen[e.Path] = true
		q.facts.Broken = append(q.facts.Broken, *e)
	}
	return nil
}

// stands tells whether a citation means something that is there, as a file, as a folder, or as the
// name of a note.
func (j *Judge) stands(q *inquiry, c cited) bool {
	for _, p := range c.paths {
		if j.tree.has(p) || j.tree.has(p+".md") || j.tree.has(strings.TrimSuffix(p, ".html")+".md") || j.notes.Entry(p) != nil {
			return true
		}
	}
	if j.tree.resolve(c) != "" || c.suffix && len(endingIn(j.tree.bases[path.Base(c.text)], c.text)) > 0 {
		return true
	}
	r := j.notes.Resolver()
	if q.linked == nil {
		q.linked = map[string]bool{}
		for _, l := range q.entry.Links() {
			if _, seen := q.linked[l.Target]; !seen {
				q.linked[l.Target] = r.Link(q.entry.File.Path, l).Path != ""
			}
		}
	}
	return q.linked[c.text]
}

// fate tells what became of a path, and at which place; nil when it never was, or when it cannot be
// told which path was meant.
func (j *Judge) fate(ctx context.Context, c cited) (*Evidence, int, error) {
	past, err := j.allPaths(ctx)
	if err != nil {
		return nil, 0, err
	}
	for _, p := range c.paths {
		_, ok := slices.BinarySearch(past.paths, p)
		if ok {
			if e, place, err := j.fateOfFile(ctx, c, p); e != nil || err != nil {
				return e, place, err
			}
		}
		if files := below(past.paths, p); len(files) > 0 && !c.command {
			if e, place, err := j.fateOfFolder(ctx, c, p, files); e != nil || err != nil {
				return e, place, err
			}
		}
	}
	if !c.suffix || !strings.Contains(c.text, "/") {
		return nil, 0, nil
	}
	if found := endingIn(past.bases[path.Base(c.text)], c.text); len(found) == 1 {
		return j.fateOfFile(ctx, c, found[0])
	}
	return nil, 0, nil
}

// fateOfFile tells what became of a file.
func (j *Judge) fateOfFile(ctx context.Context, c cited, file string) (*Evidence, int, error) {
	landed, err := j.line.Landed(ctx, file)
	if err != nil || len(landed) == 0 || !landed[0].Gone(file) {
		return nil, 0, err
	}
	last := landed[0]
	e := &Evidence{Cited: c.text, Line: c.line, Path: file, Fate: Deleted, Changes: 1}
	if last.Change.Status == walk.Renamed {
		if e.NewPath, err = j.today(ctx, last.Change.Path); err != nil {
			return nil, 0, err
		}
		if e.NewPath != "" {
			e.Fate = Renamed
		}
	}
	return j.told(ctx, e, last.Place)
}

// told finishes a piece of evidence with the commit that did it.
func (j *Judge) told(ctx context.Context, e *Evidence, place int) (*Evidence, int, error) {
	commit, err := j.commit(ctx, place)
	if err != nil {
		return nil, 0, err
	}
	e.Commits = []CommitRef{*commit}
	e.Text = fmt.Sprintf("%s was deleted in %s on %s", e.Path, shortID(commit.ID), commit.Date)
	switch e.Fate {
	case Renamed:
		e.Text = fmt.Sprintf("%s was renamed to %s in %s on %s", e.Path, e.NewPath, shortID(commit.ID), commit.Date)
	case Removed:
		e.Text = fmt.Sprintf("%s was removed from %s in %s on %s", e.Cited, e.Path, shortID(commit.ID), commit.Date)
	}
	return e, place, nil
}

// today follows a renamed file to its path at HEAD, "" when it is gone.
func (j *Judge) today(ctx context.Context, file string) (string, error) {
	for range maxRenames {
		if j.tree.blobs[file] != "" {
			return file, nil
		}
		landed, err := j.line.Landed(ctx, file)
		if err != nil || len(landed) == 0 || landed[0].Change.Status != walk.Renamed || !landed[0].Gone(file) {
			return "", err
		}
		file = landed[0].Change.Path
	}
	return "", nil
}

// folderFate is the change that made a folder disappear.
type folderFate struct {
	last history.Landing // Place -1 when there is none
	file string          // that left the folder by it
}

// fateOfFolder tells what became of a folder, by the file that was the last to leave it.
func (j *Judge) fateOfFolder(ctx context.Context, c cited, folder string, files []string) (*Evidence, int, error) {
	fate, known := j.folders[folder]
	if !known {
		var err error
		if fate, err = j.lastToLeave(ctx, files); err != nil {
			return nil, 0, err
		}
		j.folders[folder] = fate
	}
	if fate.last.Place < 0 {
		return nil, 0, nil
	}
	e := &Evidence{Cited: c.text, Line: c.line, Path: folder, Fate: Deleted, Changes: 1}
	if fate.last.Change.Status == walk.Renamed {
		now, err := j.today(ctx, fate.last.Change.Path)
		if err != nil {
			return nil, 0, err
		}
		if to, ok := movedFolder(folder, fate.file, now); ok && j.tree.folders[to] {
			e.Fate, e.NewPath = Renamed, to
		}
	}
	return j.told(ctx, e, fate.last.Place)
}

// lastToLeave finds the newest change by which one of some files went.
func (j *Judge) lastToLeave(ctx context.Context, files []string) (folderFate, error) {
	none := folderFate{last: history.Landing{Place: -1}}
	fate := none
	for _, file := range files[:min(len(files), maxGone)] {
		landed, err := j.line.Landed(ctx, file)
		if err != nil {
			return none, err
		}
		if len(landed) == 0 {
			continue // of another branch
		}
		if !landed[0].Gone(file) {
			return none, nil // a link, or a repository of its own
		}
		if landed[0].Place > fate.last.Place {
			fate = folderFate{landed[0], file}
		}
	}
	return fate, nil
}

// movedFolder tells where a folder went when a file in it went from one path to another.
func movedFolder(folder, from, to string) (string, bool) {
	rest, ok := strings.CutPrefix(from, folder)
	if !ok || to == "" {
		return "", false
	}
	return strings.CutSuffix(to, rest)
}

// citedBefore tells whether the note, which was touched after a path went, cited it already before:
// then its author saw the path there, and those who touched the note since did not look.
func (j *Judge) citedBefore(ctx context.Context, q *inquiry, text string, place int) (bool, error) {
	life, err := j.life(ctx, q.entry.File.Path)
	if err != nil {
		return false, err
	}
	blob, there := blobAt(life, place-1)
	if !there {
		return false, nil
	}
	data, ok, err := j.read(blob)
	if !ok || err != nil {
		return false, err
	}
	return bytes.Contains(data, []byte(text)), nil
}
