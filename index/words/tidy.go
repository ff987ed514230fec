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

// tidy merges when there is reason to.
func (w *Writer) tidy() error {
	segments, live, dead, err := w.sizes()
	if err != nil {
		return err
	}
	if plan := planOf(segments, live, dead); plan != nil {
		// Bleve writes the result in the background, and a folder that is closed at once forgets the
		// merge. An empty batch waits for what came before it.
		s, ok := w.store.(*scorch.Scorch)
		if !ok {
			return nil
		}
		if err := s.ForceMerge(context.Background(), plan); err != nil {
			return err
		}
		return s.Batch(bleve.NewBatch())
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
		// At most seven segments are left, and a chunk is merged a few times in its life, not once in each
		// merge.
		plan := mergeplan.SingleSegmentMergePlanOptions
		plan.MaxSegmentSize = max(live/3, 2*batchSize)
		plan.SegmentsPerMergeTask = 2 * maxSegments
		return &plan
	}
	return nil
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
