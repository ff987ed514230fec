package deliver

import (
	"bytes"
	"os"
	"strings"

	"github.com/9aea2451/kb/kb/code"
	"github.com/9aea2451/kb/kb/git"
)

// Bounds of looking where an edit stands.
const (
	maxSource = 1 << 20 // bytes of the edited file
	maxAbove  = 5000    // lines above the edit
	maxEdits  = 20      // texts of one call
)

// edit is what a call changes in a file, as far as it says so.
type edit struct {
	root  *os.Root
	file  string
	texts []string

	source []byte // nil before it is read
	read   bool
}

// in reports whether an edit is in a symbol of the file: what it changes has the name, or stands below
// a line with the name that is indented less, as bodies do in every language. No parser is asked, which
// would take longer than a hook may. Where the call does not say what it changes, or that is not found,
// it may be anywhere.
func (e *edit) in(symbol string) bool {
	name := code.PlainName(symbol)
	name = name[strings.LastIndexByte(name, '.')+1:]
	if len(e.texts) == 0 || name == "" {
		return true
	}
	if !e.read {
		e.read = true
		e.source, _ = git.ReadRegular(e.root, e.file, maxSource) // else it may be anywhere
	}
	found := false
	for _, text := range e.texts[:min(len(e.texts), maxEdits)] {
		if hasName([]byte(text), name) {
			return true
		}
		at := bytes.Index(e.source, []byte(text))
		if at < 0 || strings.TrimSpace(text) == "" {
			continue
		}
		found = true
		if below(e.source, at+len(text)-len(strings.TrimLeft(text, " \t\r\n")), name) {
			return true
		}
	}
	return !found
}

// below reports whether one of the lines that enclose a place, each indented less than what it
// encloses, has a name. Lines of brackets alone, and those that begin with one that closes, enclose
// nothing: a head of several lines ends so.
func below(source []byte, at int, name string) bool {
	start := bytes.LastIndexByte(source[:at], '\n') + 1
	indent := indentOf(source[start:])
	for n := 0; n < maxAbove && start > 0 && indent > 0; n++ {
		end := start - 1
		start = bytes.LastIndexByte(source[:end], '\n') + 1
		line := bytes.TrimSpace(source[start:end])
		if len(line) == 0 || strings.IndexByte(")}]{", line[0]) >= 0 {
			continue
		}
		if i := indentOf(source[start:end]); i < indent {
			if indent = i; hasName(line, name) {
				return true
			}
		}
	}
	return false
}

// indentOf is how far a line is indented, a tab as four columns.
func indentOf(line []byte) (columns int) {
	for _, c := range line {
		switch c {
		case ' ':
			columns++
		case '\t':
			columns += 4
		default:
			return columns
		}
	}
	return columns
}

// hasName reports whether a name stands in a text as a word.
func hasName(text []byte, name string) bool {
	for from := 0; ; {
		i := bytes.Index(text[from:], []byte(name))
		if i < 0 {
			return false
		}
		i += from
		end := i + len(name)
		if (i == 0 || !code.InName(text[i-1])) && (end == len(text) || !code.InName(text[end])) {
			return true
		}
		from = i + 1
	}
}
