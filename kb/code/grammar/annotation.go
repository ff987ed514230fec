package grammar

import (
	"bytes"
	"slices"
	"strings"
)

// mostAnnotated bounds a list of parameters, and what stands between the brackets of an annotation, in bytes.
const mostAnnotated = 4_000

// withoutAnnotations returns a source of C or C++ in which spaces stand for the macros that annotate
// functions and classes, as in
//
//	void Close() EXCLUSIVE_LOCKS_REQUIRED(mu) {
//
// Without expanding macros the grammar takes such a macro for the name. All other bytes stay where
// they are.
func withoutAnnotations(source []byte) []byte {
	text := source
	for at := range source {
		var marks [][2]int
		switch source[at] {
		case ')':
			found, follow := annotations(source, at+1)
			if len(found) > 0 && annotated(source, at, follow) {
				marks = found
			}
		case 'c', 's', 'u':
			marks = typeAnnotation(source, at)
		}
		if len(marks) > 0 && &text[0] == &source[0] {
			text = slices.Clone(source)
		}
		for _, m := range marks {
			for i := m[0]; i < m[1]; i++ {
				if text[i] != '\n' {
					text[i] = ' '
				}
			}
		}
	}
	return text
}

// typeAnnotation is the span of the macro between "class" and the name of the class whose definition
// begins at a place, nil if there is none.
func typeAnnotation(source []byte, at int) [][2]int {
	if at > 0 && isWord(source[at-1]) {
		return nil
	}
	end := skipWord(source, at)
	if !slices.Contains([]string{"class", "struct", "union"}, string(source[at:end])) {
		return nil
	}
	start := skipBlank(source, end)
	end = skipWord(source, start)
	if !isMacro(string(source[start:end])) {
		return nil
	}
	if open := skipBlank(source, end); open < len(source) && source[open] == '(' {
		if end = closing(source, open); end < 0 {
			return nil
		}
	}
	name := skipBlank(source, end)
	rest := source[skipBlank(source, skipWord(source, name)):]
	rest = bytes.TrimLeft(bytes.TrimPrefix(rest, []byte("final")), " \t\r\n")
	based := bytes.HasPrefix(rest, []byte(":")) && !bytes.HasPrefix(rest, []byte("::"))
	if skipWord(source, name) == name || !based && !bytes.HasPrefix(rest, []byte("{")) {
		return nil // the type of what is declared
	}
	return [][2]int{{start, end}}
}

// annotations are the spans of the macros that follow a list of parameters, among words such as const,
// and the byte that comes after them.
func annotations(source []byte, at int) (marks [][2]int, follow byte) {
	for {
		at = skipBlank(source, at)
		start := at
		at = skipWord(source, at)
		word := string(source[start:at])
		switch {
		case slices.Contains([]string{"const", "noexcept", "override", "final", "volatile"}, word):
		case isMacro(word):
			if open := skipBlank(source, at); open < len(source) && source[open] == '(' {
				if at = closing(source, open); at < 0 {
					return nil, 0
				}
			}
			marks = append(marks, [2]int{start, at})
		case word != "" || at == len(source):
			return nil, 0
		case source[at] == '=' && !assigns(source[at+1:]):
			return marks, '{' // as good as a body
		default:
			return marks, source[at]
		}
	}
}

// assigns reports whether something else than default, delete or 0 follows the equals sign of a declaration.
func assigns(rest []byte) bool {
	rest = bytes.TrimLeft(rest, " \t\n")
	return !slices.ContainsFunc([]string{"default", "delete", "0"}, func(w string) bool { return bytes.HasPrefix(rest, []byte(w)) })
}

// annotated reports whether the bracket at a place closes the parameters of a function that is
// declared or defined, rather than a condition or the arguments of a call.
func annotated(source []byte, at int, follow byte) bool {
	open := opening(source, at)
	if open < 0 {
		return false
	}
	end := skipBlankBack(source, open)
	start := skipWordBack(source, end)
	name := string(source[start:end])
	switch name {
	case "", "if", "for", "while", "switch", "catch", "return", "sizeof", "alignof", "alignas", "decltype", "typeof", "noexcept",
		"throw", "requires", "static_assert", "__attribute__", "__declspec":
		return name == "" && end > 0 && strings.IndexByte("=<>+-*/%&|^!~[]", source[end-1]) >= 0 // an operator
	}
	for start > 1 && (source[start-1] == '~' || source[start-1] == ':' && source[start-2] == ':') {
		if source[start-1] == ':' {
			start = skipWordBack(source, start-2)
		} else {
			start--
		}
	}
	end = skipBlankBack(source, start)
	before := string(source[skipWordBack(source, end):end])
	if slices.Contains([]string{"define", "return", "else", "do", "case", "goto", "new", "delete", "throw", "co_return"}, before) {
		return false
	}
	switch follow {
	case '{':
		return !isMacro(name)
	case ':':
		return true
	case ';': // a call can stand there, too: a declaration has a type before its name
		return !isMacro(name) && (before != "" || end > 0 && strings.IndexByte("*&>", source[end-1]) >= 0)
	}
	return false
}

// isMacro reports whether a word looks like the name of a macro: capitals with an underscore between.
func isMacro(word string) bool {
	return len(word) > 3 && strings.Contains(word[1:len(word)-1], "_") && word == strings.ToUpper(word) && (word[0] < '0' || word[0] > '9')
}

// closing is the place behind the bracket that closes the one at open, -1 where it is far.
func closing(source []byte, open int) int {
	depth := 0
	for i := open; i < min(len(source), open+mostAnnotated); i++ {
		switch source[i] {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return -1
}

// opening is the place of the bracket that is closed at a place, -1 where it is far.
func opening(source []byte, at int) int {
	depth := 0
	for i := at; i >= max(0, at-mostAnnotated); i-- {
		switch source[i] {
		case ')':
			depth++
		case '(':
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return -1
}

func isWord(c byte) bool {
	return c == '_' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }

func skipBlank(source []byte, at int) int {
	for at < len(source) && isBlank(source[at]) {
		at++
	}
	return at
}

func skipWord(source []byte, at int) int {
	for at < len(source) && isWord(source[at]) {
		at++
	}
	return at
}

func skipBlankBack(source []byte, end int) int {
	for end > 0 && isBlank(source[end-1]) {
		end--
	}
	return end
}

func skipWordBack(source []byte, end int) int {
	for end > 0 && isWord(source[end-1]) {
		end--
	}
	return end
}
