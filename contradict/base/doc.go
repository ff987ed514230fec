// Package base holds many statements and finds the pairs that contradict each other.
//
// An inverted index proposes the pairs worth judging, by how rare the words are that they share,
// and by rare anchors with a common slot. They are judged with all words weighed alike, so that the
// energy does not depend on the size of the base; it only doubts what many documents have as a
// form, or one repeats. A base can be stored without its statements, which are read again when they
// are candidates.
//
// # Limitations
//
// Statements that share neither enough weight of words nor an anchor are never compared.
package base
