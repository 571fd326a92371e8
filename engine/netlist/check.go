package netlist

import (
	"fmt"

	"simten.dev/engine/circuit"
	"simten.dev/engine/word"
)

// Check verifies every rule that backends rely on: operands before users and of fitting widths,
// indices in range, loops disjoint, loop variables read in their own loop only or after it,
// invariant operations free of state, and Uses closed under operands. The error names the place.
func (m *Module) Check() error {
	if len(m.Uses) != len(m.Ops) {
		return fmt.Errorf("module %s: %d uses for %d operations", m.Name, len(m.Uses), len(m.Ops))
	}
	if err := m.checkLoops(); err != nil {
		return fmt.Errorf("module %s: %w", m.Name, err)
	}
	for i := range m.Ops {
		if err := m.checkOp(i); err != nil {
			return fmt.Errorf("module %s: %w", m.Name, err)
		}
	}
	for k := range m.Bodies {
		if err := m.Body(k).Check(); err != nil {
			return fmt.Errorf("module %s: %w", m.Name, err)
		}
	}
	if err := m.checkState(); err != nil {
		return fmt.Errorf("module %s: %w", m.Name, err)
	}
	for _, c := range m.Checks {
		if err := m.checkUse(c.Value, 1, InSettle); err != nil {
			return fmt.Errorf("module %s: misfit of node %d: %w", m.Name, c.Node, err)
		}
	}
	for i, id := range m.Nets {
		if err := m.checkUse(id, 0, InSettle); err != nil {
			return fmt.Errorf("module %s: net %d: %w", m.Name, i, err)
		}
	}
	return nil
}

func (m *Module) checkOp(i int) error {
	if err := m.CheckOp(i, circuit.MaxWidth); err != nil {
		return err
	}
	op := &m.Ops[i]
	limit, width := -1, -1
	switch op.Kind {
	case word.Param:
		limit = len(m.Inputs)
		if op.Imm < uint64(limit) {
			width = m.Inputs[op.Imm].Width
		}
	case word.Reg:
		limit = len(m.Registers)
		if op.Imm < uint64(limit) {
			width = m.Registers[op.Imm].Width
		}
	case word.Loop:
		limit = len(m.Vars)
		if op.Imm < uint64(limit) {
			width = m.Vars[op.Imm].Width
		}
	case word.MemRead:
		limit = len(m.Memories)
		if op.Imm < uint64(limit) {
			width = m.Memories[op.Imm].Width
		}
	case word.MemAll:
		limit = len(m.Memories)
		if op.Imm < uint64(limit) {
			width = m.Memories[op.Imm].allWidth()
		}
	case word.Call:
		limit = len(m.Calls)
	case word.Result:
		call := &m.Ops[op.A]
		if call.Kind != word.Call {
			return fmt.Errorf("operation %%%d: the result of something that is not a call", i)
		}
		limit = len(m.Calls[call.Imm].Results)
		if op.Imm < uint64(limit) {
			width = m.Calls[call.Imm].Results[op.Imm].Width
		}
	}
	if limit >= 0 && op.Imm >= uint64(limit) {
		return fmt.Errorf("operation %%%d %s: index %d of %d", i, op.Kind, op.Imm, limit)
	}
	if width >= 0 && int(op.Width) != width {
		return fmt.Errorf("operation %%%d %s: width %d instead of %d", i, op.Kind, op.Width, width)
	}
	if i < m.Invariant {
		switch op.Kind {
		case word.Reg, word.Loop, word.Call, word.Result:
			return fmt.Errorf("operation %%%d %s cannot be invariant", i, op.Kind)
		case word.MemRead, word.MemAll:
			if len(m.Memories[op.Imm].Writes) > 0 {
				return fmt.Errorf("operation %%%d %s cannot be invariant: the memory is written to", i, op.Kind)
			}
		}
	}
	for _, id := range m.Operands(&m.Ops[i], nil) {
		if id < 0 || int(id) >= i {
			return fmt.Errorf("operation %%%d %s: argument %%%d does not stand before it", i, op.Kind, id)
		}
		if missing := m.Uses[i] &^ m.Uses[id]; missing != 0 {
			return fmt.Errorf("operation %%%d is used by %%%d, but not marked so", id, i)
		}
		if i < m.Invariant && int(id) >= m.Invariant {
			return fmt.Errorf("operation %%%d cannot be invariant: it depends on %%%d", i, id)
		}
	}
	return nil
}

