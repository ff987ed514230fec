package stale

import (
	"context"
	"fmt"
	"slices"
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
	before, there := blobAt(life, q.place)
	if !there {
		return Lines{}, nil, nil
	}
	old, had, err := j.body(ctx, file, before, c.symbol)
	if err != nil || !had {
		return Lines{}, nil, err
	}
	if _, has, err := j.body(ctx, file, j.tree.blobs[file], c.symbol); err != nil {
		return Lines{}, nil, err
	} else if !has {
		return Lines{}, nil, j.symbolGone(ctx, q, c, file, old, life)
	}
	if before == j.tree.blobs[file] {
		return Lines{All: 2 * len(bagOf(old))}, nil, nil
	}
	said, err := j.said(q, c)
	if err != nil {
		return Lines{}, nil, err
	}
	if old, _, err = j.ofSymbol(ctx, file, before, c.symbol, said); err != nil {
		return Lines{}, nil, err
	}
	now, isType, err := j.ofSymbol(ctx, file, j.tree.blobs[file], c.symbol, said)
	if err != nil {
		return Lines{}, nil, err
	}
	lines := changed(bagOf(old), bagOf(now))
	if lines.Changed == 0 || !said.concerned(c.symbol, isType, old, now) {
		return Lines{All: lines.All}, nil, nil
	}
	var steps []step
	for i := range life {
		l := &life[i]
		if l.Place <= q.place {
			break
		}
		from, _, err := j.ofSymbol(ctx, file, l.Change.OldBlob, c.symbol, said)
		if err != nil {
			return lines, nil, err
		}
		to, _, err := j.ofSymbol(ctx, file, l.Change.NewBlob, c.symbol, said)
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
	data, symbols, err := j.source(ctx, file, blob)
	if err != nil {
		return nil, false, err
	}
	body := Body(data, symbols, symbol)
	return body, body != nil, nil
}

// said is what the note says where it cites a symbol.
func (j *Judge) said(q *inquiry, c cited) (*said, error) {
	source, ok, err := j.read(q.entry.File.Blob)
	if err != nil || !ok {
		return nil, err
	}
	return saidOf(source, c.line, code.PlainName(c.symbol)), nil
}

// ofSymbol is the text of what a note about a symbol can speak of: its declaration, of a function without
// the comments in its body, its doc comment, and of a type the signatures of those methods that stand apart,
// as in Go and Rust, and of which the note speaks.
func (j *Judge) ofSymbol(ctx context.Context, file, blob, symbol string, says *said) (text []byte, isType bool, err error) {
	data, symbols, err := j.source(ctx, file, blob)
	if err != nil {
		return nil, false, err
	}
	symbol = code.PlainName(symbol)
	language := code.Language(file)
	for _, s := range symbols {
		if !s.Called(symbol) || s.Span.End > len(data) {
			continue
		}
		body := data[s.Span.Start:s.Span.End]
		if function := s.Kind == code.Function || s.Kind == code.Method; function {
			body = code.Bare(language, body)
		} else {
			isType = isType || s.Kind.IsType()
			text = append(text, signaturesApart(symbols, s, says)...)
		}
		text = append(append(text, body...), '\n')
		if language != "python" { // whose comment stands within
			text = append(append(text, s.Doc...), '\n')
		}
	}
	return text, isType, nil
}

// signaturesApart are the signatures of those methods of a type that do not stand within it and of which a
// note speaks, a line each: it names them, or something else that stands there, or two of the type's methods,
// and so what the type can do. All of them where it is not known what the note says.
func signaturesApart(symbols []code.Symbol, of code.Symbol, says *said) (lines []byte) {
	named := 0
	var apart []code.Symbol
	for _, m := range symbols {
		if m.Kind != code.Method || m.Container != of.Path() {
			continue
		}
		if says != nil && says.names[m.Name] {
			named++
		}
		if m.Span.Start < of.Span.Start || m.Span.Start >= of.Span.End {
			apart = append(apart, m)
		}
	}
	for _, m := range apart {
		if says == nil || named >= detailed || says.named(of.Path(), []byte(m.Signature)) > 0 {
			lines = append(append(lines, m.Signature...), '\n')
		}
	}
	return lines
}

// source is the text of a blob of a file with what it declares, none of it where that cannot be read.
func (j *Judge) source(ctx context.Context, file, blob string) ([]byte, []code.Symbol, error) {
	if blob == "" {
		return nil, nil, nil
	}
	symbols, err := j.o.Symbols.SymbolsOf(ctx, file, blob)
	if err != nil {
		return nil, nil, err
	}
	data, ok, err := j.read(blob)
	if err != nil || !ok {
		return nil, nil, err
	}
	return data, symbols, nil
}

// symbolGone tells at which commit a symbol went from its file, and whether it is there by another
// name, or in another file that the commit changed, by its body.
func (j *Judge) symbolGone(ctx context.Context, q *inquiry, c cited, file string, old []byte, life []history.Landing) error {
	last, place, err := j.lastSeen(ctx, c.symbol, file, life, q.place)
	if err != nil || place < 0 {
		return err
	}
	if last != nil {
		old = last // as it went, which may be otherwise than the note knew it
	}
	e := &Evidence{Cited: c.text + "#" + c.symbol, Line: c.line, Path: file + "#" + c.symbol, Fate: Renamed, Changes: 1}
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

// maxVersions bounds how many versions of a file are read for a symbol that it has no longer.
const maxVersions = 200

// lastSeen finds the oldest change of a file, since a place and up to today, from which on a symbol was
// not in it, and its last body, nil where no change took it away; place -1 for no such change.
func (j *Judge) lastSeen(ctx context.Context, symbol, file string, life []history.Landing, since int) (old []byte, place int, err error) {
	place = -1
	for i := range life[:min(len(life), maxVersions)] { // newest first
		l := &life[i]
		if l.Place <= since {
			break
		}
		at := l.Change.Path
		if i == 0 && l.Gone(file) { // to another name, perhaps, which HEAD does not have
			at = file
		}
		_, has, err := j.body(ctx, file, l.Blob(at), symbol)
		if err != nil {
			return nil, -1, err
		}
		if has {
			break
		}
		place = l.Place
		last, had, err := j.body(ctx, file, l.Change.OldBlob, symbol)
		if err != nil {
			return nil, -1, err
		}
		if had {
			old = last
		}
	}
	return old, place, nil
}

// SymbolFate tells what became of a cited symbol that HEAD does not have, by the whole history of its
// file; nil where it never was, or is still there.
func (j *Judge) SymbolFate(ctx context.Context, cites *Citation) (*Evidence, error) {
	c := cited{text: cites.Text, symbol: cites.Symbol, line: cites.Line, paths: cites.Paths, glob: cites.Glob, suffix: cites.Suffix}
	if j.line == nil {
		return nil, nil
	}
	file, life, err := j.fileOfSymbol(ctx, c)
	if err != nil || file == "" {
		return nil, err
	}
	if _, has, err := j.body(ctx, file, j.tree.blobs[file], c.symbol); has || err != nil {
		if err != nil || slices.Contains(c.paths, file) || c.text == file {
			return nil, err
		}
		e := &Evidence{Cited: c.text + "#" + c.symbol, Path: c.text + "#" + c.symbol, NewPath: file + "#" + c.symbol, Fate: Renamed}
		e.Text = fmt.Sprintf("%s was renamed to %s", e.Path, e.NewPath)
		return e, nil
	}
	q := &inquiry{place: -1}
	last, _, err := j.lastSeen(ctx, c.symbol, file, life, -1)
	if err != nil || last == nil {
		return nil, err
	}
	if err := j.symbolGone(ctx, q, c, file, last, life); err != nil || len(q.facts.Broken) == 0 {
		return nil, err
	}
	return &q.facts.Broken[0], nil
}

// newHome finds the symbol of HEAD with the body of one that is gone: in its file, then in those that
// the commit changed; "" for none.
func (j *Judge) newHome(ctx context.Context, c cited, file string, old []byte, place int) (string, error) {
	files, err := j.line.Changed(ctx, place, maxListed)
	if err != nil {
		return "", err
	}
	home := NewHome(file, c.symbol, old)
	for _, p := range append([]string{file}, files...) {
		if home.Possible(p) {
			if p, err = j.today(ctx, p); err != nil {
				return "", err
			}
		}
		blob := j.tree.blobs[p]
		if blob == "" || !home.Possible(p) {
			continue
		}
		data, symbols, err := j.source(ctx, p, blob)
		if err != nil {
			return "", err
		}
		life, err := j.life(ctx, p)
		if err != nil {
			return "", err
		}
		before, _ := blobAt(life, place-1)
		_, stood, err := j.source(ctx, p, before)
		if err != nil {
			return "", err
		}
		home.Look(p, data, symbols, stood)
	}
	return home.Found, nil
}

// Body is the text of a symbol's declaration, of all that can be called by its name; nil for none.
func Body(data []byte, symbols []code.Symbol, symbol string) []byte {
	symbol = code.PlainName(symbol)
	var body []byte
	for _, s := range symbols {
		if s.Called(symbol) && s.Span.End <= len(data) {
			body = append(append(body, data[s.Span.Start:s.Span.End]...), '\n')
		}
	}
	return body
}

// Home looks for where a symbol went that its file no longer declares, by its body.
type Home struct {
	Found string // path#Symbol of the likest so far, "" for none

	file, name string
	old        []byte
	least      float64
}

// NewHome begins to look for the home of a symbol of a file with that last body.
func NewHome(file, symbol string, old []byte) *Home {
	symbol = code.PlainName(symbol)
	return &Home{file: file, name: symbol[strings.LastIndexByte(symbol, '.')+1:], old: old, least: alike}
}

// Possible reports whether a file can be the home: it is of the same language.
func (h *Home) Possible(file string) bool { return code.Language(file) == code.Language(h.file) }

// Look compares the symbols of a file with the one that is gone. What stood there when it was not yet
// gone is passed over: it is another.
func (h *Home) Look(file string, data []byte, symbols, stood []code.Symbol) {
	there := make(map[string]bool, len(stood))
	for _, s := range stood {
		there[s.Path()] = true
	}
	for _, s := range symbols {
		if s.Span.End > len(data) || there[s.Path()] {
			continue
		}
		// A new name is no change of the body.
		was := strings.ReplaceAll(string(h.old), h.name, s.Name)
		share := changed(bagOf([]byte(was)), bagOf(data[s.Span.Start:s.Span.End])).Share()
		if share < h.least {
			h.Found, h.least = file+"#"+s.Path(), share
		}
	}
}
