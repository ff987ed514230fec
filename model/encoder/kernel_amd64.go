package encoder

import "golang.org/x/sys/cpu"

// wide reports whether the processor has what the assembly needs.
func wide() bool { return cpu.X86.HasAVX2 && cpu.X86.HasFMA }

// panelWide is panelPlain for blocks of blockRows rows.
//
//go:noescape
func panelWide(a *float32, lda, k int, panel, start, c *float32, ldc, blocks int)

// softmaxWide is softmaxPlain for n numbers, a multiple of lane above 0.
//
//go:noescape
func softmaxWide(x *float32, n int, scale float32) (sum float32)

// geluWide is geluPlain for n numbers, a multiple of lane above 0. It differs by at most 1e-6.
//
//go:noescape
func geluWide(x *float32, n int)
