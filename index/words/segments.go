package words

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/blevesearch/scorch_segment_api/v2"
	"github.com/blevesearch/zapx/v17"

	"github.com/9aea2451/kb/kb/store"
)

// Segment is a file of words, which never changes: its chunks keep their order, those that are
// deleted included. The numbers of the documents run through the segments of a generation one after
// another.
type Segment struct {
	Name string
	Size int // chunks, whether they are deleted or not
}

// listFile has a line of JSON: the segments of a folder, in order.
const listFile = "segments"

// listed is a segment in that list.
type listed struct {
	Segment
	Deleted []byte `json:",omitempty"` // a bitmap of Roaring
}

// part is a segment that is open.
type part struct {
	Segment
	deleted *roaring.Bitmap // nil: none
	file    segment.Segment
	first   int // number of its first chunk
}

// live counts the chunks that still belong to a note.
func (p *part) live() int {
	if p.deleted == nil {
		return p.Size
	}
	return p.Size - int(p.deleted.GetCardinality())
}

var zapFormat zap.ZapPlugin

// openPart maps a segment of a folder into memory.
func openPart(dir, name string) (*part, error) {
	file, err := zapFormat.Open(filepath.Join(dir, name))
	if err != nil {
		return nil, err
	}
	return &part{Segment: Segment{name, int(file.Count())}, file: file}, nil
}

// openParts opens the segments that a folder lists, in order.
func openParts(dir string) (parts []*part, err error) {
	defer func() {
		if err != nil {
			closeParts(parts)
			err = fmt.Errorf("open words: %w", err)
		}
	}()
	data, err := os.ReadFile(filepath.Join(dir, listFile))
	if err != nil {
		return nil, err
	}
	var list []listed
	if err := json.Unmarshal(data, &list); err != nil {
		return nil, err
	}
	first := 0
	for _, l := range list {
		p, err := openPart(dir, filepath.Base(l.Name))
		if err != nil {
			return parts, err
		}
		if parts = append(parts, p); p.Size != l.Size {
			return parts, fmt.Errorf("%s has %d of %d chunks", l.Name, p.Size, l.Size)
		}
		if len(l.Deleted) > 0 {
			p.deleted = roaring.New()
			if err := p.deleted.UnmarshalBinary(l.Deleted); err != nil {
				return parts, err
			}
		}
		p.first = first
		first += p.Size
	}
	return parts, nil
}

func closeParts(parts []*part) (err error) {
	for _, p := range parts {
		err = errors.Join(err, p.file.Close())
	}
	return err
}

// writeList makes parts the segments of the folder.
func writeList(dir string, parts []*part) error {
	list := make([]listed, len(parts))
	for i, p := range parts {
		list[i].Segment = p.Segment
		if p.deleted != nil {
			bits, err := p.deleted.MarshalBinary()
			if err != nil {
				return err
			}
			list[i].Deleted = bits
		}
	}
	data, err := json.Marshal(list)
	if err != nil {
		return err
	}
	return store.Write(filepath.Join(dir, listFile), data)
}

func segmentsOf(parts []*part) []Segment {
	out := make([]Segment, len(parts))
	for i, p := range parts {
		out[i] = p.Segment
	}
	return out
}

// Began gives the segments that the folder had when it was opened.
func (w *Writer) Began() []Segment { return w.began }

// Segments gives the segments of the generation.
func (r *Reader) Segments() []Segment { return segmentsOf(r.parts) }

// Chunks counts the chunks of all segments, whether they are deleted or not.
func (r *Reader) Chunks() (n int) {
	for _, p := range r.parts {
		n += p.Size
	}
	return n
}

// Documents calls f with the number and id of every chunk.
func (r *Reader) Documents(f func(doc int, id string)) error {
	for i, p := range r.parts {
		if err := r.DocumentsOf(i, func(at int, id string) { f(p.first+at, id) }); err != nil {
			return err
		}
	}
	return nil
}

// DocumentsOf calls f with the place and id of every chunk of a segment that is not deleted.
// segment is its place among Segments.
func (r *Reader) DocumentsOf(segment int, f func(at int, id string)) error {
	if segment >= len(r.parts) {
		return fmt.Errorf("list chunks: no segment %d", segment)
	}
	p := r.parts[segment]
	for at := range p.Size {
		if p.deleted != nil && p.deleted.ContainsInt(at) {
			continue
		}
		id, err := p.file.DocID(uint64(at))
		if err != nil {
			return fmt.Errorf("list chunks: %w", err)
		}
		f(at, string(id))
	}
	return nil
}
