package build

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"slices"

	"github.com/9aea2451/kb/index/embed"
	"github.com/9aea2451/kb/index/store"
)

// How many texts are embedded and stored at a time: few where a server embeds them, since what one
// call got is lost when a part of it fails.
const (
	embedBatch  = 1024
	remoteBatch = 128
)

// buildVectors embeds the chunks that have no vector of the model yet and writes the generation's table.
func (u *updater) buildVectors(ctx context.Context, dir string) error {
	p, done, err := u.provider(ctx)
	if err != nil {
		return err
	}
	defer done()
	if p == nil {
		u.gaps = 0
		return nil
	}
	defer u.report.time("vectors")()
	e := &embedder{updater: u, provider: p, model: u.view.Model, dir: dir, moved: map[string]string{}}
	for _, m := range u.report.Moves {
		e.moved[m.To] = m.From
	}
	if u.isRemote() {
		if e.cache, err = u.KeptVectors(ctx, u.view.Model); err != nil {
			return err
		}
	}
	err = e.run(ctx)
	if e.out != nil {
		err = errors.Join(err, e.out.Close())
		u.rows.Model, u.rows.Dim, u.rows.SlotCount = e.model, e.out.Dim, int(e.out.Next)
	}
	if err != nil {
		return err
	}
	if e.out == nil { // not one vector, so no file of them
		u.rows.Slots, u.gaps = nil, u.rows.Count()-e.silent
		return nil
	}
	u.gaps = -e.silent
	for _, s := range u.rows.Slots {
		if s == store.NoSlot {
			u.gaps++
		}
	}
	return nil
}

// embedder fills the vectors of one generation.
type embedder struct {
	*updater
	provider     embed.Provider
	model        string // id, as the view has it
	dir          string // of the generation
	known, all   int    // stems of new texts: those that an older model knows, and all
	silent       int    // rows without a text to embed
	rowsWaiting  []int  // the rows that textsWaiting are of
	textsWaiting []string
	out          *store.SlotWriter
	copied       *store.Vectors     // the old slots, when they are copied into a new file
	moved        map[string]string  // where notes were that are at another path now
	cache        *store.KeptVectors // of the vectors that a server gave, by text; nil with a trained model
	failed       error
}

// run takes over the slots of unchanged notes and embeds the others. A provider that fails leaves
// gaps, said once.
func (e *embedder) run(ctx context.Context) error {
	e.rows.Slots = make([]int32, e.rows.Count())
	for i := range e.rows.Slots {
		e.rows.Slots[i] = store.NoSlot
	}
	if err := e.open(); err != nil {
		return err
	}
	for note := range e.rows.Paths {
		if e.takeOver(note) {
			continue
		}
		if err := e.queue(note); err != nil {
			return err
		}
		if len(e.rowsWaiting) >= e.batch() {
			if err := e.flush(ctx); err != nil {
				return err
			}
			e.Folder.Options.Progress("embedding", int(e.rows.First[note+1]), e.rows.Count())
		}
	}
	if err := e.flush(ctx); err != nil {
		return err
	}
	if e.failed != nil {
		e.Folder.Options.Warn(fmt.Sprintf("meaning is not searchable for now: %v", e.failed))
	}
	return e.noteDrift()
}

// queue sets the vectors of a note's chunks that it had before, and leaves the others to flush.
func (e *embedder) queue(note int) error {
	texts, err := e.contextsOf(note)
	if err != nil {
		return err
	}
	had, err := e.slotsBefore(e.rows.Paths[note])
	if err != nil {
		return err
	}
	for i, t := range texts {
		row := int(e.rows.First[note]) + i
		slot, known := had[t]
		switch {
		case t == "":
			e.silent++
		case known:
			e.rows.Slots[row] = e.keep(slot)
		default:
			e.rowsWaiting, e.textsWaiting = append(e.rowsWaiting, row), append(e.textsWaiting, t)
		}
	}
	return nil
}

// slotsBefore gives the old slots of the texts that the note at a path, or the one that moved
// there, had in the old generation. The records may have forgotten them.
func (e *embedder) slotsBefore(path string) (map[string]int32, error) {
	old := e.old
	if old.Vectors == nil {
		return nil, nil
	}
	if from, ok := e.moved[path]; ok {
		path = from
	}
	was, ok := old.Rows.Note(path)
	if !ok {
		return nil, nil
	}
	texts, err := e.contextsIn(old.Rows, was)
	if errors.Is(err, store.ErrDamaged) {
		return nil, nil
	}
	had := make(map[string]int32, len(texts))
	for i, t := range texts {
		if slot := old.Rows.Slots[int(old.Rows.First[was])+i]; slot != store.NoSlot {
			had[t] = slot
		}
	}
	return had, err
}

// keep gives the slot that an old one has in this generation.
func (e *embedder) keep(slot int32) int32 {
	if e.copied != nil {
		return e.out.Add(e.copied.Slot(slot))
	}
	return slot
}

// slack is how many slots a file may have for each row of the generation: what other generations
// use or none does any more.
const slack = 2

