// Package history tells who changed which file when: one walk over git's commits, kept in a
// database beside the index and brought up to date by what is new, and the questions that it
// answers.
//
// # What is recorded
//
// Each commit is recorded as its object says it, with the paths at which its tree differs from that
// of its first parent; a merge only with those that its parents do not explain (see row). From
// these rows alone every tree of the history can be told, and all that came in by a merge. Package
// walk reads the commits.
//
// # Limitations
//
// Where a history is shallow, or objects are missing, the records say so (Limits) and nothing is
// guessed: a commit whose parents are not here is no one's first. Copies are recorded only where a
// commit changes or deletes the file that the copy equals byte by byte.
package history
