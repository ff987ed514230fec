package adopt

import (
	"bytes"
	"regexp"
	"slices"
	"strings"

	"github.com/9aea2451/kb/markdown"
)

// item is one rule with the line of the body on which it stands.
type item struct {
	text string
	line int
}

// maxItem is the longest rule that is taken, in bytes.
const maxItem = 2000

// items are the list items of a text, outside of code; of a text without lists the sentences that bind.
func items(body []byte) []item {
	var out []item
	fenced, n := false, 0
	open := -1 // item that goes on
	for line := range strings.Lines(string(body)) {
		n++
		text := strings.TrimRight(line, "\r\n")
		trimmed := strings.TrimSpace(text)
		if strings.HasPrefix(trimmed, "```") || strings.HasPrefix(trimmed, "~~~") {
			fenced, open = !fenced, -1
			continue
		}
		m := marker().FindString(text)
		switch {
		case fenced:
		case m != "":
			out = append(out, item{strings.TrimSpace(text[len(m):]), n})
			open = len(out) - 1
		case trimmed == "" || strings.HasPrefix(trimmed, "#"):
			open = -1
		case open >= 0 && len(out[open].text) < maxItem:
			out[open].text += " " + trimmed
		}
	}
	if len(out) > 0 {
		return out
	}
	doc := markdown.Parse(body)
	for _, st := range markdown.Statements(doc, body) {
		if st.Kind == markdown.Rule {
			out = append(out, item{st.Text, st.Line})
		}
	}
	return out
}

// The comments around the section that kb init writes into AGENTS.md.
const (
	OwnBegin = "<!-- kb:begin -->"
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

func marker() *regexp.Regexp {
	return regexp.MustCompile(`^\s{0,12}(?:[-*+]|\d{1,3}[.)])\s+(?:\[[ xX]\]\s+)?`)
}

// cursorHeader cuts the header off a rules file and gives the globs in it. Cursor writes globs that are no YAML, so the lines are read
// as they are.
func cursorHeader(s Source) (globs []string, body []byte) {
	body = bytes.TrimPrefix(s.Data, []byte("\xef\xbb\xbf"))
	if !bytes.HasPrefix(body, []byte("---\n")) && !bytes.HasPrefix(body, []byte("---\r\n")) {
		return nil, body
	}
	start := bytes.IndexByte(body, '\n') + 1
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
			for _, g := range strings.Split(strings.Trim(strings.TrimSpace(value), "[]"), ",") {
				globs = appendGlob(globs, g)
			}
		case inList && strings.HasPrefix(text, "- "):
			globs = appendGlob(globs, text[2:])
		default:
			inList = false
		}
	}
	rest := body[start+end+1:]
	if i := bytes.IndexByte(rest, '\n'); i >= 0 {
		return globs, rest[i+1:]
	}
	return globs, nil
}

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
