package markdown

import "strings"

// PlainText is the readable text of a stretch of markdown on one line: without heading marks,
// emphasis, code fences, the targets of links and the lines that define them.
func PlainText(source []byte, s Span) string {
	start, end := max(s.Start, 0), min(s.End, len(source))
	if start >= end {
		return ""
	}
	var parts []string
	for line := range strings.SplitSeq(string(source[start:end]), "\n") {
		line = strings.TrimSpace(strings.TrimLeft(strings.TrimSpace(line), ">"))
		if strings.HasPrefix(line, "```") || strings.HasPrefix(line, "~~~") || strings.Trim(line, "-=*_|: ") == "" || definesLink(line) {
			continue
		}
		if _, heading := atxHeading(line); heading != "" {
			line = heading
		}
		parts = append(parts, plainInline(line))
	}
	return strings.ToValidUTF8(strings.Join(parts, " "), "\uFFFD")
}

// definesLink tells a line that only says where a link leads: "[label]: target", with a title or without.
func definesLink(line string) bool {
	_, target, ok := readDefinition([]byte(line), 0, len(line))
	if !ok {
		return false
	}
	rest := strings.TrimLeft(line[target.end:], "> \t")
	return rest == "" || strings.IndexByte("\"'(", rest[0]) >= 0
}

// plainInline drops the marks of one stretch of inline markdown: code spans, emphasis and links keep their text.
func plainInline(s string) string {
	var b strings.Builder
	var closing []int // brackets that end the text of a link, innermost last
	for i := 0; i < len(s); {
		switch c := s[i]; {
		case c == '\\' && i+1 < len(s) && punctuation(s[i+1]):
			b.WriteByte(s[i+1])
			i += 2
		case c == '`':
			code, next := codeText(s, i)
			b.WriteString(code)
			i = next
		case c == '*' && !aloneAt(s, i):
			i++
		case c == '_' && (i == 0 || !wordByte(s[i-1]) || i+1 == len(s) || !wordByte(s[i+1])):
			i++
		case c == '!' && i+1 < len(s) && s[i+1] == '[':
			i++
		case strings.HasPrefix(s[i:], "[[") && wikiEnd(s, i) > 0:
			end := wikiEnd(s, i)
			b.WriteString(wikiText(s[i+2 : end]))
			i = end + 2
		case strings.HasPrefix(s[i:], "$$") && strings.Contains(s[i+2:], "$$"): // a formula: its signs are no emphasis
			formula, _, _ := strings.Cut(s[i+2:], "$$")
			b.WriteString("$$" + formula + "$$")
			i += len(formula) + 4
		case c == '[':
			if end := linkTextEnd(s, i); end > 0 {
				closing = append(closing, end)
			} else {
				b.WriteByte(c)
			}
			i++
		case c == ']' && len(closing) > 0 && closing[len(closing)-1] == i:
			closing = closing[:len(closing)-1]
			i = afterTarget(s, i+1)
		case c == '<' && strings.HasPrefix(s[i:], "<!--"):
			i = len(s) - len(after(s[i:], "-->"))
		case c == '<':
			next := afterTag(s, i)
			if next == i+1 && !strings.HasPrefix(s[i+1:], "http") {
				b.WriteByte('<')
			}
			i = next
		default:
			b.WriteByte(c)
			i++
		}
	}
	return strings.Join(strings.Fields(b.String()), " ")
}

// codeText returns what stands in the code span that begins at i, unchanged, and where it ends; of marks
// that nothing closes nothing.
func codeText(s string, i int) (code string, end int) {
	n := len(s[i:]) - len(strings.TrimLeft(s[i:], "`"))
	mark, rest := s[i:i+n], s[i+n:]
	for at := 0; at < len(rest); {
		j := strings.Index(rest[at:], mark)
		if j < 0 {
			break
		}
		at += j
		run := len(rest[at:]) - len(strings.TrimLeft(rest[at:], "`"))
		if run == n {
			return rest[:at], i + n + at + n
		}
		at += run
	}
	return "", i + n
}

// aloneAt tells that blanks stand on both sides of a byte: a sign of arithmetic or a list, no emphasis.
func aloneAt(s string, i int) bool {
	return (i == 0 || s[i-1] == ' ') && (i+1 == len(s) || s[i+1] == ' ')
}

// wikiEnd finds the "]]" that ends the link between notes that begins at i, 0 where none does.
func wikiEnd(s string, i int) int {
	rest := s[i+2 : min(len(s), i+2+maxTarget)]
	if n := strings.Index(rest, "]]"); n > 0 && !strings.Contains(rest[:n], "[") {
		return i + 2 + n
	}
	return 0
}

// wikiText is what a reader sees of a link between notes: what it is called there, else the name of
// the note without folders, and its heading.
func wikiText(link string) string {
	target, called, found := strings.Cut(link, "|")
	if called = strings.TrimSpace(called); found && called != "" {
		return called
	}
	note, heading, _ := strings.Cut(strings.TrimSuffix(target, "\\"), "#") // a table escapes the bar
	note = note[strings.LastIndexByte(note, '/')+1:]
	return strings.Trim(note+" > "+strings.TrimPrefix(heading, "^"), " >")
}

// linkTextEnd finds the bracket that closes the one at i when a target follows it, 0 otherwise.
func linkTextEnd(s string, i int) int {
	depth := 0
	for j := i; j < min(len(s), i+maxTarget); j++ {
		switch s[j] {
		case '[':
			depth++
		case ']':
			if depth--; depth == 0 {
				if j+1 < len(s) && (s[j+1] == '(' || s[j+1] == '[') && afterTarget(s, j+1) > j+1 {
					return j
				}
				return 0
			}
		}
	}
	return 0
}

// after is what follows a mark, "" where it is missing.
func after(s, mark string) string {
	if _, rest, ok := strings.Cut(s, mark); ok {
		return rest
	}
	return ""
}

// afterTarget skips the "(target)" or "[reference]" that follows the text of a link.
func afterTarget(s string, i int) int {
	if i >= len(s) || s[i] != '(' && s[i] != '[' {
		return i
	}
	closing := byte(')')
	if s[i] == '[' {
		closing = ']'
	}
	depth := 0
	for j := i; j < min(len(s), i+maxTarget); j++ {
		switch s[j] {
		case s[i]:
			depth++
		case closing:
			if depth--; depth == 0 {
				return j + 1
			}
		}
	}
	return i
}

// afterTag skips an HTML tag that begins at i; anything else is a character.
func afterTag(s string, i int) int {
	if i+1 < len(s) && (s[i+1] == '/' || 'a' <= s[i+1] && s[i+1] <= 'z' || 'A' <= s[i+1] && s[i+1] <= 'Z') {
		if end := strings.IndexByte(s[i:min(len(s), i+200)], '>'); end > 0 && !strings.Contains(s[i:i+end], "://") {
			return i + end + 1
		}
	}
	return i + 1
}

func punctuation(c byte) bool {
	return '!' <= c && c <= '/' || ':' <= c && c <= '@' || '[' <= c && c <= '`' || '{' <= c && c <= '~'
}

func wordByte(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c >= 0x80
}
