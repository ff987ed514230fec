package codebase

import (
	"github.com/9aea2451/kb/kb/code"
	"github.com/9aea2451/kb/kb/record"
)

// writeHead appends all of a file but its uses.
func writeHead(w *record.Writer, f *code.File) {
	w.String(f.Language)
	w.String(f.Package)
	w.Bool(f.Partial)
	w.Int(len(f.Imports))
	for _, in := range f.Imports {
		w.String(in.Path)
		w.String(in.Alias)
		w.Strings(in.Names)
		w.Int(in.Line)
	}
	w.Int(len(f.Symbols))
	for _, s := range f.Symbols {
		w.Byte(byte(s.Kind))
		for _, text := range []string{s.Name, s.Container, s.Signature, s.Doc, s.Type} {
			w.String(text)
		}
		w.Strings(s.Bases)
		writeSpan(w, s.NameSpan)
		writeSpan(w, s.Span)
	}
}

// writeSpan writes both ends as how far they are behind both beginnings, which takes fewer bytes.
func writeSpan(w *record.Writer, s code.Span) {
	for _, n := range []int{s.Start, s.End - s.Start, s.Line, s.EndLine - s.Line} {
		w.Int(n)
	}
}

// readHead reads what writeHead wrote.
func readHead(r *record.Reader) (code.File, error) {
	f := code.File{Language: r.String(), Package: r.String(), Partial: r.Bool()}
	for range r.Count() {
		f.Imports = append(f.Imports, code.Import{Path: r.String(), Alias: r.String(), Names: r.Strings(), Line: r.Int()})
	}
	for n := r.Count(); n > 0 && r.Err() == nil; n-- {
		s := code.Symbol{Kind: code.Kind(r.Byte()), Name: r.String(), Container: r.String(), Signature: r.String(), Doc: r.String(),
			Type: r.String(), Bases: r.Strings()}
		s.NameSpan, s.Span = readSpan(r), readSpan(r)
		f.Symbols = append(f.Symbols, s)
	}
	return f, r.End()
}

// readSpan reads what writeSpan wrote.
func readSpan(r *record.Reader) code.Span {
	s := code.Span{Start: r.Int(), End: r.Int(), Line: r.Int(), EndLine: r.Int()}
	s.End, s.EndLine = s.End+s.Start, s.EndLine+s.Line
	return s
}

// writeUses appends uses. Each text is written once: few names make up most of a file.
func writeUses(w *record.Writer, uses []code.Use) {
	numbers := map[string]int{}
	var texts []string
	number := func(s string) int {
		n, ok := numbers[s]
		if !ok {
			n = len(texts)
			numbers[s], texts = n, append(texts, s)
		}
		return n
	}
	var body record.Writer
	body.Int(len(uses))
	start, line := 0, 1
	for _, u := range uses {
		body.Int(number(u.Name))
		body.Int(number(u.Qualifier))
		body.Int(number(u.Type))
		body.Bool(u.Call)
		body.Signed(int64(u.Span.Start - start))
		body.Int(u.Span.End - u.Span.Start)
		body.Signed(int64(u.Span.Line - line))
		body.Int(u.Span.EndLine - u.Span.Line)
		body.Int(u.In + 1)
		start, line = u.Span.Start, u.Span.Line
	}
	w.Strings(texts)
	w.Data = append(w.Data, body.Data...)
}

// readUses reads what writeUses wrote.
func readUses(r *record.Reader) ([]code.Use, error) {
	texts := r.Strings()
	text := func() string {
		if n := r.Below(max(1, len(texts))); n < len(texts) {
			return texts[n]
		}
		return ""
	}
	uses := make([]code.Use, 0, r.Count())
	start, line := 0, 1
	for n := cap(uses); n > 0 && r.Err() == nil; n-- {
		u := code.Use{Name: text(), Qualifier: text(), Type: text(), Call: r.Bool()}
		u.Span.Start = start + int(r.Signed())
		u.Span.End = u.Span.Start + r.Int()
		u.Span.Line = line + int(r.Signed())
		u.Span.EndLine = u.Span.Line + r.Int()
		u.In = r.Int() - 1
		start, line = u.Span.Start, u.Span.Line
		uses = append(uses, u)
	}
	return uses, r.End()
}
