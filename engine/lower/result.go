package lower

import (
	"simten.dev/engine/lower/builtin"
	"simten.dev/engine/lower/capture"
	"simten.dev/engine/lower/domain"
	"simten.dev/engine/lower/memory"
)

// These are parts of what goes in and comes out. The packages that fill them define them.

type (
	// Field is one state field.
	Field = domain.Field
	// View says which numbers a 32-bit state field shows.
	View = domain.View
	// Throw is an error that the lambda throws itself.
	Throw = domain.Throw
	// Param is one parameter of a graph.
	Param = capture.Param
	// ParamKind says what a parameter stands for.
	ParamKind = capture.ParamKind
	// Result is one output.
	Result = builtin.Result
	// NextField is what onTick makes of one state field.
	NextField = memory.NextField
	// Write is a conditional write of a memory.
	Write = memory.Write
	// Work is what lowering takes, by kind.
	Work = domain.Work
)

// The views of 32-bit state fields.

const (
	AsInt32  = domain.AsInt32
	AsUint32 = domain.AsUint32
	WithSign = domain.WithSign
)

// The parts of a memory, which the reads of a graph name.

const (
	MemoryData  = domain.MemoryData
	MemorySign  = domain.MemorySign
	MemoryHas   = domain.MemoryHas
	MemoryParts = domain.MemoryParts
)

// The kinds of parameters.

const (
	InputParam   = capture.InputParam
	StateParam   = capture.StateParam
	SignParam    = capture.SignParam
	NumberParam  = capture.NumberParam
	SetParam     = capture.SetParam
	BigParam     = capture.BigParam
	IsBigParam   = capture.IsBigParam
	VaryingParam = capture.VaryingParam
)
