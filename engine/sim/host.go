package sim

import (
	"context"

	"simten.dev/engine/circuit"
)

// Host runs the opaque lambdas of a module and keeps the state of their nodes. A module without
// opaque lambdas needs none.
type Host interface {
	// Do runs f, which makes calls, with the clock of the run-time limit started.
	Do(ctx context.Context, f func() error) error
	// Call runs call index of the module. An eval call fills results; a tick call has none and
	// leaves the node's next state pending.
	Call(index int, arguments, results []circuit.Value) error
	// Inside runs f, which makes a call, where no panic may get out of it: inside a function that generated code calls. A
	// panic, such as the error of a getter of a lambda's result, comes back as the error that Do would give.
	Inside(f func() error) error
	// Commit makes all pending state current; Undo takes the last Commit back.
	Commit()
	Undo()
	// Reset returns all state to its start values.
	Reset()

	State(node, field int) State
	Cells(node, field int, first uint64, dst []byte)
	SetState(node, field int, s State)
	SetCells(node, field int, first uint64, src []byte, signed bool)
	SetArgument(node int, name string, v circuit.Value)
	UnsetArgument(node int, name string)
	Warnings() []circuit.Diagnostic

	// Image, Show and Touched are those of Machine, of the host's part of the state. Show does not settle.
	Image() *Block
	Show(b *Block) error
	Touched(node, field int, since uint64, pages []bool) (now uint64)
}
