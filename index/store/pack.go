package store

import (
	"bytes"
	"compress/flate"
	"encoding/json"
	"fmt"
	"io"
	"slices"

	"github.com/9aea2451/kb/kb/kept"
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
	Dictionary []byte // of the records, nil for none

	deflater *flate.Writer
	out      bytes.Buffer
}

// Pack fills in what the records keep of the file's document and note.
func (p *Packer) Pack(f *ParsedFile) error {
	f.groups = nil
	f.links = p.deflate(unpacked(f, func(first int, data []byte) {
		f.groups = append(f.groups, group{first, p.deflate(data)})
	}))
	var w record.Writer
	kept.WriteNote(&w, &f.Note)
	f.note, f.extra = w.Data, nil
	if len(f.Note.Extra) > 0 {
		extra, err := json.Marshal(f.Note.Extra)
		if err != nil {
			return err
		}
		f.extra = p.deflate(extra)
	}
	return nil
}

// unpacked gives the links of a file as they are packed, and puts its chunks, group by group.
func unpacked(f *ParsedFile, put func(first int, data []byte)) (links []byte) {
	var w record.Writer
	kept.WriteLinks(&w, f.Doc.Links)
	links = bytes.Clone(w.Data)
	w.Data = w.Data[:0]
	first, text := 0, 0
	var above []string
	for i := range f.Doc.Chunks {
		text += putChunk(&w, &f.Doc.Chunks[i], above, f.Source)
		if text >= groupText || i == len(f.Doc.Chunks)-1 {
			put(first, w.Data)
			w.Data, first, text, above = w.Data[:0], i+1, 0, nil
			continue
		}
		above = f.Doc.Chunks[i].HeadingPath
	}
	return links
}

// What a packed value begins with.
const (
	packedPlain = iota // deflated by itself
	packedWith         // deflated with the dictionary of the records
	packedRaw          // as it is
)

// rawBytes bounds the length of values that are kept as they are: a deflater clears its tables, far larger than that, for
// each value, and reads the dictionary anew.
const rawBytes = 96

// deflate packs data, behind a byte that says whether the dictionary is needed to read them. What
// it gives is the caller's.
func (p *Packer) deflate(data []byte) []byte {
	if len(data) <= rawBytes {
		return append([]byte{packedRaw}, data...)
	}
	p.out.Reset()
	p.out.WriteByte(packedPlain)
	if len(p.Dictionary) > 0 {
		p.out.Bytes()[0] = packedWith
	}
	if p.deflater == nil {
		p.deflater, _ = flate.NewWriterDict(&p.out, packLevel, p.Dictionary) // the level is a valid one
	} else {
		p.deflater.Reset(&p.out)
	}
	p.deflater.Write(data) // neither fails: a buffer takes everything
	p.deflater.Close()
	return bytes.Clone(p.out.Bytes())
}

// How much of what sort a dictionary takes: of so many files some bytes each of links, chunks and
// unknown keys. Larger ones save little more, and each value that is packed pays for their length.
const (
	DictionaryFiles = 24
	dictionaryLinks = 48
	dictionaryChunk = 144
	dictionaryExtra = 64
)

// NewDictionary makes a dictionary of parsed files: values are small, and much of what stands in
// one stands in others of the repository.
func NewDictionary(files []ParsedFile) ([]byte, error) {
	var links, chunks, extras []byte
	for i := range files {
		f := &files[i]
		l := unpacked(f, func(first int, data []byte) {
			if first == 0 {
				chunks = append(chunks, data[:min(len(data), dictionaryChunk)]...)
				chunks = append(chunks, data[len(data)-min(len(data), dictionaryChunk)/2:]...)
			}
		})
		links = append(links, l[:min(len(l), dictionaryLinks)]...)
		if len(f.Note.Extra) > 0 {
			extra, err := json.Marshal(f.Note.Extra)
			if err != nil {
				return nil, err
			}
			extras = append(extras, extra[:min(len(extra), dictionaryExtra)]...)
		}
	}
	return slices.Concat(links, extras, chunks), nil
}

// packLevel is fast: a higher level saves a tenth of the bytes for three times the time.
const packLevel = 3

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

// inflater unpacks; it keeps what it needs for that. Not for concurrent use.
type inflater struct {
	load       func() ([]byte, error) // reads the dictionary, which must be there
	dictionary []byte                 // nil until it is needed
	in         bytes.Reader
	out        io.ReadCloser
	text       bytes.Buffer

	last unpackedGroup // that was unpacked for one of its chunks: others of the note are mostly asked for next
}

// unpackedGroup is some chunks of a blob that follow one another.
type unpackedGroup struct {
	oid    string
	first  int // ordinal of the first
	chunks []Chunk
}

// inflate unpacks a record. The first byte says whether it was packed with the dictionary, which is
// only read then. Bytes behind the end of the stream are damage: a record is packed whole.
func (x *inflater) inflate(data []byte) (string, error) {
	if err := x.fill(data); err != nil {
		return "", err
	}
	return x.text.String(), nil
}

// fill unpacks a record into text, where it stays until the next one.
func (x *inflater) fill(data []byte) error {
	if len(data) == 0 || data[0] > packedRaw {
		return fmt.Errorf("%w: packed records", ErrDamaged)
	}
	var with []byte
	if data[0] == packedRaw {
		x.text.Reset()
		x.text.Write(data[1:])
		return nil
	}
	if data[0] == packedWith {
		if x.dictionary == nil {
			var err error
			if x.dictionary, err = x.load(); err != nil {
				return err
			}
		}
		with = x.dictionary
	}
	x.in.Reset(data[1:])
	if x.out == nil {
		x.out = flate.NewReaderDict(&x.in, with)
	} else if err := x.out.(flate.Resetter).Reset(&x.in, with); err != nil {
		return err
	}
	x.text.Reset()
	if _, err := x.text.ReadFrom(x.out); err != nil {
		return fmt.Errorf("%w: packed records: %s", ErrDamaged, err)
	}
	if x.in.Len() > 0 { // it is read byte by byte, to the end of the stream
		return fmt.Errorf("%w: packed records: more than was packed", ErrDamaged)
	}
	return nil
}

// chunks unpacks a group. Their strings are parts of one.
func (x *inflater) chunks(first int, data []byte) ([]Chunk, error) {
	text, err := x.inflate(data)
	if err != nil {
		return nil, err
	}
	return readChunks(first, text)
}

// readChunks reads a group of chunks that was unpacked.
func readChunks(first int, text string) ([]Chunk, error) {
	r := record.Read(text)
	var out []Chunk
	var above []string
	for ; r.More(); first++ {
		c := Chunk{ord: first, Kind: r.String(), Language: r.String()}
		if same := r.Below(len(above) + 1); same > 0 {
			c.Heading = slices.Clone(above[:same])
		}
		c.Heading = append(c.Heading, r.Strings()...)
		c.Anchor, c.StartLine, c.EndLine, c.Text = r.String(), r.Int(), r.Int(), r.String()
		out, above = append(out, c), c.Heading
	}
	if err := r.Err(); err != nil {
		return nil, fmt.Errorf("%w: chunks: %w", ErrDamaged, err)
	}
	return out, nil
}
