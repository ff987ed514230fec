// Package scip reads the index of a repository's code that a compiler made (index.scip, of the SCIP
// protocol): where its symbols are defined and used. It has no I/O.
//
// # Limitations
//
// Symbols that are local to a file are left out, and so is all but places: documentation, relations,
// diagnostics. Of a place only the line is told, for its column counts what each indexer counts.
package scip

import (
	"encoding/binary"
	"errors"
	"strings"
)

// Limits of an index. What is beyond them makes it unreadable.
const (
	MaxSize        = 256 << 20  // bytes
	maxDocuments   = 200_000    // of an index
	maxOccurrences = 20_000_000 // of an index
	maxSymbol      = 2_000      // bytes of the name of a symbol; a longer one is left out
)

// ErrForm is the error of bytes that are no index, or beyond the limits.
var ErrForm = errors.New("not an index in the form of SCIP")

// Occurrence is a place at which a symbol is named.
type Occurrence struct {
	Line    int    // from 1
	Symbol  string // its whole name, the same in all documents
	Name    string // the last part of it, as code has it
	Defines bool   // it is defined here
}

// Document is a source file as it was indexed.
type Document struct {
	Path        string
	Text        string // of the file, "" where the indexer left it out
	Occurrences []Occurrence
}

// Read calls f with each document of an index, in its order. Its strings are parts of data, which
// stays in memory as long as one of them is kept.
func Read(data string, f func(d Document)) error {
	if len(data) > MaxSize {
		return ErrForm
	}
	documents, occurrences := 0, 0
	return fields(data, func(number int, value string) error {
		if number != 2 {
			return nil
		}
		d, err := document(value, &occurrences)
		if documents++; err != nil || documents > maxDocuments {
			return ErrForm
		}
		f(d)
		return nil
	})
}

// document reads a message Document, without the occurrences that have no name or no line. All of
// them add to count, which is how many the index had so far: ErrForm beyond maxOccurrences.
func document(data string, count *int) (d Document, err error) {
	err = fields(data, func(number int, value string) error {
		switch number {
		case 1:
			d.Path = value
		case 2:
			if *count++; *count > maxOccurrences {
				return ErrForm
			}
			o, err := occurrence(value)
			if err != nil {
				return err
			}
			if o.Name != "" && o.Line > 0 {
				d.Occurrences = append(d.Occurrences, o)
			}
		case 5:
			d.Text = value
		}
		return nil
	})
	return d, err
}

// defines is the bit of an occurrence's roles that says so.
const defines = 1

// occurrence reads a message Occurrence. Both names stay "" for a symbol over maxSymbol, and Line
// stays 0 without a range.
func occurrence(data string) (o Occurrence, err error) {
	ranged := false
	err = fields(data, func(number int, value string) error {
		switch number {
		case 1: // a list of numbers, at once or one by one, of which the first is the line from 0
			line, n := uvarint(value)
			if n > 0 && line < 1<<31-1 && !ranged {
				o.Line = int(line) + 1
			}
			ranged = ranged || value != ""
		case 2:
			if len(value) <= maxSymbol {
				o.Symbol, o.Name = value, NameOf(value)
			}
		case 3:
			roles, _ := uvarint(value)
			o.Defines = roles&defines != 0
		}
		return nil
	})
	return o, err
}

// fields calls f with each field of a message: of a number with its bytes as they are written. Numbers of
// fixed length are passed over.
func fields(data string, f func(number int, value string) error) error {
	for len(data) > 0 {
		tag, n := uvarint(data)
		if n <= 0 || tag>>3 == 0 || tag>>3 > 1<<29-1 {
			return ErrForm
		}
		data = data[n:]
		var value string
		switch tag & 7 {
		case 0:
			if _, n = uvarint(data); n <= 0 {
				return ErrForm
			}
			value, data = data[:n], data[n:]
		case 1, 5:
			n = 8
			if tag&7 == 5 {
				n = 4
			}
			if len(data) < n {
				return ErrForm
			}
			data = data[n:]
			continue
		case 2:
			size, n := uvarint(data)
			if n <= 0 || size > uint64(len(data)-n) {
				return ErrForm
			}
			value, data = data[n:n+int(size)], data[n+int(size):]
		default:
			return ErrForm
		}
		if err := f(int(tag>>3), value); err != nil {
			return err
		}
	}
	return nil
}

// uvarint reads a number and its length in bytes, which is 0 or less where there is none.
func uvarint(data string) (uint64, int) {
	return binary.Uvarint([]byte(data[:min(len(data), binary.MaxVarintLen64)]))
}

// NameOf is the last part of the name of a symbol, "" of one that is local to its file, a parameter, or has
// a name that no code has.
func NameOf(symbol string) string {
	if strings.HasPrefix(symbol, "local ") || symbol == "" {
		return ""
	}
	rest := symbol[:len(symbol)-1]
	switch symbol[len(symbol)-1] {
	case '.':
		if strings.HasSuffix(rest, ")") { // a method: its name, and in brackets which of several
			rest = rest[:max(0, strings.LastIndexByte(rest, '('))]
		}
	case '#', '!':
	default:
		return ""
	}
	if quoted, ok := strings.CutSuffix(rest, "`"); ok {
		return quoted[strings.LastIndexByte(quoted, '`')+1:]
	}
	i := len(rest)
	for i > 0 && inName(rest[i-1]) {
		i--
	}
	return rest[i:]
}

// inName tells the bytes of a name without backticks, of those that SCIP allows in one only what
// code has.
func inName(c byte) bool {
	return c == '_' || c == '$' || c|0x20 >= 'a' && c|0x20 <= 'z' || c >= '0' && c <= '9'
}
