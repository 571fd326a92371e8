package wasmgen

import "simten.dev/engine/word"

// A value narrower than the WebAssembly type that holds it is "unmasked" when the bits above its
// width may be anything. Additions make such bits, most users do not care, and masking only where
// somebody does saves about one instruction in four on narrow logic.

// tolerates reports whether an operation works on an unmasked operand (0 = A, 1 = B, 2 = C).
func (p *plan) tolerates(op *word.Op, operand int) bool {
	switch op.Kind {
	case word.And, word.Or, word.Xor, word.Not, word.Add, word.Sub, word.Mul, word.SExt, word.FFromS:
		return true
	case word.Shl, word.AShr, word.Concat:
		return operand == 0
	case word.Mux:
		return operand > 0
	case word.Slice:
		return true
	case word.SLt, word.SLe:
		return true
	}
	return false
}

// demandClean marks the values whose users need them clean.
func (p *plan) demandClean() {
	var operands []word.ID
	for i, u := range p.units {
		p.tune.pause.MaybeYield(i)
		p.eachOp(u, func(id word.ID) {
			op := &p.m.Ops[id]
			operands = p.operands(id, operands[:0])
			selected := p.selections[id] != nil
			for k, o := range operands {
				if selected || op.Kind == word.Call || !p.tolerates(op, k) || p.m.Ops[o].Width > 64 || op.Width > 64 {
					p.clean[o] = true
				}
			}
			if p.crosses[id] || p.loopOf[id] >= 0 {
				p.clean[id] = true
			}
			for _, r := range p.nextOf[id] {
				if p.single() { // the register may live in a local
					p.clean[id] = true
				}
				p.demandStored(id, p.m.Registers[r].Width)
			}
		})
	}
	for i := range p.m.Vars {
		p.clean[p.m.Vars[i].Next] = true
	}
	switch p.phase {
	case step:
		for i := range p.m.Memories {
			mem := &p.m.Memories[i]
			for _, w := range mem.Writes {
				p.clean[w.Enable], p.clean[w.Address] = true, true
				p.demandStored(w.Data, mem.Width)
			}
		}
		for i := range p.m.Texts {
			for _, a := range p.m.Texts[i].Appends {
				p.clean[a.Enable], p.clean[a.Unit] = true, true
			}
		}
	case settle:
		for _, id := range p.m.Nets {
			p.demandStored(id, int(p.m.Ops[id].Width))
		}
		for _, c := range p.m.Checks {
			p.clean[c.Value] = true
		}
	}
}

// demandStored marks a value that is stored: a store of 8 or 16 bits masks by itself.
func (p *plan) demandStored(id word.ID, width int) {
	if width != 8 && width != 16 {
		p.clean[id] = true
	}
}

// trackUnmasked finds the values that stay unmasked.
func (p *plan) trackUnmasked() {
	p.demandClean()
	for i, u := range p.units {
		p.tune.pause.MaybeYield(i)
		p.eachOp(u, func(id word.ID) { p.unmasked[id] = p.raw(id) && !p.clean[id] })
	}
}

// bits bounds the value of an operand: it is below 2^bits, unless it is unmasked.
func (p *plan) bits(id word.ID) int { return int(p.m.Ops[id].Bits) }

// raw reports whether the instructions for an operation can leave bits above its width, before
// any masking.
func (p *plan) raw(id word.ID) bool {
	op := &p.m.Ops[id]
	w := int(op.Width)
	if w == 32 || w >= 64 || op.IsFloat() || p.selections[id] != nil {
		return false
	}
	a := op.A != word.None && p.unmasked[op.A]
	b := op.B != word.None && p.unmasked[op.B]
	switch op.Kind {
	case word.And:
		return a && b
	case word.Or, word.Xor:
		return a || b
	case word.Not:
		return a
	case word.Add:
		return a || b || max(p.bits(op.A), p.bits(op.B)) >= w
	case word.Sub:
		return true
	case word.Mul:
		return a || b || p.bits(op.A)+p.bits(op.B) > w
	case word.Shl:
		if count := &p.m.Ops[op.B]; count.Kind == word.Const && !a {
			return uint64(p.bits(op.A))+count.Imm > uint64(w)
		}
		return true
	case word.AShr, word.SExt:
		return true
	case word.Slice:
		return a || p.bits(op.A) > w+int(op.Imm)
	case word.Concat:
		return a
	case word.Mux:
		return b || p.unmasked[op.C]
	case word.UDiv, word.URem, word.LShr, word.ZExt, word.RedOr, word.RedAnd, word.RedXor, word.Clz,
		word.Eq, word.Ne, word.ULt, word.ULe, word.SLt, word.SLe, word.FEq, word.FNe, word.FLt, word.FLe,
		word.Table, word.MemRead, word.Extract, word.FToBits, word.Result, word.Call:
		return false
	}
	return true // SDiv, SRem, FToInt
}
