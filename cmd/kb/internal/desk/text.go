package desk

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/kb/notes"
)

// Text is what a note says.
type Text struct {
	Ref
	Source   []byte // UTF-8
	Encoding string // that it was decoded from, "" for UTF-8
}

// GoneError is the error about a note whose file is not there any more.
type GoneError struct{ Path string }

func (e *GoneError) Error() string { return e.Path + " is gone" }

// AbsentError is the error about a note that a tree of the past does not have.
type AbsentError struct{ Path, At string }

func (e *AbsentError) Error() string { return fmt.Sprintf("there is no %s at %s", e.Path, e.At) }

// Text reads the note that a name means, from the work tree or, where there is none and of a past
// commit, from git.
func (v *View) Text(ctx context.Context, name string) (Text, error) {
	p, err := v.Find(ctx, "", name)
	if err != nil {
		return Text{}, err
	}
	return v.TextOf(ctx, p)
}

// TextOf reads the note at a place.
func (v *View) TextOf(ctx context.Context, p Ref) (Text, error) {
	if of, there := v.Of(p.Path); of != v {
		t, err := of.TextOf(ctx, Ref{there, p.Heading, p.Lines})
		t.Path = p.Path
		return t, err
	}
	if v.Repo.Root == "" || v.At.Commit != "" {
		rec, err := v.Searcher.Note(ctx, p.Path)
		if err != nil {
			return Text{}, err
		}
		return v.object(ctx, p, git.File{Path: p.Path, Blob: rec.Blob, Size: -1, InGit: true})
	}
	source, encoding, err := v.Repo.ReadText(p.Path)
	if errors.Is(err, os.ErrNotExist) {
		err = &GoneError{p.Path}
	}
	return Text{p, source, encoding}, err
}

// TextAt reads a note as it was at a commit or on a day. A title or an id of today means the path
// that the note has today.
func (v *View) TextAt(ctx context.Context, name, at string) (Text, error) {
	p := SplitHeading(name)
	tree, err := v.Repo.TreeAt(ctx, at)
	if err != nil {
		return Text{}, err
	}
	if found, err := v.Find(ctx, "", name); err == nil {
		p = found
	}
	i, ok := slices.BinarySearchFunc(tree.Files, p.Path, func(f git.File, path string) int { return strings.Compare(f.Path, path) })
	if !ok {
		return Text{}, &AbsentError{p.Path, at}
	}
	return v.object(ctx, p, tree.Files[i])
}

// object reads an object of git.
func (d *Desk) object(ctx context.Context, p Ref, f git.File) (Text, error) {
	blobs, err := d.Repo.Blobs(ctx)
	if err != nil {
		return Text{}, err
	}
	defer blobs.Close()
	source, err := blobs.Read(f)
	return Text{p, source, blobs.Encoding}, err
}

// Section is a part of a note, or all of it.
type Section struct {
	StartLine   int      `json:"start_line"` // 1-based, as EndLine, which is part of it
	EndLine     int      `json:"end_line"`
	HeadingPath []string `json:"heading_path"`
	Anchor      string   `json:"anchor"`
	Text        string   `json:"text"`
}

// SectionError is the error about a heading, or the id of a block, that a note does not have.
type SectionError struct {
	Ref
	Headings, Anchors []string // of the note's sections
}

func (e *SectionError) Error() string {
	if id, ok := strings.CutPrefix(e.Heading, "^"); ok {
		return fmt.Sprintf("%s has no block ^%s", e.Path, id)
	}
	return fmt.Sprintf("%s has no section %q", e.Path, e.Heading)
}

// LinesError is the error about lines that a note does not have.
type LinesError struct {
	Ref
	Has int // lines
}

func (e *LinesError) Error() string {
	return fmt.Sprintf("%s has lines 1 to %d, not %s", e.Path, e.Has, e.Lines)
}

// Section cuts out what the place names: the section under a heading (an anchor, a heading, or
// headings joined by '/' or " › "), the block that bears an Obsidian id, lines, or without any of
// these the whole file.
func (p Ref) Section(source []byte) (Section, error) {
	switch {
	case p.Lines != "":
		has := max(1, lineCount(source))
		first, last, _ := strings.Cut(p.Lines, "-")
		start, _ := strconv.Atoi(first)
		end, err := strconv.Atoi(cmp.Or(last, first))
		if err != nil || start < 1 || end < start || end > has {
			return Section{}, &LinesError{p, has}
		}
		text := strings.Join(strings.SplitAfter(string(source), "\n")[start-1:end], "")
		return Section{StartLine: start, EndLine: end, Text: text}, nil
	case p.Heading == "":
		return Section{StartLine: 1, EndLine: max(1, lineCount(source)), Text: string(source)}, nil
	}
	doc := notes.Document(source)
	place, i, ok := doc.Find(source, p.Heading)
	if !ok {
		none := &SectionError{Ref: p}
		for _, sec := range doc.Sections {
			if sec.Level > 0 {
				none.Headings, none.Anchors = append(none.Headings, sec.Heading), append(none.Anchors, sec.Anchor)
			}
		}
		return Section{}, none
	}
	cut := Section{StartLine: place.StartLine, EndLine: place.EndLine, Text: string(source[place.Start:place.End])}
	if i >= 0 && place == doc.Sections[i].Span {
		cut.HeadingPath, cut.Anchor = doc.Sections[i].Path, doc.Sections[i].Anchor
	}
	return cut, nil
}

// lineCount counts lines, the last one also without a line end.
func lineCount(source []byte) int {
	n := strings.Count(string(source), "\n")
	if len(source) > 0 && source[len(source)-1] != '\n' {
		n++
	}
	return n
}

// Excerpt is what was asked for of a note, from a line on.
type Excerpt struct {
	Section     // with the text from From on
	From    int // the first line that is given
	Lines   int // of the whole note
}

// Rest is how many lines of the section there are from the first given one on.
func (e Excerpt) Rest() int { return e.EndLine - e.From + 1 }

// BeyondError is the error about a line behind what was asked for.
type BeyondError struct{ Line, End int }

func (e *BeyondError) Error() string {
	return fmt.Sprintf("line %d is beyond the end, line %d", e.Line, e.End)
}

// Excerpt cuts out of the note what its place names, from a line on, and skips as many lines more.
func (t Text) Excerpt(start, skip int) (Excerpt, error) {
	section, err := t.Section(t.Source)
	if err != nil {
		return Excerpt{}, err
	}
	lines := strings.SplitAfter(string(t.Source), "\n")
	if lines[len(lines)-1] == "" && len(lines) > 1 {
		lines = lines[:len(lines)-1]
	}
	e := Excerpt{Section: section, From: max(section.StartLine, start) + skip, Lines: len(lines)}
	if e.EndLine = min(e.EndLine, len(lines)); e.From > e.EndLine {
		return Excerpt{}, &BeyondError{e.From, e.EndLine}
	}
	e.Text = strings.Join(lines[e.From-1:e.EndLine], "")
	return e, nil
}
