package edit

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"

	"github.com/9aea2451/kb/markdown"
)

// YAML writes a value of a key at the top as YAML, with the blank or line end that stands before it: a
// string, bool, int, float64, []string, or []any of strings and entities.
func YAML(value any) (string, error) { return (&front{eol: "\n"}).behindKey(value) }

// scalar writes a string as YAML: quoted as the old one was (' or "), bare where it can be, else in the
// quotes that leave most of it as it is.
func scalar(s string, quote byte) string {
	printable := !strings.ContainsFunc(s, func(r rune) bool { return !unicode.IsPrint(r) || r == unicode.ReplacementChar || r == 0xfeff })
	switch {
	case quote == 0 && printable && bare(s):
		return s
	case printable && (quote == '\'' || quote == 0 && strings.Contains(s, `"`) && !strings.Contains(s, `\`)):
		return "'" + strings.ReplaceAll(s, "'", "''") + "'"
	}
	return doubleQuoted(s)
}

// bare tells whether a string can stand without quotes, in a flow list as well, and is read back as itself.
func bare(s string) bool {
	if s == "" || strings.TrimSpace(s) != s || strings.ContainsAny(s, ",[]{}#&*!|>'\"%@`\\\t") || strings.HasPrefix(s, "-") ||
		strings.HasPrefix(s, "?") ||
		strings.Contains(s, ": ") || strings.HasSuffix(s, ":") || strings.HasPrefix(s, ":") || strings.HasPrefix(s, "=") ||
		strings.HasPrefix(s, "<") {
		return false
	}
	front := markdown.Head([]byte("---\nk: " + s + "\nf: [" + s + "]\n---\n")).FrontMatter
	v, _ := front.Get("k")
	list, _ := front.Get("f")
	items, _ := list.([]any)
	return v == s && len(items) == 1 && items[0] == s
}

// doubleQuoted escapes as both YAML and TOML read it.
func doubleQuoted(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\t':
			b.WriteString(`\t`)
		case r == '\r':
			b.WriteString(`\r`)
		case unicode.IsPrint(r) && r != 0xfeff:
			b.WriteRune(r)
		case r > 0xffff:
			fmt.Fprintf(&b, `\U%08X`, r)
		default:
			fmt.Fprintf(&b, `\u%04X`, r)
		}
	}
	b.WriteByte('"')
	return b.String()
}

// text writes a value on one line.
func (f *front) text(value any, quote byte) (string, error) {
	switch v := value.(type) {
	case string:
		if f.toml {
			return doubleQuoted(v), nil
		}
		return scalar(v, quote), nil
	case bool:
		return strconv.FormatBool(v), nil
	case int:
		return strconv.Itoa(v), nil
	case float64:
		return strconv.FormatFloat(v, 'g', -1, 64), nil
	case []string:
		items := make([]string, len(v))
		for i, item := range v {
			items[i], _ = f.text(item, 0)
		}
		return "[" + strings.Join(items, ", ") + "]", nil
	case []any:
		if len(v) == 1 {
			text, err := f.text(v[0], 0)
			return "[" + text + "]", err
		}
	case table:
		lines, err := f.lines(v)
		return "{" + strings.Join(lines, ", ") + "}", err
	}
	return "", fmt.Errorf("a value of type %T cannot be written", value)
}

// keyText writes a key.
func (f *front) keyText(key string) string {
	if f.toml {
		for _, r := range key {
			if r > 'z' || !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '_' && r != '-' {
				return doubleQuoted(key)
			}
		}
		return key
	}
	return scalar(key, 0)
}
