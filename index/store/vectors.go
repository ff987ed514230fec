package store

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"math"
	"os"
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/9aea2451/kb/index/int8dot"
	"github.com/9aea2451/kb/kb/store"
	"github.com/9aea2451/kb/kb/workers"
)

// Vectors holds quantised vectors in slots: value = scale × int8. A scale of 0 stands for a text
// without meaning to the model. Their file has nothing else, and only ever grows: the rows of a
// generation say of which model they are and how many slots it may use, and one that is made from
// it, of the same tree or of another, has the same file by a link and appends its own slots after
// all that are there.
type Vectors struct {
	Model string
	Dim   int
	data  []byte  // slots of 4+dim bytes: the scale, then the values
	Slots []int32 // of each row; NoSlot where the vector is still missing

	sound func() error // ErrDamaged where the sum of a mapped file does not hold; nil for what is in memory
}

// NoSlot is the slot of a row whose vector is missing, in memory and in the file of the table.
const NoSlot = -1

// Quantise packs a unit vector as four bytes of scale and one byte a dimension; nil gives a scale of 0.
func Quantise(vec []float32, dim int) []byte {
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

func (v *Vectors) width() int { return 4 + v.Dim }

// Slot is a packed vector.
func (v *Vectors) Slot(i int32) []byte { return v.data[int(i)*v.width() : (int(i)+1)*v.width()] }

// scaleOf is what the values of a packed vector are multiplied by; 0 for a text without meaning.
func scaleOf(packed []byte) float32 {
	return math.Float32frombits(binary.LittleEndian.Uint32(packed))
}

// VectorsOf holds packed vectors in memory, one for each row; nil where one is missing.
func VectorsOf(model string, dim int, packed [][]byte) *Vectors {
	v := &Vectors{Model: model, Dim: dim, Slots: make([]int32, len(packed))}
	for row, p := range packed {
		if v.Slots[row] = NoSlot; len(p) == v.width() {
			v.Slots[row] = int32(len(v.data) / v.width())
			v.data = append(v.data, p...)
		}
	}
	return v
}

// Gaps counts the rows without a vector.
func (v *Vectors) Gaps() int {
	n := 0
	for _, s := range v.Slots {
		if s == NoSlot {
			n++
		}
	}
	return n
}

// Similarities sets out to the cosine of the query with every row, 0 where there is no vector.
// Processors that are idle help. It gives ErrDamaged where the file cannot be read, or its sum does not hold:
// that is looked at once, and costs a hundredth of what follows.
func (v *Vectors) Similarities(query, out []float32) ([]float32, error) {
	if v.sound != nil {
		if err := v.sound(); err != nil {
			return nil, err
		}
	}
	const part = 4096
	packed := Quantise(query, v.Dim)
	parts := (len(out) + part - 1) / part
	var next atomic.Int64
	var left sync.WaitGroup // parts, not helpers: one that comes to run when all is done is not waited for
	left.Add(parts)
	var damage atomic.Pointer[error]
	var failed atomic.Pointer[workers.Panic]
	work := func() {
		for i := int(next.Add(1)) - 1; i < parts; i = int(next.Add(1)) - 1 {
			if c := workers.Carry(func() {
				err := Mapped(func() error { v.compare(packed, out, i*part, min((i+1)*part, len(out))); return nil })
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
func (v *Vectors) compare(packed []byte, out []float32, from, to int) {
	scale, width := scaleOf(packed), v.width()
	var dots [128]int32 // of vectors that the nearest cache still holds when their scales are read
	for row := from; row < to; {
		n := v.inARow(row, min(to, row+len(dots)))
		if n == 0 {
			out[row] = 0
			row++
			continue
		}
		others := v.data[int(v.Slots[row])*width:]
		int8dot.Rows(packed[4:], others[4:], width, dots[:n])
		cosines := out[row : row+n]
		for i, dot := range dots[:n] {
			cosines[i] = float32(dot) * scaleOf(others[i*width:]) * scale
		}
		row += n
	}
}

// inARow counts the rows from one on whose slots follow each other, up to an end.
func (v *Vectors) inARow(row, end int) int {
	first := v.Slots[row]
	if first == NoSlot {
		return 0
	}
	rest := v.Slots[row:end]
	for i, slot := range rest {
		if slot != first+int32(i) {
			return i
		}
	}
	return len(rest)
}

// Vector unpacks a row into a unit vector, nil where there is none.
func (v *Vectors) Vector(row int) []float32 {
	if v.Slots[row] == NoSlot {
		return nil
	}
	packed := v.Slot(v.Slots[row])
	scale := scaleOf(packed)
	if scale == 0 {
		return nil
	}
	out := make([]float32, v.Dim)
	for i := range out {
		out[i] = float32(int8(packed[4+i])) * scale
	}
	return out
}

// ReadVectors reads the slots of a generation with this table of chunks, out of a file which may have those of
// others behind them.
func ReadVectors(path string, r *Rows) (*Vectors, error) {
	b, err := os.ReadFile(path)
	if err == nil && int64(len(b)) < r.VectorBytes() {
		err = fmt.Errorf("%w: %s: vectors are cut short", ErrDamaged, path)
	}
	if err != nil {
		return nil, err
	}
	return &Vectors{Model: r.Model, Dim: r.Dim, Slots: r.Slots, data: b[:r.VectorBytes()]}, nil
}

// mapVectors is ReadVectors without reading what is not looked at, of a file whose size is known to hold. release
// ends the use of the vectors.
func mapVectors(path string, r *Rows, want fileSum) (v *Vectors, release func(), err error) {
	if want.Size != r.VectorBytes() {
		return nil, nil, fmt.Errorf("%s: not the vectors of this table", path)
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, nil, err
	}
	defer f.Close()
	b, release, err := store.MapFile(f, int(want.Size))
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", path, err)
	}
	return &Vectors{Model: r.Model, Dim: r.Dim, Slots: r.Slots, data: b, sound: sync.OnceValue(func() error {
		return Mapped(func() error {
			if crc32.Checksum(b, castagnoli()) != want.Sum {
				return fmt.Errorf("%w: the sum of %s does not hold", ErrDamaged, VectorsFile)
			}
			return nil
		})
	})}, release, nil
}

// SlotWriter makes the vectors file of a generation: a link to the last one's that is appended to,
// or a new one.
type SlotWriter struct {
	f     *store.File
	Dim   int
	Next  int32 // slot
	err   error
	batch []byte
}

// ContinueSlots appends to the file of another generation, unless that has more than most slots
// already. What a killed process left at its end stays between the slots.
func ContinueSlots(from, to string, dim, most int) (*SlotWriter, error) {
	info, err := os.Stat(from)
	if err != nil {
		return nil, err
	}
	width := int64(4 + dim)
	count := (info.Size() + width - 1) / width
	if count > int64(most) {
		return nil, fmt.Errorf("%s has %d slots", from, count)
	}
	if err := store.Link(from, to); err != nil {
		return nil, err
	}
	f, err := store.Open(to)
	if err == nil {
		if _, err = f.Seek(count*width, io.SeekStart); err == nil {
			return &SlotWriter{f: f, Dim: dim, Next: int32(count)}, nil
		}
		f.Close()
	}
	return nil, errors.Join(err, store.Remove(to)) // or who makes a file of this name would empty the other one
}

// NewSlots begins a new file.
func NewSlots(path string, dim int) (*SlotWriter, error) {
	f, err := store.Create(path)
	if err != nil {
		return nil, err
	}
	return &SlotWriter{f: f, Dim: dim}, nil
}

// Add appends a packed vector and returns its slot.
func (w *SlotWriter) Add(packed []byte) int32 {
	if len(packed) != 4+w.Dim {
		w.err = errors.Join(w.err, fmt.Errorf("a vector of %d bytes", len(packed)))
		return NoSlot
	}
	if w.batch = append(w.batch, packed...); len(w.batch) > 1<<20 {
		w.flush()
	}
	w.Next++
	return w.Next - 1
}

// flush writes what has gathered. After an error nothing is written any more; Close gives it.
func (w *SlotWriter) flush() {
	if w.err == nil && len(w.batch) > 0 {
		_, w.err = w.f.Write(w.batch)
	}
	w.batch = w.batch[:0]
}

// Close writes what is left.
func (w *SlotWriter) Close() error {
	w.flush()
	return errors.Join(w.err, w.f.Close())
}
