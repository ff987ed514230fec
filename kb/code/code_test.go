package code

import (
	"strings"
	"testing"
)

func TestLanguage(t *testing.T) {
	for name, want := range map[string]string{
		"a/b.go": "go", "x.TSX": "tsx", "x.mts": "typescript", "lib/a.jsx": "javascript", "t.pyi": "python", "m.rs": "rust",
		"A.java": "java", "a.h": "c", "a.hpp": "cpp", "README.md": "", "go": "", "a.go.md": "",
	} {
		if got := Language(name); got != want {
			t.Errorf("%s is %q, not %q", name, got, want)
		}
	}
}

// What a reader gives is looked at before it is kept, as readers run code that was made elsewhere.
func TestCheck(t *testing.T) {
	span := Span{2, 5, 1, 1}
	ends := Span{2, 5, 2, 1}
	fine := Symbol{Kind: Function, Name: "f", NameSpan: span, Span: Span{0, 9, 1, 2}}
	for name, c := range map[string]struct {
		f  File
		ok bool
	}{
		"fine":                  {File{Symbols: []Symbol{fine}, Uses: []Use{{Name: "g", Span: span}}}, true},
		"beyond the file":       {File{Symbols: []Symbol{{Kind: Function, Name: "f", NameSpan: span, Span: Span{0, 11, 1, 2}}}}, false},
		"name outside":          {File{Symbols: []Symbol{{Kind: Function, Name: "f", NameSpan: span, Span: Span{3, 9, 1, 2}}}}, false},
		"no name":               {File{Symbols: []Symbol{{Kind: Function, NameSpan: span, Span: span}}}, false},
		"backwards":             {File{Uses: []Use{{Name: "g", Span: Span{5, 2, 1, 1}, In: -1}}}, false},
		"in no symbol":          {File{Uses: []Use{{Name: "g", Span: span, In: 0}}}, false},
		"a kind that is none":   {File{Symbols: []Symbol{{Kind: kinds, Name: "f", NameSpan: span, Span: span}}}, false},
		"ends before it begins": {File{Symbols: []Symbol{{Kind: Macro, Name: "f", NameSpan: ends, Span: ends}}}, false},
	} {
		if err := c.f.Check(10); (err == nil) != c.ok {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestClip(t *testing.T) {
	if got := Clip("aäb", 2); got != "a" {
		t.Errorf("cut to %q", got)
	}
	if got := Clip("aä", 3); got != "aä" {
		t.Errorf("cut to %q", got)
	}
	if Kind(200).String() != "symbol" || Macro.String() != "macro" {
		t.Error("kinds have wrong words")
	}
}

// A file is sound up to its limits, and its last byte and line; not beyond one of them.
func TestCheckToTheLimits(t *testing.T) {
	whole := Span{0, 10, 1, 11}
	long := strings.Repeat("x", MaxText)
	most := func(change func(s *Symbol, u *Use)) File {
		s := Symbol{Kind: kinds - 1, Name: long, Container: long, Signature: long, Type: long, Doc: strings.Repeat("x", MaxDoc),
			Bases: make([]string, MaxBases), NameSpan: whole, Span: whole}
		u := Use{Name: long, Qualifier: long, Type: long, Span: whole}
		change(&s, &u)
		return File{Symbols: []Symbol{s}, Uses: []Use{u}}
	}
	if err := most(func(*Symbol, *Use) {}).Check(10); err != nil {
		t.Errorf("at its limits: %v", err)
	}
	for name, change := range map[string]func(s *Symbol, u *Use){
		"a name":      func(s *Symbol, u *Use) { s.Name += "x" },
		"a container": func(s *Symbol, u *Use) { s.Container += "x" },
		"a signature": func(s *Symbol, u *Use) { s.Signature += "x" },
		"a type":      func(s *Symbol, u *Use) { s.Type += "x" },
		"a comment":   func(s *Symbol, u *Use) { s.Doc += "x" },
		"bases":       func(s *Symbol, u *Use) { s.Bases = append(s.Bases, "") },
		"a kind":      func(s *Symbol, u *Use) { s.Kind++ },
		"an end":      func(s *Symbol, u *Use) { s.Span.End++ },
		"a line":      func(s *Symbol, u *Use) { s.Span.EndLine++ },
		"its name":    func(s *Symbol, u *Use) { s.Span.EndLine = 10 },
		"its start":   func(s *Symbol, u *Use) { s.Span.Start = 1 },
		"its line":    func(s *Symbol, u *Use) { s.Span.Line = 2 },
		"a used name": func(s *Symbol, u *Use) { u.Name += "x" },
		"a qualifier": func(s *Symbol, u *Use) { u.Qualifier += "x" },
		"its type":    func(s *Symbol, u *Use) { u.Type += "x" },
		"a place":     func(s *Symbol, u *Use) { u.In = -2 },
		"no symbol":   func(s *Symbol, u *Use) { u.In = 1 },
		"no name":     func(s *Symbol, u *Use) { u.Name = "" },
		"a use's end": func(s *Symbol, u *Use) { u.Span.EndLine++ },
	} {
		if err := most(change).Check(10); err == nil {
			t.Errorf("%s is beyond the limits, and nothing was said", name)
		}
	}
	one := Span{3, 3, 4, 4}
	if err := (File{Symbols: []Symbol{{Name: "x", Span: one, NameSpan: one}}, Uses: []Use{{Name: "x", Span: one,
		In: -1}}}).Check(10); err != nil {
		t.Errorf("of no bytes on one line: %v", err)
	}
	for _, tt := range []struct {
		symbols, imports, uses int
		ok                     bool
	}{{MaxSymbols + 1, 0, 0, false}, {0, MaxSymbols, 0, true}, {0, MaxSymbols + 1, 0, false}, {0, 0, MaxUses + 1, false}} {
		if err := (File{Symbols: make([]Symbol, tt.symbols), Imports: make([]Import, tt.imports), Uses: make([]Use,
			tt.uses)}).Check(10); (err == nil) != tt.ok {
			t.Errorf("%+v: %v", tt, err)
		}
	}
}

// A symbol is called by its name, by its path, and by the end of that, in whichever form they are written.
func TestNamesOfSymbols(t *testing.T) {
	closing := Symbol{Name: "Close", Container: "net.Server"}
	for name, want := range map[string]bool{
		"Close": true, "Server.Close": true, "net.Server.Close": true, "Server::Close": true, "Server#Close()": true,
		"*Server.Close": true, " &Server->Close ": true,
		"lose": false, "erver.Close": false, "Server": false, "x.net.Server.Close": false,
	} {
		if got := closing.Called(PlainName(name)); got != want {
			t.Errorf("called by %q: %v", name, got)
		}
	}
	if alone := (Symbol{Name: "Close"}); alone.Path() != "Close" || alone.Called("Server.Close") || closing.Path() != "net.Server.Close" {
		t.Errorf("paths %q and %q", alone.Path(), closing.Path())
	}
	var in string
	for c := range 256 {
		if InName(byte(c)) && c < 0x80 {
			in += string(rune(c))
		}
	}
	if in != "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz" || !InName(0x80) || !InName(0xff) {
		t.Errorf("in names stand %q", in)
	}
	if got := kinds.String() + Clip("\x80\x80", 1); got != "symbol" {
		t.Errorf("the kind that is none, and a text without a beginning: %q", got)
	}
}
