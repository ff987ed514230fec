package code

import "bytes"

// Bare returns source code of a language (see Language) with blanks in the place of its comments; line
// ends stay, and so do Python's doc strings. It knows strings and comments, no more of the language.
func Bare(language string, source []byte) []byte {
	out := bytes.Clone(source)
	for i := 0; i < len(out); {
		rest := out[i:]
		slashes := language != "python" && bytes.HasPrefix(rest, []byte("//")) && (i == 0 || out[i-1] != '\\')
		switch {
		case slashes, language == "python" && rest[0] == '#':
			i = blank(out, i, lineEnd(out, i))
		case language != "python" && bytes.HasPrefix(rest, []byte("/*")):
			end := len(out)
			if n := bytes.Index(rest[2:], []byte("*/")); n >= 0 {
				end = i + 2 + n + 2
			}
			i = blank(out, i, end)
		default:
			i += quoted(language, rest)
		}
	}
	return out
}

// blank writes blanks between two places, and returns the second.
func blank(out []byte, from, to int) int {
	for i := from; i < to; i++ {
		if out[i] != '\n' && out[i] != '\r' {
			out[i] = ' '
		}
	}
	return to
}

// lineEnd is where the line of a place ends.
func lineEnd(source []byte, at int) int {
	if n := bytes.IndexByte(source[at:], '\n'); n >= 0 {
		return at + n
	}
	return len(source)
}

// quoted is the length of the string or the character that a source begins with, 1 where there is none.
func quoted(language string, source []byte) int {
	mark := source[:1]
	lines := false // may it go over several lines?
	switch {
	case language == "python" && (bytes.HasPrefix(source, []byte(`"""`)) || bytes.HasPrefix(source, []byte(`'''`))):
		mark, lines = source[:3], true
	case mark[0] == '`' && (language == "go" || language == "typescript" || language == "tsx" || language == "javascript"):
		lines = true
	case mark[0] == '"':
		lines = language == "rust"
	case mark[0] == '\'' && language == "rust": // a character, or a lifetime
		if len(source) < 3 || source[1] != '\\' && source[2] != '\'' {
			return 1
		}
	case mark[0] == '\'':
	default:
		return 1
	}
	for i := len(mark); i < len(source); i++ {
		switch {
		case source[i] == '\\' && (mark[0] != '`' || language != "go"):
			i++
		case source[i] == '\n' && !lines:
			return i
		case bytes.HasPrefix(source[i:], mark):
			return i + len(mark)
		}
	}
	return len(source)
}
