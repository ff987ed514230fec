package markdown

import (
	"html"
	"regexp"
	"strings"
	"sync"
)

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
		if Fence([]byte(line)) != nil || ruled(line) || definesLink(line) {
			continue
		}
		if _, heading := atxHeading(line); heading != "" {
			line = heading
		}
		parts = append(parts, plainInline(line))
	}
	return strings.ToValidUTF8(strings.Join(parts, " "), "\uFFFD")
}

// Apart stands in a [Digest] between what the text has in lines of its own.
const Apart = "·"

// Digest is a text on one line as it reads, for excerpts. It is that of [PlainText], but links may go
// over lines, code stays as it is, and items, rows and paragraphs that end without a stop are told apart.
// Of the mark of a box only its name and title are left.
func Digest(text string) string {
	var d digest
	var fence []byte // that opened the code we are in, nil outside of code
	said, _ := unboxed([]byte(text), false)
	at := 0
	for line := range strings.SplitSeq(string(said), "\n") {
		whole := text[at : at+len(line)]
		at += len(line) + 1
		line = strings.TrimSpace(strings.TrimLeft(strings.TrimSpace(line), ">"))
		n := itemOpening([]byte(line))
		switch _, heading := atxHeading(line); {
		case fence != nil && ClosesFence([]byte(line), fence):
			fence = nil
		case fence != nil:
			d.add(strings.Join(strings.Fields(line), " "))
		case Fence([]byte(line[n:])) != nil:
			d.end()
			fence = Fence([]byte(line[n:]))
		case ruled(line):
			d.end()
			m, _ := boxMarkOf([]byte(strings.TrimSpace(strings.TrimLeft(whole, "> \t"))))
			if label := m.label(); label != "" && !m.closes {
				d.open = append(d.open, label)
				if m.title != "" {
					d.end()
				}
			}
		case definesLink(line):
		case heading != "":
			d.end()
			d.open = append(d.open, heading)
			d.end()
		default:
			if n > 0 {
				d.end()
				number, _, _ := strings.Cut(strings.TrimLeft(line[:n], "-*+ \t"), " ")
				line = strings.TrimLeft(number, "[") + " " + line[n:]
			} else if strings.HasPrefix(line, "|") || labelled().MatchString(line) {
				d.end()
			}
			d.open = append(d.open, line)
		}
	}
	d.end()
	return strings.ToValidUTF8(d.out.String(), "\uFFFD")
}

// digest collects the blocks of a text.
type digest struct {
	out  strings.Builder
	open []string // lines of the block that is read
}

// end takes the lines that were read as one block.
func (d *digest) end() {
	text := strings.Join(d.open, " ")
	d.open = d.open[:0]
	if strings.HasPrefix(text, "|") {
		var cells []string
		for cell := range strings.SplitSeq(strings.ReplaceAll(text, `\|`, "\x00"), "|") {
			if cell = strings.TrimSpace(strings.ReplaceAll(cell, "\x00", "|")); cell != "" {
				cells = append(cells, cell)
			}
		}
		text = strings.Join(cells, " | ")
	}
	d.add(blockID().ReplaceAllString(plainInline(text), ""))
}

// add appends a block.
func (d *digest) add(text string) {
	if text == "" {
		return
	}
	if before := strings.TrimRight(d.out.String(), `"')`); before != "" {
		if strings.IndexByte(".!?:;,{([", before[len(before)-1]) < 0 {
			d.out.WriteString(" " + Apart)
		}
		d.out.WriteByte(' ')
	}
	d.out.WriteString(text)
}

// ruled tells a line that has no words: blank, or one that underlines or parts.
func ruled(line string) bool { return strings.Trim(line, "-=*_|: ") == "" }