// checkUse verifies a value that something outside the operations reads; width 0 means any.
func (m *Module) checkUse(id word.ID, width int, use Use) error {
	if id < 0 || int(id) >= len(m.Ops) {
		return fmt.Errorf("value %%%d does not exist", id)
	}
	if width != 0 && int(m.Ops[id].Width) != width {
		return fmt.Errorf("value %%%d has width %d instead of %d", id, m.Ops[id].Width, width)
	}
	if m.Ops[id].IsFloat() {
		return fmt.Errorf("value %%%d is a double", id)
	}
	if m.Uses[id]&use == 0 {
		return fmt.Errorf("value %%%d is not marked as used", id)
	}
	return nil
}

func (m *Module) checkState() error {
	for _, r := range m.Registers {
		if err := m.checkUse(r.Next, r.Width, InStep); err != nil {
			return fmt.Errorf("register %s: %w", r.Name, err)
		}
		if !r.Start.Fits(r.Width) {
			return fmt.Errorf("register %s: the start value does not fit in %d bits", r.Name, r.Width)
		}
	}
	for _, mem := range m.Memories {
		for _, w := range mem.Writes {
			if err := m.checkUse(w.Enable, 1, InStep); err != nil {
				return fmt.Errorf("memory %s: enable: %w", mem.Name, err)
			}
			if err := m.checkUse(w.Address, 0, InStep); err != nil {
				return fmt.Errorf("memory %s: address: %w", mem.Name, err)
			}
			if m.Ops[w.Address].Width > 64 {
				return fmt.Errorf("memory %s: an address of more than 64 bits", mem.Name)
			}
			width := mem.Width
			if w.Whole {
				width = mem.allWidth()
			}
			if err := m.checkUse(w.Data, width, InStep); err != nil {
				return fmt.Errorf("memory %s: data: %w", mem.Name, err)
			}
		}
		for a, v := range mem.Start {
			if a >= uint64(mem.Depth) || !v.Fits(mem.Width) {
				return fmt.Errorf("memory %s: start value of cell %d is outside", mem.Name, a)
			}
		}
	}
	for _, t := range m.Texts {
		for _, a := range t.Appends {
			if err := m.checkUse(a.Enable, 1, InStep); err != nil {
				return fmt.Errorf("text %s: enable: %w", t.Name, err)
			}
			if err := m.checkUse(a.Unit, 16, InStep); err != nil {
				return fmt.Errorf("text %s: unit: %w", t.Name, err)
			}
		}
	}
	for _, list := range m.Fields {
		for _, f := range list {
			count := [...]int{RegisterField: len(m.Registers), MemoryField: len(m.Memories), TextField: len(m.Texts), HostField: len(m.Fields)}
			if int(f.Kind) >= len(count) || f.Index < 0 || f.Index >= count[f.Kind] {
				return fmt.Errorf("a state field has no place")
			}
			if n := len(f.Texts); n > 0 && (f.Kind != RegisterField || n > 1<<m.Registers[f.Index].Width) {
				return fmt.Errorf("a text state field has no register for %d texts", n)
			}
		}
	}
	return nil
}

func (m *Module) checkLoops() error {
	end, endVar := word.ID(m.Invariant), 0
	owner := make([]int, len(m.Vars))
	for i, l := range m.Loops {
		if l.First < end || l.End < l.First || int(l.End) > len(m.Ops) || l.FirstVar != endVar || l.EndVar <= l.FirstVar ||
			l.EndVar > len(m.Vars) || l.Bound < 1 {
			return fmt.Errorf("loop %d is malformed", i)
		}
		end, endVar = l.End, l.EndVar
		for v := l.FirstVar; v < l.EndVar; v++ {
			owner[v] = i
			if err := m.checkUse(m.Vars[v].Next, m.Vars[v].Width, InStep); err != nil {
				return fmt.Errorf("loop variable %s: %w", m.Vars[v].Name, err)
			}
			if m.Vars[v].Next >= l.End {
				return fmt.Errorf("loop variable %s gets its value after its loop", m.Vars[v].Name)
			}
		}
		for id := l.First; id < l.End; id++ {
			if m.Uses[id] != InStep|InSettle {
				return fmt.Errorf("operation %%%d of loop %d is not always evaluated", id, i)
			}
		}
	}
	if endVar != len(m.Vars) {
		return fmt.Errorf("%d loop variables belong to no loop", len(m.Vars)-endVar)
	}
	for id, op := range m.Ops {
		if op.Kind != word.Loop || op.Imm >= uint64(len(m.Vars)) {
			continue
		}
		if l := m.Loops[owner[op.Imm]]; word.ID(id) < l.First {
			return fmt.Errorf("operation %%%d reads loop variable %s before its loop", id, m.Vars[op.Imm].Name)
		}
	}
	return nil
}
