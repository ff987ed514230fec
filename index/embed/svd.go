package embed

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"sync/atomic"

	"github.com/9aea2451/kb/kb/workers"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

const (
	oversampling = 16   // directions sought beyond those wanted
	powerSteps   = 2    // multiplications by A·Aᵀ that sharpen them
	minSingular  = 1e-5 // smallest singular value kept, as a share of the largest
)

var errNotConverged = errors.New("eigenvalues did not converge")

// decompose returns the leading right singular vectors of a as the columns of v, with their
// singular values, largest first. There are at most dimensions of them, fewer where the rank of a
// is smaller.
//
// The method is the randomised range finder with power iterations of Halko, Martinsson and Tropp
// (Finding Structure with Randomness, SIAM Review 53, 2011, algorithms 4.4 and 5.1): with Q an
// orthonormal basis of (A·Aᵀ)ᵠ·A·Ω for a random Ω, the singular values and vectors of the small
// Qᵀ·A are close to those of A.
func decompose(ctx context.Context, a *sparse, dimensions int, seed uint64) (v *dense, singular []float64, err error) {
	width := min(dimensions+oversampling, a.rows(), a.width)
	at := a.transpose()
	// A matrix of +1 and -1: as good a test matrix as a normal one, and the same in every version of
	// Go.
	source := rand.NewPCG(seed, 0)
	x := newDense(a.width, width)
	var bits uint64
	for i := range x.values {
		if i%64 == 0 {
			bits = source.Uint64()
		}
		x.values[i] = float64(int(bits&1)*2 - 1)
		bits >>= 1
	}
	for step := 0; ; step++ {
		y, err := a.times(ctx, x)
		if err != nil {
			return nil, nil, err
		}
		q, err := orthonormalize(ctx, y)
		if err != nil {
			return nil, nil, err
		}
		if q.width == 0 { // as of texts that are all the same
			return newDense(a.width, 0), nil, nil
		}
		if x, err = at.times(ctx, q); err != nil {
			return nil, nil, err
		}
		if step == powerSteps {
			return rightVectors(ctx, x, dimensions)
		}
	}
}

// rightVectors returns the left singular vectors and singular values of b = Aᵀ·Q, which are the
// right ones of Qᵀ·A.
func rightVectors(ctx context.Context, b *dense, dimensions int) (*dense, []float64, error) {
	if b.width == 0 {
		return newDense(b.rows, 0), nil, nil
	}
	gram, err := b.gram(ctx)
	if err != nil {
		return nil, nil, err
	}
	var eigen mat.EigenSym
	if !eigen.Factorize(mat.NewSymDense(gram.width, gram.values), true) {
		return nil, nil, errNotConverged
	}
	values := eigen.Values(nil) // ascending, the squares of the singular values
	var vectors mat.Dense
	eigen.VectorsTo(&vectors)
	var singular []float64
	for i := len(values) - 1; i >= 0 && len(singular) < dimensions; i-- {
		sigma := math.Sqrt(max(values[i], 0))
		if sigma == 0 || len(singular) > 0 && sigma < minSingular*singular[0] {
			break
		}
		singular = append(singular, sigma)
	}
	turn := newDense(b.width, len(singular))
	for j, sigma := range singular {
		for i := range b.width {
			turn.row(i)[j] = vectors.At(i, len(values)-1-j) / sigma
		}
	}
	v, err := b.times(ctx, turn)
	if err != nil {
		return nil, nil, err
	}
	fixSigns(v)
	return v, singular, nil
}

// fixSigns turns each column so that its largest entry is positive, since a singular vector is
// known only up to its sign.
func fixSigns(v *dense) {
	largest := make([]float64, v.width)
	for i := range v.rows {
		for j, x := range v.row(i) {
			if math.Abs(x) > math.Abs(largest[j]) {
				largest[j] = x
			}
		}
	}
	for i := range v.rows {
		row := v.row(i)
		for j := range row {
			row[j] = math.Copysign(1, largest[j]) * row[j]
		}
	}
}

// orthonormalize returns an orthonormal basis of the columns of y, narrower than y where they
// depend on one another. It is CholeskyQR done twice, the first time with pivoting: each round
// costs one Gram matrix, and the second repairs what rounding did to the first (Yamamoto et al.,
// Roundoff error analysis of the CholeskyQR2 algorithm, 2015).
func orthonormalize(ctx context.Context, y *dense) (*dense, error) {
	scaleColumns(y)
	for range 2 {
		var err error
		if y, err = choleskyQR(ctx, y); err != nil || y.width == 0 {
			return y, err
		}
	}
	return y, nil
}

// scaleColumns gives each column unit norm, so that what counts as dependent does not hang on the
// sizes of the columns.
func scaleColumns(y *dense) {
	scale := make([]float64, y.width)
	for i := range y.rows {
		for j, x := range y.row(i) {
			scale[j] += x * x
		}
	}
	for j, s := range scale {
		if s > 0 {
			scale[j] = 1 / math.Sqrt(s)
		}
	}
	for i := range y.rows {
		floats.Mul(y.row(i), scale)
	}
}

// choleskyQR returns y·P·R⁻¹, where RᵀR is the pivoted Cholesky factorisation of Pᵀ·yᵀ·y·P cut off
// at its numerical rank.
func choleskyQR(ctx context.Context, y *dense) (*dense, error) {
	gram, err := y.gram(ctx)
	if err != nil {
		return nil, err
	}
	const tolerance = 1e-12
	var factor mat.PivotedCholesky
	factor.Factorize(mat.NewSymDense(gram.width, gram.values), tolerance)
	rank := factor.Rank()
	pivots := factor.ColumnPivots(nil)
	r := factor.RawU()
	columns := newDense(rank, rank) // of R, as rows
	for j := range rank {
		for i := range j + 1 {
			columns.row(j)[i] = r.At(i, j)
		}
	}
	q := newDense(y.rows, rank)
	err = eachRow(ctx, y.rows, func(row int) {
		from, to := y.row(row), q.row(row)
		for j := range rank {
			to[j] = (from[pivots[j]] - floats.Dot(to[:j], columns.row(j)[:j])) / columns.row(j)[j]
		}
	})
	return q, err
}

// trainingWorkers bounds the processors that training takes from the user.
const trainingWorkers = 2

// inParallel calls do for each block from 0 to blocks-1 on at most the given number of goroutines,
// and stops early when the context ends. Blocks must not share what they write, so that the result
// does not depend on who ran them when.
func inParallel(ctx context.Context, most, blocks int, do func(block int)) error {
	var next atomic.Int64
	var group workers.Group
	for range min(most, blocks) {
		group.Go(func() {
			for ctx.Err() == nil {
				block := int(next.Add(1)) - 1
				if block >= blocks {
					return
				}
				do(block)
			}
		})
	}
	group.Wait()
	return ctx.Err()
}
