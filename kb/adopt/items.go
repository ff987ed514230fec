package adopt

import (
	"bytes"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/9aea2451/kb/kb/draft"
	"github.com/9aea2451/kb/markdown"
)

// item is something that a text of rules says, with the line of the body on which it begins.
type item struct {
	text string
	line int
	rule bool // it asks for something; what only describes is left to the file
}

// maxItem is the longest rule that is taken, in bytes.
const maxItem = 2000

// items are the list items and the sentences of a text, outside of code, tables and comments. Only
// is said of files that hold rules and nothing else: there each sentence of a paragraph counts as
// one, where in others it must ask for something.
func items(body []byte, only bool) []item {
	r := &reader{only: only, open: -1}
	lines := strings.Split(string(body), "\n")
	for i, line := range lines {
		r.n = i + 1
		// Code and comments are passed over; the mark of a list begins an item, which goes on up to a blank line, a
		// heading or a table; any other line is of a paragraph.
		text := strings.TrimRight(line, "\r")
		trimmed := strings.TrimLeft(strings.TrimSpace(text), "> ")
		switch m := marker().FindString(text); {
		case r.until != "":
			if r.ends(trimmed) {
				r.until = ""
			}
		case markdown.Fence([]byte(trimmed)) != nil:
			r.end()
			r.until = string(markdown.Fence([]byte(trimmed)))
		case strings.HasPrefix(trimmed, "<!--"):
			r.end()
			if !strings.Contains(trimmed, "-->") {
				r.until = "-->"
			}
		case trimmed != "" && strings.Trim(trimmed, "=-* ") == "": // the line under a heading, or a rule across
			r.paragraph = nil
			r.end()
		case m != "":
			r.end()
			r.list(strings.TrimSpace(text[len(m):]))
		case trimmed == "", strings.HasPrefix(trimmed, "#"), strings.HasPrefix(trimmed, "|"):
			r.end()
		case r.open >= 0:
			if len(r.out[r.open].text) < maxItem {
				r.out[r.open].text += " " + trimmed
			}
		default:
			r.paragraph = append(r.paragraph, item{text: trimmed, line: r.n})
		}
	}
	r.endParagraph()
	return r.out
}

// reader reads the items of a text line by line.
type reader struct {
	only      bool // see items
	out       []item
	n         int    // number of the line, from 1
	until     string // what ends the code or comment that is open, "" for none
	open      int    // the item of a list that goes on, -1 for none
	paragraph []item // its lines
}

// ends reports whether a line ends the code or comment that is open: code by at least as many marks
// as it began with, and nothing else.
func (r *reader) ends(line string) bool {
	if r.until == "-->" {
		return strings.Contains(line, r.until)
	}
	return strings.HasPrefix(line, r.until) && strings.Trim(line, r.until[:1]+" \t") == ""
}

// end closes the paragraph or the item of a list that is open: the next line goes on with neither.
func (r *reader) end() {
	r.endParagraph()
	r.open = -1
}

// list begins an item of a list. One or two words are a rule only if they ask for something:
// mostly they name a part of the project.
func (r *reader) list(text string) {
	r.out = append(r.out, item{text, r.n, len(strings.Fields(text)) > 2 || asks(text)})
	r.open = len(r.out) - 1
}

// endParagraph takes the sentences of a paragraph.
func (r *reader) endParagraph() {
	// At full stops, and after a short line before one that begins with a capital.
	lines := r.paragraph
	var out []item
	for i, l := range lines {
		rest := l.text
		for first := true; rest != ""; first = false {
			s := draft.FirstSentence(rest)
			rest = strings.TrimSpace(rest[len(s):])
			if first && i > 0 && continues(lines[i-1].text, s) {
				out[len(out)-1].text += " " + s
				continue
			}
			out = append(out, item{text: s, line: l.line})
		}
	}
	for _, s := range out {
		words := len(strings.Fields(s.text))
		s.rule = words > 1 && !strings.HasSuffix(s.text, ":") && !strings.HasSuffix(s.text, "?") &&
			(asks(s.text) || r.only && words > 2 && !addresses(s.text))
		r.out = append(r.out, s)
	}
	r.paragraph = nil
}

// wrapped is the length in bytes from which on a line that has no full stop goes on in the next.
const wrapped = 60

// continues reports whether a line is the rest of the sentence of the line above.
func continues(above, line string) bool {
	if strings.HasSuffix(above, ".") || strings.HasSuffix(above, "!") || strings.HasSuffix(above, "?") || strings.HasSuffix(above, ":") {
		return false
	}
	first, _ := utf8.DecodeRuneInString(line)
	return len(above) >= wrapped || !unicode.IsUpper(first) || strings.HasSuffix(above, ",")
}

// addresses reports whether a sentence tells an agent who it is, or what the file or the project is.
func addresses(text string) bool {
	lower := strings.ToLower(text)
	for _, begin := range []string{"you are ", "act as ", "this ", "the project ", "our project "} {
		if strings.HasPrefix(lower, begin) {
			return true
		}
	}
	return false
}

// asks reports whether a sentence asks for something: it binds, or begins with what is to be done.
func asks(text string) bool {
	text = strings.TrimLeft(text, "*_`\"' ")
	return binding().MatchString(text) || imperative().MatchString(text) || forbids(text) || draft.IsDecision(text)
}

// forbids reports whether a sentence begins as "No globals" does.
func forbids(text string) bool {
	first, rest, _ := strings.Cut(strings.ToLower(text), " ")
	return first == "no" && rest != "" && !strings.HasPrefix(rest, "longer ") && !strings.HasPrefix(rest, "one ")
}

