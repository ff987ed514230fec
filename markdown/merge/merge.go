// Package merge joins two changes of one note: front matter key by key, text section by section,
// lists item by item, paragraphs sentence by sentence. What cannot be joined is left as a conflict
// in the smallest region, in the form that git has for it.
//
// A merge loses nothing: what one side wrote is in the result, unless the other side took it away
// and this side had left it as it was; or it stands between conflict markers, with what the other
// side has in its place. Each result is held against the three versions before it is given out, and
// where it falls short the lines are merged as git merges them.
package merge

import (
	"bytes"
	"strings"
	"unicode/utf8"
)

// Style is the form of conflicts, as git's merge.conflictStyle names it.
type Style int

// The styles of conflicts.
const (
	Plain  Style = iota // "merge": both sides
	Diff3               // the base between them
	ZDiff3              // the same, without the lines that both sides begin and end with
)

// KeyRule tells how two values of a front matter key become one where both sides changed it.
type KeyRule int

// The rules of keys.
const (
	Single  KeyRule = iota // a conflict
	Set                    // a list whose order says nothing: what either side added is in it, what either side removed is not
	Latest                 // the later of two dates
	Checked                // the later of two dates, if it was set with the whole text in view: the other side did not change the text
)

// Options say how conflicts are written and what the keys of the front matter mean.
type Options struct {
	Ours, Base, Theirs string // labels of conflict markers
	MarkerSize         int    // characters of a marker, git's default of 7 where it is less than 1, or more than 1000
	Style              Style
	Rule               func(key string) KeyRule // nil: all keys are Single
	Apart              func(a, b string) bool   // whether two items with words in common are of two things; nil: none are
}

// Result is a merged note.
type Result struct {
	Text      []byte
	Conflicts int  // regions between markers
	Binary    bool // one of the versions is no text: nothing was merged, and Text is our version
}

// maxStructured is the greatest size of a version in bytes that is merged by its structure; what is
// larger is merged by lines.
const maxStructured = 1 << 20

// Merge joins the changes that ours and theirs made to base, which is empty where both added the file.
func Merge(base, ours, theirs []byte, o Options) Result {
	for _, version := range [][]byte{base, ours, theirs} {
		if bytes.IndexByte(version, 0) >= 0 {
			return Result{Text: ours, Conflicts: 1, Binary: true}
		}
	}
	switch {
	case bytes.Equal(ours, theirs), bytes.Equal(base, theirs):
		return Result{Text: ours}
	case bytes.Equal(base, ours):
		return Result{Text: theirs}
	}
	s := newSource(base, ours, theirs)
	var pieces []piece
	if s.structured() {
		pieces = structured(s, o)
	}
	if pieces == nil || weight(pieces) > 0 {
		pieces = s.plain(pieces, o)
	}
	text, conflicts := render(pieces, o)
	return Result{Text: s.restore(text, conflicts), Conflicts: conflicts}
}

// structured merges by structure. What makes the reader of markdown fail must not keep git from its
// merge: it is answered with nil.
func structured(s *source, o Options) (pieces []piece) {
	defer func() {
		if recover() != nil {
			pieces = nil
		}
	}()
	return newNote(s, o).merge()
}

// plain merges by lines what has no structure, and what they settle and the structure does not:
// such as a text that one side moved into the front matter.
func (s *source) plain(pieces []piece, o Options) []piece {
	byLines := mergeLines(s.base, s.ours, s.theirs)
	text, clean := textOf(byLines)
	if pieces == nil {
		return byLines
	}
	if n := newNote(s, o); clean && n.readable(newVersion(text).front) && sound(byLines, s.base, s.ours, s.theirs) {
		return byLines
	}
	return pieces
}

// structured tells whether the versions are text that can be read as markdown, without the markers
// of an earlier merge.
func (s *source) structured() bool {
	for _, text := range []string{s.base, s.ours, s.theirs} {
		if len(text) > maxStructured || s.mixed || !utf8.ValidString(text) || hasMarkers(text) {
			return false
		}
	}
	return true
}

// hasMarkers tells whether lines begin as conflict markers do.
func hasMarkers(text string) bool {
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, "<<<<<<<") || strings.HasPrefix(line, ">>>>>>>") { // longer ones are those of a merge of merge bases
			return true
		}
	}
	return false
}
