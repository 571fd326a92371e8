// Package word is the vocabulary of word-level operations: what lambdas are lowered to, what a
// netlist is made of, and what every backend must compute.
//
// A Graph is a list of operations in static single assignment form. An operation's operands stand
// before it, so the order of the list is an order of evaluation.
//
// In come calls of a Builder, which simplifies each operation as it is made; out comes a Graph. A newcomer adds a kind
// of operation as a constant with its meaning in kind.go and a row in table.go, and a rule in the file of its kind of
// operation (mux.go, logic.go, arithmetic.go, compare.go, resize.go and others, which simplify.go calls).
package word

import (
	"math"

	"simten.dev/engine/circuit"
)

// ID names an operation of a graph and its value: the index into Graph.Ops.
type ID int32

// None stands for "no operand".
const None ID = -1

// Op is one operation. Unused operands are None, an unused Imm is 0.
type Op struct {
	Kind    Kind
	Width   int32 // bits of the result, 1 … circuit.MaxWidth; 64 for a double
	Bits    int32 // bits at and above Bits are known to be 0; 0 … Width; Width for a double
	A, B, C ID
	Imm     uint64
}

// Graph is operations and the constants they refer to.
type Graph struct {
	Ops    []Op
	Wide   []circuit.Value // constants of more than 64 bits
	Tables []LookupTable
	Bodies []*Body
}

// Weight estimates what it takes to compute a graph, in operations; loops within it as if they did ten rounds.
func (g *Graph) Weight() int {
	const rounds = 10
	n := len(g.Ops)
	for _, b := range g.Bodies {
		n += rounds * b.Weight()
	}
	return n
}

// LookupTable is a constant array; an index at and beyond its end reads 0.
type LookupTable struct {
	Width int // of every entry
	Data  []circuit.Value
}

// Operands appends the operands of op to dst.
func (op *Op) Operands(dst []ID) []ID {
	switch operands[op.Kind] {
	case 3:
		return append(dst, op.A, op.B, op.C)
	case 2:
		return append(dst, op.A, op.B)
	case 1:
		return append(dst, op.A)
	}
	return dst
}

// MapOperands puts what to says in the place of each operand.
func (op *Op) MapOperands(to func(ID) ID) {
	n := operands[op.Kind]
	if n > 0 {
		op.A = to(op.A)
	}
	if n > 1 {
		op.B = to(op.B)
	}
	if n > 2 {
		op.C = to(op.C)
	}
}

// IsFloat reports whether the value of op is a double.
func (op *Op) IsFloat() bool { return op.Kind.Shape().Float }

// Value returns the value of a Const.
func (g *Graph) Value(op *Op) circuit.Value {
	if op.Width > 64 {
		return g.Wide[op.Imm]
	}
	return circuit.Uint(op.Imm)
}

// Float reads the bits of a double.
func Float(v circuit.Value) float64 { return math.Float64frombits(v.Lo) }
