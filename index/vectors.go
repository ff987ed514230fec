package index

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/9aea2451/kb/index/int8dot"
	"github.com/9aea2451/kb/kb/store"
)

// vectors holds quantised vectors in slots: value = scale × int8. A scale of 0 stands for a text
// without meaning to the model. The file only ever grows: a generation knows how many slots it has,
// and the next one, whose file is the same by a link, appends its own.
type vectors struct {
	model string
	dim   int
	data  []byte  // slots of 4+dim bytes: the scale, then the values
	slots []int32 // of each row; noSlot where the vector is still missing
}

const noSlot = -1

// quantise packs a unit vector as four bytes of scale and one byte a dimension; nil gives a scale of 0.
func quantise(vec []float32, dim int) []byte {
	out := make([]byte, 4+dim)
	var greatest float64
	for _, x := range vec {
		greatest = max(greatest, math.Abs(float64(x)))
	}
	if greatest == 0 || len(vec) != dim {
		return out
	}
	binary.LittleEndian.PutUint32(out, math.Float32bits(float32(greatest/127)))
	for i, x := range vec {
		out[4+i] = byte(int8(math.RoundToEven(float64(x) / greatest * 127)))
	}
	return out
}

func (v *vectors) width() int { return 4 + v.dim }

// slot is a packed vector.
func (v *vectors) slot(i int32) []byte { return v.data[int(i)*v.width() : (int(i)+1)*v.width()] }

func scaleOf(packed []byte) float32 {
	return math.Float32frombits(binary.LittleEndian.Uint32(packed))
}

// gaps counts the rows without a vector.
func (v *vectors) gaps() int {
	n := 0
	for _, s := range v.slots {
		if s == noSlot {
			n++
		}
	}
	return n
}

// similarities sets out to the cosine of the query with every row, 0 where there is no vector.
// Processors that are idle help. It gives errDamaged where the file cannot be read.
func (v *vectors) similarities(query, out []float32) ([]float32, error) {
	const part = 4096
	packed := quantise(query, v.dim)
	parts := (len(out) + part - 1) / part
	var next atomic.Int64
	var left sync.WaitGroup // parts, not helpers: one that comes to run when all is done is not waited for
	left.Add(parts)
	var damage atomic.Pointer[error]
	var failed atomic.Pointer[carried]
	work := func() {
		for i := int(next.Add(1)) - 1; i < parts; i = int(next.Add(1)) - 1 {
			if c := carry(func() {
				err := mapped(func() error { v.compare(packed, out, i*part, min((i+1)*part, len(out))); return nil })
				if err != nil {
					damage.Store(&err)
				}
			}); c != nil {
				failed.Store(c)
			}
			left.Done()
		}
	}
	for range min(parts, runtime.GOMAXPROCS(0)) - 1 {
		go work()
	}
	work()
	left.Wait()
	if c := failed.Load(); c != nil {
		panic(c)
	}
	if err := damage.Load(); err != nil {
		return nil, *err
	}
	return out, nil
}

// compare sets the cosines of some rows with a packed vector.
func (v *vectors) compare(packed []byte, out []float32, from, to int) {
	scale, width := scaleOf(packed), v.width()
	var dots [128]int32 // of vectors that the nearest cache still holds when their scales are read
	for row := from; row < to; {
		n := v.inARow(row, min(to, row+len(dots)))
		if n == 0 {
			out[row] = 0
			row++
			continue
		}
		others := v.data[int(v.slots[row])*width:]
		int8dot.Rows(packed[4:], others[4:], width, dots[:n])
		cosines := out[row : row+n]
		for i, dot := range dots[:n] {
			cosines[i] = float32(dot) * scaleOf(others[i*width:]) * scale
		}
		row += n
	}
}

// inARow counts the rows from one on whose slots follow each other, up to an end.
func (v *vectors) inARow(row, end int) int {
	first := v.slots[row]
	if first == noSlot {
		return 0
	}
	rest := v.slots[row:end]
	for i, slot := range rest {
		if slot != first+int32(i) {
			return i
		}
	}
	return len(rest)
}

// vector unpacks a row into a unit vector, nil where there is none.
func (v *vectors) vector(row int) []float32 {
	if v.slots[row] == noSlot {
		return nil
	}
	packed := v.slot(v.slots[row])
	scale := scaleOf(packed)
	if scale == 0 {
		return nil
	}
	out := make([]float32, v.dim)
	for i := range out {
		out[i] = float32(int8(packed[4+i])) * scale
	}
	return out
}

const (
	vectorsMagic = "kbvecs1\n"
	vectorsHead  = 512 // bytes before the first slot
)

