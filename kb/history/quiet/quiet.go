// Package quiet tells which changes of a note nobody means who asks when it was changed last and by
// whom: those of its layout alone, and those of commits that the repository tells git blame to
// ignore.
//
// # Limitations
//
// Layout is white space, where lines break, how deep and in which form a heading is, and the mark of
// a list's item. Whatever else differs, be it one letter, is a change: so are the fences of code and
// any line within them.
package quiet

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"strings"

	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/markdown"
)

// ignoreFile is where a repository lists the commits that git blame is to ignore.
const ignoreFile = ".git-blame-ignore-revs"

// maxIgnored bounds the commits that are read of that file.
const maxIgnored = 10_000

// Ignored are the commits that a work tree's ignoreFile lists.
type Ignored struct {
	Sum     string // identifies what it says, "" for nothing
	commits map[string]bool
}

// ReadIgnored reads the file of a work tree; without one, nothing is ignored.
func ReadIgnored(repo *kb.Repo) Ignored {
	data, err := repo.ReadWork(ignoreFile)
	if err != nil || len(data) == 0 {
		return Ignored{}
	}
	sum := sha256.Sum256(data)
	return Ignored{Sum: hex.EncodeToString(sum[:8]), commits: parseIgnored(string(data))}
}

// parseIgnored reads whole ids, one a line, up to the comment behind a #. What is none is passed over.
func parseIgnored(text string) map[string]bool {
	out := map[string]bool{}
	for line := range strings.Lines(text) {
		id, _, _ := strings.Cut(line, "#")
		id = strings.ToLower(strings.TrimSpace(id))
		if raw, err := hex.DecodeString(id); err == nil && (len(raw) == 20 || len(raw) == 32) && len(out) < maxIgnored {
			out[id] = true
		}
	}
	return out
}

// Has tells whether a commit is ignored, by its whole id.
func (i Ignored) Has(commit string) bool { return i.commits[commit] }

// Same tells whether two versions of a note differ in layout alone.
func Same(before, after []byte) bool {
	return bytes.Equal(before, after) || bytes.Equal(said(before), said(after))
}

// said is a note without its layout.
func said(note []byte) []byte {
	out := make([]byte, 0, len(note))
	var fence []byte // that a block of code began with, nil outside of one
	if head := frontMatter(note); head > 0 {
		out, note = append(out, note[:head]...), note[head:]
	}
	for line := range bytes.Lines(note) {
		text := bytes.TrimSpace(line)
		run := markdown.Fence(text)
		switch {
		case run != nil && fence == nil:
			fence = run
			out = append(append(append(out, '\n'), text...), '\n')
		case run != nil && bytes.HasPrefix(run, fence) && len(run) == len(text):
			fence = nil
			out = append(append(append(out, '\n'), text...), '\n')
		case fence != nil:
			out = append(append(out, bytes.TrimRight(line, " \t\r\n")...), '\n')
		default:
			out = appendWords(out, text)
		}
	}
	return bytes.TrimSpace(out)
}

// frontMatter is the length of the lines between --- that a note begins with, 0 for none.
func frontMatter(note []byte) int {
	at := 0
	for line := range bytes.Lines(note) {
		mark := bytes.Equal(bytes.TrimRight(line, " \t\r\n"), []byte("---"))
		if at == 0 && !mark {
			return 0
		}
		if at += len(line); mark && at > len(line) {
			return at
		}
	}
	return 0
}

// appendWords adds a line of prose. What underlines a heading says nothing, and neither does a rule.
func appendWords(out, line []byte) []byte {
	if len(bytes.Trim(line, "=")) == 0 || len(line) > 1 && len(bytes.Trim(line, "-")) == 0 {
		return out
	}
	words := bytes.Fields(line)
	if len(words) > 1 && len(bytes.Trim(words[0], "#")) == 0 {
		words = words[1:]
		if last := words[len(words)-1]; len(words) > 1 && len(bytes.Trim(last, "#")) == 0 {
			words = words[:len(words)-1]
		}
	}
	for i, w := range words {
		if i == 0 && (string(w) == "*" || string(w) == "+") {
			w = []byte("-")
		}
		out = append(append(out, ' '), w...)
	}
	return out
}
