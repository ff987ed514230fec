package markdown

import (
	"bytes"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// maxCommentMark is the greatest length of what a comment begins with, and one byte.
const maxCommentMark = 18

// commentMarks returns what the comment begins and ends with that a text begins with, "" for none: those of HTML,
// Obsidian, MDX, Hugo, Jinja and Liquid.
func commentMarks(text string) (begins, ends string) {
	if text == "" || strings.IndexByte("<%{", text[0]) < 0 {
		return "", ""
	}
	for _, c := range [...][2]string{
		{"<!--", "-->"}, {"%%", "%%"}, {"{/*", "*/}"}, {"{{/*", "*/}}"}, {"{{- /*", "*/ -}}"}, {"{#", "#}"},
		{"{% comment %}", "{% endcomment %}"}, {"{%- comment -%}", "{%- endcomment -%}"},
		{"{{< comment >}}", "{{< /comment >}}"}, {"{{% comment %}}", "{{% /comment %}}"},
	} {
		if rest, ok := strings.CutPrefix(text, c[0]); ok {
			if c[0] == "{#" && rest != "" && strings.IndexByte(" \t\r\n-", rest[0]) < 0 {
				break // {#id} names a heading
			}
			return c[0], c[1]
		}
	}
	return "", ""
}

// Uncommented returns the source of a document with blanks in the place of the comments in its body.
func Uncommented(doc *Document, source []byte) []byte {
	body := doc.FrontMatter.Span.End
	return append(source[:body:body], WithoutComments(string(source[body:]))...)
}

// WithoutComments is a text with blanks in the place of its comments, as far as they stand outside of
// code. Its length and its lines are the same. A comment that begins a line and is not closed goes on to
// the end.
func WithoutComments(text string) string {
	r := commentReader{text: text, own: -1}
	var out []byte
	for i := 0; i < len(text); {
		stop := i + 1
		switch text[i] {
		case '`', '~':
			stop = r.afterCode(i)
		case '<', '{', '%':
			end := r.commentEnd(i)
			if end == 0 {
				break
			}
			if out == nil {
				out = []byte(text)
			}
			for j := i; j < end; j++ {
				if out[j] != '\n' && out[j] != '\r' {
					out[j] = ' '
				}
			}
			stop = end
		}
		if n := strings.LastIndexByte(text[i:stop], '\n'); n >= 0 {
			r.line, r.own = i+n+1, -1
		}
		i = stop
	}
	if out == nil {
		return text
	}
	return string(out)
}

// commentReader goes through a text.
type commentReader struct {
	text string
	line int // where the line begins
	own  int // where its own text does, behind blanks and marks of quotations and items; -1: not yet looked
}

// begins reports whether the line's own text begins at a byte.
func (r *commentReader) begins(at int) bool {
	for from := r.line; r.own < 0; {
		text := strings.TrimLeft(r.text[from:], " \t>")
		from = len(r.text) - len(text)
		n := itemOpening([]byte(text[:min(len(text), maxItemMark)]))
		if from += n; n == 0 {
			r.own = from
		}
	}
	return r.own == at
}

// maxItemMark is the greatest length of the mark of an item that is looked at.
const maxItemMark = 32

// maxComment bounds, in bytes, a comment within a line, which no blank line parts.
const maxComment = 4000

// commentEnd is where the comment ends that begins at a byte, 0 where none does.
func (r *commentReader) commentEnd(at int) int {
	begins, ends := commentMarks(r.text[at:])
	if begins == "" || begins == "%%" && at > 0 && strings.IndexByte(" \t\n", r.text[at-1]) < 0 {
		return 0
	}
	rest := r.text[at+len(begins):]
	alone := r.begins(at)
	if !alone {
		rest = rest[:min(len(rest), maxComment)]
	}
	switch n := strings.Index(rest, ends); {
	case n >= 0 && (alone || !holdsBlankLine(rest[:n])):
		return at + len(begins) + n + len(ends)
	case alone:
		return len(r.text)
	}
	return 0
}

// afterCode is where the code ends that a run of backticks or three tildes begin: behind the next run of
// the same length in its paragraph, for a fence behind the line that closes it. Without one the run is text.
func (r *commentReader) afterCode(at int) int {
	text := r.text
	run := len(text[at:]) - len(strings.TrimLeft(text[at:], text[at:at+1]))
	ticks := text[at : at+run]
	if run > 2 && r.begins(at) {
		if line, _, _ := strings.Cut(text[at:], "\n"); Fence([]byte(line)) != nil {
			return afterFence(text, at+len(line), ticks)
		}
	}
	for from := at + run; text[at] == '`' || run > 2; {
		n := strings.Index(text[from:], ticks)
		if n < 0 || holdsBlankLine(text[from:from+n]) {
			break
		}
		from += n
		length := len(text[from:]) - len(strings.TrimLeft(text[from:], ticks[:1]))
		if from += length; length == run {
			return from
		}
	}
	return at + run
}

// afterFence is where the line ends that closes a block of code, also one in an item or a quotation; the
// end of the text where none does.
func afterFence(text string, from int, fence string) int {
	for line := range strings.Lines(text[from:]) {
		if from += len(line); ClosesFence([]byte(strings.TrimLeft(line, " \t>")), []byte(fence)) {
			return from
		}
	}
	return len(text)
}

// IsPictures reports whether a section holds pictures alone, such as badges, beside headings and comments.
func IsPictures(text string) bool {
	if !strings.Contains(text, "![") {
		return false
	}
	for line := range strings.Lines(picture().ReplaceAllString(WithoutComments(text), "")) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "#") {
			return false
		}
	}
	return true
}

