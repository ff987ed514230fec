#include "textflag.h"

// One step of k: a row of the panel times a column of six rows.
#define STEP(ka, kb) \
	VMOVUPS      (kb)(BX), Y12         \
	VMOVUPS      (kb+32)(BX), Y13      \
	VBROADCASTSS (ka)(AX), Y14         \
	VBROADCASTSS (ka)(AX)(R8*1), Y15   \
	VFMADD231PS  Y12, Y14, Y0          \
	VFMADD231PS  Y13, Y14, Y1          \
	VFMADD231PS  Y12, Y15, Y2          \
	VFMADD231PS  Y13, Y15, Y3          \
	VBROADCASTSS (ka)(AX)(R8*2), Y14   \
	VBROADCASTSS (ka)(R9), Y15         \
	VFMADD231PS  Y12, Y14, Y4          \
	VFMADD231PS  Y13, Y14, Y5          \
	VFMADD231PS  Y12, Y15, Y6          \
	VFMADD231PS  Y13, Y15, Y7          \
	VBROADCASTSS (ka)(R9)(R8*1), Y14   \
	VBROADCASTSS (ka)(R9)(R8*2), Y15   \
	VFMADD231PS  Y12, Y14, Y8          \
	VFMADD231PS  Y13, Y14, Y9          \
	VFMADD231PS  Y12, Y15, Y10         \
	VFMADD231PS  Y13, Y15, Y11

// func panelWide(a *float32, lda, k int, panel, start, c *float32, ldc, blocks int)
// A block is six rows of a; its 6×16 sums stay in twelve registers while k runs. R8 and R12 are the
// lengths of rows in bytes, R9 and R13 the fourth row of the block.
TEXT ·panelWide(SB), NOSPLIT, $0-64
	MOVQ a+0(FP), SI
	MOVQ lda+8(FP), R8
	SHLQ $2, R8
	MOVQ panel+24(FP), DI
	MOVQ start+32(FP), R10
	MOVQ c+40(FP), R11
	MOVQ ldc+48(FP), R12
	SHLQ $2, R12
	MOVQ blocks+56(FP), DX

block:
	LEAQ  (R11)(R12*2), R13
	ADDQ  R12, R13
	TESTQ R10, R10
	JZ    resume

	VMOVUPS (R10), Y0
	VMOVUPS 32(R10), Y1
	VMOVAPS Y0, Y2
	VMOVAPS Y1, Y3
	VMOVAPS Y0, Y4
	VMOVAPS Y1, Y5
	VMOVAPS Y0, Y6
	VMOVAPS Y1, Y7
	VMOVAPS Y0, Y8
	VMOVAPS Y1, Y9
	VMOVAPS Y0, Y10
	VMOVAPS Y1, Y11
	JMP     multiply

resume:
	VMOVUPS (R11), Y0
	VMOVUPS 32(R11), Y1
	VMOVUPS (R11)(R12*1), Y2
	VMOVUPS 32(R11)(R12*1), Y3
	VMOVUPS (R11)(R12*2), Y4
	VMOVUPS 32(R11)(R12*2), Y5
	VMOVUPS (R13), Y6
	VMOVUPS 32(R13), Y7
	VMOVUPS (R13)(R12*1), Y8
	VMOVUPS 32(R13)(R12*1), Y9
	VMOVUPS (R13)(R12*2), Y10
	VMOVUPS 32(R13)(R12*2), Y11

multiply:
	MOVQ SI, AX
	LEAQ (SI)(R8*2), R9
	ADDQ R8, R9
	MOVQ DI, BX
	MOVQ k+16(FP), CX
	SUBQ $4, CX
	JLT  rest

four:
	STEP(0, 0)
	STEP(4, 64)
	STEP(8, 128)
	STEP(12, 192)
	ADDQ $16, AX
	ADDQ $16, R9
	ADDQ $256, BX
	SUBQ $4, CX
	JGE  four

rest:
	ADDQ $4, CX
	JZ   done

one:
	STEP(0, 0)
	ADDQ $4, AX
	ADDQ $4, R9
	ADDQ $64, BX
	DECQ CX
	JNZ  one

