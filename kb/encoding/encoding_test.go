package encoding

import (
	"bytes"
	"encoding/binary"
	"errors"
	"strings"
	"testing"
	"unicode/utf16"
	"unicode/utf8"

	"pgregory.net/rapid"
)

// encoded is a text in UTF-16.
func encoded(text string, order binary.AppendByteOrder, mark bool) []byte {
	var out []byte
	if mark {
		out = order.AppendUint16(out, 0xfeff)
	}
	for _, u := range utf16.Encode([]rune(text)) {
		out = order.AppendUint16(out, u)
	}
	return out
}

func TestDecode(t *testing.T) {
	text := "# Zebra\n\nÄpfel für 5 €, 𝄞\n"
	for _, tt := range []struct {
		what string
		in   []byte
		text string
		name string
	}{
		{"UTF-8", []byte(text), text, ""},
		{"UTF-8 with a mark", []byte("\xef\xbb\xbf" + text), "\xef\xbb\xbf" + text, ""},
		{"UTF-16LE with a mark", encoded(text, binary.LittleEndian, true), text, UTF16LE},
		{"UTF-16BE with a mark", encoded(text, binary.BigEndian, true), text, UTF16BE},
		{"UTF-16LE without", encoded(text, binary.LittleEndian, false), text, UTF16LE},
		{"UTF-16BE without", encoded(text, binary.BigEndian, false), text, UTF16BE},
		{"half a character", append(encoded("ab", binary.LittleEndian, true), 'c'), "ab\uFFFD", UTF16LE},
		{"half a pair", []byte("\xfe\xff\xd8\x34\x00a"), "\uFFFDa", UTF16BE},
		{"Windows-1252", []byte("caf\xe9 \x80 5 \x93so\x94"), "café € 5 “so”", Windows1252},
		{"Windows-1252 with some UTF-8", []byte("caf\xe9, th\xe9, pur\xe9e: \xc3\x81, so\xe2\x80\x9d"),
			"café, thé, purée: Á, so”", Windows1252},
		{"damaged UTF-8", []byte("für Äpfel \xff"), "für Äpfel \xff", ""},
		{"an undefined byte", []byte("caf\xe9 \x81"), "caf\xe9 \x81", ""},
		{"binary", []byte("PNG\x00\x01\x02\x03\x04"), "PNG\x00\x01\x02\x03\x04", ""},
		{"UTF-32", []byte("\xff\xfe\x00\x00a\x00\x00\x00"), "\xff\xfe\x00\x00a\x00\x00\x00", ""},
		{"empty", nil, "", ""},
	} {
		got, name := Decode(tt.in)
		if string(got) != tt.text || name != tt.name {
			t.Errorf("%s: %q, %q", tt.what, got, name)
		}
	}
}

func TestEditable(t *testing.T) {
	for in, want := range map[string]string{
		"# A\nfür\n":                        "",
		"\xef\xbb\xbf# A\n":                 "",
		"\xff\xfe#\x00":                     "UTF-16LE",
		"\xff\xfe\x00\x00":                  "UTF-32",
		"a\nfür Äpfel\n\xff":                "line 3",
		"caf\xe9":                           "windows-1252",
		strings.Repeat("a", 9000) + "\x00b": "NUL",
	} {
		err := Editable([]byte(in))
		if want == "" && err != nil || want != "" && (!errors.Is(err, ErrNotUTF8) || !strings.Contains(err.Error(), want)) {
			t.Errorf("%.20q: %v", in, err)
		}
	}
}

// What is decoded has the lines of what was encoded, and is UTF-8.
func TestDecodeKeepsLines(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringOf(rapid.RuneFrom([]rune("ab \n\tä€本𝄞"))).Draw(t, "text")
		for _, order := range []binary.AppendByteOrder{binary.LittleEndian, binary.BigEndian} {
			if got, _ := Decode(encoded(text, order, true)); string(got) != text {
				t.Fatalf("%q", got)
			}
		}
		raw := rapid.SliceOf(rapid.Byte()).Draw(t, "bytes")
		got, name := Decode(raw)
		if name != "" && !utf8.Valid(got) {
			t.Fatalf("%s: %q", name, got)
		}
		if name == "" && !bytes.Equal(got, raw) {
			t.Fatalf("%q was changed to %q", raw, got)
		}
	})
}
