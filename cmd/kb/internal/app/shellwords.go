package app

import (
	"errors"
	"fmt"
	"runtime"
	"strings"
)

// ShellWords splits a command into words as a POSIX shell does: at blanks, but not within quotes or
// behind a backslash. Nothing is expanded. On Windows a backslash parts folders.
func ShellWords(command string) ([]string, error) {
	var words []string
	var word strings.Builder
	quote, begun := rune(0), false
	runes := []rune(command)
	for i := 0; i < len(runes); i++ {
		r := runes[i]
		switch {
		case quote != 0 && r == quote:
			quote = 0
		case r == '\\' && quote != '\'' && runtime.GOOS != "windows" && escapes(runes[i+1:], quote):
			i++
			word.WriteRune(runes[i])
			begun = true
		case quote == 0 && (r == '"' || r == '\''):
			quote, begun = r, true
		case quote == 0 && strings.ContainsRune(" \t\n", r):
			if begun {
				words = append(words, word.String())
			}
			word.Reset()
			begun = false
		default:
			word.WriteRune(r)
			begun = true
		}
	}
	if quote != 0 {
		return nil, fmt.Errorf("the quote %c is not closed", quote)
	}
	if begun {
		words = append(words, word.String())
	}
	if len(words) == 0 || words[0] == "" {
		return nil, errors.New("it names no program")
	}
	return words, nil
}

// escapes reports whether a backslash before rest takes the meaning from the next character; in
// double quotes it does from a few only.
func escapes(rest []rune, quote rune) bool {
	return len(rest) > 0 && (quote == 0 || strings.ContainsRune("\"\\$`", rest[0]))
}
