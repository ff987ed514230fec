package words

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/blevesearch/scorch_segment_api/v2"

	"github.com/9aea2451/kb/kb/store"
)

// maxSegments is how many segments a generation may gather before small ones are merged.
const maxSegments = 12

// tidy leaves out segments without a live chunk, and merges when there is reason to: all segments
// when most of their chunks are dead, else the small ones when there are many.
func (w *Writer) tidy() error {
	live, dead := 0, 0
	w.parts = slices.DeleteFunc(w.parts, func(p *part) bool {
		if p.live() == 0 {
			w.gone = append(w.gone, p)
			return true
		}
		live, dead = live+p.live(), dead+p.Size-p.live()
		return false
	})
	switch {
	case dead > live+batchSize:
		return w.merge(w.parts)
	case len(w.parts) > maxSegments:
		return w.mergeSmall(max(live/3, 2*batchSize))
	}
	return nil
}

// mergeSmall merges those that hold less than half of what a merged one may: at most seven are left,
// and a chunk is merged a few times in its life, not once in each merge.
func (w *Writer) mergeSmall(most int) error {
	var group []*part
	size := 0
	for _, p := range slices.Clone(w.parts) {
		if p.live() >= most/2 {
			continue
		}
		if size+p.live() > most {
			if err := w.merge(group); err != nil {
				return err
			}
			group, size = nil, 0
		}
		group, size = append(group, p), size+p.live()
	}
	return w.merge(group)
}

// merge puts one segment of their live chunks in the place of several.
func (w *Writer) merge(group []*part) error {
	if len(group) == 0 || len(group) == 1 && group[0].deleted == nil {
		return nil
	}
	files, drops := make([]segment.Segment, len(group)), make([]*roaring.Bitmap, len(group))
	for i, p := range group {
		files[i], drops[i] = p.file, p.deleted
	}
	name := w.newName()
	if _, _, err := zapFormat.Merge(files, drops, filepath.Join(w.dir, name), nil, nil); err != nil {
		return err
	}
	merged, err := openPart(w.dir, name)
	if err != nil {
		return err
	}
	w.gone = append(w.gone, group...)
	w.parts = append(slices.DeleteFunc(w.parts, func(p *part) bool { return slices.Contains(group, p) }), merged)
	return nil
}

// sweep removes the segments that the folder no longer lists.
func (w *Writer) sweep() error {
	entries, err := os.ReadDir(w.dir)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if !strings.HasSuffix(e.Name(), segmentEnding) || slices.ContainsFunc(w.parts, func(p *part) bool { return p.Name == e.Name() }) {
			continue
		}
		if err := store.Remove(filepath.Join(w.dir, e.Name())); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}
