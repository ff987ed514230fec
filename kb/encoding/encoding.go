// Package encoding tells how the text of a file is encoded, and decodes what is not UTF-8. It reads
// only: no text is encoded back.
//
// Limitations: Windows-1252 stands for every encoding of one byte a character that extends ASCII,
// so the other letters of, say, KOI8-R come out wrong while its ASCII is right. UTF-32 is not read.
package encoding

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// The encodings other than UTF-8, by their names at IANA.
const (
	UTF16LE     = "UTF-16LE"
	UTF16BE     = "UTF-16BE"
	UTF32       = "UTF-32"
	Windows1252 = "windows-1252"
)

// head is how many bytes tell whether a file is text: those that git looks at.
const head = 8000

// Binary tells whether bytes are no text by git's own rule: a NUL among the first 8,000.
func Binary(data []byte) bool { return bytes.IndexByte(data[:min(len(data), head)], 0) >= 0 }

// of names the encoding of a text: "" for UTF-8, and for what is no text in an encoding that is known here.
func of(data []byte) string {
	switch {
	case bytes.HasPrefix(data, []byte("\xff\xfe\x00\x00")), bytes.HasPrefix(data, []byte("\x00\x00\xfe\xff")):
		return UTF32
	case bytes.HasPrefix(data, []byte("\xff\xfe")):
		return UTF16LE
	case bytes.HasPrefix(data, []byte("\xfe\xff")):
		return UTF16BE
	case Binary(data):
		return unmarked(data)
	case !utf8.Valid(data) && singleByte(data):
		return Windows1252
	}
	return ""
}

// Decode gives a text in UTF-8, and the name of its encoding when that is another. What is UTF-8
// already, or in no encoding that is read here, is given back as it is. A byte order mark is no
// part of the text; half a character becomes U+FFFD.
func Decode(data []byte) (text []byte, name string) {
	switch name = of(data); name {
	case UTF16LE:
		return fromUTF16(bytes.TrimPrefix(data, []byte("\xff\xfe")), binary.LittleEndian), name
	case UTF16BE:
		return fromUTF16(bytes.TrimPrefix(data, []byte("\xfe\xff")), binary.BigEndian), name
	case Windows1252:
		return fromWindows1252(data), name
	}
	return data, ""
}

// ErrNotUTF8 is the error of an edit of what is not UTF-8.
var ErrNotUTF8 = errors.New("not UTF-8")

// Editable returns nil for a text that can be edited byte by byte, an ErrNotUTF8 that says what it
// is for any other.
func Editable(data []byte) error {
	switch name := of(data); {
	case name != "":
		return fmt.Errorf("its text is %s, %w", name, ErrNotUTF8)
	case bytes.IndexByte(data, 0) >= 0:
		return fmt.Errorf("it holds a NUL, as binary files do: %w", ErrNotUTF8)
	case !utf8.Valid(data):
		return fmt.Errorf("line %d has a byte that is %w", badLine(data), ErrNotUTF8)
	}
	return nil
}

// badLine is the line of the first byte that is no UTF-8, from 1.
func badLine(data []byte) int {
	line := 1
	for len(data) > 0 {
		r, n := utf8.DecodeRune(data)
		if r == utf8.RuneError && n == 1 {
			return line
		}
		if r == '\n' {
			line++
		}
		data = data[n:]
	}
	return line
}

// unmarked tells UTF-16 without a byte order mark, which git checks out for
// working-tree-encoding=UTF-16LE: every other byte of most characters is NUL, and no character is.
func unmarked(data []byte) string {
	if len(data)%2 != 0 {
		return ""
	}
	part := data[:min(len(data), head)]
	for _, o := range []struct {
		name  string
		order binary.ByteOrder
	}{{UTF16LE, binary.LittleEndian}, {UTF16BE, binary.BigEndian}} {
		ascii, units := 0, len(part)/2
		for i := 0; i+1 < len(part); i += 2 {
			u := o.order.Uint16(part[i:])
			switch {
			case u == '\t', u == '\n', u == '\r', ' ' <= u && u < 0x7f:
				ascii++
			case u < ' ', u == 0x7f, u == 0xfffe, u == 0xffff:
				units = 1 << 30 // no text has these
			}
		}
		if 2*ascii > units {
			return o.name
		}
	}
	return ""
}

// singleByte tells that bytes are rather one character each than damaged UTF-8: most of those
// beyond ASCII are part of no UTF-8, and all of them are characters of Windows-1252.
func singleByte(data []byte) bool {
	right, wrong := 0, 0
	for len(data) > 0 {
		r, n := utf8.DecodeRune(data)
		switch {
		case r == utf8.RuneError && n == 1 && undefined(data[0]):
			return false
		case r == utf8.RuneError && n == 1:
			wrong++
		case n > 1:
			right++
		}
		data = data[n:]
	}
	return wrong > right
}

// fromUTF16 decodes UTF-16 that has no byte order mark. Half a surrogate pair and a last odd byte
// become U+FFFD.
func fromUTF16(data []byte, order binary.ByteOrder) []byte {
	out := make([]byte, 0, len(data)/2+len(data)/8)
	for i := 0; i < len(data); i += 2 {
		if i+1 == len(data) {
			out = utf8.AppendRune(out, utf8.RuneError)
			break
		}
		r := rune(order.Uint16(data[i:]))
		if utf16.IsSurrogate(r) {
			low := rune(0)
			if i+3 < len(data) {
				low = rune(order.Uint16(data[i+2:]))
			}
			if r = utf16.DecodeRune(r, low); r != utf8.RuneError {
				i += 2
			}
		}
		out = utf8.AppendRune(out, r)
	}
	return out
}

// fromWindows1252 decodes one byte a character. The five bytes that are none stand in characters of
// UTF-8 only, as singleByte makes sure: those are kept.
func fromWindows1252(data []byte) []byte {
	var out strings.Builder
	out.Grow(len(data) + len(data)/8)
	for len(data) > 0 {
		_, n := utf8.DecodeRune(data)
		if n > 1 && slices.ContainsFunc(data[:n], undefined) {
			out.Write(data[:n])
			data = data[n:]
			continue
		}
		if b := data[0]; 0x80 <= b && b < 0xa0 {
			out.WriteRune(high[b&0x7f])
		} else {
			out.WriteRune(rune(b))
		}
		data = data[1:]
	}
	return []byte(out.String())
}

// undefined tells the five bytes that are no character of Windows-1252.
func undefined(b byte) bool { return 0x80 <= b && b < 0xa0 && high[b&0x7f] == 0 }

// high are the characters of the bytes from 0x80 to 0x9F; 0 for the five that are none. The others
// are those of Unicode.
var high = [128]rune{
	'€', 0, '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', 0, 'Ž', 0,
	0, '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', 0, 'ž', 'Ÿ',
}
