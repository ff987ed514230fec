// Package int8dot multiplies quantised vectors: exactly, in whole numbers, so that every machine gives the same.
package int8dot

// Dot is the inner product of two vectors of signed bytes. b has at least as many as a; up to 130,000 of them the sum cannot overflow.
func Dot(a, b []byte) int32 {
	b = b[:len(a)]
	n := 0
	var sum int32
	if wide() {
		if n = len(a) &^ (step - 1); n > 0 {
			sum = dotWide(&a[0], &b[0], n)
		}
	}
	return sum + dotPlain(a[n:], b[n:])
}

func dotPlain(a, b []byte) int32 {
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
