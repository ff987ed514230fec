package int8dot

import "golang.org/x/sys/cpu"

// step is how many bytes dotWide takes at a time.
const step = 32

// wide tells that the processor has AVX2.
func wide() bool { return cpu.X86.HasAVX2 }

// dotWide is Dot of n bytes, a multiple of step.
//
//go:noescape
func dotWide(a, b *byte, n int) int32
