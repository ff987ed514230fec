package int8dot

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// exact is the definition.
func exact(a, rows []byte, stride, count int) []int32 {
	out := make([]int32, count)
	for i := range out {
		for j := range a {
			out[i] += int32(int8(a[j])) * int32(int8(rows[i*stride+j]))
		}
	}
	return out
}

// noise is n signed bytes from least on.
func noise(random *rand.Rand, n, least int) []byte {
	out := make([]byte, n)
	for i := range out {
		out[i] = byte(least + random.IntN(128-least))
	}
	return out
}

func TestRowsAreExact(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	for n := range 300 {
		for from := range 3 { // not aligned
			stride, count := n+random.IntN(9), random.IntN(7)
			a, rows := noise(random, n, -127), noise(random, from+stride*(count+1), -128)[from:]
			got := noise32(random, count)
			Rows(a, rows, stride, got)
			if want := exact(a, rows, stride, count); !slices.Equal(got, want) {
				t.Fatalf("%d rows of %d bytes every %d: %d, not %d", count, n, stride, got, want)
			}
			for i, want := range exact(a, rows, stride, count) {
				if got := dot(a, rows[i*stride:]); got != want {
					t.Fatalf("plain: %d bytes: %d, not %d", n, got, want)
				}
			}
		}
	}
}

// noise32 is what a list can hold before it is set.
func noise32(random *rand.Rand, n int) []int32 {
	out := make([]int32, n)
	for i := range out {
		out[i] = random.Int32()
	}
	return out
}

func TestRowsAtTheEdges(t *testing.T) {
	for _, n := range []int{1, 31, 32, 33, 64, 256, 1024, 130_000} {
		for _, x := range []int8{-127, -1, 0, 1, 127} {
			for _, y := range []int8{-128, -127, -1, 0, 1, 127} {
				a, b := slices.Repeat([]byte{byte(x)}, n), slices.Repeat([]byte{byte(y)}, n)
				got := []int32{-1}
				if Rows(a, b, n, got); got[0] != int32(n)*int32(x)*int32(y) {
					t.Errorf("%d × %d × %d: %d", n, x, y, got)
				}
			}
		}
	}
}

func TestRowsStayInTheirTable(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("the last row was read beyond the end of the table")
		}
	}()
	Rows(make([]byte, 32), make([]byte, 3*36+31), 36, make([]int32, 4))
}

func BenchmarkRows(b *testing.B) {
	const dim, stride, count = 256, 260, 1000
	x, rows, out := make([]byte, dim), make([]byte, stride*count), make([]int32, count)
	b.Run("wide", func(b *testing.B) {
		for b.Loop() {
			Rows(x, rows, stride, out)
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*count), "ns/row")
	})
	b.Run("plain", func(b *testing.B) {
		for b.Loop() {
			for i := range out {
				out[i] = dot(x, rows[i*stride:])
			}
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*count), "ns/row")
	})
}
