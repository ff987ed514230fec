// Package code is what source files declare and what they use: symbols, imports, and the places
// where names are used or called. Readers make it from the bytes of a file, each for its languages
// (kb/code/golang reads Go). It has no I/O.
//
// # Limitations
//
// A file is read by itself and as it is written: no macro is expanded, no condition of a build is
// judged, and what a name means beyond its file is left to who knows the other files.
package code

import (
	"context"
	"errors"
	"fmt"
	"path"
	"strings"
)

// Limits of what is read of a file. Readers keep them, whatever the bytes.
const (
	MaxSize    = 2 << 20 // bytes of a file; a longer one is not read
	MaxSymbols = 50_000  // of a file, as of its imports; what is beyond is left out, and the file Partial
	MaxUses    = 200_000 // of a file, likewise
	MaxText    = 300     // bytes of a signature, a qualifier, a container or a type; longer ones are cut
	MaxDoc     = 2_000   // bytes of a doc comment
	MaxBases   = 50      // of a type
)

// ErrUnreadable is the error of bytes that no reader makes anything of: no text, too long, or beyond
// the limits of time. The same bytes will be unreadable again.
var ErrUnreadable = errors.New("not readable as source code")

// Kind is what a symbol is.
type Kind uint8

// The kinds of symbols. Constructors are methods, members of an enum constants, properties fields,
// name spaces and packages within a file modules, unions structs.
const (
	Unknown Kind = iota
	Function
	Method
	Class
	Struct
	Interface
	Enum
	Trait
	Type // a type by another name, or one that is none of the others
	Constant
	Variable
	Field
	Module
	Macro
	kinds // how many there are
)

// String returns the word for a kind, in small letters: "function"; "symbol" for Unknown.
func (k Kind) String() string {
	words := [kinds]string{"symbol", "function", "method", "class", "struct", "interface", "enum", "trait", "type",
		"constant", "variable", "field", "module", "macro"}
	if k >= kinds {
		return words[Unknown]
	}
	return words[k]
}

// IsType reports whether a symbol of a kind has members: a class, a struct, an enum and the like.
func (k Kind) IsType() bool { return k >= Class && k <= Type }

// Span is a piece of a file: the bytes [Start, End), and the first and the last line that it stands
// on, counted from 1.
type Span struct{ Start, End, Line, EndLine int }

// Symbol is something that a file declares so that it can be named from elsewhere: not a local
// variable, not a parameter.
type Symbol struct {
	Kind Kind
	// Name is the last part of the name, Container the names of what it is declared in, from the
	// outside in, with dots between: of a method its type. Neither has parameters of types.
	Name, Container string
	NameSpan        Span   // of the name where it is declared
	Span            Span   // of the whole declaration with its body; the doc comment is not in it
	Signature       string // the declaration without its body, as one line
	Doc             string // the comment that documents it, without its marks
	// Type is the type of a variable, a constant or a field, and of a function its first result, in
	// the form of Use.Type; "" where the file does not say.
	Type string
	// Bases are what a type extends, implements or embeds, in the form of Use.Type, as written: its
	// members are looked for there too.
	Bases []string
}

// Path returns the name of a symbol with that of its container: "Server.Close".
func (s Symbol) Path() string {
	if s.Container == "" {
		return s.Name
	}
	return s.Container + "." + s.Name
}

// PlainName is the name of a symbol as somebody wrote it (Server::Close, Server#Close(), *Server.Close)
// in the form of Symbol.Path.
func PlainName(name string) string {
	name = strings.NewReplacer("::", ".", "#", ".", "->", ".").Replace(strings.TrimSpace(name))
	return strings.Trim(strings.TrimSuffix(name, "()"), ".*&")
}

// Called reports whether a symbol can be called by a name, which is plain: the end of its path.
func (s Symbol) Called(name string) bool {
	return s.Name == name || s.Path() == name || strings.HasSuffix(s.Path(), "."+name)
}

// Import is one place where a file asks for another.
type Import struct {
	Path  string   // as written, without quotes: "net/http", "./jwt", "crate.auth" (dots for ::)
	Alias string   // the name by which the file calls it, where it gives one
	Names []string // what is imported by name: "a", or "a\x00b" for a as b; "*" for all
	Line  int
}

