// Package kbroot_test holds what must be true of the repository as a whole: who imports whom, and
// how the code is shaped.
package kbroot_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

const module = "github.com/9aea2451/kb"

// templateFolder stands in the table for the root package, which embeds it.
const templateFolder = ".memory-template"

// row is a line of the import table in docs/architecture.md.
type row struct {
	folder string
	pure   bool     // its sentence says "No I/O"
	may    []string // module paths, and folders of this repository
}

// table is the import table: rows in the document's order, and what test files may import beyond them.
type table struct {
	rows      []row
	testExtra []string
}

func readTable(t *testing.T) table {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("docs", "architecture.md"))
	if err != nil {
		t.Fatal(err)
	}
	var tab table
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSpace(line)
		if cells := strings.Split(line, "|"); len(cells) == 5 && strings.HasPrefix(strings.TrimSpace(cells[1]), "`") {
			tab.add(cells)
		}
		if strings.HasPrefix(line, "Test files may also import") {
			tab.testExtra = quoted(line)
		}
	}
	if len(tab.rows) == 0 || len(tab.testExtra) == 0 {
		t.Fatal("docs/architecture.md has lost its import table")
	}
	return tab
}

// add takes the cells of a line "| folder | sentence | may import |".
func (tab *table) add(cells []string) {
	r := row{
		folder: quoted(cells[1])[0],
		pure:   strings.Contains(cells[2], "No I/O"),
		may:    quoted(cells[3]),
	}
	if strings.Contains(cells[3], "all of the above") {
		for _, above := range tab.rows {
			r.may = append(append(r.may, above.folder), above.may...)
		}
	}
	tab.rows = append(tab.rows, r)
}

// find returns the row of the longest folder that holds dir.
func (tab *table) find(dir string) (row, bool) {
	var best row
	for _, r := range tab.rows {
		if within(dir, r.folder) && len(r.folder) > len(best.folder) {
			best = r
		}
	}
	return best, best.folder != ""
}

// allows tells whether a file of the row's folder may import target.
func (tab *table) allows(r row, target string, isTest bool) bool {
	if !strings.Contains(strings.Split(target, "/")[0], ".") { // the standard library
		return isTest || !r.pure || !slices.Contains([]string{"os", "os/exec", "net", "net/http", "syscall", "database/sql"}, target)
	}
	if local, ok := strings.CutPrefix(target, module+"/"); ok {
		target = local
		if within(target, r.folder) {
			return true
		}
	}
	if target == module {
		target = templateFolder
	}
	if slices.ContainsFunc(r.may, func(m string) bool { return within(target, m) }) {
		return true
	}
	return isTest && slices.ContainsFunc(tab.testExtra, func(m string) bool { return within(target, m) })
}

// within tells whether a path is a folder or lies below it.
func within(p, folder string) bool { return p == folder || strings.HasPrefix(p, folder+"/") }

// quoted returns the parts of a line that stand in backticks.
func quoted(line string) []string {
	var out []string
	for i, part := range strings.Split(line, "`") {
		if i%2 == 1 {
			out = append(out, part)
		}
	}
	return out
}

// goFiles parses every Go file below the root, by its slash-separated path.
func goFiles(t *testing.T, visit func(name string, fset *token.FileSet, file *ast.File)) {
	t.Helper()
	fset := token.NewFileSet()
	count := 0
	walk(t, func(name string) {
		if path.Ext(name) != ".go" {
			return
		}
		file, err := parser.ParseFile(fset, name, nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			t.Error(err)
			return
		}
		count++
		visit(name, fset, file)
	})
	if count < 10 {
		t.Fatalf("only %d Go files found: the walk is wrong", count)
	}
}

