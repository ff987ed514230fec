package words

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"

	"github.com/RoaringBitmap/roaring/v2"
	api "github.com/blevesearch/scorch_segment_api/v2"
	zap "github.com/blevesearch/zapx/v17"
)

// maxSegments is how many segments a generation may gather before small ones are merged.
const maxSegments = 12

// groups are the segments that are to be merged, by their places: all when most of their chunks are dead,
// else the small ones when there are many. At most seven segments are left then, and a chunk is merged a few
// times in its life, not once in each merge.
func (list segments) groups() (out [][]int) {
	live, dead, order := 0, 0, make([]int, len(list))
	for i, s := range list {
		live, dead, order[i] = live+s.live(), dead+s.Size-s.live(), i
	}
	switch {
	case dead > live+batchSize:
		return [][]int{order}
	case len(list) <= maxSegments:
		return nil
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(list[a].live(), list[b].live()) })
	size, group := 0, []int(nil)
	for _, i := range order {
		if n := list[i].live(); len(group) > 0 && size+n > max(live/3, 2*batchSize) {
			out, size, group = append(out, group), 0, nil
		}
		size, group = size+list[i].live(), append(group, i)
	}
	return slices.DeleteFunc(append(out, group), func(g []int) bool { return len(g) < 2 })
}

// tidy merges when there is reason to.
func (w *Writer) tidy() (err error) {
	merged := map[int]bool{}
	var made segments
	defer func() {
		if err != nil {
			made.close()
		}
	}()
	for _, group := range w.segments.groups() {
		var files []api.Segment
		var drops []*roaring.Bitmap
		for _, i := range group {
			files, drops = append(files, w.segments[i].file), append(drops, w.segments[i].gone)
			merged[i] = true
		}
		name := w.nextName()
		if _, _, err := (&zap.ZapPlugin{}).Merge(files, drops, filepath.Join(w.dir, name), nil, nil); err != nil {
			return fmt.Errorf("merge words: %w", err)
		}
		s, err := newSegment(w.dir, name)
		if err != nil {
			return err
		}
		made = append(made, s)
	}
	if len(made) == 0 {
		return nil
	}
	var kept segments
	for i, s := range w.segments {
		if merged[i] {
			w.left = append(w.left, s)
		} else {
			kept = append(kept, s)
		}
	}
	w.segments = append(kept, made...)
	return nil
}
