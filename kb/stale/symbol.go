package stale

import (
	"context"
	"strings"

	"github.com/9aea2451/kb/kb/code"
	"github.com/9aea2451/kb/kb/history"
)

// alike is how much of the lines of two bodies may differ, of those of both, for one to be the other
// under a new name or in a new place.
const alike = 0.3

// symbolCited counts how many of a cited symbol's own lines changed since the note was touched, and
// tells where it went if it is gone. A symbol that the file did not have then is passed over.
func (j *Judge) symbolCited(ctx context.Context, q *inquiry, c cited) (Lines, []step, error) {
	file, life, err := j.fileOfSymbol(ctx, c)
	if err != nil || file == "" {
		return Lines{}, nil, err
	}
	before, there := blobAt(life, file, q.place)
	if !there {
		return Lines{}, nil, nil
	}
	old, had, err := j.body(ctx, file, before, c.symbol)
	if err != nil || !had {
		return Lines{}, nil, err
	}
	now, has, err := j.body(ctx, file, j.tree.blobs[file], c.symbol)
	if err != nil {
		return Lines{}, nil, err
	}
	if !has {
		return Lines{}, nil, j.symbolGone(ctx, q, c, file, old, life)
	}
	lines := changed(bagOf(old), bagOf(now))
	if lines.Changed == 0 {
		return lines, nil, nil
	}
	var steps []step
	for i := range life {
		l := &life[i]
		if l.Place <= q.place {
			break
		}
		from, _, err := j.body(ctx, file, l.Change.OldBlob, c.symbol)
		if err != nil {
			return lines, nil, err
		}
		to, _, err := j.body(ctx, file, l.Change.NewBlob, c.symbol)
		if err != nil {
			return lines, nil, err
		}
		if changed(bagOf(from), bagOf(to)).Changed > 0 {
			steps = append(steps, step{l.Place, l.Change.OldBlob, l.Change.NewBlob})
		}
	}
	return lines, steps, nil
}

// fileOfSymbol finds the file of a citation with a symbol, under the name that it has at HEAD, and
// what happened to it, newest first; a file that is gone has its last name.
func (j *Judge) fileOfSymbol(ctx context.Context, c cited) (string, []history.Landing, error) {
	file := j.tree.resolve(c)
	if c.glob {
		file = c.text
	}
	if file == "" && len(c.paths) > 0 {
		file = c.paths[0]
	}
	today, err := j.today(ctx, file)
	if err != nil || file == "" {
		return "", nil, err
	}
	if today == "" {
		landed, err := j.line.Landed(ctx, file)
		return file, landed, err
	}
	life, err := j.life(ctx, today)
	return today, life, err
}

// body is the text of a symbol's declaration in a blob of a file, of all that have its name.
func (j *Judge) body(ctx context.Context, file, blob, symbol string) ([]byte, bool, error) {
	if blob == "" {
		return nil, false, nil
	}
	symbols, err := j.o.Symbols.SymbolsOf(ctx, file, blob)
	if err != nil {
		return nil, false, err
	}
	data, ok, err := j.read(blob)
	if err != nil || !ok {
		return nil, false, err
	}
	symbol = strings.TrimSuffix(strings.ReplaceAll(symbol, "::", "."), "()")
	var body []byte
	for _, s := range symbols {
		if (s.Path() == symbol || s.Name == symbol) && s.Span.End <= len(data) {
			body = append(append(body, data[s.Span.Start:s.Span.End]...), '\n')
		}
	}
	return body, body != nil, nil
}

// symbolGone tells at which commit a symbol went from its file, and whether it is there by another
// name, or in another file that the commit changed, by its body.
func (j *Judge) symbolGone(ctx context.Context, q *inquiry, c cited, file string, old []byte, life []history.Landing) error {
	place := -1
	for i := range life { // newest first: the oldest commit since then without it
		l := &life[i]
		if l.Place <= q.place {
			break
		}
		_, has, err := j.body(ctx, file, l.Blob(l.Change.Path), c.symbol)
		if err != nil {
			return err
		}
		if has {
			break
		}
		place = l.Place
		last, had, err := j.body(ctx, file, l.Change.OldBlob, c.symbol)
		if err != nil {
			return err
		}
		if had {
			old = last // as it went, which may be otherwise than the note knew it
		}
	}
	if place < 0 {
		return nil
	}
	e := &Evidence{Cited: c.text + "#" + c.symbol, Line: c.line, Path: file + "#" + c.symbol, Fate: Renamed, Changes: 1}
	var err error
	if e.NewPath, err = j.newHome(ctx, c, file, old, place); err != nil {
		return err
	}
	if e.NewPath == "" {
		e.Fate, e.Cited, e.Path = Removed, c.symbol, file
	}
	if e, _, err = j.told(ctx, e, place); err == nil {
		q.facts.Broken = append(q.facts.Broken, *e)
	}
	return err
}

// newHome finds the symbol of HEAD with the body of one that is gone: in its file, then in those that
// the commit changed; "" for none.
func (j *Judge) newHome(ctx context.Context, c cited, file string, old []byte, place int) (string, error) {
	files, err := j.line.Changed(ctx, place, maxListed)
	if err != nil {
		return "", err
	}
	name := c.symbol[strings.LastIndexByte(c.symbol, '.')+1:]
	best, least := "", alike
	for _, p := range append([]string{file}, files...) {
		blob := j.tree.blobs[p]
		if blob == "" || code.Language(p) != code.Language(file) {
			continue
		}
		symbols, err := j.o.Symbols.SymbolsOf(ctx, p, blob)
		if err != nil {
			return "", err
		}
		data, ok, err := j.read(blob)
		if err != nil {
			return "", err
		}
		for _, s := range symbols {
			if !ok || s.Span.End > len(data) || p == file && s.Path() == c.symbol {
				continue
			}
			// A new name is no change of the body.
			was := strings.ReplaceAll(string(old), name, s.Name)
			share := changed(bagOf([]byte(was)), bagOf(data[s.Span.Start:s.Span.End])).Share()
			if share < least {
				best, least = p+"#"+s.Path(), share
			}
		}
	}
	return best, nil
}
