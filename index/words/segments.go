package words

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/9aea2451/kb/kb/store"
	"github.com/blevesearch/bleve/v2/index/scorch"
	bleve "github.com/blevesearch/bleve_index_api"
)

// Segment is a file of words, which never changes: its chunks keep their order, those that are
// deleted included. The numbers of the documents run through the segments of a generation one after
// another.
type Segment struct {
	Name string
	Size int // chunks, whether they are deleted or not
}

// Began gives the segments that the folder had when it was opened.
func (w *Writer) Began() []Segment { return w.began }

// Segments gives the segments of the generation.
func (r *Reader) Segments() []Segment { return segmentsOf(r.reader) }

// Chunks counts the chunks of all segments, whether they are deleted or not.
func (r *Reader) Chunks() (n int) {
	for _, s := range r.Segments() {
		n += s.Size
	}
	return n
}

// segmentsOf lists the segments of a snapshot; none when it has one that is not a file.
func segmentsOf(reader bleve.IndexReader) []Segment {
	snapshot, ok := reader.(*scorch.IndexSnapshot)
	if !ok {
		return nil
	}
	var out []Segment
	for _, s := range snapshot.Segments() {
		file, ok := s.Segment().(interface{ Path() string })
		if !ok {
			return nil
		}
		out = append(out, Segment{filepath.Base(file.Path()), int(s.FullSize())})
	}
	return out
}

// DocumentsOf calls f with the place and id of every chunk of a segment that is not deleted.
// segment is its place among Segments.
func (r *Reader) DocumentsOf(segment int, f func(at int, id string)) error {
	snapshot, ok := r.reader.(*scorch.IndexSnapshot)
	if !ok || segment >= len(snapshot.Segments()) {
		return fmt.Errorf("list chunks: no segment %d", segment)
	}
	s := snapshot.Segments()[segment]
	for live := s.DocNumbersLive().Iterator(); live.HasNext(); {
		at := live.Next()
		id, err := s.DocID(uint64(at))
		if err != nil {
			return fmt.Errorf("list chunks: %w", err)
		}
		f(int(at), string(id))
	}
	return nil
}

// Clone makes a new generation at to that begins with the words of from. Segments are immutable, so
// they are linked, not copied.
func Clone(from, to string) error {
	entries, err := os.ReadDir(from)
	if err != nil {
		return err
	}
	if err := store.MakeDir(to); err != nil {
		return err
	}
	for _, e := range entries {
		if !e.Type().IsRegular() {
			continue
		}
		src, dst := filepath.Join(from, e.Name()), filepath.Join(to, e.Name())
		if strings.HasSuffix(e.Name(), ".zap") && store.Link(src, dst) == nil {
			continue
		}
		if err := store.Copy(src, dst); err != nil {
			return err
		}
	}
	return nil
}