// walk visits the files of the repository, build products and git's own left out.
func walk(t *testing.T, visit func(name string)) {
	t.Helper()
	err := filepath.WalkDir(".", func(p string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && slices.Contains([]string{".git", "bin", "dist"}, p):
			return fs.SkipDir
		case d.Type().IsRegular() && p != ".git":
			visit(filepath.ToSlash(p))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestImportsFollowTheTable(t *testing.T) {
	tab := readTable(t)
	goFiles(t, func(name string, fset *token.FileSet, file *ast.File) {
		dir := path.Dir(name)
		if dir == "." {
			return // the root embeds the template and holds these tests
		}
		r, ok := tab.find(dir)
		if !ok {
			t.Errorf("%s: the import table of docs/architecture.md has no line for this folder", name)
			return
		}
		for _, spec := range file.Imports {
			target := strings.Trim(spec.Path.Value, `"`)
			if !tab.allows(r, target, strings.HasSuffix(name, "_test.go")) {
				t.Errorf("%s: %s may not import %s", fset.Position(spec.Pos()), r.folder, target)
			}
		}
	})
}

// What two topics of verbs share has an idea of its own, and a package for it.
func TestTopicsOfVerbsAreApart(t *testing.T) {
	const verbs = "cmd/kb/internal/verbs/"
	seen := map[string]bool{}
	goFiles(t, func(name string, fset *token.FileSet, file *ast.File) {
		topic, ok := strings.CutPrefix(path.Dir(name), verbs)
		if !ok {
			return
		}
		seen[topic] = true
		for _, spec := range file.Imports {
			target := strings.Trim(spec.Path.Value, `"`)
			if other, ok := strings.CutPrefix(target, module+"/"+verbs); ok && other != topic {
				t.Errorf("%s: the verbs of %s may not import those of %s", fset.Position(spec.Pos()), topic, other)
			}
		}
	})
	if len(seen) < 5 {
		t.Errorf("only %d topics of verbs were seen", len(seen))
	}
}

// A table that names what the module does not require describes some other program. A folder may be a
// module of its own.
func TestTableNamesRequiredModules(t *testing.T) {
	gomod, err := os.ReadFile("go.mod")
	if err != nil {
		t.Fatal(err)
	}
	tab := readTable(t)
	for _, r := range append(tab.rows, row{may: tab.testExtra}) {
		gomod := gomod
		if own, err := os.ReadFile(filepath.Join(r.folder, "go.mod")); err == nil && r.folder != "" {
			gomod = own
		}
		for _, m := range r.may {
			required := regexp.MustCompile(`(?m)^\s*` + regexp.QuoteMeta(m) + ` v`)
			if strings.Contains(m, ".") && m != templateFolder && !required.Match(gomod) {
				t.Errorf("%s: go.mod does not require %s", r.folder, m)
			}
		}
	}
}

// The tests above would pass on anything if allows said yes to everything.
func TestTableForbids(t *testing.T) {
	tab := readTable(t)
	for _, c := range []struct{ folder, target string }{
		{"markdown", module + "/kb"},
		{"rank", module + "/markdown"},
		{"rank", "os"},
		{"contradict/base", module + "/kb"},
		{"contradict/judge", module + "/contradict/base"},
		{"contradict/read", module + "/contradict/judge"},
		{"contradict/words", module + "/contradict/read"},
		{"kb", module + "/index"},
		{"kb", "github.com/blevesearch/bleve/v2"},
		{"index", module + "/cmd/kb"},
		{"index/embed", module + "/kb"},
		{"index/embed", module + "/index"},
		{"index/query", module + "/index/store"},
		{"index/store", module + "/index/search"},
		{"index/search", module + "/index/build"},
		{"index/build", module + "/index"},
		{"index/words", module + "/index/store"},
		{"hooks", module + "/kb"},
		{"cmd/kb", "example.org/unheard/of"},
		{"cmd/kb/internal/app", module + "/kb"},
		{"cmd/kb/internal/session", module + "/cmd/kb/internal/verbs/find"},
	} {
		r, ok := tab.find(c.folder)
		if !ok {
			t.Errorf("no line for %s", c.folder)
			continue
		}
		if tab.allows(r, c.target, false) {
			t.Errorf("%s may import %s", c.folder, c.target)
		}
	}
}

// A reader looks for a package on the page, by its path or the end of it.
func TestThePageNamesEveryPackage(t *testing.T) {
	page, err := os.ReadFile("docs/architecture.md")
	if err != nil {
		t.Fatal(err)
	}
	named := map[string]bool{}
	for line := range strings.Lines(string(page)) {
		for _, name := range quoted(line) {
			named[name] = true
		}
	}
	seen := map[string]bool{}
	goFiles(t, func(name string, _ *token.FileSet, _ *ast.File) {
		dir := path.Dir(name)
		if strings.HasSuffix(name, "_test.go") || seen[dir] || dir == "." || strings.Contains(name, "testdata/") ||
			strings.HasPrefix(name, ".") {
			return
		}
		seen[dir] = true
		for end := dir; ; {
			if named[end] {
				return
			}
			_, rest, more := strings.Cut(end, "/")
			if !more {
				break
			}
			end = rest
		}
		t.Errorf("docs/architecture.md does not name the package %s: say in a sentence what lives there", dir)
	})
	if len(seen) < 40 {
		t.Errorf("only %d packages were seen", len(seen))
	}
}
