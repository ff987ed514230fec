// Package kb reads notes in a git repository, one tree at a time.
//
// The words, used the same way in code, help, JSON and docs:
//
//   - note: a markdown file of a repository, read as knowledge.
//   - blob: the bytes of a file, named by their git object id.
//   - tree: the files of the repository at one moment: of a commit, or of the work tree.
//   - chunk: a section of a note, or a part of one; what search returns.
//   - link: a reference from one note to another; resolved, broken or ambiguous.
//   - relation: a link with a type, from the front matter.
//   - active: a note that holds today: not superseded, rejected, deprecated or archived, and within its validity.
package kb
