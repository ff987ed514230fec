package grammar

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/9aea2451/kb/kb/code"
)

var update = flag.Bool("update", false, "write the listings of testdata anew")

// keptHere is the folder in which the tests share what was compiled: each language takes seconds.
var keptHere string

func TestMain(m *testing.M) {
	var err error
	if keptHere, err = os.MkdirTemp("", "kb-compiled-"); err != nil {
		panic(err)
	}
	status := m.Run()
	os.RemoveAll(keptHere)
	os.Exit(status)
}

// What is read of a file in each language: testdata has the files, and beside each its listing.
func TestListings(t *testing.T) {
	if !Available() {
		t.Skip(ErrUnavailable)
	}
	files, err := filepath.Glob("testdata/*.*")
	if err != nil {
		t.Fatal(err)
	}
	e := New(keptHere)
	defer e.Close()
	r := e.Reader()
	defer r.Close()
	for _, file := range files {
		if filepath.Ext(file) == ".listing" {
			continue
		}
		source, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		read, err := r.Read(context.Background(), file, source)
		if err != nil {
			t.Errorf("%s: %v", file, err)
			continue
		}
		if err := read.Check(len(source)); err != nil {
			t.Errorf("%s: %v", file, err)
		}
		got := listing(read)
		if *update {
			if err := os.WriteFile(file+".listing", []byte(got), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(file + ".listing")
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(string(want), got); d != "" {
			t.Errorf("%s: -want +got\n%s", file, d)
		}
	}
}

// listing writes what was read of a file, a line each.
func listing(f code.File) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s %s partial=%v\n", f.Language, f.Package, f.Partial)
	for _, i := range f.Imports {
		names := strings.ReplaceAll(strings.Join(i.Names, ","), "\x00", " as ")
		fmt.Fprintf(&b, "%d import %s alias=%s names=%s\n", i.Line, i.Path, i.Alias, names)
	}
	for i, s := range f.Symbols {
		fmt.Fprintf(&b, "%d-%d #%d %s %s: %s | %s", s.Span.Line, s.Span.EndLine, i, s.Kind, s.Path(), s.Type, s.Signature)
		if s.Doc != "" {
			fmt.Fprintf(&b, " | %q", s.Doc)
		}
		b.WriteByte('\n')
	}
	for _, u := range f.Uses {
		call := "uses"
		if u.Call {
			call = "calls"
		}
		fmt.Fprintf(&b, "%d #%d %s %s.%s: %s\n", u.Span.Line, u.In, call, u.Qualifier, u.Name, u.Type)
	}
	return b.String()
}
