package report

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"reflect"
	"unicode/utf8"
)

// schemaVersion is the version of the JSON documents. It grows when a field changes its meaning or
// goes; new fields do not change it.
const schemaVersion = 1

// envelope is what every JSON answer comes in.
type envelope struct {
	SchemaVersion int `json:"schema_version"`
	Data          any `json:"data"`
}

// JSON writes data in its envelope, indented, with a final newline. Lists without elements are [],
// never null; numbers that JSON lacks are strings; characters that harm a terminal are escaped.
func JSON(w io.Writer, data any) error {
	return Encode(w, envelope{schemaVersion, printable(reflect.ValueOf(data)).Interface()}, "  ")
}

// Encode writes a value as JSON with a final newline, indented unless indent is empty. Characters
// that harm a terminal are escaped.
func Encode(w io.Writer, v any, indent string) error {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", indent)
	if err := enc.Encode(v); err != nil {
		return fmt.Errorf("encode the answer: %w", err)
	}
	_, err := w.Write(Escape(b.Bytes()))
	return err
}

// printable returns a copy of v that encodes without null lists and without an error.
func printable(v reflect.Value) reflect.Value {
	switch v.Kind() {
	case reflect.Pointer:
		if v.IsNil() {
			return v
		}
		p := reflect.New(v.Type().Elem())
		p.Elem().Set(printable(v.Elem()))
		return p
	case reflect.Interface:
		if v.IsNil() {
			return v
		}
		return finite(printable(v.Elem()))
	case reflect.Struct:
		// Values such as time.Time stay whole.
		out := reflect.New(v.Type()).Elem()
		out.Set(v)
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				out.Field(i).Set(printable(v.Field(i)))
			}
		}
		return out
	case reflect.Slice:
		list := reflect.MakeSlice(v.Type(), v.Len(), v.Len())
		for i := range v.Len() {
			list.Index(i).Set(printable(v.Index(i)))
		}
		return list
	case reflect.Map:
		m := reflect.MakeMapWithSize(v.Type(), v.Len())
		for it := v.MapRange(); it.Next(); {
			m.SetMapIndex(it.Key(), printable(it.Value()))
		}
		return m
	}
	return v
}

// finite gives a word for a number that JSON has none for; only free-form values can hold one.
func finite(v reflect.Value) reflect.Value {
	if v.Kind() == reflect.Float64 && (math.IsNaN(v.Float()) || math.IsInf(v.Float(), 0)) {
		return reflect.ValueOf(fmt.Sprint(v.Float()))
	}
	return v
}

// Escape writes harmful characters of encoded JSON as \u escapes: they stand in strings only.
func Escape(doc []byte) []byte {
	if bytes.IndexFunc(doc, func(r rune) bool { return harmful(r) && r != '\n' && r != utf8.RuneError }) < 0 {
		return doc
	}
	var out []byte
	for _, r := range string(doc) {
		if harmful(r) && r != '\n' && r != utf8.RuneError {
			out = fmt.Appendf(out, `\u%04x`, r)
		} else {
			out = utf8.AppendRune(out, r)
		}
	}
	return out
}