// open begins the file of slots: the old generation's is continued while it is of the same model
// and not mostly slack. Generations that have a file in common only ever append to it.
func (e *embedder) open() (err error) {
	old, path := e.old.Vectors, filepath.Join(e.dir, store.VectorsFile)
	dim := e.provider.Dimensions()
	if old != nil && old.Model == e.model && (dim == 0 || dim == old.Dim) {
		from := filepath.Join(e.old.Dir, store.VectorsFile)
		if e.out, err = store.ContinueSlots(from, path, old.Dim, slack*e.rows.Count()+embedBatch); err == nil {
			return nil
		}
		if e.copied, err = store.ReadVectors(from, e.old.Rows); err == nil {
			e.out, err = store.NewSlots(path, old.Dim)
			return err
		}
	}
	e.old.Vectors = nil
	if dim > 0 {
		e.out, err = store.NewSlots(path, dim)
	}
	return err
}

// takeOver keeps the slots of a note that the old generation has with the same blob and no gap.
func (e *embedder) takeOver(note int) bool {
	old := e.old
	if old.Vectors == nil {
		return false
	}
	was, ok := old.Rows.Note(e.rows.Paths[note])
	if !ok || old.Rows.Blobs[was] != e.rows.Blobs[note] {
		return false
	}
	slots := old.Rows.Slots[old.Rows.First[was]:old.Rows.First[was+1]]
	if slices.Contains(slots, store.NoSlot) {
		return false
	}
	for i, s := range slots {
		e.rows.Slots[int(e.rows.First[note])+i] = e.keep(s)
	}
	return true
}

// batch is how many texts wait before they are embedded together.
func (e *embedder) batch() int {
	if e.isRemote() {
		return remoteBatch
	}
	return embedBatch
}

// flush embeds the waiting texts: from the cache where there is one that has them, by the provider
// otherwise. A trained model needs none: it embeds some 50,000 texts in a second, which a table of
// them costs twice over.
func (e *embedder) flush(ctx context.Context) error {
	if len(e.rowsWaiting) == 0 {
		return nil
	}
	defer func() { e.rowsWaiting, e.textsWaiting = e.rowsWaiting[:0], e.textsWaiting[:0] }()
	if e.cache == nil {
		return e.embed(ctx, e.rowsWaiting, e.textsWaiting)
	}
	rows, texts := e.uncached()
	return e.embed(ctx, rows, texts)
}

// embed asks the provider for the vectors of some rows.
func (e *embedder) embed(ctx context.Context, rows []int, texts []string) error {
	if len(rows) == 0 || e.failed != nil {
		return nil
	}
	found, err := e.provider.Documents(ctx, texts)
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil:
		e.failed = err
		return nil
	}
	return e.store(rows, texts, found)
}

// uncached sets the rows whose vectors are cached and returns the others.
func (e *embedder) uncached() (rows []int, texts []string) {
	for i, text := range e.textsWaiting {
		if packed := e.cache.Find(text, 0); packed != nil && e.size(len(packed)-4) {
			e.rows.Slots[e.rowsWaiting[i]] = e.out.Add(packed)
		} else {
			rows, texts = append(rows, e.rowsWaiting[i]), append(texts, text)
		}
	}
	return rows, texts
}

// size settles the number of dimensions by the first vector seen, and tells whether another has the same.
func (e *embedder) size(dim int) bool {
	if e.out == nil && dim > 0 {
		out, err := store.NewSlots(filepath.Join(e.dir, store.VectorsFile), dim)
		if err != nil {
			return false
		}
		e.out = out
	}
	return e.out != nil && e.out.Dim == dim
}

// store adds vectors that the provider has given to the generation, and to the cache.
func (e *embedder) store(rows []int, texts []string, found [][]float32) error {
	lsa, _ := e.provider.(*embed.LSA)
	if i := slices.IndexFunc(found, func(vec []float32) bool { return len(vec) > 0 }); i >= 0 {
		e.size(len(found[i])) // before those of zeros, which are as long
	}
	made := make([]store.Packed, len(found))
	for i, vec := range found {
		if lsa != nil && !e.trained {
			known, all := lsa.Known(texts[i])
			e.known, e.all = e.known+known, e.all+all
		}
		if len(vec) > 0 && !e.size(len(vec)) || e.out == nil {
			if e.out != nil {
				e.failed = fmt.Errorf(
					"%s gave %d dimensions where it used to give %d: set the number of dimensions to embed everything anew",
					e.model,
					len(vec),
					e.out.Dim,
				)
			}
			continue
		}
		// A text of which the provider makes nothing has a vector of zeros: it is near to nothing, and,
		// unlike a gap, it is not asked for again.
		made[i] = store.Quantise(vec, e.out.Dim)
		e.rows.Slots[rows[i]] = e.out.Add(made[i])
		e.report.Embedded++
	}
	if e.cache == nil {
		return nil
	}
	return e.cache.PutPacked(texts, made)
}

// noteDrift adds what the model knew of the new texts to its record.
func (e *embedder) noteDrift() error {
	if e.view.Training == "" || e.all == 0 {
		return nil
	}
	var t store.Training
	if err := json.Unmarshal([]byte(e.view.Training), &t); err != nil {
		return fmt.Errorf("%w: record of the model's training: %s", store.ErrDamaged, err)
	}
	t.Known, t.All = t.Known+e.known, t.All+e.all
	b, err := json.Marshal(t)
	e.view.Training = string(b)
	return err
}
