package store

import (
	"hash/crc32"
	"math/rand/v2"
	"testing"
)

// The sum of two parts joined is that of the whole, wherever it is cut.
func TestSumOfParts(t *testing.T) {
	random := rand.NewChaCha8([32]byte{7})
	body := make([]byte, 3000)
	random.Read(body)
	of := func(b []byte) uint32 { return crc32.Checksum(b, castagnoli()) }
	for cut := range len(body) + 1 {
		if got := joinSums(of(body[:cut]), of(body[cut:]), len(body)-cut); got != of(body) {
			t.Fatalf("cut at %d: %x, want %x", cut, got, of(body))
		}
	}
	for _, n := range []int{0, sumAlone, sumAlone + 1, sumAlone*2 + 3} {
		large := make([]byte, n)
		random.Read(large)
		if got := sumOf(large); got != of(large) {
			t.Errorf("of %d bytes: %x, want %x", n, got, of(large))
		}
	}
}
