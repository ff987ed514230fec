package words

import (
	"context"
	"os"
	"path/filepath"

	"github.com/blevesearch/bleve/v2/index/scorch"
	"github.com/blevesearch/bleve/v2/index/scorch/mergeplan"
	bleve "github.com/blevesearch/bleve_index_api"
)

// maxSegments is how many segments a generation may gather before small ones are merged.
const maxSegments = 12

// begun tells that the folder has words already.
func begun(dir string) bool {
	_, err := os.Stat(filepath.Join(dir, "root.bolt"))
	return err == nil
}

// unmerged keeps Bleve from merging in the background what a small change leaves as it is: the
// merge would be most of the work, and is thrown away when the folder is closed before it ends. No
// segment is small enough to be merged.
func unmerged() map[string]any { return map[string]any{"MaxSegmentSize": 1} }

// tidy merges when there is reason to.
func (w *Writer) tidy() error {
	segments, live, dead, err := w.sizes()
	if err != nil {
		return err
	}
	if plan := planOf(segments, live, dead); plan != nil {
		return w.merge(plan)
	}
	return nil
}

// planOf plans to merge all segments when most of their chunks are dead, else the small ones when there
// are many; nil for no merge.
func planOf(segments int, live, dead int64) *mergeplan.MergePlanOptions {
	switch {
	case dead > live+batchSize:
		return &mergeplan.SingleSegmentMergePlanOptions
	case segments > maxSegments:
		return small(live)
	}
	return nil
}

// small plans the merge of the segments that hold less than a sixth of the live chunks: at most
// seven are left, and a chunk is merged a few times in its life, not once in each merge.
func small(live int64) *mergeplan.MergePlanOptions {
	plan := mergeplan.SingleSegmentMergePlanOptions
	plan.MaxSegmentSize = max(live/3, 2*batchSize)
	plan.SegmentsPerMergeTask = 2 * maxSegments
	return &plan
}

// sizes counts the segments, and their chunks by whether they still belong to a note.
func (w *Writer) sizes() (segments int, live, dead int64, err error) {
	reader, err := w.store.Reader()
	if err != nil {
		return 0, 0, 0, err
	}
	defer reader.Close()
	snapshot, ok := reader.(*scorch.IndexSnapshot)
	if !ok {
		return 0, 0, 0, nil
	}
	for _, s := range snapshot.Segments() {
		live += s.LiveSize()
		dead += s.FullSize() - s.LiveSize()
	}
	return len(snapshot.Segments()), live, dead, nil
}

// merge ends when the result is on disk: Bleve writes it in the background, and a folder that is
// closed at once forgets the merge. An empty batch waits for what came before it.
func (w *Writer) merge(plan *mergeplan.MergePlanOptions) error {
	s, ok := w.store.(*scorch.Scorch)
	if !ok {
		return nil
	}
	if err := s.ForceMerge(context.Background(), plan); err != nil {
		return err
	}
	return s.Batch(bleve.NewBatch())
}
