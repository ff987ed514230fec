package merge

import (
	"bytes"
	"strings"
)

// byteOrderMark begins the files of some editors.
const byteOrderMark = "\xEF\xBB\xBF"

// source is the three versions with lines that end in "\n", without byte order mark and without the
// line ends at their ends; what was taken away is merged by itself.
type source struct {
	base, ours, theirs string
	bom, crlf          bool // of the result
	mixed              bool // a version has both kinds of line ends: they stay part of the lines
	tail               string
}

// newSource takes off what is no content: byte order marks, Windows line ends and the line end of
// the last line. How the result has them is merged
// by itself.
func newSource(base, ours, theirs []byte) *source {
	s := &source{}
	versions := [3][]byte{base, ours, theirs}
	var bom, crlf [3]bool
	var tail [3]string
	for i, v := range versions {
		v, bom[i] = bytes.CutPrefix(v, []byte(byteOrderMark))
		versions[i] = v
		windows := bytes.Count(v, []byte("\r\n"))
		crlf[i] = windows > 0 && windows == bytes.Count(v, []byte("\n"))
		s.mixed = s.mixed || windows > 0 && !crlf[i]
	}
	var text [3]string
	for i, v := range versions {
		t := string(v)
		if crlf[i] && !s.mixed {
			t = strings.ReplaceAll(t, "\r\n", "\n")
		}
		text[i] = strings.TrimRight(t, "\n")
		tail[i] = t[len(text[i]):]
	}
	for i := range crlf { // a version without any line end has that of the others
		if !bytes.Contains(versions[i], []byte("\n")) {
			crlf[i] = crlf[(i+1)%3] || crlf[(i+2)%3]
		}
	}
	s.base, s.ours, s.theirs = text[0], text[1], text[2]
	s.bom = choose(bom[0], bom[1], bom[2])
	s.crlf = !s.mixed && choose(crlf[0], crlf[1], crlf[2])
	s.tail = choose(tail[0], tail[1], tail[2])
	return s
}

// choose is the three-way merge of a value that cannot conflict: who changed it is right, and of
// two that did the first.
func choose[T comparable](base, ours, theirs T) T {
	if ours == base {
		return theirs
	}
	return ours
}

// restore gives a merged text what was taken from the versions. Behind a conflict marker the line ends.
func (s *source) restore(text string, conflicts int) []byte {
	if s.tail == "" && conflicts > 0 && text != "" {
		s.tail = "\n"
	}
	if text != "" {
		text += s.tail
	}
	if s.crlf {
		text = strings.ReplaceAll(text, "\n", "\r\n")
	}
	if s.bom {
		text = byteOrderMark + text
	}
	return []byte(text)
}
