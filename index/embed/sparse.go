package embed

import (
	"context"

	"gonum.org/v1/gonum/floats"
)

// blockRows is the number of rows that one goroutine works on at a time.
const blockRows = 256

// A sparse matrix in compressed rows: row i has values[starts[i]:starts[i+1]] in the same places of columns.
type sparse struct {
	starts  []int
	columns []int32
	values  []float64
	width   int // columns
}

func (s *sparse) rows() int { return len(s.starts) - 1 }

// transpose returns the matrix with rows and columns exchanged.
func (s *sparse) transpose() *sparse {
	t := &sparse{
		starts:  make([]int, s.width+1),
		columns: make([]int32, len(s.columns)),
		values:  make([]float64, len(s.values)),
		width:   s.rows(),
	}
	for _, c := range s.columns {
		t.starts[c+1]++
	}
	for i := range s.width {
		t.starts[i+1] += t.starts[i]
	}
	next := append([]int(nil), t.starts[:s.width]...)
	for row := range s.rows() {
		for k := s.starts[row]; k < s.starts[row+1]; k++ {
			at := next[s.columns[k]]
			t.columns[at], t.values[at] = int32(row), s.values[k]
			next[s.columns[k]]++
		}
	}
	return t
}

// A dense matrix by rows.
type dense struct {
	rows, width int
	values      []float64
}

// newDense makes a matrix of zeros.
func newDense(rows, width int) *dense {
	return &dense{rows: rows, width: width, values: make([]float64, rows*width)}
}

// row is a part of the matrix, not a copy of it.
func (d *dense) row(i int) []float64 { return d.values[i*d.width : (i+1)*d.width] }

// eachRow calls do for each row, in blocks side by side.
func eachRow(ctx context.Context, rows int, do func(row int)) error {
	blocks := (rows + blockRows - 1) / blockRows
	return inParallel(ctx, trainingWorkers, blocks, func(block int) {
		for row := block * blockRows; row < min(rows, (block+1)*blockRows); row++ {
			do(row)
		}
	})
}

// times returns s·x.
func (s *sparse) times(ctx context.Context, x *dense) (*dense, error) {
	product := newDense(s.rows(), x.width)
	err := eachRow(ctx, s.rows(), func(row int) {
		sum := product.row(row)
		for k := s.starts[row]; k < s.starts[row+1]; k++ {
			floats.AddScaled(sum, s.values[k], x.row(int(s.columns[k])))
		}
	})
	return product, err
}

// times returns d·x.
func (d *dense) times(ctx context.Context, x *dense) (*dense, error) {
	product := newDense(d.rows, x.width)
	err := eachRow(ctx, d.rows, func(row int) {
		sum := product.row(row)
		for k, v := range d.row(row) {
			floats.AddScaled(sum, v, x.row(k))
		}
	})
	return product, err
}

// gram returns dᵀ·d, of which only the upper triangle is filled in.
func (d *dense) gram(ctx context.Context) (*dense, error) {
	const stripes = 8 // partial sums, added in order: few, for they are large
	partial := make([]*dense, max(1, min(stripes, d.rows/blockRows)))
	err := inParallel(ctx, trainingWorkers, len(partial), func(stripe int) {
		partial[stripe] = newDense(d.width, d.width)
		from, to := d.rows*stripe/len(partial), d.rows*(stripe+1)/len(partial)
		for row := from; row < to; row++ {
			addOuter(partial[stripe], d.row(row))
		}
	})
	if err != nil {
		return nil, err
	}
	for _, p := range partial[1:] {
		floats.Add(partial[0].values, p.values)
	}
	return partial[0], nil
}

// addOuter adds the upper triangle of rowᵀ·row.
func addOuter(sum *dense, row []float64) {
	for i, v := range row {
		if v != 0 {
			floats.AddScaled(sum.row(i)[i:], v, row[i:])
		}
	}
}
