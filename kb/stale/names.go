package stale

import (
	"context"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/9aea2451/kb/kb/history"
	"github.com/9aea2451/kb/kb/history/walk"
)

// findNames finds the names of code that notes cite and that are gone. A name that never stood in
// the code is another repository's; one that was gone before the note came to cite it is told of as
// something past.
func (j *Judge) findNames(ctx context.Context, cases []*inquiry) error {
	wanted := map[string]bool{}
	for _, q := range cases {
		for _, c := range q.cited.names {
			wanted[c.text] = true
		}
	}
	if len(wanted) == 0 || j.line == nil {
		return nil
	}
	if err := j.dropNamesHere(ctx, wanted); err != nil || len(wanted) == 0 {
		return err
	}
	if j.names == nil {
		past := &nameTable{}
		at := j.line.When(j.line.Tip())
		end := time.Date(at.Year(), (at.Month()-1)/3*3+1, 1, 0, 0, 0, 0, time.UTC)
		for range maxQuarters {
			place := j.line.Before(end.Add(-time.Second))
			if place < 0 {
				break
			}
			end = end.AddDate(0, -3, 0)
			if n := len(past.places); n > 0 && past.places[n-1] == place {
				continue
			}
			c, err := j.commit(ctx, place)
			if err != nil {
				return err
			}
			past.places, past.commits = append(past.places, place), append(past.commits, c.ID)
		}
		err := j.loadNames(ctx, past, "names-past")
		if err != nil {
			return err
		}
		j.names = past
	}
	fates := map[string]*nameFate{}
	for i, q := range cases {
		if err := ctx.Err(); err != nil {
			return err
		}
		j.progress("names", i, len(cases))
		for _, c := range q.cited.names {
			if !wanted[c.text] {
				continue
			}
			if err := j.judgeName(ctx, q, c, fates); err != nil {
				return err
			}
		}
	}
	return nil
}

// judgeName looks whether a name that is not in the code was there when the note cited it.
func (j *Judge) judgeName(ctx context.Context, q *inquiry, c cited, fates map[string]*nameFate) error {
	fate, known := fates[c.text]
	if !known {
		var err error
		if fate, err = j.fateOfName(ctx, c.text); err != nil {
			return err
		}
		fates[c.text] = fate
	}
	if fate == nil {
		return nil
	}
	e := &Evidence{Cited: c.text, Line: c.line, Path: fate.path, Fate: Removed, Local: fate.local, Changes: 1}
	if fate.place <= q.place {
		if !isSource(fate.path) {
			return nil // of an example or of data, which need not be what the note means
		}
		cites, err := j.passedOver(ctx, q, c.text, fate.place)
		if err != nil || !cites {
			return err
		}
		e.Seen = true
	}
	e, _, err := j.told(ctx, e, fate.place)
	if err != nil {
		return err
	}
	q.facts.Broken = append(q.facts.Broken, *e)
	return nil
}

// nameFate is where a name went.
type nameFate struct {
	path  string
	place int
	local bool // it stood there alone
}

// fateOfName tells which commit took a name from the code, nil when none is known to have.
func (j *Judge) fateOfName(ctx context.Context, name string) (*nameFate, error) {
	seen, ok := j.names.last(name)
	if !ok {
		return nil, nil
	}
	from, to := j.names.places[seen.tree], j.line.Tip()
	if seen.tree > 0 {
		to = j.names.places[seen.tree-1]
	}
	file := j.names.paths[seen.path]
	for range maxRenames {
		landed, err := j.line.Landed(ctx, file)
		if err != nil {
			return nil, err
		}
		slices.Reverse(landed)
		moved := ""
		for i := range landed {
			l := &landed[i]
			if l.Place <= from || l.Place > to {
				continue
			}
			lost, err := j.loses(l, name)
			if err != nil {
				return nil, err
			}
			if lost {
				return &nameFate{file, l.Place, !seen.wide}, nil
			}
			if l.Change.Status == walk.Renamed && l.Gone(file) {
				moved, from = l.Change.Path, l.Place
				break
			}
		}
		if moved == "" {
			return nil, nil
		}
		file = moved
	}
	return nil, nil
}

// loses tells whether a file is without a name after a commit.
func (j *Judge) loses(l *history.Landing, name string) (bool, error) {
	if l.Change.NewBlob == "" {
		return true, nil
	}
	data, ok, err := j.read(l.Change.NewBlob)
	if !ok || err != nil {
		return false, err
	}
	lost := true
	eachName(data, func(word []byte) bool {
		lost = string(word) != name
		return lost
	})
	return lost, nil
}

// dropNamesHere takes the names out of wanted that stand in the code at HEAD, or in the paths of its files.
func (j *Judge) dropNamesHere(ctx context.Context, wanted map[string]bool) error {
	if j.here == nil {
		here, err := j.namesAtHead(ctx)
		if err != nil {
			return err
		}
		j.here = here
	}
	for name := range wanted {
		if _, ok := j.here.last(name); ok {
			delete(wanted, name)
		}
	}
	if len(wanted) == 0 {
		return nil
	}
	for _, p := range j.tree.paths {
		eachName([]byte(p), func(word []byte) bool {
			delete(wanted, string(word))
			return true
		})
	}
	return nil
}

// holdsNames tells the files in which names of code are looked for.
func holdsNames(file string) bool {
	if isProse(file) || isOutside(file) || isMaterial(file) || strings.HasPrefix(file, ".") || strings.Contains(file, "/.") {
		return false // hidden files set up other tools
	}
	i := strings.LastIndexByte(file, '.')
	if i < 0 {
		return true
	}
	switch ending := strings.ToLower(file[i:]); ending {
	case ".gz", ".zip", ".jar", ".csv":
		return false
	default:
		return !nobodyWrites(ending)
	}
}

// isMaterial tells files that lie beside the code: what a page shows, what a test reads.
func isMaterial(file string) bool {
	for dir := range strings.SplitSeq(path.Dir(file), "/") {
		switch dir {
		case "assets", "static", "public", "testdata", "fixtures":
			return true
		}
	}
	return false
}

// eachName gives the names in a text to f until it returns false.
func eachName(text []byte, f func(word []byte) bool) {
	for i := 0; i < len(text); {
		if !nameByte(text[i]) {
			i++
			continue
		}
		end := i + 1
		strong := false // holds an underscore or a capital behind another letter
		for end < len(text) && nameByte(text[end]) {
			strong = strong || text[end] == '_' || 'A' <= text[end] && text[end] <= 'Z'
			end++
		}
		if strong && end-i >= minName && end-i <= maxName && !f(text[i:end]) {
			return
		}
		i = end
	}
}