// picture is an image or an embedded file, alone or as the text of a link.
var picture = sync.OnceValue(func() *regexp.Regexp {
	const image = `!\[[^\]\n]*\](?:\([^)\n]*\)|\[[^\]\n]*\])|!\[\[[^\]\n]*\]\]`
	return regexp.MustCompile(`\[(?:` + image + `)\](?:\([^)\n]*\)|\[[^\]\n]*\])|` + image)
})

// IsMetadata reports whether a section says nothing but what its note is: dates, authors, numbers
// and the like, as lines or rows of keys that records and proposals begin with.
func IsMetadata(text string) bool {
	found := false
	for line := range strings.Lines(WithoutComments(text)) {
		trimmed := strings.TrimSpace(line)
		switch {
		case trimmed == "", strings.HasPrefix(trimmed, "#"), strings.Trim(trimmed, "-=|: *") == "":
		case isKeyed(trimmed):
			found = true
		case found && metadataValue().MatchString(trimmed):
		default:
			return false
		}
	}
	return found
}

// isKeyed reports whether a line begins with the key of metadata.
func isKeyed(line string) bool {
	if !strings.ContainsAny(line, ":|") {
		return false // most lines are none: the expression need not be made
	}
	m := metadataLine().FindStringSubmatch(line)
	return m != nil && slices.Contains(metadataKeys(), strings.ToLower(strings.TrimRight(m[1], " #")))
}

var metadataLine = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(?:[-*+|]\s*)?[*_` + "`" + `]*([A-Za-z][A-Za-z /#-]{1,30})[*_` + "`" + `]*\s*(?::|\|)`)
})

// metadataValue is a further value of the key above: a name, an address, a link.
var metadataValue = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(?:[-*+]\s*)?(@\S+|<\S+>|https?://\S+|\[[^\]]*\](\([^)]*\)|:\s*\S+)|[\w.]+@[\w.]+)[,;]?$`)
})

// metadataKeys lists the keys of lines that describe a document and state nothing.
func metadataKeys() []string {
	return []string{
		"approver", "approvers", "assignee", "author", "authors", "category", "champion", "champions", "created", "creation date",
		"date", "deciders", "decision-makers", "discussion", "discussions-to", "editor", "editors", "feature name", "implementation",
		"issue", "last updated", "license", "owner", "owners", "post-history", "pr", "proposal", "pull request", "replaces", "requires",
		"resolution", "review manager", "reviewer", "reviewers", "rfc pr", "rust issue", "sig", "sponsor", "sponsors", "stage",
		"start date", "state", "status", "superseded by", "superseded-by", "supersedes", "tags", "target", "title", "tracking issue",
		"type", "updated", "version",
	}
}

// comment passes over a comment: a %%comment%% of Obsidian, which goes on over lines where it begins one, one of MDX, and
// a line of MyST that begins with "% ".
func (s *scan) comment(at int) int {
	begins, ends := "%%", "%%"
	if s.source[at] == '{' {
		begins, ends = "{/*", "*/}"
	}
	lone := at == 0 || s.source[at-1] == '\n'
	switch {
	case lone && s.has(at, "% "):
		return s.lineEnd(at)
	case !s.has(at, begins), begins == ends && !lone && strings.IndexByte(" \t", s.source[at-1]) < 0:
		return at + 1
	}
	end := min(s.end, at+maxSpan)
	if !lone && begins == ends {
		end = min(end, s.lineEnd(at))
	}
	behind := at + len(begins)
	if n := bytes.Index(s.source[min(behind, end):end], []byte(ends)); n >= 0 {
		return behind + n + len(ends)
	}
	return behind
}
