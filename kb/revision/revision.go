// Package revision tells what changed between two versions of a text: sections and the sentences in
// them, words, lines. No I/O.
//
// # Usage
//
// Compare aligns two versions of a whole note. Align pairs two lists of texts, such as the
// statements of two trees, and Words marks what differs within a pair; Mark writes that down. Lines
// is the plain difference by lines that blame needs.
//
// # Results
//
// Texts that are equal are paired first, in order (Myers 1986, with the bound on cost of GNU diff);
// what lies between them on both sides is paired by the words that it shares, best first, without
// crossing. What is left was removed or added, unless the same passage stands in another section:
// then it moved. Everything is deterministic, and bounded: nothing takes more than a little over
// linear time, at the price of longer differences for texts of ten thousands of lines.
package revision

// Op is what became of a text from the old version to the new one.
type Op string

const (
	Equal   Op = "equal"
	Added   Op = "added"
	Removed Op = "removed"
	Changed Op = "changed" // some of its words
	Moved   Op = "moved"   // unchanged, to another section; of a section: under another heading, its text may have changed too
	Renamed Op = "renamed" // of a section: its heading changed, its text may have changed too
)
