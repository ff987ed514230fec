package encoder

import (
	"math"
	"slices"
)

// What the assembly works on at a time. Buffers are as long as whole blocks of rows, and rows as
// whole panels, so that it needs no code for what is left over.
const (
	blockRows = 6  // rows of a block; their sums fill twelve registers
	panelCols = 16 // columns of a panel: two registers
	lane      = 8  // numbers of a register
)

// whole rounds n up to a multiple of unit.
func whole(n, unit int) int { return (n + unit - 1) / unit * unit }

// matrix is a table of numbers, row after row.
type matrix struct {
	data   []float32
	stride int // from a row to the next
}

// cols is the matrix without its first n columns.
func (m matrix) cols(n int) matrix { return matrix{m.data[n:], m.stride} }

// row is n numbers of a row.
func (m matrix) row(i, n int) []float32 { return m.data[i*m.stride:][:n:n] }

// times sets the first rows of c to a × b + start, where b is k rows by cols columns in panels:
// panelCols columns after each other, row after row, every stride numbers. Without start it adds
// a × b to c. rows is a multiple of blockRows, and cols of panelCols.
func (m *Model) times(c, a matrix, rows, k int, b []float32, stride, cols int, start []float32) {
	if rows == 0 || k == 0 {
		return
	}
	for from := 0; from < cols; from += panelCols {
		panel := b[from/panelCols*stride:][:k*panelCols]
		var first []float32
		if start != nil {
			first = start[from:][:panelCols]
		}
		if !m.wide {
			panelPlain(a, k, panel, first, c.cols(from), rows)
			continue
		}
		_, _ = a.data[(rows-1)*a.stride+k-1], c.data[(rows-1)*c.stride+from+panelCols-1] // the assembly checks nothing
		var at *float32
		if first != nil {
			at = &first[0]
		}
		panelWide(&a.data[0], a.stride, k, &panel[0], at, &c.data[from], c.stride, rows/blockRows)
	}
}

// panelPlain sets panelCols columns of c to a × panel + start; without start it adds to them.
func panelPlain(a matrix, k int, panel, start []float32, c matrix, rows int) {
	for i := range rows {
		out := (*[panelCols]float32)(c.row(i, panelCols))
		sums := *out
		if start != nil {
			sums = [panelCols]float32(start)
		}
		for j, x := range a.row(i, k) {
			for at, y := range (*[panelCols]float32)(panel[j*panelCols:]) {
				sums[at] += x * y
			}
		}
		*out = sums
	}
}

// softmax replaces the first n numbers of a row by e^(scale·x) over a common factor, and returns
// what each is to be multiplied by to make their sum 1. What fills the row up to a whole lane is
// overwritten.
func (m *Model) softmax(row []float32, n int, scale float32) float32 {
	if !m.wide {
		return 1 / softmaxPlain(row[:n], scale)
	}
	row = row[:whole(n, lane)]
	for i := n; i < len(row); i++ {
		row[i] = float32(math.Inf(-1))
	}
	return 1 / softmaxWide(&row[0], len(row), scale)
}

// softmaxPlain replaces each x by e^(scale·(x−most)), and returns the sum of those.
func softmaxPlain(row []float32, scale float32) (sum float32) {
	most := slices.Max(row)
	for i, x := range row {
		row[i] = float32(math.Exp(float64((x - most) * scale)))
		sum += row[i]
	}
	return sum
}

// gelu replaces each x by x·Φ(x), the exact form. The number of them is a multiple of lane.
func (m *Model) gelu(row []float32) {
	if m.wide {
		geluWide(&row[0], len(row)&^(lane-1))
		return
	}
	for i, x := range row { // x·Φ(x), as x·erfc(−x/√2)/2 in double precision
		row[i] = float32(float64(x) * math.Erfc(-float64(x)/math.Sqrt2) / 2)
	}
}

// normalize makes each row's mean 0 and its variance 1, then scales and shifts its columns. plus,
// unless it has no rows, is added first.
func normalize(x, plus matrix, rows, cols int, scale, shift []float32, eps float32) {
	for i := range rows {
		row := x.row(i, cols)
		if plus.data != nil {
			for j, y := range plus.row(i, cols) {
				row[j] += y
			}
		}
		var sum, squares float64
		for _, v := range row {
			sum += float64(v)
		}
		mean := float32(sum / float64(cols))
		for j, v := range row {
			v -= mean
			row[j] = v
			squares += float64(v) * float64(v)
		}
		by := float32(1 / math.Sqrt(squares/float64(cols)+float64(eps)))
		for j, v := range row {
			row[j] = v*by*scale[j] + shift[j]
		}
	}
}