done:
	VMOVUPS Y0, (R11)
	VMOVUPS Y1, 32(R11)
	VMOVUPS Y2, (R11)(R12*1)
	VMOVUPS Y3, 32(R11)(R12*1)
	VMOVUPS Y4, (R11)(R12*2)
	VMOVUPS Y5, 32(R11)(R12*2)
	VMOVUPS Y6, (R13)
	VMOVUPS Y7, 32(R13)
	VMOVUPS Y8, (R13)(R12*1)
	VMOVUPS Y9, 32(R13)(R12*1)
	VMOVUPS Y10, (R13)(R12*2)
	VMOVUPS Y11, 32(R13)(R12*2)

	LEAQ (SI)(R8*4), SI
	LEAQ (SI)(R8*2), SI
	LEAQ (R11)(R12*4), R11
	LEAQ (R11)(R12*2), R11
	DECQ DX
	JNZ  block

	VZEROUPPER
	RET

// The constants of EXP and of gelu, each a register wide where it is read.
DATA k<>+0(SB)/4, $0xc2aeac4f   // -87.33654: less gives no normal number
DATA k<>+4(SB)/4, $0x3fb8aa3b   // 1/ln 2
DATA k<>+8(SB)/4, $0x3f318000   // ln 2, its first bits: a product with a small whole number is exact
DATA k<>+12(SB)/4, $0xb95e8083  // ln 2, the rest
DATA k<>+16(SB)/4, $0x39506967  // the polynomial of e^r for |r| ≤ ln 2 / 2 (Cephes)
DATA k<>+20(SB)/4, $0x3ab743ce
DATA k<>+24(SB)/4, $0x3c088908
DATA k<>+28(SB)/4, $0x3d2aa9c1
DATA k<>+32(SB)/4, $0x3e2aaaaa
DATA k<>+36(SB)/4, $0x3f000000  // ½
DATA k<>+40(SB)/4, $0x3f800000  // 1
DATA k<>+44(SB)/4, $0x7fffffff  // all but the sign
DATA k<>+48(SB)/4, $0x3e6d3388  // 0.3275911/√2: Abramowitz and Stegun 7.1.26
DATA k<>+52(SB)/4, $0x3f87dc22  // 1.061405429
DATA k<>+56(SB)/4, $0xbfba00e3  // -1.453152027
DATA k<>+60(SB)/4, $0x3fb5f0e3  // 1.421413741
DATA k<>+64(SB)/4, $0xbe91a98e  // -0.284496736
DATA k<>+68(SB)/4, $0x3e827906  // 0.254829592
GLOBL k<>(SB), RODATA|NOPTR, $72

// EXP sets Y0, no greater than 88, to e^Y0. It uses Y1 to Y3, and Y8 to Y15 as EXPCONSTANTS sets them.
#define EXPCONSTANTS \
	VBROADCASTSS k<>+0(SB), Y8   \
	VBROADCASTSS k<>+4(SB), Y9   \
	VBROADCASTSS k<>+8(SB), Y10  \
	VBROADCASTSS k<>+12(SB), Y11 \
	VBROADCASTSS k<>+16(SB), Y12 \
	VBROADCASTSS k<>+36(SB), Y13 \
	VBROADCASTSS k<>+40(SB), Y14

#define EXP \
	VMAXPS       Y8, Y0, Y0         \
	VMULPS       Y9, Y0, Y1         \
	VROUNDPS     $0, Y1, Y1         \
	VFNMADD231PS Y10, Y1, Y0        \
	VFNMADD231PS Y11, Y1, Y0        \
	VCVTPS2DQ    Y1, Y1             \
	VPSLLD       $23, Y1, Y1        \
	VMOVAPS      Y12, Y2            \
	VBROADCASTSS k<>+20(SB), Y3     \
	VFMADD213PS  Y3, Y0, Y2         \
	VBROADCASTSS k<>+24(SB), Y3     \
	VFMADD213PS  Y3, Y0, Y2         \
	VBROADCASTSS k<>+28(SB), Y3     \
	VFMADD213PS  Y3, Y0, Y2         \
	VBROADCASTSS k<>+32(SB), Y3     \
	VFMADD213PS  Y3, Y0, Y2         \
	VFMADD213PS  Y13, Y0, Y2        \
	VMULPS       Y0, Y0, Y3         \
	VFMADD213PS  Y0, Y3, Y2         \
	VADDPS       Y14, Y2, Y2        \
	VPADDD       Y1, Y2, Y0

