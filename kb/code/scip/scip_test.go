package scip

import (
	"encoding/binary"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// field writes a field of bytes, number one that is a number.
func field(number int, value string) string {
	b := binary.AppendUvarint(nil, uint64(number)<<3|2)
	return string(binary.AppendUvarint(b, uint64(len(value)))) + value
}

func number(of int, n uint64) string {
	return string(binary.AppendUvarint(binary.AppendUvarint(nil, uint64(of)<<3), n))
}

// sample is an index of two files, with fields that are not read.
func sample() string {
	define := field(1, "\x04\x05\x0a") + field(2, "scip-go gomod a v1 `a/b`/Key#Close().") + number(3, 1)
	use := field(1, "\xac\x02\x00\x03") + field(2, "scip-go gomod a v1 `a/b`/Key#") + number(3, 8) + field(4, "docs")
	local := field(1, "\x01\x00\x01") + field(2, "local 3")
	one := field(1, "a/key.go") + field(2, define) + field(2, local) + field(2, use) + field(3, field(1, "x")) + field(5, "package a\n")
	return field(1, number(4, 1)) + field(2, one) + "\x59abcdefgh" + field(2, field(1, "b.go")) + field(3, "x")
}

func TestRead(t *testing.T) {
	var got []Document
	if err := Read(sample(), func(d Document) { got = append(got, d) }); err != nil {
		t.Fatal(err)
	}
	want := []Document{{Path: "a/key.go", Text: "package a\n", Occurrences: []Occurrence{
		{Line: 5, Symbol: "scip-go gomod a v1 `a/b`/Key#Close().", Name: "Close", Defines: true},
		{Line: 301, Symbol: "scip-go gomod a v1 `a/b`/Key#", Name: "Key"},
	}}, {Path: "b.go"}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	for cut := 1; cut < 12; cut++ {
		if err := Read(sample()[:len(sample())-cut], func(Document) {}); cut < 3 && !errors.Is(err, ErrForm) {
			t.Errorf("cut by %d: %v", cut, err)
		}
	}
}

func TestNameOf(t *testing.T) {
	for symbol, want := range map[string]string{
		"scip-typescript npm a 1 src/`key.ts`/Key#close().": "close",
		"scip-typescript npm a 1 src/`key.ts`/open(+1).":    "open",
		"scip-python python a 1 `a.key`/Key#size.":          "size",
		"rust-analyzer cargo a 1 macros/key!":               "key",
		"scip-java maven a 1 a/Key#`odd name`().":           "odd name",
		"scip-java maven a 1 a/Key#open().(name)":           "",
		"scip-java maven a 1 a/Key#[T]":                     "",
		"scip-python python a 1 `a.key`/__init__:":          "",
		"local 12": "",
		"":         "",
		".":        "",
		").":       "",
	} {
		if got := NameOf(symbol); got != want {
			t.Errorf("%q: %q, want %q", symbol, got, want)
		}
	}
}

// Whatever the bytes, what is read of them lies within them.
func FuzzRead(f *testing.F) {
	f.Add(sample())
	f.Add("\x12\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01")
	f.Fuzz(func(t *testing.T, data string) {
		total := 0
		err := Read(data, func(d Document) {
			total += len(d.Path) + len(d.Text)
			for _, o := range d.Occurrences {
				if total += len(o.Symbol); o.Line < 1 || o.Name == "" || len(o.Name) > len(o.Symbol) {
					t.Errorf("%+v", o)
				}
			}
		})
		if total > len(data) || err != nil && !errors.Is(err, ErrForm) {
			t.Errorf("%d of %d bytes, %v", total, len(data), err)
		}
	})
}
