package stale

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/code"
	"github.com/9aea2451/kb/kb/code/golang"
	"github.com/9aea2451/kb/kb/git"
)

// goSymbols reads the symbols of Go files.
type goSymbols struct{ blobs *git.BlobReader }

func openSymbols(t testing.TB, repo *kb.Repo) Symbols {
	t.Helper()
	blobs, err := repo.Blobs(context.Background())
	check(t, err)
	return goSymbols{blobs}
}

func (s goSymbols) SymbolsOf(ctx context.Context, path, blob string) ([]code.Symbol, error) {
	data, err := s.blobs.Read(git.Blob(blob))
	if err != nil {
		return nil, err
	}
	f, err := golang.Reader{}.Read(ctx, path, data)
	return f.Symbols, err
}

func (s goSymbols) Close() error { return s.blobs.Close() }

// function is the source of a function of so many lines.
func function(name, word string, n int) string {
	var body strings.Builder
	for i := range n {
		fmt.Fprintf(&body, "\t%s(%d)\n", word, i)
	}
	return "func " + name + "() {\n" + body.String() + "}\n"
}

// A note that cites a symbol is asked of the symbol's own lines alone.
func TestChurnOfASymbol(t *testing.T) {
	r := newGitRepo(t)
	r.symbols = true
	source := func(parts ...string) string { return "package auth\n\n" + strings.Join(parts, "\n") }
	r.Write("auth/jwt.go", source(function("Sign", "sign", 20), function("Check", "check", 20)), "sign.md",
		"---\nfiles: ['auth/jwt.go#Sign']\n---\n# Sign\n", "check.md", "# Check\n\nSee `auth/jwt.go#Check`.\n", "none.md",
		"# None\n\nSee `auth/jwt.go#Never` and `auth/gone.go#Never`.\n", "page.md", "# Page\n\nSee `auth/jwt.go#L3`.\n")
	r.commit("2026-01-01", "begin")
	r.Write("auth/jwt.go", source(function("Sign", "other", 20), function("Check", "check", 20)))
	r.commit("2026-01-02", "sign otherwise")
	notes := r.judge("2026-01-05", "on")
	expect(t, notes, "sign.md", "95 % of auth/jwt.go#Sign changed in 1 commit since 2026-01-01 | sign otherwise")
	expect(t, notes, "check.md")
	expect(t, notes, "none.md")
	if got := describe(notes["page.md"]); len(got) != 1 || !strings.Contains(got[0], "of auth/jwt.go changed") {
		t.Errorf("a line of a page is asked of all of the file: %q", got)
	}
	r.Write("sign.md", "---\nfiles: ['auth/jwt.go#Sign']\n---\n# Sign\n\nAgain.\n")
	r.commit("2026-01-03", "look at the note")
	expect(t, r.judge("2026-01-05", "on"), "sign.md")
	r.Write("auth/jwt.go", source(function("Sign", "third", 20), function("Check", "check", 20)))
	r.commit("2026-01-04", "sign a third way")
	expect(t, r.judge("2026-01-05", "on"), "sign.md",
		"95 % of auth/jwt.go#Sign changed in 1 commit since 2026-01-03 | sign a third way")
}

// A note that cites a type and lists its methods is asked of what the type can do, too, where they stand
// apart: of their signatures, not of their bodies.
func TestChurnOfATypeWithMethods(t *testing.T) {
	r := newGitRepo(t)
	r.symbols = true
	source := func(methods string) string { return "package auth\n\ntype Key struct{ bits int }\n\n" + methods }
	r.Write("auth/key.go", source("func (k Key) Sign() {\n\tsign()\n}\n\nfunc (k Key) Bits() int { return k.bits }\n"), "key.md",
		"# Key\n\nA `auth/key.go#Key` has `Sign` and `Bits`.\n", "other.md", "# Other\n\nSee `auth/key.go#Key`.\n")
	r.commit("2026-01-01", "begin")
	r.Write("auth/key.go", source("func (k Key) Sign() {\n\tother()\n}\n\nfunc (k Key) Bits() int { return k.bits }\n"))
	r.commit("2026-01-02", "another body")
	expect(t, r.judge("2026-01-05", "on"), "key.md")
	r.Write("auth/key.go", source("func (k Key) Sign() {\n\tother()\n}\n\nfunc (k *Key) Close() {}\n\n"+
		"func (k Key) Bits() int { return k.bits }\n"))
	r.commit("2026-01-03", "one method more")
	notes := r.judge("2026-01-05", "on")
	expect(t, notes, "other.md")
	expect(t, notes, "key.md",
		"14 % of auth/key.go#Key changed in 1 commit since 2026-01-01 | one method more")
}

