package kbroot_test

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/token"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

const (
	maxFunction = 60  // lines, braces included
	maxFile     = 500 // lines
	maxWidth    = 140 // columns, a tab counted as four
	maxFiles    = 30  // of a package, without tests
	maxTable    = 16  // entries of a package-level map, which is built at every start of the program
)

func TestShape(t *testing.T) {
	files := map[string]int{}
	goFiles(t, func(name string, fset *token.FileSet, file *ast.File) {
		if !strings.HasSuffix(name, "_test.go") {
			files[path.Dir(filepath.ToSlash(name))]++
		}
		for _, complaint := range shape(name, fset, file) {
			t.Error(complaint)
		}
		source, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, line := range tooWide(string(source)) {
			t.Errorf("%s:%d: wider than %d columns", name, line, maxWidth)
		}
	})
	for dir, n := range files {
		if n > maxFiles {
			t.Errorf("%s: %d files, more than %d", dir, n, maxFiles)
		}
	}
}

// tooWide returns the numbers of the lines that are wider than maxWidth, from 1.
func tooWide(source string) (lines []int) {
	n := 0
	for line := range strings.Lines(source) {
		n++
		if utf8.RuneCountInString(strings.ReplaceAll(strings.TrimRight(line, "\n"), "\t", "    ")) > maxWidth {
			lines = append(lines, n)
		}
	}
	return lines
}

// The width that TestShape holds counts characters, not bytes, and a tab as four.
func TestWidth(t *testing.T) {
	source := strings.Repeat("ä", maxWidth) + "\n\t" + strings.Repeat("x", maxWidth-4) + "\n\t" + strings.Repeat("x", maxWidth-3) + "\n"
	if got := tooWide(source); !slices.Equal(got, []int{3}) {
		t.Errorf("too wide: %v", got)
	}
}

// shape returns what is wrong with the form of a file. Test files may have long functions and tables.
func shape(name string, fset *token.FileSet, file *ast.File) []string {
	var out []string
	if n := fset.Position(file.End()).Line; n > maxFile {
		out = append(out, fmt.Sprintf("%s: %d lines, more than %d", name, n, maxFile))
	}
	if slices.Contains([]string{"util", "utils", "common", "helpers", "misc", "types"}, file.Name.Name) {
		out = append(out, fmt.Sprintf("%s: a package is named for what it is about, not %s", name, file.Name.Name))
	}
	if strings.HasSuffix(name, "_test.go") {
		return out
	}
	for _, d := range file.Decls {
		place := fset.Position(d.Pos())
		switch d := d.(type) {
		case *ast.FuncDecl:
			if n := fset.Position(d.End()).Line - place.Line + 1; n > maxFunction {
				out = append(out, fmt.Sprintf("%s: %s has %d lines, more than %d", place, d.Name.Name, n, maxFunction))
			}
			if d.Name.Name == "init" && d.Recv == nil {
				out = append(out, fmt.Sprintf("%s: an init function costs every start of the program", place))
			}
		case *ast.GenDecl:
			if why := builtAtStart(d); why != "" {
				out = append(out, fmt.Sprintf("%s: %s at package level: use sync.OnceValue or a switch", place, why))
			}
		}
	}
	return out
}

// builtAtStart names work that a package-level declaration does when the program starts.
func builtAtStart(d *ast.GenDecl) string {
	why := ""
	if d.Tok != token.VAR {
		return ""
	}
	ast.Inspect(d, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit: // runs later, when it is called
			return false
		case *ast.CallExpr:
			if sel, ok := n.Fun.(*ast.SelectorExpr); ok && strings.HasPrefix(sel.Sel.Name, "Must") {
				why = sel.Sel.Name
			}
		case *ast.CompositeLit:
			if _, ok := n.Type.(*ast.MapType); ok && len(n.Elts) > maxTable {
				why = fmt.Sprintf("a map of %d entries", len(n.Elts))
			}
		}
		return why == ""
	})
	return why
}

// A path of the machine that something was built or tried on helps nobody, and tells what nobody asked.
func TestNoMachinePaths(t *testing.T) {
	home := regexp.MustCompile(`(^|[^\w./-])(/(work|root)/|/(home|Users)/\w+/|/tmp/(wt|ev|repos)\b|[A-Z]:\\Users\\)`)
	walk(t, func(name string) {
		if path.Base(name) == "shape_test.go" {
			return // the pattern itself
		}
		text, err := os.ReadFile(name)
		if err != nil {
			t.Error(err)
			return
		}
		if bytes.IndexByte(text, 0) >= 0 {
			return // not text
		}
		for i, line := range bytes.Split(text, []byte("\n")) {
			if m := home.Find(line); m != nil {
				t.Errorf("%s:%d: names a path of a machine: %s", name, i+1, m)
			}
		}
	})
}

// A panic is a fault of kb, and whoever swallows one hides it. These files have a reason.
func TestRecoverHasAReason(t *testing.T) {
	reasons := map[string]string{
		"markdown/toml.go":                  "the library may panic on front matter that it was not made for: a problem of the note",
		"markdown/yaml.go":                  "likewise",
		"markdown/merge/merge.go":           "git's merge must end: it falls back to lines",
		"kb/git/gogit.go":                   "the library panics on damaged packs: an object that cannot be read",
		"kb/store/fault.go":                 "a fault in a mapped file is damage of the file; any other panic goes on",
		"index/store/fault.go":              "a panic over a generation whose sums do not hold is damage of the index",
		"cmd/kb/internal/program/run.go":    "the end of a command: exit code 2, the stack, and where to report it",
		"kb/workers/workers.go":             "it goes on in the goroutine that waits",
		"cmd/kb/internal/agenthook/hook.go": "an agent is never stopped by its hook: nothing is said",
		"cmd/kb/internal/lsp/fault.go":      "a call of an editor ends, and not the server",
		"cmd/kb/internal/mcp/fault.go":      "a call ends, or what works beside the calls, and not the server",
		"cmd/kb/internal/panel/panel.go":    "a page ends, or what is made beside the pages, and not the panel",
	}
	goFiles(t, func(name string, fset *token.FileSet, file *ast.File) {
		if strings.HasSuffix(name, "_test.go") || reasons[name] != "" {
			return
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if call, ok := n.(*ast.CallExpr); ok {
				if f, ok := call.Fun.(*ast.Ident); ok && f.Name == "recover" {
					t.Errorf("%s: recover without a reason: see TestRecoverHasAReason", fset.Position(call.Pos()))
				}
			}
			return true
		})
	})
}

// A note is read in one place, so that it is the same to all who ask. These have a reason to parse markdown themselves.
func TestMarkdownIsParsedInOnePlace(t *testing.T) {
	reasons := map[string]string{
		"kb/notes/document.go":          "the place",
		"kb/revision/note.go":           "versions that are compared once, by their outline",
		"markdown/merge/note.go":        "versions that git merges, by their outline",
		"cmd/kb/internal/lsp/buffer.go": "what an editor has not saved",
		"cmd/kb/internal/lsp/rename.go": "likewise, as a new heading would make it",
	}
	goFiles(t, func(name string, fset *token.FileSet, file *ast.File) {
		if strings.HasSuffix(name, "_test.go") || reasons[name] != "" {
			return
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if f, ok := n.(*ast.SelectorExpr); ok && (f.Sel.Name == "Parse" || f.Sel.Name == "Outline") {
				if p, ok := f.X.(*ast.Ident); ok && p.Name == "markdown" {
					t.Errorf("%s: ask kb/notes, or see TestMarkdownIsParsedInOnePlace", fset.Position(f.Pos()))
				}
			}
			return true
		})
	})
}
