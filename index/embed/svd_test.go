package embed

import (
	"math"
	"testing"
)

// of is a matrix of these rows.
func of(rows ...[]float64) *dense {
	m := newDense(len(rows), len(rows[0]))
	for i, row := range rows {
		copy(m.row(i), row)
	}
	return m
}

// alike compares a matrix with rows, up to what sums of rounded numbers are off.
func alike(m *dense, rows ...[]float64) bool {
	for i, row := range rows {
		for j, want := range row {
			if m.width != len(row) || math.IsNaN(m.row(i)[j]) || math.Abs(m.row(i)[j]-want) > 1e-9 {
				return false
			}
		}
	}
	return m.rows == len(rows)
}

// Columns are made as long as one; one of zeros stays.
func TestColumnsOfLengthOne(t *testing.T) {
	m := of([]float64{3, 0, 1}, []float64{4, 0, 0})
	if scaleColumns(m); !alike(m, []float64{0.6, 0, 1}, []float64{0.8, 0, 0}) {
		t.Errorf("%v", m.values)
	}
}

// The greatest singular values come first, as many as are asked for; those that are nothing beside the first are left out.
func TestSingularValues(t *testing.T) {
	for name, c := range map[string]struct {
		b          *dense
		dimensions int
		want       []float64
		vectors    [][]float64
	}{
		"both":          {of([]float64{2, 0}, []float64{0, 3}, []float64{0, 0}), 2, []float64{3, 2}, [][]float64{{0, 1}, {1, 0}, {0, 0}}},
		"the first":     {of([]float64{2, 0}, []float64{0, 3}), 1, []float64{3}, [][]float64{{0}, {1}}},
		"more asked":    {of([]float64{2, 0}, []float64{0, 3}), 9, []float64{3, 2}, [][]float64{{0, 1}, {1, 0}}},
		"one is zero":   {of([]float64{2, 0}, []float64{0, 0}), 2, []float64{2}, [][]float64{{1}, {0}}},
		"one is little": {of([]float64{1, 0}, []float64{0, 1e-6}), 2, []float64{1}, [][]float64{{1}, {0}}},
		"one is small":  {of([]float64{1, 0}, []float64{0, 1e-3}), 2, []float64{1, 1e-3}, [][]float64{{1, 0}, {0, 1}}},
		"none":          {of([]float64{0, 0}, []float64{0, 0}), 2, nil, [][]float64{{}, {}}},
	} {
		v, singular, err := rightVectors(t.Context(), c.b, c.dimensions)
		if err != nil || len(singular) != len(c.want) || !alike(v, c.vectors...) {
			t.Errorf("%s: %v, %v, %v", name, singular, v, err)
			continue
		}
		for i, s := range singular {
			if math.Abs(s-c.want[i]) > 1e-9 {
				t.Errorf("%s: %v, want %v", name, singular, c.want)
			}
		}
	}
}

// A basis has columns of length one that stand upright on each other, and none for a column that is made of others.
func TestUprightColumns(t *testing.T) {
	for width, m := range map[int]*dense{
		2: of([]float64{1, 1, 2}, []float64{0, 1, 0}, []float64{0, 0, 0}), // the third is twice the first
		3: of([]float64{1, 1, 2}, []float64{0, 1, 0}, []float64{0, 0, 5}),
	} {
		q, err := orthonormalize(t.Context(), m)
		if err != nil || q.width != width {
			t.Fatalf("%d columns, %v; want %d", q.width, err, width)
		}
		for a := range width {
			for b := range width {
				dot, want := 0.0, 0.0
				for i := range q.rows {
					dot += q.row(i)[a] * q.row(i)[b]
				}
				if a == b {
					want = 1
				}
				if math.Abs(dot-want) > 1e-9 {
					t.Errorf("columns %d and %d: %v", a, b, dot)
				}
			}
		}
	}
}
