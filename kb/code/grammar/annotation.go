package grammar

import (
	"bytes"
	"slices"
	"strings"
)

// mostAnnotated bounds a list of parameters, and what stands between the brackets of an annotation, in bytes.
const mostAnnotated = 4_000

// Bounds of a declaration behind a macro: words of its type and name, and bytes of a template's arguments.
const (
	mostWords     = 8
	mostArguments = 400
)

// mostMacros is how many macros may annotate one declaration. In a row of thousands every one would be
// followed to the end of the row.
const mostMacros = 16

// mostDelimiter is how long the delimiter of a raw string may be in C++, in bytes.
const mostDelimiter = 16

// withoutAnnotations returns a source of C or C++ in which spaces stand for the macros that annotate
// functions, variables and classes, as in
//
//	void Close() EXCLUSIVE_LOCKS_REQUIRED(mu) {
//
// Without expanding macros the grammar takes such a macro for the name. All other bytes stay where
// they are. What stands in comments and strings is no code.
func withoutAnnotations(source []byte) []byte {
	text, plain := source, withoutQuoted(source)
	for at := range plain {
		var marks [][2]int
		switch c := plain[at]; {
		case c == ')':
			found, follow := annotations(plain, at+1)
			if len(found) > 0 && annotated(plain, at, follow) {
				marks = found
			}
		case isWord(c) && (at == 0 || !isWord(plain[at-1])):
			marks = wordAnnotation(plain, at)
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

// wordAnnotation is where the macros stand that the word at a place makes known as annotations: the word
// itself, or what follows "class".
func wordAnnotation(source []byte, at int) [][2]int {
	end := skipWord(source, at)
	word := string(source[at:end])
	switch {
	case word == "class" || word == "struct" || word == "union":
		return typeAnnotation(source, word, end)
	case !isMacro(word):
		return nil
	case leads(source, at, end):
		return [][2]int{{at, end}}
	}
	if open := skipBlank(source, end); open == len(source) || source[open] != '(' || !names(source, at) {
		return nil
	}
	if marks, follow := annotations(source, at); follow == ';' || follow == '=' || follow == '{' {
		return marks
	}
	return nil
}

// Words that stand before a declaration or a type and are neither a type nor a name.
var beforeType = []string{"static", "const", "constexpr", "extern", "inline", "volatile", "virtual", "explicit", "friend",
	"mutable", "register", "thread_local", "typedef", "using", "template", "typename", "class", "struct", "union", "enum"}

// Words of statements and directives, before which or after which nothing is declared.
var ofStatements = []string{"return", "else", "do", "case", "goto", "new", "delete", "throw", "co_return", "co_yield", "define",
	"sizeof", "operator", "and", "or", "not"}

// names reports whether the word before a place is the name of a variable or a field: a type comes before it.
func names(source []byte, at int) bool {
	end := skipBlankBack(source, at)
	for end > 0 && source[end-1] == ']' { // sizes of an array
		open := bytes.LastIndexByte(source[max(0, end-mostAnnotated):end], '[')
		if open < 0 {
			return false
		}
		end = skipBlankBack(source, max(0, end-mostAnnotated)+open)
	}
	start := skipWordBack(source, end)
	name := string(source[start:end])
	if name == "" || isMacro(name) || slices.Contains(beforeType, name) || slices.Contains(ofStatements, name) {
		return false
	}
	end = skipBlankBack(source, start)
	before := string(source[skipWordBack(source, end):end])
	if before == "" {
		return end > 0 && strings.IndexByte("*&>", source[end-1]) >= 0
	}
	if isMacro(before) || slices.Contains(ofStatements, before) {
		return false
	}
	return !slices.Contains(beforeType, before) || before == "const" && pointer(source, end)
}

// pointer reports whether "* const" ends at a place.
func pointer(source []byte, end int) bool {
	end = skipBlankBack(source, skipWordBack(source, end))
	return end > 0 && (source[end-1] == '*' || source[end-1] == '&')
}

// leads reports whether the macro at [at, end) is the first word of its line and precedes a whole
// declaration, with a type and a name of its own.
func leads(source []byte, at, end int) bool {
	for at > 0 && source[at-1] != '\n' {
		if at--; !isBlank(source[at]) {
			return false
		}
	}
	words, last := 0, ""
	for i := end; words <= mostWords && i < end+mostAnnotated; {
		i = skipBlank(source, i)
		start := i
		if i = skipWord(source, i); i > start {
			word := string(source[start:i])
			switch {
			case word == "const" || word == "volatile":
			case words == 0 && (slices.Contains(beforeType, word) || word == "void" || word == "bool" || word == "int"):
				return true
			case slices.Contains(ofStatements, word):
				return false
			case word == last && bytes.HasSuffix(source[:start], []byte("::")):
				return true // Room::Room(): a constructor has no type
			default:
				words, last = words+1, word
			}
			continue
		}
		switch {
		case i == len(source):
			return false
		case bytes.HasPrefix(source[i:], []byte("::")) && words > 0:
			if i, words = i+2, words-1; i < len(source) && source[i] == '~' { // the next word goes on with the same name
				return true
			}
		case source[i] == '<' && words > 0:
			if i = angles(source, i); i < 0 {
				return false
			}
		case source[i] == '*' || source[i] == '&':
			if words == 0 {
				return false
			}
			i++
		default:
			return words > 1 && strings.IndexByte("(;=[{", source[i]) >= 0
		}
	}
	return false
}

// angles is the place behind the bracket that closes the one of a template's arguments, -1 where it is far.
func angles(source []byte, open int) int {
	depth := 0
	for i := open; i < min(len(source), open+mostArguments); i++ {
		switch source[i] {
		case '<':
			depth++
		case '>':
			if depth--; depth == 0 {
				return i + 1
			}
		case ';', '{', '}':
			return -1
		}
	}
	return -1
}

// withoutQuoted returns a source with spaces for comments and for what stands between quotes.
func withoutQuoted(source []byte) []byte {
	plain := slices.Clone(source)
	for at := 0; at < len(source); at++ {
		if c := source[at]; c != '/' && c != '"' && c != '\'' {
			continue
		}
		last := min(skipQuoted(source, at), len(source)-1)
		from, to := at, last+1
		switch {
		case source[at] != '/':
			if from++; last > at && source[last] == source[at] {
				to = last
			}
		case last == at:
			continue
		}
		for ; from < to; from++ {
			if plain[from] != '\n' {
				plain[from] = ' '
			}
		}
		at = last
	}
	return plain
}

// skipQuoted is the last byte of the comment, the string or the character that begins at a place, the
// place itself if none does. What has no end ends with its line, a comment or a raw string with the source.
func skipQuoted(source []byte, at int) int {
	rest := source[at:]
	end := func(mark string) int {
		if i := bytes.Index(rest[1:], []byte(mark)); i >= 0 {
			return at + i + len(mark)
		}
		return len(source)
	}
	switch {
	case bytes.HasPrefix(rest, []byte("//")):
		return end("\n")
	case bytes.HasPrefix(rest, []byte("/*")):
		rest = rest[1:]
		return end("*/") + 1
	case rest[0] == '/', rest[0] == '\'' && at > 0 && isWord(source[at-1]): // a digit separator, 1'000
		return at
	case rest[0] == '"' && at > 0 && source[at-1] == 'R':
		if open := bytes.IndexByte(rest[:min(len(rest), mostDelimiter+2)], '('); open > 0 {
			return end(")" + string(rest[1:open]) + `"`)
		}
	}
	i := at + 1
	for ; i < len(source) && source[i] != '\n'; i++ {
		switch source[i] {
		case '\\':
			i++
		case rest[0]:
			return i
		}
	}
	return i - 1
}

// typeAnnotation is the span of the macro between "class" and the name of the class whose definition
// the word that ends at a place begins, nil if there is none.
func typeAnnotation(source []byte, keyword string, end int) [][2]int {
	start := skipBlank(source, end)
	end = skipWord(source, start)
	word := string(source[start:end])
	if !isMacro(word) && (keyword != "class" || len(word) < 3 || word != strings.ToUpper(word)) {
		return nil
	}
	if open := skipBlank(source, end); open < len(source) && source[open] == '(' {
		if end = closing(source, open); end < 0 {
			return nil
		}
	}
	name := skipBlank(source, end)
	final := string(source[name:skipWord(source, name)]) == "final"
	rest := source[skipBlank(source, skipWord(source, name)):]
	rest = bytes.TrimLeft(bytes.TrimPrefix(rest, []byte("final")), " \t\r\n")
	based := bytes.HasPrefix(rest, []byte(":")) && !bytes.HasPrefix(rest, []byte("::"))
	if skipWord(source, name) == name || final || !based && !bytes.HasPrefix(rest, []byte("{")) {
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
		case isMacro(word) && len(marks) == mostMacros:
			return nil, 0
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

// isWord tells the ASCII letters, digits and underscores of a name; any other byte ends it.
func isWord(c byte) bool {
	return c == '_' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }

// skipBlank returns the first place from at on where no blank stands, len(source) if there is none.
func skipBlank(source []byte, at int) int {
	for at < len(source) && isBlank(source[at]) {
		at++
	}
	return at
}

// skipWord returns the end of the word that begins at a place, the place itself if none does.
func skipWord(source []byte, at int) int {
	for at < len(source) && isWord(source[at]) {
		at++
	}
	return at
}

// skipBlankBack returns where the blanks that end at a place begin, the place itself without any.
func skipBlankBack(source []byte, end int) int {
	for end > 0 && isBlank(source[end-1]) {
		end--
	}
	return end
}

// skipWordBack returns where the word that ends at a place begins, the place itself without one.
func skipWordBack(source []byte, end int) int {
	for end > 0 && isWord(source[end-1]) {
		end--
	}
	return end
}
