package move

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/9aea2451/kb/kb/cited"
	"github.com/9aea2451/kb/kb/code"
	"github.com/9aea2451/kb/kb/encoding"
	"github.com/9aea2451/kb/kb/snapshot"
	"github.com/9aea2451/kb/kb/stale"
)

// Symbol is a symbol of a source file: Server.Close of cmd/serve.go.
type Symbol struct{ File, Name string }

// String writes a symbol as notes cite it.
func (s Symbol) String() string { return s.File + "#" + s.Name }

// last is the name without what it is declared in.
func (s Symbol) last() string { return s.Name[strings.LastIndexByte(s.Name, '.')+1:] }

// MakeSymbol plans to write the citations of a symbol anew that has another name now, or lies in
// another file: path#Symbol in the front matter and in code spans; and, in notes that cite it so and of
// which alone is true, code spans that are nothing but its name. No other byte changes.
func MakeSymbol(s *snapshot.Snapshot, from, to Symbol, files Files, alone func(e *snapshot.Entry) bool) (*Plan, error) {
	p := &Plan{}
	for _, e := range s.Entries {
		cites := slices.DeleteFunc(cited.Of(e), func(c stale.Citation) bool { return !from.cited(&c) })
		if len(cites) == 0 {
			continue
		}
		source, err := files.ReadWork(e.File.Path)
		if err != nil {
			return nil, fmt.Errorf("move: %w", err)
		}
		if err := encoding.Editable(source); err != nil {
			return nil, fmt.Errorf("%s:%d: a citation has to be written anew: %w", e.File.Path, max(cites[0].Line, 1), err)
		}
		c := &Change{Path: e.File.Path, Old: source}
		for i := range cites {
			cite := &cites[i]
			for _, span := range cited.Spans(e.Code(), source, cite.Text+"#"+cite.Symbol) {
				c.edit(span.Start, span.End, from.spell(to, e.File.Path, cite))
			}
		}
		if from.Name != to.Name && alone(e) {
			// The code spans that are nothing but the name of the symbol, or a call of it.
			spellings := [][2]string{{from.Name, to.Name}, {from.last(), to.last()}}
			for _, s := range spellings[:2:2] {
				spellings = append(spellings, [2]string{s[0] + "()", s[1] + "()"})
			}
			done := map[int]bool{}
			for _, s := range spellings {
				for _, span := range cited.Spans(e.Code(), source, s[0]) {
					bare := span.Start > 0 && c.Old[span.Start-1] == '`' && span.End < len(c.Old) && c.Old[span.End] == '`'
					if bare && !done[span.Start] {
						done[span.Start] = true
						c.edit(span.Start, span.End, s[1])
					}
				}
			}
		}
		if c.apply(); len(c.Edits) > 0 {
			p.Changes = append(p.Changes, *c)
		}
	}
	return p, nil
}

// cited reports whether a citation means the symbol.
func (s Symbol) cited(c *stale.Citation) bool {
	name := code.PlainName(c.Symbol)
	if name != s.Name && name != s.last() {
		return false
	}
	if c.Glob {
		return path.Clean(c.Text) == s.File
	}
	return slices.Contains(c.Paths, s.File) || c.Suffix && strings.HasSuffix(s.File, "/"+strings.TrimPrefix(c.Text, "./"))
}

// spell writes a citation of the symbol anew, as much as can be in the form that it has.
func (s Symbol) spell(to Symbol, note string, c *stale.Citation) string {
	file := c.Text
	if s.File != to.File {
		switch p := strings.TrimPrefix(file, "./"); {
		case strings.HasPrefix(file, "/"):
			file = "/" + to.File
		case path.Join(path.Dir(note), file) == s.File && p != s.File:
			file = relativePath(path.Dir(note), to.File)
		default:
			file = to.File
		}
	}
	name, inside := to.Name, strings.TrimSuffix(to.Name, to.last())
	if code.PlainName(c.Symbol) != s.Name && strings.TrimSuffix(s.Name, s.last()) == inside {
		name = to.last() // it was cited without what it is declared in
	}
	if strings.Contains(c.Symbol, "::") {
		name = strings.ReplaceAll(name, ".", "::")
	}
	return file + "#" + name
}