// The doc comment of a symbol says what a note about it says, so its lines count.
func TestChurnOfADocComment(t *testing.T) {
	r := newGitRepo(t)
	r.symbols = true
	source := func(doc string) string {
		return "package auth\n\n// " + doc + "\nfunc Sign() {\n\tsign()\n}\n\n// Check checks.\nfunc Check() {}\n"
	}
	r.Write("auth/jwt.go", source("Sign signs. Keys are not used yet."), "sign.md", "# Sign\n\nKeys are not used: `auth/jwt.go#Sign`.\n",
		"check.md", "# Check\n\nSee `auth/jwt.go#Check`.\n")
	r.commit("2026-01-01", "begin")
	r.Write("auth/jwt.go", source("Sign signs with the key."))
	r.commit("2026-01-02", "keys are used")
	notes := r.judge("2026-01-05", "on")
	expect(t, notes, "check.md")
	expect(t, notes, "sign.md", "33 % of auth/jwt.go#Sign changed in 1 commit since 2026-01-01 | keys are used")
}

// A symbol that is gone was renamed, moved, or removed, by the body that it had last.
func TestSymbolThatIsGone(t *testing.T) {
	r := newGitRepo(t)
	r.symbols = true
	keep := function("Keep", "keep", 20)
	source := func(parts ...string) string { return "package auth\n\n" + strings.Join(parts, "\n") }
	r.Write("auth/a.go", source(keep, function("Sign", "sign", 20)), "auth/b.go", source(keep, function("Check", "check", 20)),
		"auth/c.go", source(keep, function("Open", "open", 20)), "auth/d.go", source(function("Other", "other", 20)),
		"sign.md", "# S\n\nSee `auth/a.go#Sign`.\n", "check.md", "# C\n\nSee `auth/b.go#Check`.\n", "open.md",
		"# O\n\nSee `auth/c.go#Open`.\n")
	r.commit("2026-01-01", "begin")
	r.Write("auth/a.go", source(keep, function("SignToken", "sign", 20)))
	r.commit("2026-01-02", "rename Sign")
	r.Write("auth/b.go", source(keep), "auth/d.go", source(function("Other", "other", 20), function("Check", "check", 20)))
	r.commit("2026-01-03", "move Check")
	r.Write("auth/c.go", source(keep))
	r.commit("2026-01-04", "remove Open")
	notes := r.judge("2026-01-05", "on")
	for path, want := range map[string]string{
		"sign.md":  "auth/a.go#Sign → auth/a.go#SignToken renamed | rename Sign",
		"check.md": "auth/b.go#Check → auth/d.go#Check renamed | move Check",
		"open.md":  "auth/c.go →  removed | remove Open",
	} {
		var got []string
		for _, reason := range notes[path].Reasons {
			for _, e := range reason.Evidence {
				if len(e.Commits) > 0 && e.Fate != "" {
					got = append(got, fmt.Sprintf("%s → %s %s | %s", e.Path, e.NewPath, e.Fate, e.Commits[0].Subject))
				}
			}
		}
		if !slices.Equal(got, []string{want}) {
			t.Errorf("%s: %q, want %q", path, got, want)
		}
	}
}

// What is called by a name is its declaration, and those of methods by that name.
func TestBody(t *testing.T) {
	data := []byte("aaabbbccc")
	at := func(container, name string, from, to int) code.Symbol {
		return code.Symbol{Name: name, Container: container, Span: code.Span{Start: from, End: to}}
	}
	symbols := []code.Symbol{at("", "Sign", 0, 3), at("Key", "Sign", 3, 6), at("", "Open", 6, 9), at("", "Far", 6, 10)}
	for name, want := range map[string]string{"Sign": "aaa\nbbb\n", "Key.Sign": "bbb\n", "Key::Sign()": "bbb\n", "Open": "ccc\n",
		"Far": "", "No": ""} {
		if got := string(Body(data, symbols, name)); got != want {
			t.Errorf("the body of %s is %q, want %q", name, got, want)
		}
	}
}

