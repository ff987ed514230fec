package markdown

import "strings"

// maxIdentifiers bounds the identifiers of a chunk, and maxIdentifier the bytes of one.
const (
	maxIdentifiers = 200
	maxIdentifier  = 80
)

// Identifiers lists the names of code that stand in a text, such as that of a chunk: camelCase,
// snake_case, dotted.names, paths, ::, --flags, calls(), each once.
func Identifiers(text string) []string {
	var out []string
	seen := map[string]bool{}
	for i := 0; i < len(text) && len(out) < maxIdentifiers; {
		if !identifierByte(text[i]) {
			i++
			continue
		}
		end := i
		for end < len(text) && identifierByte(text[end]) {
			end++
		}
		if end-i >= 3 && end-i <= maxIdentifier {
			call := end+1 < len(text) && text[end] == '(' && text[end+1] == ')'
			if name := trimIdentifier(text[i:end]); isIdentifier(name, call) && !seen[name] {
				seen[name] = true
				out = append(out, name)
			}
		}
		i = end
	}
	return out
}

// identifierByte reports whether a byte may stand in a name of code, a path, a flag or a package.
func identifierByte(c byte) bool {
	switch c {
	case '_', '.', '/', ':', '-', '$', '@':
		return true
	}
	return alphanumeric(c)
}

// letter reports whether a byte is a letter of ASCII.
func letter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

// alphanumeric reports whether a byte is a letter or a digit of ASCII.
func alphanumeric(c byte) bool { return letter(c) || '0' <= c && c <= '9' }

// trimIdentifier drops the punctuation around a name. A flag keeps its dashes.
func trimIdentifier(s string) string {
	s = strings.TrimRight(s, ".:/-@")
	if strings.HasPrefix(s, "--") {
		return s
	}
	return strings.TrimLeft(s, ".:-")
}

// isIdentifier tells names of code from words.
func isIdentifier(s string, call bool) bool {
	if len(s) < 3 || !strings.ContainsAny(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ") || strings.Contains(s, "://") {
		return false
	}
	if call || strings.HasPrefix(s, "--") && len(s) > 3 || strings.Contains(s, "_") || strings.Contains(s, "::") {
		return true
	}
	if strings.ContainsAny(s, "./") && innerPunctuation(s) {
		return true
	}
	for i := 1; i < len(s); i++ {
		if 'A' <= s[i] && s[i] <= 'Z' && 'a' <= s[i-1] && s[i-1] <= 'z' {
			return true
		}
	}
	return false
}

// innerPunctuation holds for a.b and a/b, not for "e.g".
func innerPunctuation(s string) bool {
	for i := 1; i+2 < len(s); i++ {
		if (s[i] == '.' || s[i] == '/') && s[i-1] != '.' {
			return i >= 2 || s[i] == '/'
		}
	}
	return false
}