var binding = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)\b(must|shall|should|never|always|don't|do not|prefer(red)?|avoid|only|required?|ensure|make sure|` +
		`instead of|rather than|not allowed|forbidden|prohibited|mandatory|may not|cannot|can't|need(s)? to|has to|have to|` +
		`at (most|least)|no more than|convention)\b`)
})

// imperative knows the verbs with which rules for code begin.
var imperative = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)^(please )?(add|answer|apply|ask|assume|break|build|bump|call|catch|check|choose|clean|cite|` +
		`comment|commit|compile|` +
		`configure|consider|copy|create|declare|default|define|delete|deploy|describe|design|document|drop|enable|disable|escape|` +
		`exclude|explain|export|extend|extract|favou?r|fix|follow|format|generate|give|group|guard|handle|hide|implement|import|include|` +
		`inject|install|keep|leave|limit|link|lint|list|load|log|maintain|mark|match|measure|merge|minimi[sz]e|mock|move|name|open|` +
		`order|organi[sz]e|pass|pin|place|prefix|print|propose|put|raise|read|refactor|reference|reject|release|remove|rename|` +
		`replace|report|request|respond|return|reuse|review|run|save|search|separate|set|show|sign|skip|sort|split|squash|start|` +
		`stop|store|structure|suggest|tag|test|throw|treat|try|type|update|use|validate|verify|wait|wrap|write)\b`)
})

// The comments around the section that kb init and kb agents write into AGENTS.md. A version may
// stand in the first.
const (
	OwnBegin = "<!-- kb:begin"
	ownEnd   = "<!-- kb:end -->"
)

// withoutOwn empties the lines of that section: it says how kb is used, and nothing of what a team knows.
func withoutOwn(body []byte) []byte {
	before, rest, begun := bytes.Cut(body, []byte(OwnBegin))
	own, after, ended := bytes.Cut(rest, []byte(ownEnd))
	if !begun || !ended {
		return body
	}
	return slices.Concat(before, bytes.Repeat([]byte("\n"), bytes.Count(own, []byte("\n"))), after)
}

var marker = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^\s{0,12}(?:[-*+]|\d{1,3}[.)])\s+(?:\[[ xX]\]\s+)?`)
})

// cursorHeader cuts the header off a rules file and gives the globs in it. Cursor writes globs that are no YAML, so the lines are read
// as they are.
func cursorHeader(s Source) (globs []string, body []byte) {
	body = bytes.TrimPrefix(s.Data, []byte("\xef\xbb\xbf"))
	if !bytes.HasPrefix(body, []byte("---\n")) && !bytes.HasPrefix(body, []byte("---\r\n")) {
		return nil, body
	}
	start := bytes.IndexByte(body, '\n')
	end := bytes.Index(body[start:], []byte("\n---"))
	if end < 0 {
		return nil, body
	}
	inList := false
	for line := range strings.Lines(string(body[start : start+end])) {
		text := strings.TrimSpace(line)
		key, value, found := strings.Cut(text, ":")
		switch {
		case found && (key == "globs" || key == "applyTo"):
			inList = strings.TrimSpace(value) == ""
			value = strings.TrimSpace(value)
			if inner, ok := strings.CutPrefix(value, "["); ok {
				value = strings.TrimSuffix(inner, "]")
			}
			for _, g := range splitGlobs(value) {
				globs = appendGlob(globs, g)
			}
		case inList && strings.HasPrefix(text, "- "):
			globs = appendGlob(globs, text[2:])
		default:
			inList = false
		}
	}
	_, rest, _ := bytes.Cut(body[start+end+1:], []byte("\n"))
	return globs, rest
}

// splitGlobs parts globs at the commas between them, and writes those with braces out: kb has none in
// its globs, so that **/*.{ts,tsx} are two.
func splitGlobs(value string) (globs []string) {
	depth, from := 0, 0
	for i, r := range value + "," {
		switch {
		case r == '{':
			depth++
		case r == '}':
			depth--
		case r == ',' && (depth <= 0 || i == len(value)):
			globs, from = append(globs, writtenOut(value[from:i])...), i+1
		}
	}
	return globs
}

// maxWritten bounds the globs that one with braces stands for; one that stands for more keeps its own.
const maxWritten = 50

// writtenOut is a glob without its braces: one for each choice that they leave.
func writtenOut(glob string) []string {
	done := []string{}
	for rest := []string{glob}; len(rest) > 0; rest = rest[1:] {
		open := strings.LastIndexByte(rest[0], '{') // the innermost of the last ones
		inner, behind, closed := strings.Cut(rest[0][open+1:], "}")
		if open < 0 || !closed {
			if !slices.Contains(done, rest[0]) {
				done = append(done, rest[0])
			}
			continue
		}
		for _, choice := range strings.Split(inner, ",") {
			rest = append(rest, rest[0][:open]+strings.TrimSpace(choice)+behind)
		}
		if len(rest)+len(done) > maxWritten {
			return []string{glob}
		}
	}
	return done
}

// appendGlob adds a glob as a YAML string, without the quotes that it had. One that every file
// matches, such as "**", is left out, as it says nothing of where a rule holds.
func appendGlob(globs []string, g string) []string {
	if g = strings.Trim(strings.TrimSpace(g), `"'`); g == "" || g == "**" || g == "*" || g == "**/*" {
		return globs
	}
	return append(globs, quote(g))
}

// firstParagraph is the first lines of a section below its heading.
func firstParagraph(section string) string {
	var lines []string
	for line := range strings.Lines(section) {
		line = strings.TrimSpace(line)
		switch {
		case strings.HasPrefix(line, "#") && len(lines) == 0:
		case line == "" && len(lines) > 0, strings.HasPrefix(line, "#"):
			return strings.Join(lines, "\n")
		case line != "":
			lines = append(lines, line)
		}
	}
	return strings.Join(lines, "\n")
}
