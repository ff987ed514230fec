package words

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/RoaringBitmap/roaring/v2"
	zap "github.com/blevesearch/zapx/v17"

	"github.com/9aea2451/kb/kb/store"
)

// Segment is a file of words, which never changes: its chunks keep their order, those that are
// deleted included. The numbers of the documents run through the segments of a generation one after
// another.
type Segment struct {
	Name string
	Size int // chunks, whether they are deleted or not
}

// segment is one that is open.
type segment struct {
	Segment
	file *zap.Segment
	gone *roaring.Bitmap // chunks that are deleted
}

// rootFile lists the segments of a folder, in their order, and which of their chunks are deleted: what it does
// not name is no part of the words.
const (
	rootFile   = "root"
	rootFormat = store.Format("kb words 1")
	maxRoot    = 1 << 30 // bytes
)

// openSegments opens the segments of a folder. Close them.
func openSegments(dir string) (list segments, err error) {
	defer func() {
		if err != nil {
			list.close()
		}
	}()
	r, err := rootFormat.Load(filepath.Join(dir, rootFile), maxRoot)
	if err != nil {
		return nil, err
	}
	for range r.Count() {
		its := Segment{r.String(), r.Int()}
		gone := roaring.New()
		if err := gone.UnmarshalBinary([]byte(r.String())); err != nil || r.Err() != nil {
			return list, errors.Join(err, r.Err())
		}
		file, err := openSegment(filepath.Join(dir, its.Name))
		if err != nil {
			return list, fmt.Errorf("%s: %v", its.Name, err) // fs.ErrNotExist is of the list alone
		}
		list = append(list, &segment{its, file, gone})
		if n := file.Count(); n != uint64(its.Size) {
			return list, fmt.Errorf("%s has %d of %d chunks", its.Name, n, its.Size)
		}
	}
	return list, r.End()
}

// newSegment opens a segment that was just made.
func newSegment(dir, name string) (*segment, error) {
	file, err := openSegment(filepath.Join(dir, name))
	if err != nil {
		return nil, err
	}
	return &segment{Segment{name, int(file.Count())}, file, roaring.New()}, nil
}

// openSegment maps a file of words.
func openSegment(path string) (*zap.Segment, error) {
	opened, err := (&zap.ZapPlugin{}).Open(path)
	file, ok := opened.(*zap.Segment)
	if err == nil && !ok {
		err = fmt.Errorf("%T is no segment", opened)
	}
	return file, err
}

// segments lists the segments of a folder, in the order of their chunks.
type segments []*segment

// save writes which segments there are.
func (list segments) save(dir string) error {
	return rootFormat.Save(filepath.Join(dir, rootFile), func(s *store.Stream) error {
		s.Int(len(list))
		for _, its := range list {
			gone, err := its.gone.ToBytes()
			if err != nil {
				return err
			}
			s.String(its.Name)
			s.Int(its.Size)
			s.String(string(gone))
		}
		return nil
	})
}

// close ends the use of the files.
func (list segments) close() error {
	var errs []error
	for _, s := range list {
		errs = append(errs, s.file.Close())
	}
	return errors.Join(errs...)
}

// listed are the segments by name and size.
func (list segments) listed() []Segment {
	out := make([]Segment, len(list))
	for i, s := range list {
		out[i] = s.Segment
	}
	return out
}

// live counts the chunks that are not deleted.
func (s *segment) live() int { return s.Size - int(s.gone.GetCardinality()) }

// Began gives the segments that the folder had when it was opened.
func (w *Writer) Began() []Segment { return w.began }

// Segments gives the segments of the generation.
func (r *Reader) Segments() []Segment { return r.segments.listed() }

// Chunks counts the chunks of all segments, whether they are deleted or not.
func (r *Reader) Chunks() (n int) {
	for _, s := range r.segments {
		n += s.Size
	}
	return n
}

// Documents calls f with the number and id of every chunk.
func (r *Reader) Documents(f func(doc int, id string)) error {
	first := 0
	for i, s := range r.segments {
		if err := r.DocumentsOf(i, func(at int, id string) { f(first+at, id) }); err != nil {
			return err
		}
		first += s.Size
	}
	return nil
}

// DocumentsOf calls f with the place and id of every chunk of a segment that is not deleted.
// segment is its place among Segments.
func (r *Reader) DocumentsOf(segment int, f func(at int, id string)) error {
	if segment >= len(r.segments) {
		return fmt.Errorf("list chunks: no segment %d", segment)
	}
	s := r.segments[segment]
	for at := range s.Size {
		if s.gone.ContainsInt(at) {
			continue
		}
		id, err := s.file.DocID(uint64(at))
		if err != nil {
			return fmt.Errorf("list chunks: %w", err)
		}
		f(at, string(id))
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
