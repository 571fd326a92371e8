// Package sim defines what a simulator is: one interface, several backends.
//
// A Machine runs one elaborated design. All backends agree on every signal on every cycle; they
// differ in when they are ready and how fast they run.
package sim

import (
	"context"

	"simten.dev/engine/circuit"
)

// Machine simulates one design. It is not safe for concurrent use. Every method that may run user
// code takes a context; a cancelled context, a run-time error in a lambda and an oscillation come
// back as *circuit.Diagnostic (or wrap one).
//
// After New the machine has settled once with all inputs 0: values can be read at once.
type Machine interface {
	// Set drives a top-level input (by index into Design.Inputs). The value is masked to the
	// port's width. Nothing is evaluated before Settle or Step.
	Set(input int, v circuit.Value)

	// SetArgument changes an interactive argument of a flat node (the position of a Switch, the
	// number of an Input). It takes effect at the next Settle or Step.
	SetArgument(node int, name string, v circuit.Value)

	// SetState overwrites a state field of a flat node: a scalar, a text, or memory contents. A compiled state machine
	// whose states are texts can be in those only that its lambdas know; another text makes it the one that it starts
	// with. State tells.
	SetState(node int, field int, v State)

	// SetCells overwrites cells of a memory field, from the cell first on, in the form of Cells. Bits above the width
	// and cells that the memory does not have are left out. In a field that tells cells that were never written from
	// others, the overwritten ones count as written. signed says that cells of 32 bits hold numbers with a sign.
	SetCells(node int, field int, first uint64, src []byte, signed bool)

	// Settle brings all combinational logic up to date with inputs, arguments and state.
	Settle(ctx context.Context) error

	// Step runs n clock cycles: settle, clock edge, settle. It stops early on an error or when
	// the context ends, and returns how many cycles it completed. State is never half stepped: on
	// an error inside a cycle, the machine is as it was before that cycle.
	Step(ctx context.Context, n int) (int, error)

	// Cycle is the number of clock edges since the start, a Reset, or the restored snapshot's.
	Cycle() uint64

	// Peek reads a net (an index into Design.Nets).
	Peek(net int) circuit.Value

	// State reads a state field of a flat node.
	State(node int, field int) State

	// Cells copies the cells of a memory field from the cell first on into dst, without the detour
	// over values that State takes: each is CellBytes(width) bytes, little-endian, of the width that
	// MemoryShape gives. dst holds whole cells; those that the memory does not have are 0.
	Cells(node int, field int, first uint64, dst []byte)

	// Touched tells for the first pages of a memory field, PageBytes of the form of Cells each, whether they may have
	// been written to after the moment since. It returns the present moment, for the next call; 0 is before everything.
	Touched(node int, field int, since uint64, pages []bool) (now uint64)

	// Reset returns every state field to its start value and the cycle to 0, keeps inputs and
	// interactive arguments (M44), and settles.
	Reset(ctx context.Context) error

	// Image is the complete state: inputs, arguments, state fields, cycle. It shares with the image taken or shown
	// before what has not changed since, and taking it costs accordingly. Show brings all of it back and settles;
	// afterwards the machine behaves bit for bit as it did then. An image of another circuit is refused with
	// ErrSnapshot and changes nothing.
	Image() (*Block, error)
	Show(ctx context.Context, image *Block) error

	// Snapshot is Image as bytes, and Restore is Show.
	Snapshot() ([]byte, error)
	Restore(ctx context.Context, snapshot []byte) error

	// Changed appends to dst the indices of the nets whose value differs from what it was at the
	// last call of Changed, in ascending order. The first call reports every net.
	Changed(dst []int) []int

	// Warnings are the run-time warnings so far, each given once: a lambda returned a value that
	// does not fit its port. Compiled lambdas are looked at when the nets are shown, after Settle and at the
	// end of Step, not on every cycle between; closures whenever they are called.
	Warnings() []circuit.Diagnostic

	// Close releases what the machine holds. It may be called twice.
	Close() error
}

// State is the content of one state field: exactly one of a scalar, a text or a memory.
type State struct {
	Scalar circuit.Value
	// Negative tells SetState that a number of 32 bits is the negative one of its bits; State leaves it out.
	Negative bool
	Text     string
	IsText   bool
	Memory   map[uint64]circuit.Value // nil unless the field is a memory; only non-zero cells
}
