package grammar

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/9aea2451/kb/kb/code"
)

// signature makes one line of a declaration without its body.
func signature(source []byte) string {
	source = source[:min(len(source), 8*code.MaxText)] // spaces are taken together before it is cut
	text := strings.Join(strings.Fields(strings.ToValidUTF8(string(source), "")), " ")
	for _, mark := range []string{"{", ":", "=>", "=", ";", ","} {
		text = strings.TrimSpace(strings.TrimSuffix(text, mark))
	}
	return code.Clip(text, code.MaxText)
}

// beginsLine reports whether only spaces stand before a place on its line.
func (t *tree) beginsLine(at int) bool {
	for at--; at >= 0 && t.source[at] != '\n'; at-- {
		if t.source[at] != ' ' && t.source[at] != '\t' {
			return false
		}
	}
	return true
}

// plainComment takes the marks off a comment.
func plainComment(text string) string {
	var out []string
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		line = strings.TrimSuffix(line, "*/")
		for _, mark := range []string{"/**", "/*!", "/*", "///", "//!", "//", "#:", "#", "*"} {
			if rest, ok := strings.CutPrefix(line, mark); ok {
				line = rest
				break
			}
		}
		out = append(out, strings.TrimSpace(line))
	}
	return strings.ToValidUTF8(strings.TrimSpace(strings.Join(out, "\n")), "")
}

// plainDocstring takes the quotes and the indent off a text in Python.
func plainDocstring(text string) string {
	text = strings.TrimLeft(text, "rRuUbBfF")
	for _, quote := range []string{`"""`, "'''", `"`, "'"} {
		if inner, ok := strings.CutPrefix(text, quote); ok {
			text = strings.TrimSuffix(inner, quote)
			break
		}
	}
	var out []string
	for line := range strings.Lines(text) {
		out = append(out, strings.TrimSpace(line))
	}
	return strings.ToValidUTF8(strings.TrimSpace(strings.Join(out, "\n")), "")
}

// isClassName reports whether a name begins with a capital letter, as those of classes do.
func isClassName(name string) bool {
	name = strings.TrimLeft(name, "_")
	first, _ := utf8.DecodeRuneInString(name)
	return unicode.IsUpper(first)
}

// isConstantName reports whether a name is written in capital letters, as those of constants are.
func isConstantName(name string) bool { return isClassName(name) && strings.ToUpper(name) == name }

// lastPart is the c of "a.b.c", and the whole of a name without dots.
func lastPart(name string) string { return name[strings.LastIndexByte(name, '.')+1:] }

// called returns the type of what a member of a type gives when it is called, "" where nobody keeps it.
func called(typ, member string) string {
	if typ == "" || len(typ)+len(member) > code.MaxText {
		return ""
	}
	return typ + "." + member + "()"
}

// listOf returns the type of a list of elements of a type, element the type of an element of a list.
func listOf(typ string) string {
	if typ == "" {
		return ""
	}
	return "[]" + typ
}

// element makes T of "[]T", "xs[]" of "xs", and "" of "".
func element(typ string) string {
	if rest, ok := strings.CutPrefix(typ, "[]"); ok || typ == "" {
		return rest
	}
	return typ + "[]"
}
