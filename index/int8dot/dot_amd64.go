package int8dot

import "golang.org/x/sys/cpu"

// step is how many bytes rowsWide takes at a time.
const step = 32

// wide tells that the processor has AVX2.
func wide() bool { return cpu.X86.HasAVX2 }

// rowsWide is Rows for vectors of n bytes, a multiple of step above 0, and count rows.
//
//go:noescape
func rowsWide(a, rows *byte, n, stride int, out *int32, count int)
