// Package read reads one statement: its words and signs, what it is said of, how binding it is,
// what it denies, which amounts and conditions it names, and its slots, typed questions about a
// thing ("where does it live?", "who owns it?") that take one answer.
//
// Parse reads a statement once, whatever its bytes are; what it cannot read is left out of the
// result. It is pure: no files, no clock, no randomness. The work on one statement is bounded: the
// first 4000 bytes, 400 tokens, 24 slots and 24 amounts are read.
package read
