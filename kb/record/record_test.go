package record

import (
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// What is written is read back, one value after another, and nothing is left.
func TestValuesComeBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var w Writer
		var reads []func(*Reader) bool
		for range rapid.IntRange(0, 20).Draw(t, "values") {
			reads = append(reads, appendAny(t, &w))
		}
		r := Read(string(w.Data))
		for i, same := range reads {
			if !same(r) {
				t.Fatalf("value %d is another", i)
			}
		}
		if err := r.End(); err != nil {
			t.Fatal(err)
		}
		if len(w.Data) == 0 {
			return
		}
		short := Read(string(w.Data[:len(w.Data)-1]))
		for _, same := range reads {
			same(short)
		}
		if short.End() == nil {
			t.Fatal("what is cut short is no damage")
		}
	})
}

// appendAny appends some value, and returns what reads and compares it.
func appendAny(t *rapid.T, w *Writer) func(*Reader) bool {
	switch rapid.IntRange(0, 8).Draw(t, "type") {
	case 0:
		v := rapid.Uint64().Draw(t, "uint")
		w.Uint(v)
		return func(r *Reader) bool { return r.Uint() == v }
	case 1:
		v := rapid.IntRange(0, math.MaxInt32).Draw(t, "int")
		w.Int(v)
		return func(r *Reader) bool { return r.Int() == v }
	case 2:
		v := rapid.Int64().Draw(t, "signed")
		w.Signed(v)
		return func(r *Reader) bool { return r.Signed() == v }
	case 3:
		v := rapid.Uint32().Draw(t, "uint32")
		w.Uint32(v)
		return func(r *Reader) bool { return r.Uint32() == v }
	case 4:
		v := rapid.Float64().Draw(t, "float")
		w.Float(v)
		return func(r *Reader) bool { return r.Float() == v }
	case 5:
		v := rapid.Bool().Draw(t, "bool")
		w.Bool(v)
		return func(r *Reader) bool { return r.Bool() == v }
	case 6:
		v := rapid.SliceOfN(rapid.String(), 0, 3).Draw(t, "strings")
		w.Strings(v)
		return func(r *Reader) bool { return slices.Equal(r.Strings(), v) }
	case 7:
		n, s := rapid.Int64().Draw(t, "number within"), rapid.String().Draw(t, "string within")
		w.Block(func() { w.Signed(n); w.String(s) })
		return func(r *Reader) bool {
			in := Read(r.String())
			return in.Signed() == n && in.String() == s && in.End() == nil
		}
	}
	v := rapid.String().Draw(t, "string")
	w.Raw(v)
	return func(r *Reader) bool { return r.Raw(len(v)) == v }
}

// A table gives any of its strings without the others, and none where it is damaged.
func TestTable(t *testing.T) {
	texts := []string{"one", "", "three"}
	var w Writer
	w.Table(len(texts), func(w *Writer, i int) { w.Raw(texts[i]) })
	w.Byte(7)
	r := Read(string(w.Data))
	table := r.Table()
	if r.Byte() != 7 || r.End() != nil || table.Len() != 3 {
		t.Errorf("%d strings, %v", table.Len(), r.Err())
	}
	for i, want := range map[int]string{-1: "", 0: "one", 1: "", 2: "three", 3: ""} {
		if got := table.At(i); got != want {
			t.Errorf("%d: %q, want %q", i, got, want)
		}
	}
	damaged := Table{ends: "\x03\x00\x00\x00\x02\x00\x00\x00\x09\x00\x00\x00\x01\x00\x00\x00", texts: "onetwo"}
	for i, want := range map[int]string{0: "one", 1: "", 2: "", 3: ""} {
		if got := damaged.At(i); got != want {
			t.Errorf("damaged, %d: %q, want %q", i, got, want)
		}
	}
	for _, data := range []string{"\x02\x00\x00\x00\x00", "\x00\x02a", "\x00\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01"} {
		if r := Read(data); r.Table().Len() > 0 || r.Err() == nil {
			t.Errorf("%q is a table", data)
		}
	}
	if table := (Table{}); table.Len() != 0 || table.At(0) != "" {
		t.Error("a table of nothing has strings")
	}
}

