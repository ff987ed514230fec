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
	"github.com/9aea2451/kb/kb/sqlite"
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
	e := &embedder{updater: u, provider: p, model: u.view.Model, dir: dir, cache: u.db.Conn}
	if u.isRemote() {
		kept, err := u.OpenEmbeddings(ctx)
		switch {
		case err == nil:
			defer kept.Close()
			e.cache = kept
		case errors.Is(err, store.ErrNewer):
			e.failed = err
		default:
			return err
		}
	}
	err = e.run(ctx)
	if e.out != nil {
		err = errors.Join(err, e.out.Close())
		u.rows.SlotCount = int(e.out.Next)
		u.vectorsEnd = store.VectorsHead + int64(u.rows.SlotCount)*int64(4+e.out.Dim)
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
	model        string
	dir          string // of the generation
	known, all   int
	silent       int // rows without a text to embed
	rowsWaiting  []int
	textsWaiting []string
	out          *store.SlotWriter
	copied       *store.Vectors // the old slots, when they are copied into a new file
	cache        *sqlite.Conn   // of vectors by text
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
		texts, err := e.contextsOf(note)
		if err != nil {
			return err
		}
		for i, t := range texts {
			if t == "" {
				e.silent++
				continue
			}
			e.rowsWaiting, e.textsWaiting = append(e.rowsWaiting, int(e.rows.First[note])+i), append(e.textsWaiting, t)
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

// slack is how many slots that nobody uses any more a file may gather for each one in use.
const slack = 2

// open begins the file of slots: the last generation's is continued while it is of the same model
// and not mostly slack.
func (e *embedder) open() (err error) {
	old, path := e.old.Vectors, filepath.Join(e.dir, store.VectorsFile)
	dim := e.provider.Dimensions()
	if old != nil && old.Model == e.model && (dim == 0 || dim == old.Dim) {
		from := filepath.Join(e.old.Dir, store.VectorsFile)
		if !e.lent && e.old.Rows.SlotCount <= slack*e.rows.Count()+embedBatch {
			if e.out, err = store.ContinueSlots(from, path, old.Dim, e.old.Rows.SlotCount); err == nil {
				return nil
			}
		}
		if e.copied, err = store.ReadVectors(from, e.old.Rows); err == nil {
			e.out, err = store.NewSlots(path, e.model, old.Dim)
			return err
		}
	}
	e.old.Vectors = nil
	if dim > 0 {
		e.out, err = store.NewSlots(path, e.model, dim)
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
		if e.copied != nil {
			s = e.out.Add(e.copied.Slot(s))
		}
		e.rows.Slots[int(e.rows.First[note])+i] = s
	}
	return true
}

func (e *embedder) batch() int {
	if e.isRemote() {
		return remoteBatch
	}
	return embedBatch
}

// flush embeds the waiting texts: from the cache where it has them, by the provider otherwise.
func (e *embedder) flush(ctx context.Context) error {
	if len(e.rowsWaiting) == 0 {
		return nil
	}
	return e.cache.Write(func() error {
		rows, texts, hashes, err := e.uncached()
		if err != nil {
			return err
		}
		e.rowsWaiting, e.textsWaiting = e.rowsWaiting[:0], e.textsWaiting[:0]
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
		return e.store(rows, texts, hashes, found)
	})
}

// uncached sets the rows whose vectors are cached and returns the others.
func (e *embedder) uncached() (rows []int, texts []string, hashes [][]byte, err error) {
	for i, text := range e.textsWaiting {
		hash := store.ContextHash(text)
		var packed []byte
		var sum int64
		known, err := e.cache.One(`SELECT vector, sum FROM vectors WHERE model = ? AND hash = ?`, []any{e.model, hash}, &packed, &sum)
		switch {
		case err != nil:
			return nil, nil, nil, err
		case known && sum == store.VectorSum(e.model, hash, packed) && e.size(len(packed)-4):
			e.rows.Slots[e.rowsWaiting[i]] = e.out.Add(packed)
		default:
			rows, texts, hashes = append(rows, e.rowsWaiting[i]), append(texts, text), append(hashes, hash)
		}
	}
	return rows, texts, hashes, nil
}

// size settles the number of dimensions by the first vector seen, and tells whether another has the same.
func (e *embedder) size(dim int) bool {
	if e.out == nil && dim > 0 {
		out, err := store.NewSlots(filepath.Join(e.dir, store.VectorsFile), e.model, dim)
		if err != nil {
			return false
		}
		e.out = out
	}
	return e.out != nil && e.out.Dim == dim
}

func (e *embedder) store(rows []int, texts []string, hashes [][]byte, found [][]float32) error {
	lsa, _ := e.provider.(*embed.LSA)
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
		packed := store.Quantise(vec, e.out.Dim)
		e.rows.Slots[rows[i]] = e.out.Add(packed)
		if err := e.cache.Run(store.PutVector, e.model, hashes[i], packed, store.VectorSum(e.model, hashes[i], packed)); err != nil {
			return err
		}
		e.report.Embedded++
	}
	return nil
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
