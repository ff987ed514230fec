package notes

import (
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/pack"
	"github.com/9aea2451/kb/kb/record"
	"github.com/9aea2451/kb/markdown"
)

// Chunk is a chunk as it is kept.
type Chunk struct {
	Ord                int // from 0
	Kind, Language     string
	Heading            []string
	Anchor             string
	StartLine, EndLine int
	Text               string
}

// Said returns the text of a chunk, of one that only comments fill what is left without them. The words
// of comments still find the note, which is about what they ask for (without them nDCG on the
// Kubernetes enhancements falls from .521 to .504), but are never what is shown of it.
func Said(text string) string {
	rest := markdown.WithoutComments(text)
	for line := range strings.Lines(rest) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "#") {
			return text
		}
	}
	return rest
}

// SaysNothing reports whether a chunk holds only headings, comments and pictures, or lines that say
// what its note is rather than what it knows, or a form that nobody has filled in.
func (c *Chunk) SaysNothing() bool {
	return markdown.IsMetadata(c.Text) || markdown.IsPictures(c.Text) || Said(c.Text) != c.Text || kb.IsForm(c.Text)
}

// groupText closes a group of chunks, in bytes of text.
const groupText = 4 << 10

// groupsOf writes the chunks of a file.
func groupsOf(doc *markdown.Document, source []byte) (groups []pack.Group) {
	var w record.Writer
	first, text := 0, 0
	var above []string
	for i := range doc.Chunks {
		text += putChunk(&w, &doc.Chunks[i], above, source)
		above = doc.Chunks[i].HeadingPath
		if text >= groupText || i == len(doc.Chunks)-1 {
			groups = append(groups, pack.Group{First: first, Text: string(w.Data)})
			w, first, text, above = record.Writer{}, i+1, 0, nil
		}
	}
	return groups
}

// putChunk appends a chunk to its group and returns the length of its text.
// Of its headings those are left out that the chunk before it in the group has as well.
func putChunk(w *record.Writer, c *markdown.Chunk, above []string, source []byte) int {
	text := c.Text(source)
	w.String(string(c.Kind))
	w.String(c.Language)
	same := 0
	for same < min(len(above), len(c.HeadingPath)) && above[same] == c.HeadingPath[same] {
		same++
	}
	w.Int(same)
	w.Strings(c.HeadingPath[same:])
	w.String(c.Anchor)
	w.Int(c.Span.StartLine)
	w.Int(c.Span.EndLine)
	w.String(text)
	return len(text)
}

// readChunks reads a group of chunks. Their strings are parts of one.
func readChunks(first int, text string) ([]Chunk, error) {
	r := record.Read(text)
	var out []Chunk
	var above []string
	for ; r.More(); first++ {
		c := Chunk{Ord: first, Kind: r.String(), Language: r.String()}
		if same := r.Below(len(above) + 1); same > 0 {
			c.Heading = slices.Clone(above[:same])
		}
		c.Heading = append(c.Heading, r.Strings()...)
		c.Anchor, c.StartLine, c.EndLine, c.Text = r.String(), r.Int(), r.Int(), r.String()
		out, above = append(out, c), c.Heading
	}
	return out, r.Err()
}

// Group is some chunks of a note that follow one another: the ordinal of the first, and their record.
type Group pack.Group

// Chunks reads the chunks of a group.
func (g Group) Chunks() ([]Chunk, error) {
	chunks, err := readChunks(g.First, g.Text)
	if err != nil {
		return nil, fmt.Errorf("read chunks: %w", err)
	}
	return chunks, nil
}

// Groups reads the chunks of a kept reading, in order, up to the first group that cannot be read.
func (r *Reading) Groups() iter.Seq2[pack.Group, error] { return r.kept.Groups() }

// Chunks returns the chunks of a kept reading, in order.
func (r *Reading) Chunks() (out []Chunk, err error) {
	for g, err := range r.Groups() {
		if err != nil {
			return nil, err
		}
		chunks, err := Group(g).Chunks()
		if err != nil {
			return nil, err
		}
		out = append(out, chunks...)
	}
	return out, nil
}

// Chunk returns one chunk of a kept reading, in memory of its own.
func (r *Reading) Chunk(ord int) (Chunk, error) {
	firsts := r.kept.Firsts()
	i, ok := slices.BinarySearch(firsts, ord)
	if !ok {
		i--
	}
	if i < 0 {
		return Chunk{}, record.ErrDamaged
	}
	text, err := r.kept.Group(i)
	if err != nil {
		return Chunk{}, err
	}
	chunks, err := Group{firsts[i], text}.Chunks()
	if at := ord - firsts[i]; err == nil && at < len(chunks) {
		return chunks[at].clone(), nil
	}
	return Chunk{}, errors.Join(err, record.ErrDamaged)
}

// clone returns the chunk in memory of its own, so that it can be kept without its block.
func (c Chunk) clone() Chunk {
	c.Kind, c.Language, c.Anchor = strings.Clone(c.Kind), strings.Clone(c.Language), strings.Clone(c.Anchor)
	c.Text = strings.Clone(c.Text)
	for i, h := range c.Heading {
		c.Heading[i] = strings.Clone(h)
	}
	return c
}