// The home of a symbol that is gone has nearly all of its lines, and was not there before.
func TestHome(t *testing.T) {
	body := func(name, word string) string { return strings.TrimSuffix(function(name, word, 20), "\n") }
	look := func(file, source, name string, stood ...code.Symbol) string {
		h := NewHome("a/jwt.go", "Key.Sign", []byte(body("Sign", "sign")))
		h.Look(file, []byte(source), []code.Symbol{{Name: name, Span: code.Span{End: len(source)}}}, stood)
		return h.Found
	}
	for name, test := range map[string]struct{ got, want string }{
		"renamed":        {look("a/jwt.go", body("SignToken", "sign"), "SignToken"), "a/jwt.go#SignToken"},
		"in a file":      {look("b/key.go", body("Sign", "sign"), "Sign"), "b/key.go#Sign"},
		"another":        {look("b/key.go", body("Sign", "other"), "Sign"), ""},
		"there before":   {look("b/key.go", body("SignToken", "sign"), "SignToken", code.Symbol{Name: "SignToken"}), ""},
		"beside another": {look("b/key.go", body("SignToken", "sign"), "SignToken", code.Symbol{Name: "Open"}), "b/key.go#SignToken"},
	} {
		if test.got != test.want {
			t.Errorf("%s: found %q, want %q", name, test.got, test.want)
		}
	}
	h := NewHome("a/jwt.go", "Sign", []byte(body("Sign", "sign")))
	likest, like := body("SignB", "sign"), strings.Replace(body("SignA", "sign"), "sign(3)", "another(3)", 1)
	h.Look("a/x.go", []byte(like), []code.Symbol{{Name: "SignA", Span: code.Span{End: len(like)}}}, nil)
	h.Look("a/y.go", []byte(likest), []code.Symbol{{Name: "SignB", Span: code.Span{End: len(likest)}}}, nil)
	h.Look("a/z.go", []byte(likest), []code.Symbol{{Name: "SignB", Span: code.Span{End: len(likest)}}}, nil)
	h.Look("a/w.go", []byte(likest), []code.Symbol{{Name: "SignB", Span: code.Span{End: len(likest) + 1}}}, nil)
	if h.Found != "a/y.go#SignB" {
		t.Errorf("the likest, of two the first, is %s, want a/y.go#SignB", h.Found)
	}
	if !h.Possible("b/c.go") || h.Possible("b/c.py") {
		t.Error("a file of another language may be the home, or none of the same")
	}
}

// A symbol is asked of one file of a language with symbols.
func TestOfSymbol(t *testing.T) {
	for text, want := range map[string]bool{
		"a/jwt.go#Sign": true, "a/jwt.go#": false, "a/notes.md#Sign": false, "a/*.go#Sign": false, "a/j[w]t.go#Sign": false,
		"a/jwt.go#L3":    false,
		"a/jwt.go#L3-L9": false, "a/jwt.go#L3C4-L9C2": false, "a/jwt.go#List": true, "a/jwt.go#S3": true, "a/j?t.go#Sign": false,
	} {
		file, symbol, _ := strings.Cut(text, "#")
		if got := (&Citation{Text: file, Symbol: symbol}).OfSymbol(); got != want {
			t.Errorf("%s cites a symbol: %v, want %v", text, got, want)
		}
	}
}

// The fate of a cited symbol is told by the whole history of its file; nothing of one that is there, or never was.
func TestFateOfASymbol(t *testing.T) {
	r := newGitRepo(t)
	source := func(parts ...string) string { return "package auth\n\n" + strings.Join(parts, "\n") }
	r.Write("auth/a.go", source(function("Keep", "keep", 20), function("Sign", "sign", 20)), "n.md", "# N\n", "auth/m.go",
		source(function("Move", "move", 20)))
	r.commit("2026-01-01", "begin")
	r.Write("auth/a.go", source(function("Keep", "keep", 20)))
	r.commit("2026-01-02", "remove Sign")
	r.Git("mv", "auth/m.go", "auth/moved.go")
	r.commit("2026-01-03", "move a file")
	r.withJudge(func(j *Judge) {
		for text, want := range map[string]string{
			"auth/a.go#Sign": "removed Sign was removed from auth/a.go in COMMIT on 2026-01-02", "auth/a.go#Keep": "",
			"auth/a.go#Never":   "",
			"auth/none.go#Sign": "", "auth/m.go#Move": "renamed auth/m.go#Move was renamed to auth/moved.go#Move",
			"auth/moved.go#Move": "",
		} {
			file, symbol, _ := strings.Cut(text, "#")
			e, err := j.SymbolFate(t.Context(), &Citation{Text: file, Symbol: symbol, Paths: []string{file}})
			check(t, err)
			got := ""
			if e != nil {
				got = string(e.Fate) + " " + e.Text
				for _, c := range e.Commits {
					got = strings.ReplaceAll(got, shortID(c.ID), "COMMIT")
				}
			}
			if got != want {
				t.Errorf("%s: %q, want %q", text, got, want)
			}
		}
	})
}