var (
	// labelled is a line such as "Author: Ann", which an author who sees lines means to stand alone.
	labelled = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[*_]*\p{Lu}\pL+(?: \pL+){0,2}[*_]*:[*_]* +\S`) })
	// blockID is the name of a block, as Obsidian writes it at the end.
	blockID = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(` \^[A-Za-z0-9-]+$`) })
)

// definesLink tells a line that only says where a link leads: "[label]: target", with a title or without.
func definesLink(line string) bool {
	_, _, ok := readDefinition([]byte(line), 0, len(line))
	return ok
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
		case c == '&':
			text, length := entity(s[i:])
			b.WriteString(text)
			i += length
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
			end, mark := linkTextEnd(s, i), footnoteMark(s[i:])
			if end > 0 {
				closing = append(closing, end)
			} else if mark == 0 {
				b.WriteByte(c)
			}
			i += max(1, mark)
		case c == ']' && len(closing) > 0 && closing[len(closing)-1] == i:
			closing = closing[:len(closing)-1]
			i = afterTarget(s, i+1)
		case c == '<' && strings.HasPrefix(s[i:], "<!--"):
			i = len(s) - len(after(s[i:], "-->"))
		case c == '<':
			if address := bracketed(s[i:]); address != "" {
				b.WriteString(address)
				i += len(address) + 2
				continue
			}
			text, next := tagText(s, i)
			b.WriteString(text)
			i = next
		default:
			b.WriteByte(c)
			i++
		}
	}
	return strings.Join(strings.Fields(b.String()), " ")
}

// entity reads what a text that begins with '&' begins with: the character that an entity such as
// "&amp;" stands for, else the sign itself; and its length in the text.
func entity(s string) (text string, length int) {
	if end := strings.IndexByte(s[:min(len(s), maxEntity)], ';'); end > 0 {
		if text := html.UnescapeString(s[:end+1]); !strings.HasSuffix(text, ";") {
			return text, end + 1
		}
	}
	return "&", 1
}

const maxEntity = 34 // bytes: the longest name that HTML has, with its signs

// codeText returns what stands in the code span that begins at i, unchanged, and where it ends; of marks
// that nothing closes nothing.
func codeText(s string, i int) (code string, end int) {
	n := len(s[i:]) - len(strings.TrimLeft(s[i:], "`"))
	mark, rest := s[i:i+n], s[i+n:]
	for at := 0; ; {
		j := strings.Index(rest[at:], mark)
		if j < 0 {
			return "", i + n
		}
		at += j
		run := len(rest[at:]) - len(strings.TrimLeft(rest[at:], "`"))
		if run == n {
			return rest[:at], i + n + at + n
		}
		at += run
	}
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
	target, called, _ := strings.Cut(link, "|")
	if called = strings.TrimSpace(called); called != "" {
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

// bracketed is the address that stands in the brackets with which a text begins, as in <https://example.org> and
// <ann@example.org>; "" for a tag or anything else.
func bracketed(s string) string {
	inner, _, closed := strings.Cut(s[1:], ">")
	if !closed || strings.ContainsAny(inner, " \t<") {
		return ""
	}
	if name, host, mail := strings.Cut(inner, "@"); isURL(inner) || mail && name != "" && strings.Contains(host, ".") {
		return inner
	}
	return ""
}

// afterTag skips an HTML tag that begins at i, with what its attributes hold in quotes; anything else is
// a character.
func afterTag(s string, i int) int {
	name, end, given := i+1, min(len(s), i+maxTarget), false
	if name < end && s[name] == '/' {
		name++
	}
	if name >= end || !letter(s[name]) {
		return i + 1
	}
	for j := name; j < end; j++ {
		switch c := s[j]; {
		case c == '>':
			return j + 1
		case c == '<', !given && strings.HasPrefix(s[j:end], "://"): // an address
			return i + 1
		case c == '=':
			given = true
		case (c == '"' || c == '\'') && s[j-1] == '=':
			n := strings.IndexByte(s[j+1:end], c)
			if n < 0 {
				return i + 1
			}
			j += n + 1
		}
	}
	return i + 1
}

// tagText returns what a page shows of the sign "<" at i or the tag that it begins, and where that ends.
func tagText(s string, i int) (text string, end int) {
	switch end = afterTag(s, i); {
	case end == i+1:
		return "<", end
	case breaksLine(s[i:end]):
		return " ", end
	}
	return "", end
}

// breaksLine reports whether a page shows a tag as the end of a line.
func breaksLine(tag string) bool {
	name := strings.ToLower(strings.TrimLeft(tag, "</"))
	return strings.HasPrefix(name, "br") && !letter(name[2])
}

// footnoteMark is the length of the mark of a footnote that a text begins with, 0 for anything else: what
// opens the footnote itself, or stands in a pattern, such as [^a-z] and [^0]+.
func footnoteMark(s string) int {
	if !strings.HasPrefix(s, "[^") {
		return 0
	}
	m := footnote().FindString(s[:min(len(s), maxFootnote)])
	if next := s[len(m):]; next != "" && strings.IndexByte(":+*?{", next[0]) >= 0 {
		return 0
	}
	return len(m)
}

const maxFootnote = 80 // bytes: longer names of footnotes are kept

// footnote is the mark of one.
var footnote = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^\[\^(?:\d+|\pL[\pL\d_]+(?:-[\pL\d_]+)*)\]`) })

// punctuation tells the signs of ASCII: only before these is a backslash no character of its own.
func punctuation(c byte) bool {
	return '!' <= c && c <= '~' && !alphanumeric(c)
}

// wordByte tells the bytes of a word: between two of them, as in snake_case, "_" is no emphasis.
// All bytes beyond ASCII are.
func wordByte(c byte) bool {
	return alphanumeric(c) || c >= 0x80
}