// vectorsHeader is the head of a file: magic, model, dimensions, padded.
func vectorsHeader(model string, dim int) ([]byte, error) {
	head := appendString([]byte(vectorsMagic), model)
	head = binary.LittleEndian.AppendUint32(head, uint32(dim))
	if len(head) > vectorsHead {
		return nil, fmt.Errorf("name of model is too long: %d bytes", len(model))
	}
	return append(head, make([]byte, vectorsHead-len(head))...), nil
}

// readVectorsHeader tells which model a file's vectors are of.
func readVectorsHeader(path string) (model string, dim int, err error) {
	f, err := os.Open(path)
	if err != nil {
		return "", 0, err
	}
	defer f.Close()
	head := make([]byte, vectorsHead)
	if _, err := io.ReadFull(f, head); err != nil {
		return "", 0, fmt.Errorf("%w: %s: %s", errDamaged, path, err)
	}
	return parseVectorsHeader(head)
}

func parseVectorsHeader(head []byte) (model string, dim int, err error) {
	d := decoder{b: head}
	if !bytes.Equal(d.bytes(len(vectorsMagic)), []byte(vectorsMagic)) {
		return "", 0, fmt.Errorf("%w: not a table of vectors", errDamaged)
	}
	model, dim = d.string(), d.uint32()
	if d.bad || dim < 1 || dim > 1<<16 {
		return "", 0, fmt.Errorf("%w: head of the vectors", errDamaged)
	}
	return model, dim, nil
}

// readVectors reads the slots of a generation with this table of chunks.
func readVectors(path string, r *rows) (*vectors, error) {
	b, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	v, err := parseVectors(b, r)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return v, nil
}

// mapVectors is readVectors without reading what is not looked at. release ends the use of the vectors.
func mapVectors(path string, r *rows) (v *vectors, release func(), err error) {
	_, dim, err := readVectorsHeader(path)
	if err != nil {
		return nil, nil, err
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, nil, err
	}
	defer f.Close()
	end := int64(vectorsHead) + int64(r.slotCount)*int64(4+dim)
	if info, err := f.Stat(); err != nil || info.Size() < end {
		return nil, nil, fmt.Errorf("%w: %s: vectors are cut short", errDamaged, path)
	}
	b, release, err := mapFile(f, int(end))
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", path, err)
	}
	if v, err = parseVectors(b, r); err != nil {
		release()
		return nil, nil, fmt.Errorf("%s: %w", path, err)
	}
	return v, release, nil
}

func parseVectors(b []byte, r *rows) (*vectors, error) {
	if len(b) < vectorsHead {
		return nil, fmt.Errorf("%w: vectors are cut short", errDamaged)
	}
	v := &vectors{slots: r.slots}
	var err error
	if v.model, v.dim, err = parseVectorsHeader(b[:vectorsHead]); err != nil {
		return nil, err
	}
	end := vectorsHead + r.slotCount*v.width()
	if len(b) < end || len(r.slots) != r.count() {
		return nil, fmt.Errorf("%w: vectors are cut short", errDamaged)
	}
	v.data = b[vectorsHead:end]
	return v, nil
}

// slotWriter makes the vectors file of a generation: a link to the last one's that is appended to,
// or a new one.
type slotWriter struct {
	f     *store.File
	dim   int
	next  int32 // slot
	err   error
	batch []byte
}

// continueSlots appends to the file of the last generation.
func continueSlots(from, to string, dim, count int) (*slotWriter, error) {
	if err := store.Link(from, to); err != nil {
		return nil, err
	}
	f, err := store.Open(to)
	if err != nil {
		return nil, err
	}
	_, err = f.Seek(int64(vectorsHead+count*(4+dim)), io.SeekStart)
	return &slotWriter{f: f, dim: dim, next: int32(count), err: err}, nil
}

// newSlots begins a new file.
func newSlots(path, model string, dim int) (*slotWriter, error) {
	head, err := vectorsHeader(model, dim)
	if err != nil {
		return nil, err
	}
	f, err := store.Create(path)
	if err != nil {
		return nil, err
	}
	_, err = f.Write(head)
	return &slotWriter{f: f, dim: dim, err: err}, nil
}

// add appends a packed vector and returns its slot.
func (w *slotWriter) add(packed []byte) int32 {
	if len(packed) != 4+w.dim {
		w.err = errors.Join(w.err, fmt.Errorf("a vector of %d bytes", len(packed)))
		return noSlot
	}
	if w.batch = append(w.batch, packed...); len(w.batch) > 1<<20 {
		w.flush()
	}
	w.next++
	return w.next - 1
}

func (w *slotWriter) flush() {
	if w.err == nil && len(w.batch) > 0 {
		_, w.err = w.f.Write(w.batch)
	}
	w.batch = w.batch[:0]
}

// close writes what is left.
func (w *slotWriter) close() error {
	w.flush()
	return errors.Join(w.err, w.f.Close())
}
