#include "textflag.h"

DATA ones<>+0(SB)/8, $0x0001000100010001
GLOBL ones<>(SB), RODATA|NOPTR, $8

// func rowsWide(a, rows *byte, n, stride int, out *int32, count int)
// Each product is |row| × ±a, for bytes multiply as one without and one with a sign. Two products are at most 2×128×127 and fit a word;
// the words are added to sums of 32 bits: nothing is lost on the way.
TEXT ·rowsWide(SB), NOSPLIT, $0-48
	MOVQ         a+0(FP), SI
	MOVQ         rows+8(FP), DI
	MOVQ         n+16(FP), DX
	MOVQ         stride+24(FP), R8
	MOVQ         out+32(FP), R9
	MOVQ         count+40(FP), R10
	VPBROADCASTQ ones<>(SB), Y7

row:
	VPXOR Y0, Y0, Y0
	XORQ  BX, BX

next:
	PREFETCHT0 4096(DI)(BX*1)         // the processor looks ahead no further than to the end of a page
	VMOVDQU    (DI)(BX*1), Y2
	VMOVDQU    (SI)(BX*1), Y3
	VPABSB     Y2, Y4
	VPSIGNB    Y2, Y3, Y3
	VPMADDUBSW Y3, Y4, Y4
	VPMADDWD   Y7, Y4, Y4
	VPADDD     Y4, Y0, Y0
	ADDQ       $32, BX
	CMPQ       BX, DX
	JLT        next

	VEXTRACTI128 $1, Y0, X1
	VPADDD       X1, X0, X0
	VPSHUFD      $0x4E, X0, X1
	VPADDD       X1, X0, X0
	VPSHUFD      $0xB1, X0, X1
	VPADDD       X1, X0, X0
	VMOVD        X0, (R9)
	ADDQ         R8, DI
	ADDQ         $4, R9
	DECQ         R10
	JNZ          row

	VZEROUPPER
	RET
