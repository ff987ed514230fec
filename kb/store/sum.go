package store

import (
	"hash/crc32"
	"runtime"

	"github.com/9aea2451/kb/kb/workers"
)

// castagnoli is made once by the standard library, and has a machine instruction of its own.
func castagnoli() *crc32.Table { return crc32.MakeTable(crc32.Castagnoli) }

// sumAlone is the number of bytes up to which one processor takes a sum.
const sumAlone = 4 << 20

// Sum returns the sum of some bytes: CRC-32 with the polynomial of Castagnoli.
func Sum(body []byte) uint32 { return sumOf(body) }

// sumOf returns the sum of some bytes, taken by two processors where they are many.
func sumOf(body []byte) uint32 {
	half := len(body) / 2
	if len(body) <= sumAlone || runtime.GOMAXPROCS(0) == 1 {
		return crc32.Checksum(body, castagnoli())
	}
	var first, second uint32
	var group workers.Group
	group.Go(func() { first = crc32.Checksum(body[:half], castagnoli()) })
	second = crc32.Checksum(body[half:], castagnoli())
	group.Wait()
	return joinSums(first, second, len(body)-half)
}

// joinSums returns the sum of bytes from that of a first part and that of the n bytes behind it.
//
//	first · x^8n + second, as polynomials over GF(2) modulo that of Castagnoli
//
// It is crc32_combine of zlib (Mark Adler).
func joinSums(first, second uint32, n int) uint32 {
	power := uint32(1 << 30) // x, then its square, the square of that and so on
	shift := uint32(1 << 31) // 1
	for bits := uint64(n) * 8; bits > 0; bits >>= 1 {
		if bits&1 == 1 {
			shift = multiply(power, shift)
		}
		power = multiply(power, power)
	}
	return multiply(shift, first) ^ second
}

// multiply multiplies two polynomials of which the highest bit is the lowest power, modulo that of Castagnoli.
func multiply(a, b uint32) (product uint32) {
	for mask := uint32(1 << 31); mask > 0; mask >>= 1 {
		if a&mask != 0 {
			product ^= b
		}
		odd := b & 1
		if b >>= 1; odd == 1 {
			b ^= crc32.Castagnoli
		}
	}
	return product
}