// func softmaxWide(x *float32, n int, scale float32) (sum float32)
// First the greatest number, then e^(scale·(x − greatest)) in place and the sum of those.
TEXT ·softmaxWide(SB), NOSPLIT, $0-28
	MOVQ         x+0(FP), SI
	MOVQ         n+8(FP), CX
	VBROADCASTSS scale+16(FP), Y7
	EXPCONSTANTS

	MOVQ    SI, AX
	MOVQ    CX, DX
	VMOVUPS (AX), Y6

most:
	VMAXPS (AX), Y6, Y6
	ADDQ   $32, AX
	SUBQ   $8, DX
	JGT    most

	VPERM2F128 $0x01, Y6, Y6, Y0
	VMAXPS     Y0, Y6, Y6
	VPERMILPS  $0x4E, Y6, Y0
	VMAXPS     Y0, Y6, Y6
	VPERMILPS  $0xB1, Y6, Y0
	VMAXPS     Y0, Y6, Y6
	VXORPS     Y5, Y5, Y5

next:
	VMOVUPS (SI), Y0
	VSUBPS  Y6, Y0, Y0
	VMULPS  Y7, Y0, Y0
	EXP
	VMOVUPS Y0, (SI)
	VADDPS  Y0, Y5, Y5
	ADDQ    $32, SI
	SUBQ    $8, CX
	JGT     next

	VEXTRACTF128 $1, Y5, X0
	VADDPS       X0, X5, X5
	VPERMILPS    $0x4E, X5, X0
	VADDPS       X0, X5, X5
	VPERMILPS    $0xB1, X5, X0
	VADDPS       X0, X5, X5
	VMOVSS       X5, sum+24(FP)
	VZEROUPPER
	RET

// func geluWide(x *float32, n int)
// x·Φ(x) = max(x, 0) − |x|·erfc(|x|/√2)/2, and erfc(z) = t·p(t)·e^(−z²) with t = 1/(1 + 0.3275911·z).
TEXT ·geluWide(SB), NOSPLIT, $0-16
	MOVQ x+0(FP), SI
	MOVQ n+8(FP), CX
	EXPCONSTANTS
	VXORPS Y15, Y15, Y15

next:
	VMOVUPS      (SI), Y4
	VBROADCASTSS k<>+44(SB), Y5
	VANDPS       Y5, Y4, Y5         // |x|
	VMULPS       Y5, Y5, Y0
	VMULPS       Y13, Y0, Y0
	VSUBPS       Y0, Y15, Y0        // −z² = −x²/2
	EXP
	VBROADCASTSS k<>+48(SB), Y1
	VFMADD213PS  Y14, Y5, Y1
	VDIVPS       Y1, Y14, Y1        // t
	VBROADCASTSS k<>+52(SB), Y2
	VBROADCASTSS k<>+56(SB), Y3
	VFMADD213PS  Y3, Y1, Y2
	VBROADCASTSS k<>+60(SB), Y3
	VFMADD213PS  Y3, Y1, Y2
	VBROADCASTSS k<>+64(SB), Y3
	VFMADD213PS  Y3, Y1, Y2
	VBROADCASTSS k<>+68(SB), Y3
	VFMADD213PS  Y3, Y1, Y2
	VMULPS       Y1, Y2, Y2
	VMULPS       Y0, Y2, Y2         // erfc(z)
	VMULPS       Y13, Y5, Y5
	VMAXPS       Y15, Y4, Y4
	VFNMADD231PS Y2, Y5, Y4
	VMOVUPS      Y4, (SI)
	ADDQ         $32, SI
	SUBQ         $8, CX
	JGT          next

	VZEROUPPER
	RET
