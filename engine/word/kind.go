package word

// Kind is what an operation computes.
//
// Every integer value is an unsigned bit vector of Width bits, masked: bits at and above Width do
// not exist. Signed operations read their operands as two's complement of the operands' width.
// Every F… operation works on IEEE 754 doubles exactly as JavaScript does; a double has Width 64
// and is never the operand of an integer operation, nor the other way round.
//
// In the list, A, B and C are the operands, W the result's width, N the width of A.
type Kind uint8

const (
	// Invalid is the zero Kind; it never occurs in a checked graph.
	Invalid Kind = iota

	// --- leaves -------------------------------------------------------------------------

	// Const is a constant: Imm when W <= 64, else Graph.Wide[Imm].
	Const
	// Param is the Imm-th integer parameter of a lowered lambda (rtl: module input Imm).
	Param
	// Reg reads register Imm, the value before the clock edge. Only in rtl.
	Reg
	// Loop reads feedback variable Imm of a combinational loop. Only in rtl.
	Loop

	// --- bits ---------------------------------------------------------------------------

	// And, Or, Xor: bitwise; A and B have width W.
	And
	Or
	Xor
	// Not is the complement; A has width W.
	Not
	// Shl shifts left, LShr right filling with zeros, AShr right filling with the sign bit of A.
	// A has width W; B is the count, unsigned, of any width <= 64 and not taken modulo anything:
	// a count >= W gives 0 (Shl, LShr) or W copies of the sign bit (AShr).
	Shl
	LShr
	AShr
	// Slice is bits Imm … Imm+W-1 of A; Imm+W <= N. With Imm 0 it is a truncation.
	Slice
	// Concat puts A above B: W = width of A + width of B.
	Concat
	// ZExt and SExt widen A to W >= N with zeros or with copies of the sign bit.
	ZExt
	SExt
	// RedOr, RedAnd, RedXor reduce all bits of A to one bit; W = 1.
	RedOr
	RedAnd
	RedXor
	// Clz counts the leading zero bits of A (N for 0). N <= 64; W is at least 7.
	Clz

	// --- arithmetic, all modulo 2^W ------------------------------------------------------

	// Add, Sub, Mul: A and B have width W.
	Add
	Sub
	Mul
	// UDiv and URem: unsigned quotient and remainder; A and B have width W. Division by zero gives
	// 0 for both.
	UDiv
	URem
	// SDiv and SRem: signed, the quotient truncated toward zero, the remainder with the sign of A;
	// W <= 64. Division by zero gives 0 for both; -2^(W-1) / -1 gives -2^(W-1), remainder 0.
	SDiv
	SRem

	// --- comparison, W = 1; A and B have the same width ----------------------------------

	Eq
	Ne
	ULt // A < B, unsigned
	ULe // A <= B, unsigned
	SLt // A < B, signed
	SLe // A <= B, signed

	// --- choice --------------------------------------------------------------------------

	// Mux is B when A is 1, else C. A has width 1, B and C width W.
	Mux
	// Table is Graph.Tables[Imm] at index A (unsigned, N <= 64), 0 outside the table.
	Table
	// MemRead is memory Imm at address A (unsigned, N <= 64), the content before the clock edge;
	// 0 at and beyond the memory's depth. Only in rtl.
	MemRead
	// MemAll is all of memory Imm, the content before the clock edge, as an array with an element for each cell: cells of
	// at most 64 bits in the lanes that CellLane gives, W > 64 a multiple of 64. Only in rtl.
	MemAll

	// --- arrays of numbers in one value: element k of A is its bits k*L … k*L+L-1, L being 8, 16, 32 or 64 ------

	// Extract is element B of A (unsigned, at most 64 bits; 0 where there is none), L = W. N > 64 is a multiple of W.
	Extract
	// Insert is A with C in the place of element B (unsigned, at most 64 bits; A where there is none). L = Imm is the
	// width of C; A has width W > 64, a multiple of L.
	Insert

	// --- loops of a lambda ----------------------------------------------------------------

	// Repeat runs the rounds of Graph.Bodies[Imm] on the values that A holds, and gives those that they change. See Body.
	Repeat

	// --- calls, only in rtl --------------------------------------------------------------

	// Call calls opaque lambda Imm (Module.Calls); its arguments stand there. W = 1, the value 0
	// is never used except as operand of Result.
	Call
	// Result is result Imm of the call A.
	Result

	// --- doubles -------------------------------------------------------------------------

	FConst // the double with the bits Imm
	FAdd   // A + B
	FSub   // A - B
	FMul   // A * B
	FDiv   // A / B
	FRem   // A % B as JavaScript: sign of A, exact
	FNeg   // -A
	FAbs   // |A|
	FSqrt  // square root
	FFloor
	FCeil
	FTrunc    // toward zero; keeps -0
	FCopySign // |A| with the sign of B
	FMin      // JavaScript Math.min: NaN if either is NaN, -0 < +0
	FMax      // JavaScript Math.max: NaN if either is NaN, -0 < +0
	// FMux is B when A (one bit) is 1, else C.
	FMux
	// FFromU and FFromS convert an integer A, N <= 64, unsigned or signed, rounding to nearest,
	// ties to even.
	FFromU
	FFromS
	// FToInt is A truncated toward zero, modulo 2^W, for every finite A however large; NaN and the
	// infinities give 0. W <= 64. With W = 32 it is JavaScript's ToInt32.
	FToInt
	// FToBits and FFromBits are the 64 bits of a double and the double of 64 bits.
	FToBits
	FFromBits
	// FEq, FNe, FLt, FLe compare doubles; W = 1. With a NaN only FNe is 1. -0 equals +0.
	FEq
	FNe
	FLt
	FLe

	kindCount
)

// Shape describes the operands and the result of a kind.
type Shape struct {
	Name     string
	Operands int  // 0 to 3, in A, B, C
	Float    bool // the result is a double
	FloatIn  bool // the operands are doubles (FMux: B and C)
	Imm      Imm  // as dumps show it
}

// Imm is how a dump shows the Imm of an operation.
type Imm uint8

// The ways in which a dump shows an Imm.
const (
	Hidden  Imm = iota // not at all, or as a constant
	Index              // as a number: reg 3
	From               // behind the operand: slice %7 from 8
	IndexAt            // before the operand, which is an index: memread 2 at %7
)

// Shape returns the kind's operand count and types; the zero Shape for an unknown kind.
func (k Kind) Shape() Shape {
	if k >= kindCount {
		return Shape{}
	}
	return table[k].Shape
}

// operands are the operand counts of all kinds, which every operation is asked for several times.
var operands = func() (counts [256]uint8) {
	for k := range table {
		counts[k] = uint8(table[k].Operands)
	}
	return counts
}()

// String is the kind's name in dumps.
func (k Kind) String() string {
	if n := k.Shape().Name; n != "" {
		return n
	}
	return "invalid"
}

// Kinds is the number of kinds, Invalid included: a bound for tables indexed by Kind.
const Kinds = int(kindCount)
