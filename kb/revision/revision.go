// Package revision tells what changed between two versions of a note: fields, sections and the
// sentences in them. No I/O.
//
// Compare aligns the two versions. Sections are paired by their headings, what is said in a pair by
// package diff. What is left was removed or added, unless the same passage stands in another
// section: then it moved. The same versions have the same answer, in little more than linear time.
package revision

import "github.com/9aea2451/kb/text/diff"

// Op is what became of a part of the old version.
type Op = diff.Op

const (
	Equal      = diff.Equal
	Added      = diff.Added
	Removed    = diff.Removed
	Changed Op = "changed" // some of its words
	Moved   Op = "moved"   // unchanged, to another section; of a section: under another heading, its text may have changed too
	Renamed Op = "renamed" // of a section: its heading changed, its text may have changed too
)
