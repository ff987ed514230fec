package walk

import (
	"bytes"
	"strings"
	"unicode/utf8"
)

// Bounds of what is kept of a message, in bytes.
const (
	maxSubject  = 1000
	maxBody     = 16 << 10
	maxTrailers = 100 // of a commit
	maxValue    = 1000
	maxName     = 500 // of a person, and of an address
	maxParents  = 1000
)

// parseCommit reads a commit object: headers, an empty line, the message. It never fails: what is
// not there is empty.
func parseCommit(id string, data []byte) *Commit {
	c := &Commit{ID: id}
	headers, message, _ := bytes.Cut(data, []byte("\n\n"))
	encoding := ""
	var author, committer []byte
	for line := range bytes.Lines(headers) {
		key, value, _ := bytes.Cut(bytes.TrimRight(line, "\n"), []byte{' '})
		switch string(key) {
		case "parent":
			if len(c.Parents) < maxParents {
				c.Parents = append(c.Parents, string(value))
			}
		case "author":
			author = value
		case "committer":
			committer = value
		case "encoding":
			encoding = string(value)
		}
	}
	c.Author, c.Committer = parseSignature(author, encoding), parseSignature(committer, encoding)
	message, _, _ = bytes.Cut(message, []byte{0})
	text := strings.ReplaceAll(decode(message, encoding), "\r\n", "\n")
	c.Subject, c.Body = splitMessage(text)
	c.Trailers = ParseTrailers(c.Body)
	c.Subject, c.Body = bounded(c.Subject, maxSubject), bounded(c.Body, maxBody)
	return c
}

// decode makes UTF-8 of bytes that are in an encoding: of Latin-1 exactly, of others as far as they
// are ASCII.
func decode(b []byte, encoding string) string {
	if utf8.Valid(b) {
		return string(b)
	}
	switch strings.ToLower(encoding) {
	case "iso-8859-1", "iso8859-1", "iso_8859-1", "latin1", "latin-1":
		var out strings.Builder
		for _, c := range b {
			out.WriteRune(rune(c))
		}
		return out.String()
	}
	return strings.ToValidUTF8(string(b), "\uFFFD")
}

// splitMessage cuts a message into its first paragraph, as one line, and the rest.
func splitMessage(text string) (subject, body string) {
	var lines []string
	rest := text
	for rest != "" {
		line, after, _ := strings.Cut(rest, "\n")
		if line = strings.TrimSpace(line); line == "" && len(lines) > 0 {
			break
		}
		if rest = after; line != "" {
			lines = append(lines, line)
		}
	}
	return strings.Join(lines, " "), strings.TrimRight(trimBlankLines(rest), " \t\n")
}

// trimBlankLines drops blank lines at the head.
func trimBlankLines(s string) string {
	for s != "" {
		line, after, _ := strings.Cut(s, "\n")
		if strings.TrimSpace(line) != "" {
			break
		}
		s = after
	}
	return s
}

// bounded cuts a string to at most n bytes, never within a character.
func bounded(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n]
}
