package wasmgen

import (
	"simten.dev/engine/sim/wasmgen/encode"
	"simten.dev/engine/word"
)

// A comparison with a constant, or a bit of a word, that several choices are made by is computed at each of them: a
// processor's flags are its result, which a branch takes at no cost, while a value of 0 or 1 has to be made, kept and
// compared again.

// repeatConditions finds such conditions. The plan knows how often everything is used by then.
func (p *plan) repeatConditions() {
	if !p.tune.repeats || p.phase != step || !p.single() || len(p.m.Loops) > 0 {
		return
	}
	value := make([]bool, len(p.m.Ops)) // needed otherwise than to choose by
	p.m.Committed(func(id *word.ID) { value[*id] = true })
	var operands []word.ID
	for i := range p.m.Ops {
		p.tune.pause.MaybeYield(i)
		id := word.ID(i)
		if !p.computed(id) {
			continue
		}
		op := &p.m.Ops[id]
		operands = p.operands(id, operands[:0])
		for k, o := range operands {
			value[o] = value[o] || op.Kind != word.Mux || k > 0 || op.Width > 64 || p.selections[id] != nil
		}
		value[id] = value[id] || len(p.nextOf[id]) > 0 || p.crosses[id]
	}
	for i := range p.m.Ops {
		id := word.ID(i)
		if !value[id] && !p.inline[id] && p.uses[id] > 1 && p.computed(id) && p.isFlag(&p.m.Ops[id]) {
			of := p.m.Ops[id].A
			p.inline[id] = true
			p.uses[of] += p.uses[id]
			p.inline[of] = p.inline[of] && p.view(of)
		}
	}
}

// isFlag reports whether an operation is a comparison with a constant or a bit of a word.
func (p *plan) isFlag(op *word.Op) bool {
	if op.Width != 1 || op.A == word.None || p.m.Ops[op.A].Width > 64 {
		return false
	}
	switch op.Kind {
	case word.Eq, word.Ne, word.ULt, word.ULe, word.SLt, word.SLe:
		return p.m.Ops[op.B].Kind == word.Const && p.m.Ops[op.A].Kind != word.Const
	case word.Slice:
		return true
	}
	return false
}

// pushCondition pushes something of 32 bits that is other than 0 where a condition holds.
func (f *function) pushCondition(id word.ID) {
	op := f.op(id)
	if !f.p.inline[id] || f.local[id] != 0 || op.Kind != word.Slice || op.Width != 1 || typeOf(f.op(op.A)) != encode.I32 || op.Imm == 0 {
		f.push(id)
		return
	}
	f.left[id]--
	f.pushes++
	f.push(op.A)
	f.c.I32(int32(uint32(1) << op.Imm))
	f.c.Op(encode.I32And)
}
