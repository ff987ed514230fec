package int8dot

import (
	"math/rand/v2"
	"testing"
)

// exact is the definition.
func exact(a, b []byte) (sum int32) {
	for i := range a {
		sum += int32(int8(a[i])) * int32(int8(b[i]))
	}
	return sum
}

func TestDotIsExact(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	for n := range 700 {
		for from := range 3 { // not aligned
			a, b := make([]byte, n+from), make([]byte, n+from+5)
			for i := range a {
				a[i] = byte(random.Uint32())
			}
			for i := range b {
				b[i] = byte(random.Uint32())
			}
			if got, want := Dot(a[from:], b[from:]), exact(a[from:], b[from:]); got != want {
				t.Fatalf("%d bytes from %d: %d, not %d", n, from, got, want)
			}
			if got, want := dotPlain(a[from:], b[from:]), exact(a[from:], b[from:]); got != want {
				t.Fatalf("plain: %d bytes from %d: %d, not %d", n, from, got, want)
			}
		}
	}
}

func TestDotAtTheEdges(t *testing.T) {
	for _, n := range []int{0, 1, 31, 32, 33, 64, 256, 1024, 130_000} {
		for _, x := range []int8{-128, -127, -1, 0, 1, 127} {
			a := make([]byte, n)
			for i := range a {
				a[i] = byte(x)
			}
			if got, want := Dot(a, a), int32(n)*int32(x)*int32(x); got != want {
				t.Errorf("%d × %d²: %d", n, x, got)
			}
		}
	}
}

func BenchmarkDot(b *testing.B) {
	x, y := make([]byte, 256), make([]byte, 256)
	b.Run("wide", func(b *testing.B) {
		for b.Loop() {
			Dot(x, y)
		}
	})
	b.Run("plain", func(b *testing.B) {
		for b.Loop() {
			dotPlain(x, y)
		}
	})
}