func TestWhatDoesNotFitIsDamage(t *testing.T) {
	for name, read := range map[string]func(*Reader){
		"a number of more than 64 bits": func(r *Reader) { *r = *Read(strings.Repeat("\xff", 9) + "\x02"); r.Uint() },
		"a number that does not end":    func(r *Reader) { *r = *Read("\x80\x80"); r.Uint() },
		"an int beyond 31 bits":         func(r *Reader) { *r = *Read("\x80\x80\x80\x80\x08"); r.Int() },
		"an index at its bound":         func(r *Reader) { *r = *Read("\x05"); r.Below(5) },
		"a list longer than the data":   func(r *Reader) { *r = *Read("\x03aa"); r.Strings() },
		"a string longer than the data": func(r *Reader) { *r = *Read("\x03aa"); _ = r.String() },
		"bytes below none":              func(r *Reader) { *r = *Read("aa"); r.Raw(-1) },
		"what is said to be wrong":      func(r *Reader) { *r = *Read("aa"); r.Fail() },
	} {
		var r Reader
		if read(&r); !errors.Is(r.Err(), ErrDamaged) || r.More() || r.Byte() != 0 {
			t.Errorf("%s: %v", name, r.Err())
		}
	}
	if r := Read("\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01"); r.Uint() != math.MaxUint64 || r.End() != nil {
		t.Error("the greatest number is damage")
	}
	if r := Read("a"); r.Err() != nil || r.End() == nil {
		t.Error("what is left is no damage")
	}
}

// Whatever the bytes and whatever is read, nothing panics, and no list is longer than the bytes.
func FuzzReader(f *testing.F) {
	var w Writer
	w.Strings([]string{"a", "bb"})
	w.Signed(-3)
	f.Add(string(w.Data), "lsu")
	f.Add("\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff", "tuisclr48fbB")
	f.Fuzz(func(t *testing.T, data, calls string) {
		r := Read(data)
		for _, call := range calls {
			switch call {
			case 'u':
				r.Uint()
			case 'i':
				r.Int()
			case 's':
				r.Signed()
			case 'c':
				if n := r.Count(); n > len(data) {
					t.Fatalf("%d items in %d bytes", n, len(data))
				}
			case 'l':
				if list := r.Strings(); len(list) > len(data) {
					t.Fatalf("%d strings in %d bytes", len(list), len(data))
				}
			case 'r':
				r.Raw(len(calls))
			case 't':
				for table, i := r.Table(), 0; i <= table.Len() && i < 99; i++ {
					_ = table.At(i)
				}
			case '4':
				r.Uint32()
			case '8':
				r.Float()
			case 'b':
				r.Bool()
			case 'B':
				r.Below(7)
			default:
				_ = r.String()
			}
		}
		if len(r.data) > len(data) || r.damaged && r.More() {
			t.Fatal("more is left than there was")
		}
	})
}

// AllBelow reads what Below reads, one number after another, and fails where that does.
func TestAllBelow(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var w Writer
		numbers := rapid.SliceOf(rapid.Int32Range(0, math.MaxInt32)).Draw(t, "numbers")
		for _, v := range numbers {
			w.Int(int(v))
		}
		below := rapid.IntRange(1, math.MaxInt32).Draw(t, "below")
		data := string(w.Data[:len(w.Data)-rapid.IntRange(0, len(w.Data)).Draw(t, "cut")])
		all, each := Read(data), Read(data)
		got := make([]int32, len(numbers))
		all.AllBelow(got, below)
		for i := range numbers {
			if v := each.Below(below); each.Err() == nil && int32(v) != got[i] {
				t.Fatalf("number %d of %v: %d", i, numbers, got[i])
			}
		}
		if (all.Err() == nil) != (each.Err() == nil) || all.More() != each.More() {
			t.Fatalf("%v: %v, each: %v", numbers, all.Err(), each.Err())
		}
	})
	long := Read("\x80\x80\x80\x80\x80\x00")
	if long.AllBelow(make([]int32, 1), 9); long.Err() == nil {
		t.Error("a number of six bytes")
	}
}
