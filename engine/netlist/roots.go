package netlist

import (
	"slices"

	"simten.dev/engine/word"
)

// Use is a set of reasons to evaluate an operation: bits, so that uses are joined with |. An operation with no use
// need not be evaluated.
type Use uint8

const (
	// InStep: needed to compute the next state. Opaque eval calls and loop bodies are always in
	// it, since they may hold values.
	InStep Use = 1 << iota
	// InSettle: needed to show the nets. Calls of onTick are never in it.
	InSettle
)

// Roots visits every reference from the state and the outside of the module into the operations, which visit may
// change, with the one reason for which the reference is followed: what the nets show and what is checked InSettle,
// what changes at a clock edge InStep. An operation is visited once for each reference to it. Calls and loops are
// operations themselves; their arguments and the next values of feedback variables are no roots.
func (m *Module) Roots(visit func(id *word.ID, use Use)) {
	m.Shown(func(id *word.ID) { visit(id, InSettle) })
	for i := range m.Registers {
		visit(&m.Registers[i].Next, InStep)
	}
	m.Committed(func(id *word.ID) { visit(id, InStep) })
}

// Shown visits every reference, which visit may change, to what is shown: the nets, then the checks.
func (m *Module) Shown(visit func(id *word.ID)) {
	for i := range m.Nets {
		visit(&m.Nets[i])
	}
	for i := range m.Checks {
		visit(&m.Checks[i].Value)
	}
}

// Committed visits every reference, which visit may change, to what a clock edge takes besides the next values of
// the registers: all of the writes to memories, then all of the appends to texts, in the order in which they happen.
func (m *Module) Committed(visit func(id *word.ID)) {
	for i := range m.Memories {
		for k := range m.Memories[i].Writes {
			w := &m.Memories[i].Writes[k]
			visit(&w.Enable)
			visit(&w.Address)
			visit(&w.Data)
		}
	}
	for i := range m.Texts {
		for k := range m.Texts[i].Appends {
			visit(&m.Texts[i].Appends[k].Enable)
			visit(&m.Texts[i].Appends[k].Unit)
		}
	}
}

// Arguments visits every argument of the calls, which visit may change.
func (m *Module) Arguments(visit func(id *word.ID)) {
	for i := range m.Calls {
		for k := range m.Calls[i].Args {
			visit(&m.Calls[i].Args[k].Value)
		}
	}
}

// Operands appends to dst what an operation of the module reads: its operands, and the arguments of a call.
func (m *Module) Operands(op *word.Op, dst []word.ID) []word.ID {
	if op.Kind != word.Call {
		return op.Operands(dst)
	}
	for _, a := range m.Calls[op.Imm].Args {
		dst = append(dst, a.Value)
	}
	return dst
}

// Unbuilt is a copy of a module without loops that has no operations and no registers yet. Its other parts are as in m
// and refer to the operations of m, and can be changed without m.
func (m *Module) Unbuilt() *Module {
	to := *m
	to.Graph, to.Uses, to.Invariant, to.Registers = word.Graph{}, nil, 0, nil
	to.Nets, to.Checks = slices.Clone(m.Nets), slices.Clone(m.Checks)
	to.Memories, to.Texts, to.Calls = slices.Clone(m.Memories), slices.Clone(m.Texts), slices.Clone(m.Calls)
	for i := range to.Memories {
		to.Memories[i].Writes = slices.Clone(m.Memories[i].Writes)
	}
	for i := range to.Texts {
		to.Texts[i].Appends = slices.Clone(m.Texts[i].Appends)
	}
	for i := range to.Calls {
		to.Calls[i].Args = slices.Clone(m.Calls[i].Args)
	}
	return &to
}
