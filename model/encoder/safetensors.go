package encoder

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strings"
)

// mostIndex bounds the list of tensors at the head of a file of weights.
const mostIndex = 4 << 20

// tensor is one of a file of weights, as its head names it.
type tensor struct {
	Kind    string   `json:"dtype"`
	Shape   []int64  `json:"shape"`
	Offsets [2]int64 `json:"data_offsets"` // where it lies behind the head
}

// weigh reads a file in the form safetensors from front to back, and hands each tensor that want
// takes to it as numbers. The form: eight bytes with the length of the head, the head as JSON, the
// tensors.
func weigh(in io.Reader, want func(name string, shape []int64) (take func([]float32), err error)) error {
	var size [8]byte
	if _, err := io.ReadFull(in, size[:]); err != nil {
		return errors.New("the file is cut short")
	}
	n := binary.LittleEndian.Uint64(size[:])
	if n > mostIndex {
		return fmt.Errorf("it does not begin as safetensors: a head of %d bytes", n)
	}
	head := make([]byte, n)
	if _, err := io.ReadFull(in, head); err != nil {
		return errors.New("the file is cut short")
	}
	var index map[string]tensor
	var loose map[string]json.RawMessage
	if err := json.Unmarshal(head, &loose); err != nil {
		return fmt.Errorf("its head: %w", err)
	}
	delete(loose, "__metadata__")
	index = make(map[string]tensor, len(loose))
	for name, raw := range loose {
		var t tensor
		if err := json.Unmarshal(raw, &t); err != nil {
			return fmt.Errorf("tensor %s: %w", name, err)
		}
		index[name] = t
	}
	order := slices.SortedFunc(maps.Keys(index), func(a, b string) int {
		if at, other := index[a].Offsets[0], index[b].Offsets[0]; at != other {
			return int(max(-1, min(1, at-other)))
		}
		return strings.Compare(a, b)
	})
	at := int64(0)
	for _, name := range order {
		t := index[name]
		take, err := want(name, t.Shape)
		if err != nil {
			return err
		}
		if take == nil {
			continue
		}
		if t.Offsets[0] < at {
			return fmt.Errorf("tensor %s lies in front of the end of another", name)
		}
		if _, err := io.CopyN(io.Discard, in, t.Offsets[0]-at); err != nil {
			return fmt.Errorf("tensor %s: the file is cut short", name)
		}
		numbers, err := t.read(in)
		if err != nil {
			return fmt.Errorf("tensor %s: %w", name, err)
		}
		take(numbers)
		at = t.Offsets[1]
	}
	return nil
}

// read reads a tensor's numbers, of which the shape was asked for and is thus small enough.
func (t tensor) read(in io.Reader) ([]float32, error) {
	width := map[string]int64{"F32": 4, "F16": 2, "BF16": 2}[t.Kind]
	if width == 0 {
		return nil, fmt.Errorf("numbers of the kind %q: kb reads F32, F16 and BF16", t.Kind)
	}
	count := int64(1)
	for _, n := range t.Shape {
		count *= n
	}
	if t.Offsets[1]-t.Offsets[0] != count*width {
		return nil, fmt.Errorf("%d bytes for %d numbers", t.Offsets[1]-t.Offsets[0], count)
	}
	out := make([]float32, count)
	var part [1 << 16]byte
	for done := int64(0); done < count; {
		n := min(count-done, int64(len(part))/width)
		if _, err := io.ReadFull(in, part[:n*width]); err != nil {
			return nil, errors.New("the file is cut short")
		}
		for i := range n {
			switch t.Kind {
			case "F32":
				out[done+i] = math.Float32frombits(binary.LittleEndian.Uint32(part[4*i:]))
			case "BF16":
				out[done+i] = math.Float32frombits(uint32(binary.LittleEndian.Uint16(part[2*i:])) << 16)
			case "F16":
				out[done+i] = half(binary.LittleEndian.Uint16(part[2*i:]))
			}
		}
		done += n
	}
	for i, v := range out {
		if math.IsNaN(float64(v)) || math.IsInf(float64(v), 0) {
			return nil, fmt.Errorf("number %d is %g", i, v)
		}
	}
	return out, nil
}

// half is a number of 16 bits: a sign, 5 bits of exponent, 10 of fraction.
func half(bits uint16) float32 {
	sign, exponent, fraction := uint32(bits>>15)<<31, uint32(bits>>10)&31, uint32(bits)&1023
	switch exponent {
	case 0:
		return math.Float32frombits(sign|0x3f800000) * float32(fraction) / (1 << 24)
	case 31:
		return math.Float32frombits(sign | 0x7f800000 | fraction<<13)
	}
	return math.Float32frombits(sign | (exponent+112)<<23 | fraction<<13)
}
