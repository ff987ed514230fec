package index

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"os"
	"sync"
)

// vectors holds the quantised vectors of a generation's chunks, one a row: value = scale × int8.
// A scale of 0 stands for a text without meaning to the model, a negative one for a vector that is still missing.
type vectors struct {
	model string
	dim   int
	scale []float32
	data  []byte // rows × dim, int8
}

const missing = -1

func newVectors(model string, dim, n int) *vectors {
	v := &vectors{model: model, dim: dim, scale: make([]float32, n), data: make([]byte, n*dim)}
	for i := range v.scale {
		v.scale[i] = missing
	}
	return v
}

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

// set stores a packed vector in a row; one of another length counts as missing.
func (v *vectors) set(row int, packed []byte) {
	if len(packed) != 4+v.dim {
		return
	}
	v.scale[row] = math.Float32frombits(binary.LittleEndian.Uint32(packed))
	copy(v.data[row*v.dim:], packed[4:])
}

// copyRow takes a row over from another table of the same model.
func (v *vectors) copyRow(row int, from *vectors, old int) {
	v.scale[row] = from.scale[old]
	copy(v.data[row*v.dim:(row+1)*v.dim], from.data[old*v.dim:(old+1)*v.dim])
}

// gaps counts the missing rows.
func (v *vectors) gaps() int {
	n := 0
	for _, s := range v.scale {
		if s < 0 {
			n++
		}
	}
	return n
}

// similarities gives the cosine of the query with every row, 0 where there is no vector.
func (v *vectors) similarities(query []float32) []float32 {
	out := make([]float32, len(v.scale))
	packed := quantise(query, v.dim)
	scale := math.Float32frombits(binary.LittleEndian.Uint32(packed))
	const part = 8192
	var group sync.WaitGroup
	for from := 0; from < len(out); from += part {
		group.Go(func() {
			for row := from; row < min(from+part, len(out)); row++ {
				if v.scale[row] > 0 {
					out[row] = float32(dot(packed[4:], v.data[row*v.dim:(row+1)*v.dim])) * v.scale[row] * scale
				}
			}
		})
	}
	group.Wait()
	return out
}

func dot(a, b []byte) int32 {
	var s0, s1, s2, s3 int32
	b = b[:len(a)]
	i := 0
	for ; i+4 <= len(a); i += 4 {
		s0 += int32(int8(a[i])) * int32(int8(b[i]))
		s1 += int32(int8(a[i+1])) * int32(int8(b[i+1]))
		s2 += int32(int8(a[i+2])) * int32(int8(b[i+2]))
		s3 += int32(int8(a[i+3])) * int32(int8(b[i+3]))
	}
	for ; i < len(a); i++ {
		s0 += int32(int8(a[i])) * int32(int8(b[i]))
	}
	return s0 + s1 + s2 + s3
}

// vector unpacks a row into a unit vector, nil where there is none.
func (v *vectors) vector(row int) []float32 {
	if v.scale[row] <= 0 {
		return nil
	}
	out := make([]float32, v.dim)
	for i := range out {
		out[i] = float32(int8(v.data[row*v.dim+i])) * v.scale[row]
	}
	return out
}

const vectorsMagic = "kbvecs1\n"

func (v *vectors) write(path string) error {
	out := make([]byte, 0, 64+len(v.scale)*4+len(v.data))
	out = append(out, vectorsMagic...)
	out = appendString(out, v.model)
	out = binary.LittleEndian.AppendUint32(out, uint32(v.dim))
	out = binary.LittleEndian.AppendUint32(out, uint32(len(v.scale)))
	for _, s := range v.scale {
		out = binary.LittleEndian.AppendUint32(out, math.Float32bits(s))
	}
	return os.WriteFile(path, append(out, v.data...), 0o666)
}

func readVectors(path string) (*vectors, error) {
	b, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	v, err := parseVectors(b)
	if err != nil {
		return nil, fmt.Errorf("%w: %s: %s", errDamaged, path, err)
	}
	return v, nil
}

func parseVectors(b []byte) (*vectors, error) {
	d := decoder{b: b}
	if string(d.bytes(len(vectorsMagic))) != vectorsMagic {
		return nil, errors.New("not a table of vectors")
	}
	v := &vectors{model: d.string()}
	v.dim = d.uint32()
	n := d.uint32()
	if d.bad || v.dim > 1<<16 || len(d.b) != n*(4+v.dim) {
		return nil, errors.New("table of vectors is cut short")
	}
	v.scale = make([]float32, n)
	for i := range v.scale {
		v.scale[i] = math.Float32frombits(uint32(d.uint32()))
	}
	v.data = d.b
	return v, nil
}
