package store

import (
	"bytes"
	"compress/flate"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/9aea2451/kb/kb/record"
	"github.com/9aea2451/kb/markdown"
)

// groupText is how many bytes of text the chunks of a group have before the next one begins. A
// reader of one chunk unpacks its group, some 20 µs; single chunks would compress half as well and
// leave a third of SQLite's pages empty.
const groupText = 4 << 10

// group is some chunks of a blob that follow one another, as the records have them: deflated, so
// that headings, identifiers and words that come again cost little.
type group struct {
	first int // ordinal of the first chunk
	data  []byte
}

// Packer makes of parsed files what the records keep of their bytes. Its zero value is ready for
// use, not for concurrent use.
type Packer struct {
	deflater *flate.Writer
	out      bytes.Buffer
}

// Pack fills in what the records keep of the file's document.
func (p *Packer) Pack(f *ParsedFile) error {
	links, err := json.Marshal(parsed{Links: f.Doc.Links})
	if err != nil {
		return err
	}
	f.links, f.groups = p.deflate(links), nil
	var w record.Writer
	first, text := 0, 0
	for i := range f.Doc.Chunks {
		text += putChunk(&w, &f.Doc.Chunks[i], f.Source)
		if text >= groupText || i == len(f.Doc.Chunks)-1 {
			f.groups = append(f.groups, group{first, p.deflate(w.Data)})
			w.Data, first, text = w.Data[:0], i+1, 0
		}
	}
	return nil
}

func (p *Packer) deflate(data []byte) []byte {
	p.out.Reset()
	if p.deflater == nil {
		p.deflater, _ = flate.NewWriter(&p.out, packLevel) // the level is a valid one
	} else {
		p.deflater.Reset(&p.out)
	}
	p.deflater.Write(data) // neither fails: a buffer takes everything
	p.deflater.Close()
	return bytes.Clone(p.out.Bytes())
}

// packLevel is fast: a higher level saves a tenth of the bytes for three times the time.
const packLevel = 3

// putChunk appends a chunk to its group and returns the length of its text.
func putChunk(w *record.Writer, c *markdown.Chunk, source []byte) int {
	text := c.Text(source)
	w.String(string(c.Kind))
	w.String(c.Language)
	w.Strings(c.HeadingPath)
	w.String(c.Anchor)
	w.Int(c.Span.StartLine)
	w.Int(c.Span.EndLine)
	w.String(strings.Join(c.Identifiers, "\n"))
	w.String(text)
	return len(text)
}

// inflater unpacks; it keeps what it needs for that. Not for concurrent use.
type inflater struct {
	in   bytes.Reader
	out  io.ReadCloser
	text bytes.Buffer
}

func (x *inflater) inflate(data []byte) (string, error) {
	x.in.Reset(data)
	if x.out == nil {
		x.out = flate.NewReader(&x.in)
	} else if err := x.out.(flate.Resetter).Reset(&x.in, nil); err != nil {
		return "", err
	}
	x.text.Reset()
	if _, err := x.text.ReadFrom(x.out); err != nil {
		return "", fmt.Errorf("%w: packed records: %s", ErrDamaged, err)
	}
	return x.text.String(), nil
}

// chunks unpacks a group. Their strings are parts of one.
func (x *inflater) chunks(first int, data []byte) ([]Chunk, error) {
	text, err := x.inflate(data)
	if err != nil {
		return nil, err
	}
	r := record.Read(text)
	var out []Chunk
	for ; r.More(); first++ {
		out = append(out, Chunk{ord: first, Kind: r.String(), Language: r.String(), Heading: r.Strings(), Anchor: r.String(),
			StartLine: r.Int(), EndLine: r.Int(), Identifiers: r.String(), Text: r.String()})
	}
	if err := r.Err(); err != nil {
		return nil, fmt.Errorf("%w: chunks: %w", ErrDamaged, err)
	}
	return out, nil
}
