package rtl

import "simten.dev/engine/behavior/word"

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
	for i := range m.Nets {
		visit(&m.Nets[i], InSettle)
	}
	for i := range m.Checks {
		visit(&m.Checks[i].Value, InSettle)
	}
	for i := range m.Registers {
		visit(&m.Registers[i].Next, InStep)
	}
	m.Committed(func(id *word.ID) { visit(id, InStep) })
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
