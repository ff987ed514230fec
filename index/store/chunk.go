package store

import (
	"crypto/sha256"
	"encoding/base64"
	"slices"
	"strconv"
	"strings"

	"github.com/9aea2451/kb/index/words"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/notes"
	"github.com/9aea2451/kb/markdown"
)

// Chunk is a chunk of a note.
type Chunk = notes.Chunk

// headings is the title and the heading path, each part once.
func headings(title string, path []string) []string {
	out := make([]string, 0, len(path)+1)
	if title != "" && (len(path) == 0 || !strings.EqualFold(path[0], title)) {
		out = append(out, title)
	}
	return append(out, path...)
}

// Contextual is the text that is embedded: the chunk with what its reader has seen above it; "" of a
// form that nobody has filled in, which has no meaning. To a server goes nothing that is only
// comments, or tells only what its note is.
func Contextual(note *kb.Note, c *Chunk, remote bool) string {
	text := c.Text
	switch {
	case kb.IsForm(text):
		return ""
	case remote && markdown.IsMetadata(text):
		return ""
	case remote:
		text = notes.Said(text)
	}
	head := headings(note.Title, c.Heading)
	if said := note.Description(); c.Ord == 0 && said != "" {
		head = append(head, said)
	}
	return strings.Join(head, " › ") + "\n" + text
}

// ContextHash identifies an embedded text.
func ContextHash(text string) []byte {
	sum := sha256.Sum256([]byte(text))
	return sum[:hashBytes]
}

const hashBytes = 16

// ChunkID is the id of a chunk in the words, which keep each id twice: the key of its note, a dot and
// its ordinal.
func ChunkID(path string, ord int) string { return NoteKey(path) + "." + strconv.Itoa(ord) }

// NoteKey stands for the path of a note in the ids of chunks: 96 bits of its sum, as most paths are
// three times as long.
func NoteKey(path string) string {
	sum := sha256.Sum256([]byte(path))
	return base64.RawURLEncoding.EncodeToString(sum[:12])
}

// WordsDoc is the chunk as it is indexed for words: none of a form that nobody has filled in.
func WordsDoc(note *kb.Note, c *Chunk) *words.Doc {
	d := &words.Doc{ID: ChunkID(note.Path, c.Ord)}
	if kb.IsForm(c.Text) {
		return d
	}
	d.Text[words.Body] = c.Text
	d.Text[words.Head] = strings.Join(headings(note.Title, c.Heading), "\n")
	d.Text[words.Code] = strings.Join(markdown.Identifiers(c.Text), "\n")
	tags := note.Tags
	if note.Category != "" && !slices.Contains(tags, note.Category) {
		tags = append(slices.Clone(tags), note.Category)
	}
	d.Text[words.Tags] = strings.Join(append(slices.Clone(tags), note.Aliases...), "\n")
	if c.Ord == 0 {
		d.Names = namesOf(note)
		d.Text[words.Body] = strings.TrimPrefix(note.Description()+"\n"+c.Text, "\n")
	}
	return d
}

// StandingOf returns the standing of a chunk by the headings above it, as Rows keep it.
func StandingOf(note *kb.Note, c *Chunk) byte {
	return byte(markdown.SectionStanding(note.Title, c.Heading))
}

// namesOf lists what a note is called: title, aliases, id, the end of its path that names it, and
// the number there, as "#" and the number.
func namesOf(note *kb.Note) []string {
	given := append([]string{note.Title, note.ID}, note.Aliases...)
	series, number := kb.SeriesName(note.Path)
	given = append(given, series)
	var out []string
	for _, name := range given {
		if name = words.Name(name); name != "" && !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	if number != "" {
		out = append(out, "#"+number)
	}
	return out
}
