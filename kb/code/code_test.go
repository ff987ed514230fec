package code

import "testing"

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
