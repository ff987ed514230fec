package codebase

import (
	"encoding/binary"
	"testing"
	"time"

	"os"
	"path/filepath"

	"github.com/9aea2451/kb/kb/code/graph"
	"github.com/9aea2451/kb/kb/gittest"
)

// message is a field of an index.
func message(number int, value string) string {
	b := binary.AppendUvarint(nil, uint64(number)<<3|2)
	return string(binary.AppendUvarint(b, uint64(len(value)))) + value
}

// named is an occurrence of a symbol on a line from 0.
func named(line byte, symbol string, defines bool) string {
	out := message(1, string([]byte{line, 0, 1})) + message(2, "x go m 1 p/"+symbol)
	if defines {
		out += "\x18\x01"
	}
	return message(2, out)
}

const halls = `package p

type A struct{}
type B struct{}

func (A) Close() {}
func (B) Close() {}

func pick() any { return A{} }

func use() {
	pick().(interface{ Close() }).Close()
}
`

// callees are the methods that use calls, with how that is known.
func callees(t *testing.T, b *Base) map[string]graph.How {
	t.Helper()
	files, err := b.Files(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	g, err := b.Graph(t.Context(), files)
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]graph.How{}
	first, end := g.SymbolsOf(g.FileAt("p.go"))
	for n := first; n < end; n++ {
		if g.Symbol(n).Name == "use" {
			g.Out(n, func(e graph.Edge) {
				if _, s, ok := g.FileOf(e.To); ok && s.Name == "Close" {
					out[s.Path()] = e.How
				}
			})
		}
	}
	return out
}

// An index that a compiler made is believed before names are compared, as long as the file is what it was.
func TestAnIndexIsBelieved(t *testing.T) {
	r := gittest.New(t)
	r.Write("go.mod", "module example.org/p\n", "p.go", halls)
	r.Commit("first")
	kept := t.TempDir()
	b := open(t, r.Dir, kept)
	if got := callees(t, b); len(got) != 2 || got["B.Close"] != graph.ByName {
		t.Fatalf("without an index: %v", got)
	}
	symbols := named(2, "A#", true) + named(3, "B#", true) + named(5, "A#Close().", true) + named(6, "B#Close().", true) +
		named(8, "pick().", true) + named(10, "use().", true) + named(11, "B#Close().", false)
	day := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	leave := func(index string) {
		t.Helper()
		r.Write(indexName, index)
		day = day.Add(time.Hour)
		if err := os.Chtimes(filepath.Join(r.Dir, indexName), day, day); err != nil {
			t.Fatal(err)
		}
	}
	plain := message(2, message(1, "p.go")+symbols)
	leave(plain)
	if got := callees(t, b); len(got) != 1 || got["B.Close"] != graph.ByIndex {
		t.Errorf("with one: %v", got)
	}
	leave(plain[:len(plain)-2])
	if got := callees(t, b); len(got) != 2 {
		t.Errorf("with a damaged one: %v", got)
	}
	leave(message(2, message(1, "p.go")+message(5, "other")+symbols))
	if got := callees(t, b); len(got) != 2 {
		t.Errorf("with one of another text: %v", got)
	}
	leave(message(2, message(1, "p.go")+message(5, halls)+symbols))
	if got := callees(t, b); len(got) != 1 {
		t.Errorf("with one of this text: %v", got)
	}
	leave(plain)
	r.Write("p.go", "// Package p is newer.\n"+halls)
	if got := callees(t, b); len(got) != 2 {
		t.Errorf("of an older file: %v", got)
	}
}