// Use is one place where a name is used that no local variable or parameter explains.
type Use struct {
	Name string
	// Qualifier is what stands before the name, with dots between: "http" in http.Get(), "this.store"
	// in this.store.get(); "?" where that is no mere name, as in open().get(); "" where nothing does.
	Qualifier string
	// Type is what the file tells of the type of the qualifier's first name, where that is a parameter
	// or a local variable, or of the whole qualifier, where that is "?": the name of a type with dots
	// between its parts, without parameters and marks of pointers ("http.Client"); "[]" before what
	// it is a list of or a map to; or a name from which to take it, with "()" behind a function whose
	// first result is meant, and "[]" behind a list whose element is ("Server.rooms[]", "open()").
	// UnknownType where it is a local name of which the file tells nothing.
	Type string
	Call bool // the name is called, or what it names is made: f(), new F()
	Span Span // of the name
	In   int  // the innermost symbol that it stands in, an index of File.Symbols, -1 for none
}

// UnknownType is, as Use.Type, said of what is local and has no type that is known: it is nothing that has
// its name elsewhere.
const UnknownType = "?"

// File is what was read of a file. Symbols stand in the order of their names' places, and so do
// imports and uses.
type File struct {
	Language string // as Language gives it
	Package  string // what the file says it belongs to: Go's and Java's package; "" otherwise
	Symbols  []Symbol
	Imports  []Import
	Uses     []Use
	Partial  bool // something was passed over: bad syntax, or a limit
}

// Reader reads source files. It is for one goroutine at a time. path is the file's place in its
// repository, by which languages are told apart; nothing is opened. The error is ErrUnreadable,
// or that of ctx; files with bad syntax are read as far as can be, and Partial.
type Reader interface {
	Read(ctx context.Context, path string, source []byte) (File, error)
}

// Language returns the language of a file by the end of its name, in small letters: "go",
// "typescript", "tsx", "javascript" (with JSX), "python", "rust", "java", "c" or "cpp"; "" where it
// is none of them.
func Language(name string) string {
	switch strings.ToLower(path.Ext(name)) {
	case ".go":
		return "go"
	case ".ts", ".mts", ".cts":
		return "typescript"
	case ".tsx":
		return "tsx"
	case ".js", ".mjs", ".cjs", ".jsx":
		return "javascript"
	case ".py", ".pyi":
		return "python"
	case ".rs":
		return "rust"
	case ".java":
		return "java"
	case ".c", ".h":
		return "c"
	case ".cc", ".cpp", ".cxx", ".hh", ".hpp", ".hxx":
		return "cpp"
	}
	return ""
}

// Check reports what in f cannot be true of a source of that many bytes: spans outside of it, names
// outside of their symbols, indices of no symbol, limits that are passed.
func (f File) Check(size int) error {
	if len(f.Symbols) > MaxSymbols || len(f.Imports) > MaxSymbols || len(f.Uses) > MaxUses {
		return fmt.Errorf("%d symbols, %d imports and %d uses are beyond the limits", len(f.Symbols), len(f.Imports), len(f.Uses))
	}
	for i, s := range f.Symbols {
		switch {
		case !s.Span.within(Span{0, size, 1, size + 1}), !s.NameSpan.within(s.Span):
			return fmt.Errorf("symbol %d: spans %v and %v of %d bytes", i, s.NameSpan, s.Span, size)
		case s.Name == "" || s.Kind >= kinds:
			return fmt.Errorf("symbol %d: name %q, kind %d", i, s.Name, s.Kind)
		case len(s.Bases) > MaxBases:
			return fmt.Errorf("symbol %d: %d bases", i, len(s.Bases))
		case max(len(s.Name), len(s.Container), len(s.Signature), len(s.Type)) > MaxText || len(s.Doc) > MaxDoc:
			return fmt.Errorf("symbol %d: longer than the limits", i)
		}
	}
	for i, u := range f.Uses {
		if u.In < -1 || u.In >= len(f.Symbols) || u.Name == "" || !u.Span.within(Span{0, size, 1, size + 1}) ||
			max(len(u.Name), len(u.Qualifier), len(u.Type)) > MaxText {
			return fmt.Errorf("use %d: %q in symbol %d at %v of %d bytes", i, u.Name, u.In, u.Span, size)
		}
	}
	return nil
}

// within reports whether a span lies in another, and its ends are in order.
func (s Span) within(t Span) bool {
	return s.Start >= t.Start && s.Start <= s.End && s.End <= t.End && s.Line >= t.Line && s.Line <= s.EndLine && s.EndLine <= t.EndLine
}

// Clip cuts a text to at most n bytes, at the beginning of a character.
func Clip(text string, n int) string {
	if len(text) <= n {
		return text
	}
	for n > 0 && text[n]&0xC0 == 0x80 {
		n--
	}
	return text[:n]
}

// InName reports whether a byte can stand in a name: what is beside one tells where it ends.
func InName(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '_' || c >= 0x80
}
