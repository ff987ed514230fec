// Package int8dot multiplies quantised vectors: exactly, in whole numbers, so that every machine
// gives the same.
package int8dot

// Rows sets out to the inner products of a vector of signed bytes, none of them -128, with the rows
// that begin every stride bytes. Up to 130,000 bytes the sums cannot overflow.
func Rows(a, rows []byte, stride int, out []int32) {
	if len(out) == 0 {
		return
	}
	rows = rows[:(len(out)-1)*stride+len(a)] // before anything is read without a check
	n := 0
	if wide() {
		if n = len(a) &^ (step - 1); n > 0 {
			rowsWide(&a[0], &rows[0], n, stride, &out[0], len(out))
		}
	}
	if n == 0 {
		clear(out)
	}
	if n < len(a) {
		for i := range out {
			out[i] += dot(a[n:], rows[i*stride+n:i*stride+len(a)])
		}
	}
}

// dot is the inner product of two vectors of the same length.
func dot(a, b []byte) int32 {
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
