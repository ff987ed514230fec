package scip

import (
	"encoding/binary"
	"errors"
	"fmt"
	"strings"
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

// The form is kept to its edges: what is cut short, or has a tag or a number that cannot be, is no index.
func TestEdgesOfTheForm(t *testing.T) {
	long := "a " + strings.Repeat("k", maxSymbol-3) + "#"
	of := func(occurrence string) string { return field(2, field(2, occurrence)) }
	symbol := field(2, "a k#")
	for name, tt := range map[string]struct{ data, want string }{
		"nothing":              {"", ""},
		"an occurrence":        {of(field(1, "\x00") + symbol), "1 k"},
		"the last line":        {of(field(1, "\xfe\xff\xff\xff\x07") + symbol), "2147483647 k"},
		"beyond the last line": {of(field(1, "\xff\xff\xff\xff\x07") + symbol), ""},
		"a range unpacked":     {of(number(1, 6) + number(1, 2) + number(1, 9) + symbol), "7 k"},
		"line zero unpacked":   {of(number(1, 0) + number(1, 2) + number(1, 9) + symbol), "1 k"},
		"a range in two parts": {of(field(1, "\x06\x02") + field(1, "\x09") + symbol), "7 k"},
		"an empty part first":  {of(field(1, "") + field(1, "\x06\x02\x09") + symbol), "7 k"},
		"no line":              {of(field(1, "") + symbol), ""},
		"half a number":        {of(field(1, "\x80") + symbol), ""},
		"no range":             {of(symbol), ""},
		"no name":              {of(field(1, "\x00")), ""},
		"the longest name":     {of(field(1, "\x00") + field(2, long)), "1 " + long[2:len(long)-1]},
		"a longer name":        {of(field(1, "\x00") + field(2, "b"+long)), ""},
		"eight bytes":          {"\x59abcdefgh" + of(field(1, "\x00")+symbol), "1 k"},
		"seven bytes":          {"\x59abcdefg", "bad"},
		"four bytes":           {"\x5dabcd" + of(field(1, "\x00")+symbol), "1 k"},
		"three bytes":          {"\x5dabc", "bad"},
		"field zero":           {field(0, "x"), "bad"},
		"the last field":       {number(1<<29-1, 3), ""},
		"beyond it":            {number(1<<29, 3), "bad"},
		"half a tag":           {"\x80", "bad"},
		"half a value":         {"\x08\x80", "bad"},
		"no value":             {"\x08", "bad"},
		"a group":              {"\x0b", "bad"},
		"half a size":          {"\x12\x80", "bad"},
		"within":               {of("\x80"), "bad"},
	} {
		got := ""
		err := Read(tt.data, func(d Document) {
			for _, o := range d.Occurrences {
				got += fmt.Sprintf("%d %s", o.Line, o.Name)
			}
		})
		if err != nil {
			got = "bad"
		}
		if got != tt.want || err != nil && !errors.Is(err, ErrForm) {
			t.Errorf("%s: %.40q, want %.40q; %v", name, got, tt.want, err)
		}
	}
	documents := strings.Repeat(field(2, ""), maxDocuments)
	if err := Read(documents, func(Document) {}); err != nil {
		t.Errorf("as many documents as may be: %v", err)
	}
	if err := Read(documents+field(2, ""), func(Document) {}); !errors.Is(err, ErrForm) {
		t.Errorf("one more: %v", err)
	}
	count := maxOccurrences - 1
	if _, err := document(field(2, ""), &count); err != nil || count != maxOccurrences {
		t.Errorf("the last occurrence: %v, %d", err, count)
	}
	if _, err := document(field(2, ""), &count); !errors.Is(err, ErrForm) {
		t.Errorf("one more: %v", err)
	}
	var in string
	for c := range 256 {
		if inName(byte(c)) {
			in += string(rune(c))
		}
	}
	if in != "$0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz" {
		t.Errorf("in names stand %q", in)
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
