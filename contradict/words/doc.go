// Package words holds what the rules about contradictions know of English: the classes of words
// that a sentence is built of, stems and synonyms, opposites, exclusive classes, units, and the
// phrases by which something is said of a thing.
//
// The lists are text files of this folder, part of the binary and read once, on first use. A list
// explains its own form in its first lines.
//
// # Limitations
//
// The words are English, and of software projects mostly. A word that is in no list has a stem and
// nothing else.
package words
